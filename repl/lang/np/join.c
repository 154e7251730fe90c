// numpy's functions that join, repeat, cut and pick out arrays.
#include "jnp/jnp.h"
#include "lang/np/np.h"

#include <string.h>

static dbx_status fresh(const nd *r, pv *ret) { return *ret = np_array(r), DBX_OK; }

static dbx_dtype type_of_all(const nd *x, uint32_t n) { // the values of scalars do not count
  dbx_dtype t = x[0].t;
  for (uint32_t i = 1; i < n; i++) t = nd_promote(t, x[i].t);
  return t;
}

typedef struct type_option {
  pv dtype, casting;
} type_option;

static type_option no_type(void) { return (type_option){pv_none(), pv_none()}; }

static dbx_status can_join(const nd *x, uint32_t n, dbx_dtype t, pv casting) {
  const char *rule = is_str(casting) ? STR(casting)->s : "same_kind";
  for (uint32_t i = 0; i < n; i++)
    if (!nd_can_cast(x[i].t, t, rule))
      return dbx_fail(DBX_E204, (dbx_span){0},
                      "Cannot cast array data from dtype('%s') to dtype('%s') according to the "
                      "rule '%s'",
                      dbx_dtype_name(x[i].t), dbx_dtype_name(t), rule);
  return DBX_OK;
}

static dbx_status joined(nd *x, uint32_t n, pv axis, type_option type, nd *ret) {
  uint32_t at = 0;
  if (!n) return dbx_fail(DBX_E208, (dbx_span){0}, "need at least one array to concatenate");
  const nd **all = DBX_TMP(const nd *, n);
  dbx_dtype t;
  if (is_none(axis)) {
    for (uint32_t i = 0; i < n; i++) {
      nd flat;
      DBX_TRY(nd_reshape(&x[i], 1, &x[i].size, false, &flat));
      x[i] = flat;
    }
  } else {
    for (uint32_t i = 0; i < n; i++)
      if (!x[i].rank)
        return dbx_fail(DBX_E208, (dbx_span){0}, "zero-dimensional arrays cannot be concatenated");
    DBX_TRY(np_one_axis(axis, x[0].rank, &at));
  }
  for (uint32_t i = 0; i < n; i++) all[i] = &x[i];
  t = nd_result_type(all, n);
  if (is_none(axis)) t = type_of_all(x, n);
  if (!is_none(type.dtype)) DBX_TRY(np_dtype(type.dtype, &t));
  if (!is_none(type.dtype) || is_str(type.casting)) DBX_TRY(can_join(x, n, t, type.casting));
  return nd_concatenate(x, n, at, t, ret);
}

dbx_status np_fn_concatenate(const np_row *row, const pv *a, pv *ret) {
  nd *x, r;
  uint32_t n;
  DBX_TRY(np_operands(a[0], &x, &n));
  DBX_TRY(joined(x, n, a[1], (type_option){a[3], a[4]}, &r));
  return np_give(&r, a[2], ret);
}

static dbx_status stack(nd *x, uint32_t n, pv axis, type_option type, nd *ret) {
  uint32_t at;
  if (!n) return dbx_fail(DBX_E208, (dbx_span){0}, "need at least one array to stack");
  for (uint32_t i = 1; i < n; i++)
    if (!nd_same_shape(&x[i], &x[0]))
      return dbx_fail_as(DBX_E304, DBX_S_ValueError, (dbx_span){0},
                         "all input arrays must have the same shape");
  DBX_TRY(np_one_axis(axis, x[0].rank + 1, &at));
  for (uint32_t i = 0; i < n; i++) {
    nd more = nd_insert_axis(&x[i], at);
    x[i] = more;
  }
  return joined(x, n, pv_int(at), type, ret);
}

dbx_status np_fn_stack(const np_row *row, const pv *a, pv *ret) {
  nd *x, r;
  uint32_t n;
  DBX_TRY(np_operands(a[0], &x, &n));
  DBX_TRY(stack(x, n, a[1], (type_option){a[3], a[4]}, &r));
  return np_give(&r, a[2], ret);
}

// With at least `want` axes, new ones as numpy's atleast_ functions put them.
static void widen(nd *x, uint32_t want) {
  while (x->rank < want) {
    nd more = nd_insert_axis(x, want == 3 && x->rank == 2 ? 2 : 0);
    *x = more;
  }
}

