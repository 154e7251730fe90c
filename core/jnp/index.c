// Indexing: x[...], x.at[...], take, and the gather and scatter that they become.
// Static arrays indexed by ints and slices become slice or dynamic_slice (observed:
// conformance/indexing); traced lengths and traced slice bounds work too
// (conformance/divergent_array): a slice of a traced length is a dynamic_slice whose size is data.
#include "jnp/table.h"

#include <inttypes.h>
#include <string.h>

typedef enum item_kind { ITEM_INT, ITEM_SLICE, ITEM_NEWAXIS, ITEM_ARRAY } item_kind;

typedef struct item {
  item_kind kind;
  V v;           // INT: a host int or a traced or concrete scalar; ARRAY: integers
  V part[3];     // SLICE: start, stop, step as given
  uint32_t axis; // of the indexed array
} item;

typedef struct items {
  item *at;
  uint32_t n;
  bool advanced; // holds an array
  bool ellipsis;
} items;

// ---- reading the index ----

static dbx_status too_many(uint32_t n, uint32_t rank) {
  return dbx_fail(DBX_E309, (dbx_span){0},
                  "Too many indices for array: %u non-None/Ellipsis indices for dim %u.", n, rank);
}

static dbx_status bad_index_type(V v) {
  const char *type = dbx_is_arraylike(&v) ? dbx_dtype_name(jn_dtype(v)) : dbx_val_type_name(&v);
  return dbx_fail_as(DBX_E309, DBX_S_TypeError, (dbx_span){0},
                     "Indexer must have integer or boolean type, got an index of type %s", type);
}

static bool is_mask(V v) {
  return (v.kind == DBX_V_ARRAY || v.kind == DBX_V_TRACER) && jn_dtype(v) == DBX_BOOL && jn_rank(v);
}

static uint32_t axes_taken(V v) { // by one entry of the index
  if (is_none(v) || v.kind == DBX_V_ELLIPSIS) return 0;
  return is_mask(v) ? jn_rank(v) : 1;
}

// A concrete boolean mask becomes the positions of its True elements.
static dbx_status expand_mask(const dbx_array *m, S shape, uint32_t axis, items *w) {
  for (uint32_t i = 0; i < m->rank; i++)
    if (shape.d[axis + i] != dbx_dim_int(m->dims[i]))
      return dbx_fail(DBX_E309, (dbx_span){0},
                      "boolean index did not match shape of indexed array on axis %u", axis + i);
  int64_t n = 0, *idx = DBX_TMP(int64_t, m->rank);
  for (int64_t i = 0; i < m->size; i++) n += dbx_array_at(m, i).i;
  for (uint32_t k = 0; k < m->rank; k++) {
    dbx_array *a;
    DBX_TRY(dbx_array_new(DBX_I64, 1, &n, &a));
    a->host = true;
    w->at[w->n++] =
        (item){.kind = ITEM_ARRAY, .v = dbx_val_array(dbx_autorelease(a)), .axis = axis + k};
  }
  int64_t row = 0;
  for (int64_t i = 0; i < m->size; i++) {
    if (dbx_array_at(m, i).i) {
      for (uint32_t k = 0; k < m->rank; k++)
        dbx_array_set(w->at[w->n - m->rank + k].v.array, row, dbx_scalar_int(idx[k]));
      row++;
    }
    for (uint32_t k = m->rank; k-- > 0 && ++idx[k] == m->dims[k];) idx[k] = 0;
  }
  w->advanced = true;
  return DBX_OK;
}

// The positions of the True elements of a traced mask: its positions sorted by the mask (stable),
// as many of them as there are True elements. How many is known only when the function runs: a new
// length.
static V true_positions(V mask) {
  V flat = jnp_ravel(mask), last, in[2], sorted[2];
  if (bad(flat)) return flat;
  V count = jnp_sum(lax_convert_strong(flat, DBX_I64), dbx_val_none(), DBX_NO_DTYPE, false);
  in[0] = NOT(flat), in[1] = lax_iota(DBX_I64, jn_shape(flat), 0);
  S some;
  if (bad(count) || lax_sort(in, 2, 0, 1, sorted) != DBX_OK || jn_shape_arg(count, &some) != DBX_OK)
    return FAILED;
  last = jn_int(0);
  return lax_dynamic_slice(sorted[1], &last, some);
}

static dbx_status expand_traced_mask(V mask, S shape, uint32_t axis, items *w) {
  S own = jn_shape(mask);
  for (uint32_t i = 0; i < own.n; i++)
    if (!dbx_compare_dims(shape.d[axis + i], own.d[i]))
      return dbx_fail(DBX_E309, (dbx_span){0},
                      "boolean index did not match shape of indexed array on axis %u", axis + i);
  V at = true_positions(mask);
  for (uint32_t i = own.n; i-- > 0;) {
    V len = lax_convert_strong(jn_dim_value(own.d[i]), DBX_I64),
      here = i ? jnp_remainder(at, len) : at;
    DBX_TRY(status_of(here));
    w->at[w->n + i] = (item){.kind = ITEM_ARRAY, .v = here, .axis = axis + i};
    if (i) at = jnp_floor_divide(at, len);
  }
  w->n += own.n;
  w->advanced = true;
  return DBX_OK;
}

static dbx_status read_entry(V v, S shape, uint32_t axis, items *w) {
  item *it = &w->at[w->n];
  *it = (item){.v = v, .axis = axis};
  if (v.kind == DBX_V_SLICE) {
    it->kind = ITEM_SLICE;
    memcpy(it->part, v.item, sizeof it->part);
    return w->n++, DBX_OK;
  }
  if (dbx_is_seq(&v)) {
    v = jnp_array(v, DBX_NO_DTYPE, false);
    DBX_TRY(status_of(v));
    if (jn_rank(v) == 1 && jn_shape(v).d[0] == dbx_dim_int(0)) v = lax_convert_strong(v, DBX_I64);
    it->v = v;
  }
  if (!dbx_is_arraylike(&v) || dbx_is_inexact(jn_dtype(v)) || v.kind == DBX_V_BOOL)
    return bad_index_type(v);
  if (jn_dtype(v) == DBX_BOOL) {
    if (jn_rank(v) == 0)
      return dbx_fail_as(DBX_E309, DBX_S_TypeError, (dbx_span){0},
                         "JAX arrays do not support boolean scalar indices");
    return v.kind == DBX_V_TRACER ? expand_traced_mask(v, shape, axis, w)
                                  : expand_mask(v.array, shape, axis, w);
  }
  it->kind = jn_rank(v) ? ITEM_ARRAY : ITEM_INT;
  w->advanced |= it->kind == ITEM_ARRAY;
  w->n++;
  return DBX_OK;
}

