// Kernels of factorizations: stacks, what has no result, permutations. The facts are jax's.
#include "rows.h"

#include <criterion/criterion.h>

#define SOLVE(lower)                                                                               \
  "triangular_solve[conjugate_a=False left_side=True lower=" lower " transpose_a=False "           \
  "unit_diagonal=False] a b"

static const kernel_row rows[] = {
    {"cholesky a", "f64[2,2] 4 2 2 5", "f64[2,2] 2.0 2.0 1.0 2.0"},
    {"cholesky a", "f64[1,1] -1", "f64[1,1] nan"},
    {"cholesky a", "f64[2,1,1] 4 9", "f64[2,1,1] 2.0 3.0"},
    {"cholesky a", "f64[0,0]", "f64[0,0]"},
    {"lu_pivots_to_permutation[permutation_size=3] a", "i32[2] 2 2", "i32[3] 2 0 1"},
    {"svd[compute_uv=False full_matrices=True] a", "f64[1,1] -3", "f64[1] 3.0"},
    {SOLVE("True"), "f64[2,2] 2 7 1 4; f64[2,1] 2 9", "f64[2,1] 1.0 2.0"},
};

Test(kernel_linalg, rows) { KERNEL_ROWS(rows); }
