// numpy's functions that look at the same elements in another way: views wherever numpy's are.
#include "lang/np/np.h"

#include <string.h>

// The array, an object that views can belong to, and how it lies in memory.
static dbx_status open_array(pv v, pv *array, nd *x) {
  DBX_TRY(np_asarray(v, array));
  return *x = np_nd(*array), DBX_OK;
}

static dbx_status order_of(const np_row *row, pv order, bool *fortran) {
  const char *name = is_str(order) ? STR(order)->s : "C";
  *fortran = !strcmp(name, "F");
  return *fortran || !strcmp(name, "C") ? DBX_OK : np_no_option(row, order, "order");
}

// ---- reshape ----

static dbx_status reshape(const np_row *row, pv v, pv shape, pv order, pv *ret) {
  pv array;
  nd x, r;
  uint32_t rank;
  int64_t *dims;
  bool fortran;
  DBX_TRY(order_of(row, order, &fortran));
  DBX_TRY(open_array(v, &array, &x));
  DBX_TRY(np_shape_arg(shape, &rank, &dims));
  DBX_TRY(nd_reshape(&x, rank, dims, fortran, &r));
  if (np_is_inside(array, &r)) return *ret = np_derived(array, &r), DBX_OK;
  if (fortran) DBX_TRY(nd_transpose(&x, NULL, &x));
  nd copy, turned; // a view of a copy, in which the elements lie as they are wanted
  DBX_TRY(nd_copy(&x, x.t, &copy));
  turned = copy;
  if (fortran) DBX_TRY(nd_transpose(&copy, NULL, &turned));
  DBX_TRY(nd_reshape(&turned, rank, dims, fortran, &r));
  return *ret = np_inside(&copy, &r), DBX_OK;
}

dbx_status np_fn_reshape(const np_row *row, const pv *a, pv *ret) {
  return reshape(row, a[0], a[1], a[2], ret);
}
dbx_status np_fn_reshape_method(const np_row *row, const pv *a, pv *ret) {
  const o_seq *s = SEQ(a[1]);
  if (!s->n)
    return dbx_fail(DBX_E202, (dbx_span){0}, "reshape() takes exactly 1 argument (0 given)");
  bool one = s->n == 1 && (is_seq(s->at[0]) || is_obj(s->at[0], T_NDARRAY));
  return reshape(row, a[0], one ? s->at[0] : a[1], a[2], ret);
}

// A view only of elements that lie side by side in that order; reshape finds more.
dbx_status np_fn_ravel(const np_row *row, const pv *a, pv *ret) {
  nd x, turned;
  bool fortran;
  DBX_TRY(order_of(row, a[1], &fortran));
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(nd_transpose(&x, NULL, &turned));
  if (nd_is_contiguous(fortran ? &turned : &x)) return reshape(row, a[0], pv_int(-1), a[1], ret);
  return np_fn_flatten(row, a, ret);
}
dbx_status np_fn_flatten(const np_row *row, const pv *a, pv *ret) {
  nd x, r, flat;
  bool fortran;
  DBX_TRY(order_of(row, a[1], &fortran));
  DBX_TRY(np_operand(a[0], &x));
  if (fortran) {
    DBX_TRY(nd_transpose(&x, NULL, &r));
    x = r;
  }
  DBX_TRY(nd_copy(&x, x.t, &r));
  DBX_TRY(nd_reshape(&r, 1, &r.size, false, &flat));
  flat.memory = flat.whole = NULL;
  return *ret = np_array(&flat), DBX_OK;
}

// ---- axes ----

static dbx_status transpose(pv v, const o_seq *axes, pv *ret) {
  pv array;
  nd x, r;
  DBX_TRY(open_array(v, &array, &x));
  uint32_t *perm = DBX_TMP(uint32_t, x.rank + 1);
  if (axes && axes->n != x.rank) return dbx_fail(DBX_E306, (dbx_span){0}, "axes don't match array");
  for (uint32_t i = 0; axes && i < x.rank; i++) DBX_TRY(np_one_axis(axes->at[i], x.rank, &perm[i]));
  DBX_TRY(nd_transpose(&x, axes ? perm : NULL, &r));
  return *ret = np_derived(array, &r), DBX_OK;
}