// Every operand with at least so many axes, joined along one.
static dbx_status stacked(pv operands, uint32_t rank, int64_t axis, type_option type, pv *ret) {
  nd *x, r;
  uint32_t n;
  DBX_TRY(np_operands(operands, &x, &n));
  for (uint32_t i = 0; i < n; i++) widen(&x[i], rank);
  if (n && axis >= x[0].rank) axis = x[0].rank - 1;
  DBX_TRY(joined(x, n, pv_int(n ? axis : 0), type, &r));
  return fresh(&r, ret);
}
dbx_status np_fn_vstack(const np_row *row, const pv *a, pv *ret) {
  return stacked(a[0], 2, 0, (type_option){a[1], a[2]}, ret);
}
dbx_status np_fn_hstack(const np_row *row, const pv *a, pv *ret) { // vectors along their one axis
  return stacked(a[0], 1, 1, (type_option){a[1], a[2]}, ret);
}
dbx_status np_fn_dstack(const np_row *row, const pv *a, pv *ret) {
  return stacked(a[0], 3, 2, no_type(), ret);
}
dbx_status np_fn_column_stack(const np_row *row, const pv *a, pv *ret) {
  nd *x, r;
  uint32_t n;
  DBX_TRY(np_operands(a[0], &x, &n));
  for (uint32_t i = 0; i < n; i++)
    if (x[i].rank < 2) {
      widen(&x[i], 1);
      nd column = nd_insert_axis(&x[i], 1);
      x[i] = column;
    }
  DBX_TRY(joined(x, n, pv_int(1), no_type(), &r));
  return fresh(&r, ret);
}

dbx_status np_fn_append(const np_row *row, const pv *a, pv *ret) {
  nd x[2], r;
  DBX_TRY(np_operand(a[0], &x[0]));
  DBX_TRY(np_operand(a[1], &x[1]));
  DBX_TRY(joined(x, 2, a[2], no_type(), &r));
  return fresh(&r, ret);
}

// ---- repeating ----

static dbx_status flatten(nd *x) {
  nd flat;
  DBX_TRY(nd_reshape(x, 1, &x->size, false, &flat));
  return *x = flat, DBX_OK;
}

dbx_status np_fn_roll(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  DBX_TRY(np_operand(a[0], &x));
  const nd shape = x;
  if (is_none(a[2])) DBX_TRY(flatten(&x));
  pv axes = is_none(a[2]) ? pv_int(0) : a[2];
  uint32_t n = is_seq(axes) ? SEQ(axes)->n : 1, m = is_seq(a[1]) ? SEQ(a[1])->n : 1;
  if (n != m && n != 1 && m != 1)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "'shift' and 'axis' should be scalars or 1D sequences");
  uint32_t times = n > m ? n : m, *at = DBX_TMP(uint32_t, times + 1);
  for (uint32_t k = 0; k < times; k++)
    DBX_TRY(np_one_axis(is_seq(axes) ? SEQ(axes)->at[n == 1 ? 0 : k] : axes, x.rank, &at[k]));
  DBX_TRY(nd_copy(&x, x.t, &r));
  for (uint32_t k = 0; k < times; k++) {
    int64_t by;
    uint32_t axis = at[k];
    nd moved;
    DBX_TRY(lang_index(is_seq(a[1]) ? SEQ(a[1])->at[m == 1 ? 0 : k] : a[1], &by));
    int64_t len = x.dims[axis];
    by = len ? (by % len + len) % len : 0;
    DBX_TRY(nd_copy(&r, r.t, &moved));
    nd to = nd_slice(&moved, axis, by, 1, len - by), from = nd_slice(&r, axis, 0, 1, len - by);
    nd_fill(&to, &from);
    to = nd_slice(&moved, axis, 0, 1, by), from = nd_slice(&r, axis, len - by, 1, by);
    nd_fill(&to, &from);
    r = moved;
  }
  nd shaped;
  if (!is_none(a[2])) {
    DBX_TRY(nd_lay_out_copy(&r, &shape));
    return fresh(&r, ret);
  }
  DBX_TRY(nd_reshape(&r, shape.rank, shape.dims, false, &shaped));
  return *ret = np_inside(&r, &shaped), DBX_OK;
}

