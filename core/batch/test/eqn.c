// An equation by the rule of its row, or as it is if no operand is mapped.
#include "batch/rule.h"
#include "unit/expr.h"
#include "unit/facts.h"

#include <criterion/criterion.h>

static dbx_status bound(const char *text, dbx_mapped x, dbx_mapped *out) {
  const dbx_jaxpr *j = facts_jaxpr(text);
  batch_env env = {0};
  batch_put(&env, j->invars[0], x);
  dbx_status st = batch_eqn(&j->eqns[0], &env, dbx_dim_int(2), out);
  batch_env_free(&env);
  return st;
}

static dbx_mapped ones(int64_t axis) {
  S shape = {2, (dbx_dim[]){dbx_dim_int(3), dbx_dim_int(2)}};
  return (dbx_mapped){lax_full(shape, jn_float(1), DBX_F64), axis};
}

Test(batch_eqn, rule_of_the_row) {
  const char *sum = "{ lambda ; a:f64[3]. let b:f64[] = reduce_sum[axes=(0,)] a in (b,) }";
  dbx_mapped out;
  cr_assert_eq(bound(sum, ones(1), &out), DBX_OK);
  cr_expect_eq(out.axis, 0);
  cr_expect_str_eq(dbx_aval_text(dbx_val_aval(&out.v)), "f64[2]");
}

Test(batch_eqn, unmapped) {
  const char *sum = "{ lambda ; a:f64[3,2]. let b:f64[3] = reduce_sum[axes=(1,)] a in (b,) }";
  dbx_mapped out;
  cr_assert_eq(bound(sum, ones(DBX_UNMAPPED), &out), DBX_OK);
  cr_expect_eq(out.axis, DBX_UNMAPPED);
  cr_expect_str_eq(dbx_aval_text(dbx_val_aval(&out.v)), "f64[3]");
}

Test(batch_eqn, operand_without_a_value) {
  const dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:f64[3]. let b:f64[3] = sin a in (b,) }");
  batch_env env = {0};
  dbx_mapped out;
  cr_expect_eq(batch_eqn(&j->eqns[0], &env, dbx_dim_int(2), &out), DBX_FAIL);
}
