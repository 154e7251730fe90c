// See lapack.h. Routines are those of the names in LAPACK's reference: arguments are pointers, and
// the lengths of texts come last.
#include "interp/lapack.h"

#include "base/diag.h"
#include "base/mem.h"
#include "interp/blas.h"

#include <string.h>

typedef size_t len;
typedef void (*potrf_fn)(const char *, const int *, double *, const int *, int *, len);
typedef void (*geqrf_fn)(const int *, const int *, double *, const int *, double *, double *,
                         const int *, int *);
typedef void (*orgqr_fn)(const int *, const int *, const int *, double *, const int *,
                         const double *, double *, const int *, int *);
typedef void (*getrf_fn)(const int *, const int *, double *, const int *, int *, int *);
typedef void (*trsm_fn)(const char *, const char *, const char *, const char *, const int *,
                        const int *, const double *, const double *, const int *, double *,
                        const int *, len, len, len, len);
typedef void (*gesdd_fn)(const char *, const int *, const int *, double *, const int *, double *,
                         double *, const int *, double *, const int *, double *, const int *, int *,
                         int *, len);
typedef void (*zgesdd_fn)(const char *, const int *, const int *, double *, const int *, double *,
                          double *, const int *, double *, const int *, double *, const int *,
                          double *, int *, int *, len);
typedef void (*syevd_fn)(const char *, const char *, const int *, double *, const int *, double *,
                         double *, const int *, int *, const int *, int *, len, len);
typedef void (*heevd_fn)(const char *, const char *, const int *, double *, const int *, double *,
                         double *, const int *, double *, const int *, int *, const int *, int *,
                         len, len);
typedef void (*geev_fn)(const char *, const char *, const int *, double *, const int *, double *,
                        double *, double *, const int *, double *, const int *, double *,
                        const int *, int *, len, len);
typedef void (*zgeev_fn)(const char *, const char *, const int *, double *, const int *, double *,
                         double *, const int *, double *, const int *, double *, const int *,
                         double *, int *, len, len);

// A routine of this type; data and code have pointers of one size here, as POSIX wants for dlsym.
#define ROUTINE(type, name)                                                                        \
  ({                                                                                               \
    type routine_;                                                                                 \
    *(void **)&routine_ = dbx_blas_symbol(name);                                                   \
    routine_;                                                                                      \
  })

dbx_status dbx_lapack_need(const char *what) {
  if (dbx_blas_symbol("zgeev_")) return DBX_OK;
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "%s needs LAPACK, which the library OpenBLAS has: libopenblas.so.0 is not "
                  "installed",
                  what);
}

static int at_least_1(int n) { return n > 1 ? n : 1; }
static int least(int a, int b) { return a < b ? a : b; }
static int lead(dbx_matrix a) { return at_least_1(a.rows); }
static bool empty(dbx_matrix a) { return !a.rows || !a.columns; }

// Room for so many numbers; the caller frees it.
static double *room(const dbx_matrix *a, int64_t n) {
  return dbx_alloc((size_t)(n < 1 ? 1 : n) * sizeof(double) * (a->complex ? 2 : 1));
}

bool dbx_lapack_cholesky(dbx_matrix a) {
  int ld = lead(a), info = 0;
  potrf_fn potrf = ROUTINE(potrf_fn, a.complex ? "zpotrf_" : "dpotrf_");
  if (!empty(a)) potrf("L", &a.rows, a.at, &ld, &info, 1);
  return !info;
}

bool dbx_lapack_qr(dbx_matrix a, double *tau) {
  int ld = lead(a), info = 0, n = -1;
  double size[2];
  geqrf_fn geqrf = ROUTINE(geqrf_fn, a.complex ? "zgeqrf_" : "dgeqrf_");
  if (empty(a)) return true;
  geqrf(&a.rows, &a.columns, a.at, &ld, tau, size, &n, &info);
  n = (int)size[0];
  double *work = room(&a, n);
  geqrf(&a.rows, &a.columns, a.at, &ld, tau, work, &n, &info);
  free(work);
  return !info;
}

