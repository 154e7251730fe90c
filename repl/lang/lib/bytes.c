// bytes and bytearray: cells of types.def and methods. Most methods are those of the texts and
// lists that they hold; what differs by the alphabet is done here, on the bytes.
#include "lang/value/bytes.h"
#include "lang/lib/builtins.h"
#include "lang/lib/types.h"

#include <ctype.h>
#include <string.h>

static bool is_array_of(pv v) { return is_obj(v, T_BYTEARRAY); }

// A result of a method of texts, as one of the type of `like`: texts become bytes.
static pv wrap(pv like, pv v) {
  if (is_str(v) && !is_array_of(like)) return bytes_of_text(v);
  if (is_str(v)) {
    dbx_buf b = {0};
    bytes_raw_of_text(v, &b);
    pv made = bytearray_new(dbx_text(&b), b.n);
    dbx_buf_free(&b);
    return made;
  }
  if (!is_seq(v)) return v;
  uint32_t mark = lang_pins();
  lang_pin(v);
  for (uint32_t i = 0; i < SEQ(v)->n; i++) SEQ(v)->at[i] = wrap(like, SEQ(v)->at[i]);
  lang_unpin(mark);
  return v;
}

static pv take(pv like, dbx_buf *b) {
  pv v = is_array_of(like) ? bytearray_new(dbx_text(b), b->n) : bytes_new(dbx_text(b), b->n);
  dbx_buf_free(b);
  return v;
}

static dbx_status not_bytes(pv v) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "a bytes-like object is required, not '%s'",
                  lang_type_name(v));
}

// ---- cells ----

dbx_status bytes_put_repr(pv v, dbx_buf *b) {
  dbx_buf raw = {0};
  bytes_raw(v, &raw);
  if (is_array_of(v)) dbx_put(b, "bytearray(");
  quote_put_bytes(b, dbx_text(&raw), raw.n);
  if (is_array_of(v)) dbx_putc(b, ')');
  dbx_buf_free(&raw);
  return dbx_poll();
}
dbx_status bytes_put(pv v, bool str, dbx_buf *b) { return (void)str, bytes_put_repr(v, b); }

dbx_status bytes_hash(pv v, uint64_t *ret) { return str_hash(bytes_held(v), ret); }
dbx_status bytes_length(pv v, int64_t *ret) {
  pv held = bytes_held(v);
  return *ret = is_array_of(v) ? SEQ(held)->n : STR(held)->points, DBX_OK;
}
dbx_status bytes_truth(pv v, bool *ret) {
  int64_t n;
  DBX_TRY(bytes_length(v, &n));
  return *ret = n != 0, DBX_OK;
}

dbx_status bytes_iter(pv v, pv *ret) {
  pv held = bytes_held(v);
  if (is_array_of(v)) return seq_iter(held, ret);
  dbx_buf raw = {0};
  bytes_raw(v, &raw);
  pv list = list_new(NULL, (uint32_t)raw.n);
  for (size_t i = 0; i < raw.n; i++) SEQ(list)->at[i] = pv_int((unsigned char)dbx_text(&raw)[i]);
  dbx_buf_free(&raw);
  uint32_t mark = lang_pins();
  lang_pin(list);
  dbx_status st = seq_iter(list, ret);
  lang_unpin(mark);
  return st;
}

static dbx_status check_index(pv x, pv i) {
  if (is_int(i) || number_is_big(i) || is_instance(i) || is_array(i)) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "%s indices must be integers or slices, not %s",
                  is_array_of(x) ? "bytearray" : "byte", lang_type_name(i));
}

// A position of x, from the front.
static dbx_status position(pv x, pv i, int64_t *ret) {
  int64_t n;
  DBX_TRY(check_index(x, i));
  DBX_TRY(lang_index(i, ret));
  DBX_TRY(bytes_length(x, &n));
  if (*ret < 0) *ret += n;
  if (*ret >= 0 && *ret < n) return DBX_OK;
  return dbx_fail(DBX_E206, (dbx_span){0},
                  is_array_of(x) ? "bytearray index out of range" : "index out of range");
}

