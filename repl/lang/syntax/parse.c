// Statements (see ast.h). Constructs of Python that are not part of the language are recognised and
// refused by name.
#include "lang/syntax/parser.h"

#include "base/poll.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- nodes, tokens, errors ----

// ---- simple statements ----

// ---- compound statements ----

static dbx_status statement(dbx_parser *p, dbx_node_list *l);

// At the end of a line behind which a block begins.
static dbx_status indented(dbx_parser *p, const char *of) {
  p->t++;
  if (dbx_at_kind(p, DBX_T_INDENT)) return p->t++, DBX_OK;
  const dbx_token *first = p->t - 2; // of the line that the block belongs to
  while (first > p->first && first[-1].kind != DBX_T_NEWLINE && first[-1].kind != DBX_T_INDENT &&
         first[-1].kind != DBX_T_DEDENT)
    first--;
  dbx_status st = dbx_syntax(p, "expected an indented block after %s on line %u", of,
                             dbx_source_place(p->file, first->begin).line);
  dbx_diag_pending()->cls = DBX_S_IndentationError;
  dbx_diag_pending()->code = DBX_E102;
  return st;
}

static dbx_status suite(dbx_parser *p, const char *of, dbx_nodes *ret) {
  dbx_node_list l = {0};
  dbx_status st;
  if (p->t->kind == DBX_T_NAME && dbx_parse_at(p, "if") && strstr(of, "'else'"))
    return dbx_syntax(p, "expected ':' after 'else'; 'else if' is written elif");
  if (dbx_parse_at(p, "="))
    return dbx_syntax(p, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
  if (!dbx_accept(p, ":")) return dbx_syntax(p, "expected ':' after %s", of);
  if (!dbx_at_kind(p, DBX_T_NEWLINE)) {
    static const char *const compound[] = {"if",   "while", "for",   "try",
                                           "with", "def",   "class", "async"};
    for (size_t i = 0; i < sizeof compound / sizeof *compound; i++)
      if (p->t->kind == DBX_T_NAME && dbx_parse_at(p, compound[i]))
        return dbx_syntax(p, "invalid syntax");
    st = dbx_parse_simple_line(p, &l);
    *ret = dbx_take_list(&l);
    return st;
  }
  DBX_TRY(indented(p, of));
  st = dbx_enter(p);
  while (st == DBX_OK && !dbx_at_kind(p, DBX_T_DEDENT) && !dbx_at_kind(p, DBX_T_END))
    st = statement(p, &l);
  p->depth--;
  if (st == DBX_OK && dbx_at_kind(p, DBX_T_DEDENT)) p->t++;
  *ret = dbx_take_list(&l);
  return st;
}

// An elif is an if statement in the place of the else, and ends where the whole chain does.
static dbx_status parse_if(dbx_parser *p, dbx_node **ret) {
  dbx_node_list chain = {0}, l = {0};
  dbx_node *n = NULL;
  do {
    dbx_node *next = dbx_node_new(p, DBX_N_If, p->t++->begin);
    if (n) {
      dbx_add_node(p, &l, next);
      dbx_node_own_more(p->arena, n)->m = dbx_take_list(&l);
    }
    dbx_add_node(p, &chain, n = next);
    DBX_TRY(dbx_parse_named(p, &n->a));
    DBX_TRY(suite(p, chain.n > 1 ? "'elif' statement" : "'if' statement", &n->l));
  } while (dbx_parse_at(p, "elif"));
  if (dbx_accept(p, "else"))
    DBX_TRY(suite(p, "'else' statement", &dbx_node_own_more(p->arena, n)->m));
  for (uint32_t i = 0; i < chain.n; i++) dbx_node_close(p, chain.at[i]);
  return *ret = chain.at[0], DBX_OK;
}

static dbx_status parse_while(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_While, p->t++->begin);
  DBX_TRY(dbx_parse_named(p, &n->a));
  DBX_TRY(suite(p, "'while' statement", &n->l));
  if (dbx_accept(p, "else"))
    DBX_TRY(suite(p, "'else' statement", &dbx_node_own_more(p->arena, n)->m));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_for(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_For, p->t++->begin);
  DBX_TRY(dbx_parse_targets(p, &n->a));
  DBX_TRY(dbx_expect(p, "in", "in the 'for' statement"));
  DBX_TRY(dbx_parse_testlist(p, &n->b));
  DBX_TRY(suite(p, "'for' statement", &n->l));
  if (dbx_accept(p, "else"))
    DBX_TRY(suite(p, "'else' statement", &dbx_node_own_more(p->arena, n)->m));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status handler(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_ExceptHandler, p->t++->begin);
  if (dbx_parse_at(p, "*"))
    return dbx_refuse(p, (dbx_span){p->file, p->t[-1].begin, p->t->end},
                      "exception groups (except*)", "use except");
  if (!dbx_parse_at(p, ":")) {
    DBX_TRY(dbx_parse_test(p, &n->a));
    if (dbx_parse_at(p, ","))
      return dbx_syntax(p, "multiple exception types must be parenthesized");
    if (dbx_accept(p, "as")) DBX_TRY(dbx_expect_name(p, &n->name, "after 'as'"));
  }
  DBX_TRY(suite(p, "'except' statement", &n->l));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_try(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Try, p->t++->begin), *h = NULL;
  dbx_node_more *more = dbx_node_own_more(p->arena, n);
  dbx_node_list l = {0};
  dbx_status st = suite(p, "'try' statement", &n->l);
  while (st == DBX_OK && dbx_parse_at(p, "except")) {
    if (l.n && !l.at[l.n - 1]->a) {
      st = dbx_syntax(p, "default 'except:' must be last");
      break;
    }
    if ((st = handler(p, &h)) == DBX_OK) dbx_add_node(p, &l, h);
  }
  more->m = dbx_take_list(&l);
  DBX_TRY(st);
  if (more->m.n && dbx_accept(p, "else")) DBX_TRY(suite(p, "'else' statement", &more->n));
  if (dbx_accept(p, "finally")) DBX_TRY(suite(p, "'finally' statement", &more->d));
  if (!more->m.n && !more->d.n) return dbx_syntax(p, "expected 'except' or 'finally' block");
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status with_item(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_withitem, p->t->begin);
  DBX_TRY(dbx_parse_test(p, &n->a));
  if (dbx_accept(p, "as")) {
    DBX_TRY(dbx_parse_bitor(p, &n->b));
    DBX_TRY(dbx_set_context(p, n->b, DBX_STORE));
  }
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status with_items(dbx_parser *p, bool brackets, dbx_node_list *l) {
  do {
    dbx_node *n = NULL;
    if (brackets && dbx_parse_at(p, ")")) break;
    DBX_TRY(with_item(p, &n));
    dbx_add_node(p, l, n);
  } while (dbx_accept(p, ","));
  return brackets ? dbx_expect(p, ")", "after the context managers") : DBX_OK;
}

// "with (a as b, c):" is tried first as bracketed items, else read as expressions.
static dbx_status parse_with(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_With, p->t++->begin);
  dbx_node_list l = {0};
  const dbx_token *start = p->t;
  dbx_status st = DBX_FAIL;
  if (dbx_accept(p, "(")) {
    st = with_items(p, true, &l);
    if (st == DBX_OK && (!dbx_parse_at(p, ":") || !l.n)) st = DBX_FAIL;
    if (st != DBX_OK) {
      dbx_diag_forget();
      p->t = start;
      l = (dbx_node_list){0};
    }
  }
  if (st != DBX_OK) st = with_items(p, false, &l);
  dbx_node_own_more(p->arena, n)->m = dbx_take_list(&l);
  DBX_TRY(st);
  DBX_TRY(suite(p, "'with' statement", &n->l));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status decorators(dbx_parser *p, dbx_nodes *ret) {
  dbx_node_list l = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && dbx_accept(p, "@")) {
    dbx_node *e = NULL;
    if ((st = dbx_parse_named(p, &e)) != DBX_OK) break;
    dbx_add_node(p, &l, e);
    if (!dbx_at_kind(p, DBX_T_NEWLINE))
      st = dbx_syntax(p, "expected a newline after the decorator");
    p->t++;
  }
  *ret = dbx_take_list(&l);
  return st;
}

