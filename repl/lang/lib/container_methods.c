// Methods of list, tuple, range, dict, set and the views of dictionaries.
#include "base/poll.h"
#include "lang/jax/jax.h"
#include "lang/lib/builtins.h"
#include "lang/object/long_range.h"
#include "lang/object/set_order.h"
#include "lang/object/share.h"

#include <string.h>

static o_seq *self_seq(const call_args *c) { return SEQ(native_self(c)); }
static o_dict *self_dict(const call_args *c) { return DICT(native_self(c)); }

// ---- lists ----

static dbx_status list_append(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(heap_own(native_self(c).o));
  list_push(self_seq(c), c->at[0]);
  return *ret = pv_none(), DBX_OK;
}

static dbx_status list_extend(const call_args *c, pv *ret) {
  pv items;
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(lang_to_list(c->at[0], &items));
  DBX_TRY(heap_own(native_self(c).o));
  for (uint32_t i = 0; dbx_go_on(i, SEQ(items)->n); i++) list_push(self_seq(c), SEQ(items)->at[i]);
  return *ret = pv_none(), DBX_OK;
}

static dbx_status list_insert(const call_args *c, pv *ret) {
  int64_t i;
  o_seq *l = self_seq(c);
  if (c->n != 2)
    return dbx_fail(DBX_E202, (dbx_span){0}, "insert expected 2 arguments, got %u", c->n);
  DBX_TRY(lang_index(c->at[0], &i));
  DBX_TRY(heap_own(&l->h));
  if (i < 0) i = i < -(int64_t)l->n ? 0 : i + l->n;
  if (i > l->n) i = l->n;
  list_push(l, pv_none());
  memmove(l->at + i + 1, l->at + i, (l->n - 1 - (size_t)i) * sizeof *l->at);
  l->at[i] = c->at[1];
  return *ret = pv_none(), DBX_OK;
}

static pv remove_at(o_seq *l, int64_t i) {
  pv v = l->at[i];
  l->n--;
  memmove(l->at + i, l->at + i + 1, (l->n - (size_t)i) * sizeof *l->at);
  return v;
}

static dbx_status list_pop(const call_args *c, pv *ret) {
  o_seq *l = self_seq(c);
  int64_t i = -1;
  DBX_TRY(method_args(c, 0, 1));
  if (c->n) DBX_TRY(lang_index(c->at[0], &i));
  DBX_TRY(heap_own(&l->h));
  if (!l->n) return dbx_fail(DBX_E206, (dbx_span){0}, "pop from empty list");
  if (i < 0) i += l->n;
  if (i < 0 || i >= l->n) return dbx_fail(DBX_E206, (dbx_span){0}, "pop index out of range");
  return *ret = remove_at(l, i), DBX_OK;
}

// The first position of x in [from, to), -1 if there is none. Comparisons may change the list.
static dbx_status position(const o_seq *s, pv x, int64_t from, int64_t to, int64_t *ret) {
  bool same;
  *ret = -1;
  for (int64_t i = from; i < to && i < s->n; i++) {
    DBX_TRY(DBX_POLL_EACH(i));
    DBX_TRY(lang_equal(s->at[i], x, &same));
    if (same) return *ret = i, DBX_OK;
  }
  return DBX_OK;
}

static dbx_status bound_argument(const call_args *c, uint32_t i, int64_t n, int64_t standard,
                                 int64_t *ret) {
  *ret = standard;
  if (c->n > i) DBX_TRY(lang_index(c->at[i], ret));
  if (*ret < 0) *ret = *ret < -n ? 0 : *ret + n;
  return DBX_OK;
}