dbx_status bytes_item(pv x, pv i, pv *ret) {
  int64_t at;
  if (is_obj(i, T_SLICE)) {
    pv text = bytes_text(x), part;
    uint32_t mark = lang_pins();
    lang_pin(text);
    dbx_status st = lang_getitem(text, i, &part);
    lang_unpin(mark);
    if (st == DBX_OK) *ret = wrap(x, part);
    return st;
  }
  DBX_TRY(position(x, i, &at));
  if (is_array_of(x)) return *ret = SEQ(bytes_held(x))->at[at], DBX_OK;
  const unsigned char *p = (const unsigned char *)lang_str_at(STR(bytes_held(x)), at);
  return *ret = pv_int(*p < 0x80 ? *p : (*p & 3) << 6 | (p[1] & 0x3F)), DBX_OK;
}

static dbx_status one_byte(pv v, pv *ret) {
  int64_t x;
  if (!is_int(v) && !is_instance(v) && !is_array(v) && !number_is_big(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object cannot be interpreted as an integer",
                    lang_type_name(v));
  if (number_is_big(v)) x = 256;
  else DBX_TRY(lang_index(v, &x));
  if (x < 0 || x > 255) return dbx_fail(DBX_E208, (dbx_span){0}, "byte must be in range(0, 256)");
  return *ret = pv_int(x), DBX_OK;
}

dbx_status bytes_raw_of(pv v, dbx_buf *b) {
  pv items, x = PV(PV_UNBOUND);
  if (bytes_is(v)) return bytes_raw(v, b), DBX_OK;
  if (is_str(v) || !lang_iterable(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "cannot convert '%s' object to bytes",
                    lang_type_name(v));
  uint32_t mark = lang_pins();
  DBX_TRY(lang_to_list(v, &items));
  lang_pin(items);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && dbx_go_on(i, SEQ(items)->n); i++) {
    st = one_byte(SEQ(items)->at[i], &x);
    if (st != DBX_OK && lang_pending_is(DBX_S_ValueError) && !is_array_of(v)) {
      dbx_diag_forget();
      st = dbx_fail(DBX_E208, (dbx_span){0}, "bytes must be in range(0, 256)");
    }
    if (st == DBX_OK) dbx_putc(b, (char)x.i);
  }
  lang_unpin(mark);
  return st == DBX_OK ? dbx_poll() : st;
}

static dbx_status as_bytearray(pv v, pv *ret) {
  dbx_buf b = {0};
  dbx_status st = bytes_raw_of(v, &b);
  if (st == DBX_OK) *ret = bytearray_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

dbx_status bytearray_setitem(pv x, pv i, pv v) {
  int64_t at;
  pv list = bytes_held(x), made;
  if (is_obj(i, T_SLICE)) {
    DBX_TRY(as_bytearray(v, &made));
    uint32_t mark = lang_pins();
    lang_pin(made);
    dbx_status st = lang_setitem(list, i, bytes_held(made));
    lang_unpin(mark);
    return st;
  }
  DBX_TRY(position(x, i, &at));
  DBX_TRY(one_byte(v, &made));
  DBX_TRY(heap_own(list.o));
  return SEQ(list)->at[at] = made, DBX_OK;
}

dbx_status bytearray_delitem(pv x, pv i) {
  int64_t at;
  if (!is_obj(i, T_SLICE)) DBX_TRY(position(x, i, &at));
  return lang_delitem(bytes_held(x), i);
}

dbx_status bytes_contains(pv x, pv item, bool *ret) {
  pv one;
  if (!bytes_is(item) && !is_int(item)) return not_bytes(item);
  if (is_int(item)) DBX_TRY(one_byte(item, &one));
  char c = is_int(item) ? (char)one.i : 0;
  pv what = is_int(item) ? bytes_text(bytes_new(&c, 1)) : bytes_text(item);
  uint32_t mark = lang_pins();
  lang_pin(what);
  pv in = bytes_text(x);
  lang_pin(in);
  dbx_status st = lang_contains(in, what, ret);
  lang_unpin(mark);
  return st;
}

// Both as texts, pinned.
static void both_texts(pv x, pv y, pv to[2]) {
  to[0] = bytes_text(x);
  lang_pin(to[0]);
  to[1] = bytes_text(y);
  lang_pin(to[1]);
}

dbx_status bytes_compare(dbx_op op, pv x, pv y, pv *ret) {
  pv t[2];
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!bytes_is(x) || !bytes_is(y)) return DBX_OK;
  uint32_t mark = lang_pins();
  both_texts(x, y, t);
  dbx_status st = lang_compare(op, t[0], t[1], ret);
  lang_unpin(mark);
  return st;
}

// The arguments of "%": bytes in them are texts.
static pv format_arguments(pv y) {
  if (bytes_is(y)) return bytes_text(y);
  if (!is_obj(y, T_TUPLE)) return y;
  pv v = tuple_new(SEQ(y)->at, SEQ(y)->n);
  uint32_t mark = lang_pins();
  lang_pin(v);
  for (uint32_t i = 0; i < SEQ(v)->n; i++)
    if (bytes_is(SEQ(v)->at[i])) SEQ(v)->at[i] = bytes_text(SEQ(v)->at[i]);
  lang_unpin(mark);
  return v;
}

dbx_status bytes_binary(dbx_op op, pv x, pv y, pv *ret) {
  bool first = bytes_is(x), count = is_int(first ? y : x);
  pv like = first ? x : y, t[2] = {x, y};
  *ret = PV(PV_NOTIMPLEMENTED);
  if (op == DBX_OP_Add && first && !bytes_is(y))
    return dbx_fail(DBX_E204, (dbx_span){0}, "can't concat %s to %s", lang_type_name(y),
                    lang_type_name(x));
  if (op == DBX_OP_Mult && !count && !is_instance(first ? y : x))
    return dbx_fail(DBX_E204, (dbx_span){0}, "can't multiply sequence by non-int of type '%s'",
                    lang_type_name(first ? y : x));
  bool fits = (op == DBX_OP_Add && first) || op == DBX_OP_Mult || (op == DBX_OP_Mod && first);
  if (!fits) return DBX_OK;
  uint32_t mark = lang_pins();
  if (op == DBX_OP_Add) both_texts(x, y, t);
  else {
    t[!first] = bytes_text(like);
    lang_pin(t[!first]);
    if (op == DBX_OP_Mod) t[1] = format_arguments(y), lang_pin(t[1]);
  }
  dbx_status st = lang_binary(op, t[0], t[1], ret);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = wrap(like, *ret);
  return st;
}

dbx_status bytearray_inplace(dbx_op op, pv x, pv y, pv *ret) {
  pv made = y, list = bytes_held(x);
  *ret = PV(PV_NOTIMPLEMENTED);
  if (op != DBX_OP_Add && op != DBX_OP_Mult) return DBX_OK;
  if (op == DBX_OP_Add && !bytes_is(y))
    return dbx_fail(DBX_E204, (dbx_span){0}, "can't concat %s to bytearray", lang_type_name(y));
  uint32_t mark = lang_pins();
  if (op == DBX_OP_Add) DBX_TRY(as_bytearray(y, &made));
  if (op == DBX_OP_Add) made = bytes_held(made);
  lang_pin(made);
  dbx_status st = lang_inplace(op, list, made, &list);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = x;
  return st;
}

// ---- methods that are those of texts ----

static dbx_status text_argument(const char *method, pv v, pv *ret) {
  bool search = strstr(method, "find") || strstr(method, "index") || !strcmp(method, "count");
  bool affix = strstr(method, "startswith") || strstr(method, "endswith");
  *ret = v;
  if (bytes_is(v)) return *ret = bytes_text(v), DBX_OK;
  if (search && is_int(v)) {
    DBX_TRY(one_byte(v, ret));
    char c = (char)ret->i;
    return *ret = bytes_text(bytes_new(&c, 1)), DBX_OK;
  }
  if (is_str(v) && affix)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "%s first arg must be bytes or a tuple of bytes, not str", method);
  if (is_str(v) && search)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "argument should be integer or bytes-like object, not 'str'");
  if (is_str(v)) return not_bytes(v);
  if (!is_obj(v, T_TUPLE) || !affix) return DBX_OK;
  return *ret = format_arguments(v), DBX_OK;
}

