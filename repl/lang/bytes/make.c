// bytes(...) and bytearray(...); octets from and to hexadecimal digits, tables, formats.
#include "lang/bytes/bytes.h"

#include <ctype.h>
#include <string.h>

// ---- bytes(x), bytearray(x) ----

static dbx_status of_count(pv like, pv v, pv *ret) {
  int64_t n;
  DBX_TRY(lang_index(v, &n));
  if (n < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "negative count");
  return bytes_like(like, NULL, (size_t)n, ret);
}

static dbx_status of_text(pv like, pv v, bool coded, const char *name, const char *errors,
                          pv *ret) {
  dbx_buf b = {0};
  if (!coded) return dbx_fail(DBX_E204, (dbx_span){0}, "string argument without an encoding");
  dbx_status st = bytes_encode(v, name, errors, &b);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  return bytes_take(like, &b, ret);
}

// x.__bytes__(); UNBOUND: it has none.
static dbx_status of_instance(pv v, pv *ret) {
  *ret = PV(PV_UNBOUND);
  if (!is_instance(v)) return DBX_OK;
  DBX_TRY(instance_call(v, dbx_intern("__bytes__"), NULL, 0, ret));
  if (ret->tag == PV_UNBOUND || is_obj(*ret, T_BYTES)) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "__bytes__ returned non-bytes (type %s)",
                  lang_type_name(*ret));
}

// like: an empty one of the type that is made.
static dbx_status make(const call_args *c, const char *type, pv like, pv *ret) {
  const char *name, *errors;
  bool coded;
  dbx_buf b = {0};
  DBX_TRY(args_only_keywords(c, type, "source encoding errors"));
  DBX_TRY(args_count(c, type, 0, 3));
  DBX_TRY(bytes_codec_arguments(c, 1, &name, &errors, &coded));
  pv v = c->n ? c->at[0] : args_keyword(c, "source");
  if (v.tag != PV_UNBOUND && is_str(v)) return of_text(like, v, coded, name, errors, ret);
  if (coded) return dbx_fail(DBX_E204, (dbx_span){0}, "encoding without a string argument");
  if (v.tag == PV_UNBOUND) return *ret = like, DBX_OK;
  DBX_TRY(of_instance(v, ret));
  if (ret->tag != PV_UNBOUND && is_obj(like, T_BYTES)) return DBX_OK;
  if (ret->tag != PV_UNBOUND) v = *ret;
  bool iterable = lang_iterable(v);
  if (is_int(v) || number_is_big(v) || (is_instance(v) && !iterable)) return of_count(like, v, ret);
  dbx_status st = bytes_items(v, type, &b);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  return bytes_take(like, &b, ret);
}

dbx_status builtin_bytes(const call_args *c, pv *ret) {
  if (c->n == 1 && !c->n_kw && is_obj(c->at[0], T_BYTES)) return *ret = c->at[0], DBX_OK;
  pv like = bytes_new(NULL, 0);
  lang_pin(like);
  dbx_status st = make(c, "bytes", like, ret);
  return lang_unpin(lang_pins() - 1), st;
}
dbx_status builtin_bytearray(const call_args *c, pv *ret) {
  pv like;
  DBX_TRY(bytearray_new(NULL, 0, &like));
  lang_pin(like);
  dbx_status st = make(c, "bytearray", like, ret);
  return lang_unpin(lang_pins() - 1), st;
}

// ---- texts ----

dbx_status bytes_decode_method(const call_args *c, pv *ret) {
  const char *name, *errors;
  bool given;
  dbx_buf own = {0};
  octets s;
  DBX_TRY(args_only_keywords(c, "decode", "encoding errors"));
  DBX_TRY(args_count(c, "decode", 0, 2));
  DBX_TRY(bytes_codec_arguments(c, 0, &name, &errors, &given));
  dbx_status st = bytes_of(native_self(c), &own, &s);
  if (st == DBX_OK) st = bytes_decode(s, name, errors, ret);
  return dbx_buf_free(&own), st;
}

static dbx_status separator(const call_args *c, char *ret) {
  pv v = c->n ? c->at[0] : args_keyword(c, "sep");
  *ret = 0;
  if (v.tag == PV_UNBOUND) return DBX_OK;
  bool text = is_str(v), one = text ? STR(v)->n == 1 : is_obj(v, T_BYTES) && BYTES(v)->n == 1;
  if (!text && !is_obj(v, T_BYTES))
    return dbx_fail(DBX_E204, (dbx_span){0}, "sep must be str or bytes.");
  if (!one) return dbx_fail(DBX_E208, (dbx_span){0}, "sep must be length 1.");
  *ret = text ? STR(v)->s[0] : (char)BYTES(v)->at[0];
  return DBX_OK;
}

