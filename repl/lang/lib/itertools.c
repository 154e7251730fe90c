// The module itertools: iterators whose state is a list of values (o_iter.parts) and two counts.
#include "base/poll.h"
#include "lang/lib/builtins.h"
#include "lang/lib/tools.h"

#include <string.h>

typedef dbx_status (*next_fn)(o_iter *it, pv *ret);

static pv tool_new(const char *name, next_fn next, const pv *state, uint32_t n) {
  pv v = iter_new(IT_TOOL, PV(PV_UNBOUND));
  o_iter *it = (o_iter *)v.o;
  uint32_t mark = lang_pins();
  lang_pin(v);
  it->name = name, it->next = next;
  it->parts = SEQ(list_new(state, n));
  lang_unpin(mark);
  return v;
}

static pv part(const o_iter *it, uint32_t i) { return it->parts->at[i]; }
static void set_part(o_iter *it, uint32_t i, pv v) {
  heap_own_now(&it->parts->h);
  it->parts->at[i] = v;
}

// The next item of the iterator that is part i.
static dbx_status take(const o_iter *it, uint32_t i, pv *ret, bool *done) {
  DBX_TRY(dbx_poll());
  heap_safepoint();
  return lang_advance(part(it, i), ret, done);
}

static dbx_status at_most(const call_args *c, const char *name, uint32_t min, uint32_t max,
                          const char *keywords) {
  if (keywords) DBX_TRY(args_only_keywords(c, name, keywords));
  else DBX_TRY(args_no_keywords(c, name));
  return args_count(c, name, min, max);
}

// An argument by position or name; `standard` if it is not given.
static pv argument(const call_args *c, uint32_t i, const char *name, pv standard) {
  pv v = c->n > i ? c->at[i] : args_keyword(c, name);
  return v.tag == PV_UNBOUND ? standard : v;
}

static dbx_status whole(pv v, const char *what, int64_t *ret) {
  DBX_TRY(lang_index(v, ret));
  return *ret >= 0 ? DBX_OK : dbx_fail(DBX_E208, (dbx_span){0}, "%s must be non-negative", what);
}

// ---- count, cycle, repeat ----

static dbx_status next_count(o_iter *it, pv *ret) {
  pv sum, now = part(it, 0);
  DBX_TRY(lang_binary(DBX_OP_Add, now, part(it, 1), &sum));
  set_part(it, 0, sum);
  return *ret = now, DBX_OK;
}
static dbx_status tool_count(const call_args *c, pv *ret) {
  DBX_TRY(at_most(c, "count", 0, 2, "start step"));
  pv state[] = {argument(c, 0, "start", pv_int(0)), argument(c, 1, "step", pv_int(1))};
  for (int i = 0; i < 2; i++)
    if (!is_number(state[i]) && !is_array(state[i]) && !is_obj(state[i], T_INSTANCE))
      return dbx_fail(DBX_E204, (dbx_span){0}, "a number is required");
  return *ret = tool_new("itertools.count", next_count, state, 2), DBX_OK;
}

// Parts: the iterator, what it has given; i: the place in that.
static dbx_status next_cycle(o_iter *it, pv *ret) {
  bool done = true;
  o_seq *seen = SEQ(part(it, 1));
  if (!it->end) {
    DBX_TRY(take(it, 0, ret, &done));
    if (!done) {
      DBX_TRY(heap_own(&seen->h));
      return list_push(seen, *ret), DBX_OK;
    }
    it->end = 1;
  }
  *ret = PV(PV_UNBOUND);
  if (!seen->n) return DBX_OK;
  *ret = seen->at[it->i];
  it->i = (it->i + 1) % seen->n;
  return DBX_OK;
}
static dbx_status tool_cycle(const call_args *c, pv *ret) {
  pv state[2];
  DBX_TRY(at_most(c, "cycle", 1, 1, NULL));
  DBX_TRY(lang_iter(c->at[0], &state[0]));
  lang_pin(state[0]);
  state[1] = list_new(NULL, 0);
  return *ret = tool_new("itertools.cycle", next_cycle, state, 2), DBX_OK;
}

