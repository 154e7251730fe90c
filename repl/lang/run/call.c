// Functions, classes and calls: how arguments meet parameters.
#include "base/poll.h"
#include "lang/object/types.h"
#include "lang/run/blame.h"
#include "lang/run/draft.h"
#include "lang/run/lang.h"
#include "trace/trace.h"

#include <string.h>

o_env *lang_new_env(const dbx_scope *s, o_env *outer) {
  o_env *e = heap_new(T_ENV, env_bytes(s->n_slots));
  e->scope = s;
  e->outer = outer;
  e->n = s->n_slots;
  if (outer) e->qualname = outer->qualname;
  return e;
}

// ---- definitions ----

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

static dbx_status eval_annotations(o_env *env, const dbx_node *args, o_seq **ret) {
  const dbx_nodes *lists[] = {&args->l, &args->more->m};
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  for (int k = 0; k < 2; k++)
    for (uint32_t i = 0; st == DBX_OK && i < lists[k]->n; i++) {
      pv v = PV(PV_UNBOUND);
      if (lists[k]->at[i]->a) st = lang_eval(env, lists[k]->at[i]->a, &v);
      lang_pin(v);
    }
  if (st == DBX_OK) *ret = tuple_of_pins(mark);
  lang_unpin(mark);
  return st;
}

dbx_status lang_make_function(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins();
  o_function *f = heap_new(T_FUNCTION, sizeof *f);
  f->node = n;
  f->env = env;
  f->name = n->kind == DBX_N_Lambda ? dbx_intern("<lambda>") : n->name;
  f->qualname = qualified(env, f->name);
  f->params = lang_function_params(f);
  f->plain = !n->a->a && !n->a->b && !n->a->more->n.n;
  lang_pin(pv_obj(f));
  dbx_status st = eval_all(env, &n->a->more->e, &f->defaults);
  if (st == DBX_OK) st = eval_all(env, &n->a->more->d, &f->kw_defaults);
  if (st == DBX_OK) st = eval_annotations(env, n->a, &f->annotations);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = pv_obj(f);
  return st;
}

// The parameters that can be given by position.
uint32_t lang_function_params(const o_function *f) {
  return f->node->a->l.n + f->node->a->more->m.n;
}
const dbx_node *lang_function_param(const o_function *f, uint32_t i) {
  const dbx_node *a = f->node->a;
  return i < a->l.n ? a->l.at[i] : a->more->m.at[i - a->l.n];
}

static dbx_status base_error(pv base, dbx_span span) {
  if (!is_obj(base, T_TYPE) && !is_obj(base, T_DTYPE))
    return dbx_fail(DBX_E204, span, "a base class has to be a class, not a value of type '%s'",
                    lang_type_name(base));
  return dbx_fail(
      DBX_E103, span,
      "subclasses of '%s' are not part of this language; hold the value as an attribute",
      lang_type_value_name(base));
}

dbx_status lang_make_class(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins(), i = 0;
  pv base = PV(PV_UNBOUND), ignored;
  dict_entry *e;
  if (n->l.n) DBX_TRY(lang_eval(env, n->l.at[0], &base));
  lang_pin(base);
  bool object = is_obj(base, T_TYPE) && !strcmp(((o_type *)base.o)->name, "object");
  if (base.tag != PV_UNBOUND && !is_obj(base, T_CLASS) && !object)
    return base_error(base, n->l.at[0]->span);
  o_class *c = heap_new(T_CLASS, sizeof *c);
  lang_pin(pv_obj(c));
  c->name = n->name;
  c->qualname = qualified(env, n->name);
  c->base = is_obj(base, T_CLASS) ? (o_class *)base.o : NULL;
  c->exception = c->base && c->base->exception;
  o_env *in = lang_new_env(n->more->scope, env);
  lang_pin(pv_obj(in));
  in->qualname = c->qualname;
  c->dict = in->dict = DICT(dict_new());
  const dbx_node *doc =
      n->more->n.n && n->more->n.at[0]->kind == DBX_N_Expr ? n->more->n.at[0]->a : NULL;
  if (doc && doc->kind == DBX_N_Constant && doc->constant == DBX_C_STR)
    dict_put_sym(c->dict, names_now->__doc__, lang_constant(doc));
  flow f = lang_exec(in, &n->more->n, &ignored);
  while (f == FLOW_NEXT && dict_next(c->dict, &i, &e))
    if (is_obj(e->val, T_FUNCTION)) ((o_function *)e->val.o)->owner = c;
  lang_unpin(mark);
  if (f == FLOW_NEXT) *ret = pv_obj(c);
  return f == FLOW_NEXT ? DBX_OK : DBX_FAIL;
}

