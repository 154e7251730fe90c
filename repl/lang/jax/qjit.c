// Functions under @qjit and jax.jit: when they are traced, which trace a call may use again, and
// how a call runs. Source: docs/semantics.md, Arguments of functions; observed:
// conformance/dynamic_types.
#include "lang/jax/qjit.h"
#include "lang/jax/compiled.h"
#include "lang/jax/jaxpr.h"
#include "lang/jax/types.h"
#include "lang/np/np.h"

#include "interp/interp.h"
#include "ir/target.h"
#include "lang/jax/axes.h"
#include "lang/jax/graph.h"
#include "lang/jax/state.h"
#include "lang/jax/tree_call.h"
#include "prim/poly.h"
#include "trace/function.h"
#include "trace/rounds.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void qjit_visit(obj *o, void (*child)(obj *o)) {
  const o_qjit *q = (o_qjit *)o;
  visit_value(q->fn, child), visit_value(q->axes, child), visit_value(q->args, child);
  visit_value(q->original, child), visit_value(q->options, child);
  visit_value(q->keywords, child), visit_value(q->named, child), visit_held(q->before, child);
  for (uint32_t i = 0; i < q->entries.n; i++)
    visit_value(q->entries.at[i].out, child), visit_value(q->entries.at[i].statics, child);
  known_visit(q, child);
}

void qjit_release(obj *o) {
  o_qjit *q = (o_qjit *)o;
  for (uint32_t i = 0; i < q->entries.n; i++)
    if (lang_now->engine.forget)
      lang_now->engine.forget(lang_now->engine.ctx, q->entries.at[i].jaxpr);
  dbx_vec_free(&q->entries);
  known_release(q);
  dbx_vec_free(&q->fixed);
  dbx_vec_free(&q->fixed_names);
  dbx_vec_free(&q->donated);
  dbx_vec_free(&q->donated_names);
}

void qjit_jaxprs(const obj *o, void (*f)(const dbx_jaxpr *j)) {
  const o_qjit *q = (const o_qjit *)o;
  f(q->jaxpr);
  for (uint32_t i = 0; i < q->entries.n; i++) f(q->entries.at[i].jaxpr);
}

// ---- running ----

static dbx_status to_array(const dbx_val *v, dbx_dtype want, dbx_array **ret) {
  dbx_dtype t;
  dbx_scalar x;
  if (v->kind == DBX_V_TRACER) return dbx_fail_escaped(v->tracer);
  if (v->kind != DBX_V_ARRAY) {
    DBX_TRY(dbx_val_scalar(v, &t, &x));
    return *ret = dbx_autorelease(dbx_array_scalar(want, dbx_scalar_convert(x, t, want))), DBX_OK;
  }
  if (v->array->dtype == want) return *ret = v->array, DBX_OK;
  dbx_array *a;
  DBX_TRY(dbx_array_new(want, v->array->rank, v->array->dims, &a));
  dbx_autorelease(a);
  for (int64_t i = 0; i < a->size; i++)
    dbx_array_set(a, i, dbx_scalar_convert(dbx_array_at(v->array, i), v->array->dtype, want));
  return *ret = a, DBX_OK;
}

static dbx_status inputs(const entry *e, const site *s, dbx_array ***ret) {
  const dbx_sig *t = &e->in_type;
  dbx_array **in = DBX_TMP(dbx_array *, t->n + 1);
  for (uint32_t i = 0; i < s->n; i++)
    DBX_TRY(to_array(&s->val[i], dbx_aval_at(t->aval[e->n_implicit + i])->dtype,
                     &in[e->n_implicit + i]));
  for (uint32_t i = 0; i < e->n_implicit; i++) {
    const dbx_array *from = in[e->n_implicit + e->implicit[i].argument];
    in[i] =
        dbx_autorelease(dbx_array_scalar(DBX_I64, dbx_scalar_int(from->dims[e->implicit[i].axis])));
  }
  return *ret = in, DBX_OK;
}

