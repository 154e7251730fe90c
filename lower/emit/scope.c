// Variables and their values, the types that name them, and operands on their way into a nested
// Jaxpr.
#include "lower/emit/emit.h"

value *scope_find(const scope *s, dbx_var v) {
  for (; s; s = s->outer) {
    uint64_t *at = dbx_map_find(&s->values, v & DBX_HANDLE);
    if (at && *at) return (value *)(uintptr_t)*at;
  }
  return NULL;
}

void scope_bind(scope *s, dbx_var v, value *x) {
  dbx_map_put(&s->values, v & DBX_HANDLE, (uint64_t)(uintptr_t)x);
}

void scope_free(emitter *e, scope *s) {
  for (uint32_t i = 0; i < s->values.cap; i++)
    if (s->values.slot[i].key) val_drop(e, (value *)(uintptr_t)s->values.slot[i].val);
  dbx_map_free(&s->values);
}

void scope_drop(emitter *e, scope *s, dbx_var v) {
  uint64_t *at = dbx_map_find(&s->values, v & DBX_HANDLE);
  if (!at || !*at) return;
  value *x = (value *)(uintptr_t)*at;
  *at = 0;
  val_drop(e, x);
}

// ---- types ----

void type_dims(emitter *e, const scope *s, dbx_aval a, const dim *like, dim *ret) {
  const dbx_aval_info *v = dbx_aval_at(a);
  for (uint32_t i = 0; i < v->rank; i++) {
    const value *x =
        dbx_dim_is_var(v->dims[i]) ? scope_find(s, (dbx_var)dbx_dim_value(v->dims[i])) : NULL;
    ret[i] = x      ? dim_of(x)
             : like ? like[i]
                    : dim_known(dbx_dim_is_int(v->dims[i]) ? dbx_dim_value(v->dims[i]) : 0);
    if (dbx_dim_is_int(v->dims[i])) ret[i] = dim_known(dbx_dim_value(v->dims[i]));
  }
}

void type_guard(emitter *e, const scope *s, const value *v, dbx_aval a) {
  dim *want = DBX_TMP(dim, v->rank + 1);
  type_dims(e, s, a, v->dims, want);
  for (uint32_t i = 0; i < v->rank; i++) {
    if (dim_same(v->dims[i], want[i])) continue;
    MlirValue have = dim_i64(e, v->dims[i]), type = dim_i64(e, want[i]);
    ml_guard(e, ml_cmpi(e, I_NE, have, type), LOWER_TYPE, have, ml_int(e, e->i64, i), type);
  }
}

// ---- operands of nested Jaxprs ----

value *call_inner(emitter *e, value *v) {
  if (!v->rank || val_is_dense(v)) return val_ref(v);
  return val_clone(e, v);
}

void call_settle(emitter *e, value **in, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (in[i]->kind == V_OP || in[i]->kind == V_JOIN) val_dense(e, in[i]);
}

void call_guard(emitter *e, const dbx_jaxpr *j, value *const *args) {
  scope s = {0};
  for (uint32_t i = 0; i < j->n_in; i++) scope_bind(&s, j->invars[i], val_ref(args[i]));
  for (uint32_t i = 0; i < j->n_in; i++) type_guard(e, &s, args[i], dbx_var_aval(j->invars[i]));
  scope_free(e, &s);
}

bool read_once(const dbx_jaxpr *j, dbx_var v) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_in; k++) n += j->eqns[i].in[k] == v;
  for (uint32_t i = 0; i < j->n_out; i++) n += j->outs[i] == v;
  return n <= 1;
}
