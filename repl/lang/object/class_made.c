// What a class statement does once its body has run: names of __slots__, methods of the class
// itself, __set_name__ of what it holds, __init_subclass__ of the class above it.
#include "lang/object/descriptor.h"
#include "lang/object/state.h"
#include "lang/object/types.h"
#include "lang/value/cells.h"

#include <string.h>

// super() in a function needs the class that it belongs to.
static void own_functions(pv v, o_class *c) {
  const o_descriptor *d = (o_descriptor *)v.o;
  if (is_obj(v, T_FUNCTION)) ((o_function *)v.o)->owner = c;
  if (is_obj(v, T_CLASSMETHOD) || is_obj(v, T_STATICMETHOD)) own_functions(d->fn[0], c);
  for (int i = 0; is_obj(v, T_PROPERTY) && i < 3; i++) own_functions(d->fn[i], c);
}

static void wrap(o_class *c, dbx_sym name, obj_type t) {
  pv fn = dict_get_sym(c->dict, name);
  if (is_obj(fn, T_FUNCTION)) dict_put_sym(c->dict, name, wrapper_new(t, fn));
}

// ---- __slots__ ----

static dbx_status slots_error(const char *what) {
  return dbx_fail(DBX_E204, (dbx_span){0}, "__slots__ %s", what);
}

static bool is_identifier(const o_str *s) {
  bool ok = s->n && !(s->s[0] >= '0' && s->s[0] <= '9');
  for (uint32_t i = 0; ok && i < s->n; i++)
    ok = s->s[i] == '_' || s->s[i] & 0x80 || (s->s[i] >= '0' && s->s[i] <= '9') ||
         ((s->s[i] | 32) >= 'a' && (s->s[i] | 32) <= 'z');
  return ok;
}

// One name: a member of the class, or leave for a dictionary beside the members.
static dbx_status add_slot(o_class *c, pv item) {
  if (!is_str(item))
    return dbx_fail(DBX_E204, (dbx_span){0}, "__slots__ items must be strings, not '%s'",
                    lang_type_name(item));
  if (!is_identifier(STR(item))) return slots_error("must be identifiers");
  dbx_sym name = dbx_private_name(c->name, dbx_intern_n(STR(item)->s, STR(item)->n));
  if (name == names_now->__dict__) return c->no_dict = false, DBX_OK;
  if (!strcmp(dbx_sym_text(name), "__weakref__")) return DBX_OK;
  if (dict_entry_of_sym(c->dict, name))
    return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' in __slots__ conflicts with class variable",
                    dbx_sym_text(name));
  return dict_put_sym(c->dict, name, member_new(c, name)), DBX_OK;
}

static dbx_status add_slots(o_class *c) {
  pv slots = dict_get_sym(c->dict, names_now->__slots__), items;
  if (slots.tag == PV_UNBOUND) return DBX_OK;
  c->no_dict = true;
  for (uint32_t i = 0; i < c->bases->n; i++)
    c->no_dict = c->no_dict &&
                 (!is_obj(c->bases->at[i], T_CLASS) || ((o_class *)c->bases->at[i].o)->no_dict);
  if (is_str(slots)) return add_slot(c, slots);
  DBX_TRY(lang_to_list(slots, &items));
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  lang_pin(items);
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(items)->n; i++) st = add_slot(c, SEQ(items)->at[i]);
  lang_unpin(mark);
  return st;
}

// ---- what the class holds hears its name ----

static dbx_status set_name(o_class *c, pv key, pv v) {
  pv args[] = {pv_obj(c), key}, ignored;
  if (is_obj(v, T_PROPERTY)) ((o_descriptor *)v.o)->name = dbx_intern_n(STR(key)->s, STR(key)->n);
  if (!is_instance(v)) return DBX_OK;
  dbx_status st = instance_call(v, names_now->__set_name__, args, 2, &ignored);
  if (st == DBX_OK || lang_pending_is(DBX_S_KeyboardInterrupt)) return st;
  pv cause = lang_catch();
  lang_pin(cause);
  dbx_buf b = {0};
  dbx_printf(&b, "Error calling __set_name__ on '%s' instance '%s' in '%s'", lang_type_name(v),
             STR(key)->s, dbx_sym_text(c->name));
  pv text = str_take(&b), exc;
  lang_pin(text);
  DBX_TRY(lang_call(pv_obj(lang_exception_class(DBX_S_RuntimeError)), &text, 1, &exc));
  return lang_raise(exc, cause);
}