static dbx_status next_repeat(o_iter *it, pv *ret) {
  if (it->i == it->end) return DBX_OK;
  if (it->end != INT64_MAX) it->i++;
  return *ret = part(it, 0), DBX_OK;
}
static dbx_status tool_repeat(const call_args *c, pv *ret) {
  int64_t n = INT64_MAX;
  DBX_TRY(at_most(c, "repeat", 0, 2, "object times"));
  pv v = argument(c, 0, "object", PV(PV_UNBOUND)), times = argument(c, 1, "times", pv_none());
  if (v.tag == PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0}, "repeat() missing required argument 'object' (pos 1)");
  if (!is_none(times)) DBX_TRY(lang_index(times, &n));
  *ret = tool_new("itertools.repeat", next_repeat, &v, 1);
  ((o_iter *)ret->o)->end = n < 0 ? 0 : n;
  return DBX_OK;
}

// ---- chain ----

// Parts: the iterator of iterables, the iterator at work (UNBOUND: none).
static dbx_status next_chain(o_iter *it, pv *ret) {
  bool done = false;
  for (;;) {
    if (part(it, 1).tag == PV_UNBOUND) {
      pv more;
      DBX_TRY(take(it, 0, &more, &done));
      if (done) return DBX_OK;
      DBX_TRY(lang_iter(more, &more));
      set_part(it, 1, more);
    }
    DBX_TRY(take(it, 1, ret, &done));
    if (!done) return DBX_OK;
    set_part(it, 1, PV(PV_UNBOUND)), *ret = PV(PV_UNBOUND);
  }
}
static dbx_status chain_of(pv iterables, pv *ret) {
  pv state[2] = {{0}, PV(PV_UNBOUND)};
  DBX_TRY(lang_iter(iterables, &state[0]));
  return *ret = tool_new("itertools.chain", next_chain, state, 2), DBX_OK;
}
dbx_status tool_chain(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "chain"));
  return chain_of(tuple_new(c->at, c->n), ret);
}
dbx_status tool_from_iterable(const call_args *c, pv *ret) {
  DBX_TRY(at_most(c, "chain.from_iterable", 1, 1, NULL));
  return chain_of(c->at[0], ret);
}

// ---- selections ----

static dbx_status test(pv fn, pv v, bool *ret) {
  uint32_t mark = lang_pins();
  lang_pin(v);
  pv r = v;
  dbx_status st = is_none(fn) ? DBX_OK : lang_call(fn, &v, 1, &r);
  if (st == DBX_OK) st = lang_truth(r, ret);
  lang_unpin(mark);
  return st;
}

// Parts of these: the predicate, the iterator.
static dbx_status with_predicate(const call_args *c, const char *name, next_fn next, pv *ret) {
  pv state[2] = {c->n ? c->at[0] : pv_none()};
  DBX_TRY(at_most(c, strchr(name, '.') + 1, 2, 2, NULL));
  DBX_TRY(lang_iter(c->at[1], &state[1]));
  return *ret = tool_new(name, next, state, 2), DBX_OK;
}

static dbx_status next_takewhile(o_iter *it, pv *ret) {
  bool done = false, yes = false;
  pv v;
  if (it->i) return DBX_OK;
  DBX_TRY(take(it, 1, &v, &done));
  if (done) return DBX_OK;
  DBX_TRY(test(part(it, 0), v, &yes));
  if (yes) *ret = v;
  else it->i = 1;
  return DBX_OK;
}
static dbx_status tool_takewhile(const call_args *c, pv *ret) {
  return with_predicate(c, "itertools.takewhile", next_takewhile, ret);
}

