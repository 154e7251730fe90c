// Reductions, argmax, cumulative operations, sort.
#include "cases.h"

#include <criterion/criterion.h>

Test(hlo_reduce, folds) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "a:i64[] x:f64[a,2]", "y:f64[2] = reduce_sum[axes=(0,)] x in (y,)",
       "stablehlo.reduce(%0 init: | applies stablehlo.add across dimensions = [0] : "
       "(tensor<?x2xf64>, tensor<f64>) -> tensor<2xf64>"},
      {DBX_HLO_XLA, "x:i8[3]", "y:i8[] = reduce_max[axes=(0,)] x in (y,)",
       "dense<-128> : tensor<i8> | stablehlo.maximum"},
      {DBX_HLO_XLA, "x:bool[3]", "y:bool[] = reduce_and[axes=(0,)] x in (y,)",
       "dense<true> | stablehlo.and"},
      {DBX_HLO_XLA, "x:f64[3]", "y:i64[] = argmax[axes=(0,) index_dtype=int64] x in (y,)",
       "\"stablehlo.reduce\" | compare GT | stablehlo.return | #1"},
      {DBX_HLO_XLA, "x:c128[3]", "y:c128[] = reduce_max[axes=(0,)] x in (y,)",
       "E804 reduce_max: StableHLO orders no complex numbers"},
  };
  HLO_CHECK(cases);
}

Test(hlo_reduce, cumulative) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "x:f64[5]", "y:f64[5] = cumsum[axis=0 reverse=False] x in (y,)",
       "\"stablehlo.reduce_window\" | window_dimensions = array<i64: 5>, padding = dense<[[4, "
       "0]]>"},
      {DBX_HLO_XLA, "x:f64[5]", "y:f64[5] = cumsum[axis=0 reverse=True] x in (y,)",
       "padding = dense<[[0, 4]]>"},
      {DBX_HLO_XLA, "a:i64[] x:f64[a]",
       "y:f64[a] = cumsum[axis=0 reverse=False] x z:f64[a] = "
       "cumsum[axis=0 reverse=True] y in (z,)",
       "@stablehlo.dynamic_reduce_window | called_computations = [@cumsum_f64] | func.func private "
       "@cumsum_f64"},
      {DBX_HLO_IREE, "a:i64[] x:f64[a]", "y:f64[a] = cummax[axis=0 reverse=True] x in (y,)",
       "stablehlo.reverse | iree_linalg_ext.scan dimension(0) inclusive(true) | arith.maximumf | "
       "stablehlo.reverse"},
  };
  HLO_CHECK(cases);
}

Test(hlo_reduce, sorts) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "x:i64[3] y:f64[3]",
       "p:i64[3] q:f64[3] = sort[dimension=0 is_stable=True "
       "num_keys=1] x y in (p, q)",
       "\"stablehlo.sort\"(%0, %1) <{dimension = 0 : i64, is_stable = true}> | compare LT | "
       "stablehlo.return"},
      {DBX_HLO_IREE, "x:f64[3] y:f64[3]",
       "p:f64[3] q:f64[3] = sort[dimension=0 is_stable=True "
       "num_keys=1] x y in (p, q)",
       "stablehlo.iota | \"stablehlo.sort\"(%8, %13, %19) | TOTALORDER"},
  };
  HLO_CHECK(cases);
}
