// What is done to sets as a whole: union, intersection, difference, the same in place, and the
// operators of dict.keys() and dict.items(). Elements come in the order in which CPython puts them
// in.
#include "base/poll.h"
#include "lang/object/set_order.h"
#include "lang/object/types.h"

static bool is_table(pv v) { return is_obj(v, T_SET) || is_obj(v, T_DICT); }

// The elements of what can be iterated, sets as CPython walks them.
static dbx_status elements(pv from, pv *ret) {
  if (!is_obj(from, T_SET)) return lang_items(from, ret);
  return *ret = set_in_order(DICT(from)), dbx_poll(); // an interrupted one is not all
}

// ---- one element ----

typedef dbx_status (*step)(o_dict *s, const o_dict *in, pv v);

static dbx_status add(o_dict *s, const o_dict *in, pv v) {
  (void)in;
  return dict_set(s, v, pv_none());
}
static dbx_status discard(o_dict *s, const o_dict *in, pv v) {
  bool found;
  (void)in;
  return dict_delete(s, v, &found);
}
static dbx_status toggle(o_dict *s, const o_dict *in, pv v) {
  bool found;
  (void)in;
  DBX_TRY(dict_delete(s, v, &found));
  return found ? DBX_OK : dict_set(s, v, pv_none());
}
static dbx_status add_common(o_dict *s, const o_dict *in, pv v) {
  pv found;
  DBX_TRY(dict_find(in, v, &found));
  return found.tag == PV_UNBOUND ? DBX_OK : dict_set(s, v, pv_none());
}
static dbx_status add_other(o_dict *s, const o_dict *in, pv v) {
  pv found;
  DBX_TRY(dict_find(in, v, &found));
  return found.tag == PV_UNBOUND ? dict_set(s, v, pv_none()) : DBX_OK;
}

// Of a large set an element costs as much as memory that is far away: all are asked.
static dbx_status for_all(pv from, step fn, o_dict *s, const o_dict *in) {
  pv items;
  uint32_t mark = lang_pins();
  DBX_TRY(elements(from, &items));
  lang_pin(items);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(items)->n; i++)
    st = dbx_polled(fn(s, in, SEQ(items)->at[i]));
  lang_unpin(mark);
  return st;
}

// ---- in place ----

// An empty set takes over the table of another as it is, if it has that size.
static dbx_status take_over(o_dict *s, const o_dict *from) {
  uint32_t i = 0;
  dict_entry *e;
  while (dict_next(from, &i, &e)) DBX_TRY(dict_set(s, e->key, pv_none()));
  set_order_copy(s, from);
  return DBX_OK;
}

dbx_status set_update(o_dict *s, pv from) {
  if (is_table(from) && s == DICT(from)) return DBX_OK;
  DBX_TRY(heap_own(&s->h));
  if (is_table(from)) set_order_reserve(s, DICT(from)->n);
  if (is_obj(from, T_SET) && set_order_is_copied(s, DICT(from))) return take_over(s, DICT(from));
  return for_all(from, add, s, NULL);
}

// v itself, or a new set of its elements; pinned.
static dbx_status pin_set_of(pv v, o_dict **ret) {
  *ret = DICT(is_obj(v, T_SET) ? v : set_new());
  lang_pin(pv_obj(*ret));
  return is_obj(v, T_SET) ? DBX_OK : set_update(*ret, v);
}

static dbx_status remove_all(pv set, pv from) {
  o_dict *s = DICT(set);
  pv few = from;
  if (is_obj(from, T_SET) && s == DICT(from)) return dict_clear(s), DBX_OK;
  DBX_TRY(heap_own(&s->h));
  if (is_obj(from, T_SET) && DICT(from)->n >> 3 > s->n)
    DBX_TRY(set_binary(DBX_OP_BitAnd, set, from, &few));
  DBX_TRY(for_all(few, discard, s, NULL));
  set_order_trim(s);
  return DBX_OK;
}

static dbx_status toggle_all(pv set, pv from) {
  o_dict *s = DICT(set), *other;
  if (is_table(from) && s == DICT(from)) return dict_clear(s), DBX_OK;
  if (is_table(from)) return for_all(from, toggle, s, NULL);
  uint32_t mark = lang_pins();
  dbx_status st = pin_set_of(from, &other);
  if (st == DBX_OK) st = for_all(pv_obj(other), toggle, s, NULL);
  lang_unpin(mark);
  return st;
}

