// Elementwise kernels: typed loops made by macros, one line an operation.
// Half precision is computed in f32 and rounded after each operation, as XLA does.
#include "interp/complex.h"
#include "interp/kernel.h"
#include "interp/xla_math.h"

#include <complex.h>
#include <math.h>
#include <string.h>

// ---- what the operations mean on scalars ----

static double sign_f(double x) { return isnan(x) ? x : x > 0 ? 1 : x < 0 ? -1 : x; }
static double round_away(double x) { return round(x); }
static double erf_d(double x) { return erf(x); }
static float erf_df(float x) { return dbx_erff(x); }
static double rsqrt_d(double x) { return 1 / sqrt(x); }
static double logistic_d(double x) { return 1 / (1 + exp(-x)); }
static double max_f(double a, double b) { return isnan(a) ? a : isnan(b) ? b : a > b ? a : b; }
static double min_f(double a, double b) { return isnan(a) ? a : isnan(b) ? b : a < b ? a : b; }

// Derivative of lgamma: the reflection, the recurrence up to 10, then the asymptotic series.
static double digamma_d(double x) {
  if (x <= 0 && x == floor(x)) return (double)NAN;
  if (x < 0) return digamma_d(1 - x) - M_PI / tan(M_PI * x);
  double r = 0;
  while (x < 10) {
    r -= 1 / x;
    x++;
  }
  double i = 1 / (x * x);
  static const double bernoulli[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                     1.0 / 132, -691.0 / 32760, 1.0 / 12};
  double series = 0;
  for (int k = 6; k >= 0; k--) series = (series + bernoulli[k]) * i;
  return r + log(x) - 0.5 / x - series;
}

static uint64_t lshift(uint64_t a, uint64_t n, unsigned bits) { return n >= bits ? 0 : a << n; }
static uint64_t rshift(uint64_t a, uint64_t n, unsigned bits) { return n >= bits ? 0 : a >> n; }
static int64_t ashift(int64_t a, uint64_t n, unsigned bits) {
  return a >> (n >= bits ? bits - 1 : n);
}

static dbx_status divides_by_zero(void) {
  return dbx_fail(DBX_E703, (dbx_span){0}, "integer division by zero");
}

// ---- loops ----

typedef struct operands {
  const void *x, *y;
  int64_t sx, sy, n; // strides 0 (a scalar) or 1
  void *o;
} operands;

#define EACH(T, U, EXPR)                                                                           \
  do {                                                                                             \
    const T *xs = w->x, *ys = w->y;                                                                \
    U *os = w->o;                                                                                  \
    for (int64_t i = 0; i < w->n; i++) {                                                           \
      T a = xs[i * w->sx], b = ys[i * w->sy];                                                      \
      (void)b;                                                                                     \
      os[i] = (U)(EXPR);                                                                           \
    }                                                                                              \
  } while (0)

