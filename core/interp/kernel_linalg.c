// Kernels of the factorizations: each matrix of a stack is taken out, given to LAPACK (lapack.h)
// and put into the results. A matrix without a result gives NaN, as jaxlib has it.
#include "interp/kernel.h"
#include "interp/lapack.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// The matrices in the last two axes of an array.
typedef struct stack {
  int64_t n; // how many
  int rows, columns;
} stack;

static dbx_status open_stack(const dbx_kernel_site *s, uint32_t i, stack *ret) {
  const dbx_array *x = s->in[i];
  int64_t rows = x->dims[x->rank - 2], columns = x->dims[x->rank - 1];
  *ret = (stack){1, (int)rows, (int)columns};
  for (uint32_t k = 0; k + 2 < x->rank; k++) ret->n *= x->dims[k];
  if (!rows && !columns) ret->n = 0; // nor has any result a number
  if (rows > INT_MAX || columns > INT_MAX || (columns && rows > INT_MAX / columns))
    return dbx_fail(DBX_E702, (dbx_span){0}, "%s: a matrix is too large", s->prim->name);
  return dbx_lapack_need(s->prim->name);
}

static dbx_matrix matrix_new(bool complex, int rows, int columns) {
  size_t n = (size_t)rows * (size_t)columns * (complex ? 2 : 1);
  return (dbx_matrix){complex, rows, columns, dbx_alloc((n ? n : 1) * sizeof(double))};
}

// The number in row i, column k.
static double *element(const dbx_matrix *a, int i, int k) {
  return a->at + ((int64_t)k * a->rows + i) * (a->complex ? 2 : 1);
}

static void take(const dbx_array *x, int64_t which, dbx_matrix *a) {
  int64_t first = which * a->rows * a->columns;
  for (int i = 0; dbx_go_on(i, a->rows); i++)
    for (int k = 0; k < a->columns; k++) {
      dbx_scalar v = dbx_array_at(x, first + (int64_t)i * a->columns + k);
      double *to = element(a, i, k);
      to[0] = v.c[0];
      if (a->complex) to[1] = v.c[1];
    }
}

static void set(dbx_array *r, int64_t at, const double *from, bool complex, bool good) {
  dbx_scalar v = {.c = {good ? from[0] : NAN, !complex ? 0 : good ? from[1] : NAN}};
  dbx_array_set(r, at, v);
}

static void put(dbx_array *r, int64_t which, const dbx_matrix *a, bool good) {
  int64_t first = which * a->rows * a->columns;
  for (int i = 0; dbx_go_on(i, a->rows); i++)
    for (int k = 0; k < a->columns; k++)
      set(r, first + (int64_t)i * a->columns + k, element(a, i, k), a->complex, good);
}

static void put_vector(dbx_array *r, int64_t which, int n, const double *x, bool complex,
                       bool good) {
  for (int i = 0; i < n; i++)
    set(r, which * n + i, x + (int64_t)i * (complex ? 2 : 1), complex, good);
}

// Result k: the leading axes of operand 0, then these (two, or one if columns is negative).
static dbx_status result(const dbx_kernel_site *s, uint32_t k, int rows, int columns,
                         dbx_array **out) {
  const dbx_array *x = s->in[0];
  int64_t *dims = DBX_TMP(int64_t, x->rank);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  dims[x->rank - 2] = rows;
  dims[x->rank - 1] = columns;
  dbx_status st = dbx_result(s->out_dtype[k], x->rank - (columns < 0), dims, &out[k]);
  while (st != DBX_OK && k--) out[k] = dbx_array_unref(out[k]);
  return st;
}

static bool flag(const dbx_kernel_site *s, dbx_sym key) {
  return dbx_param_int(s->params, s->n_params, key) != 0;
}

static bool is_complex(const dbx_kernel_site *s) { return dbx_is_complex(s->in[0]->dtype); }
static int least(int a, int b) { return a < b ? a : b; }

dbx_status dbx_kernel_cholesky(const dbx_kernel_site *s, dbx_array **out) {
  stack x;
  DBX_TRY(open_stack(s, 0, &x));
  DBX_TRY(result(s, 0, x.rows, x.columns, out));
  dbx_matrix a = matrix_new(is_complex(s), x.rows, x.columns);
  for (int64_t i = 0; dbx_go_on(i, x.n); i++) {
    take(s->in[0], i, &a);
    put(out[0], i, &a, dbx_lapack_cholesky(a));
  }
  free(a.at);
  return DBX_OK;
}

