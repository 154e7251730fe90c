// What the lengths of a loop's results are, by strategy: InDBIdx where every number of trips leaves
// one length, OutDBIdx otherwise; and what carries may not change.
#include "control.h"

#include <criterion/criterion.h>

#define X "n:i64[] implicit, x:f64[n]"
#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]"
#define XX "n:i64[] implicit, x:f64[n], y:f64[n]"
#define N "n:i64[]"
#define KEPT "i64[], f64[?] => f64[InDBIdx(0)] -> f64[n]"
#define ONE "i64[] implicit, i64[], f64[DBIdx(0)] => i64[] implicit, "
#define GROWS ONE "f64[OutDBIdx(0)] -> f64[?]"
#define ALIKE ONE "f64[InDBIdx(0)] -> f64[n]"
#define TWO                                                                                        \
  "i64[] implicit, i64[] implicit, i64[], f64[DBIdx(0)], f64[DBIdx(1)] => "                        \
  "i64[] implicit, i64[] implicit, "
#define NO "E504 ValueError"

// InputType of the body => OutputType of the equation -> the results, in the names of the caller.
static const struct {
  const char *in_type, *bounds, *init, *body;
  const char *by[4]; // preserve, resize, infer, shared
} rows[] = {
    // a length that stays is the operand's
    {X, "0, 5, 1", "x", "i, a -> a + 1", {KEPT, ALIKE, KEPT, ALIKE}},
    {X, "0, 5, 1", "x", "i, a -> jnp.ones(n)", {KEPT, ALIKE, KEPT, ALIKE}},
    // one that changes is a result beside the array
    {X, "0, 5, 1", "x", "i, a -> jnp.concatenate([a, a])", {NO, GROWS, GROWS, GROWS}},
    {X, "0, 5, 1", "x", "i, a -> jnp.ones(i)", {NO, GROWS, GROWS, GROWS}},
    // carries that change places have one another's lengths, nobody knows which
    {XY,
     "0, 5, 1",
     "x, y",
     "i, a, b -> (b, a)",
     {NO, TWO "f64[OutDBIdx(0)], f64[OutDBIdx(1)] -> f64[?], f64[?]",
      TWO "f64[OutDBIdx(0)], f64[OutDBIdx(1)] -> f64[?], f64[?]",
      TWO "f64[OutDBIdx(0)], f64[OutDBIdx(1)] -> f64[?], f64[?]"}},
    // one trip at least: both are the first one's
    {XY,
     "0, 5, 1",
     "x, y",
     "i, a, b -> (a, a)",
     {NO, TWO "f64[InDBIdx(0)], f64[InDBIdx(0)] -> f64[n], f64[n]",
      "i64[] implicit, i64[], f64[?], f64[DBIdx(0)] => i64[] implicit, f64[InDBIdx(0)], "
      "f64[InDBIdx(0)] -> f64[n], f64[n]",
      NO}},
    // no trip is possible: the other one may have kept its own
    {XY,
     "0, n, 1",
     "x, y",
     "i, a, b -> (b, b)",
     {NO, TWO "f64[OutDBIdx(0)], f64[InDBIdx(1)] -> f64[?], f64[m]",
      "i64[] implicit, i64[], f64[DBIdx(0)], f64[?] => i64[] implicit, f64[OutDBIdx(0)], "
      "f64[InDBIdx(0)] -> f64[?], f64[m]",
      NO}},
    // what starts as one length is one for some strategies
    {XX,
     "0, n, 1",
     "x, y",
     "i, a, b -> (a + b, b)",
     {"i64[], f64[?], f64[?] => f64[InDBIdx(0)], f64[InDBIdx(0)] -> f64[n], f64[n]",
      "E301 ValueError",
      "i64[], f64[?], f64[?] => f64[InDBIdx(0)], f64[InDBIdx(0)] -> f64[n], f64[n]",
      "i64[] implicit, i64[], f64[DBIdx(0)], f64[DBIdx(0)] => i64[] implicit, f64[InDBIdx(0)], "
      "f64[InDBIdx(0)] -> f64[n], f64[n]"}},
    // axes are slots of their own
    {N,
     "0, n, 1",
     "jnp.ones((n, n))",
     "i, a -> jnp.ones((a.shape[0] + 1, a.shape[1]))",
     {NO,
      "i64[] implicit, i64[] implicit, i64[], f64[DBIdx(0),DBIdx(1)] => i64[] implicit, "
      "i64[] implicit, f64[OutDBIdx(0),InDBIdx(1)] -> f64[?,n]",
      "i64[] implicit, i64[], f64[DBIdx(0),?] => i64[] implicit, f64[OutDBIdx(0),InDBIdx(0)] -> "
      "f64[?,n]",
      NO}},
    // a carried number is no length of the carry beside it until a trip has made it one
    {N,
     "0, n, 1",
     "jnp.ones(n), n",
     "i, a, k -> (jnp.ones(k + 1), k + 1)",
     {NO,
      "i64[] implicit, i64[], f64[DBIdx(0)], i64[] => i64[] implicit, f64[OutDBIdx(0)], i64[] "
      "-> f64[?], i64[]",
      "i64[] implicit, i64[], f64[DBIdx(0)], i64[] => i64[] implicit, f64[OutDBIdx(0)], i64[] -> "
      "f64[?], i64[]",
      "i64[] implicit, i64[], f64[DBIdx(0)], i64[] => i64[] implicit, f64[OutDBIdx(0)], i64[] -> "
      "f64[?], i64[]"}},
};

