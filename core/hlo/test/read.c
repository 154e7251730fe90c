// StableHLO as Jaxprs: values, functions, what nothing uses.
#include "cases.h"

#include <criterion/criterion.h>

#define MAIN(args, body)                                                                           \
  "module {\n func.func public @main(" args ") -> (tensor<f64>) {\n" body "}\n}\n"

Test(hlo_read, values) {
  static const hlo_reading rows[] = {
      {MAIN("%arg0: tensor<f64> {jax.result_info = \"x\"}",
            "%0 = stablehlo.add %arg0, %arg0 : tensor<f64> loc(#loc1)\n return %0 : tensor<f64>\n"),
       "{ lambda ; a:f64[]. let b:f64[] = add a a in (b,) }"},
      {MAIN("%a: tensor<f64>",
            "%0 = stablehlo.add %a, %b : tensor<f64>\n return %0 : tensor<f64>\n"),
       "E602 the value %b is not defined"},
      {MAIN("%a: tensor<f64>", "%0 = stablehlo.sine %a : tensor<f64>\n return %a : tensor<f64>\n"),
       "{ lambda ; a:f64[]. let in (a,) }"},
      {MAIN("%a: tensor<f64>",
            "%0 = stablehlo.frobnicate %a : tensor<f64>\n return %a : tensor<f64>\n"),
       "E804 stablehlo.frobnicate: the operation is not read"},
      {MAIN("%a: tensor<f64>", "%0 = stablehlo.add %a, %a : tensor<f64>\n"),
       "E605 module: a block does not end with a return"},
      {MAIN("%a: !stablehlo.token", "return %a : tensor<f64>\n"), "E605 argument 0 is no array"},
  };
  hlo_check_readings(rows, sizeof rows / sizeof *rows);
}
