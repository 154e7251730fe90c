// Kernels of reductions, sorting and products: what is reduced over nothing, nan, wrapped sums. The
// facts are jax's.
#include "rows.h"

#include <criterion/criterion.h>

static const kernel_row rows[] = {
    {"reduce_sum[axes=(0,)] a", "i8[2,2] 127 1 1 2", "i8[2] -128 3"},
    {"reduce_sum[axes=(1,)] a", "f64[2,2] 1 2 inf -inf", "f64[2] 3.0 nan"},
    {"reduce_sum[axes=(0, 1)] a", "f64[2,2] 1 2 3 4", "f64[] 10.0"},
    {"reduce_sum[axes=(0,)] a", "f64[0,2]", "f64[2] 0.0 0.0"},
    {"reduce_sum[axes=()] a", "f64[2] 1 2", "f64[2] 1.0 2.0"},
    {"reduce_prod[axes=(0,)] a", "f64[0]", "f64[] 1.0"},
    {"reduce_prod[axes=(0,)] a", "i8[2] 100 2", "i8[] -56"},
    {"reduce_max[axes=(0,)] a", "f64[3] 1 nan 3", "f64[] nan"},
    {"reduce_max[axes=(1,)] a", "i8[2,2] -128 -127 5 4", "i8[2] -127 5"},
    {"reduce_max[axes=(0,)] a", "f64[0]", "f64[] -inf"},
    {"reduce_min[axes=(0,)] a", "u8[0]", "u8[] 255"},
    {"reduce_and[axes=(0,)] a", "bool[0]", "bool[] True"},
    {"reduce_or[axes=(0,)] a", "bool[2] False True", "bool[] True"},
    {"argmax[axes=(0,) index_dtype=int64] a", "f64[4] 1 3 nan 3", "i64[] 2"},
    {"argmax[axes=(0,) index_dtype=int32] a", "i8[3] 5 5 1", "i32[] 0"},
    {"argmin[axes=(1,) index_dtype=int64] a", "i8[2,2] 2 1 3 3", "i64[2] 1 0"},
    {"cumsum[axis=0 reverse=False] a", "i8[3] 100 27 1", "i8[3] 100 127 -128"},
    {"cumsum[axis=0 reverse=True] a", "i8[3] 1 2 3", "i8[3] 6 5 3"},
    {"cumsum[axis=1 reverse=False] a", "i8[2,2] 1 2 3 4", "i8[2,2] 1 3 3 7"},
    {"cumprod[axis=0 reverse=False] a", "f64[3] 2 3 0", "f64[3] 2.0 6.0 0.0"},
    {"cummax[axis=0 reverse=False] a", "f64[4] 1 3 2 nan", "f64[4] 1.0 3.0 3.0 nan"},
    {"cummin[axis=0 reverse=False] a", "f64[0]", "f64[0]"},
    {"sort[dimension=0 is_stable=True num_keys=1] a", "f64[6] nan 0.0 inf -1 -0.0 -inf",
     "f64[6] -inf -1.0 0.0 -0.0 inf nan"},
    {"sort[dimension=1 is_stable=True num_keys=1] a", "i8[2,2] 2 1 -128 127",
     "i8[2,2] 1 2 -128 127"},
    {"sort[dimension=0 is_stable=True num_keys=1] a b", "i8[4] 2 1 2 1; i8[4] 0 1 2 3",
     "i8[4] 1 1 2 2; i8[4] 1 3 0 2"},
    {"sort[dimension=0 is_stable=True num_keys=2] a b", "i8[3] 1 1 0; i8[3] 5 4 9",
     "i8[3] 0 1 1; i8[3] 9 4 5"},
    {"sort[dimension=0 is_stable=True num_keys=1] a", "f64[0]", "f64[0]"},
    {"dot_general[dimension_numbers=(([1], [0]), ([], []))] a b", "i8[2,2] 100 2 3 4; i8[2,1] 2 1",
     "i8[2,1] -54 10"},
    {"dot_general[dimension_numbers=(([0], [0]), ([], []))] a b", "f64[2] 1 nan; f64[2] 2 0",
     "f64[] nan"},
    {"dot_general[dimension_numbers=(([1], [0]), ([], []))] a b", "f64[1,0]; f64[0,2]",
     "f64[1,2] 0.0 0.0"},
    {"dot_general[dimension_numbers=(([2], [1]), ([0], [0]))] a b",
     "f64[2,1,2] 1 2 3 4; f64[2,2,1] 1 1 2 2", "f64[2,1,1] 3.0 14.0"},
    {"dot_general[dimension_numbers=(([], []), ([], []))] a b", "f64[2] 1 2; f64[2] 3 4",
     "f64[2,2] 3.0 4.0 6.0 8.0"},
};

Test(kernel_reduce, rows) { KERNEL_ROWS(rows); }
