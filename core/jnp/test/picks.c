// Draws of integers, truth values and elements: what jax 0.4.23 gives, and draws whose shape only a
// run knows.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jax.random.randint(jax.random.PRNGKey(9), (4,), 0, 10)", "i64[4] 1 9 7 1"},
    {"jax.random.randint(jax.random.PRNGKey(9), (4,), 0, 300, 'uint8')", "u8[4] 216 193 222 103"},
    {"jax.random.randint(jax.random.PRNGKey(9), (2,), 5, 5)", "i64[2] 5 5"},
    {"jax.random.randint(jax.random.PRNGKey(9), (2,), 0, 5, 'float32')", "E401 TypeError"},
    {"jax.random.randint(jax.random.PRNGKey(9), (3,), jnp.array([0, 10, 20]), 30)",
     "i64[3] 20 29 21"},
    {"jax.random.bernoulli(jax.random.PRNGKey(4), 0.9, (6,))",
     "bool[6] True True True True True False"},
    {"jax.random.bernoulli(jax.random.PRNGKey(4), 1)", "E401 TypeError"},
    {"jax.random.rademacher(jax.random.PRNGKey(13), (5,))", "i64[5] -1 -1 1 -1 -1"},
    {"jnp.round(jax.random.double_sided_maxwell(jax.random.PRNGKey(13), 0.5, 2.0, (2,)), 8)",
     "f64[2] -2.8908425700000002 5.35607702"},
    {"jax.random.permutation(jax.random.PRNGKey(6), 8)", "i64[8] 3 5 4 2 7 1 0 6"},
    {"jax.random.permutation(jax.random.PRNGKey(6), jnp.array([[1, 2, 3], [4, 5, 6]]), axis=1)",
     "i64[2,3] 2 1 3 5 4 6"},
    {"jax.random.permutation(jax.random.PRNGKey(6), jnp.array([[1, 2, 3], [4, 5, 6]]), axis=1, "
     "independent=True)",
     "i64[2,3] 2 3 1 4 6 5"},
    {"jax.random.permutation(jax.random.PRNGKey(6), 1.5)", "E401 TypeError"},
    {"jax.random.choice(jax.random.PRNGKey(8), 5, (6,))", "i64[6] 4 2 0 3 3 1"},
    {"jax.random.choice(jax.random.PRNGKey(8), 5, (5,), replace=False)", "i64[5] 4 1 3 2 0"},
    {"jax.random.choice(jax.random.PRNGKey(8), 3, (4,), replace=False)", "E208 ValueError"},
    {"jax.random.choice(jax.random.PRNGKey(8), jnp.array([1.5, 2.5, 3.5]), (4,), p=jnp.array([0.1, "
     "0.1, 0.8]))",
     "f64[4] 3.5 1.5 2.5 3.5"},
    {"jax.random.choice(jax.random.PRNGKey(8), 3, (2,), replace=False, p=jnp.array([0.1, 0.1, "
     "0.8]))",
     "i64[2] 2 1"},
    {"jax.random.choice(jax.random.PRNGKey(8), 0, (2,))", "E208 ValueError"},
    {"jax.random.choice(jax.random.PRNGKey(8), jnp.array([[1, 2], [3, 4]]), axis=1)", "i64[2] 1 3"},
    {"jax.random.categorical(jax.random.PRNGKey(12), jnp.array([[0.5, 0.1, 0.2], [0.1, 2.0, "
     "0.3]]))",
     "i64[2] 1 1"},
    {"jax.random.categorical(jax.random.PRNGKey(12), jnp.array([0.5, 0.1, 0.2]), shape=(4,))",
     "i64[4] 2 2 0 1"},
    {"jax.random.categorical(jax.random.PRNGKey(12), jnp.array([[0.5, 0.1, 0.2], [0.1, 2.0, "
     "0.3]]), axis=0)",
     "i64[3] 1 1 1"},
    {"jax.random.categorical(jax.random.PRNGKey(12), jnp.array([1, 2]))", "E401 ValueError"},
};

Test(picks, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n], k:u32[2]"

static const traced_row staged[] = {
    {X, "jax.random.randint(k, (n,), 0, 7)", "random_wrap pjit -> i64[f]"},
    {X, "jax.random.permutation(k, x)", "E403 TracerIntegerConversionError"},
    {X, "jax.random.choice(k, x, (3,))", "E403 TracerIntegerConversionError"},
    {X, "jax.random.choice(k, 5, (n,))", "random_wrap pjit -> i64[f]"},
};

Test(picks, staged) { TRACED_ROWS(staged); }
