// Reductions and products.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"jnp.array([3.0, 1.0, 3.0])", "jnp.max(x)", "f64[3] 0.5 0.0 0.5"},
    {"jnp.array([[1.0, 2.0], [3.0, 4.0]]);jnp.array([[1.0, 0.0], [2.0, 1.0]])", "jnp.sum(x @ y)",
     "f64[2,2] 1.0 3.0 1.0 3.0"},
    {"n:i64[] implicit, x:f64[n,3], y:f64[3,n]", "jnp.sum(x @ y)",
     "dot_general reduce_sum convert_element_type broadcast_in_dim dot_general -> f64[?,3]"},
};
Test(grad_rule_reduce, rows) { DERIVED_ROWS(rows); }
