// Expressions. What one part of an expression gave is pinned while the next part is evaluated.
#include "base/interrupt.h"
#include "lang/blame.h"
#include "lang/builtins.h"
#include "lang/draft.h"
#include "lang/lang.h"

#include <string.h>

// ---- constants and names ----

pv lang_constant(const dbx_node *n) {
  switch (n->constant) {
  case DBX_C_NONE: return pv_none();
  case DBX_C_TRUE: return pv_bool(true);
  case DBX_C_FALSE: return pv_bool(false);
  case DBX_C_ELLIPSIS: return PV(PV_ELLIPSIS);
  case DBX_C_INT: return pv_int(n->value->i);
  case DBX_C_FLOAT: return pv_float(n->value->f);
  default: break;
  }
  if (n->value->cached) return pv_obj(n->value->cached);
  pv v;
  if (n->constant == DBX_C_STR) {
    v = str_new(n->value->str, n->value->str_n);
  } else if (n->constant == DBX_C_COMPLEX) {
    v = complex_new(0, n->value->f);
  } else {
    mpz_t z;
    mpz_init_set_str(z, n->flag == 10 ? n->value->str : n->value->str + 2, n->flag);
    v = bigint_take(z);
    if (v.tag != PV_OBJ) return v;
  }
  v.o->immortal = true; // the text keeps it
  n->value->cached = v.o;
  return v;
}

static o_env *env_at(o_env *e, uint32_t hops) {
  while (hops--) e = e->outer;
  return e;
}

static dbx_status load_global(const dbx_node *n, pv *ret) {
  *ret = dict_get_sym(lang.globals, n->name);
  if (ret->tag == PV_UNBOUND) *ret = lang_builtin(n->name);
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  return lang_unknown_name(n->name, n->span);
}

static dbx_status load_name(o_env *env, const dbx_node *n, pv *ret) {
  switch ((dbx_scope_kind)n->where) {
  case DBX_LOCAL:
    *ret = env->slot[n->slot];
    if (ret->tag != PV_UNBOUND) return DBX_OK;
    return dbx_fail(DBX_E215, n->span,
                    "cannot access local variable '%s' where it is not associated with a value",
                    dbx_sym_text(n->name));
  case DBX_OUTER:
    *ret = env_at(env, n->hops)->slot[n->slot];
    if (ret->tag != PV_UNBOUND) return DBX_OK;
    return dbx_fail(DBX_E201, n->span,
                    "cannot access free variable '%s' where it is not associated with a value in "
                    "enclosing scope",
                    dbx_sym_text(n->name));
  case DBX_CLASSVAR:
    *ret = dict_get_sym(env->dict, n->name);
    if (ret->tag != PV_UNBOUND) return DBX_OK;
    break;
  case DBX_GLOBAL: break;
  }
  return load_global(n, ret);
}

dbx_status lang_store_name(o_env *env, const dbx_node *n, dbx_sym name, pv v) {
  lang_note_name(name, v);
  if (draft_is_on) draft_bound(n->where == DBX_GLOBAL ? NULL : env, name);
  switch ((dbx_scope_kind)n->where) {
  case DBX_LOCAL: env->slot[n->slot] = v; break;
  case DBX_OUTER: env_at(env, n->hops)->slot[n->slot] = v; break;
  case DBX_CLASSVAR: dict_put_sym(env->dict, name, v); break;
  case DBX_GLOBAL: dict_put_sym(lang.globals, name, v); break;
  }
  return DBX_OK;
}

dbx_status lang_test(const dbx_node *n, pv v, bool *ret) {
  dbx_here = n->span;
  dbx_status st = lang_truth(v, ret);
  if (st != DBX_OK) blame_one(n, v, "condition");
  return st;
}

// ---- displays ----