bool dbx_lapack_reflect(dbx_matrix a, int n, const double *tau) {
  int ld = lead(a), info = 0, size = -1;
  double wanted[2];
  orgqr_fn orgqr = ROUTINE(orgqr_fn, a.complex ? "zungqr_" : "dorgqr_");
  if (empty(a)) return true;
  orgqr(&a.rows, &a.columns, &n, a.at, &ld, tau, wanted, &size, &info);
  size = (int)wanted[0];
  double *work = room(&a, size);
  orgqr(&a.rows, &a.columns, &n, a.at, &ld, tau, work, &size, &info);
  free(work);
  return !info;
}

void dbx_lapack_lu(dbx_matrix a, int *pivots) {
  int ld = lead(a), info;
  getrf_fn getrf = ROUTINE(getrf_fn, a.complex ? "zgetrf_" : "dgetrf_");
  if (!empty(a)) getrf(&a.rows, &a.columns, a.at, &ld, pivots, &info);
}

void dbx_lapack_solve(dbx_matrix a, dbx_matrix b, dbx_triangle t) {
  static const double one[2] = {1, 0};
  int lda = lead(a), ldb = lead(b);
  int64_t n = (int64_t)a.rows * a.columns;
  const char *op = !t.transposed ? "N" : t.conjugated ? "C" : "T";
  trsm_fn trsm = ROUTINE(trsm_fn, a.complex ? "ztrsm_" : "dtrsm_");
  if (empty(b)) return;
  if (a.complex && t.conjugated && !t.transposed)
    for (int64_t i = 0; i < n; i++) a.at[2 * i + 1] = -a.at[2 * i + 1];
  trsm(t.left ? "L" : "R", t.lower ? "L" : "U", op, t.unit ? "U" : "N", &b.rows, &b.columns, one,
       a.at, &lda, b.at, &ldb, 1, 1, 1, 1);
}

// The numbers of rwork that zgesdd wants, as its reference says.
static int64_t svd_room(int64_t m, int64_t n, bool vectors) {
  int64_t low = m < n ? m : n, high = m < n ? n : m;
  if (!vectors) return 7 * low + 1;
  int64_t a = 5 * low * low + 5 * low, b = 2 * high * low + 2 * low * low + low;
  return (a > b ? a : b) + 1;
}

bool dbx_lapack_svd(dbx_matrix a, double *s, dbx_matrix u, dbx_matrix vt) {
  int info = 0, low = least(a.rows, a.columns), lda = lead(a), ldu = lead(u), ldv = lead(vt),
      n = -1;
  const char *job = !u.at ? "N" : u.columns == a.rows && vt.rows == a.columns ? "A" : "S";
  double size[2], none[2], *ua = u.at ? u.at : none, *va = vt.at ? vt.at : none;
  if (empty(a)) return true;
  gesdd_fn d = ROUTINE(gesdd_fn, "dgesdd_");
  zgesdd_fn z = ROUTINE(zgesdd_fn, "zgesdd_");
  int *whole = dbx_alloc(8 * (size_t)low * sizeof *whole);
  double *real = dbx_alloc((size_t)svd_room(a.rows, a.columns, u.at != NULL) * sizeof *real);
  double *work = size;
  for (int turn = 0; turn < 2 && !info; turn++) { // how much room, then the values
    if (a.complex)
      z(job, &a.rows, &a.columns, a.at, &lda, s, ua, &ldu, va, &ldv, work, &n, real, whole, &info,
        1);
    else d(job, &a.rows, &a.columns, a.at, &lda, s, ua, &ldu, va, &ldv, work, &n, whole, &info, 1);
    if (turn == 0) n = (int)size[0], work = room(&a, n);
  }
  if (work != size) free(work);
  free(whole), free(real);
  return !info;
}

