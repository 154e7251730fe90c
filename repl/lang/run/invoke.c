// Call expressions. A plain call of a function of the program evaluates the arguments where the
// function finds them; all others go through call_args.
#include "lang/object/above.h"
#include "lang/object/protocol.h"
#include "lang/run/blame.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

// ---- calls ----

typedef struct call_site {
  call_args c;
  dbx_vec(dbx_sym) kw;
  uint32_t first, first_kw; // on the root stack
} call_site;

static dbx_status push_keyword(call_site *s, dbx_sym name, pv v, pv fn) {
  for (uint32_t i = 0; i < s->kw.n; i++)
    if (s->kw.at[i] == name)
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s got multiple values for keyword argument '%s'",
                      lang_callee_name(fn), dbx_sym_text(name));
  dbx_push(&s->kw, name);
  lang_pin(v);
  return lang_check_pins();
}

// What ** takes of it, as a dictionary.
static dbx_status as_keywords(pv v, pv fn, pv *ret) {
  if (is_obj(v, T_DICT)) return *ret = v, DBX_OK;
  uint32_t mark = lang_pins();
  bool done;
  *ret = dict_new();
  lang_pin(v), lang_pin(*ret);
  dbx_status st = lang_update_with_mapping(DICT(*ret), v, &done);
  lang_unpin(mark);
  if (st != DBX_OK || done) return st;
  return dbx_fail(DBX_E202, (dbx_span){0}, "%s argument after ** must be a mapping, not %s",
                  lang_callee_name(fn), lang_type_name(v));
}

static dbx_status push_keywords(o_env *env, const dbx_nodes *l, call_site *s, pv fn) {
  for (uint32_t i = 0; i < l->n; i++) {
    pv v = quick_value(env, l->at[i]->a);
    uint32_t at = 0;
    dict_entry *e;
    if (v.tag == PV_UNBOUND) return DBX_FAIL;
    dbx_here = l->at[i]->span;
    if (l->at[i]->name) {
      DBX_TRY(push_keyword(s, l->at[i]->name, v, fn));
      continue;
    }
    DBX_TRY(as_keywords(v, fn, &v));
    while (dict_next(DICT(v), &at, &e)) {
      if (!is_str(e->key)) return dbx_fail(DBX_E202, (dbx_span){0}, "keywords must be strings");
      DBX_TRY(push_keyword(s, dbx_intern_n(STR(e->key)->s, STR(e->key)->n), e->val, fn));
    }
  }
  return DBX_OK;
}

// The arguments lie on the root stack from `first` on; self in front of them, if there is one.
static dbx_status call_site_run(o_env *env, const dbx_node *n, pv fn, pv self, pv *ret) {
  call_site s = {0};
  s.first = lang_pins();
  if (self.tag != PV_UNBOUND) lang_pin(self);
  dbx_status st = push_elements(env, &n->l);
  s.first_kw = lang_pins();
  if (st == DBX_OK && n->more->m.n) st = push_keywords(env, &n->more->m, &s, fn);
  if (st == DBX_OK) {
    s.c = (call_args){.fn = fn,
                      .at = lang_pin_at(s.first),
                      .n = s.first_kw - s.first,
                      .kw = s.kw.at,
                      .kw_at = lang_pin_at(s.first_kw),
                      .n_kw = s.kw.n,
                      .span = n->span,
                      .env = env};
    dbx_here = n->span;
    st = lang_call_args(fn, &s.c, ret);
    if (st != DBX_OK) blame_call(n, &s.c);
  }
  dbx_vec_free(&s.kw);
  return st;
}

// ---- plain calls of functions of the program ----

static bool fits(const dbx_node *n, const o_function *f, uint32_t given) {
  return n->flag && f->plain && given <= f->params && given + f->defaults->n >= f->params;
}

static dbx_status fill(o_env *env, const dbx_node *n, const o_function *f, pv self, pv *slot) {
  uint32_t k = 0;
  if (self.tag != PV_UNBOUND) slot[k++] = self;
  for (uint32_t i = 0; i < n->l.n; i++, k++) {
    pv v = quick_value(env, n->l.at[i]);
    if (v.tag == PV_UNBOUND) return DBX_FAIL;
    pv_put(&slot[k], v);
  }
  for (; k < f->params; k++) slot[k] = f->defaults->at[f->defaults->n - (f->params - k)];
  return lang_check_pins();
}

// Arguments that were given; behind them lie defaults.
static NOT_INLINE void blame_plain(o_env *env, const dbx_node *n, o_function *f, pv self,
                                   const o_env *in) {
  uint32_t given = n->l.n + (self.tag != PV_UNBOUND);
  blame_call(n, &(call_args){.fn = pv_obj(f), .at = in->slot, .n = given, .env = env});
}

// fn, which is on the root stack, with arguments that fit.
static pv call_plain(o_env *env, const dbx_node *n, o_function *f, pv self) {
  o_env *in = lang_env_of(f);
  uint32_t mark = lang_pins();
  pv r = PV(PV_UNBOUND);
  lang_pin(pv_obj(in));
  if (fill(env, n, f, self, in->slot) == DBX_OK) {
    dbx_here = n->span;
    if (lang_run_function(f, in, &n->span, &r) != DBX_OK) {
      r = PV(PV_UNBOUND);
      blame_plain(env, n, f, self, in);
    }
  }
  lang_unpin(mark);
  if (!f->scope->captured) heap_drop(in, env_bytes(in->n));
  close_dropped_behind(r);
  return r;
}

// ---- calls by what is called ----