Test(slots, result_types_by_strategy) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int r = 0; r < 4; r++) {
      traced x;
      control c;
      dbx_buf b = {0};
      traced_begin(&x, rows[i].in_type);
      control_for(&c, &x, (dbx_resizing)r, rows[i].bounds, rows[i].init, rows[i].body);
      if (c.status == DBX_OK) {
        dbx_printf(&b, "%s => ", type_text(&c.bind->parts[0].in_type));
        dbx_printf(&b, "%s -> %s", type_text(&c.bind->eqn_out_type), results_text(&c, &x));
      } else {
        dbx_put(&b, taken());
      }
      cr_expect_str_eq(dbx_text(&b), rows[i].by[r], "%s, strategy %d:\n%s", rows[i].body, r,
                       dbx_text(&b));
      dbx_buf_free(&b);
      traced_end(&x);
    }
}

// With every strategy.
static const struct {
  const char *in_type, *init, *body, *code;
} refused[] = {
    {X, "x", "i, a -> (a, a)", "E501 TypeError"},       // count
    {X, "x, n", "i, a, b -> a", "E501 TypeError"},      //
    {N, "n", "i, a -> a * 1.5", "E502 TypeError"},      // dtype
    {X, "x", "i, a -> a > 0", "E502 TypeError"},        //
    {X, "x", "i, a -> jnp.sum(a)", "E503 ValueError"},  // rank
    {X, "x", "i, a -> jnp.ones(3)", "E503 ValueError"}, // dynamic, then static
    {N, "jnp.ones(3)", "i, a -> jnp.ones(2)", "E503 ValueError"},
    {N, "jnp.ones(3)", "i, a -> jnp.ones(i)", "E503 ValueError"},
};

Test(slots, what_carries_have_to_keep) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    for (int r = 0; r < 4; r++) {
      traced x;
      control c;
      traced_begin(&x, refused[i].in_type);
      control_for(&c, &x, (dbx_resizing)r, "0, 3, 1", refused[i].init, refused[i].body);
      cr_expect_str_eq(taken(), refused[i].code, "%s", refused[i].body);
      traced_end(&x);
    }
}

// What it was decided by: the body's `b, a` puts each slot into the class of the other.
Test(slots, the_record_says_what_was_compared) {
  traced x;
  control c;
  traced_begin(&x, XX);
  control_for(&c, &x, DBX_RESIZE, "0, n, 1", "x, y", "i, a, b -> (b, a)");
  cr_assert_eq(c.bind->n_nodes, 3); // two slots and the caller's n
  cr_expect_not(c.bind->runs_once);
  for (uint32_t i = 0; i < 3; i++) {
    const dbx_carried *node = &c.bind->nodes[i];
    bool outer = node->kind == DBX_CARRIED_OUTER;
    cr_expect_eq(node->cls, c.bind->nodes[0].cls, "all start as n and stay equal");
    if (!outer) cr_expect_eq(dbx_dim_kind_of(node->result), DBX_DIM_INDB);
    if (!outer) cr_expect_eq(c.bind->nodes[node->equal_to].kind, DBX_CARRIED_OUTER);
  }
  cr_expect_str_eq(results_text(&c, &x), "f64[n], f64[n]");
  traced_end(&x);
}
