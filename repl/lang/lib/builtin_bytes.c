// What makes bytes, and what is made of them: bytes(), bytearray(), encode, decode, hexadecimal
// digits, int.to_bytes, int.from_bytes; float.fromhex.
#include "lang/lib/builtins.h"
#include "lang/text/str_text.h"
#include "lang/value/bytes.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- encodings ----

typedef enum encoding { UTF_8, ASCII, LATIN_1 } encoding;
typedef enum handler { STRICT, IGNORE, REPLACE } handler;

static dbx_status encoding_of(pv v, encoding *ret) {
  static const struct {
    const char *name;
    encoding is;
  } all[] = {{"utf8", UTF_8},     {"u8", UTF_8},         {"ascii", ASCII}, {"usascii", ASCII},
             {"latin1", LATIN_1}, {"iso88591", LATIN_1}, {"l1", LATIN_1}};
  char plain[16] = "";
  *ret = UTF_8;
  if (v.tag == PV_UNBOUND) return DBX_OK;
  if (!is_str(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "argument 'encoding' must be str, not %s",
                    lang_type_name(v));
  size_t n = 0;
  for (uint32_t i = 0; i < STR(v)->n && n + 1 < sizeof plain; i++)
    if (isalnum((unsigned char)STR(v)->s[i]))
      plain[n++] = (char)tolower((unsigned char)STR(v)->s[i]);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(all[i].name, plain)) return *ret = all[i].is, DBX_OK;
  return dbx_fail_as(DBX_E208, DBX_S_LookupError, (dbx_span){0}, "unknown encoding: %.*s",
                     (int)STR(v)->n, STR(v)->s);
}

