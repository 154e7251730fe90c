// The text of a diagnostic (see diagnostic.h): header, source excerpts (viz/excerpt.c), notes,
// fixes, calls.
#include "viz/diagnostic.h"

#include "viz/excerpt.h"
#include "viz/text.h"
#include <string.h>

enum { CALLS_FIRST = 4, CALLS_LAST = 2 }; // of a deep recursion these are shown

static void header(dbx_buf *b, const dbx_diag *d, const dbx_diag_style *s) {
  bool warning = dbx_code_name(d->code)[0] == 'W';
  dbx_ink ink = warning ? DBX_INK_WARNING : DBX_INK_ERROR;
  const char *word = warning ? "warning" : "error", *code = dbx_code_name(d->code),
             *cls = dbx_sym_text(d->cls);
  dbx_printf(b, "%s%s[%s]%s %s%s", dbx_ink_on(s->color, ink), word, code,
             dbx_ink_off(s->color, ink), dbx_ink_on(s->color, DBX_INK_BOLD), cls);
  uint32_t at = (uint32_t)(strlen(word) + strlen(code) + strlen(cls) + 5);
  if (*d->message) dbx_put(b, ": ");
  dbx_put_wrapped(b, d->message, at, 2, s->width > 0 ? (uint32_t)s->width : 0);
  dbx_printf(b, "%s\n", dbx_ink_off(s->color, DBX_INK_BOLD));
}

// ---- what follows the excerpt: lines that begin with "=" below the bar ----

typedef struct tail {
  dbx_buf *b;
  const dbx_diag_style *style;
  uint32_t gutter; // columns before "="
} tail;

static void equals(const tail *t, const char *word, dbx_ink ink) {
  dbx_pad(t->b, (int)t->gutter);
  dbx_printf(t->b, "%s=%s ", dbx_ink_on(t->style->color, DBX_INK_MARK),
             dbx_ink_off(t->style->color, DBX_INK_MARK));
  if (*word)
    dbx_printf(t->b, "%s%s%s ", dbx_ink_on(t->style->color, ink), word,
               dbx_ink_off(t->style->color, ink));
}

static void text(const tail *t, const char *s, uint32_t at) {
  dbx_put_wrapped(t->b, s, at, at, t->style->width > 0 ? (uint32_t)t->style->width : 0);
}

static void notes(const tail *t, const dbx_diag *d) {
  for (uint32_t i = 0; i < d->n_notes; i++) {
    equals(t, "", DBX_INK_NONE);
    text(t, d->notes[i], t->gutter + 2);
    dbx_putc(t->b, '\n');
  }
}

static void fixes(const tail *t, const dbx_diag *d) {
  uint32_t widest = 0;
  for (uint32_t i = 0; i < d->n_fixes; i++) {
    uint32_t w = dbx_width_of(d->fixes[i].text);
    if (*d->fixes[i].outcome && w > widest && w <= 48) widest = w;
  }
  for (uint32_t i = 0; i < d->n_fixes; i++) {
    const dbx_fix *f = &d->fixes[i];
    const char *word = *f->outcome ? "tried:" : "help:"; // only what was traced counts as tried
    uint32_t at = t->gutter + 3 + (uint32_t)strlen(word), w = dbx_width_of(f->text);
    equals(t, word, DBX_INK_GOOD);
    text(t, f->text, at);
    if (*f->outcome) {
      dbx_pad(t->b, (int)(w < widest ? widest - w : 0) + 3);
      text(t, f->outcome, at + (w < widest ? widest : w) + 3);
    }
    dbx_putc(t->b, '\n');
  }
}

static void call(const tail *t, const dbx_diag *d, const struct dbx_call *c) {
  dbx_place p = dbx_source_place(c->span.file, c->span.begin);
  equals(t, "", DBX_INK_NONE);
  if (!p.line) {
    dbx_printf(t->b, "called: %s(...)\n", c->name);
    return;
  }
  uint32_t from = c->span.begin > p.start ? c->span.begin - p.start : 0,
           to = c->span.end > p.start ? c->span.end - p.start : 0;
  if (from > p.length) from = p.length;
  bool whole = to <= p.length; // a call that goes on in the next line is cut at the end of this
  if (!whole) to = p.length;
  if (c->span.file == d->span.file) dbx_printf(t->b, "called from line %u: ", p.line);
  else {
    dbx_put(t->b, "called from ");
    dbx_put_clean(t->b, dbx_source_name(c->span.file), strlen(dbx_source_name(c->span.file)), 0);
    dbx_printf(t->b, ":%u: ", p.line);
  }
  if (to > from) dbx_put_clean(t->b, p.text + from, to - from, 0);
  else dbx_printf(t->b, "%s(...)", c->name);
  dbx_put(t->b, whole ? "\n" : " ...\n");
}

static void calls(const tail *t, const dbx_diag *d) {
  uint32_t n = d->frames_n,
           hidden = n > CALLS_FIRST + CALLS_LAST + 1 ? n - CALLS_FIRST - CALLS_LAST : 0;
  for (uint32_t i = 0; i < n; i++) {
    if (hidden && i == CALLS_FIRST) {
      equals(t, "", DBX_INK_NONE);
      dbx_printf(t->b, "... %u more calls ...\n", hidden);
      i += hidden;
    }
    call(t, d, &d->frames[i]);
  }
}

static void one(dbx_buf *b, const dbx_diag *d, const dbx_diag_style *s) {
  dbx_excerpt x = {0};
  header(b, d, s);
  dbx_excerpt_mark(&x, d->span, NULL, true);
  for (uint32_t i = 0; i < d->n_labels; i++)
    dbx_excerpt_mark(&x, d->labels[i].span, d->labels[i].text, false);
  tail t = {b, s, dbx_excerpt_gutter(&x)};
  dbx_put_excerpt(b, &x, s->color, s->width > 0 ? (uint32_t)s->width : 0);
  dbx_excerpt_free(&x);
  notes(&t, d);
  fixes(&t, d);
  calls(&t, d);
  if (s->more) {
    dbx_pad(b, (int)t.gutter);
    dbx_printf(b, "%smore: %s%s\n", dbx_ink_on(s->color, DBX_INK_DIM), s->more,
               dbx_ink_off(s->color, DBX_INK_DIM));
  }
}

void dbx_put_diag(dbx_buf *b, const dbx_diag *d, const dbx_diag_style *style) {
  for (; d; d = d->next) {
    one(b, d, style);
    if (d->next) dbx_putc(b, '\n');
  }
}
