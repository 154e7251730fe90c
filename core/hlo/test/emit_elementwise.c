// Elementwise equations.
#include "cases.h"

#include <criterion/criterion.h>

Test(hlo_elementwise, operations) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "a:i64[] x:f64[a]", "y:f64[a] = exp x in (y,)",
       "func.func public @main(%0: tensor<?xf64>) -> (tensor<?xf64>) | = stablehlo.exponential %0 "
       ": tensor<?xf64>"},
      {DBX_HLO_XLA, "x:f64[3]", "y:f64[3] = asin x in (y,)",
       "= chlo.asin %0 : tensor<3xf64> -> tensor<3xf64>"},
      {DBX_HLO_XLA, "x:c128[3]", "y:f64[3] = abs x in (y,)",
       "= stablehlo.abs %0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>"},
      {DBX_HLO_XLA, "a:i64[] x:f64[a]", "y:f64[a] = mul x 2.0:f64[] in (y,)",
       "dense<2.0> : tensor<f64> | dynamic_broadcast_in_dim | dims = [] | stablehlo.multiply"},
      {DBX_HLO_XLA, "x:f64[3]", "y:f64[3] = mul x 2.0:f64[] in (y,)",
       "dense<2.0> : tensor<3xf64> | stablehlo.multiply %0, "},
      {DBX_HLO_XLA, "x:f64[3]", "y:bool[3] = lt x 0.0:f64[] in (y,)",
       "stablehlo.compare LT, %0, | FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>"},
      {DBX_HLO_XLA, "x:u8[3]", "y:bool[3] = lt x x in (y,)", "UNSIGNED"},
      {DBX_HLO_XLA, "x:f64[3]", "y:f64[3] = integer_pow[y=5] x in (y,)",
       "multiply %0, %0 | multiply %1, %1 | multiply %0, %2"},
      {DBX_HLO_XLA, "x:f64[3]", "y:f64[3] = integer_pow[y=-1] x in (y,)",
       "dense<1.0> : tensor<3xf64> | stablehlo.divide"},
      {DBX_HLO_XLA, "x:f64[3]", "y:f64[3] = cbrt x in (y,)", "stablehlo.cbrt"},
      {DBX_HLO_IREE, "x:f64[3]", "y:f64[3] = cbrt x in (y,)",
       "stablehlo.sign | stablehlo.abs | stablehlo.power | stablehlo.multiply"},
      {DBX_HLO_IREE, "x:c128[3]", "y:c128[3] = sin x in (y,)",
       "stablehlo.sine | stablehlo.cosine | chlo.sinh | chlo.cosh | stablehlo.complex"},
      {DBX_HLO_XLA, "x:f64[3]",
       "y:i64[3] = convert_element_type[new_dtype=int64 weak_type=False] x "
       "in (y,)",
       "stablehlo.convert %0 : (tensor<3xf64>) -> tensor<3xi64>"},
      {DBX_HLO_IREE, "x:f64[3]",
       "y:i64[3] = convert_element_type[new_dtype=int64 weak_type=False] "
       "x in (y,)",
       "compare GE | compare LE | compare EQ | stablehlo.select | stablehlo.convert | "
       "stablehlo.select"},
      {DBX_HLO_XLA, "x:f64[3]",
       "y:bool[3] = convert_element_type[new_dtype=bool weak_type=False] x "
       "in (y,)",
       "stablehlo.compare NE"},
      {DBX_HLO_XLA, "p:bool[3] x:f64[3] y:f64[3]", "z:f64[3] = select_n p x y in (z,)",
       "stablehlo.select %0, %2, %1 : tensor<3xi1>, tensor<3xf64>"},
      {DBX_HLO_XLA, "x:bool[3] y:bool[3]", "z:bool[3] = max x y in (z,)", "stablehlo.or %0, %1"},
      {DBX_HLO_XLA, "x:f64[3]", "z:f64[3] = clamp 0.0:f64[] x 1.0:f64[] in (z,)",
       "stablehlo.clamp | (tensor<f64>, tensor<3xf64>, tensor<f64>) -> tensor<3xf64>"},
      {DBX_HLO_XLA, "x:f32[3]",
       "y:f32[3] = reduce_precision[exponent_bits=5 mantissa_bits=10] x in "
       "(y,)",
       "stablehlo.reduce_precision %0, format = e5m10 : tensor<3xf32>"},
      {DBX_HLO_IREE, "x:f32[3]",
       "y:f32[3] = reduce_precision[exponent_bits=5 mantissa_bits=10] x in "
       "(y,)",
       "-> tensor<3xf16> | -> tensor<3xf32>"},
      {DBX_HLO_IREE, "a:i64[] x:f64[a]", "y:f64[a] = sub x x in (y,)",
       "stablehlo.negate | stablehlo.add"},
  };
  HLO_CHECK(cases);
}
