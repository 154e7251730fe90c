// cond, switch and pjit: regions of scf.if, and Jaxprs that are emitted in place.
#include "lower/emit/emit.h"

// ---- cond ----

typedef struct choice {
  const dbx_eqn *q;
  const dbx_param *branches;
  uint32_t preds;   // operands in front of those of the branches
  MlirValue number; // of the branch, if there is one operand that says it
  value **in;       // predicates, then operands
  bool *owned;      // operands that die here: each branch may write them
} choice;

// The first operand that is the same value as operand i.
static uint32_t first_of(const choice *c, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (c->in[k] == c->in[i]) return k;
  return i;
}

// What a branch sees of its operands: of one that dies a value of its own, however often it is
// passed.
static void branch_operands(emitter *e, const choice *c, value **args) {
  for (uint32_t i = c->preds; i < c->q->n_in; i++) {
    value *v = c->in[i];
    uint32_t first = first_of(c, i);
    args[i - c->preds] = !c->owned[i] ? call_inner(e, v)
                         : first == i
                             ? val_view(e, v->t, val_buffer(e, v->buf->mem, true), v->rank, v->dims)
                             : val_ref(args[first - c->preds]);
  }
}

// A dense array that only the operands of this conditional still see.
static bool dies_here(const choice *c, uint32_t i) {
  const value *v = c->in[i];
  uint32_t times = 0;
  for (uint32_t k = 0; k < c->q->n_in; k++) times += c->in[k] == v;
  return v->rank && val_is_dense(v) && v->refs == times && v->buf->refs == 1 && v->buf->ours;
}

// Binders as seen by their own types: dims of results may be results to the left.
static void binder_scope(const choice *c, value *const *outs, const scope *around, scope *s) {
  *s = (scope){.outer = around};
  for (uint32_t k = 0; k < c->q->n_out; k++)
    if (!outs[k]->rank) scope_bind(s, c->q->out[k], val_ref(outs[k]));
}

static dbx_status emit_branch(emitter *e, const choice *c, uint32_t i, MlirValue *y) {
  const dbx_jaxpr *j = c->branches->item[i]->jaxpr;
  const scope *around = e->scope;
  scope s = {0}, binders;
  value **outs = DBX_TMP(value *, j->n_out + 1), **args = DBX_TMP(value *, j->n_in + 1);
  branch_operands(e, c, args);
  for (uint32_t k = 0; k < j->n_in; k++) scope_bind(&s, j->invars[k], args[k]);
  for (uint32_t k = 0; k < j->n_in; k++) type_guard(e, &s, args[k], dbx_var_aval(j->invars[k]));
  dbx_status st = e->body(e, j, &s, outs);
  if (st != DBX_OK) return dbx_map_free(&s.values), st;
  for (uint32_t k = 0; k < j->n_out; k++)
    if (outs[k]->rank) val_dense(e, outs[k]);
  binder_scope(c, outs, around, &binders);
  for (uint32_t k = 0; k < j->n_out; k++)
    type_guard(e, &binders, outs[k], dbx_var_aval(c->q->out[k]));
  scope_free(e, &binders);
  scope_free(e, &s);
  for (uint32_t k = 0; k < j->n_out; k++) {
    y[k] = outs[k]->rank ? val_steal(e, outs[k]) : outs[k]->scalar;
    val_drop(e, outs[k]);
  }
  return DBX_OK;
}

static MlirValue is_chosen(emitter *e, const choice *c, uint32_t i) {
  if (!c->number.ptr) return c->in[i]->scalar;
  return ml_cmpi(e, I_SLE, c->number, ml_int(e, e->i64, i)); // smaller ones were asked before
}

// Branches from i on; y receives their results.
static dbx_status emit_branches(emitter *e, const choice *c, uint32_t i, MlirValue *y) {
  if (i + 1 == c->branches->n) return emit_branch(e, c, i, y);
  ml_if f;
  ml_if_begin(e, &f, is_chosen(e, c, i));
  dbx_status st = emit_branch(e, c, i, y);
  if (st == DBX_OK) {
    ml_if_else(e, &f, y, c->q->n_out);
    st = emit_branches(e, c, i + 1, y);
  }
  if (st == DBX_OK) return ml_if_end(e, &f, y, c->q->n_out, y), DBX_OK;
  e->block = f.outer;
  mlirBlockDestroy(f.then);
  if (f.other.ptr) mlirBlockDestroy(f.other);
  return st;
}

static dbx_status emit_choice(emitter *e, const choice *c, value **out) {
  const dbx_eqn *q = c->q;
  value **in = c->in;
  MlirValue *y = DBX_TMP(MlirValue, q->n_out + 1);
  for (uint32_t i = 0; i < q->n_in; i++) c->owned[i] = dies_here(c, i);
  for (uint32_t i = 0; i < q->n_in; i++)
    if (c->owned[i]) in[i]->buf->ours = false;
  DBX_TRY(emit_branches(e, c, 0, y));
  for (uint32_t k = 0; k < q->n_out; k++) {
    const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(q->out[k]));
    out[k] = val_scalar(e, a->dtype, y[k]);
  }
  scope binders = {.outer = e->scope};
  for (uint32_t k = 0; k < q->n_out; k++)
    if (!dbx_aval_at(dbx_var_aval(q->out[k]))->rank)
      scope_bind(&binders, q->out[k], val_ref(out[k]));
  for (uint32_t k = 0; k < q->n_out; k++) {
    const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(q->out[k]));
    dim *dims = DBX_TMP(dim, a->rank + 1);
    if (!a->rank) continue;
    type_dims(e, &binders, dbx_var_aval(q->out[k]), NULL, dims);
    val_drop(e, out[k]);
    out[k] = val_view(e, a->dtype, val_buffer(e, y[k], true), a->rank, dims);
  }
  scope_free(e, &binders);
  return DBX_OK;
}

dbx_status dbx_emit_cond(emitter *e, const dbx_eqn *q, value **in, value **out) {
  const dbx_param *branches = dbx_eqn_param(q, DBX_S_branch_jaxprs);
  choice c = {q, branches, branches->n - 1, {0}, in, DBX_TMP(bool, q->n_in + 1)};
  call_settle(e, in, q->n_in);
  return emit_choice(e, &c, out);
}

dbx_status dbx_emit_switch(emitter *e, const dbx_eqn *q, value **in, value **out) {
  choice c = {q, dbx_eqn_param(q, DBX_S_branches), 1, {0}, in, DBX_TMP(bool, q->n_in + 1)};
  call_settle(e, in, q->n_in);
  c.number = elem_convert(e, in[0]->t, DBX_I64, in[0]->scalar);
  return emit_choice(e, &c, out);
}

// ---- pjit: in place ----

dbx_status dbx_emit_pjit(emitter *e, const dbx_eqn *q, value **in, value **out) {
  const dbx_jaxpr *j = dbx_eqn_param(q, DBX_S_jaxpr)->jaxpr;
  scope s = {0};
  for (uint32_t i = 0; i < q->n_in; i++)
    if ((in[i]->kind == V_OP || in[i]->kind == V_JOIN) && !read_once(j, j->invars[i]))
      val_dense(e, in[i]);
  call_guard(e, j, in);
  for (uint32_t i = 0; i < q->n_in; i++) {
    scope_bind(&s, j->invars[i], in[i]);
    in[i] = NULL;
  }
  exact_call(e, q, j);
  dbx_status st = e->body(e, j, &s, out);
  if (st != DBX_OK) return dbx_map_free(&s.values), st;
  exact_return(e, q, j);
  scope_free(e, &s);
  return DBX_OK;
}
