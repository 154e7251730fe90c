// Comparison of values of every type.
#include "base/poll.h"
#include "lang/object/long_range.h"
#include "lang/object/types.h"

#include <string.h>

// ---- methods that classes define for it ----

static dbx_sym method_name(dbx_op op) {
  switch (op) {
  case DBX_OP_Eq: return names_now->__eq__;
  case DBX_OP_NotEq: return names_now->__ne__;
  case DBX_OP_Lt: return names_now->__lt__;
  case DBX_OP_LtE: return names_now->__le__;
  case DBX_OP_Gt: return names_now->__gt__;
  default: return names_now->__ge__;
  }
}

static dbx_op reflected(dbx_op op) { // a < b is b > a
  switch (op) {
  case DBX_OP_Lt: return DBX_OP_Gt;
  case DBX_OP_LtE: return DBX_OP_GtE;
  case DBX_OP_Gt: return DBX_OP_Lt;
  case DBX_OP_GtE: return DBX_OP_LtE;
  default: return op;
  }
}

// Whether the class of y lies below that of x: its methods come first.
static bool goes_first(pv y, pv x) {
  if (!is_instance(x) || !is_instance(y)) return false;
  const o_class *a = lang_instance(x)->cls, *b = lang_instance(y)->cls;
  return a != b && lang_is_subclass(b, a);
}