static dbx_status next_dropwhile(o_iter *it, pv *ret) {
  for (;;) {
    bool done = false, yes = false;
    pv v;
    DBX_TRY(take(it, 1, &v, &done));
    if (done) return DBX_OK;
    if (!it->i) DBX_TRY(test(part(it, 0), v, &yes));
    if (yes) continue;
    it->i = 1;
    return *ret = v, DBX_OK;
  }
}
static dbx_status tool_dropwhile(const call_args *c, pv *ret) {
  return with_predicate(c, "itertools.dropwhile", next_dropwhile, ret);
}

static dbx_status next_filterfalse(o_iter *it, pv *ret) {
  for (;;) {
    bool done = false, yes = false;
    pv v;
    DBX_TRY(take(it, 1, &v, &done));
    if (done) return DBX_OK;
    DBX_TRY(test(part(it, 0), v, &yes));
    if (!yes) return *ret = v, DBX_OK;
  }
}
static dbx_status tool_filterfalse(const call_args *c, pv *ret) {
  return with_predicate(c, "itertools.filterfalse", next_filterfalse, ret);
}

static dbx_status next_starmap(o_iter *it, pv *ret) {
  bool done = false;
  pv v;
  DBX_TRY(take(it, 1, &v, &done));
  if (done) return DBX_OK;
  uint32_t mark = lang_pins();
  dbx_status st = lang_items(v, &v);
  if (st == DBX_OK) {
    lang_pin(v);
    st = lang_call(part(it, 0), SEQ(v)->at, SEQ(v)->n, ret);
  }
  lang_unpin(mark);
  return st;
}
static dbx_status tool_starmap(const call_args *c, pv *ret) {
  return with_predicate(c, "itertools.starmap", next_starmap, ret);
}

static dbx_status next_compress(o_iter *it, pv *ret) {
  for (;;) {
    bool done = false, yes = false;
    pv v, selector;
    uint32_t mark = lang_pins();
    DBX_TRY(take(it, 0, &v, &done));
    if (done) return DBX_OK;
    lang_pin(v);
    dbx_status st = take(it, 1, &selector, &done);
    if (st == DBX_OK && !done) st = lang_truth(selector, &yes);
    lang_unpin(mark);
    if (st != DBX_OK || done) return st;
    if (yes) return *ret = v, DBX_OK;
  }
}
static dbx_status tool_compress(const call_args *c, pv *ret) {
  pv state[2];
  DBX_TRY(at_most(c, "compress", 0, 2, "data selectors"));
  pv data = argument(c, 0, "data", PV(PV_UNBOUND)), by = argument(c, 1, "selectors", data);
  if (by.tag == PV_UNBOUND || c->n + c->n_kw != 2)
    return dbx_fail(DBX_E202, (dbx_span){0},
                    "compress() missing required argument 'selectors' (pos 2)");
  DBX_TRY(lang_iter(data, &state[0]));
  lang_pin(state[0]);
  DBX_TRY(lang_iter(by, &state[1]));
  return *ret = tool_new("itertools.compress", next_compress, state, 2), DBX_OK;
}