// Evaluates the elements onto the root stack, starred ones spread; they begin at lang_pins() of
// before.
static dbx_status push_elements(o_env *env, const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    pv v;
    bool starred = l->at[i]->kind == DBX_N_Starred;
    DBX_TRY(lang_eval(env, starred ? l->at[i]->a : l->at[i], &v));
    if (starred) {
      dbx_here = l->at[i]->span;
      DBX_TRY(lang_to_list(v, &v));
      for (uint32_t k = 0; k < SEQ(v)->n; k++) lang_pin(SEQ(v)->at[k]);
    } else {
      lang_pin(v);
    }
    DBX_TRY(lang_check_pins());
  }
  return DBX_OK;
}

static dbx_status eval_sequence(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins();
  dbx_status st = push_elements(env, &n->l);
  if (st == DBX_OK) {
    uint32_t count = lang_pins() - mark;
    *ret = n->kind == DBX_N_Tuple ? tuple_new(lang_pin_at(mark), count)
                                  : list_new(lang_pin_at(mark), count);
  }
  lang_unpin(mark);
  return st;
}

// What CPython computes when it compiles.
static bool is_folded(const dbx_node *n) {
  if (n->kind == DBX_N_UnaryOp) return is_folded(n->a);
  if (n->kind == DBX_N_BinOp) return is_folded(n->a) && is_folded(n->b);
  return n->kind == DBX_N_Constant;
}

// CPython makes a display of three and more constants from a constant set, that it has built twice.
static bool is_copied(const dbx_nodes *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (!is_folded(l->at[i])) return false;
  return l->n >= 3;
}

static dbx_status set_of_pins(uint32_t first, pv *ret) {
  pv s = set_new();
  dbx_status st = DBX_OK;
  for (uint32_t i = first; st == DBX_OK && i < lang_pins(); i++)
    st = dict_set(DICT(s), lang_pinned(i), pv_none());
  lang_unpin(first);
  lang_pin(s);
  return *ret = s, st;
}

static dbx_status copied_set(uint32_t first, pv *ret) {
  pv s;
  DBX_TRY(set_of_pins(first, &s));
  lang_unpin(first);
  o_seq *ordered = SEQ(set_in_order(DICT(s)));
  for (uint32_t i = 0; i < ordered->n; i++) lang_pin(ordered->at[i]);
  DBX_TRY(set_of_pins(first, &s));
  return set_copy(DICT(s), ret);
}

// With *elements: what comes before the first at once, the rest one by one.
static dbx_status starred_set(o_env *env, const dbx_nodes *l, pv *ret) {
  uint32_t mark = lang_pins(), i = 0;
  pv v;
  dbx_status st = DBX_OK;
  for (; st == DBX_OK && l->at[i]->kind != DBX_N_Starred; i++) {
    st = lang_eval(env, l->at[i], &v);
    if (st == DBX_OK) lang_pin(v);
  }
  if (st == DBX_OK) st = set_of_pins(mark, ret);
  for (; st == DBX_OK && i < l->n; i++) {
    bool star = l->at[i]->kind == DBX_N_Starred;
    st = lang_eval(env, star ? l->at[i]->a : l->at[i], &v);
    if (st == DBX_OK) st = star ? set_update(DICT(*ret), v) : dict_set(DICT(*ret), v, pv_none());
  }
  lang_unpin(mark);
  return st;
}

static dbx_status eval_set(o_env *env, const dbx_node *n, pv *ret) {
  for (uint32_t i = 0; i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Starred) return starred_set(env, &n->l, ret);
  uint32_t mark = lang_pins();
  dbx_status st = push_elements(env, &n->l);
  if (st == DBX_OK) st = is_copied(&n->l) ? copied_set(mark, ret) : set_of_pins(mark, ret);
  lang_unpin(mark);
  return st;
}

static dbx_status merge(o_dict *into, pv from) {
  uint32_t i = 0;
  dict_entry *e;
  if (!is_obj(from, T_DICT))
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object is not a mapping", lang_type_name(from));
  while (dict_next(DICT(from), &i, &e)) DBX_TRY(dict_set(into, e->key, e->val));
  return DBX_OK;
}