static dbx_status set_names(o_class *c) { // the methods may change the class
  uint32_t mark = lang_pins(), i = 0;
  dict_entry *e;
  dbx_status st = DBX_OK;
  while (dict_next(c->dict, &i, &e)) lang_pin(e->key), lang_pin(e->val);
  uint32_t end = lang_pins();
  for (uint32_t k = mark; st == DBX_OK && k < end; k += 2)
    if (is_str(lang_pinned(k))) st = set_name(c, lang_pinned(k), lang_pinned(k + 1));
  lang_unpin(mark);
  return st;
}

static dbx_status tell_base(o_class *c, const call_args *kw) {
  pv found = lang_class_lookup_behind(c, c, names_now->__init_subclass__);
  pv fn, ignored;
  if (found.tag == PV_UNBOUND && kw->n_kw)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s.__init_subclass__() takes no keyword arguments",
                    dbx_sym_text(c->qualname));
  if (found.tag == PV_UNBOUND) return DBX_OK;
  DBX_TRY(descriptor_get(found, PV(PV_UNBOUND), c, &fn));
  uint32_t mark = lang_pins();
  lang_pin(fn);
  call_args d = *kw;
  d.fn = fn, d.n = 0;
  dbx_status st = lang_call_args(fn, &d, &ignored);
  lang_unpin(mark);
  return st;
}

// What the class is asked before a look into its dictionary.
static void class_note(o_class *c, dbx_sym name, pv v) {
  c->custom = c->custom || name == names_now->__setattr__ || name == names_now->__delattr__ ||
              descriptor_is_data(v);
  if (name == names_now->__abstractmethods__) c->abstract = is_obj(v, T_SET) && DICT(v)->n;
  c->makes = c->makes || name == names_now->__new__ || c->abstract;
}

static void note_one(const obj *o) {
  o_class *c = (o_class *)o;
  if (o->type == T_CLASS) c->custom = c->makes = true;
}

void class_note_later(o_class *c, dbx_sym name, pv v) {
  bool custom = c->custom, makes = c->makes;
  class_note(c, name, v);
  if (c->custom != custom || c->makes != makes) cells_each(note_one); // those below it among them
}

dbx_status class_made(o_class *c, const call_args *kw) {
  uint32_t i = 0;
  dict_entry *e;
  wrap(c, names_now->__new__, T_STATICMETHOD);
  wrap(c, names_now->__init_subclass__, T_CLASSMETHOD);
  wrap(c, names_now->__class_getitem__, T_CLASSMETHOD);
  DBX_TRY(add_slots(c));
  if (dict_entry_of_sym(c->dict, names_now->__eq__) &&
      !dict_entry_of_sym(c->dict, names_now->__hash__))
    dict_put_sym(c->dict, names_now->__hash__, pv_none());
  c->custom = c->no_dict;
  c->makes = c->builtin || c->meta;
  for (uint32_t k = 0; k < c->bases->n; k++) {
    const o_class *base = (o_class *)c->bases->at[k].o;
    if (!is_obj(c->bases->at[k], T_CLASS)) continue;
    c->custom = c->custom || base->custom;
    c->makes = c->makes || base->makes;
  }
  while (dict_next(c->dict, &i, &e)) {
    own_functions(e->val, c);
    if (is_str(e->key)) class_note(c, dbx_intern_n(STR(e->key)->s, STR(e->key)->n), e->val);
  }
  DBX_TRY(set_names(c));
  return tell_base(c, kw);
}

// ---- a new class ----

