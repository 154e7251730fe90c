// Elementwise functions that are made of others: signs, roundings, logarithms, tests of floats.
// What each emits was observed (conformance/elementwise, conformance/tables).
#include "jnp/table.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

V jnp_fn_absolute(const V *a) {
  V x = jn_check_arraylike("absolute", a[0], 0);
  if (bad(x)) return x;
  dbx_dtype t = jn_dtype(x);
  return t == DBX_BOOL || dbx_is_unsigned(t) ? lax_asarray(x) : ABS(x);
}

V jnp_fn_right_shift(const V *a) {
  V v[] = {a[0], a[1]};
  if (jn_promote("right_shift", v, 2, JN_NUMERIC) != DBX_OK) return FAILED;
  bool logical_shift = dbx_is_unsigned(jn_dtype(v[0]));
  return lax2(logical_shift ? DBX_PRIM_shift_right_logical : DBX_PRIM_shift_right_arithmetic, v[0],
              v[1]);
}

V jnp_fn_conjugate(const V *a) {
  V x = jn_check_arraylike("conjugate", a[0], 0);
  if (bad(x) || !dbx_is_complex(jn_dtype(x))) return lax_asarray(x);
  dbx_kv kv[] = {{DBX_S_input_dtype, dbx_p_dtype(jn_dtype(x))}};
  return lax_bind(DBX_PRIM_conj, &x, 1, kv, 1);
}
V jnp_fn_real(const V *a) {
  V x = jn_check_arraylike("real", a[0], 0);
  return !bad(x) && dbx_is_complex(jn_dtype(x)) ? REAL(x) : lax_asarray(x);
}
V jnp_fn_imag(const V *a) {
  V x = jn_check_arraylike("imag", a[0], 0);
  if (!bad(x) && dbx_is_complex(jn_dtype(x))) return IMAG(x);
  return lax_full_like(x, jn_int(0), DBX_NO_DTYPE, NULL);
}

V jnp_fn_isfinite(const V *a) {
  V x = jn_check_arraylike("isfinite", a[0], 0);
  if (bad(x)) return x;
  dbx_dtype t = jn_dtype(x);
  if (dbx_is_float(t)) return lax1(DBX_PRIM_is_finite, x);
  if (!dbx_is_complex(t)) return lax_full_like(x, dbx_val_bool(true), DBX_BOOL, NULL);
  V re = lax1(DBX_PRIM_is_finite, REAL(x));
  return AND(re, lax1(DBX_PRIM_is_finite, IMAG(x)));
}

static V isinf_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V x = a[0];
  dbx_dtype t = jn_dtype(x);
  if (dbx_is_float(t)) return EQ(ABS(x), jn_constant_like(x, INFINITY));
  if (!dbx_is_complex(t)) return lax_full_like(x, dbx_val_bool(false), DBX_BOOL, NULL);
  V re = REAL(x), im = IMAG(x);
  V a1 = EQ(ABS(re), jn_constant_like(re, INFINITY));
  return OR(a1, EQ(ABS(im), jn_constant_like(im, INFINITY)));
}
V jnp_isinf(V x) { return jn_call("isinf", isinf_body, &x, 1, NULL, 0); }
V jnp_fn_isinf(const V *a) { return jnp_isinf(jn_check_arraylike("isinf", a[0], 0)); }

V jnp_isnan(V x) { return NE(x, x); }
V jnp_fn_isnan(const V *a) { return jnp_isnan(jn_check_arraylike("isnan", a[0], 0)); }

static V posneginf(V x, double inf) {
  if (bad(x)) return x;
  if (dbx_is_float(jn_dtype(x))) return EQ(x, lax_const_like(x, jn_float(inf)));
  if (dbx_is_complex(jn_dtype(x)))
    return jn_fail(DBX_E208, "isposinf/isneginf are not well defined for complex types");
  return lax_full_like(x, dbx_val_bool(false), DBX_BOOL, NULL);
}
V jnp_fn_isposinf(const V *a) {
  return posneginf(jn_check_arraylike("isposinf", a[0], 0), INFINITY);
}
V jnp_fn_isneginf(const V *a) {
  return posneginf(jn_check_arraylike("isneginf", a[0], 0), -INFINITY);
}