dbx_status np_fn_transpose(const np_row *row, const pv *a, pv *ret) {
  pv list;
  if (is_none(a[1])) return transpose(a[0], NULL, ret);
  DBX_TRY(lang_to_list(a[1], &list));
  return transpose(a[0], SEQ(list), ret);
}
dbx_status np_fn_transpose_method(const np_row *row, const pv *a, pv *ret) {
  const o_seq *s = SEQ(a[1]);
  if (!s->n || (s->n == 1 && is_none(s->at[0]))) return transpose(a[0], NULL, ret);
  return transpose(a[0], s->n == 1 && is_seq(s->at[0]) ? SEQ(s->at[0]) : s, ret);
}

dbx_status np_fn_swapaxes(const np_row *row, const pv *a, pv *ret) {
  pv array;
  nd x, r;
  uint32_t i, j;
  DBX_TRY(open_array(a[0], &array, &x));
  DBX_TRY(np_one_axis(a[1], x.rank, &i));
  DBX_TRY(np_one_axis(a[2], x.rank, &j));
  r = nd_swap(&x, i, j);
  return *ret = np_derived(array, &r), DBX_OK;
}

static dbx_status axis_list(pv v, uint32_t rank, uint32_t **axes, uint32_t *n) {
  *n = is_seq(v) ? SEQ(v)->n : 1;
  *axes = DBX_TMP(uint32_t, *n + 1);
  for (uint32_t i = 0; i < *n; i++)
    DBX_TRY(np_one_axis(is_seq(v) ? SEQ(v)->at[i] : v, rank, &(*axes)[i]));
  return DBX_OK;
}

static bool has_axis(const uint32_t *axes, uint32_t n, uint32_t axis) {
  for (uint32_t i = 0; i < n; i++)
    if (axes[i] == axis) return true;
  return false;
}

dbx_status np_fn_moveaxis(const np_row *row, const pv *a, pv *ret) {
  pv array;
  nd x, r;
  uint32_t *from, *to, n, m, next = 0;
  DBX_TRY(open_array(a[0], &array, &x));
  DBX_TRY(axis_list(a[1], x.rank, &from, &n));
  DBX_TRY(axis_list(a[2], x.rank, &to, &m));
  if (n != m)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "`source` and `destination` arguments must have the same number of elements");
  for (uint32_t i = 0; i < n; i++)
    if (has_axis(from, i, from[i]) || has_axis(to, i, to[i]))
      return dbx_fail(DBX_E208, (dbx_span){0}, "repeated axis in `%s` argument",
                      has_axis(from, i, from[i]) ? "source" : "destination");
  uint32_t *perm = DBX_TMP(uint32_t, x.rank + 1);
  for (uint32_t k = 0; k < x.rank; k++) {
    if (has_axis(to, n, k)) continue;
    while (has_axis(from, n, next)) next++;
    perm[k] = next++;
  }
  for (uint32_t i = 0; i < n; i++) perm[to[i]] = from[i];
  DBX_TRY(nd_transpose(&x, perm, &r));
  return *ret = np_derived(array, &r), DBX_OK;
}

dbx_status np_fn_squeeze(const np_row *row, const pv *a, pv *ret) {
  pv array;
  nd x;
  DBX_TRY(open_array(a[0], &array, &x));
  bool *axes = DBX_TMP(bool, x.rank + 1), none = true;
  DBX_TRY(np_axes(a[1], x.rank, axes));
  for (uint32_t i = x.rank; i-- > 0;) {
    if (axes[i] && x.dims[i] != 1 && !is_none(a[1]))
      return dbx_fail(DBX_E307, (dbx_span){0},
                      "cannot select an axis to squeeze out which has size not equal to one");
    if (!axes[i] || x.dims[i] != 1) continue;
    nd less = nd_drop_axis(&x, i);
    x = less, none = false;
  }
  if (is_obj(a[0], T_GENERIC)) return *ret = a[0], DBX_OK;
  return *ret = none ? array : np_derived(array, &x), DBX_OK;
}

