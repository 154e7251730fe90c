// Iteration: iter() and next() of every type, generator expressions, unpacking.
//
// An iterator is an object of the heap with the state of its kind; none needs a stack of its own.
// Callers keep the iterator pinned; what it makes is theirs to pin.
#include "base/poll.h"
#include "lang/object/long_range.h"
#include "lang/object/protocol.h"
#include "lang/value/type.h"

#include <assert.h>
#include <string.h>

pv iter_new(iter_kind kind, pv src) {
  o_iter *it = heap_new(T_ITER, sizeof *it);
  it->kind = (uint8_t)kind;
  it->src = src;
  if (kind == IT_RANGE) it->end = lang_range_length((o_range *)src.o);
  if (kind == IT_LONG_RANGE) { // nobody comes to the end of one that is longer than that
    pv n = ((o_long_range *)src.o)->length;
    it->end = is_int(n) ? n.i : INT64_MAX;
  }
  if (is_obj(src, T_DICT) || is_obj(src, T_SET)) it->changes = DICT(src)->changes;
  return pv_obj(it);
}

static pv instance_method(pv v, dbx_sym name) {
  if (!is_instance(v)) return PV(PV_UNBOUND);
  return lang_class_lookup(lang_instance(v)->cls, name);
}

// ---- iter() ----

#define ITER(type) dbx_status type##_iter(pv v, pv *ret)
ITER(str) { return *ret = iter_new(IT_STR, v), DBX_OK; }
ITER(seq) { return *ret = iter_new(IT_SEQ, v), DBX_OK; }
ITER(dict) { return *ret = iter_new(IT_DICT_KEYS, v), DBX_OK; }
ITER(range) { return *ret = iter_new(IT_RANGE, v), DBX_OK; }
ITER(long_range) { return *ret = iter_new(IT_LONG_RANGE, v), DBX_OK; }

ITER(set) {
  *ret = iter_new(IT_DICT_KEYS, v);
  ((o_iter *)ret->o)->parts = SEQ(set_in_order(DICT(v)));
  return dbx_poll(); // it may have ended early
}

ITER(iter) {
  const o_iter *it = (o_iter *)v.o;
  return *ret = it->view ? iter_new((iter_kind)it->kind, it->src) : v, DBX_OK;
}

// ---- next() of what holds items ----

static pv next_of_str(o_iter *it) {
  const o_str *s = STR(it->src);
  uint32_t n = 1;
  if (it->i >= s->n) return PV(PV_UNBOUND);
  const char *p = s->s + it->i;
  if (!(*p & 0x80)) return it->i++, str_char(*p);
  while ((p[n] & 0xC0) == 0x80) n++;
  it->i += n;
  return str_point(p, n);
}

static dbx_status next_of_dict(o_iter *it, pv *ret) {
  const o_dict *d = DICT(it->src);
  uint32_t at = (uint32_t)it->i;
  dict_entry *e;
  if (d->changes != it->changes) {
    it->changes = d->changes, it->done = true;
    return dbx_fail_as(DBX_E208, DBX_S_RuntimeError, (dbx_span){0},
                       "%s changed size during iteration",
                       is_obj(it->src, T_SET) ? "Set" : "dictionary");
  }
  if (it->parts) { // a set
    if (at < it->parts->n) pv_put(ret, it->parts->at[at++]);
  } else if (dict_next(d, &at, &e)) {
    pv pair[] = {e->key, e->val};
    *ret = it->kind == IT_DICT_KEYS     ? e->key
           : it->kind == IT_DICT_VALUES ? e->val
                                        : tuple_new(pair, 2);
  }
  return it->i = at, DBX_OK;
}

static dbx_status next_of_array(o_iter *it, pv *ret) {
  int64_t rows;
  DBX_TRY(type_of(it->src)->rows(it->src, &rows));
  return it->i < rows ? type_of(it->src)->row(it->src, it->i++, ret) : DBX_OK;
}

// An item of a sequence of the program: IndexError is its end.
static dbx_status item_or_end(pv src, int64_t i, pv *ret) {
  dbx_status st = lang_getitem(src, pv_int(i), ret);
  if (st == DBX_OK) return st;
  if (!lang_pending_is(DBX_S_IndexError) && !lang_pending_is(DBX_S_StopIteration)) return st;
  dbx_diag_forget();
  return *ret = PV(PV_UNBOUND), DBX_OK;
}

static dbx_status next_reversed(o_iter *it, pv *ret) {
  if (it->i < 0) return DBX_OK;
  if (it->parts) return *ret = it->parts->at[it->i--], DBX_OK;
  if (is_obj(it->src, T_LIST) && it->i >= SEQ(it->src)->n) return DBX_OK; // it has become shorter
  if (is_array(it->src)) return type_of(it->src)->row(it->src, it->i--, ret);
  return item_or_end(it->src, it->i--, ret);
}

