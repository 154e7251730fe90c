// Rearranging arrays: reshape, transpose, stack, concatenate, flip, roll, tile, split, pad, ...
// (observed: conformance/reduce_shape; on traced lengths conformance/divergent_array).
#include "jnp/table.h"
#include "prim/exact.h"

#include <inttypes.h>
#include <string.h>

static V checked(const char *fn, V x) { return lax_asarray(jn_check_arraylike(fn, x, 0)); }

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
V jnp_fn_reshape(const V *a) { return reshape(checked("reshape", a[0]), a[1], a[2]); }
V jnp_fn_reshape_method(const V *a) { // a, *shape, order
  bool one = a[1].n == 1 && (dbx_is_seq(&a[1].item[0]) ||
                             (dbx_is_arraylike(&a[1].item[0]) && jn_rank(a[1].item[0]) == 1));
  return reshape(a[0], one ? a[1].item[0] : a[1], a[2]);
}

V jnp_ravel(V x) {
  if (bad(x) || (jn_rank(x) == 1 && jn_info(x)->dynamic))
    return x; // its length stays the same variable
  V n = jn_size(x);
  S s;
  return jn_shape_arg(n, &s) == DBX_OK ? lax_reshape(x, s) : FAILED;
}
V jnp_fn_ravel(const V *a) {
  V x = checked("ravel", a[0]);
  if (bad(x)) return x;
  if (jn_rank(x) == 1) return jnp_ravel(x);
  V n = jn_size(x);
  return reshape(x, n, a[1]);
}

// ---- axes ----

V jnp_fn_transpose(const V *a) { // a, axes
  V x = checked("transpose", a[0]);
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
  V x = checked("matrix_transpose", a[0]);
  if (bad(x)) return x;
  uint32_t n = jn_rank(x);
  if (n < 2) return jn_fail(DBX_E306, "x must be at least two-dimensional for matrix_transpose");
  int64_t *p = DBX_TMP(int64_t, n);
  for (uint32_t i = 0; i < n; i++) p[i] = i;
  p[n - 1] = n - 2, p[n - 2] = n - 1;
  return lax_transpose(x, p);
}

V jnp_fn_swapaxes(const V *a) {
  V x = checked("swapaxes", a[0]);
  int64_t i, k;
  if (bad(x) || jn_axis(a[1], jn_rank(x), &i) != DBX_OK || jn_axis(a[2], jn_rank(x), &k) != DBX_OK)
    return FAILED;
  int64_t *p = DBX_TMP(int64_t, jn_rank(x));
  for (uint32_t j = 0; j < jn_rank(x); j++) p[j] = j;
  p[i] = k, p[k] = i;
  return lax_transpose(x, p);
}

V jnp_moveaxis(V x, const int64_t *from, const int64_t *to, uint32_t n) {
  if (bad(x)) return x;
  uint32_t rank = jn_rank(x), next = 0;
  int64_t *p = DBX_TMP(int64_t, rank);
  bool *moved = DBX_TMP(bool, rank), *filled = DBX_TMP(bool, rank);
  for (uint32_t i = 0; i < n; i++) {
    moved[from[i]] = filled[to[i]] = true;
    p[to[i]] = from[i];
  }
  for (uint32_t i = 0; i < rank; i++) {
    if (moved[i]) continue;
    while (filled[next]) next++;
    p[next++] = i;
  }
  return lax_transpose(x, p);
}
V jnp_fn_moveaxis(const V *a) {
  V x = checked("moveaxis", a[0]);
  const int64_t *from, *to;
  uint32_t n, m;
  if (bad(x) || jn_axes(a[1], jn_rank(x), &from, &n) != DBX_OK ||
      jn_axes(a[2], jn_rank(x), &to, &m) != DBX_OK)
    return FAILED;
  if (n != m) return jn_fail(DBX_E306, "Inconsistent number of elements: %u vs %u", n, m);
  return jnp_moveaxis(x, from, to, n);
}

V jnp_fn_squeeze(const V *a) {
  V x = checked("squeeze", a[0]);
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
V jnp_fn_expand_dims(const V *a) { return expand_dims(checked("expand_dims", a[0]), a[1]); }

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
    if (bad(x[i] = checked("broadcast_arrays", a[0].item[i]))) return FAILED;
    s[i] = jn_shape(x[i]);
  }
  if (!n) return jn_list(NULL, 0);
  if (jn_broadcast_shapes(s, n, &r) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < n; i++)
    if (bad(x[i] = jn_broadcast_to(x[i], r))) return FAILED;
  return jn_list(x, n);
}

