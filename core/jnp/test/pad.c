// Padding: what jax 0.4.23 computes, and what operands of lengths that only a run knows are traced
// to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.pad(jnp.array([1, 2]), 1)", "i64[4] 0 1 2 0"},
    {"jnp.pad(jnp.array([1, 2]), (0, 2), constant_values=9)", "i64[4] 1 2 9 9"},
};

Test(pad, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"

static const traced_row staged[] = {
    {X, "jnp.pad(x, 1)", "pjit -> f64[c,5]"},
};

Test(pad, staged) { TRACED_ROWS(staged); }
