// Arguments from text to the arrays that a Jaxpr takes (see arguments.h).
#include "cmd/session/arguments.h"

#include "cmd/session/state.h"
#include "interp/interp.h"
#include "prim/prim.h"
#include <assert.h>
#include <string.h>

dbx_status arguments_import_names(void) {
  static const struct {
    const char *name, *text;
  } imports[] = {
      {"jax", "import jax"}, {"jnp", "import jax.numpy as jnp"}, {"np", "import numpy as np"}};
  for (size_t i = 0; i < sizeof imports / sizeof *imports; i++) {
    const char *text = imports[i].text;
    if (dict_get_sym(lang_now->globals, dbx_intern(imports[i].name)).tag != PV_UNBOUND) continue;
    DBX_TRY(lang_run(dbx_source_add("<names>", text, strlen(text)), NULL, NULL));
  }
  return DBX_OK;
}

// ---- evaluating "3, y=jnp.zeros([2])" ----

static dbx_status receive(const call_args *c, pv *ret) {
  for (uint32_t i = 0; i < c->n; i++) dbx_push(session_now->receiver, ((given){0, c->at[i]}));
  for (uint32_t i = 0; i < c->n_kw; i++)
    dbx_push(session_now->receiver, ((given){c->kw[i], c->kw_at[i]}));
  *ret = pv_none();
  return DBX_OK;
}

// The text becomes the argument list of a call of our own, under a name that is there only now.
static dbx_status evaluate(const char *text, givens *ret) {
  dbx_sym name = dbx_intern("arguments");
  pv before = dict_get_sym(lang_now->globals, name), ignored, key = str_of("arguments");
  bool found;
  dbx_buf call = {0};
  uint32_t mark = lang_pins();
  lang_pin(before), lang_pin(key);
  session_now->receiver = ret;
  dict_put_sym(lang_now->globals, name, native_new("arguments", receive, PV(PV_UNBOUND), NULL));
  dbx_printf(&call, "arguments(%s)", text);
  dbx_trace *t = dbx_trace_suspend();
  dbx_status st = lang_eval_text("<arguments>", dbx_text(&call), &ignored);
  if (st != DBX_OK && t && dbx_diag_pending() && dbx_diag_pending()->code == DBX_E508)
    dbx_diag_note("the program goes on; arguments are numbers and arrays");
  dbx_trace_resume(t);
  if (before.tag != PV_UNBOUND) dict_put_sym(lang_now->globals, name, before);
  else if (dict_delete(lang_now->globals, key, &found) != DBX_OK) dbx_diag_forget();
  lang_unpin(mark);
  dbx_buf_free(&call);
  return st;
}

// ---- which value goes to which input ----

static uint32_t inputs_of(const dbx_jaxpr *j) {
  uint32_t n = j->n_in;
  for (uint32_t i = 0; i < j->n_const; i++) n += !j->consts[i];
  return n;
}

static dbx_var input_at(const dbx_jaxpr *j, uint32_t i) {
  uint32_t n = inputs_of(j) - j->n_in;
  if (i >= n) return j->invars[i - n];
  for (uint32_t k = 0;; k++)
    if (!j->consts[k] && i-- == 0) return j->constvars[k];
}

// Moves the named values to their places among n explicit inputs.
static dbx_status place(const givens *g, const dbx_sym *names, uint32_t n, pv *vals) {
  for (uint32_t i = 0; i < n; i++) vals[i] = PV(PV_UNBOUND);
  for (uint32_t i = 0; i < g->n; i++) {
    uint32_t at = i;
    if (g->at[i].name)
      for (at = 0; at < n && !(names && names[at] == g->at[i].name);) at++;
    if (g->at[i].name && at == n)
      return dbx_fail(DBX_E707, (dbx_span){0}, "there is no argument named '%s'",
                      dbx_sym_text(g->at[i].name));
    if (vals[at].tag != PV_UNBOUND)
      return dbx_fail(DBX_E707, (dbx_span){0}, "argument '%s' is given twice",
                      dbx_sym_text(g->at[i].name));
    vals[at] = g->at[i].val;
  }
  for (uint32_t i = 0; i < n; i++)
    if (vals[i].tag == PV_UNBOUND)
      return names ? dbx_fail(DBX_E707, (dbx_span){0}, "no value for argument '%s'",
                              dbx_sym_text(names[i]))
                   : dbx_fail(DBX_E707, (dbx_span){0}, "no value for argument %u", i);
  return DBX_OK;
}

// ---- one value ----

static int rank_of_kind(dbx_dtype t) {
  return dbx_dtype_kind(t) == 'b' ? 0 : dbx_is_integer(t) ? 1 : dbx_is_complex(t) ? 3 : 2;
}

static dbx_status misfit(uint32_t i, dbx_aval want, const char *got) {
  return dbx_fail(DBX_E707, (dbx_span){0}, "argument %u has to be %s, not %s", i,
                  dbx_aval_text(want), got);
}

// Python numbers take the input's dtype unless they would lose their kind.
static dbx_status number_to_array(uint32_t i, const dbx_val *v, dbx_aval want, dbx_array **ret) {
  const dbx_aval_info *w = dbx_aval_at(want);
  dbx_dtype t;
  dbx_scalar x;
  DBX_TRY(dbx_val_scalar(v, &t, &x));
  if (w->rank || rank_of_kind(t) > rank_of_kind(w->dtype))
    return misfit(i, want, dbx_val_type_name(v));
  dbx_scalar y = dbx_scalar_convert(x, t, w->dtype);
  if (rank_of_kind(w->dtype) == 1 && dbx_scalar_convert(y, w->dtype, t).i != x.i)
    return dbx_fail(DBX_E211, (dbx_span){0}, "argument %u does not fit %s", i,
                    dbx_dtype_name(w->dtype));
  *ret = dbx_array_scalar(w->dtype, y);
  return DBX_OK;
}

