// Generators of functions: the steps of their code (syntax/code.h) from where they wait to the next
// yield. What waits is the number of a step and the variables of the call: data, which snapshots
// copy and the collector walks.
#include "base/poll.h"
#include "lang/object/types.h"
#include "lang/run/blame.h"
#include "lang/run/generator.h"
#include "lang/run/parts.h"
#include "lang/run/quick.h"
#include "lang/syntax/code.h"
#include "trace/trace.h"

typedef struct running {
  o_iter *g;
  const dbx_steps *code;
  pv value;           // what is given or returned
  uint32_t kept;      // the pin that holds it while the step that gave it ends
  bool gives;         // it is given: the generator waits
  pv handled;         // of the caller
  uint32_t unwinding; // likewise
  uint32_t block;     // that the two are right for
} running;

static pv *slot_of(const running *s, uint32_t slot) { return &s->g->env->slot[slot]; }

static pv take(const running *s, uint32_t slot) {
  pv v = *slot_of(s, slot);
  *slot_of(s, slot) = PV(PV_UNBOUND);
  return v;
}

// ---- blocks ----

// Which exception is handled, and how many interrupts are under way, is a matter of the blocks.
static void enter_block(running *s, uint32_t block) {
  if (s->block == block) return;
  s->block = block;
  lang_now->handled = s->handled;
  lang_now->unwinding = s->unwinding;
  bool found = false;
  for (const dbx_flat_block *b = &s->code->block[block]; b != s->code->block;
       b = &s->code->block[b->outer]) {
    bool handler = b->kind == DBX_BLOCK_HANDLER;
    if (!handler && b->kind != DBX_BLOCK_FINAL) continue;
    pv exc = *slot_of(s, handler ? b->slot : b->slot + 1);
    if (!lang_is_exception(exc)) continue;
    if (handler && !found) lang_now->handled = exc, found = true;
    lang_now->unwinding += is_interrupt(exc);
  }
}

static void put_waiting(const running *s, const dbx_flat_block *b, flow f) {
  *slot_of(s, b->slot) = pv_int(f);
  *slot_of(s, b->slot + 1) = f == FLOW_FAIL     ? lang_catch()
                             : f == FLOW_RETURN ? s->value
                                                : PV(PV_UNBOUND);
}

static flow go(const running *s, uint32_t to) { return s->g->i = to, FLOW_NEXT; }

static flow leave_handler(const running *s, const dbx_flat_block *b, flow f) {
  pv exc = b->kind == DBX_BLOCK_HANDLER ? take(s, b->slot) : PV(PV_UNBOUND);
  if (b->kind == DBX_BLOCK_FINAL) {
    if (take(s, b->slot).i == FLOW_FAIL) exc = *slot_of(s, b->slot + 1);
    *slot_of(s, b->slot + 1) = PV(PV_UNBOUND);
  }
  uint32_t mark = lang_pins();
  lang_pin(exc);
  if (f == FLOW_FAIL && lang_is_exception(exc)) handler_failed(exc);
  lang_unpin(mark);
  return f;
}

// The block is left by f; FLOW_NEXT: the generator goes on at s->g->i.
static flow leave_block(running *s, const dbx_flat_block *b, flow f) {
  switch ((dbx_flat_block_kind)b->kind) {
  case DBX_BLOCK_BODY: return f;
  case DBX_BLOCK_LOOP:
    if (f == FLOW_BREAK || f == FLOW_CONTINUE) return go(s, f == FLOW_BREAK ? b->to : b->next);
    return f;
  case DBX_BLOCK_TRY:
    if (f != FLOW_FAIL || skips_handlers()) return f;
    *slot_of(s, b->slot) = lang_catch();
    return go(s, b->to);
  case DBX_BLOCK_NAMED: return lang_forget_name(s->g->env, b->node, b->node->name), f;
  case DBX_BLOCK_HANDLER:
  case DBX_BLOCK_FINAL: return leave_handler(s, b, f);
  case DBX_BLOCK_FINALLY:
    if (f == FLOW_FAIL && skips_handlers()) return f;
    put_waiting(s, b, f);
    return go(s, b->to);
  default:
    f = leave_context(take(s, b->slot), f, &s->value);
    return f == FLOW_NEXT ? go(s, b->to) : f;
  }
}

