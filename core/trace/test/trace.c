// Traces, frames and events: identities, what encloses what, positions to go back to.
#include "trace/trace.h"
#include "interp/interp.h"
#include "ir/state.h"
#include "jnp/state.h"
#include "prim/state.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_trace *begin(const char *name) { return dbx_trace_begin(dbx_intern(name)); }
static dbx_frame *frame(void) { return dbx_frame_open(DBX_FRAME_FUNCTION, dbx_intern("f")); }

Test(trace, a_trace_lies_in_the_one_that_it_interrupts) {
  cr_expect_null(dbx_trace_current());
  cr_expect_null(dbx_trace_frame());
  dbx_trace *outer = begin("outer");
  dbx_frame *f = frame();
  dbx_trace *inner = begin("inner");
  cr_expect(dbx_trace_current() == inner && inner->outer == outer && inner->id > outer->id);
  cr_expect_null(dbx_trace_frame(), "it has no frame yet");
  dbx_trace_end(inner);
  cr_expect(dbx_trace_current() == outer && dbx_trace_frame() == f && !inner->outer);
  dbx_trace *aside = dbx_trace_suspend();
  cr_expect(aside == outer && !dbx_trace_current());
  dbx_trace_resume(aside);
  cr_expect_eq(dbx_trace_frame(), f);
  dbx_trace_end(outer);
  cr_expect_null(dbx_trace_current());
  cr_expect_not(f->live, "the end closes what is open");
  dbx_trace_free(inner), dbx_trace_free(outer), dbx_trace_free(NULL);
}

Test(trace, a_frame_is_known_by_its_number_as_long_as_its_trace_lives) {
  dbx_trace *t = begin("f");
  dbx_frame *a = frame(), *b = frame();
  uint32_t ids[] = {a->id, b->id};
  cr_expect(ids[0] && ids[1] > ids[0] && b->parent == a && a->trace == t && !a->parent);
  dbx_frame_close(b);
  cr_expect(t->top == a && !b->live && a->live);
  cr_expect(dbx_frame_by_id(ids[1]) == b, "also when it is closed");
  dbx_trace_end(t);
  dbx_trace_free(t);
  cr_expect(!dbx_frame_by_id(ids[0]) && !dbx_frame_by_id(ids[1]) && !dbx_frame_by_id(UINT32_MAX));
  dbx_trace *next = begin("g");
  cr_expect_gt(frame()->id, ids[1], "numbers are not given out again");
  dbx_trace_end(next);
  dbx_trace_free(next);
}

// ---- events ----

static const char *log_text(const dbx_trace *t) {
  static dbx_buf b;
  dbx_clear(&b);
  for (uint32_t i = 0; i < t->events.n; i++)
    dbx_printf(&b, "%s%s", i ? " " : "", dbx_event_name((dbx_event_kind)t->events.at[i].kind));
  return dbx_text(&b);
}

Test(trace, what_happens_is_logged) {
  traced x;
  traced_begin(&x, "n:i64[]");
  traced_let(&x, "m", "~n");
  cr_expect_str_eq(log_text(x.trace), "TRACE_BEGIN FRAME_OPEN ARGUMENT EQUATION");
  const dbx_event *e = &x.trace->events.at[3];
  dbx_var m = traced_get(&x, "m").tracer;
  cr_expect(e->frame == x.frame->id && e->u.equation.equation == 0 && e->u.equation.first == m);
  cr_expect_eq(dbx_var_at(m)->birth, 3);
  cr_expect_eq(dbx_var_at(traced_get(&x, "n").tracer)->birth, 2);
  dbx_trace_end(x.trace);
  cr_expect_str_eq(log_text(x.trace),
                   "TRACE_BEGIN FRAME_OPEN ARGUMENT EQUATION FRAME_CLOSE TRACE_END");
  dbx_trace_free(x.trace);
}

// ---- going back ----

Test(trace, back_to_a_position) {
  traced x;
  traced_begin(&x, "n:i64[]");
  dbx_trace_mark here = dbx_trace_here(x.trace);
  uint32_t cuts = x.trace->n_cuts;
  traced_let(&x, "m", "n + 1");
  traced_let(&x, "k", "m * 2");
  x.trace->bind = 7, x.trace->part = 1;
  dbx_trace_back(x.trace, &here);
  dbx_frame_cut(x.frame, 0);
  cr_expect_str_eq(log_text(x.trace), "TRACE_BEGIN FRAME_OPEN ARGUMENT");
  cr_expect(x.trace->bind == 0 && x.trace->part == 0 && x.frame->eqns.n == 0);
  cr_expect_eq(x.trace->n_cuts, cuts + 1, "those who remember positions see that they are gone");
  x.n = 1;
  traced_let(&x, "m", "n + 1");
  cr_expect_str_eq(traced_jaxpr(&x, "m"), "{ lambda ; a:i64[]. let b:i64[] = add a 1 in (b,) }");
  traced_end(&x);
}

Test(trace, two_sessions_trace_in_turn) {
  traced a, b;
  static const char *const name[] = {"p", "q", "r"};
  static const char *const of_a[] = {"x * x", "p * p", "q * q"};
  static const char *const of_b[] = {"k + k", "p + p", "q + q"};
  dbx_session *one = dbx_session_use(NULL), *two;
  dbx_session_use(one);
  traced_begin(&a, "n:i64[] implicit, x:f64[n,3]");
  two = dbx_session_new();
  dbx_session_add(&base_room), dbx_session_add(&ir_room), dbx_session_add(&prim_room);
  dbx_session_add(&trace_room), dbx_session_add(&interp_room), dbx_session_add(&jnp_room);
  cr_expect_null(dbx_trace_current());
  traced_begin(&b, "k:i64[]");
  for (int i = 0; i < 3; i++) {
    dbx_session_use(one);
    traced_let(&a, name[i], of_a[i]);
    dbx_session_use(two);
    traced_let(&b, name[i], of_b[i]);
  }
  cr_expect_str_eq(traced_jaxpr(&b, "r"), "{ lambda ; a:i64[]. let\n"
                                          "    b:i64[] = add a a\n"
                                          "    c:i64[] = add b b\n"
                                          "    d:i64[] = add c c\n"
                                          "  in (d,) }");
  dbx_session_use(one);
  cr_expect_str_eq(traced_jaxpr(&a, "r"), "{ lambda ; a:i64[] b:f64[a,3]. let\n"
                                          "    c:f64[a,3] = mul b b\n"
                                          "    d:f64[a,3] = mul c c\n"
                                          "    e:f64[a,3] = mul d d\n"
                                          "  in (e,) }");
  dbx_session_use(two);
  traced_end(&b);
  dbx_session_free(two);
  dbx_session_use(one);
  traced_end(&a);
}