// Items of join, as texts in a list.
static dbx_status joined(pv items, pv *ret) {
  DBX_TRY(lang_to_list(items, ret));
  uint32_t mark = lang_pins();
  lang_pin(*ret);
  for (uint32_t i = 0; i < SEQ(*ret)->n; i++) {
    pv v = SEQ(*ret)->at[i];
    if (!bytes_is(v))
      return dbx_fail(DBX_E204, (dbx_span){0},
                      "sequence item %u: expected a bytes-like object, %s found", i,
                      lang_type_name(v));
    SEQ(*ret)->at[i] = bytes_text(v);
  }
  lang_unpin(mark);
  return DBX_OK;
}

// The method of this name of the text, with texts in the place of bytes; more: an argument behind
// the others, UNBOUND: none. The pins are given back by the caller.
static dbx_status text_method(const call_args *c, pv more, pv *ret) {
  const char *name = ((o_native *)c->fn.o)->name;
  native_fn fn = NULL;
  for (const native_row *r = str_methods; r->name; r++)
    if (!strcmp(r->name, name)) fn = r->fn;
  pv self = native_self(c), text = bytes_text(self), at[4] = {0}, kw[4] = {0};
  lang_pin(text);
  call_args d = *c;
  d.fn = native_new(name, fn, text, NULL);
  lang_pin(d.fn);
  if (c->n > 3 || c->n_kw > 4) return fn(&d, ret);
  d.at = at, d.kw_at = kw;
  for (uint32_t i = 0; i < c->n; i++) {
    bool join = !strcmp(name, "join") && lang_iterable(c->at[i]);
    DBX_TRY(join ? joined(c->at[i], &at[i]) : text_argument(name, c->at[i], &at[i]));
    lang_pin(at[i]);
  }
  for (uint32_t i = 0; i < c->n_kw; i++) {
    DBX_TRY(text_argument(name, c->kw_at[i], &kw[i]));
    lang_pin(kw[i]);
  }
  if (more.tag != PV_UNBOUND) at[0] = more, d.n = 1, lang_pin(more);
  DBX_TRY(fn(&d, ret));
  return *ret = wrap(self, *ret), DBX_OK;
}

