// argmin, argmax and sort, there and back; orders that are none of ours.
#include "cases.h"

#include <criterion/criterion.h>

#define X "{ lambda ; a:f64[3] b:f64[3] c:bool[3] d:i64[3]. let "

Test(hlo_read_order, there_and_back) {
  static const char *const jaxprs[] = {
      X "e:i64[] = argmax[axes=(0,) index_dtype=int64] a in (e,) }",
      X "e:i64[] = argmin[axes=(0,) index_dtype=int64] d in (e,) }",
      X "e:f64[3] f:i64[3] = sort[dimension=0 is_stable=True num_keys=1] a d in (e, f) }",
      X "e:f64[3] f:i64[3] = sort[dimension=0 is_stable=True num_keys=2] a d in (e, f) }",
  };
  hlo_check_round_trips(jaxprs, sizeof jaxprs / sizeof *jaxprs);
}

Test(hlo_read_order, others) {
  static const hlo_reading rows[] = {
      {"func.func @f(%a: tensor<3xf64>) -> tensor<3xf64> { %0 = \"stablehlo.sort\"(%a) <{dimension "
       "= 0 : "
       "i64, is_stable = true}> ({ ^bb0(%x: tensor<f64>, %y: tensor<f64>): %1 = stablehlo.compare "
       "NE, %x, "
       "%y, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1> stablehlo.return %1 : tensor<i1> }) : "
       "(tensor<3xf64>) -> tensor<3xf64> return %0 : tensor<3xf64> }",
       "E605 stablehlo.sort: a sort by an order of its own"},
  };
  hlo_check_readings(rows, sizeof rows / sizeof *rows);
}