static dbx_status not_found(const call_args *c) {
  dbx_buf b = {0};
  if (!is_obj(native_self(c), T_LIST))
    return dbx_fail(DBX_E208, (dbx_span){0}, "tuple.index(x): x not in tuple");
  DBX_TRY(lang_repr(c->at[0], &b));
  dbx_fail_(DBX_E208, (dbx_span){0}, "%s is not in list", dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

static dbx_status seq_index(const call_args *c, pv *ret) {
  int64_t from, to, at;
  DBX_TRY(method_args(c, 1, 3));
  DBX_TRY(bound_argument(c, 1, self_seq(c)->n, 0, &from));
  DBX_TRY(bound_argument(c, 2, self_seq(c)->n, INT64_MAX, &to));
  DBX_TRY(position(self_seq(c), c->at[0], from, to, &at));
  return at < 0 ? not_found(c) : (*ret = pv_int(at), DBX_OK);
}

static dbx_status seq_count(const call_args *c, pv *ret) {
  int64_t n = 0;
  bool same;
  DBX_TRY(method_args(c, 1, 1));
  for (uint32_t i = 0; i < self_seq(c)->n; i++) {
    DBX_TRY(DBX_POLL_EACH(i));
    DBX_TRY(lang_equal(self_seq(c)->at[i], c->at[0], &same));
    n += same;
  }
  return *ret = pv_int(n), DBX_OK;
}

static dbx_status list_remove(const call_args *c, pv *ret) {
  int64_t at;
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(position(self_seq(c), c->at[0], 0, INT64_MAX, &at));
  if (at < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "list.remove(x): x not in list");
  DBX_TRY(heap_own(native_self(c).o));
  if (at < self_seq(c)->n) remove_at(self_seq(c), at);
  return *ret = pv_none(), DBX_OK;
}

// All or nothing: an interrupt leaves the list as it is.
static dbx_status reverse_copy(o_seq *l) {
  DBX_TRY(lang_check_room((double)l->n * sizeof *l->at));
  pv v = list_new(NULL, l->n);
  for (uint32_t i = 0; dbx_go_on(i, l->n); i++) SEQ(v)->at[i] = l->at[l->n - 1 - i];
  DBX_TRY(dbx_poll());
  return share_swap(l, SEQ(v)), DBX_OK;
}

static dbx_status list_reverse(const call_args *c, pv *ret) {
  o_seq *l = self_seq(c);
  DBX_TRY(method_args(c, 0, 0));
  if (l->n > SHARE_MANY) return *ret = pv_none(), reverse_copy(l);
  DBX_TRY(heap_own(&l->h));
  for (uint32_t i = 0; i < l->n / 2; i++) {
    pv v = l->at[i];
    l->at[i] = l->at[l->n - 1 - i], l->at[l->n - 1 - i] = v;
  }
  return *ret = pv_none(), DBX_OK;
}

static dbx_status list_sort(const call_args *c, pv *ret) {
  pv key = args_keyword(c, "key"), reverse = args_keyword(c, "reverse");
  bool backwards = false;
  DBX_TRY(args_only_keywords(c, "sort", "key reverse"));
  if (c->n) return dbx_fail(DBX_E202, (dbx_span){0}, "sort() takes no positional arguments");
  if (reverse.tag != PV_UNBOUND) DBX_TRY(lang_truth(reverse, &backwards));
  DBX_TRY(lang_sort(self_seq(c), key.tag == PV_UNBOUND ? pv_none() : key, backwards));
  return *ret = pv_none(), DBX_OK;
}

static dbx_status list_copy(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  return lang_items(native_self(c), ret);
}

static dbx_status list_clear(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  if (self_seq(c)->h.shared) share_swap(self_seq(c), SEQ(list_new(NULL, 0)));
  self_seq(c)->n = 0;
  return *ret = pv_none(), DBX_OK;
}

// ---- ranges ----

static dbx_status place_of(const call_args *c, pv *ret) {
  bool inside;
  pv x = c->n ? c->at[0] : pv_none();
  *ret = pv_int(-1);
  DBX_TRY(method_args(c, 1, 1));
  if (is_int(x) || number_is_big(x)) return range_position(native_self(c), x, ret);
  return lang_contains(native_self(c), x, &inside);
}

static dbx_status range_index(const call_args *c, pv *ret) {
  dbx_buf b = {0};
  DBX_TRY(place_of(c, ret));
  if (!number_is_negative(*ret)) return DBX_OK;
  DBX_TRY(lang_repr(c->at[0], &b));
  dbx_fail_(DBX_E208, (dbx_span){0}, "%s is not in range", dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}
static dbx_status range_count(const call_args *c, pv *ret) {
  pv i;
  DBX_TRY(place_of(c, &i));
  return *ret = pv_int(!number_is_negative(i)), DBX_OK;
}

// What it takes of a sequence of that length: as a range is cut.
static dbx_status slice_indices(const call_args *c, pv *ret) {
  pv cut, part[3];
  int64_t n;
  static const char *const parts[] = {"start", "stop", "step"};
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(lang_index(c->at[0], &n));
  if (n < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "length should not be negative");
  DBX_TRY(range_slice(pv_int(0), pv_int(1), pv_int(n), native_self(c), &cut));
  uint32_t mark = lang_pins();
  lang_pin(cut);
  dbx_status st = DBX_OK;
  for (int i = 0; st == DBX_OK && i < 3; i++)
    st = lang_getattr(cut, dbx_intern(parts[i]), &part[i]);
  if (st == DBX_OK) *ret = tuple_new(part, 3);
  return lang_unpin(mark), st;
}

// ---- dictionaries ----

static dbx_status update_with_pair(o_dict *d, pv pair, uint32_t i) {
  pv items;
  if (!lang_iterable(pair))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "cannot convert dictionary update sequence element #%u to a sequence", i);
  DBX_TRY(lang_to_list(pair, &items));
  if (SEQ(items)->n != 2)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "dictionary update sequence element #%u has length %u; 2 is required", i,
                    SEQ(items)->n);
  return dict_set(d, SEQ(items)->at[0], SEQ(items)->at[1]);
}

static dbx_status update_with_pairs(o_dict *d, pv from) {
  pv items;
  DBX_TRY(lang_items(from, &items));
  uint32_t mark = lang_pins();
  lang_pin(items);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(items)->n; i++)
    st = update_with_pair(d, SEQ(items)->at[i], i);
  lang_unpin(mark);
  return st;
}

