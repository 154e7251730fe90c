// Elementwise functions and the operators. What each emits was observed
// (conformance/elementwise, conformance/tables).
#include "jnp/table.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

// ---- one primitive after promotion ----

static V unary(const char *fn, dbx_prim p, V x, jn_want want) {
  if (jn_promote(fn, &x, 1, want) != DBX_OK) return FAILED;
  return lax1(p, x);
}

static V binary(const char *fn, dbx_prim p, V x, V y, jn_want want) {
  V v[] = {x, y};
  if (jn_promote(fn, v, 2, want) != DBX_OK) return FAILED;
  return lax2(p, v[0], v[1]);
}

// A unary op on one argument promotes only its dtype, and only where that is asked for.
#define UN(name, prim, want)                                                                       \
  V jnp_fn_##name(const V *a) {                                                                    \
    V x = jn_check_arraylike(#name, a[0], 0);                                                      \
    if (bad(x)) return x;                                                                          \
    if (want == JN_ANY) return lax1(DBX_PRIM_##prim, lax_asarray(x));                              \
    return unary(#name, DBX_PRIM_##prim, x, want);                                                 \
  }
UN(fabs, abs, JN_INEXACT)
UN(bitwise_not, not, JN_ANY)
UN(invert, not, JN_ANY)
UN(negative, neg, JN_ANY)
UN(floor, floor, JN_INEXACT)
UN(ceil, ceil, JN_INEXACT)
UN(exp, exp, JN_INEXACT)
UN(exp2, exp2, JN_INEXACT)
UN(log, log, JN_INEXACT)
UN(expm1, expm1, JN_INEXACT)
UN(log1p, log1p, JN_INEXACT)
UN(sin, sin, JN_INEXACT)
UN(cos, cos, JN_INEXACT)
UN(tan, tan, JN_INEXACT)
UN(arcsin, asin, JN_INEXACT)
UN(arccos, acos, JN_INEXACT)
UN(arctan, atan, JN_INEXACT)
UN(sinh, sinh, JN_INEXACT)
UN(cosh, cosh, JN_INEXACT)
UN(tanh, tanh, JN_INEXACT)
UN(arcsinh, asinh, JN_INEXACT)
UN(arctanh, atanh, JN_INEXACT)
UN(sqrt, sqrt, JN_INEXACT)
UN(cbrt, cbrt, JN_INEXACT)

V jnp_fn_positive(const V *a) { return lax_asarray(jn_check_arraylike("positive", a[0], 0)); }

#define BIN(name, prim, want)                                                                      \
  V jnp_fn_##name(const V *a) { return binary(#name, DBX_PRIM_##prim, a[0], a[1], want); }
BIN(bitwise_and, and, JN_ANY)
BIN(bitwise_or, or, JN_ANY)
BIN(bitwise_xor, xor, JN_ANY)
BIN(left_shift, shift_left, JN_NUMERIC)
BIN(arctan2, atan2, JN_INEXACT)
BIN(float_power, pow, JN_INEXACT)
BIN(nextafter, nextafter, JN_INEXACT)

V(jnp_equal)(V x, V y) { return binary("equal", DBX_PRIM_eq, x, y, JN_ANY); }
V(jnp_not_equal)(V x, V y) { return binary("not_equal", DBX_PRIM_ne, x, y, JN_ANY); }
V(jnp_subtract)(V x, V y) { return binary("subtract", DBX_PRIM_sub, x, y, JN_ANY); }
V(jnp_maximum)(V x, V y) { return binary("maximum", DBX_PRIM_max, x, y, JN_ANY); }
V(jnp_minimum)(V x, V y) { return binary("minimum", DBX_PRIM_min, x, y, JN_ANY); }
V(jnp_true_divide)(V x, V y) { return binary("true_divide", DBX_PRIM_div, x, y, JN_INEXACT); }

static V maybe_bool(const char *fn, dbx_prim p, dbx_prim for_bool, V x, V y) {
  V v[] = {x, y};
  if (jn_promote(fn, v, 2, JN_ANY) != DBX_OK) return FAILED;
  return lax2(jn_dtype(v[0]) == DBX_BOOL ? for_bool : p, v[0], v[1]);
}
V(jnp_add)(V x, V y) { return maybe_bool("add", DBX_PRIM_add, DBX_PRIM_or, x, y); }
V(jnp_multiply)(V x, V y) { return maybe_bool("multiply", DBX_PRIM_mul, DBX_PRIM_and, x, y); }

// Complex numbers are ordered by real, then imaginary part.
static V compare(const char *fn, dbx_prim p, V x, V y) {
  V v[] = {x, y};
  if (jn_promote(fn, v, 2, JN_ANY) != DBX_OK) return FAILED;
  if (!dbx_is_complex(jn_dtype(v[0]))) return lax2(p, v[0], v[1]);
  V rx = REAL(v[0]), ry = REAL(v[1]);
  V same = EQ(rx, ry), ix = IMAG(v[0]), iy = IMAG(v[1]);
  V by_imag = lax2(p, ix, iy);
  return lax_select(same, by_imag, lax2(p, rx, ry));
}
V(jnp_less)(V x, V y) { return compare("less", DBX_PRIM_lt, x, y); }

#define PLAIN2(name)                                                                               \
  V jnp_fn_##name(const V *a) { return (jnp_##name)(a[0], a[1]); }
PLAIN2(equal)
PLAIN2(not_equal)
PLAIN2(subtract)
PLAIN2(maximum)
PLAIN2(minimum)
PLAIN2(true_divide)
PLAIN2(add)
PLAIN2(multiply)
PLAIN2(less)
PLAIN2(logical_and)
PLAIN2(logical_or)
PLAIN2(floor_divide)
PLAIN2(remainder)
V jnp_fn_less_equal(const V *a) { return compare("less_equal", DBX_PRIM_le, a[0], a[1]); }
V jnp_fn_greater(const V *a) { return compare("greater", DBX_PRIM_gt, a[0], a[1]); }
V jnp_fn_greater_equal(const V *a) { return compare("greater_equal", DBX_PRIM_ge, a[0], a[1]); }

// ---- logic ----

static V zero_like(V x) { // a scalar zero of x's dtype
  S s = jn_scalar_shape();
  return lax_full_like(x, jn_int(0), DBX_NO_DTYPE, &s);
}

static V truth(V x) {
  if (bad(x) || jn_dtype(x) == DBX_BOOL) return x;
  return NE(x, zero_like(x));
}

static V logical(const char *fn, dbx_prim p, V x, V y) {
  if (bad(jn_check_arraylike(fn, x, 0)) || bad(jn_check_arraylike(fn, y, 1))) return FAILED;
  V v[] = {truth(x), FAILED};
  v[1] = truth(y);
  if (bad(v[0]) || bad(v[1]) || jn_promote(fn, v, 2, JN_ANY) != DBX_OK) return FAILED;
  return lax2(p, v[0], v[1]);
}
V(jnp_logical_and)(V x, V y) { return logical("logical_and", DBX_PRIM_and, x, y); }
V(jnp_logical_or)(V x, V y) { return logical("logical_or", DBX_PRIM_or, x, y); }
V jnp_fn_logical_xor(const V *a) { return logical("logical_xor", DBX_PRIM_xor, a[0], a[1]); }
V jnp_logical_not(V x) {
  x = jn_check_arraylike("logical_not", x, 0);
  if (bad(x)) return x;
  return NOT(lax_asarray(truth(x)));
}
V jnp_fn_logical_not(const V *a) { return jnp_logical_not(a[0]); }

// ---- where ----

static V where_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V c = a[0], v[] = {a[1], a[2]};
  if (jn_dtype(c) != DBX_BOOL) c = NE(c, zero_like(c));
  if (bad(c) || jn_promote_dtypes(v, 2, JN_ANY) != DBX_OK) return FAILED;
  V all[] = {c, v[0], v[1]};
  S s[3], r;
  bool same = true;
  for (int i = 0; i < 3; i++) {
    s[i] = jn_shape(all[i]);
    same &= jn_same_shape(s[0], s[i]);
  }
  if (!same && jn_broadcast_shapes(s, 3, &r) != DBX_OK) return FAILED;
  for (int i = 0; i < 3; i++) all[i] = same ? lax_asarray(all[i]) : jn_broadcast_to(all[i], r);
  S shape = jn_shape(all[1]);
  for (uint32_t i = 0; i < shape.n; i++)
    if (shape.d[i] == dbx_dim_int(0)) return all[1];
  return lax_select(all[0], all[1], all[2]);
}

V(jnp_where)(V c, V x, V y) { return jn_call("_where", where_body, (V[]){c, x, y}, 3, NULL, 0); }

V jnp_fn_where(const V *a) {
  if (is_none(a[1]) && is_none(a[2]))
    return jn_fail_as(DBX_E404, DBX_S_ConcretizationTypeError,
                      "jnp.where with one argument has a size that depends on the values");
  for (int i = 0; i < 3; i++)
    if (bad(jn_check_arraylike("where", a[i], i))) return FAILED;
  return jnp_where(a[0], a[1], a[2]);
}

V jnp_fn_select(const V *a) {
  const V *conds, *choices;
  uint32_t n, m;
  if (jn_items(a[0], &conds, &n) != DBX_OK || jn_items(a[1], &choices, &m) != DBX_OK) return FAILED;
  if (n != m)
    return jn_fail(DBX_E208, "condlist must have length equal to choicelist (%u vs %u)", n, m);
  if (!n) return jn_fail(DBX_E208, "condlist must be non-empty");
  V *v = DBX_TMP(V, n + 1);
  v[0] = a[2];
  memcpy(v + 1, choices, n * sizeof *choices);
  if (jn_promote_dtypes(v, n + 1, JN_ANY) != DBX_OK) return FAILED;
  V r = v[0];
  for (uint32_t i = n; i-- > 0;) r = jnp_where(conds[i], v[i + 1], r);
  return r;
}

// ---- division ----

// jax's _constant_like: a numpy scalar, strong also beside weak operands.
static V constant_like(V x, double value) {
  if (bad(x)) return x;
  return jn_scalar(jn_dtype(x), dbx_scalar_convert(dbx_scalar_f(value), DBX_F64, jn_dtype(x)));
}

static V float_divmod(V x, V y, V *mod) {
  V m = REM(x, y), d = DIV(SUB(x, m), y);
  V fix = AND(jnp_not_equal(m, jn_int(0)), jnp_not_equal(SIGN(y), SIGN(m)));
  m = lax_select(fix, jnp_add(m, y), m);
  d = lax_select(fix, jnp_subtract(d, constant_like(d, 1)), d);
  *mod = m;
  return lax_round(d, 0);
}

static V floor_divide_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]};
  if (jn_promote("floor_divide", v, 2, JN_NUMERIC) != DBX_OK) return FAILED;
  dbx_dtype t = jn_dtype(v[0]);
  V x = v[0], y = v[1], m;
  if (dbx_is_integer(t)) {
    V q = DIV(x, y), sx = SIGN(x), sy = SIGN(y);
    V signs = jnp_not_equal(sx, sy), r = REM(x, y);
    V fix = jnp_logical_and(signs, jnp_not_equal(r, jn_int(0)));
    return jnp_where(fix, jnp_subtract(q, jn_int(1)), q);
  }
  if (!dbx_is_complex(t)) return float_divmod(x, y, &m);
  V xr = REAL(x), xi = IMAG(x), yr = REAL(y), yi = IMAG(y);
  V which = GE(ABS(yr), ABS(yi));
  V r1 = jnp_where(which, lax_full_like(yi, jn_int(1), DBX_NO_DTYPE, NULL), DIV(yr, yi));
  V r2 = jnp_where(which, DIV(yi, yr), lax_const_like(yi, jn_int(1)));
  V q = FLOOR(DIV(ADD(MUL(xr, r1), MUL(xi, r2)), ADD(MUL(yr, r1), MUL(yi, r2))));
  return lax_convert_strong(q, t);
}
V(jnp_floor_divide)(V x, V y) {
  return jn_call("floor_divide", floor_divide_body, (V[]){x, y}, 2, NULL, 0);
}