// What has no elements is a view of the array itself, which has n axes or more.
static dbx_status tile_nothing(const int64_t *reps, uint32_t n, pv array, pv *ret) {
  nd x = np_nd(array), r;
  int64_t *shape = DBX_TMP(int64_t, x.rank + 1);
  for (uint32_t i = 0; i < x.rank; i++)
    shape[i] = nd_times(x.dims[i], i < x.rank - n ? 1 : reps[i - (x.rank - n)]);
  DBX_TRY(nd_reshape(&x, x.rank, shape, false, &r));
  return *ret = np_derived(array, &r), DBX_OK;
}

dbx_status np_fn_tile(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  uint32_t n;
  int64_t *reps;
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_shape_arg(a[1], &n, &reps));
  bool once = is_obj(a[0], T_NDARRAY);
  for (uint32_t i = 0; i < n; i++) once = once && reps[i] == 1;
  pv args[] = {a[0], pv_none(), pv_bool(once), pv_none(), pv_bool(false), pv_int(n)};
  if (once) return np_fn_array(row, args, ret);
  if (!x.size) {
    DBX_TRY(np_fn_array(row, args, ret));
    return ret->tag == PV_OBJ ? tile_nothing(reps, n, *ret, ret) : DBX_FAIL;
  }
  while (x.rank < n) {
    nd more = nd_insert_axis(&x, 0);
    x = more;
  }
  int64_t *shape = DBX_TMP(int64_t, x.rank + 1);
  nd pairs = nd_with(&x, 2 * x.rank), copy;
  for (uint32_t i = 0; i < x.rank; i++) {
    int64_t times = i < x.rank - n ? 1 : reps[i - (x.rank - n)];
    if (times < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "negative dimensions are not allowed");
    pairs.dims[2UL * i] = times, pairs.strides[2UL * i] = 0;
    pairs.dims[2 * i + 1] = x.dims[i], pairs.strides[2 * i + 1] = x.strides[i];
    if (__builtin_mul_overflow(times, x.dims[i], &shape[i]))
      return dbx_fail(DBX_E702, (dbx_span){0}, "the tiled array is too large");
  }
  nd_set_size(&pairs);
  DBX_TRY(nd_copy(&pairs, x.t, &copy));
  DBX_TRY(nd_reshape(&copy, x.rank, shape, false, &r));
  // numpy repeats a matrix; what is empty keeps its strides if it has those axes already
  bool last = x.rank == 2 && pairs.dims[2] != 1;
  if (!r.size && x.rank == 2 && !shape[0] && shape[1] == (last ? x.dims[1] : x.size))
    r.strides[0] = r.strides[1] = 0;
  return *ret = np_inside(&copy, &r), DBX_OK;
}

// The axis that take and repeat go along: they look at a number as an array of one, and without an
// axis at x as one row.
static dbx_status along(pv axis, nd *x, uint32_t *ret) {
  if (!x->rank) {
    nd one = nd_insert_axis(x, 0);
    *x = one;
  }
  *ret = 0;
  return is_none(axis) ? flatten(x) : np_one_axis(axis, x->rank, ret);
}

dbx_status np_fn_repeat(const np_row *row, const pv *a, pv *ret) {
  nd x, times, r;
  uint32_t axis;
  int64_t total = 0, at = 0;
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_whole_numbers(a[1], &times));
  DBX_TRY(along(a[2], &x, &axis));
  int64_t len = x.dims[axis];
  if (times.rank > 1) return dbx_fail(DBX_E208, (dbx_span){0}, "object too deep for desired array");
  if (times.rank && times.size != 1 && times.size != len)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "operands could not be broadcast together with shape (%lld,) (%lld,)",
                    (long long)len, (long long)times.size);
  for (int64_t i = 0; dbx_go_on(i, len); i++) {
    int64_t n = nd_at(&times, times.size == 1 ? 0 : i).i;
    if (n < 0)
      return dbx_fail(DBX_E208, (dbx_span){0},
                      times.size == 1 ? "negative dimensions are not allowed"
                                      : "repeats may not contain negative values.");
    if (__builtin_add_overflow(total, n, &total))
      return dbx_fail(DBX_E702, (dbx_span){0}, "the repeated array is too large");
  }
  DBX_TRY(dbx_poll()); // or there are more of them
  int64_t *dims = DBX_TMP(int64_t, x.rank);
  memcpy(dims, x.dims, x.rank * sizeof *dims);
  dims[axis] = total;
  DBX_TRY(nd_new(x.t, x.rank, dims, &r));
  for (int64_t i = 0; dbx_go_on(i, len); i++) {
    int64_t n = nd_at(&times, times.size == 1 ? 0 : i).i;
    dbx_scratch_mark m = dbx_scratch_here();
    nd to = nd_slice(&r, axis, at, 1, n), from = nd_slice(&x, axis, i, 1, 1);
    if (n) nd_fill(&to, &from);
    dbx_scratch_release(m);
    at += n;
  }
  return fresh(&r, ret);
}