// i: the number of the item that the iterator gives next; parts: the iterator, the number of the
// next one that is wanted, the end (None: there is none), the step.
static dbx_status next_islice(o_iter *it, pv *ret) {
  int64_t wanted = part(it, 1).i, stop = is_none(part(it, 2)) ? INT64_MAX : part(it, 2).i;
  bool done = false;
  pv v = PV(PV_UNBOUND);
  int64_t until = wanted < stop ? wanted + 1 : stop;
  while (it->i < until) {
    DBX_TRY(take(it, 0, &v, &done));
    if (done) return set_part(it, 2, pv_int(0)), DBX_OK;
    it->i++;
  }
  if (wanted >= stop) return DBX_OK;
  int64_t step = part(it, 3).i, next;
  if (__builtin_add_overflow(wanted, step, &next)) next = INT64_MAX;
  set_part(it, 1, pv_int(next));
  return *ret = v, DBX_OK;
}
static dbx_status slice_part(pv v, int64_t least, const char *error, pv *ret) {
  int64_t i;
  if (is_none(v)) return *ret = v, DBX_OK;
  bool ok = is_int(v) || is_instance(v) || is_obj(v, T_GENERIC);
  if (ok) DBX_TRY(lang_index(v, &i));
  if (!ok || i < least) return dbx_fail(DBX_E208, (dbx_span){0}, "%s", error);
  return *ret = pv_int(i), DBX_OK;
}
static dbx_status tool_islice(const call_args *c, pv *ret) {
  pv state[4];
  static const char bounds[] = "Indices for islice() must be None or an integer: 0 <= x <= "
                               "sys.maxsize.",
                    end[] = "Stop argument for islice() must be None or an integer: 0 <= x <= "
                            "sys.maxsize.";
  DBX_TRY(at_most(c, "islice", 2, 4, NULL));
  pv none = pv_none(), start = c->n > 2 ? c->at[1] : none, stop = c->at[c->n > 2 ? 2 : 1];
  DBX_TRY(slice_part(stop, 0, c->n > 2 ? bounds : end, &state[2]));
  DBX_TRY(slice_part(start, 0, bounds, &state[1]));
  DBX_TRY(slice_part(c->n > 3 ? c->at[3] : none, 1,
                     "Step for islice() must be a positive integer or None.", &state[3]));
  if (is_none(state[1])) state[1] = pv_int(0);
  if (is_none(state[3])) state[3] = pv_int(1);
  DBX_TRY(lang_iter(c->at[0], &state[0]));
  return *ret = tool_new("itertools.islice", next_islice, state, 4), DBX_OK;
}

// ---- accumulate, pairwise, zip_longest ----

// Parts: the iterator, the function (None: +), the sum so far; i: whether there is one; end: it is
// given before the first item.
static dbx_status next_accumulate(o_iter *it, pv *ret) {
  pv pair[2], sum;
  bool done = false;
  if (it->end) return it->end = 0, it->i = 1, *ret = part(it, 2), DBX_OK;
  DBX_TRY(take(it, 0, &pair[1], &done));
  if (done) return DBX_OK;
  uint32_t mark = lang_pins();
  lang_pin(pair[1]);
  pair[0] = part(it, 2);
  dbx_status st = DBX_OK;
  if (!it->i) sum = pair[1];
  else if (is_none(part(it, 1))) st = lang_binary(DBX_OP_Add, pair[0], pair[1], &sum);
  else st = lang_call(part(it, 1), pair, 2, &sum);
  lang_unpin(mark);
  if (st != DBX_OK) return st;
  it->i = 1;
  set_part(it, 2, sum);
  return *ret = sum, DBX_OK;
}
static dbx_status tool_accumulate(const call_args *c, pv *ret) {
  DBX_TRY(at_most(c, "accumulate", 1, 2, "func initial"));
  pv initial = args_keyword(c, "initial"), state[3] = {{0}, argument(c, 1, "func", pv_none())};
  bool given = initial.tag != PV_UNBOUND && !is_none(initial);
  state[2] = given ? initial : pv_none();
  DBX_TRY(lang_iter(c->at[0], &state[0]));
  *ret = tool_new("itertools.accumulate", next_accumulate, state, 3);
  ((o_iter *)ret->o)->end = given;
  return DBX_OK;
}

static dbx_status next_pairwise(o_iter *it, pv *ret) {
  bool done = false;
  pv v;
  if (!it->i) {
    DBX_TRY(take(it, 0, &v, &done));
    if (done) return DBX_OK;
    it->i = 1;
    set_part(it, 1, v);
  }
  DBX_TRY(take(it, 0, &v, &done));
  if (done) return DBX_OK;
  pv pair[] = {part(it, 1), v};
  set_part(it, 1, v);
  return *ret = tuple_new(pair, 2), DBX_OK;
}
static dbx_status tool_pairwise(const call_args *c, pv *ret) {
  pv state[2] = {{0}, pv_none()};
  DBX_TRY(at_most(c, "pairwise", 1, 1, NULL));
  DBX_TRY(lang_iter(c->at[0], &state[0]));
  return *ret = tool_new("itertools.pairwise", next_pairwise, state, 2), DBX_OK;
}