static dbx_status dict_item(o_env *env, const dbx_node *n, uint32_t i, o_dict *d) {
  pv k, v;
  if (!n->l.at[i]) {
    DBX_TRY(lang_eval(env, n->more->m.at[i], &v));
    dbx_here = n->more->m.at[i]->span;
    return merge(d, v);
  }
  DBX_TRY(lang_eval(env, n->l.at[i], &k));
  uint32_t mark = lang_pins();
  lang_pin(k);
  dbx_status st = lang_eval(env, n->more->m.at[i], &v);
  dbx_here = n->l.at[i]->span;
  if (st == DBX_OK) st = dict_set(d, k, v);
  lang_unpin(mark);
  return st;
}

static dbx_status eval_dict(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins();
  pv d = dict_new();
  dbx_status st = DBX_OK;
  lang_pin(d);
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) st = dict_item(env, n, i, DICT(d));
  lang_unpin(mark);
  *ret = d;
  return st;
}

static dbx_status eval_slice(o_env *env, const dbx_node *n, pv *ret) {
  const dbx_node *parts[] = {n->a, n->b, n->more->c};
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  for (int i = 0; i < 3 && st == DBX_OK; i++) {
    pv v = pv_none();
    if (parts[i]) st = lang_eval(env, parts[i], &v);
    lang_pin(v);
  }
  if (st == DBX_OK)
    *ret = slice_new(lang_pinned(mark), lang_pinned(mark + 1), lang_pinned(mark + 2));
  lang_unpin(mark);
  return st;
}

// ---- comprehensions ----

static dbx_status add_item(o_env *env, const dbx_node *n, pv into) {
  pv v, k;
  DBX_TRY(lang_eval(env, n->a, &v));
  if (n->kind == DBX_N_ListComp) return list_push(SEQ(into), v), heap_check_budget();
  if (n->kind == DBX_N_SetComp) return dict_set(DICT(into), v, pv_none());
  k = v;
  uint32_t mark = lang_pins();
  lang_pin(k);
  dbx_status st = lang_eval(env, n->b, &v);
  if (st == DBX_OK) st = dict_set(DICT(into), k, v);
  lang_unpin(mark);
  return st;
}

static dbx_status comprehend(o_env *env, const dbx_node *n, uint32_t level, pv source, pv into);

static dbx_status comprehend_inner(o_env *env, const dbx_node *n, uint32_t level, pv into) {
  const dbx_node *g = n->l.at[level];
  for (uint32_t i = 0; i < g->l.n; i++) {
    pv v;
    bool yes;
    DBX_TRY(lang_eval(env, g->l.at[i], &v));
    dbx_here = g->l.at[i]->span;
    DBX_TRY(lang_truth(v, &yes));
    if (!yes) return DBX_OK;
  }
  if (level + 1 == n->l.n) return add_item(env, n, into);
  pv source;
  DBX_TRY(lang_eval(env, n->l.at[level + 1]->b, &source));
  return comprehend(env, n, level + 1, source, into);
}

static dbx_status comprehend(o_env *env, const dbx_node *n, uint32_t level, pv source, pv into) {
  const dbx_node *g = n->l.at[level];
  uint32_t mark = lang_pins();
  pv it, v;
  bool done = false;
  dbx_here = g->b->span;
  DBX_TRY(lang_iter(source, &it));
  lang_pin(it);
  dbx_status st = DBX_OK;
  while (st == DBX_OK) {
    dbx_here = g->b->span;
    if ((st = lang_next(it, &v, &done)) != DBX_OK || done) break;
    if ((st = lang_store(env, g->a, v)) == DBX_OK) st = comprehend_inner(env, n, level, into);
    heap_safepoint();
    if (st == DBX_OK) st = lang_check_interrupt();
  }
  lang_unpin(mark);
  return st;
}