static V rint_body(const V *a, uint32_t n, const void *statics) {
  V x = a[0];
  if (!dbx_is_inexact(jn_dtype(x))) return lax_convert_strong(x, DBX_F64);
  if (!dbx_is_complex(jn_dtype(x))) return lax_round(x, 1);
  V re = REAL(x), r = jn_call("rint", rint_body, &re, n, statics, 0), im = IMAG(x);
  return lax2(DBX_PRIM_complex, r, jn_call("rint", rint_body, &im, n, statics, 0));
}
V jnp_fn_rint(const V *a) {
  V x = jn_check_arraylike("rint", a[0], 0);
  return jn_call("rint", rint_body, &x, 1, NULL, 0);
}

static V sign_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V x = a[0];
  if (!dbx_is_complex(jn_dtype(x))) return SIGN(x);
  V re = REAL(x), pick = jnp_where(jnp_not_equal(re, jn_int(0)), re, IMAG(x));
  return lax2(DBX_PRIM_complex, SIGN(pick), jn_constant_like(re, 0));
}
V jnp_fn_sign(const V *a) {
  V x = jn_check_arraylike("sign", a[0], 0);
  if (!bad(x) && dbx_target_now()->signs_bare) return SIGN(lax_asarray(x));
  return jn_call("sign", sign_body, &x, 1, NULL, 0);
}

static V signbit_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V x = lax_asarray(a[0]);
  dbx_dtype t = jn_dtype(x);
  if (dbx_is_integer(t)) return LT(x, jn_constant_like(x, 0));
  if (t == DBX_BOOL) return lax_full_like(x, dbx_val_bool(false), DBX_BOOL, NULL);
  if (dbx_is_complex(t))
    return jn_fail(DBX_E208, "jax.numpy.signbit is not well defined for %s", dbx_dtype_name(t));
  dbx_dtype bits = t == DBX_F64 ? DBX_I64 : t == DBX_F32 ? DBX_I32 : DBX_I16;
  dbx_kv kv[] = {{DBX_S_new_dtype, dbx_p_dtype(bits)}};
  x = lax_bind(DBX_PRIM_bitcast_convert_type, &x, 1, kv, 1);
  V top[] = {x, jn_int(8 * dbx_dtype_bytes(t) - 1)};
  return lax_convert_strong(jnp_fn_right_shift(top), DBX_BOOL);
}
static V signbit(V x) { return jn_call("signbit", signbit_body, &x, 1, NULL, 0); }
V jnp_fn_signbit(const V *a) { return signbit(jn_check_arraylike("signbit", a[0], 0)); }

static V copysign_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]};
  if (jn_promote("copysign", v, 2, JN_INEXACT) != DBX_OK) return FAILED;
  if (dbx_is_complex(jn_dtype(v[0])))
    return jn_fail_as(DBX_E401, DBX_S_TypeError, "copysign does not support complex-valued inputs");
  V neg = lax_convert_strong(signbit(v[1]), DBX_BOOL);
  V minus = lax1(DBX_PRIM_neg, ABS(v[0]));
  return jnp_where(neg, minus, ABS(v[0]));
}
V jnp_fn_copysign(const V *a) { return jn_call("copysign", copysign_body, a, 2, NULL, 0); }

