// Calls of the program's functions while a compiled program runs: their equations, and the call.
// What catalyst.debug, jax.debug and their like mean by them is written in lib/py/_callbacks.py.
// Source: docs/semantics.md, Calls of the host; observed: tests/conformance2/debug.
#include "lang/jax/qjit.h"
#include "lang/jax/state.h"
#include "lang/jax/tree_call.h"
#include "lang/np/np.h"

#include "interp/interp.h"
#include "lang/object/operation.h"
#include <string.h>

// What is kept of a callback: a tuple. LIKE is the structure of (arguments, keywords).
enum { FN, LIKE };

// ---- types of results ----

static dbx_status needs_numbers(void) {
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "the result of a Python function that is called at run time needs lengths that "
                  "are numbers; return an array of a fixed length, and slice it");
}

// A value stands for its type.
static dbx_status value_aval(pv v, dbx_aval *ret) {
  dbx_val x;
  DBX_TRY(lang_to_owned_val(v, &x));
  *ret = dbx_val_aval(&x);
  if (!dbx_aval_at(*ret)->dynamic) return DBX_OK;
  return needs_numbers();
}

static dbx_status result_params(const pv_list *leaves, const dbx_param **ret) {
  const dbx_param **item = DBX_TMP(const dbx_param *, leaves->n + 1);
  for (uint32_t i = 0; i < leaves->n; i++) {
    dbx_aval a;
    pv v = leaves->at[i];
    if (is_number(v) || is_array(v)) DBX_TRY(value_aval(v, &a));
    else if (!is_obj(v, T_TYPE) && !is_obj(v, T_DTYPE)) DBX_TRY(lang_attribute_aval(v, &a));
    else DBX_TRY(lang_annotation_aval(v, &a));
    item[i] = dbx_p_aval(dbx_aval_strong(a));
  }
  return *ret = dbx_p_tuple(item, leaves->n), DBX_OK;
}

// ---- the equation ----

static int64_t remember(pv fn, pv structure) {
  pv record[] = {fn, structure};
  if (!jax_now->callbacks) jax_now->callbacks = SEQ(list_new(NULL, 0));
  list_push(jax_now->callbacks, tuple_new(record, 2));
  return jax_now->callbacks->n;
}

static const dbx_param *param_of(pv v) {
  if (is_str(v)) return dbx_p_text(STR(lang_terminated(v))->s);
  return v.tag == PV_BOOL ? dbx_p_bool(v.i) : dbx_p_none();
}

// The parameters of the row, each from the options or what is made here.
static uint32_t parameters(const dbx_primitive *p, const o_dict *options, const dbx_param *callback,
                           const dbx_param *results, dbx_kv *kv) {
  uint32_t n = 0;
  for (const char *s = p->params; *s;) {
    size_t length = strcspn(s, " ");
    dbx_sym key = dbx_intern_n(s, length);
    bool types = key == DBX_S_results_aval || key == DBX_S_result_avals;
    kv[n++] = (dbx_kv){key, key == DBX_S_callback ? callback
                            : types               ? results
                                                  : param_of(dict_get_sym(options, key))};
    s += length + (s[length] == ' ');
  }
  return n;
}

// *like: the structure of the results.
static dbx_status bind(const call_args *c, dbx_leaves *ret, pv *like) {
  enum { PRIMITIVE, FUNCTION, RESULTS, KIND, OPTIONS, ARGUMENTS, MOST_PARAMETERS = 8 };
  const dbx_primitive *p =
      dbx_primitive_find(dbx_intern(STR(lang_terminated(c->at[PRIMITIVE]))->s));
  pv_list types = {0};
  dbx_val *in;
  uint32_t n;
  const dbx_param *results = NULL;
  dbx_kv kv[MOST_PARAMETERS];
  pv arguments;
  DBX_TRY(tree_leaves(c->at[ARGUMENTS], &in, &n, &arguments));
  dbx_status st = tree_take_apart(c->at[RESULTS], PV(PV_UNBOUND), &types, like);
  if (st == DBX_OK) st = result_params(&types, &results);
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, types.n + 1), .n = types.n};
  dbx_vec_free(&types);
  DBX_TRY(st);
  int64_t number = remember(c->at[FUNCTION], arguments);
  const dbx_param *callback = dbx_p_host(STR(lang_terminated(c->at[KIND]))->s, number);
  uint32_t n_kv = parameters(p, DICT(c->at[OPTIONS]), callback, results, kv);
  return dbx_host_call((dbx_prim)p->id, in, n, kv, n_kv, ret->at, ret->n);
}

