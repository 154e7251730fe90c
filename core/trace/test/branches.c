// cond: the types of the results over all branches, what the branches capture, what is refused.
#include "control.h"

#include "prim/prim.h"

#include <criterion/criterion.h>
#include <string.h>

#define X "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m], p:bool[], q:bool[], k:i64[]"

static const struct {
  const char *preds, *branch[3];
  const char *type, *results; // type: or the diagnostic
} rows[] = {
    {"p", {"-> 1", "-> 2"}, "i64[]", "i64[]"},
    {"p", {"-> 1", "-> 2.5"}, "f64[]", "f64[]"}, // one dtype for all
    {"p", {"-> True", "-> 2"}, "i64[]", "i64[]"},
    {"p", {"-> ()", "-> ()"}, "", ""},
    {"p", {"-> jnp.ones(2)", "-> jnp.zeros(2)"}, "f64[2]", "f64[2]"},
    // the length that every branch captures is the caller's
    {"p", {"-> x", "-> x + 1"}, "i64[] implicit, f64[InDBIdx(1)]", "f64[n]"},
    {"p, q", {"-> x", "-> x * 2", "-> jnp.ones(n)"}, "i64[] implicit, f64[InDBIdx(1)]", "f64[n]"},
    // others are results beside the array
    {"p", {"-> x", "-> y"}, "i64[] implicit, f64[OutDBIdx(0)]", "f64[?]"},
    {"p", {"-> jnp.ones(k)", "-> x"}, "i64[] implicit, f64[OutDBIdx(0)]", "f64[?]"},
    {"p",
     {"-> (jnp.ones(k + 1), jnp.ones(2))", "-> (x, jnp.ones(2))"},
     "i64[] implicit, f64[OutDBIdx(0)], f64[2]",
     "f64[?], f64[2]"},
    {"p", {"-> 1", "-> (1, 2)"}, "E506 TypeError", ""},
    {"p", {"-> (1, 2)", "-> (1, (2,))"}, "E506 TypeError", ""},
    {"p", {"-> x", "-> jnp.ones(3)"}, "E507 TypeError", ""},
    {"p", {"-> jnp.ones(2)", "-> jnp.ones(3)"}, "E507 TypeError", ""},
    {"p", {"-> jnp.ones(2)", "-> 1.0"}, "E507 TypeError", ""},
    {"p, q", {"-> 1", "-> 2", "-> jnp.ones(2)"}, "E507 TypeError", ""},
    {"k", {"-> 1", "-> 2"}, "E505 TypeError", ""},
    {"1", {"-> 1", "-> 2"}, "E505 TypeError", ""},
    {"'a'", {"-> 1", "-> 2"}, "E505 TypeError", ""},
    {"p, x > 0", {"-> 1", "-> 2", "-> 3"}, "E505 TypeError", ""},
    {"p", {"-> 'a'", "-> 1"}, "E512 TypeError", ""},
};

Test(branches, result_types_and_refusals) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    control c;
    traced_begin(&x, X);
    control_cond(&c, &x, rows[i].preds, rows[i].branch, rows[i].branch[2] ? 3 : 2);
    bool ok = c.status == DBX_OK;
    const char *type = ok ? type_text(&c.bind->eqn_out_type) : taken();
    cr_expect_str_eq(type, rows[i].type, "row %zu, %s: %s", i, rows[i].branch[0], type);
    cr_expect_str_eq(results_text(&c, &x), rows[i].results);
    traced_end(&x);
  }
}

// The equation's Jaxprs are those of a second evaluation, with the constants of all branches.
Test(branches, every_branch_takes_the_constants_of_all) {
  static const char *const branch[] = {"-> x.sum()", "-> y.sum() + k", "-> 1.0"};
  traced x;
  control c;
  traced_begin(&x, X);
  control_cond(&c, &x, "p, q", branch, 3);
  cr_assert_eq(c.status, DBX_OK);
  const dbx_eqn *e = &x.frame->eqns.at[x.frame->eqns.n - 1];
  cr_assert_eq(e->prim->id, DBX_PRIM_cond);
  const dbx_param *j = dbx_eqn_param(e, DBX_S_branch_jaxprs);
  cr_assert_eq(j->n, 3);
  cr_expect_eq(e->n_in, 2 + 5, "predicates, then n x, m y k");
  for (uint32_t i = 0; i < 3; i++) {
    const dbx_jaxpr *b = j->item[i]->jaxpr;
    uint32_t foreign = 0;
    cr_assert_eq(b->n_in, 5);
    for (uint32_t k = 0; k < 5; k++) foreign += dbx_var_at(b->invars[k])->suffix;
    cr_expect_eq(foreign, i == 0 ? 3 : i == 1 ? 2 : 5, "branch %u: %u", i, foreign);
    cr_expect(c.bind->parts[i].retrace && c.bind->parts[i].retraced);
    cr_expect_eq(c.body[i].calls, 1, "the function itself ran once");
  }
  cr_expect_str_eq(traced_jaxpr(&x, "n")[0] == '{' ? "" : "E", "");
  traced_end(&x);
}
