// Universal functions on one number (see element.h). Where numpy differs from the kernels of
// core/interp, the meaning is here: division by zero, signs of remainders, powers, order.
#include "numpy/element.h"

#include "prim/prim.h"

#include <complex.h>
#undef I
#include <math.h>

typedef dbx_scalar S;
static S I(int64_t i) { return dbx_scalar_int(i); }
static S W(uint64_t u) { return (S){.u = u}; }
static S F(double f) { return dbx_scalar_f(f); }
static double complex z(S a) { return __builtin_complex(a.c[0], a.c[1]); }
static S C(double complex x) { return (S){.c = {creal(x), cimag(x)}}; }

#define FN(name, expr)                                                                             \
  static S name(S a, S b) {                                                                        \
    (void)a, (void)b;                                                                              \
    return expr;                                                                                   \
  }
#define X a.c[0]
#define Y b.c[0]

// ---- arithmetic ----
FN(i_add, W(a.u + b.u))
FN(f_add, F(X + Y))
FN(c_add, ((S){.c = {X + Y, a.c[1] + b.c[1]}}))
FN(i_sub, W(a.u - b.u))
FN(f_sub, F(X - Y))
FN(c_sub, ((S){.c = {X - Y, a.c[1] - b.c[1]}}))
FN(i_mul, W(a.u *b.u))
FN(f_mul, F(X *Y))
FN(c_mul, ((S){.c = {X * Y - a.c[1] * b.c[1], X * b.c[1] + a.c[1] * Y}}))
FN(f_div, F(X / Y))
static S c_div(S a, S b) { // Smith's algorithm
  double br = fabs(Y), bi = fabs(b.c[1]);
  if (br >= bi) {
    if (br == 0 && bi == 0) return (S){.c = {X / br, a.c[1] / br}};
    double q = b.c[1] / Y, scale = 1 / (Y + b.c[1] * q);
    return (S){.c = {(X + a.c[1] * q) * scale, (a.c[1] - X * q) * scale}};
  }
  double q = Y / b.c[1], scale = 1 / (b.c[1] + Y * q);
  return (S){.c = {(X * q + a.c[1]) * scale, (a.c[1] * q - X) * scale}};
}
static S i_floordiv(S a, S b) {
  if (b.i == 0) return I(0);
  if (b.i == -1) return W(0 - a.u);
  return I(a.i / b.i - (a.i % b.i != 0 && (a.i < 0) != (b.i < 0)));
}
FN(u_floordiv, W(b.u ? a.u / b.u : 0))
static S i_mod(S a, S b) {
  if (b.i == 0 || b.i == -1) return I(0);
  int64_t m = a.i % b.i;
  return I(m && (m < 0) != (b.i < 0) ? m + b.i : m);
}
FN(u_mod, W(b.u ? a.u % b.u : 0))
FN(i_fmod, I(b.i == 0 || b.i == -1 ? 0 : a.i % b.i))
FN(f_fmod, F(fmod(X, Y)))
static double float_divmod(double a, double b, double *mod) {
  double m = fmod(a, b);
  if (!b) return *mod = m, a / b;
  double div = (a - m) / b, floored;
  if (m != 0) {
    if ((b < 0) != (m < 0)) m += b, div -= 1;
  } else {
    m = copysign(0, b);
  }
  if (div != 0) floored = floor(div), floored += div - floored > 0.5;
  else floored = copysign(0, a / b);
  return *mod = m, floored;
}
static S f_floordiv(S a, S b) {
  double mod;
  return F(float_divmod(X, Y, &mod));
}
static S f_mod(S a, S b) {
  double mod;
  float_divmod(X, Y, &mod);
  return F(mod);
}
static S u_pow(S a, S b) {
  uint64_t r = 1, base = a.u;
  for (uint64_t n = b.u; n; n >>= 1, base *= base)
    if (n & 1) r *= base;
  return W(r);
}
FN(i_pow, u_pow(a, b)) // negative powers are refused before
FN(f_pow, F(pow(X, Y)))
static S c_pow(S a, S b) { // npy_cpow: small whole powers by multiplication
  int n = (int)Y;
  if (Y == 0 && b.c[1] == 0) return F(1);
  if (X == 0 && a.c[1] == 0) return Y > 0 ? F(0) : (S){.c = {(double)NAN, (double)NAN}};
  if (b.c[1] != 0 || Y != n || n <= -100 || n >= 100) return C(cpow(z(a), z(b)));
  if (n == 1) return a;
  if (n == 2) return c_mul(a, a);
  if (n == 3) return c_mul(a, c_mul(a, a));
  S r = F(1), p = a;
  for (int mask = 1, m = n < 0 ? -n : n;; p = c_mul(p, p)) {
    if (m & mask) r = c_mul(r, p);
    mask <<= 1;
    if (m < mask) break;
  }
  return n < 0 ? c_div(F(1), r) : r;
}

