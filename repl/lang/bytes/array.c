// bytearray: what writes to it. Its storage is shared with the snapshots that hold it; the first
// write of a line goes to a copy.
#include "lang/bytes/bytes.h"

#include <string.h>

dbx_status bytearray_own(o_bytearray *a, size_t n) {
  bool fits = (int64_t)n <= a->a->size;
  if (fits && a->a->refs == 1) return DBX_OK;
  int64_t room = fits ? a->a->size : (int64_t)(n + n / 2 + 16);
  dbx_array *to;
  DBX_TRY(lang_check_room((double)room));
  DBX_TRY(dbx_array_new(DBX_U8, 1, &room, &to));
  size_t bytes = a->n;
  if (bytes && dbx_copy(to->data, a->a->data, bytes) != bytes) {
    dbx_array_unref(to);
    return dbx_poll();
  }
  heap_note_external(room - a->a->size);
  dbx_array_unref(a->a);
  a->a = to;
  return DBX_OK;
}

dbx_status bytearray_splice(o_bytearray *a, size_t from, size_t n, octets by) {
  size_t rest = a->n - from - n, all = from + by.n + rest;
  if (all > UINT32_MAX) return lang_check_room((double)all);
  DBX_TRY(bytearray_own(a, all));
  unsigned char *at = a->a->data;
  if (rest && by.n != n) memmove(at + from + by.n, at + from + n, rest);
  if (by.n) memcpy(at + from, by.at, by.n);
  a->n = (uint32_t)all;
  return DBX_OK;
}

dbx_status bytes_items(pv from, const char *type, dbx_buf *b) {
  pv it, v;
  bool done = false;
  unsigned char one;
  const char *what = strcmp(type, "bytes") ? "byte" : type;
  octets s;
  dbx_buf own = {0};
  if (bytes_is(from)) {
    dbx_status st = bytes_of(from, &own, &s);
    if (st == DBX_OK) dbx_putn(b, (const char *)s.at, s.n);
    return dbx_buf_free(&own), st;
  }
  if (is_str(from) || !lang_iterable(from))
    return dbx_fail(DBX_E204, (dbx_span){0}, "cannot convert '%s' object to %s",
                    lang_type_name(from), type);
  uint32_t mark = lang_pins();
  DBX_TRY(lang_iter(from, &it));
  lang_pin(it);
  dbx_status st;
  while ((st = lang_next(it, &v, &done)) == DBX_OK && !done) {
    if ((st = bytes_item_value(v, what, &one)) != DBX_OK || (st = dbx_poll()) != DBX_OK) break;
    dbx_putc(b, (char)one);
  }
  lang_unpin(mark);
  return st;
}

// The octets of b, which is freed, take the place of [from, from + n).
static dbx_status splice_taken(o_bytearray *a, size_t from, size_t n, dbx_buf *b) {
  dbx_status st = bytearray_splice(a, from, n, (octets){(const unsigned char *)dbx_text(b), b->n});
  dbx_buf_free(b);
  return st;
}

// ---- cells ----

static dbx_status set_slice(o_bytearray *a, pv slice, pv v) {
  int64_t start, stop, step, n;
  dbx_buf b = {0};
  dbx_status st = is_none(v) ? DBX_OK : bytes_items(v, "bytearray", &b);
  if (st == DBX_OK) st = lang_slice_indices(slice, a->n, &start, &stop, &step, &n);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  if (step == 1) return splice_taken(a, (size_t)start, (size_t)(n > 0 ? n : 0), &b);
  if ((int64_t)b.n != n)
    st = dbx_fail(DBX_E208, (dbx_span){0},
                  "attempt to assign bytes of size %zu to extended slice of size %lld", b.n,
                  (long long)n);
  else st = bytearray_own(a, a->n);
  for (int64_t k = 0; st == DBX_OK && dbx_go_on(k, n); k++)
    ((unsigned char *)a->a->data)[start + k * step] = (unsigned char)dbx_text(&b)[k];
  return dbx_buf_free(&b), st;
}

dbx_status bytearray_setitem(pv x, pv i, pv v) {
  o_bytearray *a = BYTEARRAY(x);
  unsigned char one;
  int64_t at;
  if (is_obj(i, T_SLICE)) return set_slice(a, i, v);
  DBX_TRY(lang_sequence_index(i, a->n, "bytearray", "bytearray index", &at));
  DBX_TRY(bytes_item_value(v, "byte", &one));
  DBX_TRY(bytearray_own(a, a->n));
  return ((unsigned char *)a->a->data)[at] = one, DBX_OK;
}

dbx_status bytearray_delitem(pv x, pv i) {
  o_bytearray *a = BYTEARRAY(x);
  int64_t at, stop, step, n;
  octets none = {NULL, 0};
  if (!is_obj(i, T_SLICE)) {
    DBX_TRY(lang_sequence_index(i, a->n, "bytearray", "bytearray index", &at));
    return bytearray_splice(a, (size_t)at, 1, none);
  }
  DBX_TRY(lang_slice_indices(i, a->n, &at, &stop, &step, &n));
  if (n <= 0) return DBX_OK;
  if (step < 0) at += (n - 1) * step, step = -step;
  if (step == 1) return bytearray_splice(a, (size_t)at, (size_t)n, none);
  DBX_TRY(bytearray_own(a, a->n));
  unsigned char *s = a->a->data;
  uint32_t to = (uint32_t)at;
  for (uint32_t k = to; k < a->n; k++)
    if ((k - at) % step || (k - at) / step >= n) s[to++] = s[k];
  return a->n = to, DBX_OK;
}

