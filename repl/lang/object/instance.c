// Instances of the program's classes: what they do is what methods of their class say (cells of
// types.def).
#include "lang/object/above.h"
#include "lang/object/descriptor.h"
#include "lang/object/protocol.h"
#include "lang/object/types.h"

#include <stdlib.h>
#include <string.h>

static pv method_of(pv v, dbx_sym name) { return lang_class_lookup(lang_instance(v)->cls, name); }

const char *instance_name(pv v) { return dbx_sym_text(lang_instance(v)->cls->name); }

// ---- text ----

// The text that a method of the class gives; *ret false if there is no such method.
static dbx_status special_text(pv v, dbx_sym name, dbx_buf *b, bool *ret) {
  pv fn = method_of(v, name), r;
  if (fn.tag == PV_UNBOUND) return *ret = false, DBX_OK;
  dbx_status st = lang_exception_text(lang_instance(v), fn, b, ret);
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
  const object_type *below = type_below(v);
  bool done = false;
  if (str) DBX_TRY(special_text(v, names_now->__str__, b, &done));
  if (!done && str && is_str(v)) return below->text(v, str, b);
  if (!done) DBX_TRY(special_text(v, names_now->__repr__, b, &done));
  if (done) return DBX_OK;
  return below ? below->text(v, str, b) : (lang_put_plain_repr(v, b), DBX_OK);
}

// ---- hash, truth, length ----

// By __hash__ if the class has one; a class with __eq__ alone cannot be hashed.
dbx_status instance_hash(pv v, uint64_t *ret) {
  pv fn = method_of(v, names_now->__hash__), r;
  const object_type *below = type_below(v);
  if (fn.tag == PV_UNBOUND && below)
    return number_is_big(v) ? pv_hash(number_plain(v), ret) : below->hash(v, ret);
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
    const object_type *below = type_below(v);
    if (r.tag == PV_NOTIMPLEMENTED && below && below->truth) return below->truth(v, ret);
    if (r.tag == PV_NOTIMPLEMENTED && number_is_big(v)) return lang_truth(number_plain(v), ret);
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
  if (r.tag != PV_NOTIMPLEMENTED) return returned_length(r, ret);
  const object_type *below = type_below(v);
  return below && below->length ? below->length(v, ret) : type_no_length(v);
}

// ---- items ----