// ---- cutting: the parts are views ----

static dbx_status parts(pv v, uint32_t axis, const int64_t *ends, uint32_t n, pv *ret) {
  pv array, list = list_new(NULL, 0);
  DBX_TRY(np_asarray(v, &array));
  nd x = np_nd(array);
  int64_t from = 0;
  for (uint32_t i = 0; i < n; i++) {
    pv bounds[] = {pv_int(from), i + 1 < n ? pv_int(ends[i]) : pv_none(), pv_none()};
    pv index = tuple_new(NULL, axis + 1), part;
    for (uint32_t k = 0; k < axis; k++)
      SEQ(index)->at[k] = slice_new(pv_none(), pv_none(), pv_none());
    SEQ(index)->at[axis] = slice_new(bounds[0], bounds[1], bounds[2]);
    DBX_TRY(np_getitem(array, index, &part));
    list_push(SEQ(list), part);
    from = ends[i];
  }
  (void)x;
  return *ret = list, DBX_OK;
}

static dbx_status cut(const pv *a, bool equal, pv *ret) {
  nd x, at;
  uint32_t axis;
  DBX_TRY(np_operand(a[0], &x));
  if (!x.rank) return dbx_fail(DBX_E206, (dbx_span){0}, "tuple index out of range");
  int64_t which;
  DBX_TRY(lang_index(a[2], &which));
  if (which < -(int64_t)x.rank || which >= x.rank)
    return dbx_fail(DBX_E206, (dbx_span){0}, "tuple index out of range");
  axis = (uint32_t)(which < 0 ? which + x.rank : which);
  DBX_TRY(np_operand(a[1], &at));
  int64_t len = x.dims[axis];
  if (at.rank) {
    if (!dbx_is_integer(at.t) && at.size)
      return dbx_fail(DBX_E204, (dbx_span){0},
                      "slice indices must be integers or None or have an __index__ method");
    int64_t *ends = DBX_TMP(int64_t, at.size + 1);
    for (int64_t i = 0; dbx_go_on(i, at.size); i++) ends[i] = nd_at(&at, i).i;
    DBX_TRY(dbx_poll());
    ends[at.size] = len;
    return parts(a[0], axis, ends, (uint32_t)at.size + 1, ret);
  }
  int64_t n = dbx_load(at.data, at.t).i;
  if (equal && !n) return dbx_fail(DBX_E209, (dbx_span){0}, "integer modulo by zero");
  if (n <= 0) return dbx_fail(DBX_E208, (dbx_span){0}, "number sections must be larger than 0.");
  if (equal && len % n) return jn_fail_division("np", axis, len, n), DBX_FAIL;
  if (n > 1 << 20) return dbx_fail(DBX_E216, (dbx_span){0}, "too many sections");
  int64_t *ends = DBX_TMP(int64_t, n), end = 0;
  for (int64_t i = 0; i < n; i++) ends[i] = end += len / n + (i < len % n);
  return parts(a[0], axis, ends, (uint32_t)n, ret);
}
dbx_status np_fn_split(const np_row *row, const pv *a, pv *ret) { return cut(a, true, ret); }
dbx_status np_fn_array_split(const np_row *row, const pv *a, pv *ret) { return cut(a, false, ret); }

// ---- picking out ----

