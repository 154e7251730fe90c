// Joining arrays: what jax 0.4.23 computes, and what operands of lengths that only a run knows are
// traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.atleast_1d(3)", "i64*[1] 3"},
    {"jnp.atleast_2d(jnp.arange(2))", "i64[1,2] 0 1"},
    {"jnp.atleast_3d(jnp.arange(2))", "i64[1,2,1] 0 1"},
    {"jnp.concatenate([jnp.arange(2), jnp.array([1.5])])", "f64[3] 0.0 1.0 1.5"},
    {"jnp.concatenate([jnp.zeros((0,)), jnp.ones((1,))])", "f64[1] 1.0"},
    {"jnp.concatenate([jnp.ones((1, 2)), jnp.zeros((1, 2))], axis=1)", "f64[1,4] 1.0 1.0 0.0 0.0"},
    {"jnp.concatenate([jnp.ones((1, 2)), jnp.zeros((1, 3))])", "E304 TypeError"},
    {"jnp.concatenate([jnp.ones(2), jnp.ones((1, 2))])", "E304 TypeError"},
    {"jnp.concatenate([])", "E304 ValueError"},
    {"jnp.stack([jnp.arange(2), jnp.arange(2)], axis=1)", "i64[2,2] 0 0 1 1"},
    {"jnp.stack([jnp.arange(2), jnp.arange(3)])", "E304 ValueError"},
    {"jnp.vstack([jnp.arange(2), jnp.arange(2)])", "i64[2,2] 0 1 0 1"},
    {"jnp.hstack([jnp.arange(2), jnp.arange(1)])", "i64[3] 0 1 0"},
    {"jnp.dstack([jnp.arange(2), jnp.arange(2)])", "i64[1,2,2] 0 0 1 1"},
    {"jnp.column_stack([jnp.arange(2), jnp.arange(2)])", "i64[2,2] 0 0 1 1"},
    {"jnp.append(jnp.arange(2), 7)", "i64[3] 0 1 7"},
};

Test(join, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"
#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]"

static const traced_row staged[] = {
    {X, "jnp.concatenate([x, x])", "add add concatenate -> f64[d,3]"},
    {X, "jnp.concatenate([x, x], axis=1)", "concatenate -> f64[a,6]"},
    {X, "jnp.concatenate([x, jnp.ones((1, 3))])",
     "broadcast_in_dim add add concatenate -> f64[e,3]"},
    {X, "jnp.stack([x, x])", "broadcast_in_dim broadcast_in_dim concatenate -> f64[2,a,3]"},
    {XY, "jnp.concatenate([x, y])", "add add concatenate -> f64[f]"},
    {XY, "jnp.stack([x, y])", "E304 ValueError"},
};

Test(join, staged) { TRACED_ROWS(staged); }
