// Methods of bytes and bytearray. What str has too, and what does not ask which characters are
// letters or blanks, is done by the method of str, on the text whose code points are the octets.
#include "lang/bytes/bytes.h"

#include <string.h>

static const char *name_of(const call_args *c) { return ((o_native *)c->fn.o)->name; }

// ---- as texts of Latin-1 ----

// Where an octet can stand for itself.
static bool takes_number(const char *name) {
  static const char *const names[] = {"count", "find", "index", "rfind", "rindex"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

static dbx_status refuse(pv v) { return bytes_of(v, NULL, &(octets){0}); }

static dbx_status first_argument(const call_args *c, pv v, pv *ret) {
  unsigned char one;
  const char *name = name_of(c);
  *ret = v;
  if (takes_number(name)) {
    if (is_none(v) || (!is_int(v) && !number_is_big(v) && !is_instance(v)))
      return dbx_fail(DBX_E204, (dbx_span){0},
                      "argument should be integer or bytes-like object, not '%s'",
                      lang_type_name(v));
    DBX_TRY(bytes_item_value(v, "byte", &one));
    return bytes_decode((octets){&one, 1}, "latin-1", "strict", ret);
  }
  if (strstr(name, "with"))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "%s first arg must be bytes or a tuple of bytes, not %s", name,
                    lang_type_name(v));
  bool number = !strcmp(name, "center") || strstr(name, "just") || !strcmp(name, "zfill") ||
                !strcmp(name, "expandtabs");
  return number ? DBX_OK : refuse(v);
}

static dbx_status tuple_of_texts(pv v, pv *ret) {
  uint32_t mark = lang_pins();
  pv all = tuple_new(NULL, SEQ(v)->n), one;
  for (uint32_t i = 0; i < SEQ(v)->n; i++) SEQ(all)->at[i] = pv_none();
  lang_pin(all);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(v)->n; i++)
    if ((st = bytes_to_text(SEQ(v)->at[i], &one)) == DBX_OK) SEQ(all)->at[i] = one;
  lang_unpin(mark);
  return *ret = all, st;
}

// All arguments as str's method takes them; octets among them become texts. They are pinned.
static dbx_status arguments(const call_args *c, call_args *to) {
  uint32_t mark = lang_pins();
  for (uint32_t i = 0; i < c->n + c->n_kw; i++) {
    pv v = i < c->n ? c->at[i] : c->kw_at[i - c->n];
    if (is_obj(v, T_TUPLE)) DBX_TRY(tuple_of_texts(v, &v));
    else if (bytes_is(v)) DBX_TRY(bytes_to_text(v, &v));
    else if (!i) DBX_TRY(first_argument(c, v, &v));
    else if (is_str(v)) return refuse(v);
    lang_pin(v);
  }
  DBX_TRY(lang_check_pins());
  to->at = lang_pin_at(mark), to->n = c->n;
  to->kw = c->kw, to->kw_at = lang_pin_at(mark + c->n), to->n_kw = c->n_kw;
  return DBX_OK;
}

static dbx_status by_text(const call_args *c, pv *ret) {
  pv self = native_self(c), text, method;
  call_args d = {.span = c->span, .env = c->env};
  uint32_t mark = lang_pins();
  dbx_status st = bytes_to_text(self, &text);
  if (st == DBX_OK) {
    lang_pin(text);
    st = lang_getattr(text, dbx_intern(name_of(c)), &method);
  }
  if (st == DBX_OK) {
    lang_pin(method);
    d.fn = method;
    st = arguments(c, &d);
  }
  if (st == DBX_OK) st = lang_call_args(method, &d, &text);
  if (st == DBX_OK) {
    lang_pin(text);
    st = bytes_from_text(self, text, ret);
  }
  lang_unpin(mark);
  return st;
}

// ---- methods of str ----

#define BY_TEXT(name)                                                                              \
  dbx_status bytes_##name(const call_args *c, pv *ret) { return by_text(c, ret); }
BY_TEXT(center)
BY_TEXT(count)
BY_TEXT(endswith)
BY_TEXT(expandtabs)
BY_TEXT(find)
BY_TEXT(ljust)
BY_TEXT(partition)
BY_TEXT(removeprefix)
BY_TEXT(removesuffix)
BY_TEXT(replace)
BY_TEXT(rfind)
BY_TEXT(rjust)
BY_TEXT(rpartition)
BY_TEXT(startswith)
BY_TEXT(zfill)

// The same with the words that bytes has for what is not there.
static dbx_status index_by_text(const call_args *c, bool last, pv *ret) {
  call_args d = *c;
  d.fn = native_new(last ? "rfind" : "find", NULL, native_self(c), NULL);
  lang_pin(d.fn);
  dbx_status st = by_text(&d, ret);
  lang_unpin(lang_pins() - 1);
  if (st == DBX_OK && is_int(*ret) && ret->i < 0)
    return dbx_fail(DBX_E208, (dbx_span){0}, "subsection not found");
  return st;
}
dbx_status bytes_index(const call_args *c, pv *ret) { return index_by_text(c, false, ret); }
dbx_status bytes_rindex(const call_args *c, pv *ret) { return index_by_text(c, true, ret); }

// Without an argument blanks are meant, which are those of ASCII.
#define BLANKS " \t\n\r\v\f"
static dbx_status stripped(const call_args *c, pv *ret) {
  call_args d = *c;
  DBX_TRY(method_args(c, 0, 1));
  if (c->n && !is_none(c->at[0])) return by_text(c, ret);
  pv blanks = bytes_new(BLANKS, sizeof BLANKS - 1);
  lang_pin(blanks);
  d.at = &blanks, d.n = 1;
  dbx_status st = by_text(&d, ret);
  return lang_unpin(lang_pins() - 1), st;
}
dbx_status bytes_strip(const call_args *c, pv *ret) { return stripped(c, ret); }
dbx_status bytes_lstrip(const call_args *c, pv *ret) { return stripped(c, ret); }
dbx_status bytes_rstrip(const call_args *c, pv *ret) { return stripped(c, ret); }

