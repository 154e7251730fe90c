// Statements. Between two of them everything alive is reachable from an environment or pinned, so
// this is where the heap may collect.
#include "lang/run/blame.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"
#include "lang/run/witness.h"

flow exec_expression(o_env *env, const dbx_node *n, pv *ret) {
  pv v = lang_value(env, n->a), ignored;
  if (v.tag == PV_UNBOUND) return FLOW_FAIL;
  if (env || lang_now->shows.tag == PV_UNBOUND) return FLOW_NEXT;
  return flow_of(lang_call(lang_now->shows, &v, 1, &ignored));
}

flow exec_return(o_env *env, const dbx_node *n, pv *ret) {
  *ret = n->a ? quick_value(env, n->a) : pv_none();
  return ret->tag == PV_UNBOUND ? FLOW_FAIL : FLOW_RETURN;
}

flow exec_break(o_env *env, const dbx_node *n, pv *ret) { return FLOW_BREAK; }

flow exec_continue(o_env *env, const dbx_node *n, pv *ret) { return FLOW_CONTINUE; }

flow exec_nothing(o_env *env, const dbx_node *n, pv *ret) { return FLOW_NEXT; }

static NOT_INLINE flow run_draft(o_env *env, const dbx_node *n, pv *ret) {
  flow f;
  if (draft_leaves_out(env, n, &f)) return f;
  f = lang_now->kinds[n->kind].run(env, n, ret);
  return f == FLOW_FAIL && lang_now->draft.on ? draft_failed(env, n) : f;
}

flow lang_exec(o_env *env, const dbx_nodes *body, pv *ret) {
  for (uint32_t i = 0; i < body->n; i++) {
    const dbx_node *n = body->at[i];
    uint32_t mark = lang_pins();
    dbx_here = n->span;
    flow f =
        lang_now->draft.on ? run_draft(env, n, ret) : lang_now->kinds[n->kind].run(env, n, ret);
    lang_unpin(mark);
    if (f == FLOW_FAIL) witness_names(env, n), blame_line(n->span);
    if (f != FLOW_NEXT) return f;
    heap_safepoint();
    close_dropped();
    if (heap_check_budget() != DBX_OK) return FLOW_FAIL;
  }
  return FLOW_NEXT;
}

dbx_status lang_exec_statement(const dbx_node *stmt, pv *last) {
  pv ignored;
  uint32_t mark = lang_pins();
  if (lang_now->hurried && !lang_now->unwinding) // no block of the line before was left
    lang_now->hurried = false, lang_now->ungraphed = 0;
  dbx_here = stmt->span;
  dbx_status st;
  if (last) *last = PV(PV_UNBOUND);
  bool shown = lang_now->shows.tag != PV_UNBOUND;
  if (stmt->kind == DBX_N_Expr && !lang_now->draft.on && !shown) {
    st = lang_eval(NULL, stmt->a, last ? last : &ignored);
    if (st != DBX_OK) witness_names(NULL, stmt), blame_line(stmt->span);
  } else {
    dbx_node *one[1] = {(dbx_node *)stmt};
    st = lang_exec(NULL, &(dbx_nodes){one, 1}, &ignored) == FLOW_NEXT ? DBX_OK : DBX_FAIL;
  }
  lang_unpin(mark);
  return st;
}
