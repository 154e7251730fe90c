// numpy's products. The sums are those of jax.numpy's functions on arrays of one type, which are
// what numpy computes; shapes and types are decided here.
#include "jnp/jnp.h"
#include "lang/np/np.h"
#include "lang/object/above.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// ---- a function of jax.numpy on arrays of one type ----

static dbx_dtype computed_in(dbx_dtype t) { // bools are joined by or, halves summed as float32
  return t == DBX_BOOL ? DBX_I64 : t == DBX_F16 ? DBX_F32 : t;
}

static dbx_status call_jax(const char *name, const dbx_val *lead, const nd *x, uint32_t n,
                           const dbx_val *last, dbx_dtype t, nd *ret) {
  dbx_val *args = DBX_TMP(dbx_val, n + 2), r;
  uint32_t k = 0;
  if (lead) args[k++] = *lead;
  for (uint32_t i = 0; i < n; i++) {
    nd whole;
    DBX_TRY(nd_contiguous(&x[i], computed_in(t), &whole));
    args[k++] = dbx_val_array(whole.whole);
  }
  if (last) args[k++] = *last;
  dbx_trace *suspended = dbx_trace_suspend(); // operators come here as they are
  dbx_status st = dbx_function_call(dbx_function_find("jnp", name), args, k, NULL, 0, &r);
  dbx_trace_resume(suspended);
  DBX_TRY(st);
  if (r.kind != DBX_V_ARRAY)
    return dbx_fail(DBX_E512, (dbx_span){0}, "numpy.%s gave no array", name);
  nd result = nd_of(r.array);
  return nd_copy(&result, t, ret);
}

static dbx_dtype common_type(const nd *x, uint32_t n) {
  dbx_dtype t = x[0].t;
  for (uint32_t i = 1; i < n; i++) t = nd_promote(t, x[i].t);
  return t;
}

// ---- dot and matmul ----

static dbx_status not_aligned(const nd *x, const nd *y, uint32_t i, uint32_t j) {
  dbx_buf a = {0}, b = {0};
  nd_put_shape(&a, x->rank, x->dims), nd_put_shape(&b, y->rank, y->dims);
  dbx_fail_as_(DBX_E303, DBX_S_ValueError, (dbx_span){0},
               "shapes %s and %s not aligned: %" PRId64 " (dim %u) != %" PRId64 " (dim %u)",
               dbx_text(&a), dbx_text(&b), x->dims[i], i, y->dims[j], j);
  dbx_buf_free(&a), dbx_buf_free(&b);
  return DBX_FAIL;
}

static dbx_status dot(const nd *x, const nd *y, nd *ret) {
  nd both[] = {*x, *y};
  if (!x->rank || !y->rank) return nd_call("multiply", x, y, ret);
  uint32_t j = y->rank > 1 ? y->rank - 2 : 0;
  if (x->dims[x->rank - 1] != y->dims[j]) return not_aligned(x, y, x->rank - 1, j);
  return call_jax("dot", NULL, both, 2, NULL, common_type(both, 2), ret);
}

dbx_status np_matmul(const nd *x, const nd *y, nd *ret) {
  nd both[] = {*x, *y};
  const nd *operand[] = {x, y};
  for (uint32_t k = 0; k < 2; k++)
    if (!operand[k]->rank)
      return dbx_fail(
          DBX_E208, (dbx_span){0},
          "matmul: Input operand %u does not have enough dimensions (has 0, gufunc core "
          "with signature (n?,k),(k,m?)->(n?,m?) requires 1)",
          k);
  uint32_t j = y->rank > 1 ? y->rank - 2 : 0;
  if (x->dims[x->rank - 1] != y->dims[j])
    return dbx_fail_as(
        DBX_E303, DBX_S_ValueError, (dbx_span){0},
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
        "signature (n?,k),(k,m?)->(n?,m?) (size %" PRId64 " is different from %" PRId64 ")",
        y->dims[j], x->dims[x->rank - 1]);
  if (x->rank > 2 || y->rank > 2) { // the axes before the last two are broadcast
    nd outer[] = {*x, *y};
    const nd *two[] = {&outer[0], &outer[1]};
    uint32_t rank;
    int64_t *dims;
    for (int k = 0; k < 2; k++) outer[k].rank = outer[k].rank > 2 ? outer[k].rank - 2 : 0;
    DBX_TRY(nd_broadcast(two, 2, &rank, &dims));
  }
  return call_jax("matmul", NULL, both, 2, NULL, common_type(both, 2), ret);
}

dbx_status np_fn_dot(const np_row *row, const pv *a, pv *ret) {
  nd x, y, r;
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_operand_beside(a[1], x.t, &y));
  DBX_TRY(dot(&x, &y, &r));
  return np_give(&r, a[2], ret);
}
dbx_status np_fn_matmul(const np_row *row, const pv *a, pv *ret) {
  nd x, y, r;
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_operand(a[1], &y));
  DBX_TRY(np_matmul(&x, &y, &r));
  return np_give(&r, a[2], ret);
}

