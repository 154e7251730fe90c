// The words that show what is around a moment: calls, source, trips, other moments.
#include "debug/moments.h"
#include "debug/state.h"
#include "debug/words.h"

#include "prim/prim.h"
#include "viz/text/table.h"
#include "viz/text/text.h"
#include <string.h>

// ---- calls ----

static void put_call(dbx_buf *b, uint32_t level) {
  const debug_call *c = &debug_now->view.scope.calls.at[level];
  const dbx_trace *t = debug_now->view.scope.segment->trace;
  dbx_printf(b, "%s %s", level == debug_now->view.level ? "->" : "  ", dbx_sym_text(c->function));
  if (c->bind && c->bind <= t->binds.n &&
      (!level || debug_now->view.scope.calls.at[level - 1].bind != c->bind)) {
    const dbx_bind *bind = t->binds.at[c->bind - 1];
    dbx_printf(b, "  traced by %s", bind->prim->name);
  }
  if (c->at.file) {
    dbx_place p = dbx_source_place(c->at.file, c->at.begin);
    dbx_printf(b, "  called at %s:%u", dbx_source_name(c->at.file), p.line);
  }
  dbx_putc(b, '\n');
}

dbx_status debug_do_where(const char *rest) {
  (void)rest;
  dbx_buf b = {0};
  for (uint32_t i = debug_now->view.scope.calls.n > 1; i < debug_now->view.scope.calls.n; i++)
    put_call(&b, i);
  debug_print(&b);
  return DBX_OK;
}

static dbx_status look_at(uint32_t level, const char *none) {
  dbx_buf b = {0};
  if (level >= debug_now->view.scope.calls.n || (!level && debug_now->view.scope.calls.n > 1))
    return dbx_fail(DBX_E208, (dbx_span){0}, "%s", none);
  debug_now->view.level = level;
  put_call(&b, level);
  debug_print(&b);
  return DBX_OK;
}

dbx_status debug_do_up(const char *rest) {
  (void)rest;
  return look_at(debug_now->view.level - 1, "there is no call around this one");
}
dbx_status debug_do_down(const char *rest) {
  (void)rest;
  return look_at(debug_now->view.level + 1, "this is the innermost call");
}

enum { AROUND = 5 };

static void put_lines_around(dbx_buf *b, dbx_span span, uint32_t around) {
  size_t n;
  const char *text = dbx_source_text(span.file, &n), *end = text + n;
  uint32_t line = dbx_source_place(span.file, span.begin).line;
  for (uint32_t k = dbx_source_place(span.file, 0).line; text < end && k <= line + around; k++) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    size_t length = (size_t)((newline ? newline : end) - text);
    if (k + around >= line) {
      dbx_printf(b, "%c%4u  ", k == line ? '>' : ' ', k);
      dbx_put_clean(b, text, length, 7);
      dbx_putc(b, '\n');
    }
    text += length + (newline != NULL);
  }
}

dbx_status debug_do_list(const char *rest) {
  uint32_t i, n = AROUND;
  dbx_buf b = {0};
  if (*rest) DBX_TRY(debug_count_of(rest, &n));
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i);
  dbx_span span = debug_span(s, i);
  if (!span.file)
    return dbx_fail(DBX_E208, (dbx_span){0}, "no line of the source belongs to this moment");
  dbx_printf(&b, "%s\n", dbx_source_name(span.file));
  put_lines_around(&b, span, n);
  debug_print(&b);
  return DBX_OK;
}

dbx_status debug_do_trips(const char *rest) {
  uint32_t i;
  dbx_buf b = {0};
  (void)rest;
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i);
  if (!debug_put_trips(&b, s, i))
    return dbx_fail(DBX_E208, (dbx_span){0}, "no trip of a loop is under way at this moment");
  debug_print(&b);
  return DBX_OK;
}

dbx_status debug_do_moments(const char *rest) {
  uint32_t n = AROUND, from = debug_now->view.at, to;
  dbx_buf b = {0};
  if (*rest) DBX_TRY(debug_count_of(rest, &n));
  for (uint32_t k = 0; k < n; k++) {
    uint32_t before = debug_next_stop(&debug_now->view.recording, from, -1, UINT32_MAX);
    if (before == UINT32_MAX) break;
    from = before;
  }
  dbx_report_style style = debug_style();
  style.detail = DBX_DETAIL_LINE;
  for (to = from; to != UINT32_MAX;
       to = debug_next_stop(&debug_now->view.recording, to, 1, UINT32_MAX)) {
    dbx_buf text = {0};
    debug_put_moment(&text, &debug_now->view.recording, to, &style);
    size_t end = strcspn(dbx_text(&text), "\n");
    dbx_putc(&b, to == debug_now->view.at ? '>' : ' ');
    dbx_putn(&b, dbx_text(&text), end);
    dbx_putc(&b, '\n');
    dbx_buf_free(&text);
    if (to > debug_now->view.at && !n--) break;
  }
  debug_print(&b);
  return DBX_OK;
}
