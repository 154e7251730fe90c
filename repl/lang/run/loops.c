// if, while and for.
#include "base/poll.h"
#include "lang/run/blame.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"

static flow for_body(o_env *env, const dbx_node *n, pv v, bool pairs, pv *ret) {
  if (quick_store(env, n->a, v) != DBX_OK) return FLOW_FAIL;
  if (pairs) heap_drop(v.o, tuple_bytes(SEQ(v)->n));
  return lang_exec(env, &n->l, ret);
}

flow exec_for(o_env *env, const dbx_node *n, pv *ret) {
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

flow exec_while(o_env *env, const dbx_node *n, pv *ret) {
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

flow exec_if(o_env *env, const dbx_node *n, pv *ret) {
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
