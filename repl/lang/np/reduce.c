// numpy's reductions: sums, extremes, means, order.
#include "lang/np/np.h"

#include <math.h>
#include <string.h>

typedef struct reduction {
  nd x;
  bool *axes, keepdims;
} reduction;

static dbx_status open_reduction(pv a, pv axis, pv keepdims, reduction *r) {
  DBX_TRY(np_operand(a, &r->x));
  r->axes = DBX_TMP(bool, r->x.rank + 1);
  DBX_TRY(np_axes(axis, r->x.rank, r->axes));
  return np_flag(keepdims, &r->keepdims);
}

// ---- folds ----

dbx_dtype np_sum_type(dbx_dtype t) {
  if (t == DBX_BOOL || dbx_is_signed(t)) return DBX_I64;
  return dbx_is_unsigned(t) ? DBX_U64 : t;
}

static dbx_status fold(nd_fold f, reduction *r, dbx_dtype t, pv initial, nd *ret) {
  dbx_scalar x;
  nd start;
  if (initial.tag == PV_UNBOUND || is_none(initial))
    return nd_reduce(f, &r->x, r->axes, r->keepdims, t, NULL, ret);
  DBX_TRY(np_operand_as(initial, t, &start));
  x = dbx_load(start.data, t);
  return nd_reduce(f, &r->x, r->axes, r->keepdims, t, &x, ret);
}

static dbx_status sum_like(nd_fold f, const np_row *row, const pv *a, pv *ret) {
  reduction r;
  nd v;
  DBX_TRY(np_no_option(row, a[6], "where"));
  DBX_TRY(open_reduction(a[0], a[1], a[4], &r));
  dbx_dtype t = np_sum_type(r.x.t);
  if (!is_none(a[2])) DBX_TRY(np_dtype(a[2], &t));
  DBX_TRY(fold(f, &r, t, a[5], &v));
  return np_give(&v, a[3], ret);
}
dbx_status np_fn_sum(const np_row *row, const pv *a, pv *ret) {
  return sum_like(ND_SUM, row, a, ret);
}
dbx_status np_fn_prod(const np_row *row, const pv *a, pv *ret) {
  return sum_like(ND_PROD, row, a, ret);
}

static dbx_status extreme(nd_fold f, const np_row *row, const pv *a, pv *ret) {
  reduction r;
  nd v;
  DBX_TRY(np_no_option(row, a[5], "where"));
  DBX_TRY(open_reduction(a[0], a[1], a[3], &r));
  DBX_TRY(fold(f, &r, r.x.t, a[4], &v));
  return np_give(&v, a[2], ret);
}
dbx_status np_fn_max(const np_row *row, const pv *a, pv *ret) {
  return extreme(ND_MAX, row, a, ret);
}
dbx_status np_fn_min(const np_row *row, const pv *a, pv *ret) {
  return extreme(ND_MIN, row, a, ret);
}

dbx_status np_fn_ptp(const np_row *row, const pv *a, pv *ret) {
  reduction r;
  nd high, low, v;
  DBX_TRY(open_reduction(a[0], a[1], a[3], &r));
  DBX_TRY(fold(ND_MAX, &r, r.x.t, pv_none(), &high));
  DBX_TRY(fold(ND_MIN, &r, r.x.t, pv_none(), &low));
  DBX_TRY(nd_call("subtract", &high, &low, &v));
  return np_give(&v, a[2], ret);
}

static dbx_status truth(nd_fold f, const np_row *row, const pv *a, pv *ret) {
  reduction r;
  nd v;
  DBX_TRY(np_no_option(row, a[4], "where"));
  DBX_TRY(open_reduction(a[0], a[1], a[3], &r));
  DBX_TRY(fold(f, &r, DBX_BOOL, pv_none(), &v));
  return np_give(&v, a[2], ret);
}
dbx_status np_fn_all(const np_row *row, const pv *a, pv *ret) { return truth(ND_ALL, row, a, ret); }
dbx_status np_fn_any(const np_row *row, const pv *a, pv *ret) { return truth(ND_ANY, row, a, ret); }