dbx_status lang_comprehension(o_env *env, const dbx_node *n, pv *ret) {
  pv source, into;
  uint32_t mark = lang_pins();
  DBX_TRY(lang_eval(env, n->l.at[0]->b, &source));
  lang_pin(source);
  o_env *in = lang_new_env(n->more->scope, env);
  lang_pin(pv_obj(in));
  dbx_status st = DBX_OK;
  if (n->kind == DBX_N_GeneratorExp) {
    dbx_here = n->l.at[0]->b->span;
    if ((st = lang_iter(source, &source)) == DBX_OK) into = iter_generator(in, n, source);
  } else {
    into = n->kind == DBX_N_ListComp  ? list_new(NULL, 0)
           : n->kind == DBX_N_SetComp ? set_new()
                                      : dict_new();
    lang_pin(into);
    st = comprehend(in, n, 0, source, into);
  }
  lang_unpin(mark);
  if (st == DBX_OK) *ret = into;
  return st;
}

// ---- operators ----

static dbx_status eval_two(o_env *env, const dbx_node *a, const dbx_node *b, pv *x, pv *y) {
  DBX_TRY(lang_eval(env, a, x));
  if (b->kind == DBX_N_Constant) return *y = lang_constant(b), DBX_OK;
  uint32_t mark = lang_pins();
  lang_pin(*x);
  dbx_status st = lang_eval(env, b, y);
  lang_unpin(mark);
  return st;
}

static dbx_status eval_binary(o_env *env, const dbx_node *n, pv *ret) {
  pv x, y;
  DBX_TRY(eval_two(env, n->a, n->b, &x, &y));
  dbx_here = n->span;
  dbx_status st = lang_binary((dbx_op)n->op, x, y, ret);
  if (st != DBX_OK) blame_two(n->a, n->b, x, y);
  return st;
}

static dbx_status eval_bool(o_env *env, const dbx_node *n, pv *ret) {
  bool stop_at = n->op == DBX_OP_Or, yes;
  for (uint32_t i = 0;; i++) {
    pv v;
    DBX_TRY(lang_eval(env, n->l.at[i], &v));
    if (i + 1 == n->l.n) return *ret = v, DBX_OK;
    DBX_TRY(lang_test(n->l.at[i], v, &yes));
    if (yes == stop_at) return *ret = v, DBX_OK;
  }
}

static dbx_status compare_once(const dbx_node *n, uint32_t i, pv x, pv y, pv *ret) {
  dbx_here =
      (dbx_span){n->span.file, (i ? n->l.at[i - 1] : n->a)->span.begin, n->l.at[i]->span.end};
  dbx_op op = (dbx_op)n->more->ops[i];
  bool yes;
  if (op == DBX_OP_Is || op == DBX_OP_IsNot)
    return *ret = pv_bool(pv_same(x, y) == (op == DBX_OP_Is)), DBX_OK;
  if (op != DBX_OP_In && op != DBX_OP_NotIn) return lang_compare(op, x, y, ret);
  DBX_TRY(lang_contains(y, x, &yes));
  return *ret = pv_bool(yes == (op == DBX_OP_In)), DBX_OK;
}

static dbx_status eval_compare(o_env *env, const dbx_node *n, pv *ret) {
  pv x;
  uint32_t mark = lang_pins();
  DBX_TRY(lang_eval(env, n->a, &x));
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK; i++) {
    pv y;
    bool yes;
    lang_pin(x);
    if ((st = lang_eval(env, n->l.at[i], &y)) != DBX_OK) break;
    lang_pin(y);
    st = compare_once(n, i, x, y, ret);
    if (st != DBX_OK) blame_two(i ? n->l.at[i - 1] : n->a, n->l.at[i], x, y);
    if (st != DBX_OK || i + 1 == n->l.n) break;
    if ((st = lang_truth(*ret, &yes)) != DBX_OK) blame_one(n, *ret, "condition");
    if (st != DBX_OK || !yes) break;
    x = y;
  }
  lang_unpin(mark);
  return st;
}

