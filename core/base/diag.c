// The table of codes and the pending diagnostic (see diag.h).
#include "base/diag.h"

#include "base/buf.h"
#include "base/mem.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *title;
  dbx_sym cls;
} codes[] = {
#define D(code, cls, title) {#code, title, DBX_S_##cls},
#include "base/diag_codes.def"
#undef D
};

const char *dbx_code_name(dbx_code c) { return codes[c].name; }
const char *dbx_code_title(dbx_code c) { return codes[c].title; }
bool dbx_code_is_of(dbx_code c, const char *family) {
  return !strncmp(codes[c].name, family, strlen(family));
}
dbx_sym dbx_code_class(dbx_code c) { return codes[c].cls; }

// Most texts are short, and formatted once.
static char *vtext(const char *fmt, va_list ap) {
  char at_once[256];
  va_list again;
  va_copy(again, ap);
  int n = vsnprintf(at_once, sizeof at_once, fmt, ap);
  size_t size = (size_t)(n < 0 ? 0 : n) + 1;
  char *s = dbx_alloc(size);
  if (size > sizeof at_once) vsnprintf(s, size, fmt, again);
  else if (n > 0) memcpy(s, at_once, size);
  va_end(again);
  return s;
}

static dbx_diag *with_message(dbx_code code, dbx_span span, char *message) {
  dbx_diag *d = dbx_alloc(sizeof *d);
  *d = (dbx_diag){.code = code,
                  .cls = codes[code].cls,
                  .message = message,
                  .span = span.file ? span : dbx_here};
  return d;
}

dbx_diag *dbx_diag_new(dbx_code code, dbx_span span, const char *message) {
  return with_message(code, span, dbx_strdup(message));
}

static dbx_diag *build(dbx_code code, dbx_span span, const char *fmt, va_list ap) {
  return with_message(code, span, vtext(fmt, ap));
}

void dbx_diag_put(dbx_diag *d) {
  dbx_diag_free(base_now->pending);
  base_now->pending = d;
}

void dbx_fail_(dbx_code code, dbx_span span, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  dbx_diag_put(build(code, span, fmt, ap));
  va_end(ap);
}

void dbx_fail_as_(dbx_code code, dbx_sym cls, dbx_span span, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  dbx_diag_put(build(code, span, fmt, ap));
  va_end(ap);
  base_now->pending->cls = cls;
}

dbx_diag *dbx_diag_pending(void) { return base_now->pending; }

dbx_diag *dbx_diag_take(void) {
  dbx_diag *d = base_now->pending;
  base_now->pending = NULL;
  return d;
}

void dbx_diag_label(dbx_span span, const char *fmt, ...) {
  dbx_diag *d = base_now->pending;
  if (!d) return;
  va_list ap;
  va_start(ap, fmt);
  d->labels = dbx_realloc(d->labels, (d->n_labels + 1) * sizeof(dbx_label));
  d->labels[d->n_labels++] = (dbx_label){span, vtext(fmt, ap)};
  va_end(ap);
}

static void add_note(dbx_diag *d, dbx_note_kind kind, char *subject) {
  d->notes = dbx_realloc(d->notes, (d->n_notes + 1) * sizeof *d->notes);
  d->notes[d->n_notes++] = (dbx_note){kind, subject};
}

void dbx_diag_note(const char *fmt, ...) {
  dbx_diag *d = base_now->pending;
  if (!d) return;
  va_list ap;
  va_start(ap, fmt);
  add_note(d, DBX_NOTE_TEXT, vtext(fmt, ap));
  va_end(ap);
}

void dbx_diag_advise(dbx_note_kind kind, const char *subject) {
  dbx_diag *d = base_now->pending;
  if (d) add_note(d, kind, dbx_strdup(subject));
}

void dbx_diag_edit(dbx_diag *d, const char *text, const char *outcome, dbx_span edit,
                   const char *replacement) {
  d->fixes = dbx_realloc(d->fixes, (d->n_fixes + 1) * sizeof(dbx_fix));
  d->fixes[d->n_fixes++] = (dbx_fix){dbx_strdup(text), dbx_strdup(outcome), edit,
                                     replacement ? dbx_strdup(replacement) : NULL};
}

