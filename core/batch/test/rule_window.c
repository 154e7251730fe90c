// Windows over a further axis: values by hand.
#include "mapped.h"

#include <criterion/criterion.h>

static const mapped_row staged[] = {
    {"x:f64[2,3]", "0", "window.reduce(x, 'sum', (2,), (1,), ((0, 0),), (1,), (1,))",
     "reduce_window_sum -> f64[2,2]"},
    {"x:f64[2,3]", "1", "window.reduce(x, 'max', (1,), (1,), ((0, 0),), (1,), (1,))",
     "reduce_window_max transpose -> f64[3,2]"},
};
Test(batch_rule_window, staged) { MAPPED_ROWS(staged); }

static const mapped_row computed[] = {
    {"jnp.array([[1.0, 2.0, 3.0], [4.0, 6.0, 5.0]])", "0",
     "window.reduce(x, 'sum', (2,), (1,), ((0, 0),), (1,), (1,))", "f64[2,2] 3.0 5.0 10.0 11.0"},
    {"jnp.array([[1.0, 2.0, 3.0], [4.0, 6.0, 5.0]])", "0",
     "window.reduce(x, 'max', (2,), (1,), ((0, 0),), (1,), (1,))", "f64[2,2] 2.0 3.0 6.0 6.0"},
};
Test(batch_rule_window, computed) { MAPPED_ROWS(computed); }
