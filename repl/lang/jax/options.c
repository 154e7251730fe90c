// The decorators qjit and jax.jit, and their options.
#include "ir/target.h"
#include "lang/jax/compiled.h"
#include "lang/jax/graph.h"
#include "lang/jax/qjit.h"
#include "lang/object/above.h"

#include <string.h>

// jax looks at the parameters now, Catalyst at the arguments when it is called.
static dbx_status read_argnums(pv v, const o_qjit *q, dbx_u32s *ret) {
  int64_t i;
  if (v.tag == PV_UNBOUND || is_none(v)) return DBX_OK;
  pv one = v;
  if (!is_seq(v)) v = tuple_new(&one, 1);
  bool known = q->jit && is_obj(q->fn, T_FUNCTION);
  int64_t n = known ? lang_function_params((o_function *)q->fn.o) : 0;
  for (uint32_t k = 0; k < SEQ(v)->n; k++) {
    DBX_TRY(lang_index(SEQ(v)->at[k], &i));
    if (i < 0 && known) i += n;
    if (q->jit && (i < 0 || (known && i >= n)))
      return dbx_fail(DBX_E208, (dbx_span){0},
                      "argnum %lld is beyond the valid range of [0, %lld).", (long long)i,
                      (long long)n);
    dbx_push(ret, (uint32_t)i);
  }
  return DBX_OK;
}

static bool has_parameter(const o_function *f, dbx_sym name) {
  for (uint32_t i = 0; i < lang_function_params(f); i++)
    if (lang_function_param(f, i)->name == name) return true;
  const dbx_nodes *by_name = &f->node->a->more->n;
  for (uint32_t i = 0; i < by_name->n; i++)
    if (by_name->at[i]->name == name) return true;
  return f->node->a->b != NULL; // **rest
}

static dbx_status read_argnames(const char *option, pv v, const o_qjit *q, dbx_u32s *ret) {
  if (v.tag == PV_UNBOUND || is_none(v)) return DBX_OK;
  pv one = v;
  if (is_str(v)) v = tuple_new(&one, 1);
  DBX_TRY(lang_to_list(v, &v));
  for (uint32_t k = 0; k < SEQ(v)->n; k++) {
    pv s = SEQ(v)->at[k];
    if (!is_str(s))
      return dbx_fail(DBX_E204, (dbx_span){0}, "%s has to name parameters, not a '%s'", option,
                      lang_type_name(s));
    dbx_sym name = dbx_intern_n(STR(s)->s, STR(s)->n);
    if (is_obj(q->fn, T_FUNCTION) && !has_parameter((o_function *)q->fn.o, name))
      return dbx_fail(
          DBX_E208, (dbx_span){0},
          "jitted function has invalid argnames {%s} in %s. Function does not take these "
          "args.",
          dbx_sym_text(name), option);
    dbx_push(ret, name);
  }
  return DBX_OK;
}

static dbx_status read_names(const call_args *options, const char *option, const o_qjit *q,
                             dbx_u32s *ret) {
  return read_argnames(option, args_keyword(options, option), q, ret);
}

static dbx_status read_flag(pv v, bool *ret) {
  return v.tag == PV_UNBOUND ? (*ret = false, DBX_OK) : lang_truth(v, ret);
}

// What the equation of a call says, and whether there is one.
static dbx_status read_equation(const call_args *options, o_qjit *q) {
  DBX_TRY(read_argnums(args_keyword(options, "donate_argnums"), q, &q->donated));
  DBX_TRY(read_names(options, "donate_argnames", q, &q->donated_names));
  DBX_TRY(read_flag(args_keyword(options, "inline"), &q->inlined));
  return read_flag(args_keyword(options, "keep_unused"), &q->keeps_unused);
}

static pv given(const call_args *options) {
  pv d = dict_new();
  for (uint32_t i = 0; i < options->n_kw; i++)
    dict_put_sym(DICT(d), options->kw[i], options->kw_at[i]);
  return d;
}

static dbx_status compile_options(o_qjit *q, pv *ret) {
  pv module, make;
  if (is_obj(q->options, T_DICT)) {
    DBX_TRY(above()->import("catalyst.compiler", &module));
    DBX_TRY(lang_getattr(module, dbx_intern("of_given"), &make));
    DBX_TRY(lang_call(make, &q->options, 1, &q->options));
  }
  return *ret = q->options, DBX_OK;
}

dbx_status qjit_made_attr(o_qjit *q, dbx_sym name, pv *ret) {
  const char *text = dbx_sym_text(name);
  if (!strcmp(text, "original_function")) *ret = q->original;
  if (!strcmp(text, "user_function") && pv_same(q->fn, q->original)) *ret = q->fn;
  else if (!strcmp(text, "user_function")) return graph_converted(q->original, ret);
  return strcmp(text, "compile_options") != 0 ? DBX_OK : compile_options(q, ret);
}

static bool same_list(const dbx_u32s *a, const dbx_u32s *b) {
  return a->n == b->n && (!a->n || !memcmp(a->at, b->at, a->n * sizeof *a->at));
}

// What jax.jit made of this function before, with the same options: it knows what is compiled. Else
// q, which the next one may use.
static dbx_status made_before(o_qjit *q, pv *ret) {
  o_function *f = (o_function *)q->fn.o;
  *ret = pv_obj(q);
  if (q->axes.tag != PV_UNBOUND) return DBX_OK;
  for (o_qjit *old = (o_qjit *)f->jitted; old; old = old->before)
    if (same_list(&old->fixed, &q->fixed) && same_list(&old->fixed_names, &q->fixed_names) &&
        same_list(&old->donated, &q->donated) &&
        same_list(&old->donated_names, &q->donated_names) && old->inlined == q->inlined &&
        old->keeps_unused == q->keeps_unused)
      return *ret = pv_obj(old), DBX_OK;
  DBX_TRY(heap_own(&f->h));
  q->before = (o_qjit *)f->jitted, f->jitted = &q->h;
  return DBX_OK;
}

