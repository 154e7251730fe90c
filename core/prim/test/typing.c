// Which dtypes primitives take, and of which kind their results are.
#include "prim/prim.h"

#include <criterion/criterion.h>

Test(typing, primitives_take_what_their_rows_say) {
  static const struct {
    dbx_prim p;
    dbx_dtype t;
    bool takes;
  } facts[] = {{DBX_PRIM_add, DBX_F64, true},  {DBX_PRIM_add, DBX_I32, true},
               {DBX_PRIM_add, DBX_C128, true}, {DBX_PRIM_add, DBX_BOOL, false},
               {DBX_PRIM_sin, DBX_F32, true},  {DBX_PRIM_sin, DBX_C64, true},
               {DBX_PRIM_sin, DBX_I64, false}, {DBX_PRIM_and, DBX_BOOL, true},
               {DBX_PRIM_and, DBX_I64, true},  {DBX_PRIM_and, DBX_F64, false}};
  for (int again = 0; again < 2; again++) // the second time from what was looked up
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
      cr_expect_eq(dbx_prim_takes(facts[i].p, facts[i].t), facts[i].takes, "row %zu", i);
}

Test(typing, comparisons_give_truth_values) {
  cr_expect_eq(dbx_prim_result_kind(DBX_PRIM_lt), dbx_prim_result_kind(DBX_PRIM_eq));
  cr_expect_neq(dbx_prim_result_kind(DBX_PRIM_lt), dbx_prim_result_kind(DBX_PRIM_add));
}
