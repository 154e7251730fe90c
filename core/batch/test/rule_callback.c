// Calls of the host over a further axis: tests/fuzz/vmapped and tests/conformance2/debug have
// programs; here is what is refused.
#include "batch/rule.h"

#include "unit/expr.h"

#include <criterion/criterion.h>

static dbx_status refused(dbx_prim p, dbx_dim size, const dbx_kv *kv, uint32_t n) {
  dbx_eqn e = {.prim = dbx_primitive_of(p), .params = kv, .n_params = n};
  batch_site s = {.e = &e, .size = size};
  dbx_mapped out;
  return p == DBX_PRIM_debug_callback ? dbx_batch_each(&s, &out) : dbx_batch_callback(&s, &out);
}

Test(batch_rule_callback, refused) {
  dbx_kv kv[] = {{DBX_S_ordered, dbx_p_bool(true)}};
  cr_expect_eq(refused(DBX_PRIM_io_callback, dbx_dim_int(2), kv, 1), DBX_FAIL);
  cr_expect_str_eq(taken(), "E208 ValueError");
  dbx_var n = dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 0);
  cr_expect_eq(refused(DBX_PRIM_debug_callback, dbx_dim_var(n), NULL, 0), DBX_FAIL);
  cr_expect_str_eq(taken(), "E218 NotImplementedError");
}
