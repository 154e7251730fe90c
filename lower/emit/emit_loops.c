// for_loop and while_loop: regions of scf whose carries are scalars and buffers. A carry that the
// body hands on unchanged is no carry but a constant. Every other carried buffer belongs to its
// loop: the body may write it, and gives another (or the same) to the next iteration.
#include "lower/emit/loop.h"

#include <string.h>

// ---- carries ----

static bool is_fixed(const loop *l, uint32_t c) {
  return l->body->outs[c] == l->body->invars[l->input[c]] || (l->settled && l->settled[c]);
}

static bool reads(const dbx_jaxpr *j, dbx_var v) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_in; k++)
      if (j->eqns[i].in[k] == v) return true;
  for (uint32_t i = 0; i < j->n_out; i++)
    if (j->outs[i] == v) return true;
  return false;
}

// The operand that the body hands on for carry c though it is no carry: then there is nothing to do
// in a trip. Only where the operand before the loop has the same dims.
static value *settled_value(const loop *l, uint32_t c) {
  const dbx_jaxpr *j = l->body;
  value *init = l->args[l->input[c]];
  if (!init->rank || !val_is_dense(init) || reads(j, j->invars[l->input[c]])) return NULL;
  for (uint32_t i = 0; i < j->n_in; i++) {
    bool carried = false;
    for (uint32_t k = 0; k < l->n; k++) carried |= l->input[k] == i;
    value *v = l->args[i];
    if (j->outs[c] != j->invars[i] || carried || !v) continue;
    return val_is_dense(v) && v->t == init->t && dims_same(v->rank, v->dims, init->dims) ? v : NULL;
  }
  return NULL;
}

static void find_settled(emitter *e, loop *l, MlirValue trips) {
  l->settled = DBX_TMP(value *, l->n + 1);
  for (uint32_t c = 0; c < l->n; c++) l->settled[c] = settled_value(l, c);
  l->runs = ml_cmpi(e, I_SGT, trips, ml_int(e, e->i64, 0));
}

// The value of a settled carry after the loop. Both buffers stay until a sweep, as somebody may
// read the one that was chosen.
static value *settled_result(emitter *e, const loop *l, uint32_t c) {
  value *init = l->args[l->input[c]], *last = l->settled[c];
  init->buf->refs++, last->buf->refs++;
  buffer *b = val_buffer(e, ml_select(e, l->runs, last->buf->mem, init->buf->mem), false);
  return val_view(e, init->t, b, init->rank, init->dims);
}

// A buffer with v's elements that the loop owns. What is cheap to write twice stays a description
// for its other readers.
static MlirValue given(emitter *e, value *v) {
  value *own = v->kind == V_SPLAT || v->kind == V_IOTA ? val_clone(e, v) : v;
  val_dense(e, own);
  MlirValue mem = val_steal(e, own);
  if (own != v) val_drop(e, own);
  return mem;
}

// Decides which carries are carried. The buffers of those belong to the loop from now on: they are
// the operands' own if nobody else sees them, else copies.
void loop_start(emitter *e, loop *l) {
  l->fixed = DBX_TMP(bool, l->n + 1);
  l->init = DBX_TMP(MlirValue, l->n + 1);
  for (uint32_t c = 0; c < l->n; c++) {
    value *v = l->args[l->input[c]];
    l->fixed[c] = is_fixed(l, c);
    if (l->fixed[c]) continue;
    l->init[l->n_init++] = v->rank ? given(e, v) : v->scalar;
  }
}

// Binds constants and fixed carries in the scope of a body (or condition) whose inputs are
// `invars`.
void loop_bind_fixed(emitter *e, const loop *l, const dbx_jaxpr *j, const uint32_t *input,
                     value *const *args, scope *s) {
  bool *carried = DBX_TMP(bool, j->n_in + 1);
  for (uint32_t c = 0; c < l->n; c++) carried[input[c]] = !l->fixed[c];
  for (uint32_t i = 0; i < j->n_in; i++)
    if (args[i] && !carried[i]) scope_bind(s, j->invars[i], call_inner(e, args[i]));
}

