// A trace of a Jaxpr that was read. Nothing was traced, so the frames, events and bind records are
// made from the equations: what tracing a program with this Jaxpr leaves behind. All views of
// traces work on it; its tracers have no other names than the letters of the text.
#include "trace/from_text.h"

#include "prim/prim.h"
#include "read/read.h"
#include "trace/steps.h"
#include <string.h>

static void enter_equations(dbx_frame *f, dbx_jaxpr *j);

static void step(dbx_step s, uint32_t part) { dbx_log(step, .step = s, .part = part); }

// ---- frames ----

static void own(dbx_frame *f, dbx_var v, uint32_t birth) {
  dbx_var_at(v)->frame = f->id;
  dbx_var_at(v)->birth = birth;
}

// outer: 0 for an array, or for nothing at all
static void own_constant(dbx_frame *f, dbx_var v, dbx_atom outer) {
  own(f, v, dbx_log(constant, .variable = v, .outer = outer));
}

// array: what stands for it, of which the frame has a reference; NULL: it is not known
static void enter_capture(dbx_frame *f, dbx_var inner, dbx_atom outer, dbx_array *array) {
  bool literal = dbx_is_literal(outer);
  dbx_capture c = {
      .inner = inner, .outer = literal ? 0 : outer, .array = array ? dbx_array_ref(array) : NULL};
  dbx_push(&f->consts, c);
  if (outer && !literal) dbx_map_put(&f->const_of, outer, inner);
  own_constant(f, inner, literal ? 0 : outer);
}

static void enter_constants(dbx_frame *f, const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_const; i++)
    enter_capture(f, j->constvars[i], 0, j->consts ? j->consts[i] : NULL);
}

static void enter_argument(dbx_frame *f, dbx_var v) {
  dbx_push(&f->invars, v);
  own(f, v, dbx_log(argument, .variable = v));
}

static dbx_frame *open_frame(dbx_frame_kind kind, const char *name, const dbx_jaxpr *j) {
  dbx_map_put(&trace_now->entered, (uint64_t)(uintptr_t)j, 1);
  return dbx_frame_open(kind, dbx_intern(name));
}

// A Jaxpr that is no part of a bind: a call, or the function that a scatter combines with.
static void enter_call(void *ctx, dbx_jaxpr *j) {
  if (dbx_map_find(&trace_now->entered, (uint64_t)(uintptr_t)j)) return;
  dbx_frame *f = open_frame(DBX_FRAME_CALL, ctx, j);
  enter_constants(f, j);
  for (uint32_t i = 0; i < j->n_in; i++) enter_argument(f, j->invars[i]);
  enter_equations(f, j);
  dbx_frame_close(f);
}

static void enter_equation(dbx_frame *f, dbx_eqn *e) {
  dbx_eqn mine = *e;
  mine.out = dbx_arena_copy(&f->trace->arena, e->out, e->n_out * sizeof *e->out);
  for (uint32_t i = 0; i < e->n_out; i++) mine.out[i] &= DBX_HANDLE;
  mine.event = e->event =
      dbx_log(equation, .equation = f->eqns.n, .first = e->n_out ? mine.out[0] : 0);
  for (uint32_t i = 0; i < e->n_out; i++) {
    dbx_var_at(mine.out[i])->frame = f->id;
    dbx_var_at(mine.out[i])->birth = e->event;
  }
  dbx_push(&f->eqns, mine);
}

// The binders' types: dims are results to the left, or operands.
static dbx_sig result_types(const dbx_bind *b, const dbx_atom *operand_at, uint32_t n,
                            uint32_t n_implicit) {
  dbx_positions left = {b->results.at, b->results.n, DBX_DIM_OUTDB, NULL},
                in = {operand_at, n, DBX_DIM_INDB, NULL};
  dbx_sig s = dbx_types_by(dbx_trace_arena(), b->results.at, b->results.n, n_implicit, &left);
  for (uint32_t i = 0; i < s.n; i++) s.aval[i] = dbx_aval_map(s.aval[i], dbx_position_of, &in);
  return s;
}

// ---- parts of binds ----

// How the inputs of a nested Jaxpr are used: [*constants, *implicit, *explicit]; the operand of
// each. The constants of other branches, named with a trailing "_", are inputs of a branch too.
typedef struct layout {
  dbx_jaxpr *j;
  const dbx_atom *operand; // of the equation
  uint32_t n_constants, first_constant;
  uint32_t n_implicit, first_input; // operand of the first input that is no constant
  uint32_t index;                   // 1: a loop index, whose operand is three to the right
  uint32_t n_implicit_out;
} layout;

