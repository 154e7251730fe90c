// Exceptions in statements: raise, assert, try, with.
#include "lang/object/above.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

void lang_mark_handled(void (*visit)(pv v)) { visit(lang_now->handled); }

// The exception that a statement raises. What the library's own Python says of a value, it says in
// the words of the program.
static dbx_status raised(o_env *env, const dbx_node *n, pv *ret) {
  bool words = lang_now->words;
  lang_now->words |= lang_in_library(n->span);
  dbx_status st = lang_eval(env, n->a, ret);
  lang_now->words = words;
  return st;
}

static dbx_status raise_one(o_env *env, const dbx_node *n) {
  pv exc, cause = PV(PV_UNBOUND);
  if (!n->a) {
    if (lang_now->handled.tag == PV_UNBOUND)
      return dbx_fail_as(DBX_E214, DBX_S_RuntimeError, n->span, "No active exception to reraise");
    return lang_rethrow(lang_now->handled);
  }
  DBX_TRY(raised(env, n, &exc));
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

static dbx_status assert_one(o_env *env, const dbx_node *n) {
  pv v;
  bool yes;
  DBX_TRY(lang_eval(env, n->a, &v));
  DBX_TRY(lang_test(n->a, v, &yes));
  if (yes) return DBX_OK;
  if (!n->b) return dbx_fail(DBX_E205, n->span, "%s", "");
  DBX_TRY(lang_eval(env, n->b, &v));
  return lang_assertion(v, n->span);
}

flow exec_raise(o_env *env, const dbx_node *n, pv *ret) { return flow_of(raise_one(env, n)); }

flow exec_assert(o_env *env, const dbx_node *n, pv *ret) { return flow_of(assert_one(env, n)); }

// ---- handlers ----

// A second Ctrl-C while the handlers of the first run ends them and all others: the line is taken
// back anyway, and what they call could go on for ever.
bool skips_handlers(void) {
  const dbx_diag *d = dbx_diag_pending();
  if (!d || !dbx_is_interrupt(d->code)) return false;
  lang_now->hurried |= lang_now->unwinding > 0;
  return lang_now->hurried;
}

bool is_interrupt(pv exc) {
  const dbx_diag *d = exc.tag == PV_UNBOUND ? NULL : lang_instance(exc)->diag;
  return d && dbx_is_interrupt(d->code);
}

// A handler of exc has failed. Where it ran into a limit, an interrupt is not given up for that.
void handler_failed(pv exc) {
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
  close_dropped();
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

flow exec_try(o_env *env, const dbx_node *n, pv *ret) {
  uint32_t mark = lang_pins();
  if (lang_now->draft.on && n->more->m.n) draft_pause();
  bool handles = n->more->m.n > 0;
  lang_now->handlers += handles;
  flow f = lang_exec(env, &n->l, ret);
  lang_now->handlers -= handles;
  if (lang_now->draft.on && n->more->m.n) draft_resume();
  lang_unpin(mark);
  if (f == FLOW_FAIL && n->more->m.n) f = exec_handlers(env, n, ret);
  else if (f == FLOW_NEXT) f = lang_exec(env, &n->more->n, ret);
  return n->more->d.n ? exec_finally(env, n, f, ret) : f;
}

// ---- with ----

flow leave_context(pv manager, flow f, pv *ret) {
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

// Of instances it is the class that has to have it.
static bool has_special(pv v, dbx_sym name) {
  pv found;
  if (is_instance(v)) return lang_class_lookup(lang_instance(v)->cls, name).tag != PV_UNBOUND;
  if (lang_findattr(v, name, &found) != DBX_OK) return dbx_diag_forget(), false;
  return found.tag != PV_UNBOUND;
}

dbx_status enter_context(const dbx_node *item, pv manager, pv *ret) {
  pv enter;
  if (above()->block_opens(manager))
    return dbx_fail(DBX_E103, item->span,
                    "the block of a loop or conditional cannot yield: it is traced");
  bool enters = has_special(manager, names_now->__enter__);
  if (!enters || !has_special(manager, names_now->__exit__))
    return dbx_fail(DBX_E204, item->a->span,
                    "'%s' object does not support the context manager protocol%s",
                    lang_type_name(manager), enters ? " (missed __exit__ method)" : "");
  DBX_TRY(lang_getattr(manager, names_now->__enter__, &enter));
  return lang_call(enter, NULL, 0, ret);
}

static flow with_item(o_env *env, const dbx_node *n, uint32_t i, pv *ret) {
  const dbx_node *item = n->more->m.at[i];
  uint32_t mark = lang_pins();
  pv manager, v;
  if (lang_eval(env, item->a, &manager) != DBX_OK) return FLOW_FAIL;
  lang_pin(manager);
  dbx_here = item->a->span;
  if (above()->block_opens(manager)) return open_block(env, n, i, manager);
  dbx_status st = enter_context(item, manager, &v);
  flow f = FLOW_FAIL;
  if (st == DBX_OK) {
    f = item->b && lang_store(env, item->b, v) != DBX_OK ? FLOW_FAIL
        : i + 1 < n->more->m.n                           ? with_item(env, n, i + 1, ret)
                                                         : lang_exec(env, &n->l, ret);
    f = leave_context(manager, f, ret);
  }
  lang_unpin(mark);
  return f;
}

flow exec_with(o_env *env, const dbx_node *n, pv *ret) { return with_item(env, n, 0, ret); }
