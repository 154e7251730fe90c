// See descriptor.h.
#include "lang/object/descriptor.h"

#include "lang/object/types.h"

#include <string.h>

enum { GETTER, SETTER, DELETER };

static o_descriptor *descriptor_of(pv v) { return (o_descriptor *)v.o; }

pv property_new(pv getter, pv setter, pv deleter, pv doc) {
  o_descriptor *p = heap_new(T_PROPERTY, sizeof *p);
  p->fn[GETTER] = getter, p->fn[SETTER] = setter, p->fn[DELETER] = deleter;
  p->doc = doc;
  return pv_obj(p);
}

pv wrapper_new(obj_type t, pv fn) {
  o_descriptor *w = heap_new(t, sizeof *w);
  w->fn[0] = fn, w->fn[1] = w->fn[2] = w->doc = pv_none();
  return pv_obj(w);
}

pv member_new(o_class *cls, dbx_sym name) {
  o_member *m = heap_new(T_MEMBER, sizeof *m);
  m->cls = cls, m->name = name;
  return pv_obj(m);
}

// ---- as attributes ----

static dbx_status property_error(pv p, pv x, const char *lacks) {
  dbx_sym name = descriptor_of(p)->name;
  return dbx_fail(DBX_E203, (dbx_span){0}, "property%s%s%s of '%s' object has no %s",
                  name ? " '" : "", name ? dbx_sym_text(name) : "", name ? "'" : "",
                  lang_type_name(x), lacks);
}

// Where the values of names of __slots__ are.
static o_dict *members_of(pv x) {
  o_instance *o = lang_instance(x);
  if (o->cls->exception) return o->dict;
  if (!o->members) o->members = DICT(dict_new());
  return o->members;
}

static dbx_status slot_value(const o_member *m, pv x, pv *ret) {
  *ret = dict_get_sym(members_of(x), m->name);
  return ret->tag != PV_UNBOUND
             ? DBX_OK
             : dbx_fail(DBX_E203, (dbx_span){0}, "'%s' object has no attribute '%s'",
                        lang_type_name(x), dbx_sym_text(m->name));
}

static pv special_of(pv v, dbx_sym name) {
  return is_instance(v) ? lang_class_lookup(lang_instance(v)->cls, name) : PV(PV_UNBOUND);
}

static dbx_status get_by_method(pv found, pv x, o_class *cls, pv *ret) {
  pv args[] = {x.tag == PV_UNBOUND ? pv_none() : x, pv_obj(cls)};
  bool none = special_of(found, names_now->__get__).tag == PV_UNBOUND;
  if (none) return *ret = found, DBX_OK;
  return instance_call(found, names_now->__get__, args, 2, ret);
}

dbx_status descriptor_get(pv found, pv x, o_class *cls, pv *ret) {
  bool of_class = x.tag == PV_UNBOUND;
  *ret = found;
  if (found.tag != PV_OBJ) return DBX_OK;
  const o_descriptor *d = descriptor_of(found);
  switch ((obj_type)found.o->type) {
  case T_QJIT:
  case T_CACHED:
  case T_FUNCTION: return of_class ? DBX_OK : (*ret = method_new(x, found), DBX_OK);
  case T_NATIVE: // no methods of the classes that hold them, but for those of the exceptions
    if (!of_class && lang_is_exception_method(found)) *ret = method_new(x, found);
    return DBX_OK;
  case T_STATICMETHOD: return *ret = d->fn[0], DBX_OK;
  case T_CLASSMETHOD:
    if (is_obj(d->fn[0], T_PROPERTY)) return descriptor_get(d->fn[0], pv_obj(cls), cls, ret);
    return *ret = method_new(pv_obj(cls), d->fn[0]), DBX_OK;
  case T_PROPERTY:
    if (of_class) return DBX_OK;
    if (is_none(d->fn[GETTER])) return property_error(found, x, "getter");
    return lang_call(d->fn[GETTER], &x, 1, ret);
  case T_MEMBER: return of_class ? DBX_OK : slot_value((o_member *)found.o, x, ret);
  case T_INSTANCE: return get_by_method(found, x, cls, ret);
  default: return DBX_OK;
  }
}

bool descriptor_is_data(pv found) {
  return is_obj(found, T_PROPERTY) || is_obj(found, T_MEMBER) ||
         special_of(found, names_now->__set__).tag != PV_UNBOUND ||
         special_of(found, names_now->__delete__).tag != PV_UNBOUND;
}

bool descriptor_gives(pv found) {
  return !is_instance(found) || special_of(found, names_now->__get__).tag != PV_UNBOUND;
}

static dbx_status property_set(pv p, pv x, pv v) {
  bool gone = v.tag == PV_UNBOUND;
  pv fn = descriptor_of(p)->fn[gone ? DELETER : SETTER], args[] = {x, v}, ignored;
  if (is_none(fn)) return property_error(p, x, gone ? "deleter" : "setter");
  return lang_call(fn, args, gone ? 1 : 2, &ignored);
}

