// The inverse of erf: erf of it is the argument, and the ends of the range.
#include "interp/kernel.h"

#include <criterion/criterion.h>
#include <math.h>

Test(erf_inv, erf_gives_the_argument_back) {
  for (int i = -999; i < 1000; i++) {
    double x = i / 1000.0;
    cr_expect(fabs(erf(dbx_erf_inv(x)) - x) <= 4e-15, "%g", x);
  }
  cr_expect(fabs(erfc(dbx_erf_inv(1 - 0x1p-40)) - 0x1p-40) < 0x1p-70);
  cr_expect_eq(dbx_erf_inv(1), INFINITY);
  cr_expect_eq(dbx_erf_inv(-1), -INFINITY);
  cr_expect(isnan(dbx_erf_inv(1.5)) && isnan(dbx_erf_inv(NAN)));
}
