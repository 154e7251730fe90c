// The types of a function's results for arguments of certain types, found by tracing it aside.
#include "lang/jax/jaxpr.h"
#include "lang/jax/tree_call.h"
#include "lang/np/np.h"

#include "lang/object/operation.h"
#include "trace/function.h"

dbx_status lang_attribute_aval(pv v, dbx_aval *ret) {
  pv shape, dtype, items;
  dbx_dtype t;
  DBX_TRY(lang_getattr(v, dbx_intern("shape"), &shape));
  DBX_TRY(lang_getattr(v, dbx_intern("dtype"), &dtype));
  DBX_TRY(lang_dtype_arg(dtype, &t));
  DBX_TRY(lang_to_list(shape, &items));
  dbx_dim *dims = DBX_TMP(dbx_dim, SEQ(items)->n + 1);
  for (uint32_t i = 0; i < SEQ(items)->n; i++) {
    int64_t d = 0;
    if (SEQ(items)->at[i].tag == PV_TRACER)
      return dbx_fail(DBX_E218, (dbx_span){0},
                      "a type that the program writes needs lengths that are numbers");
    DBX_TRY(lang_index(SEQ(items)->at[i], &d));
    if (d < 0) return dbx_fail(DBX_E302, (dbx_span){0}, "a dimension of a type cannot be negative");
    dims[i] = dbx_dim_int(d);
  }
  return *ret = dbx_aval_of(t, false, SEQ(items)->n, dims), DBX_OK;
}

static dbx_status argument_types(const dbx_val *v, uint32_t n, dbx_argument *ret) {
  for (uint32_t i = 0; i < n; i++) {
    if (!dbx_is_arraylike(&v[i]))
      return dbx_fail(DBX_E511, (dbx_span){0}, "a %s is not a valid JAX type",
                      dbx_val_type_name(&v[i]));
    ret[i] = (dbx_argument){.aval = dbx_val_aval(&v[i])};
    if (dbx_aval_at(ret[i].aval)->dynamic)
      return dbx_fail(DBX_E218, (dbx_span){0},
                      "the results of a function that is compiled by itself are not known for "
                      "arguments of traced lengths; call it directly");
  }
  return DBX_OK;
}

static dbx_status shaped_results(const dbx_jaxpr *j, pv like, pv *ret) {
  uint32_t mark = lang_pins(), next = 0;
  for (uint32_t i = 0; i < j->n_out; i++) {
    dbx_aval a = dbx_atom_aval(j->outs[i]);
    lang_pin(shaped_new(a));
    if (dbx_aval_at(a)->dynamic)
      return dbx_fail(DBX_E218, (dbx_span){0},
                      "a function that is compiled by itself has results of computed lengths; call "
                      "it directly");
  }
  dbx_status st = tree_put_together(like, lang_pin_at(mark), &next, ret);
  return lang_unpin(mark), st;
}

static dbx_status traced_aside(const call_args *c, pv *ret) {
  dbx_val *v;
  uint32_t n, n_implicit;
  dbx_sig in_type;
  dbx_sym tree;
  tree_fn fn;
  dbx_callable callable;
  pv all = tuple_new(c->at + 1, 2), structure;
  lang_pin(all);
  DBX_TRY(tree_leaves(all, &v, &n, &structure));
  dbx_argument *args = DBX_TMP(dbx_argument, n + 1);
  dbx_implicit none[1];
  DBX_TRY(argument_types(v, n, args));
  dbx_trace *t = dbx_trace_begin(lang_function_name(c->at[0]));
  tree_fn_new(c->at[0], c->at[1], c->at[2], 0, &fn, &callable);
  tree_fn_know(&fn, pv_obj(tree_def(structure)->kid[0]), pv_obj(tree_def(structure)->kid[1]));
  dbx_status st = dbx_infer_input_type(&t->arena, args, n, &in_type, none, &n_implicit);
  if (st == DBX_OK) st = dbx_trace_function(t, &in_type, &callable, &tree);
  dbx_trace_end(t);
  if (st == DBX_OK) st = shaped_results(t->jaxpr, tree_fn_result(&fn), ret);
  dbx_trace_free(t);
  return st;
}

dbx_status lang_result_types(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "result_types", 3, 3));
  operation o = operation_begin();
  return operation_end(&o, traced_aside(c, ret));
}