static dbx_status as_text(const call_args *c, pv *ret) {
  uint32_t mark = lang_pins();
  dbx_status st = text_method(c, PV(PV_UNBOUND), ret);
  lang_unpin(mark);
  if (st != DBX_OK && lang_pending_is(DBX_S_ValueError) && dbx_diag_pending() &&
      !strcmp(dbx_diag_pending()->message, "substring not found")) {
    dbx_diag_forget();
    return dbx_fail(DBX_E208, (dbx_span){0}, "subsection not found");
  }
  return st;
}

// Blanks of bytes are those of ASCII.
static dbx_status as_strip(const call_args *c, pv *ret) {
  bool blanks = !c->n || is_none(c->at[0]);
  DBX_TRY(method_args(c, 0, 1));
  uint32_t mark = lang_pins();
  dbx_status st = text_method(c, blanks ? str_of(" \t\n\r\v\f") : PV(PV_UNBOUND), ret);
  lang_unpin(mark);
  return st;
}

// ---- methods by the alphabet ----

static bool is_blank(char c) { return c && strchr(" \t\n\r\v\f", c); }

static dbx_status split_blanks(const call_args *c, int64_t most, bool right, pv *ret) {
  dbx_buf b = {0}, part = {0};
  bytes_raw(native_self(c), &b);
  const char *s = dbx_text(&b);
  pv list = list_new(NULL, 0);
  uint32_t mark = lang_pins();
  lang_pin(list);
  for (size_t from = 0, to = b.n;;) {
    while (from < to && is_blank(s[from])) from++;
    while (to > from && is_blank(s[to - 1]) && (right || from == to || most)) to--;
    if (from == to) break;
    size_t i = right ? to : from;
    if (most-- == 0) {
      if (!right) to = b.n;
      dbx_putn(&part, s + from, to - from), list_push(SEQ(list), take(native_self(c), &part));
      break;
    }
    while (right ? i > from && !is_blank(s[i - 1]) : i < to && !is_blank(s[i])) i += right ? -1 : 1;
    if (right) dbx_putn(&part, s + i, to - i), to = i;
    else dbx_putn(&part, s + from, i - from), from = i;
    list_push(SEQ(list), take(native_self(c), &part));
  }
  dbx_buf_free(&b);
  lang_unpin(mark);
  o_seq *l = SEQ(list);
  for (uint32_t i = 0; right && i < l->n / 2; i++) {
    pv v = l->at[i];
    l->at[i] = l->at[l->n - 1 - i], l->at[l->n - 1 - i] = v;
  }
  return *ret = list, DBX_OK;
}