dbx_status dict_update(o_dict *d, pv from) {
  uint32_t i = 0;
  dict_entry *e;
  bool done = false;
  if (!is_obj(from, T_DICT)) {
    DBX_TRY(lang_update_with_mapping(d, from, &done));
    return done ? DBX_OK : update_with_pairs(d, from);
  }
  while (d != DICT(from) && dict_next(DICT(from), &i, &e)) DBX_TRY(dict_set(d, e->key, e->val));
  return DBX_OK;
}

static dbx_status dict_update_method(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "update", 0, 1));
  if (c->n) DBX_TRY(dict_update(self_dict(c), c->at[0]));
  for (uint32_t i = 0; i < c->n_kw; i++) dict_put_sym(self_dict(c), c->kw[i], c->kw_at[i]);
  return *ret = pv_none(), DBX_OK;
}

static dbx_status dict_get(const call_args *c, pv *ret) {
  pv v;
  DBX_TRY(method_args(c, 1, 2));
  DBX_TRY(dict_find(self_dict(c), c->at[0], &v));
  return *ret = v.tag != PV_UNBOUND ? v : c->n == 2 ? c->at[1] : pv_none(), DBX_OK;
}

static dbx_status dict_pop(const call_args *c, pv *ret) {
  pv v;
  bool found;
  DBX_TRY(method_args(c, 1, 2));
  DBX_TRY(dict_find(self_dict(c), c->at[0], &v));
  if (v.tag == PV_UNBOUND) return c->n == 2 ? (*ret = c->at[1], DBX_OK) : lang_key_error(c->at[0]);
  DBX_TRY(dict_delete(self_dict(c), c->at[0], &found));
  return *ret = v, DBX_OK;
}

static dict_entry *last_entry(const o_dict *d) {
  for (uint32_t i = d->used; i-- > 0;)
    if (d->entry[i].key.tag != PV_UNBOUND) return &d->entry[i];
  return NULL;
}

static dbx_status dict_popitem(const call_args *c, pv *ret) {
  bool found;
  DBX_TRY(method_args(c, 0, 0));
  const dict_entry *e = last_entry(self_dict(c));
  if (!e) return lang_key_error(str_of("popitem(): dictionary is empty"));
  pv pair[] = {e->key, e->val};
  DBX_TRY(dict_delete(self_dict(c), pair[0], &found));
  return *ret = tuple_new(pair, 2), DBX_OK;
}