static dbx_status eval_subscript(o_env *env, const dbx_node *n, pv *ret) {
  pv x, i;
  DBX_TRY(eval_two(env, n->a, n->b, &x, &i));
  dbx_here = n->span;
  dbx_status st = lang_getitem(x, i, ret);
  if (st != DBX_OK) blame_index(n, x, i);
  return st;
}

// ---- calls ----

typedef struct call_site {
  call_args c;
  dbx_vec(dbx_sym) kw;
  uint32_t first, first_kw; // on the root stack
} call_site;

static dbx_status push_keyword(call_site *s, dbx_sym name, pv v, pv fn) {
  for (uint32_t i = 0; i < s->kw.n; i++)
    if (s->kw.at[i] == name)
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s got multiple values for keyword argument '%s'",
                      lang_callee_name(fn), dbx_sym_text(name));
  dbx_push(&s->kw, name);
  lang_pin(v);
  return lang_check_pins();
}

static dbx_status push_keywords(o_env *env, const dbx_nodes *l, call_site *s, pv fn) {
  for (uint32_t i = 0; i < l->n; i++) {
    pv v;
    uint32_t at = 0;
    dict_entry *e;
    DBX_TRY(lang_eval(env, l->at[i]->a, &v));
    dbx_here = l->at[i]->span;
    if (l->at[i]->name) {
      DBX_TRY(push_keyword(s, l->at[i]->name, v, fn));
      continue;
    }
    if (!is_obj(v, T_DICT))
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s argument after ** must be a mapping, not %s",
                      lang_callee_name(fn), lang_type_name(v));
    while (dict_next(DICT(v), &at, &e)) {
      if (!is_str(e->key)) return dbx_fail(DBX_E202, (dbx_span){0}, "keywords must be strings");
      DBX_TRY(push_keyword(s, dbx_intern_n(STR(e->key)->s, STR(e->key)->n), e->val, fn));
    }
  }
  return DBX_OK;
}

static dbx_status call_site_run(o_env *env, const dbx_node *n, pv fn, pv *ret) {
  call_site s = {0};
  s.first = lang_pins();
  dbx_status st = push_elements(env, &n->l);
  s.first_kw = lang_pins();
  if (st == DBX_OK) st = push_keywords(env, &n->more->m, &s, fn);
  if (st == DBX_OK) {
    s.c = (call_args){.fn = fn,
                      .at = lang_pin_at(s.first),
                      .n = s.first_kw - s.first,
                      .kw = s.kw.at,
                      .kw_at = lang_pin_at(s.first_kw),
                      .n_kw = s.kw.n,
                      .span = n->span,
                      .env = env};
    dbx_here = n->span;
    st = lang_call_args(fn, &s.c, ret);
    if (st != DBX_OK) blame_call(n, &s.c);
  }
  dbx_vec_free(&s.kw);
  return st;
}

static dbx_status eval_call(o_env *env, const dbx_node *n, pv *ret) {
  pv fn;
  uint32_t mark = lang_pins();
  DBX_TRY(lang_eval(env, n->a, &fn));
  lang_pin(fn);
  dbx_status st = call_site_run(env, n, fn, ret);
  lang_unpin(mark);
  dbx_here = n->span;
  return st;
}

// ---- formatted strings ----

static dbx_status put_field(o_env *env, const dbx_node *n, dbx_buf *b) {
  pv v, spec = PV(PV_UNBOUND);
  uint32_t mark = lang_pins();
  DBX_TRY(lang_eval(env, n->a, &v));
  lang_pin(v);
  dbx_status st = n->b ? lang_eval(env, n->b, &spec) : DBX_OK;
  dbx_here = n->span;
  dbx_buf text = {0};
  if (st == DBX_OK && n->flag != -1) { // !s, !r, !a
    st = n->flag == 's'   ? lang_str(v, &text)
         : n->flag == 'r' ? lang_repr(v, &text)
                          : lang_ascii(v, &text);
    v = str_new(dbx_text(&text), text.n);
  }
  if (st == DBX_OK)
    st = lang_format(v, is_str(spec) ? STR(spec)->s : "", is_str(spec) ? STR(spec)->n : 0, b);
  dbx_buf_free(&text);
  lang_unpin(mark);
  return st;
}