static dbx_status split(const call_args *c, bool right, pv *ret) {
  pv sep = c->n ? c->at[0] : args_keyword(c, "sep"),
     max = c->n > 1 ? c->at[1] : args_keyword(c, "maxsplit");
  int64_t most = -1;
  if (sep.tag != PV_UNBOUND && !is_none(sep)) return as_text(c, ret);
  DBX_TRY(args_only_keywords(c, right ? "rsplit" : "split", "sep maxsplit"));
  DBX_TRY(args_count(c, right ? "rsplit" : "split", 0, 2));
  if (max.tag != PV_UNBOUND) DBX_TRY(lang_index(max, &most));
  return split_blanks(c, most, right, ret);
}
static dbx_status bytes_split(const call_args *c, pv *ret) { return split(c, false, ret); }
static dbx_status bytes_rsplit(const call_args *c, pv *ret) { return split(c, true, ret); }

static dbx_status bytes_splitlines(const call_args *c, pv *ret) {
  bool keep = false;
  DBX_TRY(args_only_keywords(c, "splitlines", "keepends"));
  DBX_TRY(args_count(c, "splitlines", 0, 1));
  pv keepends = c->n ? c->at[0] : args_keyword(c, "keepends"), list = list_new(NULL, 0);
  if (keepends.tag != PV_UNBOUND) DBX_TRY(lang_truth(keepends, &keep));
  dbx_buf b = {0}, part = {0};
  uint32_t mark = lang_pins();
  lang_pin(list);
  bytes_raw(native_self(c), &b);
  const char *s = dbx_text(&b);
  for (size_t from = 0, i; from < b.n; from = i) {
    for (i = from; i < b.n && s[i] != '\n' && s[i] != '\r'; i++) {}
    size_t end = i;
    if (i < b.n) i += s[i] == '\r' && i + 1 < b.n && s[i + 1] == '\n' ? 2 : 1;
    dbx_putn(&part, s + from, (keep ? i : end) - from);
    list_push(SEQ(list), take(native_self(c), &part));
  }
  dbx_buf_free(&b);
  lang_unpin(mark);
  return *ret = list, DBX_OK;
}

