// reshape, and the functions that order, add and drop axes.
#include "jnp/table.h"

#include "prim/exact.h"

#include <inttypes.h>
#include <string.h>

// ---- reshape ----

static V product(V a, V b) { return jn_size_of(DBX_PRIM_mul, a, b); }

// What -1 stands for when the traced lengths of `to` all cancel against those of the operand: as
// jax writes it, the product of the traced lengths that are left times the quotient of the static
// ones.
static bool cancel(S from, const S *to, uint32_t hole, V *ret) {
  bool *used = DBX_TMP(bool, from.n);
  dbx_dim *fixed = DBX_TMP(dbx_dim, from.n + to->n);
  uint32_t n_above = 0, n_below = 0;
  V factor = jn_int(1), above, below;
  for (uint32_t i = 0; i < to->n; i++) {
    if (i == hole) continue;
    if (dbx_dim_is_int(to->d[i])) {
      fixed[n_below++] = to->d[i];
      continue;
    }
    uint32_t k = 0;
    while (k < from.n && (used[k] || !dbx_dim_equal(from.d[k], to->d[i]))) k++;
    if (k == from.n) return false;
    used[k] = true;
  }
  below = jn_product(fixed, n_below);
  if (bad(below)) return *ret = below, true;
  if (!below.i) return false;
  for (uint32_t k = 0; k < from.n; k++) {
    if (dbx_dim_is_int(from.d[k])) fixed[n_above++] = from.d[k];
    else if (!used[k]) factor = product(factor, jn_dim_value(from.d[k]));
  }
  above = jn_product(fixed, n_above);
  if (bad(above)) return *ret = above, true;
  if (above.i % below.i) return false;
  *ret = product(factor, jn_int(above.i / below.i));
  return true;
}

static dbx_status infer_length(V x, S *to, uint32_t hole) {
  S from = jn_shape(x);
  V len, rest, known;
  if (!cancel(from, to, hole, &len)) {
    dbx_dim *given = DBX_TMP(dbx_dim, to->n);
    for (uint32_t i = 0, k = 0; i < to->n; i++)
      if (i != hole) given[k++] = to->d[i];
    rest = jn_product(from.d, from.n);
    known = jn_product(given, to->n - 1);
    DBX_TRY(status_of(rest));
    DBX_TRY(status_of(known));
    if (rest.kind == DBX_V_INT && known.kind == DBX_V_INT)
      return dbx_fail(
          DBX_E305, (dbx_span){0},
          "cannot reshape array of shape %s because the product of specified axis sizes (%" PRId64
          ") "
          "does not evenly divide %" PRId64,
          dbx_aval_text(dbx_val_aval(&x)), known.i, rest.i);
    len = jnp_floor_divide(rest, known);
  }
  DBX_TRY(status_of(len));
  to->d[hole] = len.kind == DBX_V_INT ? dbx_dim_int(len.i) : dbx_dim_var(len.tracer);
  return DBX_OK;
}

static dbx_status new_shape(V x, V arg, S *ret) {
  const V *item = &arg;
  uint32_t n = 1, hole = UINT32_MAX;
  if (dbx_is_seq(&arg) || (dbx_is_arraylike(&arg) && jn_rank(arg) == 1))
    DBX_TRY(jn_items(arg, &item, &n));
  V *plain = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n; i++) {
    plain[i] = item[i];
    if (item[i].kind != DBX_V_INT || item[i].i != -1) continue;
    if (hole != UINT32_MAX)
      return dbx_fail(DBX_E305, (dbx_span){0},
                      "can only specify one unknown axis size with a `-1` value");
    hole = i;
    plain[i] = jn_int(1);
  }
  DBX_TRY(jn_shape_arg(dbx_val_tuple(plain, n), ret));
  return hole == UINT32_MAX ? DBX_OK : infer_length(x, ret, hole);
}

static V reshape(V x, V shape, V order) {
  S s;
  if (bad(x) || new_shape(x, shape, &s) != DBX_OK) return FAILED;
  const char *o = order.kind == DBX_V_STR ? dbx_sym_text(order.str) : "C";
  if (!strcmp(o, "C")) return lax_reshape(x, s);
  if (strcmp(o, "F")) return jn_fail(DBX_E218, "np.reshape order=%s is not implemented.", o);
  uint32_t n = jn_rank(x);
  int64_t *p = DBX_TMP(int64_t, n + s.n);
  S r = jn_shape_copy(s);
  for (uint32_t i = 0; i < s.n; i++) r.d[i] = s.d[s.n - 1 - i];
  for (uint32_t i = 0; i < n; i++) p[i] = n - 1 - i;
  x = lax_reshape(lax_transpose(x, p), r);
  for (uint32_t i = 0; i < s.n; i++) p[i] = s.n - 1 - i;
  return lax_transpose(x, p);
}
V jnp_fn_reshape(const V *a) { return reshape(jn_checked("reshape", a[0]), a[1], a[2]); }
V jnp_fn_reshape_method(const V *a) { // a, *shape, order
  bool one = a[1].n == 1 && (dbx_is_seq(&a[1].item[0]) ||
                             (dbx_is_arraylike(&a[1].item[0]) && jn_rank(a[1].item[0]) == 1));
  return reshape(a[0], one ? a[1].item[0] : a[1], a[2]);
}

