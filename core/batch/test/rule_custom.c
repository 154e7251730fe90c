// Functions with rules of their own over a further axis: tests/grad has programs; here is what
// becomes of the equation.
#include "batch/rule.h"
#include "mapped.h"
#include "trace/state.h"
#include "unit/expr.h"

#include <criterion/criterion.h>

static dbx_status next_number(int64_t number, int64_t *ret) { return *ret = number + 1, DBX_OK; }

Test(batch_rule_custom, a_rule_is_mapped_by_its_program) {
  dbx_kv kv[] = {{DBX_S_bwd, dbx_p_host("backward rule", 7)},
                 {DBX_S_num_out, dbx_p_int(0)},
                 {DBX_S_num_res, dbx_p_int(0)}};
  dbx_eqn e = {.prim = dbx_primitive_of(DBX_PRIM_custom_lin), .params = kv, .n_params = 3};
  batch_site s = {.e = &e, .size = dbx_dim_int(2)};
  dbx_mapped out;
  trace_now->of_examples = NULL;
  cr_expect_eq(dbx_batch_custom_lin(&s, &out), DBX_FAIL);
  cr_expect_str_eq(taken(), "E218 NotImplementedError");
  trace_now->of_examples = next_number;
  cr_expect_eq(dbx_batch_custom_lin(&s, &out), DBX_FAIL); // there are no results
  cr_expect_str_eq(taken(), "E314 TypeError");
  trace_now->of_examples = NULL;
}