static void whole_axis(items *w, uint32_t axis) {
  w->at[w->n++] = (item){.kind = ITEM_SLICE, .axis = axis};
}

static dbx_status read_index(V index, S shape, items *w) {
  const V *entry = &index;
  uint32_t n = 1, taken = 0, ellipses = 0, axis = 0;
  if (index.kind == DBX_V_TUPLE) entry = index.item, n = index.n;
  if (index.kind == DBX_V_LIST)
    return dbx_fail_as(
        DBX_E309, DBX_S_TypeError, (dbx_span){0},
        "Using a non-tuple sequence for multidimensional indexing is not allowed; use "
        "`arr[array(seq)]` instead of `arr[seq]`.");
  for (uint32_t i = 0; i < n; i++) {
    DBX_TRY(status_of(entry[i]));
    taken += axes_taken(entry[i]);
    ellipses += entry[i].kind == DBX_V_ELLIPSIS;
  }
  if (taken > shape.n) return too_many(taken, shape.n);
  if (ellipses > 1)
    return dbx_fail(DBX_E309, (dbx_span){0}, "an index can only have a single ellipsis ('...')");
  w->at = DBX_TMP(item, n + 2 * shape.n + 2);
  for (uint32_t i = 0; i < n; i++) {
    V v = entry[i];
    if (is_none(v)) {
      w->at[w->n++] = (item){.kind = ITEM_NEWAXIS};
    } else if (v.kind == DBX_V_ELLIPSIS) {
      w->ellipsis = true;
      for (uint32_t k = taken; k < shape.n; k++) whole_axis(w, axis++);
    } else {
      DBX_TRY(read_entry(v, shape, axis, w));
      axis += axes_taken(v);
    }
  }
  while (axis < shape.n) whole_axis(w, axis++);
  return DBX_OK;
}

// ---- slices ----

typedef struct cut {
  V start;      // an int where everything is static
  dbx_dim size; // of the result
  int64_t step;
  bool whole; // the axis as it is
} cut;

static bool host_int(V v) { return v.kind == DBX_V_INT || v.kind == DBX_V_BOOL; }

static dbx_status as_bound(V v, V *ret) { // a slice bound: None, an int or a traced scalar
  if (is_none(v) || host_int(v)) return *ret = v, DBX_OK;
  if (v.kind == DBX_V_BIGINT) // beyond both ends, as its nearest int64 is
    return *ret = jn_int(v.big.nearest < 0 ? INT64_MIN : INT64_MAX), DBX_OK;
  if (v.kind == DBX_V_ARRAY) {
    int64_t i;
    DBX_TRY(dbx_concrete_int(&v, &i));
    return *ret = jn_int(i), DBX_OK;
  }
  if (v.kind == DBX_V_TRACER && dbx_aval_is_int_scalar(dbx_var_aval(v.tracer)))
    return *ret = v, DBX_OK;
  return dbx_fail_as(DBX_E312, DBX_S_TypeError, (dbx_span){0},
                     "slice indices must be integers or None or traced integer scalars, not %s",
                     dbx_is_arraylike(&v) ? dbx_aval_text(dbx_val_aval(&v))
                                          : dbx_val_type_name(&v));
}

static int64_t clamp_int(int64_t i, int64_t lo, int64_t hi) {
  return i < lo ? lo : i > hi ? hi : i;
}

// Python's slice.indices for a static axis and static bounds.
static void static_cut(V start, V stop, int64_t step, int64_t len, cut *c) {
  int64_t lo = step > 0 ? 0 : -1, hi = step > 0 ? len : len - 1;
  int64_t from = is_none(start) ? (step > 0 ? lo : hi)
                                : clamp_int(start.i < 0 ? start.i + len : start.i, lo, hi);
  int64_t to =
      is_none(stop) ? (step > 0 ? hi : lo) : clamp_int(stop.i < 0 ? stop.i + len : stop.i, lo, hi);
  int64_t span = step > 0 ? to - from : from - to, by = step > 0 ? step : -step;
  c->start = jn_int(from);
  c->size = dbx_dim_int(span > 0 ? (span - 1) / by + 1 : 0);
  c->whole = from == 0 && to == len && step == 1;
}

// A bound on a traced axis, or a traced bound: counted from the end if negative, then clamped.
static V bounded(V b, V len, int64_t lo_extra, bool negative_step) {
  V lo = jn_int(lo_extra), hi = negative_step ? jnp_subtract(len, jn_int(1)) : len;
  if (host_int(b) && b.i >= 0) return b.i == 0 && !negative_step ? b : jnp_minimum(b, hi);
  if (host_int(b)) return jnp_maximum(jnp_add(len, b), lo);
  V wrapped = jnp_where(jnp_less(b, jn_int(0)), jnp_add(b, len), b);
  return jnp_minimum(jnp_maximum(wrapped, lo), hi);
}

// Two slices of the same length must have one variable as length (x[1:] - x[:-1]): a frame
// remembers the lengths that were computed in it by formula and operands. The usual formulas of n
// are two.
typedef enum formula { CUT_SHORTER, CUT_AT_MOST, CUT_GENERAL } formula;

static uint64_t word_of(V v) {
  return is_none(v)               ? 1
         : v.kind == DBX_V_TRACER ? dbx_mix(2, dbx_referent(v.tracer))
                                  : dbx_mix(3, (uint64_t)v.i);
}