static void swap_contents(o_dict *a, o_dict *b) {
  o_dict was = *a;
  a->n = b->n, a->used = b->used, a->cap = b->cap, a->entry = b->entry, a->index = b->index,
  a->index_cap = b->index_cap, a->order = b->order, a->changes++;
  b->n = was.n, b->used = was.used, b->cap = was.cap, b->entry = was.entry, b->index = was.index,
  b->index_cap = was.index_cap, b->order = was.order;
  a->h.shared = b->h.shared, b->h.shared = was.h.shared;
}

dbx_status set_inplace(dbx_op op, pv s, pv with) {
  pv r;
  switch (op) {
  case DBX_OP_BitOr: return set_update(DICT(s), with);
  case DBX_OP_Sub: return remove_all(s, with);
  case DBX_OP_BitXor: return toggle_all(s, with);
  default:
    DBX_TRY(set_binary(DBX_OP_BitAnd, s, with, &r));
    swap_contents(DICT(s), DICT(r));
    return DBX_OK;
  }
}

// ---- new sets ----

dbx_status set_copy(const o_dict *s, pv *ret) {
  uint32_t mark = lang_pins();
  pv copy = set_new();
  lang_pin(copy);
  dbx_status st = set_update(DICT(copy), pv_obj((obj *)s));
  lang_unpin(mark);
  if (st == DBX_OK) *ret = copy;
  return st;
}

// s - with; a copy that loses elements where the other is much smaller or of another type
static dbx_status difference(pv s, pv with, pv into) {
  bool copied = !is_table(with) || DICT(s)->n >> 2 > DICT(with)->n;
  if (!copied) return for_all(s, add_other, DICT(into), DICT(with));
  pv copy;
  DBX_TRY(set_copy(DICT(s), &copy));
  swap_contents(DICT(into), DICT(copy));
  return remove_all(into, with);
}

static dbx_status intersection(pv s, pv with, pv into) {
  bool swap = is_obj(with, T_SET) && DICT(with)->n > DICT(s)->n;
  return for_all(swap ? s : with, add_common, DICT(into), DICT(swap ? with : s));
}

static dbx_status into_new(dbx_op op, pv s, pv with, pv *ret) {
  dbx_status st = DBX_OK;
  bool same = is_obj(with, T_SET) && DICT(with) == DICT(s);
  switch (op) {
  case DBX_OP_BitOr:
    st = set_copy(DICT(s), ret);
    lang_pin(*ret);
    return st == DBX_OK && !same ? set_update(DICT(*ret), with) : st;
  case DBX_OP_BitXor:
    st = set_update(DICT(*ret), with);
    return st == DBX_OK ? toggle_all(*ret, s) : st;
  case DBX_OP_Sub: return difference(s, with, *ret);
  default: return same ? set_copy(DICT(s), ret) : intersection(s, with, *ret);
  }
}

dbx_status set_binary(dbx_op op, pv s, pv with, pv *ret) {
  uint32_t mark = lang_pins();
  pv r = set_new();
  lang_pin(r);
  dbx_status st = into_new(op, s, with, &r);
  lang_unpin(mark);
  DICT(r)->frozen = DICT(s)->frozen;
  if (st == DBX_OK) *ret = r;
  return st;
}

// ---- dict.keys() and dict.items() ----

bool set_is_view(pv v) {
  if (!is_obj(v, T_ITER)) return false;
  const o_iter *it = (o_iter *)v.o;
  return it->view && (it->kind == IT_DICT_KEYS || it->kind == IT_DICT_ITEMS);
}

static bool is_set_like(pv v) { return is_obj(v, T_SET) || set_is_view(v); }

static uint32_t length(pv v) {
  return is_obj(v, T_SET) ? DICT(v)->n : DICT(((o_iter *)v.o)->src)->n;
}

// view & other: the smaller one is walked
static dbx_status view_intersection(pv x, pv y, pv *ret) {
  pv view = set_is_view(x) ? x : y, other = set_is_view(x) ? y : x, r = set_new();
  bool sized = is_set_like(other);
  if (is_obj(other, T_SET) && length(view) <= length(other))
    return set_binary(DBX_OP_BitAnd, other, view, ret);
  if (sized && !is_obj(other, T_SET) && length(other) > length(view)) {
    pv swap = view;
    view = other, other = swap;
  }
  o_dict *s;
  uint32_t mark = lang_pins();
  lang_pin(r);
  dbx_status st = pin_set_of(view, &s);
  if (st == DBX_OK) st = for_all(other, add_common, DICT(r), s);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = r;
  return st;
}

