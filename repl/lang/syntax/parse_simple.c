// Simple statements: imports, assignments, expressions (see ast.h).
#include "lang/syntax/parser.h"

static dbx_status dotted_name(dbx_parser *p, dbx_sym *ret) {
  dbx_buf b = {0};
  dbx_status st;
  do {
    dbx_sym part = 0;
    if (b.n) dbx_putc(&b, '.');
    st = dbx_expect_name(p, &part, "of a module");
    dbx_put(&b, dbx_sym_text(part));
  } while (st == DBX_OK && dbx_accept(p, "."));
  *ret = dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

static dbx_status alias(dbx_parser *p, bool dotted, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_alias, p->t->begin);
  if (dotted) DBX_TRY(dotted_name(p, &n->name));
  else DBX_TRY(dbx_expect_name(p, &n->name, "to import"));
  if (dbx_accept(p, "as"))
    DBX_TRY(dbx_expect_name(p, &dbx_node_own_more(p->arena, n)->asname, "after 'as'"));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status aliases(dbx_parser *p, bool dotted, bool brackets, dbx_nodes *ret) {
  dbx_node_list l = {0};
  dbx_status st = DBX_OK;
  do {
    dbx_node *n = NULL;
    if (brackets && dbx_parse_at(p, ")")) break;
    if (!dotted && !brackets && dbx_at_kind(p, DBX_T_NEWLINE))
      return dbx_syntax(p, l.n ? "trailing comma not allowed without surrounding parentheses"
                               : "Expected one or more names after 'import'");
    if ((st = alias(p, dotted, &n)) == DBX_OK) dbx_add_node(p, &l, n);
  } while (st == DBX_OK && dbx_accept(p, ","));
  *ret = dbx_take_list(&l);
  return st;
}

// The star of `from a import *`, as one alias of that name.
static void everything(dbx_parser *p, dbx_node *from) {
  dbx_node_list l = {0};
  dbx_node *star = dbx_node_new(p, DBX_N_alias, p->t->begin);
  star->name = dbx_intern("*");
  p->t++;
  dbx_add_node(p, &l, dbx_node_close(p, star));
  from->l = dbx_take_list(&l);
}

static dbx_status parse_import(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Import, p->t++->begin);
  if (dbx_at_kind(p, DBX_T_NEWLINE))
    return dbx_syntax(p, "Expected one or more names after 'import'");
  DBX_TRY(aliases(p, true, false, &n->l));
  if (dbx_parse_at(p, "from"))
    return dbx_fail(DBX_E101, (dbx_span){p->file, n->span.begin, p->t->end},
                    "Did you mean to use 'from ... import ...' instead?");
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_from(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_ImportFrom, p->t++->begin);
  while (dbx_parse_at(p, ".") || dbx_parse_at(p, "..."))
    n->flag += dbx_parse_at(p, "...") ? 3 : 1, p->t++;
  if (!dbx_parse_at(p, "import")) DBX_TRY(dotted_name(p, &n->name));
  DBX_TRY(dbx_expect(p, "import", "after the module"));
  if (dbx_parse_at(p, "*")) return everything(p, n), *ret = dbx_node_close(p, n), DBX_OK;
  bool brackets = dbx_accept(p, "(");
  DBX_TRY(aliases(p, false, brackets, &n->l));
  if (brackets) DBX_TRY(dbx_expect(p, ")", "after the imported names"));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_scope_names(dbx_parser *p, dbx_node_kind kind, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, kind, p->t++->begin);
  dbx_node_list l = {0};
  dbx_status st = DBX_OK;
  do {
    dbx_node *name = dbx_node_new(p, DBX_N_alias, p->t->begin);
    if ((st = dbx_expect_name(p, &name->name, "in this statement")) == DBX_OK)
      dbx_add_node(p, &l, dbx_node_close(p, name));
  } while (st == DBX_OK && dbx_accept(p, ","));
  n->l = dbx_take_list(&l);
  *ret = dbx_node_close(p, n);
  return st;
}

