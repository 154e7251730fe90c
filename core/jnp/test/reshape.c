// Orders, numbers and lengths of axes: what jax 0.4.23 computes, and what operands of lengths that
// only a run knows are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.arange(6).reshape(2, 3)", "i64[2,3] 0 1 2 3 4 5"},
    {"jnp.arange(6).reshape(3, -1)", "i64[3,2] 0 1 2 3 4 5"},
    {"jnp.arange(6).reshape((-1,))", "i64[6] 0 1 2 3 4 5"},
    {"jnp.reshape(jnp.arange(6), (2, 3), order='F')", "i64[2,3] 0 2 4 1 3 5"},
    {"jnp.zeros((0, 3)).reshape(3, 0, 5)", "f64[3,0,5]"},
    {"jnp.arange(6).reshape(4, -1)", "E305 TypeError"},
    {"jnp.arange(6).reshape(-1, -1)", "E305 TypeError"},
    {"jnp.arange(6).reshape(7)", "E305 TypeError"},
    {"jnp.ravel(jnp.array([[1, 2], [3, 4]]))", "i64[4] 1 2 3 4"},
    {"jnp.ravel(jnp.array([[1, 2], [3, 4]]), order='F')", "i64[4] 1 3 2 4"},
    {"jnp.arange(6).reshape(1, 2, 3).T", "i64[3,2,1] 0 3 1 4 2 5"},
    {"jnp.transpose(jnp.arange(6).reshape(1, 2, 3), (1, 0, 2))", "i64[2,1,3] 0 1 2 3 4 5"},
    {"jnp.transpose(jnp.arange(6).reshape(1, 2, 3), (1, 0, 1))", "E306 TypeError"},
    {"jnp.swapaxes(jnp.arange(6).reshape(1, 2, 3), 0, -1)", "i64[3,2,1] 0 3 1 4 2 5"},
    {"jnp.moveaxis(jnp.arange(6).reshape(1, 2, 3), 0, 2)", "i64[2,3,1] 0 1 2 3 4 5"},
    {"jnp.squeeze(jnp.zeros((1, 2, 1)))", "f64[2] 0.0 0.0"},
    {"jnp.squeeze(jnp.zeros((1, 2, 1)), axis=-1)", "f64[1,2] 0.0 0.0"},
    {"jnp.squeeze(jnp.zeros((1, 2, 1)), axis=1)", "E307 ValueError"},
    {"jnp.expand_dims(jnp.arange(2), (0, -1))", "i64[1,2,1] 0 1"},
    {"jnp.expand_dims(jnp.arange(2), 4)", "E306 ValueError"},
    {"jnp.broadcast_to(jnp.array([[1], [2]]), (2, 2))", "i64[2,2] 1 1 2 2"},
    {"jnp.broadcast_to(jnp.array(1), (0, 2))", "i64*[0,2]"},
    {"jnp.broadcast_to(jnp.arange(3), (2,))", "E308 ValueError"},
    {"jnp.broadcast_arrays(jnp.arange(2), jnp.array([[5], [6]]))",
     "[i64[2,2] 0 1 0 1, i64[2,2] 5 5 6 6]"},
    {"jnp.transpose([1])", "E406 TypeError"},
};

Test(reshape, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"
#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]"

static const traced_row staged[] = {
    {X, "x.reshape(3, n)", "reshape -> f64[3,a]"},
    {X, "x.reshape(-1)", "mul mul reshape -> f64[d]"},
    {X, "x.reshape(n, -1)", "-> f64[a,3]"},
    {X, "x.reshape(-1, 3)", "mul mul reshape -> f64[d,3]"},
    {X, "x.reshape(n, 4)", "reshape -> f64[a,4]"},
    {X, "x.T", "transpose -> f64[3,a]"},
    {X, "jnp.swapaxes(x, 0, 1)", "transpose -> f64[3,a]"},
    {X, "jnp.squeeze(x)", "-> f64[a,3]"},
    {X, "jnp.squeeze(x, axis=0)", "squeeze -> f64[3]"},
    {X, "jnp.expand_dims(x, 0)", "broadcast_in_dim -> f64[1,a,3]"},
    {X, "jnp.broadcast_to(x, (2, n, 3))", "broadcast_in_dim -> f64[2,a,3]"},
    {X, "jnp.broadcast_to(x, (n, 4))", "E308 ValueError"},
    {X, "jnp.tile(x, (2, 1))", "mul reshape squeeze broadcast_in_dim reshape -> f64[c,3]"},
    {X, "jnp.repeat(x, 2, axis=0)", "mul broadcast_in_dim reshape -> f64[c,3]"},
    {X, "jnp.ravel(x)", "mul mul reshape -> f64[d]"},
    {XY, "jnp.broadcast_to(x, (m,))", "E308 ValueError"},
};

Test(reshape, staged) { TRACED_ROWS(staged); }