// ---- next() of what computes items ----

static dbx_status next_mapped(o_iter *it, pv *ret) {
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  bool done = false;
  for (uint32_t i = 0; st == DBX_OK && !done && i < it->parts->n; i++) {
    pv v;
    st = lang_advance(it->parts->at[i], &v, &done);
    if (st == DBX_OK && !done) lang_pin(v);
  }
  if (st == DBX_OK && !done) st = lang_call(it->src, lang_pin_at(mark), lang_pins() - mark, ret);
  lang_unpin(mark);
  return st;
}

static dbx_status next_filtered(o_iter *it, pv *ret) {
  for (;;) {
    pv v, test;
    bool done = false, yes = false;
    DBX_TRY(lang_advance(it->parts->at[0], &v, &done));
    if (done) return DBX_OK;
    uint32_t mark = lang_pins();
    lang_pin(v);
    dbx_status st = dbx_poll();
    test = v;
    if (st == DBX_OK && !is_none(it->src)) st = lang_call(it->src, &v, 1, &test);
    if (st == DBX_OK) st = lang_truth(test, &yes);
    lang_unpin(mark);
    if (st != DBX_OK) return st;
    if (yes) return *ret = v, DBX_OK;
  }
}

static dbx_status zip_error(uint32_t i, const char *than) {
  if (i == 1)
    return dbx_fail(DBX_E208, (dbx_span){0}, "zip() argument 2 is %s than argument 1", than);
  return dbx_fail(DBX_E208, (dbx_span){0}, "zip() argument %u is %s than arguments 1-%u", i + 1,
                  than, i);
}

// The first one has ended: with strict so must the others.
static dbx_status check_all_ended(const o_iter *it) {
  for (uint32_t i = 1; it->strict && i < it->parts->n; i++) {
    pv v;
    bool done = false;
    DBX_TRY(lang_next(it->parts->at[i], &v, &done));
    if (!done) return zip_error(i, "longer");
  }
  return DBX_OK;
}

static dbx_status next_zipped(o_iter *it, pv *ret) {
  uint32_t mark = lang_pins(), i;
  dbx_status st = DBX_OK;
  bool done = it->parts->n == 0;
  for (i = 0; st == DBX_OK && !done && i < it->parts->n; i++) {
    pv v;
    st = it->strict ? lang_next(it->parts->at[i], &v, &done)
                    : lang_advance(it->parts->at[i], &v, &done);
    if (st == DBX_OK && !done) lang_pin(v);
  }
  if (st == DBX_OK && done && it->strict && i > 1) st = zip_error(i - 1, "shorter");
  if (st == DBX_OK && done && i == 1) st = check_all_ended(it);
  if (st == DBX_OK && !done) *ret = tuple_new(lang_pin_at(mark), lang_pins() - mark);
  lang_unpin(mark);
  return st;
}

static dbx_status next_enumerated(o_iter *it, pv *ret) {
  pv pair[2];
  bool done = false;
  DBX_TRY(lang_advance(it->parts->at[0], &pair[1], &done));
  if (done) return DBX_OK;
  pair[0] = pv_int(it->i++);
  return *ret = tuple_new(pair, 2), DBX_OK;
}

// ---- next() ----

static dbx_status next_nested(o_iter *it, pv *ret) {
  uint32_t mark = lang_pins();
  if (heap_now->depth >= heap_now->max_depth)
    return dbx_fail(DBX_E210, (dbx_span){0}, "maximum recursion depth exceeded");
  lang_pin(pv_obj(it));
  heap_now->depth++;
  dbx_status st = it->kind == IT_MAP         ? next_mapped(it, ret)
                  : it->kind == IT_FILTER    ? next_filtered(it, ret)
                  : it->kind == IT_ZIP       ? next_zipped(it, ret)
                  : it->kind == IT_ENUMERATE ? next_enumerated(it, ret)
                                             : it->next(it, ret);
  heap_now->depth--;
  lang_unpin(mark);
  return st;
}

