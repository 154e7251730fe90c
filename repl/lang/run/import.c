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