// The first columns of one matrix into another; `upper`: without what is below the diagonal.
static void copy_part(const dbx_matrix *from, dbx_matrix *to, bool upper) {
  size_t bytes = sizeof(double) * (from->complex ? 2 : 1);
  for (int k = 0; k < to->columns; k++)
    for (int i = 0; i < to->rows; i++)
      if (k < from->columns && i < from->rows && (!upper || i <= k))
        memcpy(element(to, i, k), element(from, i, k), bytes);
      else memset(element(to, i, k), 0, bytes);
}

dbx_status dbx_kernel_qr(const dbx_kernel_site *s, dbx_array **out) {
  stack x;
  DBX_TRY(open_stack(s, 0, &x));
  int n = least(x.rows, x.columns), inner = flag(s, DBX_S_full_matrices) ? x.rows : n;
  DBX_TRY(result(s, 0, x.rows, inner, out));
  DBX_TRY(result(s, 1, inner, x.columns, out));
  dbx_matrix a = matrix_new(is_complex(s), x.rows, x.columns),
             q = matrix_new(is_complex(s), x.rows, inner),
             r = matrix_new(is_complex(s), inner, x.columns), tau = matrix_new(a.complex, n, 1);
  for (int64_t i = 0; dbx_go_on(i, x.n); i++) {
    take(s->in[0], i, &a);
    bool good = dbx_lapack_qr(a, tau.at);
    copy_part(&a, &r, true);
    copy_part(&a, &q, false);
    good = good && dbx_lapack_reflect(q, n, tau.at);
    put(out[0], i, &q, good);
    put(out[1], i, &r, good);
  }
  free(a.at), free(q.at), free(r.at), free(tau.at);
  return DBX_OK;
}

dbx_status dbx_kernel_lu(const dbx_kernel_site *s, dbx_array **out) {
  stack x;
  DBX_TRY(open_stack(s, 0, &x));
  int n = least(x.rows, x.columns);
  DBX_TRY(result(s, 0, x.rows, x.columns, out));
  DBX_TRY(result(s, 1, n, -1, out));
  DBX_TRY(result(s, 2, x.rows, -1, out));
  dbx_matrix a = matrix_new(is_complex(s), x.rows, x.columns);
  int *pivots = dbx_alloc(((size_t)n + 1) * sizeof *pivots),
      *rows = dbx_alloc(((size_t)x.rows + 1) * sizeof *rows);
  for (int64_t i = 0; dbx_go_on(i, x.n); i++) {
    take(s->in[0], i, &a);
    dbx_lapack_lu(a, pivots);
    put(out[0], i, &a, true);
    for (int k = 0; k < x.rows; k++) rows[k] = k;
    for (int k = 0; k < n; k++) {
      int other = pivots[k] - 1, row = rows[k];
      rows[k] = rows[other], rows[other] = row;
      dbx_array_set(out[1], i * n + k, dbx_scalar_int(other));
    }
    for (int k = 0; k < x.rows; k++) dbx_array_set(out[2], i * x.rows + k, dbx_scalar_int(rows[k]));
  }
  free(a.at), free(pivots), free(rows);
  return DBX_OK;
}

dbx_status dbx_kernel_lu_pivots(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  int64_t n = x->dims[x->rank - 1], *dims = DBX_TMP(int64_t, x->rank),
          size = dbx_param_int(s->params, s->n_params, DBX_S_permutation_size);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  dims[x->rank - 1] = size;
  DBX_TRY(dbx_result(DBX_I32, x->rank, dims, out));
  for (int64_t i = 0; dbx_go_on(i, n ? x->size / n : 0); i++) {
    int32_t *rows = (int32_t *)(*out)->data + i * size;
    for (int64_t k = 0; k < size; k++) rows[k] = (int32_t)k;
    for (int64_t k = 0; k < n && k < size; k++) {
      int64_t other = dbx_array_at(x, i * n + k).i;
      int32_t row = rows[k];
      if (other < 0 || other >= size) continue;
      rows[k] = rows[other], rows[other] = row;
    }
  }
  return DBX_OK;
}

