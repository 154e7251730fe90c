// Slices, gathers and scatters over a further axis.
#include "mapped.h"

#include <criterion/criterion.h>

static const mapped_row staged[] = {
    {"x:f64[2,3]", "0", "lax.slice(x, (1,), (3,))", "slice -> f64[2,2]"},
    {"n:i64[] implicit, x:f64[n,3]", "0", "lax.slice(x, (1,), (3,))", "dynamic_slice -> f64[?,2]"},
    {"n:i64[] implicit, x:f64[n,3]", "0", "lax.slice(x, (0,), (3,), (2,))",
     "E218 NotImplementedError"},
    {"x:f64[2,3], y:i64[]", "0 -", "lax.dynamic_slice(x, (y,), (2,))",
     "convert_element_type convert_element_type lt add select_n broadcast_in_dim gather -> "
     "f64[2,2]"},
    {"x:f64[3], y:i64[4]", "- 0", "lax.dynamic_slice(x, (y,), (2,))",
     "convert_element_type convert_element_type lt add select_n broadcast_in_dim gather -> "
     "f64[4,2]"},
    {"x:f64[4,3], y:i64[4]", "0 0", "lax.dynamic_slice(x, (y,), (2,))",
     "convert_element_type convert_element_type lt add select_n broadcast_in_dim iota concatenate "
     "gather -> f64[4,2]"},
    {"x:f64[4,3], y:i64[4]", "0 0", "lax.dynamic_update_slice(x, jnp.ones(1), (y,))",
     "convert_element_type broadcast_in_dim convert_element_type convert_element_type lt add "
     "select_n "
     "broadcast_in_dim broadcast_in_dim iota concatenate scatter -> f64[4,3]"},
};
Test(batch_rule_index, staged) { MAPPED_ROWS(staged); }

static const mapped_row computed[] = {
    {"jnp.array([[1, 2], [3, 4]]);jnp.array([1, 0])", "0 0", "x[y]", "i64[2] 2 3"},
    {"jnp.array([1, 2]);jnp.array([1, 0, 1])", "- 0", "x[y]", "i64[3] 2 1 2"},
    {"jnp.array([[1, 2], [3, 4]]);jnp.array([1, 0])", "0 0", "x.at[y].add(5)", "i64[2,2] 1 7 8 4"},
    {"jnp.array([1, 2]);jnp.array([1, 0])", "- 0", "x.at[y].set(9)", "i64[2,2] 1 9 9 2"},
    {"jnp.array([[1, 2], [3, 4]])", "1", "x[1]", "i64[2] 3 4"},
};
Test(batch_rule_index, computed) { MAPPED_ROWS(computed); }
