// Modules that are written in Python (see python.h).
#include "lang/modules/python.h"

#include "ir/target.h"
#include "lang/lib/builtins.h"

#include <string.h>

// ---- names of releases ----

static const python_name names[] = {
#define N(m, n, w) {m, n, w, false, false},
#define LATER(m, n, w) {m, n, w, true, false},
#define EARLIER(m, n, w) {m, n, w, false, true},
#include "lang/modules/python_names.def"
#undef N
#undef LATER
#undef EARLIER
};
enum { NAMES = sizeof names / sizeof *names };

const python_name *python_names(uint32_t *n) { return *n = NAMES, names; }

static bool offers(const python_name *row, const dbx_target *by) {
  return by->later_names ? !row->earlier : !row->later;
}

bool python_name_is_offered(const python_name *row) { return offers(row, dbx_target_now()); }

// Is it the name b of a where "a.b" is?
static bool is_module(const python_name *row) {
  size_t n = strlen(row->module);
  return !strncmp(row->where, row->module, n) && row->where[n] == '.' &&
         !strcmp(row->where + n + 1, row->name);
}

dbx_status python_name_value(const python_name *row, const char *name, pv *ret) {
  DBX_TRY(python_import(row->where, ret));
  if (!is_module(row)) *ret = dict_get_sym(((o_module *)ret->o)->globals, dbx_intern(name));
  return DBX_OK;
}

static bool has_name(const python_name *row, const char *module, const char *name) {
  pv found;
  if (strcmp(row->module, module) != 0) return false;
  if (*row->name != '*') return !strcmp(row->name, name);
  if (python_name_value(row, name, &found) != DBX_OK) return dbx_diag_forget(), false;
  return found.tag != PV_UNBOUND;
}

void python_note_release(const char *module, const char *name) {
  for (uint32_t i = 0; i < NAMES; i++) {
    if (python_name_is_offered(&names[i]) || !has_name(&names[i], module, name)) continue;
    for (uint32_t id = 0; id < DBX_TARGETS; id++) {
      const dbx_target *t = dbx_target_row((dbx_target_id)id);
      if (!offers(&names[i], t)) continue;
      dbx_diag_note("%s.%s is in %s: `--target=%s`, or `:set target %s` at the prompt", module,
                    name, t->releases, t->name, t->name);
      return;
    }
  }
}

// ---- modules ----

// Is it a module of another release than the one that is mirrored?
static bool is_of_another(const char *module) {
  for (uint32_t i = 0; i < NAMES; i++)
    if (is_module(&names[i]) && !strcmp(names[i].where, module))
      return !python_name_is_offered(&names[i]);
  return false;
}

static const python_text *find_text(const char *name) {
  if (is_of_another(name)) return NULL;
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
  ((o_module *)m.o)->file = file;
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