dbx_status np_fn_count_nonzero(const np_row *row, const pv *a, pv *ret) {
  reduction r;
  nd yes, v;
  DBX_TRY(open_reduction(a[0], a[1], a[2], &r));
  DBX_TRY(nd_copy(&r.x, DBX_BOOL, &yes));
  r.x = yes;
  DBX_TRY(fold(ND_SUM, &r, DBX_I64, pv_none(), &v));
  *ret = is_none(a[1]) && !r.keepdims ? np_unpacked(&v) : np_return(&v);
  return DBX_OK;
}

// ---- means and variances (numpy/core/_methods.py) ----

static int64_t count_of(const reduction *r) {
  int64_t n = 1;
  for (uint32_t i = 0; i < r->x.rank; i++)
    if (r->axes[i]) n *= r->x.dims[i];
  return n;
}

static dbx_status divided(const nd *x, double by, dbx_dtype t, nd *ret) {
  nd n = nd_number(t == DBX_F32 || t == DBX_C64 || t == DBX_F16 ? DBX_F32 : DBX_F64,
                   dbx_scalar_f(by)),
     r;
  DBX_TRY(nd_call("true_divide", x, &n, &r));
  return nd_as(&r, t, ret);
}

// The type in which it is computed, and that of the result.
static dbx_status mean_types(const reduction *r, pv dtype, dbx_dtype *t, dbx_dtype *result) {
  *t = *result = r->x.t;
  if (!is_none(dtype)) {
    DBX_TRY(np_dtype(dtype, t));
    return *result = *t, DBX_OK;
  }
  if (!dbx_is_inexact(r->x.t)) *t = *result = DBX_F64;
  if (r->x.t == DBX_F16) *t = DBX_F32;
  return DBX_OK;
}

static dbx_status check_axis_of_number(const reduction *r, pv axis) { // means have none
  uint32_t i;
  return r->x.rank || is_none(axis) || is_seq(axis) ? DBX_OK : np_one_axis(axis, 0, &i);
}

static dbx_status mean(reduction *r, pv dtype, nd *ret) {
  dbx_dtype t, result;
  nd sum, m;
  DBX_TRY(mean_types(r, dtype, &t, &result));
  DBX_TRY(fold(ND_SUM, r, t, pv_none(), &sum));
  bool whole = !dbx_is_inexact(t);
  DBX_TRY(divided(&sum, (double)count_of(r), whole ? DBX_F64 : t, &m));
  return nd_as(&m, result, ret);
}

dbx_status np_fn_mean(const np_row *row, const pv *a, pv *ret) {
  reduction r;
  nd v;
  DBX_TRY(np_no_option(row, a[5], "where"));
  DBX_TRY(open_reduction(a[0], a[1], a[4], &r));
  DBX_TRY(check_axis_of_number(&r, a[1]));
  DBX_TRY(mean(&r, a[2], &v));
  return np_give(&v, a[3], ret);
}

static dbx_status squared_distances(const nd *x, const nd *center, nd *ret) {
  nd d, conj, product;
  DBX_TRY(nd_call("subtract", x, center, &d));
  if (!dbx_is_complex(d.t)) return nd_call("multiply", &d, &d, ret);
  DBX_TRY(nd_call("conjugate", &d, &d, &conj));
  DBX_TRY(nd_call("multiply", &d, &conj, &product));
  nd real = product;
  real = nd_with(&product, product.rank);
  memcpy(real.dims, product.dims, product.rank * sizeof *real.dims);
  memcpy(real.strides, product.strides, product.rank * sizeof *real.strides);
  real.t = dbx_real_of(product.t);
  return nd_copy(&real, real.t, ret);
}

