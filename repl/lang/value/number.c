// Numbers of the host: ints of any size (GMP beyond 64 bits), floats, complex.
#include "lang/value/number.h"
#include "lang/value/big.h"
#include "lang/value/wide.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>

bool number_is_big(pv v) { return is_obj(v, T_BIGINT); }
pv number_plain(pv v) {
  if (!number_is_big(v) || !v.o->sub) return v;
  mpz_t z;
  mpz_init_set(z, ((o_bigint *)v.o)->z);
  return bigint_take(z);
}
static bool is_integer(pv v) { return is_int(v) || number_is_big(v); }
static bool is_complex(pv v) { return is_obj(v, T_COMPLEX); }

void number_get_mpz(pv v, mpz_t z) {
  if (number_is_big(v)) mpz_init_set(z, ((o_bigint *)v.o)->z);
  else mpz_init_set_si(z, v.i);
}

// ---- conversions ----

// The nearest double (ties to even), infinite if it is too large.
static double big_to_double(mpz_srcptr z) {
  size_t bits = mpz_sizeinbase(z, 2);
  if (bits <= 53) return mpz_get_d(z);
  mpz_t q;
  mpz_init(q);
  mp_bitcnt_t drop = bits - 55;
  mpz_tdiv_q_2exp(q, z, drop); // 55 bits; the last one stands for all that was dropped
  mpz_t low;
  mpz_init(low);
  mpz_tdiv_r_2exp(low, z, drop);
  int64_t top = mpz_get_si(q);
  if (mpz_sgn(low)) top |= 1; // sticky, in magnitude: top has the sign of z
  if (mpz_sgn(low) && top < 0 && !(mpz_get_si(q) & 1)) top = mpz_get_si(q) - 1;
  mpz_clear(low);
  mpz_clear(q);
  return bits > 1025 ? (top < 0 ? -HUGE_VAL : HUGE_VAL) : ldexp((double)top, (int)drop);
}

bool number_big_parts(pv v, double *nearest, uint64_t *u) {
  mpz_srcptr z = ((o_bigint *)v.o)->z;
  *nearest = big_to_double(z);
  *u = mpz_get_ui(z);
  return mpz_fits_ulong_p(z);
}

dbx_status number_as_double(pv v, double *ret) {
  if (v.tag == PV_FLOAT) return *ret = v.f, DBX_OK;
  if (is_int(v)) return *ret = (double)v.i, DBX_OK;
  if (number_is_big(v)) {
    *ret = big_to_double(((o_bigint *)v.o)->z);
    return isinf(*ret) ? dbx_fail(DBX_E211, (dbx_span){0}, "int too large to convert to float")
                       : DBX_OK;
  }
  return dbx_fail(DBX_E204, (dbx_span){0}, "must be real number, not %s", lang_type_name(v));
}

static dbx_status as_complex(pv v, double c[2]) {
  c[1] = 0;
  if (!is_complex(v)) return number_as_double(v, c);
  c[0] = ((o_complex *)v.o)->re, c[1] = ((o_complex *)v.o)->im;
  return DBX_OK;
}

dbx_status number_from_double(double f, pv *ret) {
  if (isnan(f)) return dbx_fail(DBX_E208, (dbx_span){0}, "cannot convert float NaN to integer");
  if (isinf(f))
    return dbx_fail(DBX_E211, (dbx_span){0}, "cannot convert float infinity to integer");
  f = trunc(f);
  if (fabs(f) < 9.2e18) return *ret = pv_int((int64_t)f), DBX_OK;
  mpz_t z;
  mpz_init_set_d(z, f);
  *ret = bigint_take(z);
  return DBX_OK;
}

// ---- integers ----

static dbx_status zero_division(const char *what) {
  return dbx_fail(DBX_E209, (dbx_span){0}, "%s", what);
}

// GMP multiplies in a few times the room of the result.
static dbx_status check_size(double bits) {
  if (bits < 8.0 * (1 << 28)) return lang_check_room(bits / 8 * 4);
  return dbx_fail(DBX_E216, (dbx_span){0}, "integers end at 2**31 bits (256 MB) here");
}

