// Windows, factorisations that StableHLO has, Fourier transforms.
#include "cases.h"

#include <criterion/criterion.h>

Test(hlo_window, windows) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "x:f64[6]",
       "y:f64[3] = reduce_window_max[base_dilation=(1,) padding=((1, 0),) window_dilation=(1,) "
       "window_dimensions=(3,) window_strides=(2,)] x in (y,)",
       "\"stablehlo.reduce_window\"(%0, | window_dimensions = array<i64: 3>, window_strides = "
       "array<i64: 2> | padding = dense<[[1, 0]]> : tensor<1x2xi64> | stablehlo.maximum | "
       "(tensor<6xf64>, tensor<f64>) -> tensor<3xf64>"},
  };
  HLO_CHECK(cases);
}

Test(hlo_window, matrices) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "x:f64[2,2]", "y:f64[2,2] = cholesky x in (y,)",
       "stablehlo.cholesky %0, lower = true : tensor<2x2xf64>"},
      {DBX_HLO_IREE, "x:f64[2,2]", "y:f64[2,2] = cholesky x in (y,)",
       "E804 cholesky: IREE does not have it"},
      {DBX_HLO_XLA, "a:f64[2,2] b:f64[2,3]",
       "y:f64[2,3] = triangular_solve[conjugate_a=False left_side=True lower=True transpose_a=True "
       "unit_diagonal=False] a b in (y,)",
       "\"stablehlo.triangular_solve\"(%0, %1) <{left_side = true, lower = true, unit_diagonal = "
       "false, transpose_a = #stablehlo<transpose TRANSPOSE>}>"},
      {DBX_HLO_XLA, "x:c128[4]", "y:c128[4] = fft[fft_lengths=(4,) fft_type=FftType.FFT] x in (y,)",
       "stablehlo.fft %0, type = FFT, length = [4] : (tensor<4xcomplex<f64>>) -> "
       "tensor<4xcomplex<f64>>"},
  };
  HLO_CHECK(cases);
}