dbx_status instance_item(pv x, pv i, pv *ret) {
  const object_type *below = type_below(x);
  DBX_TRY(call_special(x, names_now->__getitem__, &i, 1, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  return below && below->getitem ? below->getitem(x, i, ret) : type_no_item(x);
}

bool instance_can_iterate(pv v) {
  if (type_below(v) && type_below(v)->iterate) return true;
  return method_of(v, names_now->__iter__).tag != PV_UNBOUND ||
         method_of(v, names_now->__getitem__).tag != PV_UNBOUND;
}

static bool is_iterator(pv v) {
  if (is_obj(v, T_ITER)) return !((o_iter *)v.o)->view;
  return is_instance(v) && method_of(v, names_now->__next__).tag != PV_UNBOUND;
}

dbx_status instance_iter(pv v, pv *ret) {
  pv fn = method_of(v, names_now->__iter__), r;
  const object_type *below = type_below(v);
  if (fn.tag == PV_UNBOUND && below && below->iterate) return below->iterate(v, ret);
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

// ---- methods of the class of a class ----

dbx_status class_call_meta(pv v, dbx_sym name, const pv *args, uint32_t n, pv *ret) {
  const o_class *meta = ((o_class *)v.o)->meta;
  pv fn = meta ? lang_class_lookup(meta, name) : PV(PV_UNBOUND);
  *ret = PV(PV_UNBOUND);
  return fn.tag == PV_UNBOUND ? DBX_OK : lang_call(method_new(v, fn), args, n, ret);
}

dbx_status class_length(pv v, int64_t *ret) {
  pv r;
  DBX_TRY(class_call_meta(v, names_now->__len__, NULL, 0, &r));
  return r.tag == PV_UNBOUND ? type_no_length(v) : returned_length(r, ret);
}

bool class_can_iterate(pv v) {
  const o_class *meta = ((o_class *)v.o)->meta;
  return meta && lang_class_lookup(meta, names_now->__iter__).tag != PV_UNBOUND;
}

dbx_status class_iter(pv v, pv *ret) {
  DBX_TRY(class_call_meta(v, names_now->__iter__, NULL, 0, ret));
  return ret->tag == PV_UNBOUND ? type_no_iter(v) : DBX_OK;
}

dbx_status class_contains(pv x, pv item, bool *ret) {
  pv r;
  DBX_TRY(class_call_meta(x, names_now->__contains__, &item, 1, &r));
  if (r.tag != PV_UNBOUND) return lang_truth(r, ret);
  if (class_can_iterate(x)) return lang_iter_contains(x, item, ret);
  return dbx_fail(DBX_E204, (dbx_span){0}, "argument of type '%s' is not iterable",
                  class_type_name(x));
}

// ---- making them ----

static o_instance *new_instance(o_class *cls) {
  o_instance *x = heap_new(T_INSTANCE, sizeof *x);
  x->cls = cls;
  x->dict = DICT(dict_new());
  return x;
}

pv lang_new_instance(o_class *cls) { return pv_obj(new_instance(cls)); }

pv lang_new_below(o_class *cls, pv plain) {
  o_instance *more = new_instance(cls);
  switch ((obj_type)(plain.tag == PV_OBJ ? plain.o->type : T_BIGINT)) {
  case T_STR:
    plain = str_new(STR(plain)->s, STR(plain)->n);
    STR(plain)->more = more;
    break;
  case T_TUPLE: plain = tuple_new(SEQ(plain)->at, SEQ(plain)->n); __attribute__((fallthrough));
  case T_LIST: SEQ(plain)->more = more; break;
  case T_BIGINT: plain = bigint_below(plain, more); break;
  default: DICT(plain)->more = more;
  }
  plain.o->sub = true;
  return plain;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static dbx_status refuse_abstract(const o_class *cls) {
  pv names = lang_class_lookup(cls, names_now->__abstractmethods__);
  const char **text = NULL;
  dbx_buf b = {0};
  dbx_scratch_mark m = dbx_scratch_here();
  uint32_t n = 0, i = 0;
  dict_entry *e;
  if (is_obj(names, T_SET)) text = DBX_TMP(const char *, DICT(names)->n);
  while (text && dict_next(DICT(names), &i, &e))
    if (is_str(e->key)) text[n++] = STR(e->key)->s;
  if (n) qsort(text, n, sizeof *text, by_text);
  for (i = 0; i < n; i++) dbx_printf(&b, "%s%s", i ? ", " : "", text[i]);
  dbx_scratch_release(m);
  dbx_fail_(DBX_E204, (dbx_span){0},
            "Can't instantiate abstract class %s with abstract method%s %s",
            dbx_sym_text(cls->name), n > 1 ? "s" : "", dbx_text(&b));
  dbx_buf_free(&b);
  return DBX_FAIL;
}

dbx_status lang_object_new(o_class *cls, const call_args *c, pv *ret) {
  if (cls->abstract) return refuse_abstract(cls);
  if (cls->builtin) return above()->make_below(cls, c, ret);
  *ret = lang_new_instance(cls);
  if (cls->exception) lang_instance(*ret)->args = SEQ(tuple_new(c->at, c->n));
  return DBX_OK;
}

// By the __new__ of the class, if it has one.
static dbx_status make_instance(o_class *cls, const call_args *c, pv *ret, bool *makes) {
  pv found = cls->makes ? lang_class_lookup(cls, names_now->__new__) : PV(PV_UNBOUND), fn;
  *makes = found.tag != PV_UNBOUND;
  if (!*makes) return lang_object_new(cls, c, ret);
  DBX_TRY(descriptor_get(found, PV(PV_UNBOUND), cls, &fn));
  return call_with_self(fn, pv_obj(cls), c, ret);
}

static dbx_status check_init(pv returned) {
  if (is_none(returned)) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "__init__() should return None, not '%s'",
                  lang_type_name(returned));
}

// What has no __init__ takes arguments only for its __new__ or its built-in type.
static dbx_status begin_plain(pv x, const o_class *cls, const call_args *c, bool makes) {
  if (cls->builtin) return makes ? DBX_OK : above()->begin_below(x, c);
  if (!cls->exception && !makes && (c->n || c->n_kw))
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes no arguments", dbx_sym_text(cls->name));
  if (c->n_kw && !makes)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes no keyword arguments",
                    dbx_sym_text(cls->name));
  return DBX_OK;
}

dbx_status lang_make_instance(o_class *cls, const call_args *c, pv *ret) {
  uint32_t mark = lang_pins();
  pv made, init = lang_class_lookup(cls, names_now->__init__), ignored;
  bool makes = false;
  DBX_TRY(make_instance(cls, c, &made, &makes));
  bool own = is_instance(made) && lang_is_subclass(lang_instance(made)->cls, cls);
  own = own || (is_obj(made, T_CLASS) && ((o_class *)made.o)->meta == cls);
  if (!own) return lang_unpin(mark), *ret = made, DBX_OK;
  lang_pin(made);
  dbx_status st = DBX_OK;
  if (init.tag == PV_UNBOUND) st = begin_plain(made, cls, c, makes);
  else if ((st = call_with_self(init, made, c, &ignored)) == DBX_OK) st = check_init(ignored);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = made;
  return st;
}

dbx_status class_called(const call_args *c, pv *ret) {
  o_class *cls = (o_class *)c->fn.o;
  pv call = cls->meta ? lang_class_lookup(cls->meta, names_now->__call__) : PV(PV_UNBOUND);
  if (call.tag != PV_UNBOUND) return call_with_self(call, c->fn, c, ret);
  return lang_make_instance(cls, c, ret);
}
