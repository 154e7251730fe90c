// Rearranging arrays: reshape, transpose, stack, concatenate, flip, roll, tile, split, pad, ...
// (observed: conformance/reduce_shape; on traced lengths conformance/divergent_array).
#include "jnp/table.h"
#include "prim/exact.h"

#include <inttypes.h>
#include <string.h>

// ---- joining ----

// ---- flip, roll, rot90 ----

typedef struct axes_arg {
  int64_t n, axes[];
} axes_arg;

static V flip_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  const axes_arg *w = statics;
  return lax_rev(a[0], w->axes, (uint32_t)w->n);
}
static V flip(V x, V axis) {
  const int64_t *axes;
  uint32_t n;
  x = jn_checked("flip", x);
  if (bad(x) || jn_axes(axis, jn_rank(x), &axes, &n) != DBX_OK) return FAILED;
  uint32_t bytes = (uint32_t)(sizeof(axes_arg) + n * sizeof *axes);
  axes_arg *w = dbx_scratch(bytes);
  w->n = n;
  if (n) memcpy(w->axes, axes, n * sizeof *axes);
  return jn_call("_flip", flip_body, &x, 1, w, bytes);
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
  V x = jn_checked("roll", a[0]);
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
  V x = jn_checked("rot90", a[0]);
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
  V x = jn_checked("tile", a[0]);
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
    V len = jn_size_of(DBX_PRIM_mul, rep, jn_dim_value(d));
    if (bad(len) || jn_shape_arg(len, &one) != DBX_OK) return FAILED;
    flat.d[i] = one.d[0];
  }
  return lax_reshape(jn_broadcast_to(lax_reshape(x, spaced), wide), flat);
}

V jnp_fn_repeat(const V *a) { // a, repeats, axis, total_repeat_length
  V x = jn_checked("repeat", a[0]);
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
  V len = jn_size_of(DBX_PRIM_mul, jn_dim_value(own.d[axis]), a[1]);
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

// The sizes of n parts as numpy has them; NULL: the places of the cuts are not numbers in order.
static const dbx_param *part_sizes(const V *cut, uint32_t n) {
  const dbx_param **size = DBX_TMP(const dbx_param *, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    bool known = cut[i].kind == DBX_V_INT && cut[i + 1].kind == DBX_V_INT;
    if (!known || cut[i].i < 0 || cut[i].i > cut[i + 1].i || cut[i + 1].i > cut[n].i) return NULL;
    size[i] = dbx_p_scalar(DBX_I64, dbx_scalar_int(cut[i + 1].i - cut[i].i));
  }
  return dbx_p_tuple(size, n);
}

void jn_fail_division(const char *module, int64_t axis, int64_t length, int64_t n) {
  dbx_fail_(DBX_E208, (dbx_span){0}, "array split does not result in an equal division");
  dbx_diag_note("axis %" PRId64 " has length %" PRId64 ", of which %" PRId64
                " equal parts leave %" PRId64 "; %s.array_split makes parts of two lengths",
                axis, length, n, length % n, module);
}

static V split(const char *fn, const V *a, bool uneven) { // ary, indices_or_sections, axis
  V x = jn_checked(fn, a[0]);
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
      return jn_fail_division("jnp", axis, len.i, sections), FAILED;
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
  const dbx_param *sizes = dbx_target_now()->splits ? part_sizes(cut, n) : NULL;
  if (sizes) return lax_split(x, axis, sizes, out, n) == DBX_OK ? jn_list(out, n) : FAILED;
  for (uint32_t i = 0; i < n; i++)
    if (bad(out[i] = slice_of(x, axis, cut[i], cut[i + 1]))) return FAILED;
  return jn_list(out, n);
}
V jnp_fn_split(const V *a) { return split("split", a, false); }
V jnp_fn_array_split(const V *a) { return split("array_split", a, true); }

// ---- pad ----

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
  V x = jn_checked("diagonal", a[0]);
  int64_t k, i, j;
  if (bad(x) || jn_int_arg(a[1], "offset", &k) != DBX_OK ||
      jn_axis(a[2], jn_rank(x), &i) != DBX_OK || jn_axis(a[3], jn_rank(x), &j) != DBX_OK)
    return FAILED;
  return diagonal(x, k, i, j);
}
V jnp_fn_trace(const V *a) { // a, offset, axis1, axis2
  V x = jn_checked("trace", a[0]);
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
