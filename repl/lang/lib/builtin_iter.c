// The builtins that work through items: min, sum, sorted, zip, map and their like. Comparisons and
// keys may run code of the program: what is held meanwhile is pinned.
#include "base/poll.h"
#include "lang/bytes/bytes.h"
#include "lang/jax/jax.h"
#include "lang/lib/builtins.h"
#include "lang/object/long_range.h"
#include "lang/object/share.h"
#include "lang/run/quick.h"

#include <math.h>
#include <string.h>

// ---- reductions ----

typedef enum step { STEP_FAIL, STEP_ITEM, STEP_END } step;

// The next item of the pinned iterator, pinned itself.
static step take(pv it, pv *ret) {
  bool done = false;
  if (dbx_poll() != DBX_OK || quick_next(it, ret, &done) != DBX_OK) return STEP_FAIL;
  if (done) return STEP_END;
  lang_pin(*ret);
  return STEP_ITEM;
}

static dbx_status truth_search(const call_args *c, const char *name, bool wanted, pv *ret) {
  pv it, v;
  bool yes = !wanted;
  step s;
  DBX_TRY(args_no_keywords(c, name));
  DBX_TRY(args_count(c, name, 1, 1));
  DBX_TRY(lang_iter(c->at[0], &it));
  uint32_t mark = lang_pins();
  lang_pin(it);
  while ((s = take(it, &v)) == STEP_ITEM) {
    dbx_status st = quick_truth(v, &yes) ? DBX_OK : lang_truth(v, &yes);
    lang_unpin(mark + 1);
    if (st != DBX_OK) s = STEP_FAIL;
    if (st != DBX_OK || yes == wanted) break;
  }
  lang_unpin(mark);
  if (s == STEP_FAIL) return DBX_FAIL;
  return *ret = pv_bool(s == STEP_ITEM ? wanted : !wanted), DBX_OK;
}

dbx_status builtin_any(const call_args *c, pv *ret) { return truth_search(c, "any", true, ret); }
dbx_status builtin_all(const call_args *c, pv *ret) { return truth_search(c, "all", false, ret); }

dbx_status builtin_sum(const call_args *c, pv *ret) {
  pv it, v, start = args_keyword(c, "start");
  step s;
  DBX_TRY(args_only_keywords(c, "sum", "start"));
  if (!c->n)
    return dbx_fail(DBX_E202, (dbx_span){0},
                    "sum() takes at least 1 positional argument (0 given)");
  DBX_TRY(args_count(c, "sum", 1, 2));
  if (c->n == 2) start = c->at[1];
  if (start.tag == PV_UNBOUND) start = pv_int(0);
  if (is_str(start))
    return dbx_fail(DBX_E204, (dbx_span){0}, "sum() can't sum strings [use ''.join(seq) instead]");
  DBX_TRY(lang_iter(c->at[0], &it));
  uint32_t mark = lang_pins();
  lang_pin(it);
  lang_pin(start);
  while ((s = take(it, &v)) == STEP_ITEM) {
    pv before = lang_pinned(mark + 1);
    if (!quick_binary(DBX_OP_Add, before, v, &start) &&
        lang_binary(DBX_OP_Add, before, v, &start) != DBX_OK) {
      s = STEP_FAIL;
      break;
    }
    lang_set_pinned(mark + 1, start);
    lang_unpin(mark + 2);
  }
  lang_unpin(mark);
  if (s == STEP_FAIL) return DBX_FAIL;
  return *ret = start, DBX_OK;
}

// Slots of the root stack: the iterator, the best item, its key.
typedef struct contest {
  uint32_t at;
  pv key;
  dbx_op better;
  bool any;
} contest;

static dbx_status challenge(contest *w, pv v) {
  pv key = v, won;
  bool yes = !w->any;
  if (!is_none(w->key)) DBX_TRY(lang_call(w->key, &v, 1, &key));
  lang_pin(key);
  if (w->any) {
    DBX_TRY(lang_compare(w->better, key, lang_pinned(w->at + 2), &won));
    DBX_TRY(lang_truth(won, &yes));
  }
  w->any = true;
  if (yes) lang_set_pinned(w->at + 1, v), lang_set_pinned(w->at + 2, key);
  return DBX_OK;
}

