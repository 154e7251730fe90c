// Slices of an axis, static and traced, and places counted from its end (index.h).
#include "jnp/index.h"

static dbx_status as_bound(V v, V *ret) { // a slice bound: None, an int or a traced scalar
  if (is_none(v) || jn_host_int(v)) return *ret = v, DBX_OK;
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
  if (jn_host_int(b) && b.i >= 0) return b.i == 0 && !negative_step ? b : jnp_minimum(b, hi);
  if (jn_host_int(b)) return jnp_maximum(jnp_add(len, b), lo);
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
  V n = step < 0                       ? jnp_subtract(from, to)
        : jn_host_int(from) && !from.i ? to
                                       : jnp_subtract(to, from);
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
      (is_none(start) || jn_host_int(start)) && (is_none(stop) || jn_host_int(stop)) && step == 1;
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
  c->size = jn_host_int(n) ? dbx_dim_int(n.i) : dbx_dim_var(n.tracer);
  return DBX_OK;
}

dbx_status jn_read_slice(const item *it, dbx_dim len, cut *c) {
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
  bool fixed = (is_none(start) || jn_host_int(start)) && (is_none(stop) || jn_host_int(stop));
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

V jn_normalized(V i, dbx_dim len) {
  if (bad(i) || dbx_is_unsigned(jn_dtype(i))) return i;
  V size = dbx_dim_is_int(len) ? lax_const_like(i, jn_int(dbx_dim_value(len)))
                               : lax_convert_strong(jn_dim_value(len), jn_dtype(i));
  if (jn_host_int(i)) return i.i < 0 ? ADD(i, size) : i;
  V negative = jnp_less(i, jn_int(0));
  return lax_select(negative, ADD(i, size), i);
}

V lax_start_index(V i, dbx_dim len) {
  if (bad(i) || dbx_is_unsigned(jn_dtype(i))) return i;
  if (jn_host_int(i) && dbx_dim_is_int(len))
    return lax_convert_strong(jn_int(i.i < 0 ? i.i + dbx_dim_value(len) : i.i), DBX_I64);
  if (jn_host_int(i) && i.i >= 0) return i;
  V size = lax_convert_strong(jn_dim_value(len), jn_dtype(i));
  if (jn_host_int(i)) return jnp_add(i, size);
  V negative = jnp_less(i, jn_int(0));
  return lax_select(negative, jnp_add(i, size), i);
}
