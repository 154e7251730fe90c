// Indexing: what jax 0.4.23 computes, and what operands of lengths that only a run knows are traced
// to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.arange(5)[0]", "i64[] 0"},
    {"jnp.arange(5)[-1]", "i64[] 4"},
    {"jnp.arange(5)[5]", "i64[] 4"},
    {"jnp.arange(5)[-7]", "i64[] 0"},
    {"jnp.arange(5)[jnp.array([3, 0, -1, 9])]", "i64[4] 3 0 4 4"},
    {"jnp.arange(6).reshape(2, 3)[1]", "i64[3] 3 4 5"},
    {"jnp.arange(6).reshape(2, 3)[:, 1]", "i64[2] 1 4"},
    {"jnp.arange(6).reshape(2, 3)[..., -1]", "i64[2] 2 5"},
    {"jnp.arange(6).reshape(2, 3)[1, 2]", "i64[] 5"},
    {"jnp.arange(6).reshape(2, 3)[None, 0]", "i64[1,3] 0 1 2"},
    {"jnp.arange(6).reshape(2, 3)[:, None, 1:]", "i64[2,1,2] 1 2 4 5"},
    {"jnp.arange(6).reshape(2, 3)[0, 0, 0]", "E309 IndexError"},
    {"jnp.arange(6).reshape(2, 3)[..., ...]", "E309 IndexError"},
    {"jnp.arange(6).reshape(2, 3)[jnp.array([1, 0]), jnp.array([2, 0])]", "i64[2] 5 0"},
    {"jnp.arange(6).reshape(2, 3)[:, jnp.array([[2, 0]])]", "i64[2,1,2] 2 0 5 3"},
    {"jnp.arange(6).reshape(2, 3)[jnp.array([], 'int32')]", "i64[0,3]"},
    {"jnp.arange(3)[jnp.array([1.0])]", "E309 TypeError"},
    {"jnp.arange(3)[1.0]", "E309 TypeError"},
    {"jnp.arange(3)['a']", "E309 TypeError"},
    {"jnp.arange(3)[()]", "i64[3] 0 1 2"},
    {"jnp.arange(3)[...]", "i64[3] 0 1 2"},
    {"jnp.arange(3)[None]", "i64[1,3] 0 1 2"},
    {"jnp.zeros((0, 2))[:, 0]", "f64[0]"},
};

Test(index, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"

static const traced_row staged[] = {
    {X, "x[0]", "broadcast_in_dim gather -> f64[3]"},
    {X, "x[-1]", "add broadcast_in_dim gather -> f64[3]"},
    {X, "x[:, 1]", "broadcast_in_dim gather broadcast_in_dim -> f64[a]"},
    {X, "x[n - 1]", "sub lt add select_n broadcast_in_dim gather -> f64[3]"},
    {X, "x[:, n]", "lt add select_n broadcast_in_dim gather broadcast_in_dim -> f64[a]"},
    {X, "x[None]", "broadcast_in_dim -> f64[1,a,3]"},
    {X, "x[..., 0]", "broadcast_in_dim gather broadcast_in_dim -> f64[a]"},
    {X, "x[jnp.array([0, 1])]",
     "broadcast_in_dim lt add select_n broadcast_in_dim gather -> f64[2,3]"},
    {X, "x[:, 3]", "broadcast_in_dim gather broadcast_in_dim -> f64[a]"},
    {X, "x[0, 0, 0]", "E309 IndexError"},
};

Test(index, staged) { TRACED_ROWS(staged); }
