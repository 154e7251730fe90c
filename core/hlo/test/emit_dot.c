// dot_general.
#include "cases.h"

#include <criterion/criterion.h>

#define DOT(dims, type)                                                                            \
  "z:" type " = dot_general[dimension_numbers=" dims " preferred_element_type=float64] x y in "    \
  "(z,)"

Test(hlo_dot, products) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "x:f64[2,3] y:f64[3,4]", DOT("(([1], [0]), ([], []))", "f64[2,4]"),
       "stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x3xf64>, "
       "tensor<3x4xf64>) -> tensor<2x4xf64>"},
      {DBX_HLO_XLA, "x:f64[5,2,3] y:f64[5,3,4]", DOT("(([2], [1]), ([0], [0]))", "f64[5,2,4]"),
       "batching_dims = [0] x [0], contracting_dims = [2] x [1]"},
      {DBX_HLO_IREE, "a:i64[] x:f64[a,3] y:f64[3]", DOT("(([1], [0]), ([], []))", "f64[a]"),
       "affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> "
       "(d0)> | \"parallel\", \"reduction\" | arith.mulf | arith.addf"},
      {DBX_HLO_IREE, "a:i64[] b:i64[] x:f64[a] y:f64[b]", DOT("(([], []), ([], []))", "f64[a,b]"),
       "affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, "
       "d1)>"},
  };
  HLO_CHECK(cases);
}
