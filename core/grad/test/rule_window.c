// Windows, convolutions, transforms and parts along an axis: values by hand.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"jnp.array([1.0, 3.0, 2.0])",
     "jnp.sum(window.reduce(x, 'sum', (2,), (1,), ((0, 0),), (1,), (1,)))", "f64[3] 1.0 2.0 1.0"},
    {"jnp.array([1.0, 3.0, 2.0])",
     "jnp.sum(window.reduce(x, 'max', (2,), (1,), ((0, 0),), (1,), (1,)))", "f64[3] 0.0 2.0 0.0"},
    {"jnp.array([1.0, 3.0, 2.0])", "jnp.sum(lax.top_k(x, 2)[0])", "f64[3] 0.0 1.0 1.0"},
    {"jnp.array([1.0, 2.0]);jnp.array([3.0, 4.0])", "jnp.sum(x.at[:].multiply(y))",
     "f64[2] 3.0 4.0"},
};
Test(grad_rule_window, rows) { DERIVED_ROWS(rows); }