static dbx_list inputs_of(const layout *l) {
  uint32_t n = l->j->n_in - l->n_constants;
  dbx_list in = dbx_list_new(dbx_trace_arena(), n);
  for (uint32_t i = 0; i < n; i++)
    in.at[i] = l->operand[l->first_input + i + (i >= l->n_implicit ? 3 * l->index : 0)];
  return in;
}

static dbx_list from(dbx_list l, uint32_t first) { return (dbx_list){l.at + first, l.n - first}; }

static bool is_dim_of(dbx_var v, const dbx_list *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(l->at[i]));
    for (uint32_t k = 0; k < t->rank; k++)
      if (t->dims[k] == dbx_dim_var(v)) return true;
  }
  return false;
}

static void keep_captures(dbx_part *p) {
  const dbx_frame *f = p->frame;
  p->captures = dbx_arena_copy(dbx_trace_arena(), f->consts.at, f->consts.n * sizeof *f->consts.at);
  p->constants = p->captures;
  p->n_captures = p->n_constants = f->consts.n;
  while (p->n_constants1 < f->consts.n &&
         is_dim_of(f->consts.at[p->n_constants1].inner, &p->body_inputs))
    p->n_constants1++;
}

static void take_types(dbx_part *p, const layout *l) {
  dbx_arena *a = dbx_trace_arena();
  dbx_atom *ins = DBX_TMP(dbx_atom, l->j->n_in + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->n_constants; i++) ins[n++] = p->constants[i].inner;
  for (uint32_t i = 0; i < p->body_inputs.n; i++) ins[n++] = p->body_inputs.at[i];
  dbx_positions in = {p->body_inputs.at, p->body_inputs.n, DBX_DIM_DB, p->frame};
  p->in_type =
      dbx_types_by(dbx_trace_arena(), p->body_inputs.at, p->body_inputs.n, l->n_implicit, &in);
  p->expanded_outputs = dbx_list_copy(a, l->j->outs, l->j->n_out);
  p->collapsed_outputs = from(p->expanded_outputs, l->n_implicit_out);
  p->n_implicit_out = l->n_implicit_out;
  p->out_type = dbx_infer_output_type(a, ins, n, l->j->outs, l->j->n_out, l->n_implicit_out,
                                      l->index ? p->body_inputs.at[l->n_implicit] : 0);
  p->out_tree = dbx_intern("");
  p->jaxpr = dbx_arena_copy(a, l->j, sizeof *l->j); // with its own constants only
  p->jaxpr->invars = dbx_arena_copy(a, ins, n * sizeof *ins);
  p->jaxpr->n_in = n;
}

static void enter_part(dbx_bind *b, uint32_t index, const char *name, const layout *l) {
  dbx_part *p = &b->parts[index];
  bool shared = dbx_map_find(&trace_now->entered, (uint64_t)(uintptr_t)l->j);
  p->name = name;
  b->frame->trace->part = index;
  step(DBX_STEP_DEDUCE_INPUT, index);
  p->expanded_inputs = inputs_of(l);
  p->collapsed_inputs = from(p->expanded_inputs, l->n_implicit);
  p->n_implicit_in = l->n_implicit;
  step(DBX_STEP_NEW_CONTEXT, index);
  p->frame = open_frame(DBX_FRAME_NESTED, name, l->j);
  step(DBX_STEP_PARSE_INPUT, index);
  for (uint32_t i = 0; i < l->n_constants; i++) {
    if (dbx_var_at(l->j->invars[i])->suffix) own_constant(p->frame, l->j->invars[i], 0);
    else enter_capture(p->frame, l->j->invars[i], l->operand[l->first_constant + i], NULL);
  }
  for (uint32_t i = l->n_constants; i < l->j->n_in; i++) enter_argument(p->frame, l->j->invars[i]);
  p->body_inputs =
      dbx_list_copy(dbx_trace_arena(), l->j->invars + l->n_constants, l->j->n_in - l->n_constants);
  step(DBX_STEP_EVAL, index);
  if (!shared) enter_equations(p->frame, l->j);
  step(DBX_STEP_CONSTANTS, index);
  keep_captures(p);
  step(DBX_STEP_DEDUCE_OUTPUT, index);
  take_types(p, l);
  step(DBX_STEP_TO_JAXPR, index);
  dbx_frame_close(p->frame);
}

// ---- binds ----

static uint32_t count_of(const dbx_eqn *e, dbx_sym key) { return (uint32_t)dbx_eqn_int(e, key); }