static V remainder_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]};
  if (jn_promote("remainder", v, 2, JN_NUMERIC) != DBX_OK) return FAILED;
  V x = v[0], y = v[1], zero = constant_like(x, 0);
  if (dbx_is_integer(jn_dtype(y)))
    y = jnp_where(jnp_equal(y, jn_int(0)), lax_full_like(y, jn_int(1), DBX_NO_DTYPE, NULL), y);
  V m = REM(x, y), nonzero = NE(m, zero);
  V differ = NE(LT(m, zero), LT(y, zero));
  V plus = AND(differ, nonzero);
  return lax_select(plus, ADD(m, y), m);
}
V(jnp_remainder)(V x, V y) { return jn_call("remainder", remainder_body, (V[]){x, y}, 2, NULL, 0); }

static V divmod_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]}, r[2];
  if (jn_promote("divmod", v, 2, JN_NUMERIC) != DBX_OK) return FAILED;
  if (dbx_is_integer(jn_dtype(v[0]))) {
    r[0] = jnp_floor_divide(v[0], v[1]);
    r[1] = jnp_remainder(v[0], v[1]);
  } else {
    r[0] = float_divmod(v[0], v[1], &r[1]);
  }
  return bad(r[0]) || bad(r[1]) ? FAILED : jn_tuple(r, 2);
}
V jnp_fn_divmod(const V *a) {
  V r = jn_call("divmod", divmod_body, a, 2, NULL, 0);
  if (r.kind == DBX_V_LIST) r.kind = DBX_V_TUPLE;
  return r;
}