// Results of jax.jit are arrays of jax, with their weakness. Those of Catalyst are strong, and
// arrays of numpy that cannot be written to where the target has no arrays of jax for them.
static dbx_status pin_result(const o_qjit *q, dbx_array *a, dbx_atom atom) {
  bool jax = q->jit || dbx_target_now()->jax_results;
  if (jax) DBX_TRY(dbx_array_result(a, q->jit && dbx_aval_at(dbx_atom_aval(atom))->weak, &a));
  pv v = jax ? array_take(a) : np_take(a);
  if (!jax) NDARRAY(v)->readonly = true;
  return lang_pin(v), DBX_OK;
}

static dbx_status run_once(const dbx_jaxpr *j, bool compiled, dbx_array *const *in,
                           dbx_array **out) {
  DBX_TRY(compiled && lang_now->engine.run ? lang_now->engine.run(lang_now->engine.ctx, j, in, out)
                                           : dbx_interpret(j, in, out));
  dbx_status st = dbx_poll();
  for (uint32_t i = 0; st != DBX_OK && i < j->n_out; i++) out[i] = dbx_array_unref(out[i]);
  return st;
}

// What has called the program's functions is not run a second time.
static dbx_status run_jaxpr(const dbx_jaxpr *j, bool compiled, dbx_array *const *in,
                            dbx_array **out) {
  lang_now->last_run = j;
  uint64_t calls = interp_now->host_calls;
  dbx_status st = run_once(j, compiled, in, out);
  if (st != DBX_OK && interp_now->host_calls == calls && heap_try_again())
    st = run_once(j, compiled, in, out);
  if (lang_now->on_call) lang_now->on_call(j, in, st == DBX_OK ? out : NULL);
  return st;
}

void lang_note_sizes(const dbx_jaxpr *j, dbx_array *const *in) {
  const dbx_diag *d = dbx_diag_pending();
  dbx_buf b = {0}, name = {0};
  for (uint32_t i = 0; d && d->code == DBX_E706 && i < j->n_in; i++) {
    if (in[i]->rank || !dbx_is_integer(in[i]->dtype)) continue;
    dbx_clear(&name);
    if (!dbx_put_length_words(&name, j->invars[i])) continue;
    dbx_printf(&b, "%s%s = %" PRId64, b.n ? ", " : "", dbx_text(&name), dbx_array_at(in[i], 0).i);
    dbx_note_dim(dbx_dim_var(j->invars[i]));
  }
  if (b.n) dbx_diag_note("in this call %s", dbx_text(&b));
  dbx_buf_free(&b);
  dbx_buf_free(&name);
}

static dbx_status run(const o_qjit *q, const entry *e, const site *s, pv *ret) {
  const dbx_jaxpr *j = e->jaxpr;
  dbx_array **in, **out = DBX_TMP(dbx_array *, j->n_out + 1);
  uint32_t mark = lang_pins(), next = 0;
  DBX_TRY(inputs(e, s, &in));
  if (run_jaxpr(j, !q->once, in, out) != DBX_OK) return lang_note_sizes(j, in), DBX_FAIL;
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; i < j->n_out; i++) {
    if (i < j->n_implicit_out || st != DBX_OK) dbx_array_unref(out[i]);
    else st = pin_result(q, out[i], j->outs[i]);
  }
  if (st == DBX_OK) st = tree_put_together(e->out, lang_pin_at(mark), &next, ret);
  lang_unpin(mark);
  return st;
}

// ---- which compilation a call may use ----

typedef enum fit { FITS, NEEDS_PROMOTION, DIFFERS } fit;

static fit compare_argument(dbx_aval have, dbx_aval want, bool exact) {
  const dbx_aval_info *x = dbx_aval_at(have), *y = dbx_aval_at(want);
  if (exact) return have == want ? FITS : DIFFERS;
  if (x->rank != y->rank || memcmp(x->dims, y->dims, x->rank * sizeof *x->dims)) return DIFFERS;
  if (x->dtype == y->dtype) return FITS;
  return dbx_promote((dbx_type){x->dtype, false}, (dbx_type){y->dtype, false}).dtype == y->dtype
             ? NEEDS_PROMOTION
             : DIFFERS;
}