// ---- splitting ----

static bool is_blank(unsigned char c) { return c && strchr(BLANKS, c); }

static dbx_status push_part(pv list, pv like, octets s, size_t from, size_t to) {
  pv part;
  DBX_TRY(bytes_like(like, s.at + from, to - from, &part));
  return list_push(SEQ(list), part), dbx_poll();
}

// At blanks, at most `most` times, all if that is negative.
static dbx_status split_first(pv like, octets s, int64_t most, pv list) {
  size_t i = 0;
  for (;; most--) {
    while (i < s.n && is_blank(s.at[i])) i++;
    if (i == s.n) return DBX_OK;
    if (!most) return push_part(list, like, s, i, s.n);
    size_t begin = i;
    while (i < s.n && !is_blank(s.at[i])) i++;
    DBX_TRY(push_part(list, like, s, begin, i));
  }
}

// The same from the end; the parts come in reverse.
static dbx_status split_last(pv like, octets s, int64_t most, pv list) {
  size_t i = s.n;
  for (;; most--) {
    while (i && is_blank(s.at[i - 1])) i--;
    if (!i) return DBX_OK;
    if (!most) return push_part(list, like, s, 0, i);
    size_t end = i;
    while (i && !is_blank(s.at[i - 1])) i--;
    DBX_TRY(push_part(list, like, s, i, end));
  }
}

static dbx_status split_plain(const call_args *c, bool last, pv *ret) {
  int64_t most = -1;
  dbx_buf none = {0};
  octets s;
  pv limit = c->n > 1 ? c->at[1] : args_keyword(c, "maxsplit");
  if (limit.tag != PV_UNBOUND) DBX_TRY(lang_index(limit, &most));
  DBX_TRY(bytes_of(native_self(c), &none, &s));
  *ret = list_new(NULL, 0);
  lang_pin(*ret);
  dbx_status st = (last ? split_last : split_first)(native_self(c), s, most, *ret);
  lang_unpin(lang_pins() - 1);
  o_seq *l = SEQ(*ret);
  for (uint32_t i = 0, k = l->n; last && k && i < --k; i++) {
    pv one = l->at[i];
    l->at[i] = l->at[k], l->at[k] = one;
  }
  return st;
}

static dbx_status split(const call_args *c, bool last, pv *ret) {
  DBX_TRY(args_only_keywords(c, name_of(c), "sep maxsplit"));
  DBX_TRY(args_count(c, name_of(c), 0, 2));
  pv sep = c->n ? c->at[0] : args_keyword(c, "sep");
  return sep.tag == PV_UNBOUND || is_none(sep) ? split_plain(c, last, ret) : by_text(c, ret);
}
dbx_status bytes_split(const call_args *c, pv *ret) { return split(c, false, ret); }
dbx_status bytes_rsplit(const call_args *c, pv *ret) { return split(c, true, ret); }

dbx_status bytes_splitlines(const call_args *c, pv *ret) {
  dbx_buf none = {0};
  octets s;
  bool keep = false;
  DBX_TRY(args_only_keywords(c, "splitlines", "keepends"));
  DBX_TRY(args_count(c, "splitlines", 0, 1));
  pv v = c->n ? c->at[0] : args_keyword(c, "keepends");
  if (v.tag != PV_UNBOUND) DBX_TRY(lang_truth(v, &keep));
  DBX_TRY(bytes_of(native_self(c), &none, &s));
  *ret = list_new(NULL, 0);
  lang_pin(*ret);
  dbx_status st = DBX_OK;
  for (size_t i = 0, end; st == DBX_OK && i < s.n; i = end) {
    size_t stop = i;
    while (stop < s.n && s.at[stop] != '\n' && s.at[stop] != '\r') stop++;
    end = stop < s.n ? stop + 1 : stop;
    if (end < s.n && s.at[stop] == '\r' && s.at[end] == '\n') end++;
    st = push_part(*ret, native_self(c), s, i, keep ? end : stop);
  }
  return lang_unpin(lang_pins() - 1), st;
}

dbx_status bytes_join(const call_args *c, pv *ret) {
  pv items;
  dbx_buf b = {0}, none = {0};
  octets s, part;
  DBX_TRY(method_args(c, 1, 1));
  if (!lang_iterable(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "can only join an iterable");
  DBX_TRY(lang_items(c->at[0], &items));
  lang_pin(items);
  dbx_status st = bytes_of(native_self(c), &none, &s);
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(items)->n; i++) {
    pv v = SEQ(items)->at[i];
    dbx_buf own = {0};
    if (!bytes_is(v))
      st = dbx_fail(DBX_E204, (dbx_span){0},
                    "sequence item %u: expected a bytes-like object, %s found", i,
                    lang_type_name(v));
    else st = bytes_of(v, &own, &part);
    if (st == DBX_OK) st = lang_check_room((double)b.n + (double)s.n + (double)part.n);
    if (st == DBX_OK && i) dbx_putn(&b, (const char *)s.at, s.n);
    if (st == DBX_OK) dbx_putn(&b, (const char *)part.at, part.n);
    dbx_buf_free(&own);
  }
  lang_unpin(lang_pins() - 1);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  return bytes_take(native_self(c), &b, ret);
}

#define M(name) {#name, bytes_##name},
const native_row bytes_methods[] = {{"decode", bytes_decode_method},
                                    {"fromhex", bytes_fromhex},
                                    BYTES_METHODS(M) BYTES_CASE_METHODS(M){NULL, NULL}};
