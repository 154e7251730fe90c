// Attributes and types of values: what x.name finds, what type(x) is.
#include "lang/jax/qjit.h"
#include "lang/lib/known_names.h"
#include "lang/np/np.h"
#include "lang/value/long_range.h"

#include <string.h>

// ---- types ----

static const char *const object_types[] = {[T_STR] = "str",
                                           [T_BIGINT] = "int",
                                           [T_COMPLEX] = "complex",
                                           [T_TUPLE] = "tuple",
                                           [T_LIST] = "list",
                                           [T_DICT] = "dict",
                                           [T_SET] = "set",
                                           [T_RANGE] = "range",
                                           [T_LONG_RANGE] = "range",
                                           [T_SLICE] = "slice",
                                           [T_FUNCTION] = "function",
                                           [T_NATIVE] = "builtin_function_or_method",
                                           [T_METHOD] = "method",
                                           [T_CLASS] = "type",
                                           [T_MODULE] = "module",
                                           [T_TYPE] = "type",
                                           [T_PARTIAL] = "functools.partial",
                                           [T_AT] = "_IndexUpdateRef",
                                           [T_SHAPED] = "ShapedArray",
                                           [T_LOOP] = "LoopCallable",
                                           [T_COND] = "CondCallable",
                                           [T_DECORATOR] = "decorator",
                                           [T_QJIT] = "QJIT",
                                           [T_JAXPR] = "ClosedJaxpr",
                                           [T_SUPER] = "super",
                                           [T_BLOCK] = "block",
                                           [T_ENV] = "frame"};

static bool is_ascii(pv str) {
  for (uint32_t i = 0; i < STR(str)->n; i++)
    if (STR(str)->s[i] & 0x80) return false;
  return true;
}

static const char *iter_type_name(const o_iter *it) {
  static const char *const names[] = {[IT_SEQ] = "list_iterator",
                                      [IT_STR] = "str_iterator",
                                      [IT_RANGE] = "range_iterator",
                                      [IT_LONG_RANGE] = "longrange_iterator",
                                      [IT_DICT_KEYS] = "dict_keyiterator",
                                      [IT_DICT_VALUES] = "dict_valueiterator",
                                      [IT_DICT_ITEMS] = "dict_itemiterator",
                                      [IT_ARRAY] = "iterator",
                                      [IT_TRACER] = "iterator",
                                      [IT_MAP] = "map",
                                      [IT_FILTER] = "filter",
                                      [IT_ZIP] = "zip",
                                      [IT_ENUMERATE] = "enumerate",
                                      [IT_REVERSED] = "reversed",
                                      [IT_GENERATOR] = "generator",
                                      [IT_INSTANCE] = "iterator",
                                      [IT_COUNT] = "count",
                                      [IT_CHAIN] = "chain"};
  static const char *const views[] = {[IT_DICT_KEYS] = "dict_keys",
                                      [IT_DICT_VALUES] = "dict_values",
                                      [IT_DICT_ITEMS] = "dict_items"};
  if (it->kind == IT_SEQ && is_obj(it->src, T_TUPLE)) return "tuple_iterator";
  if (it->kind == IT_DICT_KEYS && is_obj(it->src, T_SET)) return "set_iterator";
  if (it->kind == IT_STR && is_ascii(it->src)) return "str_ascii_iterator";
  if (it->kind == IT_REVERSED) {
    if (is_obj(it->src, T_LIST)) return "list_reverseiterator";
    if (is_obj(it->src, T_RANGE)) return "range_iterator";
    if (is_obj(it->src, T_DICT)) return "dict_reversekeyiterator";
    const o_iter *of = (o_iter *)it->src.o;
    if (is_obj(it->src, T_ITER))
      return of->kind == IT_DICT_KEYS     ? "dict_reversekeyiterator"
             : of->kind == IT_DICT_VALUES ? "dict_reversevalueiterator"
                                          : "dict_reverseitemiterator";
  }
  return it->view ? views[it->kind] : names[it->kind];
}

static const char *scalar_type_name(dbx_dtype t) {
  static char name[32]; // valid until the next call
  snprintf(name, sizeof name, "numpy.%s%s", dbx_dtype_name(t), t == DBX_BOOL ? "_" : "");
  return name;
}

