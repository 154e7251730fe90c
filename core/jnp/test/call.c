// Named functions: staged as pjit, computed directly without a frame; calls that are equal share
// one Jaxpr.
#include "jnp/ops.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

static uint32_t runs;
static V twice(const V *args, uint32_t n, const void *statics) {
  runs++;
  cr_assert_eq(n, 1);
  return MUL(args[0], lax_const_like(args[0], jn_int(*(const int *)statics)));
}
static V call(V x, int by) { return jn_call("twice", twice, &x, 1, &by, sizeof by); }

static const dbx_jaxpr *callee(const traced *x, uint32_t eqn) {
  const dbx_eqn *e = &x->frame->eqns.at[eqn];
  cr_assert_str_eq(e->prim->name, "pjit");
  return dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr;
}

Test(call, equal_calls_share_their_jaxpr) {
  traced x;
  traced_begin(&x, "a:f64[], b:f64[], i:i64[]");
  V a = traced_get(&x, "a"), b = traced_get(&x, "b"), i = traced_get(&x, "i");
  call(a, 2), call(b, 2), call(a, 3), call(i, 2);
  cr_expect_eq(runs, 3, "%u", runs);
  cr_expect_eq(callee(&x, 0), callee(&x, 1), "another operand of one type");
  cr_expect_neq(callee(&x, 0), callee(&x, 2), "another constant");
  cr_expect_neq(callee(&x, 0), callee(&x, 3), "another type");
  traced_end(&x);
  traced_begin(&x, "a:f64[]");
  call(traced_get(&x, "a"), 2);
  cr_expect_eq(runs, 4, "another trace shares nothing with one that may be gone");
  traced_end(&x);
}

Test(call, lengths_count_by_how_they_are_shared) {
  traced x;
  dbx_leaves out;
  expr_body body = {.text = "p, q -> p.sum() + q.sum()"};
  dbx_callable f = expr_callable(&body);
  traced_begin(&x, "n:i64[] implicit, m:i64[] implicit, a:f64[n], b:f64[n], c:f64[m]");
  V a = traced_get(&x, "a"), b = traced_get(&x, "b"), c = traced_get(&x, "c");
  V calls[][2] = {{a, b}, {b, a}, {c, c}, {a, c}};
  static const uint32_t traced_after[] = {1, 1, 1,
                                          2}; // (k, f64[k], f64[k]) thrice, then (k, l, ...)
  for (int i = 0; i < 4; i++) {
    cr_assert_eq(dbx_named_call(&f, 7, calls[i], 2, NULL, NULL, &out), DBX_OK);
    cr_expect_eq(body.calls, traced_after[i], "call %d: %u", i, body.calls);
  }
  cr_expect_eq(callee(&x, 0)->n_in, 3);
  cr_expect_eq(callee(&x, 3)->n_in, 4);
  traced_end(&x);
}

Test(call, without_an_identity_nothing_is_shared) {
  traced x;
  dbx_leaves out;
  expr_body body = {.text = "p -> p + 1"};
  dbx_callable f = expr_callable(&body);
  traced_begin(&x, "a:f64[]");
  V a = traced_get(&x, "a");
  for (int i = 0; i < 2; i++) cr_assert_eq(dbx_named_call(&f, 0, &a, 1, NULL, NULL, &out), DBX_OK);
  cr_expect_eq(body.calls, 2);
  traced_end(&x);
}

Test(call, what_an_earlier_trace_made_is_called) {
  traced x, y;
  dbx_leaves out;
  expr_body body = {.text = "p -> p + 1"};
  dbx_callable f = expr_callable(&body);
  traced_begin(&x, "a:f64[2]");
  V a = traced_get(&x, "a");
  dbx_call_share first = {0}, then = {0};
  cr_assert_eq(dbx_named_call(&f, 7, &a, 1, NULL, &first, &out), DBX_OK);
  cr_expect_eq(first.made->jaxpr, callee(&x, 0));
  traced_begin(&y, "a:f64[2]");
  a = traced_get(&y, "a");
  then.known = first.made;
  cr_assert_eq(dbx_named_call(&f, 7, &a, 1, NULL, &then, &out), DBX_OK);
  cr_expect_eq(callee(&y, 0), callee(&x, 0));
  cr_expect_eq(body.calls, 1);
  traced_end(&y);
  traced_end(&x);
}

// What a function sees of its surroundings becomes a leading operand.
Test(call, captured_values_are_operands) {
  traced x;
  dbx_leaves out;
  traced_begin(&x, "a:f64[], b:f64[]");
  V a = traced_get(&x, "a");
  expr_body body = {.text = "p -> p + b", .names = x.name, .n = x.n};
  dbx_callable f = expr_callable(&body);
  cr_assert_eq(dbx_named_call(&f, 7, &a, 1, NULL, NULL, &out), DBX_OK);
  cr_expect_eq(callee(&x, 0)->n_in, 2);
  cr_expect_eq(x.frame->eqns.at[0].in[0], traced_get(&x, "b").tracer);
  cr_expect_eq(x.frame->eqns.at[0].in[1], a.tracer);
  traced_end(&x);
}

Test(call, a_failure_leaves_no_equation) {
  traced x;
  dbx_leaves out;
  expr_body body = {.text = "p -> jnp.sum(p, axis=5)"};
  dbx_callable f = expr_callable(&body);
  traced_begin(&x, "a:f64[2]");
  V a = traced_get(&x, "a");
  cr_expect_eq(dbx_named_call(&f, 7, &a, 1, NULL, NULL, &out), DBX_FAIL);
  cr_expect_str_eq(taken(), "E306 ValueError");
  cr_expect_eq(x.frame->eqns.n, 0);
  cr_expect_eq(x.trace->top, x.frame, "its frame is closed");
  traced_end(&x);
}

Test(call, without_a_frame_it_is_a_function) {
  V r = call(jn_float(1.5), 2);
  cr_expect_eq(runs, 1);
  cr_expect_eq(dbx_array_at(r.array, 0).c[0], 3.0);
  // XLA's compiled functions multiply with the reciprocal of a constant
  cr_expect_eq(dbx_array_at(jn_div_by_constant(jn_float(9984), jn_float(10000)).array, 0).c[0],
               9984 * (1.0 / 10000));
}
