// Expressions, targets and parameters (see parser.h).
#include "lang/syntax/parser.h"

#include "base/poll.h"

#include <string.h>

typedef dbx_status (*rule)(dbx_parser *p, dbx_node **ret);

static dbx_status parse_unary(dbx_parser *p, dbx_node **ret);

// ---- binary operators, by precedence ----

static const struct {
  const char *text;
  int level; // higher: binds more tightly
  dbx_op op;
} binary_operators[] = {
    {"|", 0, DBX_OP_BitOr},     {"^", 1, DBX_OP_BitXor},  {"&", 2, DBX_OP_BitAnd},
    {"<<", 3, DBX_OP_LShift},   {">>", 3, DBX_OP_RShift}, {"+", 4, DBX_OP_Add},
    {"-", 4, DBX_OP_Sub},       {"*", 5, DBX_OP_Mult},    {"/", 5, DBX_OP_Div},
    {"//", 5, DBX_OP_FloorDiv}, {"%", 5, DBX_OP_Mod},     {"@", 5, DBX_OP_MatMult},
};

// What a token may be, by the first byte of its text: most are nothing of it.
enum { UNARY = 1, BINARY = 2, COMPARISON = 4, CLOSING = 8 };
static const uint8_t first_bytes[256] = {['|'] = BINARY,
                                         ['^'] = BINARY,
                                         ['&'] = BINARY,
                                         ['*'] = BINARY,
                                         ['/'] = BINARY,
                                         ['%'] = BINARY,
                                         ['@'] = BINARY,
                                         ['+'] = BINARY | UNARY,
                                         ['-'] = BINARY | UNARY,
                                         ['~'] = UNARY,
                                         ['='] = COMPARISON,
                                         ['!'] = COMPARISON,
                                         ['<'] = COMPARISON | BINARY,
                                         ['>'] = COMPARISON | BINARY,
                                         ['i'] = COMPARISON,
                                         ['n'] = COMPARISON,
                                         [')'] = CLOSING,
                                         [']'] = CLOSING,
                                         ['}'] = CLOSING,
                                         [','] = CLOSING};
static bool may_be(const dbx_token *t, uint8_t what) {
  return (first_bytes[(unsigned char)t->first] & what) != 0;
}

// A name that is the whole expression.
static bool at_name_alone(const dbx_parser *p) {
  return dbx_at_name(p) &&
         (p->t[1].kind == DBX_T_NEWLINE || (p->t[1].kind == DBX_T_OP && may_be(&p->t[1], CLOSING)));
}

static bool at_binary(const dbx_parser *p, int *level, dbx_op *op) {
  if (p->t->kind != DBX_T_OP || !may_be(p->t, BINARY)) return false;
  for (size_t i = 0; i < sizeof binary_operators / sizeof *binary_operators; i++)
    if (dbx_parse_at(p, binary_operators[i].text))
      return *level = binary_operators[i].level, *op = binary_operators[i].op, true;
  return false;
}

// Operators of this level and of those that bind more tightly.
static dbx_status binary(dbx_parser *p, int least, dbx_node **ret) {
  dbx_op op;
  int level;
  dbx_node *x;
  DBX_TRY(parse_unary(p, &x));
  while (at_binary(p, &level, &op) && level >= least) {
    dbx_node *n = dbx_node_new(p, DBX_N_BinOp, x->span.begin);
    p->t++;
    n->op = (uint8_t)op;
    n->a = x;
    DBX_TRY(binary(p, level + 1, &n->b));
    x = dbx_node_close(p, n);
  }
  *ret = x;
  return DBX_OK;
}

dbx_status dbx_parse_bitor(dbx_parser *p, dbx_node **ret) { return binary(p, 0, ret); }

// ---- atoms ----

// ---- calls, subscripts, attributes ----

