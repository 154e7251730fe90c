// The library modules: what `import` finds and which names they hold.
#include "lang/modules/modules.h"
#include "ir/target.h"
#include "jnp/jnp.h"
#include "lang/jax/graph.h"
#include "lang/jax/jax.h"
#include "lang/jax/jaxpr.h"
#include "lang/jax/state.h"
#include "lang/jax/tree_util.h"
#include "lang/lib/alias.h"
#include "lang/lib/builtins.h"
#include "lang/lib/known_names.h"
#include "lang/lib/std/std.h"
#include "lang/lib/streams.h"
#include "lang/modules/near.h"
#include "lang/modules/python.h"
#include "lang/np/np.h"
#include "lang/quantum/quantum.h"

#include <math.h>
#include <string.h>

// ---- functions of the array API ----

static dbx_status jax_function(const call_args *c, pv *ret) {
  return lang_call_function(((o_native *)c->fn.o)->data, c, ret);
}

static bool find_function(const char *module, const char *name, native_fn call, pv *ret) {
  const dbx_function *f = dbx_function_find(module, name);
  if (!f) return false;
  *ret = native_new(f->name, call, PV(PV_UNBOUND), f);
  return true;
}

static bool find_dtype(const char *name, bool numpy, pv *ret) {
  dbx_dtype t;
  static const char *const other[][2] = {{"bool_", "bool"},          {"float_", "float64"},
                                         {"int_", "int64"},          {"uint", "uint64"},
                                         {"complex_", "complex128"}, {"single", "float32"},
                                         {"double", "float64"},      {"half", "float16"},
                                         {"csingle", "complex64"},   {"cdouble", "complex128"}};
  // What C calls them, which only host numpy has.
  static const char *const of_c[][2] = {
      {"byte", "int8"},        {"ubyte", "uint8"},       {"short", "int16"},
      {"ushort", "uint16"},    {"intc", "int32"},        {"uintc", "uint32"},
      {"intp", "int64"},       {"uintp", "uint64"},      {"longlong", "int64"},
      {"ulonglong", "uint64"}, {"cfloat", "complex128"}, {"singlecomplex", "complex64"}};
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    if (!strcmp(name, other[i][0])) name = other[i][1];
  for (size_t i = 0; numpy && i < sizeof of_c / sizeof *of_c; i++)
    if (!strcmp(name, of_c[i][0])) name = of_c[i][1];
  if (!dbx_dtype_by_name(name, &t)) return false;
  *ret = dtype_new(t, true, numpy);
  return true;
}

static bool find_constant(const char *name, pv *ret) {
  if (!strcmp(name, "pi")) return *ret = pv_float(M_PI), true;
  if (!strcmp(name, "e")) return *ret = pv_float(M_E), true;
  if (!strcmp(name, "inf")) return *ret = pv_float(INFINITY), true;
  if (!strcmp(name, "nan")) return *ret = pv_float(NAN), true;
  if (!strcmp(name, "euler_gamma")) return *ret = pv_float(0.57721566490153286), true;
  if (!strcmp(name, "newaxis")) return *ret = pv_none(), true;
  return false;
}

// Names that numpy 1.26 has as well.
static bool find_other_constant(const char *name, pv *ret) {
  static const struct {
    const char *name;
    double value;
  } floats[] = {{"Inf", INFINITY},  {"Infinity", INFINITY}, {"infty", INFINITY},
                {"PINF", INFINITY}, {"NINF", -INFINITY},    {"NaN", NAN},
                {"NAN", NAN},       {"PZERO", 0.0},         {"NZERO", -0.0}};
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
    if (!strcmp(name, floats[i].name)) return *ret = pv_float(floats[i].value), true;
  bool yes = !strcmp(name, "True_");
  if (!yes && strcmp(name, "False_")) return false;
  return *ret = np_generic(DBX_BOOL, dbx_scalar_int(yes)), true;
}

// ---- questions about types ----

