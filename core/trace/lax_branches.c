// jax's own conditional, of lax.cond and lax.switch (see lax.h). Its branches take the same
// operands, and what they capture: the constants of every branch are operands of all.
#include "trace/lax.h"

// ---- results agree ----

// The length of a constant of the branch, as the caller's frame has it.
static bool is_constant(const dbx_part *p, dbx_dim d, uint32_t *position) {
  for (uint32_t i = 0; i < p->n_constants; i++)
    if (dbx_dim_equal(dbx_dim_var(p->constants[i].inner), d)) return *position = i, true;
  return false;
}

static bool same_length(const dbx_part *a, dbx_dim x, const dbx_part *b, dbx_dim y) {
  uint32_t i;
  if (dbx_dim_is_int(x) || dbx_dim_is_int(y)) return x == y;
  return is_constant(a, x, &i) && is_constant(b, y, &i) && dbx_compare_dims(x, y);
}

static bool same_type(const dbx_part *a, const dbx_part *b, uint32_t k) {
  const dbx_aval_info *x = dbx_aval_at(dbx_out_aval(a, k)), *y = dbx_aval_at(dbx_out_aval(b, k));
  bool same = x->dtype == y->dtype && x->rank == y->rank;
  for (uint32_t d = 0; same && d < x->rank; d++) same = same_length(a, x->dims[d], b, y->dims[d]);
  return same;
}

// Even if it is the only branch that gives such an array.
static dbx_status refuse_computed(const dbx_bind *b, uint32_t k) {
  const dbx_part *p = &b->parts[0];
  const dbx_aval_info *x = dbx_aval_at(dbx_out_aval(p, k));
  dbx_fail_(DBX_E515, b->span,
            "result %u of branch 0 of the cond has the type %s with a length that is computed in "
            "the branch; catalyst's cond has branches with results of different lengths",
            k, dbx_aval_text(dbx_out_aval(p, k)));
  for (uint32_t d = 0; d < x->rank; d++)
    if (!same_length(p, x->dims[d], p, x->dims[d])) dbx_note_dim(x->dims[d]);
  dbx_note_result(p, k, 0);
  return DBX_FAIL;
}

static dbx_status refuse(const dbx_bind *b, uint32_t i, uint32_t k) {
  if (!i) return refuse_computed(b, k);
  const dbx_part *first = &b->parts[0], *p = &b->parts[i];
  const dbx_aval_info *x = dbx_aval_at(dbx_out_aval(first, k)),
                      *y = dbx_aval_at(dbx_out_aval(p, k));
  dbx_fail_(DBX_E515, b->span,
            "branches 0 and %u of the cond must have identical types, got %s and %s for result %u",
            i, dbx_aval_text(dbx_out_aval(first, k)), dbx_aval_text(dbx_out_aval(p, k)), k);
  for (uint32_t d = 0; x->rank == y->rank && d < x->rank; d++)
    if (!same_length(first, x->dims[d], p, y->dims[d])) dbx_note_dims(x->dims[d], y->dims[d]);
  dbx_note_result(first, k, 0), dbx_note_result(p, k, i);
  return DBX_FAIL;
}

static dbx_status refuse_structure(const dbx_bind *b, uint32_t i) {
  const dbx_part *first = &b->parts[0], *p = &b->parts[i];
  dbx_buf x = {0}, y = {0};
  dbx_put_results(&x, b, first), dbx_put_results(&y, b, p);
  dbx_fail_(DBX_E506, b->span,
            "branches 0 and %u of the cond must have same type structure: %s, %s", i, dbx_text(&x),
            dbx_text(&y));
  dbx_note_structures(b, first, p);
  for (uint32_t k = 0; k < first->collapsed_outputs.n; k++) dbx_note_result(first, k, 0);
  for (uint32_t k = 0; k < p->collapsed_outputs.n; k++) dbx_note_result(p, k, i);
  return dbx_buf_free(&x), dbx_buf_free(&y), DBX_FAIL;
}

// Of the first branch too: a length that it computes is none that the others can have.
static dbx_status check_results(const dbx_bind *b) {
  const dbx_part *first = &b->parts[0];
  for (uint32_t i = 0; i < b->n_parts; i++) {
    const dbx_part *p = &b->parts[i];
    if (p->out_tree != first->out_tree || p->collapsed_outputs.n != first->collapsed_outputs.n)
      return refuse_structure(b, i);
    for (uint32_t k = 0; k < p->collapsed_outputs.n; k++)
      if (!same_type(first, p, k)) return refuse(b, i, k);
  }
  return DBX_OK;
}