static V at_least(const char *fn, V x, uint32_t rank) {
  x = checked(fn, x);
  if (bad(x) || jn_rank(x) >= rank) return x;
  int64_t lead[] = {0, 1, 2}, column[] = {0, 2}, last[] = {2};
  if (rank == 3 && jn_rank(x) == 2) return lax_expand_dims(x, last, 1);
  if (rank == 3 && jn_rank(x) == 1) return lax_expand_dims(x, column, 2);
  return lax_expand_dims(x, lead, rank - jn_rank(x));
}
static V at_least_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  return at_least("atleast", a[0], *(const uint32_t *)statics);
}
static V at_least_call(V x, uint32_t rank) {
  static const char *const names[] = {"", "atleast_1d", "atleast_2d", "atleast_3d"};
  x = jn_check_arraylike(names[rank], x, 0);
  return jn_call(names[rank], at_least_body, &x, 1, &rank, sizeof rank);
}
V jnp_fn_atleast_1d(const V *a) { return at_least_call(a[0], 1); }
V jnp_fn_atleast_2d(const V *a) { return at_least_call(a[0], 2); }
V jnp_fn_atleast_3d(const V *a) { return at_least_call(a[0], 3); }

// ---- joining ----

V jnp_concatenate(const V *arrays, uint32_t n, int64_t axis, dbx_dtype t) {
  if (!n) return jn_fail_as(DBX_E304, DBX_S_ValueError, "Need at least one array to concatenate.");
  V *x = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n; i++) {
    if (bad(x[i] = jn_check_arraylike("concatenate", arrays[i], (int)i))) return FAILED;
    if (jn_rank(x[i]) == 0)
      return jn_fail_as(DBX_E304, DBX_S_ValueError,
                        "Zero-dimensional arrays cannot be concatenated.");
  }
  V first = jn_int(axis);
  if (jn_axis(first, jn_rank(x[0]), &axis) != DBX_OK) return FAILED;
  dbx_type all = {t, false};
  if (t == DBX_NO_DTYPE) { // concatenate is not jitted: it sees weak arrays
    dbx_type *seen = DBX_TMP(dbx_type, n);
    for (uint32_t i = 0; i < n; i++) seen[i] = (dbx_type){jn_dtype(x[i]), jn_weak(x[i])};
    all = dbx_promote_n(seen, n);
  }
  for (uint32_t i = 0; i < n; i++)
    if (bad(x[i] = lax_convert_seen(lax_asarray(x[i]), all.dtype, all.weak))) return FAILED;
  // 16 at a time, as jax does to keep its operand lists short
  while (n > 1) {
    uint32_t m = 0;
    for (uint32_t i = 0; i < n; i += 16) {
      uint32_t k = n - i < 16 ? n - i : 16;
      V r = k == 1 ? x[i] : lax_concatenate(x + i, k, (uint32_t)axis);
      if (bad(r)) return r;
      x[m++] = r;
    }
    n = m;
  }
  return x[0];
}
V jnp_fn_concatenate(const V *a) { // arrays, axis, dtype
  const V *x;
  uint32_t n;
  int64_t axis = 0;
  dbx_dtype t;
  if (jn_items(a[0], &x, &n) != DBX_OK || jn_dtype_arg(a[2], &t) != DBX_OK) return FAILED;
  if (is_none(a[1])) {
    V *flat = DBX_TMP(V, n);
    for (uint32_t i = 0; i < n; i++)
      if (bad(flat[i] = jnp_ravel(checked("concatenate", x[i])))) return FAILED;
    return jnp_concatenate(flat, n, 0, t);
  }
  return jn_int_arg(a[1], "axis", &axis) == DBX_OK ? jnp_concatenate(x, n, axis, t) : FAILED;
}

V jnp_stack(const V *x, uint32_t n, int64_t axis) {
  if (!n) return jn_fail(DBX_E208, "Need at least one array to stack.");
  V *part = DBX_TMP(V, n);
  V first = jn_int(axis);
  for (uint32_t i = 0; i < n; i++)
    if (bad(jn_check_arraylike("stack", x[i], (int)i))) return FAILED;
  if (jn_axis(first, jn_rank(x[0]) + 1, &axis) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < n; i++) {
    if (!jn_same_shape(jn_shape(x[i]), jn_shape(x[0])))
      return jn_fail_as(DBX_E304, DBX_S_ValueError, "All input arrays must have the same shape.");
    if (bad(part[i] = lax_expand_dims(lax_asarray(x[i]), &axis, 1))) return FAILED;
  }
  return jnp_concatenate(part, n, axis, DBX_NO_DTYPE);
}
V jnp_fn_stack(const V *a) { // arrays, axis
  const V *x;
  uint32_t n;
  int64_t axis;
  if (jn_items(a[0], &x, &n) != DBX_OK || jn_int_arg(a[1], "axis", &axis) != DBX_OK) return FAILED;
  return jnp_stack(x, n, axis);
}

