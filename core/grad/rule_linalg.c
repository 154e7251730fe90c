// Derivatives of factorizations of matrices and of what they solve: the formulas of jax 0.4.23
// (jax._src.lax.linalg), over leading axes.
#include "grad/rule.h"
#include "jnp/table.h"

// ---- words of the formulas ----

static V lower_part(V x, int64_t k) { return bad(x) ? x : jnp_fn_tril((V[]){x, jn_int(k)}); }
static V upper_part(V x, int64_t k) { return bad(x) ? x : jnp_fn_triu((V[]){x, jn_int(k)}); }

static V last_two_swapped(V x) {
  if (bad(x)) return x;
  uint32_t n = jn_rank(x);
  int64_t *perm = DBX_TMP(int64_t, n);
  for (uint32_t i = 0; i < n; i++) perm[i] = i;
  perm[n - 2] = n - 1, perm[n - 1] = n - 2;
  return lax_transpose(x, perm);
}

static V conjugated(V x) {
  if (bad(x) || !dbx_is_complex(jn_dtype(x))) return x;
  return jnp_fn_conjugate(&x);
}
static V adjoint(V x) { return conjugated(last_two_swapped(x)); }

static V product_of(V x, V y) {
  if (bad(x) || bad(y)) return FAILED;
  int64_t rows = jn_rank(x) - 1, columns = rows - 1, *batch = DBX_TMP(int64_t, jn_rank(x));
  for (int64_t i = 0; i < columns; i++) batch[i] = i;
  dbx_dot_dims d = {&rows, &columns, batch, batch, 1, (uint32_t)columns};
  return lax_dot_general(x, y, &d, DBX_NO_DTYPE);
}

static dbx_dim length_at(V x, uint32_t from_end) {
  S s = jn_shape_seen(x);
  return s.d[s.n - from_end];
}

static V eye(dbx_dim n, dbx_dtype t) { return jnp_eye(jn_dim_value(n), dbx_val_none(), 0, t); }

static V solved(V a, V b, bool left, bool lower, bool transposed, bool unit) {
  if (bad(a) || bad(b)) return FAILED;
  V ops[] = {a, b};
  bool conj = transposed && dbx_is_complex(jn_dtype(a));
  dbx_kv kv[] = {{DBX_S_conjugate_a, dbx_p_bool(conj)},
                 {DBX_S_left_side, dbx_p_bool(left)},
                 {DBX_S_lower, dbx_p_bool(lower)},
                 {DBX_S_transpose_a, dbx_p_bool(transposed)},
                 {DBX_S_unit_diagonal, dbx_p_bool(unit)}};
  return lax_bind(DBX_PRIM_triangular_solve, ops, 2, kv, 5);
}

static V row_vector(V s) { // s[..., None, :]
  int64_t axis = bad(s) ? 0 : (int64_t)jn_rank(s) - 1;
  return bad(s) ? s : lax_expand_dims(s, &axis, 1);
}
static V column_vector(V s) {
  int64_t axis = bad(s) ? 0 : (int64_t)jn_rank(s);
  return bad(s) ? s : lax_expand_dims(s, &axis, 1);
}

static V diagonal_of(V x) {
  return bad(x) ? x : jnp_fn_diagonal((V[]){x, jn_int(0), jn_int(-2), jn_int(-1)});
}
static V real_part(V x) { return bad(x) || !dbx_is_complex(jn_dtype(x)) ? x : REAL(x); }
static V typed(V x, V like) { return bad(x) ? x : lax_convert(x, jn_dtype(like), false); }
static V inverse_of(V x) { return bad(x) ? x : jnp_true_divide(jn_constant_like(x, 1), x); }

static dbx_status refused(const jvp_site *s, const char *what) {
  return dbx_fail_as(DBX_E218, DBX_S_NotImplementedError, (dbx_span){0},
                     "the derivative of %s is not known for %s", s->e->prim->name, what);
}

// ---- cholesky ----

static V half_of_diagonal(V x) {
  V l = lower_part(x, 0);
  if (bad(l)) return l;
  return jnp_true_divide(l, jnp_add(jn_int(1), eye(length_at(l, 1), jn_dtype(l))));
}