dbx_status bytes_hex(const call_args *c, pv *ret) {
  char sep;
  int64_t group = 1;
  dbx_buf own = {0}, b = {0};
  octets s;
  DBX_TRY(args_only_keywords(c, "hex", "sep bytes_per_sep"));
  DBX_TRY(args_count(c, "hex", 0, 2));
  DBX_TRY(separator(c, &sep));
  pv per = c->n > 1 ? c->at[1] : args_keyword(c, "bytes_per_sep");
  if (per.tag != PV_UNBOUND) DBX_TRY(lang_index(per, &group));
  DBX_TRY(bytes_of(native_self(c), &own, &s));
  for (size_t i = 0; dbx_go_on((int64_t)i, (int64_t)s.n); i++) {
    int64_t at = group > 0 ? (int64_t)(s.n - i) : (int64_t)i, size = group > 0 ? group : -group;
    if (i && sep && size && at % size == 0) dbx_putc(&b, sep);
    dbx_printf(&b, "%02x", s.at[i]);
  }
  dbx_buf_free(&own);
  dbx_status st = dbx_poll();
  if (st == DBX_OK) *ret = str_take(&b);
  return dbx_buf_free(&b), st;
}

static int digit(char c) {
  if (!isxdigit((unsigned char)c)) return -1;
  return isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10;
}

static dbx_status of_hex(const call_args *c, pv like, pv *ret) {
  dbx_buf b = {0};
  DBX_TRY(args_no_keywords(c, "fromhex"));
  DBX_TRY(args_count(c, "fromhex", 1, 1));
  if (!is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "fromhex() argument must be str, not %s",
                    lang_type_name(c->at[0]));
  const char *s = STR(c->at[0])->s;
  for (uint32_t i = 0, n = STR(c->at[0])->n; dbx_go_on(i, n); i++) {
    if (isspace((unsigned char)s[i])) continue;
    int high = digit(s[i]), low = i + 1 < n ? digit(s[i + 1]) : -1;
    if (high < 0 || low < 0) {
      dbx_buf_free(&b);
      return dbx_fail(DBX_E208, (dbx_span){0},
                      "non-hexadecimal number found in fromhex() arg at position %u",
                      high < 0 ? i : i + 1);
    }
    dbx_putc(&b, (char)(high << 4 | low)), i++;
  }
  return bytes_take(like, &b, ret);
}
dbx_status bytes_fromhex(const call_args *c, pv *ret) { return of_hex(c, PV(PV_UNBOUND), ret); }
dbx_status bytearray_fromhex(const call_args *c, pv *ret) {
  pv like;
  DBX_TRY(bytearray_new(NULL, 0, &like));
  lang_pin(like);
  dbx_status st = of_hex(c, like, ret);
  return lang_unpin(lang_pins() - 1), st;
}

// ---- tables ----

dbx_status bytes_maketrans(const call_args *c, pv *ret) {
  dbx_buf own[2] = {{0}, {0}};
  octets from, to;
  unsigned char table[256];
  DBX_TRY(args_no_keywords(c, "maketrans"));
  DBX_TRY(args_count(c, "maketrans", 2, 2));
  dbx_status st = bytes_of(c->at[0], &own[0], &from);
  if (st == DBX_OK) st = bytes_of(c->at[1], &own[1], &to);
  if (st == DBX_OK && from.n != to.n)
    st = dbx_fail(DBX_E208, (dbx_span){0}, "maketrans arguments must have same length");
  for (int i = 0; i < 256; i++) table[i] = (unsigned char)i;
  for (size_t i = 0; st == DBX_OK && i < from.n; i++) table[from.at[i]] = to.at[i];
  dbx_buf_free(&own[0]), dbx_buf_free(&own[1]);
  if (st == DBX_OK) *ret = bytes_new(table, sizeof table);
  return st;
}

dbx_status bytes_translate(const call_args *c, pv *ret) {
  dbx_buf own[3] = {{0}, {0}, {0}}, b = {0};
  octets table = {NULL, 0}, gone = {NULL, 0}, s = {NULL, 0};
  bool left_out[256] = {0};
  DBX_TRY(args_only_keywords(c, "translate", "delete"));
  DBX_TRY(args_count(c, "translate", 1, 2));
  pv delete = c->n > 1 ? c->at[1] : args_keyword(c, "delete");
  dbx_status st = is_none(c->at[0]) ? DBX_OK : bytes_of(c->at[0], &own[0], &table);
  if (st == DBX_OK && table.at && table.n != 256)
    st = dbx_fail(DBX_E208, (dbx_span){0}, "translation table must be 256 characters long");
  if (st == DBX_OK && delete.tag != PV_UNBOUND) st = bytes_of(delete, &own[1], &gone);
  if (st == DBX_OK) st = bytes_of(native_self(c), &own[2], &s);
  for (size_t i = 0; st == DBX_OK && i < gone.n; i++) left_out[gone.at[i]] = true;
  for (size_t i = 0; st == DBX_OK && dbx_go_on((int64_t)i, (int64_t)s.n); i++)
    if (!left_out[s.at[i]]) dbx_putc(&b, (char)(table.at ? table.at[s.at[i]] : s.at[i]));
  for (int i = 0; i < 3; i++) dbx_buf_free(&own[i]);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  return bytes_take(native_self(c), &b, ret);
}