static dbx_status cannot_be_base(pv base) {
  if (!is_obj(base, T_TYPE) && !is_obj(base, T_DTYPE))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "a base class has to be a class, not a value of type '%s'",
                    lang_type_name(base));
  const char *name = lang_type_value_name(base);
  if (!strcmp(name, "bool") || !strcmp(name, "range") || !strcmp(name, "slice"))
    return dbx_fail(DBX_E204, (dbx_span){0}, "type '%s' is not an acceptable base type", name);
  return dbx_fail(
      DBX_E103, (dbx_span){0},
      "subclasses of '%s' are not part of this language; hold the value as an attribute", name);
}

static bool can_be_base(pv base) {
  static const char *const types[] = {"str",  "int", "tuple",     "list",
                                      "dict", "set", "frozenset", "type"};
  if (is_obj(base, T_CLASS)) return true;
  for (size_t i = 0; is_obj(base, T_TYPE) && i < sizeof types / sizeof *types; i++)
    if (!strcmp(((o_type *)base.o)->name, types[i])) return true;
  return false;
}

static const o_type *built_in(pv base) {
  return is_obj(base, T_CLASS) ? ((o_class *)base.o)->builtin : (o_type *)base.o;
}

// The bases as classes and built-in types: without object, Generic for Generic[T].
static dbx_status read_bases(const o_seq *written, pv *ret) {
  pv list = list_new(NULL, 0);
  const o_type *builtin = NULL;
  lang_pin(list);
  for (uint32_t i = 0; i < written->n; i++) {
    pv base = written->at[i];
    if (is_obj(base, T_ALIAS) && ((o_alias *)base.o)->origin.tag != PV_UNBOUND)
      base = ((o_alias *)base.o)->origin;
    if (is_obj(base, T_TYPE) && !strcmp(((o_type *)base.o)->name, "object")) continue;
    if (!can_be_base(base)) return cannot_be_base(base);
    for (uint32_t k = 0; k < SEQ(list)->n; k++)
      if (pv_same(SEQ(list)->at[k], base))
        return dbx_fail(DBX_E204, (dbx_span){0}, "duplicate base class %s",
                        lang_type_value_name(base));
    const o_type *t = built_in(base);
    if (t && builtin && t != builtin)
      return dbx_fail(DBX_E204, (dbx_span){0}, "multiple bases have instance lay-out conflict");
    builtin = t ? t : builtin;
    list_push(SEQ(list), base);
  }
  return *ret = tuple_new(SEQ(list)->at, SEQ(list)->n), DBX_OK;
}

dbx_status class_meta(pv given, const o_seq *bases, o_class **ret) {
  *ret = is_obj(given, T_CLASS) ? (o_class *)given.o : NULL;
  for (uint32_t i = 0; i < bases->n; i++) {
    pv base = bases->at[i];
    if (is_obj(base, T_ALIAS)) base = ((o_alias *)base.o)->origin;
    o_class *meta = is_obj(base, T_CLASS) ? ((o_class *)base.o)->meta : NULL;
    if (!meta || (*ret && lang_is_subclass(*ret, meta))) continue;
    if (*ret && !lang_is_subclass(meta, *ret))
      return dbx_fail(DBX_E204, (dbx_span){0},
                      "metaclass conflict: the metaclass of a derived class must be a (non-strict) "
                      "subclass of the metaclasses of all its bases");
    *ret = meta;
  }
  return DBX_OK;
}

dbx_status class_new(const class_plan *p, const call_args *kw, pv *ret) {
  uint32_t mark = lang_pins();
  pv bases;
  dbx_status st = read_bases(p->bases, &bases);
  if (st != DBX_OK) return lang_unpin(mark), st;
  lang_pin(bases);
  o_class *c = heap_new(T_CLASS, sizeof *c);
  lang_pin(pv_obj(c));
  c->name = p->name, c->qualname = p->qualname, c->module = p->module, c->dict = p->dict;
  c->serial = ++object_now->classes;
  st = class_set_bases(c, bases);
  if (p->meta) c->meta = p->meta;
  if (st == DBX_OK) st = class_made(c, kw);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = pv_obj(c);
  return st;
}
