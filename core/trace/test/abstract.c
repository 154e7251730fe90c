// The one way from an InputType to a Jaxpr, and which lengths become implicit results on it.
#include "trace/abstract.h"
#include "control.h"
#include "read/read.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *in_type, *body;
  bool every_axis, inputs_known;
  const char *out_type; // positions count [*constants, *inputs]
} rows[] = {
    // whole functions: lengths that are inputs are known
    {"i64[] implicit, f64[DBIdx(0)]", "a -> a", false, true, "f64[InDBIdx(0)]"},
    {"i64[] implicit, f64[DBIdx(0)]", "a -> jnp.concatenate([a, a])", false, true,
     "i64[] implicit, f64[OutDBIdx(0)]"},
    {"i64[]", "n -> (jnp.ones(n + 1), jnp.ones(n + 1))", false, true,
     "i64[] implicit, i64[] implicit, f64[OutDBIdx(0)], f64[OutDBIdx(1)]"},
    // nested programs: only constants are
    {"i64[] implicit, f64[DBIdx(0)]", "a -> a", false, false, "i64[] implicit, f64[InDBIdx(0)]"},
    {"i64[] implicit, f64[DBIdx(0)]", "a -> (a, a)", false, false,
     "i64[] implicit, f64[InDBIdx(0)], f64[InDBIdx(0)]"}, // each length once
    {"i64[]", "i -> x", false, false, "f64[InDBIdx(0)]"}, // the constant n
    {"i64[]", "i -> (x, jnp.ones(i))", false, false,
     "i64[] implicit, f64[InDBIdx(0)], f64[InDBIdx(2)]"},
    // a result to the left is known
    {"i64[]", "i -> (i, jnp.ones(i))", false, false, "i64[], f64[InDBIdx(0)]"},
    // resizing loops: each dynamic axis
    {"i64[] implicit, f64[DBIdx(0)]", "a -> (a, a)", true, false,
     "i64[] implicit, i64[] implicit, f64[InDBIdx(0)], f64[InDBIdx(0)]"},
    {"i64[]", "i -> jnp.ones((i, 2, i))", true, false,
     "i64[] implicit, i64[] implicit, f64[InDBIdx(0),2,InDBIdx(0)]"},
};

static dbx_status take(dbx_part *p, const traced *x, const char *in_type, expr_body *body) {
  dbx_callable f = expr_callable(body);
  *p = (dbx_part){.frame = dbx_frame_open(DBX_FRAME_NESTED, f.name),
                  .in_type = traced_type(x, in_type)};
  dbx_status st = dbx_part_inputs(p);
  if (st == DBX_OK) st = dbx_part_eval(p, &f, NULL);
  if (st == DBX_OK) dbx_part_simplify(p, true);
  return st;
}

Test(abstract, implicit_results) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    dbx_part p;
    traced_begin(&x, "n:i64[] implicit, x:f64[n]");
    expr_body body = {.text = rows[i].body, .names = x.name, .n = x.n};
    cr_assert_eq(take(&p, &x, rows[i].in_type, &body), DBX_OK, "%s", taken());
    dbx_expansion e = {.every_axis = rows[i].every_axis, .inputs_known = rows[i].inputs_known};
    dbx_part_outputs(&p, &e, NULL);
    dbx_part_finish(&p);
    cr_expect_str_eq(type_text(&p.out_type), rows[i].out_type, "%s: %s", rows[i].body,
                     type_text(&p.out_type));
    cr_expect_eq(p.jaxpr->n_out, p.out_type.n);
    uint32_t inputs = p.jaxpr->n_in, constants = p.n_constants;
    dbx_part_lead_constants(&p);
    cr_expect(p.jaxpr->n_in == inputs + constants && !p.jaxpr->n_const);
    cr_expect_eq(dbx_check_jaxpr(p.jaxpr), DBX_OK, "%s: %s", rows[i].body, taken());
    dbx_frame_close(p.frame);
    traced_end(&x);
  }
}

// A loop's index is the length of no result: it is another one after the last trip.
Test(abstract, the_index_is_no_length_of_a_result) {
  traced x;
  dbx_part p;
  traced_begin(&x, "");
  expr_body body = {.text = "i -> jnp.ones(i)"};
  cr_assert_eq(take(&p, &x, "i64[]", &body), DBX_OK);
  dbx_part_outputs(&p, &(dbx_expansion){.index = p.body_inputs.at[0]}, NULL);
  cr_expect_str_eq(type_text(&p.out_type), "i64[] implicit, f64[OutDBIdx(0)]");
  dbx_list none = {0};
  dbx_part_outputs(&p, &(dbx_expansion){0}, &none);
  cr_expect_str_eq(type_text(&p.out_type), "f64[InDBIdx(0)]", "implicit results that are given");
  dbx_frame_close(p.frame);
  traced_end(&x);
}

Test(abstract, explicit_arguments_are_what_the_function_gets) {
  traced x;
  dbx_part p;
  traced_begin(&x, "");
  expr_body body = {.text = "a, k -> a * k"};
  cr_assert_eq(take(&p, &x, "i64[] implicit, f64[DBIdx(0)], f64[]", &body), DBX_OK, "%s", taken());
  cr_expect(p.body_inputs.n == 3 && p.collapsed_outputs.n == 1 && p.n_constants1 == 0);
  cr_expect_str_eq(dbx_sym_text(p.out_tree), "PyTreeDef(*)");
  dbx_frame_close(p.frame);
  traced_end(&x);
}

static const struct {
  const char *body, *code;
} refused[] = {{"a -> 'text'", "E512 TypeError"},
               {"a -> (a, None)", "E512 TypeError"},
               {"a -> jnp.float32", "E512 TypeError"},
               {"a -> a[0, 0]", "E309 IndexError"}};

Test(abstract, results_are_arrays) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    traced x;
    dbx_part p;
    traced_begin(&x, "");
    expr_body body = {.text = refused[i].body};
    cr_expect_eq(take(&p, &x, "f64[2]", &body), DBX_FAIL);
    cr_expect_str_eq(taken(), refused[i].code, "%s", refused[i].body);
    dbx_frame_close(p.frame);
    traced_end(&x);
  }
}
