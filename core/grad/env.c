// What stands for variables (see rule.h).
#include "grad/rule.h"

static void keep(V v) {
  if (v.kind == DBX_V_ARRAY) dbx_array_ref(v.array);
}

static void leave(V v) {
  if (v.kind == DBX_V_ARRAY) dbx_array_unref(v.array);
}

void grad_put(grad_env *env, dbx_var v, grad_value x) {
  keep(x.x);
  keep(x.t);
  dbx_push(&env->values, x);
  dbx_map_put(&env->at, dbx_tracer_of(v & DBX_HANDLE), env->values.n);
}

void grad_env_free(grad_env *env) {
  for (uint32_t i = 0; i < env->values.n; i++) {
    leave(env->values.at[i].x);
    leave(env->values.at[i].t);
  }
  dbx_vec_free(&env->values);
  dbx_map_free(&env->at);
}

const grad_value *grad_find(const grad_env *env, dbx_atom a, grad_value *literal) {
  if (dbx_is_literal(a)) {
    *literal = (grad_value){lax_literal(dbx_literal_at(a)), dbx_val_none()};
    return literal;
  }
  const uint64_t *at = dbx_map_find(&env->at, dbx_tracer_of(a & DBX_HANDLE));
  return at ? &env->values.at[*at - 1] : NULL;
}

V grad_get(const grad_env *env, dbx_atom a) {
  grad_value literal;
  const grad_value *v = grad_find(env, a, &literal);
  return v ? v->x : dbx_val_none();
}

// ---- types ----

typedef struct typing {
  const grad_env *env;
  const dbx_eqn *e;
} typing;

static dbx_dim length_of(void *ctx, dbx_dim d) {
  const typing *t = ctx;
  if (!dbx_dim_is_var(d)) return d;
  dbx_var v = dbx_tracer_of((dbx_var)dbx_dim_value(d));
  for (uint32_t i = 0; t->e && i < t->e->n_out; i++)
    if (dbx_tracer_of(t->e->out[i] & DBX_HANDLE) == v) return dbx_dim_make(DBX_DIM_OUTDB, i);
  V x = grad_get(t->env, v);
  if (x.kind == DBX_V_TRACER) return dbx_dim_var(x.tracer);
  if (x.kind == DBX_V_INT) return dbx_dim_int(x.i);
  return x.kind == DBX_V_ARRAY ? dbx_dim_int(dbx_array_at(x.array, 0).i) : d;
}

dbx_aval grad_type(const grad_env *env, dbx_aval a, const dbx_eqn *e) {
  typing t = {env, e};
  return dbx_aval_at(a)->dynamic ? dbx_aval_map(a, length_of, &t) : a;
}

const dbx_aval *grad_types(const grad_env *env, const dbx_eqn *e) {
  dbx_aval *types = DBX_TMP(dbx_aval, e->n_out + 1);
  for (uint32_t i = 0; i < e->n_out; i++) types[i] = grad_type(env, dbx_var_aval(e->out[i]), e);
  return types;
}

// ---- zeros and sums ----

V grad_zeros(dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  V zero = lax_convert(jn_int(0), t->dtype, t->weak);
  return lax_broadcast(zero, grad_shape(a));
}

V grad_or_zeros(V v, dbx_aval a) { return is_zero(v) ? grad_zeros(a) : v; }

V grad_add(V x, V y) {
  if (is_zero(x)) return y;
  return is_zero(y) ? x : lax2(DBX_PRIM_add_any, x, y);
}
