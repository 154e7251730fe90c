// lax.cond and lax.switch: types of the results, the operands of all branches, what is refused.
#include "control.h"

#include "prim/prim.h"

#include <criterion/criterion.h>
#include <string.h>

#define X "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m], k:i64[], z:f64[]"

static const struct {
  const char *in, *branch[3];
  const char *type, *results; // type: or the diagnostic
} rows[] = {
    {"k", {"v -> v + 1", "v -> v - 1"}, "i64[]", "i64[]"},
    {"k, z", {"v, w -> v", "v, w -> v * 2", "v, w -> -v"}, "i64[]", "i64[]"},
    {"", {"-> 1.0", "-> z"}, "f64[]", "f64[]"},
    {"", {"-> ()", "-> ()"}, "", ""},
    // lengths are those of operands
    {"x", {"v -> v", "v -> v + 1"}, "f64[InDBIdx(1)]", "f64[n]"},
    {"", {"-> x", "-> jnp.ones(n)"}, "f64[InDBIdx(1)]", "f64[n]"},
    {"k", {"v -> v", "v -> v * 1.0"}, "E515 TypeError", ""},
    {"k", {"v -> v", "v -> jnp.ones(2)"}, "E515 TypeError", ""},
    {"", {"-> x", "-> y"}, "E515 TypeError", ""},
    {"k", {"v -> jnp.ones(v + 1)", "v -> jnp.ones(v + 1)"}, "E515 TypeError", ""},
    {"k", {"v -> v", "v -> (v, v)"}, "E506 TypeError", ""},
};

Test(lax_branches, result_types_and_refusals) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    control c;
    traced_begin(&x, X);
    control_switch(&c, &x, "k", rows[i].in, rows[i].branch, rows[i].branch[2] ? 3 : 2, false);
    bool ok = c.status == DBX_OK;
    const char *type = ok ? type_text(&c.bind->eqn_out_type) : taken();
    cr_expect_str_eq(type, rows[i].type, "row %zu, %s: %s", i, rows[i].branch[0], type);
    cr_expect_str_eq(results_text(&c, &x), rows[i].results);
    traced_end(&x);
  }
}

// [index, *constants of the first branch, *of the second, *operands]; swapped: the equation has the
// second branch first.
Test(lax_branches, operands_of_all_branches) {
  static const char *const branch[] = {"v -> v * z", "v -> v + k"};
  for (int swapped = 0; swapped < 2; swapped++) {
    traced x;
    control c;
    traced_begin(&x, X);
    control_switch(&c, &x, "k", "z", branch, 2, swapped);
    cr_assert_eq(c.status, DBX_OK, "%s", taken());
    dbx_var k = traced_get(&x, "k").tracer, z = traced_get(&x, "z").tracer;
    dbx_atom want[] = {k, z, k, z};
    cr_assert_eq(c.bind->operands.n, 4);
    for (int i = 0; i < 4; i++) cr_expect_eq(c.bind->operands.at[i], want[i], "operand %d", i);
    const dbx_eqn *e = &x.frame->eqns.at[x.frame->eqns.n - 1];
    const dbx_param *branches = dbx_eqn_param(e, DBX_S_branches);
    cr_assert_eq(branches->n, 2);
    for (uint32_t i = 0; i < 2; i++) {
      const dbx_jaxpr *j = branches->item[i]->jaxpr;
      cr_assert_eq(j->n_in, 3);
      bool first = (i == 0) != swapped; // which was traced first
      cr_expect_eq(dbx_var_at(j->invars[0])->suffix, !first);
      cr_expect_eq(dbx_var_at(j->invars[1])->suffix, first);
    }
    traced_end(&x);
  }
}
