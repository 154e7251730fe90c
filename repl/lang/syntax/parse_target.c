// Targets of assignments, and the parameters of functions (see ast.h).
#include "lang/syntax/parser.h"

// ---- targets ----

const char *dbx_expression_words(const dbx_node *n) {
  switch (n->kind) {
  case DBX_N_Call: return "function call";
  case DBX_N_Constant:
    return n->constant == DBX_C_NONE       ? "None"
           : n->constant == DBX_C_TRUE     ? "True"
           : n->constant == DBX_C_FALSE    ? "False"
           : n->constant == DBX_C_ELLIPSIS ? "ellipsis"
                                           : "literal";
  case DBX_N_JoinedStr: return "f-string expression";
  case DBX_N_Dict: return "dict literal";
  case DBX_N_Set: return "set display";
  case DBX_N_Compare: return "comparison";
  case DBX_N_Lambda: return "lambda";
  case DBX_N_IfExp: return "conditional expression";
  case DBX_N_ListComp: return "list comprehension";
  case DBX_N_GeneratorExp: return "generator expression";
  case DBX_N_SetComp: return "set comprehension";
  case DBX_N_DictComp: return "dict comprehension";
  case DBX_N_Yield:
  case DBX_N_YieldFrom: return "yield expression";
  case DBX_N_Tuple: return "tuple";
  case DBX_N_List: return "list";
  case DBX_N_Starred: return "starred";
  case DBX_N_Attribute: return "attribute";
  case DBX_N_Subscript: return "subscript";
  case DBX_N_Name: return "name";
  case DBX_N_NamedExpr: return "named expression";
  default: return "expression";
  }
}

dbx_status dbx_set_context(dbx_parser *p, dbx_node *n, dbx_ctx ctx) {
  n->ctx = (uint8_t)ctx;
  switch (n->kind) {
  case DBX_N_Name:
  case DBX_N_Attribute:
    if (strcmp(dbx_sym_text(n->name), "__debug__") != 0) return DBX_OK;
    return dbx_fail(DBX_E106, n->span, "cannot %s __debug__",
                    ctx == DBX_DEL ? "delete" : "assign to");
  case DBX_N_Subscript: return DBX_OK;
  case DBX_N_Starred:
    if (ctx == DBX_STORE) return dbx_set_context(p, n->a, ctx);
    break;
  case DBX_N_List:
  case DBX_N_Tuple: {
    uint32_t stars = 0;
    for (uint32_t i = 0; i < n->l.n; i++) {
      stars += n->l.at[i]->kind == DBX_N_Starred;
      DBX_TRY(dbx_set_context(p, n->l.at[i], ctx));
    }
    if (stars > 1) return dbx_fail(DBX_E106, n->span, "multiple starred expressions in assignment");
    return DBX_OK;
  }
  default: break;
  }
  return dbx_fail(DBX_E106, n->span, "cannot %s %s", ctx == DBX_DEL ? "delete" : "assign to",
                  dbx_expression_words(n));
}

dbx_status dbx_parse_targets(dbx_parser *p, dbx_node **ret) {
  dbx_node_list l = {0};
  dbx_node *x = NULL;
  uint32_t begin = p->t->begin;
  bool comma = false;
  dbx_status st = DBX_OK;
  do {
    if (l.n && dbx_parse_at(p, "in")) break;
    uint32_t at = p->t->begin;
    if (p->t->kind == DBX_T_OP && dbx_parse_at(p, "*")) {
      dbx_node *s = dbx_node_new(p, DBX_N_Starred, at);
      p->t++;
      st = dbx_parse_bitor(p, &s->a);
      x = dbx_node_close(p, s);
    } else {
      st = dbx_parse_bitor(p, &x);
    }
    if (st == DBX_OK) dbx_add_node(p, &l, x);
  } while (st == DBX_OK && dbx_accept(p, ",") && (comma = true));
  if (st == DBX_OK && comma) {
    x = dbx_node_new(p, DBX_N_Tuple, begin);
    x->l = dbx_take_list(&l);
    dbx_node_close(p, x);
  }
  DBX_TRY(st);
  DBX_TRY(dbx_set_context(p, x, DBX_STORE));
  *ret = x;
  return DBX_OK;
}

// ---- parameters ----

typedef struct params {
  dbx_node_list posonly, args, kwonly, kw_defaults, defaults;
  dbx_node *vararg, *kwarg;
  bool star, slash;
} params;

