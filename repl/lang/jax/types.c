// What the heap and the printer ask of the objects of this room (cells of types.def).
#include "lang/jax/types.h"

#include "interp/interp.h"
#include "ir/jaxpr.h"
#include "lang/jax/qjit.h"
#include "lang/np/np.h"

#include <string.h>

// ---- the heap ----

#define VISITS(type) void type##_visit(obj *o, void (*child)(obj * o))
#define ALL(v) visit_value(v, child)
#define ONE(p) visit_held(p, child)

VISITS(at) { ALL(((o_at *)o)->x), ALL(((o_at *)o)->index); }

VISITS(loop) {
  const o_loop *l = (o_loop *)o;
  ALL(l->lower), ALL(l->upper), ALL(l->step), ALL(l->cond), ALL(l->body), ALL(l->args);
}

VISITS(cond) {
  const o_cond *c = (o_cond *)o;
  ONE(c->preds), ONE(c->branches), ALL(c->otherwise);
}

VISITS(decorator) { ALL(((o_decorator *)o)->target), ONE(((o_decorator *)o)->options); }

VISITS(jaxpr) { ALL(((o_jaxpr *)o)->owner); }

VISITS(block) { ONE(((o_block *)o)->env), ALL(((o_block *)o)->state); }

void jaxpr_jaxprs(const obj *o, void (*f)(const dbx_jaxpr *j)) { f(((const o_jaxpr *)o)->jaxpr); }

static int64_t bytes_of(const dbx_array *a) { return a->size * (int64_t)dbx_dtype_bytes(a->dtype); }

int64_t array_held(const obj *o) { return bytes_of(((const o_array *)o)->a); }

void array_release(obj *o) {
  heap_note_external(-array_held(o));
  dbx_array_unref(((o_array *)o)->a);
}

// ---- names and texts ----

#define TEXT(type) dbx_status type##_text(pv v, bool str, dbx_buf *b)

TEXT(tracer) { return lang_put_tracer(b, v.tracer), DBX_OK; }

TEXT(array) {
  DBX_TRY(dbx_check_text_axes(ARR(v)));
  return np_put_array(b, ARR(v), str ? NULL : "Array(");
}

const char *dtype_name(pv v) { return ((o_dtype *)v.o)->is_class ? "type" : "numpy.dtype"; }

TEXT(dtype) {
  const o_dtype *d = (o_dtype *)v.o;
  const char *name = dbx_dtype_name(d->t);
  if (d->is_class)
    dbx_printf(b, "<class '%s.%s%s'>",
               !d->numpy          ? "jax.numpy"
               : d->t == DBX_BF16 ? "ml_dtypes"
                                  : "numpy",
               name, d->t == DBX_BOOL ? "_" : "");
  else if (str) dbx_put(b, name);
  else dbx_printf(b, d->t == DBX_BF16 ? "dtype(%s)" : "dtype('%s')", name);
  return DBX_OK;
}

TEXT(at) {
  const o_at *at = (o_at *)v.o;
  bool indexed = at->index.tag != PV_UNBOUND;
  dbx_put(b, indexed ? "_IndexUpdateRef(" : "_IndexUpdateHelper(");
  DBX_TRY(lang_repr(at->x, b));
  if (indexed) {
    dbx_put(b, ", ");
    DBX_TRY(lang_repr(at->index, b));
  }
  return dbx_putc(b, ')'), DBX_OK;
}

TEXT(shaped) { return lang_put_aval(b, ((const o_shaped *)v.o)->aval), DBX_OK; }
TEXT(jaxpr) { return dbx_print_jaxpr(b, ((const o_jaxpr *)v.o)->jaxpr, NULL), DBX_OK; }
TEXT(qjit) {
  dbx_printf(b, "<catalyst.jit.QJIT object at %p>", (void *)v.o);
  return DBX_OK;
}

// ---- hashes, items, attributes, calls ----

dbx_status tracer_hash(pv v, uint64_t *ret) { return *ret = dbx_mix(3, v.tracer), DBX_OK; }
dbx_status dtype_hash(pv v, uint64_t *ret) {
  return *ret = dbx_mix(8, ((o_dtype *)v.o)->t), DBX_OK;
}

dbx_status shaped_equal(pv x, pv y, bool *ret) {
  return *ret = ((o_shaped *)x.o)->aval == ((o_shaped *)y.o)->aval, DBX_OK;
}

dbx_status array_iter(pv v, pv *ret) {
  int64_t rows;
  DBX_TRY(lang_array_rows(v, &rows));
  return *ret = iter_new(v.tag == PV_TRACER ? IT_TRACER : IT_ARRAY, v), DBX_OK;
}

dbx_status at_item(pv x, pv i, pv *ret) { return lang_at_index((o_at *)x.o, i, ret); }

#define ATTR(type) dbx_status type##_attr(pv x, dbx_sym name, pv *ret)

ATTR(shaped) {
  dbx_aval a = ((o_shaped *)x.o)->aval;
  const dbx_aval_info *v = dbx_aval_at(a);
  const char *n = dbx_sym_text(name);
  if (!strcmp(n, "shape")) *ret = lang_shape_tuple(a);
  if (!strcmp(n, "ndim")) *ret = pv_int(v->rank);
  if (!strcmp(n, "dtype")) *ret = dtype_new(v->dtype, false, true);
  if (!strcmp(n, "weak_type")) *ret = pv_bool(v->weak);
  return DBX_OK;
}

ATTR(dtype) {
  const o_dtype *t = (o_dtype *)x.o;
  const char *n = dbx_sym_text(name);
  char kind[2] = {dbx_dtype_kind(t->t), 0};
  bool of_class = t->is_class && t->numpy && t->t == DBX_BOOL && !strcmp(n, "__name__");
  if (!strcmp(n, "name") || !strcmp(n, "__name__"))
    *ret = str_of(of_class ? "bool_" : dbx_dtype_name(t->t));
  if (!strcmp(n, "itemsize")) *ret = pv_int(dbx_dtype_bytes(t->t));
  if (!strcmp(n, "kind")) *ret = str_of(kind);
  if (!strcmp(n, "type")) *ret = dtype_new(t->t, true, true);
  if (!strcmp(n, "dtype")) *ret = dtype_new(t->t, false, true);
  return DBX_OK;
}

ATTR(at) { return lang_at_attr(x, dbx_sym_text(name), ret); }
ATTR(cond) { return lang_cond_attr(x, dbx_sym_text(name), ret); }

bool dtype_callable(pv v) { return ((o_dtype *)v.o)->is_class; }
