// Spans and user text as JSON (see spans.h).
#include "viz/text/spans.h"

#include "viz/text/text.h"
#include <string.h>

void dbx_put_json_text(dbx_json *j, const char *s) {
  dbx_buf b = {0};
  uint32_t k;
  for (size_t n = strlen(s); n; s += k, n -= k) {
    if (dbx_rune(s, n, &k) < 0) dbx_put(&b, "\xEF\xBF\xBD");
    else dbx_putn(&b, s, k);
  }
  dbx_json_strn(j, dbx_text(&b), b.n);
  dbx_buf_free(&b);
}

static void number(dbx_json *j, const char *key, uint32_t n) {
  dbx_json_key(j, key);
  dbx_json_int(j, n);
}

// Within its text, whatever it says.
static dbx_span within(dbx_span span) {
  size_t n;
  dbx_source_text(span.file, &n);
  if (span.begin > n) span.begin = (uint32_t)n;
  if (span.end > n) span.end = (uint32_t)n;
  if (span.end < span.begin) span.end = span.begin;
  return span;
}

void dbx_put_json_short_span(dbx_json *j, const dbx_u32s *sources, dbx_span span) {
  uint32_t i = 0;
  span = within(span);
  while (i < sources->n && sources->at[i] != span.file) i++;
  dbx_place from = dbx_source_place(span.file, span.begin),
            to = dbx_source_place(span.file, span.end);
  if (!from.line || i == sources->n) return dbx_json_null(j);
  dbx_json_open(j, '[');
  dbx_json_int(j, i);
  dbx_json_int(j, from.line), dbx_json_int(j, from.column);
  dbx_json_int(j, to.line), dbx_json_int(j, to.column);
  dbx_json_close(j, ']');
}

void dbx_put_json_span(dbx_json *j, const char *key, dbx_span span) {
  span = within(span);
  dbx_place from = dbx_source_place(span.file, span.begin),
            to = dbx_source_place(span.file, span.end);
  dbx_json_key(j, key);
  if (!from.line) return dbx_json_null(j);
  dbx_json_open(j, '{');
  dbx_json_key(j, "file");
  dbx_put_json_text(j, dbx_source_name(span.file));
  number(j, "line", from.line);
  number(j, "column", from.column);
  number(j, "end_line", to.line);
  number(j, "end_column", to.column);
  number(j, "begin", span.begin);
  number(j, "end", span.end);
  dbx_json_close(j, '}');
}

void dbx_put_span(dbx_buf *b, dbx_span span) {
  dbx_place p = dbx_source_place(span.file, span.begin);
  const char *name = dbx_source_name(span.file);
  if (!p.line) return;
  dbx_put_clean(b, name, strlen(name), 0);
  dbx_printf(b, ":%u:%u", p.line, p.column);
}
