// Draws from distributions of real numbers: what jax 0.4.23 gives, and draws whose shape only a run
// knows.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jax.random.uniform(jax.random.PRNGKey(5), (3,))",
     "f64[3] 0.6844151475737681 0.699937987622117 0.7074084227406479"},
    {"jax.random.uniform(jax.random.PRNGKey(5), (3,), 'float32')",
     "f32[3] 0.83689356 0.2630899 0.41553724"},
    {"jax.random.uniform(jax.random.PRNGKey(5), (3,), 'float16')", "f16[3] 0.9326 0.04688 0.1973"},
    {"jax.random.uniform(jax.random.PRNGKey(5), (3,), 'bfloat16')",
     "bf16[3] 0.546875 0.140625 0.390625"},
    {"jax.random.uniform(jax.random.PRNGKey(5), (0,))", "f64[0]"},
    {"jax.random.uniform(jax.random.PRNGKey(5), 3)", "E302 TypeError"},
    {"jax.random.uniform(jax.random.PRNGKey(5), (2,), 'int32')", "E401 ValueError"},
    {"jax.random.uniform(jax.random.PRNGKey(5), (2,), minval=jnp.zeros(3))", "E301 TypeError"},
    {"jax.random.uniform(jax.random.split(jax.random.PRNGKey(5)))", "E401 TypeError"},
    {"jnp.round(jax.random.normal(jax.random.PRNGKey(2), (2,)), 8)",
     "f64[2] 0.42851496 -0.89455922"},
    {"jnp.round(jax.random.exponential(jax.random.PRNGKey(13), (2,)), 8)",
     "f64[2] 1.1376155700000001 0.35151476"},
    {"jnp.round(jax.random.gumbel(jax.random.PRNGKey(13), (2,)), 8)",
     "f64[2] 0.95057298 -0.19566366000000002"},
    {"jnp.round(jax.random.laplace(jax.random.PRNGKey(13), (2,)), 8)",
     "f64[2] -0.44446839 0.52297063"},
    {"jnp.round(jax.random.logistic(jax.random.PRNGKey(13), (2,)), 8)",
     "f64[2] 0.75109608 -0.86460305"},
    {"jnp.round(jax.random.cauchy(jax.random.PRNGKey(13), (2,)), 8)",
     "f64[2] 0.63205521 -0.74407095"},
    {"jnp.round(jax.random.maxwell(jax.random.PRNGKey(13), (2,)), 8)",
     "f64[2] 3.54189094 0.8422332100000001"},
    {"jnp.round(jax.random.truncated_normal(jax.random.PRNGKey(13), -1, jnp.ones(2)), 8)",
     "f64[2] 0.31201761 -0.35581445"},
    {"jnp.round(jax.random.pareto(jax.random.PRNGKey(13), 1.5, (2,)), 8)",
     "f64[2] 2.13487988 1.26407821"},
    {"jnp.round(jax.random.rayleigh(jax.random.PRNGKey(13), jnp.ones(2)), 8)",
     "f64[2] 0.87922635 1.55956264"},
    {"jnp.round(jax.random.wald(jax.random.PRNGKey(13), jnp.ones(2)), 8)",
     "f64[2] 2.25127371 0.31757022"},
    {"jax.random.geometric(jax.random.PRNGKey(13), 0.3, (4,))", "i64[4] 3 4 2 6"},
    {"jnp.round(jax.random.weibull_min(jax.random.PRNGKey(13), 1.5, 2.0, (2,)), 8)",
     "f64[2] 1.59988594 0.8893302000000001"},
    {"jnp.round(jax.random.lognormal(jax.random.PRNGKey(13), 0.5, (2,)), 8)",
     "f64[2] 1.26242598 0.76534966"},
    {"jnp.round(jax.random.triangular(jax.random.PRNGKey(13), 0.0, 0.25, 1.0, (2,)), 8)",
     "f64[2] 0.50965636 0.27355929"},
};

Test(draws, computed) { EXPR_ROWS(computed); }

static const traced_row staged[] = {
    {"n:i64[], k:u32[2]", "jax.random.uniform(k, (n, 3))", "random_wrap pjit -> f64[a,3]"},
    {"k:u32[2]", "jax.random.normal(k, (3,))", "random_wrap pjit -> f64[3]"},
};

Test(draws, staged) { TRACED_ROWS(staged); }
