// Classes below built-in types: how their instances are made, and what super() finds in the type.
#include "lang/lib/below.h"
#include "lang/object/descriptor.h"
#include "lang/object/share.h"
#include "lang/value/type.h"

#include <string.h>

// What an __init__ fills; the others are what their __new__ makes of its arguments.
static bool is_filled_later(const o_type *t) {
  return !strcmp(t->name, "list") || !strcmp(t->name, "dict") || !strcmp(t->name, "set");
}

dbx_status make_below(o_class *cls, const call_args *c, pv *ret) {
  const o_type *t = cls->builtin;
  call_args none = {.fn = c->fn, .self = PV(PV_UNBOUND), .span = c->span};
  pv plain;
  if (!strcmp(t->name, "type")) { // a class
    DBX_TRY(args_count(c, "type.__new__", 3, 3));
    return lang_class_of_parts(cls, c, ret);
  }
  DBX_TRY(t->make(is_filled_later(t) ? &none : c, &plain));
  uint32_t mark = lang_pins();
  lang_pin(plain);
  *ret = lang_new_below(cls, plain);
  return lang_unpin(mark), DBX_OK;
}

static dbx_status fill_list(pv x, const call_args *c) {
  pv items;
  DBX_TRY(args_count(c, "list", 0, 1));
  if (!c->n) items = list_new(NULL, 0);
  else DBX_TRY(lang_to_list(c->at[0], &items));
  DBX_TRY(heap_own(x.o));
  return share_swap(SEQ(x), SEQ(items)), DBX_OK;
}

dbx_status begin_below(pv x, const call_args *c) {
  if (!is_instance(x)) return DBX_OK;
  switch ((obj_type)x.o->type) {
  case T_LIST: return fill_list(x, c);
  case T_SET:
    if (DICT(x)->frozen) return DBX_OK;
    DBX_TRY(args_count(c, "set", 0, 1));
    dict_clear(DICT(x));
    return c->n ? set_update(DICT(x), c->at[0]) : DBX_OK;
  case T_DICT:
    DBX_TRY(args_count(c, "dict", 0, 1));
    if (c->n) DBX_TRY(dict_update(DICT(x), c->at[0]));
    for (uint32_t i = 0; i < c->n_kw; i++) dict_put_sym(DICT(x), c->kw[i], c->kw_at[i]);
    return DBX_OK;
  default: return DBX_OK;
  }
}

// ---- __new__ and __init__ ----

static dbx_status not_enough(const char *type, const char *name) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "%s.%s(): not enough arguments", type, name);
}

static dbx_status new_of_type(const call_args *c, pv *ret) { // str.__new__(cls, ...)
  const o_type *t = ((o_native *)c->fn.o)->data;
  if (!c->n) return not_enough(t->name, "__new__");
  call_args d = *c;
  d.at++, d.n--;
  if (is_obj(c->at[0], T_TYPE)) return lang_call_args(c->at[0], &d, ret);
  if (is_obj(c->at[0], T_CLASS) && ((o_class *)c->at[0].o)->builtin == t)
    return lang_object_new((o_class *)c->at[0].o, &d, ret);
  return dbx_fail(DBX_E204, (dbx_span){0}, "%s.__new__(X): X is not a subtype of %s", t->name,
                  t->name);
}

static dbx_status init_of_type(const call_args *c, pv *ret) { // x.__init__(...), by super()
  *ret = pv_none();
  return begin_below(native_self(c), c);
}

static dbx_status init_unbound(const call_args *c, pv *ret) { // list.__init__(x, ...)
  if (!c->n) return not_enough("object", "__init__");
  call_args d = *c;
  d.at++, d.n--;
  *ret = pv_none();
  return begin_below(c->at[0], &d);
}

// ---- what the type does itself ----

// While a method of the built-in type runs for the instance, the instance is one of that type.
static dbx_status run_as_built_in(pv x, dbx_sym name, const call_args *c, pv *ret) {
  bool was = x.tag == PV_OBJ && x.o->sub;
  pv fn;
  if (was) x.o->sub = false;
  dbx_status st = lang_getattr(x, name, &fn);
  if (st == DBX_OK) {
    uint32_t mark = lang_pins();
    lang_pin(fn);
    st = lang_call_args(fn, c, ret);
    lang_unpin(mark);
  }
  if (was) x.o->sub = true;
  return st;
}

