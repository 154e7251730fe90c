// Tracing something only to look at it: afterwards the trace, its open frames and the host are what
// they were.
#include "trace/attempt.h"
#include "control.h"
#include "trace/rounds.h"

#include <criterion/criterion.h>
#include <string.h>

static int begun, undone;
static void *begin(void) { return begun++, &begun; }
static void undo(void *state) { undone += state == &begun; }

// Everything that is counted.
typedef struct counts {
  uint32_t events, binds, bind, part, eqns, invars, consts, lifted, lengths;
} counts;
static counts count(const traced *x) {
  const dbx_trace *t = x->trace;
  const dbx_frame *f = x->frame;
  return (counts){t->events.n, t->binds.n,  t->bind,       t->part,     f->eqns.n,
                  f->invars.n, f->consts.n, f->const_of.n, f->lengths.n};
}

static const char *const tried[] = {
    "",
    "i, a -> a + 1",
    "i, a -> jnp.concatenate([a, x])",
    "i, a -> a[1:]",           // lengths of slices are remembered
    "i, a -> a + jnp.ones(2)", // fails
    "i, a -> jnp.ones(i)",     // in rounds
};

Test(attempt, everything_is_taken_back) {
  for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
    for (int r = 0; r < 4; r++) {
      traced x;
      control c;
      dbx_array *array = array_read("f64[2] 1 2");
      traced_begin(&x, "n:i64[] implicit, x:f64[n]");
      traced_let(&x, "y", "x[1:]");
      dbx_lift_array(x.frame, array);
      counts before = count(&x), after;
      dbx_attempt *a = dbx_attempt_begin();
      cr_expect(dbx_attempting());
      dbx_array *own = array_read("f64[2] 3 4");
      dbx_lift_array(x.frame, own), dbx_lift_array(x.frame, array);
      traced_let(&x, "z", "x[1:] + jnp.sum(y)");
      if (*tried[i]) control_for(&c, &x, (dbx_resizing)r, "0, n, 1", "x", tried[i]), taken();
      dbx_attempt_undo(a);
      cr_expect_not(dbx_attempting());
      after = count(&x);
      cr_expect(!memcmp(&before, &after, sizeof before), "%s, strategy %d", tried[i], r);
      cr_expect(own->refs == 1 && array->refs == 2, "what it captured is given back");
      x.n -= 1;
      cr_expect_str_eq(traced_text("n:i64[] implicit, x:f64[n]", "-x"), "neg -> f64[a]");
      traced_end(&x);
      dbx_array_unref(own), dbx_array_unref(array);
    }
}

Test(attempt, one_in_another) {
  traced x;
  trace_now->rounds = (dbx_round_host){begin, undo, NULL};
  traced_begin(&x, "n:i64[]");
  dbx_attempt *a = dbx_attempt_begin();
  traced_let(&x, "m", "~n");
  dbx_attempt *b = dbx_attempt_begin();
  traced_let(&x, "k", "~m");
  cr_expect_eq(x.frame->eqns.n, 2);
  dbx_attempt_undo(b);
  cr_expect(dbx_attempting() && x.frame->eqns.n == 1);
  dbx_attempt_undo(a);
  cr_expect(!dbx_attempting() && x.frame->eqns.n == 0);
  cr_expect(begun == 2 && undone == 2, "the host is told of each");
  trace_now->rounds = (dbx_round_host){0};
  traced_end(&x);
}

Test(attempt, tracers_of_it_are_readable_and_lead_nowhere) {
  traced x;
  traced_begin(&x, "n:i64[]");
  dbx_attempt *a = dbx_attempt_begin();
  traced_let(&x, "m", "~n");
  dbx_var m = traced_get(&x, "m").tracer;
  dbx_attempt_undo(a);
  cr_expect(dbx_aval_is_int_scalar(dbx_var_aval(m)));
  cr_expect_geq(dbx_var_at(m)->birth, x.trace->events.n, "its event is gone");
  traced_end(&x);
}