static int64_t floor_div(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
static int64_t floor_mod(int64_t a, int64_t b) {
  int64_t r = a % b;
  return r && (r < 0) != (b < 0) ? r + b : r;
}

// Integers of 64 bits; false if the result needs more.
static bool small_int(dbx_op op, int64_t a, int64_t b, int64_t *r) {
  switch (op) {
  case DBX_OP_Add: return !__builtin_add_overflow(a, b, r);
  case DBX_OP_Sub: return !__builtin_sub_overflow(a, b, r);
  case DBX_OP_Mult: return !__builtin_mul_overflow(a, b, r);
  case DBX_OP_FloorDiv:
    return b == -1 ? !__builtin_sub_overflow((int64_t)0, a, r) : (*r = floor_div(a, b), true);
  case DBX_OP_Mod: return *r = b == -1 ? 0 : floor_mod(a, b), true;
  case DBX_OP_BitAnd: return *r = a & b, true;
  case DBX_OP_BitOr: return *r = a | b, true;
  case DBX_OP_BitXor: return *r = a ^ b, true;
  case DBX_OP_RShift: return *r = a >> (b > 63 ? 63 : b), true;
  case DBX_OP_LShift:
    if (a == 0) return *r = 0, true;
    if (b > 62) return false;
    *r = (int64_t)((uint64_t)a << b);
    return *r >> b == a;
  default: return false;
  }
}

typedef struct big_work {
  mpz_t r;       // initialised by the computation
  mpz_t a, b, m; // borrowed
  mp_limb_t limb[3];
  dbx_op op;
  unsigned long n; // of shifts and powers
  bool ok;
} big_work;

// The number of v, to be read only as long as v is there; a small one lies in *limb.
static void borrow(pv v, mpz_t z, mp_limb_t *limb) {
  if (number_is_big(v)) {
    *z = *((o_bigint *)v.o)->z;
    return;
  }
  *limb = v.i < 0 ? -(mp_limb_t)v.i : (mp_limb_t)v.i;
  *z = (__mpz_struct){._mp_size = v.i < 0 ? -1 : v.i > 0, ._mp_d = limb}; // mpz_roinit_n
}

static void compute(void *ctx) {
  big_work *w = ctx;
  mpz_init(w->r);
  switch (w->op) {
  case DBX_OP_Add: mpz_add(w->r, w->a, w->b); break;
  case DBX_OP_Sub: mpz_sub(w->r, w->a, w->b); break;
  case DBX_OP_Mult: mpz_mul(w->r, w->a, w->b); break;
  case DBX_OP_FloorDiv: mpz_fdiv_q(w->r, w->a, w->b); break;
  case DBX_OP_Mod: mpz_fdiv_r(w->r, w->a, w->b); break;
  case DBX_OP_BitAnd: mpz_and(w->r, w->a, w->b); break;
  case DBX_OP_BitOr: mpz_ior(w->r, w->a, w->b); break;
  case DBX_OP_BitXor: mpz_xor(w->r, w->a, w->b); break;
  case DBX_OP_Pow: mpz_pow_ui(w->r, w->a, w->n); break;
  case DBX_OP_LShift:
    if (mpz_sgn(w->a)) mpz_mul_2exp(w->r, w->a, w->n);
    break;
  default: mpz_fdiv_q_2exp(w->r, w->a, w->n); break;
  }
}

static dbx_status finish_big(dbx_status st, big_work *w, double limbs, pv *ret) {
  if (st == DBX_OK) st = big_run(compute, w, limbs);
  if (st == DBX_OK) *ret = bigint_take(w->r);
  return st;
}

static dbx_status big_int(dbx_op op, pv x, pv y, pv *ret) {
  big_work w = {.op = op};
  borrow(x, w.a, &w.limb[0]);
  borrow(y, w.b, &w.limb[1]);
  dbx_status st =
      lang_check_room(2.0 * sizeof(mp_limb_t) * (double)(mpz_size(w.a) + mpz_size(w.b)));
  bool shift = op == DBX_OP_LShift || op == DBX_OP_RShift;
  if (st == DBX_OK && op == DBX_OP_Mult)
    st = check_size((double)mpz_sizeinbase(w.a, 2) + (double)mpz_sizeinbase(w.b, 2));
  if (st == DBX_OK && op == DBX_OP_LShift && mpz_sgn(w.a))
    st = mpz_fits_slong_p(w.b) ? check_size((double)mpz_sizeinbase(w.a, 2) + mpz_get_d(w.b))
                               : check_size(1e30);
  w.n = shift && mpz_fits_ulong_p(w.b) ? mpz_get_ui(w.b) : ULONG_MAX;
  return finish_big(st, &w, big_limbs(w.a) + big_limbs(w.b), ret);
}

static bool integer_is_zero(pv v) { return is_int(v) && v.i == 0; }
bool number_is_negative(pv v) { return is_int(v) ? v.i < 0 : mpz_sgn(((o_bigint *)v.o)->z) < 0; }

// By how many bits a is shifted so that a / b has 66 or so.
static long quotient_shift(const big_work *w) {
  return (long)mpz_sizeinbase(w->b, 2) - (long)mpz_sizeinbase(w->a, 2) + 66;
}

static void quotient(void *ctx) {
  big_work *w = ctx;
  mpz_t a, b, r;
  long shift = quotient_shift(w);
  mpz_inits(w->r, a, b, r, NULL);
  mpz_mul_2exp(a, w->a, shift > 0 ? (mp_bitcnt_t)shift : 0);
  mpz_mul_2exp(b, w->b, shift > 0 ? 0 : (mp_bitcnt_t)-shift);
  mpz_tdiv_qr(w->r, r, a, b);
  mpz_mul_2exp(w->r, w->r, 1); // a sticky bit below
  if (mpz_sgn(r))
    mpz_sgn(a) * mpz_sgn(b) < 0 ? mpz_sub_ui(w->r, w->r, 1) : mpz_add_ui(w->r, w->r, 1);
  mpz_clears(a, b, r, NULL);
}

// a / b, correctly rounded; 0 / b is -0.0 for a negative b.
static bool exact_double(int64_t i) { return i > -(INT64_C(1) << 53) && i < INT64_C(1) << 53; }

static dbx_status true_divide(pv x, pv y, pv *ret) {
  enum { EXACT = 1 << 26 };
  if (is_int(x) && x.i == 0) return *ret = pv_float(number_is_negative(y) ? -0.0 : 0.0), DBX_OK;
  if (is_int(x) && is_int(y) && exact_double(x.i) && exact_double(y.i))
    return *ret = pv_float((double)x.i / (double)y.i), DBX_OK;
  big_work w = {0};
  borrow(x, w.a, &w.limb[0]);
  borrow(y, w.b, &w.limb[1]);
  long shift = quotient_shift(&w);
  DBX_TRY(big_run(quotient, &w, big_limbs(w.a) + big_limbs(w.b)));
  double d = shift < -EXACT ? HUGE_VAL : ldexp(big_to_double(w.r), (int)-(shift + 1));
  mpz_clear(w.r);
  if (isinf(d))
    return dbx_fail(DBX_E211, (dbx_span){0}, "integer division result too large for a float");
  *ret = pv_float(d);
  return DBX_OK;
}

static dbx_status integer_binary(dbx_op op, pv x, pv y, pv *ret) {
  int64_t r;
  bool divides = op == DBX_OP_Div || op == DBX_OP_FloorDiv || op == DBX_OP_Mod;
  if (divides && integer_is_zero(y))
    return zero_division(op == DBX_OP_Div   ? "division by zero"
                         : op == DBX_OP_Mod ? "integer modulo by zero"
                                            : "integer division or modulo by zero");
  if ((op == DBX_OP_LShift || op == DBX_OP_RShift) && number_is_negative(y))
    return dbx_fail(DBX_E208, (dbx_span){0}, "negative shift count");
  if (op == DBX_OP_Div) return true_divide(x, y, ret);
  if (op == DBX_OP_Pow) return number_power(x, y, pv_none(), ret);
  bool logical = op == DBX_OP_BitAnd || op == DBX_OP_BitOr || op == DBX_OP_BitXor;
  if (is_int(x) && is_int(y) && small_int(op, x.i, y.i, &r)) {
    *ret = logical && x.tag == PV_BOOL && y.tag == PV_BOOL ? pv_bool(r != 0) : pv_int(r);
    return DBX_OK;
  }
  return wide_binary(op, x, y, ret) ? DBX_OK : big_int(op, x, y, ret);
}

// ---- floats and complex numbers ----

static void float_divmod(double a, double b, double *q, double *m) {
  *m = fmod(a, b);
  double d = (a - *m) / b;
  if (*m != 0) {
    if ((b < 0) != (*m < 0)) *m += b, d -= 1;
  } else {
    *m = copysign(0.0, b);
  }
  if (d != 0) {
    *q = floor(d);
    if (d - *q > 0.5) *q += 1;
  } else {
    *q = copysign(0.0, a / b);
  }
}

static dbx_status complex_power(const double a[2], const double b[2], pv *ret);

static dbx_status float_power(double a, double b, pv *ret) {
  if (a == 0 && b < 0) return zero_division("0.0 cannot be raised to a negative power");
  if (a < 0 && isfinite(a) && isfinite(b) && b != floor(b))
    return complex_power((double[]){a, 0}, (double[]){b, 0}, ret);
  double r = pow(a, b);
  if (isinf(r) && isfinite(a) && isfinite(b))
    return dbx_fail(DBX_E211, (dbx_span){0}, "(34, 'Numerical result out of range')");
  *ret = pv_float(r);
  return DBX_OK;
}

static dbx_status float_binary(dbx_op op, double a, double b, pv *ret) {
  double q, m;
  bool divides = op == DBX_OP_Div || op == DBX_OP_FloorDiv || op == DBX_OP_Mod;
  if (divides && b == 0)
    return zero_division(op == DBX_OP_Div   ? "float division by zero"
                         : op == DBX_OP_Mod ? "float modulo"
                                            : "float floor division by zero");
  switch (op) {
  case DBX_OP_Add: *ret = pv_float(a + b); break;
  case DBX_OP_Sub: *ret = pv_float(a - b); break;
  case DBX_OP_Mult: *ret = pv_float(a * b); break;
  case DBX_OP_Div: *ret = pv_float(a / b); break;
  case DBX_OP_FloorDiv: float_divmod(a, b, &q, &m), *ret = pv_float(q); break;
  case DBX_OP_Mod: float_divmod(a, b, &q, &m), *ret = pv_float(m); break;
  case DBX_OP_Pow: return float_power(a, b, ret);
  default: *ret = PV(PV_NOTIMPLEMENTED);
  }
  return DBX_OK;
}

static dbx_status complex_divide(const double a[2], const double b[2], pv *ret) {
  if (b[0] == 0 && b[1] == 0) return zero_division("complex division by zero");
  if (fabs(b[0]) >= fabs(b[1])) { // Smith's method, as CPython
    double ratio = b[1] / b[0], denom = b[0] + b[1] * ratio;
    *ret = complex_new((a[0] + a[1] * ratio) / denom, (a[1] - a[0] * ratio) / denom);
  } else {
    double ratio = b[0] / b[1], denom = b[0] * ratio + b[1];
    *ret = complex_new((a[0] * ratio + a[1]) / denom, (a[1] * ratio - a[0]) / denom);
  }
  return DBX_OK;
}

static void complex_int_power(const double a[2], unsigned long n, double r[2]) {
  double p[2] = {a[0], a[1]};
  r[0] = 1, r[1] = 0;
  for (; n; n >>= 1) {
    double t;
    if (n & 1) t = r[0] * p[0] - r[1] * p[1], r[1] = r[0] * p[1] + r[1] * p[0], r[0] = t;
    t = p[0] * p[0] - p[1] * p[1], p[1] = p[0] * p[1] + p[1] * p[0], p[0] = t;
  }
}

static dbx_status power_of_zero(void) {
  return zero_division("0.0 to a negative or complex power");
}

static dbx_status complex_power(const double a[2], const double b[2], pv *ret) {
  double r[2];
  if (b[0] == 0 && b[1] == 0) return *ret = complex_new(1, 0), DBX_OK;
  if (b[1] == 0 && b[0] == floor(b[0]) && fabs(b[0]) <= 100) {
    static const double one[2] = {1, 0};
    complex_int_power(a, (unsigned long)fabs(b[0]), r);
    if (b[0] < 0 && r[0] == 0 && r[1] == 0) return power_of_zero();
    if (b[0] < 0) return complex_divide(one, r, ret);
  } else if (a[0] == 0 && a[1] == 0) {
    if (b[0] < 0 || b[1] != 0) return power_of_zero();
    r[0] = r[1] = 0;
  } else {
    double vabs = hypot(a[0], a[1]), len = pow(vabs, b[0]), at = atan2(a[1], a[0]),
           phase = at * b[0];
    if (b[1] != 0) len /= exp(at * b[1]), phase += b[1] * log(vabs);
    if (isinf(phase)) return power_of_zero();
    r[0] = len * cos(phase), r[1] = len * sin(phase);
  }
  if (isinf(r[0]) || isinf(r[1]))
    return dbx_fail(DBX_E211, (dbx_span){0}, "complex exponentiation");
  *ret = complex_new(r[0], r[1]);
  return DBX_OK;
}

static dbx_status complex_binary(dbx_op op, const double a[2], const double b[2], pv *ret) {
  switch (op) {
  case DBX_OP_Add: *ret = complex_new(a[0] + b[0], a[1] + b[1]); break;
  case DBX_OP_Sub: *ret = complex_new(a[0] - b[0], a[1] - b[1]); break;
  case DBX_OP_Mult: *ret = complex_new(a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]); break;
  case DBX_OP_Div: return complex_divide(a, b, ret);
  case DBX_OP_Pow: return complex_power(a, b, ret);
  default: *ret = PV(PV_NOTIMPLEMENTED);
  }
  return DBX_OK;
}

