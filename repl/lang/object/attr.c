// Attributes and types of values: what x.name finds, what type(x) is.
#include "lang/object/above.h"
#include "lang/object/descriptor.h"
#include "lang/object/long_range.h"
#include "lang/object/types.h"

#include <string.h>

// ---- types ----

pv lang_type_of(pv v) {
  if (is_instance(v)) return pv_obj(lang_instance(v)->cls);
  if (is_obj(v, T_CLASS) && ((o_class *)v.o)->meta) return pv_obj(((o_class *)v.o)->meta);
  if (is_obj(v, T_GENERIC)) return dtype_new(GENERIC(v)->t, true, true);
  return above()->builtin_type(lang_type_name(v));
}

const char *lang_type_value_name(pv t) {
  if (is_obj(t, T_CLASS)) return dbx_sym_text(((o_class *)t.o)->qualname);
  if (is_obj(t, T_TYPE)) return ((o_type *)t.o)->name;
  if (is_obj(t, T_DTYPE)) return dbx_dtype_name(((o_dtype *)t.o)->t);
  return lang_type_name(t);
}

static bool is_of_type(pv v, const o_type *t) {
  const char *name = t->name, *own = lang_type_name(v);
  if (!strcmp(name, "object")) return true;
  if (!strcmp(name, "type"))
    return is_obj(v, T_TYPE) || is_obj(v, T_CLASS) ||
           (is_obj(v, T_DTYPE) && ((o_dtype *)v.o)->is_class);
  if (!strcmp(name, "int") && v.tag == PV_BOOL) return true;
  if (!strcmp(name, "jax._src.core.Tracer")) return v.tag == PV_TRACER;
  if (!strcmp(name, "jax._src.core.Var") && !strcmp(own, "jax._src.core.DropVar")) return true;
  if (is_instance(v) && lang_instance(v)->cls->builtin == t) return true;
  if (!strcmp(name, "numpy.ndarray")) return is_obj(v, T_NDARRAY);
  if (!strcmp(name, "jax.Array")) return v.tag == PV_TRACER || is_obj(v, T_ARRAY);
  if (is_obj(v, T_GENERIC)) { // numpy.float64 is a float
    dbx_dtype d = GENERIC(v)->t;
    if (d == DBX_F64 && !strcmp(name, "float")) return true;
    if (d == DBX_C128 && !strcmp(name, "complex")) return true;
  }
  return !strcmp(name, own);
}

// Of a union, or of typing.List.
static dbx_status is_of_alias(pv v, const o_alias *a, bool *ret) {
  bool is_union = a->kind == ALIAS_UNION || a->kind == ALIAS_TYPING_UNION;
  if (!is_union && a->args)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    a->kind == ALIAS_PLAIN
                        ? "isinstance() argument 2 cannot be a parameterized generic"
                        : "Subscripted generics cannot be used with class and instance checks");
  if (!is_union && a->origin.tag == PV_UNBOUND)
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s cannot be used with isinstance()", a->head);
  if (!is_union) return lang_isinstance(v, a->origin, ret);
  DBX_TRY(lang_enter(""));
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < a->args->n && !*ret; i++)
    if (is_none(a->args->at[i])) *ret = is_none(v);
    else st = lang_isinstance(v, a->args->at[i], ret);
  lang_leave();
  return st;
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
  if (is_obj(cls, T_ALIAS)) return is_of_alias(v, (o_alias *)cls.o, ret);
  if (is_obj(cls, T_CLASS)) return above()->has_instance((o_class *)cls.o, v, ret);
  if (is_obj(cls, T_TYPE)) return *ret = is_of_type(v, (o_type *)cls.o), DBX_OK;
  if (is_obj(cls, T_DTYPE) && ((o_dtype *)cls.o)->is_class) {
    return *ret = is_obj(v, T_GENERIC) && GENERIC(v)->t == ((o_dtype *)cls.o)->t, DBX_OK;
  }
  const char *kinds = above()->kinds(cls);
  if (kinds)
    return *ret = is_obj(v, T_GENERIC) && strchr(kinds, dbx_dtype_kind(GENERIC(v)->t)), DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0},
                  "isinstance() arg 2 must be a type, a tuple of types, or a union");
}

