// Calls.
#include "derived.h"

#include <criterion/criterion.h>

static const derived_row rows[] = {
    {"jnp.array([1.0, 2.0])", "jnp.sum(jnp.where(x > 1, x, 2 * x))", "f64[2] 2.0 1.0"},
};
Test(grad_rule_call, rows) { DERIVED_ROWS(rows); }
