// Names with two underscores in front are private to the class that they stand in: __x in a class C
// is _C__x (docs.python.org, reference, 6.2.1).
#include "lang/syntax/ast.h"

#include "base/buf.h"

#include <string.h>

dbx_sym dbx_private_name(dbx_sym cls, dbx_sym name) {
  const char *c = cls ? dbx_sym_text(cls) : "", *n = name ? dbx_sym_text(name) : "";
  size_t len = strlen(n);
  if (strncmp(n, "__", 2) != 0 || (len > 1 && !strcmp(n + len - 2, "__")) || strchr(n, '.'))
    return name;
  c += strspn(c, "_");
  if (!*c) return name;
  dbx_buf b = {0};
  dbx_printf(&b, "_%s%s", c, n);
  dbx_sym s = dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
  return s;
}

static void rename_list(dbx_sym cls, const dbx_nodes *l);

static void rename_one(dbx_sym cls, dbx_node *n, bool *over) {
  *over = n->kind == DBX_N_ClassDef; // its body has a class of its own
  bool other = n->kind == DBX_N_ImportFrom || n->kind == DBX_N_alias || n->kind == DBX_N_keyword;
  if (!other) n->name = dbx_private_name(cls, n->name); // CPython leaves keywords of calls alone
  if (!*over) return;
  rename_list(cls, &n->l);
  rename_list(cls, &n->more->m);
  rename_list(cls, &n->more->d);
}

static void rename_list(dbx_sym cls, const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    dbx_walk w = {.next = l->at[i]};
    for (dbx_node *one; (one = dbx_walk_next(&w));) {
      bool over;
      rename_one(cls, one, &over);
      if (over) dbx_walk_over(&w);
    }
    dbx_walk_free(&w);
  }
}

void dbx_rename_private(dbx_node *cls) { rename_list(cls->name, &cls->more->n); }
