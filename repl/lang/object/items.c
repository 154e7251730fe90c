// Truth, lengths and items of texts and containers, and what `in` says of them.
#include "base/poll.h"
#include "lang/object/long_range.h"
#include "lang/object/share.h"
#include "lang/object/types.h"
#include "lang/value/str.h"

#include <string.h>

// ---- truth and length ----

#define TRUTH(type, yes)                                                                           \
  dbx_status type##_truth(pv v, bool *ret) { return *ret = (yes), DBX_OK; }
TRUTH(none, v.tag != PV_NONE)
TRUTH(int, v.i != 0)
TRUTH(float, v.f != 0)
TRUTH(str, STR(v)->n != 0)
TRUTH(complex, ((o_complex *)v.o)->re != 0 || ((o_complex *)v.o)->im != 0)
TRUTH(seq, SEQ(v)->n != 0)
TRUTH(dict, DICT(v)->n != 0)
TRUTH(range, lang_range_length((o_range *)v.o) != 0)
TRUTH(long_range, !is_int(((o_long_range *)v.o)->length) || ((o_long_range *)v.o)->length.i != 0)

#define LENGTH(type) dbx_status type##_length(pv v, int64_t *ret)
LENGTH(str) { return *ret = STR(v)->points, DBX_OK; }
LENGTH(seq) { return *ret = SEQ(v)->n, DBX_OK; }
LENGTH(dict) { return *ret = DICT(v)->n, DBX_OK; }
LENGTH(range) { return *ret = lang_range_length((o_range *)v.o), DBX_OK; }
LENGTH(iter) { // views of dictionaries have a length
  const o_iter *it = (o_iter *)v.o;
  return it->view ? (*ret = DICT(it->src)->n, DBX_OK) : type_no_length(v);
}

// ---- items ----

#define ITEM(type) dbx_status type##_item(pv x, pv i, pv *ret)

bool lang_is_beyond_index(pv v) {
  v = number_plain(v);
  bool unsigned_word = is_obj(v, T_GENERIC) && GENERIC(v)->t == DBX_U64;
  return number_is_big(v) || (unsigned_word && GENERIC(v)->x.i < 0);
}

static bool can_be_index(pv i) {
  pv plain = number_plain(i);
  if (is_int(plain) || is_array(i) || number_is_big(plain)) return true;
  return is_instance(i) &&
         lang_class_lookup(lang_instance(i)->cls, names_now->__index__).tag != PV_UNBOUND;
}

dbx_status lang_slice_part(pv v, int64_t standard, int64_t *ret) {
  if (is_none(v)) return *ret = standard, DBX_OK;
  if (v.tag == PV_INT) return *ret = v.i, DBX_OK;
  if (lang_is_beyond_index(v))
    return *ret = number_is_big(v) && number_is_negative(v) ? -INT64_MAX : INT64_MAX, DBX_OK;
  if (!can_be_index(v))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "slice indices must be integers or None or have an __index__ method");
  return lang_index(v, ret);
}

dbx_status lang_slice_indices(pv slice, int64_t len, int64_t *start, int64_t *stop, int64_t *step,
                              int64_t *n) {
  const o_slice *s = (o_slice *)slice.o;
  DBX_TRY(lang_slice_part(s->part[2], 1, step));
  if (*step == 0) return dbx_fail(DBX_E208, (dbx_span){0}, "slice step cannot be zero");
  if (*step < -INT64_MAX) *step = -INT64_MAX;
  int64_t low = *step > 0 ? 0 : -1, high = *step > 0 ? len : len - 1;
  DBX_TRY(lang_slice_part(s->part[0], *step > 0 ? 0 : len - 1, start));
  DBX_TRY(lang_slice_part(s->part[1], *step > 0 ? len : -len - 1, stop));
  int64_t *ends[] = {start, stop};
  for (int i = 0; i < 2; i++) {
    if (*ends[i] < 0) *ends[i] += len;
    if (*ends[i] < low) *ends[i] = low;
    if (*ends[i] > high) *ends[i] = high;
  }
  o_range r = {.start = *start, .stop = *stop, .step = *step};
  *n = lang_range_length(&r);
  return DBX_OK;
}

dbx_status lang_sequence_index(pv i, int64_t len, const char *type, const char *beyond,
                               int64_t *ret) {
  if (!can_be_index(i))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s indices must be integers or slices, not %s", type,
                    lang_type_name(i));
  if (lang_is_beyond_index(i) && strcmp(type, "range object"))
    return dbx_fail(DBX_E206, (dbx_span){0}, "cannot fit '%s' into an index-sized integer",
                    lang_type_name(i));
  if (lang_is_beyond_index(i)) *ret = len;
  else DBX_TRY(lang_index(i, ret));
  if (*ret < 0) *ret += len;
  if (*ret >= 0 && *ret < len) return DBX_OK;
  return dbx_fail(DBX_E206, (dbx_span){0}, "%s out of range", beyond);
}

static uint32_t point_bytes(const char *p) {
  uint32_t n = 1;
  while ((p[n] & 0xC0) == 0x80) n++;
  return n;
}

