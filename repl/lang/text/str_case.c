// Methods of str that go through it character by character: case, questions, translation.
#include "lang/text/str_text.h"

#include <stdlib.h>

// ---- case ----

typedef enum casing { LOWER, UPPER, SWAP, TITLE, CAPITAL } casing;

static bool is_cased(utf8proc_int32_t c) {
  return utf8proc_tolower(c) != c || utf8proc_toupper(c) != c;
}

// The same for ASCII; *first as there.
static char change_letter(char ch, casing how, bool *first) {
  bool capital = ch >= 'A' && ch <= 'Z', letter = capital || (ch >= 'a' && ch <= 'z');
  bool up =
      how == UPPER || (how == SWAP && !capital) || ((how == TITLE || how == CAPITAL) && *first);
  *first = how == TITLE && !letter;
  return letter && up == !capital ? (char)(ch ^ 0x20) : ch;
}

static dbx_status change_case(const call_args *c, casing how, pv *ret) {
  piece s = text_of(native_self(c));
  const char *p = s.at, *end = s.at + s.n;
  dbx_buf b = {0};
  bool first = true; // of a word, or of the text
  DBX_TRY(method_args(c, 0, 0));
  while (p < end) {
    if (!(*p & 0x80) && !dbx_stopping()) {
      dbx_putc(&b, change_letter(*p++, how, &first));
      continue;
    }
    utf8proc_int32_t ch = next_point(&p, end), lower = utf8proc_tolower(ch);
    bool up =
        how == UPPER || (how == SWAP && lower == ch) || ((how == TITLE || how == CAPITAL) && first);
    first = how == TITLE && !is_cased(ch);
    if (!up && ch == 0x130) dbx_put(&b, "i\u0307"); // the capital I with a dot
    else if (up && ch == 0xdf)
      dbx_put(&b,
              how == UPPER || how == SWAP ? "SS" : "Ss"); // the sharp s has no capital of its own
    else
      put_point(&b,
                up ? (how == TITLE || how == CAPITAL ? utf8proc_totitle(ch) : utf8proc_toupper(ch))
                   : lower);
  }
  return *ret = str_take(&b), DBX_OK;
}
dbx_status str_lower(const call_args *c, pv *ret) { return change_case(c, LOWER, ret); }
dbx_status str_upper(const call_args *c, pv *ret) { return change_case(c, UPPER, ret); }
dbx_status str_swapcase(const call_args *c, pv *ret) { return change_case(c, SWAP, ret); }
dbx_status str_title(const call_args *c, pv *ret) { return change_case(c, TITLE, ret); }
dbx_status str_capitalize(const call_args *c, pv *ret) { return change_case(c, CAPITAL, ret); }

dbx_status str_casefold(const call_args *c, pv *ret) {
  utf8proc_uint8_t *folded = NULL;
  piece s = text_of(native_self(c));
  DBX_TRY(method_args(c, 0, 0));
  utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)s.at, (utf8proc_ssize_t)s.n, &folded,
                                    UTF8PROC_CASEFOLD);
  *ret = n < 0 ? native_self(c) : str_new((char *)folded, (size_t)n);
  free(folded);
  return DBX_OK;
}

// ---- questions ----

static bool category_in(utf8proc_int32_t c, utf8proc_category_t from, utf8proc_category_t to) {
  utf8proc_category_t k = utf8proc_category(c);
  return k >= from && k <= to;
}
static bool is_alpha(utf8proc_int32_t c) {
  return category_in(c, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LO);
}
static bool is_decimal(utf8proc_int32_t c) { return utf8proc_category(c) == UTF8PROC_CATEGORY_ND; }
static bool is_digit(utf8proc_int32_t c) {
  return is_decimal(c) || c == 0xb2 || c == 0xb3 || c == 0xb9 || c == 0x2070 ||
         (c >= 0x2074 && c <= 0x2079) || (c >= 0x2080 && c <= 0x2089);
}
static bool is_numeric(utf8proc_int32_t c) {
  return category_in(c, UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO);
}
static bool is_alnum(utf8proc_int32_t c) { return is_alpha(c) || is_numeric(c); }
static bool is_ascii(utf8proc_int32_t c) { return c < 0x80; }

static dbx_status all_are(const call_args *c, bool (*is)(utf8proc_int32_t c), bool empty, pv *ret) {
  piece s = text_of(native_self(c));
  const char *p = s.at, *end = s.at + s.n;
  bool yes = s.n || empty;
  DBX_TRY(method_args(c, 0, 0));
  while (yes && p < end) yes = is(next_point(&p, end));
  return *ret = pv_bool(yes), DBX_OK;
}
dbx_status str_isalpha(const call_args *c, pv *ret) { return all_are(c, is_alpha, false, ret); }
dbx_status str_isalnum(const call_args *c, pv *ret) { return all_are(c, is_alnum, false, ret); }
dbx_status str_isdigit(const call_args *c, pv *ret) { return all_are(c, is_digit, false, ret); }
dbx_status str_isdecimal(const call_args *c, pv *ret) { return all_are(c, is_decimal, false, ret); }
dbx_status str_isnumeric(const call_args *c, pv *ret) { return all_are(c, is_numeric, false, ret); }
dbx_status str_isspace(const call_args *c, pv *ret) { return all_are(c, is_blank, false, ret); }
dbx_status str_isascii(const call_args *c, pv *ret) { return all_are(c, is_ascii, true, ret); }
dbx_status str_isprintable(const call_args *c, pv *ret) {
  return all_are(c, quote_printable, true, ret);
}

