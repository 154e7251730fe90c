// What Catalyst's capture mode makes of a for_loop (see capture.h).
#include "lang/run/capture.h"

#include "lang/object/above.h"
#include "lang/run/control_plain.h"
#include "trace/attempt.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_TRIPS = 64 }; // that are traced to see whether they can be

// The trips of a loop whose bounds are ints of Python.
static bool known_trips(const o_loop *l, int64_t *ret) {
  const pv bounds[] = {l->lower, l->upper, l->step};
  pv range;
  for (int i = 0; i < 3; i++)
    if (!is_int(bounds[i])) return false;
  uint32_t mark = lang_pins();
  bool known = lang_call(above()->builtin_type("range"), bounds, 3, &range) == DBX_OK;
  if (known) {
    lang_pin(range);
    known = lang_length(range, ret) == DBX_OK;
  }
  if (!known) dbx_diag_forget();
  lang_unpin(mark);
  return known;
}

// Can the body be traced once for each index? Everything is taken back.
static bool unrolls(const o_loop *l, int64_t trips, pv args) {
  o_loop some = *l;
  pv ignored;
  if (trips > MOST_TRIPS) some.upper = pv_int(l->lower.i + MOST_TRIPS * l->step.i);
  bool draft = lang_now->draft.on;
  lang_now->draft.on = false;
  dbx_attempt *a = dbx_attempt_begin();
  dbx_status st = control_plain_loop(&some, args, &ignored);
  dbx_attempt_undo(a);
  lang_now->draft.on = draft;
  if (st != DBX_OK) dbx_diag_forget();
  return st == DBX_OK;
}

// Of a draft the error was said before.
static void say_unrolled(int64_t trips, const dbx_diag *why, dbx_span span) {
  dbx_buf b = {0};
  if (lang_now->draft.on) dbx_put(&b, "what fails in it");
  else
    dbx_printf(&b, "%s: %.*s", dbx_sym_text(why->cls), (int)strcspn(why->message, "\n"),
               why->message);
  dbx_warn(DBX_W104, span,
           "in capture mode this loop is no loop: its body is run by Python %" PRId64
           " times, because of %s",
           trips, dbx_text(&b));
  dbx_buf_free(&b);
}

void capture_warn(const o_loop *l, pv args, dbx_status st, dbx_span span) {
  int64_t trips;
  dbx_diag *failed = st == DBX_OK ? NULL : dbx_diag_take();
  bool known = (st == DBX_OK || failed) && known_trips(l, &trips);
  if (known && !trips)
    dbx_warn(DBX_W104, span,
             "in capture mode this loop of no trip is not in the Jaxpr, and its results are its "
             "operands");
  else if (known && failed && unrolls(l, trips, args)) say_unrolled(trips, failed, span);
  if (failed) dbx_diag_put(failed);
}