dbx_status qjit_new(pv fn, const call_args *options, bool jit, pv *ret) {
  pv args;
  const pv original = fn;
  if (is_obj(fn, T_QJIT) && !jit) return *ret = fn, DBX_OK;
  if (!lang_callable(fn))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s needs a function, not a '%s'",
                    jit ? "jax.jit" : "qjit", lang_type_name(fn));
  uint32_t mark = lang_pins();
  DBX_TRY(graph_option(options, &fn));
  lang_pin(fn);
  o_qjit *q = heap_new(T_QJIT, sizeof *q);
  lang_pin(pv_obj(q));
  q->fn = fn, q->jit = jit, q->name = lang_function_name(fn), q->original = original;
  q->options = given(options);
  if (jit && is_obj(fn, T_PARTIAL)) q->name = dbx_intern("<unnamed wrapped function>");
  q->axes = args_keyword(options, "abstracted_axes");
  dbx_status st = read_argnums(args_keyword(options, "static_argnums"), q, &q->fixed);
  if (st == DBX_OK) st = read_names(options, "static_argnames", q, &q->fixed_names);
  if (st == DBX_OK && jit) st = read_equation(options, q);
  if (st == DBX_OK && !jit && !q->fixed.n && !q->fixed_names.n && qjit_declared(fn, &args)) {
    q->declared = true;
    st = qjit_compile_declared(q, args);
    if (st != DBX_OK) lang_now->refused = pv_obj(q);
  }
  lang_unpin(mark);
  if (st == DBX_OK) *ret = pv_obj(q);
  return st;
}

static dbx_status decorated(pv fn, const call_args *options, bool jit, pv *ret) {
  DBX_TRY(qjit_new(fn, options, jit, ret));
  o_qjit *q = (o_qjit *)ret->o;
  return jit && is_obj(q->fn, T_FUNCTION) ? made_before(q, ret) : DBX_OK;
}

static dbx_status apply_options(const call_args *c, pv *ret) {
  const o_decorator *d = (o_decorator *)c->fn.o;
  DBX_TRY(args_count(c, "qjit decorator", 1, 1));
  const o_dict *kw = DICT(d->target);
  dbx_sym *names = DBX_TMP(dbx_sym, kw->n);
  uint32_t i = 0, n = 0, mark = lang_pins();
  dict_entry *e;
  while (dict_next(kw, &i, &e)) {
    names[n++] = dbx_intern_n(STR(e->key)->s, STR(e->key)->n);
    lang_pin(e->val);
  }
  call_args options = {.kw = names, .kw_at = lang_pin_at(mark), .n_kw = n, .span = c->span};
  dbx_status st = decorated(c->at[0], &options, !is_none(SEQ(pv_obj(d->options))->at[0]), ret);
  lang_unpin(mark);
  return st;
}

// Options that change how Catalyst compiles, not what a program means, are accepted.
#define CATALYST_OPTIONS                                                                           \
  "abstracted_axes static_argnums autograph autograph_include keep_intermediate verbose logfile "  \
  "target async_qnodes pipelines seed"
#define LATER_OPTIONS                                                                              \
  " capture static_argnames use_nameloc circuit_transform_pipeline pass_plugins dialect_plugins "  \
  "skip_preprocess"
static dbx_status decorator(const call_args *c, bool jit, pv *ret) {
  const char *name = jit ? "jit" : "qjit";
  DBX_TRY(args_only_keywords(
      c, name,
      jit ? "abstracted_axes static_argnums static_argnames donate_argnums donate_argnames inline "
            "keep_unused device backend"
      : dbx_target_now()->later_names ? CATALYST_OPTIONS LATER_OPTIONS
                                      : CATALYST_OPTIONS));
  DBX_TRY(args_count(c, name, 0, 1));
  if (c->n && !is_none(c->at[0])) return decorated(c->at[0], c, jit, ret);
  o_decorator *d = heap_new(T_DECORATOR, sizeof *d);
  pv flag = jit ? pv_bool(true) : pv_none(), kw = given(c);
  d->apply = apply_options, d->target = kw, d->options = SEQ(tuple_new(&flag, 1));
  return *ret = pv_obj(d), DBX_OK;
}

dbx_status lang_qjit(const call_args *c, pv *ret) { return decorator(c, false, ret); }
dbx_status lang_qml_qjit(const call_args *c, pv *ret) {
  pv name = args_keyword(c, "compiler");
  call_args rest = *c;
  dbx_sym *kw = DBX_TMP(dbx_sym, c->n_kw + 1);
  pv *kw_at = DBX_TMP(pv, c->n_kw + 1);
  if (name.tag != PV_UNBOUND && (!is_str(name) || strcmp(STR(name)->s, "catalyst") != 0))
    return dbx_fail_as(DBX_E208, dbx_intern("CompileError"), (dbx_span){0},
                       "The %s package is not installed.",
                       is_str(name) ? STR(name)->s : lang_type_name(name));
  rest.n_kw = 0, rest.kw = kw, rest.kw_at = kw_at;
  for (uint32_t i = 0; i < c->n_kw; i++) {
    if (!strcmp(dbx_sym_text(c->kw[i]), "compiler")) continue;
    kw[rest.n_kw] = c->kw[i], kw_at[rest.n_kw++] = c->kw_at[i];
  }
  return lang_qjit(&rest, ret);
}
dbx_status lang_jit(const call_args *c, pv *ret) { return decorator(c, true, ret); }
