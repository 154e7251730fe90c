// The JSON writer (see json.h).
#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void newline(dbx_json *j) {
  if (j->indent < 0) return;
  dbx_putc(j->out, '\n');
  dbx_pad(j->out, j->indent * j->depth);
}

static void before(dbx_json *j) {
  if (j->comma) dbx_put(j->out, j->indent < 0 ? ", " : ",");
  if (!j->key && j->depth) newline(j);
  j->comma = true;
  j->key = false;
}

void dbx_json_open(dbx_json *j, char bracket) {
  before(j);
  dbx_putc(j->out, bracket);
  j->depth++;
  j->comma = false;
}

void dbx_json_close(dbx_json *j, char bracket) {
  j->depth--;
  if (j->comma) newline(j);
  dbx_putc(j->out, bracket);
  j->comma = true;
}

static void quoted(dbx_buf *b, const char *s, size_t n) {
  dbx_putc(b, '"');
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '"' || c == '\\') dbx_printf(b, "\\%c", c);
    else if (c == '\n') dbx_put(b, "\\n");
    else if (c == '\t') dbx_put(b, "\\t");
    else if (c < 0x20 || c == 0x7F) dbx_printf(b, "\\u%04x", c);
    else dbx_putc(b, (char)c);
  }
  dbx_putc(b, '"');
}

void dbx_json_key(dbx_json *j, const char *key) {
  if (j->comma) dbx_put(j->out, j->indent < 0 ? ", " : ",");
  newline(j);
  quoted(j->out, key, strlen(key));
  dbx_put(j->out, ": ");
  j->comma = false;
  j->key = true;
}

void dbx_json_strn(dbx_json *j, const char *s, size_t n) {
  before(j);
  quoted(j->out, s, n);
}
void dbx_json_str(dbx_json *j, const char *s) { dbx_json_strn(j, s, strlen(s)); }
void dbx_json_int(dbx_json *j, int64_t i) {
  before(j);
  dbx_printf(j->out, "%" PRId64, i);
}
void dbx_json_double(dbx_json *j, double x) {
  before(j);
  dbx_printf(j->out, isfinite(x) ? "%.17g" : "null", x);
}
void dbx_json_bool(dbx_json *j, bool b) {
  before(j);
  dbx_put(j->out, b ? "true" : "false");
}
void dbx_json_null(dbx_json *j) {
  before(j);
  dbx_put(j->out, "null");
}
void dbx_json_raw(dbx_json *j, const char *value, size_t n) {
  before(j);
  dbx_putn(j->out, value, n);
}