const char *lang_type_name(pv v) {
  switch (v.tag) {
  case PV_NONE: return "NoneType";
  case PV_ELLIPSIS: return "ellipsis";
  case PV_NOTIMPLEMENTED: return "NotImplementedType";
  case PV_BOOL: return "bool";
  case PV_INT: return "int";
  case PV_FLOAT: return "float";
  case PV_TRACER: return "DynamicJaxprTracer";
  case PV_OBJ: break;
  default: return "object";
  }
  switch ((obj_type)v.o->type) {
  case T_INSTANCE: return dbx_sym_text(((o_instance *)v.o)->cls->name);
  case T_ARRAY: return "ArrayImpl";
  case T_NDARRAY: return "numpy.ndarray";
  case T_GENERIC: return scalar_type_name(GENERIC(v)->t);
  case T_ITER: return iter_type_name((o_iter *)v.o);
  case T_NATIVE: return np_is_ufunc(v) ? "numpy.ufunc" : object_types[T_NATIVE];
  case T_DTYPE: return ((o_dtype *)v.o)->is_class ? "type" : "numpy.dtype";
  default: return object_types[v.o->type];
  }
}

pv lang_type_of(pv v) {
  if (is_obj(v, T_INSTANCE)) return pv_obj(((o_instance *)v.o)->cls);
  if (is_obj(v, T_GENERIC)) return dtype_new(GENERIC(v)->t, true, true);
  return lang_builtin_type(lang_type_name(v));
}

const char *lang_type_value_name(pv t) {
  if (is_obj(t, T_CLASS)) return dbx_sym_text(((o_class *)t.o)->qualname);
  if (is_obj(t, T_TYPE)) return ((o_type *)t.o)->name;
  if (is_obj(t, T_DTYPE)) return dbx_dtype_name(((o_dtype *)t.o)->t);
  return lang_type_name(t);
}

bool lang_is_subclass(const o_class *c, const o_class *of) {
  for (; c; c = c->base)
    if (c == of || (c->also && lang_is_subclass(c->also, of))) return true;
  return false;
}

static bool is_of_type(pv v, const o_type *t) {
  const char *name = t->name, *own = lang_type_name(v);
  if (!strcmp(name, "object")) return true;
  if (!strcmp(name, "type"))
    return is_obj(v, T_TYPE) || is_obj(v, T_CLASS) ||
           (is_obj(v, T_DTYPE) && ((o_dtype *)v.o)->is_class);
  if (!strcmp(name, "int") && v.tag == PV_BOOL) return true;
  if (!strcmp(name, "jax.Array")) return v.tag == PV_TRACER || is_obj(v, T_ARRAY);
  if (is_obj(v, T_GENERIC)) { // numpy.float64 is a float
    dbx_dtype d = GENERIC(v)->t;
    if (d == DBX_F64 && !strcmp(name, "float")) return true;
    if (d == DBX_C128 && !strcmp(name, "complex")) return true;
  }
  return !strcmp(name, own);
}

dbx_status lang_isinstance(pv v, pv cls, bool *ret) {
  *ret = false;
  if (is_obj(cls, T_TUPLE)) {
    dbx_status st = lang_enter("");
    DBX_TRY(st);
    for (uint32_t i = 0; st == DBX_OK && i < SEQ(cls)->n && !*ret; i++)
      st = lang_isinstance(v, SEQ(cls)->at[i], ret);
    lang_leave();
    return st;
  }
  if (is_obj(cls, T_CLASS))
    return *ret = is_obj(v, T_INSTANCE) &&
                  lang_is_subclass(((o_instance *)v.o)->cls, (o_class *)cls.o),
           DBX_OK;
  if (is_obj(cls, T_TYPE)) return *ret = is_of_type(v, (o_type *)cls.o), DBX_OK;
  if (is_obj(cls, T_DTYPE) && ((o_dtype *)cls.o)->is_class) {
    return *ret = is_obj(v, T_GENERIC) && GENERIC(v)->t == ((o_dtype *)cls.o)->t, DBX_OK;
  }
  return dbx_fail(DBX_E204, (dbx_span){0},
                  "isinstance() arg 2 must be a type, a tuple of types, or a union");
}

// What lookups have found since the last change of a class. It holds nothing alive: a collection
// counts as a change.
enum { LOOKUPS = 1024 };
static struct {
  const o_class *cls;
  dbx_sym name;
  uint32_t epoch;
  pv found;
} lookups[LOOKUPS];
static uint32_t epoch = 1;

void lang_class_changed(void) {
  if (!++epoch) memset(lookups, 0, sizeof lookups), epoch = 1;
}

