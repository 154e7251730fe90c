// Statements. Between two of them everything alive is reachable from an environment or pinned, so
// this is where the heap may collect.
#include "base/poll.h"
#include "lang/object/above.h"
#include "lang/run/blame.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

#include <assert.h>
#include <string.h>

// ---- assignment ----

static dbx_status unpack_error(uint32_t want, uint32_t got, bool starred) {
  if (got > want)
    return dbx_fail(DBX_E208, (dbx_span){0}, "too many values to unpack (expected %u)", want);
  return dbx_fail(DBX_E208, (dbx_span){0}, "not enough values to unpack (expected %s%u, got %u)",
                  starred ? "at least " : "", want, got);
}

// Storing into names runs no code of the program: a list stays as it is.
static bool stores_names(const dbx_node *t, pv v) {
  if (!is_seq(v) || SEQ(v)->n != t->l.n) return false;
  for (uint32_t i = 0; i < t->l.n; i++)
    if (t->l.at[i]->kind != DBX_N_Name) return false;
  return true;
}

static dbx_status store_names(o_env *env, const dbx_node *t, const o_seq *s) {
  for (uint32_t i = 0; i < t->l.n; i++) DBX_TRY(quick_store(env, t->l.at[i], s->at[i]));
  return DBX_OK;
}

static NOT_INLINE dbx_status store_sequence(o_env *env, const dbx_node *t, pv v) {
  uint32_t mark = lang_pins(), n = t->l.n, star = n;
  pv items = v;
  dbx_here = t->span;
  if (stores_names(t, v)) return store_names(env, t, SEQ(v));
  for (uint32_t i = 0; i < n; i++)
    if (t->l.at[i]->kind == DBX_N_Starred) star = i;
  DBX_TRY(lang_unpack(v, star < n ? UINT32_MAX : n, &items));
  o_seq *s = SEQ(items);
  if (star == n && s->n != n) return unpack_error(n, s->n, false);
  if (star < n && s->n < n - 1) return unpack_error(n - 1, s->n, true);
  lang_pin(items);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n; i++) {
    if (i == star) st = lang_store(env, t->l.at[i]->a, list_new(s->at + i, s->n - (n - 1)));
    else st = lang_store(env, t->l.at[i], s->at[i < star ? i : s->n - n + i]);
  }
  lang_unpin(mark);
  return st;
}

// x[a:b:c] = v of a list.
static dbx_status store_part(o_env *env, const dbx_node *t, pv x, pv v, uint32_t mark) {
  o_slice s;
  bool ok = eval_local_slice(env, t->b, &s);
  dbx_here = t->span;
  dbx_status st = ok ? lang_setitem(x, pv_obj(&s), v) : DBX_FAIL;
  if (ok && st != DBX_OK) blame_index(t, x, slice_new(s.part[0], s.part[1], s.part[2]));
  lang_unpin(mark);
  return st;
}

static NOT_INLINE dbx_status store_subscript(o_env *env, const dbx_node *t, pv v) {
  uint32_t mark = lang_pins();
  lang_pin(v);
  pv x = quick_value(env, t->a), i = PV(PV_UNBOUND);
  lang_pin(x);
  if (t->b->kind == DBX_N_Slice && is_obj(x, T_LIST)) return store_part(env, t, x, v, mark);
  if (x.tag != PV_UNBOUND) i = quick_value(env, t->b);
  dbx_status st = i.tag == PV_UNBOUND ? DBX_FAIL : DBX_OK;
  dbx_here = t->span;
  if (st == DBX_OK && !quick_set_item(x, i, v) && (st = lang_setitem(x, i, v)) != DBX_OK)
    blame_index(t, x, i);
  lang_unpin(mark);
  return st;
}

dbx_status lang_store(o_env *env, const dbx_node *t, pv v) {
  pv x;
  switch (t->kind) {
  case DBX_N_Name: return lang_store_name(env, t, t->name, v);
  case DBX_N_Tuple:
  case DBX_N_List: return store_sequence(env, t, v);
  case DBX_N_Subscript: return store_subscript(env, t, v);
  case DBX_N_Attribute: {
    uint32_t mark = lang_pins();
    lang_pin(v);
    dbx_status st = lang_eval(env, t->a, &x);
    dbx_here = t->span;
    if (st == DBX_OK) st = lang_setattr(x, t->name, v);
    lang_unpin(mark);
    return st;
  }
  default: return dbx_fail(DBX_E106, t->span, "cannot assign to this expression");
  }
}