static dbx_status dict_setdefault(const call_args *c, pv *ret) {
  pv v;
  DBX_TRY(method_args(c, 1, 2));
  DBX_TRY(dict_find(self_dict(c), c->at[0], &v));
  if (v.tag != PV_UNBOUND) return *ret = v, DBX_OK;
  v = c->n == 2 ? c->at[1] : pv_none();
  DBX_TRY(dict_set(self_dict(c), c->at[0], v));
  return *ret = v, DBX_OK;
}

static dbx_status view(const call_args *c, iter_kind kind, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  *ret = iter_new(kind, native_self(c));
  ((o_iter *)ret->o)->view = true;
  return DBX_OK;
}
static dbx_status dict_keys(const call_args *c, pv *ret) { return view(c, IT_DICT_KEYS, ret); }
static dbx_status dict_values(const call_args *c, pv *ret) { return view(c, IT_DICT_VALUES, ret); }
static dbx_status dict_items(const call_args *c, pv *ret) { return view(c, IT_DICT_ITEMS, ret); }

static dbx_status copy_table(const call_args *c, pv *ret) {
  uint32_t i = 0;
  dict_entry *e;
  DBX_TRY(method_args(c, 0, 0));
  if (is_obj(native_self(c), T_SET) && self_dict(c)->frozen) return *ret = native_self(c), DBX_OK;
  if (is_obj(native_self(c), T_SET)) return set_copy(self_dict(c), ret);
  pv d = dict_new();
  while (dict_next(self_dict(c), &i, &e)) DBX_TRY(dict_set(DICT(d), e->key, e->val));
  return *ret = d, DBX_OK;
}

static dbx_status clear_table(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 0, 0));
  dict_clear(self_dict(c));
  return *ret = pv_none(), DBX_OK;
}

static dbx_status dict_fromkeys(const call_args *c, pv *ret) {
  pv keys, d = dict_new();
  DBX_TRY(method_args(c, 1, 2));
  uint32_t mark = lang_pins();
  lang_pin(d);
  dbx_status st = lang_items(c->at[0], &keys);
  if (st == DBX_OK) lang_pin(keys);
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(keys)->n; i++)
    st = dict_set(DICT(d), SEQ(keys)->at[i], c->n == 2 ? c->at[1] : pv_none());
  lang_unpin(mark);
  if (st == DBX_OK) *ret = d;
  return st;
}

// ---- sets ----

static dbx_status as_set(pv v, pv *ret) {
  if (is_obj(v, T_SET)) return *ret = v, DBX_OK;
  uint32_t mark = lang_pins();
  pv s = set_new();
  lang_pin(s);
  dbx_status st = set_update(DICT(s), v);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = s;
  return st;
}

static dbx_status set_add(const call_args *c, pv *ret) {
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(dict_set(self_dict(c), c->at[0], pv_none()));
  return *ret = pv_none(), DBX_OK;
}

static dbx_status take_out(const call_args *c, bool must, pv *ret) {
  bool found;
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(dict_delete(self_dict(c), c->at[0], &found));
  if (must && !found) return lang_key_error(c->at[0]);
  return *ret = pv_none(), DBX_OK;
}
static dbx_status set_discard(const call_args *c, pv *ret) { return take_out(c, false, ret); }
static dbx_status set_remove(const call_args *c, pv *ret) { return take_out(c, true, ret); }

static dbx_status set_pop(const call_args *c, pv *ret) {
  bool found;
  DBX_TRY(method_args(c, 0, 0));
  if (!self_dict(c)->n) return lang_key_error(str_of("pop from an empty set"));
  DBX_TRY(heap_own(native_self(c).o));
  pv v = set_order_pop(self_dict(c));
  DBX_TRY(dict_delete(self_dict(c), v, &found));
  return *ret = v, DBX_OK;
}

// self op each argument in turn; in place, or into a new set.
static dbx_status set_fold(const call_args *c, dbx_op op, bool inplace, uint32_t max, pv *ret) {
  uint32_t mark = lang_pins();
  pv now = native_self(c);
  DBX_TRY(method_args(c, max == 1, max));
  if (!inplace && !c->n) return set_copy(DICT(now), ret);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < c->n; i++) {
    bool make = !inplace && (i == 0 || op == DBX_OP_BitAnd);
    st = make ? set_binary(op, now, c->at[i], &now) : set_inplace(op, now, c->at[i]);
    lang_pin(now);
  }
  lang_unpin(mark);
  if (st == DBX_OK) *ret = inplace ? pv_none() : now;
  return st;
}
#define FOLD(name, op, inplace, max)                                                               \
  static dbx_status set_##name(const call_args *c, pv *ret) {                                      \
    return set_fold(c, DBX_OP_##op, inplace, max, ret);                                            \
  }
