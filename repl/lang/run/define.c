// Definitions of functions and classes.
#include "lang/object/above.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

#include <string.h>

// ---- functions ----

static dbx_sym qualified(const o_env *env, dbx_sym name) {
  if (!env || !env->qualname) return name;
  dbx_buf b = {0};
  dbx_printf(&b, "%s%s.%s", dbx_sym_text(env->qualname), env->scope->is_class ? "" : ".<locals>",
             dbx_sym_text(name));
  dbx_sym s = dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
  return s;
}

static o_seq *tuple_of_pins(uint32_t from) {
  return SEQ(tuple_new(lang_pin_at(from), lang_pins() - from));
}

// Evaluates a list of expressions (NULL: UNBOUND) into a tuple.
static dbx_status eval_all(o_env *env, const dbx_nodes *l, o_seq **ret) {
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < l->n; i++) {
    pv v = PV(PV_UNBOUND);
    if (l->at[i]) st = lang_eval(env, l->at[i], &v);
    lang_pin(v);
  }
  if (st == DBX_OK) *ret = tuple_of_pins(mark);
  lang_unpin(mark);
  return st;
}

static dbx_status make_function(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins();
  o_function *f = heap_new(T_FUNCTION, sizeof *f);
  f->node = n;
  f->scope = n->more->scope;
  f->env = env;
  f->globals = lang_now->globals;
  f->name = n->kind == DBX_N_Lambda ? dbx_intern("<lambda>") : n->name;
  f->qualname = qualified(env, f->name);
  f->params = lang_function_params(f);
  f->plain = !n->a->a && !n->a->b && !n->a->more->n.n && !f->scope->code;
  lang_pin(pv_obj(f));
  dbx_status st = eval_all(env, &n->a->more->e, &f->defaults);
  if (st == DBX_OK) st = eval_all(env, &n->a->more->d, &f->kw_defaults);
  if (st == DBX_OK) st = eval_annotations(env, n, f);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = pv_obj(f);
  return st;
}

pv eval_lambda(o_env *env, const dbx_node *n) {
  pv f;
  return make_function(env, n, &f) == DBX_OK ? f : PV(PV_UNBOUND);
}

// ---- classes ----

static dbx_status base_error(pv base, dbx_span span) {
  if (!is_obj(base, T_TYPE) && !is_obj(base, T_DTYPE))
    return dbx_fail(DBX_E204, span, "a base class has to be a class, not a value of type '%s'",
                    lang_type_name(base));
  return dbx_fail(
      DBX_E103, span,
      "subclasses of '%s' are not part of this language; hold the value as an attribute",
      lang_type_value_name(base));
}

static dbx_sym module_name(void) { // 0: the program
  pv name = dict_get_sym(lang_now->globals, names_now->__name__);
  bool own = !is_str(name) || lang_now->globals == DICT(lang_now->root->at[0]);
  return own ? 0 : dbx_intern_n(STR(name)->s, STR(name)->n);
}

// What stands behind the base class goes to __init_subclass__; on the root stack.
typedef dbx_vec(dbx_sym) symbols;
static dbx_status push_class_keywords(o_env *env, const dbx_nodes *l, symbols *names) {
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < l->n; i++) {
    pv v;
    if ((st = lang_eval(env, l->at[i]->a, &v)) == DBX_OK) lang_pin(v);
    dbx_push(names, l->at[i]->name);
  }
  return st;
}

// The class with an empty dictionary, and the environment of its body; pinned.
static o_class *new_class(o_env *env, const dbx_node *n, pv base, o_env **in) {
  o_class *c = heap_new(T_CLASS, sizeof *c);
  lang_pin(pv_obj(c));
  c->name = n->name;
  c->qualname = qualified(env, n->name);
  c->module = module_name();
  c->base = is_obj(base, T_CLASS) ? (o_class *)base.o : NULL;
  c->exception = c->base && c->base->exception;
  *in = lang_new_env(n->more->scope, env);
  lang_pin(pv_obj(*in));
  (*in)->qualname = c->qualname;
  c->dict = (*in)->dict = DICT(dict_new());
  return c;
}

static dbx_status class_body(o_env *in, o_class *c, const dbx_node *n) {
  pv ignored;
  const dbx_node *doc =
      n->more->n.n && n->more->n.at[0]->kind == DBX_N_Expr ? n->more->n.at[0]->a : NULL;
  if (doc && doc->kind == DBX_N_Constant && doc->constant == DBX_C_STR)
    dict_put_sym(c->dict, names_now->__doc__, lang_constant(doc));
  return lang_exec(in, &n->more->n, &ignored) == FLOW_NEXT ? DBX_OK : DBX_FAIL;
}

static dbx_status make_class(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins();
  pv base = PV(PV_UNBOUND);
  if (n->l.n) DBX_TRY(lang_eval(env, n->l.at[0], &base));
  lang_pin(base);
  if (is_obj(base, T_ALIAS) && ((o_alias *)base.o)->origin.tag != PV_UNBOUND)
    base = ((o_alias *)base.o)->origin; // Generic[T]
  bool object = is_obj(base, T_TYPE) && !strcmp(((o_type *)base.o)->name, "object");
  if (base.tag != PV_UNBOUND && !is_obj(base, T_CLASS) && !object)
    return base_error(base, n->l.at[0]->span);
  symbols names = {0};
  uint32_t first = lang_pins();
  dbx_status st = push_class_keywords(env, &n->more->m, &names);
  o_env *in;
  o_class *c = st == DBX_OK ? new_class(env, n, base, &in) : NULL;
  if (c) st = class_body(in, c, n);
  if (st == DBX_OK) {
    in->cls = c;
    call_args kw = {.kw = names.at, .kw_at = lang_pin_at(first), .n_kw = names.n, .span = n->span};
    st = class_made(c, &kw);
  }
  dbx_vec_free(&names);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = pv_obj(c);
  return st;
}

// ---- both, with their decorators ----

static dbx_status decorate(o_env *env, const dbx_nodes *decorators, const dbx_node *n, pv *fn) {
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < decorators->n; i++) {
    pv d;
    if ((st = lang_eval(env, decorators->at[i], &d)) == DBX_OK) lang_pin(d);
  }
  pv made;
  if (st == DBX_OK)
    st = n->kind == DBX_N_FunctionDef ? make_function(env, n, &made) : make_class(env, n, &made);
  for (uint32_t i = decorators->n; st == DBX_OK && i-- > 0;) {
    uint32_t at = lang_pins();
    lang_pin(made);
    dbx_here = decorators->at[i]->span;
    call_args c = {.fn = lang_pinned(mark + i),
                   .at = lang_pin_at(at),
                   .n = 1,
                   .span = decorators->at[i]->span,
                   .env = env};
    st = lang_call_args(c.fn, &c, &made);
  }
  lang_unpin(mark);
  if (st == DBX_OK) *fn = made;
  return st;
}

flow exec_definition(o_env *env, const dbx_node *n, pv *ret) {
  pv v;
  if (decorate(env, n->kind == DBX_N_FunctionDef ? &n->more->m : &n->more->d, n, &v) != DBX_OK)
    return FLOW_FAIL;
  return flow_of(lang_store_name(env, n, n->name, v));
}