// exact: of jax.jit, which promotes nothing.
static fit compare_types(const dbx_sig *have, const dbx_sig *want, bool exact) {
  if (have->n != want->n || memcmp(have->expl, want->expl, have->n * sizeof *have->expl))
    return DIFFERS;
  fit all = FITS;
  for (uint32_t i = 0; i < have->n && all != DIFFERS; i++) {
    fit one = compare_argument(have->aval[i], want->aval[i], exact);
    if (one > all) all = one;
  }
  return all;
}

// Numbers are promoted in arrays of the lengths only that it was compiled for: other lengths, of
// axes that are abstracted, have to come with its dtypes (catalyst.tracing.type_signatures).
static bool same_lengths(const site *s, const entry *e) {
  for (uint32_t i = 0; i < s->n; i++) {
    const dbx_aval_info *x = dbx_aval_at(s->aval[i]), *y = dbx_aval_at(e->given[i]);
    if (x->rank != y->rank || memcmp(x->dims, y->dims, x->rank * sizeof *x->dims)) return false;
  }
  return true;
}

static bool may_use(const site *s, const dbx_sig *in_type, const entry *e, bool exact) {
  if (e->key != s->key) return false;
  fit how = compare_types(in_type, &e->in_type, exact);
  return how == FITS || (how == NEEDS_PROMOTION && same_lengths(s, e));
}

static dbx_status find_entry(o_qjit *q, const site *s, entry *ret, bool *found) {
  dbx_arena a = {0};
  dbx_sig in_type;
  dbx_implicit *implicit;
  uint32_t n_implicit;
  *found = false;
  dbx_status st = qjit_infer(q, s, &a, &in_type, &implicit, &n_implicit);
  for (uint32_t i = 0; st == DBX_OK && i < q->entries.n; i++) {
    const entry *e = &q->entries.at[i];
    bool same = false;
    if (!may_use(s, &in_type, e, q->jit)) continue;
    st = site_same_statics(s, e->statics, &same);
    if (st == DBX_OK && same) *ret = *e, *found = true;
  }
  dbx_arena_free(&a);
  return st;
}

static dbx_status call_eager(o_qjit *q, const call_args *c, pv *ret) {
  site s = {0};
  entry e;
  bool found;
  site_of(q, c, &s);
  q->args = s.args, q->keywords = s.keywords, q->named = s.named;
  DBX_TRY(site_fill(q, &s));
  // arguments that have no InputType fail in a trace of their own, as everything that is traced
  if (find_entry(q, &s, &e, &found) != DBX_OK) dbx_diag_forget();
  if (!found) DBX_TRY(known_entry(q, &s, &e, &found));
  if (!found) {
    if (q->declared && q->settings == site_settings())
      DBX_TRY(lang_warn(DBX_W101, c->span,
                        "Provided arguments did not match declared signature, recompiling..."));
    DBX_TRY(qjit_compile(q, &s, &e));
  } else {
    q->jaxpr = e.jaxpr;
  }
  return run(q, &e, &s, ret);
}

// ---- jax.jit inside a traced function: a call equation ----

static void mark_called(void (*visit)(pv v)) {
  if (jax_now->called.trace) visit(jax_now->called.fns), visit(jax_now->called.structures);
}
void qjit_start(void) { lang_add_root(mark_called); }
void qjit_forget_calls(void) {
  jax_now->called.trace = 0, jax_now->callbacks = NULL;
  jax_now->no_jit = jax_now->hidden = 0;
}

// As jax has it: the function object, the structure of the arguments and the values of static ones.
// What was dropped of the trace, with what the call did to the host, does not count.
static dbx_status identity_of(pv fn, const site *s, uint64_t *ret) {
  const dbx_trace *t = dbx_trace_current();
  if (jax_now->called.trace != t->id)
    jax_now->called.fns = dict_new(), jax_now->called.structures = dict_new();
  jax_now->called.trace = t->id;
  uint64_t address = (uint64_t)(uintptr_t)fn.o;
  DBX_TRY(dict_set(DICT(jax_now->called.fns), pv_int((int64_t)address), fn));
  return *ret = dbx_mix(dbx_mix(address, s->key), t->n_cuts), DBX_OK;
}

