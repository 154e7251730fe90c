// numpy's functions that make arrays.
#include "lang/np/np.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static dbx_status fresh(const nd *r, pv *ret) { return *ret = np_array(r), DBX_OK; }

// Memory is row-major here unless an operation keeps the order of its operands.
static dbx_status order_arg(const np_row *row, pv order) {
  bool known = !is_str(order) || !strcmp(STR(order)->s, "C") || !strcmp(STR(order)->s, "K");
  return known ? DBX_OK : np_no_option(row, order, "order");
}

static dbx_status fill_new(dbx_dtype t, pv shape, pv value, pv *ret) {
  uint32_t rank;
  int64_t *dims;
  nd r, x, spread;
  DBX_TRY(np_shape_arg(shape, &rank, &dims));
  DBX_TRY(nd_new(t, rank, dims, &r));
  DBX_TRY(np_operand(value, &x)); // cast as arrays are, not converted as elements are
  if (!nd_spreads(&x, rank, dims, &spread)) {
    dbx_buf from = {0}, to = {0};
    nd_put_shape(&from, x.rank, x.dims), nd_put_shape(&to, rank, dims);
    dbx_fail_(DBX_E308, (dbx_span){0},
              "could not broadcast input array from shape %s into shape %s", dbx_text(&from),
              dbx_text(&to));
    dbx_buf_free(&from), dbx_buf_free(&to);
    return DBX_FAIL;
  }
  nd_fill(&r, &spread);
  return fresh(&r, ret);
}

dbx_status np_fn_zeros(const np_row *row, const pv *a, pv *ret) {
  dbx_dtype t;
  DBX_TRY(order_arg(row, a[2]));
  DBX_TRY(np_dtype(a[1], &t));
  return fill_new(t, a[0], pv_int(0), ret);
}
dbx_status np_fn_ones(const np_row *row, const pv *a, pv *ret) {
  dbx_dtype t;
  DBX_TRY(order_arg(row, a[2]));
  DBX_TRY(np_dtype(a[1], &t));
  return fill_new(t, a[0], pv_int(1), ret);
}
dbx_status np_fn_full(const np_row *row, const pv *a, pv *ret) {
  nd x;
  DBX_TRY(order_arg(row, a[3]));
  DBX_TRY(np_operand(a[1], &x));
  dbx_dtype t = x.t;
  if (!is_none(a[2])) DBX_TRY(np_dtype(a[2], &t));
  return fill_new(t, a[0], a[1], ret);
}

static dbx_status like(const np_row *row, const pv *a, pv value, pv dtype, pv order, pv shape,
                       pv *ret) {
  nd x, r;
  dbx_dtype t;
  DBX_TRY(order_arg(row, order));
  DBX_TRY(np_operand(a[0], &x));
  t = x.t;
  if (!is_none(dtype)) DBX_TRY(np_dtype(dtype, &t));
  if (!is_none(shape)) return fill_new(t, shape, value, ret);
  pv dims = tuple_new(NULL, x.rank);
  for (uint32_t i = 0; i < x.rank; i++) SEQ(dims)->at[i] = pv_int(x.dims[i]);
  DBX_TRY(fill_new(t, dims, value, ret));
  if (ret->tag == PV_UNBOUND) return DBX_FAIL;
  r = np_nd(*ret);
  DBX_TRY(nd_lay_out_copy(&r, &x));
  return fresh(&r, ret);
}
dbx_status np_fn_zeros_like(const np_row *row, const pv *a, pv *ret) {
  return like(row, a, pv_int(0), a[1], a[2], a[4], ret);
}
dbx_status np_fn_ones_like(const np_row *row, const pv *a, pv *ret) {
  return like(row, a, pv_int(1), a[1], a[2], a[4], ret);
}
dbx_status np_fn_full_like(const np_row *row, const pv *a, pv *ret) {
  return like(row, a, a[1], a[2], a[3], a[5], ret);
}

// ---- array, asarray, astype, copy ----

