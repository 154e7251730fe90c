// Derivatives of elementwise primitives: the formulas of jax 0.4.23 (jax._src.lax.lax), whose order
// is that of the equations.
#include "grad/rule.h"

#include <math.h>

// ---- words of the formulas ----

#define CONST(x, value) lax_const_like(x, jn_float(value))
#define F(name, x) lax1(DBX_PRIM_##name, x)

static V ones(V x) { return lax_full_like(x, jn_int(1), DBX_NO_DTYPE, NULL); }
static V zeros(V x) { return lax_full_like(x, jn_int(0), DBX_NO_DTYPE, NULL); }
static V twos(V x) { return lax_full_like(x, jn_int(2), DBX_NO_DTYPE, NULL); }
static V one(V x) {
  S scalar = jn_scalar_shape();
  return lax_full_like(x, jn_int(1), DBX_NO_DTYPE, &scalar);
}
static V zero(V x) {
  S scalar = jn_scalar_shape();
  return lax_full_like(x, jn_int(0), DBX_NO_DTYPE, &scalar);
}
static V power(V x, int64_t y) {
  dbx_kv kv[] = {{DBX_S_y, dbx_p_int(y)}};
  return lax_bind(DBX_PRIM_integer_pow, &x, 1, kv, 1);
}
static V square(V x) { return power(x, 2); }
static V without_zero(V x) { return lax_select(EQ(x, CONST(x, 0)), ones(x), x); }

// ---- of one operand: g is its tangent ----

#define RULE(name, value)                                                                          \
  static V term_##name(const jvp_site *s, uint32_t i, V g) {                                       \
    V x = s->x[0], ans = s->y[0];                                                                  \
    (void)i, (void)x, (void)ans;                                                                   \
    return value;                                                                                  \
  }                                                                                                \
  dbx_status dbx_jvp_##name(const jvp_site *s) { return jvp_sum(s, term_##name); }

RULE(named, g)
RULE(exp, MUL(g, ans))
RULE(exp2, MUL(F(log, CONST(x, 2)), MUL(g, ans)))
RULE(log, DIV(g, x))
RULE(expm1, MUL(g, ADD(ans, one(ans))))
RULE(log1p, DIV(g, ADD(x, one(x))))
RULE(tanh, MUL(ADD(g, MUL(g, ans)), SUB(one(x), ans)))
RULE(logistic, MUL(g, MUL(ans, SUB(one(ans), ans))))
RULE(sin, MUL(g, F(cos, x)))
RULE(cos, NEG(MUL(g, F(sin, x))))
RULE(tan, MUL(g, ADD(CONST(x, 1), square(ans))))
RULE(asin, MUL(g, F(rsqrt, SUB(CONST(x, 1), square(x)))))
RULE(acos, MUL(g, NEG(F(rsqrt, SUB(CONST(x, 1), square(x))))))
RULE(atan, DIV(g, ADD(CONST(x, 1), square(x))))
RULE(sinh, MUL(g, F(cosh, x)))
RULE(cosh, MUL(g, F(sinh, x)))
RULE(asinh, MUL(g, F(rsqrt, ADD(square(x), one(x)))))
RULE(acosh, MUL(g, F(rsqrt, MUL(SUB(x, one(x)), ADD(x, one(x))))))
RULE(atanh, MUL(power(ADD(one(x), x), -1), DIV(g, SUB(one(x), x))))
RULE(sqrt, MUL(g, DIV(CONST(x, 0.5), ans)))
RULE(rsqrt, MUL(g, MUL(CONST(x, -0.5), DIV(ans, x))))
RULE(cbrt, MUL(g, MUL(CONST(x, 1.0 / 3), power(ans, -2))))
RULE(erf, MUL(CONST(x, 2 / sqrt(M_PI)), MUL(g, F(exp, NEG(square(x))))))
RULE(erfc, MUL(CONST(x, -2 / sqrt(M_PI)), MUL(g, F(exp, NEG(square(x))))))
RULE(erf_inv, MUL(CONST(x, sqrt(M_PI) / 2), MUL(g, F(exp, square(ans)))))
RULE(lgamma, MUL(g, F(digamma, x)))
RULE(square, MUL(g, MUL(CONST(x, 2), x)))

static V conjugate(V x) {
  dbx_kv kv[] = {{DBX_S_input_dtype, dbx_p_dtype(jn_dtype(x))}};
  return lax_bind(DBX_PRIM_conj, &x, 1, kv, 1);
}