static dbx_status variance(const np_row *row, const pv *a, bool root, pv *ret) {
  reduction r;
  nd center, v;
  double ddof = 0;
  dbx_dtype t, result;
  DBX_TRY(np_no_option(row, a[6], "where"));
  DBX_TRY(open_reduction(a[0], a[1], a[5], &r));
  DBX_TRY(check_axis_of_number(&r, a[1]));
  DBX_TRY(number_as_double(a[4], &ddof));
  DBX_TRY(mean_types(&r, a[2], &t, &result));
  bool keepdims = r.keepdims;
  r.keepdims = true;
  nd sum;
  DBX_TRY(fold(ND_SUM, &r, t, pv_none(), &sum));
  DBX_TRY(divided(&sum, (double)count_of(&r), t, &center));
  double n = (double)count_of(&r) - ddof;
  DBX_TRY(squared_distances(&r.x, &center, &v));
  r.x = v, r.keepdims = keepdims;
  dbx_dtype real = dbx_real_of(t);
  if (!dbx_is_complex(t)) real = t;
  DBX_TRY(fold(ND_SUM, &r, real, pv_none(), &sum));
  DBX_TRY(divided(&sum, n > 0 ? n : 0, real, &v));
  if (root) DBX_TRY(nd_call("sqrt", &v, &v, &v));
  DBX_TRY(nd_as(&v, dbx_is_complex(result) ? dbx_real_of(result) : result, &sum));
  return np_give(&sum, a[3], ret);
}
dbx_status np_fn_var(const np_row *row, const pv *a, pv *ret) {
  return variance(row, a, false, ret);
}
dbx_status np_fn_std(const np_row *row, const pv *a, pv *ret) {
  return variance(row, a, true, ret);
}

static dbx_status weights_of(const reduction *r, pv given, bool no_axis, nd *ret) {
  nd w;
  uint32_t axis = 0, n = 0;
  DBX_TRY(np_operand(given, &w));
  for (uint32_t i = 0; i < r->x.rank; i++)
    if (r->axes[i]) axis = i, n++;
  if (nd_same_shape(&w, &r->x)) return *ret = w, DBX_OK;
  if (no_axis)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "Axis must be specified when shapes of a and weights differ.");
  if (w.rank != 1)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "1D weights expected when shapes of a and weights differ.");
  if (n != 1 || w.dims[0] != r->x.dims[axis])
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "Length of weights not compatible with specified axis.");
  nd line = nd_with(&r->x, r->x.rank);
  for (uint32_t i = 0; i < r->x.rank; i++)
    line.dims[i] = r->x.dims[i], line.strides[i] = i == axis ? w.strides[0] : 0;
  line.data = w.data, line.t = w.t;
  nd_set_size(&line);
  return *ret = line, DBX_OK;
}

dbx_status np_fn_average(const np_row *row, const pv *a, pv *ret) {
  reduction r;
  nd w, products, sum, scale, v;
  bool returned;
  DBX_TRY(np_flag(a[3], &returned));
  DBX_TRY(open_reduction(a[0], a[1], a[4], &r));
  DBX_TRY(check_axis_of_number(&r, a[1]));
  if (is_none(a[2])) {
    DBX_TRY(mean(&r, pv_none(), &v));
    if (!v.size) return dbx_fail(DBX_E209, (dbx_span){0}, "division by zero");
    nd n = nd_number(v.t, dbx_scalar_f((double)count_of(&r))), spread;
    DBX_TRY(nd_spread(&n, v.rank, v.dims, &spread));
    DBX_TRY(nd_copy(&spread, v.t, &scale));
  } else {
    DBX_TRY(weights_of(&r, a[2], is_none(a[1]), &w));
    dbx_dtype t = nd_promote(r.x.t, w.t);
    if (!dbx_is_inexact(r.x.t)) t = nd_promote(t, DBX_F64);
    nd x = r.x;
    r.x = w;
    DBX_TRY(fold(ND_SUM, &r, t, pv_none(), &scale));
    for (int64_t i = 0; dbx_go_on(i, scale.size); i++)
      if (dbx_scalar_is_zero(nd_at(&scale, i), t))
        return dbx_fail(DBX_E209, (dbx_span){0}, "Weights sum to zero, can't be normalized");
    nd xt, wt;
    DBX_TRY(nd_as(&x, t, &xt));
    DBX_TRY(nd_as(&w, t, &wt));
    DBX_TRY(nd_call("multiply", &xt, &wt, &products));
    r.x = products;
    DBX_TRY(fold(ND_SUM, &r, t, pv_none(), &sum));
    DBX_TRY(nd_call("true_divide", &sum, &scale, &v));
  }
  pv pair[] = {np_return(&v), np_return(&scale)};
  return *ret = returned ? tuple_new(pair, 2) : pair[0], DBX_OK;
}