dbx_status dbx_jvp_cholesky(const jvp_site *s) {
  DBX_TRY(jvp_primal(s));
  V l = s->y[0] = lower_part(s->y[0], 0), first = solved(l, s->t[0], false, true, true, false);
  s->ty[0] = product_of(l, half_of_diagonal(solved(l, first, true, true, false, false)));
  return status_of(s->ty[0]);
}

// ---- triangular_solve ----

static V term_solve(const jvp_site *s, uint32_t i, V g) {
  V a = s->x[0], ans = s->y[0];
  if (i == 1) return jvp_again(s, (V[]){a, g}, 2);
  bool left = dbx_eqn_int(s->e, DBX_S_left_side), lower = dbx_eqn_int(s->e, DBX_S_lower);
  int64_t skip = dbx_eqn_int(s->e, DBX_S_unit_diagonal);
  g = NEG(lower ? lower_part(g, -skip) : upper_part(g, skip));
  if (dbx_eqn_int(s->e, DBX_S_transpose_a)) g = last_two_swapped(g);
  if (dbx_eqn_int(s->e, DBX_S_conjugate_a)) g = conjugated(g);
  dbx_dim m = length_at(ans, 2), n = length_at(ans, 1);
  bool wide = dbx_dim_is_int(m) && dbx_dim_is_int(n) &&
              (left ? dbx_dim_value(m) <= dbx_dim_value(n) : dbx_dim_value(m) >= dbx_dim_value(n));
  dbx_eqn e = *s->e;
  V ops[] = {a, wide ? g : left ? product_of(g, ans) : product_of(ans, g)}, inner;
  if (bad(ops[1])) return FAILED;
  if (lax_bind_n(DBX_PRIM_triangular_solve, ops, 2, e.params, e.n_params, NULL, &inner, 1) !=
      DBX_OK)
    return FAILED;
  if (!wide) return inner;
  return left ? product_of(inner, ans) : product_of(ans, inner);
}
dbx_status dbx_jvp_triangular_solve(const jvp_site *s) { return jvp_sum(s, term_solve); }

dbx_status dbx_transpose_triangular_solve(const transpose_site *s) {
  dbx_kv *kv = DBX_TMP(dbx_kv, s->e->n_params);
  V ops[] = {s->x[0], s->ct[0]};
  for (uint32_t i = 0; i < s->e->n_params; i++) {
    kv[i] = s->e->params[i];
    if (kv[i].key == DBX_S_transpose_a) kv[i].val = dbx_p_bool(!kv[i].val->i);
  }
  return transpose_one(s, 1, lax_bind(DBX_PRIM_triangular_solve, ops, 2, kv, s->e->n_params));
}

// ---- lu ----

// x[..., order, :].
static V rows_in_order(V x, V order) {
  uint32_t n = jn_rank(order);
  V *index = DBX_TMP(V, n);
  for (uint32_t i = 0; i + 1 < n; i++) {
    index[i] = lax_iota(DBX_I32, jn_shape(order), i);
    if (bad(index[i])) return FAILED;
  }
  index[n - 1] = order;
  return jnp_getitem(x, jn_tuple(index, n));
}

static V padded(V x, int64_t rows_before, int64_t columns_before, int64_t rows, int64_t columns) {
  if (bad(x)) return x;
  uint32_t n = jn_rank(x);
  jn_padding *config = DBX_TMP(jn_padding, n);
  for (uint32_t i = 0; i < n; i++) config[i][0] = config[i][1] = config[i][2] = 0;
  config[n - 2][0] = rows_before, config[n - 2][1] = rows;
  config[n - 1][0] = columns_before, config[n - 1][1] = columns;
  return lax_pad(x, jn_scalar(jn_dtype(x), (dbx_scalar){0}), (const jn_padding *)config);
}

static V part_of(V x, int64_t rows, int64_t columns) {
  S s = jn_shape(x);
  int64_t *start = DBX_TMP(int64_t, s.n), *limit = DBX_TMP(int64_t, s.n);
  for (uint32_t i = 0; i < s.n; i++) start[i] = 0, limit[i] = dbx_dim_value(s.d[i]);
  limit[s.n - 2] = rows, limit[s.n - 1] = columns;
  return lax_slice(x, start, limit, NULL);
}