// A builtin without keywords and stars; it is on the root stack.
static pv call_native(o_env *env, const dbx_node *n, pv fn, native_fn f) {
  uint32_t first = lang_pins();
  for (uint32_t i = 0; i < n->l.n; i++) {
    pv v = quick_value(env, n->l.at[i]);
    if (v.tag == PV_UNBOUND || lang_check_pins() != DBX_OK) return PV(PV_UNBOUND);
    lang_pin(v);
  }
  call_args c = {.fn = fn, .at = lang_pin_at(first), .n = n->l.n, .span = n->span, .env = env};
  pv r = PV(PV_UNBOUND);
  dbx_here = n->span;
  if (dbx_polled(f(&c, &r)) == DBX_OK) return r.tag == PV_UNBOUND ? pv_none() : r;
  return blame_call(n, &c), PV(PV_UNBOUND);
}

static pv call_other(o_env *env, const dbx_node *n, pv fn, pv self) {
  pv r;
  dbx_status st = call_site_run(env, n, fn, self, &r);
  if (st != DBX_OK) return PV(PV_UNBOUND);
  return r.tag == PV_UNBOUND ? pv_none() : r;
}

static pv call_class(o_env *env, const dbx_node *n, pv fn) {
  o_class *cls = (o_class *)fn.o;
  pv init = cls->exception || cls->makes ? PV(PV_UNBOUND)
                                         : lang_class_lookup(cls, names_now->__init__),
     r;
  if (!is_obj(init, T_FUNCTION) || !fits(n, (o_function *)init.o, n->l.n + 1))
    return call_other(env, n, fn, PV(PV_UNBOUND));
  pv x = lang_new_instance(cls);
  lang_pin(x);
  lang_pin(init);
  r = call_plain(env, n, (o_function *)init.o, x);
  if (r.tag == PV_UNBOUND || is_none(r)) return r.tag == PV_UNBOUND ? r : x;
  dbx_fail_(DBX_E204, n->span, "__init__() should return None, not '%s'", lang_type_name(r));
  return PV(PV_UNBOUND);
}

pv eval_call_of(o_env *env, const dbx_node *n, pv fn, pv self) {
  if (is_obj(fn, T_METHOD)) {
    self = ((o_method *)fn.o)->self, fn = ((o_method *)fn.o)->fn;
    lang_pin(self);
    lang_pin(fn);
  }
  bool has_self = self.tag != PV_UNBOUND;
  pv r;
  if (is_obj(fn, T_FUNCTION) && fits(n, (o_function *)fn.o, n->l.n + has_self))
    r = call_plain(env, n, (o_function *)fn.o, self);
  else if (is_native(fn) && n->flag && !has_self)
    r = call_native(env, n, fn, ((o_native *)fn.o)->fn);
  else if (is_obj(fn, T_TYPE) && n->flag && !has_self && ((o_type *)fn.o)->make)
    r = call_native(env, n, fn, ((o_type *)fn.o)->make);
  else if (is_obj(fn, T_CLASS) && !has_self) r = call_class(env, n, fn);
  else r = call_other(env, n, fn, self);
  dbx_here = n->span;
  return r;
}

pv finish_call(o_env *env, const dbx_node *n, pv fn) {
  return eval_call_of(env, n, fn, PV(PV_UNBOUND));
}

// ---- methods: x.name(...) without an object for x.name ----

static pv call_native_method(o_env *env, const dbx_node *n, const native_row *row, pv x) {
  pv fn = native_new(row->name, row->fn, x, NULL);
  lang_pin(fn);
  pv r = finish_call(env, n, fn);
  if (r.tag != PV_UNBOUND) heap_drop(fn.o, sizeof(o_native)); // no method of these keeps itself
  return r;
}

static pv call_append(o_env *env, const dbx_node *n, o_seq *l) {
  pv v = quick_value(env, *n->l.at);
  if (v.tag == PV_UNBOUND || heap_own(&l->h) != DBX_OK) return PV(PV_UNBOUND);
  list_push(l, v);
  dbx_here = n->span;
  return dbx_poll() == DBX_OK ? pv_none() : PV(PV_UNBOUND);
}

static pv call_method(o_env *env, const dbx_node *n, pv x) {
  const dbx_node *at = n->a;
  pv fn = PV(PV_UNBOUND);
  lang_pin(x);
  dbx_here = at->span;
  if (is_instance(x)) {
    const o_instance *o = lang_instance(x);
    if (!dict_entry_of_sym(o->dict, at->name)) fn = lang_class_lookup(o->cls, at->name);
    if (is_obj(fn, T_FUNCTION)) return lang_pin(fn), eval_call_of(env, n, fn, x);
  } else if (x.tag == PV_OBJ) {
    const native_row *row = above()->method_row(x, at->name);
    if (is_obj(x, T_LIST) && row == type_of(x)->methods && n->flag && n->l.n == 1)
      return call_append(env, n, SEQ(x));
    if (row) return call_native_method(env, n, row, x);
  }
  fn = finish_attribute(env, at, x);
  if (fn.tag == PV_UNBOUND) return fn;
  lang_pin(fn);
  return finish_call(env, n, fn);
}

pv eval_call(o_env *env, const dbx_node *n) {
  if (n->hops > LONG_CHAIN) return eval_chain(env, n);
  bool method = n->a->kind == DBX_N_Attribute;
  uint32_t mark = lang_pins();
  pv x = quick_value(env, method ? n->a->a : n->a);
  if (x.tag == PV_UNBOUND) return x;
  if (!method) lang_pin(x);
  pv r = method ? call_method(env, n, x) : finish_call(env, n, x);
  lang_unpin(mark);
  return r;
}