// ---- order ----

static dbx_status flattened(nd *x) {
  nd flat;
  DBX_TRY(nd_reshape(x, 1, &x->size, false, &flat));
  return *x = flat, DBX_OK;
}

// The array that a function with axis=None works on, and the axis.
static dbx_status along(pv a, pv axis, nd *x, uint32_t *at) {
  DBX_TRY(np_operand(a, x));
  *at = 0;
  bool number = !x->rank && !is_none(axis), axes[1];
  if (number) DBX_TRY(np_axes(axis, 0, axes)); // a number has axis 0, as one row
  if (is_none(axis) || number) return flattened(x);
  return np_one_axis(axis, x->rank, at);
}

static dbx_status place(const np_row *row, const pv *a, bool max, pv *ret) {
  nd x, v;
  uint32_t axis;
  bool keepdims;
  DBX_TRY(np_flag(a[3], &keepdims));
  DBX_TRY(along(a[0], a[1], &x, &axis));
  DBX_TRY(nd_arg_extreme(max, &x, axis, &v));
  if (keepdims) {
    nd own;
    DBX_TRY(np_operand(a[0], &own));
    uint32_t more = is_none(a[1]) ? own.rank : 1;
    for (uint32_t i = 0; i < more; i++) {
      nd wide = nd_insert_axis(&v, is_none(a[1]) ? 0 : axis);
      v = wide;
    }
  }
  return np_give(&v, a[2], ret);
}
dbx_status np_fn_argmax(const np_row *row, const pv *a, pv *ret) {
  return place(row, a, true, ret);
}
dbx_status np_fn_argmin(const np_row *row, const pv *a, pv *ret) {
  return place(row, a, false, ret);
}

static dbx_status running(const np_row *row, nd_fold f, const pv *a, pv *ret) {
  nd x, v;
  uint32_t axis;
  DBX_TRY(along(a[0], a[1], &x, &axis));
  dbx_dtype t = np_sum_type(x.t);
  if (!is_none(a[2])) DBX_TRY(np_dtype(a[2], &t));
  bool other = is_obj(a[3], T_NDARRAY) && NDARRAY(a[3])->t != t;
  if (other) return np_no_option(row, str_of(dbx_dtype_name(t)), "out"); // computed in its type
  DBX_TRY(nd_accumulate(f, &x, axis, t, &v));
  return np_give(&v, a[3], ret);
}
dbx_status np_fn_cumsum(const np_row *row, const pv *a, pv *ret) {
  return running(row, ND_SUM, a, ret);
}
dbx_status np_fn_cumprod(const np_row *row, const pv *a, pv *ret) {
  return running(row, ND_PROD, a, ret);
}

dbx_status np_fn_sort(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  uint32_t axis;
  DBX_TRY(np_operand(a[0], &x));
  if (!x.rank && !is_none(a[1])) return np_one_axis(a[1], 0, &axis);
  DBX_TRY(along(a[0], a[1], &x, &axis));
  DBX_TRY(np_no_option(row, a[3], "order"));
  DBX_TRY(nd_copy(&x, x.t, &r));
  DBX_TRY(nd_sort(&r, axis));
  DBX_TRY(nd_lay_out_copy(&r, &x));
  return *ret = np_array(&r), DBX_OK;
}