// ---- operands, types ----

static dbx_status switch_operands(dbx_bind *b, const dbx_switch_spec *s) {
  dbx_atoms ops = {0};
  dbx_status st = DBX_OK;
  b->preds = dbx_list_new(dbx_trace_arena(), 1);
  DBX_TRY(dbx_frame_atom(b->frame, &s->index, &b->preds.at[0]));
  dbx_push(&ops, b->preds.at[0]);
  for (uint32_t i = 0; st == DBX_OK && i < b->n_parts; i++)
    st = dbx_push_constants(b, &b->parts[i], &ops);
  const dbx_list *in = &b->parts[0].collapsed_inputs;
  for (uint32_t i = 0; i < in->n; i++) dbx_push(&ops, in->at[i]);
  dbx_set_operands(b, &ops);
  return st;
}

// Of the branch that the equation has first; lengths are constants of the one that was traced
// first, which stand behind the index.
static dbx_sig result_type(const dbx_bind *b, bool swapped) {
  const dbx_part *typed = &b->parts[swapped ? b->n_parts - 1 : 0], *p = &b->parts[0];
  dbx_sig s = dbx_sig_new(dbx_trace_arena(), p->collapsed_outputs.n);
  for (uint32_t i = 0; i < s.n; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_out_aval(typed, i)),
                        *v = dbx_aval_at(dbx_out_aval(p, i));
    dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
    for (uint32_t d = 0; d < v->rank; d++) {
      uint32_t c;
      dims[d] = v->dims[d];
      if (!dbx_dim_is_int(dims[d]) && is_constant(p, dims[d], &c))
        dims[d] = dbx_dim_make(DBX_DIM_INDB, 1 + c);
    }
    s.aval[i] = dbx_aval_of(t->dtype, t->weak, v->rank, dims);
    s.expl[i] = true;
  }
  return s;
}

static dbx_status emit_switch(dbx_bind *b, bool swapped) {
  dbx_parse_output_type(b, b->operands.at);
  const dbx_param **branch = DBX_TMP(const dbx_param *, b->n_parts);
  for (uint32_t i = 0; i < b->n_parts; i++)
    branch[i] = dbx_p_jaxpr(dbx_pad_constants(b, swapped ? b->n_parts - 1 - i : i));
  dbx_kv kv[] = {{DBX_S_branches, dbx_p_tuple(branch, b->n_parts)},
                 {DBX_S_linear, dbx_p_all_false(b->operands.n - 1)}};
  return dbx_emit_jaxpr_line(b, kv, 2);
}

// ---- the conditional ----

static const char *branch_name(uint32_t i, bool swapped) {
  if (swapped) return i ? "false" : "true";
  dbx_buf b = {0};
  dbx_printf(&b, "branch %u", i);
  const char *name = dbx_arena_copy(dbx_trace_arena(), dbx_text(&b), b.n + 1);
  dbx_buf_free(&b);
  return name;
}

static dbx_status trace_branch(dbx_bind *b, uint32_t i, const dbx_switch_spec *s, const dbx_val *in,
                               uint32_t n) {
  dbx_part *p = &b->parts[i];
  p->name = branch_name(i, s->swapped);
  b->n_parts = i + 1;
  DBX_TRY(dbx_raise_inputs(b, p, 0, in, n));
  dbx_deduce_input_type(b, p);
  return dbx_abstract_eval(b, p, &s->branches[i]);
}

static dbx_status bind_switch(dbx_bind *b, const dbx_switch_spec *s, const dbx_val *in, uint32_t n,
                              dbx_leaves *ret) {
  b->reverse = s->swapped;
  for (uint32_t i = 0; i < s->n_branches; i++) DBX_TRY(trace_branch(b, i, s, in, n));
  DBX_TRY(check_results(b));
  DBX_TRY(switch_operands(b, s));
  b->eqn_out_type = result_type(b, s->swapped);
  DBX_TRY(emit_switch(b, s->swapped));
  dbx_collapse(b, ret);
  ret->tree = b->parts[0].out_tree;
  return DBX_OK;
}

dbx_status dbx_bind_switch(const dbx_switch_spec *s, const dbx_val *in, uint32_t n,
                           dbx_leaves *ret) {
  dbx_bind *b = dbx_open_bind(DBX_PRIM_switch, s->branches[0].name, s->n_branches);
  return dbx_close_bind(b, bind_switch(b, s, in, n, ret));
}
