// Derivatives along an axis: running sums, products, sorting.
#include "grad/rule.h"
#include "trace/lax.h"

#include <math.h>

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

// ---- running products, maxima and minima: their tangents are a recurrence ----

// Axis `axis` goes to the front, or back again.
static V moved_axis(V x, uint32_t axis, bool back) {
  uint32_t n = jn_rank(x);
  int64_t *perm = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++)
    if (i == (back ? axis : 0)) perm[i] = back ? 0 : axis;
    else perm[i] = i > axis ? i : back ? i + 1 : i - 1;
  return lax_transpose(x, perm);
}

// Along axis 0 what lies in front of each row, or behind it; `edge` for the first.
static V neighbours(V y, double edge, bool reverse) {
  S size = jn_shape(y), one = jn_shape_copy(size);
  V *at = DBX_TMP(V, size.n);
  for (uint32_t i = 0; i < size.n; i++) at[i] = jn_int(0);
  one.d[0] = dbx_dim_int(1);
  V first = lax_full_like(y, jn_float(edge), jn_dtype(y), &one), parts[] = {first, y};
  if (reverse) parts[0] = y, parts[1] = first, at[0] = jn_int(1);
  return lax_dynamic_slice(lax_concatenate(parts, 2, 0), at, size);
}

// Of the tangent so far and the rows of operand, tangent and result before it.
static dbx_status recurrence(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const jvp_site *s = ctx;
  V so_far = args[0], x = args[1], t = args[2], before = args[3], *next = DBX_TMP(V, 2);
  (void)n;
  if (s->e->prim->id == DBX_PRIM_cumprod) {
    next[0] = ADD(MUL(so_far, x), MUL(before, t));
  } else {
    bool max = s->e->prim->id == DBX_PRIM_cummax;
    V half = MUL(ADD(so_far, t), lax_const_like(x, jn_float(0.5)));
    V other = lax_select(max ? GT(x, before) : LT(x, before), t, so_far);
    next[0] = lax_select(EQ(x, before), half, other);
  }
  next[1] = next[0];
  *ret = (dbx_leaves){.at = next, .n = 2};
  return status_of(next[0]);
}

static dbx_status scanned(void *ctx, const V *ops, V *out) {
  const jvp_site *s = ctx;
  uint32_t axis = (uint32_t)dbx_eqn_int(s->e, DBX_S_axis);
  bool reverse = dbx_eqn_int(s->e, DBX_S_reverse);
  dbx_prim id = (dbx_prim)s->e->prim->id;
  double edge = id == DBX_PRIM_cumprod ? 1 : id == DBX_PRIM_cummax ? -INFINITY : INFINITY;
  V rows[4], y = lax_cumulative(id, ops[0], axis, reverse);
  for (int i = 0; i < 2; i++) rows[1 + i] = moved_axis(ops[i], axis, false);
  rows[3] = neighbours(moved_axis(y, axis, false), edge, reverse);
  DBX_TRY(status_of(rows[3]));
  S all = jn_shape(rows[1]), row = {all.n - 1, all.d + 1};
  dbx_dim length = all.d[0];
  V count = dbx_dim_is_int(length) ? jn_int(dbx_dim_value(length))
                                   : dbx_val_tracer((dbx_var)dbx_dim_value(length));
  rows[0] = lax_full_like(rows[1], jn_int(0), jn_dtype(rows[1]), &row);
  dbx_scan_spec spec = {{recurrence, ctx, dbx_intern(s->e->prim->name)}, 1, count, reverse, 1, 0};
  dbx_leaves made;
  DBX_TRY(dbx_bind_scan(&spec, rows, 4, &made));
  out[0] = y;
  return out[1] = moved_axis(made.at[1], axis, true), status_of(out[1]);
}

dbx_status dbx_jvp_scanned(const jvp_site *s) {
  V ops[] = {s->x[0], s->t[0]}, out[2];
  DBX_TRY(grad_stage(s->e, scanned, (void *)(uintptr_t)s, ops, 2, out, 2));
  return s->y[0] = out[0], s->ty[0] = out[1], DBX_OK;
}

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
