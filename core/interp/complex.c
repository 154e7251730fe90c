#include "interp/complex.h"

#include <math.h>

static double complex power(double complex x, double complex y) {
  return x == 0 ? (y == 0 ? 1 : 0) : cpow(x, y);
}

static double complex angle(double complex x, double complex y) {
  return -I * clog((y + I * x) / csqrt(x * x + y * y));
}

bool dbx_is_complex_function(dbx_prim p) {
  switch (p) {
  case DBX_PRIM_exp:
  case DBX_PRIM_exp2:
  case DBX_PRIM_expm1:
  case DBX_PRIM_log:
  case DBX_PRIM_log1p:
  case DBX_PRIM_sin:
  case DBX_PRIM_cos:
  case DBX_PRIM_tan:
  case DBX_PRIM_asin:
  case DBX_PRIM_acos:
  case DBX_PRIM_atan:
  case DBX_PRIM_sinh:
  case DBX_PRIM_cosh:
  case DBX_PRIM_tanh:
  case DBX_PRIM_asinh:
  case DBX_PRIM_acosh:
  case DBX_PRIM_atanh:
  case DBX_PRIM_sqrt:
  case DBX_PRIM_rsqrt:
  case DBX_PRIM_logistic:
  case DBX_PRIM_sign:
  case DBX_PRIM_div:
  case DBX_PRIM_pow:
  case DBX_PRIM_atan2: return true;
  default: return false;
  }
}

double complex dbx_complex_apply(dbx_prim p, double complex x, double complex y) {
  switch (p) {
  case DBX_PRIM_exp: return cexp(x);
  case DBX_PRIM_exp2: return cexp(M_LN2 * x);
  case DBX_PRIM_expm1: return cexp(x) - 1;
  case DBX_PRIM_log: return clog(x);
  case DBX_PRIM_log1p: return clog(1 + x);
  case DBX_PRIM_sin: return csin(x);
  case DBX_PRIM_cos: return ccos(x);
  case DBX_PRIM_tan: return ctan(x);
  case DBX_PRIM_asin: return casin(x);
  case DBX_PRIM_acos: return cacos(x);
  case DBX_PRIM_atan: return catan(x);
  case DBX_PRIM_sinh: return csinh(x);
  case DBX_PRIM_cosh: return ccosh(x);
  case DBX_PRIM_tanh: return ctanh(x);
  case DBX_PRIM_asinh: return casinh(x);
  case DBX_PRIM_acosh: return cacosh(x);
  case DBX_PRIM_atanh: return catanh(x);
  case DBX_PRIM_sqrt: return csqrt(x);
  case DBX_PRIM_rsqrt: return 1 / csqrt(x);
  case DBX_PRIM_logistic: return 1 / (1 + cexp(-x));
  case DBX_PRIM_sign: return x == 0 ? 0 : x / cabs(x);
  case DBX_PRIM_mul: return x * y;
  case DBX_PRIM_div: return x / y;
  case DBX_PRIM_pow: return power(x, y);
  default: return angle(x, y);
  }
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
  if (p == DBX_PRIM_mul) return x * y;
  return p == DBX_PRIM_div ? x / y : (float complex)dbx_complex_apply(p, x, y);
}