// From the block outwards, until one of them takes f.
static flow unwind(running *s, uint32_t block, flow f) {
  while (block && f != FLOW_NEXT) {
    const dbx_flat_block *b = &s->code->block[block];
    enter_block(s, block);
    f = leave_block(s, b, f);
    block = b->outer;
  }
  return f;
}

// ---- yield and yield from ----

static flow give(running *s, pv v) {
  s->value = v;
  s->gives = true;
  return FLOW_NEXT;
}

// What the inner iterator has done: given v, ended, or failed.
static flow delegated(running *s, const dbx_flat_step *step, dbx_status st, pv v, bool done) {
  pv *slot = slot_of(s, step->slot);
  if (st == DBX_OK && !done) return give(s, v);
  if (st == DBX_OK) {
    *slot = iter_result(*slot);
  } else if (lang_pending_is(DBX_S_StopIteration)) {
    const o_instance *exc = (o_instance *)lang_catch().o;
    *slot = exc->args && exc->args->n ? exc->args->at[0] : pv_none();
  } else {
    return FLOW_FAIL;
  }
  return go(s, (uint32_t)s->g->i + 1);
}

static dbx_status call_inner(pv fn, pv v, pv *ret) {
  uint32_t mark = lang_pins();
  lang_pin(fn);
  lang_pin(v);
  dbx_status st = lang_call(fn, &v, 1, ret);
  lang_unpin(mark);
  return st;
}

static flow delegate(running *s, const dbx_flat_step *step, pv sent) {
  pv inner = *slot_of(s, step->slot), v = PV(PV_UNBOUND), send;
  bool done = false;
  dbx_status st = is_none(sent) ? lang_advance(inner, &v, &done)
                                : lang_getattr(inner, dbx_intern("send"), &send);
  if (st == DBX_OK && !is_none(sent)) st = call_inner(send, sent, &v);
  return delegated(s, step, st, v, done);
}

// An exception that is thrown into a generator which waits in a yield from is the inner one's.
static flow delegate_thrown(running *s, const dbx_flat_step *step) {
  pv inner = *slot_of(s, step->slot), fn, v = PV(PV_UNBOUND);
  bool leaves = lang_pending_is(DBX_S_GeneratorExit);
  pv exc = lang_catch();
  uint32_t mark = lang_pins();
  lang_pin(exc);
  dbx_status st = lang_findattr(inner, dbx_intern(leaves ? "close" : "throw"), &fn);
  bool has = st == DBX_OK && fn.tag != PV_UNBOUND;
  lang_pin(has ? fn : pv_none());
  if (has && leaves) st = lang_call(fn, NULL, 0, &v);
  else if (has) st = lang_call(fn, &exc, 1, &v);
  if (st == DBX_OK && (leaves || !has)) st = lang_rethrow(exc), has = false;
  lang_unpin(mark);
  return has ? delegated(s, step, st, v, false) : FLOW_FAIL;
}

// ---- the other steps ----

static flow iterate(const running *s, const dbx_flat_step *step) {
  pv it;
  if (lang_eval(s->g->env, step->node, &it) != DBX_OK) return FLOW_FAIL;
  dbx_here = step->node->span;
  pv of = it;
  if (lang_iter(it, &it) != DBX_OK) return blame_one(step->node, of, "iterated array"), FLOW_FAIL;
  *slot_of(s, step->slot) = it;
  return FLOW_NEXT;
}

static flow next_item(const running *s, const dbx_flat_step *step) {
  pv v;
  bool done = false;
  if (dbx_poll() != DBX_OK || quick_next(*slot_of(s, step->slot), &v, &done) != DBX_OK)
    return FLOW_FAIL;
  if (done) return take(s, step->slot), go(s, step->to);
  return flow_of(quick_store(s->g->env, step->node, v));
}

static flow branch(const running *s, const dbx_flat_step *step) {
  pv v;
  bool yes;
  if (dbx_poll() != DBX_OK || lang_eval(s->g->env, step->node, &v) != DBX_OK) return FLOW_FAIL;
  if (!quick_truth(v, &yes) && lang_test(step->node, v, &yes) != DBX_OK) return FLOW_FAIL;
  return yes == (step->kind == DBX_STEP_WHEN) ? go(s, step->to) : FLOW_NEXT;
}

