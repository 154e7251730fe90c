// The passes of a circuit in the log, and what is remembered of it.
#include "drawn.h"

#include <criterion/criterion.h>

Test(passes, an_event_belongs_to_a_pass_or_lies_between_both) {
  static const dbx_pass right[] = {DBX_PASS_NONE,    DBX_PASS_ONE, DBX_PASS_ONE, DBX_PASS_ONE,
                                   DBX_PASS_BETWEEN, DBX_PASS_TWO, DBX_PASS_TWO, DBX_PASS_NONE};
  traced x;
  traced_begin(&x, "a:f64[]");
  uint32_t from = x.frame->trace->events.n;
  dbx_log(name, .name = 0);
  dbx_circuit *c = dbx_circuit_new(dbx_intern("f"));
  dbx_circuit_pass(c, 1);
  dbx_log(name, .name = 0);
  dbx_circuit_pass(c, 0);
  dbx_log(name, .name = 0);
  dbx_circuit_pass(c, 2);
  dbx_circuit_pass(c, 0);
  dbx_log(name, .name = 0);
  for (uint32_t i = 0; i < sizeof right / sizeof *right; i++)
    cr_expect_eq(dbx_event_pass(x.frame->trace, from + i), right[i], "event %u", i);
  cr_expect_eq(c->first[1], from + 1);
  cr_expect_eq(c->last[2], from + 6);
  traced_end(&x);
}

Test(passes, a_circuit_that_fails_in_its_first_pass_has_no_second_one) {
  traced x;
  traced_begin(&x, "a:f64[]");
  dbx_circuit *c = dbx_circuit_new(dbx_intern("f"));
  dbx_circuit_pass(c, 1), dbx_circuit_pass(c, 0);
  uint32_t behind = dbx_log(name, .name = 0);
  cr_expect_eq(dbx_event_pass(x.frame->trace, behind), DBX_PASS_NONE);
  cr_expect_eq(c->first[2], 0);
  traced_end(&x);
}

Test(passes, circuits_that_the_log_lost_are_none) {
  traced x;
  traced_begin(&x, "a:f64[]");
  dbx_trace *t = x.frame->trace;
  uint32_t from = t->events.n;
  dbx_circuit *one = dbx_circuit_new(dbx_intern("f"));
  dbx_circuit_pass(one, 1), dbx_circuit_pass(one, 0);
  dbx_trace_cut(t, from, t->binds.n);
  dbx_circuit *two = dbx_circuit_new(dbx_intern("f"));
  dbx_circuit_pass(two, 1), dbx_circuit_pass(two, 0);
  cr_expect_eq(two->number, 1);
  cr_expect_eq(dbx_circuit_next(t, NULL), two);
  cr_expect_null(dbx_circuit_next(t, two));
  traced_end(&x);
}

Test(passes, a_measurement_has_what_is_logged_until_the_next) {
  traced x;
  traced_begin(&x, "a:f64[]");
  dbx_circuit *c = dbx_circuit_new(dbx_intern("f"));
  dbx_circuit_pass(c, 2);
  dbx_circuit_result(c, "probs()", (dbx_span){0});
  dbx_log(name, .name = 0);
  dbx_circuit_result(c, "state()", (dbx_span){0});
  dbx_circuit_pass(c, 0);
  cr_expect_str_eq(c->results.at[0].text, "probs()");
  cr_expect_eq(c->results.at[0].last, c->results.at[0].first + 1);
  cr_expect_eq(c->results.at[1].last, c->last[2] + 1);
  traced_end(&x);
}

Test(passes, an_event_of_the_second_pass_belongs_to_what_it_was_logged_for) {
  traced x;
  dbx_buf b = {0};
  traced_begin(&x, "a:f64[]");
  dbx_trace *t = x.frame->trace;
  dbx_circuit *c = dbx_circuit_new(dbx_intern("f"));
  dbx_circuit_pass(c, 1);
  uint32_t before = dbx_log(name, .name = 0);
  dbx_circuit_pass(c, 2);
  uint32_t device = dbx_log(name, .name = 0), gate = dbx_log(name, .name = 0);
  dbx_tape_op s = drawn_gate("S", NULL, 0);
  s.first = gate, s.last = gate + 1;
  c->tape = dbx_tape_new(x.frame);
  dbx_tape_put(c->tape, &s);
  dbx_circuit_result(c, "probs()", (dbx_span){0});
  uint32_t result = dbx_log(name, .name = 0);
  dbx_circuit_pass(c, 0);
  cr_expect(!dbx_put_event_operation(&b, t, before) && !dbx_put_event_operation(&b, t, device));
  cr_expect(dbx_put_event_operation(&b, t, gate));
  dbx_putc(&b, ' ');
  cr_expect(dbx_put_event_operation(&b, t, result));
  cr_expect_str_eq(dbx_text(&b), "S probs()");
  dbx_buf_free(&b), traced_end(&x);
}

Test(passes, operations_are_named_as_in_pennylane) {
  traced x;
  dbx_buf b = {0};
  traced_begin(&x, "a:f64[]");
  dbx_tape_op s = drawn_gate("S", NULL, 0), m = {.kind = DBX_TAPE_MEASURE},
              p = {.kind = DBX_TAPE_PHASE}, u = {.kind = DBX_TAPE_UNITARY, .name = dbx_intern("")};
  s.adjoint = true;
  dbx_put_tape_name(&b, &s), dbx_putc(&b, ' ');
  dbx_put_tape_name(&b, &m), dbx_putc(&b, ' ');
  dbx_put_tape_name(&b, &p), dbx_putc(&b, ' ');
  dbx_put_tape_name(&b, &u);
  cr_expect_str_eq(dbx_text(&b), "Adjoint(S) measure GlobalPhase QubitUnitary");
  dbx_buf_free(&b), traced_end(&x);
}