static V arccosh_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V x = a[0];
  if (jn_promote("arccosh", &x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  V r = lax1(DBX_PRIM_acosh, x);
  if (!dbx_is_complex(jn_dtype(x))) return r;
  return jnp_where(jnp_less(REAL(r), jn_int(0)), NEG(r), r);
}
V jnp_fn_arccosh(const V *a) {
  V x = jn_check_arraylike("arccosh", a[0], 0);
  return jn_call("arccosh", arccosh_body, &x, 1, NULL, 0);
}

static V log_base(const char *fn, V x, int base) {
  x = jn_check_arraylike(fn, x, 0);
  if (bad(x) || jn_promote_dtypes(&x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  V l = lax1(DBX_PRIM_log, x);
  return jn_div_by_constant(l, lax1(DBX_PRIM_log, jn_constant_like(x, base)));
}
V jnp_fn_log2(const V *a) { return log_base("log2", a[0], 2); }
V jnp_fn_log10(const V *a) { return log_base("log10", a[0], 10); }

static V scaled(const char *fn, V x, double by) {
  if (jn_promote(fn, &x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  return MUL(x, lax_const_like(x, jn_float(by)));
}
V jnp_fn_deg2rad(const V *a) { return scaled("deg2rad", a[0], M_PI / 180); }
V jnp_fn_rad2deg(const V *a) { return scaled("rad2deg", a[0], 180 / M_PI); }

V jnp_fn_reciprocal(const V *a) {
  V x = a[0];
  if (jn_promote("reciprocal", &x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  return lax_integer_pow(x, -1);
}

static V hypot_of(V x, V y) { // of numbers that are not negative
  V inf = jn_constant_like(x, INFINITY), one = EQ(x, inf), infinite = OR(one, EQ(y, inf));
  V hi = jnp_maximum(x, y), lo = jnp_minimum(x, y);
  V is_zero = jnp_equal(hi, jn_int(0)), again = jnp_equal(hi, jn_int(0));
  V safe = jnp_where(again, lax_full_like(hi, jn_int(1), DBX_NO_DTYPE, NULL), hi);
  V ratio[] = {DIV(lo, safe)};
  V root = lax1(DBX_PRIM_sqrt, jnp_add(jn_int(1), jnp_fn_square(ratio)));
  V length = jnp_where(is_zero, hi, MUL(hi, root));
  return jnp_where(infinite, inf, length);
}

static V hypot_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]};
  if (jn_promote("hypot", v, 2, JN_INEXACT) != DBX_OK) return FAILED;
  if (dbx_is_complex(jn_dtype(v[0])) && dbx_target_now()->complex_unordered)
    return jn_fail(DBX_E208, "jnp.hypot is not well defined for complex-valued inputs.");
  V x = ABS(v[0]), y = ABS(v[1]);
  if (dbx_target_now()->hypots_infinite) return hypot_of(x, y);
  V hi = jnp_maximum(x, y), lo = jnp_minimum(x, y);
  V is_zero = jnp_equal(hi, jn_int(0)), again = jnp_equal(hi, jn_int(0));
  V safe = lax_select(again, lax_full_like(hi, jn_int(1), DBX_NO_DTYPE, NULL), hi);
  V ratio[] = {DIV(lo, safe)};
  V root = lax1(DBX_PRIM_sqrt, jnp_add(jn_int(1), jnp_fn_square(ratio)));
  return lax_select(is_zero, hi, MUL(hi, root));
}
V jnp_fn_hypot(const V *a) { return jn_call("hypot", hypot_body, a, 2, NULL, 0); }

static V round_part(V x, int64_t decimals) {
  if (decimals == 0) return lax_round(x, 1);
  dbx_dtype t = jn_dtype(x);
  if (t == DBX_F16) x = lax_convert_strong(x, DBX_F32);
  V factor = lax_const_like(x, jn_float(pow(10, (double)decimals)));
  V r = jn_div_by_constant(lax_round(MUL(x, factor), 1), factor);
  return t == DBX_F16 ? lax_convert_strong(r, t) : r;
}
static V round_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  int64_t decimals = *(const int64_t *)statics;
  V x = a[0];
  if (dbx_is_integer(jn_dtype(x)) && decimals < 0)
    return jn_fail(DBX_E218, "integer np.round not implemented for decimals < 0");
  if (dbx_is_integer(jn_dtype(x))) return lax_asarray(x);
  if (!dbx_is_complex(jn_dtype(x))) return round_part(x, decimals);
  V re = round_part(REAL(x), decimals);
  return lax2(DBX_PRIM_complex, re, round_part(IMAG(x), decimals));
}
V jnp_fn_round(const V *a) {
  int64_t decimals;
  V x = jn_check_arraylike("round", a[0], 0);
  if (bad(x) || jn_int_arg(a[1], "'decimals' argument of jnp.round", &decimals) != DBX_OK)
    return FAILED;
  return jn_call("round", round_body, &x, 1, &decimals, sizeof decimals);
}

// Of integers these are nothing in newer versions of jax.
static V part_of(const char *fn, dbx_prim p, V x) {
  if (!dbx_is_inexact(jn_dtype(x)) && dbx_target_now()->integers_are_whole) return lax_asarray(x);
  return jn_promote(fn, &x, 1, JN_INEXACT) != DBX_OK ? FAILED : lax1(p, x);
}

static V toward_zero(const V *a, uint32_t n, const void *statics) { // fix: ge, trunc: lt
  (void)n;
  bool fix = *(const bool *)statics;
  V x = a[0];
  if (!fix && !dbx_is_inexact(jn_dtype(x)) && dbx_target_now()->integers_are_whole)
    return lax_asarray(x);
  V zero = lax_const_like(x, jn_int(0)), test = fix ? GE(x, zero) : LT(x, zero);
  V first = fix ? part_of("floor", DBX_PRIM_floor, x) : part_of("floor", DBX_PRIM_ceil, x);
  V second = fix ? part_of("ceil", DBX_PRIM_ceil, x) : part_of("ceil", DBX_PRIM_floor, x);
  return jnp_where(test, first, second);
}
V jnp_fn_fix(const V *a) {
  bool fix = true;
  V x = jn_check_arraylike("fix", a[0], 0);
  return jn_call("fix", toward_zero, &x, 1, &fix, sizeof fix);
}
V jnp_fn_trunc(const V *a) {
  bool fix = false;
  V x = jn_check_arraylike("trunc", a[0], 0);
  return jn_call("trunc", toward_zero, &x, 1, &fix, sizeof fix);
}

static V clip_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V x = a[0];
  if (!is_none(a[1])) x = jnp_maximum(a[1], x);
  if (!is_none(a[2])) x = jnp_minimum(a[2], x);
  return lax_asarray(x);
}
V jnp_fn_clip(const V *a) {
  if (bad(jn_check_arraylike("clip", a[0], 0))) return FAILED;
  if (dbx_is_complex(jn_dtype(a[0])) && dbx_target_now()->complex_unordered)
    return jn_fail(DBX_E208, "Clip received a complex value: complex values have no ordering");
  if (is_none(a[1]) && is_none(a[2]))
    return jn_fail(DBX_E208, "At most one of a_min and a_max may be None");
  return jn_call("clip", clip_body, a, 3, NULL, 0);
}

static double largest(dbx_dtype t) {
  switch (t) {
  case DBX_F16: return 65504;
  case DBX_BF16: return dbx_bf16_to_f64(0x7F7F);
  case DBX_F32:
  case DBX_C64: return FLT_MAX;
  default: return DBL_MAX;
  }
}
static V nan_to_num_body(const V *a, uint32_t n, const void *statics) {
  V x = a[0];
  dbx_dtype t = jn_dtype(x);
  if (!dbx_is_inexact(t)) return lax_asarray(x);
  if (dbx_is_complex(t)) {
    V nan = is_none(a[1]) ? jn_float(0) : a[1];
    V part[] = {REAL(x), nan, a[2], a[3]},
      re = jn_call("nan_to_num", nan_to_num_body, part, n, statics, 0);
    part[0] = IMAG(x);
    return lax2(DBX_PRIM_complex, re, jn_call("nan_to_num", nan_to_num_body, part, n, statics, 0));
  }
  V pos = is_none(a[2]) ? jn_float(largest(t)) : a[2],
    neg = is_none(a[3]) ? jn_float(-largest(t)) : a[3];
  V nan = is_none(a[1]) ? jn_float(0) : a[1];
  V test = jnp_isnan(x), r = jnp_where(test, jnp_array(nan, t, false), x);
  test = posneginf(r, INFINITY), r = jnp_where(test, jnp_array(pos, t, false), r);
  test = posneginf(r, -INFINITY);
  return jnp_where(test, jnp_array(neg, t, false), r);
}
V jnp_fn_nan_to_num(const V *a) { // x, copy, nan, posinf, neginf
  V v[] = {jn_check_arraylike("nan_to_num", a[0], 0), a[2], a[3], a[4]};
  return jn_call("nan_to_num", nan_to_num_body, v, 4, NULL, 0);
}

// A default is a constant of the jitted function, what is given is its argument.
static V tolerance(V given, double standard, dbx_dtype t) {
  t = dbx_real_of(t);
  if (!is_none(given)) return lax_convert_strong(given, t);
  return jn_scalar(t, dbx_scalar_convert(dbx_scalar_f(standard), DBX_F64, t));
}

static V isclose_finite(const V *a, bool equal_nan) {
  V v[] = {a[0], a[1]};
  if (jn_promote("isclose", v, 2, JN_INEXACT) != DBX_OK) return FAILED;
  V x = v[0], y = v[1], rtol = tolerance(a[2], 1e-5, jn_dtype(x)),
    atol = tolerance(a[3], 1e-8, jn_dtype(x));
  V xn = jnp_isnan(x), yn = jnp_isnan(y), both_nan = jnp_logical_and(xn, yn);
  V finite = jnp_fn_isfinite(&y), diff = ABS(SUB(x, y));
  V near = LE(diff, ADD(atol, MUL(rtol, ABS(y)))), same = EQ(x, y);
  V out = OR(same, AND(finite, near));
  return equal_nan ? OR(out, both_nan) : bad(both_nan) ? both_nan : out;
}

static V isclose_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  if (dbx_target_now()->closeness_finite) return isclose_finite(a, *(const bool *)statics);
  bool equal_nan = *(const bool *)statics;
  V v[] = {a[0], a[1]};
  if (jn_promote("isclose", v, 2, JN_ANY) != DBX_OK) return FAILED;
  V x = v[0], y = v[1];
  dbx_dtype t = jn_dtype(x);
  if (!dbx_is_inexact(t)) return EQ(x, y);
  V rtol = tolerance(a[2], 1e-5, t), atol = tolerance(a[3], 1e-8, t);
  V diff = ABS(SUB(x, y)), out = LE(diff, ADD(atol, MUL(rtol, ABS(y))));
  V xi = jnp_isinf(x), yi = jnp_isinf(y);
  V any_inf = jnp_logical_or(xi, yi), both_inf = jnp_logical_and(xi, yi);
  out = jnp_logical_and(out, jnp_logical_not(any_inf));
  V same_inf = jnp_logical_and(both_inf, EQ(x, y));
  out = jnp_logical_or(out, same_inf);
  V xn = jnp_isnan(x), yn = jnp_isnan(y);
  V any_nan = jnp_logical_or(xn, yn);
  out = jnp_logical_and(out, jnp_logical_not(any_nan));
  return equal_nan ? jnp_logical_or(out, jnp_logical_and(xn, yn)) : out;
}
V jnp_fn_isclose(const V *a) { // a, b, rtol, atol, equal_nan
  bool equal_nan = jn_bool_arg(a[4]);
  return jn_call("isclose", isclose_body, a, 4, &equal_nan, sizeof equal_nan);
}

// The same angle between -pi and pi.
static V wrapped_angle(V x) {
  V pi = jn_constant_like(x, M_PI), turn = jn_constant_like(x, 2 * M_PI),
    zero = jn_constant_like(x, 0);
  V r = REM(ADD(x, pi), turn);
  r = lax_select(LT(r, zero), ADD(r, turn), r);
  return SUB(r, pi);
}

static V logaddexp_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]};
  if (jn_promote("logaddexp", v, 2, JN_INEXACT) != DBX_OK) return FAILED;
  V x = v[0], y = v[1], top = MAX(x, y);
  if (dbx_is_complex(jn_dtype(x))) {
    V twice = MUL(top, jn_constant_like(top, 2)), past = SUB(ADD(x, y), twice);
    V r = ADD(top, lax1(DBX_PRIM_log1p, lax1(DBX_PRIM_exp, past)));
    V re = REAL(r); // before the other, as in jax: arguments of a call have no order in C
    return lax2(DBX_PRIM_complex, re, wrapped_angle(IMAG(r)));
  }
  V delta = SUB(x, y), nan = NE(delta, delta);
  V sum = ADD(x, y), e = lax1(DBX_PRIM_exp, NEG(ABS(delta)));
  return lax_select(nan, sum, ADD(top, lax1(DBX_PRIM_log1p, e)));
}
V jnp_fn_logaddexp(const V *a) { return jn_call("logaddexp", logaddexp_body, a, 2, NULL, 0); }

