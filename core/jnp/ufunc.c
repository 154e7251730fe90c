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
UN(bitwise_not, not, JN_ANY)
UN(invert, not, JN_ANY)
UN(negative, neg, JN_ANY)
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

static bool stays_whole(V x) {
  return !dbx_is_inexact(jn_dtype(x)) && dbx_target_now()->integers_are_whole;
}

static V rounded(const char *fn, dbx_prim p, V x) {
  x = jn_check_arraylike(fn, x, 0);
  if (bad(x)) return x;
  return stays_whole(x) ? lax_asarray(x) : unary(fn, p, x, JN_INEXACT);
}
V jnp_fn_floor(const V *a) { return rounded("floor", DBX_PRIM_floor, a[0]); }
V jnp_fn_ceil(const V *a) { return rounded("ceil", DBX_PRIM_ceil, a[0]); }

V jnp_fn_fabs(const V *a) {
  V x = jn_check_arraylike("fabs", a[0], 0);
  if (!bad(x) && dbx_is_complex(jn_dtype(x)) && dbx_target_now()->complex_unordered)
    return jn_fail(DBX_E401, "ufunc 'fabs' does not support complex dtypes");
  return unary("fabs", DBX_PRIM_abs, x, JN_INEXACT);
}

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
  if (dbx_target_now()->orders_anew) {
    rx = REAL(v[0]);
    ry = REAL(v[1]);
  }
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
  V v[] = {x, y};
  bool promoted = dbx_target_now()->logic_promotes;
  if (promoted && jn_promote(fn, v, 2, JN_ANY) != DBX_OK) return FAILED;
  v[0] = truth(v[0]);
  v[1] = truth(v[1]);
  if (bad(v[0]) || bad(v[1])) return FAILED;
  if (!promoted && jn_promote(fn, v, 2, JN_ANY) != DBX_OK) return FAILED;
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
  int first = dbx_target_now()->scalar_conditions && !jn_rank(c); // of those that have one shape
  for (int i = first; i < 3; i++) {
    s[i] = jn_shape(all[i]);
    same &= jn_same_shape(s[first], s[i]);
  }
  if (!same && jn_broadcast_shapes(s + first, (uint32_t)(3 - first), &r) != DBX_OK) return FAILED;
  if (first) all[0] = lax_asarray(c);
  for (int i = first; i < 3; i++) all[i] = same ? lax_asarray(all[i]) : jn_broadcast_to(all[i], r);
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

// ---- division ----

// jax's _constant_like: a numpy scalar, strong also beside weak operands.
V jn_constant_like(V x, double value) {
  if (bad(x)) return x;
  return jn_scalar(jn_dtype(x), dbx_scalar_convert(dbx_scalar_f(value), DBX_F64, jn_dtype(x)));
}

static V float_divmod(V x, V y, V *mod) {
  V m = REM(x, y), d = DIV(SUB(x, m), y);
  V fix = AND(jnp_not_equal(m, jn_int(0)), jnp_not_equal(SIGN(y), SIGN(m)));
  m = lax_select(fix, jnp_add(m, y), m);
  d = lax_select(fix, jnp_subtract(d, jn_constant_like(d, 1)), d);
  *mod = m;
  return lax_round(d, 0);
}

static V floor_divide_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {a[0], a[1]};
  if (jn_promote("floor_divide", v, 2, JN_NUMERIC) != DBX_OK) return FAILED;
  dbx_dtype t = jn_dtype(v[0]);
  V x = v[0], y = v[1], m;
  if (dbx_is_unsigned(t) && dbx_target_now()->unsigned_quotients) return DIV(x, y);
  if (dbx_is_complex(t) && dbx_target_now()->complex_unordered)
    return jn_fail(DBX_E401, "floor_divide does not support complex-valued inputs");
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
  V x = v[0], y = v[1], zero = jn_constant_like(x, 0);
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
  V zero = jn_constant_like(y, 0), one = jn_constant_like(y, 1);
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

V jn_squared(V x) {
  return dbx_target_now()->squares ? lax1(DBX_PRIM_square, x) : lax_integer_pow(x, 2);
}

V jnp_fn_square(const V *a) {
  V x = jn_check_arraylike("square", a[0], 0);
  if (bad(x) || jn_promote_dtypes(&x, 1, JN_NUMERIC) != DBX_OK) return FAILED;
  return jn_squared(x);
}

// ---- other elementwise functions ----

// ---- operators ----
