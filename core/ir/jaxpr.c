// Helpers over equations and Jaxprs (see jaxpr.h).
#include "ir/jaxpr.h"

#include "ir/primitive.h"
#include <string.h>

static void each(const dbx_param *p, void (*f)(void *, dbx_jaxpr *), void *ctx) {
  if (p->kind == DBX_P_JAXPR) f(ctx, p->jaxpr);
  if (p->kind == DBX_P_TUPLE || p->kind == DBX_P_LIST)
    for (uint32_t i = 0; i < p->n; i++) each(p->item[i], f, ctx);
}

void dbx_eqn_each_jaxpr(const dbx_eqn *e, void (*f)(void *, dbx_jaxpr *), void *ctx) {
  for (uint32_t i = 0; i < e->n_params; i++) each(e->params[i].val, f, ctx);
}

dbx_atom dbx_jaxpr_atom(const dbx_jaxpr *j, dbx_atom a) {
  if (!j || !j->subst.n || dbx_is_literal(a)) return a;
  const uint64_t *to = dbx_map_find(&j->subst, a & DBX_HANDLE);
  return to ? (dbx_atom)*to : a;
}

dbx_atom dbx_jaxpr_tracer(const dbx_jaxpr *j, dbx_atom a) {
  a = dbx_jaxpr_atom(j, a);
  return dbx_is_literal(a) ? a : dbx_tracer_of(a);
}

dbx_atom dbx_jaxpr_typed(const dbx_jaxpr *j, dbx_atom a) {
  dbx_atom to = dbx_jaxpr_atom(j, a);
  return !dbx_is_literal(to) && dbx_tracer_of(to) == a ? to : a;
}

dbx_aval dbx_jaxpr_aval(const dbx_jaxpr *j, dbx_atom a) {
  return dbx_atom_aval(dbx_jaxpr_typed(j, a));
}

typedef struct user {
  dbx_set *used;
  dbx_aval last; // whose dims were added just now: neighbours often have one type
} user;

static void use_dims(user *u, dbx_var x) {
  dbx_aval a = dbx_var_aval(x);
  const dbx_aval_info *v = dbx_aval_at(a);
  for (uint32_t i = 0; a != u->last && v->dynamic && i < v->rank; i++)
    if (dbx_dim_is_var(v->dims[i])) dbx_set_add(u->used, (dbx_var)dbx_dim_value(v->dims[i]));
  u->last = a;
}

static void use(user *u, dbx_atom a) {
  if (dbx_is_literal(a)) return;
  dbx_set_add(u->used, a & DBX_HANDLE);
  use_dims(u, a);
}

void dbx_jaxpr_used(const dbx_jaxpr *j, bool inputs, dbx_set *used) {
  user u = {.used = used};
  for (uint32_t i = 0; inputs && i < j->n_in; i++) use(&u, j->invars[i]);
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    for (uint32_t k = 0; k < e->n_in; k++) use(&u, e->in[k]);
    for (uint32_t k = 0; k < e->n_out; k++) use_dims(&u, e->out[k]);
  }
  for (uint32_t i = 0; i < j->n_out; i++) use(&u, j->outs[i]);
}

void dbx_jaxpr_mark_dropped(dbx_jaxpr *j, const dbx_set *used, dbx_arena *arena) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    dbx_eqn *e = &j->eqns[i];
    for (uint32_t k = 0; k < e->n_out; k++) {
      dbx_var v = e->out[k] & DBX_HANDLE, binder = dbx_set_has(used, v) ? v : v | DBX_DROPPED;
      if (binder == e->out[k]) continue;
      e->out = dbx_arena_copy(arena, e->out, e->n_out * sizeof *e->out);
      e->out[k] = binder;
    }
  }
}

bool dbx_eqn_unused(const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++)
    if (!(e->out[i] & DBX_DROPPED)) return false;
  return e->n_out > 0;
}
