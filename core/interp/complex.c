#include "interp/complex.h"

#include <math.h>

static double complex power(double complex x, double complex y) {
  return x == 0 ? (y == 0 ? 1 : 0) : cpow(x, y);
}

static double complex angle(double complex x, double complex y) {
  return -I * clog((y + I * x) / csqrt(x * x + y * y));
}

static double complex exp2_of(double complex x) { return cexp(M_LN2 * x); }
static double complex expm1_of(double complex x) { return cexp(x) - 1; }
static double complex log1p_of(double complex x) { return clog(1 + x); }
static double complex rsqrt_of(double complex x) { return 1 / csqrt(x); }
static double complex logistic(double complex x) { return 1 / (1 + cexp(-x)); }
static double complex sign(double complex x) { return x == 0 ? 0 : x / cabs(x); }
static double complex quotient(double complex x, double complex y) { return x / y; }

static double complex (*const of_one[DBX_PRIM_COUNT])(double complex) = {
  [DBX_PRIM_exp] = cexp,
  [DBX_PRIM_exp2] = exp2_of,
  [DBX_PRIM_expm1] = expm1_of,
  [DBX_PRIM_log] = clog,
  [DBX_PRIM_log1p] = log1p_of,
  [DBX_PRIM_sin] = csin,
  [DBX_PRIM_cos] = ccos,
  [DBX_PRIM_tan] = ctan,
  [DBX_PRIM_asin] = casin,
  [DBX_PRIM_acos] = cacos,
  [DBX_PRIM_atan] = catan,
  [DBX_PRIM_sinh] = csinh,
  [DBX_PRIM_cosh] = ccosh,
  [DBX_PRIM_tanh] = ctanh,
  [DBX_PRIM_asinh] = casinh,
  [DBX_PRIM_acosh] = cacosh,
  [DBX_PRIM_atanh] = catanh,
  [DBX_PRIM_sqrt] = csqrt,
  [DBX_PRIM_rsqrt] = rsqrt_of,
  [DBX_PRIM_logistic] = logistic,
  [DBX_PRIM_sign] = sign,
};
static double complex (*const of_two[DBX_PRIM_COUNT])(double complex, double complex) = {
  [DBX_PRIM_div] = quotient,
  [DBX_PRIM_pow] = power,
  [DBX_PRIM_atan2] = angle
};

bool dbx_is_complex_function(dbx_prim p) { return of_one[p] || of_two[p]; }

double complex dbx_complex_apply(dbx_prim p, double complex x, double complex y) {
  return of_one[p] ? of_one[p](x) : of_two[p](x, y);
}

double dbx_complex_abs(double re, double im) {
  double a = fabs(re), b = fabs(im), most = a > b ? a : b;
  bool large = most > 0x1p500, tiny = most < 0x1p-500;
  double by = large ? 0x1p-600 : tiny ? 0x1p600 : 1, back = large ? 0x1p600 : tiny ? 0x1p-600 : 1;
  a *= by, b *= by;
  double r = back * sqrt(a * a + b * b);
  return isinf(re) || isinf(im) ? (double)INFINITY : r;
}

float dbx_complex_absf(float re, float im) {
  double a = (double)re, b = (double)im, r = sqrt(a * a + b * b);
  return isinf(re) || isinf(im) ? INFINITY : (float)r;
}

float complex dbx_complex_apply_f32(dbx_prim p, float complex x, float complex y) {
  return p == DBX_PRIM_div ? x / y : (float complex)dbx_complex_apply(p, x, y);
}
