// bindNested: the algorithm of the document, one function a line, and the two loops (see nested.h).
#include "ir/structure.h"
#include "trace/abstract.h"
#include "trace/assume.h"
#include "trace/rounds.h"
#include "trace/steps.h"
#include "trace/strategies.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void step(dbx_step s, uint32_t part) { dbx_log(step, .step = s, .part = part); }

// The second evaluation of a branch counts as the branch's part.
static uint32_t part_index(const dbx_bind *b, const dbx_part *p) {
  uint32_t i = 0;
  while (i + 1 < b->n_parts && p != &b->parts[i] && p != b->parts[i].retrace) i++;
  return i;
}

// ---- 1 and the record ----

static dbx_frame *find_tracing_context(void) {
  step(DBX_STEP_FIND_CONTEXT, 0);
  return dbx_trace_frame();
}

dbx_bind *dbx_open_bind(dbx_prim prim, dbx_sym name, uint32_t n_parts) {
  dbx_trace *t = dbx_trace_current();
  dbx_bind *b = DBX_NEW(&t->arena, dbx_bind);
  *b = (dbx_bind){
      .id = t->binds.n, .parent = (int64_t)t->bind - 1, .name = name, .span = dbx_trace_place()};
  b->prim = dbx_primitive_of(prim);
  b->parent_part = t->part;
  b->depth = t->bind ? t->binds.at[t->bind - 1]->depth + 1 : 0;
  b->parts = DBX_NEWN(&t->arena, dbx_part, n_parts);
  dbx_push(&t->binds, b);
  t->bind = b->id + 1;
  b->first_event = dbx_log(bind_open, .bind = b->id);
  b->frame = find_tracing_context();
  return b;
}

dbx_status dbx_close_bind(dbx_bind *b, dbx_status st) {
  dbx_trace *t = b->frame->trace;
  assert(t->bind == b->id + 1 && t->top == b->frame);
  if (st != DBX_OK && dbx_diag_pending()) b->failed = dbx_diag_pending()->cls;
  b->last_event = dbx_log(bind_close, .bind = b->id, .completed = st == DBX_OK);
  for (uint32_t i = 0; i < b->n_parts; i++) b->parts[i].of = NULL;
  t->bind = (uint32_t)(b->parent + 1);
  t->part = b->parent_part;
  return st;
}

// ---- 2: deduceInputType ----

static dbx_sig preserved_types(const dbx_list *in) {
  dbx_sig s = dbx_sig_new(dbx_trace_arena(), in->n);
  for (uint32_t i = 0; i < in->n; i++) {
    s.aval[i] = dbx_atom_aval(in->at[i]);
    s.expl[i] = true;
  }
  return s;
}

// One new DBIdx for each group of slots, implicit ones first.
static dbx_sig grouped_types(const dbx_bind *b, const dbx_list *in, dbx_list *expanded) {
  uint32_t n_implicit = b->n_groups, slot = 0, known = 0;
  dbx_sig s = dbx_sig_new(dbx_trace_arena(), n_implicit + in->n);
  *expanded = dbx_list_new(dbx_trace_arena(), s.n);
  for (uint32_t i = 0; i < in->n; i++) {
    const dbx_aval_info *v = dbx_aval_at(dbx_atom_aval(in->at[i]));
    dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
    for (uint32_t k = 0; k < v->rank; k++) {
      dims[k] = v->dims[k];
      if (!dbx_dim_is_var(dims[k])) continue;
      uint32_t group = b->slots[slot++].group;
      if (group == DBX_FIXED) continue;
      if (group == known) {
        dbx_var d = (dbx_var)dbx_dim_value(dims[k]);
        expanded->at[known] = d;
        s.aval[known++] = dbx_var_aval(d);
      }
      dims[k] = dbx_dim_make(DBX_DIM_DB, group);
    }
    s.aval[n_implicit + i] = dbx_aval_of(v->dtype, v->weak, v->rank, dims);
    s.expl[n_implicit + i] = true;
    expanded->at[n_implicit + i] = in->at[i];
  }
  return s;
}

