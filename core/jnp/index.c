// Indexing: x[...] and what it becomes (index_read.c: the entries, indexer.c: gather, scatter.c:
// x.at). Static arrays indexed by ints and slices become slice or dynamic_slice (observed:
// conformance/indexing); traced lengths and traced slice bounds work too
// (conformance/divergent_array): a slice of a traced length is a dynamic_slice whose size is data.
#include "jnp/index.h"

#include "base/poll.h"

#include <string.h>

// ---- static arrays: slice, dynamic_slice ----

static bool simple_int(const item *it, dbx_dim len) {
  if (it->kind != ITEM_INT) return false;
  if (!jn_host_int(it->v) && it->v.kind != DBX_V_ARRAY) return true;
  int64_t i = 0, n = dbx_dim_value(len);
  if (dbx_concrete_int(&it->v, &i) != DBX_OK) return dbx_diag_forget(), false;
  return -n <= i && i < n;
}

// x[i, a:b, ...] on static lengths with static, contiguous slices. False: not of that kind.
static bool take_by_slice(V x, const items *w, V *ret) {
  S s = jn_shape(x);
  uint32_t n_rev = 0, n_int = 0;
  int64_t *rev = DBX_TMP(int64_t, s.n), *ints = DBX_TMP(int64_t, s.n);
  cut *cuts = DBX_TMP(cut, s.n);
  bool partial = false;
  if (!jn_static(s) || (w->ellipsis && !dbx_target_now()->ellipses_sliced)) return false;
  for (uint32_t i = 0; i < w->n; i++) {
    const item *it = &w->at[i];
    if (it->kind == ITEM_NEWAXIS || it->kind == ITEM_ARRAY) return false;
    if (it->kind == ITEM_INT) {
      if (!simple_int(it, s.d[it->axis])) return false;
      ints[n_int++] = it->axis;
      continue;
    }
    for (int k = 0; k < 3; k++)
      if (!is_none(it->part[k]) && !jn_host_int(it->part[k])) return false;
    if (jn_read_slice(it, s.d[it->axis], &cuts[it->axis]) != DBX_OK) return *ret = FAILED, true;
    bool simple_reverse = cuts[it->axis].step == -1 && is_none(it->part[0]) && is_none(it->part[1]);
    if (simple_reverse) {
      rev[n_rev++] = it->axis;
      cuts[it->axis] = (cut){.start = jn_int(0), .size = s.d[it->axis], .step = 1, .whole = true};
    }
    if (cuts[it->axis].step != 1) return false;
    partial |= !cuts[it->axis].whole;
  }
  if (n_rev) x = lax_rev(x, rev, n_rev);
  if (!n_int && !partial) return *ret = x, true;
  V *start = DBX_TMP(V, s.n);
  S size = {s.n, DBX_TMP(dbx_dim, s.n)};
  bool fixed = true;
  for (uint32_t i = 0; i < w->n; i++) {
    const item *it = &w->at[i];
    start[it->axis] = it->kind == ITEM_INT ? it->v : cuts[it->axis].start;
    size.d[it->axis] = it->kind == ITEM_INT ? dbx_dim_int(1) : cuts[it->axis].size;
    fixed &= jn_host_int(start[it->axis]) && start[it->axis].i >= 0;
  }
  if (fixed) {
    int64_t *lo = DBX_TMP(int64_t, s.n), *hi = DBX_TMP(int64_t, s.n);
    for (uint32_t i = 0; i < s.n; i++) {
      lo[i] = start[i].i;
      hi[i] = lo[i] + dbx_dim_value(size.d[i]);
    }
    x = lax_slice(x, lo, hi, NULL);
  } else {
    if (s.n > 1 && jn_promote_dtypes(start, s.n, JN_ANY) != DBX_OK) return *ret = FAILED, true;
    for (uint32_t i = 0; i < s.n; i++) start[i] = lax_start_index(start[i], s.d[i]);
    x = lax_dynamic_slice(x, start, size);
  }
  return *ret = lax_squeeze(x, ints, n_int), true;
}

// ---- traced lengths: slices and ints without arrays are one dynamic_slice ----

