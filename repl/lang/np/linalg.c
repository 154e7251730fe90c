// numpy.linalg: norm, det, inv, solve, matrix_power.
#include "lang/np/np.h"

#include <math.h>
#include <string.h>

static dbx_status open_matrix(pv v, nd *x) {
  DBX_TRY(np_operand(v, x));
  return nd_square(x);
}

static dbx_status open_float_matrix(pv v, nd *x) {
  DBX_TRY(open_matrix(v, x));
  if (dbx_is_half(x->t))
    return dbx_fail(DBX_E204, (dbx_span){0}, "array type float16 is unsupported in linalg");
  return DBX_OK;
}

dbx_status np_fn_det(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  DBX_TRY(open_float_matrix(a[0], &x));
  DBX_TRY(nd_det(&x, &r));
  return *ret = np_return(&r), DBX_OK;
}

static dbx_status identity_like(const nd *x, dbx_dtype t, nd *ret) { // as many as x has matrices
  int64_t n = x->dims[x->rank - 1];
  DBX_TRY(nd_new(t, x->rank, x->dims, ret));
  dbx_fill(ret->data, 0, (size_t)ret->size * dbx_dtype_bytes(ret->t));
  dbx_scalar one = nd_convert(dbx_scalar_int(1), DBX_I64, t);
  for (int64_t i = 0; dbx_go_on(i, ret->size); i++)
    if (i % n == i / n % n) dbx_array_set(ret->whole, i, one);
  return dbx_poll();
}

static dbx_status inverse(const nd *x, nd *ret) {
  nd one;
  DBX_TRY(identity_like(x, nd_linalg_type(x->t), &one));
  DBX_TRY(nd_new(one.t, x->rank, x->dims, ret));
  return nd_solve(x, &one, ret);
}

dbx_status np_fn_inv(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  DBX_TRY(open_float_matrix(a[0], &x));
  DBX_TRY(inverse(&x, &r));
  return *ret = np_return(&r), DBX_OK;
}

static dbx_status does_not_fit(const nd *x, const nd *y) {
  return dbx_fail_as(
      DBX_E303, DBX_S_ValueError, (dbx_span){0},
      "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
      "signature (m,m),(m)->(m) (size %lld is different from %lld)",
      (long long)y->dims[y->rank > 1 && y->rank != x->rank - 1 ? y->rank - 2 : y->rank - 1],
      (long long)x->dims[x->rank - 1]);
}

dbx_status np_fn_solve(const np_row *row, const pv *a, pv *ret) {
  nd x, y, r, spread[2], back;
  uint32_t rank;
  int64_t *dims;
  DBX_TRY(open_float_matrix(a[0], &x));
  DBX_TRY(np_operand(a[1], &y));
  if (!y.rank)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "solve: Input operand 1 does not have enough dimensions (has 0, gufunc core "
                    "with signature (m,m),(m)->(m) requires 1)");
  bool vector = y.rank == x.rank - 1;
  if (y.rank < x.rank - 1 || (!vector && y.rank < 2))
    return np_no_option(row, str_of("vectors for stacks"), "b");
  nd sides = vector ? nd_insert_axis(&y, y.rank) : y;
  if (sides.dims[sides.rank - 2] != x.dims[x.rank - 1]) return does_not_fit(&x, &y);
  nd outer[] = {x, sides};
  const nd *both[] = {&outer[0], &outer[1]};
  for (int k = 0; k < 2; k++) outer[k].rank -= 2, nd_set_size(&outer[k]);
  DBX_TRY(nd_broadcast(both, 2, &rank, &dims));
  int64_t *all = DBX_TMP(int64_t, rank + 2);
  memcpy(all, dims, rank * sizeof *all);
  all[rank] = all[rank + 1] = x.dims[x.rank - 1];
  DBX_TRY(nd_spread(&x, rank + 2, all, &spread[0]));
  all[rank + 1] = sides.dims[sides.rank - 1];
  DBX_TRY(nd_spread(&sides, rank + 2, all, &spread[1]));
  dbx_dtype t = nd_promote(nd_linalg_type(x.t), nd_linalg_type(y.t));
  DBX_TRY(nd_new(t, rank + 2, all, &r));
  DBX_TRY(nd_solve(&spread[0], &spread[1], &r));
  if (!vector) return *ret = np_return(&r), DBX_OK;
  back = nd_drop_axis(&r, r.rank - 1);
  DBX_TRY(nd_copy(&back, t, &r));
  return *ret = np_return(&r), DBX_OK;
}

dbx_status np_fn_matrix_power(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  int64_t n;
  bool any = false;
  DBX_TRY(open_matrix(a[0], &x));
  DBX_TRY(lang_index(a[1], &n));
  if (n == 1) return np_asarray(a[0], ret);
  if (n < 0) {
    nd own;
    DBX_TRY(open_float_matrix(a[0], &x));
    DBX_TRY(inverse(&x, &own));
    x = own;
  }
  if (!n) {
    DBX_TRY(identity_like(&x, x.t, &r));
    DBX_TRY(nd_lay_out_copy(&r, &x));
    return *ret = np_return(&r), DBX_OK;
  }
  if (n == INT64_MIN) return np_no_option(row, a[1], "n");
  for (int64_t m = n < 0 ? -n : n; m; m >>= 1) { // numpy's order of products, but for n == 3
    nd next;
    if (m & 1) {
      if (any) DBX_TRY(np_matmul(&r, &x, &next));
      else DBX_TRY(nd_copy(&x, x.t, &next));
      r = next, any = true;
    }
    if (m > 1) {
      DBX_TRY(np_matmul(&x, &x, &next));
      x = next;
    }
  }
  return *ret = np_return(&r), DBX_OK;
}