void dbx_deduce_input_type(dbx_bind *b, dbx_part *p) {
  step(DBX_STEP_DEDUCE_INPUT, part_index(b, p));
  if (b->unshare_inputs || b->n_groups) {
    p->in_type = grouped_types(b, &p->collapsed_inputs, &p->expanded_inputs);
  } else {
    p->in_type = preserved_types(&p->collapsed_inputs);
    p->expanded_inputs = p->collapsed_inputs;
  }
  p->n_implicit_in = p->expanded_inputs.n - p->collapsed_inputs.n;
}

// ---- 3.1, 3.2: newTracingContext, parseInputType ----

static dbx_frame *new_tracing_context(dbx_bind *b, dbx_part *p, dbx_sym name) {
  step(DBX_STEP_NEW_CONTEXT, part_index(b, p));
  b->frame->trace->part = part_index(b, p);
  p->frame = dbx_frame_open(DBX_FRAME_NESTED, name);
  if (!dbx_is_of_jax(b->prim)) p->frame->deferral = b->frame->deferral;
  return p->frame;
}

static dbx_status parse_input_type(dbx_bind *b, dbx_part *p) {
  step(DBX_STEP_PARSE_INPUT, part_index(b, p));
  return dbx_part_inputs(p);
}

// ---- 3.3: eval ----

static dbx_status eval(dbx_bind *b, dbx_part *p, const dbx_callable *f) {
  p->of = f;
  step(DBX_STEP_EVAL, part_index(b, p));
  return dbx_part_eval(p, f, &b->span);
}

// ---- 3.4 to 3.6: constants, deduceOutputType, toJaxpr ----

static void find_constants(dbx_bind *b, dbx_part *p) {
  step(DBX_STEP_CONSTANTS, part_index(b, p));
  dbx_part_simplify(p, true);
  p->frame->jaxpr = p->jaxpr;
}

static bool is_condition(const dbx_bind *b, const dbx_part *p) {
  return b->prim->id == DBX_PRIM_while_loop && p == &b->parts[0];
}

// The implicit results of a loop with groups: the length that the first slot of each has after the
// body.
static dbx_list group_results(const dbx_bind *b, const dbx_part *p) {
  dbx_list outs = dbx_list_new(dbx_trace_arena(), b->n_groups);
  uint32_t next = 0;
  for (uint32_t i = 0; i < b->n_slots; i++)
    if (b->slots[i].group == next)
      outs.at[next++] = dbx_atom_of_dim(dbx_slot_result(p, &b->slots[i]));
  outs.n = next;
  return outs;
}

static void deduce_output_type(dbx_bind *b, dbx_part *p) {
  step(DBX_STEP_DEDUCE_OUTPUT, part_index(b, p));
  dbx_expansion x = {.every_axis = b->unshare_inputs};
  if (b->force_arg0_outdbidx) x.index = p->body_inputs.at[p->n_implicit_in];
  // the condition of a while_loop has no carries among its results
  bool grouped = b->n_groups && !b->unshare_inputs && p->n_implicit_in && !is_condition(b, p);
  dbx_list implicit = grouped ? group_results(b, p) : (dbx_list){0};
  dbx_part_outputs(p, &x, grouped ? &implicit : NULL);
}

static void to_jaxpr(dbx_bind *b, dbx_part *p) {
  step(DBX_STEP_TO_JAXPR, part_index(b, p));
  dbx_part_finish(p);
  dbx_part_lead_constants(p);
  p->captures = dbx_arena_copy(dbx_trace_arena(), p->frame->consts.at,
                               p->frame->consts.n * sizeof *p->captures);
  p->n_captures = p->frame->consts.n;
}

void dbx_complete_part(dbx_bind *b, dbx_part *p) {
  find_constants(b, p);
  deduce_output_type(b, p);
  to_jaxpr(b, p);
}

// ---- 3: abstractEval ----

static dbx_status abstract_eval_open(dbx_bind *b, dbx_part *p, const dbx_callable *f) {
  DBX_TRY(parse_input_type(b, p));
  DBX_TRY(eval(b, p, f));
  dbx_complete_part(b, p);
  return DBX_OK;
}

