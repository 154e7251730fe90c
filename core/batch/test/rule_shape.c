// Primitives that change shapes over a further axis.
#include "mapped.h"

#include <criterion/criterion.h>

static const mapped_row staged[] = {
    {"x:f64[2,3]", "1", "jnp.broadcast_to(x, (4, 2))", "transpose broadcast_in_dim -> f64[3,4,2]"},
    {"x:f64[2,6]", "0", "x.reshape(2, 3)", "reshape -> f64[2,2,3]"},
    {"x:f64[2,1,3]", "2", "jnp.squeeze(x, axis=1)", "transpose squeeze -> f64[3,2]"},
    {"x:f64[2,3,4]", "1", "x.T", "transpose -> f64[3,4,2]"},
    {"x:f64[2,3]", "1", "lax.rev(x, (0,))", "rev transpose -> f64[3,2]"},
    {"x:f64[2,3], y:f64[4]", "0 -", "jnp.concatenate([x, y])",
     "broadcast_in_dim concatenate -> f64[2,7]"},
    {"x:f64[2,3]", "0", "lax.pad(x, 0.0, ((1, 1, 0),))", "pad -> f64[2,5]"},
    {"x:f64[2,3], y:f64[2]", "0 0", "lax.pad(x, y, ((1, 1, 0),))",
     "pad convert_element_type broadcast_in_dim pad broadcast_in_dim select_n -> f64[2,5]"},
    {"n:i64[] implicit, x:f64[n,6]", "0", "x.reshape(2, 3)", "reshape -> f64[?,2,3]"},
    {"x:i64[3]", "0", "jnp.ones(x)", "E302 TypeError"},
    {"x:i64[3]", "0", "jnp.arange(x)", "E302 TypeError"},
};
Test(batch_rule_shape, staged) { MAPPED_ROWS(staged); }

static const mapped_row computed[] = {
    {"jnp.array([[1, 2], [3, 4]])", "0", "x[::-1]", "i64[2,2] 2 1 4 3"},
    {"jnp.array([[1, 2], [3, 4]]);jnp.array([7])", "1 -", "jnp.concatenate([x, y])",
     "i64[2,3] 1 3 7 2 4 7"},
    {"jnp.array([[1, 2], [3, 4]])", "0", "jnp.array([5, 6])", "i64[2,2] 5 6 5 6"},
};
Test(batch_rule_shape, computed) { MAPPED_ROWS(computed); }
