// Patterns of match statements, as Python's grammar has them.
#include "lang/syntax/parser.h"

#include <string.h>

static dbx_status pattern(dbx_parser *p, dbx_node **ret);

// ---- names and values ----

static dbx_node *target(dbx_parser *p, const dbx_token *t) {
  dbx_node *n = dbx_node_new(p, DBX_N_Name, t->begin);
  n->span.end = t->end;
  n->name = t->name, n->ctx = DBX_STORE;
  return n;
}

static bool is_wildcard(const dbx_token *t) { return !strcmp(dbx_sym_text(t->name), "_"); }

// x, or _ that binds nothing.
static dbx_status capture(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_MatchAs, p->t->begin);
  if (!is_wildcard(p->t)) n->b = target(p, p->t);
  p->t++;
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static dbx_status dotted(dbx_parser *p, dbx_node **ret) { // a.b.c
  DBX_TRY(dbx_parse_name(p, ret));
  while (dbx_accept(p, ".")) {
    dbx_node *n = dbx_node_new(p, DBX_N_Attribute, (*ret)->span.begin);
    n->a = *ret;
    DBX_TRY(dbx_expect_name(p, &n->name, "after '.'"));
    *ret = dbx_node_close(p, n);
  }
  return DBX_OK;
}

static dbx_status number(dbx_parser *p, dbx_node **ret) { // -1
  if (!dbx_parse_at(p, "-")) return dbx_parse_number(p, ret);
  dbx_node *n = dbx_node_new(p, DBX_N_UnaryOp, p->t++->begin);
  n->op = DBX_OP_USub;
  if (!dbx_at_kind(p, DBX_T_NUMBER)) return dbx_syntax(p, "invalid syntax");
  DBX_TRY(dbx_parse_number(p, &n->a));
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static dbx_status sum(dbx_parser *p, dbx_node **ret) { // 1 + 2j
  DBX_TRY(number(p, ret));
  if (!dbx_parse_at(p, "+") && !dbx_parse_at(p, "-")) return DBX_OK;
  dbx_node *n = dbx_node_new(p, DBX_N_BinOp, (*ret)->span.begin);
  n->op = dbx_parse_at(p, "+") ? DBX_OP_Add : DBX_OP_Sub;
  n->a = *ret;
  p->t++;
  if (!dbx_at_kind(p, DBX_T_NUMBER)) return dbx_syntax(p, "invalid syntax");
  DBX_TRY(dbx_parse_number(p, &n->b));
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static bool at_constant(const dbx_parser *p) {
  return dbx_parse_at(p, "None") || dbx_parse_at(p, "True") || dbx_parse_at(p, "False");
}

static dbx_status singleton(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_MatchSingleton, p->t->begin);
  n->constant = dbx_parse_at(p, "None")   ? DBX_C_NONE
                : dbx_parse_at(p, "True") ? DBX_C_TRUE
                                          : DBX_C_FALSE;
  p->t++;
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static dbx_status value(dbx_parser *p, dbx_node **ret) { // a number, a text, a.b
  dbx_node *n = dbx_node_new(p, DBX_N_MatchValue, p->t->begin);
  if (dbx_at_kind(p, DBX_T_STRING)) DBX_TRY(dbx_parse_strings(p, &n->a));
  else if (dbx_at_name(p)) DBX_TRY(dotted(p, &n->a));
  else DBX_TRY(sum(p, &n->a));
  if (n->a->kind == DBX_N_JoinedStr)
    return dbx_fail(DBX_E101, n->a->span, "patterns may only match literals and attribute lookups");
  return *ret = dbx_node_close(p, n), DBX_OK;
}

// ---- sequences ----

static dbx_status star(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_MatchStar, p->t++->begin);
  if (!dbx_at_name(p)) return dbx_syntax(p, "invalid syntax");
  if (!is_wildcard(p->t)) n->b = target(p, p->t);
  p->t++;
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static dbx_status star_or_pattern(dbx_parser *p, dbx_node **ret) {
  return dbx_parse_at(p, "*") ? star(p, ret) : pattern(p, ret);
}

static dbx_status check_stars(const dbx_node_list *l) {
  uint32_t stars = 0;
  for (uint32_t i = 0; i < l->n; i++)
    if (l->at[i]->kind == DBX_N_MatchStar && ++stars > 1)
      return dbx_fail(DBX_E101, l->at[i]->span, "multiple starred expressions in sequence pattern");
  return DBX_OK;
}

// Up to what ends the sequence; *comma: there was one.
static dbx_status elements(dbx_parser *p, const char *end, const char *or_end, dbx_node_list *l,
                           bool *comma) {
  dbx_node *one = NULL;
  while (!dbx_parse_at(p, end) && !dbx_parse_at(p, or_end)) {
    DBX_TRY(star_or_pattern(p, &one));
    dbx_add_node(p, l, one);
    if (!dbx_accept(p, ",")) break;
    *comma = true;
  }
  return check_stars(l);
}

static dbx_status in_brackets(dbx_parser *p, dbx_node **ret) { // (x), (x, y), [x, y]
  bool comma = false, round = dbx_parse_at(p, "(");
  const char *end = round ? ")" : "]";
  dbx_node *n = dbx_node_new(p, DBX_N_MatchSequence, p->t++->begin);
  dbx_node_list l = {0};
  dbx_status st = elements(p, end, end, &l, &comma);
  if (st == DBX_OK) st = dbx_expect(p, end, "at the end of the pattern");
  n->l = dbx_take_list(&l);
  DBX_TRY(st);
  bool group = round && !comma && n->l.n == 1 && n->l.at[0]->kind != DBX_N_MatchStar;
  return *ret = group ? n->l.at[0] : dbx_node_close(p, n), DBX_OK;
}

// ---- mappings and classes ----

static dbx_status mapping_item(dbx_parser *p, dbx_node *n, dbx_node_list *keys,
                               dbx_node_list *patterns) {
  dbx_node *key = NULL, *to = NULL;
  if (n->b) return dbx_syntax(p, "invalid syntax");
  if (dbx_accept(p, "**")) {
    if (!dbx_at_name(p) || is_wildcard(p->t)) return dbx_syntax(p, "invalid syntax");
    return n->b = target(p, p->t++), DBX_OK;
  }
  DBX_TRY(at_constant(p) ? singleton(p, &key) : value(p, &key));
  if (key->kind == DBX_N_MatchSingleton) key->kind = DBX_N_Constant; // as a value
  else key = key->a;
  if (key->kind == DBX_N_Name)
    return dbx_syntax(p, "mapping pattern keys may only match literals and attribute lookups");
  DBX_TRY(dbx_expect(p, ":", "after the key of the pattern"));
  DBX_TRY(pattern(p, &to));
  dbx_add_node(p, keys, key);
  return dbx_add_node(p, patterns, to), DBX_OK;
}

static dbx_status mapping(dbx_parser *p, dbx_node **ret) { // {"k": x, **rest}
  dbx_node *n = dbx_node_new(p, DBX_N_MatchMapping, p->t++->begin);
  dbx_node_list keys = {0}, patterns = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && !dbx_parse_at(p, "}")) {
    st = mapping_item(p, n, &keys, &patterns);
    if (st == DBX_OK && !dbx_accept(p, ",")) break;
  }
  if (st == DBX_OK) st = dbx_expect(p, "}", "at the end of the pattern");
  n->l = dbx_take_list(&keys);
  dbx_node_own_more(p->arena, n)->m = dbx_take_list(&patterns);
  DBX_TRY(st);
  return *ret = dbx_node_close(p, n), DBX_OK;
}

typedef struct class_parts {
  dbx_node_list by_place, names, by_name;
} class_parts;

static dbx_status class_item(dbx_parser *p, class_parts *parts) {
  dbx_node *one = NULL;
  bool named =
      dbx_at_name(p) && p->t[1].kind == DBX_T_OP && !strcmp(dbx_sym_text(p->t[1].name), "=");
  if (named) {
    dbx_node *name = dbx_node_new(p, DBX_N_alias, p->t->begin);
    name->name = p->t->name;
    name->span.end = p->t->end;
    dbx_add_node(p, &parts->names, name);
    p->t += 2;
  } else if (parts->names.n) {
    return dbx_syntax(p, "positional patterns follow keyword patterns");
  }
  DBX_TRY(pattern(p, &one));
  return dbx_add_node(p, named ? &parts->by_name : &parts->by_place, one), DBX_OK;
}

static dbx_status class_pattern(dbx_parser *p, dbx_node *cls, dbx_node **ret) { // C(x, y=z)
  dbx_node *n = dbx_node_new(p, DBX_N_MatchClass, cls->span.begin);
  dbx_node_more *more = dbx_node_own_more(p->arena, n);
  class_parts parts = {0};
  dbx_status st = DBX_OK;
  n->a = cls;
  p->t++;
  while (st == DBX_OK && !dbx_parse_at(p, ")")) {
    st = class_item(p, &parts);
    if (st == DBX_OK && !dbx_accept(p, ",")) break;
  }
  if (st == DBX_OK) st = dbx_expect(p, ")", "at the end of the pattern");
  n->l = dbx_take_list(&parts.names);
  more->m = dbx_take_list(&parts.by_place), more->n = dbx_take_list(&parts.by_name);
  DBX_TRY(st);
  return *ret = dbx_node_close(p, n), DBX_OK;
}

// ---- all of it ----

static dbx_status of_name(dbx_parser *p, dbx_node **ret) { // x, a.b, C(...)
  const dbx_token *after = p->t + 1;
  bool more = after->kind == DBX_T_OP &&
              (!strcmp(dbx_sym_text(after->name), ".") || !strcmp(dbx_sym_text(after->name), "("));
  if (!more) return capture(p, ret);
  DBX_TRY(dotted(p, ret));
  if (dbx_parse_at(p, "(")) return class_pattern(p, *ret, ret);
  dbx_node *n = dbx_node_new(p, DBX_N_MatchValue, (*ret)->span.begin);
  n->a = *ret;
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static dbx_status closed(dbx_parser *p, dbx_node **ret) {
  if (dbx_parse_at(p, "(") || dbx_parse_at(p, "[")) return in_brackets(p, ret);
  if (dbx_parse_at(p, "{")) return mapping(p, ret);
  if (at_constant(p)) return singleton(p, ret);
  if (dbx_at_name(p)) return of_name(p, ret);
  bool literal =
      dbx_at_kind(p, DBX_T_NUMBER) || dbx_at_kind(p, DBX_T_STRING) || dbx_parse_at(p, "-");
  return literal ? value(p, ret) : dbx_syntax(p, "invalid syntax");
}

static bool is_irrefutable(const dbx_node *n) { return n->kind == DBX_N_MatchAs && !n->a; }

static dbx_status unreachable(const dbx_node *n) {
  if (!n->b) return dbx_fail(DBX_E101, n->span, "wildcard makes remaining patterns unreachable");
  return dbx_fail(DBX_E101, n->span, "name capture '%s' makes remaining patterns unreachable",
                  dbx_sym_text(n->b->name));
}

static dbx_status alternatives(dbx_parser *p, dbx_node **ret) { // x | y
  DBX_TRY(closed(p, ret));
  if (!dbx_parse_at(p, "|")) return DBX_OK;
  dbx_node *n = dbx_node_new(p, DBX_N_MatchOr, (*ret)->span.begin), *one = *ret;
  dbx_node_list l = {0};
  dbx_status st = DBX_OK;
  dbx_add_node(p, &l, one);
  while (st == DBX_OK && dbx_parse_at(p, "|")) {
    if (is_irrefutable(one)) st = unreachable(one);
    p->t++;
    if (st == DBX_OK && (st = closed(p, &one)) == DBX_OK) dbx_add_node(p, &l, one);
  }
  n->l = dbx_take_list(&l);
  DBX_TRY(st);
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static dbx_status named(dbx_parser *p, dbx_node **ret) { // x as name
  DBX_TRY(alternatives(p, ret));
  if (!dbx_accept(p, "as")) return DBX_OK;
  dbx_node *n = dbx_node_new(p, DBX_N_MatchAs, (*ret)->span.begin);
  n->a = *ret;
  if (!dbx_at_name(p)) return dbx_syntax(p, "invalid pattern target");
  if (is_wildcard(p->t)) return dbx_syntax(p, "cannot use '_' as a target");
  n->b = target(p, p->t++);
  return *ret = dbx_node_close(p, n), DBX_OK;
}

static dbx_status pattern(dbx_parser *p, dbx_node **ret) {
  DBX_TRY(dbx_enter(p));
  dbx_status st = named(p, ret);
  p->depth--;
  return st;
}

dbx_status dbx_parse_case(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_MatchSequence, p->t->begin);
  dbx_node_list l = {0};
  bool comma = false;
  dbx_status st = elements(p, ":", "if", &l, &comma);
  n->l = dbx_take_list(&l);
  DBX_TRY(st);
  if (!n->l.n) return dbx_syntax(p, "invalid syntax");
  bool alone = !comma && n->l.at[0]->kind != DBX_N_MatchStar;
  return *ret = alone ? n->l.at[0] : dbx_node_close(p, n), DBX_OK;
}

dbx_status dbx_check_cases(const dbx_nodes *cases) {
  for (uint32_t i = 0; i + 1 < cases->n; i++) {
    const dbx_node *n = cases->at[i];
    const dbx_node *last = n->a->kind == DBX_N_MatchOr ? n->a->l.at[n->a->l.n - 1] : n->a;
    if (!n->b && is_irrefutable(last)) return unreachable(last);
  }
  return DBX_OK;
}
