// Slots and their groups, and the rounds in which the strategy infer finds them.
#include "trace/rounds.h"
#include "control.h"

#include <criterion/criterion.h>
#include <string.h>

#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]"
#define XXX "n:i64[] implicit, x:f64[n], y:f64[n], z:f64[n]"

static const char *groups_text(const dbx_bind *b) {
  static char text[64];
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->n_slots; i++)
    text[n++] = b->slots[i].group == DBX_FIXED ? '.' : (char)('0' + b->slots[i].group);
  text[n] = 0;
  return text;
}

// The group of each slot at the end, a dot for a constant; how often the body was traced.
static const struct {
  const char *in_type;
  dbx_resizing r;
  const char *init, *body, *groups;
  uint32_t rounds;
} rows[] = {
    {XXX, DBX_PRESERVE, "x, y, z", "i, a, b, c -> (a, b, c)", "...", 1},
    {XXX, DBX_RESIZE, "x, y, z", "i, a, b, c -> (a, b, c)", "012", 1},
    {XXX, DBX_SHARED, "x, y, z", "i, a, b, c -> (a, b, c)", "000", 1},
    {XXX, DBX_INFER, "x, y, z", "i, a, b, c -> (a, b, c)", "...", 1},
    {XXX, DBX_INFER, "x, y, z", "i, a, b, c -> (a, jnp.ones(i), c)", ".0.", 2},
    // two that grow alike stay one
    {XXX, DBX_INFER, "x, y, z", "i, a, b, c -> (jnp.ones(i), jnp.ones(i), c)", "00.", 2},
    {XXX, DBX_INFER, "x, y, z", "i, a, b, c -> (jnp.ones(i + 1), jnp.ones(i), c)", "01.", 2},
    // each round lets another one go: c, then b, then a
    {XXX, DBX_INFER, "x, y, z", "i, a, b, c -> (b, c, jnp.ones(i))", "012", 4},
    {XY, DBX_SHARED, "x, y", "i, a, b -> (b, a)", "01", 1},
    {XY, DBX_INFER, "x, y", "i, a, b -> (b, a)", "01", 2},
    {XY, DBX_INFER, "n, m", "i, a, b -> (b, a)", "", 1}, // numbers have no slots
    {XY, DBX_RESIZE, "n, jnp.ones((n, 2, m))", "i, a, b -> (a, b)", "01", 1},
};

Test(rounds, groups) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    control c;
    traced_begin(&x, rows[i].in_type);
    control_for(&c, &x, rows[i].r, "0, n, 1", rows[i].init, rows[i].body);
    cr_assert_eq(c.status, DBX_OK, "%s: %s", rows[i].body, taken());
    cr_expect_str_eq(groups_text(c.bind), rows[i].groups, "%s: %s", rows[i].body,
                     groups_text(c.bind));
    cr_expect_eq(c.bind->n_rounds, rows[i].rounds, "%s: %u", rows[i].body, c.bind->n_rounds);
    cr_expect_eq(c.body[0].calls, rows[i].rounds);
    cr_expect_leq(c.bind->n_rounds, c.bind->n_slots + 1);
    traced_end(&x);
  }
}

// ---- what a round leaves ----

static int states, undone, kept;
static void *begin(void) { return (void *)(intptr_t)++states; }
static void undo(void *state) { undone += (int)(intptr_t)state == undone + 1; }
static void keep(void *state) { kept += (int)(intptr_t)state == states; }

Test(rounds, a_round_that_is_undone_leaves_nothing_but_its_event) {
  traced x, y;
  control c, d;
  trace_now->rounds = (dbx_round_host){begin, undo, keep};
  traced_begin(&x, XXX);
  control_for(&c, &x, DBX_INFER, "0, n, 1", "x, y, z", "i, a, b, c -> (b, c, jnp.ones(i))");
  cr_expect(states == 4 && undone == 3 && kept == 1, "each state goes one of the two ways");
  uint32_t rounds = 0;
  for (uint32_t i = 0; i < x.trace->events.n; i++) {
    const dbx_event *e = &x.trace->events.at[i];
    if (e->kind == DBX_EV_ROUND) cr_expect_eq(e->u.round.round, ++rounds);
  }
  cr_expect_eq(rounds, 3);
  cr_expect_eq(x.trace->binds.n, 1);
  cr_expect_eq(c.bind->n_widenings, 3);
  cr_expect(c.bind->widenings[0].round == 1 && c.bind->widenings[0].carry == 2, "c went first");
  // beside the rounds it is what resizing all of it makes
  traced_begin(&y, XXX);
  control_for(&d, &y, DBX_RESIZE, "0, n, 1", "x, y, z", "i, a, b, c -> (b, c, jnp.ones(i))");
  cr_expect_eq(x.frame->eqns.n, y.frame->eqns.n);
  cr_expect_eq(c.bind->parts[0].jaxpr->n_eqns, d.bind->parts[0].jaxpr->n_eqns);
  trace_now->rounds = (dbx_round_host){0};
  traced_end(&y);
  traced_end(&x);
}

Test(rounds, a_failure_keeps_its_round_and_says_why_it_came_to_it) {
  traced x;
  control c;
  trace_now->rounds = (dbx_round_host){begin, undo, keep};
  traced_begin(&x, XXX);
  // once a is an argument of the body, it is not known to be as long as y
  control_for(&c, &x, DBX_INFER, "0, n, 1", "x", "i, a -> jnp.concatenate([a + y, y])");
  cr_expect_eq(c.status, DBX_FAIL);
  cr_expect(states == 2 && undone == 1 && kept == 1);
  const dbx_diag *diag = dbx_diag_pending();
  cr_expect_eq(diag->code, DBX_E301);
  cr_expect(strstr(diag->notes[diag->n_notes - 1].subject, "since round 1"));
  trace_now->rounds = (dbx_round_host){0};
  taken();
  traced_end(&x);
}

// The lengths before and after the body agree in which of them are one.
Test(rounds, sharing) {
  static const struct {
    const char *init, *body;
    bool ok;
  } shared[] = {{"x, x", "i, a, b -> (b, a)", true},
                {"x, y", "i, a, b -> (b, a)", true},
                {"x, y", "i, a, b -> (a, a)", false},
                {"x, x", "i, a, b -> (a, jnp.ones(i))", false}};
  for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
    traced x;
    control c;
    traced_begin(&x, XY);
    control_for(&c, &x, DBX_SHARED, "0, n, 1", shared[i].init, shared[i].body);
    cr_expect_eq(c.status == DBX_OK, shared[i].ok, "%s", shared[i].body);
    cr_expect_str_eq(taken(), shared[i].ok ? "" : "E504 ValueError");
    traced_end(&x);
  }
}

Test(rounds, the_length_after_the_body) {
  traced x;
  control c;
  traced_begin(&x, XY);
  control_for(&c, &x, DBX_RESIZE, "0, n, 1", "x, y", "i, a, b -> (b, a)");
  const dbx_part *p = &c.bind->parts[0];
  cr_expect_eq(dbx_slot_result(p, &c.bind->slots[0]), dbx_dim_var(p->body_inputs.at[1]));
  cr_expect_eq(dbx_slot_result(p, &c.bind->slots[1]), dbx_dim_var(p->body_inputs.at[0]));
  dbx_slot none = {.carry = 7}, no_axis = {.carry = 0, .axis = 3};
  cr_expect_eq(dbx_slot_result(p, &none), dbx_dim_int(0));
  cr_expect_eq(dbx_slot_result(p, &no_axis), dbx_dim_int(0));
  traced_end(&x);
}
