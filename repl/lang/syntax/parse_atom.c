// Atoms: names, constants, displays and comprehensions (see ast.h).
#include "lang/syntax/parser.h"

#include "base/poll.h"

static dbx_status constant(dbx_parser *p, dbx_const_kind kind, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Constant, p->t++->begin);
  n->constant = (uint8_t)kind;
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

dbx_status dbx_parse_name(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Name, p->t->begin);
  n->name = p->t->name;
  n->span.end = p->t++->end;
  return *ret = n, DBX_OK;
}

dbx_status dbx_parse_comp_for(dbx_parser *p, dbx_nodes *ret) {
  dbx_node_list gens = {0};
  dbx_status st = DBX_OK;
  while (st == DBX_OK && (dbx_parse_at(p, "for") || dbx_parse_at(p, "async"))) {
    if (dbx_parse_at(p, "async"))
      st = dbx_refuse(p, (dbx_span){p->file, p->t->begin, p->t->end}, "asynchronous comprehensions",
                      "use for");
    if (st != DBX_OK) break;
    dbx_node *n = dbx_node_new(p, DBX_N_comprehension, p->t++->begin);
    dbx_node_list ifs = {0};
    st = dbx_parse_targets(p, &n->a);
    if (st == DBX_OK) st = dbx_expect(p, "in", "in the comprehension");
    if (st == DBX_OK) st = dbx_parse_or(p, &n->b);
    while (st == DBX_OK && dbx_accept(p, "if")) {
      dbx_node *e = NULL;
      if ((st = dbx_parse_or(p, &e)) == DBX_OK && dbx_parse_at(p, ":="))
        st = dbx_syntax(p, "invalid syntax");
      if (st == DBX_OK) dbx_add_node(p, &ifs, e);
    }
    n->l = dbx_take_list(&ifs);
    dbx_add_node(p, &gens, dbx_node_close(p, n));
  }
  *ret = dbx_take_list(&gens);
  return st;
}

