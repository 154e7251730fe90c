// Calls of values of every type (cells of types.def); functions of the program: run/call.c.
#include "base/poll.h"
#include "lang/object/protocol.h"
#include "lang/object/state.h"
#include "lang/object/types.h"

#include <string.h>

#define CALL(type) dbx_status type##_called(const call_args *c, pv *ret)

dbx_status call_with_self(pv fn, pv self, const call_args *c, pv *ret) {
  uint32_t mark = lang_pins();
  lang_pin(self);
  for (uint32_t i = 0; i < c->n; i++) lang_pin(c->at[i]);
  call_args d = *c;
  d.fn = fn;
  d.at = lang_pin_at(mark);
  d.n = c->n + 1;
  dbx_status st = lang_check_pins();
  if (st == DBX_OK) st = lang_call_args(fn, &d, ret);
  lang_unpin(mark);
  return st;
}

CALL(partial) {
  const o_partial *p = (o_partial *)c->fn.o;
  uint32_t mark = lang_pins(), i = 0;
  dbx_vec(dbx_sym) names = {0};
  dict_entry *e;
  for (uint32_t k = 0; k < p->args->n; k++) lang_pin(p->args->at[k]);
  for (uint32_t k = 0; k < c->n; k++) lang_pin(c->at[k]);
  uint32_t first_kw = lang_pins();
  while (dict_next(p->kw, &i, &e)) {
    dbx_sym name = dbx_intern_n(STR(e->key)->s, STR(e->key)->n);
    bool again = false;
    for (uint32_t k = 0; k < c->n_kw; k++) again |= c->kw[k] == name;
    if (again) continue;
    dbx_push(&names, name);
    lang_pin(e->val);
  }
  for (uint32_t k = 0; k < c->n_kw; k++) {
    dbx_push(&names, c->kw[k]);
    lang_pin(c->kw_at[k]);
  }
  call_args d = *c;
  d.fn = p->fn;
  d.at = lang_pin_at(mark), d.n = first_kw - mark;
  d.kw = names.at, d.kw_at = lang_pin_at(first_kw), d.n_kw = names.n;
  dbx_status st = lang_check_pins();
  if (st == DBX_OK) st = lang_call_args(p->fn, &d, ret);
  dbx_vec_free(&names);
  lang_unpin(mark);
  return st;
}

CALL(native) { return dbx_polled(((o_native *)c->fn.o)->fn(c, ret)); }

CALL(method) {
  const o_method *m = (o_method *)c->fn.o;
  return call_with_self(m->fn, m->self, c, ret);
}

CALL(type) {
  const o_type *t = (o_type *)c->fn.o;
  if (t->make) return t->make(c, ret);
  return dbx_fail(DBX_E204, (dbx_span){0}, "cannot create '%s' instances", t->name);
}

CALL(decorator) { return ((o_decorator *)c->fn.o)->apply(c, ret); }

// Functions count as calls, and so does what may lead to itself without one: a conditional that is
// its own branch, an instance that is its class's __call__.
bool partial_nests(pv v) { return !is_obj(((o_partial *)v.o)->fn, T_FUNCTION); }

static dbx_status call_object(pv fn, const call_args *c, pv *ret) {
  const object_type *t = type_of(fn);
  if (!t->call) return type_no_call(fn);
  if (!t->nests && c->fn.o == fn.o) return t->call(c, ret);
  call_args d = *c;
  d.fn = fn;
  if (!t->nests || !t->nests(fn)) return t->call(&d, ret);
  DBX_TRY(lang_enter(""));
  dbx_status st = t->call(&d, ret);
  lang_leave();
  return st;
}

dbx_status lang_call_args(pv fn, const call_args *c, pv *ret) {
  return fn.tag == PV_OBJ ? call_object(fn, c, ret) : type_no_call(fn);
}

dbx_status lang_call(pv fn, const pv *args, uint32_t n, pv *ret) {
  uint32_t mark = lang_pins();
  lang_pin(fn);
  for (uint32_t i = 0; i < n; i++) lang_pin(args[i]);
  call_args c = {.fn = fn, .at = lang_pin_at(mark + 1), .n = n, .span = dbx_here};
  dbx_status st = lang_check_pins();
  if (st == DBX_OK) st = lang_call_args(fn, &c, ret);
  lang_unpin(mark);
  return st;
}

// "__main__.f()" or "print()": how CPython speaks of what is called.
const char *lang_callee_name(pv fn) {
  dbx_buf *b = &object_now->callee;
  dbx_clear(b);
  if (is_obj(fn, T_FUNCTION))
    dbx_printf(b, "__main__.%s()", dbx_sym_text(((o_function *)fn.o)->qualname));
  else if (is_obj(fn, T_METHOD)) return lang_callee_name(((o_method *)fn.o)->fn);
  else if (is_native(fn)) dbx_printf(b, "%s()", ((o_native *)fn.o)->name);
  else dbx_printf(b, "%s object", lang_type_name(fn));
  return dbx_text(b);
}