static dbx_status extreme(const call_args *c, const char *name, dbx_op better, pv *ret) {
  pv it, v, source = c->n == 1 ? c->at[0] : PV(PV_UNBOUND), otherwise = args_keyword(c, "default"),
            key = args_keyword(c, "key");
  step s;
  DBX_TRY(args_only_keywords(c, name, "key default"));
  if (!c->n)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s expected at least 1 argument, got 0", name);
  if (c->n > 1 && otherwise.tag != PV_UNBOUND)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "Cannot specify a default for %s() with multiple positional arguments", name);
  if (c->n > 1) source = tuple_new(c->at, c->n);
  DBX_TRY(lang_iter(source, &it));
  contest w = {.at = lang_pins(), .key = key.tag == PV_UNBOUND ? pv_none() : key, .better = better};
  lang_pin(it), lang_pin(PV(PV_UNBOUND)), lang_pin(PV(PV_UNBOUND));
  while ((s = take(it, &v)) == STEP_ITEM) {
    dbx_status st = challenge(&w, v);
    lang_unpin(w.at + 3);
    if (st == DBX_OK) continue;
    s = STEP_FAIL;
    break;
  }
  pv best = lang_pinned(w.at + 1);
  lang_unpin(w.at);
  if (s == STEP_FAIL) return DBX_FAIL;
  if (w.any) return *ret = best, DBX_OK;
  if (otherwise.tag != PV_UNBOUND) return *ret = otherwise, DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "%s() arg is an empty sequence", name);
}

dbx_status builtin_min(const call_args *c, pv *ret) { return extreme(c, "min", DBX_OP_Lt, ret); }
dbx_status builtin_max(const call_args *c, pv *ret) { return extreme(c, "max", DBX_OP_Gt, ret); }

// ---- sorting: a stable merge sort ----

typedef enum ordering { BY_PROGRAM, BY_INT, BY_FLOAT, BY_TEXT } ordering; // of all keys
typedef struct entry {
  pv key; // in the list of keys too, which is pinned
  uint32_t at;
} entry;
typedef struct sorting {
  entry *entries, *room;
  ordering by;
  bool reverse;
} sorting;

// Keys whose comparison runs no code of the program and cannot fail.
static ordering ordering_of(const o_seq *keys) {
  bool ints = true, floats = true, texts = true;
  for (uint32_t i = 0; dbx_go_on(i, keys->n) && (ints || floats || texts); i++) {
    pv k = keys->at[i];
    ints &= k.tag == PV_INT;
    floats &= k.tag == PV_FLOAT && !isnan(k.f);
    texts &= is_str(k) && STR(k)->n < DBX_POLL_STEPS;
  }
  return ints ? BY_INT : floats ? BY_FLOAT : texts ? BY_TEXT : BY_PROGRAM;
}

static inline bool key_less(ordering by, pv a, pv b) {
  bool less = false;
  if (by == BY_INT) return a.i < b.i;
  if (by == BY_FLOAT) return a.f < b.f;
  (void)quick_texts(DBX_OP_Lt, a, b, &less);
  return less;
}

static inline bool goes_first(const sorting *w, const entry *later, const entry *sooner) {
  return w->reverse ? key_less(w->by, sooner->key, later->key)
                    : key_less(w->by, later->key, sooner->key);
}

static dbx_status merge(sorting *w, uint32_t from, uint32_t middle, uint32_t to) {
  uint32_t l = from, r = middle, n = from;
  const entry *e = w->entries;
  if (w->by && !goes_first(w, &e[middle], &e[middle - 1])) return DBX_OK;
  while (l < middle && r < to) {
    bool swap;
    if (w->by) {
      DBX_TRY(DBX_POLL_EACH(n));
      swap = goes_first(w, &e[r], &e[l]);
    } else {
      DBX_TRY(dbx_poll());
      DBX_TRY(w->reverse ? lang_less(e[l].key, e[r].key, &swap)
                         : lang_less(e[r].key, e[l].key, &swap));
    }
    w->room[n++] = swap ? e[r++] : e[l++];
  }
  size_t rest = (middle - l) * sizeof *e;
  (void)dbx_copy(w->room + n, e + l, rest);
  (void)dbx_copy(w->entries + from, w->room + from, (n - from) * sizeof *e + rest);
  return dbx_poll();
}

