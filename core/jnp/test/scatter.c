// Updates at indices: what jax 0.4.23 computes, and what operands of lengths that only a run knows
// are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.arange(3).at[1].set(9)", "i64[3] 0 9 2"},
    {"jnp.arange(3).at[-1].add(5)", "i64[3] 0 1 7"},
    {"jnp.arange(3).at[7].set(9)", "i64[3] 0 1 2"},
    {"jnp.arange(3).at[1].set(2.7)", "i64[3] 0 2 2"},
    {"jnp.arange(3).at[jnp.array([0, 0])].add(1)", "i64[3] 2 1 2"},
    {"jnp.arange(3).at[jnp.array([0, 2])].set(jnp.array([7, 8]))", "i64[3] 7 1 8"},
    {"jnp.arange(3).at[1:].multiply(10)", "i64[3] 0 10 20"},
    {"jnp.array([1.0, 2.0]).at[0].divide(4)", "f64[2] 0.25 2.0"},
    {"jnp.array([2.0, 3.0]).at[:].power(2)", "f64[2] 4.0 9.0"},
    {"jnp.arange(3).at[:2].min(0)", "i64[3] 0 0 2"},
    {"jnp.arange(3).at[:2].max(1)", "i64[3] 1 1 2"},
    {"jnp.arange(3).at[1].get()", "i64[] 1"},
    {"jnp.arange(6).reshape(2, 3).at[:, 1].set(0)", "i64[2,3] 0 0 2 3 0 5"},
    {"jnp.arange(6).reshape(2, 3).at[0].set(jnp.array([7, 8, 9]))", "i64[2,3] 7 8 9 3 4 5"},
    {"jnp.arange(3).at[0].set(jnp.array([1, 2]))", "E308 ValueError"},
};

Test(scatter, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"

static const traced_row staged[] = {
    {X, "x.at[0].set(1)", "broadcast_in_dim broadcast_in_dim scatter -> f64[a,3]"},
    {X, "x.at[:, 0].set(0.0)", "broadcast_in_dim broadcast_in_dim scatter -> f64[a,3]"},
};

Test(scatter, staged) { TRACED_ROWS(staged); }
