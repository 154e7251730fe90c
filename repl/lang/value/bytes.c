// See bytes.h.
#include "lang/value/bytes.h"

#include "lang/value/type.h"

static pv hold(obj_type t, pv held) {
  uint32_t mark = lang_pins();
  lang_pin(held);
  o_bytes *o = heap_new(t, sizeof *o);
  lang_unpin(mark);
  o->held = held;
  return pv_obj(&o->h);
}

pv bytes_of_text(pv text) { return hold(T_BYTES, text); }

static void put_text(dbx_buf *b, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c >= 0x80) dbx_putc(b, (char)(0xC0 | c >> 6)), dbx_putc(b, (char)(0x80 | (c & 0x3F)));
    else dbx_putc(b, (char)c);
  }
}

pv bytes_new(const char *s, size_t n) {
  dbx_buf b = {0};
  put_text(&b, s, n);
  return bytes_of_text(str_take(&b));
}

pv bytearray_new(const char *s, size_t n) {
  pv list = list_new(NULL, (uint32_t)n);
  for (size_t i = 0; i < n; i++) SEQ(list)->at[i] = pv_int((unsigned char)s[i]);
  return hold(T_BYTEARRAY, list);
}

void bytes_raw_of_text(pv text, dbx_buf *b) {
  const char *s = STR(text)->s;
  for (uint32_t i = 0; i < STR(text)->n; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c >= 0x80) dbx_putc(b, (char)((c & 3) << 6 | (s[++i] & 0x3F)));
    else dbx_putc(b, (char)c);
  }
}

void bytes_raw(pv v, dbx_buf *b) {
  pv held = bytes_held(v);
  if (is_obj(v, T_BYTES)) {
    bytes_raw_of_text(held, b);
    return;
  }
  for (uint32_t i = 0; i < SEQ(held)->n; i++) dbx_putc(b, (char)SEQ(held)->at[i].i);
}

pv bytes_text(pv v) {
  if (is_obj(v, T_BYTES)) return bytes_held(v);
  dbx_buf raw = {0}, text = {0};
  bytes_raw(v, &raw);
  put_text(&text, dbx_text(&raw), raw.n);
  dbx_buf_free(&raw);
  return str_take(&text);
}

void bytes_visit(obj *o, void (*child)(obj *o)) { visit_value(((o_bytes *)o)->held, child); }
