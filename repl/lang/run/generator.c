// Generator expressions: iterators that evaluate.
#include "base/poll.h"
#include "lang/run/quick.h"

static dbx_status conditions_hold(o_env *env, const dbx_node *loop, bool *ret) {
  *ret = true;
  for (uint32_t i = 0; *ret && i < loop->l.n; i++) {
    pv v;
    v = quick_value(env, loop->l.at[i]);
    if (v.tag == PV_UNBOUND) return DBX_FAIL;
    dbx_here = loop->l.at[i]->span;
    if (!quick_truth(v, ret)) DBX_TRY(lang_truth(v, ret));
  }
  return DBX_OK;
}

static dbx_status enter_loop(o_iter *g, const dbx_node *loop) {
  pv source;
  DBX_TRY(lang_eval(g->env, loop->b, &source));
  dbx_here = loop->b->span;
  DBX_TRY(lang_iter(source, &source));
  return list_push(g->parts, source), DBX_OK;
}

static dbx_status generate(o_iter *g, pv *ret) {
  const dbx_nodes *loops = &g->node->l;
  while (g->parts->n) {
    uint32_t level = g->parts->n - 1;
    bool done = false, yes;
    pv v;
    heap_safepoint();
    DBX_TRY(dbx_poll());
    const dbx_node *loop = loops->at[level];
    bool pairs = loop->a->kind == DBX_N_Tuple && quick_makes_pairs(g->parts->at[level]);
    DBX_TRY(quick_next(g->parts->at[level], &v, &done));
    if (done) {
      g->parts->n--;
      continue;
    }
    DBX_TRY(quick_store(g->env, loop->a, v));
    if (pairs) heap_drop(v.o, tuple_bytes(SEQ(v)->n));
    DBX_TRY(conditions_hold(g->env, loop, &yes));
    if (!yes) continue;
    if (level + 1 == loops->n) {
      *ret = quick_value(g->env, g->node->a);
      return ret->tag == PV_UNBOUND ? DBX_FAIL : DBX_OK;
    }
    DBX_TRY(enter_loop(g, loops->at[level + 1]));
  }
  return DBX_OK;
}

static dbx_status next_generated(o_iter *g, pv *ret) {
  if (g->strict)
    return dbx_fail(DBX_E208, (dbx_span){0}, "generator already executing"); // strict: it runs
  dbx_span here = dbx_here;
  g->strict = true;
  dbx_status st = generate(g, ret);
  g->strict = false;
  if (st == DBX_OK) return dbx_here = here, DBX_OK;
  g->parts->n = 0;
  if (!lang_pending_is(DBX_S_StopIteration)) return st;
  return dbx_fail_as(DBX_E214, DBX_S_RuntimeError, (dbx_span){0}, "generator raised StopIteration");
}

pv iter_generator(o_env *env, const dbx_node *n, pv source) {
  pv it = iter_new(IT_GENERATOR, PV(PV_UNBOUND));
  o_iter *g = (o_iter *)it.o;
  g->next = next_generated;
  g->env = env;
  g->node = n;
  g->parts = SEQ(list_new(&source, 1)); // the iterators of the loops that have begun
  return it;
}
