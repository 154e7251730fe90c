// log(1 + x) and erf: numbers that jax 0.4.23 printed, libm's within what XLA is off, and the ends.
#include "interp/xla_math.h"

#include <criterion/criterion.h>
#include <math.h>

static const struct {
  double x, y;
} jax[] = {
    {-0x1.a8240b780346ep-2, -0x1.11ce454454ce8p-1},
    {-0x1.999999999999ap-2, -0x1.058aefa811420p-1},
    {-0x1.6666666666666p-2, -0x1.b91f28212ba00p-2},
    {-0x1.3333333333333p-2, -0x1.6d3c324e13f4fp-2},
    {-0x1.28f5c28f5c28fp-2, -0x1.5eb5c7907e4c8p-2},
    {-0x1.999999999999ap-4, -0x1.af8e8210a415ep-4},
    {-0x1.12e0be826d695p-30, -0x1.12e0be84bbb51p-30},
    {0x1.12e0be826d695p-30, 0x1.12e0be801f1d9p-30},
    {0x1.3333333333333p-2, 0x1.0ca937be1b9dcp-2},
    {0x1.a83e425aee632p-2, 0x1.62f4358c03e8ap-2},
    {0x1.c000000000000p+2, 0x1.0a2b23f3bab73p+1},
};
static const struct {
  float x, y;
} jax32[] = {{-0.35F, -0x1.b91f28p-2F}, {-0.3F, -0x1.6d3c34p-2F}, {0.3F, 0x1.0ca938p-2F}};

Test(xla_math, numbers_of_jax) {
  for (size_t i = 0; i < sizeof jax / sizeof *jax; i++)
    cr_expect_eq(dbx_log1p(jax[i].x), jax[i].y, "%a: %a", jax[i].x, dbx_log1p(jax[i].x));
  for (size_t i = 0; i < sizeof jax32 / sizeof *jax32; i++)
    cr_expect_eq(dbx_log1pf(jax32[i].x), jax32[i].y, "%a", (double)jax32[i].x);
}

Test(xla_math, erf_of_jax) {
  static const struct {
    float x, y;
  } erfs[] = {{0.3F, 0x1.50838ap-2F},
              {0.9F, 0x1.98045ap-1F},
              {1.5F, 0x1.eea554p-1F},
              {3, 0x1.fffd1ep-1F},
              {5, 1},
              {-2, -0x1.fd9ae2p-1F}};
  for (size_t i = 0; i < sizeof erfs / sizeof *erfs; i++)
    cr_expect_eq(dbx_erff(erfs[i].x), erfs[i].y, "%g", (double)erfs[i].x);
  for (int i = -5000; i < 5000; i++) {
    float x = (float)i / 1000;
    cr_expect(fabsf(dbx_erff(x) - erff(x)) <= 1e-6F, "%g", (double)x);
  }
  cr_expect(dbx_erff(INFINITY) == 1 && dbx_erff(-INFINITY) == -1 && isnan(dbx_erff(NAN)));
}

Test(xla_math, near_libm) {
  for (int i = -999; i < 5000; i++) {
    double x = i / 1000.0, y = log1p(x);
    cr_expect(fabs(dbx_log1p(x) - y) <= 5e-14 * fabs(y), "%g", x);
    cr_expect(fabsf(dbx_log1pf((float)x) - log1pf((float)x)) <= 5e-7F * fabsf((float)y), "%g", x);
  }
}

Test(xla_math, ends) {
  cr_expect_eq(dbx_log1p(-1), -INFINITY);
  cr_expect_eq(dbx_log1p(INFINITY), INFINITY);
  cr_expect(isnan(dbx_log1p(-2)) && isnan(dbx_log1p(NAN)) && isnan(dbx_log1pf(NAN)));
  cr_expect(dbx_log1p(-0.0) == 0 && signbit(dbx_log1p(-0.0)));
}