static dbx_status one_parameter(dbx_parser *p, bool lambda, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_arg, p->t->begin);
  if (dbx_parse_at(p, "("))
    return dbx_syntax(p, "%s parameters cannot be parenthesized",
                      lambda ? "Lambda expression" : "Function");
  if (!dbx_at_name(p)) return dbx_syntax(p, "expected a parameter name");
  n->name = p->t++->name;
  if (!lambda && dbx_accept(p, ":")) {
    if (dbx_parse_at(p, "*"))
      return dbx_refuse(p, (dbx_span){p->file, p->t->begin, p->t->end}, "starred annotations",
                        "leave the annotation out");
    DBX_TRY(dbx_parse_test(p, &n->a));
  }
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

// What takes the arguments that no other parameter does.
static dbx_status collecting(dbx_parser *p, bool lambda, const char *kind, dbx_node **ret) {
  DBX_TRY(one_parameter(p, lambda, ret));
  if (!dbx_parse_at(p, "=")) return DBX_OK;
  return dbx_syntax(p, "%s parameter cannot have default value", kind);
}

static dbx_status parameter(dbx_parser *p, bool lambda, params *q) {
  dbx_node *n, *standard = NULL;
  if (q->kwarg) return dbx_syntax(p, "parameters cannot follow var-keyword parameter");
  if (dbx_accept(p, "/")) {
    if (q->slash) return dbx_syntax(p, "/ may appear only once");
    if (q->star) return dbx_syntax(p, "/ must be ahead of *");
    if (!q->args.n) return dbx_syntax(p, "at least one parameter must precede /");
    q->slash = true;
    q->posonly = q->args;
    memset(&q->args, 0, sizeof q->args);
    return DBX_OK;
  }
  if (dbx_accept(p, "**")) return collecting(p, lambda, "var-keyword", &q->kwarg);
  if (dbx_accept(p, "*")) {
    if (q->star) return dbx_syntax(p, "* may appear only once");
    q->star = true;
    if (dbx_parse_at(p, lambda ? ":" : ")"))
      return dbx_syntax(p, "named parameters must follow bare *");
    if (!dbx_parse_at(p, ",")) return collecting(p, lambda, "var-positional", &q->vararg);
    bool last = p->t[1].kind == DBX_T_OP;
    if (last &&
        (!strcmp(dbx_sym_text(p->t[1].name), ")") || !strcmp(dbx_sym_text(p->t[1].name), "**")))
      return dbx_syntax(p, "named parameters must follow bare *");
    return DBX_OK;
  }
  DBX_TRY(one_parameter(p, lambda, &n));
  if (dbx_accept(p, "=")) DBX_TRY(dbx_parse_test(p, &standard));
  if (q->star) {
    dbx_add_node(p, &q->kwonly, n);
    dbx_add_node(p, &q->kw_defaults, standard);
    return DBX_OK;
  }
  if (standard) dbx_add_node(p, &q->defaults, standard);
  else if (q->defaults.n)
    return dbx_fail(DBX_E101, n->span,
                    "parameter without a default follows parameter with a default");
  dbx_add_node(p, &q->args, n);
  return DBX_OK;
}

static dbx_status check_duplicates(dbx_node *n) {
  dbx_map seen = {0};
  const dbx_nodes *lists[] = {&n->l, &n->more->m, &n->more->n};
  dbx_status st = DBX_OK;
  for (int k = 0; k < 5 && st == DBX_OK; k++) {
    dbx_node *one[1] = {k == 3 ? n->a : n->b};
    dbx_nodes single = {one, one[0] != NULL};
    const dbx_nodes *l = k < 3 ? lists[k] : &single;
    for (uint32_t i = 0; i < l->n && st == DBX_OK; i++) {
      if (dbx_map_find(&seen, l->at[i]->name))
        st = dbx_fail(DBX_E101, l->at[i]->span, "duplicate argument '%s' in function definition",
                      dbx_sym_text(l->at[i]->name));
      dbx_map_put(&seen, l->at[i]->name, 1);
    }
  }
  dbx_map_free(&seen);
  return st;
}

dbx_status dbx_parse_arguments(dbx_parser *p, bool lambda, dbx_node **ret) {
  const char *close = lambda ? ":" : ")";
  dbx_node *n = dbx_node_new(p, DBX_N_arguments, p->t->begin);
  params q = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && !dbx_parse_at(p, close)) {
    st = parameter(p, lambda, &q);
    if (st == DBX_OK && !dbx_accept(p, ",")) break;
  }
  n->l = dbx_take_list(&q.posonly);
  dbx_node_more *more = dbx_node_own_more(p->arena, n);
  more->m = dbx_take_list(&q.args);
  more->n = dbx_take_list(&q.kwonly);
  more->d = dbx_take_list(&q.kw_defaults);
  more->e = dbx_take_list(&q.defaults);
  n->a = q.vararg, n->b = q.kwarg;
  *ret = n;
  return st == DBX_OK ? check_duplicates(n) : st;
}
