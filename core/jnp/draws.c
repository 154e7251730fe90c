// Draws from distributions of real numbers, as jax makes them of uniform bits.
// Source: Jaxprs of jax 0.4.23 (tests/conformance2/random).
#include "jnp/draws.h"
#include "base/poll.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---- arguments ----

dbx_status jn_draw_dtype(const char *fn, V arg, const char *kinds, dbx_dtype *ret) {
  DBX_TRY(dbx_dtype_of(&arg, ret));
  if (strchr(kinds, dbx_dtype_kind(*ret))) return DBX_OK;
  return dbx_fail_as(DBX_E401, DBX_S_ValueError, (dbx_span){0},
                     "dtype argument to `%s` must be %s dtype, got %s", fn,
                     *kinds == 'u'   ? "an unsigned int"
                     : *kinds == 'i' ? "an int"
                     : kinds[1]      ? "a float or complex"
                                     : "a float",
                     dbx_dtype_name(*ret));
}

dbx_status jn_draw_shape_arg(const char *fn, V arg, S *ret) {
  if (dbx_is_number(&arg) || (dbx_is_arraylike(&arg) && !jn_rank(arg)))
    return dbx_fail_as(DBX_E302, DBX_S_TypeError, (dbx_span){0},
                       "the shape argument of %s has to be a sequence: write (n,) for one axis",
                       fn);
  return jn_shape_arg(arg, ret);
}

dbx_status jn_check_draw(const char *fn, S shape, const V *params, uint32_t n) {
  S *s = DBX_TMP(S, n + 1), all;
  for (uint32_t i = 0; i < n; i++) s[i + 1] = jn_shape_seen(params[i]);
  s[0] = shape;
  DBX_TRY(jn_broadcast_shapes(s, n + 1, &all));
  if (jn_same_shape(all, shape)) return DBX_OK;
  return dbx_fail(DBX_E301, (dbx_span){0},
                  "%s parameter shapes must be broadcast-compatible with shape argument, and the "
                  "result of broadcasting the shapes must equal the shape argument",
                  fn);
}

dbx_status jn_draw_shape_of(const char *fn, V arg, const V *params, uint32_t n, S *ret) {
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(jn_check_arraylike(fn, params[i], (int)i)));
  if (!is_none(arg)) {
    DBX_TRY(jn_draw_shape_arg(fn, arg, ret));
    return jn_check_draw(fn, *ret, params, n);
  }
  S *s = DBX_TMP(S, n);
  for (uint32_t i = 0; i < n; i++) s[i] = jn_shape_seen(params[i]);
  return jn_broadcast_shapes(s, n, ret);
}

// ---- calls ----

V jn_draw_call(const char *name, jn_fn body, const V *args, uint32_t n, S shape, dbx_dtype t) {
  size_t bytes = sizeof(jn_draw) + shape.n * sizeof(int64_t);
  jn_draw *w = dbx_scratch(bytes);
  V *all = DBX_TMP(V, n + shape.n);
  memcpy(all, args, n * sizeof *args);
  w->t = t, w->rank = shape.n;
  for (uint32_t i = 0; i < shape.n; i++) {
    bool known = dbx_dim_is_int(shape.d[i]);
    w->dim[i] = known ? dbx_dim_value(shape.d[i]) : -1;
    if (!known) all[n++] = jn_dim_value(shape.d[i]);
  }
  return jn_call(name, body, all, n, w, bytes);
}

S jn_draw_shape(const jn_draw *w, const V *args, uint32_t n) {
  S s = {w->rank, DBX_TMP(dbx_dim, w->rank)};
  for (uint32_t i = w->rank; i-- > 0;)
    s.d[i] = w->dim[i] >= 0 ? dbx_dim_int(w->dim[i]) : dbx_dim_var(args[--n].tracer);
  return s;
}

// ---- uniform ----

static int mantissa(dbx_dtype t) {
  return t == DBX_F64 ? 52 : t == DBX_F32 ? 23 : t == DBX_F16 ? 10 : 7;
}

static dbx_dtype unsigned_of(dbx_dtype t) {
  switch (dbx_dtype_bytes(t)) {
  case 1: return DBX_U8;
  case 2: return DBX_U16;
  case 4: return DBX_U32;
  default: return DBX_U64;
  }
}

static V number(dbx_dtype t, double x) {
  return jn_scalar(t, dbx_scalar_convert(dbx_scalar_f(x), DBX_F64, t));
}

