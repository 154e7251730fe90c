// Calls of the program's functions: how arguments meet parameters.
#include "base/nearest.h"
#include "base/poll.h"
#include "lang/object/types.h"
#include "lang/run/blame.h"
#include "lang/run/draft.h"
#include "lang/run/generator.h"
#include "lang/run/parts.h"
#include "lang/run/witness.h"
#include "trace/trace.h"

#include <string.h>

static inline o_env *new_env(const dbx_scope *s, o_env *outer) {
  o_env *e = heap_new(T_ENV, env_bytes(s->n_slots));
  e->scope = s;
  e->outer = outer;
  e->n = s->n_slots;
  return e;
}

o_env *lang_new_env(const dbx_scope *s, o_env *outer) {
  o_env *e = new_env(s, outer);
  if (outer) e->qualname = outer->qualname;
  return e;
}

// The parameters that can be given by position.
uint32_t lang_function_params(const o_function *f) {
  return f->node->a->l.n + f->node->a->more->m.n;
}
const dbx_node *lang_function_param(const o_function *f, uint32_t i) {
  const dbx_node *a = f->node->a;
  return i < a->l.n ? a->l.at[i] : a->more->m.at[i - a->l.n];
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

// kwonly: arguments that were given for keyword-only parameters
static dbx_status too_many_error(const o_function *f, uint32_t given, uint32_t kwonly) {
  uint32_t max = lang_function_params(f), min = max - f->defaults->n;
  dbx_buf takes = {0};
  if (min < max) dbx_printf(&takes, "from %u to %u positional arguments", min, max);
  else dbx_printf(&takes, "%u positional argument%s", max, max == 1 ? "" : "s");
  dbx_buf with = {0};
  if (kwonly)
    dbx_printf(&with, " positional argument%s (and %u keyword-only argument%s)",
               given == 1 ? "" : "s", kwonly, kwonly == 1 ? "" : "s");
  dbx_fail_(DBX_E202, (dbx_span){0}, "%s() takes %s but %u%s %s given", dbx_sym_text(f->qualname),
            dbx_text(&takes), given, dbx_text(&with), given == 1 && !kwonly ? "was" : "were");
  dbx_buf_free(&with);
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

static dbx_status near_param(const o_function *f, dbx_sym name) {
  const dbx_node *a = f->node->a;
  dbx_nearest near = dbx_nearest_to(dbx_sym_text(name));
  for (uint32_t i = 0; i < a->more->m.n; i++)
    dbx_nearest_try(&near, dbx_sym_text(a->more->m.at[i]->name));
  for (uint32_t i = 0; i < a->more->n.n; i++)
    dbx_nearest_try(&near, dbx_sym_text(a->more->n.at[i]->name));
  return dbx_nearest_advise(&near, "");
}

static bool positional_only(const o_function *f, dbx_sym name) {
  const dbx_nodes *l = &f->node->a->l;
  uint32_t i = 0;
  while (i < l->n && l->at[i]->name != name) i++;
  return i < l->n;
}

static dbx_status positional_only_error(const o_function *f, const call_args *c) {
  dbx_buf names = {0};
  for (uint32_t i = 0; i < c->n_kw; i++)
    if (positional_only(f, c->kw[i]))
      dbx_printf(&names, "%s%s", names.n ? ", " : "", dbx_sym_text(c->kw[i]));
  dbx_fail_(DBX_E202, (dbx_span){0},
            "%s() got some positional-only arguments passed as keyword arguments: '%s'",
            dbx_sym_text(f->qualname), dbx_text(&names));
  dbx_diag_label(f->node->span, "defined here");
  return dbx_buf_free(&names), DBX_FAIL;
}

static dbx_status bind_keyword(const o_function *f, o_env *env, dbx_sym name, pv v, o_dict *rest) {
  const dbx_node *p = param_named(f, name);
  if (!p && rest) return dict_put_sym(rest, name, v), DBX_OK;
  if (!p) {
    dbx_fail_(DBX_E202, (dbx_span){0}, "%s() got an unexpected keyword argument '%s'",
              dbx_sym_text(f->qualname), dbx_sym_text(name));
    dbx_diag_label(f->node->span, "defined here");
    return near_param(f, name);
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
  for (uint32_t i = 0; i < c->n_kw; i++) {
    if (!rest && positional_only(f, c->kw[i])) return positional_only_error(f, c);
    DBX_TRY(bind_keyword(f, env, c->kw[i], c->kw_at[i], rest));
  }
  if (c->n > params && !a->a) {
    uint32_t kwonly = 0;
    for (uint32_t i = 0; i < a->more->n.n; i++)
      kwonly += env->slot[a->more->n.at[i]->slot].tag != PV_UNBOUND;
    return too_many_error(f, c->n, kwonly);
  }
  bind_defaults(f, env);
  return check_missing(f, env);
}

// ---- calls ----

o_env *lang_env_of(const o_function *f) {
  o_env *env = new_env(f->scope, f->env);
  env->qualname = f->qualname;
  env->cls = f->owner;
  return env;
}

static dbx_status run_body(const o_function *f, o_env *env, pv *ret) {
  if (f->node->kind == DBX_N_Lambda) {
    if (lang_eval(env, f->node->b, ret) == DBX_OK) return DBX_OK;
    return witness_names(env, f->node), DBX_FAIL;
  }
  *ret = pv_none();
  flow w = lang_exec(env, &f->node->l, ret);
  if (w == FLOW_FAIL) return DBX_FAIL;
  if (w != FLOW_RETURN) *ret = pv_none();
  return DBX_OK;
}

dbx_status lang_run_function(o_function *f, o_env *env, const dbx_span *site, pv *ret) {
  DBX_TRY(dbx_poll());
  if (heap_now->depth >= heap_now->max_depth)
    return dbx_fail(DBX_E210, (dbx_span){0}, "maximum recursion depth exceeded");
  lang_frame frame = {env, lang_now->frame, site};
  bool traced = dbx_trace_current();
  heap_now->depth++;
  lang_now->frame = &frame;
  o_dict *globals = lang_now->globals;
  lang_now->globals = f->globals;
  if (traced) lang_note_call(f, env, *site);
  dbx_status st = run_body(f, env, ret);
  lang_now->globals = globals;
  if (traced) lang_note_return(f, st == DBX_OK);
  if (lang_now->draft.on) draft_left(env);
  if (st != DBX_OK) blame_frame(), blame_caller(f, *site);
  lang_now->frame = frame.caller;
  heap_now->depth--;
  return st;
}

// The body, or a generator of it. What fails afterwards is what called.
static dbx_status begin_function(o_function *f, o_env *env, const dbx_span *site, pv *ret) {
  if (f->scope->code) return *ret = generator_new(f, env), DBX_OK;
  dbx_span here = dbx_here;
  DBX_TRY(lang_run_function(f, env, site, ret));
  lang_now->left = dbx_here;
  dbx_here = here;
  return DBX_OK;
}

static dbx_status call_function(o_function *f, const call_args *c, pv *ret) {
  uint32_t mark = lang_pins();
  o_env *env = lang_env_of(f);
  lang_pin(pv_obj(f));
  lang_pin(pv_obj(env));
  dbx_status st = bind_arguments(f, c, env);
  pv r;
  if (st == DBX_OK) st = begin_function(f, env, &c->span, &r);
  lang_unpin(mark);
  if (!f->scope->captured) heap_drop(env, env_bytes(env->n));
  if (st == DBX_OK) close_dropped_behind(r), *ret = r;
  return st;
}

dbx_status function_called(const call_args *c, pv *ret) {
  return call_function((o_function *)c->fn.o, c, ret);
}