static flow enter(const running *s, const dbx_flat_step *step) {
  pv manager, v;
  if (lang_eval(s->g->env, step->node->a, &manager) != DBX_OK) return FLOW_FAIL;
  lang_pin(manager);
  dbx_here = step->node->a->span;
  if (enter_context(step->node, manager, &v) != DBX_OK) return FLOW_FAIL;
  *slot_of(s, step->slot) = manager;
  *slot_of(s, step->slot + 1) = v;
  return FLOW_NEXT;
}

static flow catch(const running *s, const dbx_flat_step *step) {
  const dbx_node *h = step->node;
  pv exc = *slot_of(s, step->slot), cls;
  bool yes = true;
  if (h->a) {
    if (lang_eval(s->g->env, h->a, &cls) != DBX_OK) return FLOW_FAIL;
    dbx_here = h->a->span;
    if (lang_matches(exc, cls, &yes) != DBX_OK) return FLOW_FAIL;
  }
  if (!yes) return go(s, step->to);
  return h->name ? flow_of(lang_store_name(s->g->env, h, h->name, exc)) : FLOW_NEXT;
}

// The end of a finally clause: what waited for it goes on.
static flow resume_waiting(running *s, const dbx_flat_step *step) {
  flow f = (flow)take(s, step->slot).i;
  pv with = take(s, step->slot + 1);
  if (f == FLOW_FAIL) (void)!lang_rethrow(with);
  if (f == FLOW_RETURN) s->value = with;
  return f;
}

static flow run_one(running *s, const dbx_flat_step *step) {
  return lang_exec(s->g->env, &(dbx_nodes){(dbx_node **)&step->node, 1}, &s->value);
}

static flow take_step(running *s, const dbx_flat_step *step) {
  o_env *env = s->g->env;
  pv v = pv_none();
  switch ((dbx_flat_step_kind)step->kind) {
  case DBX_STEP_RUN: return run_one(s, step);
  case DBX_STEP_SET:
    if (lang_eval(env, step->node, &v) != DBX_OK) return FLOW_FAIL;
    return *slot_of(s, step->slot) = v, FLOW_NEXT;
  case DBX_STEP_JUMP: s->g->i = step->to; return flow_of(dbx_poll());
  case DBX_STEP_UNLESS:
  case DBX_STEP_WHEN: return branch(s, step);
  case DBX_STEP_ITER: return iterate(s, step);
  case DBX_STEP_NEXT: return next_item(s, step);
  case DBX_STEP_YIELD:
    if (step->node && lang_eval(env, step->node, &v) != DBX_OK) return FLOW_FAIL;
    return s->g->i--, give(s, v);
  case DBX_STEP_FROM: return s->g->i--, delegate(s, step, v);
  case DBX_STEP_RETURN:
    if (step->node && lang_eval(env, step->node, &v) != DBX_OK) return FLOW_FAIL;
    return s->value = v, FLOW_RETURN;
  case DBX_STEP_ENTER: return enter(s, step);
  case DBX_STEP_LEAVE: return leave_block(s, &s->code->block[step->block], FLOW_NEXT);
  case DBX_STEP_CATCH: return catch(s, step);
  case DBX_STEP_RERAISE: (void)!lang_rethrow(take(s, step->slot)); return FLOW_FAIL;
  default: return resume_waiting(s, step);
  }
}

static flow one_step(running *s) {
  const dbx_flat_step *step = &s->code->step[s->g->i++];
  uint32_t mark = lang_pins();
  if (step->node) dbx_here = step->node->span;
  enter_block(s, step->block);
  flow f = take_step(s, step);
  if (f == FLOW_FAIL && step->node) blame_line(step->node->span);
  lang_unpin(mark);
  lang_set_pinned(s->kept, s->value);
  if (f != FLOW_NEXT) f = unwind(s, step->block, f);
  lang_set_pinned(s->kept, s->value);
  heap_safepoint();
  if (f == FLOW_NEXT && heap_check_budget() != DBX_OK) return FLOW_FAIL;
  return f;
}

