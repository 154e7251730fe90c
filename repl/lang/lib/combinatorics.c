// itertools: products, permutations, combinations. The state is a list: the pools or the pool, then
// the places that the next tuple takes its items from.
#include "base/poll.h"
#include "lang/lib/tools.h"

// i: 0 before the first tuple, 1 after it, 2 at the end.
static pv places_new(const char *name, dbx_status (*next)(o_iter *it, pv *ret), pv state) {
  pv v = iter_new(IT_TOOL, PV(PV_UNBOUND));
  o_iter *it = (o_iter *)v.o;
  it->name = name, it->next = next, it->parts = SEQ(state);
  return v;
}

// ---- product ----

static void product_tuple(const o_iter *it, uint32_t n, pv *ret) {
  *ret = tuple_new(NULL, n);
  for (uint32_t k = 0; k < n; k++)
    SEQ(*ret)->at[k] = SEQ(it->parts->at[k])->at[it->parts->at[n + k].i];
}

static dbx_status next_product(o_iter *it, pv *ret) {
  uint32_t n = it->parts->n / 2, k = n;
  pv *at = it->parts->at;
  if (it->i == 2) return DBX_OK;
  if (!it->i) {
    it->i = 1;
    for (uint32_t i = 0; i < n; i++)
      if (!SEQ(at[i])->n) return it->i = 2, DBX_OK;
    return product_tuple(it, n, ret), DBX_OK;
  }
  DBX_TRY(heap_own(&it->parts->h));
  at = it->parts->at;
  while (k-- > 0) {
    if (++at[n + k].i < SEQ(at[k])->n) return product_tuple(it, n, ret), DBX_OK;
    at[n + k].i = 0;
  }
  return it->i = 2, DBX_OK;
}

dbx_status tool_product(const call_args *c, pv *ret) {
  int64_t repeat = 1;
  DBX_TRY(args_only_keywords(c, "product", "repeat"));
  pv times = args_keyword(c, "repeat");
  if (times.tag != PV_UNBOUND) DBX_TRY(lang_index(times, &repeat));
  if (repeat < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "repeat argument cannot be negative");
  DBX_TRY(lang_check_room((double)repeat * c->n * 2 * sizeof(pv)));
  pv state = list_new(NULL, 0);
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  lang_pin(state);
  for (uint32_t i = 0; st == DBX_OK && i < c->n; i++) {
    pv items;
    st = lang_items(c->at[i], &items);
    if (st == DBX_OK) list_push(SEQ(state), items);
  }
  uint32_t pools = SEQ(state)->n, all = (uint32_t)repeat * pools;
  if (st == DBX_OK && !repeat) SEQ(state)->n = 0;
  for (uint32_t i = pools; st == DBX_OK && i < all; i++)
    list_push(SEQ(state), SEQ(state)->at[i - pools]);
  for (uint32_t i = 0; st == DBX_OK && i < all; i++) list_push(SEQ(state), pv_int(0));
  if (st == DBX_OK) *ret = places_new("itertools.product", next_product, state);
  lang_unpin(mark);
  return st;
}

// ---- of one pool: parts are the pool, then places ----

static void pool_tuple(const o_iter *it, uint32_t r, pv *ret) {
  const o_seq *pool = SEQ(it->parts->at[0]);
  *ret = tuple_new(NULL, r);
  for (uint32_t k = 0; k < r; k++) SEQ(*ret)->at[k] = pool->at[it->parts->at[k + 1].i];
}

static dbx_status next_combination(o_iter *it, pv *ret) {
  int64_t r = it->end, n = SEQ(it->parts->at[0])->n, k = r;
  if (it->i == 2 || (!it->i && r > n)) return it->i = 2, DBX_OK;
  if (!it->i) return it->i = 1, pool_tuple(it, (uint32_t)r, ret), DBX_OK;
  DBX_TRY(heap_own(&it->parts->h));
  pv *place = it->parts->at + 1;
  while (--k >= 0 && place[k].i == k + n - r) {}
  if (k < 0) return it->i = 2, DBX_OK;
  place[k].i++;
  for (k++; k < r; k++) place[k].i = place[k - 1].i + 1;
  return pool_tuple(it, (uint32_t)r, ret), DBX_OK;
}