// (jax's value at zero is a custom_jvp_call, for its derivative)
static V sinc_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V x = a[0];
  if (jn_promote("sinc", &x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  V zero = EQ(x, lax_const_like(x, jn_int(0))), px = MUL(lax_const_like(x, jn_float(M_PI)), x);
  V safe = jnp_where(zero, lax_const_like(x, jn_int(1)), px);
  V ratio = DIV(lax1(DBX_PRIM_sin, safe), safe);
  return jnp_where(zero, lax_const_like(x, jn_int(1)), ratio);
}
V jnp_fn_sinc(const V *a) {
  V x = jn_check_arraylike("sinc", a[0], 0);
  return jn_call("sinc", sinc_body, &x, 1, NULL, 0);
}

static V heaviside_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]};
  if (jn_promote_dtypes(v, 2, JN_INEXACT) != DBX_OK) return FAILED;
  V zero = lax_const_like(v[0], jn_int(0)), negative = LT(v[0], zero);
  V positive = jnp_where(GT(v[0], zero), lax_const_like(v[0], jn_int(1)), v[1]);
  return jnp_where(negative, zero, positive);
}
V jnp_fn_heaviside(const V *a) {
  for (int i = 0; i < 2; i++)
    if (bad(jn_check_arraylike("heaviside", a[i], i))) return FAILED;
  return jn_call("heaviside", heaviside_body, a, 2, NULL, 0);
}

