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

dbx_mapped batch_get(const batch_env *env, dbx_atom a) {
  if (dbx_is_literal(a)) return (dbx_mapped){lax_literal(dbx_literal_at(a)), DBX_UNMAPPED};
  const uint64_t *at = dbx_map_find(&env->at, dbx_tracer_of(a & DBX_HANDLE));
  return at ? env->values.at[*at - 1] : (dbx_mapped){FAILED, DBX_UNMAPPED};
}