static dbx_status bind_and_give(const call_args *c, pv *ret) {
  dbx_leaves out;
  pv like;
  DBX_TRY(bind(c, &out, &like));
  return tree_from_leaves(like, &out, ret);
}

dbx_status lang_at_place(const call_args *c, const char *name, uint32_t n,
                         dbx_status (*f)(const call_args *c, pv *ret), pv *ret) {
  DBX_TRY(args_count(c, name, n, n));
  operation o = operation_begin();
  dbx_span here = dbx_here;
  dbx_here = jax_now->place.file ? jax_now->place : lang_program_place(here);
  dbx_status st = f(c, ret);
  dbx_here = here;
  return operation_end(&o, st);
}

dbx_status lang_callback_bind(const call_args *c, pv *ret) {
  return lang_at_place(c, "bind", 6, bind_and_give, ret);
}

static dbx_status call_placed(const call_args *c, pv *ret) {
  dbx_span before = jax_now->place;
  if (!lang_in_library(c->span)) jax_now->place = c->span;
  dbx_status st = lang_call_args(native_self(c), c, ret);
  jax_now->place = before;
  return st;
}

dbx_status lang_callback_placed(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "placed", 1, 2));
  const char *name = dbx_sym_text(lang_function_name(c->at[c->n - 1]));
  return *ret = native_new(name, call_placed, c->at[0], NULL), DBX_OK;
}

dbx_status lang_callback_tracing(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "tracing", 0, 0));
  return *ret = pv_bool(dbx_trace_frame() != NULL), DBX_OK;
}

dbx_status lang_untraced(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "untraced", 1, UINT32_MAX));
  call_args inner = *c;
  inner.at++, inner.n--;
  dbx_trace *t = dbx_trace_suspend();
  dbx_status st = lang_call_args(c->at[0], &inner, ret);
  dbx_trace_resume(t);
  return st;
}

// ---- the call, while a program runs ----

static dbx_status check_result(bool catalyst, const dbx_val *v, dbx_aval want, uint32_t i) {
  dbx_buf w = {0}, h = {0};
  if (!dbx_is_arraylike(v) || v->kind == DBX_V_TRACER || v->kind == DBX_V_BIGINT)
    return dbx_fail(DBX_E204, (dbx_span){0}, "Value of type %s is not a valid JAX type",
                    dbx_val_type_name(v));
  dbx_aval have = dbx_val_aval(v);
  if (catalyst ? have == want : dbx_aval_strong(have) == want && v->kind == DBX_V_ARRAY)
    return DBX_OK;
  dbx_put_shaped(&w, want), dbx_put_shaped(&h, have);
  dbx_status st =
      catalyst ? dbx_fail(DBX_E204, (dbx_span){0},
                          "Callback closure expected type %s but observed %s in its return value",
                          dbx_text(&w), dbx_text(&h))
               : dbx_fail_as(DBX_E204, DBX_S_RuntimeError, (dbx_span){0},
                             "Incorrect output type for return value %u: Expected: %s, Actual: %s",
                             i, dbx_text(&w), dbx_text(&h));
  dbx_buf_free(&w), dbx_buf_free(&h);
  return st;
}

// Catalyst takes as many results as it needs, jax wants exactly these.
static dbx_status check_number(bool catalyst, uint32_t want, uint32_t have) {
  if (catalyst ? have >= want : have == want) return DBX_OK;
  return dbx_fail_as(DBX_E204, catalyst ? DBX_S_TypeError : DBX_S_RuntimeError, (dbx_span){0},
                     "Mismatched number of outputs from callback. Expected: %u, Actual: %u", want,
                     have);
}

static dbx_status take_results(const dbx_kernel_site *s, bool catalyst, pv result,
                               dbx_array **out) {
  dbx_site types = {s->prim, NULL, s->params, 0, s->n_params};
  dbx_aval *want = DBX_TMP(dbx_aval, s->n_out + 1);
  dbx_val *v;
  uint32_t n;
  DBX_TRY(dbx_rule_callback(&types, want));
  DBX_TRY(tree_leaves(result, &v, &n, NULL));
  if (s->prim->id != DBX_PRIM_debug_callback) DBX_TRY(check_number(catalyst, s->n_out, n));
  for (uint32_t i = 0; i < s->n_out; i++) DBX_TRY(check_result(catalyst, &v[i], want[i], i));
  for (uint32_t i = 0; i < s->n_out; i++) {
    if (dbx_array_copy(v[i].array, v[i].array->rank, v[i].array->dims, &out[i]) != DBX_OK) {
      for (uint32_t k = 0; k < i; k++) out[k] = dbx_array_unref(out[k]);
      return DBX_FAIL;
    }
    out[i]->weak = out[i]->host = false;
  }
  return DBX_OK;
}