static dbx_status parse_del(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Delete, p->t++->begin), *e;
  dbx_node_list l = {0};
  DBX_TRY(dbx_parse_testlist(p, &e));
  if (e->kind == DBX_N_Tuple && !e->in_brackets)
    for (uint32_t i = 0; i < e->l.n; i++) dbx_add_node(p, &l, e->l.at[i]);
  else dbx_add_node(p, &l, e);
  n->l = dbx_take_list(&l);
  for (uint32_t i = 0; i < n->l.n; i++) DBX_TRY(dbx_set_context(p, n->l.at[i], DBX_DEL));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_assert(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Assert, p->t++->begin);
  DBX_TRY(dbx_parse_test(p, &n->a));
  if (dbx_accept(p, ",")) DBX_TRY(dbx_parse_test(p, &n->b));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_raise(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Raise, p->t++->begin);
  if (!dbx_at_kind(p, DBX_T_NEWLINE) && !dbx_parse_at(p, ";")) {
    DBX_TRY(dbx_parse_test(p, &n->a));
    if (dbx_accept(p, "from")) DBX_TRY(dbx_parse_test(p, &n->b));
  }
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_return(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Return, p->t++->begin);
  if (!dbx_at_kind(p, DBX_T_NEWLINE) && !dbx_parse_at(p, ";"))
    DBX_TRY(dbx_parse_testlist(p, &n->a));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static bool augmented(const dbx_parser *p, dbx_op *op) {
  static const struct {
    const char *text;
    dbx_op op;
  } table[] = {{"+=", DBX_OP_Add},      {"-=", DBX_OP_Sub},     {"*=", DBX_OP_Mult},
               {"@=", DBX_OP_MatMult},  {"/=", DBX_OP_Div},     {"%=", DBX_OP_Mod},
               {"**=", DBX_OP_Pow},     {"<<=", DBX_OP_LShift}, {">>=", DBX_OP_RShift},
               {"|=", DBX_OP_BitOr},    {"^=", DBX_OP_BitXor},  {"&=", DBX_OP_BitAnd},
               {"//=", DBX_OP_FloorDiv}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (p->t->kind == DBX_T_OP && dbx_parse_at(p, table[i].text)) return *op = table[i].op, true;
  return false;
}

// From the token to the last of `more` tokens after it.
static dbx_span tokens_span(const dbx_parser *p, int more) {
  return (dbx_span){p->file, p->t->begin, p->t[more].end};
}

dbx_status dbx_refuse_async(dbx_parser *p) {
  static const struct {
    const char *word, *construct, *instead;
  } table[] = {{"def", "asynchronous functions", "use def"},
               {"for", "asynchronous loops", "use for"},
               {"with", "asynchronous contexts", "use with"}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (p->t[1].name && !strcmp(dbx_sym_text(p->t[1].name), table[i].word))
      return dbx_refuse(p, tokens_span(p, 1), table[i].construct, table[i].instead);
  return dbx_syntax(p, "invalid syntax");
}

dbx_status dbx_refuse_type_parameters(dbx_parser *p) {
  return dbx_refuse(p, dbx_token_span(p), "type parameters", "leave them out");
}

static dbx_status value_list(dbx_parser *p, dbx_node **ret) {
  if (dbx_parse_at(p, "yield")) return dbx_parse_yield(p, ret);
  return dbx_parse_testlist(p, ret);
}

// Where '=' stands between what could be compared.
static void meant_to_compare(const dbx_node *target, const dbx_node *value) {
  dbx_diag *d = dbx_diag_pending();
  bool word = target->kind == DBX_N_Constant && target->constant != DBX_C_ELLIPSIS &&
              (target->constant == DBX_C_NONE || target->constant == DBX_C_TRUE ||
               target->constant == DBX_C_FALSE);
  bool loose =
      !target->in_brackets && (target->kind == DBX_N_Compare || target->kind == DBX_N_Lambda ||
                               target->kind == DBX_N_IfExp);
  if (word || target->kind == DBX_N_Name || target->kind == DBX_N_Attribute || loose ||
      target->kind == DBX_N_Tuple || target->kind == DBX_N_List ||
      target->kind == DBX_N_GeneratorExp || (value->kind == DBX_N_Tuple && !value->in_brackets))
    return;
  dbx_buf text = {0};
  dbx_printf(&text, "%s here. Maybe you meant '==' instead of '='?", d->message);
  free(d->message);
  d->message = dbx_strdup(dbx_text(&text));
  dbx_buf_free(&text);
}

static dbx_status parse_assign(dbx_parser *p, dbx_node *first, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Assign, first->span.begin), *value = first;
  dbx_node_list l = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && dbx_accept(p, "=")) {
    dbx_add_node(p, &l, value);
    st = value_list(p, &value);
  }
  n->l = dbx_take_list(&l);
  n->a = value;
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) {
    if (n->l.at[i]->kind == DBX_N_Starred)
      return dbx_fail(DBX_E106, n->l.at[i]->span,
                      "starred assignment target must be in a list or tuple");
    st = dbx_set_context(p, n->l.at[i], DBX_STORE);
    if (st != DBX_OK && n->l.n == 1) meant_to_compare(n->l.at[i], value);
  }
  if (st == DBX_OK && value->kind == DBX_N_Starred)
    return dbx_fail(DBX_E101, value->span, "can't use starred expression here");
  *ret = dbx_node_close(p, n);
  return st;
}

