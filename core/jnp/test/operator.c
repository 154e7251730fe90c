// The operators of Python: what jax 0.4.23 computes, and what operands of lengths that only a run
// knows are traced to.
#include "unit/traced.h"

#include <criterion/criterion.h>

static const expr_row computed[] = {
    {"jnp.array([1, 2]) + jnp.array([0.5, 1.5])", "f64[2] 1.5 3.5"},
    {"jnp.array([127], 'int8') + 1", "i8[1] -128"},
    {"jnp.array([127], 'int8') + 1.0", "f64*[1] 128.0"},
    {"jnp.array([1], 'uint8') - jnp.array([2], 'uint8')", "u8[1] 255"},
    {"jnp.array([True]) + jnp.array([True])", "bool[1] True"},
    {"jnp.array([True]) - jnp.array([True])", "E401 TypeError"},
    {"jnp.array([1, 2]) / 2", "f64[2] 0.5 1.0"},
    {"jnp.array([1.0, -1.0, 0.0]) / 0", "f64[3] inf -inf nan"},
    {"jnp.array([7, -7, 7]) // jnp.array([2, 2, 0])", "E703 ZeroDivisionError"},
    {"jnp.array([7.5, -7.5]) // 2.0", "f64[2] 3.0 -4.0"},
    {"jnp.array([7, -7, 7]) % jnp.array([3, 3, -3])", "i64[3] 1 2 -2"},
    {"jnp.array([7.0, -7.0]) % 3.0", "f64[2] 1.0 2.0"},
    {"jnp.array([2, 3]) ** 2", "i64[2] 4 9"},
    {"jnp.array([2, 3]) ** jnp.array([3, 0])", "i64[2] 8 1"},
    {"jnp.array([2.0, 0.0]) ** -1", "f64[2] 0.5 inf"},
    {"jnp.array([2, 0]) ** -1", "E208 TypeError"},
    {"2 ** jnp.array([0.5, 3.0])", "f64[2] 1.4142135623730951 8.0"},
    {"-jnp.array([1, -128], 'int8')", "i8[2] -1 -128"},
    {"-jnp.array([True])", "E401 TypeError"},
    {"~jnp.array([True, False])", "bool[2] False True"},
    {"~jnp.array([0, 5])", "i64[2] -1 -6"},
    {"~jnp.array([1.0])", "E401 TypeError"},
    {"jnp.array([6]) & jnp.array([3])", "i64[1] 2"},
    {"jnp.array([6]) | jnp.array([3])", "i64[1] 7"},
    {"jnp.array([True]) ^ jnp.array([True])", "bool[1] False"},
    {"jnp.array([1.0]) & jnp.array([1])", "E401 TypeError"},
    {"jnp.array([1]) << jnp.array([3])", "i64[1] 8"},
    {"jnp.array([-8]) >> jnp.array([1])", "i64[1] -4"},
    {"jnp.array([1, 2]) == jnp.array([1.0, 3.0])", "bool[2] True False"},
    {"jnp.array([nan]) != jnp.array([nan])", "bool[1] True"},
    {"jnp.array([1, 2]) < 2", "bool[2] True False"},
    {"jnp.array([1j]) < jnp.array([2j])", "bool[1] True"},
    {"jnp.ones(2) + jnp.ones(3)", "E301 ValueError"},
    {"jnp.ones((2, 1)) + jnp.ones((1, 3))", "f64[2,3] 2.0 2.0 2.0 2.0 2.0 2.0"},
    {"jnp.ones((0, 1)) + jnp.ones((1, 3))", "f64[0,3]"},
};

Test(operator, computed) { EXPR_ROWS(computed); }

#define X "n:i64[] implicit, x:f64[n,3]"
#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]"

static const traced_row staged[] = {
    {X, "x + 1", "broadcast_in_dim add -> f64[a,3]"},
    {X, "x + x", "add -> f64[a,3]"},
    {X, "x + x.T", "E301 ValueError"},
    {X, "x + jnp.ones(3)", "broadcast_in_dim broadcast_in_dim add -> f64[a,3]"},
    {X, "x + jnp.ones(4)", "E301 ValueError"},
    {X, "x + x[0]", "broadcast_in_dim gather broadcast_in_dim add -> f64[a,3]"},
    {X, "x + n", "convert_element_type broadcast_in_dim add -> f64[a,3]"},
    {X, "x * 2", "broadcast_in_dim mul -> f64[a,3]"},
    {X, "x / n", "convert_element_type broadcast_in_dim div -> f64[a,3]"},
    {X, "x // 2", "pjit -> f64[a,3]"},
    {X, "x % 2", "pjit -> f64[a,3]"},
    {X, "x ** 2", "integer_pow -> f64[a,3]"},
    {X, "x ** 0.5", "broadcast_in_dim convert_element_type pow -> f64[a,3]"},
    {X, "x ** 3.0", "broadcast_in_dim convert_element_type pow -> f64[a,3]"},
    {X, "-x", "neg -> f64[a,3]"},
    {X, "x > 0", "broadcast_in_dim gt -> bool[a,3]"},
    {X, "x == x", "eq -> bool[a,3]"},
    {X, "n + 1", "add -> i64[]"},
    {X, "n / 2", "convert_element_type div -> f64[]"},
    {X, "n // 2", "pjit -> i64[]"},
    {X, "n % 3", "pjit -> i64[]"},
    {X, "n > 2", "gt -> bool[]"},
    {X, "n ** 2", "integer_pow -> i64[]"},
    {XY, "x + y", "E301 ValueError"},
    {XY, "x * x", "mul -> f64[a]"},
    {XY, "x[:, None] + y",
     "broadcast_in_dim squeeze broadcast_in_dim broadcast_in_dim add -> f64[a,b]"},
};

Test(operator, staged) { TRACED_ROWS(staged); }

Test(operator, what_is_no_operator) {
  dbx_val x = dbx_val_int(1), r;
  cr_expect_eq(dbx_operator(DBX_OP_Is, &x, &x, &r), DBX_FAIL);
  cr_expect_str_eq(taken(), "E204 TypeError");
}