static dbx_status handler_of(pv v, handler *ret) {
  static const char *const names[] = {"strict", "ignore", "replace"};
  *ret = STRICT;
  if (v.tag == PV_UNBOUND) return DBX_OK;
  for (int i = 0; is_str(v) && i < 3; i++)
    if (STR(v)->n == strlen(names[i]) && !memcmp(STR(v)->s, names[i], STR(v)->n))
      return *ret = (handler)i, DBX_OK;
  if (!is_str(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "argument 'errors' must be str, not %s",
                    lang_type_name(v));
  return dbx_fail_as(DBX_E208, DBX_S_LookupError, (dbx_span){0},
                     "unknown error handler name '%.*s'", (int)STR(v)->n, STR(v)->s);
}

static dbx_status codec(const call_args *c, uint32_t from, const char *name, encoding *e,
                        handler *h) {
  DBX_TRY(args_only_keywords(c, name, "encoding errors"));
  DBX_TRY(args_count(c, name, 0, from + 2));
  DBX_TRY(encoding_of(c->n > from ? c->at[from] : args_keyword(c, "encoding"), e));
  return handler_of(c->n > from + 1 ? c->at[from + 1] : args_keyword(c, "errors"), h);
}

static dbx_status encode(pv text, encoding e, handler h, dbx_buf *b) {
  if (e == UTF_8) return dbx_putn(b, STR(text)->s, STR(text)->n), DBX_OK;
  const char *p = STR(text)->s, *end = p + STR(text)->n;
  for (int64_t i = 0; p < end; i++) {
    int32_t ch = next_point(&p, end);
    if (ch < (e == ASCII ? 0x80 : 0x100)) dbx_putc(b, (char)ch);
    else if (h == REPLACE) dbx_putc(b, '?');
    else if (h == STRICT) {
      dbx_buf t = {0};
      quote_put_escape(&t, ch);
      (void)dbx_fail_as(DBX_E208, dbx_intern("UnicodeEncodeError"), (dbx_span){0},
                        "'%s' codec can't encode character '%s' in position %lld: ordinal not in "
                        "range(%d)",
                        e == ASCII ? "ascii" : "latin-1", dbx_text(&t), (long long)i,
                        e == ASCII ? 128 : 256);
      dbx_buf_free(&t);
      return DBX_FAIL;
    }
  }
  return dbx_poll();
}

dbx_status str_encode(const call_args *c, pv *ret) {
  encoding e;
  handler h;
  dbx_buf b = {0};
  DBX_TRY(codec(c, 0, "encode", &e, &h));
  dbx_status st = encode(native_self(c), e, h, &b);
  if (st == DBX_OK) *ret = bytes_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

// What is wrong with the sequence of UTF-8 at s, and how many bytes of it belong together.
static const char *what_is_wrong(const unsigned char *s, size_t n, size_t *bad) {
  size_t want = *s >= 0xC2 && *s <= 0xDF   ? 1
                : (*s & 0xF0) == 0xE0      ? 2
                : *s >= 0xF0 && *s <= 0xF4 ? 3
                                           : 0;
  *bad = 1;
  if (!want) return "invalid start byte";
  for (size_t i = 1; i <= want; i++, *bad = i) {
    if (i == n) return "unexpected end of data";
    unsigned char low = i > 1        ? 0x80
                        : *s == 0xE0 ? 0xA0
                        : *s == 0xF0 ? 0x90
                                     : 0x80,
                  high = i > 1        ? 0xBF
                         : *s == 0xED ? 0x9F
                         : *s == 0xF4 ? 0x8F
                                      : 0xBF;
    if (s[i] < low || s[i] > high) return "invalid continuation byte";
  }
  return NULL;
}

static dbx_status wrong_bytes(encoding e, const unsigned char *s, size_t at, size_t bad,
                              const char *why) {
  const char *name = e == ASCII ? "ascii" : "utf-8";
  if (bad == 1)
    return dbx_fail_as(DBX_E208, dbx_intern("UnicodeDecodeError"), (dbx_span){0},
                       "'%s' codec can't decode byte 0x%02x in position %zu: %s", name, s[at], at,
                       why);
  return dbx_fail_as(DBX_E208, dbx_intern("UnicodeDecodeError"), (dbx_span){0},
                     "'%s' codec can't decode bytes in position %zu-%zu: %s", name, at,
                     at + bad - 1, why);
}

static dbx_status decode(const dbx_buf *raw, encoding e, handler h, dbx_buf *b) {
  const unsigned char *s = (const unsigned char *)raw->at;
  for (size_t i = 0, n; i < raw->n; i += n) {
    const char *why = NULL;
    n = 1;
    if (s[i] < 0x80) dbx_putc(b, (char)s[i]);
    else if (e == LATIN_1) put_point(b, s[i]);
    else if (e == ASCII) why = "ordinal not in range(128)";
    else if (!(why = what_is_wrong(s + i, raw->n - i, &n))) dbx_putn(b, (const char *)s + i, n);
    if (!why || h == IGNORE) continue;
    if (h == STRICT) return wrong_bytes(e, s, i, n, why);
    put_point(b, 0xFFFD);
  }
  return dbx_poll();
}

static dbx_status decoded(pv v, encoding e, handler h, pv *ret) {
  dbx_buf raw = {0}, b = {0};
  bytes_raw(v, &raw);
  dbx_status st = decode(&raw, e, h, &b);
  dbx_buf_free(&raw);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

dbx_status bytes_decode(const call_args *c, pv *ret) {
  encoding e;
  handler h;
  DBX_TRY(codec(c, 0, "decode", &e, &h));
  return decoded(native_self(c), e, h, ret);
}

dbx_status bytes_to_str(const call_args *c, pv *ret) {
  encoding e;
  handler h;
  DBX_TRY(encoding_of(c->n > 1 ? c->at[1] : args_keyword(c, "encoding"), &e));
  DBX_TRY(handler_of(c->n > 2 ? c->at[2] : args_keyword(c, "errors"), &h));
  return decoded(c->at[0], e, h, ret);
}

// ---- the types ----

static dbx_status raw_argument(const call_args *c, const char *name, dbx_buf *b) {
  encoding e;
  handler h;
  int64_t n;
  DBX_TRY(args_only_keywords(c, name, "source encoding errors"));
  DBX_TRY(args_count(c, name, 0, 3));
  pv v = c->n ? c->at[0] : args_keyword(c, "source"),
     how = c->n > 1 ? c->at[1] : args_keyword(c, "encoding");
  if (v.tag == PV_UNBOUND) return DBX_OK;
  if (is_str(v) && how.tag == PV_UNBOUND)
    return dbx_fail(DBX_E204, (dbx_span){0}, "string argument without an encoding");
  if (!is_str(v) && how.tag != PV_UNBOUND)
    return dbx_fail(DBX_E204, (dbx_span){0}, "encoding without a string argument");
  if (is_str(v)) {
    DBX_TRY(encoding_of(how, &e));
    DBX_TRY(handler_of(c->n > 2 ? c->at[2] : args_keyword(c, "errors"), &h));
    return encode(v, e, h, b);
  }
  if (!is_int(v)) return bytes_raw_of(v, b);
  DBX_TRY(lang_index(v, &n));
  if (n < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "negative count");
  DBX_TRY(lang_check_room((double)n * sizeof(pv)));
  for (int64_t i = 0; dbx_go_on(i, n); i++) dbx_putc(b, 0);
  return dbx_poll();
}

static dbx_status make(const call_args *c, bool array, pv *ret) {
  dbx_buf b = {0};
  pv made = PV(PV_UNBOUND);
  const char *name = array ? "bytearray" : "bytes";
  if (c->n == 1 && is_instance(c->at[0])) {
    DBX_TRY(instance_call(c->at[0], dbx_intern("__bytes__"), NULL, 0, &made));
    if (made.tag != PV_UNBOUND && !array) return *ret = made, DBX_OK;
  }
  if (!array && c->n == 1 && is_obj(c->at[0], T_BYTES)) return *ret = c->at[0], DBX_OK;
  dbx_status st = raw_argument(c, name, &b);
  if (st == DBX_OK) *ret = array ? bytearray_new(dbx_text(&b), b.n) : bytes_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}
dbx_status builtin_bytes(const call_args *c, pv *ret) { return make(c, false, ret); }
dbx_status builtin_bytearray(const call_args *c, pv *ret) { return make(c, true, ret); }

// ---- hexadecimal digits ----

dbx_status bytes_hex(const call_args *c, pv *ret) {
  dbx_buf raw = {0}, b = {0};
  int64_t every = 1;
  DBX_TRY(args_only_keywords(c, "hex", "sep bytes_per_sep"));
  DBX_TRY(args_count(c, "hex", 0, 2));
  pv sep = c->n ? c->at[0] : args_keyword(c, "sep"),
     group = c->n > 1 ? c->at[1] : args_keyword(c, "bytes_per_sep");
  if (group.tag != PV_UNBOUND) DBX_TRY(lang_index(group, &every));
  if (bytes_is(sep)) sep = bytes_text(sep);
  if (sep.tag != PV_UNBOUND && (!is_str(sep) || STR(sep)->n != 1))
    return dbx_fail(DBX_E208, (dbx_span){0}, "sep must be length 1.");
  bytes_raw(native_self(c), &raw);
  int64_t n = (int64_t)raw.n, size = every < 0 ? -every : every;
  for (int64_t i = 0; i < n; i++) {
    bool cut = size && i && (every > 0 ? (n - i) % size == 0 : i % size == 0);
    if (cut && sep.tag != PV_UNBOUND) dbx_putc(&b, *STR(sep)->s);
    dbx_printf(&b, "%02x", (unsigned char)raw.at[i]);
  }
  dbx_buf_free(&raw);
  return *ret = str_take(&b), DBX_OK;
}

static int digit(char c) {
  return isdigit((unsigned char)c)    ? c - '0'
         : isxdigit((unsigned char)c) ? (c | 32) - 'a' + 10
                                      : -1;
}

dbx_status bytes_fromhex(const call_args *c, pv *ret) {
  dbx_buf b = {0};
  DBX_TRY(args_no_keywords(c, "fromhex"));
  DBX_TRY(args_count(c, "fromhex", 1, 1));
  if (!is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "fromhex() argument must be str, not %s",
                    lang_type_name(c->at[0]));
  const char *s = STR(c->at[0])->s;
  uint32_t n = STR(c->at[0])->n;
  for (uint32_t i = 0; i < n; i++) {
    if (isspace((unsigned char)s[i])) continue;
    uint32_t wrong = digit(s[i]) < 0 ? i : i + 1;
    if (wrong == i || i + 1 == n || digit(s[i + 1]) < 0) {
      dbx_buf_free(&b);
      return dbx_fail(DBX_E208, (dbx_span){0},
                      "non-hexadecimal number found in fromhex() arg at position %u", wrong);
    }
    dbx_putc(&b, (char)(digit(s[i]) << 4 | digit(s[i + 1])));
    i++;
  }
  *ret = bytes_new(dbx_text(&b), b.n);
  return dbx_buf_free(&b), DBX_OK;
}

// ---- integers ----

static dbx_status byte_order(const call_args *c, const char *name, bool *big, bool *is_signed) {
  pv order = c->n > 1 ? c->at[1] : args_keyword(c, "byteorder"), s = args_keyword(c, "signed");
  DBX_TRY(args_only_keywords(c, name, "length bytes byteorder signed"));
  *big = true, *is_signed = false;
  if (s.tag != PV_UNBOUND) DBX_TRY(lang_truth(s, is_signed));
  if (order.tag == PV_UNBOUND) return DBX_OK;
  if (!is_str(order))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s() argument 'byteorder' must be str, not %s", name,
                    lang_type_name(order));
  *big = STR(order)->n == 3 && !memcmp(STR(order)->s, "big", 3);
  if (*big || (STR(order)->n == 6 && !memcmp(STR(order)->s, "little", 6))) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "byteorder must be either 'little' or 'big'");
}

// z as n bytes in two's complement; false: it does not fit.
static bool put_bytes(mpz_t z, int64_t n, bool is_signed, char *to) {
  size_t bits = mpz_sizeinbase(z, 2), count;
  bool negative = mpz_sgn(z) < 0;
  if (negative && is_signed) { // z + 256**n
    mpz_t whole, low;
    mpz_init(whole), mpz_init(low);
    mpz_setbit(whole, (mp_bitcnt_t)n * 8);
    if (n) mpz_setbit(low, (mp_bitcnt_t)n * 8 - 1);
    mpz_neg(low, low);
    bool fits = n && mpz_cmp(z, low) >= 0;
    mpz_add(z, z, whole);
    mpz_clear(whole), mpz_clear(low);
    if (!fits) return false;
  } else if (mpz_sgn(z) && bits > (size_t)n * 8 - (is_signed && n)) return false;
  if (mpz_sgn(z)) (void)mpz_export(to, &count, -1, 1, 0, 0, z);
  return true;
}

static void reverse(char *s, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    char c = s[i];
    s[i] = s[n - 1 - i], s[n - 1 - i] = c;
  }
}

