// What a line of the debugger is that begins with no word (see words.h).
#include "debug/words.h"

#include "lang/syntax/ast.h"
#include <stdlib.h>
#include <string.h>

static char *text_of(const char *text, const dbx_node *n) {
  return dbx_strdup_trimmed(text + n->span.begin, n->span.end - n->span.begin);
}

static debug_typed kind_of(const char *text, const dbx_node *n, debug_sides *ret) {
  if (n->kind == DBX_N_Assign && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name) {
    *ret = (debug_sides){text_of(text, n->l.at[0]), text_of(text, n->a)};
    return DEBUG_ASSIGNMENT;
  }
  if (n->kind != DBX_N_Expr) return DEBUG_STATEMENT;
  const dbx_node *e = n->a;
  if (e->kind != DBX_N_Compare || e->l.n != 1 || e->in_brackets) return DEBUG_EXPRESSION;
  if (e->more->ops[0] != DBX_OP_Eq && e->more->ops[0] != DBX_OP_NotEq) return DEBUG_EXPRESSION;
  *ret = (debug_sides){text_of(text, e->a), text_of(text, e->l.at[0])};
  return DEBUG_COMPARISON;
}

debug_typed debug_type_of(const char *text, debug_sides *ret) {
  dbx_module *m;
  debug_typed type = DEBUG_EXPRESSION;
  *ret = (debug_sides){0};
  uint32_t file = dbx_source_add("<debug>", text, strlen(text)); // while it is looked at
  if (dbx_parse(file, &m, NULL) == DBX_OK) {
    if (m->root->l.n == 1) type = kind_of(text, m->root->l.at[0], ret);
    else if (m->root->l.n) type = DEBUG_STATEMENT;
    dbx_module_free(m);
  } else {
    dbx_diag_forget();
  }
  dbx_here = (dbx_span){0};
  dbx_source_forget(file);
  return type;
}

void debug_sides_free(debug_sides *s) {
  free(s->left), free(s->right);
  *s = (debug_sides){0};
}
