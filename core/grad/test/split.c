// Calls in two: what is known, and what is linear.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"n:i64[] implicit, x:f64[n]", "jnp.sum(jnp.clip(x, 0.0, 1.0))",
     "pjit reduce_sum convert_element_type broadcast_in_dim pjit -> f64[?]"},
    {"jnp.array([0.5, -2.0])", "jnp.sum(jnp.clip(x, 0.0, 1.0))", "f64[2] 1.0 0.0"},
};
Test(grad_split, rows) { DERIVED_ROWS(rows); }