// Binds the carried values: scalars first, the dims of arrays may be among them.
void loop_bind_carried(emitter *e, const loop *l, const dbx_jaxpr *j, const uint32_t *input,
                       const MlirValue *x, bool ours, scope *s) {
  for (int arrays = 0; arrays < 2; arrays++)
    for (uint32_t c = 0, k = 0; c < l->n; c++) {
      if (l->fixed[c]) continue;
      dbx_var v = j->invars[input[c]];
      const dbx_aval_info *a = dbx_aval_at(dbx_var_aval(v));
      MlirValue arg = x[k++];
      if ((a->rank != 0) != arrays) continue;
      dim *dims = DBX_TMP(dim, a->rank + 1);
      if (arrays) type_dims(e, s, dbx_var_aval(v), NULL, dims);
      scope_bind(s, v,
                 arrays ? val_view(e, a->dtype, val_buffer(e, arg, ours), a->rank, dims)
                        : val_scalar(e, a->dtype, arg));
    }
}

// Checks what the body gives against the types that its inputs will have in the next iteration.
static void guard_yield(emitter *e, const loop *l, value *const *outs, const scope *around) {
  scope next = {.outer = around};
  for (uint32_t c = 0; c < l->n; c++)
    if (!l->fixed[c] && !outs[c]->rank)
      scope_bind(&next, l->body->invars[l->input[c]], val_ref(outs[c]));
  for (uint32_t c = 0; c < l->n; c++)
    if (!l->fixed[c]) type_guard(e, &next, outs[c], dbx_var_aval(l->body->invars[l->input[c]]));
  scope_free(e, &next);
}

// What the next iteration gets; the rest of the body's values goes.
static uint32_t yield_values(emitter *e, const loop *l, value **outs, scope *s, MlirValue *y) {
  uint32_t n = 0;
  if (l->end) l->end(e, l, outs);
  for (uint32_t c = 0; c < l->n; c++)
    if (!l->fixed[c] && outs[c]->rank) val_dense(e, outs[c]);
  guard_yield(e, l, outs, s);
  scope_free(e, s);
  for (uint32_t c = 0; c < l->n; c++) {
    if (!l->fixed[c]) y[n++] = outs[c]->rank ? val_steal(e, outs[c]) : outs[c]->scalar;
    val_drop(e, outs[c]);
  }
  for (uint32_t c = l->n; c < l->body->n_out; c++) val_drop(e, outs[c]);
  return n;
}

// Gives back what the iteration has allocated and not passed on.
static void sweep(emitter *e, MlirBlock outer, const MlirValue *y, uint32_t n) {
  MlirBlock body = e->block;
  e->block = outer;
  MlirValue mark[2] = {ml_call(e, "dbx_mark", e->i64, NULL, 0)};
  e->block = body;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if (mlirTypeIsAMemRef(mlirValueGetType(y[i]))) ml_scratch_set(e, kept++, ml_pointer(e, y[i]));
  mark[1] = ml_int(e, e->i64, kept);
  ml_call(e, "dbx_sweep", (MlirType){0}, mark, 2);
}

// The results of the loop as values of the scope around it.
void loop_results(emitter *e, const loop *l, value **out) {
  scope s = {0};
  loop_bind_fixed(e, l, l->body, l->input, l->args, &s);
  loop_bind_carried(e, l, l->body, l->input, l->result, true, &s);
  for (uint32_t c = 0; c < l->n; c++) {
    dbx_var v = l->body->invars[l->input[c]];
    if (l->settled && l->settled[c]) out[c] = settled_result(e, l, c);
    else out[c] = val_ref(l->fixed[c] ? l->args[l->input[c]] : scope_find(&s, v));
  }
  scope_free(e, &s);
}

// Emits a body whose inputs are bound, and its yield. A trip that asks nobody whether to stop does
// so if it has copied arrays.
dbx_status loop_iteration(emitter *e, loop *l, scope *s, MlirBlock outer, uint32_t allocs,
                          bool polls) {
  value **outs = DBX_TMP(value *, l->body->n_out + 1);
  MlirValue *y = DBX_TMP(MlirValue, l->n + 1);
  DBX_TRY(e->body(e, l->body, s, outs));
  uint32_t n = yield_values(e, l, outs, s, y);
  if (e->allocs != allocs && !polls) loop_guard_interrupt(e);
  if (e->allocs != allocs) sweep(e, outer, y, n);
  ml_build(e, &(op_spec){"scf.yield", y, n});
  return DBX_OK;
}