static dbx_status call_either(dbx_op op, pv x, pv y, pv *ret) {
  if (goes_first(y, x)) {
    pv swap = x;
    x = y, y = swap;
    op = reflected(op);
  }
  DBX_TRY(call_special(x, method_name(op), &y, 1, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  return call_special(y, method_name(reflected(op)), &x, 1, ret);
}

static dbx_status compare_special(dbx_op op, pv x, pv y, pv *ret) {
  DBX_TRY(call_either(op, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED || op != DBX_OP_NotEq) return DBX_OK;
  DBX_TRY(call_either(DBX_OP_Eq, x, y, ret)); // != is the opposite of ==
  if (ret->tag == PV_NOTIMPLEMENTED) return DBX_OK;
  bool yes;
  DBX_TRY(lang_truth(*ret, &yes));
  return *ret = pv_bool(!yes), DBX_OK;
}

// ---- containers ----

static dbx_status compare_sequences(dbx_op op, const o_seq *a, const o_seq *b, pv *ret) {
  uint32_t i = 0;
  bool same = true;
  if ((op == DBX_OP_Eq || op == DBX_OP_NotEq) && a->n != b->n)
    return *ret = pv_bool(op == DBX_OP_NotEq), DBX_OK;
  for (; i < a->n && i < b->n; i++) {
    DBX_TRY(DBX_POLL_EACH(i));
    DBX_TRY(lang_equal(a->at[i], b->at[i], &same));
    if (!same) break;
  }
  if (!same && (i >= a->n || i >= b->n)) same = true; // == has made them shorter
  if (!same && op != DBX_OP_Eq && op != DBX_OP_NotEq)
    return lang_compare(op, a->at[i], b->at[i], ret);
  if (!same) return *ret = pv_bool(op == DBX_OP_NotEq), DBX_OK;
  return number_compare(op, pv_int(a->n), pv_int(b->n), ret);
}

dbx_status dict_equal(pv x, pv y, bool *ret) {
  const o_dict *a = DICT(x), *b = DICT(y);
  uint32_t i = 0;
  dict_entry *e;
  *ret = a->n == b->n;
  while (*ret && dict_next(a, &i, &e)) {
    pv v;
    DBX_TRY(dict_find(b, e->key, &v));
    if (v.tag == PV_UNBOUND) return *ret = false, DBX_OK;
    DBX_TRY(lang_equal(e->val, v, ret));
  }
  return DBX_OK;
}

dbx_status slice_equal(pv x, pv y, bool *ret) {
  *ret = true;
  for (int i = 0; i < 3 && *ret; i++)
    DBX_TRY(lang_equal(((o_slice *)x.o)->part[i], ((o_slice *)y.o)->part[i], ret));
  return DBX_OK;
}

// ---- x.f is x.f anew each time: equal if the object and the function are ----

static uint64_t hash_bound(pv self, uintptr_t fn) {
  uint64_t of = self.tag == PV_OBJ ? (uint64_t)(uintptr_t)self.o : self.tag;
  return dbx_mix(of, fn);
}

dbx_status method_hash(pv v, uint64_t *ret) {
  const o_method *m = (o_method *)v.o;
  return *ret = hash_bound(m->self, (uintptr_t)m->fn.o), DBX_OK;
}

dbx_status native_hash(pv v, uint64_t *ret) {
  const o_native *f = (o_native *)v.o;
  bool bound = f->self.tag != PV_UNBOUND;
  *ret = bound ? hash_bound(f->self, (uintptr_t)f->fn) : dbx_mix(9, (uint64_t)(uintptr_t)f);
  return DBX_OK;
}

dbx_status method_equal(pv x, pv y, bool *ret) {
  const o_method *a = (o_method *)x.o, *b = (o_method *)y.o;
  return *ret = pv_same(a->self, b->self) && pv_same(a->fn, b->fn), DBX_OK;
}

dbx_status native_equal(pv x, pv y, bool *ret) { // bound methods: of one object, the same
  const o_native *f = (o_native *)x.o, *g = (o_native *)y.o;
  *ret = f->fn == g->fn && f->data == g->data && f->self.tag != PV_UNBOUND &&
         pv_same(f->self, g->self) && !strcmp(f->name, g->name);
  return DBX_OK;
}

// ---- all of it ----

static dbx_status equal_objects(pv x, pv y, bool *same) {
  *same = pv_same(x, y);
  if (*same || x.tag != PV_OBJ || y.tag != PV_OBJ) {
    bool dtypes = (is_obj(x, T_DTYPE) || is_obj(y, T_DTYPE));
    if (!dtypes) return DBX_OK;
  }
  if (is_obj(x, T_DTYPE) || is_obj(y, T_DTYPE))
    return type_of(is_obj(x, T_DTYPE) ? x : y)->equal(x, y, same);
  if (is_range(x) && is_range(y)) return type_of(x)->equal(x, y, same);
  const object_type *t = type_built_in(x);
  return t->equal && x.o->type == y.o->type ? t->equal(x, y, same) : DBX_OK;
}

static int compare_text(pv x, pv y) {
  uint32_t n = STR(x)->n < STR(y)->n ? STR(x)->n : STR(y)->n;
  int r = dbx_compare(STR(x)->s, STR(y)->s, n); // UTF-8 sorts like its code points
  return r ? r : (STR(x)->n > STR(y)->n) - (STR(x)->n < STR(y)->n);
}

static dbx_status compare_objects(dbx_op op, pv x, pv y, pv *ret) {
  bool same;
  *ret = PV(PV_NOTIMPLEMENTED);
  if (is_array(x) || is_array(y)) {
    DBX_TRY(type_of(is_array(x) ? x : y)->compare(op, x, y, ret));
    if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  }
  if (is_str(x) && is_str(y)) return number_compare(op, pv_int(compare_text(x, y)), pv_int(0), ret);
  if (is_seq(x) && is_seq(y) && x.o->type == y.o->type)
    return compare_sequences(op, SEQ(x), SEQ(y), ret);
  const object_type *t = type_built_in(x);
  if (!is_array(x) && t->compare) {
    DBX_TRY(t->compare(op, x, y, ret));
    if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  }
  DBX_TRY(compare_special(op, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  if (op == DBX_OP_Eq || op == DBX_OP_NotEq) {
    DBX_TRY(equal_objects(x, y, &same));
    return *ret = pv_bool(same == (op == DBX_OP_Eq)), DBX_OK;
  }
  return dbx_fail(DBX_E204, (dbx_span){0}, "'%s' not supported between instances of '%s' and '%s'",
                  dbx_op_symbol(op), lang_type_name(x), lang_type_name(y));
}

// Of two instances below a built-in type (or one of them): their methods, then what the type does.
static dbx_status compare_below(dbx_op op, pv *x, pv *y, pv *ret) {
  *ret = PV(PV_NOTIMPLEMENTED);
  bool below = (x->tag == PV_OBJ && x->o->sub) || (y->tag == PV_OBJ && y->o->sub);
  if (!below || is_array(*x) || is_array(*y)) return DBX_OK;
  DBX_TRY(lang_enter(" in comparison"));
  dbx_status st = compare_special(op, *x, *y, ret);
  lang_leave();
  *x = number_plain(*x), *y = number_plain(*y);
  return st;
}

dbx_status lang_compare(dbx_op op, pv x, pv y, pv *ret) {
  DBX_TRY(compare_below(op, &x, &y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  DBX_TRY(number_compare(op, x, y, ret));
  if (ret->tag != PV_NOTIMPLEMENTED) return DBX_OK;
  DBX_TRY(lang_enter(" in comparison"));
  dbx_status st = dbx_polled(compare_objects(op, x, y, ret));
  lang_leave();
  return st;
}

dbx_status lang_equal(pv x, pv y, bool *ret) {
  pv r;
  if (pv_same(x, y)) return *ret = true, DBX_OK;
  DBX_TRY(lang_compare(DBX_OP_Eq, x, y, &r));
  return lang_truth(r, ret);
}

dbx_status lang_less(pv x, pv y, bool *ret) {
  pv r;
  DBX_TRY(lang_compare(DBX_OP_Lt, x, y, &r));
  return lang_truth(r, ret);
}