dbx_status int_to_bytes(const call_args *c, pv *ret) {
  bool big, is_signed;
  int64_t n = 1;
  mpz_t z;
  DBX_TRY(byte_order(c, "to_bytes", &big, &is_signed));
  DBX_TRY(args_count(c, "to_bytes", 0, 2));
  pv length = c->n ? c->at[0] : args_keyword(c, "length");
  if (length.tag != PV_UNBOUND) DBX_TRY(lang_index(length, &n));
  if (n < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "length argument must be non-negative");
  DBX_TRY(lang_check_room((double)n));
  number_get_mpz(native_self(c), z);
  bool below = mpz_sgn(z) < 0 && !is_signed;
  char *to = dbx_alloc((size_t)n + 1);
  memset(to, 0, (size_t)n + 1);
  bool fits = !below && put_bytes(z, n, is_signed, to);
  mpz_clear(z);
  if (big) reverse(to, (size_t)n);
  if (fits) *ret = bytes_new(to, (size_t)n);
  free(to);
  if (fits) return DBX_OK;
  return dbx_fail(DBX_E211, (dbx_span){0},
                  below ? "can't convert negative int to unsigned" : "int too big to convert");
}

dbx_status int_from_bytes(const call_args *c, pv *ret) {
  bool big, is_signed;
  dbx_buf b = {0};
  mpz_t z;
  DBX_TRY(byte_order(c, "from_bytes", &big, &is_signed));
  pv v = c->n ? c->at[0] : args_keyword(c, "bytes");
  if (v.tag == PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0},
                    "from_bytes() missing required argument 'bytes' (pos 1)");
  dbx_status st = bytes_raw_of(v, &b);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  if (big && b.n) reverse(b.at, b.n);
  mpz_init(z);
  if (b.n) mpz_import(z, b.n, -1, 1, 0, 0, b.at);
  if (b.n && is_signed && (b.at[b.n - 1] & 0x80)) {
    mpz_t whole;
    mpz_init(whole);
    mpz_setbit(whole, (mp_bitcnt_t)b.n * 8);
    mpz_sub(z, z, whole);
    mpz_clear(whole);
  }
  dbx_buf_free(&b);
  return *ret = bigint_take(z), DBX_OK;
}

