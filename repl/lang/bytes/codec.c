// Texts as octets and back: str.encode and bytes.decode, with CPython's names, messages and ways
// to go on after an error.
#include "lang/bytes/bytes.h"
#include "lang/text/str_text.h"

#include <ctype.h>
#include <string.h>

typedef enum codec_kind { UTF8, UTF8_SIG, LIMITED, UTF16, UTF32 } codec_kind;
typedef struct codec {
  const char *names; // blank-separated, as `plain` writes them; the first is the name in messages
  codec_kind kind;
  uint32_t limit; // LIMITED: code points below it
  bool big, mark; // UTF16, UTF32: the order of octets; whether a byte order mark begins the text
} codec;
static const codec codecs[] = {
    {"utf-8 utf8 u8 utf cp65001", UTF8, 0, false, false},
    {"utf-8-sig utf8-sig", UTF8_SIG, 0, false, true},
    {"ascii us-ascii 646 ansi-x3.4-1968", LIMITED, 128, false, false},
    {"latin-1 latin1 iso-8859-1 iso8859-1 8859 cp819 latin l1", LIMITED, 256, false, false},
    {"utf-16 utf16 u16", UTF16, 0, false, true},
    {"utf-16-le utf-16le", UTF16, 0, false, false},
    {"utf-16-be utf-16be", UTF16, 0, true, false},
    {"utf-32 utf32 u32", UTF32, 0, false, true},
    {"utf-32-le utf-32le", UTF32, 0, false, false},
    {"utf-32-be utf-32be", UTF32, 0, true, false}};

static const char *message_name(const codec *c, char to[static 16]) {
  size_t n = strcspn(c->names, " ");
  memcpy(to, c->names, n);
  to[n] = 0;
  return to;
}

static bool is_listed(const char *names, const char *name) {
  size_t n = strlen(name);
  for (const char *at = names; (at = strstr(at, name)); at++)
    if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
  return false;
}

static dbx_status find_codec(const char *name, const codec **ret) {
  char plain[32];
  size_t n = 0;
  for (const char *s = name; *s && n + 1 < sizeof plain; s++)
    plain[n++] = *s == '_' || *s == ' ' ? '-' : (char)tolower((unsigned char)*s);
  plain[n] = 0;
  for (size_t i = 0; n && i < sizeof codecs / sizeof *codecs; i++)
    if (is_listed(codecs[i].names, plain)) return *ret = &codecs[i], DBX_OK;
  return dbx_fail_as(DBX_E208, DBX_S_LookupError, (dbx_span){0}, "unknown encoding: %s", name);
}

// ---- what is done where a character or an octet does not fit ----

// Of the last two: a text has no surrogates, so nothing that is written needs them; what would be
// read as one is refused by name.
typedef enum on_error {
  STRICT,
  IGNORE,
  REPLACE,
  BACKSLASH,
  XML,
  SURROGATE_PASS,
  SURROGATE_ESCAPE,
  ERRORS
} on_error;

static dbx_status find_errors(const char *name, on_error *ret) {
  static const char *const names[] = {
      "strict",        "ignore",         "replace", "backslashreplace", "xmlcharrefreplace",
      "surrogatepass", "surrogateescape"};
  for (int i = 0; i < ERRORS; i++)
    if (!strcmp(names[i], name)) return *ret = (on_error)i, DBX_OK;
  return dbx_fail_as(DBX_E208, DBX_S_LookupError, (dbx_span){0}, "unknown error handler name '%s'",
                     name);
}

// ---- encoding ----

static void put_unit(dbx_buf *b, uint32_t c, int octets_in, bool big) {
  for (int k = 0; k < octets_in; k++)
    dbx_putc(b, (char)(c >> 8 * (big ? octets_in - 1 - k : k) & 255));
}

static void put_wide(dbx_buf *b, const codec *k, uint32_t c) {
  if (k->kind == UTF32) {
    put_unit(b, c, 4, k->big);
  } else if (c < 0x10000) {
    put_unit(b, c, 2, k->big);
  } else {
    put_unit(b, 0xD800 + ((c - 0x10000) >> 10), 2, k->big);
    put_unit(b, 0xDC00 + ((c - 0x10000) & 0x3FF), 2, k->big);
  }
}