bool dbx_lapack_eigh(dbx_matrix a, bool lower, double *w) {
  int info = 0, lda = lead(a), n = -1, n_real = -1, n_whole = -1, whole_size;
  const char *half = lower ? "L" : "U";
  double size[2], real_size;
  if (empty(a)) return true;
  syevd_fn d = ROUTINE(syevd_fn, "dsyevd_");
  heevd_fn z = ROUTINE(heevd_fn, "zheevd_");
  double *work = size, *real = &real_size;
  int *whole = &whole_size;
  for (int turn = 0; turn < 2 && !info; turn++) {
    if (a.complex)
      z("V", half, &a.rows, a.at, &lda, w, work, &n, real, &n_real, whole, &n_whole, &info, 1, 1);
    else d("V", half, &a.rows, a.at, &lda, w, work, &n, whole, &n_whole, &info, 1, 1);
    if (turn || info) break;
    n = (int)size[0], n_whole = at_least_1(whole_size);
    n_real = a.complex ? at_least_1((int)real_size) : 1;
    work = room(&a, n), whole = dbx_alloc((size_t)n_whole * sizeof *whole);
    real = dbx_alloc((size_t)n_real * sizeof *real);
  }
  if (work != size) free(work), free(whole), free(real);
  return !info;
}

static bool complex_eig(dbx_matrix a, double *w, dbx_matrix left, dbx_matrix right) {
  int info = 0, ld = lead(a), n = -1;
  double size[2], none[2], *l = left.at ? left.at : none, *r = right.at ? right.at : none;
  const char *want_l = left.at ? "V" : "N", *want_r = right.at ? "V" : "N";
  double *real = dbx_alloc(2 * (size_t)ld * sizeof *real), *work = size;
  zgeev_fn geev = ROUTINE(zgeev_fn, "zgeev_");
  for (int turn = 0; turn < 2 && !info; turn++) {
    geev(want_l, want_r, &a.rows, a.at, &ld, w, l, &ld, r, &ld, work, &n, real, &info, 1, 1);
    if (turn == 0) n = (int)size[0], work = room(&a, n);
  }
  if (work != size) free(work);
  free(real);
  return !info;
}

// Columns of a real matrix: two of a pair of conjugate values are real and imaginary part.
static void unpack(int n, const double *from, const double *imaginary, double *to) {
  for (int k = 0; k < n; k++) {
    bool pair = imaginary[k] != 0 && k + 1 < n;
    const double *re = from + (int64_t)k * n, *im = re + n;
    double *x = to + 2 * (int64_t)k * n, *y = x + 2 * (int64_t)n;
    for (int64_t i = 0; i < n; i++) {
      x[2 * i] = re[i], x[2 * i + 1] = pair ? im[i] : 0;
      if (pair) y[2 * i] = re[i], y[2 * i + 1] = -im[i];
    }
    k += pair;
  }
}

static bool real_eig(dbx_matrix a, double *w, dbx_matrix left, dbx_matrix right) {
  int info = 0, ld = lead(a), n = -1;
  int64_t all = (int64_t)a.rows * a.rows;
  double size[2], *re = room(&a, a.rows), *im = room(&a, a.rows), *work = size;
  double *l = room(&a, left.at ? all : 1), *r = room(&a, right.at ? all : 1);
  const char *want_l = left.at ? "V" : "N", *want_r = right.at ? "V" : "N";
  geev_fn geev = ROUTINE(geev_fn, "dgeev_");
  for (int turn = 0; turn < 2 && !info; turn++) {
    geev(want_l, want_r, &a.rows, a.at, &ld, re, im, l, &ld, r, &ld, work, &n, &info, 1, 1);
    if (turn == 0) n = (int)size[0], work = room(&a, n);
  }
  if (work != size) free(work);
  for (int64_t i = 0; i < a.rows && !info; i++) w[2 * i] = re[i], w[2 * i + 1] = im[i];
  if (left.at && !info) unpack(a.rows, l, im, left.at);
  if (right.at && !info) unpack(a.rows, r, im, right.at);
  free(re), free(im), free(l), free(r);
  return !info;
}

bool dbx_lapack_eig(dbx_matrix a, double *w, dbx_matrix left, dbx_matrix right) {
  if (empty(a)) return true;
  return a.complex ? complex_eig(a, w, left, right) : real_eig(a, w, left, right);
}