static V remembered(formula f, const V *operand, uint32_t n, uint64_t *key) {
  *key = dbx_mix(17, f);
  for (uint32_t i = 0; i < n; i++) *key = dbx_mix(*key, word_of(operand[i]));
  uint64_t *known = jn_tracing() ? dbx_map_find(&dbx_trace_frame()->lengths, *key) : NULL;
  return known ? dbx_val_tracer((dbx_var)*known) : dbx_val_none();
}

static V remember(uint64_t key, V length) {
  if (length.kind == DBX_V_TRACER) dbx_map_put(&dbx_trace_frame()->lengths, key, length.tracer);
  return length;
}

static V simple_length(formula f, V n, int64_t k) { // max(n - k, 0) or min(n, k)
  uint64_t key;
  V known = remembered(f, (V[]){n, jn_int(k)}, 2, &key);
  if (!is_none(known)) return known;
  if (f == CUT_AT_MOST) return remember(key, jnp_minimum(n, jn_int(k)));
  return remember(key, jnp_maximum(jnp_subtract(n, jn_int(k)), jn_int(0)));
}

static V span_of(V from, V to, int64_t step) { // how many steps from `from` to `to`
  V n = step < 0 ? jnp_subtract(from, to) : host_int(from) && !from.i ? to : jnp_subtract(to, from);
  int64_t k = step < 0 ? -step : step;
  if (k != 1) n = jnp_floor_divide(jnp_add(n, jn_int(k - 1)), jn_int(k));
  return jnp_maximum(n, jn_int(0));
}

// a - b, at most as much as the longest axis has.
static int64_t minus(int64_t a, int64_t b) {
  int64_t n;
  return __builtin_sub_overflow(a, b, &n) ? INT64_MAX : n;
}

// The length of x[start:stop:step] on an axis of length n; from and to are the bounds within it.
static V cut_length(V start, V stop, int64_t step, V n, V from, V to) {
  bool fixed =
      (is_none(start) || host_int(start)) && (is_none(stop) || host_int(stop)) && step == 1;
  int64_t a = is_none(start) ? 0 : start.i;
  if (fixed && a >= 0 && is_none(stop)) return simple_length(CUT_SHORTER, n, a);
  if (fixed && a >= 0 && stop.i < 0) return simple_length(CUT_SHORTER, n, minus(a, stop.i));
  if (fixed && a == 0 && stop.i >= 0) return simple_length(CUT_AT_MOST, n, stop.i);
  if (fixed && a < 0 && is_none(stop)) return simple_length(CUT_AT_MOST, n, minus(0, a));
  uint64_t key;
  V known = remembered(CUT_GENERAL, (V[]){start, stop, jn_int(step), n}, 4, &key);
  return is_none(known) ? remember(key, span_of(from, to, step)) : known;
}

static dbx_status traced_cut(V start, V stop, int64_t step, V len, cut *c) {
  bool back = step < 0;
  V from = is_none(start) ? (back ? jnp_subtract(len, jn_int(1)) : jn_int(0))
                          : bounded(start, len, back ? -1 : 0, back);
  V to = is_none(stop) ? (back ? jn_int(-1) : len) : bounded(stop, len, back ? -1 : 0, back);
  DBX_TRY(status_of(from));
  DBX_TRY(status_of(to));
  V n = cut_length(start, stop, step, len, from, to);
  DBX_TRY(status_of(n));
  c->start = from;
  c->size = host_int(n) ? dbx_dim_int(n.i) : dbx_dim_var(n.tracer);
  return DBX_OK;
}

static dbx_status read_slice(const item *it, dbx_dim len, cut *c) {
  V start, stop, step;
  *c = (cut){.step = 1};
  DBX_TRY(as_bound(it->part[0], &start));
  DBX_TRY(as_bound(it->part[1], &stop));
  DBX_TRY(as_bound(it->part[2], &step));
  if (!is_none(step)) DBX_TRY(jn_int_arg(step, "slice step", &c->step));
  if (c->step == INT64_MIN) c->step = -INT64_MAX; // which no axis is long enough to tell apart
  if (c->step == 0) return dbx_fail(DBX_E208, (dbx_span){0}, "slice step cannot be zero");
  bool open = is_none(start) && is_none(stop);
  if (open && c->step == 1) {
    c->start = jn_int(0), c->size = len, c->whole = true;
    return DBX_OK;
  }
  bool fixed = (is_none(start) || host_int(start)) && (is_none(stop) || host_int(stop));
  if (fixed && dbx_dim_is_int(len))
    return static_cut(start, stop, c->step, dbx_dim_value(len), c), DBX_OK;
  if (open && c->step == -1) { // reversed: the same length
    c->start = jnp_subtract(jn_dim_value(len), jn_int(1));
    c->size = len;
    return status_of(c->start);
  }
  return traced_cut(start, stop, c->step, jn_dim_value(len), c);
}

// ---- negative indices ----

static V normalized(V i, dbx_dim len) {
  if (bad(i) || dbx_is_unsigned(jn_dtype(i))) return i;
  V size = dbx_dim_is_int(len) ? lax_const_like(i, jn_int(dbx_dim_value(len)))
                               : lax_convert_strong(jn_dim_value(len), jn_dtype(i));
  if (host_int(i)) return i.i < 0 ? ADD(i, size) : i;
  V negative = jnp_less(i, jn_int(0));
  return lax_select(negative, ADD(i, size), i);
}

// ---- static arrays: slice, dynamic_slice ----

static bool simple_int(const item *it, dbx_dim len) {
  if (it->kind != ITEM_INT) return false;
  if (!host_int(it->v) && it->v.kind != DBX_V_ARRAY) return true;
  int64_t i = 0, n = dbx_dim_value(len);
  if (dbx_concrete_int(&it->v, &i) != DBX_OK) return dbx_diag_free(dbx_diag_take()), false;
  return -n <= i && i < n;
}