dbx_status dbx_kernel_triangular_solve(const dbx_kernel_site *s, dbx_array **out) {
  stack x, y;
  DBX_TRY(open_stack(s, 0, &x));
  DBX_TRY(open_stack(s, 1, &y));
  dbx_triangle t = {flag(s, DBX_S_left_side), flag(s, DBX_S_lower), flag(s, DBX_S_transpose_a),
                    flag(s, DBX_S_conjugate_a), flag(s, DBX_S_unit_diagonal)};
  if (x.rows != x.columns || x.rows != (t.left ? y.rows : y.columns) || x.n != y.n)
    return dbx_fail(DBX_E706, (dbx_span){0}, "triangular_solve: the sizes do not fit");
  DBX_TRY(result(s, 0, y.rows, y.columns, out));
  dbx_matrix a = matrix_new(is_complex(s), x.rows, x.columns),
             b = matrix_new(is_complex(s), y.rows, y.columns);
  for (int64_t i = 0; dbx_go_on(i, x.n); i++) {
    take(s->in[0], i, &a);
    take(s->in[1], i, &b);
    dbx_lapack_solve(a, b, t);
    put(out[0], i, &b, true);
  }
  free(a.at), free(b.at);
  return DBX_OK;
}

dbx_status dbx_kernel_svd(const dbx_kernel_site *s, dbx_array **out) {
  stack x;
  DBX_TRY(open_stack(s, 0, &x));
  bool vectors = s->n_out == 3, full = flag(s, DBX_S_full_matrices);
  int n = least(x.rows, x.columns);
  dbx_matrix a = matrix_new(is_complex(s), x.rows, x.columns), u = {a.complex}, vt = {a.complex};
  dbx_status st = result(s, 0, n, -1, out);
  if (st == DBX_OK && vectors) {
    u = matrix_new(a.complex, x.rows, full ? x.rows : n);
    vt = matrix_new(a.complex, full ? x.columns : n, x.columns);
    st = result(s, 1, u.rows, u.columns, out);
    if (st == DBX_OK) st = result(s, 2, vt.rows, vt.columns, out);
  }
  double *values = dbx_alloc(((size_t)n + 1) * sizeof *values);
  for (int64_t i = 0; st == DBX_OK && dbx_go_on(i, x.n); i++) {
    take(s->in[0], i, &a);
    bool good = dbx_lapack_svd(a, values, u, vt);
    put_vector(out[0], i, n, values, false, good);
    if (vectors) put(out[1], i, &u, good), put(out[2], i, &vt, good);
  }
  free(a.at), free(u.at), free(vt.at), free(values);
  return st;
}

dbx_status dbx_kernel_eigh(const dbx_kernel_site *s, dbx_array **out) {
  stack x;
  DBX_TRY(open_stack(s, 0, &x));
  DBX_TRY(result(s, 0, x.rows, x.columns, out));
  DBX_TRY(result(s, 1, x.rows, -1, out));
  dbx_matrix a = matrix_new(is_complex(s), x.rows, x.columns);
  double *w = dbx_alloc(((size_t)x.rows + 1) * sizeof *w);
  for (int64_t i = 0; dbx_go_on(i, x.n); i++) {
    take(s->in[0], i, &a);
    bool good = dbx_lapack_eigh(a, flag(s, DBX_S_lower), w);
    put(out[0], i, &a, good);
    put_vector(out[1], i, x.rows, w, false, good);
  }
  free(a.at), free(w);
  return DBX_OK;
}

dbx_status dbx_kernel_eig(const dbx_kernel_site *s, dbx_array **out) {
  stack x;
  DBX_TRY(open_stack(s, 0, &x));
  bool left = flag(s, DBX_S_compute_left_eigenvectors),
       right = flag(s, DBX_S_compute_right_eigenvectors);
  DBX_TRY(result(s, 0, x.rows, -1, out));
  for (uint32_t k = 1; k < s->n_out; k++) DBX_TRY(result(s, k, x.rows, x.columns, out));
  dbx_matrix a = matrix_new(is_complex(s), x.rows, x.columns), w = matrix_new(true, x.rows, 1),
             l = left ? matrix_new(true, x.rows, x.rows) : (dbx_matrix){true},
             r = right ? matrix_new(true, x.rows, x.rows) : (dbx_matrix){true};
  for (int64_t i = 0; dbx_go_on(i, x.n); i++) {
    take(s->in[0], i, &a);
    bool good = dbx_lapack_eig(a, w.at, l, r);
    put_vector(out[0], i, x.rows, w.at, true, good);
    if (left) put(out[1], i, &l, good);
    if (right) put(out[left ? 2 : 1], i, &r, good);
  }
  free(a.at), free(w.at), free(l.at), free(r.at);
  return DBX_OK;
}