static pv class_search(const o_class *c, dbx_sym name) {
  for (; c; c = c->base) {
    if (!c->dict) continue;
    c->dict->of_class = true;
    const dict_entry *e = dict_entry_of_sym(c->dict, name);
    if (e) return e->val;
  }
  return PV(PV_UNBOUND);
}

pv lang_class_lookup(const o_class *c, dbx_sym name) {
  size_t i = ((uintptr_t)c / HEAP_STEP * 7 + name) % LOOKUPS;
  if (lookups[i].cls == c && lookups[i].name == name && lookups[i].epoch == epoch)
    return lookups[i].found;
  pv v = class_search(c, name);
  lookups[i].cls = c, lookups[i].name = name, lookups[i].epoch = epoch, lookups[i].found = v;
  return v;
}

bool lang_callable(pv v) {
  if (v.tag != PV_OBJ) return false;
  switch ((obj_type)v.o->type) {
  case T_FUNCTION:
  case T_NATIVE:
  case T_METHOD:
  case T_CLASS:
  case T_TYPE:
  case T_PARTIAL:
  case T_DECORATOR:
  case T_LOOP:
  case T_COND:
  case T_BLOCK:
  case T_QJIT: return true;
  case T_DTYPE: return ((o_dtype *)v.o)->is_class;
  case T_INSTANCE:
    return lang_class_lookup(((o_instance *)v.o)->cls, LN.__call__).tag != PV_UNBOUND;
  default: return false;
  }
}

// ---- attributes by type; UNBOUND where there is none ----

static dbx_status doc_of(const dbx_node *n, pv *ret) {
  const dbx_nodes *body = n->kind == DBX_N_ClassDef ? &n->more->n : &n->l;
  const dbx_node *first =
      body->n && n->kind != DBX_N_Lambda && body->at[0]->kind == DBX_N_Expr ? body->at[0]->a : NULL;
  *ret = first && first->kind == DBX_N_Constant && first->constant == DBX_C_STR
             ? lang_constant(first)
             : pv_none();
  return DBX_OK;
}

static dbx_status function_attr(o_function *f, dbx_sym name, pv *ret) {
  if (f->attrs && (*ret = dict_get_sym(f->attrs, name)).tag != PV_UNBOUND) return DBX_OK;
  if (name == LN.__name__) return *ret = lang_sym_str(f->name), DBX_OK;
  if (name == LN.__qualname__) return *ret = lang_sym_str(f->qualname), DBX_OK;
  if (name == LN.__module__) return *ret = str_of("__main__"), DBX_OK;
  if (name == LN.__doc__) return doc_of(f->node, ret);
  if (name == LN.__dict__) {
    if (!f->attrs) f->attrs = DICT(dict_new());
    return *ret = pv_obj(f->attrs), DBX_OK;
  }
  return DBX_OK;
}

// Builtin functions are no methods of the classes that hold them, but for those of the exceptions.
static pv bound(pv self, pv found) {
  bool method = is_obj(found, T_FUNCTION) || lang_is_exception_method(found);
  return method ? method_new(self, found) : found;
}

static dbx_status instance_attr(pv x, dbx_sym name, pv *ret) {
  o_instance *o = (o_instance *)x.o;
  if ((*ret = dict_get_sym(o->dict, name)).tag != PV_UNBOUND) return DBX_OK;
  pv found = lang_class_lookup(o->cls, name);
  if (found.tag != PV_UNBOUND) return *ret = bound(x, found), DBX_OK;
  if (name == LN.__class__) return *ret = pv_obj(o->cls), DBX_OK;
  if (name == LN.__dict__) return *ret = pv_obj(o->dict), DBX_OK;
  if (o->cls->exception && lang_exception_attr(o, name, ret)) return DBX_OK;
  if (name == LN.__doc__) return *ret = pv_none(), DBX_OK;
  pv fallback = lang_class_lookup(o->cls, LN.__getattr__), key = lang_sym_str(name);
  return fallback.tag == PV_UNBOUND ? DBX_OK : lang_call(method_new(x, fallback), &key, 1, ret);
}

static dbx_status class_attr(o_class *c, dbx_sym name, pv *ret) {
  if ((*ret = lang_class_lookup(c, name)).tag != PV_UNBOUND) return DBX_OK;
  if (name == LN.__name__) *ret = lang_sym_str(c->name);
  if (name == LN.__qualname__) *ret = lang_sym_str(c->qualname);
  if (name == LN.__module__) *ret = str_of(lang_class_module(c));
  if (name == LN.__dict__) *ret = pv_obj(c->dict);
  if (name == LN.__doc__) *ret = pv_none();
  return DBX_OK;
}

