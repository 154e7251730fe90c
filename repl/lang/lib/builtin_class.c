// The builtins of classes: type, object, super, property, classmethod, staticmethod.
#include "lang/lib/below.h"
#include "lang/lib/state.h"
#include "lang/object/descriptor.h"

static dbx_sym text_at(o_dict *d, dbx_sym key, dbx_sym standard) {
  pv v = dict_get_sym(d, key);
  bool ignored;
  if (!is_str(v)) return standard;
  (void)dict_delete(d, lang_sym_str(key), &ignored);
  return dbx_intern_n(STR(v)->s, STR(v)->n);
}

dbx_status lang_class_of_parts(o_class *meta, const call_args *c, pv *ret) {
  const pv *at = c->at + c->n - 3;
  if (!is_str(at[0]) || !is_obj(at[1], T_TUPLE) || !is_obj(at[2], T_DICT))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "type.__new__() takes a name, a tuple of bases and a dictionary");
  uint32_t mark = lang_pins();
  pv dict = dict_new();
  lang_pin(dict);
  DBX_TRY(dict_update(DICT(dict), at[2]));
  class_plan p = {.name = dbx_intern_n(STR(at[0])->s, STR(at[0])->n),
                  .meta = meta,
                  .bases = SEQ(at[1]),
                  .dict = DICT(dict)};
  p.qualname = text_at(p.dict, names_now->__qualname__, p.name);
  p.module = text_at(p.dict, names_now->__module__, 0);
  if (!meta) DBX_TRY(class_meta(PV(PV_UNBOUND), p.bases, &p.meta));
  dbx_status st = class_new(&p, c, ret);
  lang_unpin(mark);
  return st;
}

dbx_status builtin_type(const call_args *c, pv *ret) {
  if (c->n == 3) return lang_class_of_parts(NULL, c, ret);
  if (c->n != 1 || c->n_kw)
    return dbx_fail(DBX_E202, (dbx_span){0}, "type() takes 1 or 3 arguments");
  return *ret = lang_type_of(c->at[0]), DBX_OK;
}

// object(): an instance of a class of its own, which prints as <object object at ...>.
dbx_status builtin_object(const call_args *c, pv *ret) {
  o_class *cls = lib_now->object;
  if (c->n || c->n_kw) return dbx_fail(DBX_E202, (dbx_span){0}, "object() takes no arguments");
  if (!cls) {
    lib_now->object = cls = heap_new(T_CLASS, sizeof *cls);
    heap_keep(cls);
    cls->name = cls->qualname = dbx_intern("object");
    cls->dict = DICT(dict_new());
    DBX_TRY(class_set_bases(cls, tuple_new(NULL, 0)));
  }
  return *ret = lang_new_instance(cls), DBX_OK;
}

// Of a call's environment: the class that its function belongs to, or whose body it was written in.
static o_class *method_class(const o_env *e) {
  bool written = e->outer && e->outer->scope->is_class;
  return e->cls ? e->cls : written ? e->outer->cls : NULL;
}

// Without arguments: of the method that calls it, whose first parameter is in the first slot.
dbx_status builtin_super(const call_args *c, pv *ret) {
  o_super *s;
  pv self = PV(PV_UNBOUND);
  o_class *cls = NULL;
  DBX_TRY(args_no_keywords(c, "super"));
  for (const o_env *e = c->n ? NULL : c->env; e && !cls; e = e->outer)
    if (e->n && method_class(e)) cls = method_class(e), self = e->slot[0];
  if (c->n == 2 && is_obj(c->at[0], T_CLASS)) cls = (o_class *)c->at[0].o, self = c->at[1];
  if (!cls)
    return dbx_fail_as(DBX_E208, DBX_S_RuntimeError, (dbx_span){0}, "super(): no arguments");
  o_class *of = is_instance(self)       ? lang_instance(self)->cls
                : is_obj(self, T_CLASS) ? (o_class *)self.o
                                        : NULL;                           // of a class method
  if (is_obj(self, T_CLASS) && !lang_is_subclass(of, cls)) of = of->meta; // of a class of classes
  if (!of || !lang_is_subclass(of, cls))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "super(type, obj): obj must be an instance or subtype of type");
  s = heap_new(T_SUPER, sizeof *s);
  s->cls = cls;
  s->self = self;
  return *ret = pv_obj(s), DBX_OK;
}

// ---- what decides over an attribute ----

// The argument in this place, or the one of this name; None if there is none.
static pv argument(const call_args *c, uint32_t i, const char *name) {
  pv v = i < c->n ? c->at[i] : args_keyword(c, name);
  return v.tag == PV_UNBOUND ? pv_none() : v;
}

dbx_status builtin_property(const call_args *c, pv *ret) {
  DBX_TRY(args_only_keywords(c, "property", "fget fset fdel doc"));
  DBX_TRY(args_count(c, "property", 0, 4));
  return *ret = property_new(argument(c, 0, "fget"), argument(c, 1, "fset"), argument(c, 2, "fdel"),
                             argument(c, 3, "doc")),
         DBX_OK;
}

static dbx_status wrapper(const call_args *c, obj_type t, const char *name, pv *ret) {
  DBX_TRY(args_no_keywords(c, name));
  DBX_TRY(args_count(c, name, 1, 1));
  return *ret = wrapper_new(t, c->at[0]), DBX_OK;
}
dbx_status builtin_classmethod(const call_args *c, pv *ret) {
  return wrapper(c, T_CLASSMETHOD, "classmethod", ret);
}
dbx_status builtin_staticmethod(const call_args *c, pv *ret) {
  return wrapper(c, T_STATICMETHOD, "staticmethod", ret);
}