static void insert_few(sorting *w, uint32_t from, uint32_t to) {
  for (uint32_t i = from + 1; i < to; i++) {
    entry x = w->entries[i];
    uint32_t at = i;
    for (; at > from && goes_first(w, &x, &w->entries[at - 1]); at--)
      w->entries[at] = w->entries[at - 1];
    w->entries[at] = x;
  }
}

static dbx_status sort_range(sorting *w, uint32_t from, uint32_t to) {
  enum { FEW = 10 };
  if (to - from < 2) return DBX_OK;
  if (w->by && to - from <= FEW) return insert_few(w, from, to), DBX_OK;
  uint32_t middle = from + (to - from) / 2;
  DBX_TRY(sort_range(w, from, middle));
  DBX_TRY(sort_range(w, middle, to));
  return merge(w, from, middle, to);
}

// ---- few items whose order is asked of the program: it sees the comparisons, CPython's ----

enum { SHORT = 64 };

static void turn_around(entry *e, uint32_t n) {
  for (uint32_t i = 0; i < n / 2; i++) {
    entry x = e[i];
    e[i] = e[n - 1 - i], e[n - 1 - i] = x;
  }
}

// How many at the beginning are in order; if they stand in the opposite order, they are turned.
static dbx_status first_run(entry *e, uint32_t n, uint32_t *ret) {
  bool down = false, less;
  uint32_t i = 1;
  if (n > 1) DBX_TRY(lang_less(e[1].key, e[0].key, &down));
  for (i = n > 1 ? 2 : n; i < n; i++) {
    DBX_TRY(lang_less(e[i].key, e[i - 1].key, &less));
    if (less != down) break;
  }
  if (down) turn_around(e, i);
  return *ret = i, DBX_OK;
}

static dbx_status insert_by_halves(entry *e, uint32_t n) {
  uint32_t i;
  DBX_TRY(first_run(e, n, &i));
  for (; i < n; i++) {
    entry x = e[i];
    uint32_t low = 0, high = i;
    while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      bool less;
      DBX_TRY(lang_less(x.key, e[middle].key, &less));
      if (less) high = middle;
      else low = middle + 1;
    }
    memmove(e + low + 1, e + low, (i - low) * sizeof *e);
    e[low] = x;
  }
  return DBX_OK;
}

static dbx_status sort_short(sorting *w, uint32_t n) {
  if (w->reverse) turn_around(w->entries, n);
  dbx_status st = insert_by_halves(w->entries, n);
  if (w->reverse) turn_around(w->entries, n);
  return st;
}

static dbx_status sort_items(o_seq *items, pv key, bool reverse) {
  uint32_t mark = lang_pins();
  sorting w = {.reverse = reverse};
  DBX_TRY(lang_check_room((double)items->n * (double)(sizeof(pv) + 2 * sizeof *w.entries)));
  pv keys = list_new(items->at, items->n);
  lang_pin(keys);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && !is_none(key) && i < items->n; i++)
    st = lang_call(key, &items->at[i], 1, &SEQ(keys)->at[i]);
  w.entries = dbx_alloc((items->n + 1) * sizeof *w.entries);
  w.room = dbx_alloc((items->n + 1) * sizeof *w.room);
  if (st == DBX_OK) st = dbx_poll(); // the copy may have ended early
  for (uint32_t i = 0; st == DBX_OK && dbx_go_on(i, items->n); i++)
    w.entries[i] = (entry){SEQ(keys)->at[i], i};
  if (st == DBX_OK) w.by = ordering_of(SEQ(keys));
  if (st == DBX_OK) st = dbx_poll();
  if (st == DBX_OK)
    st = !w.by && items->n < SHORT ? sort_short(&w, items->n) : sort_range(&w, 0, items->n);
  if (st == DBX_OK) { // the keys are done with
    for (uint32_t i = 0; dbx_go_on(i, items->n); i++) SEQ(keys)->at[i] = items->at[w.entries[i].at];
    st = dbx_poll();
  }
  if (st == DBX_OK) share_swap(items, SEQ(keys));
  free(w.entries), free(w.room);
  lang_unpin(mark);
  return st;
}

