// The inverse of erf: erf of it is the argument, and the ends of the range.
#include "interp/xla_math.h"

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

Test(erf_inv, single_precision_of_jax) {
  static const struct {
    float x, y;
  } of[] = {{0x1.333334p-2F, 0x1.17007ap-2F},
            {0x1.cccccc0p-1F, 0x1.29c012p+0F},
            {-0.5F, -0x1.e861fcp-2F}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    cr_expect_eq(dbx_erf_invf(of[i].x), of[i].y, "%g", (double)of[i].x);
  for (int i = -999; i < 1000; i++) {
    float x = (float)i / 1000;
    cr_expect(fabsf(erff(dbx_erf_invf(x)) - x) <= 5e-7F, "%g", (double)x);
  }
  cr_expect(dbx_erf_invf(1) == INFINITY && dbx_erf_invf(-1) == -INFINITY && isnan(dbx_erf_invf(2)));
}
