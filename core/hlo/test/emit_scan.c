// scan: rows are taken, rows are filled.
#include "cases.h"

#include <criterion/criterion.h>

#define SCAN(reverse)                                                                              \
  "r:f64[] ys:f64[a] = scan[jaxpr={ lambda ; p:f64[] x:f64[]. let s:f64[] = add p x in (s, s) } "  \
  "length=None linear=(False, False) num_carry=1 num_consts=0 reverse=" reverse                    \
  " unroll=1] 0.0:f64[] xs a in (r, ys)"

Test(hlo_scan, rows) {
  static const hlo_case cases[] = {
      {DBX_HLO_XLA, "a:i64[] xs:f64[a]", SCAN("False"),
       "stablehlo.while( | compare LT | dynamic_slice | stablehlo.add | dynamic_update_slice"},
      {DBX_HLO_IREE, "a:i64[] xs:f64[a]", SCAN("True"),
       "stablehlo.while( | stablehlo.subtract | dynamic_slice | linalg.generic | tie_shape"},
  };
  HLO_CHECK(cases);
}
