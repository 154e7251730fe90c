// Products of arrays: what jax 0.4.23 computes (its dtype with a star where it is weak), and what
// operands of lengths that only a run knows are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.dot(jnp.arange(3), jnp.arange(3))", "i64[] 5"},
    {"jnp.dot(2, jnp.arange(3))", "i64[3] 0 2 4"},
    {"jnp.dot(jnp.arange(4).reshape(2, 2), jnp.arange(2))", "i64[2] 1 3"},
    {"jnp.dot(jnp.arange(3), jnp.arange(4))", "E303 TypeError"},
    {"jnp.vdot(jnp.array([1j, 2]), jnp.array([1j, 2]))", "c128[] (5+0j)"},
    {"jnp.arange(4).reshape(2, 2) @ jnp.arange(4).reshape(2, 2)", "i64[2,2] 2 3 6 11"},
    {"jnp.matmul(jnp.arange(2), jnp.arange(2))", "i64[] 1"},
    {"jnp.matmul(jnp.arange(2), jnp.arange(4).reshape(2, 2))", "i64[2] 2 3"},
    {"jnp.matmul(jnp.ones((3, 1, 2)), jnp.ones((2, 1)))", "f64[3,1,1] 2.0 2.0 2.0"},
    {"jnp.matmul(jnp.ones((2, 0)), jnp.ones((0, 2)))", "f64[2,2] 0.0 0.0 0.0 0.0"},
    {"jnp.matmul(jnp.array([[1.0, nan]]), jnp.array([[0.0], [0.0]]))", "f64[1,1] nan"},
    {"jnp.matmul(2, jnp.ones(2))", "E303 ValueError"},
    {"jnp.matmul(jnp.ones((2, 3)), jnp.ones((2, 3)))", "E303 TypeError"},
    {"jnp.matmul(jnp.array([[100]], 'int8'), jnp.array([[2]], 'int8'))", "i8[1,1] -56"},
    {"jnp.tensordot(jnp.arange(6).reshape(2, 3), jnp.arange(6).reshape(3, 2), 1)",
     "i64[2,2] 10 13 28 40"},
    {"jnp.tensordot(jnp.arange(6).reshape(2, 3), jnp.arange(6).reshape(3, 2), ((0, 1), (1, 0)))",
     "i64[] 50"},
    {"jnp.tensordot(jnp.arange(2), jnp.arange(3), 0)", "i64[2,3] 0 0 0 0 1 2"},
    {"jnp.tensordot(jnp.ones((2, 3)), jnp.ones((2, 3)), 1)", "E303 TypeError"},
    {"jnp.inner(jnp.arange(3), jnp.arange(3))", "i64[] 5"},
    {"jnp.inner(jnp.arange(4).reshape(2, 2), jnp.arange(2))", "i64[2] 1 3"},
    {"jnp.outer(jnp.arange(2), jnp.arange(3))", "i64[2,3] 0 0 0 0 1 2"},
    {"jnp.einsum('ij,jk->ik', jnp.arange(4).reshape(2, 2), jnp.arange(4).reshape(2, 2))",
     "i64[2,2] 2 3 6 11"},
    {"jnp.einsum('ii', jnp.arange(4).reshape(2, 2))", "i64[] 3"},
    {"jnp.einsum('ij->ji', jnp.arange(6).reshape(2, 3))", "i64[3,2] 0 3 1 4 2 5"},
    {"jnp.einsum('i,i', jnp.arange(3), jnp.arange(3))", "i64[] 5"},
    {"jnp.einsum('ij,jk', jnp.ones((2, 3)), jnp.ones((2, 3)))", "E303 TypeError"},
    {"jnp.einsum('ij->', jnp.ones((2, 3)))", "f64[] 6.0"},
    {"jnp.linalg.norm(jnp.array([3.0, 4.0]))", "f64[] 5.0"},
    {"jnp.linalg.norm(jnp.array([3, -4]), ord=1)", "f64[] 7.0"},
    {"jnp.linalg.norm(jnp.array([3.0, -4.0]), ord=inf)", "f64[] 4.0"},
    {"jnp.linalg.norm(jnp.array([[3.0, 4.0], [0.0, 0.0]]))", "f64[] 5.0"},
    {"jnp.linalg.norm(jnp.array([[3.0, 4.0], [5.0, 12.0]]), axis=1)", "f64[2] 5.0 13.0"},
    {"jnp.linalg.norm(jnp.array([]))", "f64[] 0.0"},
    {"jnp.polyval(jnp.array([1, 2, 3]), 2)", "f64[] 11.0"},
    {"jnp.polyval(jnp.array([]), 2.0)", "f64[] 0.0"},
};

Test(linalg, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"
#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]"

static const traced_row staged[] = {
    {X, "x.T @ x", "transpose dot_general -> f64[3,3]"},
    {X, "x @ x.T", "transpose dot_general -> f64[a,a]"},
    {X, "x @ x", "E303 TypeError"},
    {X, "jnp.dot(x, jnp.ones(3))", "broadcast_in_dim dot_general -> f64[a]"},
    {X, "jnp.dot(x, jnp.ones(4))", "E303 TypeError"},
    {X, "jnp.einsum('ij,ij->i', x, x)", "dot_general -> f64[a]"},
    {X, "jnp.einsum('ij,kj->ik', x, x)", "dot_general -> f64[a,a]"},
    {X, "jnp.tensordot(x, x, 2)", "dot_general -> f64[]"},
    {X, "jnp.linalg.norm(x)", "pjit -> f64[]"},
    {X, "jnp.linalg.norm(x, axis=0)", "pjit -> f64[3]"},
    {X, "jnp.inner(x, x)", "dot_general -> f64[a,a]"},
    {XY, "x @ y", "E303 TypeError"},
    {XY, "x @ x", "dot_general -> f64[]"},
    {XY, "jnp.outer(x, y)",
     "broadcast_in_dim broadcast_in_dim squeeze broadcast_in_dim squeeze broadcast_in_dim mul -> "
     "f64[a,b]"},
};

Test(linalg, staged) { TRACED_ROWS(staged); }
