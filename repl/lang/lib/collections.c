// What the module collections (py/collections.py) is made of.
#include "lang/lib/builtins.h"

#include "base/poll.h"

#include <string.h>

// count_elements(mapping, iterable): mapping[x] += 1 for each x.
static dbx_status count_elements(const call_args *c, pv *ret) {
  pv it, x, n;
  bool done = false;
  DBX_TRY(args_count(c, "_count_elements", 2, 2));
  if (!is_obj(c->at[0], T_DICT)) return dbx_fail(DBX_E204, (dbx_span){0}, "a dictionary is needed");
  o_dict *d = DICT(c->at[0]);
  uint32_t mark = lang_pins();
  DBX_TRY(lang_iter(c->at[1], &it));
  lang_pin(it);
  dbx_status st;
  while ((st = lang_next(it, &x, &done)) == DBX_OK && !done) {
    uint32_t one = lang_pins();
    lang_pin(x);
    st = dict_find(d, x, &n);
    if (st == DBX_OK && n.tag == PV_UNBOUND) n = pv_int(0);
    if (st == DBX_OK) st = lang_binary(DBX_OP_Add, n, pv_int(1), &n);
    if (st == DBX_OK) st = dict_set(d, x, n);
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
