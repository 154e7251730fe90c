// See blas.h. The library is opened at the first product that is large enough. A product is made in
// tiles of some 10 ms, between which Ctrl-C counts.
#include "interp/blas.h"

#include "base/poll.h"

#include <dlfcn.h>
#include <limits.h>

enum { ROW_MAJOR = 101, PLAIN = 111, TRANSPOSED = 112 };
// Below this many multiplications plain loops are as fast.
static const int64_t least_work = INT64_C(32) * 32 * 32;
enum { TILE_WORK = 1 << 28, TILE_READS = 1 << 24, LEAST_TILE = 64 };

typedef void (*gemm_f64)(int order, int tx, int ty, int m, int n, int k, double alpha,
                         const double *x, int ldx, const double *y, int ldy, double beta, double *r,
                         int ldr);
typedef void (*gemm_f32)(int order, int tx, int ty, int m, int n, int k, float alpha,
                         const float *x, int ldx, const float *y, int ldy, float beta, float *r,
                         int ldr);
static struct {
  bool tried;
  void *handle;
  gemm_f64 dgemm;
  gemm_f32 sgemm;
} library; // for the life of the process

static bool open_library(void) {
  if (!library.tried) {
    void *lib = library.handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (lib) *(void **)&library.dgemm = dlsym(lib, "cblas_dgemm");
    if (lib) *(void **)&library.sgemm = dlsym(lib, "cblas_sgemm");
    library.tried = true;
  }
  return library.dgemm && library.sgemm;
}

void *dbx_blas_symbol(const char *name) {
  open_library();
  return library.handle ? dlsym(library.handle, name) : NULL;
}

static bool worth_it(int64_t m, int64_t n, int64_t k) {
  int64_t work;
  if (m > INT_MAX || n > INT_MAX || k > INT_MAX || m < 1 || n < 1 || k < 1) return false;
  if (__builtin_mul_overflow(m * n, k, &work)) return true;
  return work >= least_work;
}

// A part of a product: rows, columns of the result, and of the sums.
typedef struct part {
  int64_t row, column, from, m, n, k;
} part;

// The first part of the sums sets, the others add.
static void tile(const dbx_gemm *g, const part *p) {
  int tx = g->transposed_x ? TRANSPOSED : PLAIN, ty = g->transposed_y ? TRANSPOSED : PLAIN;
  int ldx = (int)(g->transposed_x ? g->m : g->k), ldy = (int)(g->transposed_y ? g->k : g->n);
  int64_t x = g->transposed_x ? p->from * g->m + p->row : p->row * g->k + p->from,
          y = g->transposed_y ? p->column * g->k + p->from : p->from * g->n + p->column,
          r = p->row * g->n + p->column;
  double beta = p->from ? 1 : 0;
  if (g->f32)
    library.sgemm(ROW_MAJOR, tx, ty, (int)p->m, (int)p->n, (int)p->k, 1, (const float *)g->x + x,
                  ldx, (const float *)g->y + y, ldy, (float)beta, (float *)g->r + r, (int)g->n);
  else
    library.dgemm(ROW_MAJOR, tx, ty, (int)p->m, (int)p->n, (int)p->k, 1, (const double *)g->x + x,
                  ldx, (const double *)g->y + y, ldy, beta, (double *)g->r + r, (int)g->n);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// Of the sums of a tile: what is multiplied, and what is read for it, both have a bound.
static int64_t depth_of(int64_t m, int64_t n, int64_t k) {
  return least(k, least(TILE_WORK / (m * n), TILE_READS / (m + n)));
}

static bool in_parts(const dbx_gemm *g, part p) {
  int64_t depth = depth_of(p.m, p.n, g->k);
  for (p.from = 0; p.from < g->k; p.from += depth) {
    if (dbx_stopping()) return false;
    p.k = least(depth, g->k - p.from);
    tile(g, &p);
  }
  return true;
}

bool dbx_blas_multiply(const dbx_gemm *g) {
  if (!worth_it(g->m, g->n, g->k) || !open_library()) return false;
  int64_t side = g->m > g->n ? g->m : g->n;
  while (side > LEAST_TILE && side * side > TILE_WORK / g->k) side = (side + 1) / 2;
  for (int64_t i = 0; i < g->m; i += side)
    for (int64_t k = 0; k < g->n; k += side)
      if (!in_parts(g, (part){i, k, 0, least(side, g->m - i), least(side, g->n - k), 0}))
        return false;
  return true;
}