// The structure of the results: of the call that was traced, now or before.
static dbx_status result_like(const tree_fn *fn, dbx_sym tree, pv *ret) {
  pv key = pv_int(tree);
  *ret = tree_fn_result(fn);
  if (ret->tag == PV_UNBOUND) return dict_find(DICT(jax_now->called.structures), key, ret);
  return dict_set(DICT(jax_now->called.structures), key, *ret);
}

// inline=True: its equations stand where the call is.
static dbx_status call_inlined(const site *s, tree_fn *fn, const dbx_callable *c, pv *ret) {
  dbx_leaves out;
  dbx_val *args = DBX_TMP(dbx_val, s->n + 1);
  for (uint32_t i = 0; i < s->n; i++) {
    args[i] = s->val[i];
    if (!dbx_is_number(&args[i])) continue;
    dbx_array *a;
    DBX_TRY(to_array(&args[i], dbx_aval_at(s->aval[i])->dtype, &a));
    a->weak = dbx_aval_at(s->aval[i])->weak;
    args[i] = dbx_val_array(a);
  }
  DBX_TRY(c->call(c->ctx, args, s->n, &out));
  return tree_from_leaves(tree_fn_result(fn), &out, ret);
}

static dbx_status call_traced(o_qjit *q, const call_args *c, pv *ret) {
  site s = {0};
  tree_fn fn;
  dbx_callable callable;
  dbx_leaves out;
  dbx_call_target known;
  dbx_call_share share = {0};
  uint64_t identity;
  bool found;
  pv like;
  const uint64_t **names = NULL;
  site_of(q, c, &s);
  DBX_TRY(site_fill(q, &s));
  if (q->axes.tag != PV_UNBOUND && !is_none(q->axes))
    DBX_TRY(axes_names(q->axes, site_traced(&s), s.aval, s.n, &names));
  site_callable(q, &s, &fn, &callable);
  callable.name = q->name;
  if (q->inlined) return call_inlined(&s, &fn, &callable, ret);
  share.donated = site_donated(q, &s), share.keeps_unused = q->keeps_unused;
  DBX_TRY(identity_of(q->fn, &s, &identity));
  DBX_TRY(known_target(q, &s, &known, &like, &found));
  if (found) share.known = &known, tree_fn_result_is(&fn, like);
  DBX_TRY(dbx_named_call(&callable, identity, s.val, s.n, names, &share, &out));
  DBX_TRY(result_like(&fn, out.tree, &like));
  if (!found) known_keep(q, &s, share.made, like);
  return tree_from_leaves(like, &out, ret);
}

dbx_status qjit_call(const call_args *c, pv *ret) {
  o_qjit *q = (o_qjit *)c->fn.o;
  bool tracing = dbx_trace_frame() != NULL;
  if (q->jit ? jax_now->no_jit > 0 : tracing) return lang_call_args(q->fn, c, ret);
  uint32_t mark = lang_pins(), pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  lang_pin(c->fn);
  dbx_status st = tracing ? call_traced(q, c, ret) : call_eager(q, c, ret);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  lang_unpin(mark);
  return st;
}

pv lang_compiled(dbx_sym name) {
  pv v = dict_get_sym(lang_now->globals, name);
  if (is_obj(v, T_QJIT)) return v;
  bool refused = lang_now->refused.tag == PV_OBJ && ((o_qjit *)lang_now->refused.o)->name == name;
  return refused ? lang_now->refused : PV(PV_UNBOUND);
}

static dbx_status trace_again(o_qjit *q) {
  site s = {.args = q->args, .keywords = q->keywords, .named = q->named};
  entry e;
  pv declared;
  if (s.args.tag == PV_UNBOUND)
    return qjit_declared(q->fn, &declared)
               ? qjit_compile_declared(q, declared)
               : dbx_fail(DBX_E208, (dbx_span){0}, "'%s' has not been called",
                          dbx_sym_text(q->name));
  DBX_TRY(site_fill(q, &s));
  return qjit_compile(q, &s, &e);
}

dbx_status qjit_trace_again(o_qjit *q) {
  uint32_t mark = lang_pins(), pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  lang_pin(pv_obj(q));
  void *state = trace_now->rounds.begin();
  dbx_status st = trace_again(q);
  trace_now->rounds.undo(state);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  lang_unpin(mark);
  return st;
}

