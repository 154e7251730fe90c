// Definitions of functions and classes.
#include "lang/object/above.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

#include <string.h>

// ---- functions ----

static dbx_sym qualified(const o_env *env, dbx_sym name) {
  if (!env || !env->qualname) return name;
  dbx_buf b = {0};
  dbx_put(&b, dbx_sym_text(env->qualname));
  dbx_put(&b, env->scope->is_class ? "." : ".<locals>.");
  dbx_put(&b, dbx_sym_text(name));
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

static dbx_sym module_name(void) { // 0: the program
  pv name = dict_get_sym(lang_now->globals, names_now->__name__);
  bool own = !is_str(name) || lang_now->globals == DICT(lang_now->root->at[0]);
  return own ? 0 : dbx_intern_n(STR(name)->s, STR(name)->n);
}

// What stands behind the bases goes to __init_subclass__, but for the class of the class; on the
// root stack.
typedef dbx_vec(dbx_sym) symbols;
typedef struct class_head {
  pv meta, bases;
  symbols names;
  uint32_t first; // of the keywords' values
} class_head;

static dbx_status push_class_keyword(class_head *h, dbx_sym name, pv v) {
  if (name == names_now->metaclass) return h->meta = v, DBX_OK;
  dbx_push(&h->names, name);
  return lang_pin(v), DBX_OK;
}

static dbx_status push_class_keywords(o_env *env, const dbx_nodes *l, class_head *h) {
  dbx_status st = DBX_OK;
  uint32_t keep = lang_pins();
  lang_pin(PV(PV_UNBOUND));
  h->first = lang_pins();
  for (uint32_t i = 0; st == DBX_OK && i < l->n; i++) {
    pv v;
    if ((st = lang_eval(env, l->at[i]->a, &v)) == DBX_OK)
      st = push_class_keyword(h, l->at[i]->name, v);
  }
  lang_set_pinned(keep, h->meta);
  return st;
}

static dbx_status class_body(o_env *in, const dbx_node *n) {
  pv ignored;
  const dbx_node *doc =
      n->more->n.n && n->more->n.at[0]->kind == DBX_N_Expr ? n->more->n.at[0]->a : NULL;
  if (doc && doc->kind == DBX_N_Constant && doc->constant == DBX_C_STR)
    dict_put_sym(in->dict, names_now->__doc__, lang_constant(doc));
  return lang_exec(in, &n->more->n, &ignored) == FLOW_NEXT ? DBX_OK : DBX_FAIL;
}

// meta(name, bases, dictionary, **keywords).
static dbx_status call_meta(o_class *meta, const class_plan *p, const call_args *kw, pv *ret) {
  uint32_t mark = lang_pins();
  dict_put_sym(p->dict, names_now->__qualname__, lang_sym_str(p->qualname));
  if (p->module) dict_put_sym(p->dict, names_now->__module__, lang_sym_str(p->module));
  lang_pin(lang_sym_str(p->name)), lang_pin(pv_obj((o_seq *)p->bases)), lang_pin(pv_obj(p->dict));
  call_args c = *kw;
  c.fn = pv_obj(meta), c.at = lang_pin_at(mark), c.n = 3;
  dbx_status st = lang_call_args(c.fn, &c, ret);
  lang_unpin(mark);
  return st;
}

static dbx_status class_of_body(o_env *env, const dbx_node *n, class_head *h, pv *ret) {
  class_plan p = {.name = n->name,
                  .qualname = qualified(env, n->name),
                  .module = module_name(),
                  .bases = SEQ(h->bases)};
  o_env *in = lang_new_env(n->more->scope, env);
  lang_pin(pv_obj(in));
  in->qualname = p.qualname;
  p.dict = in->dict = DICT(dict_new());
  DBX_TRY(class_meta(h->meta, p.bases, &p.meta));
  DBX_TRY(class_body(in, n));
  call_args kw = {
      .kw = h->names.at, .kw_at = lang_pin_at(h->first), .n_kw = h->names.n, .span = n->span};
  dbx_here = n->l.n ? n->l.at[0]->span : n->span;
  DBX_TRY(p.meta ? call_meta(p.meta, &p, &kw, ret) : class_new(&p, &kw, ret));
  if (is_obj(*ret, T_CLASS)) in->cls = (o_class *)ret->o;
  return DBX_OK;
}

static dbx_status make_class(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins();
  class_head h = {.meta = PV(PV_UNBOUND)};
  dbx_status st = push_elements(env, &n->l);
  h.bases = pv_obj(tuple_of_pins(mark));
  lang_pin(h.bases);
  if (st == DBX_OK) st = push_class_keywords(env, &n->more->m, &h);
  if (st == DBX_OK) st = class_of_body(env, n, &h, ret);
  dbx_vec_free(&h.names);
  lang_unpin(mark);
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
