// toJaxpr: from a frame to a Jaxpr. What is simplified is what jax simplifies, nothing else
// (docs/semantics.md, What toJaxpr changes): conversions of scalar constants are folded,
// conversions and broadcasts that change nothing are forwarded, unused constants are pruned.
#include "prim/prim.h"
#include "trace/trace.h"

#include <string.h>

// What is under way: the substitution so far, which becomes the Jaxpr's.
typedef struct build {
  const dbx_frame *f;
  dbx_arena *arena;
  dbx_jaxpr *j;
  dbx_aval from, to; // the type that was mapped last: neighbours often have one
} build;

const dbx_jaxpr *dbx_frame_jaxpr(const dbx_frame *f, const dbx_map *so_far) {
  const uint64_t *j = so_far ? dbx_map_find(so_far, f->id) : NULL;
  return j ? (const dbx_jaxpr *)(uintptr_t)*j : f->jaxpr;
}

dbx_atom dbx_frame_subst(const dbx_frame *f, dbx_atom a) { return dbx_jaxpr_tracer(f->jaxpr, a); }

dbx_aval dbx_tracer_aval(dbx_atom a, const dbx_map *so_far) {
  const dbx_frame *f = dbx_is_literal(a) ? NULL : dbx_frame_by_id(dbx_var_at(a)->frame);
  return f ? dbx_jaxpr_aval(dbx_frame_jaxpr(f, so_far), a & DBX_HANDLE) : dbx_atom_aval(a);
}

static dbx_dim subst_dim(void *j, dbx_dim d) {
  return dbx_dim_is_var(d) ? dbx_dim_of_atom(dbx_jaxpr_atom(j, (dbx_atom)dbx_dim_value(d))) : d;
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

static void subst_operands(const build *b, dbx_eqn *e) {
  dbx_atom *own = NULL;
  for (uint32_t k = 0; b->j->subst.n && k < e->n_in; k++) {
    dbx_atom to = dbx_jaxpr_atom(b->j, e->in[k]);
    if (to == e->in[k]) continue;
    if (!own) own = dbx_arena_copy(b->arena, e->in, e->n_in * sizeof *own);
    own[k] = to;
  }
  if (own) e->in = own;
}

// The types of the results follow the substitution: a binder whose type changes is a copy.
static void subst_types(build *b, dbx_eqn *e) {
  dbx_var *own = NULL;
  for (uint32_t k = 0; k < e->n_out; k++) {
    dbx_aval aval = dbx_var_aval(e->out[k]);
    if (aval != b->from) b->from = aval, b->to = dbx_aval_map(aval, subst_dim, b->j);
    if (b->to == aval) continue;
    if (!own) own = dbx_arena_copy(b->arena, e->out, e->n_out * sizeof *own);
    dbx_map_put(&b->j->subst, e->out[k], own[k] = dbx_var_typed(e->out[k], b->to));
  }
  if (own) e->out = own;
}

// Folds and forwards; appends what remains to the Jaxpr.
static void simplify(build *b) {
  const dbx_frame *f = b->f;
  dbx_jaxpr *j = b->j;
  j->eqns = dbx_arena_copy(b->arena, f->eqns.at, f->eqns.n * sizeof *j->eqns);
  for (uint32_t i = 0; i < f->eqns.n; i++) {
    dbx_eqn *e = &j->eqns[i];
    dbx_atom to;
    subst_operands(b, e);
    if (folds(e, &to) || forwards(e, &to)) {
      dbx_map_put(&j->subst, e->out[0], to);
      b->from = 0;
      continue;
    }
    if (j->subst.n) subst_types(b, e);
    if (j->n_eqns < i) j->eqns[j->n_eqns] = *e;
    j->n_eqns++;
  }
}

static void keep_consts(const build *b, const dbx_set *used, dbx_captures *consts) {
  const dbx_frame *f = b->f;
  dbx_jaxpr *j = b->j;
  j->constvars = DBX_NEWN(b->arena, dbx_var, f->consts.n);
  j->consts = DBX_NEWN(b->arena, dbx_array *, f->consts.n);
  for (uint32_t i = 0; i < f->consts.n; i++) {
    const dbx_capture *c = &f->consts.at[i];
    if (!dbx_set_has(used, c->inner)) continue;
    j->consts[j->n_const] = c->array;
    j->constvars[j->n_const++] = c->inner;
    if (consts) dbx_push(consts, *c);
  }
}

// The slots move to the arena.
static void keep_subst(const build *b) {
  dbx_map *m = &b->j->subst, own = *m;
  if (!m->n) return;
  own.slot = dbx_arena_copy(b->arena, m->slot, m->cap * sizeof *m->slot);
  dbx_map_free(m);
  *m = own;
}

dbx_jaxpr *dbx_to_jaxpr(const dbx_frame *f, dbx_arena *arena, const dbx_atom *outs, uint32_t n_out,
                        bool keep_inputs, dbx_captures *consts) {
  dbx_jaxpr *j = DBX_NEW(arena, dbx_jaxpr);
  build b = {.f = f, .arena = arena, .j = j};
  j->frame = f->id;
  simplify(&b);
  keep_subst(&b);
  j->invars = dbx_arena_copy(arena, f->invars.at, f->invars.n * sizeof *f->invars.at);
  j->n_in = f->invars.n;
  j->outs = DBX_NEWN(arena, dbx_atom, n_out);
  j->n_out = n_out;
  for (uint32_t i = 0; i < n_out; i++) j->outs[i] = dbx_jaxpr_atom(j, outs[i]);
  dbx_set used = {0};
  dbx_jaxpr_used(j, keep_inputs, &used);
  keep_consts(&b, &used, consts);
  dbx_jaxpr_mark_dropped(j, &used, arena);
  dbx_set_free(&used);
  return j;
}