static V fmod_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]};
  if (dbx_is_integer(jn_result_type(v, 2).dtype))
    v[1] = jnp_where(jnp_equal(v[1], jn_int(0)), lax_full_like(v[1], jn_int(1), DBX_NO_DTYPE, NULL),
                     v[1]);
  if (bad(v[1]) || jn_promote("fmod", v, 2, JN_NUMERIC) != DBX_OK) return FAILED;
  return REM(v[0], v[1]);
}
V jnp_fn_fmod(const V *a) { return jn_call("fmod", fmod_body, a, 2, NULL, 0); }

// ---- powers ----

static V int_power(V x, V y) {
  V zero = constant_like(y, 0), one = constant_like(y, 1);
  V acc = jnp_where(AND(EQ(x, zero), NE(y, zero)), zero, one);
  for (int i = 0; i < 6; i++) {
    acc = jnp_where(AND(y, one), MUL(acc, x), acc);
    x = MUL(x, x);
    y = lax2(DBX_PRIM_shift_right_logical, y, one);
  }
  return acc;
}

static V power(V x, V y) {
  int64_t k;
  V v[] = {x, y};
  if (bad(jn_check_arraylike("power", x, 0)) || bad(jn_check_arraylike("power", y, 1)))
    return FAILED;
  bool python_int = y.kind == DBX_V_INT || y.kind == DBX_V_BOOL ||
                    (y.kind == DBX_V_ARRAY && !y.array->rank && !dbx_is_inexact(y.array->dtype));
  if (python_int && y.kind == DBX_V_ARRAY && y.array->dtype == DBX_U64)
    python_int = dbx_array_at(y.array, 0).i >= 0;
  if (python_int && dbx_concrete_int(&y, &k) == DBX_OK) {
    if (jn_promote_dtypes(&x, 1, JN_NUMERIC) != DBX_OK) return FAILED;
    if (k < 0 && dbx_is_integer(jn_dtype(x)))
      return jn_fail_as(DBX_E208, DBX_S_TypeError,
                        "Integers cannot be raised to negative powers, got x**%" PRId64, k);
    return lax_integer_pow(x, k);
  }
  bool number[] = {jn_rank(x) == 0, jn_rank(y) == 0};
  if (jn_promote_shapes("power", v, 2) != DBX_OK) return FAILED;
  V p[] = {v[0], v[1]};
  dbx_type t = jn_result_type((V[]){x, y}, 2);
  for (int i = 0; i < 2; i++) // a scalar that was broadcast in here is seen with its weakness
    p[i] = number[i] && jn_rank(p[i]) ? lax_convert_seen(p[i], jn_to_numeric(t.dtype), t.weak)
                                      : lax_convert(p[i], jn_to_numeric(t.dtype), t.weak);
  if (bad(p[0]) || bad(p[1])) return FAILED;
  if (dbx_is_integer(jn_dtype(p[0]))) return int_power(p[0], p[1]);
  if (dbx_is_inexact(jn_dtype(v[0])) && dbx_is_integer(jn_dtype(v[1])))
    return lax2(DBX_PRIM_pow, v[0], v[1]);
  return lax2(DBX_PRIM_pow, p[0], p[1]);
}
V jnp_fn_power(const V *a) { return power(a[0], a[1]); }

