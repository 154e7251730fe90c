// Calls and conditionals over a further axis. Loops and conditionals of programs:
// tests/conformance2/vmap.
#include "mapped.h"

#include <criterion/criterion.h>

static const mapped_row staged[] = {
    {"x:bool[2], y:f64[2]", "0 0", "jnp.where(x, y, 0.0)", "pjit -> f64[2]"},
    {"x:bool[2], y:f64[2]", "- 0", "jnp.where(x[0], y, 0.0)", "slice squeeze pjit -> f64[2]"},
    {"n:i64[] implicit, x:bool[n], y:f64[n]", "0 0", "jnp.where(x, y, 0.0)", "pjit -> f64[?]"},
};
Test(batch_rule_call, staged) { MAPPED_ROWS(staged); }

static const mapped_row computed[] = {
    {"jnp.array([1, -2, 3])", "0", "jnp.where(x > 0, x, 0)", "i64[3] 1 0 3"},
};
Test(batch_rule_call, computed) { MAPPED_ROWS(computed); }