dbx_status np_fn_sort_method(const np_row *row, const pv *a, pv *ret) {
  nd x, sorted;
  uint32_t axis;
  DBX_TRY(np_no_option(row, a[3], "order"));
  if (!is_obj(a[0], T_NDARRAY))
    return dbx_fail(DBX_E306, (dbx_span){0}, "axis -1 is out of bounds for array of dimension 0");
  if (NDARRAY(a[0])->readonly) return dbx_fail(DBX_E208, (dbx_span){0}, "sort array is read-only");
  DBX_TRY(np_writable(a[0], &x));
  DBX_TRY(np_one_axis(a[1], x.rank, &axis));
  DBX_TRY(nd_copy(&x, x.t, &sorted)); // Ctrl-C leaves the array as it was
  DBX_TRY(nd_sort(&sorted, axis));
  return *ret = pv_none(), nd_write(&x, &sorted);
}

dbx_status np_fn_argsort(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  uint32_t axis;
  DBX_TRY(np_no_option(row, a[3], "order"));
  DBX_TRY(np_operand(a[0], &x));
  if (!x.rank) {
    nd one = nd_insert_axis(&x, 0);
    DBX_TRY(nd_argsort(&one, 0, &r));
    return *ret = np_array(&r), DBX_OK;
  }
  DBX_TRY(along(a[0], a[1], &x, &axis));
  DBX_TRY(nd_argsort(&x, axis, &r));
  return *ret = np_array(&r), DBX_OK;
}

// The mean of the middle one or two along an axis that has been sorted.
static dbx_status middle(const nd *x, uint32_t axis, dbx_dtype t, nd *ret) {
  int64_t n = x->dims[axis];
  nd mid = nd_slice(x, axis, n % 2 ? n / 2 : n / 2 - 1, 1, n ? 2 - n % 2 : 0), last;
  reduction r = {.x = mid, .axes = DBX_TMP(bool, x->rank + 1)};
  r.axes[axis] = true;
  DBX_TRY(mean(&r, pv_none(), ret));
  if (!n || !dbx_is_inexact(x->t)) return DBX_OK;
  last = nd_slice(x, axis, n - 1, 1, 1); // NaN is sorted to the end and wins
  nd end = nd_drop_axis(&last, axis);
  for (int64_t i = 0; dbx_go_on(i, ret->size); i++)
    if (isnan(nd_at(&end, i).c[0])) dbx_array_set(ret->whole, i, nd_at(&end, i));
  (void)t;
  return DBX_OK;
}

dbx_status np_fn_median(const np_row *row, const pv *a, pv *ret) {
  reduction r;
  nd x, sorted, v;
  DBX_TRY(open_reduction(a[0], a[1], a[4], &r));
  DBX_TRY(check_axis_of_number(&r, a[1]));
  if (!r.x.rank || is_seq(a[1])) {
    bool all = true;
    for (uint32_t i = 0; i < r.x.rank; i++) all = all && r.axes[i];
    if (!all) return np_no_option(row, a[1], "axis");
  }
  uint32_t axis = 0;
  bool all = is_none(a[1]) || is_seq(a[1]) || !r.x.rank;
  x = r.x;
  if (all) DBX_TRY(flattened(&x));
  else DBX_TRY(np_one_axis(a[1], x.rank, &axis));
  DBX_TRY(nd_copy(&x, x.t, &sorted));
  DBX_TRY(nd_sort(&sorted, axis));
  DBX_TRY(middle(&sorted, axis, x.t, &v));
  nd like = nd_drop_axis(&x, axis);
  const nd *one[] = {&like};
  DBX_TRY(nd_lay_out(&v, one, 1));
  nd wide = v;
  for (uint32_t i = 0; r.keepdims && i < (all ? r.x.rank : 1); i++)
    wide = nd_insert_axis(&wide, all ? 0 : axis);
  if (r.keepdims && is_none(a[2]) && wide.rank) return *ret = np_inside(&v, &wide), DBX_OK;
  return np_give(&wide, a[2], ret);
}

dbx_status np_fn_trace(const np_row *row, const pv *a, pv *ret) {
  pv diagonal, args[] = {a[0], a[1], a[2], a[3]};
  DBX_TRY(np_fn_diagonal(row, args, &diagonal));
  pv sum[] = {diagonal, pv_int(-1), a[4], a[5], pv_bool(false), PV(PV_UNBOUND), pv_bool(true)};
  return np_fn_sum(row, sum, ret);
}
