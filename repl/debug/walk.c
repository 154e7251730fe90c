// The words that move over a recording, and what is shown where they stop.
#include "debug/breakpoints.h"
#include "debug/moments.h"
#include "debug/state.h"
#include "debug/words.h"

#include "base/poll.h"
#include "viz/text/excerpt.h"
#include <ctype.h>
#include <stdlib.h>

void debug_print(dbx_buf *b) { debug_now->view.style.put(b); }

// ---- names for the reports ----

// The name of a tracer at the moment, innermost call first.
static const char *source_name(void *ctx, dbx_var v) {
  (void)ctx;
  for (uint32_t c = debug_now->view.scope.calls.n; c-- > 0;)
    for (uint32_t i = 0; i < debug_now->view.scope.calls.at[c].n_names; i++) {
      const debug_name *n =
          &debug_now->view.scope.names.at[debug_now->view.scope.calls.at[c].names + i];
      if (dbx_referent(n->var) == dbx_referent(v)) return dbx_sym_text(n->name);
    }
  return NULL;
}

dbx_report_style debug_style(void) {
  return (dbx_report_style){.width = debug_now->view.style.width,
                            .color = debug_now->view.style.color,
                            .detail = DBX_DETAIL_TABLE,
                            .by_source = debug_now->view.recording.by_source,
                            .so_far = debug_now->view.recording.so_far,
                            .source = source_name};
}

// ---- showing ----

// A function as a whole is shown by its first line.
static dbx_span first_line(dbx_span s) {
  size_t n;
  const char *text = s.file ? dbx_source_text(s.file, &n) : NULL;
  for (uint32_t i = s.begin; text && i < s.end && i < n; i++)
    if (text[i] == '\n') s.end = i;
  return s;
}

static void put_source(dbx_buf *b, const debug_segment *s, uint32_t i) {
  dbx_span span = first_line(debug_span(s, i));
  if (!span.file || dbx_same_span(span, debug_now->view.shown)) return;
  debug_now->view.shown = span;
  dbx_put(b, "in ");
  debug_put_context(b, &debug_now->view.scope);
  dbx_putc(b, '\n');
  dbx_excerpt x = {0};
  dbx_excerpt_mark(&x, span, NULL, true);
  dbx_put_excerpt(b, &x, debug_now->view.style.color, (uint32_t)debug_now->view.style.width);
  dbx_excerpt_free(&x);
}

void debug_show(void) {
  uint32_t i;
  dbx_buf b = {0};
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i);
  dbx_report_style style = debug_style();
  put_source(&b, s, i);
  debug_put_moment(&b, &debug_now->view.recording, debug_now->view.at, &style);
  debug_print(&b);
}

void debug_go(uint32_t moment) {
  uint32_t i;
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, moment, &i);
  debug_now->view.at = moment;
  debug_scope_free(&debug_now->view.scope);
  debug_scope_at(s, i, &debug_now->view.scope);
  debug_now->view.level = debug_now->view.scope.calls.n - 1;
}

void debug_say(const char *text) {
  dbx_buf b = {0};
  dbx_put(&b, text);
  debug_print(&b);
}

dbx_status debug_count_of(const char *rest, uint32_t *ret) {
  char *end;
  *ret = 1;
  if (!*rest) return DBX_OK;
  unsigned long n = strtoul(rest, &end, 10);
  if (*end || !isdigit((unsigned char)*rest) || n >= UINT32_MAX)
    return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is not a number", rest);
  return *ret = (uint32_t)n, DBX_OK;
}

// ---- moving ----

static dbx_status move(const char *rest, int by, bool inside) {
  uint32_t n;
  DBX_TRY(debug_count_of(rest, &n));
  uint32_t at = debug_now->view.at;
  for (; n; n--) {
    uint32_t depth = inside ? UINT32_MAX : debug_depth(&debug_now->view.recording, at);
    uint32_t to = debug_next_stop(&debug_now->view.recording, at, by, depth);
    if (to == UINT32_MAX && !inside) // further out there is something still
      to = debug_next_stop(&debug_now->view.recording, at, by, UINT32_MAX);
    if (to == UINT32_MAX) {
      debug_say(by > 0 ? "the end\n" : "the beginning\n");
      break;
    }
    at = to;
  }
  debug_go(at);
  debug_show();
  return DBX_OK;
}