static V stacked(V arrays, uint32_t rank, int64_t axis) {
  const V *x;
  uint32_t n;
  if (jn_items(arrays, &x, &n) != DBX_OK) return FAILED;
  V *part = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n; i++)
    if (bad(part[i] = at_least_call(x[i], rank))) return FAILED;
  if (axis == 1 && rank == 1) axis = n && jn_rank(part[0]) == 1 ? 0 : 1;
  return jnp_concatenate(part, n, axis, DBX_NO_DTYPE);
}
V jnp_fn_vstack(const V *a) { return stacked(a[0], 2, 0); }
V jnp_fn_hstack(const V *a) { return stacked(a[0], 1, 1); }
V jnp_fn_dstack(const V *a) { return stacked(a[0], 3, 2); }
V jnp_fn_column_stack(const V *a) {
  const V *x;
  uint32_t n;
  if (jn_items(a[0], &x, &n) != DBX_OK) return FAILED;
  V *part = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n; i++) {
    V v = checked("column_stack", x[i]);
    if (bad(v)) return v;
    int64_t swap[] = {1, 0};
    part[i] = jn_rank(v) < 2 ? lax_transpose(at_least_call(v, 2), swap) : v;
    if (bad(part[i])) return FAILED;
  }
  return jnp_concatenate(part, n, 1, DBX_NO_DTYPE);
}

static V append_body(const V *a, uint32_t n, const void *statics) {
  (void)n, (void)statics;
  V v[] = {jnp_ravel(lax_asarray(a[0])), FAILED};
  v[1] = jnp_ravel(lax_asarray(a[1]));
  return bad(v[0]) || bad(v[1]) ? FAILED : jnp_concatenate(v, 2, 0, DBX_NO_DTYPE);
}
static V append_axis_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  return jnp_concatenate(a, 2, *(const int64_t *)statics, DBX_NO_DTYPE);
}
V jnp_fn_append(const V *a) { // arr, values, axis
  int64_t axis;
  for (int i = 0; i < 2; i++)
    if (bad(jn_check_arraylike("append", a[i], i))) return FAILED;
  if (is_none(a[2])) return jn_call("append", append_body, a, 2, NULL, 0);
  if (jn_int_arg(a[2], "axis", &axis) != DBX_OK) return FAILED;
  return jn_call("append", append_axis_body, a, 2, &axis, sizeof axis);
}

// ---- flip, roll, rot90 ----

typedef struct axes_arg {
  int64_t n, axes[32];
} axes_arg;

static V flip_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  const axes_arg *w = statics;
  return lax_rev(a[0], w->axes, (uint32_t)w->n);
}
static V flip(V x, V axis) {
  axes_arg w;
  memset(&w, 0, sizeof w);
  const int64_t *axes;
  uint32_t n;
  x = checked("flip", x);
  if (bad(x) || jn_axes(axis, jn_rank(x), &axes, &n) != DBX_OK) return FAILED;
  if (n > 32) return jn_fail(DBX_E306, "more than 32 axes");
  w.n = n;
  if (n) memcpy(w.axes, axes, n * sizeof *axes);
  return jn_call("_flip", flip_body, &x, 1, &w, sizeof w);
}
V jnp_fn_flip(const V *a) { return flip(a[0], a[1]); }
V jnp_fn_flipud(const V *a) { return flip(a[0], jn_int(0)); }
V jnp_fn_fliplr(const V *a) { return flip(a[0], jn_int(1)); }

static V slice_of(V x, int64_t axis, V start, V stop) { // x[..., start:stop, ...]
  uint32_t n = jn_rank(x);
  V *index = DBX_TMP(V, n), *part = DBX_TMP(V, 3), *all = DBX_TMP(V, 3);
  for (uint32_t i = 0; i < n; i++) index[i] = (V){.kind = DBX_V_SLICE, .item = all, .n = 3};
  part[0] = start, part[1] = stop;
  index[axis] = (V){.kind = DBX_V_SLICE, .item = part, .n = 3};
  return jnp_getitem(x, dbx_val_tuple(index, n));
}

typedef struct roll_args {
  int64_t shift, axis;
} roll_args;