static dbx_status refuse_point(const codec *k, uint32_t c, int64_t at, const char *p,
                               const char *end) {
  char name[16];
  int64_t last = at;
  while (p < end && (uint32_t)next_point(&p, end) >= k->limit) last++;
  if (last > at)
    return dbx_fail_as(DBX_E208, DBX_S_UnicodeEncodeError, (dbx_span){0},
                       "'%s' codec can't encode characters in position %lld-%lld: ordinal not in "
                       "range(%u)",
                       message_name(k, name), (long long)at, (long long)last, k->limit);
  dbx_buf b = {0};
  quote_put_escape(&b, (int32_t)c);
  dbx_status st = dbx_fail_as(
      DBX_E208, DBX_S_UnicodeEncodeError, (dbx_span){0},
      "'%s' codec can't encode character '%s' in position %lld: ordinal not in range(%u)",
      message_name(k, name), dbx_text(&b), (long long)at, k->limit);
  return dbx_buf_free(&b), st;
}

static dbx_status encode_limited(const codec *k, const char *p, const char *end, on_error on,
                                 dbx_buf *b) {
  for (int64_t at = 0; p < end && !dbx_stopping(); at++) {
    uint32_t c = (uint32_t)next_point(&p, end);
    if (c < k->limit) dbx_putc(b, (char)c);
    else if (on == REPLACE) dbx_putc(b, '?');
    else if (on == BACKSLASH) quote_put_escape(b, (int32_t)c);
    else if (on == XML) dbx_printf(b, "&#%u;", c);
    else if (on != IGNORE) return refuse_point(k, c, at, p, end);
  }
  return dbx_poll();
}

dbx_status bytes_encode(pv text, const char *name, const char *errors, dbx_buf *b) {
  const codec *k;
  on_error on;
  const char *p = STR(text)->s, *end = p + STR(text)->n;
  DBX_TRY(find_codec(name, &k));
  DBX_TRY(find_errors(errors, &on));
  DBX_TRY(lang_check_room(4 * (double)STR(text)->n));
  if (k->kind == LIMITED) return encode_limited(k, p, end, on, b);
  if (k->kind == UTF8_SIG) dbx_put(b, "\xEF\xBB\xBF");
  if (k->kind == UTF8 || k->kind == UTF8_SIG) return dbx_putn(b, p, STR(text)->n), DBX_OK;
  if (k->mark) put_wide(b, k, 0xFEFF);
  while (p < end && !dbx_stopping()) put_wide(b, k, (uint32_t)next_point(&p, end));
  return dbx_poll();
}

// ---- decoding ----

// A character at s, of *used octets; what is wrong with it otherwise, and *used octets are left
// out.
typedef const char *(*read_point)(const codec *k, octets s, size_t *used, uint32_t *ret);

static const char *read_utf8(const codec *k, octets s, size_t *used, uint32_t *ret) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned char c = s.at[0];
  size_t n = c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
  (void)k;
  *used = 1;
  if (!n) return "invalid start byte";
  uint32_t x = n == 1 ? c : c & (0xFFu >> (n + 1));
  for (size_t i = 1; i < n; i++, *used = i) {
    if (i >= s.n) return "unexpected end of data";
    unsigned char d = s.at[i];
    // The first one behind the start tells too short forms, surrogates and what is too large.
    uint32_t first = x << 6 | (d & 0x3F), span = (uint32_t)(6 * (n - 2));
    bool outside = i == 1 && n > 2 &&
                   ((first << span) + ((1u << span) - 1) < least[n] ||
                    (n == 3 && first >> 5 == 0xD800 >> 11) || (n == 4 && first > 0x10FFFF >> 12));
    if ((d & 0xC0) != 0x80 || outside) return "invalid continuation byte";
    x = first;
  }
  return *used = n, *ret = x, NULL;
}