dbx_status np_fn_expand_dims(const np_row *row, const pv *a, pv *ret) {
  pv array;
  nd x;
  uint32_t *axes, n;
  DBX_TRY(open_array(a[0], &array, &x));
  DBX_TRY(axis_list(a[1], x.rank + (is_seq(a[1]) ? SEQ(a[1])->n : 1), &axes, &n));
  uint32_t rank = x.rank + n;
  for (uint32_t i = 0; i < n; i++)
    if (has_axis(axes, i, axes[i])) return dbx_fail(DBX_E208, (dbx_span){0}, "repeated axis");
  int64_t *dims = DBX_TMP(int64_t, rank + 1);
  for (uint32_t k = 0, own = 0; k < rank; k++) dims[k] = has_axis(axes, n, k) ? 1 : x.dims[own++];
  nd r;
  DBX_TRY(nd_reshape(&x, rank, dims, false, &r));
  return *ret = np_derived(array, &r), DBX_OK;
}

// ---- broadcasting ----

static dbx_status cannot_broadcast(const nd *x, uint32_t rank, const int64_t *dims) {
  dbx_buf from = {0}, to = {0};
  nd_put_shape(&from, x->rank, x->dims), nd_put_shape(&to, rank, dims);
  dbx_fail_(DBX_E308, (dbx_span){0},
            x->rank > rank ? "input operand has more dimensions than allowed by the axis remapping"
                           : "operands could not be broadcast together with remapped shapes "
                             "[original->remapped]: %s  and requested shape %s",
            dbx_text(&from), dbx_text(&to));
  dbx_buf_free(&from), dbx_buf_free(&to);
  return DBX_FAIL;
}

dbx_status np_fn_broadcast_to(const np_row *row, const pv *a, pv *ret) {
  pv array;
  nd x, r;
  uint32_t rank;
  int64_t *dims;
  DBX_TRY(open_array(a[0], &array, &x));
  DBX_TRY(np_shape_arg(a[1], &rank, &dims));
  if (!rank && x.rank)
    return dbx_fail(DBX_E208, (dbx_span){0}, "cannot broadcast a non-scalar to a scalar array");
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i] < 0)
      return dbx_fail(DBX_E208, (dbx_span){0},
                      "all elements of broadcast shape must be non-negative");
  DBX_TRY(nd_check_rank(rank));
  if (!nd_spreads(&x, rank, dims, &r)) return cannot_broadcast(&x, rank, dims);
  DBX_TRY(nd_check_size(rank, dims));
  *ret = np_derived(array, &r);
  if (ret->tag == PV_OBJ) NDARRAY(*ret)->readonly = true;
  return DBX_OK;
}

dbx_status np_fn_broadcast_arrays(const np_row *row, const pv *a, pv *ret) {
  uint32_t n = SEQ(a[0])->n, rank;
  DBX_TRY(np_operands_room(n));
  nd *x = DBX_TMP(nd, n + 1), r;
  const nd **all = DBX_TMP(const nd *, n + 1);
  int64_t *dims;
  pv list = list_new(NULL, n);
  for (uint32_t i = 0; i < n; i++) {
    DBX_TRY(open_array(SEQ(a[0])->at[i], &SEQ(list)->at[i], &x[i]));
    all[i] = &x[i];
  }
  DBX_TRY(nd_broadcast(all, n, &rank, &dims));
  bool same = true;
  for (uint32_t i = 0; i < n; i++)
    same = same && x[i].rank == rank && !memcmp(x[i].dims, dims, rank * sizeof *dims);
  for (uint32_t i = 0; i < n && !same; i++) {
    DBX_TRY(nd_spread(&x[i], rank, dims, &r));
    SEQ(list)->at[i] = np_derived(SEQ(list)->at[i], &r);
  }
  return *ret = list, DBX_OK;
}

// ---- at least so many axes ----

static dbx_status atleast(pv v, uint32_t want, pv *ret) {
  pv array;
  nd x;
  DBX_TRY(open_array(v, &array, &x));
  uint32_t given = x.rank;
  if (!given) DBX_TRY(nd_reshape(&x, want, (int64_t[]){1, 1, 1}, false, &x));
  while (x.rank < want) {
    nd more = nd_insert_axis(&x, want == 3 && given == 2 ? 2 : want == 3 && x.rank == 2 ? 2 : 0);
    x = more;
  }
  return *ret = given < want ? np_derived(array, &x) : array, DBX_OK;
}