// ---- attributes by type; UNBOUND where there is none ----

#define ATTR(type) dbx_status type##_attr(pv x, dbx_sym name, pv *ret)

pv lang_doc_of(const dbx_node *n) {
  const dbx_nodes *body = n->kind == DBX_N_ClassDef ? &n->more->n : &n->l;
  const dbx_node *first =
      body->n && n->kind != DBX_N_Lambda && body->at[0]->kind == DBX_N_Expr ? body->at[0]->a : NULL;
  bool text = first && first->kind == DBX_N_Constant && first->constant == DBX_C_STR;
  return text ? lang_constant(first) : pv_none();
}

ATTR(function) {
  o_function *f = (o_function *)x.o;
  if (f->attrs && (*ret = dict_get_sym(f->attrs, name)).tag != PV_UNBOUND) return DBX_OK;
  if (name == names_now->__name__) return *ret = lang_sym_str(f->name), DBX_OK;
  if (name == names_now->__qualname__) return *ret = lang_sym_str(f->qualname), DBX_OK;
  if (name == names_now->__module__)
    return *ret = dict_get_sym(f->globals, names_now->__name__), DBX_OK;
  if (name == names_now->__annotations__) {
    if (!f->notes) f->notes = DICT(dict_new());
    return *ret = pv_obj(f->notes), DBX_OK;
  }
  if (name == names_now->__doc__) return *ret = lang_doc_of(f->node), DBX_OK;
  if (name == names_now->__dict__) {
    if (!f->attrs) f->attrs = DICT(dict_new());
    return *ret = pv_obj(f->attrs), DBX_OK;
  }
  return DBX_OK;
}

static pv in_class(pv x, dbx_sym name) { return lang_class_lookup(lang_instance(x)->cls, name); }

dbx_status lang_object_getattr(pv x, dbx_sym name, pv *ret) {
  o_instance *o = lang_instance(x);
  pv found = o->cls->custom ? lang_class_lookup(o->cls, name) : PV(PV_UNBOUND);
  if (found.tag != PV_UNBOUND && descriptor_is_data(found) && descriptor_gives(found))
    return descriptor_get(found, x, o->cls, ret);
  if ((*ret = dict_get_sym(o->dict, name)).tag != PV_UNBOUND) return DBX_OK;
  found = lang_class_lookup(o->cls, name);
  if (found.tag != PV_UNBOUND) return descriptor_get(found, x, o->cls, ret);
  if (name == names_now->__class__) return *ret = pv_obj(o->cls), DBX_OK;
  if (name == names_now->__dict__ && !o->cls->no_dict) return *ret = pv_obj(o->dict), DBX_OK;
  if (o->cls->exception && lang_exception_attr(o, name, ret)) return DBX_OK;
  if (name == names_now->__doc__) return *ret = pv_none(), DBX_OK;
  return DBX_OK;
}

// A getter that has no value says so by AttributeError.
ATTR(instance) {
  dbx_status st = lang_object_getattr(x, name, ret);
  if (st == DBX_OK ? ret->tag != PV_UNBOUND : !lang_pending_is(DBX_S_AttributeError)) return st;
  pv fallback = in_class(x, names_now->__getattr__), key = lang_sym_str(name);
  if (fallback.tag == PV_UNBOUND) return st;
  if (st != DBX_OK) dbx_diag_forget();
  return instance_call(x, names_now->__getattr__, &key, 1, ret);
}

// The classes of a list, and object where they all end; of bases only if there is no other.
static pv with_object(const o_seq *of, bool always) {
  uint32_t mark = lang_pins();
  for (uint32_t i = 0; i < of->n; i++) lang_pin(of->at[i]);
  if (always || !of->n) lang_pin(above()->builtin_type("object"));
  pv r = tuple_new(lang_pin_at(mark), lang_pins() - mark);
  return lang_unpin(mark), r;
}

