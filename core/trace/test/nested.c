// Binding loops: the steps in their order, the record that is left, the operands, and what is
// refused with nothing left open.
#include "trace/nested.h"
#include "control.h"
#include "prim/prim.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define X "n:i64[] implicit, x:f64[n], k:i64[]"

static const char *steps_text(const dbx_trace *t) {
  static char text[512];
  size_t n = 0;
  text[0] = 0;
  for (uint32_t i = 0; i < t->events.n; i++)
    if (t->events.at[i].kind == DBX_EV_STEP)
      n += (size_t)snprintf(text + n, sizeof text - n, "%s%u.%u", n ? " " : "",
                            (unsigned)t->events.at[i].u.step.step, t->events.at[i].u.step.part);
  return text;
}

Test(nested, the_steps_of_the_algorithm_in_order) {
  static const struct {
    bool loop;
    const char *steps; // number.part
  } rows[] = {{true, "10.0 20.0 31.0 32.0 33.0 34.0 35.0 36.0 40.0 50.0 60.0"},
              {false, "10.0 20.0 31.0 32.0 33.0 34.0 35.0 36.0 20.1 31.1 32.1 33.1 34.1 35.1 36.1 "
                      "40.0 50.0 60.0"}};
  for (int i = 0; i < 2; i++) {
    traced x;
    control c;
    traced_begin(&x, X);
    if (rows[i].loop) control_for(&c, &x, DBX_RESIZE, "0, k, 1", "x", "i, a -> a");
    else control_while(&c, &x, DBX_RESIZE, "x, k", "a, j -> j > 0", "a, j -> (a, j - 1)");
    cr_assert_eq(c.status, DBX_OK, "%s", taken());
    cr_expect_str_eq(steps_text(x.trace), rows[i].steps, "%s", steps_text(x.trace));
    traced_end(&x);
  }
}

// [*K, *D, lower, upper, step, start of the index, *X]
Test(nested, operands_of_a_for_loop) {
  traced x;
  control c;
  traced_begin(&x, X);
  control_for(&c, &x, DBX_RESIZE, "2, k, 3", "x", "i, a -> a + x.sum()");
  const dbx_bind *b = c.bind;
  const dbx_part *p = &b->parts[0];
  dbx_var n = traced_get(&x, "n").tracer, xs = traced_get(&x, "x").tracer;
  // what the body captures: x, and n before it, which its type needs
  dbx_atom want[] = {n,
                     xs,
                     n,
                     dbx_literal_int(2),
                     traced_get(&x, "k").tracer,
                     dbx_literal_int(3),
                     dbx_literal_int(2),
                     xs};
  cr_assert_eq(b->operands.n, 8);
  for (int i = 0; i < 8; i++) cr_expect_eq(b->operands.at[i], want[i], "operand %d", i);
  cr_expect(p->n_constants == 2 && p->n_captures == 2 && p->n_implicit_in == 1);
  const dbx_eqn *e = &x.frame->eqns.at[x.frame->eqns.n - 1];
  cr_expect_eq(e->event, b->event);
  cr_expect_eq(dbx_eqn_param(e, DBX_S_body_nconsts)->i, 2);
  cr_expect_eq(dbx_eqn_param(e, DBX_S_nimplicit)->i, 1);
  cr_expect_eq(p->jaxpr->n_in, 2 + 1 + 1 + 1);
  traced_end(&x);
}

Test(nested, one_loop_after_another) {
  traced x;
  control c, d;
  traced_begin(&x, X);
  control_for(&c, &x, DBX_INFER, "0, k, 1", "x", "i, a -> a * 2");
  control_while(&d, &x, DBX_PRESERVE, "k", "a -> a > 0", "a -> a - 1");
  cr_assert_eq(x.trace->binds.n, 2);
  for (uint32_t i = 0; i < 2; i++) {
    const dbx_bind *b = x.trace->binds.at[i];
    cr_expect(b->id == i && b->parent == -1 && b->depth == 0 && !b->failed);
    cr_expect_eq(x.trace->events.at[b->first_event].kind, DBX_EV_BIND_OPEN);
    cr_expect_eq(x.trace->events.at[b->last_event].kind, DBX_EV_BIND_CLOSE);
    cr_expect_eq(x.trace->events.at[b->last_event].u.bind_close.completed, 1);
    cr_expect_not(b->parts[0].frame->live);
  }
  cr_expect(c.bind->prim->id == DBX_PRIM_for_loop && d.bind->prim->id == DBX_PRIM_while_loop);
  cr_expect_str_eq(d.bind->parts[0].name, "cond");
  cr_expect_str_eq(d.bind->parts[1].name, "body");
  traced_end(&x);
}

// Whether the loop is known to have a trip, and goes downwards.
Test(nested, bounds) {
  static const struct {
    const char *bounds;
    bool runs_once, reverse;
  } rows[] = {{"0, 1, 1", true, false}, {"0, 0, 1", false, false}, {"0, k, 1", false, false},
              {"3, 0, -1", true, true}, {"0, 3, -1", false, true}, {"1, 0, 1", false, false},
              {"0, 1, 0", false, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    control c;
    traced_begin(&x, X);
    control_for(&c, &x, DBX_PRESERVE, rows[i].bounds, "x", "i, a -> a");
    cr_expect_eq(c.bind->runs_once, rows[i].runs_once, "%s", rows[i].bounds);
    cr_expect_eq(c.bind->reverse, rows[i].reverse, "%s", rows[i].bounds);
    traced_end(&x);
  }
}

static const struct {
  const char *bounds, *init, *body, *code; // bounds NULL: a while_loop with the body as its test
} refused[] = {
    {"0, 2.5, 1", "x", "i, a -> a", "E513 TypeError"},
    {"0, x, 1", "x", "i, a -> a", "E513 TypeError"},
    {"0, 'a', 1", "x", "i, a -> a", "E513 TypeError"},
    {"0, 3, 1", "'a'", "i, a -> a", "E511 TypeError"},
    {"0, 3, 1", "None", "i, a -> a", "E511 TypeError"},
    {"0, 3, 1", "x", "i, a -> 'a'", "E512 TypeError"},
    {"0, 3, 1", "x", "i, a -> jnp.sum(a, axis=3)", "E306 ValueError"},
    {NULL, "k", "a -> a", "E505 TypeError"},
    {NULL, "x", "a -> a > 0", "E505 TypeError"},
    {NULL, "k", "a -> (a > 0, a > 0)", "E505 TypeError"},
};

Test(nested, a_refusal_leaves_a_record_and_no_equation) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    traced x;
    control c;
    traced_begin(&x, X);
    if (refused[i].bounds)
      control_for(&c, &x, DBX_RESIZE, refused[i].bounds, refused[i].init, refused[i].body);
    else control_while(&c, &x, DBX_RESIZE, refused[i].init, refused[i].body, "a -> a");
    cr_expect_eq(c.status, DBX_FAIL, "%s", refused[i].body);
    dbx_sym cls = dbx_diag_pending()->cls;
    cr_expect_str_eq(taken(), refused[i].code, "%s, %s", refused[i].init, refused[i].body);
    cr_expect_eq(c.bind->failed, cls);
    cr_expect_eq(x.trace->events.at[c.bind->last_event].u.bind_close.completed, 0);
    cr_expect_eq(x.frame->eqns.n, 0);
    cr_expect_eq(x.trace->bind, 0, "no bind is under way");
    traced_end(&x);
  }
}
