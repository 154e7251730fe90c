// The function: arguments, lengths that others have, results, places.
#include "cases.h"

#include "unit/facts.h"

#include <criterion/criterion.h>

Test(hlo_jaxpr, functions) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "a:i64[] x:f64[a]", "in (a, x)",
       "module @prog | func.func public @main(%0: tensor<?xf64>) -> (tensor<i64>, tensor<?xf64>) | "
       "get_dimension_size %0, dim = 0 : (tensor<?xf64>) -> tensor<i32> | return"},
      {DBX_HLO_XLA, "n:i64[] y:f64[3]", "in (n,)", "@main(%0: tensor<i64>, %1: tensor<3xf64>)"},
      {DBX_HLO_XLA, "x:f64[]", "in (1, 2.0:f64[])", "-> (tensor<i64>, tensor<f64>)"},
      {DBX_HLO_IREE, "a:i64[] x:u8[a]", "in (a,)",
       "bitcast_convert %0 : (tensor<?xui8>) -> tensor<?xi8> | get_dimension_size"},
  };
  HLO_CHECK(cases);
}

Test(hlo_jaxpr, signatures) {
  dbx_hlo_slot in[3], out[2];
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; a:i64[] k:i64[] x:f64[2,a]. let in (a, x) }");
  dbx_hlo_signature(j, in, out);
  cr_assert(in[0].left_out && in[0].of == 2 && in[0].axis == 1);
  cr_assert(!in[1].left_out && !in[2].left_out && !out[0].left_out && !out[1].left_out);
  j->n_implicit_out = 1;
  dbx_hlo_signature(j, in, out);
  cr_assert(out[0].left_out && out[0].of == 1 && out[0].axis == 1);
}