// Parts: what fills, then the iterators (UNBOUND: ended); i: how many are left.
static dbx_status next_zip_longest(o_iter *it, pv *ret) {
  uint32_t mark = lang_pins(), n = it->parts->n - 1;
  dbx_status st = DBX_OK;
  if (!it->i) return DBX_OK;
  for (uint32_t k = 0; st == DBX_OK && k < n; k++) {
    pv v = part(it, 0);
    bool done = part(it, k + 1).tag == PV_UNBOUND;
    if (!done) {
      st = take(it, k + 1, &v, &done);
      if (st == DBX_OK && done) set_part(it, k + 1, PV(PV_UNBOUND)), it->i--, v = part(it, 0);
    }
    if (st == DBX_OK) lang_pin(v);
  }
  if (st == DBX_OK && it->i) *ret = tuple_new(lang_pin_at(mark), n);
  lang_unpin(mark);
  return st;
}
static dbx_status tool_zip_longest(const call_args *c, pv *ret) {
  DBX_TRY(args_only_keywords(c, "zip_longest", "fillvalue"));
  pv fill = args_keyword(c, "fillvalue");
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  lang_pin(fill.tag == PV_UNBOUND ? pv_none() : fill);
  for (uint32_t i = 0; st == DBX_OK && i < c->n; i++) {
    pv it;
    st = lang_iter(c->at[i], &it);
    if (st == DBX_OK) lang_pin(it);
  }
  if (st == DBX_OK) {
    *ret = tool_new("itertools.zip_longest", next_zip_longest, lang_pin_at(mark), c->n + 1);
    ((o_iter *)ret->o)->i = c->n;
  }
  lang_unpin(mark);
  return st;
}

// ---- groupby ----

// Parts: the iterator, the key function, the key that the group has, the current key and value
// (UNBOUND: none); i: the number of the group at work.
enum { SOURCE, KEY, GROUP_KEY, NOW_KEY, NOW };

static dbx_status group_step(o_iter *it, bool *done) {
  pv v, key;
  DBX_TRY(take(it, SOURCE, &v, done));
  if (*done) return DBX_OK;
  uint32_t mark = lang_pins();
  lang_pin(v);
  key = v;
  dbx_status st = is_none(part(it, KEY)) ? DBX_OK : lang_call(part(it, KEY), &v, 1, &key);
  lang_unpin(mark);
  if (st != DBX_OK) return st;
  set_part(it, NOW, v), set_part(it, NOW_KEY, key);
  return DBX_OK;
}

