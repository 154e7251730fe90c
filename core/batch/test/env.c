// Values of variables, and of literals as Python has them.
#include "batch/rule.h"

#include <criterion/criterion.h>

Test(batch_env, values) {
  batch_env env = {0};
  dbx_var v = dbx_var_new(dbx_aval_scalar(DBX_F64, false), DBX_VAR_ARG, 0);
  cr_expect(bad(batch_get(&env, v).v), "it has no value yet");
  dbx_array *a = dbx_array_scalar(DBX_F64, dbx_scalar_f(2.5));
  batch_put(&env, v, (dbx_mapped){dbx_val_array(a), 0});
  cr_expect_eq(a->refs, 2, "it is kept");
  cr_expect(batch_get(&env, v).v.array == a && batch_get(&env, v).axis == 0);
  batch_put(&env, v, (dbx_mapped){jn_int(3), DBX_UNMAPPED});
  cr_expect_eq(batch_get(&env, v).v.i, 3, "the new one counts");
  batch_env_free(&env);
  cr_expect_eq(a->refs, 1);
  dbx_array_unref(a);
}

Test(batch_env, literals) {
  batch_env env = {0};
  cr_expect_eq(batch_get(&env, dbx_literal_int(4)).v.kind, DBX_V_INT);
  dbx_mapped m = batch_get(&env, dbx_literal_of(DBX_I32, false, dbx_scalar_int(4)));
  cr_expect(m.v.kind == DBX_V_ARRAY && m.v.array->dtype == DBX_I32 && !m.v.array->weak);
  m = batch_get(&env, dbx_literal_of(DBX_F32, true, dbx_scalar_f(4)));
  cr_expect(m.v.kind == DBX_V_ARRAY && m.v.array->weak);
  cr_expect_eq(batch_get(&env, dbx_literal_of(DBX_BOOL, false, dbx_scalar_int(1))).v.kind,
               DBX_V_BOOL);
}
