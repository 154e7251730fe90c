// Tracing compiled functions: for the arguments of a call, or for the types that they declare.
// Source: docs/semantics.md, Arguments of functions; observed: conformance/dynamic_types.
#include "lang/jax/compiled.h"

#include "lang/jax/axes.h"

#include <string.h>

dbx_status qjit_infer(const o_qjit *q, const site *s, dbx_arena *a, dbx_sig *in_type,
                      dbx_implicit **implicit, uint32_t *n_implicit) {
  dbx_argument *args = DBX_TMP(dbx_argument, s->n);
  const uint64_t **names = NULL;
  uint32_t axes = 0;
  pv dynamic = site_traced(s);
  if (q->axes.tag != PV_UNBOUND && !is_none(q->axes))
    DBX_TRY(axes_names(q->axes, dynamic, s->aval, s->n, &names));
  for (uint32_t i = 0; i < s->n; i++) {
    args[i] = (dbx_argument){.aval = s->aval[i], .names = names ? names[i] : NULL};
    axes += dbx_aval_at(s->aval[i])->rank;
  }
  *implicit = DBX_NEWN(a, dbx_implicit, axes + 1);
  return dbx_infer_input_type(a, args, s->n, in_type, *implicit, n_implicit);
}

// ---- compiling ----

// jax.jit keeps one for each types of the arguments; Catalyst, and jax.make_jaxpr, the last.
static void remember(o_qjit *q, const entry *e) {
  q->jaxpr = e->jaxpr;
  bool all = q->jit && !q->abstract;
  for (uint32_t i = 0; i < q->entries.n && !all; i++)
    if (q->entries.at[i].key == e->key) {
      if (lang_now->engine.forget)
        lang_now->engine.forget(lang_now->engine.ctx, q->entries.at[i].jaxpr);
      q->entries.at[i] = *e;
      return;
    }
  dbx_push(&q->entries, *e);
}

// What filled the memory is not kept to be asked about.
static bool has_no_memory(const dbx_diag *d) {
  return d && (d->code == DBX_E216 || d->code == DBX_E702);
}

pv statics_of(const o_qjit *q, const site *s) {
  pv pair[] = {s->args, s->named};
  return q->fixed.n || q->fixed_names.n ? tuple_new(pair, 2) : PV(PV_UNBOUND);
}

void site_callable(const o_qjit *q, const site *s, tree_fn *fn, dbx_callable *callable) {
  const o_treedef *both = tree_def(s->structure);
  tree_fn_new(q->fn, s->args, s->keywords, 0, fn, callable);
  tree_fn_know(fn, pv_obj(both->kid[0]), pv_obj(both->kid[1]));
  fn->fixed = s->fixed, fn->named = s->named;
}

dbx_status qjit_compile(o_qjit *q, const site *s, entry *ret) {
  entry e = {.key = s->key};
  tree_fn fn;
  dbx_callable callable;
  dbx_sig in_type;
  dbx_sym tree;
  dbx_span here = dbx_here;
  pv written = qjit_written(q->fn);
  if (is_obj(written, T_FUNCTION)) dbx_here = ((o_function *)written.o)->node->span;
  e.trace = dbx_trace_begin(q->name);
  e.trace->plain = q->jit && (q->axes.tag == PV_UNBOUND || is_none(q->axes));
  dbx_here = here;
  site_callable(q, s, &fn, &callable);
  dbx_status st = qjit_infer(q, s, &e.trace->arena, &in_type, &e.implicit, &e.n_implicit);
  if (st == DBX_OK) st = dbx_trace_function(e.trace, &in_type, &callable, &tree);
  if (st != DBX_OK && dbx_diag_pending() && !e.trace->failed)
    e.trace->failed = dbx_diag_pending()->cls;
  dbx_trace_end(e.trace);
  if (st != DBX_OK && has_no_memory(dbx_diag_pending())) return dbx_trace_free(e.trace), st;
  dbx_push(&lang_now->traces, e.trace);
  if (lang_now->on_trace) {
    dbx_diag *pending = dbx_diag_take();
    lang_now->on_trace(e.trace, lang_now->on_trace_ctx);
    if (pending) dbx_diag_put(pending);
  }
  DBX_TRY(st);
  e.jaxpr = e.trace->jaxpr, e.in_type = e.trace->in_type, e.out_type = e.trace->out_type;
  e.tree = tree;
  e.given = dbx_arena_copy(&e.trace->arena, s->aval, s->n * sizeof *s->aval);
  e.out = tree_fn_result(&fn), e.statics = statics_of(q, s);
  q->settings = site_settings();
  remember(q, &e);
  *ret = e;
  return DBX_OK;
}

// ---- annotations ----

pv qjit_written(pv fn) {
  pv inner = PV(PV_UNBOUND);
  if (!is_obj(fn, T_INSTANCE)) return fn;
  if (lang_findattr(fn, names_now->__wrapped__, &inner) != DBX_OK) dbx_diag_forget();
  return is_obj(inner, T_FUNCTION) ? inner : fn;
}

// The annotations of every parameter as a tuple; false if one has none.
bool qjit_declared(pv fn, pv *ret) {
  fn = qjit_written(fn);
  if (!is_obj(fn, T_FUNCTION)) return false;
  const o_function *f = (o_function *)fn.o;
  const dbx_node *a = f->node->a;
  if (a->a || a->b || a->more->n.n) return false;
  for (uint32_t i = 0; i < f->annotations->n; i++)
    if (f->annotations->at[i].tag == PV_UNBOUND) return false;
  *ret = tuple_new(f->annotations->at, f->annotations->n);
  return true;
}

dbx_status qjit_compile_declared(o_qjit *q, pv args) {
  site s = {.args = args, .keywords = dict_new()};
  pv_list leaves = {0};
  entry e;
  uint32_t mark = lang_pins();
  dbx_scratch_mark m = dbx_scratch_here();
  lang_pin(args);
  lang_pin(s.keywords);
  dbx_status st = site_open(q, &s, &leaves);
  s.n = leaves.n;
  s.aval = DBX_TMP(dbx_aval, s.n + 1);
  for (uint32_t i = 0; st == DBX_OK && i < s.n; i++)
    st = lang_annotation_aval(leaves.at[i], &s.aval[i]);
  if (st == DBX_OK) st = qjit_compile(q, &s, &e);
  dbx_vec_free(&leaves);
  dbx_scratch_release(m);
  lang_unpin(mark);
  return st;
}
