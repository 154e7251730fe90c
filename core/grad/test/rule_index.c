// Slices, joined arrays, gathers and scatters.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"jnp.array([1.0, 2.0, 3.0])", "jnp.sum(x[1:] * 2)", "f64[3] 0.0 2.0 2.0"},
    {"jnp.array([1.0, 2.0, 3.0])", "jnp.sum(x[::2])", "f64[3] 1.0 0.0 1.0"},
    {"jnp.array([1.0, 2.0]);jnp.array([3.0])", "jnp.sum(jnp.concatenate([x, y, x * x]))",
     "f64[2] 3.0 5.0"},
    {"jnp.array([1.0, 2.0])", "jnp.sum(jnp.pad(x, 1) * 3)", "f64[2] 3.0 3.0"},
    {"jnp.array([1.0, 2.0, 3.0]);jnp.array([0, 0, 2])", "jnp.sum(x[y])", "f64[3] 2.0 0.0 1.0"},
    {"jnp.array([1.0, 2.0]);jnp.array([5.0])", "jnp.sum(x.at[0].set(x[1] * x[1]))",
     "f64[2] 0.0 5.0"},
    {"jnp.array([1.0, 2.0])", "jnp.sum(jnp.flip(x)[0] * 4)", "f64[2] 0.0 4.0"},
};
Test(grad_rule_index, rows) { DERIVED_ROWS(rows); }
