// Equations bound to other operands: staged with a frame, computed without.
#include "jnp/ops.h"
#include "unit/traced.h"

#include <criterion/criterion.h>

// The sine, or a call of a function that doubles, as an equation of a frame.
static const dbx_eqn *equation(traced *x, bool nested) {
  V a;
  dbx_leaves out;
  expr_body body = {.text = "p -> p + p"};
  dbx_callable f = expr_callable(&body);
  traced_begin(x, "a:f64[]");
  a = traced_get(x, "a");
  if (nested) cr_assert_eq(dbx_named_call(&f, 0, &a, 1, NULL, NULL, &out), DBX_OK);
  else cr_assert(!bad(lax1(DBX_PRIM_sin, a)));
  return &x->frame->eqns.at[0];
}

Test(again, staged_in_the_open_frame) {
  for (int nested = 0; nested < 2; nested++) {
    traced x;
    const dbx_primitive *p = equation(&x, nested)->prim;
    dbx_eqn e = x.frame->eqns.at[0];
    V in = jn_float(2), out;
    cr_assert_eq(dbx_bind_again(&e, &in, &out), DBX_OK);
    cr_expect_eq(x.frame->eqns.n, 2);
    cr_expect_eq(x.frame->eqns.at[1].prim, p);
    cr_expect(dbx_is_literal(x.frame->eqns.at[1].in[0]));
    cr_expect_eq(out.tracer, x.frame->eqns.at[1].out[0]);
    traced_end(&x);
  }
}

Test(again, computed_without_a_frame) {
  traced x;
  dbx_eqn e = *equation(&x, true);
  dbx_trace *t = dbx_trace_suspend();
  V in = jn_float(2), out;
  cr_assert_eq(dbx_bind_again(&e, &in, &out), DBX_OK);
  cr_expect_float_eq(dbx_array_at(out.array, 0).c[0], 4, 1e-15);
  dbx_trace_resume(t);
  traced_end(&x);
}
