// Other views of the same memory, and joining arrays (see nd.h).
#include "numpy/nd.h"

#include <inttypes.h>

dbx_status nd_axis(int64_t axis, uint32_t rank, uint32_t *ret) {
  if (axis < -(int64_t)rank || axis >= (int64_t)rank)
    return dbx_fail_as(DBX_E306, DBX_S_AxisError, (dbx_span){0},
                       "axis %" PRId64 " is out of bounds for array of dimension %u", axis, rank);
  return *ret = (uint32_t)(axis < 0 ? axis + rank : axis), DBX_OK;
}

nd nd_slice(const nd *a, uint32_t axis, int64_t start, int64_t step, int64_t n) {
  nd r = nd_with(a, a->rank);
  for (uint32_t i = 0; i < a->rank; i++) r.dims[i] = a->dims[i], r.strides[i] = a->strides[i];
  if (n) r.data = nd_along(a, axis, start);
  r.dims[axis] = n, r.strides[axis] = nd_times(a->strides[axis], step);
  nd_set_size(&r);
  return r;
}

nd nd_reverse(const nd *a, const bool *axes) {
  nd r = nd_with(a, a->rank);
  for (uint32_t i = 0; i < a->rank; i++) {
    r.dims[i] = a->dims[i], r.strides[i] = nd_times(a->strides[i], axes[i] && a->dims[i] ? -1 : 1);
    if (axes[i] && a->size) r.data += (a->dims[i] - 1) * a->strides[i];
  }
  return r;
}

nd nd_swap(const nd *a, uint32_t i, uint32_t j) {
  nd r = nd_with(a, a->rank);
  for (uint32_t k = 0; k < a->rank; k++) {
    uint32_t from = k == i ? j : k == j ? i : k;
    r.dims[k] = a->dims[from], r.strides[k] = a->strides[from];
  }
  return r;
}

dbx_status nd_transpose(const nd *a, const uint32_t *perm, nd *ret) {
  nd r = nd_with(a, a->rank);
  bool *seen = DBX_TMP(bool, a->rank);
  for (uint32_t k = 0; k < a->rank; k++) {
    uint32_t from = perm ? perm[k] : a->rank - 1 - k;
    if (seen[from]) return dbx_fail(DBX_E306, (dbx_span){0}, "repeated axis in transpose");
    seen[from] = true;
    r.dims[k] = a->dims[from], r.strides[k] = a->strides[from];
  }
  return *ret = r, DBX_OK;
}

bool nd_is_fortran(const nd *a) {
  nd turned;
  return !nd_is_contiguous(a) && nd_transpose(a, NULL, &turned) == DBX_OK &&
         nd_is_contiguous(&turned);
}

dbx_status nd_new_fortran(dbx_dtype t, uint32_t rank, const int64_t *dims, nd *ret) {
  nd rows;
  int64_t *turned = DBX_TMP(int64_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++) turned[i] = dims[rank - 1 - i];
  DBX_TRY(nd_new(t, rank, turned, &rows));
  DBX_TRY(nd_transpose(&rows, NULL, ret));
  ret->memory = rows.memory;
  return DBX_OK;
}

nd nd_insert_axis(const nd *a, uint32_t at) {
  nd r = nd_with(a, a->rank + 1);
  for (uint32_t k = 0; k < r.rank; k++) {
    r.dims[k] = k == at ? 1 : a->dims[k - (k > at)];
    r.strides[k] = k == at ? 0 : a->strides[k - (k > at)];
  }
  return r;
}

nd nd_drop_axis(const nd *a, uint32_t axis) {
  nd r = nd_with(a, a->rank - 1);
  for (uint32_t k = 0; k < r.rank; k++) {
    r.dims[k] = a->dims[k + (k >= axis)];
    r.strides[k] = a->strides[k + (k >= axis)];
  }
  nd_set_size(&r);
  return r;
}

// ---- reshape ----