// ---- operators ----

static dbx_status integer_power(pv x, pv y, pv *ret) {
  big_work w = {.op = DBX_OP_Pow};
  if (number_is_negative(y)) {
    double c, d;
    if (integer_is_zero(x)) return zero_division("0.0 cannot be raised to a negative power");
    DBX_TRY(number_as_double(x, &c));
    DBX_TRY(number_as_double(y, &d));
    return float_power(c, d, ret);
  }
  if (wide_power(x, y, ret)) return DBX_OK;
  borrow(x, w.a, &w.limb[0]);
  borrow(y, w.b, &w.limb[1]);
  bool unit = mpz_cmpabs_ui(w.a, 1) <= 0;
  double bits = mpz_fits_slong_p(w.b) ? (double)mpz_sizeinbase(w.a, 2) * mpz_get_d(w.b) : 1e30;
  w.n = unit && !mpz_fits_ulong_p(w.b) ? (mpz_odd_p(w.b) ? 1 : 2) : mpz_get_ui(w.b);
  return finish_big(unit ? DBX_OK : check_size(bits), &w, bits / GMP_NUMB_BITS, ret);
}

static void power_modulo(void *ctx) {
  big_work *w = ctx;
  mpz_t b, m;
  mpz_inits(w->r, b, m, NULL);
  mpz_abs(b, w->b), mpz_abs(m, w->m), mpz_set(w->r, w->a);
  w->ok = mpz_sgn(w->b) >= 0 || mpz_invert(w->r, w->r, m);
  if (w->ok) mpz_powm(w->r, w->r, b, m);
  if (w->ok && mpz_sgn(w->m) < 0 && mpz_sgn(w->r)) mpz_sub(w->r, w->r, m);
  mpz_clears(b, m, NULL);
}