// Meanwhile the list is empty, as in CPython: the comparisons may look at it.
dbx_status lang_sort(o_seq *list, pv key, bool reverse) {
  uint32_t mark = lang_pins();
  pv work = list_new(NULL, 0);
  lang_pin(work);
  lang_pin(pv_obj(list));
  share_swap(SEQ(work), list);
  dbx_status st = sort_items(SEQ(work), key, reverse);
  bool changed = list->n != 0;
  share_swap(list, SEQ(work));
  lang_unpin(mark);
  if (st == DBX_OK && changed)
    return dbx_fail(DBX_E208, (dbx_span){0}, "list modified during sort");
  return st;
}

dbx_status builtin_sorted(const call_args *c, pv *ret) {
  pv items, key = args_keyword(c, "key"), reverse = args_keyword(c, "reverse");
  bool backwards = false;
  DBX_TRY(args_only_keywords(c, "sort", "key reverse"));
  if (c->n != 1)
    return dbx_fail(DBX_E202, (dbx_span){0}, "sorted expected 1 argument, got %u", c->n);
  if (reverse.tag != PV_UNBOUND) DBX_TRY(lang_truth(reverse, &backwards));
  DBX_TRY(lang_to_list(c->at[0], &items));
  uint32_t mark = lang_pins();
  lang_pin(items);
  dbx_status st = lang_sort(SEQ(items), key.tag == PV_UNBOUND ? pv_none() : key, backwards);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = items;
  return st;
}

// ---- iterators ----

dbx_status builtin_iter(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "iter"));
  DBX_TRY(args_count(c, "iter", 1, 2));
  if (c->n == 2)
    return dbx_fail(DBX_E218, (dbx_span){0}, "iter() with a sentinel is not offered here");
  return lang_iter(c->at[0], ret);
}

dbx_status builtin_next(const call_args *c, pv *ret) {
  bool done = false;
  pv v;
  DBX_TRY(args_no_keywords(c, "next"));
  DBX_TRY(args_count(c, "next", 1, 2));
  bool iterator =
      is_instance(c->at[0]) || (is_obj(c->at[0], T_ITER) && !((o_iter *)c->at[0].o)->view);
  if (!iterator)
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object is not an iterator",
                    lang_type_name(c->at[0]));
  bool otherwise = c->n == 2;
  DBX_TRY(otherwise ? lang_next(c->at[0], &v, &done) : lang_advance(c->at[0], &v, &done));
  if (!done) return *ret = v, DBX_OK;
  if (otherwise) return *ret = c->at[1], DBX_OK;
  return lang_stop_iteration(iter_result(c->at[0]));
}

// An iterator over the iterators of the arguments from `first` on.
static dbx_status combine(const call_args *c, uint32_t first, iter_kind kind, pv src, pv *ret) {
  uint32_t mark = lang_pins();
  pv it = iter_new(kind, PV(PV_UNBOUND));
  o_iter *o = (o_iter *)it.o;
  o->src = src;
  lang_pin(it);
  o->parts = SEQ(list_new(NULL, 0));
  dbx_status st = DBX_OK;
  for (uint32_t i = first; st == DBX_OK && i < c->n; i++) {
    pv part;
    if ((st = lang_iter(c->at[i], &part)) == DBX_OK) list_push(o->parts, part);
  }
  lang_unpin(mark);
  if (st == DBX_OK) *ret = it;
  return st;
}