static int64_t into_range(int64_t i, int64_t n, bool wrap) {
  if (wrap) return n ? (i % n + n) % n : 0;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

dbx_status np_fn_take(const np_row *row, const pv *a, pv *ret) {
  nd x, i, r;
  uint32_t axis;
  nd_place place;
  const char *mode = is_str(a[4]) ? STR(a[4])->s : "raise";
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_whole_numbers(a[1], &i));
  DBX_TRY(along(a[2], &x, &axis));
  if (!x.rank) return dbx_fail(DBX_E208, (dbx_span){0}, "the array has no axes");
  int64_t found = i.size;
  for (uint32_t k = 0; k < x.rank; k++) found = nd_times(found, k == axis ? 1 : x.dims[k]);
  if (!x.dims[axis] && found)
    return dbx_fail(DBX_E206, (dbx_span){0}, "cannot do a non-empty take from an empty axes.");
  nd_item *item = DBX_TMP(nd_item, axis + 1);
  for (uint32_t k = 0; k < axis; k++)
    item[k] = (nd_item){.kind = ND_SLICE, .no_start = true, .no_stop = true, .step = 1};
  DBX_TRY(nd_copy(&i, DBX_I64, &r));
  int64_t before = 1;
  for (uint32_t k = 0; k < axis; k++) before = nd_times(before, x.dims[k]);
  for (int64_t k = 0; before && !strcmp(mode, "raise") && dbx_go_on(k, r.size); k++) {
    int64_t at = ((int64_t *)r.data)[k], n = x.dims[axis]; // also where there are no elements
    if (at < -n || at >= n)
      return dbx_fail(DBX_E206, (dbx_span){0},
                      "index %lld is out of bounds for axis %u with size %lld", (long long)at, axis,
                      (long long)n);
  }
  for (int64_t k = 0; strcmp(mode, "raise") && dbx_go_on(k, r.size); k++)
    ((int64_t *)r.data)[k] =
        into_range(((int64_t *)r.data)[k], x.dims[axis], !strcmp(mode, "wrap"));
  DBX_TRY(dbx_poll());
  item[axis] = (nd_item){.kind = ND_ARRAY, .array = r};
  DBX_TRY(nd_find(&x, item, axis + 1, &place));
  nd rows;
  DBX_TRY(nd_gather(&place, &rows));
  DBX_TRY(nd_copy(&rows, rows.t, &r));
  return np_give(&r, a[3], ret);
}

dbx_status np_fn_nonzero(const np_row *row, const pv *a, pv *ret) {
  nd x, all;
  DBX_TRY(np_operand(a[0], &x));
  if (!x.rank) {
    nd one = nd_insert_axis(&x, 0);
    x = one;
  }
  DBX_TRY(nd_nonzero(&x, &all));
  nd turned, rows, whole;
  DBX_TRY(nd_transpose(&all, NULL, &turned)); // one row for each element, as numpy's
  DBX_TRY(nd_copy(&turned, DBX_I64, &rows));
  pv owner = np_array(&rows), t = tuple_new(NULL, x.rank);
  if (owner.tag == PV_UNBOUND) return DBX_FAIL;
  whole = np_nd(owner);
  for (uint32_t k = 0; k < x.rank; k++) {
    nd line = nd_slice(&whole, 1, k, 1, 1);
    nd flat = nd_drop_axis(&line, 1);
    flat.strides[0] = (int64_t)x.rank * (int64_t)sizeof(int64_t);
    SEQ(t)->at[k] = np_view(NDARRAY(owner), &flat);
  }
  return *ret = t, DBX_OK;
}

// ---- ix_: indices that stand for a grid ----

dbx_status np_fn_ix(const np_row *row, const pv *a, pv *ret) {
  uint32_t n = SEQ(a[0])->n;
  *ret = tuple_new(NULL, n);
  pv all = *ret;
  for (uint32_t k = 0; k < n; k++) {
    pv array = SEQ(a[0])->at[k], places;
    nd x, r;
    bool given = is_obj(array, T_NDARRAY);
    DBX_TRY(np_asarray(array, &array));
    if (NDARRAY(array)->rank != 1)
      return dbx_fail(DBX_E208, (dbx_span){0}, "Cross index must be 1 dimensional");
    if (NDARRAY(array)->t == DBX_BOOL) {
      DBX_TRY(np_fn_nonzero(row, &array, &places));
      array = SEQ(places)->at[0];
    } else if (!given && !NDARRAY(array)->size) { // no numbers: of no type
      DBX_TRY(nd_new(DBX_I64, 1, (int64_t[]){0}, &r));
      array = np_array(&r);
    }
    x = np_nd(array);
    int64_t *dims = DBX_TMP(int64_t, n);
    for (uint32_t i = 0; i < n; i++) dims[i] = i == k ? x.size : 1;
    DBX_TRY(nd_reshape(&x, n, dims, false, &r));
    if (n == 1) r.memory = r.whole = NULL;
    SEQ(all)->at[k] = np_derived(array, &r);
  }
  return *ret = all, DBX_OK;
}