static V roll_static_body(const V *a, uint32_t n, const void *statics) {
  const roll_args *w = statics;
  (void)n;
  V x = a[0];
  dbx_dim d = jn_shape(x).d[w->axis];
  if (d == dbx_dim_int(0)) return x;
  V cut;
  if (dbx_dim_is_int(d)) {
    int64_t len = dbx_dim_value(d), over = w->shift % len, i = over > 0 ? len - over : -over;
    int64_t *lo = DBX_TMP(int64_t, jn_rank(x)), *mid = DBX_TMP(int64_t, jn_rank(x)),
            *hi = DBX_TMP(int64_t, jn_rank(x)), *zero = DBX_TMP(int64_t, jn_rank(x));
    S s = jn_shape(x);
    if (jn_static(s)) {
      for (uint32_t k = 0; k < s.n; k++) mid[k] = hi[k] = dbx_dim_value(s.d[k]);
      lo[w->axis] = mid[w->axis] = i;
      V tail = lax_slice(x, lo, hi, NULL);
      V parts[] = {tail, lax_slice(x, zero, mid, NULL)};
      return lax_concatenate(parts, 2, (uint32_t)w->axis);
    }
    cut = jn_int(i);
  } else {
    if (w->shift == INT64_MIN) // which has no negative
      return jn_fail(DBX_E211, "jnp.roll: a shift of %" PRId64, w->shift);
    cut = jnp_remainder(jn_int(-w->shift), jnp_maximum(jn_dim_value(d), jn_int(1)));
  }
  V tail = slice_of(x, w->axis, cut, dbx_val_none());
  V parts[] = {tail, slice_of(x, w->axis, jn_int(0), cut)};
  V r = lax_concatenate(parts, 2, (uint32_t)w->axis);
  return bad(r) ? r : lax_reshape(r, jn_shape(x)); // the same length again
}
static V roll_traced(V x, V shift, int64_t axis) {
  V len = jn_dim_value(jn_shape(x).d[axis]);
  V cut = jnp_remainder(lax1(DBX_PRIM_neg, lax_convert_strong(shift, DBX_I64)),
                        jnp_maximum(len, jn_int(1)));
  V parts[] = {slice_of(x, axis, cut, dbx_val_none()), FAILED};
  parts[1] = slice_of(x, axis, jn_int(0), cut);
  V r = lax_concatenate(parts, 2, (uint32_t)axis);
  return bad(r) ? r : lax_reshape(r, jn_shape(x));
}
static V roll_one(V x, V shift, int64_t axis) {
  roll_args w = {0, axis};
  if (shift.kind == DBX_V_TRACER) return roll_traced(x, shift, axis);
  if (jn_int_arg(shift, "'shift' argument of jnp.roll", &w.shift) != DBX_OK) return FAILED;
  return jn_call("_roll_static", roll_static_body, &x, 1, &w, sizeof w);
}
V jnp_fn_roll(const V *a) { // a, shift, axis
  V x = checked("roll", a[0]);
  const int64_t *axes;
  uint32_t n;
  if (bad(x)) return x;
  if (is_none(a[2])) {
    S s = jn_shape(x);
    V r = roll_one(jnp_ravel(x), a[1], 0);
    return bad(r) ? r : lax_reshape(r, s);
  }
  if (jn_axes(a[2], jn_rank(x), &axes, &n) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < n && !bad(x); i++)
    x = roll_one(x, dbx_is_seq(&a[1]) ? a[1].item[i < a[1].n ? i : 0] : a[1], axes[i]);
  return x;
}

V jnp_fn_rot90(const V *a) { // m, k, axes
  V x = checked("rot90", a[0]);
  int64_t k, *p;
  const int64_t *axes;
  uint32_t n;
  if (bad(x) || jn_int_arg(a[1], "'k' argument of jnp.rot90", &k) != DBX_OK ||
      jn_axes(a[2], jn_rank(x), &axes, &n) != DBX_OK)
    return FAILED;
  if (n != 2) return jn_fail(DBX_E306, "rot90 needs two axes");
  p = DBX_TMP(int64_t, jn_rank(x));
  for (uint32_t i = 0; i < jn_rank(x); i++) p[i] = i;
  p[axes[0]] = axes[1], p[axes[1]] = axes[0];
  switch (((k % 4) + 4) % 4) {
  case 0: return x;
  case 1: return lax_transpose(flip(x, jn_int(axes[1])), p);
  case 2: return flip(flip(x, jn_int(axes[0])), jn_int(axes[1]));
  default: return flip(lax_transpose(x, p), jn_int(axes[1]));
  }
}

// ---- repetition ----

V jnp_fn_tile(const V *a) { // A, reps
  V x = checked("tile", a[0]);
  const V *reps = &a[1];
  uint32_t n = 1;
  if (bad(x)) return x;
  if (dbx_is_seq(&a[1]) && jn_items(a[1], &reps, &n) != DBX_OK) return FAILED;
  uint32_t rank = jn_rank(x) > n ? jn_rank(x) : n;
  S own = jn_shape(x), wide = {2 * rank, DBX_TMP(dbx_dim, 2 * rank)},
    flat = {rank, DBX_TMP(dbx_dim, rank)};
  S spaced = {2 * rank, DBX_TMP(dbx_dim, 2 * rank)};
  for (uint32_t i = 0; i < rank; i++) {
    dbx_dim d = i < rank - own.n ? dbx_dim_int(1) : own.d[i - (rank - own.n)];
    V rep = i < rank - n ? jn_int(1) : reps[i - (rank - n)];
    S one;
    if (jn_shape_arg(rep, &one) != DBX_OK) return FAILED;
    spaced.d[2UL * i] = dbx_dim_int(1), spaced.d[2UL * i + 1] = d;
    wide.d[2UL * i] = one.d[0], wide.d[2UL * i + 1] = d;
    V len = product(rep, jn_dim_value(d));
    if (bad(len) || jn_shape_arg(len, &one) != DBX_OK) return FAILED;
    flat.d[i] = one.d[0];
  }
  return lax_reshape(jn_broadcast_to(lax_reshape(x, spaced), wide), flat);
}