static void take_results(dbx_bind *b, const dbx_eqn *e) {
  b->operands = dbx_list_copy(dbx_trace_arena(), e->in, e->n_in);
  b->results = dbx_list_copy(dbx_trace_arena(), e->out, e->n_out);
  for (uint32_t i = 0; i < e->n_out; i++) b->results.at[i] &= DBX_HANDLE;
  step(DBX_STEP_PARSE_OUTPUT, 0);
}

static void loop(dbx_bind *b, const dbx_eqn *e, uint32_t first_carry, uint32_t n_carries) {
  b->first_carry = first_carry, b->n_carries = n_carries;
  b->unshare_inputs = dbx_lists_parameter(e->prim, DBX_S_preserve_dimensions) &&
                      !dbx_eqn_int(e, DBX_S_preserve_dimensions);
  b->resizing = b->unshare_inputs ? DBX_RESIZE : DBX_PRESERVE;
  b->n_implicit = count_of(e, DBX_S_nimplicit);
}

static void enter_for(dbx_bind *b, const dbx_eqn *e) {
  uint32_t k = count_of(e, DBX_S_body_nconsts), d = count_of(e, DBX_S_nimplicit);
  loop(b, e, 1, e->n_in - k - d - 4);
  b->force_arg0_outdbidx = true;
  b->reverse = dbx_eqn_int(e, DBX_S_apply_reverse_transform);
  b->bounds = dbx_list_copy(dbx_trace_arena(), e->in + k + d, 3);
  b->n_parts = 1;
  dbx_jaxpr *body = dbx_eqn_param(e, DBX_S_body_jaxpr)->jaxpr;
  enter_part(b, 0, "body", &(layout){body, e->in, k, 0, d, k, 1, d});
  take_results(b, e);
  dbx_atom *at = DBX_TMP(dbx_atom, body->n_in);
  for (uint32_t i = 0; i < body->n_in; i++) at[i] = e->in[i < k + d ? i : i + 3];
  b->eqn_out_type = result_types(b, at, body->n_in, d);
}

static void enter_while(dbx_bind *b, const dbx_eqn *e) {
  uint32_t kc = count_of(e, DBX_S_cond_nconsts), kb = count_of(e, DBX_S_body_nconsts),
           d = count_of(e, DBX_S_nimplicit);
  loop(b, e, 0, e->n_in - kc - kb - d);
  dbx_jaxpr *test = dbx_eqn_param(e, DBX_S_cond_jaxpr)->jaxpr,
            *body = dbx_eqn_param(e, DBX_S_body_jaxpr)->jaxpr;
  b->n_parts = 1;
  enter_part(b, 0, "cond", &(layout){test, e->in, kc, 0, d, kc + kb, 0, 0});
  b->n_parts = 2;
  enter_part(b, 1, "body", &(layout){body, e->in, kb, kc, d, kc + kb, 0, d});
  take_results(b, e);
  b->eqn_out_type = result_types(b, e->in + kc, e->n_in - kc, d);
}

static void enter_scan(dbx_bind *b, const dbx_eqn *e) {
  uint32_t k = count_of(e, DBX_S_num_consts);
  loop(b, e, 0, count_of(e, DBX_S_num_carry));
  b->reverse = dbx_eqn_int(e, DBX_S_reverse);
  b->n_parts = 1;
  dbx_jaxpr *body = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr;
  enter_part(b, 0, "body", &(layout){body, e->in, k, 0, 0, k, 0, 0});
  take_results(b, e);
  b->eqn_out_type = result_types(b, e->in, e->n_in, 0);
}

// Of a branch's inputs all are constants: its own, and those of the other branches.
static void enter_cond(dbx_bind *b, const dbx_eqn *e) {
  const dbx_param *branches = dbx_eqn_param(e, DBX_S_branch_jaxprs);
  uint32_t preds = branches->n - 1, d = count_of(e, DBX_S_nimplicit_outputs);
  b->unshare_inputs = true;
  b->n_implicit = d;
  b->preds = dbx_list_copy(dbx_trace_arena(), e->in, preds);
  for (uint32_t i = 0; i < branches->n; i++) {
    dbx_jaxpr *j = branches->item[i]->jaxpr;
    b->n_parts = i + 1;
    enter_part(b, i,
               i == 0       ? "if"
               : i == preds ? "otherwise"
                            : "else_if",
               &(layout){j, e->in, j->n_in, preds, 0, e->n_in, 0, d});
  }
  take_results(b, e);
  uint32_t one = preds > 0; // InDBIdx count one predicate
  b->eqn_out_type = result_types(b, e->in + preds - one, e->n_in - preds + one, d);
}

