// Equations that make, move and cut arrays.
#include "cases.h"

#include <criterion/criterion.h>

Test(hlo_shape, making) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "x:f64[3]",
       "y:f64[2,3] = broadcast_in_dim[broadcast_dimensions=(1,) "
       "shape=(2, 3)] x in (y,)",
       "stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<3xf64>) -> tensor<2x3xf64>"},
      {DBX_HLO_XLA, "a:i64[] x:f64[a,1]",
       "y:f64[a,3] = broadcast_in_dim[broadcast_dimensions=(0, "
       "1) shape=(None, 3)] x a in (y,)",
       "dynamic_broadcast_in_dim %0, | dims = [0, 1] {known_expanding_dimensions = array<i64: 1>, "
       "known_nonexpanding_dimensions = array<i64: 0>}"},
      {DBX_HLO_IREE, "n:i64[]", "y:i64[n] = iota[dimension=0 dtype=int64 shape=(None,)] n in (y,)",
       "compare GE | cf.assert | E701 | stablehlo.dynamic_iota | dim = 0 : (tensor<1xi64>) -> "
       "tensor<?xi64>"},
      {DBX_HLO_XLA, "", "y:i64[2,3] = iota[dimension=1 dtype=int64 shape=(2, 3)] in (y,)",
       "stablehlo.iota dim = 1 : tensor<2x3xi64>"},
  };
  HLO_CHECK(cases);
}

Test(hlo_shape, moving) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "a:i64[] x:f64[a,2]",
       "n:i64[] = mul a 2 y:f64[n] = reshape[dimensions=None "
       "new_sizes=(None,)] x n in (y,)",
       "stablehlo.dynamic_reshape %0, "},
      {DBX_HLO_IREE, "a:i64[] x:f64[a,2]",
       "n:i64[] = mul a 2 y:f64[n] = reshape[dimensions=None "
       "new_sizes=(None,)] x n in (y,)",
       "tensor.reshape %0("},
      {DBX_HLO_XLA, "x:f64[1,3]", "y:f64[3] = squeeze[dimensions=(0,)] x in (y,)",
       "stablehlo.reshape %0 : (tensor<1x3xf64>) -> tensor<3xf64>"},
      {DBX_HLO_XLA, "a:i64[] x:f64[a,2]", "y:f64[2,a] = transpose[permutation=(1, 0)] x in (y,)",
       "stablehlo.transpose %0, dims = [1, 0] : (tensor<?x2xf64>) -> tensor<2x?xf64>"},
      {DBX_HLO_XLA, "x:f64[3]", "y:f64[3] = rev[dimensions=(0,)] x in (y,)",
       "stablehlo.reverse %0, dims = [0] : tensor<3xf64>"},
      {DBX_HLO_XLA, "a:i64[] x:f64[a] y:f64[2]",
       "n:i64[] = add a 2 z:f64[n] = "
       "concatenate[dimension=0] x y in (z,)",
       "stablehlo.concatenate %0, %1, dim = 0 : (tensor<?xf64>, tensor<2xf64>) -> tensor<?xf64>"},
      {DBX_HLO_XLA, "x:f64[3]", "y:f64[6] = pad[padding_config=((1, 2, 0),)] x 0.0:f64[] in (y,)",
       "stablehlo.pad %0, | low = [1], high = [2], interior = [0]"},
      {DBX_HLO_IREE, "x:f64[3]", "y:f64[2] = pad[padding_config=((-1, 0, 0),)] x 0.0:f64[] in (y,)",
       "linalg.generic | tensor.extract %0[ | arith.select"},
  };
  HLO_CHECK(cases);
}

Test(hlo_shape, cutting) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "x:f64[5]",
       "y:f64[2] = slice[limit_indices=(4,) start_indices=(1,) "
       "strides=(2,)] x in (y,)",
       "stablehlo.slice %0 [1:4:2] : (tensor<5xf64>) -> tensor<2xf64>"},
      {DBX_HLO_XLA, "x:f64[5] i:i64[]", "y:f64[2] = dynamic_slice[slice_sizes=(2,)] x i in (y,)",
       "stablehlo.maximum | stablehlo.minimum | stablehlo.dynamic_slice %0, | sizes = [2]"},
      {DBX_HLO_XLA, "a:i64[] x:f64[a] i:i64[] n:i64[]",
       "y:f64[n] = dynamic_slice["
       "slice_sizes=(None,)] x i n in (y,)",
       "stablehlo.add | stablehlo.real_dynamic_slice %0, "},
      {DBX_HLO_XLA, "a:i64[] x:f64[a] u:f64[2] i:i64[]",
       "y:f64[a] = dynamic_update_slice x u i in "
       "(y,)",
       "stablehlo.dynamic_update_slice %0, %1, "},
      {DBX_HLO_IREE, "a:i64[] x:f64[a] u:f64[2] i:i64[]",
       "y:f64[a] = dynamic_update_slice x u i in "
       "(y,)",
       "cf.assert | linalg.generic | tensor.extract %0[ | tensor.extract %1[ | arith.select"},
      {DBX_HLO_XLA, "x:f64[5]", "y:f64[2] z:f64[3] = split[axis=0 sizes=(2, 3)] x in (y, z)",
       "sizes = [2] | sizes = [3]"},
  };
  HLO_CHECK(cases);
}