static dbx_status cannot_reshape(const nd *a, uint32_t rank, const int64_t *dims) {
  dbx_buf b = {0};
  uint32_t i = 0;
  while (i < rank && dims[i] < 0) i++;
  dbx_putc(&b, '(');
  if (i < rank) dbx_printf(&b, "%" PRId64, dims[i++]);
  for (; i < rank; i++) {
    if (dims[i] < 0) dbx_put(&b, ",newaxis");
    else dbx_printf(&b, ",%" PRId64, dims[i]);
  }
  dbx_put(&b, rank == 1 && dims[0] >= 0 ? ",)" : ")");
  dbx_fail_as_(DBX_E305, DBX_S_ValueError, (dbx_span){0},
               "cannot reshape array of size %" PRId64 " into shape %s", a->size, dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

// The lengths with the unknown one filled in.
static dbx_status known_dims(const nd *a, uint32_t rank, const int64_t *given, int64_t *dims) {
  int64_t known = 1, unknown = -1;
  bool overflow = false;
  for (uint32_t i = 0; i < rank; i++) {
    dims[i] = given[i];
    if (given[i] < 0 && unknown >= 0)
      return dbx_fail(DBX_E208, (dbx_span){0}, "can only specify one unknown dimension");
    if (given[i] < 0) unknown = i;
    else overflow |= __builtin_mul_overflow(known, given[i], &known);
  }
  bool fits = !overflow && (unknown < 0 ? known == a->size : known ? a->size % known == 0 : false);
  if (!fits) { DBX_TRY(cannot_reshape(a, rank, given)); }
  if (unknown >= 0) dims[unknown] = a->size / known;
  return DBX_OK;
}

// numpy's _attempt_nocopy_reshape: strides for the new axes, group by group of axes of equal size.
static bool strides_for(const nd *a, bool fortran, nd *r) {
  uint32_t n = 0, oi = 0, ni = 0, oj = 1, nj = 1;
  int64_t *dims = DBX_TMP(int64_t, a->rank + 1), *strides = DBX_TMP(int64_t, a->rank + 1);
  for (uint32_t i = 0; i < a->rank; i++)
    if (a->dims[i] != 1) dims[n] = a->dims[i], strides[n++] = a->strides[i];
  while (ni < r->rank && oi < n) {
    int64_t np = r->dims[ni], op = dims[oi];
    while (np != op) {
      if (np < op) np *= r->dims[nj++];
      else op *= dims[oj++];
    }
    for (uint32_t k = oi; k + 1 < oj; k++)
      if (fortran ? strides[k + 1] != dims[k] * strides[k]
                  : strides[k] != dims[k + 1] * strides[k + 1])
        return false;
    if (fortran) {
      r->strides[ni] = strides[oi];
      for (uint32_t k = ni + 1; k < nj; k++) r->strides[k] = r->strides[k - 1] * r->dims[k - 1];
    } else {
      r->strides[nj - 1] = strides[oj - 1];
      for (uint32_t k = nj - 1; k > ni; k--) r->strides[k - 1] = r->strides[k] * r->dims[k];
    }
    ni = nj++, oi = oj++;
  }
  int64_t last = ni ? r->strides[ni - 1] : (int64_t)dbx_dtype_bytes(a->t);
  if (fortran && ni) last *= r->dims[ni - 1];
  for (uint32_t k = ni; k < r->rank; k++) r->strides[k] = last;
  return true;
}

static void row_major(nd *r) {
  int64_t step = dbx_dtype_bytes(r->t);
  for (uint32_t i = r->rank; i-- > 0; step = nd_times(step, r->dims[i] ? r->dims[i] : 1))
    r->strides[i] = step;
}

static void column_major(nd *r) {
  int64_t step = dbx_dtype_bytes(r->t);
  for (uint32_t i = 0; i < r->rank; step = nd_times(step, r->dims[i] ? r->dims[i] : 1), i++)
    r->strides[i] = step;
}

// The elements in Fortran's order are those of the transposed array, with the lengths turned
// around.
static dbx_status fortran_copy(const nd *a, const nd *shape, nd *ret) {
  nd turned, copy, back;
  DBX_TRY(nd_transpose(a, NULL, &turned));
  DBX_TRY(nd_copy(&turned, a->t, &copy));
  back = nd_with(&copy, shape->rank);
  for (uint32_t i = 0; i < shape->rank; i++) back.dims[i] = shape->dims[shape->rank - 1 - i];
  row_major(&back);
  return nd_transpose(&back, NULL, ret);
}

dbx_status nd_reshape(const nd *a, uint32_t rank, const int64_t *given, bool fortran, nd *ret) {
  nd r = nd_with(a, rank), copy;
  DBX_TRY(nd_check_rank(rank));
  DBX_TRY(known_dims(a, rank, given, r.dims));
  if (rank == a->rank && (!rank || !memcmp(given, a->dims, rank * sizeof *given)))
    return *ret = *a, DBX_OK;
  nd turned;
  DBX_TRY(nd_transpose(a, NULL, &turned));
  bool in_order = nd_is_contiguous(fortran ? &turned : a);
  if (in_order && fortran) column_major(&r);
  else if (in_order) row_major(&r);
  if (in_order || strides_for(a, fortran, &r)) return *ret = r, DBX_OK;
  if (fortran) return fortran_copy(a, &r, ret);
  DBX_TRY(nd_copy(a, a->t, &copy));
  r.data = copy.data;
  row_major(&r);
  return *ret = r, DBX_OK;
}

// ---- joining ----

static dbx_status check_joined(const nd *x, uint32_t n, uint32_t axis) {
  for (uint32_t k = 1; k < n; k++) {
    if (x[k].rank != x[0].rank)
      return dbx_fail_as(
          DBX_E304, DBX_S_ValueError, (dbx_span){0},
          "all the input arrays must have same number of dimensions, but the array at "
          "index 0 has %u dimension(s) and the array at index %u has %u dimension(s)",
          x[0].rank, k, x[k].rank);
    for (uint32_t i = 0; i < x[0].rank; i++)
      if (i != axis && x[k].dims[i] != x[0].dims[i])
        return dbx_fail_as(DBX_E304, DBX_S_ValueError, (dbx_span){0},
                           "all the input array dimensions except for the concatenation axis must "
                           "match exactly, but along dimension %u, the array at index 0 has size "
                           "%" PRId64 " and the array at index %u has size %" PRId64,
                           i, x[0].dims[i], k, x[k].dims[i]);
  }
  return DBX_OK;
}

dbx_status nd_concatenate(const nd *x, uint32_t n, uint32_t axis, dbx_dtype t, nd *ret) {
  nd r;
  DBX_TRY(check_joined(x, n, axis));
  int64_t *dims = DBX_TMP(int64_t, x[0].rank), at = 0;
  memcpy(dims, x[0].dims, x[0].rank * sizeof *dims);
  for (uint32_t k = 1; k < n; k++) dims[axis] += x[k].dims[axis];
  DBX_TRY(nd_new(t, x[0].rank, dims, &r));
  for (uint32_t k = 0; k < n; at += x[k++].dims[axis]) {
    nd part = nd_slice(&r, axis, at, 1, x[k].dims[axis]);
    nd_fill(&part, &x[k]);
  }
  *ret = r;
  DBX_TRY(dbx_poll());
  const nd **all = DBX_TMP(const nd *, n);
  for (uint32_t k = 0; k < n; k++) all[k] = &x[k];
  return nd_lay_out_joined(ret, all, n);
}