static dbx_status copy_like(const nd *x, dbx_dtype t, nd *ret) {
  DBX_TRY(nd_copy(x, t, ret));
  return nd_lay_out_copy(ret, x);
}

dbx_status np_fn_array(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  dbx_dtype t;
  bool copy;
  int64_t ndmin;
  DBX_TRY(order_arg(row, a[3]));
  DBX_TRY(np_flag(a[2], &copy));
  DBX_TRY(lang_index(a[5], &ndmin));
  if (is_none(a[1])) DBX_TRY(np_operand(a[0], &x));
  else {
    DBX_TRY(np_dtype(a[1], &t));
    DBX_TRY(np_operand_as(a[0], t, &x));
  }
  bool same = is_obj(a[0], T_NDARRAY) && !copy && x.t == NDARRAY(a[0])->t;
  if (same) r = x;
  else DBX_TRY(copy_like(&x, x.t, &r));
  if (r.rank >= ndmin) return same ? (*ret = a[0], DBX_OK) : fresh(&r, ret);
  if (ndmin > 32)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "ndmin bigger than allowable number of dimensions "
                    "NPY_MAXDIMS (=32)");
  nd wide = nd_with(&r, (uint32_t)ndmin);
  uint32_t more = (uint32_t)ndmin - r.rank;
  for (uint32_t i = 0; i < wide.rank; i++) {
    wide.dims[i] = i < more ? 1 : r.dims[i - more];
    wide.strides[i] =
        i < more ? r.rank ? r.strides[0] * r.dims[0] : dbx_dtype_bytes(r.t) : r.strides[i - more];
  }
  return *ret = same ? np_derived(a[0], &wide) : np_inside(&r, &wide), DBX_OK;
}

dbx_status np_fn_asarray(const np_row *row, const pv *a, pv *ret) {
  dbx_dtype t;
  nd x, r;
  DBX_TRY(order_arg(row, a[2]));
  if (is_none(a[1])) return np_asarray(a[0], ret);
  DBX_TRY(np_dtype(a[1], &t));
  if (is_obj(a[0], T_NDARRAY) && NDARRAY(a[0])->t == t) return *ret = a[0], DBX_OK;
  if (is_obj(a[0], T_NDARRAY)) x = np_nd(a[0]);
  else DBX_TRY(np_operand_as(a[0], t, &x));
  DBX_TRY(copy_like(&x, t, &r));
  return fresh(&r, ret);
}

dbx_status np_fn_ascontiguousarray(const np_row *row, const pv *a, pv *ret) {
  pv args[] = {a[0], a[1], pv_none()};
  DBX_TRY(np_fn_asarray(row, args, ret));
  nd x = np_nd(*ret), r;
  if (x.rank && nd_is_contiguous(&x)) return DBX_OK;
  DBX_TRY(nd_copy(&x, x.t, &r));
  if (r.rank) return fresh(&r, ret);
  nd line;
  DBX_TRY(nd_reshape(&r, 1, (int64_t[]){1}, false, &line));
  return *ret = np_inside(&r, &line), DBX_OK;
}

dbx_status np_fn_copy(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  bool keep = is_str(a[1]) && !strcmp(STR(a[1])->s, "K");
  DBX_TRY(order_arg(row, a[1]));
  if (is_obj(a[0], T_GENERIC) && !keep) return *ret = a[0], DBX_OK;
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(keep ? copy_like(&x, x.t, &r) : nd_copy(&x, x.t, &r));
  return fresh(&r, ret);
}

dbx_status np_fn_astype(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  dbx_dtype t;
  bool copy;
  DBX_TRY(order_arg(row, a[2]));
  DBX_TRY(np_dtype(a[1], &t));
  DBX_TRY(np_flag(a[5], &copy));
  DBX_TRY(np_operand(a[0], &x));
  const char *casting = is_str(a[3]) ? STR(a[3])->s : "unsafe";
  if (!nd_can_cast(x.t, t, casting))
    return dbx_fail(
        DBX_E204, (dbx_span){0},
        "Cannot cast array data from dtype('%s') to dtype('%s') according to the rule '%s'",
        dbx_dtype_name(x.t), dbx_dtype_name(t), casting);
  if (!copy && x.t == t && is_obj(a[0], T_NDARRAY)) return *ret = a[0], DBX_OK;
  DBX_TRY(copy_like(&x, t, &r));
  if (is_obj(a[0], T_GENERIC)) return *ret = np_return(&r), DBX_OK;
  return fresh(&r, ret);
}