V jnp_fn_repeat(const V *a) { // a, repeats, axis, total_repeat_length
  V x = checked("repeat", a[0]);
  int64_t axis = 0;
  if (bad(x)) return x;
  if (is_none(a[2])) x = jnp_ravel(x);
  else if (jn_axis(a[2], jn_rank(x), &axis) != DBX_OK) return FAILED;
  if (bad(x)) return x;
  if (dbx_is_seq(&a[1]) || (dbx_is_arraylike(&a[1]) && jn_rank(a[1]) > 0)) {
    // concrete counts: gather each index as often as it is wanted
    V counts = jnp_array(a[1], DBX_NO_DTYPE, false);
    if (bad(counts) || counts.kind != DBX_V_ARRAY)
      return bad(counts) ? counts
                         : jn_fail_as(DBX_E404, DBX_S_ConcretizationTypeError,
                                      "jnp.repeat with traced counts needs a result length that "
                                      "depends on values");
    int64_t total = 0;
    for (int64_t i = 0; i < counts.array->size; i++) {
      int64_t k = dbx_array_at(counts.array, i).i;
      if (dbx_size_of(DBX_PRIM_add, total, k > 0 ? k : 0, &total) != DBX_OK) return FAILED;
    }
    dbx_array *idx;
    if (dbx_array_new(DBX_I64, 1, &total, &idx) != DBX_OK) return FAILED;
    dbx_autorelease(idx);
    for (int64_t i = 0, at = 0; i < counts.array->size; i++)
      for (int64_t k = dbx_array_at(counts.array, i).i; k > 0; k--)
        ((int64_t *)idx->data)[at++] = i;
    return jn_take(x, dbx_val_array(idx), axis, NULL);
  }
  S own = jn_shape(x), wide = {own.n + 1, DBX_TMP(dbx_dim, own.n + 1)}, flat = jn_shape_copy(own),
    one;
  int64_t *kept = DBX_TMP(int64_t, own.n);
  if (jn_shape_arg(a[1], &one) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < own.n; i++) {
    kept[i] = i <= axis ? i : i + 1;
    wide.d[kept[i]] = own.d[i];
  }
  wide.d[axis + 1] = one.d[0];
  V len = product(jn_dim_value(own.d[axis]), a[1]);
  if (bad(len) || jn_shape_arg(len, &one) != DBX_OK) return FAILED;
  flat.d[axis] = one.d[0];
  return lax_reshape(lax_broadcast_in_dim(x, wide, kept, own.n), flat);
}

// ---- splitting ----

enum { MOST_PIECES = 1 << 20 }; // that a function makes one by one

// x with another name for the length of an axis: whether they are equal is seen when it runs.
static V with_length(V x, int64_t axis, V length) {
  S shape = jn_shape_copy(jn_shape(x)), one;
  if (bad(length) || jn_shape_arg(length, &one) != DBX_OK) return FAILED;
  shape.d[axis] = one.d[0];
  return lax_reshape(x, shape);
}

static V split(const char *fn, const V *a, bool uneven) { // ary, indices_or_sections, axis
  V x = checked(fn, a[0]);
  int64_t axis;
  if (bad(x) || jn_axis(a[2], jn_rank(x), &axis) != DBX_OK) return FAILED;
  V len = jn_dim_value(jn_shape(x).d[axis]), *cut;
  uint32_t n;
  if (dbx_is_seq(&a[1]) || (dbx_is_arraylike(&a[1]) && jn_rank(a[1]) > 0)) {
    const V *at;
    if (jn_items(a[1], &at, &n) != DBX_OK) return FAILED;
    cut = DBX_TMP(V, n + 2);
    cut[0] = jn_int(0);
    for (uint32_t i = 0; i < n; i++) cut[i + 1] = at[i];
    cut[++n] = len;
  } else {
    int64_t sections;
    if (jn_int_arg(a[1], "number of sections", &sections) != DBX_OK) return FAILED;
    if (sections <= 0) return jn_fail(DBX_E208, "number sections must be larger than 0.");
    if (len.kind == DBX_V_INT && len.i % sections && !uneven)
      return jn_fail(DBX_E208, "array split does not result in an equal division");
    if (sections > MOST_PIECES)
      return jn_fail(DBX_E702, "jnp.%s into %" PRId64 " arrays", fn, sections);
    n = (uint32_t)sections;
    cut = DBX_TMP(V, n + 1);
    if (len.kind == DBX_V_INT) {
      int64_t part = len.i / sections, rest = len.i % sections; // the first `rest` have one more
      for (int64_t i = 0; i <= sections; i++) cut[i] = jn_int(i * part + (i < rest ? i : rest));
    } else {
      V part = jnp_floor_divide(len, jn_int(sections));
      V rest = uneven ? jnp_remainder(len, jn_int(sections)) : jn_int(0);
      if (!uneven && bad(x = with_length(x, axis, jnp_multiply(part, jn_int(sections)))))
        return FAILED;
      for (int64_t i = 0; i <= sections; i++) { // the first `rest` sections have one element more
        cut[i] = i ? jnp_multiply(part, jn_int(i)) : jn_int(0);
        if (uneven && i) cut[i] = jnp_add(cut[i], jnp_minimum(rest, jn_int(i)));
      }
      if (uneven) cut[sections] = len;
    }
  }
  V *out = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n; i++)
    if (bad(out[i] = slice_of(x, axis, cut[i], cut[i + 1]))) return FAILED;
  return jn_list(out, n);
}
V jnp_fn_split(const V *a) { return split("split", a, false); }
V jnp_fn_array_split(const V *a) { return split("array_split", a, true); }