V jn_draw_raised(V x, uint32_t rank) {
  if (bad(x) || jn_rank(x) >= rank) return x;
  uint32_t n = rank - jn_rank(x);
  int64_t *axes = DBX_TMP(int64_t, n);
  for (uint32_t i = 0; i < n; i++) axes[i] = i;
  return lax_expand_dims(x, axes, n);
}

// Bits as the mantissa of a number in [1, 2).
static V uniform_body(const V *a, uint32_t n, const void *statics) { // key, low, high
  const jn_draw *w = statics;
  S s = jn_draw_shape(w, a, n);
  dbx_dtype t = w->t, u = unsigned_of(t);
  V low = lax_convert_strong(a[1], t), high = lax_convert_strong(a[2], t);
  low = jn_draw_raised(low, s.n), high = jn_draw_raised(high, s.n);
  unsigned width = mantissa(t) < 8 ? 8 : 8 * dbx_dtype_bytes(t);
  V bits = jn_random_bits(a[0], width, s);
  bits = lax_convert_strong(bits, u);
  bits = lax2(DBX_PRIM_shift_right_logical, bits,
              jn_scalar(u, (dbx_scalar){.u = width - (unsigned)mantissa(t)}));
  uint64_t one = 0;
  dbx_store(&one, t, dbx_scalar_f(1));
  bits = lax2(DBX_PRIM_or, bits, jn_scalar(u, (dbx_scalar){.u = one}));
  dbx_kv kv[] = {{DBX_S_new_dtype, dbx_p_dtype(t)}};
  V x = bad(bits) ? bits : lax_bind(DBX_PRIM_bitcast_convert_type, &bits, 1, kv, 1);
  x = jnp_subtract(x, number(t, 1));
  V span = jnp_subtract(high, low);
  x = jnp_multiply(x, span);
  x = lax_reshape(jnp_add(x, low), s);
  return MAX(low, x);
}

V jn_uniform(V key, S shape, dbx_dtype t, V low, V high) {
  if (bad(low) || bad(high)) return FAILED;
  return jn_draw_call("_uniform", uniform_body, (V[]){key, low, high}, 3, shape, t);
}

static dbx_status read_draw(const char *fn, const V *a, const char *kinds, V *key, S *s,
                            dbx_dtype *t) { // key, shape, dtype
  DBX_TRY(status_of(*key = jn_one_key(fn, a[0])));
  DBX_TRY(jn_draw_shape_arg(fn, a[1], s));
  return jn_draw_dtype(fn, a[2], kinds, t);
}

V random_fn_uniform(const V *a) { // key, shape, dtype, minval, maxval
  V k, bound[] = {jn_check_arraylike("uniform", a[3], 3), jn_check_arraylike("uniform", a[4], 4)};
  S s;
  dbx_dtype t;
  if (bad(bound[0]) || bad(bound[1]) || read_draw("uniform", a, "f", &k, &s, &t) != DBX_OK)
    return FAILED;
  if (jn_check_draw("uniform", s, bound, 2) != DBX_OK) {
    dbx_diag_forget();
    return jn_fail_as(DBX_E301, DBX_S_TypeError,
                      "uniform: the bounds do not broadcast to the shape");
  }
  return jn_uniform(k, s, t, bound[0], bound[1]);
}

// ---- functions of one uniform number ----

static double epsilon(dbx_dtype t) { return ldexp(1, -mantissa(t)); }

static double tiny(dbx_dtype t) {
  return t == DBX_F64 ? DBL_MIN : t == DBX_F16 ? ldexp(1, -14) : (double)FLT_MIN;
}

static V unit(const V *a, uint32_t n, const jn_draw *w) {
  return jn_uniform(a[0], jn_draw_shape(w, a, n), w->t, jn_float(0), jn_float(1));
}

static V above(const V *a, uint32_t n, const jn_draw *w, double low) {
  return jn_uniform(a[0], jn_draw_shape(w, a, n), w->t, number(w->t, low), jn_float(1));
}

static V normal_real_body(const V *a, uint32_t n, const void *statics) {
  const jn_draw *w = statics;
  dbx_dtype t = w->t;
  V low = number(t, epsilon(t) / 2 - 1);
  V u = jn_uniform(a[0], jn_draw_shape(w, a, n), t, low, number(t, 1));
  return MUL(number(t, M_SQRT2), lax1(DBX_PRIM_erf_inv, u));
}

