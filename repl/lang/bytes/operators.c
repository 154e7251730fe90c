// Operators of bytes and bytearray: +, * and %.
#include "lang/bytes/bytes.h"

#include <string.h>

// ---- % ----

// "%b" is what str calls "%s". kinds: a letter for each value that the format takes, * for a width.
static void put_format(dbx_buf *b, const char *s, size_t n, dbx_buf *kinds) {
  for (size_t i = 0; i < n && !dbx_stopping(); i++) {
    dbx_putc(b, s[i]);
    if (s[i] != '%') continue;
    for (i++; i < n && strchr("#0- +.*0123456789", s[i]); i++) {
      dbx_putc(b, s[i]);
      if (s[i] == '*') dbx_putc(kinds, '*');
    }
    if (i == n) return;
    if (s[i] != '%') dbx_putc(kinds, s[i]);
    dbx_putc(b, s[i] == 'b' ? 's' : s[i]);
  }
}

static dbx_status formatted_value(pv v, char kind, pv *ret) {
  *ret = v;
  if (kind != 's' && kind != 'b') return DBX_OK;
  if (bytes_is(v)) return bytes_to_text(v, ret);
  return dbx_fail(DBX_E204, (dbx_span){0},
                  "%%b requires a bytes-like object, or an object that implements __bytes__, not "
                  "'%s'",
                  lang_type_name(v));
}

static dbx_status formatted_values(pv with, const dbx_buf *kinds, pv *ret) {
  if (!is_obj(with, T_TUPLE)) return formatted_value(with, *dbx_text(kinds), ret);
  uint32_t n = SEQ(with)->n, mark = lang_pins();
  pv all = tuple_new(NULL, n), one;
  for (uint32_t i = 0; i < n; i++) SEQ(all)->at[i] = pv_none();
  lang_pin(all);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) {
    st = formatted_value(SEQ(with)->at[i], i < kinds->n ? dbx_text(kinds)[i] : 0, &one);
    if (st == DBX_OK) SEQ(all)->at[i] = one;
  }
  lang_unpin(mark);
  return *ret = all, st;
}

static dbx_status formatted(pv format, pv with, pv *ret) {
  pv text, values;
  dbx_buf b = {0}, kinds = {0};
  uint32_t mark = lang_pins();
  dbx_status st = bytes_to_text(format, &text);
  if (st != DBX_OK) return st;
  put_format(&b, STR(text)->s, STR(text)->n, &kinds);
  lang_pin(text = str_take(&b));
  st = formatted_values(with, &kinds, &values);
  dbx_buf_free(&kinds);
  if (st == DBX_OK) {
    lang_pin(values);
    st = lang_binary(DBX_OP_Mod, text, values, &text);
  }
  if (st == DBX_OK) {
    lang_pin(text);
    st = bytes_from_text(format, text, ret);
  }
  return lang_unpin(mark), st;
}

// ---- + and * ----

static dbx_status repeated(pv x, pv times, pv *ret) {
  octets s;
  int64_t n;
  dbx_buf b = {0};
  DBX_TRY(bytes_of(x, NULL, &s));
  DBX_TRY(lang_index(times, &n));
  if (n < 0) n = 0;
  DBX_TRY(lang_check_room((double)n * (double)s.n));
  for (int64_t i = 0; s.n && dbx_go_on(i, n); i++) dbx_putn(&b, (const char *)s.at, s.n);
  return bytes_take(x, &b, ret);
}

static dbx_status joined(pv x, pv y, pv *ret) {
  dbx_buf b = {0}, own = {0};
  octets s, t = {NULL, 0};
  DBX_TRY(bytes_of(x, NULL, &s));
  dbx_status st = bytes_is(y) ? bytes_of(y, &own, &t)
                              : dbx_fail(DBX_E204, (dbx_span){0}, "can't concat %s to %s",
                                         lang_type_name(y), lang_type_name(x));
  if (st == DBX_OK) st = lang_check_room((double)s.n + (double)t.n);
  if (st == DBX_OK) {
    dbx_putn(&b, (const char *)s.at, s.n), dbx_putn(&b, (const char *)t.at, t.n);
    st = bytes_take(x, &b, ret);
  }
  dbx_buf_free(&own);
  return st;
}

static bool is_own(pv v) { return is_obj(v, T_BYTES) || is_obj(v, T_BYTEARRAY); }
static bool counts(pv v) { return is_int(v) || (is_instance(v) && !bytes_is(v)); }

dbx_status bytes_binary(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (op == DBX_OP_Mult && is_own(x) && counts(y)) return repeated(x, y, ret);
  if (op == DBX_OP_Mult && is_own(y) && counts(x)) return repeated(y, x, ret);
  if (op == DBX_OP_Mult)
    return dbx_fail(DBX_E204, (dbx_span){0}, "can't multiply sequence by non-int of type '%s'",
                    lang_type_name(is_own(x) ? y : x));
  if (op == DBX_OP_Mod && is_own(x)) return formatted(x, y, ret);
  return op == DBX_OP_Add && is_own(x) ? joined(x, y, ret) : DBX_OK;
}