static dbx_status type_of_argument(pv v, dbx_type *ret) {
  dbx_val x;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_status st = lang_to_val(v, &x);
  if (st == DBX_OK && dbx_is_arraylike(&x)) {
    const dbx_aval_info *a = dbx_aval_at(dbx_val_aval(&x));
    *ret = (dbx_type){a->dtype, a->weak};
  } else if (st == DBX_OK) {
    st = dbx_dtype_of(&x, &ret->dtype);
    ret->weak = false;
  }
  dbx_scratch_release(m);
  return st;
}

static dbx_status promote_all(const call_args *c, pv *ret) {
  dbx_type t = {0}, next;
  for (uint32_t i = 0; i < c->n; i++) {
    DBX_TRY(type_of_argument(c->at[i], &next));
    t = i ? dbx_promote(t, next) : next;
  }
  return *ret = dtype_new(t.dtype, false, true), DBX_OK;
}
static dbx_status promote_types(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "promote_types", 2, 2));
  return promote_all(c, ret);
}
static dbx_status result_type(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "result_type", 1, UINT32_MAX));
  return promote_all(c, ret);
}
static dbx_status numpy_dtype(const call_args *c, pv *ret) {
  dbx_dtype t;
  DBX_TRY(args_count(c, "dtype", 1, 1));
  DBX_TRY(np_dtype(c->at[0], &t));
  return *ret = dtype_new(t, false, true), DBX_OK;
}
static dbx_status dtype_function(const call_args *c, pv *ret) {
  dbx_dtype t;
  DBX_TRY(args_count(c, "dtype", 1, 1));
  DBX_TRY(lang_dtype_arg(c->at[0], &t));
  return *ret = dtype_new(t, false, true), DBX_OK;
}

// The kinds of jax.dtypes are classes.
static dbx_status issubdtype_of_class(const call_args *c, pv *ret) {
  pv module, own;
  DBX_TRY(python_import("jax.dtypes", &module));
  DBX_TRY(lang_getattr(module, dbx_intern("issubdtype"), &own));
  return lang_call(own, c->at, c->n, ret);
}

static dbx_status issubdtype(const call_args *c, pv *ret) {
  dbx_dtype t, of;
  DBX_TRY(args_count(c, "issubdtype", 2, 2));
  DBX_TRY(lang_dtype_arg(c->at[0], &t));
  const char *kind = np_kinds(c->at[1]);
  if (is_obj(c->at[1], T_CLASS)) return issubdtype_of_class(c, ret);
  if (kind) return *ret = pv_bool(strchr(kind, dbx_dtype_kind(t)) != NULL), DBX_OK;
  DBX_TRY(lang_dtype_arg(c->at[1], &of));
  return *ret = pv_bool(t == of), DBX_OK;
}

static dbx_status attribute_function(const call_args *c,
                                     pv *ret) { // jnp.shape(x), jnp.ndim(x), jnp.size(x)
  const char *name = ((o_native *)c->fn.o)->name;
  pv x;
  DBX_TRY(args_count(c, name, 1, 1));
  if (is_array(c->at[0])) {
    if (!strcmp(name, "size") && dbx_target_now()->sizes_twice)
      DBX_TRY(lang_getattr(c->at[0], dbx_intern(name), ret));
    return lang_getattr(c->at[0], dbx_intern(name), ret);
  }
  call_args d = {.at = c->at, .n = 1, .span = c->span};
  dbx_trace *t = dbx_trace_suspend();
  dbx_status st = lang_call_function(dbx_function_find("jnp", "array"), &d, &x);
  dbx_trace_resume(t);
  return st == DBX_OK ? lang_getattr(x, dbx_intern(name), ret) : st;
}

