// Cotangents go back, and are added.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"jnp.array([1.0, 2.0])", "jnp.sum(x * x * x)", "f64[2] 3.0 12.0"},
    {"jnp.array([[1.0, 2.0]]);jnp.array([[1.0], [2.0]])", "jnp.sum(x * y)", "f64[1,2] 3.0 3.0"},
};
Test(grad_backward, rows) { DERIVED_ROWS(rows); }
