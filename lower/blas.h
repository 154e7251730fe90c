// Matrix products by OpenBLAS, if it is installed. Private to lower/.
#ifndef DBX_LOWER_BLAS_H
#define DBX_LOWER_BLAS_H

#include <stdint.h>

enum { BLAS_TRANSPOSED_X = 1, BLAS_TRANSPOSED_Y = 2, BLAS_F32 = 4 };

// words: addresses of x, y and the result, then m, n, k of the product (m,k)(k,n); a transposed
// operand is stored the other way round. 0: not done (no library, or too small to pay).
int64_t blas_multiply(const int64_t *words, int64_t flags);

#endif
