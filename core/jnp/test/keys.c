// Keys of random numbers: what jax 0.4.23 gives, and draws whose shape only a run knows.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jax.random.PRNGKey(7)", "u32[2] 0 7"},
    {"jax.random.PRNGKey(-1)", "u32[2] 4294967295 4294967295"},
    {"jax.random.PRNGKey(1.5)", "E401 TypeError"},
    {"jax.random.PRNGKey(jnp.array([1, 2]))", "E401 TypeError"},
    {"jax.random.key_data(jax.random.key(3))", "u32[2] 0 3"},
    {"jax.random.split(jax.random.PRNGKey(7))",
     "u32[2,2] 966301609 989289821 1948237315 1058547403"},
    {"jax.random.split(jax.random.PRNGKey(7), (2, 1))",
     "u32[2,1,2] 966301609 989289821 1948237315 1058547403"},
    {"jax.random.fold_in(jax.random.PRNGKey(0), 123456)", "u32[2] 1609757137 2365252761"},
    {"jax.random.key_data(jax.random.split(jax.random.key(7))[1])", "u32[2] 1948237315 1058547403"},
    {"jax.random.bits(jax.random.PRNGKey(11), (2,), 'uint8')", "u8[2] 166 237"},
    {"jax.random.bits(jax.random.PRNGKey(11), (2,), 'int8')", "E401 ValueError"},
    {"jax.random.key(0) + 1", "E401 TypeError"},
    {"jax.random.split(3)", "E401 TypeError"},
    {"jax.random.key_data(jax.random.wrap_key_data(jnp.array([1, 2], 'uint32')))", "u32[2] 1 2"},
    {"jax.random.key(jax.random.key(1))", "E401 TypeError"},
};

Test(keys, computed) { EXPR_ROWS(computed); }

#define K "k:u32[2]"

static const traced_row staged[] = {
    {K, "jax.random.split(k)", "random_wrap random_split random_unwrap -> u32[2,2]"},
    {K, "jax.random.fold_in(k, 3)", "random_wrap random_fold_in random_unwrap -> u32[2]"},
    {K, "jax.random.bits(k, (3,))", "random_wrap random_bits -> u64[3]"},
};

Test(keys, staged) { TRACED_ROWS(staged); }
