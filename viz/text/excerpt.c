// Source lines with marks and labels (see excerpt.h).
#include "viz/text/excerpt.h"

#include "viz/text/text.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_OF_A_SPAN = 4 }; // longer spans are marked in their first and last line

// ---- spans to marks ----

static uint32_t column_of(const dbx_place *p, uint32_t offset) {
  uint32_t n = offset > p->start ? offset - p->start : 0;
  return dbx_put_clean(NULL, p->text, n < p->length ? n : p->length, 0);
}

static uint32_t indent_of(const dbx_place *p) {
  uint32_t n = 0;
  while (n < p->length && (p->text[n] == ' ' || p->text[n] == '\t')) n++;
  return dbx_put_clean(NULL, p->text, n, 0);
}

static void add(dbx_excerpt *x, dbx_mark m) {
  if (m.to <= m.from) m.to = m.from + 1; // an empty span is a place between two characters
  dbx_push(&x->marks, m);
}

// The line after p: the text between is a newline, or a carriage return and one.
static dbx_place next_line(uint32_t file, const dbx_place *p, uint32_t end) {
  uint32_t at = p->start + p->length;
  dbx_place q;
  do q = dbx_source_place(file, ++at);
  while (q.line == p->line && at < end);
  return q;
}

void dbx_excerpt_mark(dbx_excerpt *x, dbx_span span, const char *label, bool primary) {
  size_t n;
  dbx_source_text(span.file, &n);
  if (!dbx_source_place(span.file, 0).line) return;
  if (span.begin > n) span.begin = (uint32_t)n;
  if (span.end > n) span.end = (uint32_t)n;
  if (span.end < span.begin) span.end = span.begin;
  dbx_place first = dbx_source_place(span.file, span.begin),
            last = dbx_source_place(span.file, span.end - (span.end > span.begin));
  bool one = first.line == last.line;
  uint32_t to = one ? column_of(&first, span.end) : column_of(&first, UINT32_MAX);
  bool ends_here = one || !primary;
  add(x, (dbx_mark){first, span.file, column_of(&first, span.begin), to, ends_here ? label : NULL,
                    primary});
  if (ends_here) return;
  if (last.line - first.line < LINES_OF_A_SPAN) {
    for (dbx_place p = next_line(span.file, &first, span.end); p.line < last.line;
         p = next_line(span.file, &p, span.end))
      if (p.length)
        add(x, (dbx_mark){p, span.file, indent_of(&p), column_of(&p, UINT32_MAX), NULL, true});
  }
  add(x, (dbx_mark){last, span.file, indent_of(&last), column_of(&last, span.end), label, true});
}

void dbx_excerpt_free(dbx_excerpt *x) { dbx_vec_free(&x->marks); }

static uint32_t digits(uint32_t n) { return n < 10 ? 1 : 1 + digits(n / 10); }

static uint32_t number_width(const dbx_excerpt *x) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < x->marks.n; i++)
    if (x->marks.at[i].place.line > most) most = x->marks.at[i].place.line;
  return digits(most);
}

uint32_t dbx_excerpt_gutter(const dbx_excerpt *x) { return number_width(x) + 2; }

// ---- one line ----

typedef struct painter {
  dbx_buf *b;
  bool color;
  uint32_t gutter, width;
} painter;

static void bar(const painter *p) {
  dbx_pad(p->b, (int)p->gutter);
  dbx_printf(p->b, "%s|%s", dbx_ink_on(p->color, DBX_INK_MARK),
             dbx_ink_off(p->color, DBX_INK_MARK));
}

// A line that a program has written may have millions of letters: what stands far behind the marks
// is left out.
enum { MOST_LINE = 2000 };

