// Events: what each kind carries, what it opens and closes, and what it refers to.
#include "trace/event.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

static const dbx_event *at(const traced *x, uint32_t i) { return &x->trace->events.at[i]; }

Test(event, every_kind_has_a_name_of_its_own) {
  for (int i = 0; i < DBX_EV_COUNT; i++)
    for (int k = 0; k < i; k++)
      cr_expect_str_neq(dbx_event_name((dbx_event_kind)i), dbx_event_name((dbx_event_kind)k));
}

// An event is what its row says, and where it happened.
Test(event, a_payload_comes_back_as_it_was_logged) {
  traced x;
  traced_begin(&x, "n:i64[]");
  dbx_here = (dbx_span){3, 5, 8};
  dbx_var n = traced_get(&x, "n").tracer;
  uint32_t i = dbx_log(compare, .left = n, .right = n, .equal = true, .proof = 0x7fffffff);
  const dbx_event *e = at(&x, i);
  cr_expect(i == x.trace->events.n - 1 && e->kind == DBX_EV_COMPARE);
  cr_expect(e->u.compare.left == n && e->u.compare.right == n && e->u.compare.equal);
  cr_expect_eq(e->u.compare.proof, 0x7fffffff, "as many proofs as events");
  cr_expect(e->frame == x.frame->id && !e->bind);
  cr_expect(e->span.file == 3 && e->span.begin == 5 && e->span.end == 8);
  e = at(&x, dbx_log(slot, .slot = 2, .index = DBX_DIM_OUTDB, .position = 7));
  cr_expect(e->u.slot.slot == 2 && e->u.slot.index == DBX_DIM_OUTDB && e->u.slot.position == 7);
  e = at(&x, dbx_log(error, .code = DBX_E508));
  cr_expect_eq(e->u.error.code, DBX_E508);
  dbx_here = (dbx_span){0};
  traced_end(&x);
}

Test(event, what_opens_is_closed) {
  static const char *const text[] = {"BIND_CLOSE", "BIND_OPEN",  "CALL",        "PASS_OPEN",
                                     "PASS_CLOSE", "FRAME_OPEN", "FRAME_CLOSE", "RETURN"};
  int sum = 0, kinds = 0;
  for (int k = 0; k < DBX_EV_COUNT; k++) {
    bool listed = false;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
      listed |= !strcmp(text[i], dbx_event_name((dbx_event_kind)k));
    int nesting = dbx_event_nesting(&(dbx_event){.kind = (uint8_t)k});
    cr_expect_eq(nesting != 0, listed, "%s", dbx_event_name((dbx_event_kind)k));
    sum += nesting, kinds += nesting != 0;
  }
  cr_expect(sum == 0 && kinds == 8);
}

Test(event, what_events_refer_to) {
  traced x;
  traced_begin(&x, "n:i64[]");
  traced_let(&x, "m", "n + 1");
  const dbx_event *open = at(&x, 1), *argument = at(&x, 2), *equation = at(&x, 3);
  cr_expect(dbx_event_is_frame(open, x.frame->id) && !dbx_event_is_frame(open, x.frame->id + 1));
  cr_expect_not(dbx_event_is_frame(argument, x.frame->id));
  cr_expect_eq(dbx_event_variable(argument), traced_get(&x, "n").tracer);
  cr_expect(!dbx_event_variable(equation) && !dbx_event_eqn(argument));
  cr_expect_eq(dbx_event_eqn(equation), &x.frame->eqns.at[0]);
  dbx_event step = {.kind = DBX_EV_STEP, .u.step = {DBX_STEP_EMIT, 0}};
  cr_expect(dbx_event_is_step(&step, DBX_STEP_EMIT) && !dbx_event_is_step(&step, DBX_STEP_EVAL));
  cr_expect_not(dbx_event_is_step(equation, DBX_STEP_EMIT));
  dbx_event left = *equation;
  dbx_frame_cut(x.frame, 0);
  cr_expect_null(dbx_event_eqn(&left), "the equation was taken back");
  traced_end(&x);
  cr_expect_null(dbx_event_eqn(&left), "and then its frame");
}