// ---- ranges ----

static dbx_status number_of(pv v, nd *ret) {
  DBX_TRY(np_operand(v, ret));
  if (is_seq(v) || (ret->rank && ret->size != 1))
    return dbx_fail(DBX_E204, (dbx_span){0}, "the arguments of numpy.arange have to be numbers");
  return DBX_OK;
}

static double real_at(const nd *x) {
  return nd_convert(dbx_load(x->data, x->t), x->t, DBX_F64).c[0];
}

// Of integers the difference is exact, as Python's.
static double span_of(const nd *start, const nd *stop) {
  if (!dbx_is_integer(start->t) || !dbx_is_integer(stop->t)) return real_at(stop) - real_at(start);
  dbx_scalar from = dbx_load(start->data, start->t), to = dbx_load(stop->data, stop->t);
  __int128 a = dbx_is_unsigned(start->t) ? (__int128)from.u : from.i,
           b = dbx_is_unsigned(stop->t) ? (__int128)to.u : to.i;
  return (double)(b - a);
}

static dbx_status count_of(double span, double step, int64_t *ret) {
  double n = ceil(span / step);
  if (step == 0) return dbx_fail(DBX_E209, (dbx_span){0}, "division by zero");
  if (!(n < 9.2e18)) return dbx_fail(DBX_E208, (dbx_span){0}, "Maximum allowed size exceeded");
  return *ret = n > 0 ? (int64_t)n : 0, DBX_OK;
}

// numpy fills from the first two elements.
static void fill_range(const nd *r, dbx_scalar first, dbx_scalar second) {
  for (int64_t i = 0; dbx_go_on(i, r->size); i++) {
    dbx_scalar x = i == 0 ? first : second;
    if (i > 1 && dbx_is_integer(r->t)) x.u = first.u + (uint64_t)i * (second.u - first.u);
    if (i > 1 && r->t == DBX_F32)
      x.c[0] =
          (float)((float)first.c[0] + (float)i * (float)((float)second.c[0] - (float)first.c[0]));
    else if (i > 1 && dbx_is_inexact(r->t))
      x.c[0] = first.c[0] + (double)i * (second.c[0] - first.c[0]);
    dbx_array_set(r->whole, i, x);
  }
}

dbx_status np_fn_arange(const np_row *row, const pv *a, pv *ret) {
  nd x[3], r;
  dbx_dtype t;
  int64_t n;
  bool none = a[0].tag == PV_UNBOUND, one = is_none(a[1]);
  if (none && one)
    return dbx_fail(DBX_E202, (dbx_span){0}, "arange() requires stop to be specified.");
  DBX_TRY(number_of(one || none ? pv_int(0) : a[0], &x[0]));
  DBX_TRY(number_of(one ? a[0] : a[1], &x[1]));
  DBX_TRY(number_of(is_none(a[2]) ? pv_int(1) : a[2], &x[2]));
  const nd *all[] = {&x[0], &x[1], &x[2]};
  t = nd_promote(nd_promote(x[0].t, x[1].t), x[2].t);
  (void)all;
  if (t == DBX_BOOL) t = DBX_I64;
  dbx_dtype given = t;
  if (!is_none(a[3])) DBX_TRY(np_dtype(a[3], &given));
  if (dbx_is_complex(t) || given == DBX_BOOL)
    return np_no_option(row, str_of(dbx_dtype_name(given)), "dtype");
  bool whole = dbx_is_integer(t);
  dbx_dtype wide = whole ? DBX_I64 : DBX_F64;
  dbx_scalar first = nd_convert(dbx_load(x[0].data, x[0].t), x[0].t, wide),
             by = nd_convert(dbx_load(x[2].data, x[2].t), x[2].t, wide);
  DBX_TRY(count_of(span_of(&x[0], &x[1]), real_at(&x[2]), &n));
  DBX_TRY(nd_new(given, 1, &n, &r));
  dbx_scalar second =
      whole ? (dbx_scalar){.u = first.u + by.u} : dbx_scalar_f(first.c[0] + by.c[0]);
  fill_range(&r, nd_convert(first, wide, given), nd_convert(second, wide, given));
  return fresh(&r, ret);
}