static dbx_status all_cased(const call_args *c, bool upper, pv *ret) {
  piece s = text_of(native_self(c));
  const char *p = s.at, *end = s.at + s.n;
  bool yes = true, any = false;
  DBX_TRY(method_args(c, 0, 0));
  while (yes && p < end) {
    utf8proc_int32_t ch = next_point(&p, end);
    if (!is_cased(ch)) continue;
    any = true;
    yes = upper ? utf8proc_tolower(ch) != ch : utf8proc_tolower(ch) == ch;
  }
  return *ret = pv_bool(yes && any), DBX_OK;
}
dbx_status str_isupper(const call_args *c, pv *ret) { return all_cased(c, true, ret); }
dbx_status str_islower(const call_args *c, pv *ret) { return all_cased(c, false, ret); }

dbx_status str_istitle(const call_args *c, pv *ret) {
  piece s = text_of(native_self(c));
  const char *p = s.at, *end = s.at + s.n;
  bool yes = true, any = false, inside = false;
  DBX_TRY(method_args(c, 0, 0));
  while (yes && p < end) {
    utf8proc_int32_t ch = next_point(&p, end);
    bool upper = utf8proc_tolower(ch) != ch, cased = is_cased(ch);
    if (cased) yes = upper != inside, any = true;
    inside = cased;
  }
  return *ret = pv_bool(yes && any), DBX_OK;
}

dbx_status str_isidentifier(const call_args *c, pv *ret) {
  piece s = text_of(native_self(c));
  const char *p = s.at, *end = s.at + s.n;
  bool yes = s.n != 0;
  DBX_TRY(method_args(c, 0, 0));
  while (yes && p < end) {
    bool first = p == s.at;
    utf8proc_int32_t ch = next_point(&p, end);
    yes =
        ch == '_' || is_alpha(ch) ||
        (!first && (is_decimal(ch) || category_in(ch, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC)));
  }
  return *ret = pv_bool(yes), DBX_OK;
}

// ---- translation: a dictionary from code points ----

static dbx_status put_translated(dbx_buf *b, utf8proc_int32_t ch, pv table) {
  pv v;
  if (lang_getitem(table, pv_int(ch), &v) != DBX_OK) {
    if (!lang_pending_is(DBX_S_LookupError)) return DBX_FAIL;
    dbx_diag_forget();
    return put_point(b, ch), DBX_OK;
  }
  if (is_none(v)) return DBX_OK;
  if (is_str(v)) return dbx_putn(b, STR(v)->s, STR(v)->n), DBX_OK;
  if (is_int(v) && v.i >= 0 && utf8proc_codepoint_valid((utf8proc_int32_t)v.i) && v.i <= 0x10ffff)
    return put_point(b, (utf8proc_int32_t)v.i), DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "character mapping must return integer, None or str");
}

dbx_status str_translate(const call_args *c, pv *ret) {
  piece s = text_of(native_self(c));
  const char *p = s.at, *end = s.at + s.n;
  dbx_buf b = {0};
  DBX_TRY(method_args(c, 1, 1));
  dbx_status st = DBX_OK;
  while (st == DBX_OK && p < end) st = put_translated(&b, next_point(&p, end), c->at[0]);
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

// ---- tables for translate ----

static dbx_status table_of_dict(const o_dict *from, o_dict *to) {
  uint32_t i = 0;
  dict_entry *e;
  while (dict_next(from, &i, &e)) {
    pv key = e->key;
    if (is_str(key)) {
      if (STR(key)->points != 1)
        return dbx_fail(DBX_E208, (dbx_span){0},
                        "string keys in translate table must be of length 1");
      const char *p = STR(key)->s;
      key = pv_int(next_point(&p, p + STR(key)->n));
    }
    DBX_TRY(dict_set(to, key, e->val));
  }
  return DBX_OK;
}

static dbx_status table_of_texts(const call_args *c, o_dict *to) {
  for (uint32_t i = 0; i < c->n; i++)
    if (!is_str(c->at[i]))
      return dbx_fail(DBX_E204, (dbx_span){0}, "maketrans() argument %u must be str, not %s", i + 1,
                      lang_type_name(c->at[i]));
  if (STR(c->at[0])->points != STR(c->at[1])->points)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "the first two maketrans arguments must have equal length");
  const char *at[3], *end[3];
  for (uint32_t i = 0; i < c->n; i++) at[i] = STR(c->at[i])->s, end[i] = at[i] + STR(c->at[i])->n;
  while (at[0] < end[0]) {
    pv from = pv_int(next_point(&at[0], end[0])), into = pv_int(next_point(&at[1], end[1]));
    DBX_TRY(dict_set(to, from, into));
  }
  while (c->n == 3 && at[2] < end[2])
    DBX_TRY(dict_set(to, pv_int(next_point(&at[2], end[2])), pv_none()));
  return DBX_OK;
}

dbx_status str_maketrans(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "maketrans"));
  DBX_TRY(args_count(c, "maketrans", 1, 3));
  if (c->n == 1 && !is_obj(c->at[0], T_DICT))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "if you give only one argument to maketrans it must be a dict");
  uint32_t mark = lang_pins();
  pv table = dict_new();
  lang_pin(table);
  dbx_status st =
      c->n == 1 ? table_of_dict(DICT(c->at[0]), DICT(table)) : table_of_texts(c, DICT(table));
  lang_unpin(mark);
  if (st == DBX_OK) *ret = table;
  return st;
}
