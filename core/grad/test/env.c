// Types of tangents have the lengths of their values.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"n:i64[] implicit, x:f64[n,3]", "jnp.sum(x)",
     "reduce_sum convert_element_type broadcast_in_dim -> f64[?,3]"},
    {"x:f64[2]", "jnp.sum(x + x)",
     "add reduce_sum convert_element_type broadcast_in_dim add_any -> f64[2]"},
    {"jnp.array([], 'float64')", "jnp.sum(x * x)", "f64[0]"},
};
Test(grad_env, rows) { DERIVED_ROWS(rows); }
