// Strings put together, and where their code points are. A long string that another is put behind
// lies at the beginning of a buffer with room for more: text that grows at its end is copied only
// when the buffer is full, and all strings that are beginnings of it share it.
#include "base/poll.h"
#include "lang/value/number.h"
#include "lang/value/str.h"

#include <string.h>

enum { LEAST_SHARED = 256, MARK = 16 }; // bytes; code points between two marks

void str_drop(o_str *s) {
  if (s->buf && --s->buf->refs == 0) {
    heap_note_external(-(int64_t)s->buf->cap);
    free(s->buf);
  }
  if (s->marks) heap_note_external(-(int64_t)(s->points / MARK * sizeof *s->marks));
  free(s->marks);
}

int64_t str_bytes(const o_str *s) {
  int64_t shared = s->buf ? (int64_t)(s->buf->cap / s->buf->refs) : 0;
  return shared + (s->marks ? (int64_t)(s->points / MARK * sizeof *s->marks) : 0);
}

pv lang_terminated(pv v) {
  const o_str *s = STR(v);
  return s->s[s->n] ? str_new(s->s, s->n) : v;
}

// Whether the string ends where its buffer does, with room for n bytes and a NUL.
static bool has_room(const o_str *s, uint32_t n) {
  const str_buf *b = s->buf;
  return b && s->s + s->n == b->s + b->used && (uint64_t)b->used + n < b->cap;
}

static dbx_status new_buffer(const o_str *s, uint32_t n, str_buf **ret) {
  uint64_t cap = ((uint64_t)s->n + n) * 3 / 2 + 1;
  if (cap > UINT32_MAX) cap = (uint64_t)s->n + n + 1;
  DBX_TRY(lang_check_room((double)cap));
  str_buf *b = dbx_realloc(NULL, sizeof *b + cap);
  b->refs = 0, b->cap = (uint32_t)cap, b->used = s->n;
  dbx_copy(b->s, s->s, s->n);
  heap_note_external((int64_t)cap);
  return *ret = b, DBX_OK;
}

static dbx_status join_in_buffer(const o_str *a, const o_str *b, pv *ret) {
  str_buf *buf = a->buf;
  if (!has_room(a, b->n)) DBX_TRY(new_buffer(a, b->n, &buf));
  dbx_copy(buf->s + buf->used, b->s, b->n);
  buf->used += b->n;
  buf->s[buf->used] = 0;
  o_str *r = heap_new(T_STR, sizeof *r);
  r->n = a->n + b->n, r->points = a->points + b->points;
  r->s = buf->s, r->buf = buf;
  buf->refs++;
  return *ret = pv_obj(r), dbx_poll();
}

pv str_blank(uint32_t n, uint32_t points) {
  o_str *r = heap_new(T_STR, sizeof *r + n + 1);
  r->n = n, r->points = points;
  r->s = r->own;
  return pv_obj(r);
}

static pv join_small(const o_str *a, const o_str *b) {
  o_str *r = STR(str_blank(a->n + b->n, a->points + b->points));
  dbx_copy(r->s, a->s, a->n);
  dbx_copy(r->s + a->n, b->s, b->n);
  return pv_obj(r);
}

dbx_status str_concat(pv x, pv y, pv *ret) {
  const o_str *a = STR(x), *b = STR(y);
  if (!a->n || !b->n) return *ret = a->n ? x : y, DBX_OK;
  DBX_TRY(lang_check_room((double)a->n + b->n));
  if (a->n >= LEAST_SHARED) return join_in_buffer(a, b, ret);
  return *ret = join_small(a, b), DBX_OK;
}

// ---- code points ----

static const char *skip(const char *p, uint32_t points) {
  while (points > 0) {
    p++;
    if ((*p & 0xC0) != 0x80) points--;
  }
  return p;
}

static void make_marks(o_str *s) {
  uint32_t n = s->points / MARK;
  const char *p = s->s;
  s->marks = dbx_realloc(NULL, n * sizeof *s->marks);
  heap_note_external((int64_t)(n * sizeof *s->marks));
  for (uint32_t i = 0; i < n; i++) {
    p = skip(p, MARK);
    s->marks[i] = (uint32_t)(p - s->s);
  }
}

const char *lang_str_at(o_str *s, int64_t i) {
  if (s->n == s->points) return s->s + i;
  if (i < MARK) return skip(s->s, (uint32_t)i);
  if (!s->marks) make_marks(s);
  return skip(s->s + s->marks[i / MARK - 1], (uint32_t)(i % MARK));
}