// ---- float.fromhex ----

// A sign, digits with a point, an exponent of two; for strtod.
static bool is_hex_float(const char *s) {
  size_t digits = 0;
  for (; isxdigit((unsigned char)*s); s++) digits++;
  if (*s == '.')
    for (s++; isxdigit((unsigned char)*s); s++) digits++;
  if (!digits) return false;
  if ((*s | 32) == 'p') {
    s++;
    if (*s == '+' || *s == '-') s++;
    if (!isdigit((unsigned char)*s)) return false;
    while (isdigit((unsigned char)*s)) s++;
  }
  return !*s;
}

dbx_status float_fromhex(const call_args *c, pv *ret) {
  double x = 0;
  DBX_TRY(args_no_keywords(c, "fromhex"));
  DBX_TRY(args_count(c, "fromhex", 1, 1));
  if (!is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "bad argument type for built-in operation");
  const char *s = STR(c->at[0])->s, *end = s + STR(c->at[0])->n;
  while (s < end && isspace((unsigned char)*s)) s++;
  while (end > s && isspace((unsigned char)end[-1])) end--;
  bool minus = s < end && *s == '-';
  if (s < end && (*s == '-' || *s == '+')) s++;
  if (end - s > 1 && *s == '0' && (s[1] | 32) == 'x') s += 2;
  dbx_buf b = {0};
  dbx_put(&b, "0x");
  dbx_putn(&b, s, (size_t)(end - s));
  const char *text = dbx_text(&b) + 2;
  bool named =
      !strcasecmp(text, "inf") || !strcasecmp(text, "infinity") || !strcasecmp(text, "nan");
  bool fits = named || is_hex_float(text);
  if (fits) x = strtod(named ? text : dbx_text(&b), NULL);
  dbx_buf_free(&b);
  if (!fits) return dbx_fail(DBX_E208, (dbx_span){0}, "invalid hexadecimal floating-point string");
  if (isinf(x) && !named)
    return dbx_fail(DBX_E211, (dbx_span){0}, "hexadecimal value too large to represent as a float");
  return *ret = pv_float(minus ? -x : x), DBX_OK;
}