static dbx_status next_item(o_iter *it, pv *ret) {
  const o_range *r;
  switch ((iter_kind)it->kind) {
  case IT_SEQ:
    if (it->i < SEQ(it->src)->n) pv_put(ret, SEQ(it->src)->at[it->i++]);
    return DBX_OK;
  case IT_STR: return *ret = next_of_str(it), DBX_OK;
  case IT_RANGE:
    r = (o_range *)it->src.o;
    if (it->i < it->end)
      *ret = pv_int((int64_t)((uint64_t)r->start + (uint64_t)it->i++ * (uint64_t)r->step));
    return DBX_OK;
  case IT_LONG_RANGE:
    if (it->i == it->end) return DBX_OK;
    return long_range_at((o_long_range *)it->src.o, it->i++, ret);
  case IT_DICT_KEYS:
  case IT_DICT_VALUES:
  case IT_DICT_ITEMS: return next_of_dict(it, ret);
  case IT_ARRAY:
  case IT_TRACER: return next_of_array(it, ret);
  case IT_REVERSED: return next_reversed(it, ret);
  case IT_INSTANCE: return item_or_end(it->src, it->i++, ret);
  default: return next_nested(it, ret);
  }
}

static dbx_status next_of_instance(pv x, pv *ret) {
  pv fn = instance_method(x, names_now->__next__);
  if (fn.tag == PV_UNBOUND)
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object is not an iterator", lang_type_name(x));
  return lang_call(method_new(x, fn), NULL, 0, ret);
}

dbx_status lang_advance(pv v, pv *ret, bool *done) {
  *done = false;
  if (!is_obj(v, T_ITER) || ((o_iter *)v.o)->view) return next_of_instance(v, ret);
  o_iter *it = (o_iter *)v.o;
  pv r = PV(PV_UNBOUND);
  if (it->done) {
    if (it->kind == IT_GENERATOR) it->src = pv_none(); // its result is told once
    return *done = true, DBX_OK;
  }
  DBX_TRY(next_item(it, &r));
  if (r.tag == PV_UNBOUND) return *done = it->done = true, DBX_OK;
  return pv_put(ret, r), DBX_OK;
}

pv iter_result(pv v) {
  o_iter *it = (o_iter *)v.o;
  if (!is_obj(v, T_ITER) || it->kind != IT_GENERATOR || it->src.tag == PV_UNBOUND) return pv_none();
  pv r = it->src;
  return it->src = pv_none(), r;
}

dbx_status lang_stop_iteration(pv value) {
  pv exc;
  if (is_none(value)) return dbx_fail(DBX_E219, (dbx_span){0}, "%s", "");
  DBX_TRY(lang_call(pv_obj(lang_exception_class(DBX_S_StopIteration)), &value, 1, &exc));
  return lang_raise(exc, PV(PV_UNBOUND));
}

dbx_status lang_next(pv v, pv *ret, bool *done) {
  dbx_status st = lang_advance(v, ret, done);
  if (st == DBX_OK || !lang_pending_is(DBX_S_StopIteration)) return st;
  dbx_diag_forget();
  return *done = true, DBX_OK;
}

// ---- names ----

static bool is_ascii(pv str) {
  for (uint32_t i = 0; i < STR(str)->n; i++)
    if (STR(str)->s[i] & 0x80) return false;
  return true;
}

const char *iter_name(pv v) {
  const o_iter *it = (o_iter *)v.o;
  static const char *const names[] = {[IT_SEQ] = "list_iterator",
                                      [IT_STR] = "str_iterator",
                                      [IT_RANGE] = "range_iterator",
                                      [IT_LONG_RANGE] = "longrange_iterator",
                                      [IT_DICT_KEYS] = "dict_keyiterator",
                                      [IT_DICT_VALUES] = "dict_valueiterator",
                                      [IT_DICT_ITEMS] = "dict_itemiterator",
                                      [IT_ARRAY] = "iterator",
                                      [IT_TRACER] = "iterator",
                                      [IT_MAP] = "map",
                                      [IT_FILTER] = "filter",
                                      [IT_ZIP] = "zip",
                                      [IT_ENUMERATE] = "enumerate",
                                      [IT_REVERSED] = "reversed",
                                      [IT_GENERATOR] = "generator",
                                      [IT_INSTANCE] = "iterator"};
  static const char *const views[] = {[IT_DICT_KEYS] = "dict_keys",
                                      [IT_DICT_VALUES] = "dict_values",
                                      [IT_DICT_ITEMS] = "dict_items"};
  if (it->kind == IT_SEQ && is_obj(it->src, T_TUPLE)) return "tuple_iterator";
  if (it->kind == IT_DICT_KEYS && is_obj(it->src, T_SET)) return "set_iterator";
  if (it->kind == IT_TOOL) return it->name;
  if (it->kind == IT_STR && is_ascii(it->src)) return "str_ascii_iterator";
  if (it->kind == IT_REVERSED) {
    if (is_obj(it->src, T_LIST)) return "list_reverseiterator";
    if (is_obj(it->src, T_RANGE)) return "range_iterator";
    if (is_obj(it->src, T_DICT)) return "dict_reversekeyiterator";
    const o_iter *of = (o_iter *)it->src.o;
    if (is_obj(it->src, T_ITER))
      return of->kind == IT_DICT_KEYS     ? "dict_reversekeyiterator"
             : of->kind == IT_DICT_VALUES ? "dict_reversevalueiterator"
                                          : "dict_reverseitemiterator";
  }
  assert(!it->view || (it->kind >= IT_DICT_KEYS && it->kind <= IT_DICT_ITEMS));
  return it->view ? views[it->kind] : names[it->kind];
}

