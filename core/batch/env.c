// What stands for variables (see rule.h).
#include "batch/rule.h"

// ---- values ----

void batch_put(batch_env *env, dbx_var v, dbx_mapped m) {
  if (m.v.kind == DBX_V_ARRAY) dbx_array_ref(m.v.array);
  dbx_push(&env->values, m);
  dbx_map_put(&env->at, dbx_tracer_of(v & DBX_HANDLE), env->values.n);
}

void batch_env_free(batch_env *env) {
  for (uint32_t i = 0; i < env->values.n; i++)
    if (env->values.at[i].v.kind == DBX_V_ARRAY) dbx_array_unref(env->values.at[i].v.array);
  dbx_vec_free(&env->values);
  dbx_map_free(&env->at);
}

// A number of Python where its type is that of one.
static V literal_value(const dbx_literal *l) {
  const dbx_aval_info *t = dbx_aval_at(l->aval);
  if (t->dtype == DBX_BOOL) return dbx_val_bool(l->value.i != 0);
  if (t->weak && t->dtype == DBX_I64) return jn_int(l->value.i);
  if (t->weak && t->dtype == DBX_F64) return jn_float(l->value.c[0]);
  if (t->weak && t->dtype == DBX_C128)
    return (V){.kind = DBX_V_COMPLEX, .c = {l->value.c[0], l->value.c[1]}};
  V v = jn_scalar(t->dtype, l->value);
  v.array->weak = t->weak;
  return v;
}

dbx_mapped batch_get(const batch_env *env, dbx_atom a) {
  if (dbx_is_literal(a)) return (dbx_mapped){literal_value(dbx_literal_at(a)), DBX_UNMAPPED};
  const uint64_t *at = dbx_map_find(&env->at, dbx_tracer_of(a & DBX_HANDLE));
  return at ? env->values.at[*at - 1] : (dbx_mapped){FAILED, DBX_UNMAPPED};
}