// a, b = x, y
static bool pairs_up(const dbx_node *n) {
  const dbx_node *t = n->l.at[0];
  if (n->l.n != 1 || t->kind != DBX_N_Tuple || n->a->kind != DBX_N_Tuple || t->l.n != n->a->l.n)
    return false;
  for (uint32_t i = 0; i < t->l.n; i++)
    if (t->l.at[i]->kind == DBX_N_Starred || n->a->l.at[i]->kind == DBX_N_Starred) return false;
  return true;
}

static NOT_INLINE dbx_status assign_pairs(o_env *env, const dbx_node *n) {
  const dbx_node *t = n->l.at[0];
  uint32_t mark = lang_pins();
  dbx_status st = push_elements(env, &n->a->l);
  dbx_here = t->span;
  for (uint32_t i = 0; st == DBX_OK && i < t->l.n; i++)
    st = quick_store(env, t->l.at[i], lang_pinned(mark + i));
  lang_unpin(mark);
  return st;
}

static NOT_INLINE dbx_status exec_assign(o_env *env, const dbx_node *n) {
  if (n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name) {
    pv one = quick_value(env, n->a);
    return one.tag == PV_UNBOUND ? DBX_FAIL : quick_store(env, n->l.at[0], one);
  }
  if (pairs_up(n)) return assign_pairs(env, n);
  uint32_t mark = lang_pins();
  pv v = quick_value(env, n->a);
  if (v.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(v);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < n->l.n; i++) st = lang_store(env, n->l.at[i], v);
  lang_unpin(mark);
  return st;
}

static dbx_status augment(const dbx_node *n, pv old, pv v, pv *ret) {
  dbx_here = n->span;
  if (quick_binary((dbx_op)n->op, old, v, ret)) return DBX_OK;
  return lang_inplace((dbx_op)n->op, old, v, ret);
}