// ---- whole iterations ----

// Appends at most `max` items of the iterator to l. Both are pinned.
static dbx_status append_items(pv it, o_seq *l, uint32_t max) {
  pv x;
  bool done = false;
  dbx_status st = DBX_OK;
  while (l->n < max) {
    if ((st = lang_next(it, &x, &done)) != DBX_OK || done) break;
    list_push(l, x);
    if (l->n % 1024 == 0 && ((st = dbx_poll()) != DBX_OK || (st = heap_check_budget()) != DBX_OK))
      break;
  }
  return st;
}

// CPython's length hint, for its effects: __len__ may print or fail. A TypeError says nothing.
static dbx_status ask_length(pv v) {
  int64_t n;
  if (instance_method(v, names_now->__len__).tag == PV_UNBOUND) return DBX_OK;
  dbx_status st = lang_length(v, &n);
  if (st == DBX_OK || !lang_pending_is(DBX_S_TypeError)) return st;
  dbx_diag_forget();
  return DBX_OK;
}

static dbx_status take_items(pv v, uint32_t max, bool asks_length, pv *ret) {
  uint32_t mark = lang_pins();
  if (is_range(v) && max == UINT32_MAX) {
    int64_t n;
    DBX_TRY(lang_length(v, &n));
    DBX_TRY(lang_check_room((double)n * sizeof(pv)));
  }
  pv it, list = list_new(NULL, 0);
  lang_pin(v);
  lang_pin(list);
  dbx_status st = lang_iter(v, &it);
  if (st == DBX_OK) lang_pin(it);
  if (st == DBX_OK && asks_length) st = ask_length(v);
  if (st == DBX_OK) st = append_items(it, SEQ(list), max);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = list;
  return st;
}

static dbx_status copy_sequence(const o_seq *s, pv *ret) {
  DBX_TRY(lang_check_room((double)s->n * sizeof(pv)));
  return *ret = list_new(s->at, s->n), DBX_OK;
}

dbx_status lang_to_list(pv v, pv *ret) {
  if (is_seq(v) && !v.o->sub) return copy_sequence(SEQ(v), ret);
  return take_items(v, UINT32_MAX, true, ret);
}

dbx_status lang_items(pv v, pv *ret) {
  if (is_seq(v) && !v.o->sub) return copy_sequence(SEQ(v), ret);
  return take_items(v, UINT32_MAX, false, ret);
}

dbx_status lang_unpack(pv v, uint32_t n, pv *ret) {
  if (is_obj(v, T_TUPLE) && !v.o->sub) return *ret = v, DBX_OK;
  if (is_obj(v, T_LIST)) return lang_to_list(v, ret);
  if (!lang_iterable(v)) {
    bool type = is_obj(v, T_CLASS) || is_obj(v, T_TYPE);
    return dbx_fail(DBX_E204, (dbx_span){0}, "cannot unpack non-iterable %s object",
                    type ? "type" : lang_type_name(v));
  }
  return take_items(v, n == UINT32_MAX ? n : n + 1, false, ret);
}

dbx_status lang_iter_contains(pv v, pv x, bool *ret) {
  uint32_t mark = lang_pins();
  pv it, item;
  bool done = false;
  lang_pin(v);
  lang_pin(x);
  *ret = false;
  dbx_status st = lang_iter(v, &it);
  if (st != DBX_OK && v.tag == PV_TRACER) { // whatever keeps it from being iterated
    dbx_diag_forget();
    st = dbx_fail(DBX_E204, (dbx_span){0}, "argument of type '%s' is not iterable",
                  lang_type_name(v));
  }
  if (st == DBX_OK) lang_pin(it);
  while (st == DBX_OK && !*ret) {
    if ((st = lang_next(it, &item, &done)) != DBX_OK || done) break;
    uint32_t at = lang_pins();
    lang_pin(item);
    st = lang_equal(item, x, ret);
    lang_unpin(at);
    if (st == DBX_OK) st = dbx_poll();
  }
  lang_unpin(mark);
  return st;
}
