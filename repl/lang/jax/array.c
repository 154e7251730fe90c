// Arrays and tracers as values of the host language: attributes, truth, length, conversion to
// Python numbers, dtypes.
#include "interp/interp.h"
#include "ir/target.h"
#include "jnp/jnp.h"
#include "lang/jax/jax.h"
#include "lang/jax/state.h"
#include "lang/np/np.h"
#include "lang/object/above.h"

#include <string.h>

static dbx_aval aval_of(pv v) { // of jax's arrays and tracers
  return v.tag == PV_TRACER ? dbx_var_aval(v.tracer) : dbx_array_aval(ARR(v));
}

// A number that is one element: of a jax array, or of numpy.
static dbx_status only_element(pv v, bool *one, dbx_scalar *x, dbx_dtype *t, uint32_t *rank) {
  if (is_obj(v, T_GENERIC)) {
    *one = true, *x = GENERIC(v)->x, *t = GENERIC(v)->t, *rank = 0;
    return DBX_OK;
  }
  nd a = {0};
  const dbx_array *j = is_obj(v, T_ARRAY) ? ARR(v) : NULL;
  if (!j) a = np_nd(v);
  *one = (j ? j->size : a.size) == 1, *t = j ? j->dtype : a.t, *rank = j ? j->rank : a.rank;
  if (*one) *x = j ? dbx_array_at(j, 0) : nd_at(&a, 0);
  return DBX_OK;
}

// ---- text of tracers ----

static uint32_t level_of(dbx_var v) {
  uint32_t level = 0;
  for (const dbx_frame *f = dbx_frame_by_id(dbx_var_at(v)->frame); f; f = f->parent) level++;
  level = level > jax_now->hidden ? level - jax_now->hidden : 0;
  return level ? level : 1;
}

static void put_dynamic_aval(dbx_buf *b, dbx_aval a) {
  const dbx_aval_info *v = dbx_aval_at(a);
  dbx_printf(b, "%s[", dbx_dtype_short(v->dtype));
  for (uint32_t i = 0; i < v->rank; i++) {
    if (i) dbx_putc(b, ',');
    if (dbx_dim_is_var(v->dims[i])) lang_put_tracer(b, (dbx_var)dbx_dim_value(v->dims[i]));
    else dbx_printf(b, "%lld", (long long)dbx_dim_value(v->dims[i]));
  }
  dbx_putc(b, ']');
}

void lang_put_aval(dbx_buf *b, dbx_aval a) {
  if (dbx_aval_at(a)->dynamic) put_dynamic_aval(b, a);
  else dbx_put_shaped(b, a);
}

void lang_put_tracer(dbx_buf *b, dbx_var v) {
  if (lang_now->words) {
    bool scalar = !dbx_aval_at(dbx_var_aval(v))->rank;
    if (!scalar || !dbx_put_length_words(b, v)) dbx_put_type_words(b, v);
    return;
  }
  if (dbx_target_now()->short_tracers) {
    dbx_put(b, "JitTracer<");
    lang_put_aval(b, dbx_var_aval(v));
    return dbx_putc(b, '>');
  }
  dbx_put(b, "Traced<");
  lang_put_aval(b, dbx_var_aval(v));
  dbx_printf(b, ">with<DynamicJaxprTrace(level=%u/0)>", level_of(v));
}

// ---- attributes ----

pv lang_shape_tuple(dbx_aval a) {
  const dbx_aval_info *v = dbx_aval_at(a);
  pv t = tuple_new(NULL, v->rank);
  for (uint32_t i = 0; i < v->rank; i++) {
    int64_t d = dbx_dim_value(v->dims[i]);
    SEQ(t)->at[i] = dbx_dim_is_var(v->dims[i]) ? pv_tracer((dbx_var)d) : pv_int(d);
  }
  return t;
}

static dbx_status size_of(pv x, pv *ret) {
  pv shape = lang_shape_tuple(aval_of(x));
  uint32_t mark = lang_pins();
  pv n = pv_int(1);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(shape)->n; i++) {
    st = lang_binary(DBX_OP_Mult, n, SEQ(shape)->at[i], &n);
  }
  lang_unpin(mark);
  if (st == DBX_OK) *ret = n;
  return st;
}

static dbx_status concrete_error(pv v, const char *fn) {
  return dbx_fail(DBX_E404, (dbx_span){0},
                  "Abstract tracer value encountered where concrete value is expected: traced "
                  "array with shape %s.\n"
                  "The problem arose with the `%s` function. If trying to convert the data type of "
                  "a value, try using "
                  "`x.astype(%s)` or `jnp.array(x, %s)` instead.",
                  dbx_aval_text(dbx_var_aval(v.tracer)), fn, fn, fn);
}