static dbx_status modular_power(pv x, pv y, pv mod, pv *ret) {
  bool complex = is_obj(x, T_COMPLEX) || is_obj(y, T_COMPLEX) ||
                 (is_obj(mod, T_COMPLEX) && is_integer(x) && is_integer(y));
  if (complex && is_number(x) && is_number(y) && x.tag != PV_FLOAT)
    return dbx_fail(DBX_E208, (dbx_span){0}, "complex modulo");
  if (!is_integer(x) || !is_integer(y) || !is_integer(mod))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "pow() 3rd argument not allowed unless all arguments are integers");
  if (integer_is_zero(mod))
    return dbx_fail(DBX_E208, (dbx_span){0}, "pow() 3rd argument cannot be 0");
  big_work w = {0};
  borrow(x, w.a, &w.limb[0]), borrow(y, w.b, &w.limb[1]), borrow(mod, w.m, &w.limb[2]);
  DBX_TRY(big_run(power_modulo, &w, big_limbs(w.m) * big_limbs(w.b)));
  if (!w.ok)
    return mpz_clear(w.r),
           dbx_fail(DBX_E208, (dbx_span){0}, "base is not invertible for the given modulus");
  *ret = bigint_take(w.r);
  return DBX_OK;
}

dbx_status number_power(pv x, pv y, pv mod, pv *ret) {
  if (!is_none(mod)) return modular_power(x, y, mod, ret);
  if (is_integer(x) && is_integer(y)) return integer_power(x, y, ret);
  return number_binary(DBX_OP_Pow, x, y, ret);
}

