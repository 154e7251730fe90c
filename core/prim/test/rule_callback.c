// Calls of the host's functions: their results are what the parameter says.
#include "prim/prim.h"
#include "unit/facts.h"

#include <criterion/criterion.h>

static dbx_kv with(dbx_sym key, const dbx_param *p) { return (dbx_kv){key, p}; }

static const dbx_param *types(dbx_dim length) {
  const dbx_param *two[] = {dbx_p_aval(dbx_aval_of(DBX_F32, false, 1, &length)),
                            dbx_p_aval(dbx_aval_scalar(DBX_I64, false))};
  return dbx_p_tuple(two, 2);
}

Test(rule_callback, results_are_those_of_the_parameter) {
  dbx_kv kv[] = {with(DBX_S_callback, dbx_p_host("f", 7)),
                 with(DBX_S_result_avals, types(dbx_dim_int(3)))};
  dbx_site s = {dbx_primitive_of(DBX_PRIM_pure_callback), NULL, kv, 0, 2};
  dbx_aval out[2];
  cr_assert_eq(dbx_primitive_results(&s), 2);
  cr_assert_eq(dbx_rule_callback(&s, out), DBX_OK);
  cr_expect_eq(out[0], kv[1].val->item[0]->aval);
  cr_expect_eq(out[1], dbx_aval_scalar(DBX_I64, false));
  s.n_params = 1;
  cr_expect_eq(dbx_primitive_results(&s), 0, "without it there are none");
  cr_expect_eq(dbx_rule_callback(&s, out), DBX_OK);
}

Test(rule_callback, what_is_no_type_is_refused) {
  dbx_kv kv[] = {with(DBX_S_callback, dbx_p_host("f", 7)),
                 with(DBX_S_results_aval, types(dbx_dim_var(1)))};
  dbx_site s = {dbx_primitive_of(DBX_PRIM_python_callback), NULL, kv, 0, 2};
  dbx_aval out[2];
  cr_expect(facts_match(facts_failure(dbx_rule_callback(&s, out)), "E314"));
  kv[0].val = dbx_p_text("f");
  s.n_params = 1;
  cr_expect(facts_match(facts_failure(dbx_rule_callback(&s, out)), "E314"));
}

Test(rule_callback, others_give_one_result_or_as_many_as_operands) {
  dbx_site s = {dbx_primitive_of(DBX_PRIM_sort), NULL, NULL, 3, 0};
  cr_expect_eq(dbx_primitive_results(&s), 3);
  s.prim = dbx_primitive_of(DBX_PRIM_add);
  cr_expect_eq(dbx_primitive_results(&s), 1);
  cr_expect(!dbx_calls_host(s.prim));
  cr_expect(dbx_calls_host(dbx_primitive_of(DBX_PRIM_debug_callback)));
}

Test(rule_callback, tangents_have_the_types_of_the_results) {
  dbx_kv kv[] = {with(DBX_S_num_out, dbx_p_int(1))};
  dbx_atom in[] = {dbx_literal_of(DBX_F64, false, dbx_scalar_int(1)), dbx_literal_int(2)};
  dbx_site s = {dbx_primitive_of(DBX_PRIM_custom_lin), in, kv, 2, 1};
  dbx_aval out[2];
  cr_assert_eq(dbx_primitive_results(&s), 1);
  cr_assert_eq(dbx_rule_custom_lin(&s, out), DBX_OK);
  cr_expect_eq(out[0], dbx_atom_aval(in[0]));
  kv[0].val = dbx_p_int(3);
  cr_expect(facts_match(facts_failure(dbx_rule_custom_lin(&s, out)), "E314"));
}