static dbx_status flat(nd *x) {
  nd r;
  DBX_TRY(nd_reshape(x, 1, &x->size, false, &r));
  return *x = r, DBX_OK;
}

dbx_status np_fn_vdot(const np_row *row, const pv *a, pv *ret) {
  nd x, y, r;
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_operand_beside(a[1], x.t, &y));
  DBX_TRY(flat(&x));
  DBX_TRY(flat(&y));
  if (x.size != y.size)
    return dbx_fail_as(DBX_E305, DBX_S_ValueError, (dbx_span){0},
                       "cannot reshape array of size %" PRId64 " into shape (%" PRId64 ",)", y.size,
                       x.size);
  if (dbx_is_complex(x.t)) DBX_TRY(nd_call("conjugate", &x, &x, &x));
  DBX_TRY(dot(&x, &y, &r));
  return *ret = np_return(&r), DBX_OK;
}

static dbx_status inner_not_aligned(const nd *x, const nd *y) { // of y with its last axes swapped
  nd turned = y->rank > 1 ? nd_swap(y, y->rank - 1, y->rank - 2) : *y;
  return not_aligned(x, &turned, x->rank - 1, y->rank > 1 ? y->rank - 2 : 0);
}

dbx_status np_fn_inner(const np_row *row, const pv *a, pv *ret) {
  nd x[2], r;
  DBX_TRY(np_operand(a[0], &x[0]));
  DBX_TRY(np_operand_beside(a[1], x[0].t, &x[1]));
  if (!x[0].rank || !x[1].rank) DBX_TRY(nd_call("multiply", &x[0], &x[1], &r));
  else if (x[0].dims[x[0].rank - 1] != x[1].dims[x[1].rank - 1])
    return inner_not_aligned(&x[0], &x[1]);
  else DBX_TRY(call_jax("inner", NULL, x, 2, NULL, common_type(x, 2), &r));
  return *ret = np_return(&r), DBX_OK;
}

dbx_status np_fn_outer(const np_row *row, const pv *a, pv *ret) {
  nd x, y, r;
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_operand(a[1], &y));
  DBX_TRY(flat(&x));
  DBX_TRY(flat(&y));
  nd column = nd_insert_axis(&x, 1), line = nd_insert_axis(&y, 0);
  DBX_TRY(nd_call("multiply", &column, &line, &r));
  return np_give(&r, a[2], ret);
}

// ---- tensordot, einsum ----

static dbx_status unpacked_axes(pv axes, pv *pair) {
  pv list;
  DBX_TRY(lang_to_list(axes, &list));
  if (SEQ(list)->n < 2)
    return dbx_fail(DBX_E208, (dbx_span){0}, "not enough values to unpack (expected 2, got %u)",
                    SEQ(list)->n);
  if (SEQ(list)->n > 2)
    return dbx_fail(DBX_E208, (dbx_span){0}, "too many values to unpack (expected 2)");
  return pair[0] = SEQ(list)->at[0], pair[1] = SEQ(list)->at[1], DBX_OK;
}

// The axes that are summed over, as they are given: numbers that may be no axes.
static dbx_status contracted(const nd *x, pv axes, bool second, int64_t **at, uint32_t *n) {
  int64_t count;
  pv pair[2];
  if (!is_seq(axes) && !is_str(axes)) {
    DBX_TRY(lang_index(axes, &count));
    if (!second && count > x->rank)
      return dbx_fail(DBX_E206, (dbx_span){0}, "tuple index out of range");
    *n = count < 0 ? 0 : (uint32_t)count, *at = DBX_TMP(int64_t, *n + 1);
    for (uint32_t i = 0; i < *n; i++) (*at)[i] = second ? (int64_t)i : (int64_t)i - *n;
    return DBX_OK;
  }
  DBX_TRY(unpacked_axes(axes, pair));
  pv own = pair[second];
  *n = is_seq(own) ? SEQ(own)->n : 1, *at = DBX_TMP(int64_t, *n + 1);
  for (uint32_t i = 0; i < *n; i++)
    DBX_TRY(lang_index(is_seq(own) ? SEQ(own)->at[i] : own, &(*at)[i]));
  return DBX_OK;
}

// The length of the axis; i is counted from the front afterwards.
static dbx_status length_at(const nd *x, int64_t *i, int64_t *ret) {
  if (*i < -(int64_t)x->rank || *i >= (int64_t)x->rank)
    return dbx_fail(DBX_E206, (dbx_span){0}, "tuple index out of range");
  if (*i < 0) *i += x->rank;
  return *ret = x->dims[*i], DBX_OK;
}