static dbx_status call_argument(dbx_parser *p, dbx_node_list *args, dbx_node_list *kws) {
  dbx_node *n;
  uint32_t begin = p->t->begin;
  if (dbx_accept(p, "**")) {
    n = dbx_node_new(p, DBX_N_keyword, begin);
    DBX_TRY(dbx_parse_test(p, &n->a));
    dbx_add_node(p, kws, dbx_node_close(p, n));
    return DBX_OK;
  }
  if (dbx_accept(p, "*")) {
    n = dbx_node_new(p, DBX_N_Starred, begin);
    DBX_TRY(dbx_parse_test(p, &n->a));
    dbx_add_node(p, args, dbx_node_close(p, n));
    for (uint32_t i = 0; i < kws->n; i++)
      if (!kws->at[i]->name)
        return dbx_fail(DBX_E101, n->span,
                        "iterable argument unpacking follows keyword argument unpacking");
    return DBX_OK;
  }
  bool keyword = p->t->kind == DBX_T_NAME && p->t[1].kind == DBX_T_OP &&
                 !strcmp(dbx_sym_text(p->t[1].name), "=");
  if (keyword) {
    const char *word = dbx_sym_text(p->t->name);
    if (!strcmp(word, "True") || !strcmp(word, "False") || !strcmp(word, "None"))
      return dbx_syntax(p, "cannot assign to %s", word);
    if (dbx_is_keyword(p->t->name))
      return dbx_syntax(p, "expression cannot contain assignment, perhaps you meant \"==\"?");
    n = dbx_node_new(p, DBX_N_keyword, begin);
    n->name = p->t->name;
    p->t += 2;
    for (uint32_t i = 0; i < kws->n; i++)
      if (kws->at[i]->name == n->name)
        return dbx_fail(DBX_E101, (dbx_span){p->file, begin, p->t->begin},
                        "keyword argument repeated: %s", dbx_sym_text(n->name));
    DBX_TRY(dbx_parse_test(p, &n->a));
    dbx_add_node(p, kws, dbx_node_close(p, n));
    return DBX_OK;
  }
  DBX_TRY(dbx_parse_named(p, &n));
  if (dbx_parse_at(p, "for") || dbx_parse_at(p, "async")) {
    dbx_node *g = dbx_node_new(p, DBX_N_GeneratorExp, begin);
    g->a = n;
    DBX_TRY(dbx_parse_comp_for(p, &g->l));
    if (args->n || kws->n || dbx_parse_at(p, ","))
      if (!(dbx_parse_at(p, ",") && p->t[1].kind == DBX_T_OP &&
            !strcmp(dbx_sym_text(p->t[1].name), ")") && !args->n))
        return dbx_fail(DBX_E101, dbx_node_close(p, g)->span,
                        "Generator expression must be parenthesized");
    n = dbx_node_close(p, g);
  } else if (kws->n) {
    bool unpacked = false;
    for (uint32_t i = 0; i < kws->n; i++) unpacked |= !kws->at[i]->name;
    return dbx_fail(DBX_E101, n->span, "positional argument follows keyword argument%s",
                    unpacked ? " unpacking" : "");
  }
  dbx_add_node(p, args, n);
  return DBX_OK;
}

dbx_status dbx_parse_call_args(dbx_parser *p, dbx_nodes *args, dbx_nodes *keywords) {
  dbx_node_list a = {0}, k = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && !dbx_parse_at(p, ")")) {
    st = call_argument(p, &a, &k);
    if (st == DBX_OK && !dbx_accept(p, ",")) break;
  }
  *args = dbx_take_list(&a);
  *keywords = dbx_take_list(&k);
  DBX_TRY(st);
  return dbx_expect(p, ")", "after the arguments");
}

