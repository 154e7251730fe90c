// Constants: numbers, bits, what is malformed.
#include "cases.h"

#include <criterion/criterion.h>

Test(hlo_read_constant, rows) {
  static const hlo_reading rows[] = {
      {"func.func @f() -> tensor<3xi64> { %0 = stablehlo.constant dense<[1, -2, 3]> : "
       "tensor<3xi64> "
       "return %0 : tensor<3xi64> }",
       "{ lambda a:i64[3]; . let in (a,) }"},
      {"func.func @f() -> tensor<f32> { %0 = stablehlo.constant dense<0x7F800000> : tensor<f32> "
       "return "
       "%0 : tensor<f32> }",
       "{ lambda ; . let in (inf,) }"},
      {"func.func @f() -> tensor<2xf64> { %0 = stablehlo.constant dense<[1.0]> : tensor<2xf64> "
       "return %0 "
       ": tensor<2xf64> }",
       "{ lambda ; . let a:f64[2] = broadcast_in_dim[broadcast_dimensions=() shape=(2,)] 1.0 in "
       "(a,) }"},
      {"func.func @f() -> tensor<2xf64> { %0 = stablehlo.constant dense<[1.0, x]> : tensor<2xf64> "
       "return "
       "%0 : tensor<2xf64> }",
       "E605 stablehlo.constant: numbers of another shape"},
  };
  hlo_check_readings(rows, sizeof rows / sizeof *rows);
}