static char changed(const char *name, char c, bool first, bool begins) {
  unsigned char u = (unsigned char)c;
  bool upper = u < 0x80 && isupper(u), lower = u < 0x80 && islower(u);
  bool up = !strcmp(name, "upper") || (!strcmp(name, "swapcase") && lower) ||
            (!strcmp(name, "capitalize") && first) || (!strcmp(name, "title") && begins);
  if (up) return lower ? (char)(c - 32) : c;
  return upper ? (char)(c + 32) : c;
}

// upper, lower, swapcase, capitalize, title.
static dbx_status bytes_case(const call_args *c, pv *ret) {
  const char *name = ((o_native *)c->fn.o)->name;
  dbx_buf b = {0};
  DBX_TRY(method_args(c, 0, 0));
  bytes_raw(native_self(c), &b);
  bool begins = true;
  for (size_t i = 0; i < b.n; i++) {
    char was = b.at[i];
    b.at[i] = changed(name, was, i == 0, begins);
    begins = (unsigned char)was >= 0x80 || !isalpha((unsigned char)was);
  }
  return *ret = take(native_self(c), &b), DBX_OK;
}

// isalpha and its like: those of the text, if it is ASCII and has no separators of ASCII.
static dbx_status bytes_is_all(const call_args *c, pv *ret) {
  const char *name = ((o_native *)c->fn.o)->name;
  dbx_buf b = {0};
  DBX_TRY(method_args(c, 0, 0));
  bytes_raw(native_self(c), &b);
  bool cases = !strcmp(name, "islower") || !strcmp(name, "isupper") || !strcmp(name, "istitle");
  bool fits = true;
  for (size_t i = 0; i < b.n; i++) {
    unsigned char u = (unsigned char)b.at[i];
    if (u >= 0x80 && cases) b.at[i] = '.';
    else fits &= u < 0x80 && !(u >= 0x1c && u <= 0x1f);
  }
  uint32_t mark = lang_pins();
  pv plain = bytes_new(dbx_text(&b), b.n);
  lang_pin(plain);
  dbx_buf_free(&b);
  call_args d = *c;
  d.fn = native_new(name, NULL, plain, NULL);
  lang_pin(d.fn);
  dbx_status st = fits ? text_method(&d, PV(PV_UNBOUND), ret) : (*ret = pv_bool(false), DBX_OK);
  lang_unpin(mark);
  return st;
}

static dbx_status bytes_translate(const call_args *c, pv *ret) {
  dbx_buf b = {0}, table = {0}, gone = {0};
  DBX_TRY(args_only_keywords(c, "translate", "delete"));
  DBX_TRY(args_count(c, "translate", 1, 2));
  pv drop = c->n > 1 ? c->at[1] : args_keyword(c, "delete");
  if (!is_none(c->at[0])) DBX_TRY(bytes_raw_of(c->at[0], &table));
  if (!is_none(c->at[0]) && table.n != 256) {
    dbx_buf_free(&table);
    return dbx_fail(DBX_E208, (dbx_span){0}, "translation table must be 256 characters long");
  }
  if (drop.tag != PV_UNBOUND) DBX_TRY(bytes_raw_of(drop, &gone));
  bytes_raw(native_self(c), &b);
  size_t n = 0;
  for (size_t i = 0; i < b.n; i++)
    if (!gone.n || !memchr(gone.at, b.at[i], gone.n))
      b.at[n++] = table.n ? table.at[(unsigned char)b.at[i]] : b.at[i];
  b.n = n;
  dbx_buf_free(&table);
  dbx_buf_free(&gone);
  return *ret = take(native_self(c), &b), DBX_OK;
}