// dict.__getitem__: the class may say what an absent key has.
static dbx_status item_below(pv x, const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "__getitem__", 1, 1));
  return type_built_in(x)->getitem(x, c->at[0], ret);
}

static dbx_status run_below(pv x, dbx_sym name, const call_args *c, pv *ret) {
  bool item = name == names_now->__getitem__ && is_obj(x, T_DICT) && x.o->sub;
  return item ? item_below(x, c, ret) : run_as_built_in(x, name, c, ret);
}

static dbx_sym native_name(const call_args *c) { return dbx_intern(((o_native *)c->fn.o)->name); }

static dbx_status method_below(const call_args *c, pv *ret) { // super().__getitem__(i)
  return run_below(native_self(c), native_name(c), c, ret);
}

static dbx_status method_unbound(const call_args *c, pv *ret) { // dict.__getitem__(x, i)
  const o_type *t = ((o_native *)c->fn.o)->data;
  bool fits;
  if (!c->n)
    return dbx_fail(DBX_E202, (dbx_span){0}, "unbound method %s.%s() needs an argument", t->name,
                    dbx_sym_text(native_name(c)));
  DBX_TRY(lang_isinstance(c->at[0], pv_obj((o_type *)t), &fits));
  if (!fits)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "descriptor '%s' requires a '%s' object but received a '%s'",
                    dbx_sym_text(native_name(c)), t->name, lang_type_name(c->at[0]));
  call_args d = *c;
  d.at++, d.n--;
  return run_below(c->at[0], native_name(c), &d, ret);
}

// ---- type, of whose instances classes are ----

static dbx_status new_class(const call_args *c, pv *ret) { // type.__new__(meta, name, bases, d)
  DBX_TRY(args_count(c, "type.__new__", 4, 4));
  if (!is_obj(c->at[0], T_CLASS)) return lang_class_of_parts(NULL, c, ret);
  return lang_class_of_parts((o_class *)c->at[0].o, c, ret);
}

static dbx_status call_class(const call_args *c, pv *ret) { // of a class, by super() or type
  bool bound = native_self(c).tag != PV_UNBOUND;
  pv cls = bound ? native_self(c) : c->n ? c->at[0] : pv_none();
  call_args d = *c;
  if (!bound) d.at++, d.n--;
  if (!is_obj(cls, T_CLASS)) return lang_call_args(cls, &d, ret);
  return lang_make_instance((o_class *)cls.o, &d, ret);
}

static dbx_status no_operation(const call_args *c, pv *ret) {
  return (void)c, *ret = pv_none(), DBX_OK;
}

static dbx_status empty_dict(const call_args *c, pv *ret) {
  return (void)c, *ret = dict_new(), DBX_OK;
}

static dbx_status class_order(const call_args *c, pv *ret) {
  pv cls = native_self(c).tag != PV_UNBOUND ? native_self(c) : c->n ? c->at[0] : pv_none();
  DBX_TRY(lang_getattr(cls, names_now->__mro__, ret));
  return lang_to_list(*ret, ret);
}