// Methods of type itself.
static bool is_of_all_classes(dbx_sym name) {
  return name == names_now->mro || name == names_now->__subclasses__ ||
         name == names_now->__instancecheck__ || name == names_now->__subclasscheck__;
}

static dbx_status attr_of_type(pv cls, dbx_sym name, pv *ret) {
  return above()->attr_below(cls, (o_type *)above()->builtin_type("type").o, name, ret);
}

// What the class of a class says of it: of functions methods, which get the class.
static dbx_status attr_of_meta(o_class *c, dbx_sym name, pv *ret) {
  pv found = c->meta ? lang_class_lookup(c->meta, name) : PV(PV_UNBOUND);
  if (found.tag != PV_UNBOUND) return descriptor_get(found, pv_obj(c), c->meta, ret);
  if (is_of_all_classes(name)) return attr_of_type(pv_obj(c), name, ret);
  pv hook = c->meta ? lang_class_lookup(c->meta, names_now->__getattr__) : PV(PV_UNBOUND);
  if (hook.tag == PV_UNBOUND) return DBX_OK;
  pv args[] = {pv_obj(c), lang_sym_str(name)};
  return lang_call(hook, args, 2, ret);
}

ATTR(class) {
  o_class *c = (o_class *)x.o;
  pv found = lang_class_lookup(c, name);
  if (found.tag != PV_UNBOUND) return descriptor_get(found, PV(PV_UNBOUND), c, ret);
  if (name == names_now->__name__) *ret = lang_sym_str(c->name);
  if (name == names_now->__qualname__) *ret = lang_sym_str(c->qualname);
  if (name == names_now->__module__) *ret = str_of(lang_class_module(c));
  if (name == names_now->__dict__) *ret = pv_obj(c->dict);
  if (name == names_now->__doc__) *ret = pv_none();
  if (name == names_now->__mro__) *ret = with_object(c->order, true);
  if (name == names_now->__bases__) *ret = with_object(c->bases, false);
  if (name == names_now->__base__) *ret = SEQ(with_object(c->bases, false))->at[0];
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  DBX_TRY(attr_of_meta(c, name, ret));
  if (ret->tag != PV_UNBOUND || !c->builtin) return DBX_OK;
  return above()->attr_below(PV(PV_UNBOUND), c->builtin, name, ret);
}

const char *class_type_name(pv v) {
  const o_class *meta = ((o_class *)v.o)->meta;
  return meta ? dbx_sym_text(meta->name) : "type";
}

// __mro__, __bases__, __base__ of a built-in type.
static pv above_type(pv t, dbx_sym name) {
  bool truth = !strcmp(((o_type *)t.o)->name, "bool"), mro = name == names_now->__mro__;
  pv object = above()->builtin_type("object"), next = truth ? above()->builtin_type("int") : object;
  pv all[] = {t, next, object};
  if (name == names_now->__base__) return pv_same(t, object) ? pv_none() : next;
  if (pv_same(t, object)) return tuple_new(all, mro);
  return mro ? tuple_new(all, truth ? 3 : 2) : tuple_new(&next, 1);
}

ATTR(type) {
  const o_type *t = (o_type *)x.o;
  const char *dot = strrchr(t->name, '.');
  if (name == names_now->__name__ || name == names_now->__qualname__)
    return *ret = str_of(dot ? dot + 1 : t->name), DBX_OK;
  if (name == names_now->__module__) return *ret = str_of(dot ? "jax" : "builtins"), DBX_OK;
  if (name == names_now->__mro__ || name == names_now->__bases__ || name == names_now->__base__)
    return *ret = above_type(x, name), DBX_OK;
  bool of_all = name == names_now->mro || name == names_now->__subclasses__;
  if (of_all && strcmp(t->name, "type") != 0) // type.mro is that of no class
    return attr_of_type(x, name, ret);
  DBX_TRY(above()->type_method(t, name, ret));
  return ret->tag != PV_UNBOUND ? DBX_OK : above()->attr_below(PV(PV_UNBOUND), t, name, ret);
}