static void source_line(const painter *p, const dbx_place *at, uint32_t marked) {
  dbx_printf(p->b, "%s %*u |%s", dbx_ink_on(p->color, DBX_INK_MARK), (int)p->gutter - 2, at->line,
             dbx_ink_off(p->color, DBX_INK_MARK));
  uint32_t n = at->length;
  while (n && (at->text[n - 1] == ' ' || at->text[n - 1] == '\t')) n--;
  if (n) dbx_putc(p->b, ' ');
  bool cut = n > MOST_LINE && n / 8 > marked;
  if (cut) n = marked < MOST_LINE / 8 ? MOST_LINE : marked * 8; // bytes of so many columns
  while (cut && n && (at->text[n] & 0xC0) == 0x80) n--;
  dbx_put_clean(p->b, at->text, n, 0);
  dbx_put(p->b, cut ? "...\n" : "\n");
}

static int longest_first(const void *a, const void *b) {
  const dbx_mark *x = *(dbx_mark *const *)a, *y = *(dbx_mark *const *)b;
  uint32_t n = x->to - x->from, m = y->to - y->from;
  return n != m ? (n < m) - (n > m) : x->primary - y->primary;
}

// Short marks are painted over long ones, so that an operand inside an expression stays visible.
static uint32_t underlines(const painter *p, dbx_mark **m, uint32_t n) {
  uint32_t end = 0;
  for (uint32_t i = 0; i < n; i++)
    if (m[i]->to > end) end = m[i]->to;
  char *row = dbx_alloc(end + 1);
  memset(row, ' ', end);
  qsort(m, n, sizeof *m, longest_first);
  for (uint32_t i = 0; i < n; i++)
    memset(row + m[i]->from, m[i]->primary ? '^' : '-', m[i]->to - m[i]->from);
  bar(p);
  dbx_putc(p->b, ' ');
  for (uint32_t i = 0, k; i < end; i = k) {
    dbx_ink ink = row[i] == '^' ? DBX_INK_ERROR : row[i] == '-' ? DBX_INK_MARK : DBX_INK_NONE;
    for (k = i; k < end && row[k] == row[i]; k++) {}
    dbx_put(p->b, dbx_ink_on(p->color, ink));
    dbx_putn(p->b, row + i, k - i);
    dbx_put(p->b, dbx_ink_off(p->color, ink));
  }
  free(row);
  return end;
}

// ---- labels ----

static int rightmost_first(const void *a, const void *b) {
  const dbx_mark *x = *(dbx_mark *const *)a, *y = *(dbx_mark *const *)b;
  if (x->from != y->from) return (x->from < y->from) - (x->from > y->from);
  return (x > y) - (x < y);
}

// Blanks up to `column` behind the bar, with a connector for every mark whose label is still to
// come.
static void connectors(const painter *p, dbx_mark *const *rest, uint32_t n, uint32_t column) {
  uint32_t at = 0;
  bar(p);
  dbx_putc(p->b, ' ');
  for (uint32_t i = n; i-- > 0;) {
    if (rest[i]->from < at || rest[i]->from >= column) continue;
    dbx_pad(p->b, (int)(rest[i]->from - at));
    dbx_printf(p->b, "%s|%s", dbx_ink_on(p->color, DBX_INK_MARK),
               dbx_ink_off(p->color, DBX_INK_MARK));
    at = rest[i]->from + 1;
  }
  dbx_pad(p->b, (int)(column > at ? column - at : 0));
}

// The lines of a label at `column`; the first one continues the current line.
static void label_lines(const painter *p, const char *text, dbx_mark *const *rest, uint32_t n,
                        uint32_t column) {
  dbx_buf lines = {0};
  uint32_t left = p->gutter + 2 + column;
  dbx_put_wrapped(&lines, text, 0, 0, p->width > left + 20 ? p->width - left : 0);
  for (const char *s = dbx_text(&lines), *end;; s = end + 1) {
    end = strchr(s, '\n');
    dbx_putn(p->b, s, end ? (size_t)(end - s) : strlen(s));
    dbx_putc(p->b, '\n');
    if (!end) break;
    connectors(p, rest, n, column);
  }
  dbx_buf_free(&lines);
}