V jnp_fn_ravel(const V *a) {
  V x = jn_checked("ravel", a[0]);
  if (bad(x)) return x;
  if (jn_rank(x) == 1) return jnp_ravel(x);
  V n = jn_size(x);
  return reshape(x, n, a[1]);
}

// ---- axes ----

V jnp_fn_transpose(const V *a) { // a, axes
  V x = jn_checked("transpose", a[0]);
  if (bad(x)) return x;
  uint32_t n = jn_rank(x), m;
  int64_t *p = DBX_TMP(int64_t, n);
  const int64_t *axes;
  for (uint32_t i = 0; i < n; i++) p[i] = n - 1 - i;
  if (is_none(a[1])) return lax_transpose(x, p);
  if (jn_axes(a[1], n, &axes, &m) != DBX_OK) {
    if (dbx_diag_pending() && a[1].n == n)
      dbx_diag_pending()->cls = DBX_S_TypeError; // as lax.transpose
    return FAILED;
  }
  if (m != n) return jn_fail(DBX_E306, "axes don't match array: %u axes for rank %u", m, n);
  return lax_transpose(x, axes);
}
V jnp_fn_transpose_method(const V *a) { // a, *axes
  bool one = a[1].n == 1 && (dbx_is_seq(&a[1].item[0]) || is_none(a[1].item[0]));
  V in[] = {a[0], a[1].n == 0 ? dbx_val_none() : one ? a[1].item[0] : a[1]};
  return jnp_fn_transpose(in);
}
V jnp_fn_matrix_transpose(const V *a) {
  V x = jn_checked("matrix_transpose", a[0]);
  if (bad(x)) return x;
  uint32_t n = jn_rank(x);
  if (n < 2) return jn_fail(DBX_E306, "x must be at least two-dimensional for matrix_transpose");
  int64_t *p = DBX_TMP(int64_t, n);
  for (uint32_t i = 0; i < n; i++) p[i] = i;
  p[n - 1] = n - 2, p[n - 2] = n - 1;
  return lax_transpose(x, p);
}

V jnp_fn_swapaxes(const V *a) {
  V x = jn_checked("swapaxes", a[0]);
  int64_t i, k;
  if (bad(x) || jn_axis(a[1], jn_rank(x), &i) != DBX_OK || jn_axis(a[2], jn_rank(x), &k) != DBX_OK)
    return FAILED;
  int64_t *p = DBX_TMP(int64_t, jn_rank(x));
  for (uint32_t j = 0; j < jn_rank(x); j++) p[j] = j;
  p[i] = k, p[k] = i;
  return lax_transpose(x, p);
}

V jnp_fn_moveaxis(const V *a) {
  V x = jn_checked("moveaxis", a[0]);
  const int64_t *from, *to;
  uint32_t n, m;
  if (bad(x) || jn_axes(a[1], jn_rank(x), &from, &n) != DBX_OK ||
      jn_axes(a[2], jn_rank(x), &to, &m) != DBX_OK)
    return FAILED;
  if (n != m) return jn_fail(DBX_E306, "Inconsistent number of elements: %u vs %u", n, m);
  return jnp_moveaxis(x, from, to, n);
}

V jnp_fn_squeeze(const V *a) {
  V x = jn_checked("squeeze", a[0]);
  const int64_t *axes;
  uint32_t n;
  if (bad(x)) return x;
  S s = jn_shape(x);
  if (!is_none(a[1]))
    return jn_axes(a[1], s.n, &axes, &n) == DBX_OK ? lax_squeeze(x, axes, n) : FAILED;
  int64_t *ones = DBX_TMP(int64_t, s.n);
  n = 0;
  for (uint32_t i = 0; i < s.n; i++)
    if (s.d[i] == dbx_dim_int(1)) ones[n++] = i;
  return lax_squeeze(x, ones, n);
}

static V expand_dims(V x, V axis) {
  const int64_t *axes;
  uint32_t n;
  if (bad(x)) return x;
  uint32_t more = dbx_is_seq(&axis) ? axis.n : 1;
  if (jn_axes(axis, jn_rank(x) + more, &axes, &n) != DBX_OK) return FAILED;
  return lax_expand_dims(x, axes, n);
}
V jnp_fn_expand_dims(const V *a) { return expand_dims(jn_checked("expand_dims", a[0]), a[1]); }

V jnp_fn_broadcast_to(const V *a) {
  S s;
  V x = jn_check_arraylike("broadcast_to", a[0], 0);
  return bad(x) || jn_shape_arg(a[1], &s) != DBX_OK ? FAILED : jn_broadcast_to(x, s);
}
V jnp_fn_broadcast_arrays(const V *a) { // *args
  uint32_t n = a[0].n;
  V *x = DBX_TMP(V, n);
  S *s = DBX_TMP(S, n), r;
  for (uint32_t i = 0; i < n; i++) {
    if (bad(x[i] = jn_checked("broadcast_arrays", a[0].item[i]))) return FAILED;
    s[i] = jn_shape(x[i]);
  }
  if (!n) return jn_list(NULL, 0);
  if (jn_broadcast_shapes(s, n, &r) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < n; i++)
    if (bad(x[i] = jn_broadcast_to(x[i], r))) return FAILED;
  return jn_list(x, n);
}