static dbx_status tolist_native(const call_args *c, pv *ret) {
  pv x = ((o_native *)c->fn.o)->self;
  DBX_TRY(args_count(c, "tolist", 0, 0));
  if (x.tag == PV_TRACER) return concrete_error(x, "float");
  return lang_array_tolist(ARR(x), ret);
}

static dbx_status item_native(const call_args *c, pv *ret) {
  pv x = ((o_native *)c->fn.o)->self;
  DBX_TRY(args_count(c, "item", 0, 0));
  if (x.tag == PV_TRACER) return lang_array_number(x, PV_FLOAT, ret);
  if (ARR(x)->size != 1)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "Only length-1 arrays can be converted to Python scalars.");
  return lang_array_to_python(ARR(x), ret);
}

// What is known of the place of an array is written in Python: tables of attributes and methods.
static dbx_status placed_attr(pv x, dbx_sym name, pv *ret) {
  pv module, table;
  DBX_TRY(above()->import("jax._arrays", &module));
  DBX_TRY(lang_getattr(module, dbx_intern("attributes"), &table));
  pv found = dict_get_sym(DICT(table), name);
  if (found.tag != PV_UNBOUND) return lang_call(found, &x, 1, ret);
  DBX_TRY(lang_getattr(module, dbx_intern("methods"), &table));
  found = dict_get_sym(DICT(table), name);
  return *ret = found.tag == PV_UNBOUND ? found : method_new(x, found), DBX_OK;
}

dbx_status lang_array_attr(pv x, dbx_sym name, pv *ret) {
  const char *n = dbx_sym_text(name);
  if (is_numpy(x)) return np_attr(x, name, ret);
  dbx_aval a = aval_of(x);
  const dbx_aval_info *v = dbx_aval_at(a);
  if (!strcmp(n, "shape")) return *ret = lang_shape_tuple(a), DBX_OK;
  if (!strcmp(n, "ndim")) return *ret = pv_int(v->rank), DBX_OK;
  if (!strcmp(n, "dtype")) return *ret = dtype_new(v->dtype, false, true), DBX_OK;
  if (!strcmp(n, "size")) return size_of(x, ret);
  if (!strcmp(n, "weak_type")) return *ret = pv_bool(v->weak), DBX_OK;
  if (!strcmp(n, "itemsize")) return *ret = pv_int(dbx_dtype_bytes(v->dtype)), DBX_OK;
  if (!strcmp(n, "nbytes") && !v->dynamic)
    return *ret = pv_int(dbx_dtype_bytes(v->dtype) * (is_obj(x, T_ARRAY) ? ARR(x)->size : 1)),
           DBX_OK;
  if (!strcmp(n, "tolist")) return *ret = native_new("tolist", tolist_native, x, NULL), DBX_OK;
  if (!strcmp(n, "item")) return *ret = native_new("item", item_native, x, NULL), DBX_OK;
  if (!strcmp(n, "aval")) {
    o_shaped *s = heap_new(T_SHAPED, sizeof *s);
    s->aval = a;
    return *ret = pv_obj(s), DBX_OK;
  }
  if (!strcmp(n, "at")) {
    o_at *at = heap_new(T_AT, sizeof *at);
    at->x = x, at->index = PV(PV_UNBOUND);
    return *ret = pv_obj(at), DBX_OK;
  }
  DBX_TRY(lang_array_function(x, name, ret));
  return ret->tag == PV_UNBOUND && is_obj(x, T_ARRAY) ? placed_attr(x, name, ret) : DBX_OK;
}

// ---- concrete values ----

dbx_status lang_array_to_python(const dbx_array *a, pv *ret) {
  return *ret = lang_scalar_to_python(dbx_array_at(a, 0), a->dtype), DBX_OK;
}

static pv rows_to_list(const dbx_array *a, uint32_t axis, int64_t *at) {
  if (axis == a->rank) return lang_scalar_to_python(dbx_array_at(a, (*at)++), a->dtype);
  pv l = list_new(NULL, 0);
  for (int64_t i = 0; dbx_go_on(i, a->dims[axis]); i++)
    list_push(SEQ(l), rows_to_list(a, axis + 1, at));
  return l;
}

dbx_status lang_array_tolist(const dbx_array *a, pv *ret) {
  int64_t at = 0;
  DBX_TRY(lang_check_room(2.0 * (double)a->size * sizeof(pv)));
  *ret = rows_to_list(a, 0, &at);
  return heap_check_budget();
}