dbx_status debug_do_step(const char *rest) { return move(rest, 1, true); }
dbx_status debug_do_next(const char *rest) { return move(rest, 1, false); }
dbx_status debug_do_back(const char *rest) { return move(rest, -1, true); }
dbx_status debug_do_rnext(const char *rest) { return move(rest, -1, false); }

dbx_status debug_do_finish(const char *rest) {
  (void)rest;
  uint32_t depth = debug_depth(&debug_now->view.recording, debug_now->view.at);
  uint32_t to = depth
                    ? debug_next_stop(&debug_now->view.recording, debug_now->view.at, 1, depth - 1)
                    : UINT32_MAX;
  debug_go(to == UINT32_MAX ? debug_now->view.recording.n - 1 : to);
  debug_show();
  return DBX_OK;
}

static void say_breakpoint(uint32_t number) {
  dbx_buf b = {0};
  dbx_printf(&b, "breakpoint %u\n", number);
  debug_print(&b);
}

static dbx_status run_to_breakpoint(int by) {
  for (int64_t at = (int64_t)debug_now->view.at + by; at >= 0 && at < debug_now->view.recording.n;
       at += by) {
    DBX_TRY(dbx_poll());
    uint32_t number = debug_hits(&debug_now->view.recording, (uint32_t)at);
    if (!number) continue;
    say_breakpoint(number);
    debug_go((uint32_t)at);
    debug_show();
    return DBX_OK;
  }
  debug_say(by > 0 ? "the end\n" : "the beginning\n");
  debug_go(by > 0 ? debug_now->view.recording.n - 1 : 0);
  debug_show();
  return DBX_OK;
}

dbx_status debug_do_go_on(const char *rest) { return (void)rest, run_to_breakpoint(1); }
dbx_status debug_do_rgo_on(const char *rest) { return (void)rest, run_to_breakpoint(-1); }

dbx_status debug_do_go_to(const char *rest) {
  uint32_t n;
  DBX_TRY(debug_count_of(rest, &n));
  if (n >= debug_now->view.recording.n)
    return dbx_fail(DBX_E208, (dbx_span){0}, "the last moment is %u",
                    debug_now->view.recording.n - 1);
  debug_go(n);
  debug_show();
  return DBX_OK;
}

// ---- by itself ----

static dbx_status pace_of(const char *rest, double *ret) {
  enum { MOST = 60 };
  char *end;
  *ret = 1;
  if (!*rest) return DBX_OK;
  *ret = strtod(rest, &end);
  if (!*end && *ret >= 0 && *ret <= MOST) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "'%s' is no pace: seconds between two moments, from 0 to %d", rest, MOST);
}

dbx_status debug_do_play(const char *rest) {
  double seconds;
  DBX_TRY(pace_of(rest, &seconds));
  for (;;) {
    bool (*pause)(double) = debug_now->view.style.pause;
    uint32_t to = debug_next_stop(&debug_now->view.recording, debug_now->view.at, 1, UINT32_MAX);
    if (to == UINT32_MAX) return debug_say("the end\n"), DBX_OK;
    if ((pause && pause(seconds)) || dbx_stopping_for(DBX_STOP_INTERRUPT)) break;
    uint32_t number = debug_hits(&debug_now->view.recording, to);
    if (number) say_breakpoint(number);
    debug_go(to);
    debug_show();
    if (number) return DBX_OK;
  }
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  debug_say("stopped here; `play` goes on\n");
  return DBX_OK;
}

dbx_status debug_do_screen(const char *rest) {
  (void)rest;
  if (!debug_now->view.style.screen)
    return dbx_fail(DBX_E208, (dbx_span){0}, "there is no screen here");
  DBX_TRY(debug_now->view.style.screen());
  debug_now->view.shown = (dbx_span){0};
  if (debug_now->view.open) debug_show();
  return DBX_OK;
}