// ---- the same in float: each step is rounded ----
static S s_cdiv(S a, S b) {
  float ar = (float)X, ai = (float)a.c[1], br = (float)Y, bi = (float)b.c[1];
  if (fabsf(br) >= fabsf(bi)) {
    if (br == 0 && bi == 0) return (S){.c = {ar / fabsf(br), ai / fabsf(br)}};
    float q = bi / br, scale = 1.0f / (br + bi * q);
    return (S){.c = {(ar + ai * q) * scale, (ai - ar * q) * scale}};
  }
  float q = br / bi, scale = 1.0f / (bi + br * q);
  return (S){.c = {(ar * q + ai) * scale, (ai * q - ar) * scale}};
}
static S s_crecip(S a, S b) {
  (void)b;
  float re = (float)X, im = (float)a.c[1];
  if (fabsf(im) <= fabsf(re)) {
    float r = im / re, d = re + im * r;
    return (S){.c = {1 / d, -r / d}};
  }
  float r = re / im, d = re * r + im;
  return (S){.c = {r / d, -1 / d}};
}
static S s_cmul(S a, S b) {
  float ar = (float)X, ai = (float)a.c[1], br = (float)Y, bi = (float)b.c[1];
  return (S){.c = {ar * br - ai * bi, ar * bi + ai * br}};
}
static S s_cpow(S a, S b) {
  int n = (int)Y;
  bool by_steps = b.c[1] == 0 && Y == n && n > -100 && n < 100;
  if ((X == 0 && a.c[1] == 0) || (Y == 0 && b.c[1] == 0) || (by_steps && n == 1))
    return c_pow(a, b);
  if (!by_steps) {
    float complex r = cpowf(__builtin_complex((float)X, (float)a.c[1]),
                            __builtin_complex((float)Y, (float)b.c[1]));
    return (S){.c = {crealf(r), cimagf(r)}};
  }
  if (n == 2) return s_cmul(a, a);
  if (n == 3) return s_cmul(a, s_cmul(a, a));
  S r = F(1), p = a;
  for (int mask = 1, m = n < 0 ? -n : n;; p = s_cmul(p, p)) {
    if (m & mask) r = s_cmul(r, p);
    mask <<= 1;
    if (m < mask) break;
  }
  return n < 0 ? s_cdiv(F(1), r) : r;
}
static S s_floordiv(S a, S b) {
  float x = (float)X, y = (float)Y, m = fmodf(x, y), floored;
  if (!y) return F(x / y);
  float div = (x - m) / y;
  if (m != 0 && (y < 0) != (m < 0)) div -= 1.0f;
  if (div == 0) return F(copysignf(0, x / y));
  floored = floorf(div);
  return F(div - floored > 0.5f ? floored + 1.0f : floored);
}