static dbx_status set_view_binary(dbx_op op, pv x, pv y, pv *ret) {
  if (op == DBX_OP_BitAnd) return view_intersection(x, y, ret);
  uint32_t mark = lang_pins();
  pv s = set_new(), from = x;
  lang_pin(s);
  if (set_is_view(x) && ((o_iter *)x.o)->kind == IT_DICT_KEYS) from = ((o_iter *)x.o)->src;
  dbx_status st = set_update(DICT(s), from);
  if (st == DBX_OK) st = set_inplace(op, s, y);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = s;
  return st;
}

// ---- operators ----

static bool is_operator(dbx_op op) {
  return op == DBX_OP_BitOr || op == DBX_OP_BitAnd || op == DBX_OP_BitXor || op == DBX_OP_Sub;
}

dbx_status sets_binary(dbx_op op, pv x, pv y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  if (!is_operator(op)) return DBX_OK;
  if (is_obj(x, T_SET) && is_obj(y, T_SET)) return set_binary(op, x, y, ret);
  return set_is_view(x) || set_is_view(y) ? set_view_binary(op, x, y, ret) : DBX_OK;
}

dbx_status sets_inplace(dbx_op op, pv x, pv y, pv *ret) {
  bool fits = is_operator(op) && is_obj(y, T_SET) && !DICT(x)->frozen;
  if (fits) DBX_TRY(set_inplace(op, x, y));
  return *ret = fits ? x : PV(PV_NOTIMPLEMENTED), DBX_OK;
}

// ---- comparison: whether one holds the other ----

static dbx_status subset(const o_dict *a, const o_dict *b, bool *ret) {
  uint32_t i = 0;
  dict_entry *e;
  *ret = true;
  while (*ret && dict_next(a, &i, &e)) {
    pv found;
    DBX_TRY(dict_find(b, e->key, &found));
    *ret = found.tag != PV_UNBOUND;
  }
  return DBX_OK;
}

static dbx_status compare_sets(dbx_op op, const o_dict *a, const o_dict *b, pv *ret) {
  bool yes;
  if (op == DBX_OP_Gt || op == DBX_OP_GtE)
    return compare_sets(op == DBX_OP_Gt ? DBX_OP_Lt : DBX_OP_LtE, b, a, ret);
  DBX_TRY(subset(a, b, &yes));
  if (op != DBX_OP_LtE) yes = yes && (a->n == b->n) == (op != DBX_OP_Lt);
  return *ret = pv_bool(op == DBX_OP_NotEq ? !yes : yes), DBX_OK;
}

static dbx_status compare_views(dbx_op op, pv x, pv y, pv *ret) {
  o_dict *a, *b;
  uint32_t mark = lang_pins();
  dbx_status st = pin_set_of(x, &a);
  if (st == DBX_OK) st = pin_set_of(y, &b);
  if (st == DBX_OK) st = compare_sets(op, a, b, ret);
  lang_unpin(mark);
  return st;
}

dbx_status sets_compare(dbx_op op, pv x, pv y, pv *ret) {
  bool sets = is_obj(x, T_SET) && is_obj(y, T_SET);
  if (sets) return compare_sets(op, DICT(x), DICT(y), ret);
  if (is_set_like(x) && is_set_like(y)) return compare_views(op, x, y, ret);
  return *ret = PV(PV_NOTIMPLEMENTED), DBX_OK;
}

// ---- frozen ones ----

const char *set_type_name(pv v) { return DICT(v)->frozen ? "frozenset" : "set"; }

// Of equal elements in any order.
dbx_status set_hash(pv v, uint64_t *ret) {
  uint64_t h = UINT64_C(1927868237) * (DICT(v)->n + UINT64_C(1));
  uint32_t i = 0;
  dict_entry *e;
  if (!DICT(v)->frozen) return type_no_hash(v, ret);
  while (dict_next(DICT(v), &i, &e)) h ^= dbx_mix(e->hash, 3644798167u);
  return *ret = dbx_mix(h, 23), DBX_OK;
}