static bool find_native(const char *name, pv *ret) {
  static const struct {
    const char *name;
    native_fn fn;
  } natives[] = {{"promote_types", promote_types}, {"result_type", result_type},
                 {"dtype", dtype_function},        {"issubdtype", issubdtype},
                 {"shape", attribute_function},    {"ndim", attribute_function},
                 {"size", attribute_function}};
  for (size_t i = 0; i < sizeof natives / sizeof *natives; i++)
    if (!strcmp(name, natives[i].name))
      return *ret = native_new(natives[i].name, natives[i].fn, PV(PV_UNBOUND), NULL), true;
  return np_find_kind(name, ret);
}

// ---- the modules ----

static dbx_status find_python_name(const char *module, const char *name, pv *ret);

static dbx_status get_jnp(const lang_module *m, const char *name, pv *ret) {
  if (!strcmp(name, "linalg")) return lang_import("jax.numpy.linalg", ret);
  if (!strcmp(name, "fft")) return lang_import("jax.numpy.fft", ret);
  if (!strcmp(name, "ndarray")) return *ret = lang_builtin_type("jax.Array"), DBX_OK;
  if (find_function("jnp", name, jax_function, ret) || find_dtype(name, false, ret) ||
      find_constant(name, ret) || find_native(name, ret))
    return DBX_OK;
  return find_python_name(m->name, name, ret);
}

static bool find_class(const char *name, pv *ret) { // of exceptions
  const o_class *c = lang_exception_class(dbx_intern(name));
  if (c) *ret = pv_obj((o_class *)c);
  return c != NULL;
}

static dbx_status get_np_linalg(const lang_module *m, const char *name, pv *ret) {
  if (np_find_linalg(name, ret)) return DBX_OK;
  if (!strcmp(name, "LinAlgError")) return (void)find_class(name, ret), DBX_OK;
  return find_python_name(m->name, name, ret);
}

static dbx_status get_np_random(const lang_module *m, const char *name, pv *ret) {
  return find_python_name(m->name, name, ret);
}

// The module `of`.`name`, if it is one of the children.
static dbx_status find_child(const char *of, const char *const *children, const char *name,
                             pv *ret) {
  while (*children && strcmp(*children, name) != 0) children++;
  if (!*children) return DBX_OK;
  dbx_buf b = {0};
  dbx_put(&b, of);
  dbx_putc(&b, '.');
  dbx_put(&b, name);
  dbx_status st = lang_import(dbx_text(&b), ret);
  dbx_buf_free(&b);
  return st;
}

static dbx_status get_np_exceptions(const lang_module *m, const char *name, pv *ret) {
  if (!strcmp(name, "AxisError")) find_class(name, ret);
  return DBX_OK;
}

