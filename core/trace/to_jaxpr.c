// toJaxpr: from a frame to a Jaxpr. What is simplified is what jax simplifies, nothing else
// (docs/semantics.md, What toJaxpr changes): conversions of scalar constants are folded,
// conversions and broadcasts that change nothing are forwarded, unused constants are pruned.
#include "prim/prim.h"
#include "trace/trace.h"

#include <string.h>

dbx_atom dbx_frame_subst(const dbx_frame *f, dbx_atom a) {
  if (dbx_is_literal(a)) return a;
  uint64_t *to = dbx_map_find(&f->subst, a & DBX_HANDLE);
  return to ? (dbx_atom)*to : a;
}

static dbx_dim subst_dim(void *f, dbx_dim d) {
  if (!dbx_dim_is_var(d)) return d;
  dbx_atom a = dbx_frame_subst(f, (dbx_atom)dbx_dim_value(d));
  return dbx_dim_of_atom(a);
}

// A weak result is folded only if Python's number of that kind has the same dtype.
static bool canonical(dbx_dtype t) {
  return t == DBX_BOOL || t == DBX_I64 || t == DBX_F64 || t == DBX_C128;
}

static bool folds(const dbx_eqn *e, dbx_atom *ret) {
  if (e->prim->id != DBX_PRIM_convert_element_type || !dbx_is_literal(e->in[0])) return false;
  const dbx_literal *l = dbx_literal_at(e->in[0]);
  dbx_dtype to = dbx_eqn_param(e, DBX_S_new_dtype)->dtype;
  bool weak = dbx_eqn_param(e, DBX_S_weak_type)->i;
  if (weak && !canonical(to)) return false;
  *ret = dbx_literal_of(to, weak, dbx_scalar_convert(l->value, dbx_aval_at(l->aval)->dtype, to));
  return true;
}

static bool same_static_shape(const dbx_param *shape, const dbx_aval_info *x) {
  if (shape->n != x->rank || x->dynamic) return false;
  for (uint32_t i = 0; i < x->rank; i++)
    if (shape->item[i]->kind != DBX_P_INT || dbx_dim_int(shape->item[i]->i) != x->dims[i])
      return false;
  return true;
}

static bool changes_nothing(const dbx_eqn *e) {
  if (e->n_in != 1 || dbx_is_literal(e->in[0])) return false;
  const dbx_aval_info *x = dbx_aval_at(dbx_var_aval(e->in[0]));
  if (e->prim->id == DBX_PRIM_convert_element_type)
    return x->dtype == dbx_eqn_param(e, DBX_S_new_dtype)->dtype &&
           x->weak == (bool)dbx_eqn_param(e, DBX_S_weak_type)->i;
  return e->prim->id == DBX_PRIM_broadcast_in_dim &&
         same_static_shape(dbx_eqn_param(e, DBX_S_shape), x);
}

static bool forwards(const dbx_eqn *e, dbx_atom *ret) {
  return changes_nothing(e) ? *ret = e->in[0], true : false;
}

static const dbx_atom *subst_operands(const dbx_frame *f, const dbx_eqn *e) {
  dbx_atom *own = NULL;
  for (uint32_t k = 0; f->subst.n && k < e->n_in; k++) {
    dbx_atom to = dbx_frame_subst(f, e->in[k]);
    if (to == e->in[k]) continue;
    if (!own) own = dbx_arena_copy(&f->trace->arena, e->in, e->n_in * sizeof *own);
    own[k] = to;
  }
  return own ? own : e->in;
}

// The types of the results follow the substitution. Neighbours often have one type.
typedef struct mapped {
  dbx_aval from, to;
} mapped;

static void subst_types(dbx_frame *f, const dbx_eqn *e, mapped *last) {
  for (uint32_t k = 0; k < e->n_out; k++) {
    dbx_var_info *v = dbx_var_at(e->out[k]);
    if (v->aval != last->from) *last = (mapped){v->aval, dbx_aval_map(v->aval, subst_dim, f)};
    v->aval = last->to;
  }
}

// Folds and forwards; appends what remains to the Jaxpr.
static void simplify(dbx_frame *f, dbx_jaxpr *j) {
  mapped last = {0};
  dbx_map_clear(&f->subst);
  j->eqns = dbx_arena_copy(&f->trace->arena, f->eqns.at, f->eqns.n * sizeof *j->eqns);
  for (uint32_t i = 0; i < f->eqns.n; i++) {
    dbx_eqn *e = &j->eqns[i];
    dbx_atom to;
    e->in = subst_operands(f, e);
    if (folds(e, &to) || forwards(e, &to)) {
      dbx_map_put(&f->subst, e->out[0], to);
      last = (mapped){0};
      continue;
    }
    if (f->subst.n) subst_types(f, e, &last);
    if (j->n_eqns < i) j->eqns[j->n_eqns] = *e;
    j->n_eqns++;
  }
}

static void keep_consts(dbx_frame *f, dbx_jaxpr *j, const dbx_set *used, dbx_captures *consts) {
  dbx_arena *arena = &f->trace->arena;
  j->constvars = DBX_NEWN(arena, dbx_var, f->consts.n);
  j->consts = DBX_NEWN(arena, dbx_array *, f->consts.n);
  consts->n = 0;
  for (uint32_t i = 0; i < f->consts.n; i++) {
    const dbx_capture *c = &f->consts.at[i];
    if (!dbx_set_has(used, c->inner)) continue;
    j->consts[j->n_const] = c->array;
    j->constvars[j->n_const++] = c->inner;
    dbx_push(consts, *c);
  }
}

dbx_jaxpr *dbx_to_jaxpr(dbx_frame *f, const dbx_atom *outs, uint32_t n_out, bool keep_inputs,
                        dbx_captures *consts) {
  dbx_arena *arena = &f->trace->arena;
  dbx_jaxpr *j = DBX_NEW(arena, dbx_jaxpr);
  simplify(f, j);
  j->invars = dbx_arena_copy(arena, f->invars.at, f->invars.n * sizeof *f->invars.at);
  j->n_in = f->invars.n;
  j->outs = DBX_NEWN(arena, dbx_atom, n_out);
  j->n_out = n_out;
  for (uint32_t i = 0; i < n_out; i++) j->outs[i] = dbx_frame_subst(f, outs[i]);
  dbx_set used = {0};
  dbx_jaxpr_used(j, keep_inputs, &used);
  keep_consts(f, j, &used, consts);
  dbx_jaxpr_mark_dropped(j, &used, arena);
  dbx_set_free(&used);
  return j;
}
