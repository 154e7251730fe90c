// Elementwise primitives over a further axis: what jax 0.4.23 prints and computes.
#include "mapped.h"

#include <criterion/criterion.h>

#define XY "x:f64[2,3], y:f64[3,2]"

static const mapped_row staged[] = {
    {"x:f64[2,3]", "1", "-x", "neg transpose -> f64[3,2]"},
    {XY, "0 1", "x * y", "transpose mul -> f64[2,3]"},
    {XY, "1 0", "x + y", "transpose add -> f64[3,2]"},
    {"x:f64[2,3], y:f64[3]", "0 -", "x + y", "broadcast_in_dim add -> f64[2,3]"},
    {"x:f64[2,3], y:f64[2]", "0 0", "lax.mul(x, 2.0) + y", "mul broadcast_in_dim add -> f64[2,3]"},
    {"x:bool[2], y:f64[2]", "0 0", "lax.select(x, y, y)", "select_n -> f64[2]"},
    {"x:bool[2], y:f64[2,3]", "0 0", "lax.select(x, y, y)",
     "broadcast_in_dim select_n -> f64[2,3]"},
    {"x:bool[], y:f64[2,3]", "- 1", "lax.select(x, y, y)", "select_n transpose -> f64[3,2]"},
    {"x:bool[2], y:f64[3]", "0 -", "lax.select(x, y, y)",
     "broadcast_in_dim broadcast_in_dim broadcast_in_dim select_n -> f64[2,3]"},
    {"x:f64[2,3], y:f64[]", "0 -", "lax.clamp(y, x, y)", "clamp -> f64[2,3]"},
    {"x:f64[2,3], y:f64[2]", "0 0", "lax.clamp(y, x, y)",
     "broadcast_in_dim broadcast_in_dim clamp -> f64[2,3]"},
    {"n:i64[] implicit, x:f64[n,3]", "0", "x * x", "mul -> f64[?,3]"},
};
Test(batch_rule_elementwise, staged) { MAPPED_ROWS(staged); }

static const mapped_row computed[] = {
    {"jnp.array([[1, 2], [3, 4]]);jnp.array([10, 20])", "0 -", "x * y", "i64[2,2] 10 40 30 80"},
    {"jnp.array([[1, 2], [3, 4]]);jnp.array([10, 20])", "1 0", "x - y", "i64[2,2] -9 -7 -18 -16"},
    {"jnp.array([1, 5, 9]);jnp.array([2, 3, 4])", "0 0", "lax.clamp(y, x, 6)", "i64[3] 2 5 6"},
};
Test(batch_rule_elementwise, computed) { MAPPED_ROWS(computed); }