static V term_abs(const jvp_site *s, uint32_t i, V g) {
  V x = s->x[i];
  if (!dbx_is_complex(jn_dtype(x))) {
    V positive = GE(x, zero(x));
    return lax_select(positive, g, NEG(g));
  }
  V c = conjugate(x);
  return REAL(MUL(g, DIV(c, without_zero(lax_convert(s->y[0], jn_dtype(x), false)))));
}
dbx_status dbx_jvp_abs(const jvp_site *s) { return jvp_sum(s, term_abs); }

static V term_integer_pow(const jvp_site *s, uint32_t i, V g) {
  int64_t y = dbx_eqn_int(s->e, DBX_S_y);
  V x = s->x[i];
  return y == 0 ? zeros(g) : MUL(g, MUL(CONST(x, (double)y), power(x, y - 1)));
}
dbx_status dbx_jvp_integer_pow(const jvp_site *s) { return jvp_sum(s, term_integer_pow); }

// The equation on the tangent, with its own parameters.
static V term_again(const jvp_site *s, uint32_t i, V g) { return (void)i, jvp_again(s, &g, 1); }
dbx_status dbx_jvp_convert(const jvp_site *s) {
  return has_tangent(s->type[0]) ? jvp_sum(s, term_again) : jvp_primal(s);
}

// ---- of two operands ----

static V maybe_broadcast(const jvp_site *s, V g) {
  S all = jn_shape(s->y[0]), own;
  if (bad(g)) return g;
  own = jn_shape(g);
  int64_t *axes = DBX_TMP(int64_t, own.n + 1);
  dbx_dim *kept = DBX_TMP(dbx_dim, own.n + 1);
  uint32_t n = 0;
  bool same = own.n == all.n;
  for (uint32_t k = 0; k < own.n; k++) {
    bool one = own.d[k] == dbx_dim_int(1) && all.d[k] != dbx_dim_int(1);
    same &= !one;
    if (!one) axes[n] = k, kept[n++] = own.d[k];
  }
  if (same) return g;
  return lax_broadcast_in_dim(own.n ? lax_reshape(g, (S){n, kept}) : g, all, axes, n);
}

static dbx_status sum_of(const jvp_site *s, bool minus) {
  V x = s->t[0], y = s->t[1];
  DBX_TRY(jvp_primal(s));
  if (is_zero(y)) s->ty[0] = maybe_broadcast(s, x);
  else if (is_zero(x)) s->ty[0] = maybe_broadcast(s, minus ? NEG(y) : y);
  else s->ty[0] = lax2(minus ? DBX_PRIM_sub : DBX_PRIM_add, x, y);
  return status_of(s->ty[0]);
}
dbx_status dbx_jvp_add(const jvp_site *s) { return sum_of(s, false); }
dbx_status dbx_jvp_sub(const jvp_site *s) { return sum_of(s, true); }

#define RULE2(name, left, right)                                                                   \
  static V term_##name(const jvp_site *s, uint32_t i, V g) {                                       \
    V x = s->x[0], y = s->x[1], ans = s->y[0];                                                     \
    (void)ans;                                                                                     \
    if (i == 0) return left;                                                                       \
    return right;                                                                                  \
  }                                                                                                \
  dbx_status dbx_jvp_##name(const jvp_site *s) { return jvp_sum(s, term_##name); }

static V balanced_eq(V x, V z, V y) {
  V first = lax_select(EQ(x, z), ones(z), zeros(z));
  return DIV(first, lax_select(EQ(y, z), twos(z), ones(z)));
}

// x ** y by x; of an integer y it has no term where y is 0.
static V pow_left(const jvp_site *s, V g) {
  V x = s->x[0], y = s->x[1];
  bool whole = dbx_is_integer(jn_dtype(y));
  V none = whole ? EQ(y, CONST(y, 0)) : y;
  V p = whole ? zeros(x) : y, f = whole ? lax_convert(without_zero(y), jn_dtype(x), false) : y;
  V less = SUB(y, ones(y)), jac = MUL(f, lax2(DBX_PRIM_pow, x, less));
  return MUL(g, whole ? lax_select(none, p, jac) : jac);
}

RULE2(mul, MUL(g, y), MUL(x, g))
RULE2(div, DIV(g, y), MUL(MUL(NEG(g), x), power(y, -2)))
RULE2(rem, maybe_broadcast(s, g), MUL(NEG(g), MUL(SIGN(DIV(x, y)), FLOOR(ABS(DIV(x, y))))))
RULE2(atan2, MUL(g, DIV(y, ADD(square(x), square(y)))),
      DIV(MUL(g, NEG(x)), ADD(square(x), square(y))))
RULE2(max, MUL(g, balanced_eq(x, ans, y)), MUL(g, balanced_eq(y, ans, x)))
RULE2(pow, pow_left(s, g),
      lax_convert(MUL(g, MUL(F(log, without_zero(x)), ans)), jn_dtype(y), jn_weak(y)))

// ---- choices ----