// Both factors as square matrices: what there is of them, and ones on the diagonal beyond.
static dbx_status square_factors(const jvp_site *s, V lu, V *l, V *u) {
  dbx_dim rows = length_at(lu, 2), columns = length_at(lu, 1);
  if (dbx_dim_equal(rows, columns)) {
    *l = lower_part(lu, -1), *u = upper_part(lu, 0);
  } else if (jn_static(jn_shape_seen(lu))) {
    int64_t m = dbx_dim_value(rows), n = dbx_dim_value(columns), k = m < n ? m : n;
    V rest = padded(eye(dbx_dim_int(n - k), jn_dtype(lu)), k, k, 0, 0);
    *l = padded(lower_part(part_of(lu, m, k), -1), 0, 0, 0, m - k);
    *u = jnp_add(padded(upper_part(part_of(lu, k, n), 0), 0, 0, n - k, 0), rest);
  } else {
    return refused(s, "matrices that are not square and have traced lengths");
  }
  *l = jnp_add(*l, eye(rows, jn_dtype(lu)));
  return status_of(*l) == DBX_OK ? status_of(*u) : DBX_FAIL;
}

dbx_status dbx_jvp_lu(const jvp_site *s) {
  V l, u;
  DBX_TRY(jvp_primal(s));
  V x = rows_in_order(s->t[0], s->y[2]);
  DBX_TRY(square_factors(s, s->y[0], &l, &u));
  V both = solved(u, solved(l, x, true, true, false, true), false, false, false, false);
  V below = product_of(l, lower_part(both, -1)), above = product_of(upper_part(both, 0), u);
  s->ty[0] = ADD(below, above);
  return status_of(s->ty[0]);
}

// ---- qr ----

dbx_status dbx_jvp_qr(const jvp_site *s) {
  dbx_dim m = length_at(s->x[0], 2), n = length_at(s->x[0], 1);
  bool square = dbx_dim_equal(m, n);
  if (!square && dbx_eqn_int(s->e, DBX_S_full_matrices)) return refused(s, "full_matrices");
  if (!square && (!dbx_dim_is_int(m) || !dbx_dim_is_int(n)))
    return refused(s, "matrices that are not square and have traced lengths");
  if (!square && dbx_dim_value(m) < dbx_dim_value(n)) return refused(s, "more columns than rows");
  DBX_TRY(jvp_primal(s));
  V q = s->y[0], r = s->y[1], x = solved(r, s->t[0], false, false, false, false);
  V turned = product_of(adjoint(q), x), below = lower_part(turned, -1);
  V skew = SUB(below, adjoint(below));
  if (!bad(turned) && dbx_is_complex(jn_dtype(turned)))
    skew = jnp_add(
        skew, jnp_multiply(eye(n, jn_dtype(turned)), SUB(turned, typed(REAL(turned), turned))));
  V rest = SUB(skew, turned);
  s->ty[0] = ADD(product_of(q, rest), x);
  s->ty[1] = product_of(NEG(rest), r);
  return status_of(s->ty[0]) == DBX_OK ? status_of(s->ty[1]) : DBX_FAIL;
}

// ---- eigenvalues ----

// For eigenvalues that differ.
dbx_status dbx_jvp_eigh(const jvp_site *s) {
  V x = s->x[0], half = ADD(x, adjoint(x)), r[2];
  if (bad(half)) return DBX_FAIL;
  half = MUL(half, lax_const_like(half, jn_float(0.5)));
  DBX_TRY(lax_bind_n(DBX_PRIM_eigh, &half, 1, s->e->params, s->e->n_params, NULL, r, 2));
  V v = s->y[0] = r[0], w = typed(s->y[1] = r[1], v), one = eye(length_at(x, 1), jn_dtype(v));
  V apart = jnp_add(one, jnp_subtract(row_vector(w), column_vector(w)));
  V inner = product_of(product_of(adjoint(v), s->t[0]), v);
  s->ty[0] = product_of(v, jnp_multiply(jnp_subtract(inverse_of(apart), one), inner));
  s->ty[1] = real_part(diagonal_of(inner));
  return status_of(s->ty[0]) == DBX_OK ? status_of(s->ty[1]) : DBX_FAIL;
}