static dbx_status item_of_str(pv x, pv i, pv *ret) {
  int64_t at, stop, step, n;
  if (!is_obj(i, T_SLICE)) {
    if (!can_be_index(i))
      return dbx_fail(DBX_E204, (dbx_span){0}, "string indices must be integers, not '%s'",
                      lang_type_name(i));
    DBX_TRY(lang_sequence_index(i, STR(x)->points, "string", "string index", &at));
    const char *p = lang_str_at(STR(x), at);
    return *ret = str_point(p, point_bytes(p)), DBX_OK;
  }
  DBX_TRY(lang_slice_indices(i, STR(x)->points, &at, &stop, &step, &n));
  if (step == 1 && n > 0) {
    const char *p = lang_str_at(STR(x), at);
    return *ret = str_new(p, (size_t)(lang_str_at(STR(x), at + n) - p)), DBX_OK;
  }
  dbx_buf b = {0};
  for (int64_t k = 0; dbx_go_on(k, n); k++, at += step) {
    const char *p = lang_str_at(STR(x), at);
    dbx_putn(&b, p, point_bytes(p));
  }
  return *ret = str_take(&b), DBX_OK;
}

ITEM(seq) {
  o_seq *s = SEQ(x);
  int64_t at, stop, step, n;
  if (!is_obj(i, T_SLICE)) {
    bool list = x.o->type == T_LIST;
    DBX_TRY(lang_sequence_index(i, s->n, list ? "list" : "tuple",
                                list ? "list index" : "tuple index", &at));
    return pv_put(ret, s->at[at]), DBX_OK;
  }
  DBX_TRY(lang_slice_indices(i, s->n, &at, &stop, &step, &n));
  DBX_TRY(lang_check_room((double)n * sizeof(pv)));
  bool whole = step == 1 && n; // all that is taken lies together
  const pv *from = whole ? s->at + at : NULL;
  pv v = x.o->type == T_TUPLE ? tuple_new(from, (uint32_t)n) : list_new(from, (uint32_t)n);
  for (int64_t k = 0; !whole && dbx_go_on(k, n); k++, at += step) pv_put(&SEQ(v)->at[k], s->at[at]);
  return *ret = v, dbx_poll();
}

ITEM(range) {
  const o_range *r = (o_range *)x.o;
  int64_t at, len = lang_range_length(r);
  if (is_obj(i, T_SLICE))
    return range_slice(pv_int(r->start), pv_int(r->step), pv_int(len), i, ret);
  if (number_is_big(i)) return dbx_fail(DBX_E206, (dbx_span){0}, "range object index out of range");
  DBX_TRY(lang_sequence_index(i, len, "range object", "range object index", &at));
  return *ret = pv_int((int64_t)((uint64_t)r->start + (uint64_t)at * (uint64_t)r->step)), DBX_OK;
}

ITEM(str) { return dbx_polled(item_of_str(x, i, ret)); }

