// Functions under @qjit and jax.jit: when they are traced, which trace a call may use again, and
// how a call runs. Source: docs/semantics.md, Arguments of functions; observed:
// conformance/dynamic_types.
#include "lang/jax/qjit.h"
#include "lang/jax/types.h"
#include "lang/np/np.h"

#include "interp/interp.h"
#include "lang/jax/axes.h"
#include "lang/jax/state.h"
#include "lang/jax/tree_call.h"
#include "prim/poly.h"
#include "trace/function.h"
#include "trace/rounds.h"

#include <string.h>

// One compilation: a structure of arguments has one at a time.
typedef struct entry {
  dbx_sym key; // structure of the arguments, the static ones, and the session's settings
  dbx_trace *trace;
  dbx_implicit *implicit; // in the trace's arena
  uint32_t n_implicit;
  pv out; // structure of the result
} entry;

typedef struct o_qjit {
  obj h;
  pv fn;
  pv axes; // abstracted_axes, UNBOUND if there is none
  dbx_sym name;
  bool jit;                // jax.jit: results are jax arrays, nested calls are pjit equations
  bool declared;           // every parameter has an annotation: compiled when it was decorated
  uint32_t settings;       // of the last compilation
  dbx_vec(uint32_t) fixed; // static_argnums
  dbx_vec(entry) entries;
  const dbx_jaxpr *jaxpr; // of the last compilation
  pv args, keywords;      // of the last call, or the declared types; UNBOUND: none yet
} o_qjit;

void qjit_visit(obj *o, void (*child)(obj *o)) {
  const o_qjit *q = (o_qjit *)o;
  visit_value(q->fn, child), visit_value(q->axes, child), visit_value(q->args, child);
  visit_value(q->keywords, child);
  for (uint32_t i = 0; i < q->entries.n; i++) visit_value(q->entries.at[i].out, child);
}

void qjit_release(obj *o) {
  o_qjit *q = (o_qjit *)o;
  for (uint32_t i = 0; i < q->entries.n; i++)
    if (lang_now->engine.forget)
      lang_now->engine.forget(lang_now->engine.ctx, q->entries.at[i].trace->jaxpr);
  dbx_vec_free(&q->entries);
  dbx_vec_free(&q->fixed);
}

void qjit_jaxprs(const obj *o, void (*f)(const dbx_jaxpr *j)) {
  const o_qjit *q = (const o_qjit *)o;
  f(q->jaxpr);
  for (uint32_t i = 0; i < q->entries.n; i++) f(q->entries.at[i].trace->jaxpr);
}

// ---- the arguments of a call ----

typedef struct site {
  pv args, keywords; // a tuple; a dictionary or None. Static arguments are in place
  bool *fixed;
  dbx_val *val;
  dbx_aval *aval;
  uint32_t n;
  dbx_sym key;
} site;

static bool is_fixed(const o_qjit *q, uint32_t i) {
  for (uint32_t k = 0; k < q->fixed.n; k++)
    if (q->fixed.at[k] == i) return true;
  return false;
}

static dbx_status add_key(dbx_buf *b, pv v, bool fixed) {
  if (fixed) return lang_repr(v, b);
  tree_text(v, b);
  return DBX_OK;
}

// What decides how a function is traced, beside its arguments.
static uint32_t settings_now(void) { return lang_now->resizing * 2u + dbx_dims_symbolic(); }

static dbx_status site_key(const o_qjit *q, site *s) {
  dbx_buf b = {0};
  dbx_printf(&b, "%u", settings_now());
  dbx_status st = DBX_OK;
  uint32_t n = SEQ(s->args)->n;
  s->fixed = DBX_TMP(bool, n + 1);
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) {
    s->fixed[i] = is_fixed(q, i);
    dbx_putc(&b, s->fixed[i] ? '!' : ' ');
    st = add_key(&b, SEQ(s->args)->at[i], s->fixed[i]);
  }
  tree_text(s->keywords, &b);
  s->key = dbx_intern(dbx_text(&b));
  dbx_buf_free(&b);
  return st;
}

// What is traced: the arguments that are not static, then the keywords.
static pv dynamic_arguments(const site *s) {
  pv l = list_new(NULL, 0);
  for (uint32_t i = 0; i < SEQ(s->args)->n; i++)
    if (!s->fixed[i]) list_push(SEQ(l), SEQ(s->args)->at[i]);
  return tuple_new(SEQ(l)->at, SEQ(l)->n);
}