#define SIGNED_CASES(EXPR, U)                                                                      \
  case DBX_I8: EACH(int8_t, U##8_t, EXPR); return DBX_OK;                                          \
  case DBX_I16: EACH(int16_t, U##16_t, EXPR); return DBX_OK;                                       \
  case DBX_I32: EACH(int32_t, U##32_t, EXPR); return DBX_OK;                                       \
  case DBX_I64: EACH(int64_t, U##64_t, EXPR); return DBX_OK
#define UNSIGNED_CASES(EXPR)                                                                       \
  case DBX_U8: EACH(uint8_t, uint8_t, EXPR); return DBX_OK;                                        \
  case DBX_U16: EACH(uint16_t, uint16_t, EXPR); return DBX_OK;                                     \
  case DBX_U32: EACH(uint32_t, uint32_t, EXPR); return DBX_OK;                                     \
  case DBX_U64: EACH(uint64_t, uint64_t, EXPR); return DBX_OK
#define FLOAT_CASES(EXPR)                                                                          \
  case DBX_F32: EACH(float, float, EXPR); return DBX_OK;                                           \
  case DBX_F64: EACH(double, double, EXPR); return DBX_OK
#define COMPLEX_CASES(EXPR)                                                                        \
  case DBX_C64: EACH(float complex, float complex, EXPR); return DBX_OK;                           \
  case DBX_C128: EACH(double complex, double complex, EXPR); return DBX_OK

static dbx_status no_kernel(const dbx_primitive *p, dbx_dtype t) {
  return dbx_fail(DBX_E401, (dbx_span){0}, "%s does not accept dtype %s", p->name,
                  dbx_dtype_name(t));
}

// ---- unary ----

#define REAL_FN(prim, fn)                                                                          \
  case DBX_PRIM_##prim:                                                                            \
    switch (t) {                                                                                   \
    case DBX_F32: EACH(float, float, fn((double)a)); return DBX_OK;                                \
    case DBX_F64: EACH(double, double, fn(a)); return DBX_OK;                                      \
    default: return no_kernel(p, t);                                                               \
    }
// f32 uses the float function, so that results are correctly those of single precision
#define FN(prim, fn)                                                                               \
  case DBX_PRIM_##prim:                                                                            \
    switch (t) {                                                                                   \
    case DBX_F32: EACH(float, float, fn##f(a)); return DBX_OK;                                     \
    case DBX_F64: EACH(double, double, fn(a)); return DBX_OK;                                      \
    default: return no_kernel(p, t);                                                               \
    }

// Functions of numbers with a fraction.
static dbx_status unary_math(const dbx_primitive *p, dbx_dtype t, const operands *w) {
  switch (p->id) {
    FN(exp, exp)
    FN(exp2, exp2)
    FN(expm1, expm1)
    FN(log, log)
    FN(log1p, dbx_log1p)
    FN(sin, sin)
    FN(cos, cos)
    FN(tan, tan)
    FN(asin, asin)
    FN(acos, acos)
    FN(atan, atan)
    FN(sinh, sinh)
    FN(cosh, cosh)
    FN(tanh, tanh)
    FN(asinh, asinh)
    FN(acosh, acosh)
    FN(atanh, atanh)
    FN(sqrt, sqrt)
    FN(cbrt, cbrt)
    FN(floor, floor)
    FN(ceil, ceil)
    FN(erf, erf_d)
    FN(erfc, erfc)
    FN(lgamma, lgamma)
    FN(erf_inv, dbx_erf_inv)
    REAL_FN(digamma, digamma_d)
  case DBX_PRIM_rsqrt:
    switch (t) {
    case DBX_F32: EACH(float, float, 1 / sqrtf(a)); return DBX_OK;
    case DBX_F64: EACH(double, double, rsqrt_d(a)); return DBX_OK;
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_logistic:
    switch (t) {
    case DBX_F32: EACH(float, float, 1 / (1 + expf(-a))); return DBX_OK;
    case DBX_F64: EACH(double, double, logistic_d(a)); return DBX_OK;
    default: return no_kernel(p, t);
    }
  default: return no_kernel(p, t);
  }
}

// Bits, and the parts of numbers.
static dbx_status unary_parts(const dbx_primitive *p, dbx_dtype t, const operands *w) {
  unsigned bits = 8 * dbx_dtype_bytes(t);
  switch (p->id) {
  case DBX_PRIM_not:
    switch (t) {
    case DBX_BOOL:
      EACH(uint8_t, uint8_t, !a);
      return DBX_OK;
      SIGNED_CASES(~a, int);
      UNSIGNED_CASES(~a);
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_is_finite:
    switch (t) {
    case DBX_F32: EACH(float, uint8_t, isfinite(a)); return DBX_OK;
    case DBX_F64: EACH(double, uint8_t, isfinite(a)); return DBX_OK;
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_real:
  case DBX_PRIM_imag: {
    bool re = p->id == DBX_PRIM_real;
    if (t == DBX_C64) EACH(float complex, float, re ? crealf(a) : cimagf(a));
    if (t == DBX_C128) EACH(double complex, double, re ? creal(a) : cimag(a));
    return t >= DBX_C64 ? DBX_OK : no_kernel(p, t);
  }
  case DBX_PRIM_conj:
    switch (t) {
    case DBX_F32: EACH(float, float complex, a); return DBX_OK;
    case DBX_F64:
      EACH(double, double complex, a);
      return DBX_OK;
      COMPLEX_CASES(conj(a));
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_population_count:
    switch (t) {
      SIGNED_CASES(__builtin_popcountll(lshift((uint64_t)a, 64 - bits, 64)), int);
      UNSIGNED_CASES(__builtin_popcountll(a));
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_clz:
    switch (t) {
      SIGNED_CASES(a ? __builtin_clzll(lshift((uint64_t)a, 64 - bits, 64)) : (int)bits, int);
      UNSIGNED_CASES(a ? __builtin_clzll(lshift(a, 64 - bits, 64)) : (int)bits);
    default: return no_kernel(p, t);
    }
  default: return unary_math(p, t, w);
  }
}

// Of complex numbers; those that have parts of their own are among the others.
static dbx_status complex_function(dbx_prim p, dbx_dtype t, const operands *w) {
  if (t == DBX_C128) EACH(double complex, double complex, dbx_complex_apply(p, a, b));
  else EACH(float complex, float complex, dbx_complex_apply_f32(p, a, b));
  return DBX_OK;
}

static bool is_complex_function(const dbx_primitive *p, dbx_dtype t) {
  return dbx_is_complex(t) && dbx_is_complex_function((dbx_prim)p->id);
}

static dbx_status unary(const dbx_kernel_site *s, dbx_dtype t, const operands *w) {
  const dbx_primitive *p = s->prim;
  if (is_complex_function(p, t)) return complex_function((dbx_prim)p->id, t, w);
  switch (p->id) {
  case DBX_PRIM_neg:
    switch (t) {
      SIGNED_CASES(-(uint64_t)a, int);
      UNSIGNED_CASES(-a);
      FLOAT_CASES(-a);
      COMPLEX_CASES(-a);
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_square:
    switch (t) {
      SIGNED_CASES((uint64_t)a * (uint64_t)a, int);
      UNSIGNED_CASES(a * a);
      FLOAT_CASES(a * a);
      COMPLEX_CASES(a * a);
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_sign:
    switch (t) {
      SIGNED_CASES((a > 0) - (a < 0), int);
      UNSIGNED_CASES(a > 0);
      FLOAT_CASES(sign_f(a));
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_abs:
    switch (t) {
      SIGNED_CASES(a < 0 ? -(uint64_t)a : (uint64_t)a, int);
      UNSIGNED_CASES(a);
      FLOAT_CASES(fabs(a));
    case DBX_C64: EACH(float complex, float, dbx_complex_absf(crealf(a), cimagf(a))); return DBX_OK;
    case DBX_C128: EACH(double complex, double, dbx_complex_abs(creal(a), cimag(a))); return DBX_OK;
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_round: {
    const dbx_param *how = dbx_kernel_param(s, DBX_S_rounding_method);
    bool even = how && how->kind == DBX_P_INT && how->i == 1;
    switch (t) {
      FLOAT_CASES(even ? nearbyint(a) : round_away(a));
    default: return no_kernel(p, t);
    }
  }
  default: return unary_parts(p, t, w);
  }
}

// ---- binary ----

#define ARITH(prim, IEXPR, FEXPR, CEXPR)                                                           \
  case DBX_PRIM_##prim:                                                                            \
    switch (t) {                                                                                   \
      SIGNED_CASES(IEXPR, int);                                                                    \
      UNSIGNED_CASES(IEXPR);                                                                       \
      FLOAT_CASES(FEXPR);                                                                          \
      COMPLEX_CASES(CEXPR);                                                                        \
    default: return no_kernel(p, t);                                                               \
    }
#define COMPARE(prim, EXPR, CEXPR)                                                                 \
  case DBX_PRIM_##prim:                                                                            \
    switch (t) {                                                                                   \
    case DBX_BOOL:                                                                                 \
    case DBX_U8: EACH(uint8_t, uint8_t, EXPR); return DBX_OK;                                      \
    case DBX_I8: EACH(int8_t, uint8_t, EXPR); return DBX_OK;                                       \
    case DBX_I16: EACH(int16_t, uint8_t, EXPR); return DBX_OK;                                     \
    case DBX_I32: EACH(int32_t, uint8_t, EXPR); return DBX_OK;                                     \
    case DBX_I64: EACH(int64_t, uint8_t, EXPR); return DBX_OK;                                     \
    case DBX_U16: EACH(uint16_t, uint8_t, EXPR); return DBX_OK;                                    \
    case DBX_U32: EACH(uint32_t, uint8_t, EXPR); return DBX_OK;                                    \
    case DBX_U64: EACH(uint64_t, uint8_t, EXPR); return DBX_OK;                                    \
    case DBX_F32: EACH(float, uint8_t, EXPR); return DBX_OK;                                       \
    case DBX_F64: EACH(double, uint8_t, EXPR); return DBX_OK;                                      \
    case DBX_C64: EACH(float complex, uint8_t, CEXPR); return DBX_OK;                              \
    case DBX_C128: EACH(double complex, uint8_t, CEXPR); return DBX_OK;                            \
    default: return no_kernel(p, t);                                                               \
    }
#define BITWISE(prim, EXPR)                                                                        \
  case DBX_PRIM_##prim:                                                                            \
    switch (t) {                                                                                   \
    case DBX_BOOL:                                                                                 \
      EACH(uint8_t, uint8_t, EXPR);                                                                \
      return DBX_OK;                                                                               \
      SIGNED_CASES(EXPR, int);                                                                     \
      UNSIGNED_CASES(EXPR);                                                                        \
    default: return no_kernel(p, t);                                                               \
    }
#define SHIFT(prim, SEXPR, UEXPR)                                                                  \
  case DBX_PRIM_##prim:                                                                            \
    switch (t) {                                                                                   \
      SIGNED_CASES(SEXPR, int);                                                                    \
      UNSIGNED_CASES(UEXPR);                                                                       \
    default: return no_kernel(p, t);                                                               \
    }
#define BY_PARTS(real, op)                                                                         \
  (creal(a) real creal(b) || (creal(a) == creal(b) && cimag(a) op cimag(b)))

static bool has_zero(dbx_dtype t, const void *y, int64_t n) {
  unsigned bytes = dbx_dtype_bytes(t);
  for (int64_t i = 0; dbx_go_on(i, n); i++)
    if (dbx_scalar_is_zero(dbx_load((const char *)y + i * bytes, t), t)) return true;
  return false;
}

static dbx_status binary_float(const dbx_primitive *p, dbx_dtype t, const operands *w) {
  switch (p->id) {
  case DBX_PRIM_pow:
    switch (t) {
    case DBX_F32: EACH(float, float, powf(a, b)); return DBX_OK;
    case DBX_F64: EACH(double, double, pow(a, b)); return DBX_OK;
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_atan2:
    switch (t) {
    case DBX_F32: EACH(float, float, atan2f(a, b)); return DBX_OK;
    case DBX_F64: EACH(double, double, atan2(a, b)); return DBX_OK;
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_nextafter:
    switch (t) {
    case DBX_F32: EACH(float, float, nextafterf(a, b)); return DBX_OK;
    case DBX_F64: EACH(double, double, nextafter(a, b)); return DBX_OK;
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_complex:
    if (t == DBX_F32) EACH(float, float complex, __builtin_complex(a, b));
    if (t == DBX_F64) EACH(double, double complex, __builtin_complex(a, b));
    return DBX_OK;
  default: return no_kernel(p, t);
  }
}

// Comparisons, and operations of bits.
static dbx_status binary_bits(const dbx_primitive *p, dbx_dtype t, const operands *w) {
  unsigned bits = 8 * dbx_dtype_bytes(t);
  uint64_t low = bits >= 64 ? ~0ull : (1ull << bits) - 1;
  switch (p->id) {
    COMPARE(eq, a == b, a == b)
    COMPARE(ne, a != b, a != b)
    COMPARE(lt, a < b, BY_PARTS(<, <))
    COMPARE(le, a <= b, BY_PARTS(<, <=))
    COMPARE(gt, a > b, BY_PARTS(>, >))
    COMPARE(ge, a >= b, BY_PARTS(>, >=))
    BITWISE(and, a & b)
    BITWISE(or, a | b)
    BITWISE(xor, a ^ b)
    SHIFT(shift_left, lshift((uint64_t)a, (uint64_t)b & low, bits), lshift(a, b, bits))
    SHIFT(shift_right_logical, rshift((uint64_t)a & low, (uint64_t)b & low, bits),
          rshift(a, b, bits))
    SHIFT(shift_right_arithmetic, ashift(a, (uint64_t)b & low, bits),
          ashift((int64_t)((uint64_t)a << (64 - bits)) >> (64 - bits), b, bits))
  default: return binary_float(p, t, w);
  }
}

static dbx_status binary(const dbx_primitive *p, dbx_dtype t, const operands *w) {
  bool divides = p->id == DBX_PRIM_div || (p->id == DBX_PRIM_rem && !dbx_is_unsigned(t));
  if (divides && dbx_is_integer(t) && w->n && has_zero(t, w->y, w->sy ? w->n : 1))
    return divides_by_zero();
  if (is_complex_function(p, t)) return complex_function((dbx_prim)p->id, t, w);
  switch (p->id) {
    ARITH(add, (uint64_t)a + (uint64_t)b, a + b, a + b)
    ARITH(add_any, (uint64_t)a + (uint64_t)b, a + b, a + b)
    ARITH(sub, (uint64_t)a - (uint64_t)b, a - b, a - b)
    ARITH(mul, (uint64_t)a * (uint64_t)b, a * b, a * b)
  case DBX_PRIM_div: // the least number by -1 wraps
    switch (t) {
      SIGNED_CASES(b == -1 ? (uint64_t)0 - (uint64_t)a : (uint64_t)(a / b), int);
      UNSIGNED_CASES(a / b);
      FLOAT_CASES(a / b);
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_rem:
    switch (t) {
      SIGNED_CASES(b == -1 ? 0 : a % b, int);
      UNSIGNED_CASES(b ? a % b : a); // jax.random reduces modulo 2^n, which is 0
    case DBX_F32: EACH(float, float, fmodf(a, b)); return DBX_OK;
    case DBX_F64: EACH(double, double, fmod(a, b)); return DBX_OK;
    default: return no_kernel(p, t);
    }
  case DBX_PRIM_max:
  case DBX_PRIM_min: {
    bool max = p->id == DBX_PRIM_max;
    switch (t) {
    case DBX_BOOL:
      EACH(uint8_t, uint8_t, max ? a | b : a &b);
      return DBX_OK;
      SIGNED_CASES((a > b) == max ? a : b, int);
      UNSIGNED_CASES((a > b) == max ? a : b);
      FLOAT_CASES(max ? max_f(a, b) : min_f(a, b));
      COMPLEX_CASES(BY_PARTS(>, >) == max ? a : b);
    default: return no_kernel(p, t);
    }
  }
  default: return binary_bits(p, t, w);
  }
}

// ---- operands: one shape, half precision widened ----

static uint32_t result_shape(const dbx_kernel_site *s, const int64_t **dims) {
  uint32_t rank = 0;
  for (uint32_t k = 0; k < s->n_in; k++)
    if (s->in[k]->rank > rank) rank = s->in[k]->rank;
  int64_t *d = DBX_TMP(int64_t, rank);
  for (uint32_t i = 0; i < rank; i++) d[i] = 1;
  for (uint32_t k = 0; k < s->n_in; k++)
    for (uint32_t i = 0; i < s->in[k]->rank && s->in[k]->rank == rank; i++)
      if (d[i] == 1) d[i] = s->in[k]->dims[i];
  *dims = d;
  return rank;
}

static dbx_status widen(dbx_array *x, uint32_t rank, const int64_t *dims, dbx_array **ret) {
  dbx_array *one = NULL;
  DBX_TRY(x->rank ? dbx_spread(x, rank, dims, &one) : (one = dbx_array_ref(x), DBX_OK));
  if (!dbx_is_half(x->dtype)) return *ret = one, DBX_OK;
  dbx_status st = dbx_convert_array(one, DBX_F32, ret);
  dbx_array_unref(one);
  return st;
}

static dbx_status by_pieces(const dbx_kernel_site *s, dbx_dtype t, dbx_dtype to, bool two,
                            operands w) {
  enum { PIECE = 1 << 14 };
  int64_t in = dbx_dtype_bytes(t), out = dbx_dtype_bytes(to), n = w.n;
  do {
    w.n = n < PIECE ? n : PIECE;
    DBX_TRY(two ? binary(s->prim, t, &w) : unary(s, t, &w));
    w.x = (const char *)w.x + w.n * w.sx * in;
    w.y = (const char *)w.y + w.n * w.sy * in;
    w.o = (char *)w.o + w.n * out;
    n -= w.n;
  } while (n && !dbx_stopping());
  return DBX_OK;
}

static dbx_status run(const dbx_kernel_site *s, dbx_array *x, dbx_array *y, dbx_array *o) {
  operands w = {x->data, y ? y->data : x->data, x->rank || x->size > 1, 0, o->size, o->data};
  w.sx = x->rank ? 1 : 0;
  w.sy = y ? (y->rank ? 1 : 0) : w.sx;
  return by_pieces(s, x->dtype, o->dtype, y != NULL, w);
}

static dbx_status narrow(const dbx_kernel_site *s, dbx_array *o, dbx_array **out) {
  if (o->dtype == s->out_dtype[0]) return *out = o, DBX_OK;
  dbx_status st = dbx_convert_array(o, s->out_dtype[0], out);
  dbx_array_unref(o);
  return st;
}

static dbx_status elementwise(const dbx_kernel_site *s, dbx_array **out) {
  const int64_t *dims;
  uint32_t rank = result_shape(s, &dims);
  dbx_array *in[2] = {NULL, NULL}, *o = NULL;
  dbx_dtype t = dbx_is_half(s->out_dtype[0]) ? DBX_F32 : s->out_dtype[0];
  dbx_status st = DBX_OK;
  for (uint32_t k = 0; st == DBX_OK && k < s->n_in; k++) st = widen(s->in[k], rank, dims, &in[k]);
  if (st == DBX_OK) st = dbx_result(t, rank, dims, &o);
  if (st == DBX_OK && (st = run(s, in[0], in[1], o)) != DBX_OK) o = dbx_array_unref(o);
  dbx_array_unref(in[0]), dbx_array_unref(in[1]);
  return st == DBX_OK ? narrow(s, o, out) : st;
}

dbx_status dbx_kernel_unary(const dbx_kernel_site *s, dbx_array **out) {
  return elementwise(s, out);
}

static uint16_t half_bits(dbx_dtype t, double x) {
  return t == DBX_F16 ? dbx_f64_to_f16(x) : dbx_f64_to_bf16(x);
}

// The next number of a half type: its bits in order are its magnitudes in order.
static uint16_t half_next(dbx_dtype t, double x, double y) {
  if (isnan(x) || isnan(y)) return half_bits(t, NAN);
  if (x == y) return half_bits(t, y);
  if (x == 0) return y < 0 ? 0x8001 : 1;
  return (uint16_t)(half_bits(t, x) + ((y > x) == (x > 0) ? 1 : -1));
}

static dbx_status next_half(const dbx_kernel_site *s, dbx_array **out) {
  const int64_t *dims;
  uint32_t rank = result_shape(s, &dims);
  dbx_dtype t = s->out_dtype[0];
  const dbx_array *x = s->in[0], *y = s->in[1];
  DBX_TRY(dbx_result(t, rank, dims, out));
  uint16_t *to = (*out)->data;
  for (int64_t i = 0; dbx_go_on(i, (*out)->size); i++)
    to[i] =
        half_next(t, dbx_array_at(x, x->rank ? i : 0).c[0], dbx_array_at(y, y->rank ? i : 0).c[0]);
  return DBX_OK;
}

// pow with an integer exponent: as integers if the base is one, else as the base's dtype.
dbx_status dbx_kernel_binary(const dbx_kernel_site *s, dbx_array **out) {
  if (s->prim->id == DBX_PRIM_nextafter && dbx_is_half(s->out_dtype[0])) return next_half(s, out);
  if (s->prim->id != DBX_PRIM_pow || s->in[1]->dtype == s->in[0]->dtype) return elementwise(s, out);
  dbx_array *y, *in[2] = {s->in[0], NULL};
  DBX_TRY(dbx_convert_array(s->in[1], s->in[0]->dtype, &y));
  in[1] = y;
  dbx_kernel_site same = *s;
  same.in = in;
  dbx_status st = elementwise(&same, out);
  dbx_array_unref(y);
  return st;
}

// ---- clamp ----

dbx_status dbx_kernel_clamp(const dbx_kernel_site *s, dbx_array **out) {
  dbx_array *pair[2] = {s->in[0], s->in[1]}, *low;
  dbx_kernel_site step = {dbx_primitive_of(DBX_PRIM_max), pair, 2, NULL, 0, s->out_dtype, 1, false};
  DBX_TRY(elementwise(&step, &low));
  pair[0] = low, pair[1] = s->in[2];
  step.prim = dbx_primitive_of(DBX_PRIM_min);
  dbx_status st = elementwise(&step, out);
  dbx_array_unref(low);
  return st;
}
