// take: what jax 0.4.23 computes, and what operands of lengths that only a run knows are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.take(jnp.array([10, 20, 30]), jnp.array([2, 0]))", "i64[2] 30 10"},
    {"jnp.take(jnp.array([10, 20, 30]), 7)", "i64[] -9223372036854775808"},
    {"jnp.take(jnp.array([10, 20, 30]), 7, mode='clip')", "i64[] 30"},
    {"jnp.take(jnp.array([10, 20, 30]), 7, mode='wrap')", "i64[] 20"},
    {"jnp.take(jnp.array([[1, 2], [3, 4]]), 1, axis=1)", "i64[2] 2 4"},
};

Test(take, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"

static const traced_row staged[] = {
    {X, "jnp.take(x, n - 1, axis=0)", "sub pjit -> f64[3]"},
};

Test(take, staged) { TRACED_ROWS(staged); }