dbx_status number_binary(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!is_number(x) || !is_number(y) || op == DBX_OP_MatMult) return DBX_OK;
  if (is_integer(x) && is_integer(y)) return integer_binary(op, x, y, ret);
  if (op >= DBX_OP_LShift && op <= DBX_OP_BitAnd) return DBX_OK;
  double a[2], b[2];
  if (is_complex(x) || is_complex(y)) {
    if (op == DBX_OP_Mod || op == DBX_OP_FloorDiv) return DBX_OK;
    DBX_TRY(as_complex(x, a));
    DBX_TRY(as_complex(y, b));
    return complex_binary(op, a, b, ret);
  }
  DBX_TRY(number_as_double(x, a));
  DBX_TRY(number_as_double(y, b));
  return float_binary(op, a[0], b[0], ret);
}

dbx_status number_unary(dbx_op op, pv x, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (is_integer(x)) {
    if (op == DBX_OP_UAdd) return *ret = is_int(x) ? pv_int(x.i) : x, DBX_OK;
    if (op == DBX_OP_USub) return integer_binary(DBX_OP_Sub, pv_int(0), x, ret);
    return integer_binary(DBX_OP_Sub, pv_int(-1), x, ret);
  }
  if (op == DBX_OP_Invert) return DBX_OK;
  if (x.tag == PV_FLOAT) return *ret = pv_float(op == DBX_OP_USub ? -x.f : x.f), DBX_OK;
  if (!is_complex(x)) return DBX_OK;
  const o_complex *c = (o_complex *)x.o;
  *ret = op == DBX_OP_USub ? complex_new(-c->re, -c->im) : x;
  return DBX_OK;
}

