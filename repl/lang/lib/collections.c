// What the module collections (py/collections.py) is made of.
#include "lang/lib/builtins.h"

#include "base/poll.h"

#include <string.h>

// mapping[x] += 1. A class that says how its items are got or set is asked.
static bool counts_itself(pv m) {
  const o_class *c = is_instance(m) ? lang_instance(m)->cls : NULL;
  return c && (lang_class_lookup(c, dbx_intern("get")).tag != PV_UNBOUND ||
               lang_class_lookup(c, names_now->__setitem__).tag != PV_UNBOUND);
}

static dbx_status count_by_methods(pv m, pv x) {
  pv get, args[] = {x, pv_int(0)}, n;
  DBX_TRY(lang_getattr(m, dbx_intern("get"), &get));
  lang_pin(get);
  DBX_TRY(lang_call(get, args, 2, &n));
  DBX_TRY(lang_binary(DBX_OP_Add, n, pv_int(1), &n));
  lang_pin(n);
  return lang_setitem(m, x, n);
}

static dbx_status count_one(o_dict *d, pv x) {
  pv n;
  DBX_TRY(dict_find(d, x, &n));
  if (n.tag == PV_UNBOUND) n = pv_int(0);
  DBX_TRY(lang_binary(DBX_OP_Add, n, pv_int(1), &n));
  return dict_set(d, x, n);
}

// count_elements(mapping, iterable), of each x.
static dbx_status count_elements(const call_args *c, pv *ret) {
  pv it, x;
  bool done = false;
  DBX_TRY(args_count(c, "_count_elements", 2, 2));
  pv m = c->at[0];
  if (!is_obj(m, T_DICT)) return dbx_fail(DBX_E204, (dbx_span){0}, "a dictionary is needed");
  bool methods = counts_itself(m);
  uint32_t mark = lang_pins();
  DBX_TRY(lang_iter(c->at[1], &it));
  lang_pin(it);
  dbx_status st;
  while ((st = lang_next(it, &x, &done)) == DBX_OK && !done) {
    uint32_t one = lang_pins();
    lang_pin(x);
    st = methods ? count_by_methods(m, x) : count_one(DICT(m), x);
    if (st == DBX_OK) st = heap_check_budget();
    lang_unpin(one);
    if (st != DBX_OK) break;
  }
  lang_unpin(mark);
  return *ret = pv_none(), st;
}

static dbx_status get_collections(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {{"_count_elements", count_elements}, {NULL, NULL}};
  (void)m;
  if (!strcmp(name, "deque")) return *ret = lang_builtin_type("collections.deque"), DBX_OK;
  return *ret = native_of_rows(rows, name), DBX_OK;
}

const lang_module lang_module_collections = {"_collections", get_collections};