// ---- norms ----

typedef struct norm {
  nd x; // absolute values
  bool *axes, keepdims;
} norm;

static dbx_status root_of_squares(const norm *s, nd *ret) {
  nd squares, sum;
  DBX_TRY(nd_call("square", &s->x, &s->x, &squares));
  DBX_TRY(nd_reduce(ND_SUM, &squares, s->axes, s->keepdims, squares.t, NULL, &sum));
  return nd_call("sqrt", &sum, &sum, ret);
}

static dbx_status vector_norm(const np_row *row, const norm *s, double p, nd *ret) {
  nd powers, sum;
  if (isinf(p))
    return nd_reduce(p > 0 ? ND_MAX : ND_MIN, &s->x, s->axes, s->keepdims, s->x.t, NULL, ret);
  if (p == 2) return root_of_squares(s, ret);
  if (p == 1) return nd_reduce(ND_SUM, &s->x, s->axes, s->keepdims, s->x.t, NULL, ret);
  nd zero = nd_number(s->x.t, dbx_scalar_f(0)), e = nd_number(s->x.t, dbx_scalar_f(p)),
     inverse_e = nd_number(s->x.t, dbx_scalar_f(1 / p));
  if (p == 0) {
    DBX_TRY(nd_call("not_equal", &s->x, &zero, &powers));
    return nd_reduce(ND_SUM, &powers, s->axes, s->keepdims, s->x.t, NULL, ret);
  }
  DBX_TRY(nd_call("power", &s->x, &e, &powers));
  DBX_TRY(nd_reduce(ND_SUM, &powers, s->axes, s->keepdims, s->x.t, NULL, &sum));
  return nd_call("power", &sum, &inverse_e, ret);
}

// The greatest or least sum of a column (p is 1 or -1) or row (an infinity).
static dbx_status matrix_norm(const np_row *row, const norm *s, const uint32_t *axis, double p,
                              pv ord, nd *ret) {
  nd sums;
  bool *first = DBX_TMP(bool, s->x.rank + 1), *second = DBX_TMP(bool, s->x.rank + 1);
  if (p != 1 && p != -1 && !isinf(p)) return np_no_option(row, ord, "ord");
  first[axis[isinf(p) ? 1 : 0]] = second[axis[isinf(p) ? 0 : 1]] = true;
  DBX_TRY(nd_reduce(ND_SUM, &s->x, first, true, s->x.t, NULL, &sums));
  DBX_TRY(nd_reduce(p > 0 ? ND_MAX : ND_MIN, &sums, second, true, s->x.t, NULL, ret));
  for (uint32_t i = s->x.rank; !s->keepdims && i-- > 0;)
    if (s->axes[i]) *ret = nd_drop_axis(ret, i);
  return DBX_OK;
}

static dbx_status absolute(pv v, nd *ret) {
  nd x, wide;
  DBX_TRY(np_operand(v, &x));
  DBX_TRY(nd_as(&x, dbx_is_inexact(x.t) ? x.t : DBX_F64, &wide));
  return nd_call("absolute", &wide, &wide, ret);
}

dbx_status np_fn_norm(const np_row *row, const pv *a, pv *ret) {
  norm s;
  nd r;
  double p = 2;
  uint32_t axis[2] = {0, 0}, n = 0;
  DBX_TRY(absolute(a[0], &s.x));
  DBX_TRY(np_flag(a[3], &s.keepdims));
  s.axes = DBX_TMP(bool, s.x.rank + 1);
  if (is_obj(a[2], T_TUPLE) && SEQ(a[2])->n == 2) {
    for (; n < 2; n++) DBX_TRY(np_one_axis(SEQ(a[2])->at[n], s.x.rank, &axis[n]));
    if (axis[0] == axis[1]) return dbx_fail(DBX_E208, (dbx_span){0}, "Duplicate axes given.");
    s.axes[axis[0]] = s.axes[axis[1]] = true;
  } else {
    if (!s.x.rank && !is_none(a[2])) return np_one_axis(a[2], 0, axis);
    DBX_TRY(np_axes(a[2], s.x.rank, s.axes));
    for (uint32_t i = 0; i < s.x.rank; i++)
      if (s.axes[i] && n++ < 2) axis[n - 1] = i;
  }
  bool text = is_str(a[1]),
       fro = text && (!strcmp(STR(a[1])->s, "fro") || !strcmp(STR(a[1])->s, "f"));
  if (!is_none(a[1]) && !text) DBX_TRY(number_as_double(a[1], &p));
  if (text && n == 1)
    return dbx_fail(DBX_E208, (dbx_span){0}, "Invalid norm order '%s' for vectors", STR(a[1])->s);
  if (text && !fro) return np_no_option(row, a[1], "ord");
  if (!is_none(a[1]) && n != 1 && n != 2)
    return dbx_fail(DBX_E208, (dbx_span){0}, "Improper number of dimensions to norm.");
  if (is_none(a[1]) || fro) DBX_TRY(root_of_squares(&s, &r));
  else if (n == 1) DBX_TRY(vector_norm(row, &s, p, &r));
  else DBX_TRY(matrix_norm(row, &s, axis, p, a[1], &r));
  return *ret = np_return(&r), DBX_OK;
}
