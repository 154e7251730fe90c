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

static void use_dims(dbx_map *used, dbx_var x) {
  const dbx_aval_info *v = dbx_aval_at(dbx_var_aval(x));
  for (uint32_t i = 0; v->dynamic && i < v->rank; i++)
    if (dbx_dim_is_var(v->dims[i])) dbx_map_put(used, (uint64_t)dbx_dim_value(v->dims[i]), 1);
}

static void use(dbx_map *used, dbx_atom a) {
  if (dbx_is_literal(a)) return;
  a &= DBX_HANDLE;
  dbx_map_put(used, a, 1);
  use_dims(used, a);
}

void dbx_jaxpr_used(const dbx_jaxpr *j, bool inputs, dbx_map *used) {
  for (uint32_t i = 0; inputs && i < j->n_in; i++) use(used, j->invars[i]);
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    for (uint32_t k = 0; k < j->eqns[i].n_in; k++) use(used, j->eqns[i].in[k]);
    for (uint32_t k = 0; k < j->eqns[i].n_out; k++) use_dims(used, j->eqns[i].out[k] & DBX_HANDLE);
  }
  for (uint32_t i = 0; i < j->n_out; i++) use(used, j->outs[i]);
}

void dbx_jaxpr_mark_dropped(dbx_jaxpr *j) {
  dbx_map used = {0};
  dbx_jaxpr_used(j, false, &used);
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_out; k++) {
      dbx_var v = j->eqns[i].out[k] & DBX_HANDLE;
      j->eqns[i].out[k] = dbx_map_find(&used, v) ? v : v | DBX_DROPPED;
    }
  dbx_map_free(&used);
}

static dbx_map by_sym;

const dbx_primitive *dbx_primitive_find(dbx_sym name) {
  if (!by_sym.n)
    for (int i = dbx_primitive_count; i-- > 0;) // of several with one name the first row
      dbx_map_put(&by_sym, dbx_intern(dbx_primitive_table[i].name),
                  (uint64_t)(uintptr_t)&dbx_primitive_table[i]);
  uint64_t *p = dbx_map_find(&by_sym, name);
  return p ? (const dbx_primitive *)(uintptr_t)*p : NULL;
}