// The number of elements, -1 where a length is not known while tracing.
static int64_t known_size(pv x) {
  if (is_obj(x, T_ARRAY)) return ARR(x)->size;
  const dbx_aval_info *v = dbx_aval_at(aval_of(x));
  int64_t n = 1;
  for (uint32_t i = 0; i < v->rank; i++) {
    int64_t d = dbx_dim_value(v->dims[i]);
    if (!dbx_dim_is_int(v->dims[i]) || __builtin_mul_overflow(n, d, &n)) return -1;
  }
  return n;
}

// jax asks for the number of elements before it says that a tracer has no value.
static dbx_status refuse_many(pv x) {
  int64_t n = known_size(x);
  if (n > 1)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "The truth value of an array with more than one element is ambiguous. Use "
                    "a.any() or a.all()");
  if (n == 0 && x.tag == PV_TRACER)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "The truth value of an empty array is ambiguous. Use `array.size > 0` to check "
                    "that an array is not empty.");
  return DBX_OK;
}

static dbx_status numpy_truth(pv v, bool *ret) {
  bool one;
  dbx_scalar x;
  dbx_dtype t;
  uint32_t rank;
  DBX_TRY(only_element(v, &one, &x, &t, &rank));
  if (one) return *ret = !dbx_scalar_is_zero(x, t), DBX_OK;
  if (!NDARRAY(v)->size) return *ret = false, DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "The truth value of an array with more than one element is ambiguous. Use "
                  "a.any() or a.all()");
}

dbx_status lang_array_truth(pv v, bool *ret) {
  if (is_numpy(v)) return numpy_truth(v, ret);
  DBX_TRY(refuse_many(v));
  if (v.tag == PV_TRACER)
    return dbx_concrete_bool(&(dbx_val){.kind = DBX_V_TRACER, .tracer = v.tracer}, ret);
  const dbx_array *a = ARR(v);
  if (a->size == 0) return *ret = false, DBX_OK;
  return *ret = !dbx_scalar_is_zero(dbx_array_at(a, 0), a->dtype), DBX_OK;
}

// The one element of x as a Python number; fn: what asks for it.
static dbx_status element_of(pv x, const char *fn, pv *ret) {
  bool one = true;
  dbx_scalar element;
  dbx_dtype t;
  uint32_t rank;
  if (is_numpy(x)) DBX_TRY(only_element(x, &one, &element, &t, &rank));
  int64_t n = is_numpy(x) ? one : known_size(x);
  if (n >= 0 && n != 1)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "%s length-1 arrays can be converted to Python scalars%s",
                    is_numpy(x) ? "only" : "Only", is_numpy(x) ? "" : ".");
  if (x.tag == PV_TRACER) return concrete_error(x, fn);
  if (!is_numpy(x)) return lang_array_to_python(ARR(x), ret);
  return *ret = lang_scalar_to_python(element, t), DBX_OK;
}

dbx_status lang_array_number(pv x, pv_tag want, pv *ret) {
  const char *fn = want == PV_BOOL    ? "bool"
                   : want == PV_INT   ? "int"
                   : want == PV_FLOAT ? "float"
                                      : "complex";
  bool yes;
  if (want == PV_BOOL) {
    DBX_TRY(lang_array_truth(x, &yes));
    return *ret = pv_bool(yes), DBX_OK;
  }
  pv v;
  DBX_TRY(element_of(x, fn, &v));
  if (want == PV_OBJ) {
    double re = is_obj(v, T_COMPLEX) ? ((o_complex *)v.o)->re : 0,
           im = is_obj(v, T_COMPLEX) ? ((o_complex *)v.o)->im : 0;
    if (!is_obj(v, T_COMPLEX)) DBX_TRY(number_as_double(v, &re));
    return *ret = complex_new(re, im), DBX_OK;
  }
  if (is_obj(v, T_COMPLEX) && is_obj(x, T_GENERIC))
    v = pv_float(((o_complex *)v.o)->re); // with a warning
  if (is_obj(v, T_COMPLEX))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s() argument must be a real number, not 'complex'",
                    fn);
  if (want == PV_INT) {
    if (v.tag == PV_FLOAT) return number_from_double(v.f, ret);
    return *ret = v.tag == PV_BOOL ? pv_int(v.i) : v, DBX_OK;
  }
  double d;
  DBX_TRY(number_as_double(v, &d));
  return *ret = pv_float(d), DBX_OK;
}

dbx_status lang_array_item(pv v, pv *ret) {
  bool one;
  dbx_scalar x = {0};
  dbx_dtype t;
  uint32_t rank;
  DBX_TRY(only_element(v, &one, &x, &t, &rank));
  return *ret = lang_scalar_to_python(x, t), DBX_OK;
}

