// Joining arrays: concatenate, stack and their kin.
#include "jnp/table.h"

static V at_least(const char *fn, V x, uint32_t rank) {
  x = jn_checked(fn, x);
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

V jnp_fn_concatenate(const V *a) { // arrays, axis, dtype
  const V *x;
  uint32_t n;
  int64_t axis = 0;
  dbx_dtype t;
  if (jn_items(a[0], &x, &n) != DBX_OK || jn_dtype_arg(a[2], &t) != DBX_OK) return FAILED;
  if (is_none(a[1])) {
    V *flat = DBX_TMP(V, n);
    for (uint32_t i = 0; i < n; i++)
      if (bad(flat[i] = jnp_ravel(jn_checked("concatenate", x[i])))) return FAILED;
    return jnp_concatenate(flat, n, 0, t);
  }
  return jn_int_arg(a[1], "axis", &axis) == DBX_OK ? jnp_concatenate(x, n, axis, t) : FAILED;
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
    V v = jn_checked("column_stack", x[i]);
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