// ---- for_loop ----

static MlirValue positive_trips(emitter *e, MlirValue from, MlirValue to, MlirValue by) {
  MlirValue one = ml_int(e, e->i64, 1), zero = ml_int(e, e->i64, 0);
  MlirValue n = ml_binary(e, "arith.subi", ml_binary(e, "arith.subi", to, from), one);
  n = ml_binary(e, "arith.addi",
                ml_binary(e, "arith.divui", n, ml_binary(e, "arith.maxsi", by, one)), one);
  MlirValue runs =
      ml_binary(e, "arith.andi", ml_cmpi(e, I_SGT, by, zero), ml_cmpi(e, I_SLT, from, to));
  return ml_select(e, runs, n, zero);
}

static MlirValue trips(emitter *e, dim from, dim to, dim by, bool reverse) {
  if (from.known && to.known && by.known && by.n > 0)
    return ml_int(e, e->i64,
                  from.n < to.n
                      ? (int64_t)(((uint64_t)to.n - (uint64_t)from.n - 1) / (uint64_t)by.n + 1)
                      : 0);
  MlirValue a = dim_i64(e, from), b = dim_i64(e, to), s = dim_i64(e, by),
            zero = ml_int(e, e->i64, 0);
  if (from.known && from.n == 0 && by.known && by.n == 1)
    return ml_binary(e, "arith.maxsi", b, zero);
  MlirValue n = positive_trips(e, a, b, s);
  if (reverse) {
    MlirValue down = positive_trips(e, b, a, ml_binary(e, "arith.subi", zero, s));
    n = ml_select(e, ml_cmpi(e, I_SLT, s, zero), down, n);
  }
  return ml_binary(e, "arith.minui", n, ml_int(e, e->i64, INT64_MAX));
}

static value *index_value(emitter *e, dbx_dtype t, dim from, dim to, dim by, MlirValue k) {
  MlirValue i = ml_to_i64(e, k);
  if (!by.known || by.n != 1) i = ml_mul(e, i, dim_i64(e, by));
  if (!from.known || from.n != 0) i = ml_add(e, i, dim_i64(e, from));
  value *v = val_scalar(e, t, elem_convert(e, DBX_I64, t, i));
  if (by.known && by.n > 0) v->range = range_index(from, to);
  return v;
}

dbx_status dbx_emit_for_loop(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t k = (uint32_t)dbx_eqn_int(q, DBX_S_body_nconsts),
           d = (uint32_t)dbx_eqn_int(q, DBX_S_nimplicit);
  loop l = {.body = dbx_eqn_param(q, DBX_S_body_jaxpr)->jaxpr, .n = q->n_in - k - 4};
  l.args = DBX_TMP(value *, l.body->n_in + 1);
  l.input = DBX_TMP(uint32_t, l.n + 1);
  call_settle(e, in, q->n_in);
  for (uint32_t i = 0; i < l.body->n_in; i++) l.args[i] = in[i <= k + d ? i : i + 3];
  for (uint32_t c = 0; c < l.n; c++) l.input[c] = c < d ? k + c : k + 1 + c;
  call_guard(e, l.body, l.args);
  l.args[k + d] = NULL;
  dim from = dim_of(in[k + d]), to = dim_of(in[k + d + 1]), by = dim_of(in[k + d + 2]);
  MlirValue n = trips(e, from, to, by, dbx_eqn_int(q, DBX_S_apply_reverse_transform));
  MlirValue bounds[3] = {ml_index(e, 0), ml_to_index(e, n), ml_index(e, 1)};
  find_settled(e, &l, n);
  loop_start(e, &l);
  scope s = {0};
  MlirValue *args = DBX_TMP(MlirValue, l.n_init + 1);
  MlirBlock outer = e->block, body = loop_block(e, &l, true);
  uint32_t allocs = e->allocs;
  bool polls = !loop_is_short(l.body);
  e->block = body;
  loop_block_args(body, 1, l.n_init, args);
  if (polls) loop_guard_interrupt(e);
  loop_bind_fixed(e, &l, l.body, l.input, l.args, &s);
  scope_bind(&s, l.body->invars[k + d],
             index_value(e, in[k + d]->t, from, to, by, mlirBlockGetArgument(body, 0)));
  loop_bind_carried(e, &l, l.body, l.input, args, true, &s);
  dbx_status st = loop_iteration(e, &l, &s, outer, allocs, polls);
  e->block = outer;
  if (st != DBX_OK) return dbx_map_free(&s.values), mlirBlockDestroy(body), st;
  if (polls || loop_few_trips(from, to, by)) loop_build(e, &l, bounds, body);
  else loop_build_short(e, &l, bounds, body);
  loop_results(e, &l, out);
  return DBX_OK;
}

