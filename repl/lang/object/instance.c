// Instances of the program's classes: what they do is what methods of their class say (cells of
// types.def).
#include "lang/object/descriptor.h"
#include "lang/object/protocol.h"
#include "lang/object/types.h"

static pv method_of(pv v, dbx_sym name) {
  return lang_class_lookup(((o_instance *)v.o)->cls, name);
}

const char *instance_name(pv v) { return dbx_sym_text(((o_instance *)v.o)->cls->name); }

// ---- text ----

// The text that a method of the class gives; *ret false if there is no such method.
static dbx_status special_text(pv v, dbx_sym name, dbx_buf *b, bool *ret) {
  pv fn = method_of(v, name), r;
  if (fn.tag == PV_UNBOUND) return *ret = false, DBX_OK;
  dbx_status st = lang_exception_text((o_instance *)v.o, fn, b, ret);
  if (*ret) return st;
  *ret = true;
  DBX_TRY(lang_call(method_new(v, fn), NULL, 0, &r));
  if (!is_str(r))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s returned non-string (type %s)", dbx_sym_text(name),
                    lang_type_name(r));
  dbx_putn(b, STR(r)->s, STR(r)->n);
  return DBX_OK;
}

dbx_status instance_text(pv v, bool str, dbx_buf *b) {
  bool done = false;
  if (str) DBX_TRY(special_text(v, names_now->__str__, b, &done));
  if (!done) DBX_TRY(special_text(v, names_now->__repr__, b, &done));
  if (!done) lang_put_plain_repr(v, b);
  return DBX_OK;
}

// ---- hash, truth, length ----

// By __hash__ if the class has one; a class with __eq__ alone cannot be hashed.
dbx_status instance_hash(pv v, uint64_t *ret) {
  pv fn = method_of(v, names_now->__hash__), r;
  if (fn.tag == PV_UNBOUND && method_of(v, names_now->__eq__).tag == PV_UNBOUND)
    return *ret = dbx_mix(9, (uint64_t)(uintptr_t)v.o), DBX_OK;
  if (fn.tag == PV_UNBOUND || is_none(fn)) return type_no_hash(v, ret);
  DBX_TRY(lang_call(method_new(v, fn), NULL, 0, &r));
  if (is_int(r) || number_is_big(r)) return pv_hash(r, ret);
  return dbx_fail(DBX_E204, (dbx_span){0}, "__hash__ method should return an integer");
}

dbx_status instance_truth(pv v, bool *ret) {
  pv r;
  DBX_TRY(call_special(v, names_now->__bool__, NULL, 0, &r));
  if (r.tag == PV_NOTIMPLEMENTED) {
    DBX_TRY(call_special(v, names_now->__len__, NULL, 0, &r));
    if (r.tag == PV_NOTIMPLEMENTED) return *ret = true, DBX_OK;
    int64_t n;
    DBX_TRY(returned_length(r, &n));
    return *ret = n != 0, DBX_OK;
  }
  if (r.tag != PV_BOOL)
    return dbx_fail(DBX_E204, (dbx_span){0}, "__bool__ should return bool, returned %s",
                    lang_type_name(r));
  return *ret = r.i != 0, DBX_OK;
}

dbx_status instance_length(pv v, int64_t *ret) {
  pv r;
  DBX_TRY(call_special(v, names_now->__len__, NULL, 0, &r));
  return r.tag == PV_NOTIMPLEMENTED ? type_no_length(v) : returned_length(r, ret);
}

// ---- items ----

dbx_status instance_item(pv x, pv i, pv *ret) {
  DBX_TRY(call_special(x, names_now->__getitem__, &i, 1, ret));
  return ret->tag == PV_NOTIMPLEMENTED ? type_no_item(x) : DBX_OK;
}

bool instance_can_iterate(pv v) {
  return method_of(v, names_now->__iter__).tag != PV_UNBOUND ||
         method_of(v, names_now->__getitem__).tag != PV_UNBOUND;
}

static bool is_iterator(pv v) {
  if (is_obj(v, T_ITER)) return !((o_iter *)v.o)->view;
  return is_obj(v, T_INSTANCE) && method_of(v, names_now->__next__).tag != PV_UNBOUND;
}

dbx_status instance_iter(pv v, pv *ret) {
  pv fn = method_of(v, names_now->__iter__), r;
  if (fn.tag == PV_UNBOUND || is_none(fn)) {
    if (method_of(v, names_now->__getitem__).tag == PV_UNBOUND || is_none(fn))
      return type_no_iter(v);
    return *ret = iter_new(IT_INSTANCE, v), DBX_OK;
  }
  DBX_TRY(lang_call(method_new(v, fn), NULL, 0, &r));
  if (!is_iterator(r))
    return dbx_fail(DBX_E204, (dbx_span){0}, "iter() returned non-iterator of type '%s'",
                    lang_type_name(r));
  return *ret = r, DBX_OK;
}

// ---- calls ----

bool instance_callable(pv v) { return method_of(v, names_now->__call__).tag != PV_UNBOUND; }
bool instance_nests(pv v) { return !is_obj(method_of(v, names_now->__call__), T_FUNCTION); }

dbx_status instance_called(const call_args *c, pv *ret) {
  pv fn = method_of(c->fn, names_now->__call__);
  return fn.tag == PV_UNBOUND ? type_no_call(c->fn) : call_with_self(fn, c->fn, c, ret);
}

// ---- making them ----

pv lang_new_instance(o_class *cls) {
  o_instance *x = heap_new(T_INSTANCE, sizeof *x);
  x->cls = cls;
  x->dict = DICT(dict_new());
  return pv_obj(x);
}

// By the __new__ of the class, if it has one.
static dbx_status make_instance(o_class *cls, const call_args *c, pv *ret, bool *makes) {
  pv found = cls->makes ? lang_class_lookup(cls, names_now->__new__) : PV(PV_UNBOUND), fn;
  *makes = found.tag != PV_UNBOUND;
  if (*makes) {
    DBX_TRY(descriptor_get(found, PV(PV_UNBOUND), cls, &fn));
    return call_with_self(fn, pv_obj(cls), c, ret);
  }
  *ret = lang_new_instance(cls);
  if (cls->exception) ((o_instance *)ret->o)->args = SEQ(tuple_new(c->at, c->n));
  return DBX_OK;
}

dbx_status class_called(const call_args *c, pv *ret) {
  o_class *cls = (o_class *)c->fn.o;
  uint32_t mark = lang_pins();
  pv made, init = lang_class_lookup(cls, names_now->__init__), ignored;
  bool own = false, makes = false;
  dbx_status st = make_instance(cls, c, &made, &makes);
  if (st == DBX_OK)
    own = is_obj(made, T_INSTANCE) && lang_is_subclass(((o_instance *)made.o)->cls, cls);
  if (st != DBX_OK || !own) {
    lang_unpin(mark);
    return *ret = made, st;
  }
  lang_pin(made);
  if (init.tag != PV_UNBOUND) {
    st = call_with_self(init, made, c, &ignored);
    if (st == DBX_OK && !is_none(ignored))
      st = dbx_fail(DBX_E204, (dbx_span){0}, "__init__() should return None, not '%s'",
                    lang_type_name(ignored));
  } else if (!cls->exception && !makes && (c->n || c->n_kw)) {
    st = dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes no arguments", dbx_sym_text(cls->name));
  } else if (c->n_kw && !makes) {
    st = dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes no keyword arguments",
                  dbx_sym_text(cls->name));
  }
  lang_unpin(mark);
  if (st == DBX_OK) *ret = made;
  return st;
}