static dbx_status value_to_array(uint32_t i, pv p, dbx_aval want, dbx_array **ret) {
  const dbx_aval_info *w = dbx_aval_at(want);
  dbx_val v;
  DBX_TRY(lang_to_val(p, &v));
  if (dbx_is_number(&v)) return number_to_array(i, &v, want, ret);
  if (v.kind != DBX_V_ARRAY) return misfit(i, want, dbx_val_type_name(&v));
  const dbx_array *a = v.array;
  bool fits = a->dtype == w->dtype && a->rank == w->rank;
  for (uint32_t k = 0; fits && k < w->rank; k++)
    fits = !dbx_dim_is_int(w->dims[k]) || dbx_dim_value(w->dims[k]) == a->dims[k];
  if (!fits) return misfit(i, want, dbx_aval_text(dbx_array_aval(a)));
  *ret = dbx_array_ref(v.array);
  return DBX_OK;
}

// ---- sizes ----

// The length that input `size` has by the shapes of the inputs from `from` on; -1 if none has it.
static int64_t length_of(const dbx_jaxpr *j, dbx_var size, uint32_t from, const dbx_arrays *a) {
  for (uint32_t i = from; i < inputs_of(j); i++) {
    const dbx_aval_info *v = dbx_aval_at(dbx_var_aval(input_at(j, i)));
    for (uint32_t k = 0; k < v->rank; k++)
      if (v->dims[k] == dbx_dim_var(size)) return a->at[i]->dims[k];
  }
  return -1;
}

static dbx_status fill_sizes(const dbx_jaxpr *j, uint32_t n, dbx_arrays *a) {
  for (uint32_t i = 0; i < n; i++) {
    dbx_var v = input_at(j, i);
    int64_t len = length_of(j, v, n, a);
    if (len < 0 || !dbx_aval_is_size(dbx_var_aval(v)))
      return dbx_fail(DBX_E707, (dbx_span){0}, "%u arguments are given, %u are needed",
                      inputs_of(j) - n, inputs_of(j));
    a->at[i] = dbx_array_scalar(dbx_aval_at(dbx_var_aval(v))->dtype, dbx_scalar_int(len));
  }
  return DBX_OK;
}

static dbx_status convert(const dbx_jaxpr *j, const dbx_sym *names, const givens *g,
                          dbx_arrays *a) {
  bool sizes_optional = !names || j->from_text;
  uint32_t n = inputs_of(j), implicit = !sizes_optional ? j->n_implicit_in
                                        : g->n < n      ? n - g->n
                                                        : 0;
  if (names && j->from_text) names += implicit;
  if (g->n > n - implicit)
    return dbx_fail(DBX_E707, (dbx_span){0}, "%u arguments are given, %u are needed", g->n,
                    n - implicit);
  assert(implicit <= n);
  pv *vals = DBX_TMP(pv, n - implicit);
  DBX_TRY(place(g, names, n - implicit, vals));
  for (uint32_t i = 0; i < n; i++) dbx_push(a, NULL);
  for (uint32_t i = implicit; i < n; i++)
    DBX_TRY(
        value_to_array(i - implicit, vals[i - implicit], dbx_var_aval(input_at(j, i)), &a->at[i]));
  return fill_sizes(j, implicit, a);
}

dbx_status arguments_read(const dbx_jaxpr *j, const dbx_sym *names, const char *text,
                          dbx_arrays *ret) {
  givens g = {0};
  dbx_arrays a = {0};
  dbx_scratch_mark m = dbx_scratch_here();
  uint32_t pool = dbx_pool_mark();
  dbx_status st = evaluate(text, &g);
  dbx_here = (dbx_span){0}; // what follows is about all of them
  if (st == DBX_OK) st = convert(j, names, &g, &a);
  if (st == DBX_OK) *ret = a;
  else arguments_free(&a);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  dbx_vec_free(&g);
  return st;
}

void arguments_free(dbx_arrays *a) {
  for (uint32_t i = 0; i < a->n; i++) dbx_array_unref(a->at[i]);
  dbx_vec_free(a);
}

dbx_status arguments_run(const dbx_engine *e, const dbx_jaxpr *j, const dbx_arrays *args, pv *ret) {
  dbx_array **out = dbx_alloc(sizeof *out * j->n_out);
  dbx_trace *t = dbx_trace_suspend();
  dbx_status st = e->run ? e->run(e->ctx, j, args->at, out) : dbx_interpret(j, args->at, out);
  dbx_trace_resume(t);
  if (lang_now->on_call) lang_now->on_call(j, args->at, st == DBX_OK ? out : NULL);
  if (st != DBX_OK) lang_note_sizes(j, args->at);
  if (st == DBX_OK) {
    pv *vals = dbx_alloc(sizeof *vals * j->n_out);
    uint32_t n = j->n_out - j->n_implicit_out;
    for (uint32_t i = 0; i < j->n_out; i++) {
      if (i < j->n_implicit_out) dbx_array_unref(out[i]);
      else vals[i - j->n_implicit_out] = np_take_result(out[i]);
    }
    *ret = n == 1 ? vals[0] : tuple_new(vals, n);
    free(vals);
  }
  free(out);
  return st;
}