dbx_status dbx_abstract_eval(dbx_bind *b, dbx_part *p, const dbx_callable *f) {
  dbx_span here = dbx_here;
  dbx_frame *inner = new_tracing_context(b, p, f->name);
  const dbx_deferral *d = inner->deferral;
  dbx_status st = d ? d->enter(d->ctx, inner) : DBX_OK;
  if (st == DBX_OK) st = abstract_eval_open(b, p, f);
  if (d && st == DBX_OK) st = d->leave(d->ctx, inner);
  dbx_here = here;
  if (d && st == DBX_OK) dbx_frame_leave(inner);
  else dbx_frame_close(inner);
  return st;
}

// ---- 4 to 6: parseOutputType, emitJaxprLine, collapse ----

// The InDBIdx of a type count [*K, *D, (index), *X]; at[position] is the operand.
void dbx_parse_output_type(dbx_bind *b, const dbx_atom *operand_at) {
  step(DBX_STEP_PARSE_OUTPUT, 0);
  b->results = dbx_list_new(dbx_trace_arena(), b->eqn_out_type.n);
  dbx_tracers_of_output(b->frame, &b->eqn_out_type, operand_at, b->results.at);
}

static int by_name(const void *x, const void *y) {
  return strcmp(dbx_sym_text(((const dbx_kv *)x)->key), dbx_sym_text(((const dbx_kv *)y)->key));
}

dbx_status dbx_emit_jaxpr_line(dbx_bind *b, dbx_kv *params, uint32_t n) {
  step(DBX_STEP_EMIT, 0);
  qsort(params, n, sizeof *params, by_name);
  uint32_t at = b->frame->eqns.n;
  dbx_status st = dbx_emit(b->frame, b->prim, b->operands.at, b->operands.n, b->results.at,
                           b->results.n, params, n);
  b->event = b->frame->eqns.at[at].event;
  return st;
}

void dbx_collapse(const dbx_bind *b, dbx_leaves *ret) {
  step(DBX_STEP_COLLAPSE, 0);
  const dbx_sig *s = &b->eqn_out_type;
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, s->n), .tree = b->parts[b->n_parts - 1].out_tree};
  for (uint32_t i = 0; i < s->n; i++)
    if (s->expl[i]) ret->at[ret->n++] = dbx_frame_result(b->frame, b->results.at[i]);
}

// ---- operands ----

static dbx_status capture_atom(dbx_bind *b, const dbx_capture *c, dbx_atom *ret) {
  if (c->array) return *ret = dbx_lift_array(b->frame, c->array), DBX_OK;
  return dbx_lift(b->frame, c->outer, ret);
}

// K: the constants as the caller's frame sees them; it lifts them only now.
dbx_status dbx_push_constants(dbx_bind *b, const dbx_part *p, dbx_atoms *ops) {
  for (uint32_t i = 0; i < p->n_constants; i++) {
    dbx_atom a;
    DBX_TRY(capture_atom(b, &p->constants[i], &a));
    dbx_push(ops, a);
  }
  return DBX_OK;
}

static void push_list(dbx_atoms *ops, const dbx_atom *at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) dbx_push(ops, at[i]);
}

void dbx_set_operands(dbx_bind *b, dbx_atoms *ops) {
  b->operands = dbx_list_copy(dbx_trace_arena(), ops->at, ops->n);
  dbx_vec_free(ops);
}

dbx_status dbx_raise_inputs(dbx_bind *b, dbx_part *p, dbx_atom index, const dbx_val *init,
                            uint32_t n) {
  uint32_t k = index != 0;
  b->first_carry = k, b->n_carries = n;
  p->collapsed_inputs = dbx_list_new(dbx_trace_arena(), n + k);
  if (index) p->collapsed_inputs.at[0] = index;
  for (uint32_t i = 0; i < n; i++) {
    if (!dbx_is_arraylike(&init[i]))
      return dbx_fail(DBX_E511, b->span, "carry %u of the %s is a %s, not an array", i,
                      b->prim->name, dbx_val_type_name(&init[i]));
    DBX_TRY(dbx_frame_atom(b->frame, &init[i], &p->collapsed_inputs.at[i + k]));
  }
  return DBX_OK;
}

// ---- deferred: the first pass is over ----

static dbx_status operand_of(dbx_bind *b, const dbx_part *p, uint32_t i, dbx_atom *ret) {
  if (i < p->n_constants) return capture_atom(b, &p->constants[i], ret);
  return *ret = p->expanded_inputs.at[i - p->n_constants], DBX_OK;
}