dbx_status np_fn_linspace(const np_row *row, const pv *a, pv *ret) {
  nd start, stop, r;
  int64_t num;
  bool endpoint, retstep;
  dbx_dtype t = DBX_F64;
  DBX_TRY(np_operand(a[0], &start));
  DBX_TRY(np_operand(a[1], &stop));
  DBX_TRY(lang_index(a[2], &num));
  DBX_TRY(np_flag(a[3], &endpoint));
  DBX_TRY(np_flag(a[4], &retstep));
  if (start.rank || stop.rank) return np_no_option(row, str_of("an array"), "start");
  if (dbx_is_complex(start.t) || dbx_is_complex(stop.t))
    return np_no_option(row, str_of("complex"), "start");
  if (num < 0)
    return dbx_fail(DBX_E208, (dbx_span){0}, "Number of samples, %lld, must be non-negative.",
                    (long long)num);
  const nd *both[] = {&start, &stop};
  dbx_dtype own = nd_promote(nd_result_type(both, 2), DBX_F64);
  t = own;
  if (!is_none(a[5])) DBX_TRY(np_dtype(a[5], &t));
  double from = real_at(&start), to = real_at(&stop), delta = to - from;
  double div = (double)(endpoint ? num - 1 : num), step = div > 0 ? delta / div : (double)NAN;
  DBX_TRY(nd_new(t, 1, &num, &r));
  for (int64_t i = 0; dbx_go_on(i, num); i++) {
    double y = div > 0 && step != 0 ? (double)i * step
               : div > 0            ? (double)i / div * delta
                                    : (double)i * delta;
    y += from;
    if (endpoint && num > 1 && i == num - 1) y = to;
    if (dbx_is_integer(t)) y = floor(y);
    dbx_array_set(r.whole, i, nd_convert(dbx_scalar_f(y), DBX_F64, t));
  }
  pv all = np_array(&r);
  if (all.tag == PV_UNBOUND) return DBX_FAIL;
  nd lines = np_nd(all);
  pv pair[] = {t == own && div > 0 ? np_view(NDARRAY(all), &lines) : all,
               np_generic(DBX_F64, dbx_scalar_f(step))};
  return *ret = retstep ? tuple_new(pair, 2) : pair[0], DBX_OK;
}

// ---- matrices ----

static dbx_status matrix(pv n, pv m, pv k, pv dtype, bool below, pv *ret) {
  int64_t dims[2], diagonal;
  dbx_dtype t;
  nd r;
  DBX_TRY(lang_index(n, &dims[0]));
  dims[1] = dims[0];
  if (!is_none(m)) DBX_TRY(lang_index(m, &dims[1]));
  DBX_TRY(lang_index(k, &diagonal));
  DBX_TRY(np_dtype(dtype, &t));
  for (int i = 0; i < 2; i++)
    if (dims[i] < 0 && below) dims[i] = 0;
  DBX_TRY(nd_new(t, 2, dims, &r));
  for (int64_t i = 0; dbx_go_on(i, r.size); i++) {
    assert(dims[1]);
    int64_t at = i % dims[1] - i / dims[1];
    bool one = below ? at <= diagonal : at == diagonal;
    dbx_array_set(r.whole, i, nd_convert(dbx_scalar_int(one), DBX_I64, t));
  }
  return fresh(&r, ret);
}
dbx_status np_fn_eye(const np_row *row, const pv *a, pv *ret) {
  DBX_TRY(order_arg(row, a[4]));
  return matrix(a[0], a[1], a[2], a[3], false, ret);
}
dbx_status np_fn_identity(const np_row *row, const pv *a, pv *ret) {
  return matrix(a[0], pv_none(), pv_int(0), a[1], false, ret);
}
dbx_status np_fn_tri(const np_row *row, const pv *a, pv *ret) {
  return matrix(a[0], a[1], a[2], a[3], true, ret);
}