// The axes in `at` last or first, and all of them one.
static dbx_status as_matrix(const nd *x, const int64_t *at, uint32_t n, bool last, nd *ret,
                            int64_t *rest, uint32_t *n_rest) {
  uint32_t *perm = DBX_TMP(uint32_t, x->rank + n + 1), k = 0;
  bool *summed = DBX_TMP(bool, x->rank + 1);
  int64_t sizes[2] = {1, 1};
  nd turned;
  for (uint32_t i = 0; i < n; i++) summed[at[i]] = true, sizes[1] *= x->dims[at[i]];
  if (!last)
    for (uint32_t i = 0; i < n; i++) perm[k++] = (uint32_t)at[i];
  for (uint32_t i = 0; i < x->rank; i++)
    if (!summed[i]) perm[k++] = i, rest[(*n_rest)++] = x->dims[i], sizes[0] *= x->dims[i];
  if (last)
    for (uint32_t i = 0; i < n; i++) perm[k++] = (uint32_t)at[i];
  if (k != x->rank) return dbx_fail(DBX_E306, (dbx_span){0}, "axes don't match array");
  DBX_TRY(nd_transpose(x, perm, &turned));
  return nd_reshape(&turned, 2, last ? sizes : (int64_t[]){sizes[1], sizes[0]}, false, ret);
}

dbx_status np_fn_tensordot(const np_row *row, const pv *a, pv *ret) {
  nd x[2], matrix[2], r, shaped;
  int64_t *at[2], length[2], *dims;
  uint32_t n[2], rank = 0;
  for (int k = 0; k < 2; k++) {
    DBX_TRY(np_operand(a[k], &x[k]));
    DBX_TRY(contracted(&x[k], a[2], k, &at[k], &n[k]));
  }
  if (n[0] != n[1]) return dbx_fail(DBX_E208, (dbx_span){0}, "shape-mismatch for sum");
  for (uint32_t i = 0; i < n[0]; i++) {
    for (int k = 0; k < 2; k++) DBX_TRY(length_at(&x[k], &at[k][i], &length[k]));
    if (length[0] != length[1]) return dbx_fail(DBX_E208, (dbx_span){0}, "shape-mismatch for sum");
  }
  dims = DBX_TMP(int64_t, x[0].rank + x[1].rank + 1);
  for (int k = 0; k < 2; k++) DBX_TRY(as_matrix(&x[k], at[k], n[k], !k, &matrix[k], dims, &rank));
  DBX_TRY(dot(&matrix[0], &matrix[1], &r));
  DBX_TRY(nd_reshape(&r, rank, dims, false, &shaped));
  shaped.memory = shaped.whole = NULL; // a view, even if it has the same axes
  pv array = np_array(&r);
  return *ret = array.tag == PV_OBJ ? np_derived(array, &shaped) : array, DBX_OK;
}

// With one operand and nothing to sum over numpy gives a view; those are not offered.
static bool gives_view(const char *s) {
  const char *arrow = strstr(s, "->");
  size_t n = arrow ? (size_t)(arrow - s) : strlen(s);
  for (size_t i = 0; i < n; i++) {
    if (s[i] == ' ' || s[i] == '.') continue;
    bool kept = arrow ? strchr(arrow, s[i]) != NULL
                      : !memchr(s, s[i], i) && !memchr(s + i + 1, s[i], n - i - 1);
    if (!kept) return false;
  }
  return true;
}

dbx_status np_fn_einsum(const np_row *row, const pv *a, pv *ret) {
  nd *x, r;
  uint32_t n;
  dbx_val subscripts;
  if (!is_str(a[0])) return np_no_option(row, a[0], "subscripts");
  DBX_TRY(np_operands(a[1], &x, &n));
  if (!n)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "must specify the einstein sum subscripts string and at least one operand");
  if (n == 1 && gives_view(STR(a[0])->s)) return np_no_option(row, a[0], "subscripts");
  DBX_TRY(above()->to_val(a[0], &subscripts));
  DBX_TRY(call_jax("einsum", &subscripts, x, n, NULL, common_type(x, n), &r));
  return np_give(&r, a[2], ret);
}

dbx_status np_fn_polyval(const np_row *row, const pv *a, pv *ret) {
  nd p, x, y;
  DBX_TRY(np_operand(a[0], &p));
  DBX_TRY(np_operand(a[1], &x));
  if (!p.rank) return dbx_fail(DBX_E204, (dbx_span){0}, "iteration over a 0-d array");
  if (p.rank > 1) return np_no_option(row, str_of("2-d"), "p");
  DBX_TRY(nd_new(x.t, x.rank, x.dims, &y));
  dbx_fill(y.data, 0, (size_t)y.size * dbx_dtype_bytes(x.t));
  DBX_TRY(nd_lay_out_copy(&y, &x));
  for (int64_t i = 0; dbx_go_on(i, p.size); i++) {
    nd c = nd_number(p.t, nd_at(&p, i)), product;
    DBX_TRY(nd_call("multiply", &y, &x, &product));
    DBX_TRY(nd_call("add", &product, &c, &y));
  }
  return *ret = p.size ? np_return(&y) : np_array(&y), DBX_OK;
}