ITEM(dict) {
  DBX_TRY(dict_find(DICT(x), i, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  DBX_TRY(call_special(x, names_now->__missing__, &i, 1, ret));
  return ret->tag == PV_NOTIMPLEMENTED ? lang_key_error(i) : DBX_OK;
}

static dbx_status set_slice(o_seq *l, pv slice, pv v) {
  int64_t start, stop, step, n;
  pv items = v;
  DBX_TRY(lang_slice_indices(slice, l->n, &start, &stop, &step, &n));
  if (!is_seq(v) || SEQ(v) == l) DBX_TRY(lang_to_list(v, &items));
  const o_seq *s = SEQ(items);
  if (step != 1 || l->n + (int64_t)s->n <= SHARE_MANY) DBX_TRY(heap_own(&l->h));
  if (step != 1) {
    if (s->n != n)
      return dbx_fail(DBX_E208, (dbx_span){0},
                      "attempt to assign sequence of size %u to extended slice of size %lld", s->n,
                      (long long)n);
    for (int64_t k = 0; dbx_go_on(k, n); k++) l->at[start + k * step] = s->at[k];
    return dbx_poll();
  }
  if (l->n + (int64_t)s->n > SHARE_MANY) return share_splice(l, (uint32_t)start, (uint32_t)n, s);
  if (s->n == n) return dbx_copy(l->at + start, s->at, s->n * sizeof(pv)), dbx_poll();
  uint32_t tail = l->n - (uint32_t)(start + n), old = l->n;
  for (uint32_t k = 0; k < s->n; k++) list_push(l, pv_none()); // room
  if (tail) memmove(l->at + start + s->n, l->at + start + n, tail * sizeof(pv));
  if (s->n) memcpy(l->at + start, s->at, s->n * sizeof(pv));
  l->n = old - (uint32_t)n + s->n;
  return DBX_OK;
}

dbx_status lang_setitem(pv x, pv i, pv v) {
  int64_t at;
  pv r, args[] = {i, v};
  if (is_instance(x)) {
    DBX_TRY(call_special(x, names_now->__setitem__, args, 2, &r));
    if (r.tag != PV_NOTIMPLEMENTED) return DBX_OK;
  }
  if (is_obj(x, T_LIST)) {
    if (is_obj(i, T_SLICE)) return set_slice(SEQ(x), i, v);
    DBX_TRY(lang_sequence_index(i, SEQ(x)->n, "list", "list assignment index", &at));
    DBX_TRY(heap_own(x.o));
    return SEQ(x)->at[at] = v, DBX_OK;
  }
  if (is_obj(x, T_DICT)) return dict_set(DICT(x), i, v);
  if (type_of(x)->setitem) return type_of(x)->setitem(x, i, v);
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object does not support item assignment",
                  lang_type_name(x));
}

static dbx_status delete_slice(o_seq *l, int64_t start, int64_t step, int64_t n) {
  if (step < 0) start += (n - 1) * step, step = -step;
  if (n <= 0) return DBX_OK;
  if (step == 1 && l->n > SHARE_MANY) return share_splice(l, (uint32_t)start, (uint32_t)n, NULL);
  DBX_TRY(heap_own(&l->h));
  uint32_t w = (uint32_t)start;
  for (uint32_t k = w; k < l->n; k++) {
    bool gone = (k - start) % step == 0 && (k - start) / step < n;
    if (!gone) l->at[w++] = l->at[k];
  }
  l->n = w;
  return DBX_OK;
}

dbx_status lang_delitem(pv x, pv i) {
  int64_t at, stop, step = 1, n = 1;
  bool found;
  pv r;
  if (is_instance(x)) {
    DBX_TRY(call_special(x, names_now->__delitem__, &i, 1, &r));
    if (r.tag != PV_NOTIMPLEMENTED) return DBX_OK;
  }
  if (is_obj(x, T_LIST)) {
    if (is_obj(i, T_SLICE)) DBX_TRY(lang_slice_indices(i, SEQ(x)->n, &at, &stop, &step, &n));
    else DBX_TRY(lang_sequence_index(i, SEQ(x)->n, "list", "list assignment index", &at));
    return delete_slice(SEQ(x), at, step, n);
  }
  if (is_obj(x, T_DICT)) {
    DBX_TRY(dict_delete(DICT(x), i, &found));
    return found ? DBX_OK : lang_key_error(i);
  }
  if (type_of(x)->delitem) return type_of(x)->delitem(x, i);
  if (is_obj(x, T_NDARRAY))
    return dbx_fail(DBX_E208, (dbx_span){0}, "cannot delete array elements");
  if (is_array(x)) // jax has no __delitem__, which is an AttributeError
    return dbx_fail(DBX_E203, (dbx_span){0},
                    "'%s' object does not support item deletion: arrays "
                    "cannot be made shorter in place",
                    lang_type_name(x));
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object doesn't support item deletion",
                  lang_type_name(x));
}

// ---- in ----

static bool find_text(pv in, pv what) {
  return !STR(what)->n || lang_find(STR(in)->s, STR(in)->n, STR(what)->s, STR(what)->n);
}

dbx_status lang_contains(pv c, pv x, bool *ret) {
  pv r;
  DBX_TRY(call_special(c, names_now->__contains__, &x, 1, &r));
  if (r.tag != PV_NOTIMPLEMENTED) return lang_truth(r, ret);
  if (is_str(c)) {
    if (!is_str(x))
      return dbx_fail(DBX_E204, (dbx_span){0},
                      "'in <string>' requires string as left operand, not %s", lang_type_name(x));
    return *ret = find_text(c, x), dbx_poll();
  }
  if (is_obj(c, T_DICT) || is_obj(c, T_SET)) {
    DBX_TRY(dict_find(DICT(c), x, &r));
    return *ret = r.tag != PV_UNBOUND, DBX_OK;
  }
  if (type_of(c)->contains) return type_of(c)->contains(c, x, ret);
  if (is_range(c) && (is_int(x) || number_is_big(x))) {
    DBX_TRY(range_position(c, x, &r));
    return *ret = !number_is_negative(r), DBX_OK;
  }
  if (is_seq(c)) {
    *ret = false;
    for (uint32_t i = 0; dbx_go_on(i, SEQ(c)->n) && !*ret; i++)
      DBX_TRY(lang_equal(SEQ(c)->at[i], x, ret));
    return dbx_poll();
  }
  if (!lang_iterable(c))
    return dbx_fail(DBX_E204, (dbx_span){0}, "argument of type '%s' is not iterable",
                    lang_type_name(c));
  return lang_iter_contains(c, x, ret);
}

dbx_status lang_update_with_mapping(o_dict *d, pv from, bool *done) {
  pv keys = PV(PV_UNBOUND), v;
  if (is_instance(from)) DBX_TRY(instance_call(from, dbx_intern("keys"), NULL, 0, &keys));
  *done = keys.tag != PV_UNBOUND;
  if (!*done) return DBX_OK;
  DBX_TRY(lang_items(keys, &keys));
  uint32_t mark = lang_pins();
  lang_pin(keys);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(keys)->n; i++) {
    st = lang_getitem(from, SEQ(keys)->at[i], &v);
    if (st == DBX_OK) st = dict_set(d, SEQ(keys)->at[i], v);
  }
  lang_unpin(mark);
  return st;
}