static const char *read_limited(const codec *k, octets s, size_t *used, uint32_t *ret) {
  *used = 1, *ret = s.at[0];
  return s.at[0] < k->limit ? NULL : "ordinal not in range(128)";
}

static uint32_t unit(octets s, size_t from, size_t n, bool big) {
  uint32_t x = 0;
  for (size_t i = 0; i < n; i++) x |= (uint32_t)s.at[from + i] << 8 * (big ? n - 1 - i : i);
  return x;
}

static const char *read_utf16(const codec *k, octets s, size_t *used, uint32_t *ret) {
  *used = s.n < 2 ? s.n : 2;
  if (s.n < 2) return "truncated data";
  uint32_t x = unit(s, 0, 2, k->big);
  *ret = x;
  if (x < 0xD800 || x > 0xDFFF) return NULL;
  if (x > 0xDBFF) return "illegal encoding";
  if (s.n < 4) return *used = s.n, "unexpected end of data";
  uint32_t y = unit(s, 2, 2, k->big);
  if (y < 0xDC00 || y > 0xDFFF) return "illegal UTF-16 surrogate";
  return *used = 4, *ret = 0x10000 + ((x - 0xD800) << 10) + (y - 0xDC00), NULL;
}

static const char *read_utf32(const codec *k, octets s, size_t *used, uint32_t *ret) {
  *used = s.n < 4 ? s.n : 4;
  if (s.n < 4) return "truncated data";
  *ret = unit(s, 0, 4, k->big);
  if (*ret >= 0xD800 && *ret <= 0xDFFF) return "code point in surrogate code point range";
  return *ret > 0x10FFFF ? "code point not in range(0x110000)" : NULL;
}

static dbx_status refuse_octets(const codec *k, octets s, size_t at, size_t n, const char *why) {
  char name[16];
  message_name(k, name);
  if (n == 1)
    return dbx_fail_as(DBX_E208, DBX_S_UnicodeDecodeError, (dbx_span){0},
                       "'%s' codec can't decode byte 0x%02x in position %zu: %s", name, s.at[at],
                       at, why);
  return dbx_fail_as(DBX_E208, DBX_S_UnicodeDecodeError, (dbx_span){0},
                     "'%s' codec can't decode bytes in position %zu-%zu: %s", name, at, at + n - 1,
                     why);
}

// The order that a byte order mark names; octets behind it.
static codec without_mark(const codec *k, octets *s) {
  codec c = *k;
  size_t n = k->kind == UTF8_SIG ? 3 : k->kind == UTF16 ? 2 : 4;
  if (!k->mark || s->n < n) return c;
  bool utf8 = k->kind == UTF8_SIG, small = !utf8 && unit(*s, 0, n, false) == 0xFEFF,
       big = !utf8 && unit(*s, 0, n, true) == 0xFEFF,
       sign = utf8 && !memcmp(s->at, "\xEF\xBB\xBF", 3);
  c.big = big;
  if (small || big || sign) s->at += n, s->n -= n;
  return c;
}

// Do the octets from i on stand for a surrogate, which `surrogatepass` lets through?
static bool is_surrogate(const codec *k, octets s, size_t i) {
  octets rest = {s.at + i, s.n - i};
  if (k->kind == UTF16) return rest.n > 1 && unit(rest, 0, 2, k->big) >> 11 == 0x1B;
  if (k->kind == UTF32) return rest.n > 3 && unit(rest, 0, 4, k->big) >> 11 == 0x1B;
  return k->kind != LIMITED && rest.n > 2 && rest.at[0] == 0xED && rest.at[1] >= 0xA0 &&
         rest.at[1] < 0xC0 && rest.at[2] >> 6 == 2;
}

