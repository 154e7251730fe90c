// Systems of linear equations: LU with partial pivoting, as LAPACK's getrf, on stacks of square
// matrices. float32 and complex64 are computed in double and rounded at the end.
#include "numpy/nd.h"

#include <complex.h>
#undef I
#include <math.h>

typedef double complex num;

// One matrix, and the right sides beside it.
typedef struct lu {
  int64_t n, m; // m: columns of the right sides
  num *a, *b;
  num sign;
  bool singular;
} lu;

static double weight(num x) { return fabs(creal(x)) + fabs(cimag(x)); }

static void swap_rows(num *x, int64_t columns, int64_t i, int64_t j) {
  for (int64_t k = 0; k < columns; k++) {
    num t = x[i * columns + k];
    x[i * columns + k] = x[j * columns + k], x[j * columns + k] = t;
  }
}

static void eliminate(lu *s, int64_t k) {
  int64_t n = s->n, m = s->m;
  for (int64_t i = k + 1; i < n; i++) {
    num f = s->a[i * n + k] / s->a[k * n + k];
    s->a[i * n + k] = f;
    if (f == 0) continue;
    for (int64_t j = k + 1; j < n; j++) s->a[i * n + j] -= f * s->a[k * n + j];
    for (int64_t j = 0; j < m; j++) s->b[i * m + j] -= f * s->b[k * m + j];
  }
}

static void factor(lu *s) {
  int64_t n = s->n;
  s->sign = 1;
  for (int64_t k = 0; k < n && !dbx_stopping(); k++) {
    int64_t p = k;
    for (int64_t i = k + 1; i < n; i++)
      if (weight(s->a[i * n + k]) > weight(s->a[p * n + k])) p = i;
    if (s->a[p * n + k] == 0) {
      s->singular = true;
      continue;
    }
    if (p != k) {
      swap_rows(s->a, n, p, k), swap_rows(s->b, s->m, p, k);
      s->sign = -s->sign;
    }
    eliminate(s, k);
  }
}

static void back_substitute(lu *s) {
  int64_t n = s->n, m = s->m;
  for (int64_t i = n; i-- > 0 && !dbx_stopping();)
    for (int64_t j = 0; j < m; j++) {
      num x = s->b[i * m + j];
      for (int64_t k = i + 1; k < n; k++) x -= s->a[i * n + k] * s->b[k * m + j];
      s->b[i * m + j] = x / s->a[i * n + i];
    }
}

// ---- stacks ----

static num at(const nd *x, int64_t i) {
  dbx_scalar v = nd_convert(nd_at(x, i), x->t, DBX_C128);
  return __builtin_complex(v.c[0], v.c[1]);
}

static void put(const nd *r, int64_t i, num x) {
  dbx_scalar v = {.c = {creal(x), cimag(x)}};
  dbx_array_set(r->whole, i, nd_convert(v, DBX_C128, r->t));
}

static dbx_status singular(void) {
  return dbx_fail_as(DBX_E208, DBX_S_LinAlgError, (dbx_span){0}, "Singular matrix");
}

static dbx_status not_square(const nd *a) {
  if (a->rank < 2)
    return dbx_fail_as(DBX_E208, DBX_S_LinAlgError, (dbx_span){0},
                       "%u-dimensional array given. Array must be at least two-dimensional",
                       a->rank);
  return dbx_fail_as(DBX_E208, DBX_S_LinAlgError, (dbx_span){0},
                     "Last 2 dimensions of the array must be square");
}

dbx_status nd_square(const nd *a) {
  bool square = a->rank >= 2 && a->dims[a->rank - 1] == a->dims[a->rank - 2];
  return square ? DBX_OK : not_square(a);
}

static num *room(int64_t n) { return dbx_alloc((size_t)(n ? n : 1) * sizeof(num)); }

dbx_dtype nd_linalg_type(dbx_dtype t) {
  return t == DBX_F32 || t == DBX_C64 || t == DBX_C128 ? t : DBX_F64;
}

// b and r: stacks of n x m matrices that fit those of a.
dbx_status nd_solve(const nd *a, const nd *b, const nd *r) {
  lu s = {.n = a->dims[a->rank - 1], .m = r->dims[r->rank - 1]};
  int64_t one = s.n * s.m, stacks = r->rank == 2 ? 1 : one ? r->size / one : 0;
  s.a = room(s.n * s.n), s.b = room(one);
  for (int64_t k = 0; k < stacks && !s.singular && !dbx_stopping(); k++) {
    for (int64_t i = 0; i < s.n * s.n; i++) s.a[i] = at(a, k * s.n * s.n + i);
    for (int64_t i = 0; i < one; i++) s.b[i] = at(b, k * one + i);
    factor(&s);
    if (s.singular) break;
    back_substitute(&s);
    for (int64_t i = 0; i < one; i++) put(r, k * one + i, s.b[i]);
  }
  free(s.a), free(s.b);
  return s.singular ? singular() : dbx_poll();
}

static num times(num x, num y) { // as it is written, also of zeros
  double xr = creal(x), xi = cimag(x), yr = creal(y), yi = cimag(y);
  return __builtin_complex(xr * yr - xi * yi, xr * yi + xi * yr);
}

// numpy's: the sign times exp of the sum of logarithms.
static num determinant(lu *s) {
  double logs = 0;
  num sign = s->sign;
  if (s->singular) return 0;
  for (int64_t i = 0; i < s->n; i++) {
    num x = s->a[i * s->n + i];
    double size = cabs(x);
    sign = times(sign, __builtin_complex(creal(x) / size, cimag(x) / size)), logs += log(size);
  }
  return times(sign, exp(logs));
}

dbx_status nd_det(const nd *a, nd *ret) {
  nd r;
  DBX_TRY(nd_square(a));
  DBX_TRY(nd_new(nd_linalg_type(a->t), a->rank - 2, a->dims, &r));
  lu s = {.n = a->dims[a->rank - 1]};
  s.a = room(s.n * s.n), s.b = room(0);
  for (int64_t k = 0; k < r.size && !dbx_stopping(); k++) {
    for (int64_t i = 0; i < s.n * s.n; i++) s.a[i] = at(a, k * s.n * s.n + i);
    s.singular = false;
    factor(&s);
    put(&r, k, determinant(&s));
  }
  free(s.a), free(s.b);
  return *ret = r, dbx_poll();
}