static dbx_status parse_def(dbx_parser *p, dbx_nodes decos, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_FunctionDef, p->t++->begin);
  if (decos.n) dbx_node_own_more(p->arena, n)->m = decos;
  DBX_TRY(dbx_expect_name(p, &n->name, "of the function"));
  if (dbx_parse_at(p, "[")) return dbx_refuse_type_parameters(p);
  DBX_TRY(dbx_expect(p, "(", "after the function's name"));
  DBX_TRY(dbx_parse_arguments(p, false, &n->a));
  DBX_TRY(dbx_expect(p, ")", "after the parameters"));
  if (dbx_accept(p, "->")) DBX_TRY(dbx_parse_test(p, &n->b));
  DBX_TRY(suite(p, "function definition", &n->l));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status check_class_keywords(dbx_parser *p, const dbx_node *n) {
  const dbx_nodes *keywords = &n->more->m;
  for (uint32_t i = 0; i < keywords->n; i++)
    if (!keywords->at[i]->name)
      return dbx_refuse(p, keywords->at[i]->span, "** in class statements", "name the keywords");
  return DBX_OK;
}

// Names that would change what a class does, and do not here.
static const char *instead_of_special(dbx_sym name) {
  static const char *const table[][2] = {
      {"__del__", "call a method"},
      {"__getattribute__", "use __getattr__"},
      {"__length_hint__", "use __len__"},
      {"__array__", "write a method that gives the array"},
      {"__array_ufunc__", "use the operators' methods"},
      {"__jax_array__", "write a method that gives the array"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (name && !strcmp(dbx_sym_text(name), table[i][0])) return table[i][1];
  return NULL;
}

static dbx_status check_class_body(dbx_parser *p, const dbx_nodes *body) {
  for (uint32_t i = 0; i < body->n; i++) {
    const dbx_node *n = body->at[i];
    const dbx_node *target = n->kind == DBX_N_Assign && n->l.n ? n->l.at[0] : n;
    bool names = n->kind == DBX_N_FunctionDef || target->kind == DBX_N_Name;
    const char *instead = names ? instead_of_special(target->name) : NULL;
    if (!instead) continue;
    uint32_t at = n->span.begin + (n->kind == DBX_N_FunctionDef ? (uint32_t)strlen("def ") : 0);
    uint32_t end = at + dbx_sym_len(target->name);
    return dbx_fail(DBX_E103, (dbx_span){p->file, at, end},
                    "classes with %s are not part of this language; %s", dbx_sym_text(target->name),
                    instead);
  }
  return DBX_OK;
}

static dbx_status parse_class(dbx_parser *p, dbx_nodes decos, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_ClassDef, p->t++->begin);
  dbx_node_more *more = dbx_node_own_more(p->arena, n);
  more->d = decos;
  DBX_TRY(dbx_expect_name(p, &n->name, "of the class"));
  if (dbx_parse_at(p, "[")) return dbx_refuse_type_parameters(p);
  if (dbx_accept(p, "(")) DBX_TRY(dbx_parse_call_args(p, &n->l, &more->m));
  DBX_TRY(check_class_keywords(p, n));
  DBX_TRY(suite(p, "class definition", &more->n));
  DBX_TRY(check_class_body(p, &more->n));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_decorated(dbx_parser *p, dbx_node **ret) {
  dbx_nodes decos;
  DBX_TRY(decorators(p, &decos));
  if (dbx_parse_at(p, "def")) return parse_def(p, decos, ret);
  if (dbx_parse_at(p, "class")) return parse_class(p, decos, ret);
  if (dbx_parse_at(p, "async")) return dbx_refuse_async(p);
  return dbx_syntax(p, "expected a function or a class after the decorator");
}

// "match" is a keyword only where a subject and a colon follow on one line.
static bool at_match(const dbx_parser *p) {
  if (!dbx_parse_at(p, "match") || p->t[1].kind == DBX_T_NEWLINE) return false;
  static const char *const follows[] = {"=",  ".",  ")",  "]",  ",",  ":",  ";",
                                        "+=", "-=", "*=", "/=", "==", "in", "is"};
  for (size_t i = 0; i < sizeof follows / sizeof *follows; i++)
    if (p->t[1].name && !strcmp(dbx_sym_text(p->t[1].name), follows[i])) return false;
  const dbx_token *t = p->t;
  while (t->kind != DBX_T_NEWLINE && t->kind != DBX_T_END) t++;
  return t > p->t && t[-1].kind == DBX_T_OP && !strcmp(dbx_sym_text(t[-1].name), ":") &&
         (t[1].kind == DBX_T_INDENT || t[1].kind == DBX_T_END);
}

// "type NAME =" and "type NAME[": so too.
static bool at_type_statement(const dbx_parser *p) {
  if (!dbx_parse_at(p, "type") || p->t[1].kind != DBX_T_NAME || dbx_is_keyword(p->t[1].name))
    return false;
  const char *next = p->t[2].kind == DBX_T_OP ? dbx_sym_text(p->t[2].name) : "";
  return !strcmp(next, "=") || !strcmp(next, "[");
}

static dbx_status match_subject(dbx_parser *p, dbx_node **ret) {
  const dbx_token *begin = p->t;
  DBX_TRY(dbx_parse_star_or_named(p, ret));
  if (!dbx_parse_at(p, ",") && (*ret)->kind != DBX_N_Starred) return DBX_OK;
  p->t = begin; // a tuple
  return dbx_parse_testlist(p, ret);
}

static dbx_status parse_case(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_match_case, p->t->begin);
  if (!dbx_accept(p, "case")) return dbx_syntax(p, "expected 'case'");
  DBX_TRY(dbx_parse_case(p, &n->a));
  if (dbx_accept(p, "if")) DBX_TRY(dbx_parse_named(p, &n->b));
  DBX_TRY(suite(p, "'case' statement", &n->l));
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static dbx_status parse_match(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Match, p->t++->begin), *one = NULL;
  dbx_node_list l = {0};
  DBX_TRY(match_subject(p, &n->a));
  DBX_TRY(dbx_expect(p, ":", "after the subject of 'match'"));
  DBX_TRY(indented(p, "'match' statement"));
  dbx_status st = dbx_enter(p);
  while (st == DBX_OK && !dbx_at_kind(p, DBX_T_DEDENT) && !dbx_at_kind(p, DBX_T_END))
    if ((st = parse_case(p, &one)) == DBX_OK) dbx_add_node(p, &l, one);
  p->depth--;
  n->l = dbx_take_list(&l);
  DBX_TRY(st);
  if (dbx_at_kind(p, DBX_T_DEDENT)) p->t++;
  DBX_TRY(dbx_check_cases(&n->l));
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static dbx_status compound(dbx_parser *p, dbx_node **ret, bool *is_compound) {
  dbx_nodes none = {0};
  *is_compound = true;
  if (dbx_at_keyword(p)) {
    if (dbx_parse_at(p, "if")) return parse_if(p, ret);
    if (dbx_parse_at(p, "while")) return parse_while(p, ret);
    if (dbx_parse_at(p, "for")) return parse_for(p, ret);
    if (dbx_parse_at(p, "try")) return parse_try(p, ret);
    if (dbx_parse_at(p, "with")) return parse_with(p, ret);
    if (dbx_parse_at(p, "def")) return parse_def(p, none, ret);
    if (dbx_parse_at(p, "class")) return parse_class(p, none, ret);
    if (dbx_parse_at(p, "async")) return dbx_refuse_async(p);
  }
  if (p->t->kind == DBX_T_OP && dbx_parse_at(p, "@")) return parse_decorated(p, ret);
  if (at_match(p)) return parse_match(p, ret);
  if (at_type_statement(p))
    return dbx_refuse(p, dbx_token_span(p), "type statements", "assign the type to the name");
  *is_compound = false;
  return DBX_OK;
}

static dbx_status statement(dbx_parser *p, dbx_node_list *l) {
  dbx_node *n = NULL;
  bool is_compound;
  DBX_TRY(dbx_poll());
  if (dbx_at_kind(p, DBX_T_INDENT)) {
    dbx_status st = dbx_syntax(p, "unexpected indent");
    dbx_diag_pending()->cls = DBX_S_IndentationError;
    dbx_diag_pending()->code = DBX_E102;
    return st;
  }
  DBX_TRY(compound(p, &n, &is_compound));
  if (!is_compound) return dbx_parse_simple_line(p, l);
  dbx_add_node(p, l, n);
  return DBX_OK;
}

// ---- modules: after an error the next statement at the left margin is tried ----

// A clause that belongs to the statement given up is no statement.
static bool at_clause(const dbx_parser *p) {
  static const char *const words[] = {"elif", "else", "except", "finally"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (p->t->kind == DBX_T_NAME && dbx_parse_at(p, words[i])) return true;
  return false;
}

static void recover(dbx_parser *p, const dbx_token *text) {
  int depth = 0;
  for (const dbx_token *t = text; t < p->t; t++)
    depth += (t->kind == DBX_T_INDENT) - (t->kind == DBX_T_DEDENT);
  while (p->t->kind != DBX_T_END) {
    dbx_token_kind k = (p->t++)->kind;
    depth += (k == DBX_T_INDENT) - (k == DBX_T_DEDENT);
    bool margin = (k == DBX_T_NEWLINE || k == DBX_T_DEDENT) && depth == 0;
    if (margin && p->t->kind != DBX_T_INDENT && !at_clause(p)) return;
  }
}

static dbx_status all_statements(dbx_parser *p, dbx_node_list *l) {
  dbx_diag *first = NULL, **last = &first;
  uint32_t errors = 0;
  bool incomplete = false;
  const dbx_token *text = p->t;
  while (!dbx_at_kind(p, DBX_T_END)) {
    p->depth = 0;
    if (statement(p, l) == DBX_OK) continue;
    incomplete |= p->incomplete && !errors;
    *last = dbx_diag_take();
    bool left = *last && (*last)->cls == DBX_S_KeyboardInterrupt;
    if (*last) last = &(*last)->next;
    if (++errors == 20 || left) break;
    recover(p, text);
  }
  p->incomplete = incomplete;
  if (!first) return DBX_OK;
  dbx_diag_put(first);
  return DBX_FAIL;
}

dbx_status dbx_parse(uint32_t file, dbx_module **ret, bool *incomplete) {
  dbx_lex_result lex;
  size_t n;
  dbx_status st = dbx_lex(file, &lex);
  dbx_module *m = dbx_alloc(sizeof *m);
  m->file = file;
  dbx_parser p = {.file = file,
                  .text = dbx_source_text(file, &n),
                  .arena = &m->arena,
                  .t = lex.tokens.at,
                  .first = lex.tokens.at};
  p.incomplete = lex.unfinished;
  if (st == DBX_OK) {
    dbx_node_list l = {0};
    p.incomplete = false;
    st = all_statements(&p, &l);
    p.incomplete |= lex.unfinished; // a backslash before the end
    m->root = dbx_node_new(&p, DBX_N_Module, 0);
    m->root->l = dbx_take_list(&l);
    m->root->span.end = (uint32_t)n;
  }
  if (incomplete) *incomplete = st != DBX_OK && p.incomplete;
  dbx_lex_free(&lex);
  if (st != DBX_OK) return dbx_module_free(m), st;
  *ret = m;
  return DBX_OK;
}

dbx_module *dbx_module_free(dbx_module *m) {
  if (!m) return NULL;
  dbx_arena_free(&m->arena);
  free(m);
  return NULL;
}

uint32_t dbx_statement_begin(const dbx_node *n) {
  const dbx_nodes *d = n->kind == DBX_N_FunctionDef ? &n->more->m
                       : n->kind == DBX_N_ClassDef  ? &n->more->d
                                                    : NULL;
  size_t all;
  uint32_t at = n->span.begin;
  if (!d || !d->n) return at;
  const char *s = dbx_source_text(n->span.file, &all);
  for (at = d->at[0]->span.begin; at && s[at] != '@';) at--;
  return at;
}