// ---- pad ----

static V pad_constant_body(const V *a, uint32_t n_args, const void *statics) {
  const int64_t *width = statics;
  (void)n_args;
  V x = lax_asarray(a[0]), values = lax_asarray(a[1]);
  uint32_t n = jn_rank(x);
  if (bad(x) || bad(values)) return FAILED;
  S s = {2, DBX_TMP(dbx_dim, 2)};
  s.d[0] = dbx_dim_int(n), s.d[1] = dbx_dim_int(2);
  values = lax_convert(jn_broadcast_to(values, s), jn_dtype(x), jn_weak(x));
  jn_padding *config = DBX_TMP(jn_padding, n);
  for (uint32_t i = 0; i < n && !bad(x); i++)
    for (uint32_t side = 0; side < 2 && !bad(x); side++) {
      V at[] = {jn_int(i), jn_int(side)};
      V value = jnp_getitem(values, dbx_val_tuple(at, 2));
      memset(config, 0, n * sizeof *config);
      config[i][side] = width[2UL * i + side];
      x = lax_pad(x, value, config);
    }
  return x;
}

// The widths before and after each axis: width[2 * axis + side], ints or traced scalars.
static dbx_status pad_widths(V arg, uint32_t rank, V *width, bool *traced) {
  *traced = false;
  for (uint32_t i = 0; i < 2 * rank; i++) {
    V v = arg;
    int64_t w;
    if (dbx_is_seq(&v) && v.n && dbx_is_seq(&v.item[0])) {
      if (v.n != 1 && v.n != rank)
        return dbx_fail(DBX_E208, (dbx_span){0}, "pad_width has %u entries for rank %u", v.n, rank);
      v = v.item[v.n == 1 ? 0 : i / 2];
    }
    if (dbx_is_seq(&v)) {
      if (v.n != 1 && v.n != 2)
        return dbx_fail(DBX_E208, (dbx_span){0}, "jnp.pad: pad_width entries are (before, after)");
      v = v.item[v.n == 1 ? 0 : i % 2];
    }
    width[i] = v;
    if (v.kind == DBX_V_TRACER && dbx_aval_is_int_scalar(dbx_var_aval(v.tracer))) {
      *traced = true;
      continue;
    }
    DBX_TRY(jn_int_arg(v, "pad_width", &w));
    if (w < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "index can't contain negative values");
    width[i] = jn_int(w);
  }
  return DBX_OK;
}

static V sum_of(V x, V y) { return jn_size_of(DBX_PRIM_add, x, y); }

static bool no_width(const V *w) {
  return w[0].kind == DBX_V_INT && w[1].kind == DBX_V_INT && !w[0].i && !w[1].i;
}

// edge, reflect, symmetric, wrap: which element of the axis is at position k - lo
static V pad_by_index(V x, const V *width, const char *mode) {
  for (uint32_t i = 0; i < jn_rank(x) && !bad(x); i++) {
    V len = jn_dim_value(jn_shape(x).d[i]), lo = width[2UL * i], hi = width[2UL * i + 1];
    if (no_width(&width[2UL * i])) continue;
    S one;
    V total = sum_of(sum_of(len, lo), hi);
    if (bad(total) || jn_shape_arg(total, &one) != DBX_OK) return FAILED;
    V k = jnp_subtract(lax_iota(DBX_I64, one, 0), lo), last = jnp_subtract(len, jn_int(1));
    if (!strcmp(mode, "edge")) {
      k = jnp_minimum(jnp_maximum(k, jn_int(0)), last);
    } else if (!strcmp(mode, "wrap")) {
      k = jnp_remainder(k, jnp_maximum(len, jn_int(1)));
    } else { // mirrored at the edges; reflect does not repeat them
      bool reflect = !strcmp(mode, "reflect");
      V period = reflect ? jnp_maximum(jnp_multiply(jn_int(2), last), jn_int(1))
                         : jnp_multiply(jn_int(2), len);
      V m = jnp_remainder(k, jnp_maximum(period, jn_int(1)));
      V mirror =
          reflect ? jnp_subtract(period, m) : jnp_subtract(jnp_subtract(period, jn_int(1)), m);
      k = jnp_where(jnp_less(m, len), m, mirror);
    }
    x = jn_take(x, k, i, "clip");
  }
  return x;
}