static dbx_status slot_set(const o_member *m, pv x, pv v) {
  bool found = false;
  o_dict *d = members_of(x);
  if (v.tag != PV_UNBOUND) return dict_put_sym(d, m->name, v), DBX_OK;
  DBX_TRY(dict_delete(d, lang_sym_str(m->name), &found));
  return found ? DBX_OK : dbx_fail(DBX_E203, (dbx_span){0}, "%s", dbx_sym_text(m->name));
}

dbx_status descriptor_set(pv found, pv x, pv v) {
  bool gone = v.tag == PV_UNBOUND;
  if (is_obj(found, T_PROPERTY)) return property_set(found, x, v);
  if (is_obj(found, T_MEMBER)) return slot_set((o_member *)found.o, x, v);
  pv args[] = {x, v}, r;
  dbx_sym name = gone ? names_now->__delete__ : names_now->__set__;
  DBX_TRY(instance_call(found, name, args, gone ? 1 : 2, &r));
  if (r.tag != PV_UNBOUND) return DBX_OK;
  return dbx_fail(DBX_E203, (dbx_span){0}, "%s", dbx_sym_text(name));
}

// ---- what a program sees of them (cells of types.def) ----

void descriptor_visit(obj *o, void (*child)(obj *o)) {
  o_descriptor *d = (o_descriptor *)o;
  for (int i = 0; i < 3; i++) visit_value(d->fn[i], child);
  visit_value(d->doc, child);
}

void member_visit(obj *o, void (*child)(obj *o)) { visit_held(((o_member *)o)->cls, child); }

dbx_status wrapper_text(pv v, bool str, dbx_buf *b) {
  (void)str;
  dbx_printf(b, "<%s(", lang_type_name(v));
  DBX_TRY(lang_repr(descriptor_of(v)->fn[0], b));
  return dbx_put(b, ")>"), DBX_OK;
}

dbx_status member_text(pv v, bool str, dbx_buf *b) {
  const o_member *m = (o_member *)v.o;
  (void)str;
  dbx_printf(b, "<member '%s' of '%s' objects>", dbx_sym_text(m->name), dbx_sym_text(m->cls->name));
  return DBX_OK;
}

dbx_status staticmethod_called(const call_args *c, pv *ret) {
  return lang_call_args(descriptor_of(c->fn)->fn[0], c, ret);
}

// p.setter(fn) and its like: a property with another function.
static dbx_status with_function(const call_args *c, int which, const char *name, pv *ret) {
  const o_descriptor *p = descriptor_of(native_self(c));
  DBX_TRY(args_no_keywords(c, name));
  DBX_TRY(args_count(c, name, 1, 1));
  *ret = property_new(p->fn[GETTER], p->fn[SETTER], p->fn[DELETER], p->doc);
  descriptor_of(*ret)->fn[which] = c->at[0];
  descriptor_of(*ret)->name = p->name;
  return DBX_OK;
}
static dbx_status property_getter(const call_args *c, pv *ret) {
  return with_function(c, GETTER, "getter", ret);
}
static dbx_status property_setter(const call_args *c, pv *ret) {
  return with_function(c, SETTER, "setter", ret);
}
static dbx_status property_deleter(const call_args *c, pv *ret) {
  return with_function(c, DELETER, "deleter", ret);
}

const native_row property_methods[] = {{"getter", property_getter},
                                       {"setter", property_setter},
                                       {"deleter", property_deleter},
                                       {NULL, NULL}};

dbx_status property_attr(pv x, dbx_sym name, pv *ret) {
  static const char *const functions[] = {"fget", "fset", "fdel"};
  const o_descriptor *p = descriptor_of(x);
  for (int i = 0; i < 3; i++)
    if (!strcmp(dbx_sym_text(name), functions[i])) *ret = p->fn[i];
  if (name != names_now->__doc__) return DBX_OK;
  if (!is_none(p->doc) || !is_obj(p->fn[GETTER], T_FUNCTION)) return *ret = p->doc, DBX_OK;
  return lang_findattr(p->fn[GETTER], name, ret);
}

dbx_status wrapper_attr(pv x, dbx_sym name, pv *ret) {
  pv fn = descriptor_of(x)->fn[0];
  if (!strcmp(dbx_sym_text(name), "__func__") || name == names_now->__wrapped__)
    return *ret = fn, DBX_OK;
  return lang_findattr(fn, name, ret);
}

dbx_status member_attr(pv x, dbx_sym name, pv *ret) {
  const o_member *m = (o_member *)x.o;
  if (name == names_now->__name__) *ret = lang_sym_str(m->name);
  if (name == names_now->__objclass__) *ret = pv_obj(m->cls);
  return DBX_OK;
}