// Only what the types of the results name is lifted now: the rest when the equation is bound.
static dbx_status named_operands(dbx_bind *b, const dbx_part *p, uint32_t first, dbx_atom *at) {
  for (uint32_t i = 0; i < b->eqn_out_type.n; i++) {
    const dbx_aval_info *t = dbx_aval_at(b->eqn_out_type.aval[i]);
    for (uint32_t k = 0; k < t->rank; k++) {
      if (dbx_dim_kind_of(t->dims[k]) != DBX_DIM_INDB) continue;
      uint32_t n = (uint32_t)dbx_dim_value(t->dims[k]);
      DBX_TRY(operand_of(b, p, n - first, &at[n]));
    }
  }
  return DBX_OK;
}

dbx_status dbx_defer(dbx_bind *b, const dbx_part *p, uint32_t first,
                     dbx_status (*finish)(dbx_bind *b), dbx_leaves *ret) {
  dbx_atom *at = DBX_TMP(dbx_atom, first + p->n_constants + p->expanded_inputs.n + 1);
  DBX_TRY(named_operands(b, p, first, at));
  dbx_parse_output_type(b, at);
  dbx_collapse(b, ret);
  b->finish = finish;
  return b->frame->deferral->defer(b->frame->deferral->ctx, b);
}

// ---- for_loop ----

static dbx_status raise_bounds(dbx_bind *b, const dbx_for_spec *s) {
  const dbx_val *v[] = {&s->lower, &s->upper, &s->step};
  static const char *const name[] = {"lower bound", "upper bound", "step"};
  b->bounds = dbx_list_new(dbx_trace_arena(), 3);
  for (int i = 0; i < 3; i++) {
    if (!dbx_is_arraylike(v[i]) || !dbx_aval_is_int_scalar(dbx_val_aval(v[i])))
      return dbx_fail_(DBX_E513, b->span, "the %s of the for_loop is not an integer scalar",
                       name[i]),
             dbx_note_operand(name[i], (dbx_span){0}, v[i]), DBX_FAIL;
    DBX_TRY(dbx_frame_atom(b->frame, v[i], &b->bounds.at[i]));
  }
  return DBX_OK;
}

static bool runs_at_least_once(const dbx_for_spec *s) {
  bool ints = s->lower.kind == DBX_V_INT && s->upper.kind == DBX_V_INT && s->step.kind == DBX_V_INT;
  return ints &&
         (s->step.i > 0 ? s->lower.i < s->upper.i : s->step.i < 0 && s->lower.i > s->upper.i);
}

static dbx_status for_operands(dbx_bind *b, const dbx_part *p) {
  dbx_atoms ops = {0};
  dbx_status st = dbx_push_constants(b, p, &ops);
  push_list(&ops, p->expanded_inputs.at, p->n_implicit_in);
  push_list(&ops, b->bounds.at, 3);
  push_list(&ops, p->collapsed_inputs.at, p->collapsed_inputs.n);
  dbx_set_operands(b, &ops);
  return st;
}

// How the parameter preserve_dimensions prints; lowering and execution do not need it.
static bool preserves(const dbx_bind *b) {
  return b->resizing == DBX_INFER ? !b->n_groups : b->resizing != DBX_RESIZE;
}

static void for_results(dbx_bind *b, const dbx_part *p) {
  uint32_t before = p->n_constants + p->n_implicit_in; // the index is 3 operands further right
  dbx_atom *at = DBX_TMP(dbx_atom, b->operands.n);
  for (uint32_t i = 0; i < p->jaxpr->n_in; i++) at[i] = b->operands.at[i < before ? i : i + 3];
  dbx_parse_output_type(b, at);
}

static dbx_status emit_for(dbx_bind *b, const dbx_part *p) {
  dbx_kv kv[] = {{DBX_S_apply_reverse_transform, dbx_p_bool(b->reverse)},
                 {DBX_S_body_jaxpr, dbx_p_jaxpr(p->jaxpr)},
                 {DBX_S_body_nconsts, dbx_p_int(p->n_constants)},
                 {DBX_S_nimplicit, dbx_p_int(p->n_implicit_in)},
                 {DBX_S_preserve_dimensions, dbx_p_bool(preserves(b))}};
  return dbx_emit_jaxpr_line(b, kv, 5);
}

