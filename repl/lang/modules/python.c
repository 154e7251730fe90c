// Modules that are written in Python (see python.h).
#include "lang/modules/python.h"

#include "lang/lib/builtins.h"

#include <string.h>

static const python_text *find_text(const char *name) {
  for (const python_text *t = python_texts; t->name; t++)
    if (!strcmp(t->name, name)) return t;
  return NULL;
}

static pv new_module(dbx_sym name, bool package) {
  const char *text = dbx_sym_text(name), *dot = strrchr(text, '.');
  o_module *o = heap_new(T_MODULE, sizeof *o);
  o->def = module_row(name);
  o->globals = DICT(dict_new());
  dict_put_sym(o->globals, names_now->__name__, lang_sym_str(name));
  dict_put_sym(o->globals, dbx_intern("__package__"),
               package ? lang_sym_str(name) : str_new(text, dot ? (size_t)(dot - text) : 0));
  return pv_obj(o);
}

static dbx_status run_module(dbx_sym name, bool package, uint32_t file, bool library, pv *ret) {
  uint32_t mark = lang_pins();
  dbx_span here = dbx_here;
  bool found;
  pv m = new_module(name, package);
  lang_pin(m);
  dict_put_sym(lang_now->imported, name, m);
  dbx_status st = lang_run_module(file, ((o_module *)m.o)->globals, library);
  if (st != DBX_OK && dict_delete(lang_now->imported, lang_sym_str(name), &found) != DBX_OK)
    dbx_diag_forget();
  lang_unpin(mark);
  if (st == DBX_OK) dbx_here = here, *ret = m;
  return st;
}

static dbx_status run_library(dbx_sym name, pv *ret) {
  const python_text *t = find_text(dbx_sym_text(name));
  dbx_buf shown = {0};
  if (!t) return DBX_OK;
  dbx_printf(&shown, "<library %s>", t->name);
  uint32_t file = dbx_source_add(dbx_text(&shown), t->text, t->n);
  dbx_buf_free(&shown);
  return run_module(name, true, file, true, ret);
}

// The library's own imports mean the library.
static dbx_status load(dbx_sym name, pv *ret) {
  const char *text = dbx_sym_text(name);
  beside b = {0};
  dbx_status st = DBX_OK;
  if (!lang_in_library(dbx_here)) st = beside_find(lang_now->folder, text, &b);
  uint32_t file = 0;
  if (st == DBX_OK && b.file)
    file = dbx_source_add(dbx_text(&b.shown), dbx_text(&b.text), b.text.n);
  dbx_buf_free(&b.text), dbx_buf_free(&b.shown);
  if (st == DBX_OK && b.file) return run_module(name, b.package, file, false, ret);
  if (st == DBX_OK) st = run_library(name, ret);
  if (st != DBX_OK || ret->tag != PV_UNBOUND || !b.found) return st;
  *ret = new_module(name, true);
  dict_put_sym(lang_now->imported, name, *ret);
  return DBX_OK;
}

// "a.b": the module a, of which b then is an attribute.
static dbx_status import_parent(const char *name, o_module **ret) {
  const char *dot = strrchr(name, '.');
  dbx_buf b = {0};
  pv m;
  *ret = NULL;
  if (!dot) return DBX_OK;
  dbx_putn(&b, name, (size_t)(dot - name));
  dbx_status st = python_import(dbx_text(&b), &m);
  dbx_buf_free(&b);
  if (st == DBX_OK && m.tag != PV_UNBOUND) *ret = (o_module *)m.o;
  return st;
}

dbx_status python_import(const char *name, pv *ret) {
  dbx_sym sym = dbx_intern(name);
  const char *dot = strrchr(name, '.');
  o_module *parent;
  *ret = dict_get_sym(lang_now->imported, sym);
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  DBX_TRY(import_parent(name, &parent));
  *ret = dict_get_sym(lang_now->imported, sym); // the parent may have imported it
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  if (dot && !parent) return run_library(sym, ret); // below one that is not written in Python
  DBX_TRY(load(sym, ret));
  if (ret->tag != PV_UNBOUND && dot) dict_put_sym(parent->globals, dbx_intern(dot + 1), *ret);
  return DBX_OK;
}
