// Rearranging elements: what jax 0.4.23 computes, and what operands of lengths that only a run
// knows are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.flip(jnp.array([[1, 2], [3, 4]]))", "i64[2,2] 4 3 2 1"},
    {"jnp.flip(jnp.array([[1, 2], [3, 4]]), axis=1)", "i64[2,2] 2 1 4 3"},
    {"jnp.flipud(jnp.array([[1, 2], [3, 4]]))", "i64[2,2] 3 4 1 2"},
    {"jnp.fliplr(jnp.array([[1, 2], [3, 4]]))", "i64[2,2] 2 1 4 3"},
    {"jnp.roll(jnp.arange(5), 2)", "i64[5] 3 4 0 1 2"},
    {"jnp.roll(jnp.arange(5), -7)", "i64[5] 2 3 4 0 1"},
    {"jnp.roll(jnp.array([[1, 2], [3, 4]]), 1, axis=0)", "i64[2,2] 3 4 1 2"},
    {"jnp.rot90(jnp.array([[1, 2], [3, 4]]))", "i64[2,2] 2 4 1 3"},
    {"jnp.rot90(jnp.array([[1, 2], [3, 4]]), k=-1)", "i64[2,2] 3 1 4 2"},
    {"jnp.tile(jnp.array([1, 2]), (2, 2))", "i64[2,4] 1 2 1 2 1 2 1 2"},
    {"jnp.tile(jnp.array([1, 2]), 0)", "i64[0]"},
    {"jnp.repeat(jnp.array([1, 2]), 2)", "i64[4] 1 1 2 2"},
    {"jnp.repeat(jnp.array([[1, 2], [3, 4]]), 2, axis=1)", "i64[2,4] 1 1 2 2 3 3 4 4"},
    {"jnp.split(jnp.arange(6), 3)", "[i64[2] 0 1, i64[2] 2 3, i64[2] 4 5]"},
    {"jnp.split(jnp.arange(6), [1, 4])", "[i64[1] 0, i64[3] 1 2 3, i64[2] 4 5]"},
    {"jnp.split(jnp.arange(6), 4)", "E208 ValueError"},
    {"jnp.array_split(jnp.arange(5), 3)", "[i64[2] 0 1, i64[2] 2 3, i64[1] 4]"},
    {"jnp.diff(jnp.array([1, 4, 9]))", "i64[2] 3 5"},
    {"jnp.diff(jnp.array([1, 4, 9]), n=2)", "i64[1] 2"},
    {"jnp.diagonal(jnp.arange(6).reshape(2, 3), offset=1)", "i64[2] 1 5"},
    {"jnp.trace(jnp.arange(6).reshape(2, 3))", "i64[] 4"},
    {"jnp.diag(jnp.array([1, 2]))", "i64[2,2] 1 0 0 2"},
    {"jnp.diag(jnp.arange(4).reshape(2, 2), 1)", "i64[1] 1"},
};

Test(shape, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"

static const traced_row staged[] = {
    {X, "jnp.flip(x, axis=0)", "pjit -> f64[a,3]"},
    {X, "jnp.roll(x, 1, axis=0)", "pjit -> f64[e,3]"},
    {X, "jnp.diff(x, axis=0)", "pjit -> f64[c,3]"},
};

Test(shape, staged) { TRACED_ROWS(staged); }