// ---- around and between ----

dbx_status np_fn_pad(const np_row *row, const pv *a, pv *ret) {
  nd x, given, width, r, fill;
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_operand(a[1], &given));
  if (!dbx_is_integer(given.t) && given.t != DBX_BOOL)
    return dbx_fail(DBX_E204, (dbx_span){0}, "`pad_width` must be of integral type.");
  DBX_TRY(nd_as(&given, DBX_I64, &width));
  if (!is_str(a[2]) || strcmp(STR(a[2])->s, "constant")) return np_no_option(row, a[2], "mode");
  nd spread;
  if (!nd_spreads(&width, 2, (int64_t[]){x.rank, 2}, &spread))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "operands could not be broadcast together with remapped shapes");
  DBX_TRY(np_operand_as(a[3], x.t, &fill));
  if (fill.rank) return np_no_option(row, str_of("a sequence"), "constant_values");
  int64_t *dims = DBX_TMP(int64_t, x.rank + 1);
  for (uint32_t k = 0; k < x.rank; k++) {
    int64_t before = nd_at(&spread, (int64_t)2 * k).i, after = nd_at(&spread, (int64_t)2 * k + 1).i;
    if (before < 0 || after < 0)
      return dbx_fail(DBX_E208, (dbx_span){0}, "index can't contain negative values");
    if (__builtin_add_overflow(x.dims[k], before, &dims[k]) ||
        __builtin_add_overflow(dims[k], after, &dims[k]))
      return dbx_fail(DBX_E702, (dbx_span){0}, "the padded array is too large");
  }
  DBX_TRY((nd_is_fortran(&x) ? nd_new_fortran : nd_new)(x.t, x.rank, dims, &r));
  nd_fill(&r, &fill);
  nd inside = r;
  for (uint32_t k = 0; k < x.rank; k++) {
    nd part = nd_slice(&inside, k, nd_at(&spread, (int64_t)2 * k).i, 1, x.dims[k]);
    inside = part;
  }
  if (x.size) nd_fill(&inside, &x);
  return fresh(&r, ret);
}

static dbx_status attach(nd *x, pv v, uint32_t axis, bool front) {
  nd more, both[2], r;
  if (v.tag == PV_UNBOUND) return DBX_OK;
  DBX_TRY(np_operand(v, &more));
  if (!more.rank) {
    int64_t *dims = DBX_TMP(int64_t, x->rank);
    memcpy(dims, x->dims, x->rank * sizeof *dims);
    dims[axis] = 1;
    nd spread;
    DBX_TRY(nd_spread(&more, x->rank, dims, &spread));
    more = spread;
  }
  both[front ? 0 : 1] = more, both[front ? 1 : 0] = *x;
  DBX_TRY(nd_concatenate(both, 2, axis, nd_promote(more.t, x->t), &r));
  return *x = r, DBX_OK;
}

dbx_status np_fn_diff(const np_row *row, const pv *a, pv *ret) {
  nd x;
  int64_t n;
  uint32_t axis;
  DBX_TRY(lang_index(a[1], &n));
  DBX_TRY(np_operand(a[0], &x));
  if (n < 0)
    return dbx_fail(DBX_E208, (dbx_span){0}, "order must be non-negative but got %lld",
                    (long long)n);
  if (!n) return *ret = a[0], DBX_OK;
  if (!x.rank)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "diff requires input that is at least one dimensional");
  DBX_TRY(np_one_axis(a[2], x.rank, &axis));
  DBX_TRY(attach(&x, a[3], axis, true));
  DBX_TRY(attach(&x, a[4], axis, false));
  for (; n > 0; n--) {
    int64_t len = x.dims[axis] ? x.dims[axis] - 1 : 0;
    nd later = nd_slice(&x, axis, 1, 1, len), former = nd_slice(&x, axis, 0, 1, len), r;
    DBX_TRY(nd_call(x.t == DBX_BOOL ? "not_equal" : "subtract", &later, &former, &r));
    x = r;
    if (!len) break;
  }
  return fresh(&x, ret);
}