static dbx_status parse_annotated(dbx_parser *p, dbx_node *target, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_AnnAssign, target->span.begin);
  p->t++;
  n->a = target;
  n->flag = target->kind == DBX_N_Name && !target->in_brackets;
  if (target->kind != DBX_N_Name && target->kind != DBX_N_Attribute &&
      target->kind != DBX_N_Subscript)
    return dbx_fail(DBX_E106, target->span, "illegal target for annotation");
  DBX_TRY(dbx_set_context(p, target, DBX_STORE));
  DBX_TRY(dbx_parse_test(p, &n->b));
  if (dbx_accept(p, "=")) DBX_TRY(value_list(p, &dbx_node_own_more(p->arena, n)->c));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_expression_statement(dbx_parser *p, dbx_node **ret) {
  dbx_op op;
  dbx_node *e, *n;
  uint32_t begin = p->t->begin;
  DBX_TRY(value_list(p, &e));
  if (dbx_parse_at(p, "=")) return parse_assign(p, e, ret);
  if (dbx_parse_at(p, ":")) return parse_annotated(p, e, ret);
  if (augmented(p, &op)) {
    n = dbx_node_new(p, DBX_N_AugAssign, begin);
    p->t++;
    n->a = e;
    n->op = (uint8_t)op;
    if (e->kind != DBX_N_Name && e->kind != DBX_N_Attribute && e->kind != DBX_N_Subscript)
      return dbx_fail(DBX_E106, e->span, "'%s' is an illegal expression for augmented assignment",
                      dbx_expression_words(e));
    DBX_TRY(dbx_set_context(p, e, DBX_STORE));
    DBX_TRY(value_list(p, &n->b));
  } else {
    n = dbx_node_new(p, DBX_N_Expr, begin);
    n->a = e;
    if (e->kind == DBX_N_Starred)
      return dbx_fail(DBX_E101, e->span, "can't use starred expression here");
  }
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status one_word(dbx_parser *p, dbx_node_kind kind, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, kind, p->t++->begin);
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_simple(dbx_parser *p, dbx_node **ret) {
  if (dbx_at_keyword(p)) {
    if (dbx_parse_at(p, "pass")) return one_word(p, DBX_N_Pass, ret);
    if (dbx_parse_at(p, "break")) return one_word(p, DBX_N_Break, ret);
    if (dbx_parse_at(p, "continue")) return one_word(p, DBX_N_Continue, ret);
    if (dbx_parse_at(p, "return")) return parse_return(p, ret);
    if (dbx_parse_at(p, "import")) return parse_import(p, ret);
    if (dbx_parse_at(p, "from")) return parse_from(p, ret);
    if (dbx_parse_at(p, "del")) return parse_del(p, ret);
    if (dbx_parse_at(p, "assert")) return parse_assert(p, ret);
    if (dbx_parse_at(p, "raise")) return parse_raise(p, ret);
    if (dbx_parse_at(p, "global")) return parse_scope_names(p, DBX_N_Global, ret);
    if (dbx_parse_at(p, "nonlocal")) return parse_scope_names(p, DBX_N_Nonlocal, ret);
  }
  return parse_expression_statement(p, ret);
}

// After a statement that could have ended; print was a statement in Python 2.
static dbx_status junk_error(dbx_parser *p) {
  const char *before = p->t[-1].kind == DBX_T_NAME ? dbx_sym_text(p->t[-1].name) : "";
  if (!strcmp(before, "print") || !strcmp(before, "exec"))
    return dbx_fail(DBX_E101, (dbx_span){p->file, p->t[-1].begin, p->t->end},
                    "Missing parentheses in call to '%s'. Did you mean %s(...)?", before, before);
  return dbx_syntax(p, "invalid syntax");
}

dbx_status dbx_parse_simple_line(dbx_parser *p, dbx_node_list *l) {
  do {
    dbx_node *n = NULL;
    if (dbx_at_kind(p, DBX_T_NEWLINE)) break;
    DBX_TRY(parse_simple(p, &n));
    dbx_add_node(p, l, n);
  } while (dbx_accept(p, ";"));
  if (!dbx_at_kind(p, DBX_T_NEWLINE)) return junk_error(p);
  p->t++;
  return DBX_OK;
}
