// Generators as iterators, and their methods; generator expressions.
#include "lang/run/generator.h"
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

static dbx_status next_of_expression(o_iter *g, pv *ret) {
  dbx_span here = dbx_here;
  o_dict *globals = lang_now->globals;
  g->strict = true;
  g->i = 1; // it has begun
  lang_now->globals = g->globals;
  dbx_status st = generate(g, ret);
  lang_now->globals = globals;
  g->strict = false;
  if (st == DBX_OK) return dbx_here = here, DBX_OK;
  g->parts->n = 0;
  return steps_failed();
}

// ---- both kinds ----

static bool is_expression(const o_iter *g) { return g->node->kind == DBX_N_GeneratorExp; }

// *ret UNBOUND: it has ended.
static dbx_status resume(o_iter *g, pv sent, bool thrown, pv *ret) {
  *ret = PV(PV_UNBOUND);
  if (g->strict) // it runs
    return thrown ? DBX_FAIL : dbx_fail(DBX_E208, (dbx_span){0}, "generator already executing");
  if (g->done) return g->src = pv_none(), thrown ? DBX_FAIL : DBX_OK; // its result is told once
  dbx_status st = !is_expression(g) ? steps_resume(g, sent, thrown, ret)
                  : thrown          ? steps_failed() // as its element would raise it
                                    : next_of_expression(g, ret);
  g->done |= st != DBX_OK || ret->tag == PV_UNBOUND;
  return st;
}

static dbx_status next_generated(o_iter *g, pv *ret) { return resume(g, pv_none(), false, ret); }

pv generator_new(o_function *f, o_env *env) {
  pv it = iter_new(IT_GENERATOR, pv_obj(f));
  o_iter *g = (o_iter *)it.o;
  g->next = next_generated;
  g->env = env;
  g->globals = f->globals;
  g->node = f->node;
  return it;
}

pv iter_generator(o_env *env, const dbx_node *n, pv source) {
  pv it = iter_new(IT_GENERATOR, PV(PV_UNBOUND));
  o_iter *g = (o_iter *)it.o;
  g->next = next_generated;
  g->env = env;
  g->globals = lang_now->globals;
  g->node = n;
  g->parts = SEQ(list_new(&source, 1)); // the iterators of the loops that have begun
  return it;
}

// ---- methods ----

static o_iter *self_of(const call_args *c) { return (o_iter *)native_self(c).o; }

// Of a method: what the generator gives, StopIteration if it has ended.
static dbx_status given(o_iter *g, pv sent, bool thrown, pv *ret) {
  DBX_TRY(lang_enter(""));
  dbx_status st = resume(g, sent, thrown, ret);
  lang_leave();
  if (st != DBX_OK || ret->tag != PV_UNBOUND) return st;
  return lang_stop_iteration(iter_result(pv_obj(g)));
}

static dbx_status generator_send(const call_args *c, pv *ret) {
  o_iter *g = self_of(c);
  DBX_TRY(args_no_keywords(c, "generator.send"));
  DBX_TRY(args_count(c, "send", 1, 1));
  bool begun = is_expression(g) ? g->i : g->end;
  if (!begun && !g->done && !is_none(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "can't send non-None value to a just-started generator");
  return given(g, c->at[0], false, ret);
}

// throw(exception), throw(class), throw(class, value): raised here, it is pending.
static dbx_status raise_thrown(const call_args *c) {
  pv exc = c->at[0];
  bool class = is_obj(exc, T_CLASS) && ((o_class *)exc.o)->exception;
  if (!class && !lang_is_exception(exc))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "exceptions must be classes or instances deriving from BaseException, not %s",
                    lang_type_name(exc));
  bool value = class && c->n > 1 && !is_none(c->at[1]);
  if (value && lang_is_exception(c->at[1])) exc = c->at[1];
  else if (value) DBX_TRY(lang_call(exc, &c->at[1], 1, &exc));
  return lang_raise(exc, PV(PV_UNBOUND));
}

static dbx_status generator_throw(const call_args *c, pv *ret) {
  o_iter *g = self_of(c);
  DBX_TRY(args_no_keywords(c, "generator.throw"));
  DBX_TRY(args_count(c, "throw", 1, 3));
  bool class = is_obj(c->at[0], T_CLASS) && ((o_class *)c->at[0].o)->exception;
  if (g->strict) return dbx_fail(DBX_E208, (dbx_span){0}, "generator already executing");
  (void)!raise_thrown(c);
  if (!class && !lang_is_exception(c->at[0])) return DBX_FAIL;
  return given(g, pv_none(), true, ret);
}

static dbx_status end(o_iter *g) {
  pv v;
  if (g->strict) return dbx_fail(DBX_E208, (dbx_span){0}, "generator already executing");
  if (is_expression(g) || !g->end) g->done = true;
  if (g->done) return DBX_OK;
  (void)!lang_raise(pv_obj(lang_exception_class(DBX_S_GeneratorExit)), PV(PV_UNBOUND));
  DBX_TRY(lang_enter(""));
  dbx_status st = resume(g, pv_none(), true, &v);
  lang_leave();
  if (st == DBX_OK && v.tag != PV_UNBOUND)
    return dbx_fail_as(DBX_E214, DBX_S_RuntimeError, (dbx_span){0},
                       "generator ignored GeneratorExit");
  if (st == DBX_OK || !lang_pending_is(DBX_S_GeneratorExit)) return st;
  return dbx_diag_forget(), DBX_OK;
}

static dbx_status generator_close(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "generator.close"));
  DBX_TRY(args_count(c, "close", 0, 0));
  *ret = pv_none();
  return end(self_of(c));
}

const native_row generator_methods[] = {
    {"send", generator_send}, {"throw", generator_throw}, {"close", generator_close}, {NULL, NULL}};