// x / sqrt(2), which XLA computes as a product (see jn_div_by_constant).
static V over_root(V x, dbx_dtype t) {
  V root = number(t, M_SQRT2);
  return jn_tracing() ? jnp_true_divide(x, root) : jn_div_by_constant(x, lax_asarray(root));
}

static V normal_body(const V *a, uint32_t n, const void *statics) {
  const jn_draw *w = statics;
  S s = jn_draw_shape(w, a, n);
  V k[2], part[2];
  if (!dbx_is_complex(w->t)) return jn_draw_call("_normal_real", normal_real_body, a, 1, s, w->t);
  if (jn_split_key(a[0], 2, k) != DBX_OK) return FAILED;
  for (int i = 0; i < 2; i++)
    part[i] = lax_convert_strong(
        jn_draw_call("_normal_real", normal_real_body, &k[i], 1, s, dbx_real_of(w->t)), w->t);
  if (bad(part[0]) || bad(part[1])) return FAILED;
  V imaginary = jnp_multiply(((V){.kind = DBX_V_COMPLEX, .c = {0, 1}}), part[1]);
  return over_root(jnp_add(part[0], imaginary), w->t);
}

static V normal(V key, S s, dbx_dtype t) {
  return jn_draw_call("_normal", normal_body, &key, 1, s, t);
}

V random_fn_normal(const V *a) {
  V k;
  S s;
  dbx_dtype t;
  return read_draw("normal", a, "fc", &k, &s, &t) == DBX_OK ? normal(k, s, t) : FAILED;
}

static V exponential_body(const V *a, uint32_t n, const void *statics) {
  V u = unit(a, n, statics);
  return NEG(lax1(DBX_PRIM_log1p, NEG(u)));
}

static V gumbel_body(const V *a, uint32_t n, const void *statics) {
  const jn_draw *w = statics;
  V u = above(a, n, w, tiny(w->t));
  return NEG(lax1(DBX_PRIM_log, NEG(lax1(DBX_PRIM_log, u))));
}

static V laplace_body(const V *a, uint32_t n, const void *statics) {
  const jn_draw *w = statics;
  V u = above(a, n, w, epsilon(w->t) / 2 - 1), sign = SIGN(u);
  return MUL(sign, lax1(DBX_PRIM_log1p, NEG(ABS(u))));
}

static V logistic_body(const V *a, uint32_t n, const void *statics) {
  const jn_draw *w = statics;
  V u = above(a, n, w, epsilon(w->t)), rest = SUB(number(w->t, 1), u);
  return lax1(DBX_PRIM_log, DIV(u, rest));
}

static V cauchy_body(const V *a, uint32_t n, const void *statics) {
  const jn_draw *w = statics;
  V u = above(a, n, w, epsilon(w->t)), half = SUB(u, number(w->t, 0.5));
  return lax1(DBX_PRIM_tan, MUL(number(w->t, M_PI), half));
}

static V maxwell_body(const V *a, uint32_t n, const void *statics) {
  const jn_draw *w = statics;
  S s = jn_draw_shape(w, a, n), three = {s.n + 1, DBX_TMP(dbx_dim, s.n + 1)};
  if (s.n) memcpy(three.d, s.d, s.n * sizeof *s.d);
  three.d[s.n] = dbx_dim_int(3);
  V in[] = {normal(a[0], three, w->t), dbx_val_none(), jn_int(-1), dbx_val_bool(false)};
  return bad(in[0]) ? FAILED : jnp_fn_norm(in);
}

static V plain(const char *fn, const char *name, jn_fn body, const V *a) { // key, shape, dtype
  V k;
  S s;
  dbx_dtype t;
  if (read_draw(fn, a, "f", &k, &s, &t) != DBX_OK) return FAILED;
  return jn_draw_call(name, body, &k, 1, s, t);
}
#define PLAIN(fn)                                                                                  \
  V random_fn_##fn(const V *a) { return plain(#fn, "_" #fn, fn##_body, a); }
PLAIN(exponential)
PLAIN(gumbel)
PLAIN(laplace)
PLAIN(logistic)
PLAIN(cauchy)
PLAIN(maxwell)

V jn_maxwell(V key, S shape, dbx_dtype t) {
  return jn_draw_call("_maxwell", maxwell_body, &key, 1, shape, t);
}

