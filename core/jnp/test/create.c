// Making arrays: what jax 0.4.23 computes, and what operands of lengths that only a run knows are
// traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.ones(3)", "f64[3] 1.0 1.0 1.0"},
    {"jnp.ones((2, 0), 'int8')", "i8[2,0]"},
    {"jnp.zeros((), 'bool')", "bool[] False"},
    {"jnp.full((2, 2), 7)", "i64*[2,2] 7 7 7 7"},
    {"jnp.full(2, [1.5, nan])", "E406 TypeError"},
    {"jnp.full((2,), 300, 'int8')", "i8[2] 44 44"},
    {"jnp.ones_like(jnp.array([1, 2], 'uint16'))", "u16[2] 1 1"},
    {"jnp.zeros_like(jnp.zeros((2, 0)), dtype='complex64')", "c64[2,0]"},
    {"jnp.full_like(jnp.arange(3), 2.9)", "i64[3] 2 2 2"},
    {"jnp.full_like(jnp.arange(2), 1, shape=(2, 2))", "i64[2,2] 1 1 1 1"},
    {"jnp.arange(5)", "i64[5] 0 1 2 3 4"},
    {"jnp.arange(5.0)", "f64[5] 0.0 1.0 2.0 3.0 4.0"},
    {"jnp.arange(0)", "i64[0]"},
    {"jnp.arange(1, 6, 2)", "i64[3] 1 3 5"},
    {"jnp.arange(6, 1, -2)", "i64[3] 6 4 2"},
    {"jnp.arange(0, 1, 0.25)", "f64[4] 0.0 0.25 0.5 0.75"},
    {"jnp.arange(3, dtype='int8')", "i8[3] 0 1 2"},
    {"jnp.linspace(0, 1, 5)", "f64[5] 0.0 0.25 0.5 0.75 1.0"},
    {"jnp.linspace(0, 1, 4, endpoint=False)", "f64[4] 0.0 0.25 0.5 0.75"},
    {"jnp.linspace(0, 10, 1)", "f64[1] 0.0"},
    {"jnp.linspace(1, 2, 0)", "f64[0]"},
    {"jnp.linspace(0, 1, 3, retstep=True)", "(f64[3] 0.0 0.5 1.0, f64[] 0.5)"},
    {"jnp.eye(2)", "f64[2,2] 1.0 0.0 0.0 1.0"},
    {"jnp.eye(2, 3, k=1)", "f64[2,3] 0.0 1.0 0.0 0.0 0.0 1.0"},
    {"jnp.eye(2, 3, k=-5, dtype='int32')", "i32[2,3] 0 0 0 0 0 0"},
    {"jnp.identity(2, 'bool')", "bool[2,2] True False False True"},
    {"jnp.tri(3, 2, k=-1)", "f32[3,2] 0.0 0.0 1.0 0.0 1.0 1.0"},
    {"jnp.tril(jnp.arange(9).reshape(3, 3), 1)", "i64[3,3] 0 1 0 3 4 5 6 7 8"},
    {"jnp.triu(jnp.arange(6).reshape(2, 3), 1)", "i64[2,3] 0 1 2 0 0 5"},
    {"jnp.tril(jnp.ones(3))", "E208 ValueError"},
    {"jnp.meshgrid(jnp.arange(2), jnp.arange(3))", "[i64[3,2] 0 1 0 1 0 1, i64[3,2] 0 0 1 1 2 2]"},
    {"jnp.meshgrid(jnp.arange(2), jnp.arange(3), indexing='ij')",
     "[i64[2,3] 0 0 0 1 1 1, i64[2,3] 0 1 2 0 1 2]"},
    {"jnp.ones(-1)", "E302 ValueError"},
    {"jnp.ones(2.5)", "E302 TypeError"},
    {"jnp.ones((2, 3), 4)", "E408 TypeError"},
    {"jnp.ones(3, 'no such')", "E408 TypeError"},
};

Test(create, computed) { EXPR_ROWS(computed); }

#define N "n:i64[]"
#define X "n:i64[] implicit, x:f64[n,3]"

static const traced_row staged[] = {
    {N, "jnp.ones(n)", "broadcast_in_dim -> f64[a]"},
    {N, "jnp.zeros((n, 2), 'int8')", "broadcast_in_dim -> i8[a,2]"},
    {N, "jnp.ones(n + 1)", "add broadcast_in_dim -> f64[b]"},
    {N, "jnp.full((n,), n)", "broadcast_in_dim -> i64[a]"},
    {N, "jnp.arange(n)", "iota -> i64[a]"},
    {N, "jnp.arange(1, n)", "sub max iota broadcast_in_dim mul broadcast_in_dim add -> i64[c]"},
    {N, "jnp.eye(n)", "iota add iota eq convert_element_type -> f64[a,a]"},
    {N, "jnp.tri(n)", "iota add iota ge convert_element_type -> f32[a,a]"},
    {N, "jnp.ones(n, n)", "E408 TypeError"},
    {N, "jnp.ones([2, n]).shape", "broadcast_in_dim -> i64[]* i64[]"},
    {X, "jnp.ones_like(x)", "broadcast_in_dim -> f64[a,3]"},
    {X, "jnp.zeros_like(x, dtype='int32')", "broadcast_in_dim -> i32[a,3]"},
    {X, "jnp.full_like(x, 2)", "broadcast_in_dim -> f64[a,3]"},
    {X, "jnp.tril(x)", "pjit -> f64[a,3]"},
    {X, "jnp.ones(x.shape)", "broadcast_in_dim -> f64[a,3]"},
    {X, "jnp.ones(x)", "E302 TypeError"},
};

Test(create, staged) { TRACED_ROWS(staged); }