dbx_status bytes_decode(octets s, const char *name, const char *errors, pv *ret) {
  static const read_point readers[] = {read_utf8, read_utf8, read_limited, read_utf16, read_utf32};
  const codec *found;
  on_error on;
  DBX_TRY(find_codec(name, &found));
  DBX_TRY(find_errors(errors, &on));
  DBX_TRY(lang_check_room(2 * (double)s.n));
  size_t before = s.n, used;
  codec k = without_mark(found, &s);
  dbx_buf b = {0};
  dbx_status st = DBX_OK;
  before -= s.n;
  for (size_t i = 0; st == DBX_OK && i < s.n && !dbx_stopping(); i += used) {
    uint32_t c = 0;
    const char *why = readers[k.kind](&k, (octets){s.at + i, s.n - i}, &used, &c);
    if (!why) put_point(&b, (utf8proc_int32_t)c);
    else if (on == REPLACE) put_point(&b, 0xFFFD);
    else if (on == BACKSLASH)
      for (size_t j = 0; j < used; j++) quote_put_escape(&b, s.at[i + j]);
    else if (on == SURROGATE_ESCAPE || (on == SURROGATE_PASS && is_surrogate(&k, s, i)))
      st = dbx_fail(DBX_E218, (dbx_span){0}, "surrogates are not characters here");
    else if (on != IGNORE)
      st = refuse_octets(&k, (octets){s.at - before, s.n + before}, i + before, used, why);
  }
  if (st == DBX_OK) st = dbx_poll();
  if (st == DBX_OK) *ret = str_take(&b);
  return dbx_buf_free(&b), st;
}

// ---- octets as the code points of a text, and back ----

dbx_status bytes_to_text(pv v, pv *ret) {
  dbx_buf own = {0};
  octets s;
  dbx_status st = bytes_of(v, &own, &s);
  if (st == DBX_OK) st = bytes_decode(s, "latin-1", "strict", ret);
  return dbx_buf_free(&own), st;
}

static dbx_status from_texts(pv like, pv v, pv *ret) {
  bool tuple = is_obj(v, T_TUPLE);
  uint32_t n = SEQ(v)->n, mark = lang_pins();
  pv all = tuple ? tuple_new(NULL, n) : list_new(NULL, n), one;
  for (uint32_t i = 0; i < n; i++) SEQ(all)->at[i] = pv_none();
  lang_pin(all);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n; i++)
    if ((st = bytes_from_text(like, SEQ(v)->at[i], &one)) == DBX_OK) SEQ(all)->at[i] = one;
  lang_unpin(mark);
  return *ret = all, st == DBX_OK ? dbx_poll() : st;
}

dbx_status bytes_from_text(pv like, pv v, pv *ret) {
  dbx_buf b = {0};
  if (is_seq(v)) return from_texts(like, v, ret);
  if (!is_str(v)) return *ret = v, DBX_OK;
  dbx_status st = bytes_encode(v, "latin-1", "strict", &b);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  return bytes_take(like, &b, ret);
}

// ---- arguments ----

static dbx_status text_argument(const call_args *c, const char *fn, uint32_t i, const char *name,
                                const char **ret, bool *given) {
  pv v = c->n > i ? c->at[i] : args_keyword(c, name);
  if (v.tag == PV_UNBOUND) return DBX_OK;
  *given = true;
  if (!is_str(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s() argument '%s' must be str, not %s", fn, name,
                    lang_type_name(v));
  return *ret = STR(lang_terminated(v))->s, DBX_OK;
}

dbx_status bytes_codec_arguments(const call_args *c, uint32_t i, const char **name,
                                 const char **errors, bool *given) {
  const char *fn = is_obj(c->fn, T_NATIVE) ? ((o_native *)c->fn.o)->name : lang_callee_name(c->fn);
  *name = "utf-8", *errors = "strict", *given = false;
  DBX_TRY(text_argument(c, fn, i, "encoding", name, given));
  return text_argument(c, fn, i + 1, "errors", errors, given);
}

dbx_status str_encode(const call_args *c, pv *ret) {
  const char *name, *errors;
  bool given;
  dbx_buf b = {0};
  DBX_TRY(args_only_keywords(c, "encode", "encoding errors"));
  DBX_TRY(args_count(c, "encode", 0, 2));
  DBX_TRY(bytes_codec_arguments(c, 0, &name, &errors, &given));
  dbx_status st = bytes_encode(native_self(c), name, errors, &b);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  return bytes_take(PV(PV_UNBOUND), &b, ret);
}