// ---- while_loop ----

typedef struct condition {
  const dbx_jaxpr *test;
  value **args;
  uint32_t *input; // of each carry
} condition;

static dbx_status emit_test(emitter *e, const loop *l, const condition *t, MlirBlock before) {
  scope s = {0};
  value *go;
  MlirValue *pass = DBX_TMP(MlirValue, l->n_init + 2);
  e->block = before;
  loop_block_args(before, 0, l->n_init, pass + 1);
  loop_guard_interrupt(e);
  loop_bind_fixed(e, l, t->test, t->input, t->args, &s);
  loop_bind_carried(e, l, t->test, t->input, pass + 1, false, &s);
  dbx_status st = e->body(e, t->test, &s, &go);
  if (st != DBX_OK) return dbx_map_free(&s.values), st;
  scope_free(e, &s);
  pass[0] = go->scalar;
  ml_build(e, &(op_spec){"scf.condition", pass, l->n_init + 1});
  return DBX_OK;
}

static dbx_status emit_while(emitter *e, loop *l, const condition *t, MlirBlock *blocks,
                             MlirBlock outer) {
  scope s = {0};
  uint32_t allocs = e->allocs;
  MlirValue *args = DBX_TMP(MlirValue, l->n_init + 1);
  DBX_TRY(emit_test(e, l, t, blocks[0]));
  e->block = blocks[1];
  loop_block_args(blocks[1], 0, l->n_init, args);
  loop_bind_fixed(e, l, l->body, l->input, l->args, &s);
  loop_bind_carried(e, l, l->body, l->input, args, true, &s);
  dbx_status st = loop_iteration(e, l, &s, outer, allocs, true);
  if (st != DBX_OK) dbx_map_free(&s.values);
  return st;
}

dbx_status dbx_emit_while_loop(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t kc = (uint32_t)dbx_eqn_int(q, DBX_S_cond_nconsts),
           kb = (uint32_t)dbx_eqn_int(q, DBX_S_body_nconsts);
  loop l = {
      .body = dbx_eqn_param(q, DBX_S_body_jaxpr)->jaxpr, .n = q->n_in - kc - kb, .args = in + kc};
  condition t = {dbx_eqn_param(q, DBX_S_cond_jaxpr)->jaxpr, DBX_TMP(value *, q->n_in + 1),
                 DBX_TMP(uint32_t, l.n + 1)};
  l.input = DBX_TMP(uint32_t, l.n + 1);
  call_settle(e, in, q->n_in);
  for (uint32_t i = 0; i < t.test->n_in; i++) t.args[i] = in[i < kc ? i : i + kb];
  for (uint32_t c = 0; c < l.n; c++) l.input[c] = kb + c, t.input[c] = kc + c;
  call_guard(e, t.test, t.args);
  call_guard(e, l.body, l.args);
  loop_start(e, &l);
  MlirBlock outer = e->block, blocks[2] = {loop_block(e, &l, false), loop_block(e, &l, false)};
  dbx_status st = emit_while(e, &l, &t, blocks, outer);
  e->block = outer;
  if (st != DBX_OK) return mlirBlockDestroy(blocks[0]), mlirBlockDestroy(blocks[1]), st;
  l.result = DBX_TMP(MlirValue, l.n_init + 1);
  loop_results_of(loop_op(e, "scf.while", NULL, 0, l.init, l.n_init, blocks, 2), l.n_init,
                  l.result);
  loop_results(e, &l, out);
  return DBX_OK;
}
