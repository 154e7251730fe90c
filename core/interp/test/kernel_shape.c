// Kernels that move elements: orders of axes, empty arrays, places outside of the array. The facts
// are jax's.
#include "rows.h"

#include <criterion/criterion.h>

static const kernel_row rows[] = {
    {"broadcast_in_dim[broadcast_dimensions=(1,) shape=(2, 3)] a", "i8[3] 1 2 3",
     "i8[2,3] 1 2 3 1 2 3"},
    {"broadcast_in_dim[broadcast_dimensions=(0,) shape=(2, 3)] a", "i8[2] 1 2",
     "i8[2,3] 1 1 1 2 2 2"},
    {"broadcast_in_dim[broadcast_dimensions=(0, 1) shape=(2, 2)] a", "i8[2,1] 1 2",
     "i8[2,2] 1 1 2 2"},
    {"broadcast_in_dim[broadcast_dimensions=() shape=(0, 2)] a", "f64[] 1", "f64[0,2]"},
    {"iota[dimension=0 dtype=int8 shape=(3,)]", "", "i8[3] 0 1 2"},
    {"iota[dimension=1 dtype=float32 shape=(2, 2)]", "", "f32[2,2] 0.0 1.0 0.0 1.0"},
    {"iota[dimension=0 dtype=int32 shape=(0,)]", "", "i32[0]"},
    {"reshape[dimensions=None new_sizes=(3, 2)] a", "i8[2,3] 1 2 3 4 5 6", "i8[3,2] 1 2 3 4 5 6"},
    {"reshape[dimensions=None new_sizes=(0, 5)] a", "i8[3,0]", "i8[0,5]"},
    {"reshape[dimensions=None new_sizes=()] a", "i8[1,1] 7", "i8[] 7"},
    {"transpose[permutation=(1, 0)] a", "i8[2,3] 1 2 3 4 5 6", "i8[3,2] 1 4 2 5 3 6"},
    {"transpose[permutation=(2, 0, 1)] a", "i8[2,1,2] 1 2 3 4", "i8[2,2,1] 1 3 2 4"},
    {"transpose[permutation=(1, 0)] a", "f64[0,2]", "f64[2,0]"},
    {"rev[dimensions=(0,)] a", "i8[2,2] 1 2 3 4", "i8[2,2] 3 4 1 2"},
    {"rev[dimensions=(0, 1)] a", "i8[2,2] 1 2 3 4", "i8[2,2] 4 3 2 1"},
    {"squeeze[dimensions=(0, 2)] a", "i8[1,2,1] 1 2", "i8[2] 1 2"},
    {"concatenate[dimension=0] a b", "i8[1,2] 1 2; i8[2,2] 3 4 5 6", "i8[3,2] 1 2 3 4 5 6"},
    {"concatenate[dimension=1] a b c", "i8[2,1] 1 2; i8[2,0]; i8[2,2] 3 4 5 6",
     "i8[2,3] 1 3 4 2 5 6"},
    {"pad[padding_config=((1, 2, 0),)] a b", "i8[2] 1 2; i8[] 9", "i8[5] 9 1 2 9 9"},
    {"pad[padding_config=((0, 0, 2),)] a b", "i8[3] 1 2 3; i8[] 0", "i8[7] 1 0 0 2 0 0 3"},
    {"pad[padding_config=((-1, -1, 0),)] a b", "i8[3] 1 2 3; i8[] 0", "i8[1] 2"},
    {"pad[padding_config=((-1, 3, 1), (0, 0, 0))] a b", "i8[2,1] 1 2; i8[] 7", "i8[5,1] 7 2 7 7 7"},
    {"pad[padding_config=((2, 0, 5),)] a b", "i8[0]; i8[] 7", "i8[2] 7 7"},
    {"slice[limit_indices=(5,) start_indices=(1,) strides=(2,)] a", "i8[6] 0 1 2 3 4 5",
     "i8[2] 1 3"},
    {"slice[limit_indices=(2, 2) start_indices=(0, 1) strides=None] a", "i8[2,3] 1 2 3 4 5 6",
     "i8[2,1] 2 5"},
    {"slice[limit_indices=(3,) start_indices=(3,) strides=None] a", "i8[6] 0 1 2 3 4 5", "i8[0]"},
    {"split[axis=0 sizes=(1, 2)] a", "i8[3,2] 1 2 3 4 5 6", "i8[1,2] 1 2; i8[2,2] 3 4 5 6"},
    {"split[axis=1 sizes=(2, 1)] a", "i8[2,3] 1 2 3 4 5 6", "i8[2,2] 1 2 4 5; i8[2,1] 3 6"},
    {"dynamic_slice[slice_sizes=(2,)] a b", "i8[4] 1 2 3 4; i64[] 3", "i8[2] 3 4"},
    {"dynamic_slice[slice_sizes=(2,)] a b", "i8[4] 1 2 3 4; i64[] -9", "i8[2] 1 2"},
    {"dynamic_slice[slice_sizes=(1, 2)] a b c", "i8[2,3] 1 2 3 4 5 6; i64[] 1; i64[] 1",
     "i8[1,2] 5 6"},
    {"dynamic_update_slice a b c", "i8[4] 1 2 3 4; i8[2] 8 9; i64[] 3", "i8[4] 1 2 8 9"},
    {"dynamic_update_slice a b c", "i8[4] 1 2 3 4; i8[0]; i64[] 3", "i8[4] 1 2 3 4"},
};

Test(kernel_shape, rows) { KERNEL_ROWS(rows); }