static void labels(const painter *p, dbx_mark **m, uint32_t n, uint32_t end) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++)
    if (m[i]->label && *m[i]->label) m[k++] = m[i];
  bool beside = k == 1 && m[0]->to == end;
  if (beside && p->width)
    beside =
        p->gutter + 3 + end + dbx_width_of(m[0]->label) <= p->width || m[0]->from > p->width / 2;
  if (beside) {
    dbx_putc(p->b, ' ');
    return label_lines(p, m[0]->label, NULL, 0, end + 1);
  }
  dbx_putc(p->b, '\n');
  qsort(m, k, sizeof *m, rightmost_first);
  for (uint32_t i = 0; i < k; i++) {
    connectors(p, m + i + 1, k - i - 1, m[i]->from);
    label_lines(p, m[i]->label, m + i + 1, k - i - 1, m[i]->from);
  }
}

// ---- the whole excerpt ----

static int by_line(const void *a, const void *b) {
  const dbx_mark *x = a, *y = b;
  return (x->place.line > y->place.line) - (x->place.line < y->place.line);
}

static void location(const painter *p, const dbx_mark *m, uint32_t n) {
  const dbx_mark *at = m; // the error's own place if it lies in this text
  for (uint32_t i = n; i-- > 0;)
    if (m[i].primary) at = &m[i];
  dbx_pad(p->b, (int)p->gutter - 1);
  dbx_printf(p->b, "%s-->%s ", dbx_ink_on(p->color, DBX_INK_MARK),
             dbx_ink_off(p->color, DBX_INK_MARK));
  const char *name = dbx_source_name(at->file);
  dbx_put_clean(p->b, name, strlen(name), 0);
  dbx_printf(p->b, ":%u:%u\n", at->place.line, at->place.column);
}

static void gap(const painter *p, uint32_t file, const dbx_place *before, uint32_t line) {
  if (line - before->line < 2) return;
  if (line - before->line == 2) {
    dbx_place between = next_line(file, before, UINT32_MAX);
    return source_line(p, &between, 0);
  }
  dbx_printf(p->b, "%s ...%s\n", dbx_ink_on(p->color, DBX_INK_MARK),
             dbx_ink_off(p->color, DBX_INK_MARK));
}

static void one_text(const painter *p, dbx_mark *m, uint32_t n) {
  location(p, m, n);
  qsort(m, n, sizeof *m, by_line);
  dbx_mark **here = dbx_alloc(n * sizeof *here);
  for (uint32_t i = 0, k; i < n; i = k) {
    if (i) gap(p, m->file, &m[i - 1].place, m[i].place.line);
    uint32_t marked = 0;
    for (k = i; k < n && m[k].place.line == m[i].place.line; k++) {
      here[k - i] = &m[k];
      if (m[k].to > marked) marked = m[k].to;
    }
    source_line(p, &m[i].place, marked);
    labels(p, here, k - i, underlines(p, here, k - i));
  }
  free(here);
}

void dbx_put_excerpt(dbx_buf *b, dbx_excerpt *x, bool color, uint32_t width) {
  painter p = {b, color, dbx_excerpt_gutter(x), width};
  dbx_vec(dbx_mark) rest = {0}, text = {0};
  for (uint32_t i = 0; i < x->marks.n; i++) dbx_push(&rest, x->marks.at[i]);
  while (rest.n) { // one text after the other, that of the error first
    uint32_t kept = 0, file = rest.at[0].file;
    text.n = 0;
    for (uint32_t i = 0; i < rest.n; i++) {
      if (rest.at[i].file == file) dbx_push(&text, rest.at[i]);
      else rest.at[kept++] = rest.at[i];
    }
    rest.n = kept;
    assert(text.n);
    one_text(&p, text.at, text.n);
  }
  dbx_vec_free(&rest), dbx_vec_free(&text);
}
