// Lengths that are assumed to be equal: remembered by what made them, also in a second trace.
// Answers to what only a run knows: conditionals and loops give what they say, in the types of the
// whole.
#include "trace/assume.h"
#include "control.h"
#include "trace/trace.h"

#include <criterion/criterion.h>
#include <stdio.h>

#define XY "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]"

static bool same(const traced *x, const char *a, const char *b) {
  return dbx_dim_equal(dbx_dim_var(traced_get(x, a).tracer), dbx_dim_var(traced_get(x, b).tracer));
}

Test(assume, two_lengths) {
  traced x, again;
  traced_begin(&x, XY);
  traced_let(&x, "k", "n + m");
  traced_let(&x, "l", "n * m");
  cr_expect_not(same(&x, "n", "m"));
  dbx_assume_equal(traced_get(&x, "m").tracer, traced_get(&x, "n").tracer);
  dbx_assume_equal(traced_get(&x, "k").tracer, traced_get(&x, "l").tracer);
  cr_expect(same(&x, "n", "m") && same(&x, "m", "n") && same(&x, "k", "l"));
  cr_expect_not(same(&x, "n", "k"));
  dbx_dim n = dbx_dim_var(traced_get(&x, "n").tracer), m = dbx_dim_var(traced_get(&x, "m").tracer);
  cr_expect_not(dbx_dim_identical(n, m), "they are still two");
  traced_let(&x, "z", "x + y");
  traced_end(&x);
  // the same text once more: other tracers, made by the same events
  traced_begin(&again, XY);
  traced_let(&again, "k", "n + m");
  cr_expect(same(&again, "n", "m"));
  traced_end(&again);
  dbx_assume_nothing();
}

Test(assume, a_length_and_a_number) {
  traced x;
  traced_begin(&x, XY);
  dbx_dim n = dbx_dim_var(traced_get(&x, "n").tracer);
  dbx_assume_size(traced_get(&x, "n").tracer, 3);
  cr_expect(dbx_dim_equal(n, dbx_dim_int(3)) && dbx_dim_equal(dbx_dim_int(3), n));
  cr_expect_not(dbx_dim_equal(n, dbx_dim_int(4)));
  traced_let(&x, "z", "x + jnp.ones(3)");
  dbx_assume_nothing();
  cr_expect_not(dbx_dim_equal(n, dbx_dim_int(3)));
  traced_end(&x);
}

// A constant of an inner frame is the length that it stands for.
Test(assume, through_lifting) {
  traced x;
  dbx_var in;
  traced_begin(&x, XY);
  dbx_assume_equal(traced_get(&x, "n").tracer, traced_get(&x, "m").tracer);
  dbx_frame *f = dbx_frame_open(DBX_FRAME_NESTED, dbx_intern("body"));
  cr_assert_eq(dbx_lift(f, traced_get(&x, "n").tracer, &in), DBX_OK);
  cr_expect(dbx_dim_equal(dbx_dim_var(in), dbx_dim_var(traced_get(&x, "m").tracer)));
  dbx_assume_nothing();
  traced_end(&x);
}

Test(assume, several_at_a_time) {
  traced x;
  traced_begin(&x, XY ", k:i64[]");
  dbx_assume_equal(traced_get(&x, "n").tracer, traced_get(&x, "m").tracer);
  dbx_assume_equal(traced_get(&x, "m").tracer, traced_get(&x, "k").tracer);
  cr_expect(same(&x, "n", "m") && same(&x, "m", "k"));
  dbx_assume_nothing();
  cr_expect_not(same(&x, "n", "m"));
  traced_end(&x);
}

// ---- what only a run knows ----

#define INPUTS "n:i64[] implicit, x:f64[n], y:f32[n], z:f64[n], p:bool[], k:i64[]"

static const char *const branches[] = {"-> x", "-> jnp.concatenate([x, x])"};
static const char *const dtypes[] = {"-> y", "-> jnp.concatenate([z, z])"};

// What is asked of p, an argument, and of the trips to k.
static const dbx_asked about_p = {.begin = 4, .end = 4}, about_k = {.begin = 5, .end = 5},
                       trips_to_k = {.begin = 5, .end = 5, .no_trips = true};

