// The modules _heapq and _bisect: lists in order. They compare with < as CPython does, so what the
// program's own __lt__ sees is the same.
#include "base/poll.h"
#include "lang/lib/builtins.h"

static dbx_status list_argument(const call_args *c, const char *name, uint32_t n, o_seq **ret) {
  DBX_TRY(args_no_keywords(c, name));
  if (c->n != n)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s expected %u arguments, got %u", name, n, c->n);
  if (!is_obj(c->at[0], T_LIST))
    return dbx_fail(DBX_E204, (dbx_span){0}, "heap argument must be a list, not %s",
                    lang_type_name(c->at[0]));
  *ret = SEQ(c->at[0]);
  return heap_own(&(*ret)->h);
}

static dbx_status changed(void) {
  return dbx_fail_as(DBX_E208, DBX_S_RuntimeError, (dbx_span){0},
                     "list changed size during iteration");
}

static dbx_status less(o_seq *l, uint32_t n, pv x, pv y, bool max, bool *ret) {
  DBX_TRY(dbx_poll());
  DBX_TRY(lang_less(max ? y : x, max ? x : y, ret));
  return l->n == n ? heap_own(&l->h) : changed();
}

// Moves the item at i towards the root, not above `top`.
static dbx_status rise(o_seq *l, uint32_t top, uint32_t i, bool max) {
  uint32_t n = l->n;
  while (i > top) {
    uint32_t parent = (i - 1) / 2;
    bool before;
    DBX_TRY(less(l, n, l->at[i], l->at[parent], max, &before));
    if (!before) break;
    pv v = l->at[i];
    l->at[i] = l->at[parent], l->at[parent] = v, i = parent;
  }
  return DBX_OK;
}

// Down to a leaf along the smaller children, then up again.
static dbx_status sink(o_seq *l, uint32_t i, bool max) {
  uint32_t n = l->n, top = i;
  while (i < n / 2) {
    uint32_t child = 2 * i + 1;
    bool before = false;
    if (child + 1 < n) DBX_TRY(less(l, n, l->at[child], l->at[child + 1], max, &before));
    if (child + 1 < n && !before) child++;
    pv v = l->at[i];
    l->at[i] = l->at[child], l->at[child] = v, i = child;
  }
  return rise(l, top, i, max);
}

static dbx_status heappush(const call_args *c, pv *ret) {
  o_seq *l;
  DBX_TRY(list_argument(c, "heappush", 2, &l));
  list_push(l, c->at[1]);
  return *ret = pv_none(), rise(l, 0, l->n - 1, false);
}

static dbx_status pop(const call_args *c, const char *name, bool max, pv *ret) {
  o_seq *l;
  DBX_TRY(list_argument(c, name, 1, &l));
  if (!l->n) return dbx_fail(DBX_E206, (dbx_span){0}, "index out of range");
  pv last = l->at[--l->n];
  if (!l->n) return *ret = last, DBX_OK;
  *ret = l->at[0];
  l->at[0] = last;
  lang_pin(*ret);
  return sink(l, 0, max);
}
static dbx_status heappop(const call_args *c, pv *ret) { return pop(c, "heappop", false, ret); }
static dbx_status heappop_max(const call_args *c, pv *ret) {
  return pop(c, "_heappop_max", true, ret);
}

static dbx_status replace(const call_args *c, const char *name, bool max, pv *ret) {
  o_seq *l;
  DBX_TRY(list_argument(c, name, 2, &l));
  if (!l->n) return dbx_fail(DBX_E206, (dbx_span){0}, "index out of range");
  *ret = l->at[0];
  l->at[0] = c->at[1];
  lang_pin(*ret);
  return sink(l, 0, max);
}
static dbx_status heapreplace(const call_args *c, pv *ret) {
  return replace(c, "heapreplace", false, ret);
}
static dbx_status heapreplace_max(const call_args *c, pv *ret) {
  return replace(c, "_heapreplace_max", true, ret);
}

static dbx_status heappushpop(const call_args *c, pv *ret) {
  o_seq *l;
  bool before;
  DBX_TRY(list_argument(c, "heappushpop", 2, &l));
  *ret = c->at[1];
  if (!l->n) return DBX_OK;
  DBX_TRY(less(l, l->n, l->at[0], c->at[1], false, &before));
  if (!before) return DBX_OK;
  *ret = l->at[0];
  l->at[0] = c->at[1];
  lang_pin(*ret);
  return sink(l, 0, false);
}

