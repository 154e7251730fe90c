// The builtins that list names: vars, dir.
#include "lang/lib/builtins.h"

#include <string.h>

// The variables of the code that calls: its module's, or a copy of the bound ones of a function.
static dbx_status variables(const call_args *c, pv *ret) {
  const o_env *e = c->env;
  if (!e) return *ret = pv_obj(lang_now->globals), DBX_OK;
  if (e->dict) return *ret = pv_obj(e->dict), DBX_OK;
  *ret = dict_new();
  for (uint32_t i = 0; i < e->scope->n_names && i < e->n; i++)
    if (e->slot[i].tag != PV_UNBOUND) dict_put_sym(DICT(*ret), e->scope->names[i], e->slot[i]);
  return DBX_OK;
}

dbx_status builtin_locals(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "locals"));
  DBX_TRY(args_count(c, "locals", 0, 0));
  return variables(c, ret);
}

dbx_status builtin_globals(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "globals"));
  DBX_TRY(args_count(c, "globals", 0, 0));
  return *ret = pv_obj(lang_now->globals), DBX_OK;
}

static dbx_status not_listed(const o_module *m) {
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "the names of module '%s' are not listed here; hasattr asks for one of them",
                  m->def->name);
}

dbx_status builtin_vars(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "vars"));
  DBX_TRY(args_count(c, "vars", 0, 1));
  if (!c->n) return variables(c, ret);
  dbx_status st = lang_findattr(c->at[0], names_now->__dict__, ret);
  if (st == DBX_OK && ret->tag != PV_UNBOUND) return DBX_OK;
  if (st == DBX_OK && is_obj(c->at[0], T_MODULE)) return not_listed((o_module *)c->at[0].o);
  return st != DBX_OK
             ? st
             : dbx_fail(DBX_E204, (dbx_span){0}, "vars() argument must have __dict__ attribute");
}

// ---- dir ----

static void add(o_dict *names, dbx_sym name) { dict_put_sym(names, name, pv_none()); }

static dbx_status add_keys(o_dict *names, const o_dict *d) {
  uint32_t i = 0;
  dict_entry *e;
  while (d && dict_next(d, &i, &e)) DBX_TRY(dict_set(names, e->key, pv_none()));
  return DBX_OK;
}

static void add_rows(o_dict *names, const native_row *rows) {
  for (; rows && rows->name; rows++) add(names, dbx_intern(rows->name));
}

// What every value has, by the methods that it answers to.
static dbx_status add_special(o_dict *names, pv v) {
  static const char *const of_all[] = {
      "__class__",   "__delattr__", "__dir__",           "__doc__",         "__eq__",
      "__format__",  "__ge__",      "__getattribute__",  "__getstate__",    "__gt__",
      "__hash__",    "__init__",    "__init_subclass__", "__le__",          "__lt__",
      "__ne__",      "__new__",     "__reduce__",        "__reduce_ex__",   "__repr__",
      "__setattr__", "__sizeof__",  "__str__",           "__subclasshook__"};
  static const char *const some[] = {"__add__", "__contains__", "__getitem__", "__iter__",
                                     "__len__", "__mul__",      "__setitem__", "__call__"};
  for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++) add(names, dbx_intern(of_all[i]));
  for (size_t i = 0; i < sizeof some / sizeof *some && v.tag != PV_UNBOUND; i++) {
    pv found;
    DBX_TRY(lang_findattr(v, dbx_intern(some[i]), &found));
    if (found.tag != PV_UNBOUND) add(names, dbx_intern(some[i]));
  }
  return DBX_OK;
}

static dbx_status add_class(o_dict *names, const o_class *c) {
  for (uint32_t i = 0; i < c->order->n; i++)
    if (is_obj(c->order->at[i], T_CLASS))
      DBX_TRY(add_keys(names, ((o_class *)c->order->at[i].o)->dict));
  add(names, names_now->__module__), add(names, dbx_intern("__weakref__"));
  if (!c->no_dict) add(names, names_now->__dict__);
  return DBX_OK;
}

// Those of a module that is written in C are found when they are asked for.
static dbx_status add_module(o_dict *names, const o_module *m) {
  if (m->globals) return add_keys(names, m->globals);
  pv listed;
  if (m->def->all) {
    DBX_TRY(lang_getattr(pv_obj((o_module *)m), names_now->__dict__, &listed));
    return add_keys(names, DICT(listed));
  }
  return not_listed(m);
}

static dbx_status add_names(o_dict *names, pv v) {
  if (is_obj(v, T_MODULE)) return add_module(names, (o_module *)v.o);
  if (is_obj(v, T_CLASS)) DBX_TRY(add_class(names, (o_class *)v.o));
  else if (is_instance(v)) {
    DBX_TRY(add_class(names, lang_instance(v)->cls));
    DBX_TRY(add_keys(names, lang_instance(v)->dict));
  }
  add_rows(names, type_built_in(v)->methods);
  return add_special(names, v);
}

dbx_status builtin_dir(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "dir"));
  DBX_TRY(args_count(c, "dir", 0, 1));
  pv own = PV(PV_UNBOUND);
  *ret = own;
  if (c->n) DBX_TRY(instance_call(c->at[0], dbx_intern("__dir__"), NULL, 0, ret));
  else DBX_TRY(variables(c, &own));
  uint32_t mark = lang_pins();
  pv names = dict_new(), list;
  lang_pin(names), lang_pin(own);
  dbx_status st = ret->tag != PV_UNBOUND ? DBX_OK
                  : c->n                 ? add_names(DICT(names), c->at[0])
                                         : add_keys(DICT(names), DICT(own));
  if (st == DBX_OK) st = lang_to_list(ret->tag == PV_UNBOUND ? names : *ret, &list);
  if (st == DBX_OK) lang_pin(list), st = lang_sort(SEQ(list), pv_none(), false);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = list;
  return st;
}