// ---- arguments meet parameters ----

static void put_name_list(dbx_buf *b, const dbx_sym *names, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_put(b, n == 2 ? " and " : i + 1 == n ? ", and " : ", ");
    dbx_printf(b, "'%s'", dbx_sym_text(names[i]));
  }
}

static dbx_status missing_error(const o_function *f, const char *kind, const dbx_sym *names,
                                uint32_t n) {
  dbx_buf b = {0};
  put_name_list(&b, names, n);
  dbx_fail_(DBX_E202, (dbx_span){0}, "%s() missing %u required %s argument%s: %s",
            dbx_sym_text(f->qualname), n, kind, n == 1 ? "" : "s", dbx_text(&b));
  dbx_diag_label(f->node->span, "defined here");
  dbx_buf_free(&b);
  return DBX_FAIL;
}

static dbx_status too_many_error(const o_function *f, uint32_t given) {
  uint32_t max = lang_function_params(f), min = max - f->defaults->n;
  dbx_buf takes = {0};
  if (min < max) dbx_printf(&takes, "from %u to %u positional arguments", min, max);
  else dbx_printf(&takes, "%u positional argument%s", max, max == 1 ? "" : "s");
  dbx_fail_(DBX_E202, (dbx_span){0}, "%s() takes %s but %u %s given", dbx_sym_text(f->qualname),
            dbx_text(&takes), given, given == 1 ? "was" : "were");
  dbx_diag_label(f->node->span, "defined here");
  dbx_buf_free(&takes);
  return DBX_FAIL;
}

static dbx_status check_missing(const o_function *f, const o_env *env) {
  uint32_t params = lang_function_params(f), n = 0;
  const dbx_nodes *kwonly = &f->node->a->more->n;
  for (uint32_t i = 0; i < params; i++)
    n += env->slot[lang_function_param(f, i)->slot].tag == PV_UNBOUND;
  for (uint32_t i = 0; i < kwonly->n; i++) n += env->slot[kwonly->at[i]->slot].tag == PV_UNBOUND;
  if (!n) return DBX_OK;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_sym *names = DBX_TMP(dbx_sym, n);
  n = 0;
  for (uint32_t i = 0; i < params; i++)
    if (env->slot[lang_function_param(f, i)->slot].tag == PV_UNBOUND)
      names[n++] = lang_function_param(f, i)->name;
  const char *kind = n ? "positional" : "keyword-only";
  for (uint32_t i = 0; i < kwonly->n && (!n || kind[0] == 'k'); i++)
    if (env->slot[kwonly->at[i]->slot].tag == PV_UNBOUND) names[n++] = kwonly->at[i]->name;
  dbx_status st = missing_error(f, kind, names, n);
  dbx_scratch_release(m);
  return st;
}

static const dbx_node *param_named(const o_function *f, dbx_sym name) {
  const dbx_node *a = f->node->a;
  for (uint32_t i = 0; i < a->more->m.n; i++)
    if (a->more->m.at[i]->name == name) return a->more->m.at[i];
  for (uint32_t i = 0; i < a->more->n.n; i++)
    if (a->more->n.at[i]->name == name) return a->more->n.at[i];
  return NULL;
}

static dbx_status bind_keyword(const o_function *f, o_env *env, dbx_sym name, pv v, o_dict *rest) {
  const dbx_node *p = param_named(f, name);
  if (!p && rest) return dict_put_sym(rest, name, v), DBX_OK;
  if (!p) {
    dbx_fail_(DBX_E202, (dbx_span){0}, "%s() got an unexpected keyword argument '%s'",
              dbx_sym_text(f->qualname), dbx_sym_text(name));
    dbx_diag_label(f->node->span, "defined here");
    return DBX_FAIL;
  }
  if (env->slot[p->slot].tag != PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() got multiple values for argument '%s'",
                    dbx_sym_text(f->qualname), dbx_sym_text(name));
  env->slot[p->slot] = v;
  return DBX_OK;
}