void dbx_diag_fix(const char *text, const char *outcome) {
  if (base_now->pending) dbx_diag_edit(base_now->pending, text, outcome, (dbx_span){0}, NULL);
}

void dbx_diag_operand(dbx_span span, const char *role, const char *type, uint32_t tracer) {
  dbx_diag *d = base_now->pending;
  if (!d) return;
  d->operands = dbx_realloc(d->operands, (d->n_operands + 1) * sizeof *d->operands);
  d->operands[d->n_operands++] = (dbx_involved){
      .span = span, .role = dbx_strdup(role), .type = dbx_strdup(type), .tracer = tracer};
}

void dbx_diag_birth(const char *length, uint32_t tracer, dbx_span span, const char *text) {
  dbx_diag *d = base_now->pending;
  if (!d) return;
  for (uint32_t i = 0; i < d->n_births; i++)
    if (tracer ? d->births[i].tracer == tracer
               : !strcmp(d->births[i].length, length) && !strcmp(d->births[i].text, text))
      return;
  d->births = dbx_realloc(d->births, (d->n_births + 1) * sizeof *d->births);
  d->births[d->n_births++] = (dbx_birth){
      .length = dbx_strdup(length), .tracer = tracer, .text = dbx_strdup(text), .span = span};
}

void dbx_diag_call(dbx_span span, const char *name) {
  dbx_diag *d = base_now->pending;
  if (!d) return;
  d->frames = dbx_realloc(d->frames, (d->frames_n + 1) * sizeof *d->frames);
  d->frames[d->frames_n++] = (struct dbx_call){span, dbx_strdup(name)};
}

static void free_operand(dbx_involved *o) {
  free(o->role), free(o->type), free(o->words), free(o->variable), free(o->typed);
}

static void free_birth(dbx_birth *b) { free(b->length), free(b->variable), free(b->text); }

void dbx_diag_drop_operands(dbx_diag *d, bool (*there)(dbx_span)) {
  uint32_t n = 0, had = d->n_operands;
  for (uint32_t i = 0; i < had; i++)
    if (there(d->operands[i].span)) free_operand(&d->operands[i]);
    else d->operands[n++] = d->operands[i];
  d->n_operands = n;
  for (uint32_t i = 0; had && !n && i < d->n_births; i++) free_birth(&d->births[i]);
  if (had && !n) d->n_births = 0;
}

void dbx_diag_drop_notes(dbx_diag *d) {
  for (uint32_t i = 0; i < d->n_notes; i++) free(d->notes[i].subject);
  d->n_notes = 0;
}

dbx_diag *dbx_diag_free(dbx_diag *d) {
  if (!d) return NULL;
  for (uint32_t i = 0; i < d->n_labels; i++) free(d->labels[i].text);
  for (uint32_t i = 0; i < d->n_notes; i++) free(d->notes[i].subject);
  for (uint32_t i = 0; i < d->n_fixes; i++)
    free(d->fixes[i].text), free(d->fixes[i].outcome), free(d->fixes[i].replacement);
  for (uint32_t i = 0; i < d->n_operands; i++) free_operand(&d->operands[i]);
  for (uint32_t i = 0; i < d->n_births; i++) free_birth(&d->births[i]);
  for (uint32_t i = 0; i < d->frames_n; i++) free(d->frames[i].name);
  dbx_diag_free(d->next);
  free(d->labels), free(d->notes), free(d->fixes), free(d->frames), free(d->message);
  free(d->operands), free(d->births);
  free(d);
  return NULL;
}

static void give_warning(dbx_diag *d) {
  if (base_now->warn_sink) base_now->warn_sink(d);
  dbx_diag_free(d);
}

void dbx_warn(dbx_code code, dbx_span span, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  give_warning(build(code, span, fmt, ap));
  va_end(ap);
}

void dbx_warn_as(dbx_code code, dbx_sym cls, dbx_span span, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  dbx_diag *d = build(code, span, fmt, ap);
  va_end(ap);
  d->cls = cls;
  give_warning(d);
}
