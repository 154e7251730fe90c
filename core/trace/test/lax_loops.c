// lax.scan and lax.while_loop: types of the results, weak carries, what is refused.
#include "control.h"

#include "prim/prim.h"

#include <criterion/criterion.h>
#include <string.h>

#define X                                                                                          \
  "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m], w:f64[n,m], s:f64[3], k:i64[], z:f64[]"

static const struct {
  const char *carries, *xs, *length, *body;
  const char *type, *results; // type: or the diagnostic
} scans[] = {
    {"z", "s", "", "c, a -> (c + a, c * a)", "f64[], f64[3]", "f64[], f64[3]"},
    {"z", "x", "", "c, a -> (c + a, a)", "f64[], f64[InDBIdx(2)]", "f64[], f64[n]"},
    // rows have the lengths of constants of the body
    {"z", "w", "", "c, r -> (c + r.sum(), r)", "f64[], f64[InDBIdx(3),InDBIdx(0)]",
     "f64[], f64[n,m]"},
    {"x", "", "5", "c -> (c * 2, c)", "f64[InDBIdx(0)], f64[5,InDBIdx(0)]", "f64[n], f64[5,n]"},
    {"", "s", "3", "a -> a", "f64[3]", "f64[3]"},
    {"k", "", "n", "c -> c + 1", "i64[]", "i64[]"},
    // a Python number takes the type that the body gives it
    {"0", "s", "", "c, a -> (c + a, a)", "f64[], f64[3]", "f64[], f64[3]"},
    {"z", "x, y", "", "c, a, b -> c", "E301 ValueError", ""},
    {"z", "s", "4", "c, a -> c", "E301 ValueError", ""},
    {"z", "x", "3", "c, a -> c", "E301 ValueError", ""},
    {"z", "z", "", "c, a -> c", "E208 ValueError", ""},
    {"z", "", "", "c -> c", "E208 ValueError", ""},
    {"z", "s", "z", "c, a -> c", "E513 TypeError", ""},
    {"k", "s", "", "c, a -> c + a", "E515 TypeError", ""},
    {"x", "s", "", "c, a -> jnp.ones(3)", "E515 TypeError", ""},
    {"x", "s", "", "c, a -> jnp.ones(k)", "E515 TypeError", ""},
    {"z", "s", "", "c, a -> (c, jnp.ones(k + 1))", "E515 TypeError", ""},
    {"z, z", "s", "", "c, d, a -> c", "E501 TypeError", ""},
};

Test(lax_loops, scans) {
  for (size_t i = 0; i < sizeof scans / sizeof *scans; i++) {
    traced x;
    control c;
    traced_begin(&x, X);
    control_scan(&c, &x, scans[i].carries, scans[i].xs, scans[i].length, scans[i].body);
    bool ok = c.status == DBX_OK;
    const char *type = ok ? type_text(&c.bind->eqn_out_type) : taken();
    cr_expect_str_eq(type, scans[i].type, "row %zu, %s: %s", i, scans[i].body, type);
    cr_expect_str_eq(results_text(&c, &x), scans[i].results);
    traced_end(&x);
  }
}

// The length is an operand where it is no number.
Test(lax_loops, parameters_of_a_scan) {
  traced x;
  control c;
  traced_begin(&x, X);
  control_scan(&c, &x, "z", "x", "", "c, a -> (c * k, a)");
  const dbx_eqn *e = &x.frame->eqns.at[x.frame->eqns.n - 1];
  cr_assert_eq(e->prim->id, DBX_PRIM_scan);
  cr_expect_eq(e->n_in, 4); // k, z, x, n
  cr_expect_eq(e->in[3], traced_get(&x, "n").tracer);
  cr_expect_eq(dbx_eqn_int(e, DBX_S_num_carry), 1);
  cr_expect_eq(dbx_eqn_int(e, DBX_S_num_consts), 1);
  cr_expect_eq(dbx_eqn_param(e, DBX_S_length)->kind, DBX_P_NONE);
  cr_expect_eq(dbx_eqn_param(e, DBX_S_linear)->n, 3);
  traced_end(&x);
}

static const struct {
  const char *init, *test, *body;
  const char *type;
} whiles[] = {
    {"k", "c -> c > 0", "c -> c - 1", "i64[]"},
    {"0, z", "c, d -> c < 3", "c, d -> (c + 1, d * 2)", "i64[], f64[]"},
    {"0", "c -> c < 3", "c -> c + z", "f64[]"}, // weak
    {"x, k", "a, c -> c < k", "a, c -> (a * 2, c + 1)", "f64[InDBIdx(0)], i64[]"},
    {"k", "c -> c", "c -> c", "E505 TypeError"},
    {"s", "c -> c > 0", "c -> c", "E505 TypeError"},
    {"k", "c -> c > 0", "c -> c * 2.0", "E515 TypeError"},
    {"k", "c -> c > 0", "c -> (c, c)", "E501 TypeError"},
    {"x", "c -> True", "c -> y", "E515 TypeError"},
};

Test(lax_loops, whiles) {
  for (size_t i = 0; i < sizeof whiles / sizeof *whiles; i++) {
    traced x;
    control c;
    traced_begin(&x, X);
    control_lax_while(&c, &x, whiles[i].init, whiles[i].test, whiles[i].body);
    bool ok = c.status == DBX_OK;
    const char *type = ok ? type_text(&c.bind->eqn_out_type) : taken();
    cr_expect_str_eq(type, whiles[i].type, "row %zu, %s: %s", i, whiles[i].body, type);
    traced_end(&x);
  }
}