static dbx_status get_numpy(const lang_module *m, const char *name, pv *ret) {
  static const char *const children[] = {"linalg", "random", "exceptions", "testing", "fft", NULL};
  DBX_TRY(find_child("numpy", children, name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  if (!strcmp(name, "AxisError")) return get_np_exceptions(m, name, ret);
  if (!strcmp(name, "ndarray")) return *ret = lang_builtin_type("numpy.ndarray"), DBX_OK;
  if (!strcmp(name, "dtype"))
    return *ret = native_new("dtype", numpy_dtype, PV(PV_UNBOUND), NULL), DBX_OK;
  if (np_find_function(name, ret) || find_dtype(name, true, ret) || find_constant(name, ret) ||
      find_other_constant(name, ret) || find_native(name, ret))
    return DBX_OK;
  return find_python_name(m->name, name, ret);
}

static dbx_status get_random(const lang_module *m, const char *name, pv *ret) {
  if (find_function("random", name, jax_function, ret)) return DBX_OK;
  return find_python_name(m->name, name, ret);
}

static dbx_status get_nn(const lang_module *m, const char *name, pv *ret) {
  if (find_function("nn", name, jax_function, ret)) return DBX_OK;
  return find_python_name(m->name, name, ret);
}

static dbx_status get_linalg(const lang_module *m, const char *name, pv *ret) {
  if (find_function("linalg", name, jax_function, ret)) return DBX_OK;
  return find_python_name(m->name, name, ret);
}

// Rows that only the library's own Python sees: "_lapack" has those of "lapack".
static dbx_status get_rows(const lang_module *m, const char *name, pv *ret) {
  return (void)find_function(m->name + 1, name, jax_function, ret), DBX_OK;
}

static dbx_status shaped_array(const call_args *c, pv *ret) {
  dbx_dtype t;
  pv weak = args_keyword(c, "weak_type"), shape = c->n ? c->at[0] : args_keyword(c, "shape"),
     dtype = c->n > 1 ? c->at[1] : args_keyword(c, "dtype"), items;
  bool w = false;
  DBX_TRY(args_only_keywords(c, "ShapedArray", "shape dtype weak_type"));
  if (shape.tag == PV_UNBOUND || dtype.tag == PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0}, "ShapedArray needs a shape and a dtype");
  DBX_TRY(lang_dtype_arg(dtype, &t));
  DBX_TRY(lang_to_list(shape, &items));
  if (weak.tag != PV_UNBOUND) DBX_TRY(lang_truth(weak, &w));
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_dim *dims = DBX_TMP(dbx_dim, SEQ(items)->n);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(items)->n; i++) {
    int64_t d = 0;
    st = lang_index(SEQ(items)->at[i], &d);
    if (st == DBX_OK && d < 0)
      st = dbx_fail(DBX_E302, (dbx_span){0}, "a dimension of a ShapedArray cannot be %lld",
                    (long long)d);
    dims[i] = dbx_dim_int(d);
  }
  o_shaped *s = heap_new(T_SHAPED, sizeof *s);
  s->aval = dbx_aval_of(t, w, SEQ(items)->n, dims);
  dbx_scratch_release(m);
  if (st == DBX_OK) *ret = pv_obj(s);
  return st;
}

typedef struct name_row {
  const char *name;
  native_fn fn;
} name_row;

static bool find_row(const name_row *rows, size_t n, const char *name, pv *ret) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(name, rows[i].name))
      return *ret = native_new(rows[i].name, rows[i].fn, PV(PV_UNBOUND), NULL), true;
  return false;
}

// Names that modules of the library have, which are written in Python.
typedef struct python_row {
  const char *name, *module;
} python_row;

static dbx_status find_python(const python_row *rows, size_t n, const char *name, pv *ret) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(rows[i].name, name)) {
      DBX_TRY(python_import(rows[i].module, ret));
      *ret = dict_get_sym(((o_module *)ret->o)->globals, dbx_intern(name));
    }
  return DBX_OK;
}

static dbx_status get_lax(const lang_module *m, const char *name, pv *ret) {
  if (!strcmp(name, "linalg")) return lang_import("jax.lax.linalg", ret);
  if (find_function("lax", name, jax_function, ret)) return DBX_OK;
  return find_python_name(m->name, name, ret);
}

static dbx_status get_errors(const lang_module *m, const char *name, pv *ret) {
  if (strstr(name, "Error")) find_class(name, ret);
  return DBX_OK;
}

// A name of a module written in C that is written in Python (python_names.def).
static dbx_status find_python_name(const char *module, const char *name, pv *ret) {
  uint32_t n;
  const python_name *rows = python_names(&n);
  for (uint32_t i = 0; i < n; i++)
    if (!strcmp(rows[i].module, module) && (!strcmp(rows[i].name, name) || *rows[i].name == '*')) {
      if ((*rows[i].name == '*' && *name == '_') || !python_name_is_offered(&rows[i])) continue;
      DBX_TRY(python_name_value(&rows[i], name, ret));
      if (ret->tag != PV_UNBOUND) return DBX_OK;
    }
  return DBX_OK;
}