static V lu_solved(V a, V b) {
  V r[3];
  if (bad(a) || bad(b) || lax_bind_n(DBX_PRIM_lu, &a, 1, NULL, 0, NULL, r, 3) != DBX_OK)
    return FAILED;
  V lower = solved(r[0], rows_in_order(b, r[2]), true, true, false, true);
  return solved(r[0], lower, true, false, false, false);
}

dbx_status dbx_jvp_eig(const jvp_site *s) {
  V r[2];
  if (s->e->n_out > 1) return refused(s, "eigenvectors; take the eigenvalues alone");
  dbx_kv kv[] = {{DBX_S_compute_left_eigenvectors, dbx_p_bool(false)},
                 {DBX_S_compute_right_eigenvectors, dbx_p_bool(true)}};
  DBX_TRY(lax_bind_n(DBX_PRIM_eig, s->x, 1, kv, 2, NULL, r, 2));
  s->y[0] = r[0];
  V moved = jnp_multiply(lu_solved(r[1], typed(s->t[0], r[1])), last_two_swapped(r[1]));
  int64_t last = bad(moved) ? 0 : (int64_t)jn_rank(moved) - 1;
  s->ty[0] = lax_reduce(DBX_PRIM_reduce_sum, moved, &last, 1);
  return status_of(s->ty[0]);
}

// ---- singular values ----

static V of_other_rows(V d, V x, V y, V scale) { // (d y - x x^H d y) / scale
  V moved = product_of(d, y);
  V outside = SUB(moved, product_of(x, product_of(adjoint(x), moved)));
  return jnp_true_divide(outside, scale);
}

dbx_status dbx_jvp_svd(const jvp_site *s) {
  V x = s->x[0], d = s->t[0], r[3];
  bool vectors = dbx_eqn_int(s->e, DBX_S_compute_uv);
  if (vectors && dbx_eqn_int(s->e, DBX_S_full_matrices)) return refused(s, "full_matrices");
  dbx_kv kv[] = {{DBX_S_compute_uv, dbx_p_bool(true)}, {DBX_S_full_matrices, dbx_p_bool(false)}};
  DBX_TRY(lax_bind_n(DBX_PRIM_svd, &x, 1, kv, 2, NULL, r, 3));
  V u = r[1], v = adjoint(r[2]), ds = product_of(product_of(adjoint(u), d), v);
  s->y[0] = r[0];
  s->ty[0] = real_part(diagonal_of(ds));
  if (!vectors) return status_of(s->ty[0]);
  V w = typed(r[0], x), row = row_vector(w), column = column_vector(w);
  V one = eye(length_at(r[0], 1), jn_dtype(x));
  V apart = jnp_multiply(jnp_add(row, column), jnp_subtract(row, column));
  V f = jnp_subtract(inverse_of(jnp_add(apart, one)), one);
  V right = jnp_multiply(row, ds), left = jnp_multiply(column, ds);
  V none = typed(EQ(r[0], lax_const_like(r[0], jn_int(0))), w);
  V inverse = SUB(inverse_of(ADD(w, none)), none);
  V skew = MUL(SUB(ds, adjoint(ds)), lax_const_like(ds, jn_float(0.5)));
  V own = jnp_multiply(skew, jnp_multiply(one, column_vector(inverse)));
  V du = product_of(u, jnp_add(jnp_multiply(f, ADD(right, adjoint(right))), own));
  V dv = product_of(v, jnp_multiply(f, ADD(left, adjoint(left))));
  dbx_dim m = length_at(x, 2), n = length_at(x, 1);
  bool known = dbx_dim_is_int(m) && dbx_dim_is_int(n);
  if (!known && !dbx_dim_equal(m, n))
    return refused(s, "matrices that are not square and have traced lengths");
  if (known && dbx_dim_value(m) > dbx_dim_value(n)) du = ADD(du, of_other_rows(d, u, v, row));
  if (known && dbx_dim_value(n) > dbx_dim_value(m))
    dv = ADD(dv, of_other_rows(adjoint(d), v, u, row));
  s->y[1] = u, s->y[2] = r[2];
  s->ty[1] = du, s->ty[2] = adjoint(dv);
  return status_of(du) == DBX_OK ? status_of(s->ty[2]) : DBX_FAIL;
}
