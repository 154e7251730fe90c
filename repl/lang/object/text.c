// str() and repr() of every value, as CPython, jax and numpy write them.
//
// Containers may contain themselves: those being printed are kept on a list, and nesting counts
// towards the recursion limit of the program.
#include "base/budget.h"
#include "base/poll.h"
#include "lang/object/long_range.h"
#include "lang/object/protocol.h"
#include "lang/object/state.h"
#include "lang/value/big.h"
#include "lang/value/type.h"

#include "ir/decimal.h"
#include "ir/jaxpr.h"
#include <math.h>
#include <string.h>
#include <utf8proc.h>

// ---- numbers ----

enum { MAX_DIGITS = 4300 }; // of an int as text, CPython's default

dbx_status lang_put_int(dbx_buf *b, pv v) {
  if (is_int(v)) return dbx_put_int(b, v.i), DBX_OK;
  mpz_srcptr z = ((o_bigint *)v.o)->z;
  size_t n = mpz_sizeinbase(z, 10);
  if (n > MAX_DIGITS + 1)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "Exceeds the limit (%d digits) for integer string conversion; use "
                    "sys.set_int_max_str_digits() to increase the limit",
                    MAX_DIGITS);
  char *text = dbx_alloc(n + 2);
  mpz_get_str(text, 10, z);
  dbx_put(b, text);
  free(text);
  return DBX_OK;
}

static void put_part(dbx_buf *b, double x) { // a part of a complex number: 1.0 is written as 1
  dbx_put_double(b, x);
  if (b->n > 2 && b->at[b->n - 1] == '0' && b->at[b->n - 2] == '.') b->at[b->n -= 2] = 0;
}

static void put_complex(dbx_buf *b, double re, double im) {
  bool real = re != 0 || signbit(re);
  if (real) {
    dbx_putc(b, '(');
    put_part(b, re);
    if (!signbit(im) || isnan(im)) dbx_putc(b, '+');
  }
  put_part(b, im);
  dbx_put(b, real ? "j)" : "j");
}

// ---- containers ----

static bool being_printed(const obj *o) {
  for (uint32_t i = 0; i < object_now->printing.n; i++)
    if (object_now->printing.at[i] == o) return true;
  return false;
}

// A text that is about to grow will need as much again: growing, and to become a string.
static dbx_status text_room(const dbx_buf *b) {
  enum { LARGE = 1 << 24, CLOSE = 256 };
  return b->n < LARGE || b->cap - b->n > CLOSE ? DBX_OK : lang_check_room((double)b->cap);
}

static dbx_status put_items(const pv *at, uint32_t n, dbx_buf *b) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_put(b, ", ");
    DBX_TRY(DBX_POLL_EACH(i));
    DBX_TRY(text_room(b));
    DBX_TRY(lang_repr(at[i], b));
  }
  return DBX_OK;
}

// A list may change while the __repr__ of one of its items runs, so it is read anew every time.
static dbx_status put_list(pv v, dbx_buf *b) {
  const o_seq *s = SEQ(v);
  dbx_putc(b, '[');
  for (uint32_t i = 0; i < s->n; i++) {
    if (i) dbx_put(b, ", ");
    DBX_TRY(DBX_POLL_EACH(i));
    DBX_TRY(text_room(b));
    DBX_TRY(lang_repr(s->at[i], b));
  }
  return dbx_putc(b, ']'), DBX_OK;
}

static dbx_status put_tuple(pv v, dbx_buf *b) {
  const o_seq *s = SEQ(v);
  dbx_putc(b, '(');
  DBX_TRY(put_items(s->at, s->n, b));
  return dbx_put(b, s->n == 1 ? ",)" : ")"), DBX_OK;
}

enum { KEYS = 1, VALUES = 2 };
static dbx_status put_entries(const o_dict *d, int what, const char *between, dbx_buf *b) {
  uint32_t i = 0, n = 0;
  dict_entry *e;
  while (dict_next(d, &i, &e)) {
    pv val = e->val;
    if (n++) dbx_put(b, ", ");
    DBX_TRY(text_room(b));
    if (what & KEYS) DBX_TRY(lang_repr(e->key, b));
    if (what == (KEYS | VALUES)) dbx_put(b, between);
    if (what & VALUES) DBX_TRY(lang_repr(val, b));
  }
  return DBX_OK;
}

static dbx_status put_dict(pv v, dbx_buf *b) {
  dbx_putc(b, '{');
  DBX_TRY(put_entries(DICT(v), KEYS | VALUES, ": ", b));
  return dbx_putc(b, '}'), DBX_OK;
}

static dbx_status put_set(pv v, dbx_buf *b) {
  const o_dict *d = DICT(v);
  bool plain = !is_instance(v) && !d->frozen;
  if (!d->n) return dbx_printf(b, "%s()", lang_type_name(v)), DBX_OK;
  uint32_t mark = lang_pins();
  pv list = set_in_order(d);
  lang_pin(list);
  if (!plain) dbx_printf(b, "%s(", lang_type_name(v));
  dbx_putc(b, '{');
  dbx_status st = put_items(SEQ(list)->at, SEQ(list)->n, b);
  lang_unpin(mark);
  return dbx_put(b, plain ? "}" : "})"), st;
}