static void bind_defaults(const o_function *f, o_env *env) {
  uint32_t params = lang_function_params(f), n = f->defaults->n;
  for (uint32_t i = 0; i < n; i++) {
    pv *slot = &env->slot[lang_function_param(f, params - n + i)->slot];
    if (slot->tag == PV_UNBOUND) *slot = f->defaults->at[i];
  }
  for (uint32_t i = 0; i < f->kw_defaults->n; i++) {
    pv *slot = &env->slot[f->node->a->more->n.at[i]->slot];
    if (slot->tag == PV_UNBOUND) *slot = f->kw_defaults->at[i];
  }
}

static dbx_status bind_arguments(const o_function *f, const call_args *c, o_env *env) {
  const dbx_node *a = f->node->a;
  uint32_t params = lang_function_params(f), n = c->n < params ? c->n : params;
  for (uint32_t i = 0; i < n; i++) env->slot[lang_function_param(f, i)->slot] = c->at[i];
  if (a->a) env->slot[a->a->slot] = tuple_new(c->at + n, c->n - n);
  if (a->b) env->slot[a->b->slot] = dict_new();
  o_dict *rest = a->b ? DICT(env->slot[a->b->slot]) : NULL;
  for (uint32_t i = 0; i < c->n_kw; i++) DBX_TRY(bind_keyword(f, env, c->kw[i], c->kw_at[i], rest));
  if (c->n > params && !a->a) return too_many_error(f, c->n);
  bind_defaults(f, env);
  return check_missing(f, env);
}

// ---- calls ----

o_env *lang_env_of(const o_function *f) {
  o_env *env = lang_new_env(f->node->more->scope, f->env);
  env->qualname = f->qualname;
  env->cls = f->owner;
  return env;
}

static dbx_status run_body(const o_function *f, o_env *env, pv *ret) {
  if (f->node->kind == DBX_N_Lambda) return lang_eval(env, f->node->b, ret);
  *ret = pv_none();
  flow w = lang_exec(env, &f->node->l, ret);
  if (w == FLOW_FAIL) return DBX_FAIL;
  if (w != FLOW_RETURN) *ret = pv_none();
  return DBX_OK;
}

dbx_status lang_run_function(o_function *f, o_env *env, dbx_span site, pv *ret) {
  DBX_TRY(dbx_poll());
  if (heap_now->depth >= heap_now->max_depth)
    return dbx_fail(DBX_E210, (dbx_span){0}, "maximum recursion depth exceeded");
  lang_frame frame = {env, lang_now->frame};
  bool traced = dbx_trace_current();
  heap_now->depth++;
  lang_now->frame = &frame;
  if (traced) lang_note_call(f, env, site);
  dbx_status st = run_body(f, env, ret);
  if (traced) lang_note_return(f, st == DBX_OK);
  if (lang_now->draft.on) draft_left(env);
  if (st != DBX_OK) blame_frame(), dbx_diag_call(site, dbx_sym_text(f->name));
  lang_now->frame = frame.caller;
  heap_now->depth--;
  return st;
}

static dbx_status call_function(o_function *f, const call_args *c, pv *ret) {
  uint32_t mark = lang_pins();
  o_env *env = lang_env_of(f);
  lang_pin(pv_obj(f));
  lang_pin(pv_obj(env));
  dbx_status st = bind_arguments(f, c, env);
  pv r;
  if (st == DBX_OK) st = lang_run_function(f, env, c->span, &r);
  lang_unpin(mark);
  if (!f->node->more->scope->captured) heap_drop(env, env_bytes(env->n));
  if (st == DBX_OK) *ret = r;
  return st;
}

dbx_status function_called(const call_args *c, pv *ret) {
  return call_function((o_function *)c->fn.o, c, ret);
}
