// Matrix products by BLIS or OpenBLAS, whichever is installed (both: BLIS, but for small ones with
// AVX-512): for the kernel of dot_general and for compiled programs, which so give the same bits.
// Products of BLIS are made in tiles; where one is cut, and who makes a tile, changes no element of
// it. OpenBLAS has threads of its own.
#ifndef DBX_INTERP_BLAS_H
#define DBX_INTERP_BLAS_H

#include "base/poll.h"

#include <stdbool.h>
#include <stdint.h>

// The row-major product r = x y of (m,k) and (k,n); a transposed operand is stored the other way
// round.
typedef struct dbx_gemm {
  const void *x, *y;
  void *r;
  int64_t m, n, k;
  bool transposed_x, transposed_y;
  bool f32;               // else f64
  dbx_work_spread spread; // NULL: one thread
} dbx_gemm;

// False: not done, or not all of it (no library, too small to pay, or the computation has to end);
// r is undefined then.
bool dbx_blas_multiply(const dbx_gemm *g);
// f waits for the threads that may read the environment: it is called before that is changed for a
// library. NULL, as it begins: there are none.
void dbx_blas_settle_by(void (*f)(void));
// A routine of OpenBLAS, which is opened at the first question; NULL: there is none.
void *dbx_blas_symbol(const char *name);

#endif