static dbx_status trace_for(dbx_bind *b, void *ctx) {
  const dbx_for_spec *s = ctx;
  dbx_deduce_input_type(b, &b->parts[0]);
  return dbx_abstract_eval(b, &b->parts[0], &s->body);
}

static dbx_status finish_for(dbx_bind *b) {
  DBX_TRY(for_operands(b, &b->parts[0]));
  return emit_for(b, &b->parts[0]);
}

static dbx_status bind_for(dbx_bind *b, const dbx_for_spec *s, const dbx_val *init, uint32_t n,
                           dbx_leaves *ret) {
  dbx_part *p = &b->parts[0];
  p->name = "body";
  b->n_parts = 1;
  b->resizing = s->resizing;
  b->unshare_inputs = s->resizing == DBX_RESIZE;
  b->force_arg0_outdbidx = true;
  b->reverse = s->step.kind == DBX_V_INT && s->step.i < 0;
  DBX_TRY(raise_bounds(b, s));
  DBX_TRY(dbx_raise_inputs(b, p, b->bounds.at[0], init, n));
  dbx_open_slots(b, p);
  DBX_TRY(dbx_trace_rounds(b, trace_for, (void *)(uintptr_t)s));
  b->n_implicit = p->n_implicit_in;
  bool deferred = b->frame->deferral != NULL;
  if (!deferred) DBX_TRY(for_operands(b, p));
  DBX_TRY(dbx_check_carries(b));
  b->eqn_out_type = dbx_loop_result_type(b, runs_at_least_once(s));
  if (deferred) return dbx_defer(b, p, 0, finish_for, ret);
  for_results(b, p);
  DBX_TRY(emit_for(b, p));
  dbx_collapse(b, ret);
  return DBX_OK;
}

static dbx_status bind_for_as(const dbx_loop_call *c, dbx_resizing r, dbx_leaves *ret) {
  dbx_for_spec s = *(const dbx_for_spec *)c->spec;
  s.resizing = r;
  dbx_bind *b = dbx_open_bind(DBX_PRIM_for_loop, s.body.name, 1);
  return dbx_close_bind(b, bind_for(b, &s, c->init, c->n, ret));
}

static dbx_status bind_whole_for(void *ctx, dbx_leaves *ret) { return dbx_bind_loop(ctx, ret); }

static dbx_status bind_no_trips(void *ctx, dbx_leaves *ret) {
  const dbx_loop_call *c = ctx;
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, c->n + 1), .n = c->n};
  for (uint32_t i = 0; i < c->n; i++) ret->at[i] = c->init[i];
  return DBX_OK;
}

dbx_status dbx_bind_for(const dbx_for_spec *s, const dbx_val *init, uint32_t n, dbx_leaves *ret) {
  dbx_loop_call c = {bind_for_as, s, &s->body, s->resizing, init, n};
  bool none;
  if (dbx_decide_no_trips(&s->lower, &s->upper, &s->step, &none) && none)
    return dbx_bind_decided(bind_whole_for, bind_no_trips, &c, ret);
  return dbx_bind_loop(&c, ret);
}

// ---- while_loop ----

static dbx_status refuse_predicate(const dbx_bind *b, const dbx_part *p, const char *tree) {
  dbx_buf words = {0};
  dbx_put_structure(&words, tree);
  dbx_fail_(DBX_E505, b->span,
            "A single boolean scalar was expected, got %s: the condition of the loop says whether "
            "there is another round",
            dbx_text(&words));
  return dbx_buf_free(&words), DBX_FAIL;
}

dbx_status dbx_check_predicate(const dbx_bind *b, const dbx_part *p) {
  const char *tree = dbx_sym_text(p->out_tree);
  if (strcmp(tree, "PyTreeDef(*)") || p->jaxpr->n_out != 1) // a recording may give another number
    return refuse_predicate(b, p, tree);
  dbx_aval a = dbx_out_aval(p, 0);
  if (dbx_aval_at(a)->dtype == DBX_BOOL && dbx_aval_at(a)->rank == 0) return DBX_OK;
  dbx_fail_(
      DBX_E505, b->span,
      "A single boolean scalar was expected, got the value %s: the condition of the loop says "
      "whether there is another round",
      dbx_aval_text(a));
  dbx_note_atom(p->collapsed_outputs.at[0], "result of the condition");
  return DBX_FAIL;
}