// fmax, fmin: NaN loses.
static V fmaxmin_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  bool max = *(const bool *)statics;
  V keep[] = {(max ? jnp_fn_greater : jnp_fn_less)(a), jnp_isnan(a[1])};
  return jnp_where(jnp_fn_bitwise_or(keep), a[0], a[1]);
}
static V fmaxmin(const char *name, const V *a, bool max) {
  for (int i = 0; i < 2; i++)
    if (bad(jn_check_arraylike(name, a[i], i))) return FAILED;
  return jn_call(name, fmaxmin_body, a, 2, &max, sizeof max);
}
V jnp_fn_fmax(const V *a) { return fmaxmin("fmax", a, true); }
V jnp_fn_fmin(const V *a) { return fmaxmin("fmin", a, false); }

static V angle_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  V re = jnp_fn_real(a), im = jnp_fn_imag(a);
  if (bad(re) || bad(im)) return FAILED;
  dbx_dtype t = jn_dtype(re);
  if (!dbx_is_inexact(t) || (dbx_is_float(jn_dtype(a[0])) && !jn_rank(a[0])))
    re = lax_convert_strong(re, DBX_F64), im = lax_convert_strong(im, DBX_F64);
  V r = lax2(DBX_PRIM_atan2, im, re);
  return *(const bool *)statics ? jnp_fn_rad2deg(&r) : r;
}
V jnp_fn_angle(const V *a) { // z, deg
  bool degrees = jn_bool_arg(a[1]);
  V z = jn_check_arraylike("angle", a[0], 0);
  return jn_call("angle", angle_body, &z, 1, &degrees, sizeof degrees);
}
