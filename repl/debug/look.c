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

void debug_put_calls(dbx_buf *b) {
  for (uint32_t i = debug_now->view.scope.calls.n > 1; i < debug_now->view.scope.calls.n; i++)
    put_call(b, i);
}

dbx_status debug_do_where(const char *rest) {
  (void)rest;
  dbx_buf b = {0};
  debug_put_calls(&b);
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

enum { GUTTER = 7 };

// Below its line: what of it the span has.
static void mark_below(dbx_buf *b, const char *line, size_t length, dbx_span span) {
  size_t n, from = span.begin - (size_t)(line - dbx_source_text(span.file, &n)),
            to = from + (span.end > span.begin ? span.end - span.begin : 1);
  if (to > length) to = length;
  while (to > from && (line[to - 1] == ' ' || line[to - 1] == '\r')) to--;
  if (from >= to) return;
  uint32_t at = dbx_put_clean(NULL, line, from, GUTTER),
           end = dbx_put_clean(NULL, line, to, GUTTER);
  dbx_pad(b, (int)at);
  dbx_put(b, dbx_ink_on(debug_now->view.style.color, DBX_INK_ERROR));
  for (; at < end; at++) dbx_putc(b, '^');
  dbx_printf(b, "%s\n", dbx_ink_off(debug_now->view.style.color, DBX_INK_ERROR));
}

static void put_lines_around(dbx_buf *b, dbx_span span, uint32_t around) {
  size_t n;
  const char *text = dbx_source_text(span.file, &n), *end = text + n;
  uint32_t line = dbx_source_place(span.file, span.begin).line;
  for (uint32_t k = dbx_source_place(span.file, 0).line; text < end && k <= line + around; k++) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    size_t length = (size_t)((newline ? newline : end) - text);
    if (k + around >= line) {
      dbx_printf(b, "%c%4u  ", k == line ? '>' : ' ', k);
      dbx_put_clean(b, text, length, GUTTER);
      dbx_putc(b, '\n');
      if (k == line) mark_below(b, text, length, span);
    }
    text += length + (newline != NULL);
  }
}

bool debug_put_source(dbx_buf *b, uint32_t around) {
  uint32_t i;
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i);
  dbx_span span = debug_span(s, i);
  if (!span.file) return false;
  dbx_printf(b, "%s\n", dbx_source_name(span.file));
  put_lines_around(b, span, around);
  return true;
}

dbx_status debug_do_list(const char *rest) {
  uint32_t n = AROUND;
  dbx_buf b = {0};
  if (*rest) DBX_TRY(debug_count_of(rest, &n));
  if (!debug_put_source(&b, n))
    return dbx_fail(DBX_E208, (dbx_span){0}, "no line of the source belongs to this moment");
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

// ---- two moments ----

typedef struct pair {
  uint32_t moment[2];
  debug_scope scope[2];
  dbx_table table;
} pair;

// The innermost meaning of a name; NULL: it has none there.
static const debug_name *meaning_of(const debug_scope *s, dbx_sym name) {
  for (uint32_t i = s->names.n; i-- > 0;)
    if (s->names.at[i].name == name) return &s->names.at[i];
  return NULL;
}

static void put_meaning(dbx_buf *b, const debug_scope *s, const debug_name *n) {
  dbx_array *a = n ? debug_value(s, n->var) : NULL;
  if (!n) dbx_putc(b, '-');
  else debug_put_tracer(b, s, n->var);
  if (!a) return;
  dbx_put(b, "  ");
  debug_put_value(b, a);
}

static void compare_name(pair *p, dbx_sym name) {
  dbx_row *r = dbx_table_add(&p->table);
  for (uint32_t k = 0; k < 2; k++)
    put_meaning(&r->cell[k + 1], &p->scope[k], meaning_of(&p->scope[k], name));
  bool same = !strcmp(dbx_text(&r->cell[1]), dbx_text(&r->cell[2]));
  dbx_printf(&r->cell[0], "%c %s", same ? ' ' : '*', dbx_sym_text(name));
}

// Each name once: those of the first moment, then those that only the second one has.
static void compare_names(pair *p) {
  dbx_row *r = dbx_table_add(&p->table);
  for (uint32_t k = 0; k < 2; k++) dbx_printf(&r->cell[k + 1], "at %u", p->moment[k]);
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < p->scope[k].names.n; i++) {
      const debug_name *n = &p->scope[k].names.at[i];
      bool again = meaning_of(&p->scope[k], n->name) != n;
      if (!again && !(k && meaning_of(&p->scope[0], n->name))) compare_name(p, n->name);
    }
}

// Where two columns do not fit, one below the other.
static void put_pair(dbx_buf *b, const pair *p) {
  if (dbx_table_width(&p->table) + 2 <= (uint32_t)debug_now->view.style.width) {
    dbx_put_table(b, &p->table, 2, false);
    return;
  }
  for (uint32_t i = 1; i < p->table.rows.n; i++) {
    const dbx_row *r = &p->table.rows.at[i];
    dbx_printf(b, "  %s\n", dbx_text(&r->cell[0]));
    for (uint32_t k = 0; k < 2; k++)
      dbx_printf(b, "%9u  %s\n", p->moment[k], dbx_text(&r->cell[k + 1]));
  }
}

static dbx_status moments_of(const char *rest, uint32_t *first, uint32_t *second) {
  char one[16];
  size_t n = strcspn(rest, " \t");
  const char *other = rest + n + strspn(rest + n, " \t");
  snprintf(one, sizeof one, "%.*s", (int)n, rest);
  DBX_TRY(debug_count_of(one, first));
  *second = debug_now->view.at;
  if (*other) DBX_TRY(debug_count_of(other, second));
  if (*first < debug_now->view.recording.n && *second < debug_now->view.recording.n) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "the last moment is %u",
                  debug_now->view.recording.n - 1);
}

static void open_side(pair *p, uint32_t k, uint32_t moment) {
  uint32_t i;
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, moment, &i);
  p->moment[k] = moment;
  debug_scope_at(s, i, &p->scope[k]);
}

static void pair_free(pair *p) {
  dbx_table_free(&p->table);
  for (uint32_t k = 0; k < 2; k++) debug_scope_free(&p->scope[k]);
}

void debug_put_changes(dbx_buf *b, uint32_t since) {
  pair p = {0};
  dbx_table now = {0};
  open_side(&p, 0, since);
  open_side(&p, 1, debug_now->view.at);
  compare_names(&p);
  for (uint32_t i = 1; i < p.table.rows.n; i++) {
    dbx_row *r = dbx_table_add(&now);
    for (uint32_t k = 0; k < 2; k++)
      dbx_put(&r->cell[k], dbx_text(&p.table.rows.at[i].cell[(size_t)2 * k]));
  }
  dbx_put_table(b, &now, 2, false);
  dbx_table_free(&now);
  pair_free(&p);
}

dbx_status debug_do_diff(const char *rest) {
  pair p = {0};
  dbx_buf b = {0};
  dbx_report_style style = debug_style();
  DBX_TRY(moments_of(rest, &p.moment[0], &p.moment[1]));
  for (uint32_t k = 0; k < 2; k++) {
    open_side(&p, k, p.moment[k]);
    debug_put_moment(&b, &debug_now->view.recording, p.moment[k], &style);
  }
  compare_names(&p);
  put_pair(&b, &p);
  pair_free(&p);
  debug_print(&b);
  return DBX_OK;
}