dbx_status dbx_while_operands(dbx_bind *b, const dbx_part *test, const dbx_part *body) {
  dbx_atoms ops = {0};
  dbx_status st = dbx_push_constants(b, test, &ops);
  if (st == DBX_OK) st = dbx_push_constants(b, body, &ops);
  push_list(&ops, body->expanded_inputs.at, body->expanded_inputs.n);
  dbx_set_operands(b, &ops);
  return st;
}

static dbx_status emit_while(dbx_bind *b, const dbx_part *test, const dbx_part *body) {
  dbx_kv kv[] = {{DBX_S_body_jaxpr, dbx_p_jaxpr(body->jaxpr)},
                 {DBX_S_body_nconsts, dbx_p_int(body->n_constants)},
                 {DBX_S_cond_jaxpr, dbx_p_jaxpr(test->jaxpr)},
                 {DBX_S_cond_nconsts, dbx_p_int(test->n_constants)},
                 {DBX_S_nimplicit, dbx_p_int(body->n_implicit_in)},
                 {DBX_S_preserve_dimensions, dbx_p_bool(preserves(b))}};
  return dbx_emit_jaxpr_line(b, kv, 6);
}

typedef struct while_trace {
  const dbx_while_spec *spec;
  const dbx_val *init;
  uint32_t n;
} while_trace;

static dbx_status trace_while(dbx_bind *b, void *ctx) {
  const while_trace *w = ctx;
  for (uint32_t i = 0; i < 2; i++) {
    dbx_part *p = &b->parts[i];
    b->n_parts = i + 1;
    if (i) DBX_TRY(dbx_raise_inputs(b, p, 0, w->init, w->n));
    dbx_deduce_input_type(b, p);
    DBX_TRY(dbx_abstract_eval(b, p, i ? &w->spec->body : &w->spec->cond));
  }
  return DBX_OK;
}

static dbx_status finish_while(dbx_bind *b) {
  DBX_TRY(dbx_while_operands(b, &b->parts[0], &b->parts[1]));
  return emit_while(b, &b->parts[0], &b->parts[1]);
}

static dbx_status bind_while(dbx_bind *b, const dbx_while_spec *s, const dbx_val *init, uint32_t n,
                             dbx_leaves *ret) {
  dbx_part *test = &b->parts[0], *body = &b->parts[1];
  test->name = "cond", body->name = "body";
  b->n_parts = 1;
  b->resizing = s->resizing;
  b->unshare_inputs = s->resizing == DBX_RESIZE;
  DBX_TRY(dbx_raise_inputs(b, test, 0, init, n));
  dbx_open_slots(b, test);
  DBX_TRY(dbx_trace_rounds(b, trace_while, &(while_trace){s, init, n}));
  DBX_TRY(dbx_check_predicate(b, test));
  b->n_implicit = body->n_implicit_in;
  bool deferred = b->frame->deferral != NULL;
  if (!deferred) DBX_TRY(dbx_while_operands(b, test, body));
  DBX_TRY(dbx_check_carries(b));
  b->eqn_out_type = dbx_loop_result_type(b, false);
  if (deferred) return dbx_defer(b, body, 0, finish_while, ret);
  dbx_parse_output_type(b, b->operands.at + test->n_constants);
  DBX_TRY(emit_while(b, test, body));
  dbx_collapse(b, ret);
  return DBX_OK;
}

static dbx_status bind_while_as(const dbx_loop_call *c, dbx_resizing r, dbx_leaves *ret) {
  dbx_while_spec s = *(const dbx_while_spec *)c->spec;
  s.resizing = r;
  dbx_bind *b = dbx_open_bind(DBX_PRIM_while_loop, s.body.name, 2);
  return dbx_close_bind(b, bind_while(b, &s, c->init, c->n, ret));
}

dbx_status dbx_bind_while(const dbx_while_spec *s, const dbx_val *init, uint32_t n,
                          dbx_leaves *ret) {
  return dbx_bind_loop(&(dbx_loop_call){bind_while_as, s, &s->body, s->resizing, init, n}, ret);
}
