// Moving elements.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"x:f64[2,3]", "jnp.sum(x.T)",
     "transpose reduce_sum convert_element_type broadcast_in_dim transpose -> f64[2,3]"},
    {"n:i64[] implicit, x:f64[n], y:f64[3,n]", "jnp.sum(jnp.broadcast_to(x, y.shape) * y)",
     "broadcast_in_dim mul reduce_sum convert_element_type broadcast_in_dim mul "
     "reduce_sum broadcast_in_dim -> f64[?]"},
    {"x:f64[1,3]", "jnp.sum(jnp.squeeze(x, 0))",
     "squeeze reduce_sum convert_element_type broadcast_in_dim broadcast_in_dim -> f64[1,3]"},
    {"x:f64[6]", "jnp.sum(jnp.reshape(x, (2, 3)))",
     "reshape reduce_sum convert_element_type broadcast_in_dim reshape -> f64[6]"},
};
Test(grad_rule_shape, rows) { DERIVED_ROWS(rows); }
