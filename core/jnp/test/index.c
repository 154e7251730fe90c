// Indexing and updates at indices: what jax 0.4.23 computes (its dtype with a star where it is
// weak), and what operands of lengths that only a run knows are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.arange(5)[0]", "i64[] 0"},
    {"jnp.arange(5)[-1]", "i64[] 4"},
    {"jnp.arange(5)[5]", "i64[] 4"},
    {"jnp.arange(5)[-7]", "i64[] 0"},
    {"jnp.arange(5)[1:4]", "i64[3] 1 2 3"},
    {"jnp.arange(5)[-2:]", "i64[2] 3 4"},
    {"jnp.arange(5)[::-1]", "i64[5] 4 3 2 1 0"},
    {"jnp.arange(5)[4:1:-2]", "i64[2] 4 2"},
    {"jnp.arange(5)[3:1]", "i64[0]"},
    {"jnp.arange(5)[-100:100:2]", "i64[3] 0 2 4"},
    {"jnp.arange(5)[::0]", "E208 ValueError"},
    {"jnp.arange(6).reshape(2, 3)[1]", "i64[3] 3 4 5"},
    {"jnp.arange(6).reshape(2, 3)[:, 1]", "i64[2] 1 4"},
    {"jnp.arange(6).reshape(2, 3)[..., -1]", "i64[2] 2 5"},
    {"jnp.arange(6).reshape(2, 3)[1, 2]", "i64[] 5"},
    {"jnp.arange(6).reshape(2, 3)[None, 0]", "i64[1,3] 0 1 2"},
    {"jnp.arange(6).reshape(2, 3)[:, None, 1:]", "i64[2,1,2] 1 2 4 5"},
    {"jnp.arange(6).reshape(2, 3)[0, 0, 0]", "E309 IndexError"},
    {"jnp.arange(6).reshape(2, 3)[..., ...]", "E309 IndexError"},
    {"jnp.arange(5)[jnp.array([3, 0, -1, 9])]", "i64[4] 3 0 4 4"},
    {"jnp.arange(6).reshape(2, 3)[jnp.array([1, 0]), jnp.array([2, 0])]", "i64[2] 5 0"},
    {"jnp.arange(6).reshape(2, 3)[:, jnp.array([[2, 0]])]", "i64[2,1,2] 2 0 5 3"},
    {"jnp.arange(6).reshape(2, 3)[jnp.array([], 'int32')]", "i64[0,3]"},
    {"jnp.arange(3)[jnp.array([1.0])]", "E309 TypeError"},
    {"jnp.arange(3)[1.0]", "E309 TypeError"},
    {"jnp.arange(3)['a']", "E309 TypeError"},
    {"jnp.arange(3)[()]", "i64[3] 0 1 2"},
    {"jnp.arange(3)[...]", "i64[3] 0 1 2"},
    {"jnp.arange(3)[None]", "i64[1,3] 0 1 2"},
    {"jnp.take(jnp.array([10, 20, 30]), jnp.array([2, 0]))", "i64[2] 30 10"},
    {"jnp.take(jnp.array([10, 20, 30]), 7)", "i64[] -9223372036854775808"},
    {"jnp.take(jnp.array([10, 20, 30]), 7, mode='clip')", "i64[] 30"},
    {"jnp.take(jnp.array([10, 20, 30]), 7, mode='wrap')", "i64[] 20"},
    {"jnp.take(jnp.array([[1, 2], [3, 4]]), 1, axis=1)", "i64[2] 2 4"},
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
    {"jnp.zeros((0, 2))[:, 0]", "f64[0]"},
};

Test(index, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"

static const traced_row staged[] = {
    {X, "x[0]", "broadcast_in_dim gather -> f64[3]"},
    {X, "x[-1]", "add broadcast_in_dim gather -> f64[3]"},
    {X, "x[:, 1]", "broadcast_in_dim gather broadcast_in_dim -> f64[a]"},
    {X, "x[1:]", "min sub max dynamic_slice -> f64[e,3]"},
    {X, "x[:n]", "lt add pjit max min max dynamic_slice -> f64[l,3]"},
    {X, "x[::-1]", "sub iota broadcast_in_dim mul broadcast_in_dim add pjit -> f64[a,3]"},
    {X, "x[::2]", "add pjit max iota broadcast_in_dim mul broadcast_in_dim add pjit -> f64[u,3]"},
    {X, "x[n - 1]", "sub lt add select_n broadcast_in_dim gather -> f64[3]"},
    {X, "x[:, n]", "lt add select_n broadcast_in_dim gather broadcast_in_dim -> f64[a]"},
    {X, "x[None]", "broadcast_in_dim -> f64[1,a,3]"},
    {X, "x[..., 0]", "broadcast_in_dim gather broadcast_in_dim -> f64[a]"},
    {X, "x[jnp.array([0, 1])]",
     "broadcast_in_dim lt add select_n broadcast_in_dim gather -> f64[2,3]"},
    {X, "x[:, 3]", "broadcast_in_dim gather broadcast_in_dim -> f64[a]"},
    {X, "x[0, 0, 0]", "E309 IndexError"},
    {X, "x.at[0].set(1)", "broadcast_in_dim broadcast_in_dim scatter -> f64[a,3]"},
    {X, "x.at[:, 0].set(0.0)", "broadcast_in_dim broadcast_in_dim scatter -> f64[a,3]"},
    {X, "jnp.take(x, n - 1, axis=0)", "sub pjit -> f64[3]"},
    {X, "x[1:1]", "min min sub max dynamic_slice -> f64[f,3]"},
};

Test(index, staged) { TRACED_ROWS(staged); }