// Pins the arguments, then the keywords' values.
static dbx_status pin_call(pv like, const pv *leaves, call_args *c, dbx_sym *names) {
  uint32_t next = 0, i = 0;
  pv filled;
  DBX_TRY(tree_put_together(like, leaves, &next, &filled));
  lang_pin(filled);
  const o_seq *args = SEQ(SEQ(filled)->at[0]);
  const o_dict *keywords = DICT(SEQ(filled)->at[1]);
  uint32_t first = lang_pins();
  for (uint32_t k = 0; k < args->n; k++) lang_pin(args->at[k]);
  dict_entry *e;
  while (dict_next(keywords, &i, &e)) {
    names[c->n_kw++] = dbx_intern_n(STR(e->key)->s, STR(e->key)->n);
    lang_pin(e->val);
  }
  c->at = lang_pin_at(first), c->n = args->n;
  c->kw = names, c->kw_at = lang_pin_at(first + args->n);
  return DBX_OK;
}

static dbx_status call(const dbx_kernel_site *s, pv record, dbx_array **out) {
  bool catalyst = s->prim->id == DBX_PRIM_python_callback;
  uint32_t mark = lang_pins();
  call_args c = {.fn = SEQ(record)->at[FN], .span = dbx_here};
  pv like = SEQ(record)->at[LIKE], result;
  DBX_TRY(lang_check_pins());
  lang_pin(record);
  for (uint32_t i = 0; i < s->n_in; i++) {
    dbx_array *a = dbx_array_ref(s->in[i]);
    lang_pin(catalyst ? array_take(a) : np_take(a));
  }
  dbx_sym *names = DBX_TMP(dbx_sym, tree_def(like)->kid[1]->n + 1);
  DBX_TRY(pin_call(like, lang_pin_at(mark + 1), &c, names));
  DBX_TRY(lang_call_args(c.fn, &c, &result));
  lang_pin(result);
  return take_results(s, catalyst, result, out);
}

// jax hands on what its own run-time raises instead: but not what ends the run for other reasons.
static void wrap_exception(void) {
  const dbx_diag *d = dbx_diag_pending();
  bool ours = !d || d->code == DBX_E216 || d->code == DBX_E702 || d->code == DBX_E704;
  if (ours || !lang_pending_is(DBX_S_Exception)) return;
  uint32_t mark = lang_pins();
  dbx_buf b = {0};
  pv exc = lang_catch(), made;
  lang_pin(exc);
  dbx_printf(&b,
             "INTERNAL: Generated function failed: CpuCallback error: %s: ", lang_type_name(exc));
  dbx_status st = lang_str(exc, &b);
  pv text = str_take(&b);
  lang_pin(text);
  if (st == DBX_OK)
    st = lang_call(pv_obj(lang_exception_class(dbx_intern("XlaRuntimeError"))), &text, 1, &made);
  if (st == DBX_OK) st = lang_raise(made, exc);
  lang_unpin(mark);
}

static dbx_status host_call(void *ctx, const dbx_kernel_site *s, int64_t number, dbx_array **out) {
  (void)ctx;
  const o_seq *all = jax_now->callbacks;
  if (!all || number < 1 || number > all->n)
    return dbx_fail(DBX_E218, (dbx_span){0}, "the Python function of %s is gone", s->prim->name);
  dbx_trace *t = dbx_trace_suspend();
  dbx_span here = dbx_here;
  operation o = operation_begin();
  dbx_status st = call(s, all->at[number - 1], out);
  if (st != DBX_OK && s->prim->id != DBX_PRIM_python_callback) wrap_exception();
  dbx_diag *d = dbx_diag_pending();
  if (st != DBX_OK && d && !d->event) d->event = UINT32_MAX; // it stands where it was raised
  st = operation_end(&o, st);
  dbx_here = here;
  dbx_trace_resume(t);
  return st;
}

static void mark_callbacks(void (*visit)(pv v)) {
  if (jax_now->callbacks) visit(pv_obj(jax_now->callbacks));
}

void callback_start(void) {
  lang_add_root(mark_callbacks);
  interp_now->host = (dbx_interp_host){host_call, NULL};
}