dbx_status dbx_jvp_select(const jvp_site *s) {
  V *ops = DBX_TMP(V, s->e->n_in), z = dbx_val_none();
  DBX_TRY(jvp_primal(s));
  for (uint32_t i = s->e->n_in; i-- > 1;)
    if (!is_zero(s->t[i])) z = s->t[i];
  z = zeros(z);
  ops[0] = s->x[0];
  for (uint32_t i = 1; i < s->e->n_in; i++) ops[i] = is_zero(s->t[i]) ? z : s->t[i];
  return s->ty[0] = jvp_again(s, ops, s->e->n_in), status_of(s->ty[0]);
}

static V term_clamp(const jvp_site *s, uint32_t i, V g) {
  V low = s->x[0], x = s->x[1], high = s->x[2], where;
  if (i == 0) where = AND(GT(low, x), LT(low, high));
  else if (i == 1) where = AND(GT(x, low), LT(x, high));
  else where = LT(high, x);
  g = jn_rank(g) == jn_rank(x) ? g : lax_broadcast(g, jn_shape(x));
  return lax_select(where, g, zeros(x));
}
dbx_status dbx_jvp_clamp(const jvp_site *s) { return jvp_sum(s, term_clamp); }

// ---- transposed ----

dbx_status dbx_transpose_neg(const transpose_site *s) { return transpose_one(s, 0, NEG(s->ct[0])); }

dbx_status dbx_transpose_add(const transpose_site *s) {
  for (uint32_t i = 0; i < 2; i++)
    if (is_linear(s, i)) DBX_TRY(transpose_one(s, i, grad_unbroadcast(s, i, s->ct[0])));
  return DBX_OK;
}

dbx_status dbx_transpose_sub(const transpose_site *s) {
  if (is_linear(s, 0)) DBX_TRY(transpose_one(s, 0, grad_unbroadcast(s, 0, s->ct[0])));
  if (!is_linear(s, 1)) return DBX_OK;
  return transpose_one(s, 1, grad_unbroadcast(s, 1, NEG(s->ct[0])));
}

dbx_status dbx_transpose_mul(const transpose_site *s) {
  uint32_t i = is_linear(s, 1);
  V v = i ? MUL(s->x[0], s->ct[0]) : MUL(s->ct[0], s->x[1]);
  return transpose_one(s, i, grad_unbroadcast(s, i, v));
}

dbx_status dbx_transpose_div(const transpose_site *s) {
  return transpose_one(s, 0, grad_unbroadcast(s, 0, DIV(s->ct[0], s->x[1])));
}

dbx_status dbx_transpose_select(const transpose_site *s) {
  V ct = s->ct[0], which = s->x[0], z = zeros(ct);
  for (uint32_t i = 1; i < s->e->n_in; i++) {
    if (!is_linear(s, i)) continue;
    V own = EQ(which, lax_const_like(which, jn_int((int64_t)i - 1)));
    DBX_TRY(transpose_one(s, i, lax_select(own, ct, z)));
  }
  return DBX_OK;
}

dbx_status dbx_transpose_convert(const transpose_site *s) {
  const dbx_aval_info *t = dbx_aval_at(s->type[0]);
  return transpose_one(s, 0, lax_convert(s->ct[0], t->dtype, t->weak));
}

dbx_status dbx_transpose_again(const transpose_site *s) {
  return transpose_one(s, 0,
                       lax_bind((dbx_prim)s->e->prim->id, s->ct, 1, s->e->params, s->e->n_params));
}

static V zero_scalar(V like) { return jn_scalar(jn_dtype(like), (dbx_scalar){0}); }

dbx_status dbx_transpose_real(const transpose_site *s) {
  return transpose_one(s, 0, lax2(DBX_PRIM_complex, s->ct[0], zero_scalar(s->ct[0])));
}

dbx_status dbx_transpose_imag(const transpose_site *s) {
  V minus = NEG(s->ct[0]);
  return transpose_one(s, 0, lax2(DBX_PRIM_complex, zero_scalar(minus), minus));
}

dbx_status dbx_transpose_complex(const transpose_site *s) {
  if (is_linear(s, 0)) DBX_TRY(transpose_one(s, 0, grad_unbroadcast(s, 0, REAL(s->ct[0]))));
  if (!is_linear(s, 1)) return DBX_OK;
  return transpose_one(s, 1, grad_unbroadcast(s, 1, IMAG(NEG(s->ct[0]))));
}

dbx_status dbx_transpose_conj(const transpose_site *s) {
  bool complex = dbx_is_complex(dbx_aval_at(s->type[0])->dtype);
  return transpose_one(s, 0, complex ? conjugate(s->ct[0]) : REAL(s->ct[0]));
}