static dbx_status triangle(const pv *a, bool lower, pv *ret) {
  nd x, r;
  int64_t k;
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(lang_index(a[1], &k));
  if (x.rank == 1) { // numpy's mask has two axes
    nd spread;
    DBX_TRY(nd_spread(&x, 2, (int64_t[]){x.dims[0], x.dims[0]}, &spread));
    x = spread;
  }
  if (!x.rank) return dbx_fail(DBX_E208, (dbx_span){0}, "the array has no axes");
  DBX_TRY(nd_copy(&x, x.t, &r));
  int64_t rows = x.dims[x.rank - 2], columns = x.dims[x.rank - 1];
  for (int64_t i = 0; dbx_go_on(i, r.size); i++) {
    int64_t at = i % columns - i / columns % rows;
    if (lower ? at > k : at < k) dbx_array_set(r.whole, i, (dbx_scalar){.c = {0, 0}});
  }
  return fresh(&r, ret);
}
dbx_status np_fn_tril(const np_row *row, const pv *a, pv *ret) { return triangle(a, true, ret); }
dbx_status np_fn_triu(const np_row *row, const pv *a, pv *ret) { return triangle(a, false, ret); }

dbx_status np_fn_diag(const np_row *row, const pv *a, pv *ret) {
  nd v, r;
  int64_t k;
  DBX_TRY(np_operand(a[0], &v));
  DBX_TRY(lang_index(a[1], &k));
  if (v.rank == 2) {
    pv args[] = {a[0], a[1], pv_int(0), pv_int(1)};
    return np_fn_diagonal(row, args, ret);
  }
  if (v.rank != 1) return dbx_fail(DBX_E208, (dbx_span){0}, "Input must be 1- or 2-d.");
  int64_t n = v.dims[0] + (k < 0 ? -k : k), start = k < 0 ? -k * n : k;
  DBX_TRY(nd_new(v.t, 2, (int64_t[]){n, n}, &r));
  dbx_fill(r.data, 0, (size_t)r.size * dbx_dtype_bytes(v.t));
  for (int64_t i = 0; dbx_go_on(i, v.dims[0]); i++)
    dbx_array_set(r.whole, start + i * (n + 1), nd_at(&v, i));
  return fresh(&r, ret);
}

dbx_status np_fn_meshgrid(const np_row *row, const pv *a, pv *ret) {
  uint32_t n;
  nd *x, r;
  DBX_TRY(np_operands(a[0], &x, &n));
  bool xy = is_str(a[3]) && !strcmp(STR(a[3])->s, "xy"), sparse;
  if (!xy && (!is_str(a[3]) || strcmp(STR(a[3])->s, "ij")))
    return dbx_fail(DBX_E208, (dbx_span){0}, "Valid values for `indexing` are 'xy' and 'ij'.");
  DBX_TRY(np_flag(a[2], &sparse));
  if (a[1].tag != PV_BOOL || !a[1].i) return np_no_option(row, str_of("False"), "copy");
  int64_t *dims = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) dims[xy && n > 1 && i < 2 ? 1 - i : i] = x[i].size;
  pv list = list_new(NULL, 0);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t axis = xy && n > 1 && i < 2 ? 1 - i : i;
    nd line, spread;
    int64_t *own = DBX_TMP(int64_t, n + 1);
    for (uint32_t k = 0; k < n; k++) own[k] = k == axis ? x[i].size : 1;
    DBX_TRY(nd_reshape(&x[i], n, own, false, &line));
    DBX_TRY(nd_spread(&line, n, sparse ? own : dims, &spread));
    DBX_TRY(nd_copy(&spread, x[i].t, &r));
    list_push(SEQ(list), np_array(&r));
  }
  return *ret = list, DBX_OK;
}
