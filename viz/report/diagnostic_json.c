// Diagnostics as JSON, an object a line (see diagnostic.h).
#include "base/json.h"
#include "viz/report/diagnostic.h"

#include "viz/report/note.h"
#include "viz/text/spans.h"
#include "viz/text/text.h"

#include <stdlib.h>
#include <string.h>

static void text(dbx_json *j, const char *key, const char *s) {
  if (key) dbx_json_key(j, key);
  dbx_put_json_text(j, s);
}

static void labels(dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "labels");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_labels; i++) {
    dbx_json_open(j, '{');
    dbx_put_json_span(j, "span", d->labels[i].span);
    text(j, "text", d->labels[i].text);
    dbx_json_close(j, '}');
  }
  dbx_json_close(j, ']');
}

static void text_or_null(dbx_json *j, const char *key, const char *s) {
  if (s) return text(j, key, s);
  dbx_json_key(j, key);
  dbx_json_null(j);
}

static void operands(dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "operands");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_operands; i++) {
    const dbx_involved *o = &d->operands[i];
    size_t n;
    const char *s = dbx_source_text(o->span.file, &n);
    char *source = o->span.file ? strndup(s + o->span.begin, o->span.end - o->span.begin) : NULL;
    dbx_json_open(j, '{');
    text(j, "role", o->role);
    dbx_put_json_span(j, "span", o->span);
    text_or_null(j, "source", source);
    text(j, "type", o->type);
    text_or_null(j, "variable", o->variable);
    text_or_null(j, "typed", o->typed);
    dbx_json_close(j, '}');
    free(source);
  }
  dbx_json_close(j, ']');
  dbx_json_key(j, "births");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_births; i++) {
    dbx_json_open(j, '{');
    text(j, "length", d->births[i].length);
    text_or_null(j, "variable", d->births[i].variable);
    text(j, "text", d->births[i].text);
    dbx_put_json_span(j, "span", d->births[i].span);
    dbx_json_close(j, '}');
  }
  dbx_json_close(j, ']');
}

static void edit(dbx_json *j, const dbx_fix *f) {
  dbx_json_key(j, "edit");
  if (!f->edit.file) return dbx_json_null(j);
  dbx_json_open(j, '{');
  dbx_put_json_span(j, "span", f->edit);
  text(j, "replacement", f->replacement);
  dbx_json_close(j, '}');
}

static void advice(dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "notes");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_notes; i++) {
    dbx_buf words = {0};
    dbx_put_note(&words, &d->notes[i]);
    text(j, NULL, dbx_text(&words));
    dbx_buf_free(&words);
  }
  dbx_json_close(j, ']');
  dbx_json_key(j, "fixes");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->n_fixes; i++) {
    dbx_json_open(j, '{');
    text(j, "text", d->fixes[i].text);
    text(j, "outcome", d->fixes[i].outcome);
    edit(j, &d->fixes[i]);
    dbx_json_close(j, '}');
  }
  dbx_json_close(j, ']');
}

static void calls(dbx_json *j, const dbx_diag *d) {
  dbx_json_key(j, "calls");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < d->frames_n; i++) {
    dbx_json_open(j, '{');
    text(j, "name", d->frames[i].name);
    dbx_put_json_span(j, "span", d->frames[i].span);
    dbx_json_close(j, '}');
  }
  dbx_json_close(j, ']');
}

void dbx_put_diag_json(dbx_buf *b, const dbx_diag *d) {
  for (; d; d = d->next) {
    dbx_json j = {.out = b, .indent = -1};
    dbx_json_open(&j, '{');
    text(&j, "severity", dbx_code_name(d->code)[0] == 'W' ? "warning" : "error");
    text(&j, "code", dbx_code_name(d->code));
    text(&j, "class", dbx_sym_text(d->cls));
    text(&j, "title", dbx_code_title(d->code));
    dbx_buf message = {0};
    dbx_put_message(&message, d->message);
    text(&j, "message", dbx_text(&message));
    dbx_buf_free(&message);
    dbx_put_json_span(&j, "span", d->span);
    labels(&j, d);
    operands(&j, d);
    advice(&j, d);
    calls(&j, d);
    dbx_json_key(&j, "event");
    d->event ? dbx_json_int(&j, d->event) : dbx_json_null(&j);
    dbx_json_close(&j, '}');
    dbx_putc(b, '\n');
  }
}