V jn_gumbel(V key, S shape, dbx_dtype t) {
  return jn_draw_call("_gumbel", gumbel_body, &key, 1, shape, t);
}

// ---- with parameters ----

static V truncated_body(const V *a, uint32_t n, const void *statics) { // key, lower, upper
  const jn_draw *w = statics;
  dbx_dtype t = w->t;
  V root = number(t, M_SQRT2), bound[2], edge[2], limit[2];
  for (int i = 0; i < 2; i++) bound[i] = lax_convert_strong(a[1 + i], t);
  for (int i = 0; i < 2; i++) edge[i] = lax1(DBX_PRIM_erf, over_root(bound[i], t));
  V u = jn_uniform(a[0], jn_draw_shape(w, a, n), t, edge[0], edge[1]);
  V x = jnp_multiply(root, lax1(DBX_PRIM_erf_inv, u));
  for (int i = 0; i < 2; i++) {
    V still = lax1(DBX_PRIM_stop_gradient, bound[i]);
    limit[i] = lax2(DBX_PRIM_nextafter, still, number(t, i ? -INFINITY : INFINITY));
  }
  return jnp_fn_clip((V[]){x, limit[0], limit[1], dbx_val_none()});
}

static V pareto_body(const V *a, uint32_t n, const void *statics) { // key, b
  const jn_draw *w = statics;
  V b = lax_convert_strong(a[1], w->t);
  V e = jn_draw_call("_exponential", exponential_body, a, 1, jn_draw_shape(w, a, n), w->t);
  return lax1(DBX_PRIM_exp, jnp_true_divide(e, b));
}

static V rayleigh_body(const V *a, uint32_t n, const void *statics) { // key, scale
  const jn_draw *w = statics;
  S s = jn_draw_shape(w, a, n);
  V u = unit(a, n, w), scale = jn_broadcast_to(lax_convert_strong(a[1], w->t), s);
  V root = lax1(DBX_PRIM_sqrt, MUL(lax1(DBX_PRIM_log, u), number(w->t, -2)));
  return MUL(scale, root);
}

static V geometric_body(const V *a, uint32_t n, const void *statics) { // key, p
  const jn_draw *w = statics;
  S s = jn_draw_shape(w, a, n);
  V p = a[1];
  if (jn_promote_dtypes(&p, 1, JN_INEXACT) != DBX_OK) return FAILED;
  V u = jn_uniform(a[0], s, jn_dtype(p), jn_float(0), jn_float(1)), log_u = lax1(DBX_PRIM_log, u);
  V other = jn_broadcast_to(lax1(DBX_PRIM_log1p, NEG(p)), s);
  return lax_convert_strong(jnp_add(FLOOR(DIV(log_u, other)), jn_int(1)), w->t);
}

// The transformation of Michael, Schucany and Haas: the smaller root, or mean^2 over it.
static V wald_body(const V *a, uint32_t n, const void *statics) { // key, mean
  const jn_draw *w = statics;
  S s = jn_draw_shape(w, a, n);
  V k[2], mean;
  if (jn_split_key(a[0], 2, k) != DBX_OK) return FAILED;
  mean = jn_broadcast_to(lax_convert_strong(a[1], w->t), s);
  V v = normal(k[0], s, w->t), z = jn_uniform(k[1], s, w->t, jn_float(0), jn_float(1));
  V y = lax_integer_pow(v, 2), y2 = lax_integer_pow(y, 2), mean2 = lax_integer_pow(mean, 2);
  V first = jnp_multiply(jnp_multiply(jn_int(4), mean), y);
  V root = lax1(DBX_PRIM_sqrt, jnp_add(first, jnp_multiply(mean2, y2)));
  V top = jnp_add(mean, jnp_true_divide(jnp_multiply(mean2, y), jn_int(2)));
  V x = jnp_subtract(top, jnp_multiply(jnp_true_divide(mean, jn_int(2)), root));
  V part = jnp_true_divide(mean, jnp_add(mean, x));
  V take = LE(z, part);
  return lax_select(take, x, jnp_true_divide(mean2, x));
}

static V weibull_body(const V *a, uint32_t n, const void *statics) { // key, scale, concentration
  const jn_draw *w = statics;
  V u = jn_uniform(a[0], jn_draw_shape(w, a, n), w->t, jn_int(0), jn_int(1));
  V e = NEG(lax1(DBX_PRIM_log1p, NEG(u)));
  V power = jnp_fn_power((V[]){e, jnp_true_divide(jn_float(1), a[2])});
  return jnp_multiply(power, a[1]);
}

