// Arrays from numbers and sequences: what jax 0.4.23 computes, and what operands of lengths that
// only a run knows are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.array(3)", "i64*[] 3"},
    {"jnp.array(True)", "bool[] True"},
    {"jnp.array([])", "f64[0]"},
    {"jnp.array([[], []])", "f64[2,0]"},
    {"jnp.array([1, 2.5])", "f64[2] 1.0 2.5"},
    {"jnp.array([1, True])", "i64[2] 1 1"},
    {"jnp.array([1j, 2])", "c128[2] 1j (2+0j)"},
    {"jnp.array([[1, 2], [3, 4]], 'float16')", "f16[2,2] 1.0 2.0 3.0 4.0"},
    {"jnp.array([jnp.array(1), 2.0])", "f64[2] 1.0 2.0"},
    {"jnp.array([-1, 2]).astype('uint8')", "u8[2] 255 2"},
    {"jnp.array([2.9, -2.9, nan, 1e300]).astype('int8')", "i8[4] 2 -2 0 127"},
    {"jnp.array([9223372036854775807])", "i64[1] 9223372036854775807"},
    {"jnp.array([300, -129]).astype('int8')", "i8[2] 44 127"},
    {"jnp.array([[1, 2], [3]])", "E208 ValueError"},
    {"jnp.array('abc')", "E406 TypeError"},
    {"jnp.array([1], ndmin=3)", "i64[1,1,1] 1"},
    {"jnp.copy(jnp.arange(2))", "i64[2] 0 1"},
    {"jnp.asarray(1.5, 'float32')", "f32[] 1.5"},
};

Test(array, computed) { EXPR_ROWS(computed); }

#define N "n:i64[]"

static const traced_row staged[] = {
    {N, "jnp.array(n)", "copy -> i64[]"},
    {N, "jnp.array([n, 1])", "broadcast_in_dim broadcast_in_dim concatenate -> i64[2]"},
};

Test(array, staged) { TRACED_ROWS(staged); }