static dbx_status get_core(const lang_module *m, const char *name, pv *ret) {
  static const name_row rows[] = {{"ShapedArray", shaped_array}};
  static const char *const types[] = {"Jaxpr",   "ClosedJaxpr", "JaxprEqn", "Var",
                                      "Literal", "DropVar",     "Tracer"};
  if (find_row(rows, 1, name, ret)) return DBX_OK;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (strcmp(name, types[i])) continue;
    dbx_buf b = {0};
    dbx_printf(&b, "jax._src.core.%s", name);
    *ret = lang_builtin_type(dbx_text(&b));
    dbx_buf_free(&b);
    return DBX_OK;
  }
  DBX_TRY(find_python_name(m->name, name, ret));
  return ret->tag == PV_UNBOUND ? get_errors(m, name, ret) : DBX_OK;
}

static dbx_status get_tree_util(const lang_module *m, const char *name, pv *ret) {
  return tree_util_find(name, ret) ? DBX_OK : find_python_name(m->name, name, ret);
}

static dbx_status get_jax(const lang_module *m, const char *name, pv *ret) {
  static const char *const children[] = {"numpy",        "lax",       "nn",     "random",
                                         "core",         "errors",    "debug",  "ad_checkpoint",
                                         "experimental", "tree_util", "dtypes", "typing",
                                         "sharding",     "scipy",     "ops",    NULL};
  static const name_row rows[] = {{"jit", lang_jit}};
  static const char *const trees[] = {"tree_map",       "tree_flatten",   "tree_leaves",
                                      "tree_unflatten", "tree_structure", "tree_transpose"};
  DBX_TRY(find_child("jax", children, name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  if (!strcmp(name, "Array")) return *ret = lang_builtin_type("jax.Array"), DBX_OK;
  for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
    if (!strcmp(name, trees[i])) return (void)tree_util_find(name, ret), DBX_OK;
  return find_row(rows, 1, name, ret) ? DBX_OK : find_python_name(m->name, name, ret);
}

// What the library's own Python needs.
static dbx_status get_host(const lang_module *m, const char *name, pv *ret) {
  static const name_row rows[] = {{"bind", lang_callback_bind},
                                  {"placed", lang_callback_placed},
                                  {"result_types", lang_result_types},
                                  {"batch", lang_over_examples},
                                  {"tangents", lang_tangents},
                                  {"linearize", lang_linearize},
                                  {"push", lang_push},
                                  {"pull", lang_pull},
                                  {"by_rule", lang_by_rule},
                                  {"back_by", lang_back_by},
                                  {"custom_call", lang_custom_call},
                                  {"computed_again", lang_computed_again},
                                  {"residuals", lang_residuals},
                                  {"named", lang_named},
                                  {"place", lang_eqn_place},
                                  {"parameters", lang_parameters},
                                  {"zeros_like", lang_zeros_like},
                                  {"one_like", lang_one_like},
                                  {"typed_like", lang_typed_like},
                                  {"tracing", lang_callback_tracing},
                                  {"abstract", lang_abstract},
                                  {"once", lang_once},
                                  {"traced", lang_traced},
                                  {"bind_again", lang_bind_again},
                                  {"scan", lang_lax_scan},
                                  {"map", lang_lax_map},
                                  {"while_loop", lang_lax_while},
                                  {"fori_loop", lang_lax_fori},
                                  {"cond", lang_lax_cond},
                                  {"switch", lang_lax_switch},
                                  {"check_index", lang_lax_check_index},
                                  {"at_once", lang_at_once},
                                  {"disable_jit", lang_disable_jit},
                                  {"array_text", np_array_text},
                                  {"primitive", lang_primitive},
                                  {"axis_size", lang_axis_size},
                                  {"untraced", lang_untraced}};
  if (!strcmp(name, "tensor"))
    return *ret = lang_builtin_type("pennylane.numpy.tensor.tensor"), DBX_OK;
  return (void)m, find_row(rows, sizeof rows / sizeof *rows, name, ret), DBX_OK;
}

// What the library's circuits stand on.
static dbx_status get_quantum(const lang_module *m, const char *name, pv *ret) {
  native_fn fn = quantum_find(name);
  (void)m;
  if (fn) *ret = native_new(name, fn, PV(PV_UNBOUND), NULL);
  return DBX_OK;
}

static bool *autograph_setting(const char *name) {
  if (!strcmp(name, "autograph_strict_conversion")) return &jax_now->graph.strict;
  return strcmp(name, "autograph_ignore_fallbacks") != 0 ? NULL : &jax_now->graph.quiet;
}

static dbx_status autograph_source(const call_args *c, pv *ret) {
  (void)c, (void)ret;
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "catalyst.autograph_source is not offered: no source is written here, the syntax "
                  "tree is read another way; the Jaxpr shows what became of it");
}

static dbx_status get_catalyst(const lang_module *m, const char *name, pv *ret) {
  static const name_row rows[] = {{"qjit", lang_qjit},
                                  {"for_loop", lang_for_loop},
                                  {"while_loop", lang_while_loop},
                                  {"cond", lang_cond},
                                  {"run_autograph", lang_run_autograph},
                                  {"autograph_source", autograph_source}};
  static const python_row python[] = {{"accelerate", "catalyst._callbacks"},
                                      {"pure_callback", "catalyst._callbacks"},
                                      {"vmap", "catalyst._vmap"},
                                      {"grad", "catalyst._derivatives"},
                                      {"value_and_grad", "catalyst._derivatives"},
                                      {"jacobian", "catalyst._derivatives"},
                                      {"jvp", "catalyst._derivatives"},
                                      {"vjp", "catalyst._derivatives"},
                                      {"measure", "pennylane._circuits"},
                                      {"adjoint", "pennylane._circuits"},
                                      {"ctrl", "pennylane._circuits"},
                                      {"mitigate_with_zne", "catalyst._mitigation"},
                                      {"CompileOptions", "catalyst.compiler"}};
  static const char *const errors[] = {"AutoGraphError", "CompileError",
                                       "DifferentiableCompileError"};
  static const char *const children[] = {"debug", "utils",          "autograph", "compiler",
                                         "jit",   "api_extensions", NULL};
  DBX_TRY(find_child("catalyst", children, name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  if (find_row(rows, sizeof rows / sizeof *rows, name, ret)) return DBX_OK;
  if (!strcmp(name, "QJIT")) return *ret = lang_builtin_type("QJIT"), DBX_OK;
  if (!strcmp(name, "disable_autograph")) return *ret = lang_disable_autograph(), DBX_OK;
  if (autograph_setting(name)) return *ret = pv_bool(*autograph_setting(name)), DBX_OK;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (!strcmp(name, errors[i]))
      return *ret = pv_obj(lang_exception_class(dbx_intern(name))), DBX_OK;
  DBX_TRY(find_python(python, sizeof python / sizeof *python, name, ret));
  return ret->tag != PV_UNBOUND ? DBX_OK : find_python_name(m->name, name, ret);
}

static dbx_status set_catalyst(const lang_module *m, const char *name, pv v, bool *ret) {
  (void)m;
  bool *setting = autograph_setting(name);
  *ret = setting != NULL;
  return setting ? lang_truth(v, setting) : DBX_OK;
}

static dbx_status get_pennylane(const lang_module *m, const char *name, pv *ret) {
  static const name_row rows[] = {
      {"qjit", lang_qml_qjit}, {"for_loop", lang_qml_for_loop}, {"while_loop", lang_while_loop}};
  static const char *const children[] = {"compiler", "numpy",      "math",      "operation",
                                         "ops",      "qchem",      "templates", "queuing",
                                         "tape",     "transforms", "optimize",  NULL};
  if (find_row(rows, 3, name, ret)) return DBX_OK;
  DBX_TRY(find_child("pennylane", children, name, ret));
  return ret->tag != PV_UNBOUND ? DBX_OK : find_python_name(m->name, name, ret);
}

static const lang_module modules[] = {
    {"jax", get_jax, NULL, "jit Array tree_map"},
    {"jax.numpy", get_jnp},
    {"jax.lax", get_lax},
    {"jax.nn", get_nn},
    {"jax.random", get_random},
    {"jax.numpy.linalg", get_linalg},
    {"_lapack", get_rows},
    {"_window", get_rows},
    {"_promotion", get_rows},
    {"jax.core", get_core, NULL, "ShapedArray Jaxpr ClosedJaxpr Tracer"},
    {"jax.errors", get_errors},
    {"_host", get_host},
    {"_quantum", get_quantum},
    {"jax.tree_util", get_tree_util},
    {"numpy", get_numpy},
    {"catalyst", get_catalyst, set_catalyst,
     "qjit for_loop while_loop cond run_autograph QJIT accelerate "
     "pure_callback vmap CompileOptions disable_autograph"},
    {"pennylane", get_pennylane, NULL, "qjit for_loop while_loop cond"},
    {"numpy.linalg", get_np_linalg},
    {"numpy.random", get_np_random},
    {"numpy.exceptions", get_np_exceptions}};
enum { N_MODULES = sizeof modules / sizeof *modules };

static const lang_module *host_module(size_t i) {
  static const lang_module *const host[] = {
      &lang_module_math,    &lang_module_functools,   &lang_module_operator, &lang_module_itertools,
      &lang_module_typing,  &lang_module_collections, &lang_module_warnings, &lang_module_streams,
      &lang_module_heapq,   &lang_module_bisect,      &lang_module_sys,      &lang_module_time,
      &lang_module_cmath,   &lang_module_re,          &lang_module_builtins, &lang_module_examples,
      &lang_module_unicode, &lang_module_functions};
  return i < sizeof host / sizeof *host ? host[i] : NULL;
}

static const lang_module *module_at(size_t i) {
  return i < N_MODULES ? &modules[i] : host_module(i - N_MODULES);
}

static const lang_module *find_module(const char *name) {
  const lang_module *m = NULL;
  for (size_t i = 0; (m = module_at(i)) && strcmp(name, m->name) != 0;) i++;
  return m;
}

const char *lang_module_name(size_t i) { return module_at(i) ? module_at(i)->name : NULL; }

// Of a.b, which another release may have.
static void note_release(const char *name) {
  const char *dot = strrchr(name, '.');
  dbx_buf parent = {0};
  if (!dot) return;
  dbx_putn(&parent, name, (size_t)(dot - name));
  python_note_release(dbx_text(&parent), dot + 1);
  dbx_buf_free(&parent);
}

dbx_status lang_import(const char *name, pv *ret) {
  const lang_module *m = find_module(name);
  if (m) return *ret = module_once(m), DBX_OK;
  DBX_TRY(python_import(name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  dbx_nearest near = dbx_nearest_to(name);
  lang_near_module(&near);
  (void)!lang_refuse_module(name);
  note_release(name);
  return dbx_nearest_advise(&near, "");
}

// The module `name` of this one; UNBOUND: there is none.
static dbx_status import_below(const o_module *o, dbx_sym name, pv *ret) {
  dbx_buf b = {0};
  dbx_printf(&b, "%s.%s", o->def->name, dbx_sym_text(name));
  const lang_module *m = find_module(dbx_text(&b));
  dbx_status st = DBX_OK;
  if (m) *ret = module_once(m);
  else st = python_import(dbx_text(&b), ret);
  dbx_buf_free(&b);
  return st;
}

dbx_status lang_import_name(pv module, dbx_sym name, pv *ret) {
  const o_module *o = (o_module *)module.o;
  const char *of = o->def->name;
  DBX_TRY(lang_findattr(module, name, ret));
  if (ret->tag == PV_UNBOUND) DBX_TRY(import_below(o, name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  DBX_TRY(lang_refuse_name(of, dbx_sym_text(name)));
  dbx_nearest near = dbx_nearest_to(dbx_sym_text(name));
  lang_near_attribute(module, &near);
  dbx_fail_(DBX_E213, (dbx_span){0}, "cannot import name '%s' from '%s'", dbx_sym_text(name), of);
  python_note_release(of, dbx_sym_text(name));
  return dbx_nearest_advise(&near, "");
}