static dbx_status each_atleast(const pv *a, uint32_t want, pv *ret) {
  const o_seq *s = SEQ(a[0]);
  pv list = list_new(NULL, s->n);
  for (uint32_t i = 0; i < s->n; i++) DBX_TRY(atleast(s->at[i], want, &SEQ(list)->at[i]));
  return *ret = s->n == 1 ? SEQ(list)->at[0] : list, DBX_OK;
}
dbx_status np_fn_atleast_1d(const np_row *row, const pv *a, pv *ret) {
  return each_atleast(a, 1, ret);
}
dbx_status np_fn_atleast_2d(const np_row *row, const pv *a, pv *ret) {
  return each_atleast(a, 2, ret);
}
dbx_status np_fn_atleast_3d(const np_row *row, const pv *a, pv *ret) {
  return each_atleast(a, 3, ret);
}

// ---- turning around ----

static dbx_status flip(pv v, const bool *axes_of_two, pv axis, pv *ret) {
  pv array;
  nd x, r;
  DBX_TRY(open_array(v, &array, &x));
  bool *axes = DBX_TMP(bool, x.rank + 2);
  if (axes_of_two) memcpy(axes, axes_of_two, 2 * sizeof *axes);
  else DBX_TRY(np_axes(axis, x.rank, axes));
  if (!x.rank) return *ret = np_return(&x), DBX_OK;
  r = nd_reverse(&x, axes);
  return *ret = np_derived(array, &r), DBX_OK;
}

dbx_status np_fn_flip(const np_row *row, const pv *a, pv *ret) {
  return flip(a[0], NULL, a[1], ret);
}
static dbx_status flip_one(const pv *a, uint32_t axis, pv *ret) {
  nd x;
  DBX_TRY(np_operand(a[0], &x));
  if (x.rank <= axis) return dbx_fail(DBX_E208, (dbx_span){0}, "Input must be >= %u-d.", axis + 1);
  return flip(a[0], NULL, pv_int(axis), ret);
}
dbx_status np_fn_flipud(const np_row *row, const pv *a, pv *ret) { return flip_one(a, 0, ret); }
dbx_status np_fn_fliplr(const np_row *row, const pv *a, pv *ret) { return flip_one(a, 1, ret); }

dbx_status np_fn_rot90(const np_row *row, const pv *a, pv *ret) {
  pv array;
  nd x, r;
  int64_t k;
  uint32_t *axes, n;
  pv pair[] = {pv_int(0), pv_int(1)};
  DBX_TRY(open_array(a[0], &array, &x));
  DBX_TRY(lang_index(a[1], &k));
  if (is_none(a[2]) && x.rank == 1)
    return dbx_fail(DBX_E208, (dbx_span){0}, "Axes must be different.");
  DBX_TRY(axis_list(is_none(a[2]) ? tuple_new(pair, 2) : a[2], x.rank, &axes, &n));
  if (n != 2) return dbx_fail(DBX_E208, (dbx_span){0}, "len(axes) must be 2.");
  if (axes[0] == axes[1]) return dbx_fail(DBX_E208, (dbx_span){0}, "Axes must be different.");
  k = (k % 4 + 4) % 4;
  bool *turned = DBX_TMP(bool, x.rank + 1);
  if (k == 1 || k == 2) turned[axes[1]] = true;
  if (k == 3 || k == 2) turned[axes[0]] = true;
  r = nd_reverse(&x, turned);
  if (k % 2) {
    nd swapped = nd_swap(&r, axes[0], axes[1]);
    r = swapped;
  }
  return *ret = np_derived(array, &r), DBX_OK;
}

// ---- diagonals ----