static dbx_status type_attr(const o_type *t, dbx_sym name, pv *ret) {
  const char *dot = strrchr(t->name, '.');
  if (name == LN.__name__ || name == LN.__qualname__)
    return *ret = str_of(dot ? dot + 1 : t->name), DBX_OK;
  if (name == LN.__module__) return *ret = str_of(dot ? "jax" : "builtins"), DBX_OK;
  return lang_type_method(t, name, ret);
}

static dbx_status number_attr(pv x, dbx_sym name, pv *ret) {
  bool complex = is_obj(x, T_COMPLEX);
  const char *n = dbx_sym_text(name);
  if (!strcmp(n, "real"))
    *ret = complex ? pv_float(((o_complex *)x.o)->re) : x.tag == PV_BOOL ? pv_int(x.i) : x;
  if (!strcmp(n, "imag"))
    *ret = complex ? pv_float(((o_complex *)x.o)->im) : x.tag == PV_FLOAT ? pv_float(0) : pv_int(0);
  if (!strcmp(n, "numerator") && !complex && x.tag != PV_FLOAT)
    *ret = x.tag == PV_BOOL ? pv_int(x.i) : x;
  if (!strcmp(n, "denominator") && !complex && x.tag != PV_FLOAT) *ret = pv_int(1);
  return DBX_OK;
}

static dbx_status shaped_attr(dbx_aval a, const char *n, pv *ret) {
  const dbx_aval_info *v = dbx_aval_at(a);
  if (!strcmp(n, "shape")) *ret = lang_shape_tuple(a);
  if (!strcmp(n, "ndim")) *ret = pv_int(v->rank);
  if (!strcmp(n, "dtype")) *ret = dtype_new(v->dtype, false, true);
  if (!strcmp(n, "weak_type")) *ret = pv_bool(v->weak);
  return DBX_OK;
}