// x[i, a:b, ...] on static lengths with static, contiguous slices. False: not of that kind.
static bool take_by_slice(V x, const items *w, V *ret) {
  S s = jn_shape(x);
  uint32_t n_rev = 0, n_int = 0;
  int64_t *rev = DBX_TMP(int64_t, s.n), *ints = DBX_TMP(int64_t, s.n);
  cut *cuts = DBX_TMP(cut, s.n);
  bool partial = false;
  if (!jn_static(s) || w->ellipsis) return false;
  for (uint32_t i = 0; i < w->n; i++) {
    const item *it = &w->at[i];
    if (it->kind == ITEM_NEWAXIS || it->kind == ITEM_ARRAY) return false;
    if (it->kind == ITEM_INT) {
      if (!simple_int(it, s.d[it->axis])) return false;
      ints[n_int++] = it->axis;
      continue;
    }
    for (int k = 0; k < 3; k++)
      if (!is_none(it->part[k]) && !host_int(it->part[k])) return false;
    if (read_slice(it, s.d[it->axis], &cuts[it->axis]) != DBX_OK) return *ret = FAILED, true;
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
    fixed &= host_int(start[it->axis]) && start[it->axis].i >= 0;
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

V lax_start_index(V i, dbx_dim len) {
  if (bad(i) || dbx_is_unsigned(jn_dtype(i))) return i;
  if (host_int(i) && dbx_dim_is_int(len))
    return lax_convert_strong(jn_int(i.i < 0 ? i.i + dbx_dim_value(len) : i.i), DBX_I64);
  if (host_int(i) && i.i >= 0) return i;
  V size = lax_convert_strong(jn_dim_value(len), jn_dtype(i));
  if (host_int(i)) return jnp_add(i, size);
  V negative = jnp_less(i, jn_int(0));
  return lax_select(negative, jnp_add(i, size), i);
}

// ---- traced lengths: slices and ints without arrays are one dynamic_slice ----

static bool needs_traced_slice(V x, const items *w) {
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
    if (read_slice(it, s.d[it->axis], &c) != DBX_OK) return FAILED;
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

// ---- gather ----

typedef struct indexer {
  S slice; // shape of x[index] before new axes are put in
  uint32_t n_new, n_rev;
  int64_t *new_axes, *rev;
  S gather; // slice sizes
  V indices;
  int64_t *offset, *collapsed, *map;
  uint32_t n_offset, n_collapsed, n_map;
  bool advanced;
} indexer;

typedef struct gather_part {
  V v;
  uint32_t at; // first axis that it takes in the indices
} gather_part;

static void push(int64_t *list, uint32_t *n, int64_t i) { list[(*n)++] = i; }

static dbx_dtype index_dtype(S s) {
  for (uint32_t i = 0; i < s.n; i++)
    if (!dbx_dim_is_int(s.d[i]) || dbx_dim_value(s.d[i]) >= (int64_t)1 << 31) return DBX_I64;
  return DBX_I32;
}

static dbx_status advanced_indices(const items *w, S x, V *v, uint32_t *n, uint32_t *axes,
                                   uint32_t *places, S *shape, bool *contiguous) {
  *n = 0;
  *contiguous = true;
  for (uint32_t i = 0; i < w->n; i++) {
    const item *it = &w->at[i];
    if (it->kind != ITEM_INT && it->kind != ITEM_ARRAY) continue;
    V e = jnp_array(it->v, DBX_NO_DTYPE, false);
    DBX_TRY(status_of(v[*n] = normalized(e, x.d[it->axis])));
    if (*n && i != places[*n - 1] + 1) *contiguous = false;
    axes[*n] = it->axis;
    places[(*n)++] = i;
  }
  S *each = DBX_TMP(S, *n);
  for (uint32_t i = 0; i < *n; i++) each[i] = jn_shape(v[i]);
  DBX_TRY(jn_broadcast_shapes(each, *n, shape));
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(status_of(v[i] = jn_broadcast_to(v[i], *shape)));
  return DBX_OK;
}

static V joined_indices(const gather_part *p, uint32_t n, S shape, dbx_dtype t) {
  int64_t zero = 0;
  if (!n) {
    dbx_array *a;
    if (dbx_array_new(t, 1, &zero, &a) != DBX_OK) return FAILED;
    a->host = true;
    return dbx_val_array(dbx_autorelease(a));
  }
  if (n == 1) {
    int64_t last = jn_rank(p[0].v);
    return lax_expand_dims(p[0].v, &last, 1);
  }
  S wide = {shape.n + 1, DBX_TMP(dbx_dim, shape.n + 1)};
  if (shape.n) memcpy(wide.d, shape.d, shape.n * sizeof *shape.d);
  wide.d[shape.n] = dbx_dim_int(1);
  V *part = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t r = jn_rank(p[i].v);
    int64_t *axes = DBX_TMP(int64_t, r);
    for (uint32_t k = 0; k < r; k++) axes[k] = p[i].at + k;
    if (bad(part[i] = lax_broadcast_in_dim(p[i].v, wide, axes, r))) return FAILED;
  }
  return lax_concatenate(part, n, shape.n);
}

static dbx_status make_indexer(S x, const items *w, indexer *g) {
  uint32_t cap = w->n + x.n + 1, y_axis = 0, collapsed_y = 0, n_adv = 0, n_parts = 0;
  dbx_dtype t = index_dtype(x);
  memset(g, 0, sizeof *g);
  g->new_axes = DBX_TMP(int64_t, cap), g->rev = DBX_TMP(int64_t, cap),
  g->offset = DBX_TMP(int64_t, cap);
  g->collapsed = DBX_TMP(int64_t, cap), g->map = DBX_TMP(int64_t, cap);
  g->gather = (S){0, DBX_TMP(dbx_dim, cap)};
  V *adv = DBX_TMP(V, cap);
  uint32_t *adv_axis = DBX_TMP(uint32_t, cap), *adv_place = DBX_TMP(uint32_t, cap);
  gather_part *parts = DBX_TMP(gather_part, cap);
  S adv_shape = {0};
  bool contiguous = true;
  g->advanced = w->advanced;
  if (w->advanced)
    DBX_TRY(advanced_indices(w, x, adv, &n_adv, adv_axis, adv_place, &adv_shape, &contiguous));
  g->slice = (S){0, DBX_TMP(dbx_dim, cap + adv_shape.n)};
  S shape = {0, DBX_TMP(dbx_dim, cap + adv_shape.n)};
  for (uint32_t i = 0; i < w->n || i == 0; i++) {
    const item *it = i < w->n ? &w->at[i] : NULL;
    if (n_adv && (contiguous ? i == adv_place[0] : i == 0)) {
      uint32_t start = shape.n;
      for (uint32_t k = 0; k < n_adv; k++) {
        V e = lax_convert_strong(adv[k], t);
        DBX_TRY(status_of(e));
        parts[n_parts++] = (gather_part){e, start};
        push(g->map, &g->n_map, adv_axis[k]);
        push(g->collapsed, &g->n_collapsed, adv_axis[k]);
      }
      for (uint32_t k = 0; k < adv_shape.n; k++) {
        shape.d[shape.n++] = adv_shape.d[k];
        g->slice.d[g->slice.n++] = adv_shape.d[k];
      }
      y_axis += adv_shape.n, collapsed_y += adv_shape.n;
    }
    if (!it) break;
    if (n_adv && (it->kind == ITEM_INT || it->kind == ITEM_ARRAY)) {
      g->gather.d[g->gather.n++] = dbx_dim_int(1);
      continue;
    }
    if (it->kind == ITEM_NEWAXIS) {
      g->slice.d[g->slice.n++] = dbx_dim_int(1);
      push(g->new_axes, &g->n_new, y_axis++);
      continue;
    }
    if (it->kind == ITEM_INT) {
      if (x.d[it->axis] == dbx_dim_int(0))
        return dbx_fail(DBX_E309, (dbx_span){0}, "index is out of bounds for axis %u with size 0",
                        it->axis);
      V e = lax_convert_strong(normalized(it->v, x.d[it->axis]), t);
      DBX_TRY(status_of(e));
      parts[n_parts++] = (gather_part){e, shape.n};
      push(g->collapsed, &g->n_collapsed, it->axis);
      g->gather.d[g->gather.n++] = dbx_dim_int(1);
      push(g->map, &g->n_map, it->axis);
      continue;
    }
    cut c;
    DBX_TRY(read_slice(it, x.d[it->axis], &c));
    g->slice.d[g->slice.n++] = c.size;
    if (c.step == 1) {
      if (!c.whole) {
        V e = lax_convert_strong(c.start, t);
        DBX_TRY(status_of(e));
        parts[n_parts++] = (gather_part){e, shape.n};
        push(g->map, &g->n_map, it->axis);
      }
      g->gather.d[g->gather.n++] = c.size;
      push(g->offset, &g->n_offset, collapsed_y);
    } else {
      S line = {1, DBX_TMP(dbx_dim, 1)};
      line.d[0] = c.size;
      V from = jnp_array(c.start, t, false), by = jnp_array(jn_int(c.step), t, false);
      V e = jnp_add(from, jnp_multiply(by, lax_iota(t, line, 0)));
      int64_t zero = 0;
      if (c.step < 0) {
        push(g->rev, &g->n_rev, collapsed_y);
        e = lax_rev(e, &zero, 1);
      }
      DBX_TRY(status_of(e));
      g->gather.d[g->gather.n++] = dbx_dim_int(1);
      parts[n_parts++] = (gather_part){e, shape.n};
      push(g->map, &g->n_map, it->axis);
      shape.d[shape.n++] = c.size;
      push(g->collapsed, &g->n_collapsed, it->axis);
    }
    collapsed_y++, y_axis++;
  }
  for (uint32_t i = 1; i < g->n_collapsed; i++) // sorted
    for (uint32_t k = i; k && g->collapsed[k] < g->collapsed[k - 1]; k--) {
      int64_t swap = g->collapsed[k];
      g->collapsed[k] = g->collapsed[k - 1], g->collapsed[k - 1] = swap;
    }
  g->indices = joined_indices(parts, n_parts, shape, t);
  return status_of(g->indices);
}

static const dbx_param *dimension_numbers(const indexer *g, bool scatter) {
  dbx_sym gather_keys[] = {DBX_S_offset_dims, DBX_S_collapsed_slice_dims, DBX_S_start_index_map};
  dbx_sym scatter_keys[] = {DBX_S_update_window_dims, DBX_S_inserted_window_dims,
                            DBX_S_scatter_dims_to_operand_dims};
  const dbx_param *lists[] = {dbx_p_ints(g->offset, g->n_offset),
                              dbx_p_ints(g->collapsed, g->n_collapsed),
                              dbx_p_ints(g->map, g->n_map)};
  return dbx_p_record(scatter ? "ScatterDimensionNumbers" : "GatherDimensionNumbers",
                      scatter ? scatter_keys : gather_keys, lists, 3);
}

static const char *mode_text(V mode, bool scatter) {
  const char *s = mode.kind == DBX_V_STR ? dbx_sym_text(mode.str) : "";
  if (!strcmp(s, "fill") || !strcmp(s, "drop")) return "GatherScatterMode.FILL_OR_DROP";
  if (!strcmp(s, "clip")) return "GatherScatterMode.CLIP";
  if (!strcmp(s, "promise_in_bounds")) return "GatherScatterMode.PROMISE_IN_BOUNDS";
  return scatter ? "GatherScatterMode.FILL_OR_DROP" : "GatherScatterMode.PROMISE_IN_BOUNDS";
}

static const dbx_param *fill_param(dbx_dtype t, V fill, bool used) {
  dbx_dtype from;
  dbx_scalar x;
  if (!used) return dbx_p_none();
  if (fill.kind == DBX_V_ARRAY) return dbx_p_scalar(fill.array->dtype, dbx_array_at(fill.array, 0));
  if (!is_none(fill) && dbx_val_scalar(&fill, &from, &x) == DBX_OK) return dbx_p_scalar(from, x);
  if (dbx_is_inexact(t)) return dbx_p_scalar(DBX_F64, dbx_scalar_f(__builtin_nan("")));
  if (t == DBX_BOOL) return dbx_p_bool(true);
  unsigned bits = 8 * dbx_dtype_bytes(t);
  if (dbx_is_signed(t)) return dbx_p_int(INT64_MIN >> (64 - bits));
  return dbx_p_scalar(DBX_U64, (dbx_scalar){.u = ~0ull >> (64 - bits)});
}

V lax_gather(V x, V indices, const dbx_param *dims, S sizes, bool sorted, bool unique, V mode,
             V fill) {
  if (bad(x) || bad(indices)) return FAILED;
  const char *m = mode_text(mode, false);
  const dbx_param **size = DBX_TMP(const dbx_param *, sizes.n);
  V *ops = DBX_TMP(V, sizes.n + 2);
  uint32_t n = 2;
  ops[0] = x, ops[1] = indices;
  for (uint32_t i = 0; i < sizes.n; i++) {
    bool is_int = dbx_dim_is_int(sizes.d[i]);
    size[i] = is_int ? dbx_p_int(dbx_dim_value(sizes.d[i])) : dbx_p_none();
    if (!is_int) ops[n++] = jn_dim_value(sizes.d[i]);
  }
  dbx_kv kv[] = {{DBX_S_dimension_numbers, dims},
                 {DBX_S_fill_value, fill_param(jn_dtype(x), fill, strstr(m, "FILL") != NULL)},
                 {DBX_S_indices_are_sorted, dbx_p_bool(sorted)},
                 {DBX_S_mode, dbx_p_text(m)},
                 {DBX_S_slice_sizes, dbx_p_tuple(size, sizes.n)},
                 {DBX_S_unique_indices, dbx_p_bool(unique)}};
  return lax_bind(DBX_PRIM_gather, ops, n, kv, 6);
}

typedef struct options {
  V mode, fill;
  bool sorted, unique;
  const dbx_param *apply; // the Jaxpr of at[].apply
} options;

static V take(V x, V index, const options *o) {
  items w = {0};
  indexer g;
  V r;
  x = lax_asarray(x);
  if (bad(x) || read_index(index, jn_shape(x), &w) != DBX_OK) return FAILED;
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
  if (needs_traced_slice(x, &w)) {
    x = take_traced_slices(x, &w);
    if (bad(x)) return x;
  }
  if (make_indexer(jn_shape(x), &w, &g) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < g.slice.n; i++)
    if (g.slice.d[i] == dbx_dim_int(0)) return lax_full_like(x, jn_int(0), DBX_NO_DTYPE, &g.slice);
  bool all = !g.n_map; // only whole axes and new ones
  if (!all)
    x = lax_gather(x, g.indices, dimension_numbers(&g, false), g.gather, o->sorted || !g.advanced,
                   o->unique || !g.advanced, o->mode, o->fill);
  if (g.n_rev) x = lax_rev(x, g.rev, g.n_rev);
  // jax broadcasts to the new axes even if there are none; on static shapes that leaves no trace
  if (bad(x) || (!g.n_new && (all || !jn_info(x)->dynamic))) return x;
  return lax_expand_dims(x, g.new_axes, g.n_new);
}

V jnp_getitem(V x, V index) {
  options o = {.mode = dbx_val_none(), .fill = dbx_val_none()};
  return take(x, index, &o);
}

dbx_status dbx_getitem(const dbx_val *x, const dbx_val *index, dbx_val *ret) {
  V r = jnp_getitem(*x, *index);
  DBX_TRY(status_of(r));
  *ret = r;
  return DBX_OK;
}

dbx_status dbx_row(const dbx_val *x, int64_t i, dbx_val *ret) {
  uint32_t n = jn_rank(*x);
  V v = *x;
  S s = jn_shape(v);
  if (!jn_static(s)) {
    V index = jn_int(i);
    return dbx_getitem(x, &index, ret);
  }
  int64_t *lo = DBX_TMP(int64_t, n), *hi = DBX_TMP(int64_t, n), *one = DBX_TMP(int64_t, n),
          zero = 0;
  for (uint32_t k = 0; k < n; k++) hi[k] = dbx_dim_value(s.d[k]), one[k] = 1;
  lo[0] = i, hi[0] = i + 1;
  V r = lax_squeeze(lax_slice(v, lo, hi, one), &zero, 1);
  DBX_TRY(status_of(r));
  *ret = r;
  return DBX_OK;
}

// ---- scatter ----

// The Jaxpr of the combining operation, as jax keeps it in the equation.
static V combine_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  return lax2(*(const dbx_prim *)statics, a[0], a[1]);
}

static dbx_status update_jaxpr(dbx_prim scatter, dbx_dtype t, const dbx_param **ret) {
  static const struct {
    dbx_prim scatter, op;
  } ops[] = {{DBX_PRIM_scatter_add, DBX_PRIM_add},
             {DBX_PRIM_scatter_mul, DBX_PRIM_mul},
             {DBX_PRIM_scatter_min, DBX_PRIM_min},
             {DBX_PRIM_scatter_max, DBX_PRIM_max}};
  *ret = dbx_p_none();
  for (int i = 0; i < 4; i++)
    if (ops[i].scatter == scatter && jn_tracing()) {
      dbx_prim op = t == DBX_BOOL ? (i == 0   ? DBX_PRIM_or
                                     : i == 1 ? DBX_PRIM_and
                                              : ops[i].op)
                                  : ops[i].op;
      DBX_TRY(jn_call_jaxpr("reduction", combine_body, t, 2, &op, sizeof op, ret));
    }
  return DBX_OK;
}

V lax_scatter(dbx_prim p, V x, V indices, V updates, const dbx_param *dims, bool sorted,
              bool unique, V mode, const dbx_param *apply) {
  if (bad(x) || bad(indices) || bad(updates)) return FAILED;
  const dbx_param *update = apply;
  if (!apply && update_jaxpr(p, jn_dtype(x), &update) != DBX_OK) return FAILED;
  dbx_kv kv[] = {{DBX_S_dimension_numbers, dims},
                 {DBX_S_indices_are_sorted, dbx_p_bool(sorted)},
                 {DBX_S_mode, dbx_p_text(mode_text(mode, true))},
                 {DBX_S_unique_indices, dbx_p_bool(unique)},
                 {DBX_S_update_consts, dbx_p_tuple(NULL, 0)},
                 {DBX_S_update_jaxpr, update}};
  return lax_bind(p, (V[]){x, indices, updates}, 3, kv, 6);
}

// x with a traced slice written: the only kind that scatter's static windows cannot say.
static V put_traced_slice(V x, items *w, V y) {
  S s = jn_shape(x);
  V *start = DBX_TMP(V, s.n);
  S size = jn_shape_copy(s);
  for (uint32_t i = 0; i < s.n; i++) start[i] = jn_int(0);
  for (uint32_t i = 0; i < w->n; i++) {
    const item *it = &w->at[i];
    cut c;
    if (it->kind == ITEM_INT) {
      start[it->axis] = normalized(it->v, s.d[it->axis]);
      size.d[it->axis] = dbx_dim_int(1);
      continue;
    }
    if (it->kind != ITEM_SLICE || read_slice(it, s.d[it->axis], &c) != DBX_OK || c.step != 1)
      return dbx_diag_pending()
                 ? FAILED
                 : jn_fail(DBX_E218, "an update of a traced slice together with new axes, "
                                     "index arrays or a step is not supported");
    start[it->axis] = c.start;
    size.d[it->axis] = c.size;
  }
  S kept = {0, DBX_TMP(dbx_dim, s.n)};
  for (uint32_t i = 0; i < w->n; i++)
    if (w->at[i].kind == ITEM_SLICE) kept.d[kept.n++] = size.d[w->at[i].axis];
  y = lax_reshape(jn_broadcast_to(y, kept), size);
  if (jn_promote_dtypes(start, s.n, JN_ANY) != DBX_OK) return FAILED;
  return lax_dynamic_update_slice(x, y, start);
}

static V put(dbx_prim p, V x, V index, V y, const options *o) {
  items w = {0};
  indexer g;
  x = lax_asarray(x);
  if (bad(x) || bad(y)) return FAILED;
  dbx_dtype t = jn_dtype(x);
  bool weak = jn_weak(x), fits = y.kind == DBX_V_INT && dbx_is_integer(t);
  y = jnp_array(y, fits ? t : DBX_NO_DTYPE, false);
  if (bad(y) || read_index(index, jn_shape(x), &w) != DBX_OK) return FAILED;
  V v[] = {x, y};
  if (needs_traced_slice(x, &w)) {
    if (p != DBX_PRIM_scatter) { // combine with what is there, then write it
      V old = jnp_getitem(x, index), r = bad(old)                    ? old
                                         : p == DBX_PRIM_scatter_add ? jnp_add(old, y)
                                         : p == DBX_PRIM_scatter_mul ? jnp_multiply(old, y)
                                         : p == DBX_PRIM_scatter_min ? jnp_minimum(old, y)
                                                                     : jnp_maximum(old, y);
      v[1] = r;
    }
    if (jn_promote_seen(&v[0], &v[1]) != DBX_OK) return FAILED;
    return lax_convert_seen(put_traced_slice(v[0], &w, v[1]), t, weak);
  }
  if (make_indexer(jn_shape(x), &w, &g) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < g.slice.n; i++)
    if (g.slice.d[i] == dbx_dim_int(0)) return x;
  if (jn_promote_seen(&v[0], &v[1]) != DBX_OK) return FAILED;
  y = lax_squeeze(jn_broadcast_to(v[1], g.slice), g.new_axes, g.n_new);
  if (g.n_rev) y = lax_rev(y, g.rev, g.n_rev);
  V r = lax_scatter(p, v[0], g.indices, y, dimension_numbers(&g, true), o->sorted || !g.advanced,
                    o->unique || !g.advanced, o->mode, o->apply);
  return lax_convert_seen(r, t, weak);
}

// at[].apply(f): a scatter whose combining Jaxpr is f of the old element; the updates are not used.
static dbx_status first_of_two(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  const dbx_callable *f = ctx;
  (void)n;
  return f->call(f->ctx, args, 1, ret);
}

static V apply(V x, V index, const dbx_callable *f, options *o) {
  items w = {0};
  if (bad(x = lax_asarray(x)) || read_index(index, jn_shape(x), &w) != DBX_OK) return FAILED;
  if (jn_tracing() && !needs_traced_slice(x, &w)) {
    dbx_sig in = dbx_sig_new(&dbx_trace_current()->arena, 2);
    dbx_callable c = {first_of_two, (void *)(uintptr_t)f, f->name};
    dbx_call_target t;
    for (int i = 0; i < 2; i++) in.aval[i] = dbx_aval_scalar(jn_dtype(x), false), in.expl[i] = true;
    if (dbx_trace_call(&in, NULL, &c, &t) != DBX_OK) return FAILED;
    bool fits = t.jaxpr->n_out == 1 && dbx_atom_aval(t.jaxpr->outs[0]) == in.aval[0];
    if (fits && !t.n_captures && !t.jaxpr->n_const) {
      o->apply = dbx_p_jaxpr(t.jaxpr);
      return put(DBX_PRIM_scatter, x, index, jn_scalar(jn_dtype(x), (dbx_scalar){.c = {0, 0}}), o);
    }
  }
  V old = take(x, index, o); // eager, of a traced slice, or with values of the surroundings
  dbx_leaves out;
  if (bad(old) || f->call(f->ctx, &old, 1, &out) != DBX_OK) return FAILED;
  return out.n == 1 ? put(DBX_PRIM_scatter, x, index, out.at[0], o)
                    : jn_fail(DBX_E512, "the function of at[].apply() must give one array");
}

static dbx_status read_options(const dbx_keyword *kw, uint32_t n, options *o) {
  *o = (options){.mode = dbx_val_none(), .fill = dbx_val_none()};
  for (uint32_t i = 0; i < n; i++) {
    const char *k = dbx_sym_text(kw[i].name);
    if (!strcmp(k, "mode")) o->mode = kw[i].val;
    else if (!strcmp(k, "fill_value")) o->fill = kw[i].val;
    else if (!strcmp(k, "indices_are_sorted")) o->sorted = jn_bool_arg(kw[i].val);
    else if (!strcmp(k, "unique_indices")) o->unique = jn_bool_arg(kw[i].val);
    else return dbx_fail(DBX_E202, (dbx_span){0}, "got an unexpected keyword argument '%s'", k);
  }
  return DBX_OK;
}

static V at_method(V x, V index, const char *m, V y, const options *o) {
  static const struct {
    const char *name;
    dbx_prim p;
  } direct[] = {{"set", DBX_PRIM_scatter},          {"add", DBX_PRIM_scatter_add},
                {"multiply", DBX_PRIM_scatter_mul}, {"mul", DBX_PRIM_scatter_mul},
                {"min", DBX_PRIM_scatter_min},      {"max", DBX_PRIM_scatter_max}};
  for (size_t i = 0; i < sizeof direct / sizeof *direct; i++)
    if (!strcmp(m, direct[i].name)) return put(direct[i].p, x, index, y, o);
  bool divide = !strcmp(m, "divide");
  if (!divide && strcmp(m, "power"))
    return jn_fail_as(DBX_E203, DBX_S_AttributeError,
                      "'_IndexUpdateRef' object has no attribute '%s'", m);
  V ones = lax_full_like(x, jn_int(1), DBX_NO_DTYPE, NULL),
    by = put(DBX_PRIM_scatter_mul, ones, index, y, o);
  V r;
  if (divide) return jnp_true_divide(x, by);
  return dbx_operator("**", &x, &by, &r) == DBX_OK ? r : FAILED;
}

dbx_status dbx_at(const dbx_val *x, const dbx_val *index, const char *method, const dbx_val *args,
                  uint32_t n, const dbx_keyword *kw, uint32_t n_kw, dbx_val *ret) {
  options o;
  DBX_TRY(read_options(kw, n_kw, &o));
  V r;
  if (!strcmp(method, "get")) {
    if (n) return dbx_fail(DBX_E202, (dbx_span){0}, "at[].get() takes no positional arguments");
    if (is_none(o.mode) && !is_none(o.fill))
      o.mode = (V){.kind = DBX_V_STR, .str = dbx_intern("fill")};
    r = take(*x, *index, &o);
  } else if (!strcmp(method, "apply")) {
    if (n != 1 || args[0].kind != DBX_V_CALL)
      return dbx_fail(DBX_E202, (dbx_span){0}, "at[].apply() takes one function");
    r = apply(*x, *index, args[0].call, &o);
  } else {
    if (n != 1)
      return dbx_fail(DBX_E202, (dbx_span){0}, "at[].%s() takes one value, got %u", method, n);
    r = at_method(*x, *index, method, args[0], &o);
  }
  DBX_TRY(status_of(r));
  *ret = r;
  return DBX_OK;
}

// ---- take ----

typedef struct take_args {
  int64_t axis;
  bool flat, unique, sorted;
  dbx_sym mode;
} take_args;

static V take_body(const V *a, uint32_t n_args, const void *statics) {
  const take_args *w = statics;
  (void)n_args;
  V x = lax_asarray(a[0]), idx = jnp_array(a[1], DBX_NO_DTYPE, false);
  V mode = {.kind = DBX_V_STR, .str = w->mode};
  if (w->flat) x = jnp_ravel(x);
  if (bad(x) || bad(idx)) return FAILED;
  S s = jn_shape(x), is = jn_shape(idx);
  const char *m = dbx_sym_text(w->mode);
  V len = jn_dim_value(s.d[w->axis]);
  if (!strcmp(m, "fill")) {
    V negative = jnp_less(idx, jn_int(0));
    idx = jnp_where(negative, jnp_add(idx, len), idx);
  } else if (!strcmp(m, "wrap")) {
    idx = jnp_remainder(idx, len.kind == DBX_V_INT ? lax_const_like(idx, len) : len);
    mode.str = dbx_intern("promise_in_bounds");
  }
  int64_t *offset = DBX_TMP(int64_t, s.n);
  indexer g = {.offset = offset,
               .collapsed = DBX_TMP(int64_t, 1),
               .map = DBX_TMP(int64_t, 1),
               .n_collapsed = 1,
               .n_map = 1};
  g.collapsed[0] = g.map[0] = w->axis;
  for (uint32_t i = 0; i < s.n; i++)
    if (i != w->axis) offset[g.n_offset++] = i < w->axis ? i : i + is.n - 1;
  S sizes = jn_shape_copy(s);
  sizes.d[w->axis] = dbx_dim_int(1);
  int64_t last = is.n;
  idx = lax_expand_dims(idx, &last, 1);
  return lax_gather(x, idx, dimension_numbers(&g, false), sizes, w->sorted, w->unique, mode, a[2]);
}

V jnp_fn_take(
    const V *a) { // a, indices, axis, out, mode, unique_indices, indices_are_sorted, fill_value
  take_args w;
  memset(&w, 0, sizeof w);
  V x = jn_check_arraylike("take", a[0], 0), idx = a[1];
  if (dbx_is_seq(&idx)) idx = jnp_array(idx, DBX_NO_DTYPE, false);
  idx = jn_check_arraylike("take", idx, 1);
  if (bad(x) || bad(idx)) return FAILED;
  if (dbx_is_inexact(jn_dtype(idx)))
    return jn_fail_as(DBX_E309, DBX_S_TypeError, "take indices must be integers");
  w.flat = is_none(a[2]);
  if (!w.flat && jn_axis(a[2], jn_rank(x), &w.axis) != DBX_OK) return FAILED;
  w.mode = a[4].kind == DBX_V_STR ? a[4].str : dbx_intern("fill");
  w.unique = jn_bool_arg(a[5]), w.sorted = jn_bool_arg(a[6]);
  V in[] = {x, idx, a[7]};
  return jn_call("_take", take_body, in, 3, &w, sizeof w);
}

V jn_take(V x, V index, int64_t axis, const char *mode) {
  V how = mode ? (V){.kind = DBX_V_STR, .str = dbx_intern(mode)} : dbx_val_none();
  V in[] = {x,
            index,
            jn_int(axis),
            dbx_val_none(),
            how,
            dbx_val_bool(false),
            dbx_val_bool(false),
            dbx_val_none()};
  return jnp_fn_take(in);
}