FOLD(union, BitOr, false, UINT32_MAX)
FOLD(intersection, BitAnd, false, UINT32_MAX)
FOLD(difference, Sub, false, UINT32_MAX)
FOLD(symmetric_difference, BitXor, false, 1)
FOLD(update_method, BitOr, true, UINT32_MAX)
FOLD(intersection_update, BitAnd, true, UINT32_MAX)
FOLD(difference_update, Sub, true, UINT32_MAX)
FOLD(symmetric_difference_update, BitXor, true, 1)
#undef FOLD

static dbx_status set_compare(const call_args *c, dbx_op op, pv *ret) {
  pv other;
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(as_set(c->at[0], &other));
  return lang_compare(op, native_self(c), other, ret);
}
static dbx_status set_issubset(const call_args *c, pv *ret) {
  return set_compare(c, DBX_OP_LtE, ret);
}
static dbx_status set_issuperset(const call_args *c, pv *ret) {
  return set_compare(c, DBX_OP_GtE, ret);
}

static dbx_status isdisjoint(const call_args *c, pv *ret) {
  pv own, other, common;
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(as_set(native_self(c), &own));
  uint32_t mark = lang_pins();
  lang_pin(own);
  dbx_status st = as_set(c->at[0], &other);
  if (st == DBX_OK) st = lang_binary(DBX_OP_BitAnd, own, other, &common);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = pv_bool(DICT(common)->n == 0);
  return st;
}

// ---- tables ----

const native_row list_methods[] = {
    {"append", list_append},   {"clear", list_clear},   {"copy", list_copy},
    {"count", seq_count},      {"extend", list_extend}, {"index", seq_index},
    {"insert", list_insert},   {"pop", list_pop},       {"remove", list_remove},
    {"reverse", list_reverse}, {"sort", list_sort},     {NULL, NULL}};
const native_row tuple_methods[] = {{"count", seq_count}, {"index", seq_index}, {NULL, NULL}};
const native_row range_methods[] = {{"count", range_count}, {"index", range_index}, {NULL, NULL}};
const native_row slice_methods[] = {{"indices", slice_indices}, {NULL, NULL}};
const native_row dict_methods[] = {{"clear", clear_table},
                                   {"copy", copy_table},
                                   {"fromkeys", dict_fromkeys},
                                   {"get", dict_get},
                                   {"items", dict_items},
                                   {"keys", dict_keys},
                                   {"pop", dict_pop},
                                   {"popitem", dict_popitem},
                                   {"setdefault", dict_setdefault},
                                   {"update", dict_update_method},
                                   {"values", dict_values},
                                   {NULL, NULL}};
const native_row set_methods[] = {{"add", set_add},
                                  {"clear", clear_table},
                                  {"copy", copy_table},
                                  {"difference", set_difference},
                                  {"difference_update", set_difference_update},
                                  {"discard", set_discard},
                                  {"intersection", set_intersection},
                                  {"intersection_update", set_intersection_update},
                                  {"isdisjoint", isdisjoint},
                                  {"issubset", set_issubset},
                                  {"issuperset", set_issuperset},
                                  {"pop", set_pop},
                                  {"remove", set_remove},
                                  {"symmetric_difference", set_symmetric_difference},
                                  {"symmetric_difference_update", set_symmetric_difference_update},
                                  {"union", set_union},
                                  {"update", set_update_method},
                                  {NULL, NULL}};
const native_row frozenset_methods[] = {{"copy", copy_table},
                                        {"difference", set_difference},
                                        {"intersection", set_intersection},
                                        {"isdisjoint", isdisjoint},
                                        {"issubset", set_issubset},
                                        {"issuperset", set_issuperset},
                                        {"symmetric_difference", set_symmetric_difference},
                                        {"union", set_union},
                                        {NULL, NULL}};
const native_row view_methods[] = {{"isdisjoint", isdisjoint}, {NULL, NULL}};
