// Factorizations and what they solve: values by hand.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    // sqrt(x): 1 / (2 sqrt(x))
    {"jnp.array([[4.0]])", "jnp.sum(lapack.cholesky(x))", "f64[1,1] 0.25"},
    // 6 / x, and its numerator's part
    {"jnp.array([[2.0]]);jnp.array([[6.0]])", "jnp.sum(lapack.triangular_solve(x, y))",
     "f64[1,1] -1.5"},
    {"jnp.array([[2.0, 1.0], [1.0, 2.0]])", "jnp.prod(jnp.diagonal(lapack.lu(x)[0]))",
     "f64[2,2] 2.0 -1.0 -1.0 2.0"},
    {"jnp.array([[1.0, 0.0], [0.0, 2.0]])", "lapack.eigh(x)[1][1]", "f64[2,2] 0.0 0.0 0.0 1.0"},
    {"jnp.array([[2.0, 0.0], [0.0, 1.0]])", "lapack.svd(x, compute_uv=False)[0]",
     "f64[2,2] 1.0 0.0 0.0 0.0"},
    {"jnp.array([[3.0]])", "jnp.sum(lapack.qr(x)[1]) * jnp.sum(lapack.qr(x)[0])", "f64[1,1] 1.0"},
};
Test(grad_rule_linalg, rows) { DERIVED_ROWS(rows); }