// Results of a conditional, with these answers.
static const char *results(const dbx_answer *given, uint32_t n, const char *const *of) {
  static char text[80];
  traced x;
  control c;
  traced_begin(&x, INPUTS);
  dbx_questions_begin(given, n);
  control_cond(&c, &x, "p", of, 2);
  snprintf(text, sizeof text, "%s", c.status == DBX_OK ? results_text(&c, &x) : taken());
  dbx_questions_end();
  traced_end(&x);
  return text;
}

Test(decide, a_conditional) {
  cr_expect_str_eq(results(NULL, 0, branches), "f64[?]");
  cr_expect_str_eq(results((dbx_answer[]){{about_p, true}}, 1, branches), "f64[n]");
  cr_expect_str_eq(results((dbx_answer[]){{about_p, false}}, 1, branches), "f64[?]");
  cr_expect_str_eq(results((dbx_answer[]){{about_k, true}}, 1, branches), "f64[?]");
  cr_expect_str_eq(results((dbx_answer[]){{about_p, true}}, 1, dtypes), "f64[n]",
                   "both branches have one dtype");
}

Test(decide, a_loop_without_trips) {
  for (int yes = 0; yes < 2; yes++) {
    traced x;
    control c;
    uint32_t n;
    traced_begin(&x, INPUTS);
    dbx_questions_begin((dbx_answer[]){{trips_to_k, yes}}, 1);
    control_for(&c, &x, DBX_RESIZE, "0, k, 1", "x", "i, a -> jnp.concatenate([a, x])");
    cr_expect_str_eq(results_text(&c, &x), yes ? "f64[n]" : "f64[?]");
    const dbx_question *q = dbx_questions(&n);
    cr_expect(n == 1 && q[0].no_trips && q[0].lower == 0 && q[0].known && !q[0].stops);
    dbx_questions_end();
    traced_end(&x);
  }
}

Test(decide, numbers_and_steps_are_not_asked_about) {
  static const char *const bounds[] = {"0, 3, 1", "n, k, 1", "0, k, n"};
  for (int i = 0; i < 3; i++) {
    traced x;
    control c;
    uint32_t n;
    traced_begin(&x, INPUTS);
    dbx_questions_begin(NULL, 0);
    control_for(&c, &x, DBX_RESIZE, bounds[i], "x", "i, a -> a");
    (void)dbx_questions(&n);
    cr_expect_eq(n, 0, "%s", bounds[i]);
    dbx_questions_end();
    traced_end(&x);
  }
}

Test(decide, a_value_is_asked_about_once) {
  traced x;
  uint32_t n;
  bool yes = false;
  traced_begin(&x, INPUTS);
  dbx_var p = traced_get(&x, "p").tracer, k = traced_get(&x, "k").tracer, in;
  cr_expect_not(dbx_decide_truth(p, true, &yes), "nobody asks");
  dbx_questions_begin((dbx_answer[]){{about_k, true}}, 1);
  cr_expect_not(dbx_decide_truth(p, false, &yes));
  cr_expect_not(dbx_decide_truth(p, true, &yes));
  cr_expect(dbx_decide_truth(k, false, &yes) && yes);
  dbx_frame *f = dbx_frame_open(DBX_FRAME_NESTED, dbx_intern("body"));
  cr_assert_eq(dbx_lift(f, k, &in), DBX_OK);
  cr_expect(dbx_decide_truth(in, false, &yes) && yes, "a constant is what it stands for");
  dbx_var own = dbx_new_arg(f, dbx_aval_scalar(DBX_BOOL, false));
  cr_expect_not(dbx_decide_truth(own, true, &yes), "another one in each trip");
  const dbx_question *q = dbx_questions(&n);
  cr_expect(n == 2 && q[0].of == p && q[0].stops && !q[0].known && q[1].of == k && q[1].known);
  dbx_frame_close(f);
  dbx_questions_end();
  traced_end(&x);
}

// What fails does so whatever is decided.
Test(decide, a_conditional_that_fails) {
  static const char *const other[] = {"-> x", "-> jnp.ones((2, 2))"};
  cr_expect_str_eq(results((dbx_answer[]){{about_p, true}}, 1, other), results(NULL, 0, other));
}
