// Formulas of elementwise primitives, against differences of second order.
#include "derived.h"

#include "grad/grad.h"

#include <criterion/criterion.h>
#include <math.h>

static double value_at(const char *expr, double x) {
  expr_name name = {"x", dbx_val_float(x)};
  dbx_val v;
  cr_assert_eq(expr_eval(expr, &name, 1, &v), DBX_OK, "%s: %s", expr, taken());
  return dbx_array_at(v.array, 0).c[0];
}

static double slope_at(const char *expr, double x) {
  dbx_val at = dbx_val_float(x), one = dbx_val_float(1), v, y, t;
  dbx_grad *g = dbx_grad_begin(dbx_intern("f"), false);
  expr_name name = {.name = "x"};
  cr_assert_eq(dbx_grad_argument(g, &at, &one, &name.val), DBX_OK);
  cr_assert_eq(expr_eval(expr, &name, 1, &v), DBX_OK, "%s: %s", expr, taken());
  cr_assert_eq(dbx_grad_result(g, &v, &y, &t), DBX_OK);
  dbx_grad_end(g);
  return t.kind == DBX_V_FLOAT ? t.c[0] : dbx_array_at(t.array, 0).c[0];
}

Test(grad_rule_elementwise, differences) {
  static const char *const exprs[] = {"jnp.exp(x)",
                                      "jnp.exp2(x)",
                                      "jnp.log(x)",
                                      "jnp.expm1(x)",
                                      "jnp.log1p(x)",
                                      "jnp.tanh(x)",
                                      "jnp.sin(x)",
                                      "jnp.cos(x)",
                                      "jnp.tan(x)",
                                      "jnp.arcsin(x)",
                                      "jnp.arccos(x)",
                                      "jnp.arctan(x)",
                                      "jnp.sinh(x)",
                                      "jnp.cosh(x)",
                                      "jnp.arcsinh(x)",
                                      "jnp.arccosh(x + 1)",
                                      "jnp.arctanh(x)",
                                      "jnp.sqrt(x)",
                                      "lax.rsqrt(x)",
                                      "jnp.cbrt(x)",
                                      "jnp.abs(x)",
                                      "x ** 3",
                                      "x ** 2.5",
                                      "2.0 ** x",
                                      "x / (x + 2.0)",
                                      "3.0 / x",
                                      "jnp.arctan2(x, 2.0)",
                                      "jnp.arctan2(2.0, x)",
                                      "jnp.maximum(x, 0.1)",
                                      "jnp.minimum(x, 0.9)",
                                      "lax.logistic(x)",
                                      "lax.erf(x)",
                                      "lax.erfc(x)",
                                      "lax.erf_inv(x)",
                                      "lax.lgamma(x)",
                                      "lax.rem(x, 0.3)",
                                      "lax.rem(2.0, x)",
                                      "lax.clamp(0.1, x, 0.9)",
                                      "-x + 1",
                                      "x - 2 * x"};
  enum { PLACES = 3 };
  static const double places[PLACES] = {0.23, 0.51, 0.77};
  const double h = 1e-5;
  uint32_t compared = 0;
  for (size_t i = 0; i < sizeof exprs / sizeof *exprs; i++)
    for (int k = 0; k < PLACES; k++) {
      dbx_scratch_mark m = dbx_scratch_here();
      uint32_t pool = dbx_pool_mark();
      double x = places[k];
      double d = (value_at(exprs[i], x + h) - value_at(exprs[i], x - h)) / (2 * h);
      double slope = slope_at(exprs[i], x);
      cr_expect_lt(fabs(slope - d), 1e-7 * (1 + fabs(d)), "%s at %g: %g, not %g", exprs[i], x,
                   slope, d);
      compared++;
      dbx_pool_release(pool);
      dbx_scratch_release(m);
    }
  cr_expect_eq(compared, PLACES * sizeof exprs / sizeof *exprs);
}

static const derived_row rows[] = {
    {"jnp.array([1.0, 2.0]);jnp.array([True, False])", "jnp.sum(lax.select(y, x * x, x))",
     "f64[2] 2.0 1.0"},
    {"jnp.array([1.0, 2.0])", "jnp.sum(x.astype('float32'))", "f64[2] 1.0 1.0"},
    {"jnp.array([1.0 + 2.0j])", "jnp.sum(jnp.real(x) + 3 * jnp.imag(x))", "c128[1] (1-3j)"},
    {"1.0", "lax.stop_gradient(x) * x", "f64*[] 1.0"},
};
Test(grad_rule_elementwise, rows) { DERIVED_ROWS(rows); }
