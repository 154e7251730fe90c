// for_loop, while_loop: what changes is carried, what stays is not.
#include "cases.h"

#include <criterion/criterion.h>

#define FOR(body, counts, operands)                                                                \
  "for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; " body " } " counts                \
  " preserve_dimensions=True] " operands

Test(hlo_loops, for_loops) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "n:i64[] x:f64[3]",
       "y:f64[3] = " FOR("i:i64[] p:f64[3]. let q:f64[3] = add p p in (q,)",
                         "body_nconsts=0 nimplicit=0", "0 n 1 0 x") " in (y,)",
       "stablehlo.while( | tensor<i64>, tensor<3xf64> | cond { | compare LT | stablehlo.return | "
       "} do { | stablehlo.add | stablehlo.return"},
      {DBX_HLO_XLA, "n:i64[] x:f64[3] z:f64[3]",
       "y:f64[3] r:f64[3] = " FOR("i:i64[] p:f64[3] s:f64[3]. let q:f64[3] = add p s in (q, s)",
                                  "body_nconsts=0 nimplicit=0", "0 n 1 0 x z") " in (y,)",
       ":2 = stablehlo.while("},
      {DBX_HLO_XLA, "n:i64[] s:i64[] x:f64[3]",
       "y:f64[3] = " FOR("i:i64[] p:f64[3]. let q:f64[3] = add p p in (q,)",
                         "body_nconsts=0 nimplicit=0", "0 n s 0 x") " in (y,)",
       "stablehlo.divide | stablehlo.select | :2 = stablehlo.while( | tensor<i64>, tensor<3xf64> | "
       "stablehlo.multiply"},
  };
  HLO_CHECK(cases);
}

Test(hlo_loops, lengths_that_change_are_tied_for_iree) {
  static const hlo_case cases[] = {
      {DBX_HLO_IREE, "n:i64[] x:f64[2]",
       "d:i64[] y:f64[d] = " FOR("a:i64[] i:i64[] p:f64[a]. let b:i64[] = add a a q:f64[b] = "
                                 "concatenate[dimension=0] p p in (b, q)",
                                 "body_nconsts=0 nimplicit=1", "2 0 n 1 0 x") " in (y,)",
       "tensor.cast %1 : tensor<2xf64> to tensor<?xf64> | stablehlo.while( | tie_shape | "
       "stablehlo.concatenate | stablehlo.return | tie_shape"},
  };
  HLO_CHECK(cases);
}

Test(hlo_loops, while_loops) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "n:i64[]",
       "r:i64[] = while_loop[body_jaxpr={ lambda ; q:i64[]. let w:i64[] = add q 1 in (w,) } "
       "body_nconsts=0 cond_jaxpr={ lambda ; v:i64[] q:i64[]. let w:bool[] = lt q v in (w,) } "
       "cond_nconsts=1 nimplicit=0 preserve_dimensions=True] n 0 in (r,)",
       "stablehlo.while( | cond { | compare LT | } do { | stablehlo.add | stablehlo.return"},
      {DBX_HLO_XLA, "n:i64[]",
       "r:i64[] = while_loop[body_jaxpr={ lambda ; q:i64[]. let in (q,) } body_nconsts=0 "
       "cond_jaxpr={ lambda ; q:i64[]. let w:bool[] = lt q 1 in (w,) } cond_nconsts=0 nimplicit=0 "
       "preserve_dimensions=True] n in (r,)",
       "E804 while_loop"},
  };
  HLO_CHECK(cases);
}

Test(hlo_loops, different_arrays_begin_apart_for_iree) {
  static const hlo_case cases[] = {
      {DBX_HLO_IREE, "n:i64[] x:f64[3] z:f64[3]",
       "y:f64[3] r:f64[3] = " FOR("i:i64[] p:f64[3] s:f64[3]. let q:f64[3] = add p s in (q, p)",
                                  "body_nconsts=0 nimplicit=0", "0 n 1 0 x z") " in (y,)",
       "util.optimization_barrier %1 | util.optimization_barrier %2 | stablehlo.while("},
  };
  HLO_CHECK(cases);
}