static V with_params(const char *fn, const char *name, jn_fn body, const V *a, uint32_t n,
                     const char *kinds) { // key, n parameters, shape, dtype
  S s;
  dbx_dtype t;
  V *in = DBX_TMP(V, n + 1);
  memcpy(in + 1, a + 1, n * sizeof *in);
  in[0] = jn_one_key(fn, a[0]);
  if (bad(in[0]) || jn_draw_dtype(fn, a[n + 2], kinds, &t) != DBX_OK ||
      jn_draw_shape_of(fn, a[n + 1], in + 1, n, &s) != DBX_OK)
    return FAILED;
  return jn_draw_call(name, body, in, n + 1, s, t);
}
V random_fn_truncated_normal(const V *a) {
  return with_params("truncated_normal", "_truncated_normal", truncated_body, a, 2, "f");
}
V random_fn_pareto(const V *a) { return with_params("pareto", "_pareto", pareto_body, a, 1, "f"); }
V random_fn_rayleigh(const V *a) {
  return with_params("rayleigh", "_rayleigh", rayleigh_body, a, 1, "f");
}
V random_fn_wald(const V *a) { return with_params("wald", "_wald", wald_body, a, 1, "f"); }
V random_fn_geometric(const V *a) {
  return with_params("geometric", "_geometric", geometric_body, a, 1, "iu");
}
V random_fn_weibull_min(const V *a) { // key, scale, concentration, shape, dtype
  V in[] = {jn_one_key("weibull_min", a[0]), jn_check_arraylike("weibull_min", a[1], 1),
            jn_check_arraylike("weibull_min", a[2], 2)};
  S s;
  dbx_dtype t;
  if (bad(in[0]) || bad(in[1]) || bad(in[2]) ||
      jn_draw_shape_arg("weibull_min", a[3], &s) != DBX_OK ||
      jn_draw_dtype("weibull_min", a[4], "f", &t) != DBX_OK)
    return FAILED;
  return jn_draw_call("_weibull_min", weibull_body, in, 3, s, t);
}

static V spread(V x, S s) { // numbers are operands as they are, not arrays
  if (!dbx_is_number(&x)) return jn_broadcast_to(x, s);
  return s.n ? lax_broadcast_in_dim(x, s, NULL, 0) : x;
}

V random_fn_lognormal(const V *a) { // key, sigma, shape, dtype
  S s;
  dbx_dtype t;
  V k = jn_one_key("lognormal", a[0]), sigma = a[1];
  if (bad(k) || jn_draw_dtype("lognormal", a[3], "fc", &t) != DBX_OK ||
      jn_draw_shape_of("lognormal", a[2], &sigma, 1, &s) != DBX_OK)
    return FAILED;
  sigma = spread(sigma, s);
  return lax1(DBX_PRIM_exp, jnp_multiply(normal(k, s, t), sigma));
}

V random_fn_triangular(const V *a) { // key, left, mode, right, shape, dtype
  S s;
  dbx_dtype t;
  V k = jn_one_key("triangular", a[0]), at[3];
  if (bad(k) || jn_draw_dtype("triangular", a[5], "f", &t) != DBX_OK ||
      jn_draw_shape_of("triangular", a[4], a + 1, 3, &s) != DBX_OK)
    return FAILED;
  for (int i = 0; i < 3; i++) at[i] = spread(a[1 + i], s);
  V rise = jnp_subtract(at[1], at[0]);
  V peak = jnp_true_divide(rise, jnp_subtract(at[2], at[0]));
  V u = jn_uniform(k, s, t, jn_float(0), jn_float(1));
  V up = jnp_multiply(u, jnp_subtract(at[2], at[0]));
  up = jnp_multiply(up, jnp_subtract(at[1], at[0]));
  up = jnp_add(at[0], lax1(DBX_PRIM_sqrt, up));
  V down = jnp_subtract(jn_int(1), u);
  down = jnp_multiply(down, jnp_subtract(at[2], at[0]));
  down = jnp_multiply(down, jnp_subtract(at[2], at[1]));
  down = jnp_subtract(at[2], lax1(DBX_PRIM_sqrt, down));
  V left = jnp_less(u, peak);
  return lax_select(left, up, down);
}
