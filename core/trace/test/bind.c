// Tracers of frames: lifting into inner frames, operands, equations, comparisons of lengths.
#include "ir/primitive.h"
#include "prim/prim.h"
#include "trace/trace.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_frame *inner_frame(void) {
  return dbx_frame_open(DBX_FRAME_NESTED, dbx_intern("inner"));
}

Test(bind, a_tracer_of_an_outer_frame_becomes_a_constant_once) {
  traced x;
  dbx_var in, again;
  traced_begin(&x, "n:i64[] implicit, m:i64[] implicit, x:f64[n,3,m]");
  dbx_var n = traced_get(&x, "n").tracer, array = traced_get(&x, "x").tracer;
  dbx_frame *f = inner_frame();
  cr_assert_eq(dbx_lift(f, array, &in), DBX_OK);
  cr_assert_eq(dbx_lift(f, array, &again), DBX_OK);
  cr_expect_eq(in, again);
  // its lengths before it, in the order of the axes
  cr_assert_eq(f->consts.n, 3);
  cr_expect(f->consts.at[0].outer == n && f->consts.at[2].outer == array);
  cr_expect_eq(f->consts.at[2].inner, in);
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(in));
  cr_expect_eq(t->dims[0], dbx_dim_var(f->consts.at[0].inner), "its type is one of this frame");
  cr_expect_eq(t->dims[1], dbx_dim_int(3));
  cr_expect_eq(dbx_var_at(in)->kind, DBX_VAR_CONST);
  cr_expect_eq(dbx_referent(in), array);
  cr_expect(dbx_dim_equal(t->dims[0], dbx_dim_var(n)), "both stand for one length");
  // already its own
  cr_expect(dbx_lift(f, in, &again) == DBX_OK && again == in);
  traced_end(&x);
}

Test(bind, through_two_frames_it_refers_to_the_outermost) {
  traced x;
  dbx_var middle, inmost;
  traced_begin(&x, "n:i64[]");
  dbx_var n = traced_get(&x, "n").tracer;
  dbx_frame *f = inner_frame();
  cr_assert_eq(dbx_lift(f, n, &middle), DBX_OK);
  dbx_frame *g = inner_frame();
  cr_assert_eq(dbx_lift(g, middle, &inmost), DBX_OK);
  cr_expect(dbx_var_at(inmost)->referent == middle && dbx_referent(inmost) == n);
  cr_assert_eq(dbx_lift(g, n, &inmost), DBX_OK);
  cr_expect_eq(dbx_var_at(inmost)->referent, n, "straight from outside it is another constant");
  traced_end(&x);
}

Test(bind, what_has_ended_or_is_not_around_cannot_be_lifted) {
  traced x, y;
  dbx_var ret;
  traced_begin(&x, "n:i64[]");
  dbx_var n = traced_get(&x, "n").tracer;
  dbx_frame *f = inner_frame();
  dbx_var local = dbx_new_arg(f, dbx_var_aval(n));
  dbx_frame_close(f);
  cr_expect_eq(dbx_lift(x.frame, local, &ret), DBX_FAIL, "of a frame that is closed");
  cr_expect_str_eq(taken(), "E508 UnexpectedTracerError");
  traced_begin(&y, "m:i64[]");
  cr_expect_eq(dbx_lift(y.frame, n, &ret), DBX_FAIL, "of another trace");
  cr_expect_str_eq(taken(), "E508 UnexpectedTracerError");
  traced_end(&y);
  traced_end(&x);
}

Test(bind, an_array_is_a_constant_and_owned) {
  traced x;
  dbx_array *a = array_read("f64[2] 1 2");
  traced_begin(&x, "");
  dbx_var v = dbx_lift_array(x.frame, a);
  cr_expect_eq(dbx_lift_array(x.frame, a), v);
  cr_expect(a->refs == 2 && x.frame->consts.n == 1 && !x.frame->consts.at[0].outer);
  traced_end(&x);
  cr_expect_eq(a->refs, 1);
  dbx_array_unref(a);
}