// The container and index of a subscript target are evaluated once.
static NOT_INLINE dbx_status augment_item(o_env *env, const dbx_node *n, uint32_t mark) {
  const dbx_node *t = n->a;
  pv x = quick_value(env, t->a), i, old, v;
  if (x.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(x);
  i = quick_value(env, t->b);
  if (i.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(i);
  dbx_here = t->span;
  if (!quick_item(x, i, &old)) DBX_TRY(lang_getitem(x, i, &old));
  lang_pin(old);
  v = quick_value(env, n->b);
  if (v.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(v);
  DBX_TRY(augment(n, old, v, &v));
  lang_set_pinned(mark, v);
  return quick_set_item(x, i, v) ? DBX_OK : lang_setitem(x, i, v);
}

static NOT_INLINE dbx_status augment_attribute(o_env *env, const dbx_node *n, uint32_t mark) {
  pv x = quick_value(env, n->a->a), old, v;
  if (x.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(x);
  old = finish_attribute(n->a, x);
  if (old.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(old);
  v = quick_value(env, n->b);
  if (v.tag == PV_UNBOUND) return DBX_FAIL;
  lang_pin(v);
  DBX_TRY(augment(n, old, v, &v));
  lang_set_pinned(mark, v);
  return lang_setattr(x, n->a->name, v);
}

static dbx_status augment_name(o_env *env, const dbx_node *n) {
  pv old = quick_value(env, n->a), v, r;
  if (old.tag == PV_UNBOUND) return DBX_FAIL;
  if (old.tag == PV_OBJ) lang_pin(old);
  v = quick_value(env, n->b);
  if (v.tag == PV_UNBOUND) return DBX_FAIL;
  if (v.tag == PV_OBJ) lang_pin(v);
  if (augment(n, old, v, &r) == DBX_OK) return quick_store(env, n->a, r);
  return blame_two(n->a, n->b, old, v), DBX_FAIL;
}

static NOT_INLINE dbx_status exec_augment(o_env *env, const dbx_node *n) {
  uint32_t mark = lang_pins();
  if (n->a->kind == DBX_N_Name) return augment_name(env, n);
  lang_pin(PV(PV_UNBOUND)); // room for the result
  return n->a->kind == DBX_N_Subscript ? augment_item(env, n, mark)
                                       : augment_attribute(env, n, mark);
}

static dbx_status exec_annotated(o_env *env, const dbx_node *n) {
  pv v;
  if (n->more->c) {
    DBX_TRY(lang_eval(env, n->more->c, &v));
    DBX_TRY(lang_store(env, n->a, v));
  }
  if (env && !env->scope->is_class) return DBX_OK; // annotations of local names are not evaluated
  return lang_eval(env, n->b, &v);
}

static dbx_status delete_one(o_env *env, const dbx_node *t) {
  pv x, i;
  bool found = true;
  switch (t->kind) {
  case DBX_N_Tuple:
  case DBX_N_List:
    for (uint32_t k = 0; k < t->l.n; k++) DBX_TRY(delete_one(env, t->l.at[k]));
    return DBX_OK;
  case DBX_N_Attribute:
    DBX_TRY(lang_eval(env, t->a, &x));
    dbx_here = t->span;
    return lang_delattr(x, t->name);
  case DBX_N_Subscript: {
    uint32_t mark = lang_pins();
    DBX_TRY(lang_eval(env, t->a, &x));
    lang_pin(x);
    dbx_status st = lang_eval(env, t->b, &i);
    dbx_here = t->span;
    if (st == DBX_OK) st = lang_delitem(x, i);
    lang_unpin(mark);
    return st;
  }
  default: break;
  }
  if (t->where == DBX_LOCAL || t->where == DBX_OUTER) {
    DBX_TRY(lang_eval(env,
                      &(dbx_node){.kind = DBX_N_Name,
                                  .where = t->where,
                                  .hops = t->hops,
                                  .slot = t->slot,
                                  .name = t->name,
                                  .span = t->span},
                      &x));
    return lang_store_name(env, t, t->name, PV(PV_UNBOUND));
  }
  assert(env || t->where != DBX_CLASSVAR);
  o_dict *names = t->where == DBX_CLASSVAR ? env->dict : lang_now->globals;
  DBX_TRY(dict_delete(names, lang_sym_str(t->name), &found));
  return found ? DBX_OK : lang_unknown_name(t->name, t->span);
}

// ---- loops ----

static flow for_body(o_env *env, const dbx_node *n, pv v, bool pairs, pv *ret) {
  if (quick_store(env, n->a, v) != DBX_OK) return FLOW_FAIL;
  if (pairs) heap_drop(v.o, tuple_bytes(SEQ(v)->n));
  return lang_exec(env, &n->l, ret);
}

static NOT_INLINE flow exec_for(o_env *env, const dbx_node *n, pv *ret) {
  pv it, v;
  bool done = false;
  uint32_t mark = lang_pins();
  flow f = FLOW_NEXT;
  if (lang_eval(env, n->b, &it) != DBX_OK) return FLOW_FAIL;
  dbx_here = n->b->span;
  pv iterated = it;
  if (lang_iter(it, &it) != DBX_OK) return blame_one(n->b, iterated, "iterated array"), FLOW_FAIL;
  lang_pin(it);
  bool pairs = n->a->kind == DBX_N_Tuple && quick_makes_pairs(it);
  for (;;) {
    dbx_here = n->b->span;
    if (dbx_poll() != DBX_OK || quick_next(it, &v, &done) != DBX_OK) f = FLOW_FAIL;
    if (f == FLOW_FAIL || done) break;
    f = for_body(env, n, v, pairs, ret);
    if (f == FLOW_BREAK || f == FLOW_RETURN || f == FLOW_FAIL) break;
    f = FLOW_NEXT;
    heap_safepoint();
  }
  lang_unpin(mark);
  if (f == FLOW_BREAK) return FLOW_NEXT;
  return done && f == FLOW_NEXT ? lang_exec(env, &n->more->m, ret) : f;
}

// A condition; false: it failed.
static bool holds(o_env *env, const dbx_node *n, bool *ret) {
  pv test = quick_value(env, n);
  if (test.tag == PV_UNBOUND) return false;
  return quick_truth(test, ret) || lang_test(n, test, ret) == DBX_OK;
}

static NOT_INLINE flow exec_while(o_env *env, const dbx_node *n, pv *ret) {
  for (;;) {
    bool yes;
    if (dbx_poll() != DBX_OK || !holds(env, n->a, &yes)) return FLOW_FAIL;
    if (!yes) return lang_exec(env, &n->more->m, ret);
    flow f = lang_exec(env, &n->l, ret);
    if (f == FLOW_BREAK) return FLOW_NEXT;
    if (f == FLOW_RETURN || f == FLOW_FAIL) return f;
    heap_safepoint();
  }
}

// The next link of a chain of elif, if it is this one's turn.
static const dbx_node *elif_of(const dbx_node *n) {
  const dbx_nodes *m = &n->more->m;
  return m->n == 1 && m->at[0]->kind == DBX_N_If ? m->at[0] : NULL;
}

static NOT_INLINE flow exec_if(o_env *env, const dbx_node *n, pv *ret) {
  for (const dbx_node *first = n, *next;; n = next) {
    bool yes;
    flow f;
    if (!holds(env, n->a, &yes))
      return lang_now->draft.on && n != first ? draft_failed(env, n) : FLOW_FAIL;
    next = yes ? NULL : elif_of(n);
    if (!next) return lang_exec(env, yes ? &n->l : &n->more->m, ret);
    dbx_here = next->span;
    if (lang_now->draft.on && draft_leaves_out(env, next, &f)) return f;
  }
}

// ---- exceptions ----

void lang_mark_handled(void (*visit)(pv v)) { visit(lang_now->handled); }

static dbx_status exec_raise(o_env *env, const dbx_node *n) {
  pv exc, cause = PV(PV_UNBOUND);
  if (!n->a) {
    if (lang_now->handled.tag == PV_UNBOUND)
      return dbx_fail_as(DBX_E214, DBX_S_RuntimeError, n->span, "No active exception to reraise");
    return lang_rethrow(lang_now->handled);
  }
  DBX_TRY(lang_eval(env, n->a, &exc));
  if (n->b) {
    uint32_t mark = lang_pins();
    lang_pin(exc);
    dbx_status st = lang_eval(env, n->b, &cause);
    lang_unpin(mark);
    DBX_TRY(st);
  }
  dbx_here = n->span;
  return lang_raise(exc, cause);
}

// A second Ctrl-C while the handlers of the first run ends them and all others: the line is taken
// back anyway, and what they call could go on for ever.
static bool skips_handlers(void) {
  const dbx_diag *d = dbx_diag_pending();
  if (!d || !dbx_is_interrupt(d->code)) return false;
  lang_now->hurried |= lang_now->unwinding > 0;
  return lang_now->hurried;
}

static bool is_interrupt(pv exc) {
  const dbx_diag *d = exc.tag == PV_UNBOUND ? NULL : ((o_instance *)exc.o)->diag;
  return d && dbx_is_interrupt(d->code);
}

// A handler of exc has failed. Where it ran into a limit, an interrupt is not given up for that.
static void handler_failed(pv exc) {
  const dbx_diag *d = dbx_diag_pending();
  bool limit = d && (d->code == DBX_E210 || d->code == DBX_E216);
  if (!limit || !is_interrupt(exc)) return lang_raised_while(exc);
  dbx_diag_forget();
  (void)!lang_rethrow(exc);
}

static dbx_status find_handler(o_env *env, const dbx_node *n, pv exc, const dbx_node **ret) {
  *ret = NULL;
  for (uint32_t i = 0; i < n->more->m.n && !*ret; i++) {
    const dbx_node *h = n->more->m.at[i];
    pv cls;
    bool yes = true;
    if (h->a) {
      DBX_TRY(lang_eval(env, h->a, &cls));
      dbx_here = h->a->span;
      DBX_TRY(lang_matches(exc, cls, &yes));
    }
    if (yes) *ret = h;
  }
  return DBX_OK;
}

static flow run_handler(o_env *env, const dbx_node *h, pv exc, pv *ret) {
  pv before = lang_now->handled;
  uint32_t mark = lang_pins();
  lang_pin(before);
  lang_now->handled = exc;
  if (h->name && lang_store_name(env, h, h->name, exc) != DBX_OK)
    return lang_now->handled = before, lang_unpin(mark), FLOW_FAIL;
  flow f = lang_exec(env, &h->l, ret);
  if (f == FLOW_FAIL) handler_failed(exc);
  lang_now->handled = before;
  lang_unpin(mark);
  if (h->name) lang_forget_name(env, h, h->name);
  return f;
}

static flow exec_handlers(o_env *env, const dbx_node *n, pv *ret) {
  if (skips_handlers()) return FLOW_FAIL;
  const dbx_node *h;
  uint32_t mark = lang_pins();
  pv exc = lang_catch();
  bool interrupt = is_interrupt(exc);
  lang_pin(exc);
  lang_now->unwinding += interrupt;
  flow f = FLOW_FAIL;
  if (find_handler(env, n, exc, &h) != DBX_OK)
    ;
  else if (h) f = run_handler(env, h, exc, ret);
  else if (lang_rethrow(exc) == DBX_OK) f = FLOW_NEXT;
  lang_now->unwinding -= interrupt;
  lang_unpin(mark);
  return f;
}

static flow exec_finally(o_env *env, const dbx_node *n, flow before, pv *ret) {
  if (before == FLOW_FAIL && skips_handlers()) return FLOW_FAIL;
  uint32_t mark = lang_pins();
  pv exc = PV(PV_UNBOUND), value = *ret, ignored = PV(PV_UNBOUND);
  if (before == FLOW_FAIL) exc = lang_catch();
  lang_pin(exc);
  lang_pin(before == FLOW_RETURN ? value : PV(PV_UNBOUND));
  bool interrupt = is_interrupt(exc);
  lang_now->unwinding += interrupt;
  flow f = lang_exec(env, &n->more->d, &ignored);
  lang_now->unwinding -= interrupt;
  if (f == FLOW_RETURN) *ret = ignored;
  if (f == FLOW_FAIL) handler_failed(exc);
  if (f == FLOW_NEXT && before == FLOW_FAIL) (void)!lang_rethrow(exc);
  if (f == FLOW_NEXT) f = before;
  lang_unpin(mark);
  return f;
}

static NOT_INLINE flow exec_try(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins();
  if (lang_now->draft.on && n->more->m.n) draft_pause();
  flow f = lang_exec(env, &n->l, ret);
  if (lang_now->draft.on && n->more->m.n) draft_resume();
  lang_unpin(mark);
  if (f == FLOW_FAIL && n->more->m.n) f = exec_handlers(env, n, ret);
  else if (f == FLOW_NEXT) f = lang_exec(env, &n->more->n, ret);
  return n->more->d.n ? exec_finally(env, n, f, ret) : f;
}

static dbx_status exec_assert(o_env *env, const dbx_node *n) {
  pv v;
  bool yes;
  DBX_TRY(lang_eval(env, n->a, &v));
  DBX_TRY(lang_test(n->a, v, &yes));
  if (yes) return DBX_OK;
  if (!n->b) return dbx_fail(DBX_E205, n->span, "%s", "");
  DBX_TRY(lang_eval(env, n->b, &v));
  return lang_assertion(v, n->span);
}

// ---- with ----

static flow exec_with_item(o_env *env, const dbx_node *n, uint32_t i, pv *ret);

static flow leave_context(pv manager, flow f, pv *ret) {
  if (f == FLOW_FAIL && skips_handlers()) return FLOW_FAIL;
  pv args[3] = {pv_none(), pv_none(), pv_none()}, swallow, exit, value = *ret;
  uint32_t mark = lang_pins();
  if (f == FLOW_FAIL) {
    args[1] = lang_catch();
    args[0] = lang_type_of(args[1]);
  }
  lang_pin(args[1]);
  lang_pin(f == FLOW_RETURN ? value : PV(PV_UNBOUND));
  bool yes = false, interrupt = f == FLOW_FAIL && is_interrupt(args[1]);
  lang_now->unwinding += interrupt;
  dbx_status st = lang_getattr(manager, names_now->__exit__, &exit);
  if (st == DBX_OK) st = lang_call(exit, args, 3, &swallow);
  lang_now->unwinding -= interrupt;
  if (st == DBX_OK && f == FLOW_FAIL) st = lang_truth(swallow, &yes);
  if (st != DBX_OK) handler_failed(args[1]);
  else if (f == FLOW_FAIL && !yes) st = lang_rethrow(args[1]);
  lang_unpin(mark);
  return st != DBX_OK ? FLOW_FAIL : f == FLOW_FAIL ? FLOW_NEXT : f;
}

static flow open_block(o_env *env, const dbx_node *n, uint32_t i, pv manager) {
  const dbx_node *item = n->more->m.at[i];
  uint32_t mark = lang_pins();
  dbx_status st = n->more->m.n > 1
                      ? dbx_fail(DBX_E103, item->span,
                                 "the block of a loop or conditional stands alone in its "
                                 "with statement; nest two statements instead")
                      : above()->block_run(env, n, item, manager);
  lang_unpin(mark);
  return st == DBX_OK ? FLOW_NEXT : FLOW_FAIL;
}

static NOT_INLINE flow exec_with_item(o_env *env, const dbx_node *n, uint32_t i, pv *ret) {
  const dbx_node *item = n->more->m.at[i];
  uint32_t mark = lang_pins();
  pv manager, enter, v;
  if (lang_eval(env, item->a, &manager) != DBX_OK) return FLOW_FAIL;
  lang_pin(manager);
  dbx_here = item->a->span;
  if (above()->block_opens(manager)) return open_block(env, n, i, manager);
  dbx_status st = lang_findattr(manager, names_now->__enter__, &enter);
  if (st == DBX_OK && enter.tag == PV_UNBOUND)
    st = dbx_fail(DBX_E204, item->a->span,
                  "'%s' object does not support the context manager protocol",
                  lang_type_name(manager));
  if (st == DBX_OK) st = lang_call(enter, NULL, 0, &v);
  flow f = FLOW_FAIL;
  if (st == DBX_OK) {
    f = item->b && lang_store(env, item->b, v) != DBX_OK ? FLOW_FAIL
        : i + 1 < n->more->m.n                           ? exec_with_item(env, n, i + 1, ret)
                                                         : lang_exec(env, &n->l, ret);
    f = leave_context(manager, f, ret);
  }
  lang_unpin(mark);
  return f;
}

// ---- definitions and imports ----

static dbx_status decorate(o_env *env, const dbx_nodes *decorators, const dbx_node *n, pv *fn) {
  uint32_t mark = lang_pins();
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < decorators->n; i++) {
    pv d;
    if ((st = lang_eval(env, decorators->at[i], &d)) == DBX_OK) lang_pin(d);
  }
  pv made;
  if (st == DBX_OK)
    st = n->kind == DBX_N_FunctionDef ? lang_make_function(env, n, &made)
                                      : lang_make_class(env, n, &made);
  for (uint32_t i = decorators->n; st == DBX_OK && i-- > 0;) {
    uint32_t at = lang_pins();
    lang_pin(made);
    dbx_here = decorators->at[i]->span;
    call_args c = {.fn = lang_pinned(mark + i),
                   .at = lang_pin_at(at),
                   .n = 1,
                   .span = decorators->at[i]->span,
                   .env = env};
    st = lang_call_args(c.fn, &c, &made);
  }
  lang_unpin(mark);
  if (st == DBX_OK) *fn = made;
  return st;
}

static dbx_status exec_definition(o_env *env, const dbx_node *n) {
  pv v;
  DBX_TRY(decorate(env, n->kind == DBX_N_FunctionDef ? &n->more->m : &n->more->d, n, &v));
  return lang_store_name(env, n, n->name, v);
}

static dbx_status exec_import(o_env *env, const dbx_node *n) {
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *a = n->l.at[i];
    pv m;
    dbx_here = a->span;
    DBX_TRY(above()->import(dbx_sym_text(a->name), &m));
    if (!a->more->asname && strchr(dbx_sym_text(a->name), '.'))
      DBX_TRY(above()->import(dbx_sym_text((dbx_sym)a->flag), &m));
    DBX_TRY(lang_store_name(env, a, (dbx_sym)a->flag, m));
  }
  return DBX_OK;
}

// Of the name after "from"; of the statement where comments or line ends are in between.
static dbx_span module_span(const dbx_node *n) {
  size_t length;
  const char *text = dbx_source_text(n->span.file, &length), *name = dbx_sym_text(n->name);
  uint32_t at = n->span.begin + (uint32_t)strlen("from");
  while (at < n->span.end && text[at] == ' ') at++;
  uint32_t end = at + (uint32_t)strlen(name);
  if (n->flag || end > n->span.end || strncmp(text + at, name, end - at) != 0) return n->span;
  return (dbx_span){n->span.file, at, end};
}

static dbx_status exec_import_from(o_env *env, const dbx_node *n) {
  pv m, v;
  dbx_here = module_span(n);
  if (n->flag)
    return dbx_fail_as(DBX_E213, DBX_S_ImportError, n->span,
                       "attempted relative import with no known parent package");
  DBX_TRY(above()->import(dbx_sym_text(n->name), &m));
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *a = n->l.at[i];
    dbx_here = a->span;
    DBX_TRY(above()->import_name(m, a->name, &v));
    DBX_TRY(lang_store_name(env, a, (dbx_sym)a->flag, v));
  }
  return DBX_OK;
}

// ---- all of it ----

static NOT_INLINE dbx_status exec_simple(o_env *env, const dbx_node *n) {
  switch (n->kind) {
  case DBX_N_AnnAssign: return exec_annotated(env, n);
  case DBX_N_FunctionDef:
  case DBX_N_ClassDef: return exec_definition(env, n);
  case DBX_N_Delete:
    for (uint32_t i = 0; i < n->l.n; i++) DBX_TRY(delete_one(env, n->l.at[i]));
    return DBX_OK;
  case DBX_N_Raise: return exec_raise(env, n);
  case DBX_N_Assert: return exec_assert(env, n);
  case DBX_N_Import: return exec_import(env, n);
  case DBX_N_ImportFrom: return exec_import_from(env, n);
  default: return DBX_OK; // pass, global, nonlocal
  }
}

static flow exec_one(o_env *env, const dbx_node *n, pv *ret) {
  switch (n->kind) {
  case DBX_N_Return:
    *ret = n->a ? quick_value(env, n->a) : pv_none();
    return ret->tag == PV_UNBOUND ? FLOW_FAIL : FLOW_RETURN;
  case DBX_N_Expr: return lang_value(env, n->a).tag ? FLOW_NEXT : FLOW_FAIL;
  case DBX_N_Assign: return exec_assign(env, n) == DBX_OK ? FLOW_NEXT : FLOW_FAIL;
  case DBX_N_AugAssign: return exec_augment(env, n) == DBX_OK ? FLOW_NEXT : FLOW_FAIL;
  case DBX_N_If: return exec_if(env, n, ret);
  case DBX_N_For: return exec_for(env, n, ret);
  case DBX_N_While: return exec_while(env, n, ret);
  case DBX_N_Try: return exec_try(env, n, ret);
  case DBX_N_With: return exec_with_item(env, n, 0, ret);
  case DBX_N_Break: return FLOW_BREAK;
  case DBX_N_Continue: return FLOW_CONTINUE;
  default: return exec_simple(env, n) == DBX_OK ? FLOW_NEXT : FLOW_FAIL;
  }
}

flow lang_exec(o_env *env, const dbx_nodes *body, pv *ret) {
  for (uint32_t i = 0; i < body->n; i++) {
    uint32_t mark = lang_pins();
    dbx_here = body->at[i]->span;
    flow f;
    if (!lang_now->draft.on || !draft_leaves_out(env, body->at[i], &f)) {
      f = exec_one(env, body->at[i], ret);
      if (f == FLOW_FAIL && lang_now->draft.on) f = draft_failed(env, body->at[i]);
    }
    lang_unpin(mark);
    if (f != FLOW_NEXT) return f;
    heap_safepoint();
    if (heap_check_budget() != DBX_OK) return FLOW_FAIL;
  }
  return FLOW_NEXT;
}

dbx_status lang_exec_statement(const dbx_node *stmt, pv *last) {
  pv ignored;
  uint32_t mark = lang_pins();
  if (!lang_now->unwinding) lang_now->hurried = false;
  dbx_here = stmt->span;
  dbx_status st;
  if (last) *last = PV(PV_UNBOUND);
  if (stmt->kind == DBX_N_Expr && !lang_now->draft.on) {
    st = lang_eval(NULL, stmt->a, last ? last : &ignored);
  } else {
    dbx_node *one[1] = {(dbx_node *)stmt};
    st = lang_exec(NULL, &(dbx_nodes){one, 1}, &ignored) == FLOW_NEXT ? DBX_OK : DBX_FAIL;
  }
  lang_unpin(mark);
  return st;
}