V jnp_fn_square(const V *a) {
  V x = jn_check_arraylike("square", a[0], 0);
  if (bad(x) || jn_promote_dtypes(&x, 1, JN_NUMERIC) != DBX_OK) return FAILED;
  return lax_integer_pow(x, 2);
}

// ---- other elementwise functions ----

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
  if (dbx_is_float(t)) return EQ(ABS(x), constant_like(x, INFINITY));
  if (!dbx_is_complex(t)) return lax_full_like(x, dbx_val_bool(false), DBX_BOOL, NULL);
  V re = REAL(x), im = IMAG(x);
  V a1 = EQ(ABS(re), constant_like(re, INFINITY));
  return OR(a1, EQ(ABS(im), constant_like(im, INFINITY)));
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
  return lax2(DBX_PRIM_complex, SIGN(pick), constant_like(re, 0));
}
V jnp_fn_sign(const V *a) {
  V x = jn_check_arraylike("sign", a[0], 0);
  return jn_call("sign", sign_body, &x, 1, NULL, 0);
}

static V signbit_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V x = lax_asarray(a[0]);
  dbx_dtype t = jn_dtype(x);
  if (dbx_is_integer(t)) return LT(x, constant_like(x, 0));
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
  return jn_div_by_constant(l, lax1(DBX_PRIM_log, constant_like(x, base)));
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