static dbx_status site_values(site *s) {
  pv both[2] = {dynamic_arguments(s), s->keywords}, all = tuple_new(both, 2);
  lang_pin(all);
  DBX_TRY(tree_leaves(all, &s->val, &s->n));
  s->aval = DBX_TMP(dbx_aval, s->n + 1);
  for (uint32_t i = 0; i < s->n; i++) {
    if (!dbx_is_arraylike(&s->val[i]))
      return dbx_fail(DBX_E511, (dbx_span){0},
                      "argument %u of the compiled function is a %s, which is not a valid JAX type",
                      i, dbx_val_type_name(&s->val[i]));
    if (s->val[i].kind == DBX_V_BIGINT)
      return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C long");
    s->aval[i] = dbx_val_aval(&s->val[i]);
  }
  return DBX_OK;
}

static dbx_status infer(const o_qjit *q, const site *s, dbx_arena *a, dbx_sig *in_type,
                        dbx_implicit **implicit, uint32_t *n_implicit) {
  dbx_argument *args = DBX_TMP(dbx_argument, s->n);
  const uint64_t **names = NULL;
  uint32_t axes = 0;
  pv dynamic = dynamic_arguments(s);
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

static void remember(o_qjit *q, const entry *e) {
  q->jaxpr = e->trace->jaxpr;
  for (uint32_t i = 0; i < q->entries.n; i++)
    if (q->entries.at[i].key == e->key) {
      if (lang_now->engine.forget)
        lang_now->engine.forget(lang_now->engine.ctx, q->entries.at[i].trace->jaxpr);
      q->entries.at[i] = *e;
      return;
    }
  dbx_push(&q->entries, *e);
}

// What filled the memory is not kept to be asked about.
static bool has_no_memory(const dbx_diag *d) {
  return d && (d->code == DBX_E216 || d->code == DBX_E702);
}

static dbx_status compile(o_qjit *q, const site *s, entry *ret) {
  entry e = {.key = s->key};
  tree_fn fn;
  dbx_callable callable;
  dbx_sig in_type;
  dbx_sym tree;
  dbx_span here = dbx_here;
  if (is_obj(q->fn, T_FUNCTION)) dbx_here = ((o_function *)q->fn.o)->node->span;
  e.trace = dbx_trace_begin(q->name);
  dbx_here = here;
  tree_fn_new(q->fn, s->args, s->keywords, 0, &fn, &callable);
  fn.fixed = s->fixed;
  dbx_status st = infer(q, s, &e.trace->arena, &in_type, &e.implicit, &e.n_implicit);
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
  e.out = tree_fn_result(&fn);
  q->settings = settings_now();
  remember(q, &e);
  *ret = e;
  return DBX_OK;
}

// ---- annotations ----

static dbx_status annotation_aval(pv a, dbx_aval *ret) {
  if (is_obj(a, T_SHAPED)) return *ret = ((o_shaped *)a.o)->aval, DBX_OK;
  bool type = is_obj(a, T_TYPE), scalar = is_obj(a, T_DTYPE) && ((o_dtype *)a.o)->is_class;
  const char *name = type ? ((o_type *)a.o)->name : "";
  static const struct {
    const char *name;
    dbx_dtype t;
  } types[] = {{"int", DBX_I64}, {"float", DBX_F64}, {"bool", DBX_BOOL}, {"complex", DBX_C128}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcmp(name, types[i].name)) return *ret = dbx_aval_scalar(types[i].t, true), DBX_OK;
  if (scalar) return *ret = dbx_aval_scalar(((o_dtype *)a.o)->t, false), DBX_OK;
  dbx_buf b = {0};
  dbx_status st = lang_str(a, &b);
  if (st == DBX_OK)
    dbx_fail_(DBX_E511, (dbx_span){0}, "Argument type %s is not a valid JAX type.", dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

// The annotations of every parameter as a tuple; false if one has none.
static bool declared_arguments(pv fn, pv *ret) {
  if (!is_obj(fn, T_FUNCTION)) return false;
  const o_function *f = (o_function *)fn.o;
  const dbx_node *a = f->node->a;
  if (a->a || a->b || a->more->n.n) return false;
  for (uint32_t i = 0; i < f->annotations->n; i++)
    if (f->annotations->at[i].tag == PV_UNBOUND) return false;
  *ret = tuple_new(f->annotations->at, f->annotations->n);
  return true;
}

static dbx_status compile_declared(o_qjit *q, pv args) {
  site s = {.args = args, .keywords = dict_new()};
  pv_list leaves = {0};
  entry e;
  uint32_t mark = lang_pins();
  dbx_scratch_mark m = dbx_scratch_here();
  lang_pin(args);
  lang_pin(s.keywords);
  dbx_status st = site_key(q, &s);
  if (st == DBX_OK) st = tree_flatten(dynamic_arguments(&s), &leaves);
  s.n = leaves.n;
  s.aval = DBX_TMP(dbx_aval, s.n + 1);
  for (uint32_t i = 0; st == DBX_OK && i < s.n; i++) st = annotation_aval(leaves.at[i], &s.aval[i]);
  if (st == DBX_OK) st = compile(q, &s, &e);
  dbx_vec_free(&leaves);
  dbx_scratch_release(m);
  lang_unpin(mark);
  return st;
}

// ---- running ----

static dbx_status to_array(const dbx_val *v, dbx_dtype want, dbx_array **ret) {
  dbx_dtype t;
  dbx_scalar x;
  if (v->kind == DBX_V_TRACER)
    return dbx_fail(DBX_E508, (dbx_span){0},
                    "a traced value is used after the function that it belongs to has ended");
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
  const dbx_sig *t = &e->trace->in_type;
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

// Catalyst gives arrays of numpy that cannot be written to.
static pv wrap(const o_qjit *q, dbx_array *a) {
  pv v = q->jit ? array_take(a) : np_take(a);
  if (!q->jit) NDARRAY(v)->readonly = true;
  return v;
}

static dbx_status run_once(const dbx_jaxpr *j, dbx_array *const *in, dbx_array **out) {
  DBX_TRY(lang_now->engine.run ? lang_now->engine.run(lang_now->engine.ctx, j, in, out)
                               : dbx_interpret(j, in, out));
  dbx_status st = dbx_poll();
  for (uint32_t i = 0; st != DBX_OK && i < j->n_out; i++) out[i] = dbx_array_unref(out[i]);
  return st;
}

static dbx_status run_jaxpr(const dbx_jaxpr *j, dbx_array *const *in, dbx_array **out) {
  lang_now->last_run = j;
  dbx_status st = run_once(j, in, out);
  if (st != DBX_OK && heap_try_again()) st = run_once(j, in, out);
  if (lang_now->on_call) lang_now->on_call(j, in, st == DBX_OK ? out : NULL);
  return st;
}

static dbx_status run(const o_qjit *q, const entry *e, const site *s, pv *ret) {
  const dbx_jaxpr *j = e->trace->jaxpr;
  dbx_array **in, **out = DBX_TMP(dbx_array *, j->n_out + 1);
  uint32_t mark = lang_pins(), next = 0;
  DBX_TRY(inputs(e, s, &in));
  DBX_TRY(run_jaxpr(j, in, out));
  for (uint32_t i = 0; i < j->n_out; i++) {
    if (i < j->n_implicit_out) dbx_array_unref(out[i]);
    else lang_pin(wrap(q, out[i]));
  }
  *ret = tree_unflatten(e->out, lang_pin_at(mark), &next);
  lang_unpin(mark);
  return DBX_OK;
}

// ---- which compilation a call may use ----

typedef enum fit { FITS, NEEDS_PROMOTION, DIFFERS } fit;

static fit compare_argument(dbx_aval have, dbx_aval want) {
  const dbx_aval_info *x = dbx_aval_at(have), *y = dbx_aval_at(want);
  if (x->rank != y->rank || memcmp(x->dims, y->dims, x->rank * sizeof *x->dims)) return DIFFERS;
  if (x->dtype == y->dtype) return FITS;
  return dbx_promote((dbx_type){x->dtype, false}, (dbx_type){y->dtype, false}).dtype == y->dtype
             ? NEEDS_PROMOTION
             : DIFFERS;
}

static fit compare_types(const dbx_sig *have, const dbx_sig *want) {
  if (have->n != want->n || memcmp(have->expl, want->expl, have->n * sizeof *have->expl))
    return DIFFERS;
  fit all = FITS;
  for (uint32_t i = 0; i < have->n && all != DIFFERS; i++) {
    fit one = compare_argument(have->aval[i], want->aval[i]);
    if (one > all) all = one;
  }
  return all;
}

static dbx_status find_entry(o_qjit *q, const site *s, entry *ret, bool *found) {
  dbx_arena a = {0};
  dbx_sig in_type;
  dbx_implicit *implicit;
  uint32_t n_implicit;
  *found = false;
  dbx_status st = infer(q, s, &a, &in_type, &implicit, &n_implicit);
  for (uint32_t i = 0; st == DBX_OK && i < q->entries.n; i++) {
    const entry *e = &q->entries.at[i];
    if (e->key != s->key || compare_types(&in_type, &e->trace->in_type) == DIFFERS) continue;
    *ret = *e;
    *found = true;
  }
  dbx_arena_free(&a);
  return st;
}

static dbx_status site_of(const o_qjit *q, const call_args *c, site *s) {
  s->args = tuple_new(c->at, c->n);
  s->keywords = dict_new();
  for (uint32_t i = 0; i < c->n_kw; i++) dict_put_sym(DICT(s->keywords), c->kw[i], c->kw_at[i]);
  lang_pin(s->args);
  lang_pin(s->keywords);
  return site_key(q, s);
}

static dbx_status call_eager(o_qjit *q, const call_args *c, pv *ret) {
  site s = {0};
  entry e;
  bool found;
  DBX_TRY(site_of(q, c, &s));
  q->args = s.args, q->keywords = s.keywords;
  DBX_TRY(site_values(&s));
  // arguments that have no InputType fail in a trace of their own, as everything that is traced
  if (find_entry(q, &s, &e, &found) != DBX_OK) dbx_diag_forget();
  if (!found) {
    if (q->declared && q->settings == settings_now())
      dbx_warn(DBX_W101, c->span,
               "Provided arguments did not match declared signature, recompiling...");
    DBX_TRY(compile(q, &s, &e));
  } else {
    q->jaxpr = e.trace->jaxpr;
  }
  return run(q, &e, &s, ret);
}

// ---- jax.jit inside a traced function: a call equation ----

struct jax_state *jax_now;
const dbx_room jax_room = {&jax_now, sizeof *jax_now, NULL, NULL};

static void mark_called(void (*visit)(pv v)) {
  if (jax_now->called.trace) visit(jax_now->called.fns), visit(jax_now->called.structures);
}
void qjit_start(void) { lang_add_root(mark_called); }
void qjit_forget_calls(void) { jax_now->called.trace = 0; }

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

static dbx_status call_traced(o_qjit *q, const call_args *c, pv *ret) {
  site s = {0};
  tree_fn fn;
  dbx_callable callable;
  dbx_leaves out;
  uint64_t identity;
  pv like;
  const uint64_t **names = NULL;
  DBX_TRY(site_of(q, c, &s));
  DBX_TRY(site_values(&s));
  if (q->axes.tag != PV_UNBOUND && !is_none(q->axes))
    DBX_TRY(axes_names(q->axes, dynamic_arguments(&s), s.aval, s.n, &names));
  tree_fn_new(q->fn, s.args, s.keywords, 0, &fn, &callable);
  fn.fixed = s.fixed;
  callable.name = q->name;
  DBX_TRY(identity_of(q->fn, &s, &identity));
  DBX_TRY(dbx_named_call(&callable, identity, s.val, s.n, names, &out));
  DBX_TRY(result_like(&fn, out.tree, &like));
  return tree_from_leaves(like, &out, ret);
}

dbx_status qjit_call(const call_args *c, pv *ret) {
  o_qjit *q = (o_qjit *)c->fn.o;
  bool tracing = dbx_trace_frame() != NULL;
  if (tracing && !q->jit) return lang_call_args(q->fn, c, ret);
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
  site s = {.args = q->args, .keywords = q->keywords};
  entry e;
  pv declared;
  if (s.args.tag == PV_UNBOUND)
    return declared_arguments(q->fn, &declared)
               ? compile_declared(q, declared)
               : dbx_fail(DBX_E208, (dbx_span){0}, "'%s' has not been called",
                          dbx_sym_text(q->name));
  DBX_TRY(site_key(q, &s));
  DBX_TRY(site_values(&s));
  return compile(q, &s, &e);
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

dbx_status qjit_attr(pv x, dbx_sym name, pv *ret) {
  const o_qjit *q = (o_qjit *)x.o;
  if (name == names_now->__wrapped__) return *ret = q->fn, DBX_OK;
  if (strcmp(dbx_sym_text(name), "jaxpr")) return lang_findattr(q->fn, name, ret);
  if (!q->jaxpr) return *ret = pv_none(), DBX_OK;
  o_jaxpr *j = heap_new(T_JAXPR, sizeof *j);
  j->owner = x, j->jaxpr = q->jaxpr;
  return *ret = pv_obj(j), DBX_OK;
}

// ---- the decorators ----

static dbx_status read_fixed(pv v, o_qjit *q) {
  int64_t i;
  if (v.tag == PV_UNBOUND || is_none(v)) return DBX_OK;
  pv one = v;
  if (!is_seq(v)) v = tuple_new(&one, 1);
  for (uint32_t k = 0; k < SEQ(v)->n; k++) {
    DBX_TRY(lang_index(SEQ(v)->at[k], &i));
    if (i < 0 || (is_obj(q->fn, T_FUNCTION) && i >= lang_function_params((o_function *)q->fn.o)))
      return dbx_fail(DBX_E208, (dbx_span){0}, "argnum %lld is beyond the valid range of [0, %u).",
                      (long long)i,
                      is_obj(q->fn, T_FUNCTION) ? lang_function_params((o_function *)q->fn.o) : 0);
    dbx_push(&q->fixed, (uint32_t)i);
  }
  return DBX_OK;
}

static dbx_status compiled(pv fn, const call_args *options, bool jit, pv *ret) {
  pv args;
  if (is_obj(fn, T_QJIT) && !jit) return *ret = fn, DBX_OK;
  if (!lang_callable(fn))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s needs a function, not a '%s'",
                    jit ? "jax.jit" : "qjit", lang_type_name(fn));
  o_qjit *q = heap_new(T_QJIT, sizeof *q);
  uint32_t mark = lang_pins();
  lang_pin(pv_obj(q));
  q->fn = fn, q->jit = jit, q->name = lang_function_name(fn);
  if (jit && is_obj(fn, T_PARTIAL)) q->name = dbx_intern("<unnamed wrapped function>");
  q->axes = args_keyword(options, "abstracted_axes");
  dbx_status st = read_fixed(args_keyword(options, "static_argnums"), q);
  if (st == DBX_OK && !jit && !q->fixed.n && declared_arguments(fn, &args)) {
    q->declared = true;
    st = compile_declared(q, args);
    if (st != DBX_OK) lang_now->refused = pv_obj(q);
  }
  lang_unpin(mark);
  if (st == DBX_OK) *ret = pv_obj(q);
  return st;
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
  dbx_status st = compiled(c->at[0], &options, !is_none(SEQ(pv_obj(d->options))->at[0]), ret);
  lang_unpin(mark);
  return st;
}

// Options that change how Catalyst compiles, not what a program means, are accepted.
static dbx_status decorator(const call_args *c, bool jit, pv *ret) {
  const char *name = jit ? "jit" : "qjit";
  if (args_keyword(c, "autograph").tag == PV_BOOL && args_keyword(c, "autograph").i)
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "autograph is not offered: write for_loop, while_loop and cond");
  DBX_TRY(
      args_only_keywords(c, name,
                         jit ? "abstracted_axes static_argnums donate_argnums inline keep_unused"
                             : "abstracted_axes static_argnums autograph keep_intermediate verbose "
                               "logfile target async_qnodes pipelines seed"));
  DBX_TRY(args_count(c, name, 0, 1));
  if (c->n && !is_none(c->at[0])) return compiled(c->at[0], c, jit, ret);
  o_decorator *d = heap_new(T_DECORATOR, sizeof *d);
  pv flag = jit ? pv_bool(true) : pv_none(), kw = dict_new();
  for (uint32_t i = 0; i < c->n_kw; i++) dict_put_sym(DICT(kw), c->kw[i], c->kw_at[i]);
  d->apply = apply_options, d->target = kw, d->options = SEQ(tuple_new(&flag, 1));
  return *ret = pv_obj(d), DBX_OK;
}

dbx_status lang_qjit(const call_args *c, pv *ret) { return decorator(c, false, ret); }
dbx_status lang_jit(const call_args *c, pv *ret) { return decorator(c, true, ret); }
