// toJaxpr: from a frame to a Jaxpr. What is simplified is what jax simplifies, nothing else
// (spec/tracing.md section 5): conversions of scalar constants are folded, conversions and
// broadcasts that change nothing are forwarded, unused constants are pruned.
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
  return dbx_is_literal(a) ? dbx_dim_int(dbx_literal_at(a)->value.i) : dbx_dim_var(a);
}

// A weak result is folded only if Python's number of that kind has the same dtype.
static bool canonical(dbx_dtype t) {
  return t == DBX_BOOL || t == DBX_I64 || t == DBX_F64 || t == DBX_C128;
}

static bool folds(const dbx_eqn *e, const dbx_atom *in, dbx_atom *ret) {
  if (e->prim->id != DBX_PRIM_convert_element_type || !dbx_is_literal(in[0])) return false;
  const dbx_literal *l = dbx_literal_at(in[0]);
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

static bool forwards(const dbx_eqn *e, const dbx_atom *in) {
  if (e->n_in != 1 || dbx_is_literal(in[0])) return false;
  const dbx_aval_info *x = dbx_aval_at(dbx_var_aval(in[0]));
  if (e->prim->id == DBX_PRIM_convert_element_type)
    return x->dtype == dbx_eqn_param(e, DBX_S_new_dtype)->dtype &&
           x->weak == (bool)dbx_eqn_param(e, DBX_S_weak_type)->i;
  return e->prim->id == DBX_PRIM_broadcast_in_dim &&
         same_static_shape(dbx_eqn_param(e, DBX_S_shape), x);
}

// Folds and forwards; appends what remains to the Jaxpr. Types follow the substitution.
static void simplify(dbx_frame *f, dbx_jaxpr *j) {
  dbx_arena *arena = &f->trace->arena;
  dbx_map_clear(&f->subst);
  j->eqns = DBX_NEWN(arena, dbx_eqn, f->eqns.n);
  for (uint32_t i = 0; i < f->eqns.n; i++) {
    dbx_eqn e = f->eqns.at[i];
    dbx_atom to, *in = dbx_arena_copy(arena, e.in, e.n_in * sizeof *in);
    for (uint32_t k = 0; k < e.n_in; k++) in[k] = dbx_frame_subst(f, in[k]);
    if (folds(&e, in, &to)) {
      dbx_map_put(&f->subst, e.out[0], to);
      continue;
    }
    if (forwards(&e, in)) {
      dbx_map_put(&f->subst, e.out[0], in[0]);
      continue;
    }
    e.in = in;
    e.out = dbx_arena_copy(arena, e.out, e.n_out * sizeof *e.out);
    if (f->subst.n)
      for (uint32_t k = 0; k < e.n_out; k++)
        dbx_var_at(e.out[k])->aval = dbx_aval_map(dbx_var_aval(e.out[k]), subst_dim, f);
    j->eqns[j->n_eqns++] = e;
  }
}

static void keep_consts(dbx_frame *f, dbx_jaxpr *j, const dbx_map *used, dbx_captures *consts) {
  dbx_arena *arena = &f->trace->arena;
  j->constvars = DBX_NEWN(arena, dbx_var, f->consts.n);
  j->consts = DBX_NEWN(arena, dbx_array *, f->consts.n);
  consts->n = 0;
  for (uint32_t i = 0; i < f->consts.n; i++) {
    const dbx_capture *c = &f->consts.at[i];
    if (!dbx_map_find(used, c->inner)) continue;
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
  dbx_map used = {0};
  dbx_jaxpr_used(j, keep_inputs, &used);
  keep_consts(f, j, &used, consts);
  dbx_map_free(&used);
  dbx_jaxpr_mark_dropped(j);
  return j;
}
