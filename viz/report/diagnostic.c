// The text of a diagnostic (see diagnostic.h): header, source excerpts (viz/text/excerpt.c), notes,
// fixes, calls.
#include "viz/report/diagnostic.h"

#include "viz/report/note.h"

#include "trace/trace.h"
#include "viz/text/excerpt.h"
#include "viz/text/text.h"
#include <stdlib.h>
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
  dbx_buf message = {0};
  dbx_put_message(&message, d->message);
  if (*d->message) dbx_put(b, ": ");
  if (s->width > 0 && *d->message && at + 20 > (uint32_t)s->width) dbx_put(b, "\n  "), at = 2;
  dbx_put_wrapped(b, dbx_text(&message), at, 2, s->width > 0 ? (uint32_t)s->width : 0);
  dbx_printf(b, "%s\n", dbx_ink_off(s->color, DBX_INK_BOLD));
  dbx_buf_free(&message);
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
    dbx_buf words = {0};
    dbx_put_note(&words, &d->notes[i]);
    equals(t, "", DBX_INK_NONE);
    text(t, dbx_text(&words), t->gutter + 2);
    dbx_putc(t->b, '\n');
    dbx_buf_free(&words);
  }
}

// "x.shape[0] = d: argument of 'f'": in words of the source first. Where the program has a name d
// for something else, the letter is "letter d".
static void put_birth(dbx_buf *b, const dbx_birth *x) {
  static const char by[] = "computed by: ";
  bool named = strcmp(x->length, "?") != 0, letter = x->variable && strcmp(x->variable, x->length);
  bool said = !strncmp(x->text, by, sizeof by - 1) &&
              !strncmp(x->text + sizeof by - 1, x->length, strlen(x->text) - (sizeof by - 1));
  if (named) dbx_put(b, x->length);
  if (letter) dbx_printf(b, "%s%s%s", named ? " = " : "", x->twofold ? "letter " : "", x->variable);
  if (!letter && !named) dbx_put(b, "a length");
  dbx_printf(b, ": %s", said ? "computed" : x->text);
}

static void births(const tail *t, const dbx_diag *d) {
  for (uint32_t i = 0; i < d->n_births; i++) {
    const dbx_birth *x = &d->births[i];
    dbx_buf b = {0};
    put_birth(&b, x);
    dbx_place p = dbx_source_place(x->span.file, x->span.begin);
    if (p.line && x->span.file == d->span.file) dbx_printf(&b, " (line %u)", p.line);
    else if (p.line) dbx_printf(&b, " (%s:%u)", dbx_source_name(x->span.file), p.line);
    equals(t, "", DBX_INK_NONE);
    text(t, dbx_text(&b), t->gutter + 2);
    dbx_putc(t->b, '\n');
    dbx_buf_free(&b);
  }
}

// "x : f64[n] = c:f64[a]" below the operand, with what it is in the Jaxpr only where one was shown;
// "left operand: ..." where it has no place in the source.
static void put_operand(dbx_buf *b, const dbx_involved *o) {
  if (o->span.file) {
    size_t n;
    const char *s = dbx_source_text(o->span.file, &n);
    size_t length = o->span.end - o->span.begin;
    bool whole = !memchr(s + o->span.begin, '\n', length) && length <= 40;
    if (whole) dbx_put_clean(b, s + o->span.begin, length, 0);
    else dbx_put(b, o->role);
  } else {
    dbx_put(b, o->role);
  }
  dbx_put(b, " : ");
  if (o->words) dbx_put(b, o->words);
  else if (o->tracer && dbx_var_at(o->tracer)->frame) dbx_put_type_words(b, o->tracer);
  else dbx_put(b, o->type);
  if (o->variable) dbx_printf(b, " = %s:%s", o->variable, o->typed);
}

static bool on_the_spot(const dbx_diag *d, const dbx_involved *o) {
  return o->span.file && !(o->span.file == d->span.file && o->span.begin == d->span.begin &&
                           o->span.end == d->span.end);
}

static void unplaced(const tail *t, const dbx_diag *d) {
  for (uint32_t i = 0; i < d->n_operands; i++) {
    dbx_buf b = {0};
    const dbx_involved *o = &d->operands[i];
    if (on_the_spot(d, o)) continue;
    put_operand(&b, o);
    equals(t, "", DBX_INK_NONE);
    text(t, dbx_text(&b), t->gutter + 2);
    dbx_putc(t->b, '\n');
    dbx_buf_free(&b);
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
    uint32_t beside = at + (w < widest ? widest : w) + 3, width = (uint32_t)t->style->width;
    if (*f->outcome && width && beside + dbx_width_of(f->outcome) > width) {
      dbx_putc(t->b, '\n');
      dbx_pad(t->b, (int)at);
      text(t, f->outcome, at);
    } else if (*f->outcome) {
      dbx_pad(t->b, (int)(beside - at - w));
      dbx_put(t->b, f->outcome);
    }
    dbx_putc(t->b, '\n');
  }
}

static void call(const tail *t, const dbx_diag *d, const struct dbx_call *c) {
  dbx_place p = dbx_source_place(c->span.file, c->span.begin);
  dbx_buf b = {0};
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
  if (c->span.file == d->span.file) dbx_printf(&b, "called from line %u: ", p.line);
  else {
    dbx_put(&b, "called from ");
    dbx_put_clean(&b, dbx_source_name(c->span.file), strlen(dbx_source_name(c->span.file)), 0);
    dbx_printf(&b, ":%u: ", p.line);
  }
  if (to > from) dbx_put_clean(&b, p.text + from, to - from, 0);
  else dbx_printf(&b, "%s(...)", c->name);
  if (!whole) dbx_put(&b, " ...");
  text(t, dbx_text(&b), t->gutter + 2);
  dbx_putc(t->b, '\n');
  dbx_buf_free(&b);
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
  dbx_vec(char *) texts = {0};
  for (uint32_t i = 0; i < d->n_operands; i++) {
    dbx_buf label = {0};
    if (!on_the_spot(d, &d->operands[i])) continue;
    put_operand(&label, &d->operands[i]);
    dbx_push(&texts, dbx_strdup(dbx_text(&label)));
    dbx_buf_free(&label);
    dbx_excerpt_mark(&x, d->operands[i].span, texts.at[texts.n - 1], false);
  }
  tail t = {b, s, dbx_excerpt_gutter(&x)};
  dbx_put_excerpt(b, &x, s->color, s->width > 0 ? (uint32_t)s->width : 0);
  dbx_excerpt_free(&x);
  for (uint32_t i = 0; i < texts.n; i++) free(texts.at[i]);
  dbx_vec_free(&texts);
  unplaced(&t, d);
  births(&t, d);
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