static dbx_status put_view(pv v, dbx_buf *b) {
  const o_iter *it = (const o_iter *)v.o;
  const o_dict *d = DICT(it->src);
  uint32_t i = 0, n = 0;
  dict_entry *e;
  dbx_put(b, it->kind == IT_DICT_KEYS     ? "dict_keys(["
             : it->kind == IT_DICT_VALUES ? "dict_values(["
                                          : "dict_items([");
  if (it->kind != IT_DICT_ITEMS)
    DBX_TRY(put_entries(d, it->kind == IT_DICT_KEYS ? KEYS : VALUES, "", b));
  while (it->kind == IT_DICT_ITEMS && dict_next(d, &i, &e)) {
    pv pair[] = {e->key, e->val};
    dbx_put(b, n++ ? ", (" : "(");
    DBX_TRY(put_items(pair, 2, b));
    dbx_putc(b, ')');
  }
  return dbx_put(b, "])"), DBX_OK;
}

dbx_status lang_container_text(pv v, const char *again, dbx_status (*put)(pv v, dbx_buf *b),
                               dbx_buf *b) {
  if (being_printed(v.o)) return dbx_put(b, again), DBX_OK;
  if (heap_now->depth >= heap_now->max_depth)
    return dbx_fail(DBX_E210, (dbx_span){0},
                    "maximum recursion depth exceeded while getting the repr of an object");
  dbx_push(&object_now->printing, v.o);
  heap_now->depth++;
  dbx_status st = put(v, b);
  heap_now->depth--;
  object_now->printing.n--;
  return st;
}

#define TEXT(type) dbx_status type##_text(pv v, bool str, dbx_buf *b)
TEXT(tuple) { return lang_container_text(v, "(...)", put_tuple, b); }
TEXT(list) { return lang_container_text(v, "[...]", put_list, b); }
TEXT(dict) { return lang_container_text(v, "{...}", put_dict, b); }
TEXT(set) { return lang_container_text(v, "set(...)", put_set, b); }
TEXT(iter) {
  if (((const o_iter *)v.o)->view) return lang_container_text(v, "...", put_view, b);
  return lang_put_plain_text(v, b), DBX_OK;
}

TEXT(range) {
  const o_range *r = (const o_range *)v.o;
  dbx_printf(b, "range(%lld, %lld", (long long)r->start, (long long)r->stop);
  if (r->step != 1) dbx_printf(b, ", %lld", (long long)r->step);
  return dbx_putc(b, ')'), DBX_OK;
}

TEXT(long_range) {
  const o_long_range *r = (const o_long_range *)v.o;
  dbx_put(b, "range(");
  DBX_TRY(lang_put_int(b, r->part[0]));
  dbx_put(b, ", ");
  DBX_TRY(lang_put_int(b, r->part[1]));
  bool one = is_int(r->part[2]) && r->part[2].i == 1;
  if (!one) dbx_put(b, ", ");
  if (!one) DBX_TRY(lang_put_int(b, r->part[2]));
  return dbx_putc(b, ')'), DBX_OK;
}

TEXT(slice) {
  dbx_put(b, "slice(");
  DBX_TRY(put_items(((const o_slice *)v.o)->part, 3, b));
  return dbx_putc(b, ')'), DBX_OK;
}

// ---- what is no container ----

TEXT(unbound) { return DBX_OK; }
TEXT(none) { return dbx_put(b, "None"), DBX_OK; }
TEXT(ellipsis) { return dbx_put(b, "Ellipsis"), DBX_OK; }
TEXT(not_implemented) { return dbx_put(b, "NotImplemented"), DBX_OK; }
TEXT(bool) { return dbx_put(b, v.i ? "True" : "False"), DBX_OK; }
TEXT(int) { return lang_put_int(b, v); }
TEXT(float) { return dbx_put_double(b, v.f), DBX_OK; }
TEXT(complex) {
  return put_complex(b, ((const o_complex *)v.o)->re, ((const o_complex *)v.o)->im), DBX_OK;
}
TEXT(str) {
  if (str) dbx_putn(b, STR(v)->s, STR(v)->n);
  else dbx_put_str_repr(b, STR(v)->s, STR(v)->n);
  return DBX_OK;
}

// ---- all of it ----

dbx_status lang_ascii(pv v, dbx_buf *b) {
  dbx_buf text = {0};
  dbx_status st = lang_repr(v, &text);
  for (size_t i = 0; st == DBX_OK && i < text.n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t len =
        utf8proc_iterate((utf8proc_uint8_t *)text.at + i, (utf8proc_ssize_t)(text.n - i), &c);
    if (len <= 1) dbx_putc(b, text.at[i]), len = 1;
    else quote_put_escape(b, c);
    i += (size_t)len;
  }
  dbx_buf_free(&text);
  return st;
}
