// isinstance(), issubclass() and __subclasses__() of classes.
#include "lang/lib/below.h"
#include "lang/object/protocol.h"
#include "lang/object/state.h"
#include "lang/syntax/ast.h"
#include "lang/value/cells.h"

// What the class of the class says of it; UNBOUND: nothing, or it is abc's own, which has no more
// to say of those that `native` has found.
static pv check_of_meta(const o_class *c, dbx_sym name, bool native) {
  pv hook = c->meta ? lang_class_lookup(c->meta, name) : PV(PV_UNBOUND);
  bool own = is_obj(hook, T_FUNCTION) && ((o_function *)hook.o)->scope->module->library;
  return own && native ? PV(PV_UNBOUND) : hook;
}

static dbx_status ask_meta(pv hook, const o_class *c, pv x, bool *ret) {
  pv args[] = {pv_obj((o_class *)c), x}, r;
  DBX_TRY(lang_call(hook, args, 2, &r));
  return lang_truth(r, ret);
}

bool class_covers_instance(const o_class *c, pv v) {
  if (is_instance(v) && lang_is_subclass(lang_instance(v)->cls, c)) return true;
  const o_class *meta = is_obj(v, T_CLASS) ? ((o_class *)v.o)->meta : NULL;
  return (meta && lang_is_subclass(meta, c)) || (c->covers && c->covers(v));
}

dbx_status class_has_instance(const o_class *c, pv v, bool *ret) {
  *ret = class_covers_instance(c, v);
  if (!c->meta || (is_instance(v) && lang_instance(v)->cls == c)) return DBX_OK;
  pv hook = check_of_meta(c, names_now->__instancecheck__, *ret);
  return hook.tag == PV_UNBOUND ? DBX_OK : ask_meta(hook, c, v, ret);
}

// An instance by which a built-in type, or a class, shows what it can do; UNBOUND: none is made.
static pv probe(pv type) {
  call_args none = {.self = PV(PV_UNBOUND)};
  pv zero = pv_int(0), ret;
  if (is_obj(type, T_CLASS)) {
    const o_type *t = ((o_class *)type.o)->builtin;
    if (!t) return lang_new_instance((o_class *)type.o);
    type = pv_obj((o_type *)t);
  }
  const o_type *t = is_obj(type, T_TYPE) ? (o_type *)type.o : NULL;
  if (!t || !t->make) return PV(PV_UNBOUND);
  if (t->make(&none, &ret) == DBX_OK) return ret;
  dbx_diag_forget();
  if (lang_call(type, &zero, 1, &ret) == DBX_OK) return ret;
  return dbx_diag_forget(), PV(PV_UNBOUND);
}

bool class_covers_class(const o_class *c, pv of) {
  if (is_obj(of, T_CLASS) && lang_is_subclass((o_class *)of.o, c)) return true;
  if (!c->covers) return false;
  uint32_t mark = lang_pins();
  pv one = probe(of);
  lang_pin(one);
  bool yes = one.tag != PV_UNBOUND && c->covers(one);
  return lang_unpin(mark), yes;
}

dbx_status class_has_subclass(const o_class *c, pv of, bool *ret) {
  *ret = class_covers_class(c, of);
  pv hook = check_of_meta(c, names_now->__subclasscheck__, *ret);
  return hook.tag == PV_UNBOUND ? DBX_OK : ask_meta(hook, c, of, ret);
}

static void note_if_below(const obj *o) {
  const o_class *c = (const o_class *)o;
  bool below = false;
  for (uint32_t i = 0; o->type == T_CLASS && c->bases && i < c->bases->n; i++)
    below |= c->bases->at[i].o == object_now->listed;
  if (below) lang_pin(pv_obj((o_class *)c));
}

pv class_subclasses(obj *of) {
  uint32_t mark = lang_pins();
  object_now->listed = of;
  cells_each(note_if_below);
  pv list = list_new(NULL, 0);
  lang_pin(list);
  for (uint32_t n = lang_pins() - mark - 1; n; n--) { // in the order in which they were made
    uint32_t next = mark;
    for (uint32_t k = mark; k < lang_pins() - 1; k++) {
      pv a = lang_pinned(k), b = lang_pinned(next);
      if (a.tag == PV_UNBOUND) continue;
      if (b.tag == PV_UNBOUND || ((o_class *)a.o)->serial < ((o_class *)b.o)->serial) next = k;
    }
    list_push(SEQ(list), lang_pinned(next));
    lang_set_pinned(next, PV(PV_UNBOUND));
  }
  return lang_unpin(mark), list;
}
