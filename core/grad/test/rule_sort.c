// Running sums, products, sorting.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"jnp.array([1.0, 2.0, 3.0])", "jnp.sum(jnp.cumsum(x))", "f64[3] 3.0 2.0 1.0"},
    {"jnp.array([0.0, 2.0, 3.0])", "jnp.prod(x)", "f64[3] 6.0 0.0 0.0"},
    {"jnp.array([2.0, 0.0, 3.0])", "jnp.sum(jnp.cumprod(x))", "f64[3] 1.0 8.0 0.0"},
    {"jnp.array([3.0, 1.0, 2.0])", "jnp.sort(x)[0]", "f64[3] 0.0 1.0 0.0"},
};
Test(grad_rule_sort, rows) { DERIVED_ROWS(rows); }
