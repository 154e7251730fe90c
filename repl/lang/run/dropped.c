// Generators that wait inside of a finally clause's or with statement's block, and that nothing
// refers to any more, are closed, as CPython does when the last reference goes: after the statement
// that drops them, or when the generator that held them has ended. What is reached is found by
// marking; where that would take longer than what the program does, it waits.
#include "base/poll.h"
#include "lang/run/generator.h"
#include "lang/run/parts.h"
#include "trace/trace.h"

// Of objects to be marked: what is free, and what a look earns.
enum { FREE = 4 << 20, EARNED = 2, BYTES_AN_OBJECT = 64 };

void lang_mark_waiting(void (*visit)(pv v)) {
  for (uint32_t i = 0; i < lang_now->waiting.n; i++) visit(pv_obj(lang_now->waiting.at[i]));
}

void generator_waits(o_iter *g) {
  if (g->end == GENERATOR_WAITS) return;
  g->end = GENERATOR_WAITS;
  dbx_push(&lang_now->waiting, g);
}

static void forget_ended(void) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < lang_now->waiting.n; i++) {
    o_iter *g = lang_now->waiting.at[i];
    if (!g->done) lang_now->waiting.at[n++] = g;
  }
  lang_now->waiting.n = n;
}

static o_iter *take_at(uint32_t i) {
  o_iter *g = lang_now->waiting.at[i];
  for (; i + 1 < lang_now->waiting.n; i++) lang_now->waiting.at[i] = lang_now->waiting.at[i + 1];
  lang_now->waiting.n--;
  return g;
}

// The one that waits shortest among those that nothing reaches: it may hold the others. NULL: none.
static o_iter *take_dropped(void) {
  if (heap_live_without(lang_mark_waiting) == SIZE_MAX) return NULL;
  for (uint32_t i = lang_now->waiting.n; i-- > 0;)
    if (lang_now->waiting.at[i]->h.mark != heap_now->round) return take_at(i);
  return NULL;
}

// Its errors are nobody's.
static void end_one(o_iter *g) {
  dbx_span here = dbx_here;
  uint32_t mark = lang_pins();
  lang_pin(pv_obj(g));
  pv close;
  dbx_status st = g->strict ? DBX_OK : lang_getattr(pv_obj(g), dbx_intern("close"), &close);
  if (!g->strict && st == DBX_OK) st = lang_call(close, NULL, 0, &close);
  if (st != DBX_OK && !dbx_stopping()) dbx_diag_forget();
  lang_unpin(mark);
  dbx_here = here;
}

static bool may_look(void) {
  bool busy = dbx_trace_current() || lang_now->draft.on || dbx_stopping() || dbx_diag_pending();
  if (busy || lang_now->unwinding || lang_now->looks) return false;
  lang_now->looked -= EARNED;
  return lang_now->looked < FREE;
}

void close_dropped_(void) {
  if (!may_look()) return;
  lang_now->looks = true;
  for (forget_ended(); lang_now->waiting.n; forget_ended()) {
    lang_now->looked += (int64_t)(heap_now->live / BYTES_AN_OBJECT);
    o_iter *g = take_dropped();
    if (!g) break;
    end_one(g);
  }
  lang_now->looks = false;
}

void lang_leave_program(void) {
  for (forget_ended(); lang_now->waiting.n && !dbx_stopping(); forget_ended()) end_one(take_at(0));
}