// Traced widths: joined with blocks of the constant.
static V pad_by_blocks(V x, const V *width, V value) {
  if (jn_rank(value))
    return jn_fail(DBX_E218, "jnp.pad with traced widths takes one number as constant_values");
  for (uint32_t i = 0; i < jn_rank(x) && !bad(x); i++) {
    V part[3] = {FAILED, x, FAILED};
    if (no_width(&width[2UL * i])) continue;
    for (uint32_t side = 0; side < 2; side++) {
      S s = jn_shape(x), one;
      if (jn_shape_arg(width[2UL * i + side], &one) != DBX_OK) return FAILED;
      s.d[i] = one.d[0];
      if (bad(part[2UL * side] = lax_full(s, value, jn_dtype(x)))) return FAILED;
    }
    x = lax_concatenate(part, 3, i);
  }
  return x;
}

V jnp_fn_pad(const V *a) { // array, pad_width, mode, constant_values
  V x = checked("pad", a[0]);
  if (bad(x)) return x;
  V *width = DBX_TMP(V, 2 * jn_rank(x));
  bool traced;
  if (pad_widths(a[1], jn_rank(x), width, &traced) != DBX_OK) return FAILED;
  const char *mode = a[2].kind == DBX_V_STR ? dbx_sym_text(a[2].str) : "constant";
  V in[] = {x, dbx_is_seq(&a[3]) ? jnp_array(a[3], DBX_NO_DTYPE, false) : a[3]};
  if (!strcmp(mode, "constant") && traced) return pad_by_blocks(x, width, in[1]);
  if (!strcmp(mode, "constant")) {
    uint32_t n = 2 * jn_rank(x);
    int64_t *w = DBX_TMP(int64_t, n);
    for (uint32_t i = 0; i < n; i++) w[i] = width[i].i;
    return jn_call("_pad", pad_constant_body, in, 2, w, n * sizeof *w);
  }
  static const char *const known[] = {"edge", "reflect", "symmetric", "wrap"};
  for (int i = 0; i < 4; i++)
    if (!strcmp(mode, known[i])) return pad_by_index(x, width, mode);
  return jn_fail(DBX_E218, "Unimplemented padding mode '%s' for jnp.pad.", mode);
}

// ---- diagonals, differences ----

static V diff_body(const V *a, uint32_t n_args, const void *statics) {
  const roll_args *w = statics; // shift: how often
  (void)n_args;
  V x = lax_asarray(a[0]);
  for (int64_t i = 0; i < w->shift && !bad(x); i++) {
    if (i && jn_shape(x).d[w->axis] == dbx_dim_int(0)) break; // and stays so
    V hi = slice_of(x, w->axis, jn_int(1), dbx_val_none());
    V lo = slice_of(x, w->axis, dbx_val_none(), jn_int(-1));
    if (bad(hi) || bad(lo)) return FAILED;
    x = jn_dtype(x) == DBX_BOOL ? jnp_not_equal(hi, lo) : jnp_subtract(hi, lo);
  }
  return x;
}
V jnp_fn_diff(const V *a) { // a, n, axis
  roll_args w;
  V x = jn_check_arraylike("diff", a[0], 0);
  if (bad(x) || jn_int_arg(a[1], "'n' argument of jnp.diff", &w.shift) != DBX_OK) return FAILED;
  if (jn_rank(x) == 0)
    return jn_fail(DBX_E208, "diff requires input that is at least one dimensional");
  if (jn_axis(a[2], jn_rank(x), &w.axis) != DBX_OK) return FAILED;
  if (w.shift < 0) return jn_fail(DBX_E208, "order must be non-negative but got %" PRId64, w.shift);
  if (!dbx_dim_is_int(jn_shape(x).d[w.axis]) && w.shift > MOST_PIECES)
    return jn_fail(DBX_E702, "jnp.diff of order %" PRId64 " of a traced length", w.shift);
  return jn_call("diff", diff_body, &x, 1, &w, sizeof w);
}

