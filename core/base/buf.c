// The growing byte string (see buf.h).
#include "base/buf.h"

#include "base/mem.h"
#include "base/poll.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(dbx_buf *b, size_t more) {
  if (b->n + more + 1 <= b->cap) return;
  size_t cap = b->cap ? b->cap * 2 : 64;
  while (cap < b->n + more + 1) cap *= 2;
  b->at = dbx_grow(b->at, b->n + more + 1, cap, &b->cap);
}

void dbx_putn(dbx_buf *b, const char *s, size_t n) {
  reserve(b, n);
  if (n) b->n += dbx_copy(b->at + b->n, s, n);
  b->at[b->n] = 0;
}

void dbx_put(dbx_buf *b, const char *s) { dbx_putn(b, s, strlen(s)); }
void dbx_putc_(dbx_buf *b, char c) { dbx_putn(b, &c, 1); }

void dbx_pad(dbx_buf *b, int spaces) {
  for (; spaces > 0; spaces--) dbx_putc(b, ' ');
}

void dbx_vprintf(dbx_buf *b, const char *fmt, va_list ap) {
  va_list again;
  va_copy(again, ap);
  size_t room = b->cap > b->n ? b->cap - b->n : 0;
  int n = vsnprintf(room ? b->at + b->n : NULL, room, fmt, ap);
  if (n > 0 && (size_t)n >= room) {
    reserve(b, (size_t)n);
    vsnprintf(b->at + b->n, (size_t)n + 1, fmt, again);
  }
  if (n > 0) b->n += (size_t)n;
  else if (room) b->at[b->n] = 0;
  va_end(again);
}

void dbx_printf(dbx_buf *b, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  dbx_vprintf(b, fmt, ap);
  va_end(ap);
}

void dbx_clear(dbx_buf *b) {
  b->n = 0;
  if (b->at) b->at[0] = 0;
}

void dbx_buf_free(dbx_buf *b) {
  free(b->at);
  *b = (dbx_buf){0};
}

const char *dbx_text(const dbx_buf *b) { return b->at ? b->at : ""; }

bool dbx_ends_in(const char *s, const char *end) {
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !memcmp(s + n - m, end, m);
}

size_t dbx_columns(const char *s, size_t n) {
  size_t c = 0;
  while (n && !dbx_stopping()) {
    size_t part = n < 1 << 20 ? n : 1 << 20;
    for (size_t i = 0; i < part; i++) c += (s[i] & 0xC0) != 0x80;
    s += part, n -= part;
  }
  return c;
}
