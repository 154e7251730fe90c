// cond, switch and calls.
#include "cases.h"

#include <criterion/criterion.h>

Test(hlo_branches, conditionals) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "p:bool[] q:bool[] n:i64[]",
       "r:i64[] = cond[branch_jaxprs=[{ lambda ; a:i64[]. let b:i64[] = add a 1 in (b,) }, { "
       "lambda ; a:i64[]. let in (a,) }, { lambda ; a:i64[]. let b:i64[] = mul a a in (b,) }] "
       "nimplicit_outputs=0] p q n in (r,)",
       "\"stablehlo.if\"(%0) | stablehlo.add | }, { | \"stablehlo.if\"(%1) | multiply | }) : "
       "(tensor<i1>) -> (tensor<i64>)"},
      {DBX_HLO_XLA, "k:i32[] n:i64[]",
       "r:i64[] = cond[branches=({ lambda ; a:i64[]. let b:i64[] = add a 1 in (b,) } { lambda ; "
       "a:i64[]. let in (a,) })] k n in (r,)",
       "stablehlo.compare LE | \"stablehlo.if\""},
      {DBX_HLO_IREE, "p:bool[] x:f64[2]",
       "d:i64[] y:f64[d] = cond[branch_jaxprs=[{ lambda ; a:f64[2]. let in (2, a) }, { lambda ; "
       "a:f64[2]. let b:f64[4] = concatenate[dimension=0] a a in (4, b) }] nimplicit_outputs=1] p "
       "x in (y,)",
       "tensor.cast | }, { | tensor.cast | }) : (tensor<i1>) -> (tensor<i64>, tensor<?xf64>) | "
       "tie_shape"},
  };
  HLO_CHECK(cases);
}

#define REMAT(differentiated)                                                                      \
  "y:f64[2] = remat2[differentiated=" #differentiated                                              \
  " jaxpr={ lambda ; n:i64[] p:f64[2] c:f64[]. let q:f64[2] = sin p; r:f64[2] = mul q c in (r,) "  \
  "} "                                                                                             \
  "policy=None prevent_cse=True] n x s in (y,)"

Test(hlo_branches, what_is_computed_again_is_kept_apart) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "n:i64[] x:f64[2] s:f64[]", REMAT(True),
       "optimization_barrier %1 : tensor<2xf64> | optimization_barrier %2 : tensor<f64> | "
       "sine %3"},
      {DBX_HLO_IREE, "n:i64[] x:f64[2] s:f64[]", REMAT(True), "util.optimization_barrier | sine"},
      {DBX_HLO_XLA, "n:i64[] x:f64[2] s:f64[]", REMAT(False), "stablehlo.sine %1"},
  };
  HLO_CHECK(cases);
}

Test(hlo_branches, calls_are_written_in_their_place) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "a:i64[] x:f64[a]",
       "y:f64[a] = pjit[name=f jaxpr={ lambda ; n:i64[] p:f64[n]. let q:f64[n] = neg p in (q,) }] "
       "a x in (y,)",
       "stablehlo.negate %0 : tensor<?xf64> | return"},
  };
  HLO_CHECK(cases);
}