static dbx_status numpy_index(pv v, int64_t *ret) {
  bool one;
  dbx_scalar x = {0};
  dbx_dtype t;
  uint32_t rank;
  DBX_TRY(only_element(v, &one, &x, &t, &rank));
  if (is_obj(v, T_GENERIC) && t == DBX_BOOL) return *ret = x.i, DBX_OK; // with a warning
  if (is_obj(v, T_GENERIC) && !dbx_is_integer(t))
    return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' object cannot be interpreted as an integer",
                    lang_type_name(v));
  if (rank || !dbx_is_integer(t))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "only integer scalar arrays can be converted to a scalar index");
  if (t == DBX_U64 && x.i < 0)
    return dbx_fail(DBX_E211, (dbx_span){0}, "cannot fit '%s' into an index-sized integer",
                    lang_type_name(v));
  return *ret = x.i, DBX_OK;
}

dbx_status lang_array_index(pv v, int64_t *ret) {
  if (is_numpy(v)) return numpy_index(v, ret);
  const dbx_aval_info *t = dbx_aval_at(aval_of(v));
  if (t->rank || !dbx_is_integer(t->dtype))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s",
                    "Only integer scalar arrays can be converted to a scalar index.");
  if (v.tag == PV_TRACER)
    return dbx_concrete_int(&(dbx_val){.kind = DBX_V_TRACER, .tracer = v.tracer}, ret);
  return *ret = dbx_array_at(ARR(v), 0).i, DBX_OK;
}

static dbx_status numpy_rows(pv x, const char *without, int64_t *ret) {
  if (is_obj(x, T_GENERIC))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    *without == 'l' ? "object of type '%s' has no len()"
                                    : "'%s' object is not iterable",
                    lang_type_name(x));
  if (!NDARRAY(x)->rank) return dbx_fail(DBX_E204, (dbx_span){0}, "%s", without);
  return *ret = NDARRAY(x)->dim[0], DBX_OK;
}

dbx_status lang_array_rows(pv x, int64_t *ret) {
  if (is_numpy(x)) return numpy_rows(x, "iteration over a 0-d array", ret);
  const dbx_aval_info *v = dbx_aval_at(aval_of(x));
  if (!v->rank) return dbx_fail(DBX_E204, (dbx_span){0}, "iteration over a 0-d array");
  if (dbx_dim_is_int(v->dims[0])) return *ret = dbx_dim_value(v->dims[0]), DBX_OK;
  return concrete_error(pv_tracer((dbx_var)dbx_dim_value(v->dims[0])), "int");
}

dbx_status lang_array_length(pv v, int64_t *ret) {
  if (is_numpy(v)) return numpy_rows(v, "len() of unsized object", ret);
  const dbx_aval_info *t = dbx_aval_at(aval_of(v));
  if (!t->rank) return dbx_fail(DBX_E204, (dbx_span){0}, "len() of unsized object");
  if (dbx_dim_is_int(t->dims[0])) return *ret = dbx_dim_value(t->dims[0]), DBX_OK;
  return dbx_concrete_int(
      &(dbx_val){.kind = DBX_V_TRACER, .tracer = (dbx_var)dbx_dim_value(t->dims[0])}, ret);
}

// ---- dtypes ----

dbx_status lang_dtype_equal(pv x, pv y, bool *same) {
  dbx_dtype a, b;
  *same = false;
  if (lang_dtype_arg(x, &a) != DBX_OK || lang_dtype_arg(y, &b) != DBX_OK)
    return dbx_diag_forget(), DBX_OK;
  return *same = a == b, DBX_OK;
}

// numpy.float32(x): a scalar, or an array of that type where x has axes.
static dbx_status numpy_scalar(const call_args *c, dbx_dtype t, pv *ret) {
  nd x;
  uint32_t pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = np_operand_as(c->n ? c->at[0] : pv_int(0), t, &x);
  if (st == DBX_OK) *ret = np_return(&x);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  return st == DBX_OK && ret->tag == PV_UNBOUND ? DBX_FAIL : st;
}

// jnp.float32(x): an array of that type.
dbx_status lang_dtype_call(const call_args *c, pv *ret) {
  const o_dtype *t = (o_dtype *)c->fn.o;
  if (!t->is_class)
    return dbx_fail(DBX_E204, (dbx_span){0}, "'numpy.dtype' object is not callable");
  DBX_TRY(args_count(c, dbx_dtype_name(t->t), 0, 1));
  if (t->numpy) return numpy_scalar(c, t->t, ret);
  pv zero = pv_int(0), type = c->fn;
  dbx_sym key = dbx_intern("dtype");
  call_args d = {
      .at = c->n ? c->at : &zero, .n = 1, .kw = &key, .kw_at = &type, .n_kw = 1, .span = c->span};
  return lang_call_function(dbx_function_find("jnp", "asarray"), &d, ret);
}