bool jn_needs_traced_slice(V x, const items *w) {
  S s = jn_shape(x);
  for (uint32_t i = 0; i < w->n; i++) {
    const item *it = &w->at[i];
    if (it->kind != ITEM_SLICE) continue;
    bool traced_bound = false, given = false;
    for (int k = 0; k < 3; k++) {
      traced_bound |= it->part[k].kind == DBX_V_TRACER;
      given |= !is_none(it->part[k]);
    }
    if (traced_bound || (given && !dbx_dim_is_int(s.d[it->axis]))) return true;
  }
  return false;
}

static V strided(V x, uint32_t axis, const cut *c) { // x[start : : step] along one axis
  S one = {1, DBX_TMP(dbx_dim, 1)};
  one.d[0] = c->size;
  V i = lax_iota(DBX_I64, one, 0);
  V at = jnp_add(c->start, jnp_multiply(i, jn_int(c->step)));
  return jn_take(x, at, axis, "clip");
}

// Cuts the slices whose bounds or axes are traced; what remains are whole axes there.
static V take_traced_slices(V x, items *w) {
  S s = jn_shape(x);
  V *start = DBX_TMP(V, s.n);
  S size = jn_shape_copy(s);
  bool any = false;
  for (uint32_t i = 0; i < s.n; i++) start[i] = jn_int(0);
  for (uint32_t i = 0; i < w->n; i++) {
    item *it = &w->at[i];
    cut c;
    if (it->kind != ITEM_SLICE) continue;
    if (jn_read_slice(it, s.d[it->axis], &c) != DBX_OK) return FAILED;
    if (c.whole) continue;
    memset(it->part, 0, sizeof it->part);
    if (c.step == 1) {
      start[it->axis] = c.start;
      size.d[it->axis] = c.size;
      any = true;
    } else if (bad(x = strided(x, it->axis, &c))) {
      return x;
    } else {
      size.d[it->axis] = c.size;
    }
  }
  return any ? lax_dynamic_slice(x, start, size) : x;
}

V jn_take_at(V x, V index, const options *o) {
  items w = {0};
  indexer g;
  V r;
  x = lax_asarray(x);
  if (bad(x) || jn_read_index(index, jn_shape(x), &w) != DBX_OK) return FAILED;
  if (is_none(o->mode) && take_by_slice(x, &w, &r)) return r;
  S s = jn_shape(x);
  bool only_scalar = w.n == s.n && s.n && w.at[0].kind == ITEM_INT &&
                     w.at[0].v.kind == DBX_V_TRACER && index.kind == DBX_V_TRACER &&
                     dbx_dim_is_int(s.d[0]);
  if (only_scalar && is_none(o->mode)) { // x[i] of rows that are traced
    V *start = DBX_TMP(V, s.n);
    S size = jn_shape_copy(s);
    int64_t zero = 0;
    for (uint32_t i = 0; i < s.n; i++)
      start[i] = lax_start_index(i ? lax_const_like(index, jn_int(0)) : index, s.d[i]);
    size.d[0] = dbx_dim_int(1);
    return lax_squeeze(lax_dynamic_slice(x, start, size), &zero, 1);
  }
  if (jn_needs_traced_slice(x, &w)) {
    x = take_traced_slices(x, &w);
    if (bad(x)) return x;
  }
  if (jn_make_indexer(jn_shape(x), &w, &g) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < g.slice.n; i++)
    if (g.slice.d[i] == dbx_dim_int(0)) return lax_full_like(x, jn_int(0), DBX_NO_DTYPE, &g.slice);
  bool all = !g.n_map; // only whole axes and new ones
  if (!all)
    x = lax_gather(x, g.indices, jn_dimension_numbers(&g, false), g.gather,
                   o->sorted || !g.advanced, o->unique || !g.advanced, o->mode, o->fill);
  if (g.n_rev) x = lax_rev(x, g.rev, g.n_rev);
  // jax broadcasts to the new axes even if there are none; on static shapes that leaves no trace,
  // but in derivatives, where the broadcast is transposed
  if (bad(x) || (!g.n_new && (all || !(jn_info(x)->dynamic || jn_derived())))) return x;
  return lax_expand_dims(x, g.new_axes, g.n_new);
}

V jnp_getitem(V x, V index) {
  options o = {.mode = dbx_val_none(), .fill = dbx_val_none()};
  return jn_take_at(x, index, &o);
}

dbx_status dbx_getitem(const dbx_val *x, const dbx_val *index, dbx_val *ret) {
  V r = jnp_getitem(*x, *index);
  DBX_TRY(status_of(r));
  *ret = r;
  return DBX_OK;
}

// ---- scatter ----

// ---- take ----
