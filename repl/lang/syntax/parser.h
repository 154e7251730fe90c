// The parser's state and the pieces that its files share (private to lang).
#ifndef DBX_LANG_PARSER_H
#define DBX_LANG_PARSER_H

#include "lang/syntax/ast.h"
#include "lang/syntax/token.h"

#include <string.h>

typedef struct dbx_parser {
  uint32_t file;
  const char *text;
  dbx_arena *arena;
  const dbx_token *t; // the current token
  const dbx_token *first;
  int depth;       // of nested expressions and blocks
  bool incomplete; // the error is at the end of the text
} dbx_parser;

typedef struct dbx_node_list { // grows in the parser's arena
  dbx_node **at;
  uint32_t n, cap;
} dbx_node_list;

enum { DBX_PARSE_DEPTH = 1500 };

dbx_node *dbx_node_new(dbx_parser *p, dbx_node_kind kind, uint32_t begin); // end: set by dbx_close
dbx_node *dbx_node_close(dbx_parser *p, dbx_node *n);            // ends before the current token
void dbx_add_node(dbx_parser *p, dbx_node_list *l, dbx_node *n); // behind the others
dbx_nodes dbx_take_list(dbx_node_list *l);                       // l is empty again

static inline bool dbx_parse_at(const dbx_parser *p, const char *text) { // an operator or keyword
  if (p->t->first != *text) return false;
  return text[1] ? !strcmp(dbx_sym_text(p->t->name), text) : p->t->end - p->t->begin == 1;
}
// Whether the current token is of this kind.
static inline bool dbx_at_kind(const dbx_parser *p, dbx_token_kind k) { return p->t->kind == k; }
// An operator or keyword, if it is the current token: the next one is.
static inline bool dbx_accept(dbx_parser *p, const char *text) {
  return dbx_parse_at(p, text) ? p->t++, true : false;
}
static inline dbx_span dbx_token_span(const dbx_parser *p) { // of the current token
  return (dbx_span){p->file, p->t->begin, p->t->end};
}
// A name that is no keyword, this operator or keyword; E101, which says `where` it is missing.
dbx_status dbx_expect_name(dbx_parser *p, dbx_sym *ret, const char *where);
dbx_status dbx_expect(dbx_parser *p, const char *text, const char *where);
// E101 at the current token; the text may go on where it ends there.
#define dbx_syntax(...) (dbx_syntax_(__VA_ARGS__), DBX_FAIL)
void dbx_syntax_(dbx_parser *p, const char *fmt, ...) DBX_PRINTF(2, 3);
#define dbx_refuse(...) (dbx_refuse_(__VA_ARGS__), DBX_FAIL)
// E103: a construct of Python that is not part of the language, and what to write instead.
void dbx_refuse_(dbx_parser *p, dbx_span span, const char *construct, const char *instead);
dbx_status dbx_enter(dbx_parser *p); // one level deeper; E108
// The symbols of keywords stand together in syms.def.
static inline bool dbx_is_keyword(dbx_sym name) {
  return name >= DBX_S_False && name <= DBX_S_yield;
}
// Whether the current token is a keyword.
static inline bool dbx_at_keyword(const dbx_parser *p) {
  return p->t->kind == DBX_T_NAME && dbx_is_keyword(p->t->name);
}
// A name of the program.
static inline bool dbx_at_name(const dbx_parser *p) {
  return p->t->kind == DBX_T_NAME && !dbx_is_keyword(p->t->name);
}

// Expressions (parse_expr.c). They give their node in *ret.
dbx_status dbx_parse_test(dbx_parser *p, dbx_node **ret);     // without ":=" and stars
dbx_status dbx_parse_named(dbx_parser *p, dbx_node **ret);    // with ":="
dbx_status dbx_parse_testlist(dbx_parser *p, dbx_node **ret); // with commas and stars
// What an expression that cannot be assigned to is called: "function call". The words of CPython.
const char *dbx_expression_words(const dbx_node *n);
dbx_status dbx_parse_yield(dbx_parser *p, dbx_node **ret); // at "yield"
dbx_status dbx_parse_or(dbx_parser *p, dbx_node **ret);    // without lambda and conditional
dbx_status dbx_parse_bitor(dbx_parser *p, dbx_node **ret);
dbx_status dbx_parse_call_args(dbx_parser *p, dbx_nodes *args, dbx_nodes *keywords); // up to ")"

// Atoms (parse_atom.c).
dbx_status dbx_parse_atom(dbx_parser *p, dbx_node **ret);
dbx_status dbx_parse_name(dbx_parser *p, dbx_node **ret);
dbx_status dbx_parse_comp_for(dbx_parser *p, dbx_nodes *ret); // of a comprehension
dbx_status dbx_parse_star_or_named(dbx_parser *p, dbx_node **ret);

// Targets and parameters (parse_target.c).
dbx_status dbx_parse_targets(dbx_parser *p, dbx_node **ret); // of for and comprehensions
dbx_status dbx_parse_arguments(dbx_parser *p, bool lambda, dbx_node **ret); // parameters
// Turns an expression into a target. Fails with E106.
dbx_status dbx_set_context(dbx_parser *p, dbx_node *n, dbx_ctx ctx);

// What stands between "case" and the guard or colon; cases behind one that always fits (E101)
// (parse_match.c).
dbx_status dbx_parse_case(dbx_parser *p, dbx_node **ret);
dbx_status dbx_check_cases(const dbx_nodes *cases);

// A line of simple statements, and what statements share (parse_simple.c).
dbx_status dbx_parse_simple_line(dbx_parser *p, dbx_node_list *l);
dbx_status dbx_refuse_async(dbx_parser *p);
dbx_status dbx_refuse_type_parameters(dbx_parser *p);

// Literals (literal.c).
dbx_status dbx_parse_number(dbx_parser *p, dbx_node **ret);
dbx_status dbx_parse_strings(dbx_parser *p, dbx_node **ret); // adjacent ones are joined

#endif