static V hypot_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]};
  if (jn_promote("hypot", v, 2, JN_INEXACT) != DBX_OK) return FAILED;
  V x = ABS(v[0]), y = ABS(v[1]);
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

static V toward_zero(const V *a, uint32_t n, const void *statics) { // fix: ge, trunc: lt
  (void)n;
  bool fix = *(const bool *)statics;
  V x = a[0], v = x, zero = lax_const_like(x, jn_int(0));
  V test = fix ? GE(x, zero) : LT(x, zero);
  V first = jn_promote("floor", &v, 1, JN_INEXACT) != DBX_OK ? FAILED
            : fix                                            ? FLOOR(v)
                                                             : lax1(DBX_PRIM_ceil, v);
  v = x;
  V second = jn_promote("ceil", &v, 1, JN_INEXACT) != DBX_OK ? FAILED
             : fix                                           ? lax1(DBX_PRIM_ceil, v)
                                                             : FLOOR(v);
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

static V isclose_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
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
  V pi = constant_like(x, M_PI), turn = constant_like(x, 2 * M_PI), zero = constant_like(x, 0);
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
    V twice = MUL(top, constant_like(top, 2)), past = SUB(ADD(x, y), twice);
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

// ---- operators ----

static V matmul_operator(const V *a) {
  const dbx_function *f = dbx_function_find("jnp", "matmul");
  V in[] = {a[0], a[1], dbx_val_none(), dbx_val_none()};
  return f->fn(in);
}

dbx_status dbx_operator(const char *op, const dbx_val *x, const dbx_val *y, dbx_val *ret) {
  static const struct {
    const char *op;
    V (*fn)(const V *a);
  } table[] = {{"+", jnp_fn_add},
               {"-", jnp_fn_subtract},
               {"*", jnp_fn_multiply},
               {"/", jnp_fn_true_divide},
               {"//", jnp_fn_floor_divide},
               {"%", jnp_fn_remainder},
               {"**", jnp_fn_power},
               {"@", matmul_operator},
               {"&", jnp_fn_bitwise_and},
               {"|", jnp_fn_bitwise_or},
               {"^", jnp_fn_bitwise_xor},
               {"<<", jnp_fn_left_shift},
               {">>", jnp_fn_right_shift},
               {"==", jnp_fn_equal},
               {"!=", jnp_fn_not_equal},
               {"<", jnp_fn_less},
               {"<=", jnp_fn_less_equal},
               {">", jnp_fn_greater},
               {">=", jnp_fn_greater_equal},
               {"neg", jnp_fn_negative},
               {"pos", jnp_fn_positive},
               {"~", jnp_fn_bitwise_not},
               {"abs", jnp_fn_absolute},
               {"divmod", jnp_fn_divmod}};
  V in[] = {*x, y ? *y : dbx_val_none()};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (!strcmp(table[i].op, op)) {
      V r = table[i].fn(in);
      DBX_TRY(status_of(r));
      *ret = r;
      return DBX_OK;
    }
  return dbx_fail(DBX_E204, (dbx_span){0}, "unknown operator %s", op);
}