Test(bind, operands) {
  traced x;
  dbx_atom at;
  traced_begin(&x, "n:i64[]");
  dbx_array *host = array_read("f32[] 1.5"), *own = array_read("f32[] 1.5");
  host->host = true;
  const struct {
    dbx_val v;
    const char *literal; // NULL: none
  } rows[] = {{dbx_val_int(3), "i64[]*"},     {dbx_val_float(1), "f64[]*"},
              {dbx_val_bool(true), "bool[]"}, {dbx_val_array(host), "f32[]"},
              {dbx_val_array(own), NULL},     {traced_get(&x, "n"), NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    cr_assert_eq(dbx_frame_atom(x.frame, &rows[i].v, &at), DBX_OK);
    cr_assert_eq(dbx_is_literal(at), rows[i].literal != NULL, "row %zu", i);
    if (!rows[i].literal) continue;
    dbx_buf b = {0};
    dbx_put_aval(&b, dbx_atom_aval(at), NULL);
    if (dbx_aval_at(dbx_atom_aval(at))->weak) dbx_put(&b, "*");
    cr_expect_str_eq(dbx_text(&b), rows[i].literal);
    dbx_buf_free(&b);
  }
  dbx_val big = {.kind = DBX_V_BIGINT, .big = {1e30, 0}};
  cr_expect_eq(dbx_frame_atom(x.frame, &big, &at), DBX_FAIL);
  cr_expect_str_eq(taken(), "E211 OverflowError");
  traced_end(&x);
  dbx_array_unref(host), dbx_array_unref(own);
}

Test(bind, an_equation_owns_copies_of_what_it_was_given) {
  traced x;
  traced_begin(&x, "n:i64[]");
  dbx_atom in[] = {traced_get(&x, "n").tracer, dbx_literal_int(2)};
  dbx_var out;
  dbx_here = (dbx_span){1, 4, 9};
  cr_assert_eq(
      dbx_bind_plain(x.frame, dbx_primitive_of(DBX_PRIM_add), in, 2, NULL, 0, NULL, &out, 1),
      DBX_OK);
  in[0] = in[1] = 0;
  const dbx_eqn *e = &x.frame->eqns.at[0];
  cr_expect(e->in[0] == traced_get(&x, "n").tracer && e->in[1] == dbx_literal_int(2));
  cr_expect(e->out[0] == out && e->event == dbx_var_at(out)->birth);
  cr_expect(e->span.begin == 4 && e->span.end == 9, "it happened here");
  dbx_here = (dbx_span){0};
  traced_end(&x);
}

Test(bind, a_rule_that_refuses_leaves_nothing) {
  traced x;
  traced_begin(&x, "x:f64[2], y:f64[3]");
  dbx_atom in[] = {traced_get(&x, "x").tracer, traced_get(&x, "y").tracer};
  dbx_var out;
  uint32_t events = x.trace->events.n;
  cr_expect_eq(
      dbx_bind_plain(x.frame, dbx_primitive_of(DBX_PRIM_add), in, 2, NULL, 0, NULL, &out, 1),
      DBX_FAIL);
  cr_expect_str_eq(taken(), "E310 TypeError");
  cr_expect(x.frame->eqns.n == 0 && x.trace->events.n == events);
  traced_end(&x);
}

Test(bind, a_length_that_the_rule_does_not_know_is_filled_in) {
  traced x;
  traced_begin(&x, "n:i64[] implicit, x:f64[n], k:i64[]");
  dbx_atom array = traced_get(&x, "x").tracer, in[] = {array, array};
  dbx_dim k = dbx_dim_var(traced_get(&x, "k").tracer);
  dbx_kv kv[] = {{DBX_S_dimension, dbx_p_int(0)}};
  dbx_var out;
  cr_assert_eq(
      dbx_bind_plain(x.frame, dbx_primitive_of(DBX_PRIM_concatenate), in, 2, kv, 1, &k, &out, 1),
      DBX_OK);
  cr_expect_eq(dbx_aval_at(dbx_var_aval(out))->dims[0], k);
  traced_end(&x);
}

// ---- comparing lengths ----

Test(bind, a_comparison_of_lengths_is_an_event_if_a_variable_is_involved) {
  traced x;
  traced_begin(&x, "n:i64[] implicit, m:i64[] implicit, x:f64[n], y:f64[m]");
  dbx_dim n = dbx_dim_var(traced_get(&x, "n").tracer), m = dbx_dim_var(traced_get(&x, "m").tracer),
          three = dbx_dim_int(3);
  const struct {
    dbx_dim a, b;
    bool equal, logged;
  } rows[] = {{three, three, true, false}, {three, dbx_dim_int(4), false, false},
              {n, n, true, true},          {n, m, false, true},
              {n, three, false, true},     {n, m, false, false}}; // the last: just said
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint32_t before = x.trace->events.n;
    cr_expect_eq(dbx_compare_dims(rows[i].a, rows[i].b), rows[i].equal, "row %zu", i);
    cr_expect_eq(x.trace->events.n - before, rows[i].logged, "row %zu", i);
    if (rows[i].logged) cr_expect_eq(x.trace->events.at[before].u.compare.equal, rows[i].equal);
  }
  traced_end(&x);
  cr_expect(dbx_compare_dims(three, three), "without a trace there is only the answer");
}