// What the value that is sent, or the exception that is pending, does to the step that waits.
static flow continue_with(running *s, pv sent, bool thrown) {
  const dbx_flat_step *step = &s->code->step[s->g->i];
  bool begins = !s->g->end;
  if (begins) s->g->end = 1;
  if (begins) return thrown ? FLOW_FAIL : FLOW_NEXT;
  enter_block(s, step->block);
  flow f = FLOW_NEXT;
  if (step->kind == DBX_STEP_FROM) {
    f = thrown ? delegate_thrown(s, step) : delegate(s, step, sent);
  } else if (thrown) {
    f = FLOW_FAIL;
  } else {
    if (step->slot != DBX_NO_SLOT) *slot_of(s, step->slot) = sent;
    s->g->i++;
  }
  return f == FLOW_NEXT ? f : unwind(s, step->block, f);
}

// ---- generators ----

dbx_status steps_failed(void) {
  if (!lang_pending_is(DBX_S_StopIteration)) return DBX_FAIL;
  pv cause = lang_catch();
  uint32_t mark = lang_pins();
  lang_pin(cause);
  dbx_fail_as_(DBX_E214, DBX_S_RuntimeError, (dbx_span){0}, "generator raised StopIteration");
  pv exc = lang_catch();
  lang_instance(exc)->context = cause;
  lang_pin(exc);
  (void)!lang_raise(exc, cause);
  lang_unpin(mark);
  return DBX_FAIL;
}

static bool has_to_be_closed(const o_iter *g, const dbx_steps *code) {
  uint32_t i = code->step[g->i].block;
  for (; i; i = code->block[i].outer)
    if (code->block[i].kind == DBX_BLOCK_FINALLY || code->block[i].kind == DBX_BLOCK_WITH)
      return true;
  return false;
}

static flow run_on(o_iter *g, pv sent, bool thrown, pv *value) {
  running s = {.g = g,
               .code = g->node->more->scope->code,
               .value = pv_none(),
               .handled = lang_now->handled,
               .unwinding = lang_now->unwinding};
  uint32_t mark = lang_pins();
  lang_pin(s.handled);
  s.kept = lang_pins();
  lang_pin(s.value);
  flow f = continue_with(&s, sent, thrown);
  while (f == FLOW_NEXT && !s.gives) f = one_step(&s);
  lang_now->handled = s.handled;
  lang_now->unwinding = s.unwinding;
  lang_unpin(mark);
  if (f == FLOW_NEXT && has_to_be_closed(g, s.code)) generator_waits(g);
  return *value = s.value, f;
}

// It has returned or failed; what it refers to can go.
static void end(o_iter *g, flow f, pv value, dbx_span site) {
  const o_function *fn = (o_function *)g->src.o;
  if (f == FLOW_FAIL) {
    (void)!steps_failed();
    blame_frame();
    blame_caller(fn, site);
  }
  if (lang_now->draft.on) draft_left(g->env);
  g->done = true;
  g->src = f == FLOW_RETURN ? value : pv_none();
  g->env = NULL;
}

dbx_status steps_resume(o_iter *g, pv sent, bool thrown, pv *ret) {
  const o_function *fn = (o_function *)g->src.o;
  dbx_span here = dbx_here;
  lang_frame frame = {g->env, lang_now->frame, &here};
  bool traced = dbx_trace_current();
  o_dict *globals = lang_now->globals;
  uint32_t mark = lang_pins();
  pv value;
  lang_pin(pv_obj(g));
  lang_pin(pv_obj((void *)fn));
  lang_pin(sent);
  lang_now->frame = &frame;
  lang_now->globals = fn->globals;
  g->strict = true;
  if (traced && !thrown) lang_note_call(fn, g->env, here);
  flow f = run_on(g, sent, thrown, &value);
  g->strict = false;
  lang_now->globals = globals;
  lang_now->frame = frame.caller;
  if (traced && !thrown) lang_note_return(fn, f != FLOW_FAIL);
  if (f != FLOW_NEXT) end(g, f, value, here);
  if (f == FLOW_RETURN) close_dropped();
  lang_unpin(mark);
  if (f == FLOW_FAIL) return DBX_FAIL;
  dbx_here = here;
  if (f == FLOW_NEXT) *ret = value;
  return DBX_OK;
}
