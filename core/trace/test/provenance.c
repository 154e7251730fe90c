// Where a tracer comes from, over what was traced: by one link each kind, and by chains of them.
// (unit/test_provenance.c has Jaxprs that were read, and the whole corpus.)
#include "trace/provenance.h"
#include "control.h"
#include "ir/primitive.h"

#include <criterion/criterion.h>
#include <string.h>

#define X "n:i64[] implicit, x:f64[n], k:i64[]"

static const char *const kinds[] = {
    "literal",   "argument",  "size of argument", "lifted", "array",
    "index",     "carry",     "size of carry",    "result", "size of result",
    "of a call", "of a call", "equation",         "axis",   "lost"};

static const char *chain_text(dbx_links l) {
  static char text[512];
  text[0] = 0;
  for (uint32_t i = 0; i < l.n; i++) {
    if (i) strcat(text, ", ");
    strcat(text, kinds[l.at[i].kind]);
    if (l.at[i].seen) strcat(text, " again");
  }
  return text;
}

static void expect_chain(dbx_links l, const char *want) {
  const char *have = chain_text(l);
  cr_expect_str_eq(have, want, "%s, not %s", have, want);
}

Test(provenance, in_a_function) {
  traced x;
  dbx_arena a = {0};
  traced_begin(&x, X);
  traced_let(&x, "m", "n + k");
  traced_let(&x, "y", "jnp.ones(m)");
  dbx_var y = traced_get(&x, "y").tracer, xs = traced_get(&x, "x").tracer;
  expect_chain(dbx_provenance(&a, dbx_literal_int(3)), "literal");
  expect_chain(dbx_provenance(&a, traced_get(&x, "k").tracer), "argument");
  expect_chain(dbx_provenance(&a, traced_get(&x, "n").tracer), "size of argument");
  expect_chain(dbx_provenance(&a, traced_get(&x, "m").tracer),
               "equation, size of argument, argument");
  expect_chain(dbx_provenance(&a, y), "equation");
  expect_chain(dbx_axis_provenance(&a, xs, 0), "axis, size of argument");
  expect_chain(dbx_axis_provenance(&a, y, 0), "axis, equation, size of argument, argument");
  dbx_link l = dbx_link_of(traced_get(&x, "n").tracer);
  cr_expect(l.sized == xs && l.axis == 0 && l.frame == x.frame, "the length of x");
  uint32_t position = 9;
  const dbx_eqn *e = dbx_eqn_of_var(y, &position);
  cr_expect(position == 0 && e->out[0] == y);
  cr_expect_null(dbx_eqn_of_var(xs, &position));
  cr_expect_null(dbx_bind_of_frame(x.frame, &position));
  dbx_arena_free(&a);
  traced_end(&x);
}

Test(provenance, in_a_loop) {
  traced x;
  control c;
  dbx_arena a = {0};
  traced_begin(&x, X);
  control_for(&c, &x, DBX_RESIZE, "0, k, 1", "x", "i, a -> jnp.concatenate([a, x[:1]])");
  cr_assert_eq(c.status, DBX_OK);
  const dbx_part *p = &c.bind->parts[0];
  expect_chain(dbx_provenance(&a, p->body_inputs.at[0]), "size of carry, size of argument");
  expect_chain(dbx_provenance(&a, p->body_inputs.at[1]), "index, literal");
  expect_chain(dbx_provenance(&a, p->body_inputs.at[2]), "carry, argument");
  expect_chain(dbx_provenance(&a, p->captures[0].inner), "lifted, size of argument");
  cr_expect_eq(dbx_link_of(c.results[0].tracer).kind, DBX_LINK_RESULT);
  dbx_link l = dbx_link_of(c.bind->results.at[0]);
  cr_expect(l.kind == DBX_LINK_RESULT_SIZE && l.sized == c.results[0].tracer && l.bind == c.bind);
  uint32_t part = 9;
  cr_expect(dbx_bind_of_frame(p->frame, &part) == c.bind && part == 0);
  cr_expect_eq(dbx_bind_of_eqn(x.frame, &x.frame->eqns.at[x.frame->eqns.n - 1]), c.bind);
  // the length of the result: what it starts as, and what a trip makes of it
  dbx_links links = dbx_axis_provenance(&a, c.results[0].tracer, 0);
  cr_expect_eq(links.at[0].index, dbx_dim_make(DBX_DIM_OUTDB, 0));
  bool start = false, trip = false;
  for (uint32_t i = 0; i < links.n; i++) {
    start |= links.at[i].role == DBX_ROLE_START;
    trip |= links.at[i].role == DBX_ROLE_TRIP;
  }
  cr_expect(start && trip, "%s", chain_text(links));
  dbx_arena_free(&a);
  traced_end(&x);
}

Test(provenance, in_branches) {
  static const char *const branch[] = {"-> x", "-> jnp.ones(k)"};
  traced x;
  control c;
  dbx_arena a = {0};
  traced_begin(&x, X ", p:bool[]");
  control_cond(&c, &x, "p", branch, 2);
  cr_assert_eq(c.status, DBX_OK);
  dbx_links l = dbx_provenance(&a, c.bind->results.at[0]);
  uint32_t branches = 0;
  for (uint32_t i = 0; i < l.n; i++) branches += l.at[i].role == DBX_ROLE_BRANCH;
  cr_expect_eq(branches, 2, "%s", chain_text(l));
  uint32_t part = 9;
  cr_expect(dbx_bind_of_frame(c.bind->parts[1].frame, &part) == c.bind && part == 1);
  cr_expect(dbx_bind_of_frame(c.bind->parts[1].retrace->frame, &part) == c.bind && part == 1);
  dbx_arena_free(&a);
  traced_end(&x);
}

Test(provenance, of_an_array_and_of_what_was_undone) {
  traced x;
  dbx_arena a = {0};
  traced_begin(&x, X);
  dbx_array *array = array_read("f64[1] 1");
  expect_chain(dbx_provenance(&a, dbx_lift_array(x.frame, array)), "array");
  dbx_trace_mark here = dbx_trace_here(x.trace);
  traced_let(&x, "m", "~n");
  dbx_trace_back(x.trace, &here);
  dbx_frame_cut(x.frame, 0);
  expect_chain(dbx_provenance(&a, traced_get(&x, "m").tracer), "lost");
  dbx_arena_free(&a);
  traced_end(&x);
  dbx_array_unref(array);
}
