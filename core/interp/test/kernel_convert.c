// Kernels that change dtypes or bits, and select_n. The facts are jax's.
#include "rows.h"

#include <criterion/criterion.h>

static const kernel_row rows[] = {
    {"select_n a b c", "bool[2] True False; i8[2] 1 2; i8[2] 3 4", "i8[2] 3 2"},
    {"select_n a b c", "bool[] True; i8[2] 1 2; i8[2] 3 4", "i8[2] 3 4"},
    {"convert_element_type[new_dtype=int8 weak_type=False] a", "i64[3] 300 -129 127",
     "i8[3] 44 127 127"},
    {"convert_element_type[new_dtype=int32 weak_type=False] a", "f64[5] 1.9 -1.9 nan 1e300 -inf",
     "i32[5] 1 -1 0 2147483647 -2147483648"},
    {"convert_element_type[new_dtype=uint8 weak_type=False] a", "bool[2] True False", "u8[2] 1 0"},
    {"convert_element_type[new_dtype=bool weak_type=False] a", "f64[4] 0 -0.0 nan 0.5",
     "bool[4] False False True True"},
    {"convert_element_type[new_dtype=float16 weak_type=False] a", "f64[4] 65519 65520 1e-8 0.1",
     "f16[4] 6.55e+04 inf 0.0 0.1"},
    {"convert_element_type[new_dtype=float32 weak_type=False] a", "i64[1] 16777217",
     "f32[1] 1.6777216e+07"},
    {"convert_element_type[new_dtype=complex128 weak_type=False] a", "f64[1] 2", "c128[1] (2+0j)"},
    {"bitcast_convert_type[new_dtype=int32] a", "f32[2] 1 -0.0", "i32[2] 1065353216 -2147483648"},
    {"reduce_precision[exponent_bits=5 mantissa_bits=2] a", "f32[3] 1.3 1e9 nan",
     "f32[3] 1.25 inf nan"},
    {"copy a", "i8[2] 1 2", "i8[2] 1 2"},
};

Test(kernel_convert, rows) { KERNEL_ROWS(rows); }
