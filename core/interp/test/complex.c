// Functions of complex numbers: identities between them, the values at 0, quotients of both widths.
#include "interp/complex.h"

#include "ir/primitive.h"

#include <criterion/criterion.h>
#include <math.h>

static bool near(double complex x, double complex y) {
  return cabs(x - y) <= 1e-14 * (1 + cabs(x));
}

static double complex of(dbx_prim p, double complex x) { return dbx_complex_apply(p, x, x); }

Test(complex, one_undoes_the_other) {
  static const struct {
    dbx_prim first, then;
  } pairs[] = {{DBX_PRIM_log, DBX_PRIM_exp},    {DBX_PRIM_log1p, DBX_PRIM_expm1},
               {DBX_PRIM_asin, DBX_PRIM_sin},   {DBX_PRIM_acos, DBX_PRIM_cos},
               {DBX_PRIM_atan, DBX_PRIM_tan},   {DBX_PRIM_asinh, DBX_PRIM_sinh},
               {DBX_PRIM_acosh, DBX_PRIM_cosh}, {DBX_PRIM_atanh, DBX_PRIM_tanh}};
  for (int re = -3; re <= 3; re++)
    for (int im = 1; im <= 3; im++)
      for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        double complex x = re / 4.0 + im / 5.0 * I;
        cr_expect(near(of(pairs[i].then, of(pairs[i].first, x)), x), "%zu of %d %d", i, re, im);
      }
}

Test(complex, powers_and_roots) {
  double complex x = 1 + 2 * I, root = of(DBX_PRIM_sqrt, x);
  cr_expect(near(root * root, x));
  cr_expect(near(of(DBX_PRIM_rsqrt, x) * root, 1));
  cr_expect(near(of(DBX_PRIM_exp2, x), dbx_complex_apply(DBX_PRIM_pow, 2, x)));
  cr_expect(near(of(DBX_PRIM_logistic, x) + of(DBX_PRIM_logistic, -x), 1));
  cr_expect(near(of(DBX_PRIM_sign, x) * cabs(x), x));
  cr_expect(near(dbx_complex_apply(DBX_PRIM_atan2, 1, 2), atan2(1, 2)));
}

Test(complex, at_zero) {
  cr_expect_eq(dbx_complex_apply(DBX_PRIM_pow, 0, 0), 1);
  cr_expect_eq(dbx_complex_apply(DBX_PRIM_pow, 0, 2), 0);
  cr_expect_eq(of(DBX_PRIM_sign, 0), 0);
}

Test(complex, quotients) {
  cr_expect(near(dbx_complex_apply(DBX_PRIM_div, -5 + 10 * I, 1 + 2 * I), 3 + 4 * I));
  cr_expect_eq(dbx_complex_apply_f32(DBX_PRIM_div, -5 + 10 * I, 1 + 2 * I), 3 + 4 * I);
  cr_expect(isinf(creal(dbx_complex_apply(DBX_PRIM_div, 1, 0))));
}

Test(complex, absolute_values) {
  static const double parts[] = {0, 3, -4, 1e-170, 1e-320, 5e170, 1.7e308, 0x1p-1074};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
      double r = dbx_complex_abs(parts[i], parts[k]), want = hypot(parts[i], parts[k]);
      cr_expect(r == want || fabs(r - want) <= 2.3e-16 * want, "%g %g: %a", parts[i], parts[k], r);
    }
  cr_expect_eq(dbx_complex_abs(3, 4), 5);
  cr_expect_eq(dbx_complex_abs(NAN, -INFINITY), INFINITY);
  cr_expect(isnan(dbx_complex_abs(NAN, 1)));
  cr_expect_eq(dbx_complex_absf(3e38F, 0), 3e38F);
  cr_expect_eq(dbx_complex_absf(-3, 4), 5);
  cr_expect(isinf(dbx_complex_absf(3e38F, 3e38F)) && isinf(dbx_complex_absf(INFINITY, NAN)));
}

Test(complex, rows_that_take_complex_numbers) {
  static const dbx_prim others[] = {DBX_PRIM_neg, DBX_PRIM_mul, DBX_PRIM_abs, DBX_PRIM_erf};
  cr_expect(dbx_is_complex_function(DBX_PRIM_div));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cr_expect_not(dbx_is_complex_function(others[i]));
}