// -1, 0, 1, or 2 if they are not ordered (NaN); exact between ints and floats.
static int order(pv x, pv y) {
  if (is_int(x) && is_int(y)) return (x.i > y.i) - (x.i < y.i);
  if (x.tag == PV_FLOAT && y.tag == PV_FLOAT)
    return isnan(x.f) || isnan(y.f) ? 2 : (x.f > y.f) - (x.f < y.f);
  if (x.tag == PV_FLOAT) {
    int r = order(y, x);
    return r == 2 ? 2 : -r;
  }
  if (y.tag == PV_FLOAT && isnan(y.f)) return 2;
  mpz_t a;
  mp_limb_t limb[2];
  int r;
  borrow(x, a, &limb[0]);
  if (y.tag == PV_FLOAT) {
    r = mpz_cmp_d(a, y.f);
  } else {
    mpz_t b;
    borrow(y, b, &limb[1]);
    r = mpz_cmp(a, b);
  }
  return (r > 0) - (r < 0);
}

dbx_status number_compare(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!is_number(x) || !is_number(y)) return DBX_OK;
  if (is_complex(x) || is_complex(y)) {
    double a[2], b[2];
    if (op != DBX_OP_Eq && op != DBX_OP_NotEq) return DBX_OK;
    DBX_TRY(as_complex(x, a));
    DBX_TRY(as_complex(y, b));
    return *ret = pv_bool((a[0] == b[0] && a[1] == b[1]) == (op == DBX_OP_Eq)), DBX_OK;
  }
  int r = order(x, y);
  bool yes = op == DBX_OP_Eq      ? r == 0
             : op == DBX_OP_NotEq ? r != 0
             : op == DBX_OP_Lt    ? r == -1
             : op == DBX_OP_LtE   ? r == -1 || r == 0
             : op == DBX_OP_Gt    ? r == 1
                                  : r == 1 || r == 0;
  *ret = pv_bool(yes);
  return DBX_OK;
}