dbx_status dbx_parse_star_or_named(dbx_parser *p, dbx_node **ret) {
  if (!(p->t->kind == DBX_T_OP && dbx_parse_at(p, "*"))) return dbx_parse_named(p, ret);
  dbx_node *n = dbx_node_new(p, DBX_N_Starred, p->t++->begin);
  DBX_TRY(dbx_parse_bitor(p, &n->a));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

// The elements up to a closing bracket; `first` has been read.
static dbx_status rest_of_list(dbx_parser *p, dbx_node *first, const char *close, dbx_nodes *ret) {
  dbx_node_list l = {0};
  dbx_status st = DBX_OK;
  dbx_add_node(p, &l, first);
  while (st == DBX_OK && dbx_accept(p, ",") && !dbx_parse_at(p, close)) {
    dbx_node *e = NULL;
    if ((st = dbx_parse_star_or_named(p, &e)) == DBX_OK) dbx_add_node(p, &l, e);
  }
  *ret = dbx_take_list(&l);
  return st;
}

static dbx_status parse_brackets(dbx_parser *p, dbx_node **ret) {
  uint32_t begin = p->t++->begin;
  dbx_node *e, *n;
  if (dbx_accept(p, ")")) {
    n = dbx_node_new(p, DBX_N_Tuple, begin);
    n->in_brackets = true;
    *ret = dbx_node_close(p, n);
    return DBX_OK;
  }
  if (dbx_parse_at(p, "yield")) {
    DBX_TRY(dbx_parse_yield(p, ret));
    (*ret)->in_brackets = true;
    return dbx_expect(p, ")", "to close the bracket");
  }
  DBX_TRY(dbx_parse_star_or_named(p, &e));
  if (dbx_parse_at(p, "for") || dbx_parse_at(p, "async")) {
    n = dbx_node_new(p, DBX_N_GeneratorExp, begin);
    n->a = e;
    DBX_TRY(dbx_parse_comp_for(p, &n->l));
    DBX_TRY(dbx_expect(p, ")", "after the generator expression"));
    *ret = dbx_node_close(p, n);
    return DBX_OK;
  }
  if (!dbx_parse_at(p, ",")) {
    if (e->kind == DBX_N_Starred)
      return dbx_fail(DBX_E101, e->span, "cannot use starred expression here");
    DBX_TRY(dbx_expect(p, ")", "to close the bracket"));
    e->in_brackets = true;
    *ret = e;
    return DBX_OK;
  }
  n = dbx_node_new(p, DBX_N_Tuple, begin);
  n->in_brackets = true;
  DBX_TRY(rest_of_list(p, e, ")", &n->l));
  DBX_TRY(dbx_expect(p, ")", "to close the tuple"));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status parse_list(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_List, p->t++->begin), *e;
  if (!dbx_parse_at(p, "]")) {
    DBX_TRY(dbx_parse_star_or_named(p, &e));
    if (dbx_parse_at(p, "for") || dbx_parse_at(p, "async")) {
      n->kind = DBX_N_ListComp;
      n->a = e;
      if (e->kind == DBX_N_Starred)
        return dbx_fail(DBX_E101, e->span, "iterable unpacking cannot be used in comprehension");
      DBX_TRY(dbx_parse_comp_for(p, &n->l));
    } else {
      DBX_TRY(rest_of_list(p, e, "]", &n->l));
    }
  }
  DBX_TRY(dbx_expect(p, "]", "to close the list"));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

static dbx_status dict_value(dbx_parser *p, dbx_node **ret) {
  if (p->t->kind == DBX_T_OP && dbx_parse_at(p, "*"))
    return dbx_syntax(p, "cannot use a starred expression in a dictionary value");
  if (p->t->kind == DBX_T_OP && (dbx_parse_at(p, "}") || dbx_parse_at(p, ",")))
    return dbx_syntax(p, "expression expected after dictionary key and ':'");
  return dbx_parse_test(p, ret);
}

static dbx_status dict_item(dbx_parser *p, dbx_node_list *keys, dbx_node_list *values) {
  dbx_node *k = NULL, *v;
  if (dbx_accept(p, "**")) {
    DBX_TRY(dbx_parse_bitor(p, &v));
  } else {
    DBX_TRY(dbx_parse_test(p, &k));
    if (!dbx_accept(p, ":")) return dbx_syntax(p, "':' expected after dictionary key");
    DBX_TRY(dict_value(p, &v));
  }
  if (!k && dbx_parse_at(p, "for") && p->t->kind == DBX_T_NAME)
    return dbx_syntax(p, "dict unpacking cannot be used in dict comprehension");
  dbx_add_node(p, keys, k);
  dbx_add_node(p, values, v);
  return DBX_OK;
}

static dbx_status rest_of_dict(dbx_parser *p, dbx_node *n, dbx_node_list *keys,
                               dbx_node_list *values) {
  dbx_status st = DBX_OK;
  while (st == DBX_OK && dbx_accept(p, ",") && !dbx_parse_at(p, "}"))
    st = dict_item(p, keys, values);
  n->kind = DBX_N_Dict;
  n->l = dbx_take_list(keys);
  dbx_node_own_more(p->arena, n)->m = dbx_take_list(values);
  return st;
}

static dbx_status parse_braces(dbx_parser *p, dbx_node **ret) {
  dbx_node *n = dbx_node_new(p, DBX_N_Dict, p->t++->begin), *e;
  dbx_node_list keys = {0}, values = {0};
  if (dbx_accept(p, "}")) return *ret = dbx_node_close(p, n), DBX_OK;
  if (dbx_parse_at(p, "**")) {
    DBX_TRY(dict_item(p, &keys, &values));
    DBX_TRY(rest_of_dict(p, n, &keys, &values));
  } else {
    DBX_TRY(dbx_parse_star_or_named(p, &e));
    if (e->kind != DBX_N_Starred && dbx_accept(p, ":")) {
      dbx_node *v;
      DBX_TRY(dict_value(p, &v));
      if (dbx_parse_at(p, "for") || dbx_parse_at(p, "async")) {
        n->kind = DBX_N_DictComp;
        n->a = e, n->b = v;
        DBX_TRY(dbx_parse_comp_for(p, &n->l));
      } else {
        dbx_add_node(p, &keys, e);
        dbx_add_node(p, &values, v);
        DBX_TRY(rest_of_dict(p, n, &keys, &values));
      }
    } else if (dbx_parse_at(p, "for") || dbx_parse_at(p, "async")) {
      n->kind = DBX_N_SetComp;
      n->a = e;
      DBX_TRY(dbx_parse_comp_for(p, &n->l));
    } else {
      n->kind = DBX_N_Set;
      DBX_TRY(rest_of_list(p, e, "}", &n->l));
    }
  }
  DBX_TRY(dbx_expect(p, "}", "to close the braces"));
  *ret = dbx_node_close(p, n);
  return DBX_OK;
}

dbx_status dbx_parse_atom(dbx_parser *p, dbx_node **ret) {
  DBX_TRY(dbx_poll());
  if (dbx_at_name(p)) return dbx_parse_name(p, ret);
  switch (p->t->kind) {
  case DBX_T_NUMBER: return dbx_parse_number(p, ret);
  case DBX_T_STRING: return dbx_parse_strings(p, ret);
  case DBX_T_OP:
    if (dbx_parse_at(p, "(")) return parse_brackets(p, ret);
    if (dbx_parse_at(p, "[")) return parse_list(p, ret);
    if (dbx_parse_at(p, "{")) return parse_braces(p, ret);
    if (dbx_parse_at(p, "...")) return constant(p, DBX_C_ELLIPSIS, ret);
    break;
  case DBX_T_NAME:
    if (dbx_parse_at(p, "None")) return constant(p, DBX_C_NONE, ret);
    if (dbx_parse_at(p, "True")) return constant(p, DBX_C_TRUE, ret);
    if (dbx_parse_at(p, "False")) return constant(p, DBX_C_FALSE, ret);
    if (dbx_parse_at(p, "await"))
      return dbx_refuse(p, (dbx_span){p->file, p->t->begin, p->t->end}, "await expressions",
                        "use the value itself");
    break;
  default: break;
  }
  return dbx_syntax(p, "invalid syntax");
}
