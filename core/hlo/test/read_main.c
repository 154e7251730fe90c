// Functions: calls in their place, lengths that guards say to be equal, results.
#include "cases.h"

#include <criterion/criterion.h>

Test(hlo_read_main, calls) {
  static const hlo_reading rows[] = {
      {"module { func.func public @main(%a: tensor<?xf64>) -> tensor<?xf64> { %0 = call @g(%a) : "
       "(tensor<?xf64>) -> tensor<?xf64> return %0 : tensor<?xf64> } func.func private @g(%a: "
       "tensor<?xf64>) -> tensor<?xf64> { %0 = stablehlo.add %a, %a : tensor<?xf64> return %0 : "
       "tensor<?xf64> } }",
       "{ lambda ; a:i64[] b:f64[a]. let c:f64[a] = add b b in (c,) }"},
      {"module { func.func public @main(%a: tensor<f64>) -> tensor<f64> { %0 = call @g(%a) : "
       "(tensor<f64>) "
       "-> tensor<f64> return %0 : tensor<f64> } }",
       "E602 the function @g is not defined"},
      {"module { func.func public @main(%a: tensor<f64>) -> tensor<f64> { %0 = call @main(%a) : "
       "(tensor<f64>) -> tensor<f64> return %0 : tensor<f64> } }",
       "E605 call: regions and calls are nested too deeply"},
  };
  hlo_check_readings(rows, sizeof rows / sizeof *rows);
}

Test(hlo_read_main, lengths) {
  static const char *const jaxprs[] = {
      "{ lambda ; a:i64[] b:f64[a] c:f64[a]. let d:f64[a] = add b c in (d,) }",
      "{ lambda ; a:i64[] b:i64[] c:f64[a,b]. let d:f64[b,a] = transpose[permutation=(1, 0)] c in "
      "(d,) }",
  };
  hlo_check_round_trips(jaxprs, sizeof jaxprs / sizeof *jaxprs);
}
