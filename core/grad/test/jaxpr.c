// Jaxprs of tangents, in two parts, transposed.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"x:f64[2], y:f64[2]", "jnp.sum(jnp.where(x > 0, x, y))",
     "convert_element_type broadcast_in_dim gt pjit reduce_sum convert_element_type "
     "broadcast_in_dim pjit -> f64[2]"},
    {"jnp.array([1.0, -2.0]);jnp.array([5.0, 6.0])", "jnp.sum(jnp.where(x > 0, x * x, y))",
     "f64[2] 2.0 -0.0"},
};
Test(grad_jaxpr, rows) { DERIVED_ROWS(rows); }
