// See blas.h. The library is opened at the first product that is large enough.
#include "lower/blas.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>

enum { ROW_MAJOR = 101, PLAIN = 111, TRANSPOSED = 112 };
// Below this many multiplications the loops of the compiled program are as fast.
static const int64_t least_work = 32 * 32 * 32;

typedef void (*gemm_f64)(int order, int tx, int ty, int m, int n, int k, double alpha,
                         const double *x, int ldx, const double *y, int ldy, double beta, double *r,
                         int ldr);
typedef void (*gemm_f32)(int order, int tx, int ty, int m, int n, int k, float alpha,
                         const float *x, int ldx, const float *y, int ldy, float beta, float *r,
                         int ldr);
static gemm_f64 dgemm;
static gemm_f32 sgemm;

static bool open_library(void) {
  static bool tried;
  if (!tried) {
    void *lib = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (lib) *(void **)&dgemm = dlsym(lib, "cblas_dgemm");
    if (lib) *(void **)&sgemm = dlsym(lib, "cblas_sgemm");
    tried = true;
  }
  return dgemm && sgemm;
}

static bool worth_it(int64_t m, int64_t n, int64_t k) {
  int64_t work;
  if (m > INT_MAX || n > INT_MAX || k > INT_MAX || m < 1 || n < 1 || k < 1) return false;
  if (__builtin_mul_overflow(m * n, k, &work)) return true;
  return work >= least_work;
}

int64_t blas_multiply(const int64_t *w, int64_t flags) {
  int64_t m = w[3], n = w[4], k = w[5];
  if (!worth_it(m, n, k) || !open_library()) return 0;
  bool tx = flags & BLAS_TRANSPOSED_X, ty = flags & BLAS_TRANSPOSED_Y;
  int ldx = (int)(tx ? m : k), ldy = (int)(ty ? k : n);
  const void *x = (const void *)(uintptr_t)w[0], *y = (const void *)(uintptr_t)w[1];
  void *r = (void *)(uintptr_t)w[2];
  if (flags & BLAS_F32)
    sgemm(ROW_MAJOR, tx ? TRANSPOSED : PLAIN, ty ? TRANSPOSED : PLAIN, (int)m, (int)n, (int)k, 1, x,
          ldx, y, ldy, 0, r, (int)n);
  else
    dgemm(ROW_MAJOR, tx ? TRANSPOSED : PLAIN, ty ? TRANSPOSED : PLAIN, (int)m, (int)n, (int)k, 1, x,
          ldx, y, ldy, 0, r, (int)n);
  return 1;
}