// Parts: the groupby, the key.
static dbx_status next_of_group(o_iter *it, pv *ret) {
  o_iter *all = (o_iter *)part(it, 0).o;
  bool done = false, same = false;
  if (all->i != it->i) return DBX_OK;
  if (part(all, NOW).tag == PV_UNBOUND) DBX_TRY(group_step(all, &done));
  if (done) return DBX_OK;
  DBX_TRY(lang_equal(part(it, 1), part(all, NOW_KEY), &same));
  if (!same) return DBX_OK;
  *ret = part(all, NOW);
  return set_part(all, NOW, PV(PV_UNBOUND)), DBX_OK;
}
static dbx_status next_groupby(o_iter *it, pv *ret) {
  bool done = false;
  it->i++;
  for (;;) {
    bool same = true;
    if (part(it, NOW_KEY).tag != PV_UNBOUND) {
      if (part(it, GROUP_KEY).tag == PV_UNBOUND) break;
      DBX_TRY(lang_equal(part(it, GROUP_KEY), part(it, NOW_KEY), &same));
      if (!same) break;
    }
    DBX_TRY(group_step(it, &done));
    if (done) return DBX_OK;
  }
  set_part(it, GROUP_KEY, part(it, NOW_KEY));
  pv state[] = {pv_obj(it), part(it, NOW_KEY)};
  pv pair[] = {state[1], tool_new("itertools._grouper", next_of_group, state, 2)};
  ((o_iter *)pair[1].o)->i = it->i;
  return *ret = tuple_new(pair, 2), DBX_OK;
}
static dbx_status tool_groupby(const call_args *c, pv *ret) {
  DBX_TRY(at_most(c, "groupby", 0, 2, "iterable key"));
  pv none = PV(PV_UNBOUND), state[] = {none, argument(c, 1, "key", pv_none()), none, none, none};
  pv of = argument(c, 0, "iterable", none);
  if (of.tag == PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0},
                    "groupby() missing required argument 'iterable' (pos 1)");
  DBX_TRY(lang_iter(of, &state[0]));
  return *ret = tool_new("itertools.groupby", next_groupby, state, 5), DBX_OK;
}

// ---- tee ----

// Parts: the iterator, what it has given to any of them; i: the place in that.
static dbx_status next_tee(o_iter *it, pv *ret) {
  o_seq *seen = SEQ(part(it, 1));
  bool done = false;
  if (it->i == seen->n) {
    pv v;
    DBX_TRY(take(it, 0, &v, &done));
    if (done) return DBX_OK;
    DBX_TRY(heap_own(&seen->h));
    list_push(seen, v);
  }
  return *ret = seen->at[it->i++], DBX_OK;
}
static dbx_status tool_tee(const call_args *c, pv *ret) {
  pv state[2];
  int64_t n = 2;
  DBX_TRY(at_most(c, "tee", 1, 2, "n"));
  DBX_TRY(whole(argument(c, 1, "n", pv_int(2)), "n", &n));
  DBX_TRY(lang_check_room((double)n * sizeof(o_iter)));
  DBX_TRY(lang_iter(c->at[0], &state[0]));
  uint32_t mark = lang_pins();
  lang_pin(state[0]);
  lang_pin(state[1] = list_new(NULL, 0));
  pv all = tuple_new(NULL, (uint32_t)n);
  lang_pin(all);
  for (uint32_t i = 0; dbx_go_on(i, n); i++)
    SEQ(all)->at[i] = tool_new("itertools._tee", next_tee, state, 2);
  lang_unpin(mark);
  return *ret = all, dbx_poll();
}

static const native_row rows[] = {{"accumulate", tool_accumulate},
                                  {"chain", tool_chain},
                                  {"compress", tool_compress},
                                  {"count", tool_count},
                                  {"cycle", tool_cycle},
                                  {"dropwhile", tool_dropwhile},
                                  {"filterfalse", tool_filterfalse},
                                  {"groupby", tool_groupby},
                                  {"islice", tool_islice},
                                  {"pairwise", tool_pairwise},
                                  {"repeat", tool_repeat},
                                  {"starmap", tool_starmap},
                                  {"takewhile", tool_takewhile},
                                  {"tee", tool_tee},
                                  {"zip_longest", tool_zip_longest},
                                  {"combinations", tool_combinations},
                                  {"combinations_with_replacement", tool_replacement},
                                  {"permutations", tool_permutations},
                                  {"product", tool_product},
                                  {NULL, NULL}};

static dbx_status get_itertools(const lang_module *m, const char *name, pv *ret) {
  (void)m;
  return *ret = native_of_rows(rows, name), DBX_OK;
}

static const char names[] =
    "tee accumulate combinations combinations_with_replacement cycle dropwhile takewhile islice "
    "starmap chain compress filterfalse count zip_longest pairwise permutations product repeat "
    "groupby";
const lang_module lang_module_itertools = {"itertools", get_itertools, .also = names, .all = names};