dbx_status builtin_zip(const call_args *c, pv *ret) {
  pv strict = args_keyword(c, "strict");
  bool yes = false;
  DBX_TRY(args_only_keywords(c, "zip", "strict"));
  if (strict.tag != PV_UNBOUND) DBX_TRY(lang_truth(strict, &yes));
  DBX_TRY(combine(c, 0, IT_ZIP, PV(PV_UNBOUND), ret));
  ((o_iter *)ret->o)->strict = yes;
  return DBX_OK;
}

dbx_status builtin_map(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "map"));
  if (c->n < 2) return dbx_fail(DBX_E202, (dbx_span){0}, "map() must have at least two arguments.");
  return combine(c, 1, IT_MAP, c->at[0], ret);
}

dbx_status builtin_filter(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "filter"));
  if (c->n != 2)
    return dbx_fail(DBX_E202, (dbx_span){0}, "filter expected 2 arguments, got %u", c->n);
  return combine(c, 1, IT_FILTER, c->at[0], ret);
}

dbx_status builtin_enumerate(const call_args *c, pv *ret) {
  pv start = c->n == 2 ? c->at[1] : args_keyword(c, "start");
  int64_t i = 0;
  DBX_TRY(args_only_keywords(c, "enumerate", "start iterable"));
  pv source = c->n ? c->at[0] : args_keyword(c, "iterable");
  if (source.tag == PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0}, "enumerate() missing required argument 'iterable'");
  if (c->n > 2)
    return dbx_fail(DBX_E202, (dbx_span){0}, "enumerate() takes at most 2 arguments (%u given)",
                    c->n);
  if (start.tag != PV_UNBOUND) DBX_TRY(lang_index(start, &i));
  call_args one = {.at = &source, .n = 1};
  DBX_TRY(combine(&one, 0, IT_ENUMERATE, PV(PV_UNBOUND), ret));
  ((o_iter *)ret->o)->i = i;
  return DBX_OK;
}

// Views and dictionaries: their items in a list first.
// Of a dictionary or a view.
static dbx_status reverse_listed(pv v, pv *ret) {
  pv items;
  DBX_TRY(lang_to_list(v, &items));
  *ret = iter_new(IT_REVERSED, v);
  ((o_iter *)ret->o)->parts = SEQ(items);
  ((o_iter *)ret->o)->i = (int64_t)SEQ(items)->n - 1;
  return DBX_OK;
}

dbx_status builtin_reversed(const call_args *c, pv *ret) {
  int64_t n;
  DBX_TRY(args_no_keywords(c, "reversed"));
  if (c->n != 1)
    return dbx_fail(DBX_E202, (dbx_span){0}, "reversed expected 1 argument, got %u", c->n);
  pv v = c->at[0], r;
  DBX_TRY(instance_call(v, names_now->__reversed__, NULL, 0, &r));
  if (r.tag != PV_UNBOUND) return *ret = r, DBX_OK;
  if (is_obj(v, T_DEQUE)) return deque_reversed(v, ret);
  bool view = is_obj(v, T_ITER) && ((o_iter *)v.o)->view;
  if (is_obj(v, T_DICT) || view || bytes_is(v)) return reverse_listed(v, ret);
  bool instance =
      is_instance(v) &&
      lang_class_lookup(lang_instance(v)->cls, names_now->__getitem__).tag != PV_UNBOUND;
  if (is_obj(v, T_LONG_RANGE)) {
    DBX_TRY(long_range_item(v, slice_new(pv_none(), pv_none(), pv_int(-1)), &r));
    return lang_iter(r, ret);
  }
  if (!is_str(v) && !is_seq(v) && !is_obj(v, T_RANGE) && !is_array(v) && !instance)
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object is not reversible", lang_type_name(v));
  if (is_array(v)) DBX_TRY(lang_array_rows(v, &n));
  else DBX_TRY(lang_length(v, &n));
  *ret = iter_new(IT_REVERSED, v);
  ((o_iter *)ret->o)->i = n - 1;
  return DBX_OK;
}