static dbx_status next_replacement(o_iter *it, pv *ret) {
  int64_t r = it->end, n = SEQ(it->parts->at[0])->n, k = r;
  if (it->i == 2 || (!it->i && r && !n)) return it->i = 2, DBX_OK;
  if (!it->i) return it->i = 1, pool_tuple(it, (uint32_t)r, ret), DBX_OK;
  DBX_TRY(heap_own(&it->parts->h));
  pv *place = it->parts->at + 1;
  while (--k >= 0 && place[k].i == n - 1) {}
  if (k < 0) return it->i = 2, DBX_OK;
  for (int64_t to = place[k].i + 1; k < r; k++) place[k].i = to;
  return pool_tuple(it, (uint32_t)r, ret), DBX_OK;
}

// Places: an order of all items, then how often each of the first r changes again.
static dbx_status next_permutation(o_iter *it, pv *ret) {
  int64_t r = it->end, n = SEQ(it->parts->at[0])->n;
  if (it->i == 2 || (!it->i && r > n)) return it->i = 2, DBX_OK;
  if (!it->i) return it->i = 1, pool_tuple(it, (uint32_t)r, ret), DBX_OK;
  DBX_TRY(heap_own(&it->parts->h));
  pv *place = it->parts->at + 1, *left = place + n;
  for (int64_t k = r; k-- > 0;) {
    pv first = place[k];
    if (--left[k].i > 0) {
      int64_t with = n - left[k].i;
      place[k] = place[with], place[with] = first;
      return pool_tuple(it, (uint32_t)r, ret), DBX_OK;
    }
    for (int64_t m = k; m + 1 < n; m++) place[m] = place[m + 1];
    place[n - 1] = first;
    left[k].i = n - k;
  }
  return it->i = 2, DBX_OK;
}

// The pool and r, by position or name; without r: all (permutations).
static dbx_status pool_args(const call_args *c, const char *name, bool all, pv *state, int64_t *r) {
  DBX_TRY(args_only_keywords(c, name, "iterable r"));
  DBX_TRY(args_count(c, name, 0, 2));
  pv of = c->n ? c->at[0] : args_keyword(c, "iterable"),
     given = c->n > 1 ? c->at[1] : args_keyword(c, "r"), items;
  bool absent = of.tag == PV_UNBOUND;
  if (absent || (given.tag == PV_UNBOUND && !all))
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() missing required argument '%s' (pos %d)", name,
                    absent ? "iterable" : "r", absent ? 1 : 2);
  DBX_TRY(lang_items(of, &items));
  *r = SEQ(items)->n;
  if (all && given.tag != PV_UNBOUND && !is_none(given) && !is_int(given))
    return dbx_fail(DBX_E204, (dbx_span){0}, "Expected int as r");
  uint32_t mark = lang_pins();
  lang_pin(items);
  dbx_status st = DBX_OK;
  if (given.tag != PV_UNBOUND && !(all && is_none(given))) st = lang_index(given, r);
  if (st == DBX_OK && *r < 0) st = dbx_fail(DBX_E208, (dbx_span){0}, "r must be non-negative");
  if (st == DBX_OK) st = lang_check_room((double)*r * sizeof(pv));
  if (st == DBX_OK) *state = list_new(&items, 1);
  lang_unpin(mark);
  return st;
}

static dbx_status pool_tool(const call_args *c, const char *name, bool ascending,
                            dbx_status (*next)(o_iter *it, pv *ret), pv *ret) {
  int64_t r;
  pv state;
  const char *shown = name + sizeof "itertools";
  DBX_TRY(pool_args(c, shown, false, &state, &r));
  int64_t places = ascending && r > SEQ(SEQ(state)->at[0])->n ? 0 : r;
  for (int64_t i = 0; dbx_go_on(i, places); i++) list_push(SEQ(state), pv_int(ascending ? i : 0));
  *ret = places_new(name, next, state);
  ((o_iter *)ret->o)->end = r;
  return dbx_poll();
}

dbx_status tool_combinations(const call_args *c, pv *ret) {
  return pool_tool(c, "itertools.combinations", true, next_combination, ret);
}
dbx_status tool_replacement(const call_args *c, pv *ret) {
  return pool_tool(c, "itertools.combinations_with_replacement", false, next_replacement, ret);
}

dbx_status tool_permutations(const call_args *c, pv *ret) {
  int64_t r;
  pv state;
  DBX_TRY(pool_args(c, "permutations", true, &state, &r));
  int64_t n = SEQ(SEQ(state)->at[0])->n;
  for (int64_t i = 0; dbx_go_on(i, n); i++) list_push(SEQ(state), pv_int(i));
  for (int64_t i = 0; i < r && i < n; i++) list_push(SEQ(state), pv_int(n - i));
  *ret = places_new("itertools.permutations", next_permutation, state);
  ((o_iter *)ret->o)->end = r;
  return dbx_poll();
}
