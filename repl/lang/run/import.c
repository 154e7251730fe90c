// Import statements. Where modules come from is the matter of lang/modules.
#include "lang/object/above.h"
#include "lang/run/parts.h"

#include <string.h>

static dbx_status import(o_env *env, const dbx_node *n) {
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *a = n->l.at[i];
    pv m;
    dbx_here = a->span;
    DBX_TRY(above()->import(dbx_sym_text(a->name), &m));
    if (!a->more->asname && strchr(dbx_sym_text(a->name), '.'))
      DBX_TRY(above()->import(dbx_sym_text((dbx_sym)a->flag), &m));
    DBX_TRY(lang_store_name(env, a, (dbx_sym)a->flag, m));
  }
  return DBX_OK;
}

// Of the name after "from"; of the statement where comments or line ends are in between.
static dbx_span module_span(const dbx_node *n) {
  size_t length;
  const char *text = dbx_source_text(n->span.file, &length), *name = dbx_sym_text(n->name);
  uint32_t at = n->span.begin + (uint32_t)strlen("from");
  while (at < n->span.end && text[at] == ' ') at++;
  uint32_t end = at + (uint32_t)strlen(name);
  if (n->flag || end > n->span.end || strncmp(text + at, name, end - at) != 0) return n->span;
  return (dbx_span){n->span.file, at, end};
}

// from ..a import b: the name of the module, seen from the package whose code runs.
static dbx_status absolute(const dbx_node *n, dbx_buf *b) {
  pv package = dict_get_sym(lang_now->globals, dbx_intern("__package__"));
  if (!is_str(package) || !STR(package)->n)
    return dbx_fail_as(DBX_E213, DBX_S_ImportError, n->span,
                       "attempted relative import with no known parent package");
  size_t length = STR(package)->n;
  for (int32_t up = 1; up < n->flag; up++) {
    while (length && STR(package)->s[length - 1] != '.') length--;
    if (!length)
      return dbx_fail_as(DBX_E213, DBX_S_ImportError, n->span,
                         "attempted relative import beyond top-level package");
    length--;
  }
  dbx_putn(b, STR(package)->s, length);
  if (n->name) dbx_printf(b, ".%s", dbx_sym_text(n->name));
  return DBX_OK;
}

static dbx_status module_of(const dbx_node *n, pv *ret) {
  if (!n->flag) return above()->import(dbx_sym_text(n->name), ret);
  dbx_buf b = {0};
  dbx_status st = absolute(n, &b);
  if (st == DBX_OK) st = above()->import(dbx_text(&b), ret);
  dbx_buf_free(&b);
  return st;
}

// ---- from a import * ----

// The names are bound at once where the module lists them. One of the language is remembered in
// __star__ of the program's module; what it has of the names that are bound already is bound anew,
// the others are asked for where they are used.
static dbx_status bind_listed(o_env *env, const dbx_node *star, pv module, const o_seq *names) {
  for (uint32_t i = 0; i < names->n; i++) {
    pv v;
    if (!is_str(names->at[i]))
      return dbx_fail(DBX_E204, (dbx_span){0}, "Item in %s.__all__ must be str, not %s",
                      ((o_module *)module.o)->def->name, lang_type_name(names->at[i]));
    dbx_sym name = dbx_intern_n(STR(names->at[i])->s, STR(names->at[i])->n);
    dbx_status st = above()->import_name(module, name, &v);
    if (st != DBX_OK && lang_pending_is(DBX_S_ImportError)) {
      dbx_diag_forget();
      return dbx_fail(DBX_E203, (dbx_span){0}, "module '%s' has no attribute '%s'",
                      ((o_module *)module.o)->def->name, dbx_sym_text(name));
    }
    DBX_TRY(st);
    DBX_TRY(lang_store_name(env, star, name, v));
  }
  return DBX_OK;
}

// Modules, and after them the names that `del` has taken back since: a str.
static const o_seq *stars(void) {
  pv list = dict_get_sym(lang_now->globals, names_now->__star__);
  return is_obj(list, T_TUPLE) ? SEQ(list) : NULL;
}

// With one more behind the others; it is taken out first, so that what nodes remember of names that
// are not there ends with the keys' change.
static void remember(pv more) {
  const o_seq *before = stars();
  pv list = list_new(before ? before->at : NULL, before ? before->n : 0);
  uint32_t mark = lang_pins();
  bool found;
  lang_pin(list);
  list_push(SEQ(list), more);
  if (dict_delete(lang_now->globals, lang_sym_str(names_now->__star__), &found) != DBX_OK)
    dbx_diag_forget();
  dict_put_sym(lang_now->globals, names_now->__star__, tuple_new(SEQ(list)->at, SEQ(list)->n));
  lang_unpin(mark);
}

static void bind_anew(pv module) {
  uint32_t i = 0;
  dict_entry *e;
  while (dict_next(lang_now->globals, &i, &e)) {
    pv v;
    if (!is_str(e->key)) continue;
    dbx_sym name = dbx_intern_n(STR(e->key)->s, STR(e->key)->n);
    above()->star_value(module, name, &v);
    if (v.tag != PV_UNBOUND) dict_put_sym(lang_now->globals, name, v);
  }
}

static dbx_status import_star(o_env *env, const dbx_node *star, pv module) {
  bool known;
  pv names;
  DBX_TRY(above()->star_names(module, &known, &names));
  if (!known) return remember(module), bind_anew(module), DBX_OK;
  lang_pin(names);
  return bind_listed(env, star, module, SEQ(names));
}

pv lang_star_name(dbx_sym name) {
  const o_seq *s = stars();
  pv v = PV(PV_UNBOUND);
  for (uint32_t k = s ? s->n : 0; k-- > 0 && v.tag == PV_UNBOUND;) {
    if (pv_same(s->at[k], lang_sym_str(name))) return v;
    if (is_obj(s->at[k], T_MODULE)) above()->star_value(s->at[k], name, &v);
  }
  if (v.tag != PV_UNBOUND) dict_put_sym(lang_now->globals, name, v);
  return v;
}

void lang_star_deleted(dbx_sym name) {
  if (stars()) remember(lang_sym_str(name));
}

dbx_status lang_star_refuse(dbx_sym name) {
  const o_seq *s = stars();
  for (uint32_t k = s ? s->n : 0; k-- > 0;)
    if (is_obj(s->at[k], T_MODULE))
      DBX_TRY(above()->refuse_name(((o_module *)s->at[k].o)->def->name, dbx_sym_text(name)));
  return DBX_OK;
}

void lang_star_near(dbx_nearest *n) {
  const o_seq *s = stars();
  for (uint32_t k = 0; s && k < s->n; k++)
    if (is_obj(s->at[k], T_MODULE)) above()->near_attribute(s->at[k], n);
}

static dbx_status import_from(o_env *env, const dbx_node *n) {
  uint32_t mark = lang_pins();
  pv m, v;
  dbx_here = module_span(n);
  DBX_TRY(module_of(n, &m));
  lang_pin(m);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) {
    const dbx_node *a = n->l.at[i];
    dbx_here = a->span;
    if (a->name == dbx_intern("*")) {
      st = import_star(env, a, m);
      continue;
    }
    st = above()->import_name(m, a->name, &v);
    if (st == DBX_OK) st = lang_store_name(env, a, (dbx_sym)a->flag, v);
  }
  lang_unpin(mark);
  return st;
}

flow exec_import(o_env *env, const dbx_node *n, pv *ret) { return flow_of(import(env, n)); }

flow exec_import_from(o_env *env, const dbx_node *n, pv *ret) {
  return flow_of(import_from(env, n));
}