static dbx_status dtype_attr(const o_dtype *t, const char *n, pv *ret) {
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

static dbx_status small_attr(pv x, const char *n, pv *ret) {
  static const char *const parts[] = {"start", "stop", "step"};
  for (int i = 0; i < 3; i++) {
    if (strcmp(n, parts[i])) continue;
    const o_range *r = (o_range *)x.o;
    if (is_obj(x, T_SLICE)) *ret = ((o_slice *)x.o)->part[i];
    if (is_obj(x, T_LONG_RANGE)) *ret = ((o_long_range *)x.o)->part[i];
    if (is_obj(x, T_RANGE)) *ret = pv_int(i == 0 ? r->start : i == 1 ? r->stop : r->step);
  }
  if (is_obj(x, T_PARTIAL)) {
    const o_partial *p = (o_partial *)x.o;
    if (!strcmp(n, "func")) *ret = p->fn;
    if (!strcmp(n, "args")) *ret = pv_obj(p->args);
    if (!strcmp(n, "keywords")) *ret = pv_obj(p->kw);
  }
  return DBX_OK;
}

static dbx_status super_attr(const o_super *s, dbx_sym name, pv *ret) {
  pv found = lang_class_lookup(s->cls->base, name);
  if (found.tag != PV_UNBOUND) *ret = bound(s->self, found);
  return DBX_OK;
}

static dbx_status module_attr(o_module *o, dbx_sym name, pv *ret) {
  const lang_module *m = o->def;
  if (o->found && (*ret = dict_get_sym(o->found, name)).tag != PV_UNBOUND) return DBX_OK;
  if (name == LN.__name__) return *ret = str_of(m->name), DBX_OK;
  DBX_TRY(m->get(m, dbx_sym_text(name), ret));
  if (ret->tag == PV_UNBOUND) return DBX_OK;
  if (!o->found) o->found = DICT(dict_new());
  dict_put_sym(o->found, name, *ret);
  return DBX_OK;
}

static dbx_status object_attr(pv x, dbx_sym name, pv *ret) {
  const char *n = dbx_sym_text(name);
  switch ((obj_type)x.o->type) {
  case T_INSTANCE: return instance_attr(x, name, ret);
  case T_CLASS: return class_attr((o_class *)x.o, name, ret);
  case T_FUNCTION: return function_attr((o_function *)x.o, name, ret);
  case T_METHOD:
    if (!strcmp(n, "__self__")) return *ret = ((o_method *)x.o)->self, DBX_OK;
    return lang_findattr(((o_method *)x.o)->fn, name, ret);
  case T_NATIVE:
    if (name == LN.__name__ || name == LN.__qualname__) *ret = str_of(((o_native *)x.o)->name);
    else np_ufunc_attr(x, n, ret);
    return DBX_OK;
  case T_MODULE: return module_attr((o_module *)x.o, name, ret);
  case T_TYPE: return type_attr((o_type *)x.o, name, ret);
  case T_ARRAY:
  case T_NDARRAY:
  case T_GENERIC: return lang_array_attr(x, name, ret);
  case T_COMPLEX:
  case T_BIGINT: return number_attr(x, name, ret);
  case T_SHAPED: return shaped_attr(((o_shaped *)x.o)->aval, n, ret);
  case T_DTYPE: return dtype_attr((o_dtype *)x.o, n, ret);
  case T_AT: return lang_at_attr(x, n, ret);
  case T_QJIT: return qjit_attr(x, name, ret);
  case T_COND: return lang_cond_attr(x, n, ret);
  case T_SUPER: return super_attr((o_super *)x.o, name, ret);
  default: return small_attr(x, n, ret);
  }
}

dbx_status lang_findattr(pv x, dbx_sym name, pv *ret) {
  *ret = PV(PV_UNBOUND);
  if (x.tag == PV_TRACER) DBX_TRY(lang_array_attr(x, name, ret));
  else if (x.tag == PV_OBJ) DBX_TRY(object_attr(x, name, ret));
  else if (is_number(x)) DBX_TRY(number_attr(x, name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  DBX_TRY(lang_method(x, name, ret));
  if (ret->tag != PV_UNBOUND || name != LN.__class__) return DBX_OK;
  return *ret = lang_type_of(x), DBX_OK;
}

dbx_status lang_getattr(pv x, dbx_sym name, pv *ret) {
  const char *n = dbx_sym_text(name);
  DBX_TRY(lang_findattr(x, name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  DBX_TRY(lang_refuse_attribute(x, n));
  if (is_obj(x, T_MODULE)) DBX_TRY(lang_refuse_name(((o_module *)x.o)->def->name, n));
  if (is_obj(x, T_MODULE))
    return dbx_fail(DBX_E203, (dbx_span){0}, "module '%s' has no attribute '%s'",
                    ((o_module *)x.o)->def->name, n);
  if (is_obj(x, T_CLASS) || is_obj(x, T_TYPE))
    return dbx_fail(DBX_E203, (dbx_span){0}, "type object '%s' has no attribute '%s'",
                    lang_type_value_name(x), n);
  return dbx_fail(DBX_E203, (dbx_span){0}, "'%s' object has no attribute '%s'", lang_type_name(x),
                  n);
}

dbx_status lang_setattr(pv x, dbx_sym name, pv v) {
  if (is_obj(x, T_INSTANCE)) {
    o_instance *o = (o_instance *)x.o;
    bool done = false;
    if (o->cls->exception) DBX_TRY(lang_exception_setattr(o, name, v, &done));
    return done ? DBX_OK : (dict_put_sym(o->dict, name, v), DBX_OK);
  }
  if (is_obj(x, T_CLASS) && lang_exception_class(((o_class *)x.o)->name) != (o_class *)x.o)
    return dict_put_sym(((o_class *)x.o)->dict, name, v), DBX_OK;
  if (is_obj(x, T_FUNCTION)) {
    o_function *f = (o_function *)x.o;
    if (name == LN.__name__ && is_str(v))
      return f->name = dbx_intern_n(STR(v)->s, STR(v)->n), DBX_OK;
    if (!f->attrs) f->attrs = DICT(dict_new());
    return dict_put_sym(f->attrs, name, v), DBX_OK;
  }
  return dbx_fail(DBX_E203, (dbx_span){0}, "'%s' object has no attribute '%s' that can be set",
                  lang_type_name(x), dbx_sym_text(name));
}

dbx_status lang_delattr(pv x, dbx_sym name) {
  bool found = false;
  o_dict *d = is_obj(x, T_INSTANCE)   ? ((o_instance *)x.o)->dict
              : is_obj(x, T_CLASS)    ? ((o_class *)x.o)->dict
              : is_obj(x, T_FUNCTION) ? ((o_function *)x.o)->attrs
                                      : NULL;
  if (d) DBX_TRY(dict_delete(d, lang_sym_str(name), &found));
  if (found) return DBX_OK;
  return dbx_fail(DBX_E203, (dbx_span){0}, "'%s' object has no attribute '%s'", lang_type_name(x),
                  dbx_sym_text(name));
}
