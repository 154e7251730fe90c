// Universal functions: what jax 0.4.23 computes, and what operands of lengths that only a run knows
// are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.floor(jnp.array([-1.5, 1.5]))", "f64[2] -2.0 1.0"},
    {"jnp.ceil(jnp.array([-1.5, 1.5]))", "f64[2] -1.0 2.0"},
    {"jnp.sqrt(jnp.array([4]))", "f64[1] 2.0"},
    {"jnp.sqrt(jnp.array([4], 'int8'))", "f32[1] 2.0"},
    {"jnp.exp(jnp.array([0], 'float16'))", "f16[1] 1.0"},
    {"jnp.log(jnp.array([0.0, -1.0]))", "f64[2] -inf nan"},
    {"jnp.square(jnp.array([-3], 'int8'))", "i8[1] 9"},
    {"jnp.maximum(jnp.array([1.0, nan]), jnp.array([nan, 1.0]))", "f64[2] nan nan"},
    {"jnp.minimum(jnp.array([1, 5]), 3)", "i64[2] 1 3"},
    {"jnp.logical_and(jnp.array([1, 0]), jnp.array([2.0, 3.0]))", "bool[2] True False"},
    {"jnp.logical_not(jnp.array([0.0, nan]))", "bool[2] True False"},
    {"jnp.divmod(jnp.array([7, -7]), 3)", "(i64[2] 2 -3, i64[2] 1 2)"},
    {"jnp.fmod(jnp.array([7, -7]), 3)", "i64[2] 1 -1"},
    {"jnp.power(jnp.array([2]), jnp.array([3]))", "i64[1] 8"},
    {"jnp.arctan2(jnp.array([0.0]), jnp.array([-1.0]))", "f64[1] 3.141592653589793"},
    {"jnp.where(jnp.array([True, False]), 1, 2.5)", "f64*[2] 1.0 2.5"},
    {"jnp.where(jnp.array([1, 0]), jnp.array([1, 2], 'int8'), 3)", "i8[2] 1 3"},
    {"jnp.where(jnp.array([[True], [False]]), jnp.arange(2), 9)", "i64[2,2] 0 1 9 9"},
    {"jnp.float_power(jnp.array([2]), 3)", "f64[1] 8.0"},
    {"jnp.add(jnp.array([1]), 'x')", "E406 TypeError"},
    {"jnp.add([1], [2])", "E406 TypeError"},
    {"jnp.sin('x')", "E406 TypeError"},
};

Test(ufunc, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"
#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]"

static const traced_row staged[] = {
    {X, "jnp.sin(x)", "sin -> f64[a,3]"},
    {X, "jnp.where(x > 0, x, 0)", "broadcast_in_dim gt pjit -> f64[a,3]"},
    {X, "jnp.maximum(x, 0)", "broadcast_in_dim max -> f64[a,3]"},
    {X, "jnp.sqrt(n)", "convert_element_type sqrt -> f64[]"},
    {XY, "jnp.where(x > 0, x, y)", "E301 ValueError"},
};

Test(ufunc, staged) { TRACED_ROWS(staged); }