dbx_status np_fn_diagonal(const np_row *row, const pv *a, pv *ret) {
  pv array;
  nd x, r;
  int64_t k;
  uint32_t i, j;
  DBX_TRY(open_array(a[0], &array, &x));
  if (x.rank < 2)
    return dbx_fail(DBX_E208, (dbx_span){0}, "diag requires an array of at least two dimensions");
  DBX_TRY(lang_index(a[1], &k));
  DBX_TRY(np_one_axis(a[2], x.rank, &i));
  DBX_TRY(np_one_axis(a[3], x.rank, &j));
  if (i == j) return dbx_fail(DBX_E208, (dbx_span){0}, "axis1 and axis2 cannot be the same");
  int64_t rows = x.dims[i], columns = x.dims[j], di = x.strides[i], dj = x.strides[j];
  char *data = x.data;
  if (k >= 0) columns -= k;
  else rows += k;
  int64_t n = rows < columns ? rows : columns;
  if (n > 0 && x.size) data += k >= 0 ? k * dj : -k * di;
  r = nd_drop_axis(&x, i > j ? i : j);
  nd rest = nd_drop_axis(&r, i > j ? j : i);
  r = nd_insert_axis(&rest, rest.rank);
  r.data = data, r.dims[rest.rank] = n > 0 ? n : 0,
  r.strides[rest.rank] = (int64_t)((uint64_t)di + (uint64_t)dj);
  nd_set_size(&r);
  *ret = np_derived(array, &r);
  if (ret->tag == PV_OBJ && !strcmp(row->name, "diagonal")) NDARRAY(*ret)->readonly = true;
  if (ret->tag == PV_OBJ && !strcmp(row->name, "diag")) NDARRAY(*ret)->readonly = true;
  return DBX_OK;
}

// ---- questions ----

// An object of the program, or a tracer, answers for itself; UNBOUND: it is taken as an array.
static dbx_status own_answer(pv v, const char *name, pv *ret) {
  *ret = PV(PV_UNBOUND);
  return is_instance(v) || v.tag == PV_TRACER ? lang_tryattr(v, dbx_intern(name), ret) : DBX_OK;
}

dbx_status np_fn_shape(const np_row *row, const pv *a, pv *ret) {
  nd x;
  DBX_TRY(own_answer(a[0], "shape", ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  DBX_TRY(np_operand(a[0], &x));
  *ret = tuple_new(NULL, x.rank);
  for (uint32_t i = 0; i < x.rank; i++) SEQ(*ret)->at[i] = pv_int(x.dims[i]);
  return DBX_OK;
}
dbx_status np_fn_ndim(const np_row *row, const pv *a, pv *ret) {
  nd x;
  pv length = PV(PV_NONE);
  DBX_TRY(own_answer(a[0], "ndim", ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  if (is_instance(a[0])) DBX_TRY(own_answer(a[0], "__len__", &length));
  if (length.tag == PV_UNBOUND) return *ret = pv_int(0), DBX_OK; // one value
  DBX_TRY(np_operand(a[0], &x));
  return *ret = pv_int(x.rank), DBX_OK;
}
dbx_status np_fn_size(const np_row *row, const pv *a, pv *ret) {
  nd x;
  uint32_t axis;
  DBX_TRY(np_operand(a[0], &x));
  if (is_none(a[1])) return *ret = pv_int(x.size), DBX_OK;
  DBX_TRY(np_one_axis(a[1], x.rank, &axis));
  return *ret = pv_int(x.dims[axis]), DBX_OK;
}

// Whether any two elements are the same memory: exactly, unless both arrays are large.
static bool shares(const nd *x, const nd *y) {
  if (!nd_may_overlap(x, y)) return false;
  if ((double)x->size * (double)y->size > 1e7) return true;
  nd_walk w, v;
  const nd *a[] = {x}, *b[] = {y};
  int64_t xb = dbx_dtype_bytes(x->t), yb = dbx_dtype_bytes(y->t);
  if (!nd_walk_begin(&w, x->rank, x->dims, a, 1)) return false;
  do {
    for (int64_t i = 0; i < w.inner; i++) {
      const char *p = w.at[0] + i * w.step[0];
      if (!nd_walk_begin(&v, y->rank, y->dims, b, 1)) return false;
      do {
        for (int64_t k = 0; k < v.inner; k++) {
          const char *q = v.at[0] + k * v.step[0];
          if (p < q + yb && q < p + xb) return true;
        }
      } while (nd_walk_next(&v));
    }
  } while (nd_walk_next(&w));
  return false;
}

dbx_status np_fn_shares_memory(const np_row *row, const pv *a, pv *ret) {
  nd x, y;
  *ret = pv_bool(false);
  if (!is_obj(a[0], T_NDARRAY) || !is_obj(a[1], T_NDARRAY)) return DBX_OK;
  x = np_nd(a[0]), y = np_nd(a[1]);
  bool may = !strcmp(row->name, "may_share_memory");
  return *ret = pv_bool(may ? nd_may_overlap(&x, &y) : shares(&x, &y)), DBX_OK;
}
