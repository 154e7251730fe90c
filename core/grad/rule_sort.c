// Derivatives along an axis: running sums, products, sorting.
#include "grad/rule.h"

dbx_status dbx_transpose_cumsum(const transpose_site *s) {
  bool reverse = dbx_eqn_int(s->e, DBX_S_reverse);
  int64_t axis = dbx_eqn_int(s->e, DBX_S_axis);
  return transpose_one(s, 0, lax_cumulative(DBX_PRIM_cumsum, s->ct[0], axis, !reverse));
}

// The products of the elements in front of each along axis 0, or behind it.
static V others(V x, bool behind) {
  S size = jn_shape(x), one = jn_shape_copy(size);
  V *at = DBX_TMP(V, size.n);
  for (uint32_t i = 0; i < size.n; i++) at[i] = jn_int(0);
  one.d[0] = dbx_dim_int(1);
  V edge = lax_full_like(x, jn_int(1), DBX_NO_DTYPE, &one);
  V parts[] = {behind ? x : edge, behind ? edge : x};
  at[0] = jn_int(behind);
  return lax_dynamic_slice(
      lax_cumulative(DBX_PRIM_cumprod, lax_concatenate(parts, 2, 0), 0, behind), at, size);
}

// Each element's factor is the product of all others, which may be zeros.
static V term_prod(const jvp_site *s, uint32_t i, V g) {
  uint32_t n, kept = 0;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_axes), &n);
  V x = s->x[i];
  S own = jn_shape(x), flat = {1 + own.n - n, DBX_TMP(dbx_dim, own.n + 2)};
  int64_t *perm = DBX_TMP(int64_t, own.n + 1), zero = 0;
  dbx_dim *reduced = DBX_TMP(dbx_dim, n + 1);
  for (uint32_t k = 0; k < n; k++) perm[k] = axes[k], reduced[k] = own.d[axes[k]];
  for (uint32_t k = 0; k < own.n; k++) {
    bool gone = false;
    for (uint32_t m = 0; m < n; m++) gone |= axes[m] == k;
    if (!gone) perm[n + kept] = k, flat.d[1 + kept++] = own.d[k];
  }
  V count = jn_product(reduced, n);
  if (bad(count)) return FAILED;
  flat.d[0] = count.kind == DBX_V_TRACER ? dbx_dim_var(count.tracer) : dbx_dim_int(count.i);
  x = lax_reshape(lax_transpose(x, perm), flat);
  g = lax_reshape(lax_transpose(g, perm), flat);
  V front = others(x, false), factor = MUL(front, others(x, true));
  return lax_reduce(DBX_PRIM_reduce_sum, MUL(g, factor), &zero, 1);
}
dbx_status dbx_jvp_prod(const jvp_site *s) { return jvp_sum(s, term_prod); }

// The places are sorted along, and tangents are taken from them.
dbx_status dbx_jvp_sort(const jvp_site *s) {
  uint32_t n = s->e->n_in, axis = (uint32_t)dbx_eqn_int(s->e, DBX_S_dimension);
  S shape = jn_shape(s->x[0]);
  V *at = DBX_TMP(V, shape.n + 1), *ops = DBX_TMP(V, n + 1), *out = DBX_TMP(V, n + 1);
  for (uint32_t i = 0; i < shape.n; i++) {
    bool small = dbx_dim_is_int(shape.d[i]) && dbx_dim_value(shape.d[i]) < INT32_MAX;
    at[i] = lax_iota(small ? DBX_I32 : DBX_I64, shape, i);
  }
  for (uint32_t i = 0; i < n; i++) ops[i] = s->x[i];
  ops[n] = at[axis];
  DBX_TRY(lax_sort(ops, n + 1, axis, (uint32_t)dbx_eqn_int(s->e, DBX_S_num_keys), out));
  for (uint32_t i = 0; i < n; i++) s->y[i] = out[i];
  at[axis] = out[n];
  for (uint32_t i = 0; i < n; i++)
    if (!is_zero(s->t[i])) s->ty[i] = jnp_getitem(s->t[i], jn_tuple(at, shape.n));
  return DBX_OK;
}
