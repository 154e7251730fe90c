// What the parser's files share: nodes, tokens, errors (see parser.h).
#include "lang/syntax/parser.h"

#include <stdarg.h>
#include <stdio.h>

dbx_node *dbx_node_new(dbx_parser *p, dbx_node_kind kind, uint32_t begin) {
  return dbx_node_make(p->arena, kind, (dbx_span){p->file, begin, begin});
}

dbx_node *dbx_node_close(dbx_parser *p, dbx_node *n) {
  const dbx_token *last = p->t - 1;
  while (last->kind == DBX_T_NEWLINE || last->kind == DBX_T_DEDENT || last->kind == DBX_T_INDENT)
    last--;
  n->span.end = last->end;
  if (dbx_leans(n)) {
    uint32_t before = dbx_leans(n->a) ? n->a->hops : 0;
    n->hops = (uint16_t)(before < UINT16_MAX ? before + 1 : before);
  }
  return n;
}

void dbx_add_node(dbx_parser *p, dbx_node_list *l, dbx_node *n) {
  if (l->n == l->cap) {
    dbx_node **before = l->at;
    l->cap = l->cap ? 2 * l->cap : 2;
    l->at = DBX_NEWN(p->arena, dbx_node *, l->cap);
    if (before) memcpy(l->at, before, l->n * sizeof *before);
  }
  l->at[l->n++] = n;
}

dbx_nodes dbx_take_list(dbx_node_list *l) {
  dbx_nodes r = {l->at, l->n};
  *l = (dbx_node_list){0};
  return r;
}

// Does nothing follow, of whatever blocks it is in?
static bool at_end(const dbx_parser *p) {
  const dbx_token *t = p->t;
  while (t->kind == DBX_T_DEDENT) t++;
  return t->kind == DBX_T_END;
}

void dbx_syntax_(dbx_parser *p, const char *fmt, ...) {
  char text[400];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  p->incomplete |= at_end(p);
  dbx_fail_(DBX_E101, dbx_token_span(p), "%s", text);
}

// Where a bracket has to close: what is missing, if what stands there says so.
static dbx_status not_closed(dbx_parser *p, const char *where) {
  bool call = !strcmp(where, "after the arguments"),
       parameters = strstr(where, "parameters") != NULL;
  if (dbx_parse_at(p, "=") && !parameters)
    return dbx_syntax(p, call ? "expression cannot contain assignment, perhaps you meant \"==\"?"
                              : "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
  if (p->t->kind == DBX_T_NAME && dbx_parse_at(p, "for"))
    return dbx_syntax(p, "did you forget parentheses around the comprehension target?");
  bool begins = dbx_at_name(p) || dbx_at_kind(p, DBX_T_NUMBER) || dbx_at_kind(p, DBX_T_STRING);
  if (!begins || parameters) return DBX_OK;
  return dbx_syntax(p, "invalid syntax. Perhaps you forgot a comma?");
}

dbx_status dbx_expect(dbx_parser *p, const char *text, const char *where) {
  if (dbx_accept(p, text)) return DBX_OK;
  if (strchr(")]}", *text)) DBX_TRY(not_closed(p, where));
  return dbx_syntax(p, "expected '%s' %s", text, where);
}

void dbx_refuse_(dbx_parser *p, dbx_span span, const char *construct, const char *instead) {
  (void)p;
  dbx_fail_(DBX_E103, span, "%s are not part of this language%s%s", construct, *instead ? "; " : "",
            instead);
}

dbx_status dbx_enter(dbx_parser *p) {
  if (++p->depth <= DBX_PARSE_DEPTH) return DBX_OK;
  return dbx_fail(DBX_E108, dbx_token_span(p), "the source is nested too deeply");
}

dbx_status dbx_expect_name(dbx_parser *p, dbx_sym *ret, const char *where) {
  if (!dbx_at_name(p)) return dbx_syntax(p, "expected a name %s", where);
  *ret = (p->t++)->name;
  return DBX_OK;
}