// __setattr__ and __delattr__ of a class: bound to it, or with it in front of the arguments.
static dbx_status set_of_class(const call_args *c, pv *ret) {
  bool bound = native_self(c).tag != PV_UNBOUND, set = native_name(c) == names_now->__setattr__;
  const pv *at = c->at;
  DBX_TRY(args_count(c, "__setattr__", 1U + set + !bound, 1U + set + !bound));
  pv cls = bound ? native_self(c) : *at++;
  if (!is_obj(cls, T_CLASS) || !is_str(at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "a class and a name are needed");
  dbx_sym name = dbx_intern_n(STR(at[0])->s, STR(at[0])->n);
  return *ret = pv_none(), lang_type_setattr(cls, name, set ? at[1] : PV(PV_UNBOUND));
}

static dbx_status class_text_of(const call_args *c, pv *ret) {
  pv cls = native_self(c).tag != PV_UNBOUND ? native_self(c) : c->n ? c->at[0] : pv_none();
  dbx_buf b = {0};
  dbx_printf(&b, "<class '%s.%s'>",
             is_obj(cls, T_CLASS) ? lang_class_module((o_class *)cls.o) : "builtins",
             lang_type_value_name(cls));
  return *ret = str_take(&b), DBX_OK;
}

static dbx_status subclasses_of(const call_args *c, pv *ret) {
  pv cls = native_self(c).tag != PV_UNBOUND ? native_self(c) : c->n ? c->at[0] : pv_none();
  if (!is_obj(cls, T_CLASS) && !is_obj(cls, T_TYPE))
    return dbx_fail(DBX_E204, (dbx_span){0}, "a class is needed");
  const char *name = lang_type_value_name(cls);
  if (is_obj(cls, T_TYPE) && !strcmp(name, "object"))
    return dbx_fail(DBX_E218, (dbx_span){0}, "the subclasses of 'object' are not listed here");
  *ret = class_subclasses(cls.o);
  if (is_obj(cls, T_TYPE) && !strcmp(name, "int")) list_push(SEQ(*ret), lang_builtin_type("bool"));
  return DBX_OK;
}

// type.__instancecheck__ and type.__subclasscheck__: what holds without a class of classes.
static dbx_status check_of_class(const call_args *c, pv *ret) {
  bool bound = native_self(c).tag != PV_UNBOUND;
  const char *name = ((o_native *)c->fn.o)->name;
  DBX_TRY(args_count(c, name, 1U + !bound, 1U + !bound));
  pv cls = bound ? native_self(c) : c->at[0], x = c->at[c->n - 1];
  if (!is_obj(cls, T_CLASS)) return dbx_fail(DBX_E204, (dbx_span){0}, "a class is needed");
  const o_class *of = (o_class *)cls.o;
  bool instance = native_name(c) == names_now->__instancecheck__;
  return *ret = pv_bool(instance ? class_covers_instance(of, x) : class_covers_class(of, x)),
         DBX_OK;
}

static const native_row of_classes[] = {{"__new__", new_class},
                                        {"__call__", call_class},
                                        {"__init__", no_operation},
                                        {"__prepare__", empty_dict},
                                        {"mro", class_order},
                                        {"__setattr__", set_of_class},
                                        {"__instancecheck__", check_of_class},
                                        {"__subclasscheck__", check_of_class},
                                        {"__subclasses__", subclasses_of},
                                        {"__delattr__", set_of_class},
                                        {"__repr__", class_text_of},
                                        {"__str__", class_text_of},
                                        {NULL, NULL}};

static pv attr_of_classes(pv self, const o_type *t, const char *name) {
  for (const native_row *r = of_classes; r->name; r++)
    if (!strcmp(r->name, name))
      return native_new(r->name, r->fn, r->fn == new_class ? PV(PV_UNBOUND) : self, t);
  return PV(PV_UNBOUND);
}

// ---- all of it ----

// Whether instances of the built-in type have the method, which an instance tells.
static dbx_status has_method(pv self, const o_type *t, dbx_sym name, bool *ret) {
  pv probe = self, found;
  call_args none = {.self = PV(PV_UNBOUND)};
  *ret = false;
  if (self.tag == PV_UNBOUND) DBX_TRY(t->make(&none, &probe));
  bool was = probe.tag == PV_OBJ && probe.o->sub;
  if (was) probe.o->sub = false;
  dbx_status st = lang_findattr(probe, name, &found);
  if (was) probe.o->sub = true;
  *ret = found.tag != PV_UNBOUND;
  return st;
}

dbx_status attr_below(pv self, const o_type *t, dbx_sym name, pv *ret) {
  static const char *const types[] = {"str",  "int", "tuple",     "list",
                                      "dict", "set", "frozenset", "float"};
  const char *text = dbx_sym_text(name);
  bool bound = self.tag != PV_UNBOUND, known = false, has = false;
  *ret = PV(PV_UNBOUND);
  if (!strcmp(t->name, "type")) return *ret = attr_of_classes(self, t, text), DBX_OK;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) known |= !strcmp(t->name, types[i]);
  if (!known || name == names_now->__init_subclass__) return DBX_OK;
  if (name == names_now->__new__)
    return *ret = native_new("__new__", new_of_type, PV(PV_UNBOUND), t), DBX_OK;
  if (name == names_now->__init__)
    return *ret = native_new("__init__", bound ? init_of_type : init_unbound, self, t), DBX_OK;
  if (text[0] != '_' && !bound) return above()->type_method(t, name, ret);
  if (name == names_now->__setattr__ || name == names_now->__delattr__ ||
      name == names_now->__class__ || name == names_now->__dict__ || name == names_now->__doc__)
    return DBX_OK;
  DBX_TRY(has_method(self, t, name, &has));
  if (!has) return DBX_OK;
  return *ret = native_new(text, bound ? method_below : method_unbound, self, t), DBX_OK;
}