dbx_status qjit_trace_apart(o_qjit *q, dbx_trace **ret) {
  uint32_t n = lang_now->traces.n;
  const dbx_jaxpr *jaxpr = q->jaxpr;
  uint32_t mark = lang_pins();
  o_qjit own = *q;
  for (uint32_t i = 0; i < q->entries.n; i++) { // nothing else has them meanwhile
    lang_pin(q->entries.at[i].out);
    lang_pin(q->entries.at[i].statics);
  }
  memset(&q->entries, 0, sizeof q->entries);
  dbx_status st = qjit_trace_again(q);
  lang_unpin(mark);
  dbx_vec_free(&q->entries);
  q->entries.at = own.entries.at, q->entries.n = own.entries.n, q->entries.cap = own.entries.cap;
  q->jaxpr = jaxpr;
  *ret = lang_now->traces.n > n ? lang_now->traces.at[--lang_now->traces.n] : NULL;
  return st;
}

static double distance(const dbx_array *a, const dbx_array *b) {
  double worst = a->size == b->size ? 0 : INFINITY;
  for (int64_t i = 0; i < a->size && i < b->size; i++) {
    dbx_scalar x = dbx_scalar_convert(dbx_array_at(a, i), a->dtype, DBX_C128),
               y = dbx_scalar_convert(dbx_array_at(b, i), b->dtype, DBX_C128);
    double d = hypot(x.c[0] - y.c[0], x.c[1] - y.c[1]);
    if (!(d <= worst)) worst = d;
  }
  return worst;
}

static dbx_status compare_runs(const dbx_jaxpr *a, const dbx_jaxpr *b, dbx_array *const *in,
                               double *ret) {
  dbx_array **x = DBX_TMP(dbx_array *, a->n_out + 1), **y = DBX_TMP(dbx_array *, b->n_out + 1);
  uint64_t random = interp_now->sim.random; // both find the same outcomes
  DBX_TRY(dbx_interpret(a, in, x));
  interp_now->sim.random = random;
  dbx_status st = dbx_interpret(b, in, y);
  *ret = a->n_out == b->n_out ? 0 : INFINITY;
  for (uint32_t i = 0; st == DBX_OK && i < a->n_out && i < b->n_out; i++) {
    double d = distance(x[i], y[i]);
    if (!(d <= *ret)) *ret = d;
  }
  for (uint32_t i = 0; i < a->n_out; i++) dbx_array_unref(x[i]);
  for (uint32_t i = 0; st == DBX_OK && i < b->n_out; i++) dbx_array_unref(y[i]);
  return st;
}

dbx_status qjit_distance(o_qjit *q, const dbx_jaxpr *a, const dbx_jaxpr *b, bool *known,
                         double *ret) {
  uint32_t mark = lang_pins(), pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  site s = {.args = q->args, .keywords = q->keywords, .named = q->named};
  entry e = {0};
  dbx_array **in;
  *known = s.args.tag != PV_UNBOUND;
  dbx_status st = *known ? site_fill(q, &s) : DBX_OK;
  if (*known && st == DBX_OK) st = find_entry(q, &s, &e, known);
  if (*known && st == DBX_OK) st = inputs(&e, &s, &in);
  if (*known && st == DBX_OK) st = compare_runs(a, b, in, ret);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  lang_unpin(mark);
  return st;
}

dbx_status qjit_attr(pv x, dbx_sym name, pv *ret) {
  o_qjit *q = (o_qjit *)x.o;
  if (name == names_now->__wrapped__) return *ret = q->original, DBX_OK;
  if (!q->jit) DBX_TRY(qjit_made_attr(q, name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  if (strcmp(dbx_sym_text(name), "jaxpr")) return lang_findattr(q->fn, name, ret);
  if (!q->jaxpr) return *ret = pv_none(), DBX_OK;
  return *ret = jaxpr_new(x, q->jaxpr, false), DBX_OK;
}

pv qjit_function(pv v) {
  const o_qjit *q = (o_qjit *)v.o;
  return q->jit ? PV(PV_UNBOUND) : q->fn;
}