// ---- order; NaN wins in max and min, loses in fmax and fmin ----
#define ORDER(name, op, strict)                                                                    \
  FN(i_##name, I(a.i op b.i))                                                                      \
  FN(u_##name, I(a.u op b.u))                                                                      \
  FN(f_##name, I(X op Y))                                                                          \
  FN(c_##name, I((X strict Y && !isnan(a.c[1]) && !isnan(b.c[1])) || (X == Y && a.c[1] op b.c[1])))
ORDER(lt, <, <)
ORDER(le, <=, <)
ORDER(gt, >, >)
ORDER(ge, >=, >)
FN(i_eq, I(a.u == b.u))
FN(f_eq, I(X == Y))
FN(c_eq, I(X == Y && a.c[1] == b.c[1]))
FN(i_ne, I(a.u != b.u))
FN(f_ne, I(X != Y))
FN(c_ne, I(X != Y || a.c[1] != b.c[1]))
static bool c_nan(S a) { return isnan(X) || isnan(a.c[1]); }
FN(i_max, a.i >= b.i ? a : b)
FN(i_min, a.i <= b.i ? a : b)
FN(u_max, a.u >= b.u ? a : b)
FN(u_min, a.u <= b.u ? a : b)
FN(f_max, X >= Y || isnan(X) ? a : b)
FN(f_min, X <= Y || isnan(X) ? a : b)
FN(f_fmax, X >= Y || isnan(Y) ? a : b)
FN(f_fmin, X <= Y || isnan(Y) ? a : b)
FN(c_max, c_ge(a, b).i || c_nan(a) ? a : b)
FN(c_min, c_le(a, b).i || c_nan(a) ? a : b)
FN(c_fmax, c_ge(a, b).i || c_nan(b) ? a : b)
FN(c_fmin, c_le(a, b).i || c_nan(b) ? a : b)

// ---- truth ----
#define TRUTH(name, op)                                                                            \
  FN(i_##name, I((a.u != 0) op(b.u != 0)))                                                         \
  FN(f_##name, I((X != 0) op(Y != 0)))                                                             \
  FN(c_##name, I((X != 0 || a.c[1] != 0) op(Y != 0 || b.c[1] != 0)))
TRUTH(land, &&)
TRUTH(lor, ||)
TRUTH(lxor, !=)
FN(i_lnot, I(a.u == 0))
FN(f_lnot, I(X == 0))
FN(c_lnot, I(X == 0 && a.c[1] == 0))
FN(i_true, I(1))
FN(i_false, I(0))
FN(f_isfinite, I(isfinite(X)))
FN(c_isfinite, I(isfinite(X) && isfinite(a.c[1])))
FN(f_isinf, I(isinf(X)))
FN(c_isinf, I(isinf(X) || isinf(a.c[1])))
FN(f_isnan, I(isnan(X)))
FN(c_isnan, I(c_nan(a)))
FN(f_signbit, I(signbit(X)))

// ---- bits ----
FN(i_and, W(a.u & b.u))
FN(i_or, W(a.u | b.u))
FN(i_xor, W(a.u ^ b.u))
FN(i_not, W(~a.u))
FN(i_lshift, W(b.u < 64 ? a.u << b.u : 0)) // a shift beyond the type's bits leaves none in it
FN(u_lshift, i_lshift(a, b))
FN(i_rshift, I(b.u < 64 ? a.i >> b.u : a.i < 0 ? -1 : 0))
FN(u_rshift, W(b.u < 64 ? a.u >> b.u : 0))
static S u_gcd(S a, S b) {
  while (b.u) {
    S r = W(a.u % b.u);
    a = b, b = r;
  }
  return a;
}
static S magnitude(S a) { return W(a.i < 0 ? 0 - a.u : a.u); }
FN(i_gcd, u_gcd(magnitude(a), magnitude(b)))
static S u_lcm(S a, S b) {
  S g = u_gcd(a, b);
  return W(g.u ? a.u / g.u * b.u : 0);
}
FN(i_lcm, u_lcm(magnitude(a), magnitude(b)))

// ---- one operand ----
FN(i_neg, W(0 - a.u))
FN(f_neg, F(-X))
FN(c_neg, ((S){.c = {-X, -a.c[1]}}))
FN(i_pos, a)
FN(i_abs, magnitude(a))
FN(f_abs, F(fabs(X)))
FN(c_abs, F(hypot(X, a.c[1])))
FN(i_sign, I((a.i > 0) - (a.i < 0)))
FN(u_sign, I(a.u > 0))
FN(f_sign, F(isnan(X) ? X : (X > 0) - (X < 0)))
FN(c_sign, c_nan(a) ? F((double)NAN) : F(c_gt(a, F(0)).i - c_lt(a, F(0)).i))
FN(c_conj, ((S){.c = {X, -a.c[1]}}))
FN(i_square, W(a.u *a.u))
FN(f_square, F(X *X))
FN(c_square, c_mul(a, a))
FN(i_recip, a.i ? I(1 / a.i) : I(INT64_MIN))
FN(u_recip, W(a.u ? 1 / a.u : 0))
FN(f_recip, F(1 / X))
static S c_recip(S a, S b) {
  (void)b;
  double re = X, im = a.c[1];
  if (fabs(im) <= fabs(re)) {
    double r = im / re, d = re + im * r;
    return (S){.c = {1 / d, -r / d}};
  }
  double r = re / im, d = re * r + im;
  return (S){.c = {r / d, -1 / d}};
}
FN(f_rint, F(nearbyint(X)))
FN(c_rint, ((S){.c = {nearbyint(X), nearbyint(a.c[1])}}))
FN(f_floor, F(floor(X)))
FN(f_ceil, F(ceil(X)))
FN(f_trunc, F(trunc(X)))
FN(f_sqrt, F(sqrt(X)))
FN(f_exp2, F(exp2(X)))
FN(c_exp2, C(cexp(z(a) * M_LN2)))
FN(f_log2, F(log2(X)))
FN(c_log2, C(clog(z(a)) * M_LOG2E))
FN(f_log10, F(log10(X)))
FN(c_log10, C(clog(z(a)) * M_LOG10E))
FN(f_deg2rad, F(X *(M_PI / 180)))
FN(f_rad2deg, F(X * (180 / M_PI)))
FN(f_atan2, F(atan2(X, Y)))
FN(f_hypot, F(hypot(X, Y)))
FN(f_copysign, F(copysign(X, Y)))
FN(f_heaviside, isnan(X) ? a : X == 0 ? b : F(X > 0))
static S f_logaddexp(S a, S b) {
  if (X == Y) return F(X + M_LN2);
  double d = X - Y;
  return d > 0 ? F(X + log1p(exp(-d))) : d <= 0 ? F(Y + log1p(exp(d))) : F(d);
}

// ---- the table ----
#define DBX_PRIM_NONE (-1)
const nd_ufunc nd_ufuncs[] = {
#define U(name, operands, types, how, out, prim, i, u, f, c)                                       \
  {#name, operands, types, how, out, DBX_PRIM_##prim, {i, u, f, c}},
#include "numpy/ufuncs.def"
#undef U
};

nd_element nd_element_of_small(const nd_ufunc *f, dbx_dtype t) {
  static const struct {
    nd_element wide, own;
  } rows[] = {{f_floordiv, s_floordiv}, {c_div, s_cdiv}, {c_recip, s_crecip}, {c_pow, s_cpow}};
  if (t == DBX_BOOL) return f->fn[0] == i_not ? i_lnot : NULL;
  nd_element wide = f->fn[dbx_is_complex(t) ? 3 : 2];
  for (size_t i = 0; wide && i < sizeof rows / sizeof *rows; i++)
    if (rows[i].wide == wide) return rows[i].own;
  return NULL;
}
const uint32_t nd_ufunc_count = sizeof nd_ufuncs / sizeof *nd_ufuncs;