static dbx_status bytes_maketrans(const call_args *c, pv *ret) {
  dbx_buf from = {0}, to = {0};
  char table[256];
  DBX_TRY(args_no_keywords(c, "maketrans"));
  DBX_TRY(args_count(c, "maketrans", 2, 2));
  dbx_status st = bytes_raw_of(c->at[0], &from);
  if (st == DBX_OK) st = bytes_raw_of(c->at[1], &to);
  if (st == DBX_OK && from.n != to.n)
    st = dbx_fail(DBX_E208, (dbx_span){0}, "maketrans arguments must have same length");
  for (int i = 0; i < 256; i++) table[i] = (char)i;
  for (size_t i = 0; st == DBX_OK && i < from.n; i++) table[(unsigned char)from.at[i]] = to.at[i];
  dbx_buf_free(&from);
  dbx_buf_free(&to);
  if (st == DBX_OK) *ret = bytes_new(table, sizeof table);
  return st;
}

// ---- methods of bytearray that are those of the list ----

static dbx_status as_list(const call_args *c, pv *ret) {
  const char *name = ((o_native *)c->fn.o)->name;
  pv at[2] = {0}, list = bytes_held(native_self(c));
  native_fn fn = NULL;
  for (const native_row *r = list_methods; r->name; r++)
    if (!strcmp(r->name, name)) fn = r->fn;
  DBX_TRY(method_args(c, 0, 2));
  call_args d = *c;
  d.at = at;
  uint32_t mark = lang_pins();
  d.fn = native_new(name, fn, list, NULL);
  lang_pin(d.fn);
  for (uint32_t i = 0; i < c->n; i++) {
    bool place = !strcmp(name, "pop") || (!strcmp(name, "insert") && i == 0);
    at[i] = c->at[i];
    if (!strcmp(name, "extend")) {
      DBX_TRY(as_bytearray(c->at[i], &at[i]));
      at[i] = bytes_held(at[i]);
    } else if (!place) DBX_TRY(one_byte(c->at[i], &at[i]));
    lang_pin(at[i]);
  }
  dbx_status st = fn(&d, ret);
  lang_unpin(mark);
  return st;
}

static dbx_status bytearray_copy(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  return as_bytearray(native_self(c), ret);
}

// clang-format off
#define BOTH                                                                                        \
  {"capitalize", bytes_case}, {"center", as_text}, {"count", as_text}, {"decode", bytes_decode},    \
  {"endswith", as_text}, {"expandtabs", as_text}, {"find", as_text}, {"fromhex", bytes_fromhex},    \
  {"hex", bytes_hex}, {"index", as_text}, {"isalnum", bytes_is_all}, {"isalpha", bytes_is_all},     \
  {"isascii", as_text}, {"isdigit", bytes_is_all}, {"islower", bytes_is_all},                       \
  {"isspace", bytes_is_all}, {"istitle", bytes_is_all}, {"isupper", bytes_is_all},                  \
  {"join", as_text}, {"ljust", as_text}, {"lower", bytes_case}, {"lstrip", as_strip},               \
  {"maketrans", bytes_maketrans}, {"partition", as_text}, {"removeprefix", as_text},                \
  {"removesuffix", as_text}, {"replace", as_text}, {"rfind", as_text}, {"rindex", as_text},         \
  {"rjust", as_text}, {"rpartition", as_text}, {"rsplit", bytes_rsplit}, {"rstrip", as_strip},      \
  {"split", bytes_split}, {"splitlines", bytes_splitlines}, {"startswith", as_text},                \
  {"strip", as_strip}, {"swapcase", bytes_case}, {"title", bytes_case},                             \
  {"translate", bytes_translate}, {"upper", bytes_case}, {"zfill", as_text}
const native_row bytes_methods[] = {BOTH, {NULL, NULL}};
const native_row bytearray_methods[] = {
  BOTH, {"append", as_list}, {"clear", as_list}, {"copy", bytearray_copy}, {"extend", as_list},
  {"insert", as_list}, {"pop", as_list}, {"remove", as_list}, {"reverse", as_list}, {NULL, NULL}};
// clang-format on
