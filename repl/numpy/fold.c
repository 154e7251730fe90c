// Universal functions of two operands along one axis: what reductions (reduce.c) do not know.
#include "numpy/element.h"

#include <math.h>

static const struct {
  const char *name;
  double identity;
  bool has_identity, any_order;
} rows[] = {{"add", 0, true, true},
            {"multiply", 1, true, true},
            {"logical_and", 1, true, true},
            {"logical_or", 0, true, true},
            {"logical_xor", 0, true, true},
            {"bitwise_and", -1, true, true},
            {"bitwise_or", 0, true, true},
            {"bitwise_xor", 0, true, true},
            {"gcd", 0, true, true},
            {"hypot", 0, true, true},
            {"logaddexp", -INFINITY, true, true},
            {"maximum", 0, false, true},
            {"minimum", 0, false, true},
            {"fmax", 0, false, true},
            {"fmin", 0, false, true}};
enum { N_ROWS = sizeof rows / sizeof *rows };

static int row_of(const nd_ufunc *f) {
  for (int i = 0; i < N_ROWS; i++)
    if (!strcmp(rows[i].name, f->name)) return i;
  return -1;
}

bool nd_ufunc_identity(const nd_ufunc *f, dbx_dtype t, dbx_scalar *ret) {
  int i = row_of(f);
  if (i < 0 || !rows[i].has_identity) return false;
  *ret = nd_convert(dbx_scalar_f(rows[i].identity), DBX_F64, t);
  return true;
}

bool nd_ufunc_any_order(const nd_ufunc *f) {
  int i = row_of(f);
  return i >= 0 && rows[i].any_order;
}

// What is there before the first element: the start, or the first element itself.
static dbx_status begin(const nd_ufunc *f, const nd *x, uint32_t axis, const dbx_scalar *start,
                        nd *ret) {
  nd first;
  if (!start && !x->dims[axis])
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "zero-size array to reduction operation %s which has no identity",
                    nd_ufunc_name(f));
  if (!start) {
    nd line = nd_slice(x, axis, 0, 1, 1);
    first = nd_drop_axis(&line, axis);
    return nd_copy(&first, x->t, ret);
  }
  int64_t *dims = DBX_TMP(int64_t, x->rank);
  for (uint32_t i = 0, k = 0; i < x->rank; i++)
    if (i != axis) dims[k++] = x->dims[i];
  DBX_TRY(nd_new(x->t, x->rank - 1, dims, ret));
  nd one = nd_number(x->t, *start);
  return nd_fill(ret, &one), dbx_poll();
}

// The elements of x at place i of the axis are joined to acc.
static dbx_status join(const nd_ufunc *f, const nd *x, uint32_t axis, int64_t i, const nd *acc,
                       const nd *out) {
  uint32_t pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  nd line = nd_slice(x, axis, i, 1, 1), next = nd_drop_axis(&line, axis), done;
  const nd *both[] = {acc, &next};
  dbx_status st = nd_ufunc_run(f, both, out, x->t, &done);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  return st;
}

dbx_status nd_ufunc_reduce(const nd_ufunc *f, const nd *a, uint32_t axis, dbx_dtype t,
                           const dbx_scalar *start, nd *ret) {
  nd x, acc;
  DBX_TRY(nd_as(a, t, &x));
  DBX_TRY(begin(f, &x, axis, start, &acc));
  for (int64_t i = start ? 0 : 1; i < x.dims[axis]; i++) DBX_TRY(join(f, &x, axis, i, &acc, &acc));
  *ret = acc;
  DBX_TRY(dbx_poll());
  nd like = nd_drop_axis(a, axis);
  const nd *one[] = {&like};
  return nd_lay_out(ret, one, 1);
}

dbx_status nd_ufunc_accumulate(const nd_ufunc *f, const nd *a, uint32_t axis, dbx_dtype t,
                               nd *ret) {
  nd x, r;
  DBX_TRY(nd_as(a, t, &x));
  DBX_TRY(nd_new(t, x.rank, x.dims, &r));
  for (int64_t i = 0; i < x.dims[axis]; i++) {
    nd to = nd_slice(&r, axis, i, 1, 1), last = nd_slice(&r, axis, i ? i - 1 : 0, 1, 1),
       from = nd_slice(&x, axis, i, 1, 1);
    to = nd_drop_axis(&to, axis), last = nd_drop_axis(&last, axis);
    if (i) DBX_TRY(join(f, &x, axis, i, &last, &to));
    else from = nd_drop_axis(&from, axis), nd_fill(&to, &from);
  }
  *ret = r;
  DBX_TRY(dbx_poll());
  const nd *one[] = {a};
  return nd_lay_out(ret, one, 1);
}