static dbx_status eval_joined(o_env *env, const dbx_node *n, pv *ret) {
  dbx_buf b = {0};
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) {
    const dbx_node *part = n->l.at[i];
    if (part->kind == DBX_N_Constant) dbx_putn(&b, part->value->str, part->value->str_n);
    else st = put_field(env, part, &b);
  }
  if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
  dbx_buf_free(&b);
  return st;
}

// ---- all of it ----

static dbx_status eval_named(o_env *env, const dbx_node *n, pv *ret) {
  DBX_TRY(lang_eval(env, n->b, ret));
  return lang_store_name(env, n->a, n->a->name, *ret);
}

static dbx_status eval_conditional(o_env *env, const dbx_node *n, pv *ret) {
  pv test;
  bool yes;
  DBX_TRY(lang_eval(env, n->a, &test));
  DBX_TRY(lang_test(n->a, test, &yes));
  return lang_eval(env, yes ? n->b : n->more->c, ret);
}

static dbx_status eval_unary(o_env *env, const dbx_node *n, pv *ret) {
  pv x;
  bool yes;
  DBX_TRY(lang_eval(env, n->a, &x));
  dbx_here = n->span;
  dbx_status st = n->op == DBX_OP_Not ? lang_truth(x, &yes) : lang_unary((dbx_op)n->op, x, ret);
  if (st != DBX_OK) return blame_one(n->a, x, "operand"), st;
  if (n->op == DBX_OP_Not) *ret = pv_bool(!yes);
  return DBX_OK;
}

static dbx_status eval_attribute(o_env *env, const dbx_node *n, pv *ret) {
  pv x;
  DBX_TRY(lang_eval(env, n->a, &x));
  dbx_here = n->span;
  return lang_getattr(x, n->name, ret);
}

dbx_status lang_eval(o_env *env, const dbx_node *n, pv *ret) {
  switch ((dbx_node_kind)n->kind) {
  case DBX_N_Constant: return *ret = lang_constant(n), DBX_OK;
  case DBX_N_Name: return load_name(env, n, ret);
  case DBX_N_BinOp: return eval_binary(env, n, ret);
  case DBX_N_UnaryOp: return eval_unary(env, n, ret);
  case DBX_N_BoolOp: return eval_bool(env, n, ret);
  case DBX_N_Compare: return eval_compare(env, n, ret);
  case DBX_N_Call: return eval_call(env, n, ret);
  case DBX_N_Attribute: return eval_attribute(env, n, ret);
  case DBX_N_Subscript: return eval_subscript(env, n, ret);
  case DBX_N_Slice: return eval_slice(env, n, ret);
  case DBX_N_Tuple:
  case DBX_N_List: return eval_sequence(env, n, ret);
  case DBX_N_Set: return eval_set(env, n, ret);
  case DBX_N_Dict: return eval_dict(env, n, ret);
  case DBX_N_ListComp:
  case DBX_N_SetComp:
  case DBX_N_DictComp:
  case DBX_N_GeneratorExp: return lang_comprehension(env, n, ret);
  case DBX_N_IfExp: return eval_conditional(env, n, ret);
  case DBX_N_Lambda: return lang_make_function(env, n, ret);
  case DBX_N_NamedExpr: return eval_named(env, n, ret);
  case DBX_N_JoinedStr: return eval_joined(env, n, ret);
  case DBX_N_FormattedValue: {
    dbx_buf b = {0};
    dbx_status st = put_field(env, n, &b);
    if (st == DBX_OK) *ret = str_new(dbx_text(&b), b.n);
    dbx_buf_free(&b);
    return st;
  }
  default: return dbx_fail(DBX_E101, n->span, "can't use this expression here");
  }
}