static dbx_status slice_item(dbx_parser *p, dbx_node **ret) {
  uint32_t begin = p->t->begin;
  dbx_node *first = NULL;
  if (p->t->kind == DBX_T_OP && dbx_parse_at(p, "*")) return dbx_parse_star_or_named(p, ret);
  if (!dbx_parse_at(p, ":")) DBX_TRY(dbx_parse_named(p, &first));
  if (!dbx_parse_at(p, ":")) return *ret = first, DBX_OK;
  dbx_node *n = dbx_node_new(p, DBX_N_Slice, begin);
  p->t++;
  n->a = first;
  if (!dbx_parse_at(p, ":") && !dbx_parse_at(p, ",") && !dbx_parse_at(p, "]"))
    DBX_TRY(dbx_parse_test(p, &n->b));
  if (dbx_accept(p, ":") && !dbx_parse_at(p, ",") && !dbx_parse_at(p, "]"))
    DBX_TRY(dbx_parse_test(p, &dbx_node_own_more(p->arena, n)->c));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status subscript(dbx_parser *p, dbx_node **ret) {
  dbx_node_list l = {0};
  dbx_node *first, *n;
  uint32_t begin = p->t->begin;
  DBX_TRY(slice_item(p, &first));
  if (!dbx_parse_at(p, ",") && first->kind != DBX_N_Starred) return *ret = first, DBX_OK;
  dbx_add_node(p, &l, first);
  dbx_status st = DBX_OK;
  while (st == DBX_OK && dbx_accept(p, ",") && !dbx_parse_at(p, "]")) {
    dbx_node *e = NULL;
    if ((st = slice_item(p, &e)) == DBX_OK) dbx_add_node(p, &l, e);
  }
  n = dbx_node_new(p, DBX_N_Tuple, begin);
  n->l = dbx_take_list(&l);
  *ret = dbx_node_close(p, n);
  return st;
}

static dbx_status parse_primary(dbx_parser *p, dbx_node **ret) {
  dbx_node *x, *n;
  uint32_t begin = p->t->begin; // before an opening bracket
  DBX_TRY(dbx_parse_atom(p, &x));
  for (;;) {
    if (p->t->kind != DBX_T_OP) break;
    if (dbx_parse_at(p, "(")) {
      n = dbx_node_new(p, DBX_N_Call, begin);
      p->t++;
      n->a = x;
      dbx_nodes keywords;
      DBX_TRY(dbx_parse_call_args(p, &n->l, &keywords));
      if (keywords.n) dbx_node_own_more(p->arena, n)->m = keywords;
    } else if (dbx_parse_at(p, "[")) {
      n = dbx_node_new(p, DBX_N_Subscript, begin);
      p->t++;
      n->a = x;
      DBX_TRY(subscript(p, &n->b));
      DBX_TRY(dbx_expect(p, "]", "after the subscript"));
    } else if (dbx_parse_at(p, ".")) {
      n = dbx_node_new(p, DBX_N_Attribute, begin);
      p->t++;
      n->a = x;
      if (!dbx_at_name(p)) return dbx_syntax(p, "expected an attribute name");
      n->name = p->t++->name;
    } else {
      break;
    }
    x = dbx_node_close(p, n);
  }
  *ret = x;
  return DBX_OK;
}

static dbx_status parse_power(dbx_parser *p, dbx_node **ret) {
  dbx_node *x = NULL;
  uint32_t begin = p->t->begin;
  DBX_TRY(parse_primary(p, &x));
  if (!(p->t->kind == DBX_T_OP && dbx_parse_at(p, "**"))) return *ret = x, DBX_OK;
  dbx_node *n = dbx_node_new(p, DBX_N_BinOp, begin);
  p->t++;
  n->op = DBX_OP_Pow;
  n->a = x;
  DBX_TRY(dbx_enter(p));
  DBX_TRY(parse_unary(p, &n->b));
  p->depth--;
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_unary(dbx_parser *p, dbx_node **ret) {
  static const struct {
    const char *text;
    dbx_op op;
  } ops[] = {{"-", DBX_OP_USub}, {"+", DBX_OP_UAdd}, {"~", DBX_OP_Invert}};
  for (int i = 0; i < 3 && may_be(p->t, UNARY); i++) {
    if (!(p->t->kind == DBX_T_OP && dbx_parse_at(p, ops[i].text))) continue;
    dbx_node *n = dbx_node_new(p, DBX_N_UnaryOp, p->t++->begin);
    n->op = (uint8_t)ops[i].op;
    DBX_TRY(dbx_enter(p));
    DBX_TRY(parse_unary(p, &n->a));
    p->depth--;
    *ret = dbx_node_close(p, n);
    return DBX_OK;
  }
  return parse_power(p, ret);
}

// ---- comparisons and logic ----

static bool comparison_operator(dbx_parser *p, dbx_op *op) {
  static const struct {
    const char *text;
    dbx_op op;
  } ops[] = {{"==", DBX_OP_Eq}, {"!=", DBX_OP_NotEq}, {"<=", DBX_OP_LtE}, {">=", DBX_OP_GtE},
             {"<", DBX_OP_Lt},  {">", DBX_OP_Gt},     {"in", DBX_OP_In}};
  if (!may_be(p->t, COMPARISON)) return false;
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (dbx_accept(p, ops[i].text)) return *op = ops[i].op, true;
  if (dbx_parse_at(p, "not") && p->t[1].kind == DBX_T_NAME &&
      !strcmp(dbx_sym_text(p->t[1].name), "in"))
    return p->t += 2, *op = DBX_OP_NotIn, true;
  if (dbx_accept(p, "is")) return *op = dbx_accept(p, "not") ? DBX_OP_IsNot : DBX_OP_Is, true;
  return false;
}

static dbx_status parse_comparison(dbx_parser *p, dbx_node **ret) {
  dbx_node *x, *n = NULL;
  dbx_op op;
  dbx_vec(uint8_t) ops = {0};
  dbx_node_list l = {0};
  uint32_t begin = p->t->begin;
  dbx_status st = dbx_parse_bitor(p, &x);
  while (st == DBX_OK && comparison_operator(p, &op)) {
    dbx_node *y = NULL;
    if (!n) n = dbx_node_new(p, DBX_N_Compare, begin);
    dbx_push(&ops, (uint8_t)op);
    if ((st = dbx_parse_bitor(p, &y)) == DBX_OK) dbx_add_node(p, &l, y);
  }
  if (n) {
    n->a = x;
    dbx_node_own_more(p->arena, n)->ops = dbx_arena_copy(p->arena, ops.at, ops.n);
    n->l = dbx_take_list(&l);
    x = dbx_node_close(p, n);
  }
  dbx_vec_free(&ops);
  if (st == DBX_OK) *ret = x;
  return st;
}

static dbx_status parse_not(dbx_parser *p, dbx_node **ret) {
  if (!dbx_parse_at(p, "not")) return parse_comparison(p, ret);
  dbx_node *n = dbx_node_new(p, DBX_N_UnaryOp, p->t++->begin);
  n->op = DBX_OP_Not;
  DBX_TRY(dbx_enter(p));
  DBX_TRY(parse_not(p, &n->a));
  p->depth--;
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status logic(dbx_parser *p, const char *word, dbx_op op, rule next, dbx_node **ret) {
  dbx_node *x;
  uint32_t begin = p->t->begin;
  DBX_TRY(next(p, &x));
  if (!dbx_parse_at(p, word)) return *ret = x, DBX_OK;
  dbx_node *n = dbx_node_new(p, DBX_N_BoolOp, begin);
  dbx_node_list l = {0};
  dbx_status st = DBX_OK;
  n->op = (uint8_t)op;
  dbx_add_node(p, &l, x);
  while (st == DBX_OK && dbx_accept(p, word))
    if ((st = next(p, &x)) == DBX_OK) dbx_add_node(p, &l, x);
  n->l = dbx_take_list(&l);
  *ret = dbx_node_close(p, n);
  return st;
}

static dbx_status parse_and(dbx_parser *p, dbx_node **ret) {
  return logic(p, "and", DBX_OP_And, parse_not, ret);
}
dbx_status dbx_parse_or(dbx_parser *p, dbx_node **ret) {
  return logic(p, "or", DBX_OP_Or, parse_and, ret);
}

static dbx_status parse_lambda(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Lambda, p->t++->begin);
  DBX_TRY(dbx_parse_arguments(p, true, &n->a));
  DBX_TRY(dbx_expect(p, ":", "after the lambda's parameters"));
  DBX_TRY(dbx_parse_test(p, &n->b));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status conditional(dbx_parser *p, dbx_node **ret) {
  dbx_node *x;
  uint32_t begin = p->t->begin;
  if (at_name_alone(p)) return dbx_parse_name(p, ret);
  if (dbx_parse_at(p, "lambda")) return parse_lambda(p, ret);
  DBX_TRY(dbx_parse_or(p, &x));
  if (!dbx_parse_at(p, "if")) return *ret = x, DBX_OK;
  dbx_node *n = dbx_node_new(p, DBX_N_IfExp, begin);
  p->t++;
  n->b = x;
  DBX_TRY(dbx_parse_or(p, &n->a));
  DBX_TRY(dbx_expect(p, "else", "after 'if' expression"));
  DBX_TRY(dbx_parse_test(p, &dbx_node_own_more(p->arena, n)->c));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

dbx_status dbx_parse_test(dbx_parser *p, dbx_node **ret) {
  DBX_TRY(dbx_enter(p));
  dbx_status st = conditional(p, ret);
  p->depth--;
  return st;
}

dbx_status dbx_parse_named(dbx_parser *p, dbx_node **ret) {
  dbx_node *x;
  DBX_TRY(dbx_parse_test(p, &x));
  if (!dbx_parse_at(p, ":=")) return *ret = x, DBX_OK;
  if (x->kind != DBX_N_Name || x->in_brackets)
    return dbx_fail(DBX_E106, x->span, "cannot use assignment expressions with %s",
                    dbx_expression_words(x));
  dbx_node *n = dbx_node_new(p, DBX_N_NamedExpr, x->span.begin);
  p->t++;
  x->ctx = DBX_STORE;
  n->a = x;
  DBX_TRY(dbx_parse_test(p, &n->b));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static bool ends_testlist(const dbx_parser *p) {
  if (p->t->kind == DBX_T_NEWLINE || p->t->kind == DBX_T_END) return true;
  if (p->t->kind == DBX_T_OP)
    return dbx_parse_at(p, "=") || dbx_parse_at(p, ")") || dbx_parse_at(p, "]") ||
           dbx_parse_at(p, "}") || dbx_parse_at(p, ":") || dbx_parse_at(p, ";");
  return false;
}

// Outside brackets an assignment expression is none of the elements.
static dbx_status star_or_test(dbx_parser *p, dbx_node **ret) {
  return p->t->kind == DBX_T_OP && dbx_parse_at(p, "*") ? dbx_parse_star_or_named(p, ret)
                                                        : dbx_parse_test(p, ret);
}

dbx_status dbx_parse_testlist(dbx_parser *p, dbx_node **ret) {
  dbx_node *x;
  uint32_t begin = p->t->begin;
  DBX_TRY(star_or_test(p, &x));
  if (!dbx_parse_at(p, ",")) return *ret = x, DBX_OK;
  dbx_node *n = dbx_node_new(p, DBX_N_Tuple, begin);
  dbx_node_list l = {0};
  dbx_status st = DBX_OK;
  dbx_add_node(p, &l, x);
  while (st == DBX_OK && dbx_accept(p, ",") && !ends_testlist(p))
    if ((st = star_or_test(p, &x)) == DBX_OK) dbx_add_node(p, &l, x);
  n->l = dbx_take_list(&l);
  *ret = dbx_node_close(p, n);
  return st;
}

dbx_status dbx_parse_yield(dbx_parser *p, dbx_node **ret) {
  uint32_t begin = p->t++->begin;
  bool from = dbx_accept(p, "from");
  dbx_node *n = dbx_node_new(p, from ? DBX_N_YieldFrom : DBX_N_Yield, begin);
  if (from) DBX_TRY(dbx_parse_test(p, &n->a));
  else if (!ends_testlist(p)) DBX_TRY(dbx_parse_testlist(p, &n->a));
  return *ret = dbx_node_close(p, n), DBX_OK;
}

dbx_status dbx_parse_expression(uint32_t file, uint32_t begin, uint32_t end, dbx_arena *arena,
                                dbx_node **ret) {
  dbx_lex_result lex;
  size_t n;
  dbx_status st = dbx_lex_range(file, begin, end, &lex);
  dbx_parser p = {.file = file,
                  .text = dbx_source_text(file, &n),
                  .arena = arena,
                  .t = lex.tokens.at,
                  .first = lex.tokens.at};
  if (st == DBX_OK) st = dbx_parse_testlist(&p, ret);
  if (st == DBX_OK && !dbx_at_kind(&p, DBX_T_NEWLINE) && !dbx_at_kind(&p, DBX_T_END))
    st = dbx_syntax(&p, "invalid syntax");
  dbx_lex_free(&lex);
  return st;
}