ATTR(number) {
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

// start, stop, step
static int part_of(dbx_sym name) {
  static const char *const parts[] = {"start", "stop", "step"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(dbx_sym_text(name), parts[i])) return i;
  return -1;
}

ATTR(slice) {
  int i = part_of(name);
  if (i >= 0) *ret = ((o_slice *)x.o)->part[i];
  return DBX_OK;
}

ATTR(long_range) {
  int i = part_of(name);
  if (i >= 0) *ret = ((o_long_range *)x.o)->part[i];
  return DBX_OK;
}

ATTR(range) {
  const o_range *r = (o_range *)x.o;
  int i = part_of(name);
  if (i >= 0) *ret = pv_int(i == 0 ? r->start : i == 1 ? r->stop : r->step);
  return DBX_OK;
}

ATTR(partial) {
  const o_partial *p = (o_partial *)x.o;
  const char *n = dbx_sym_text(name);
  if (!strcmp(n, "func")) *ret = p->fn;
  if (!strcmp(n, "args")) *ret = pv_obj(p->args);
  if (!strcmp(n, "keywords")) *ret = pv_obj(p->kw);
  return DBX_OK;
}

ATTR(method) {
  const o_method *m = (o_method *)x.o;
  if (!strcmp(dbx_sym_text(name), "__self__")) return *ret = m->self, DBX_OK;
  if (!strcmp(dbx_sym_text(name), "__func__")) return *ret = m->fn, DBX_OK;
  return lang_findattr(m->fn, name, ret);
}

ATTR(native) {
  if (name == names_now->__name__ || name == names_now->__qualname__)
    *ret = str_of(((o_native *)x.o)->name);
  return DBX_OK;
}

ATTR(super) {
  const o_super *s = (o_super *)x.o;
  o_class *of = is_instance(s->self) ? lang_instance(s->self)->cls : (o_class *)s->self.o;
  bool bound = is_instance(s->self);
  if (!bound && !lang_is_subclass(of, s->cls)) of = of->meta, bound = true;
  pv found = lang_class_lookup_behind(of, s->cls, name);
  if (found.tag != PV_UNBOUND)
    return descriptor_get(found, bound ? s->self : PV(PV_UNBOUND), of, ret);
  return of->builtin ? above()->attr_below(s->self, of->builtin, name, ret) : DBX_OK;
}

// Those of a module that is written in C: a dictionary of them, for vars.
static dbx_status listed_names(o_module *o, pv *ret) {
  uint32_t mark = lang_pins();
  pv names = dict_new();
  lang_pin(names);
  dict_put_sym(DICT(names), names_now->__name__, str_of(o->def->name));
  dbx_status st = DBX_OK;
  for (const char *at = o->def->all; st == DBX_OK && *at; at += strspn(at, " ")) {
    size_t n = strcspn(at, " ");
    dbx_sym name = dbx_intern_n(at, n);
    pv v;
    st = lang_getattr(pv_obj(o), name, &v);
    if (st == DBX_OK) dict_put_sym(DICT(names), name, v);
    at += n;
  }
  lang_unpin(mark);
  return *ret = names, st;
}

ATTR(module) {
  o_module *o = (o_module *)x.o;
  const lang_module *m = o->def;
  if (o->globals) {
    if (name == names_now->__dict__) return *ret = pv_obj(o->globals), DBX_OK;
    return *ret = dict_get_sym(o->globals, name), DBX_OK;
  }
  if (o->found && (*ret = dict_get_sym(o->found, name)).tag != PV_UNBOUND) return DBX_OK;
  if (name == names_now->__name__) return *ret = str_of(m->name), DBX_OK;
  if (name == names_now->__dict__ && m->all) return listed_names(o, ret);
  DBX_TRY(m->get(m, dbx_sym_text(name), ret));
  if (ret->tag == PV_UNBOUND) return DBX_OK;
  if (!o->found) o->found = DICT(dict_new());
  dict_put_sym(o->found, name, *ret);
  return DBX_OK;
}

dbx_status lang_findattr(pv x, dbx_sym name, pv *ret) {
  const object_type *t = type_of(x);
  *ret = PV(PV_UNBOUND);
  if (t->getattr) DBX_TRY(t->getattr(x, name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  DBX_TRY(above()->method(x, name, ret));
  if (ret->tag != PV_UNBOUND || name != names_now->__class__) return DBX_OK;
  return *ret = lang_type_of(x), DBX_OK;
}

dbx_status lang_tryattr(pv x, dbx_sym name, pv *ret) {
  dbx_status st = lang_findattr(x, name, ret);
  if (st == DBX_OK || !lang_pending_is(DBX_S_AttributeError)) return st;
  dbx_diag_forget();
  return *ret = PV(PV_UNBOUND), DBX_OK;
}

dbx_status lang_refuse_known(pv x, const char *name) {
  DBX_TRY(above()->refuse_attribute(x, name));
  return is_obj(x, T_MODULE) ? above()->refuse_name(((o_module *)x.o)->def->name, name) : DBX_OK;
}

static void no_name(const char *module, const char *name) {
  dbx_fail_(DBX_E203, (dbx_span){0}, "module '%s' has no attribute '%s'", module, name);
  above()->note_release(module, name);
}

dbx_status lang_getattr(pv x, dbx_sym name, pv *ret) {
  const char *n = dbx_sym_text(name);
  DBX_TRY(lang_findattr(x, name, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  DBX_TRY(lang_refuse_known(x, n));
  dbx_nearest near = dbx_nearest_to(n);
  above()->near_attribute(x, &near);
  if (is_obj(x, T_MODULE)) no_name(((o_module *)x.o)->def->name, n);
  else if (is_obj(x, T_CLASS) || is_obj(x, T_TYPE))
    dbx_fail_(DBX_E203, (dbx_span){0}, "type object '%s' has no attribute '%s'",
              lang_type_value_name(x), n);
  else
    dbx_fail_(DBX_E203, (dbx_span){0}, "'%s' object has no attribute '%s'", lang_type_name(x), n);
  return dbx_nearest_advise(&near, "");
}

// ---- setting and deleting ----

static dbx_status no_attribute(pv x, dbx_sym name) {
  return dbx_fail(DBX_E203, (dbx_span){0}, "'%s' object has no attribute '%s'", lang_type_name(x),
                  dbx_sym_text(name));
}

static dbx_status cannot_set(pv x, dbx_sym name, bool known) {
  if (!known) return no_attribute(x, name);
  return dbx_fail(DBX_E203, (dbx_span){0}, "'%s' object attribute '%s' is read-only",
                  lang_type_name(x), dbx_sym_text(name));
}

static dbx_status delete_from(o_dict *d, pv x, dbx_sym name) {
  bool found = false;
  if (d) DBX_TRY(dict_delete(d, lang_sym_str(name), &found));
  return found ? DBX_OK : no_attribute(x, name);
}

dbx_status lang_object_setattr(pv x, dbx_sym name, pv v) {
  o_instance *o = lang_instance(x);
  bool done = false, gone = v.tag == PV_UNBOUND;
  pv found = o->cls->custom ? lang_class_lookup(o->cls, name) : PV(PV_UNBOUND);
  if (descriptor_is_data(found)) return descriptor_set(found, x, v);
  if (o->cls->exception && !gone) DBX_TRY(lang_exception_setattr(o, name, v, &done));
  if (done) return DBX_OK;
  if (o->cls->no_dict) return cannot_set(x, name, in_class(x, name).tag != PV_UNBOUND);
  return gone ? delete_from(o->dict, x, name) : (dict_put_sym(o->dict, name, v), DBX_OK);
}

dbx_status instance_setattr(pv x, dbx_sym name, pv v) {
  const o_instance *o = lang_instance(x);
  bool gone = v.tag == PV_UNBOUND, custom = o->cls->custom;
  if (!gone && !custom && !o->cls->exception) return dict_put_sym(o->dict, name, v), DBX_OK;
  dbx_sym hook = gone ? names_now->__delattr__ : names_now->__setattr__;
  if (!custom || in_class(x, hook).tag == PV_UNBOUND) return lang_object_setattr(x, name, v);
  pv args[] = {lang_sym_str(name), v}, ignored;
  return instance_call(x, hook, args, gone ? 1 : 2, &ignored);
}

static dbx_status refuse_setting(pv x, dbx_sym name) {
  pv found = PV(PV_UNBOUND);
  bool known = lang_getattr(x, name, &found) == DBX_OK;
  if (!known) dbx_diag_forget();
  if (known)
    return dbx_fail(DBX_E203, (dbx_span){0}, "'%s' object attribute '%s' is read-only",
                    lang_type_name(x), dbx_sym_text(name));
  return dbx_fail(DBX_E203, (dbx_span){0},
                  "'%s' object has no attribute '%s' and no __dict__ for setting new attributes",
                  lang_type_name(x), dbx_sym_text(name));
}

dbx_status class_setattr(pv x, dbx_sym name, pv v) {
  const o_class *meta = ((o_class *)x.o)->meta;
  bool gone = v.tag == PV_UNBOUND;
  pv hook = meta && meta->custom
                ? lang_class_lookup(meta, gone ? names_now->__delattr__ : names_now->__setattr__)
                : PV(PV_UNBOUND),
     args[] = {x, lang_sym_str(name), v}, ignored;
  return hook.tag == PV_UNBOUND ? lang_type_setattr(x, name, v)
                                : lang_call(hook, args, gone ? 2 : 3, &ignored);
}

// How a class is called is no attribute of those below it.
static dbx_status rename_class(o_class *c, dbx_sym name, pv v) {
  if (!is_str(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "can only assign string to %s.%s, not '%s'",
                    dbx_sym_text(c->name), dbx_sym_text(name), lang_type_name(v));
  dbx_sym text = dbx_intern_n(STR(v)->s, STR(v)->n);
  if (name == names_now->__name__) c->name = text;
  else c->qualname = text;
  return DBX_OK;
}

dbx_status lang_type_setattr(pv x, dbx_sym name, pv v) {
  o_class *c = (o_class *)x.o;
  if (v.tag == PV_UNBOUND) return delete_from(c->dict, x, name);
  if (lang_exception_class(c->name) == c) return refuse_setting(x, name);
  if (name == names_now->__name__ || name == names_now->__qualname__)
    return rename_class(c, name, v);
  class_note_later(c, name, v);
  return dict_put_sym(c->dict, name, v), DBX_OK;
}

dbx_status function_setattr(pv x, dbx_sym name, pv v) {
  o_function *f = (o_function *)x.o;
  if (v.tag == PV_UNBOUND) return delete_from(f->attrs, x, name);
  bool qualified = name == names_now->__qualname__;
  if ((qualified || name == names_now->__name__) && !is_str(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s must be set to a string object",
                    dbx_sym_text(name));
  if (qualified || name == names_now->__name__) {
    *(qualified ? &f->qualname : &f->name) = dbx_intern_n(STR(v)->s, STR(v)->n);
    return DBX_OK;
  }
  if (!f->attrs) f->attrs = DICT(dict_new());
  return dict_put_sym(f->attrs, name, v), DBX_OK;
}

dbx_status module_setattr(pv x, dbx_sym name, pv v) {
  o_module *o = (o_module *)x.o;
  bool done = false;
  if (o->globals) return dict_put_sym(o->globals, name, v), DBX_OK;
  if (o->def->set) DBX_TRY(o->def->set(o->def, dbx_sym_text(name), v, &done));
  if (done && o->found) dict_put_sym(o->found, name, v);
  if (done) return DBX_OK;
  return dbx_fail(DBX_E203, (dbx_span){0}, "attribute '%s' of module '%s' cannot be set",
                  dbx_sym_text(name), o->def->name);
}

dbx_status lang_setattr(pv x, dbx_sym name, pv v) {
  return type_of(x)->setattr ? type_of(x)->setattr(x, name, v) : refuse_setting(x, name);
}

dbx_status lang_delattr(pv x, dbx_sym name) {
  bool can = is_instance(x) || is_obj(x, T_CLASS) || is_obj(x, T_FUNCTION);
  return can ? type_of(x)->setattr(x, name, PV(PV_UNBOUND)) : no_attribute(x, name);
}