static dbx_status make(const call_args *c, const char *name, bool max, pv *ret) {
  o_seq *l;
  DBX_TRY(list_argument(c, name, 1, &l));
  for (uint32_t i = l->n / 2; i-- > 0;) DBX_TRY(sink(l, i, max));
  return *ret = pv_none(), DBX_OK;
}
static dbx_status heapify(const call_args *c, pv *ret) { return make(c, "heapify", false, ret); }
static dbx_status heapify_max(const call_args *c, pv *ret) {
  return make(c, "_heapify_max", true, ret);
}

static dbx_status get_heapq(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {{"heappush", heappush},
                                    {"heappop", heappop},
                                    {"heapreplace", heapreplace},
                                    {"heappushpop", heappushpop},
                                    {"heapify", heapify},
                                    {"_heappop_max", heappop_max},
                                    {"_heapreplace_max", heapreplace_max},
                                    {"_heapify_max", heapify_max},
                                    {NULL, NULL}};
  (void)m;
  return *ret = native_of_rows(rows, name), DBX_OK;
}
const lang_module lang_module_heapq = {"_heapq", get_heapq};

// ---- bisect ----

static pv given(const call_args *c, uint32_t i, const char *name, pv standard) {
  pv v = c->n > i ? c->at[i] : args_keyword(c, name);
  return v.tag == PV_UNBOUND ? standard : v;
}

static dbx_status item_key(pv a, int64_t i, pv key, pv *ret) {
  DBX_TRY(lang_getitem(a, pv_int(i), ret));
  return is_none(key) ? DBX_OK : lang_call(key, ret, 1, ret);
}

// Where x goes: behind its equals (right) or in front of them.
static dbx_status bisect(const call_args *c, const char *name, bool right, int64_t *ret) {
  int64_t lo, hi;
  DBX_TRY(args_only_keywords(c, name, "a x lo hi key"));
  pv a = given(c, 0, "a", PV(PV_UNBOUND)), x = given(c, 1, "x", PV(PV_UNBOUND)),
     high = given(c, 3, "hi", pv_none()), key = given(c, 4, "key", pv_none());
  if (x.tag == PV_UNBOUND || a.tag == PV_UNBOUND || c->n > 4)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() missing required argument '%s' (pos %d)", name,
                    a.tag == PV_UNBOUND ? "a" : "x", a.tag == PV_UNBOUND ? 1 : 2);
  DBX_TRY(lang_index(given(c, 2, "lo", pv_int(0)), &lo));
  if (lo < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "lo must be non-negative");
  if (is_none(high)) DBX_TRY(lang_length(a, &hi));
  else DBX_TRY(lang_index(high, &hi));
  while (lo < hi) {
    int64_t middle = lo + (hi - lo) / 2;
    bool before;
    pv v;
    DBX_TRY(dbx_poll());
    DBX_TRY(item_key(a, middle, key, &v));
    uint32_t mark = lang_pins();
    lang_pin(v);
    dbx_status st = right ? lang_less(x, v, &before) : lang_less(v, x, &before);
    lang_unpin(mark);
    DBX_TRY(st);
    if (right != before) lo = middle + 1;
    else hi = middle;
  }
  return *ret = lo, DBX_OK;
}

static dbx_status bisect_right(const call_args *c, pv *ret) {
  int64_t at;
  DBX_TRY(bisect(c, "bisect_right", true, &at));
  return *ret = pv_int(at), DBX_OK;
}
static dbx_status bisect_left(const call_args *c, pv *ret) {
  int64_t at;
  DBX_TRY(bisect(c, "bisect_left", false, &at));
  return *ret = pv_int(at), DBX_OK;
}

static dbx_status get_bisect(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {
      {"bisect_right", bisect_right}, {"bisect_left", bisect_left}, {NULL, NULL}};
  (void)m;
  return *ret = native_of_rows(rows, name), DBX_OK;
}
const lang_module lang_module_bisect = {"_bisect", get_bisect};
