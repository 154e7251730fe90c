// Reductions, sorting and products over a further axis.
#include "mapped.h"

#include <criterion/criterion.h>

static const mapped_row staged[] = {
    {"x:f64[2,3]", "1", "jnp.sum(x)", "reduce_sum -> f64[3]"},
    {"x:f64[2,3,4]", "1", "jnp.max(x, axis=0)", "reduce_max -> f64[3,4]"},
    {"x:f64[2,3,4]", "2", "jnp.max(x, axis=0)", "reduce_max transpose -> f64[4,3]"},
    {"x:f64[2,3]", "0", "lax.cumsum(x)", "cumsum -> f64[2,3]"},
    {"x:f64[2,3], y:f64[2,3]", "0 0", "jnp.dot(x, y)", "dot_general -> f64[2]"},
    {"x:f64[2,3], y:f64[3,4]", "0 -", "jnp.dot(x, y)", "dot_general -> f64[2,4]"},
    {"x:f64[4,3], y:f64[2,3]", "- 0", "jnp.dot(x, y)", "dot_general transpose -> f64[2,4]"},
    {"n:i64[] implicit, x:f64[n,3]", "0", "jnp.dot(x, x)", "dot_general -> f64[?]"},
};
Test(batch_rule_reduce, staged) { MAPPED_ROWS(staged); }

static const mapped_row computed[] = {
    {"jnp.array([[3, 1], [2, 4]])", "1", "jnp.sort(x)", "i64[2,2] 2 3 1 4"},
    {"jnp.array([[3, 1], [2, 4]])", "0", "jnp.argmax(x)", "i64[2] 0 1"},
    {"jnp.array([[3, 1], [2, 4]])", "0", "jnp.cumprod(x)", "i64[2,2] 3 3 2 8"},
    {"jnp.array([[1.0, 2.0], [3.0, 4.0]]);jnp.array([[1.0, 0.0], [1.0, 1.0]])", "0 -", "x @ y",
     "f64[2,2] 3.0 2.0 7.0 4.0"},
};
Test(batch_rule_reduce, computed) { MAPPED_ROWS(computed); }
