// Functions that are made of others: what jax 0.4.23 computes, and what operands of lengths that
// only a run knows are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.absolute(jnp.array([-1.5, -0.0]))", "f64[2] 1.5 0.0"},
    {"jnp.abs(jnp.array([3 + 4j]))", "f64[1] 5.0"},
    {"jnp.sign(jnp.array([-3, 0, 3]))", "i64[3] -1 0 1"},
    {"jnp.trunc(jnp.array([-1.5, 1.5]))", "f64[2] -1.0 1.0"},
    {"jnp.fix(jnp.array([-1.5, 1.5]))", "f64[2] -1.0 1.0"},
    {"jnp.round(jnp.array([0.5, 1.5, 2.5]))", "f64[3] 0.0 2.0 2.0"},
    {"jnp.round(jnp.array([1.25, -1.35]), 1)", "f64[2] 1.2000000000000002 -1.4000000000000001"},
    {"jnp.rint(jnp.array([2.5, -0.4]))", "f64[2] 2.0 -0.0"},
    {"jnp.reciprocal(jnp.array([0.0, 4.0]))", "f64[2] inf 0.25"},
    {"jnp.fmax(jnp.array([1.0, nan]), jnp.array([nan, nan]))", "f64[2] 1.0 nan"},
    {"jnp.isnan(jnp.array([nan, 1.0]))", "bool[2] True False"},
    {"jnp.isinf(jnp.array([-inf, 1.0]))", "bool[2] True False"},
    {"jnp.isfinite(jnp.array([1, 2]))", "bool[2] True True"},
    {"jnp.signbit(jnp.array([-0.0, 1.0]))", "bool[2] True False"},
    {"jnp.copysign(1.0, jnp.array([-0.0]))", "f64[1] -1.0"},
    {"jnp.hypot(jnp.array([3.0]), jnp.array([4.0]))", "f64[1] 5.0"},
    {"jnp.heaviside(jnp.array([-1.0, 0.0, 1.0]), 0.5)", "f64[3] 0.0 0.5 1.0"},
    {"jnp.clip(jnp.array([1, 5, 9]), 2, 6)", "i64[3] 2 5 6"},
    {"jnp.clip(jnp.array([1, 5, 9]), 2.5, None)", "f64*[3] 2.5 5.0 9.0"},
    {"jnp.nan_to_num(jnp.array([nan, inf, -inf]))",
     "f64[3] 0.0 1.7976931348623157e+308 -1.7976931348623157e+308"},
    {"jnp.isclose(jnp.array([1.0, nan]), jnp.array([1.00000001, nan]))", "bool[2] True False"},
    {"jnp.real(jnp.array([1 + 2j]))", "f64[1] 1.0"},
    {"jnp.conj(jnp.array([1 + 2j, 3]))", "c128[2] (1-2j) (3-0j)"},
    {"jnp.angle(jnp.array([1j]))", "f64[1] 1.5707963267948966"},
    {"jnp.deg2rad(jnp.array([180.0]))", "f64[1] 3.141592653589793"},
    {"jnp.sinc(jnp.array([0.0, 0.5]))", "f64[2] 1.0 0.6366197723675814"},
};

Test(elementwise, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"

static const traced_row staged[] = {
    {X, "jnp.round(x)", "pjit -> f64[a,3]"},
    {X, "jnp.clip(x, 0, 1)", "pjit -> f64[a,3]"},
};

Test(elementwise, staged) { TRACED_ROWS(staged); }