static V diagonal(V x, int64_t offset, int64_t axis1, int64_t axis2) {
  uint32_t n = jn_rank(x);
  int64_t from[] = {axis1, axis2}, to[] = {n - 2, n - 1};
  x = jnp_moveaxis(x, from, to, 2);
  if (bad(x)) return x;
  S s = jn_shape(x);
  V rows = jn_dim_value(s.d[n - 2]), cols = jn_dim_value(s.d[n - 1]), len;
  if (rows.kind == DBX_V_INT && cols.kind == DBX_V_INT) {
    int64_t r = rows.i + (offset < 0 ? offset : 0), c = cols.i - (offset > 0 ? offset : 0),
            m = r < c ? r : c;
    len = jn_int(m > 0 ? m : 0);
  } else {
    V r = offset < 0 ? jnp_add(rows, jn_int(offset)) : rows,
      c = offset > 0 ? jnp_subtract(cols, jn_int(offset)) : cols;
    bool square = r.kind == c.kind && r.kind == DBX_V_TRACER &&
                  dbx_dim_equal(dbx_dim_var(r.tracer), dbx_dim_var(c.tracer));
    len = square ? r : jnp_maximum(jnp_minimum(r, c), jn_int(0));
  }
  S one;
  if (bad(len) || jn_shape_arg(len, &one) != DBX_OK) return FAILED;
  V i = lax_iota(DBX_I64, one, 0);
  V row = offset < 0 ? jnp_subtract(i, jn_int(offset)) : i,
    col = offset > 0 ? jnp_add(i, jn_int(offset)) : i;
  V *index = DBX_TMP(V, 3);
  index[0] = (V){.kind = DBX_V_ELLIPSIS}, index[1] = row, index[2] = col;
  return bad(row) || bad(col) ? FAILED : jnp_getitem(x, dbx_val_tuple(index, 3));
}
V jnp_fn_diagonal(const V *a) { // a, offset, axis1, axis2
  V x = checked("diagonal", a[0]);
  int64_t k, i, j;
  if (bad(x) || jn_int_arg(a[1], "offset", &k) != DBX_OK ||
      jn_axis(a[2], jn_rank(x), &i) != DBX_OK || jn_axis(a[3], jn_rank(x), &j) != DBX_OK)
    return FAILED;
  return diagonal(x, k, i, j);
}
V jnp_fn_trace(const V *a) { // a, offset, axis1, axis2
  V x = checked("trace", a[0]);
  int64_t k, i, j;
  if (bad(x) || jn_int_arg(a[1], "offset", &k) != DBX_OK ||
      jn_axis(a[2], jn_rank(x), &i) != DBX_OK || jn_axis(a[3], jn_rank(x), &j) != DBX_OK)
    return FAILED;
  uint32_t n = jn_rank(x);
  int64_t from[] = {i, j}, to[] = {n - 2, n - 1};
  x = jnp_moveaxis(x, from, to, 2);
  if (bad(x)) return x;
  if (!dbx_is_inexact(jn_dtype(x)) && jn_dtype(x) != DBX_I64 && jn_dtype(x) != DBX_U64)
    x = lax_convert_strong(x, DBX_I64);
  S s = jn_shape(x);
  V mask = jnp_eye(jn_dim_value(s.d[n - 2]), jn_dim_value(s.d[n - 1]), k, DBX_BOOL);
  x = jnp_where(mask, x, lax_full_like(x, jn_int(0), DBX_NO_DTYPE, NULL));
  V axes[] = {jn_int(-2), jn_int(-1)};
  return jnp_sum(x, dbx_val_tuple(axes, 2), DBX_NO_DTYPE, false);
}

static V diag_body(const V *a, uint32_t n_args, const void *statics) {
  int64_t k = *(const int64_t *)statics;
  (void)n_args;
  V x = lax_asarray(a[0]);
  if (bad(x)) return x;
  if (jn_rank(x) == 2) return diagonal(x, k, 0, 1);
  if (jn_rank(x) != 1) return jn_fail(DBX_E208, "diag input must be 1d or 2d");
  V before = jn_size_of(DBX_PRIM_sub, jn_int(0), jn_int(k < 0 ? k : 0));
  if (bad(before)) return before;
  jn_padding config[1] = {{k > 0 ? k : 0, before.i, 0}};
  S scalar = jn_scalar_shape();
  V zero = lax_full_like(x, jn_int(0), DBX_NO_DTYPE, &scalar);
  if (k || jn_static(jn_shape(x))) x = lax_pad(x, zero, config);
  if (bad(x)) return x;
  V n = jn_dim_value(jn_shape(x).d[0]);
  V mask = jnp_eye(n, n, k, DBX_BOOL);
  return jnp_where(mask, x, lax_full_like(x, jn_int(0), DBX_NO_DTYPE, NULL));
}
V jnp_fn_diag(const V *a) {
  int64_t k;
  V x = jn_check_arraylike("diag", a[0], 0);
  if (bad(x) || jn_int_arg(a[1], "'k' argument of jnp.diag", &k) != DBX_OK) return FAILED;
  return jn_call("_diag", diag_body, &x, 1, &k, sizeof k);
}