dbx_status bytearray_inplace(dbx_op op, pv x, pv y, pv *ret) {
  o_bytearray *a = BYTEARRAY(x);
  dbx_buf b = {0};
  pv product;
  *ret = x;
  if (op == DBX_OP_Mult) {
    DBX_TRY(bytes_binary(op, x, y, &product));
    lang_pin(product);
    octets all = {BYTEARRAY(product)->a->data, BYTEARRAY(product)->n};
    dbx_status st = bytearray_splice(a, 0, a->n, all);
    return lang_unpin(lang_pins() - 1), st;
  }
  if (op != DBX_OP_Add) return lang_binary(op, x, y, ret);
  if (!bytes_is(y))
    return dbx_fail(DBX_E204, (dbx_span){0}, "can't concat %s to bytearray", lang_type_name(y));
  DBX_TRY(bytes_items(y, "bytearray", &b));
  return splice_taken(a, a->n, 0, &b);
}

// ---- methods ----

static o_bytearray *self_of(const call_args *c) { return BYTEARRAY(native_self(c)); }

static dbx_status array_append(const call_args *c, pv *ret) {
  unsigned char one;
  o_bytearray *a = self_of(c);
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(bytes_item_value(c->at[0], "byte", &one));
  return *ret = pv_none(), bytearray_splice(a, a->n, 0, (octets){&one, 1});
}
static dbx_status array_extend(const call_args *c, pv *ret) {
  dbx_buf b = {0};
  DBX_TRY(method_args(c, 1, 1));
  dbx_status st = bytes_items(c->at[0], "bytearray", &b);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  return *ret = pv_none(), splice_taken(self_of(c), self_of(c)->n, 0, &b);
}
static dbx_status array_insert(const call_args *c, pv *ret) {
  unsigned char one;
  int64_t at;
  o_bytearray *a = self_of(c);
  DBX_TRY(method_args(c, 2, 2));
  DBX_TRY(lang_index(c->at[0], &at));
  DBX_TRY(bytes_item_value(c->at[1], "byte", &one));
  if (at < 0) at = at + a->n < 0 ? 0 : at + a->n;
  if (at > a->n) at = a->n;
  return *ret = pv_none(), bytearray_splice(a, (size_t)at, 0, (octets){&one, 1});
}
static dbx_status array_pop(const call_args *c, pv *ret) {
  int64_t at = -1;
  o_bytearray *a = self_of(c);
  DBX_TRY(method_args(c, 0, 1));
  if (c->n) DBX_TRY(lang_index(c->at[0], &at));
  if (!a->n) return dbx_fail(DBX_E206, (dbx_span){0}, "pop from empty bytearray");
  if (at < 0) at += a->n;
  if (at < 0 || at >= a->n) return dbx_fail(DBX_E206, (dbx_span){0}, "pop index out of range");
  *ret = pv_int(((unsigned char *)a->a->data)[at]);
  return bytearray_splice(a, (size_t)at, 1, (octets){NULL, 0});
}
static dbx_status array_remove(const call_args *c, pv *ret) {
  unsigned char one;
  o_bytearray *a = self_of(c);
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(bytes_item_value(c->at[0], "byte", &one));
  const unsigned char *s = a->a->data, *at = a->n ? memchr(s, one, a->n) : NULL;
  if (!at) return dbx_fail(DBX_E208, (dbx_span){0}, "value not found in bytearray");
  return *ret = pv_none(), bytearray_splice(a, (size_t)(at - s), 1, (octets){NULL, 0});
}
static dbx_status array_reverse(const call_args *c, pv *ret) {
  o_bytearray *a = self_of(c);
  DBX_TRY(method_args(c, 0, 0));
  DBX_TRY(bytearray_own(a, a->n));
  unsigned char *s = a->a->data;
  for (uint32_t i = 0, k = a->n; k && i < --k; i++) {
    unsigned char one = s[i];
    s[i] = s[k], s[k] = one;
  }
  return *ret = pv_none(), DBX_OK;
}
static dbx_status array_clear(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  return *ret = pv_none(), bytearray_splice(self_of(c), 0, self_of(c)->n, (octets){NULL, 0});
}
static dbx_status array_copy(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  return bytearray_new(self_of(c)->a->data, self_of(c)->n, ret);
}

#define M(name) {#name, bytes_##name},
const native_row bytearray_methods[] = {{"append", array_append},
                                        {"clear", array_clear},
                                        {"copy", array_copy},
                                        {"decode", bytes_decode_method},
                                        {"extend", array_extend},
                                        {"fromhex", bytearray_fromhex},
                                        {"insert", array_insert},
                                        {"pop", array_pop},
                                        {"remove", array_remove},
                                        {"reverse", array_reverse},
                                        BYTES_METHODS(M) BYTES_CASE_METHODS(M){NULL, NULL}};