// The text does not say which operands are constants: all are.
static void enter_switch(dbx_bind *b, const dbx_eqn *e) {
  const dbx_param *branches = dbx_eqn_param(e, DBX_S_branches);
  b->preds = dbx_list_copy(dbx_trace_arena(), e->in, 1);
  for (uint32_t i = 0; i < branches->n; i++) {
    dbx_jaxpr *j = branches->item[i]->jaxpr;
    b->n_parts = i + 1;
    enter_part(b, i, "branch", &(layout){j, e->in, j->n_in, 1, 0, e->n_in, 0, 0});
  }
  take_results(b, e);
  b->eqn_out_type = result_types(b, e->in, e->n_in, 0);
}

static const struct {
  dbx_prim prim;
  void (*enter)(dbx_bind *b, const dbx_eqn *e);
} kinds[] = {{DBX_PRIM_for_loop, enter_for}, {DBX_PRIM_while_loop, enter_while},
             {DBX_PRIM_while, enter_while},  {DBX_PRIM_scan, enter_scan},
             {DBX_PRIM_cond, enter_cond},    {DBX_PRIM_switch, enter_switch}};

static void enter_bind(dbx_frame *f, dbx_eqn *e, void (*enter)(dbx_bind *b, const dbx_eqn *e)) {
  const dbx_param *branches =
      dbx_eqn_param(e, e->prim->id == DBX_PRIM_switch ? DBX_S_branches : DBX_S_branch_jaxprs);
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_bind *b =
      dbx_open_bind((dbx_prim)e->prim->id, dbx_intern(e->prim->name), branches ? branches->n : 2);
  enter(b, e);
  dbx_here = e->span;
  step(DBX_STEP_EMIT, 0);
  enter_equation(f, e);
  b->event = e->event;
  step(DBX_STEP_COLLAPSE, 0);
  (void)dbx_close_bind(b, DBX_OK);
  dbx_scratch_release(m);
}

static void enter_equations(dbx_frame *f, dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    dbx_eqn *e = &j->eqns[i];
    size_t k = 0;
    dbx_here = e->span;
    while (k < sizeof kinds / sizeof *kinds && (int)kinds[k].prim != e->prim->id) k++;
    if (k < sizeof kinds / sizeof *kinds) {
      enter_bind(f, e, kinds[k].enter);
      continue;
    }
    dbx_eqn_each_jaxpr(e, enter_call, (void *)(uintptr_t)e->prim->name);
    dbx_here = e->span;
    enter_equation(f, e);
  }
}

// ---- the trace ----

static void enter_function(dbx_trace *t, dbx_jaxpr *j) {
  dbx_frame *f = dbx_frame_open(DBX_FRAME_FUNCTION, t->function);
  uint32_t n = j->n_const + j->n_in;
  dbx_list in = dbx_list_new(&t->arena, n);
  for (uint32_t i = 0; i < j->n_const; i++) in.at[i] = j->constvars[i];
  for (uint32_t i = 0; i < j->n_in; i++) in.at[j->n_const + i] = j->invars[i];
  enter_constants(f, j);
  for (uint32_t i = 0; i < j->n_in; i++) enter_argument(f, j->invars[i]);
  enter_equations(f, j);
  dbx_positions db = {j->invars, j->n_in, DBX_DIM_DB, NULL};
  t->in_type = dbx_types_by(dbx_trace_arena(), j->invars, j->n_in, j->n_implicit_in, &db);
  t->out_type = dbx_infer_output_type(&t->arena, in.at, n, j->outs, j->n_out, j->n_implicit_out, 0);
  t->jaxpr = j;
  dbx_frame_close(f);
}

dbx_status dbx_trace_enter(dbx_trace *t, dbx_jaxpr *j) {
  dbx_span here = dbx_here;
  dbx_status st = dbx_check_jaxpr(j);
  if (st == DBX_OK) enter_function(t, j);
  dbx_map_free(&trace_now->entered);
  return dbx_here = here, st;
}

dbx_status dbx_trace_read(uint32_t file, dbx_sym name, dbx_trace **ret) {
  dbx_span here = dbx_here;
  size_t n;
  (void)dbx_source_text(file, &n);
  dbx_here = (dbx_span){file, 0, (uint32_t)n};
  dbx_trace *t = dbx_trace_begin(name);
  dbx_jaxpr *j;
  dbx_status st = dbx_read_jaxpr(file, &t->arena, &j);
  if (st == DBX_OK) st = dbx_trace_enter(t, j);
  dbx_here = here;
  dbx_trace_end(t);
  if (st != DBX_OK) return dbx_trace_free(t), st;
  return *ret = t, DBX_OK;
}
