// scan: the loop over a first axis. A trip reads its rows where they lie, and writes the rows of
// the results into arrays that are there before the first trip.
#include "lower/emit/loop.h"

typedef struct scan {
  const dbx_eqn *q;
  loop l;
  value **in;
  uint32_t consts, first_row; // inputs of the body
  MlirValue at;               // index of the row
  buffer **to;                // of each result behind the carries
  dim **dims;                 // of that result
} scan;

static dim length_of(const scan *s) {
  const dbx_param *p = dbx_eqn_param(s->q, DBX_S_length);
  return p->kind == DBX_P_INT ? dim_known(p->i) : dim_of(s->in[s->q->n_in - 1]);
}

// Row `at` of v in a trip. Its buffer belongs to the array.
static value *row_of(emitter *e, const value *v, MlirValue at) {
  if (v->rank == 1) return val_scalar(e, v->t, val_at(e, v, &at));
  value *r = val_view(e, v->t, val_buffer(e, v->buf->mem, false), v->rank - 1, v->dims + 1);
  const MlirValue *stride = v->stride ? v->stride : dims_strides(e, v->rank, v->dims);
  r->base = ml_add(e, v->base, ml_mul(e, at, stride[0]));
  if (!v->stride) return r;
  r->stride = DBX_NEWN(&e->arena, MlirValue, r->rank);
  for (uint32_t i = 0; i < r->rank; i++) r->stride[i] = v->stride[i + 1];
  return r;
}

static void bind_rows(emitter *e, const scan *s, scope *inner) {
  for (uint32_t i = s->first_row; i < s->l.body->n_in; i++)
    scope_bind(inner, s->l.body->invars[i], row_of(e, s->in[i], s->at));
}

// Guards that the row has the lengths of those of the array.
static void guard_row(emitter *e, const value *row, const dim *want) {
  for (uint32_t i = 0; i < row->rank; i++) {
    if (dim_same(row->dims[i], want[i])) continue;
    MlirValue have = dim_i64(e, row->dims[i]), type = dim_i64(e, want[i]);
    ml_guard(e, ml_cmpi(e, I_NE, have, type), LOWER_TYPE, have, ml_int(e, e->i64, i), type);
  }
}

static void write_rows(emitter *e, const loop *l, value *const *outs) {
  const scan *s = l->end_ctx;
  for (uint32_t k = 0; k + s->l.n < s->l.body->n_out; k++) {
    const value *row = outs[s->l.n + k];
    guard_row(e, row, s->dims[k] + 1);
    MlirValue size = dims_size(e, row->rank, s->dims[k] + 1);
    val_write(e, row, s->to[k]->mem, row->rank ? ml_mul(e, s->at, size) : s->at, NULL);
  }
}

static void open_rows(emitter *e, scan *s) {
  uint32_t n = s->q->n_out - s->l.n;
  s->to = DBX_TMP(buffer *, n + 1), s->dims = DBX_TMP(dim *, n + 1);
  for (uint32_t k = 0; k < n; k++) {
    dbx_aval a = dbx_var_aval(s->q->out[s->l.n + k]);
    const dbx_aval_info *t = dbx_aval_at(a);
    s->dims[k] = DBX_NEWN(&e->arena, dim, t->rank);
    type_dims(e, e->scope, a, NULL, s->dims[k]);
    s->to[k] = val_alloc(e, t->dtype, t->rank, s->dims[k]);
    s->to[k]->refs++;
  }
}

static void row_results(emitter *e, const scan *s, value **out) {
  for (uint32_t k = 0; k + s->l.n < s->q->n_out; k++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(s->q->out[s->l.n + k]));
    s->to[k]->refs--;
    out[s->l.n + k] = val_view(e, t->dtype, s->to[k], t->rank, s->dims[k]);
  }
}

// Guards what is passed: constants and carries by the body's types, rows by the lengths.
static void guard_operands(emitter *e, const scan *s, dim length) {
  const dbx_jaxpr *j = s->l.body;
  scope types = {0};
  for (uint32_t i = 0; i < s->first_row; i++) scope_bind(&types, j->invars[i], val_ref(s->in[i]));
  for (uint32_t i = 0; i < s->first_row; i++)
    type_guard(e, &types, s->in[i], dbx_var_aval(j->invars[i]));
  for (uint32_t i = s->first_row; i < j->n_in; i++) {
    const value *v = s->in[i];
    dim *want = DBX_TMP(dim, v->rank + 1);
    want[0] = length;
    type_dims(e, &types, dbx_var_aval(j->invars[i]), v->dims + 1, want + 1);
    guard_row(e, v, want);
  }
  scope_free(e, &types);
}

static dbx_status emit_body(emitter *e, scan *s, dim length, MlirBlock body, bool polls) {
  loop *l = &s->l;
  scope inner = {0};
  MlirBlock outer = e->block;
  MlirValue *args = DBX_TMP(MlirValue, l->n_init + 1);
  uint32_t allocs = e->allocs;
  e->block = body;
  loop_block_args(body, 1, l->n_init, args);
  if (polls) loop_guard_interrupt(e);
  s->at = mlirBlockGetArgument(body, 0);
  if (dbx_eqn_int(s->q, DBX_S_reverse)) {
    MlirValue last = ml_add(e, dim_index(e, length), ml_index(e, -1));
    s->at = ml_binary(e, "arith.subi", last, s->at);
  }
  loop_bind_fixed(e, l, l->body, l->input, l->args, &inner);
  bind_rows(e, s, &inner);
  loop_bind_carried(e, l, l->body, l->input, args, true, &inner);
  dbx_status st = loop_iteration(e, l, &inner, outer, allocs, polls);
  e->block = outer;
  if (st != DBX_OK) dbx_map_free(&inner.values);
  return st;
}

static void open_loop(scan *s) {
  const dbx_eqn *q = s->q;
  loop *l = &s->l;
  l->body = dbx_eqn_param(q, DBX_S_jaxpr)->jaxpr;
  l->n = (uint32_t)dbx_eqn_int(q, DBX_S_num_carry);
  s->consts = (uint32_t)dbx_eqn_int(q, DBX_S_num_consts);
  s->first_row = s->consts + l->n;
  l->args = DBX_TMP(value *, l->body->n_in + 1);
  l->input = DBX_TMP(uint32_t, l->n + 1);
  for (uint32_t i = 0; i < l->body->n_in; i++) l->args[i] = i < s->first_row ? s->in[i] : NULL;
  for (uint32_t c = 0; c < l->n; c++) l->input[c] = s->consts + c;
  if (q->n_out > l->n) l->end = write_rows, l->end_ctx = s;
}

dbx_status dbx_emit_scan(emitter *e, const dbx_eqn *q, value **in, value **out) {
  scan s = {.q = q, .in = in};
  open_loop(&s);
  call_settle(e, in, q->n_in);
  dim zero = dim_known(0), one = dim_known(1), length = length_of(&s);
  guard_operands(e, &s, length);
  for (uint32_t i = s.first_row; i < s.l.body->n_in; i++)
    if (in[i]->rank > 1) val_stored(e, in[i]);
  open_rows(e, &s);
  MlirValue n = ml_binary(e, "arith.maxsi", dim_i64(e, length), ml_int(e, e->i64, 0));
  MlirValue bounds[3] = {ml_index(e, 0), ml_to_index(e, n), ml_index(e, 1)};
  loop_start(e, &s.l);
  bool polls = !loop_is_short(s.l.body);
  MlirBlock body = loop_block(e, &s.l, true);
  dbx_status st = emit_body(e, &s, length, body, polls);
  if (st != DBX_OK) return mlirBlockDestroy(body), st;
  if (polls || loop_few_trips(zero, length, one)) loop_build(e, &s.l, bounds, body);
  else loop_build_short(e, &s.l, bounds, body);
  loop_results(e, &s.l, out);
  row_results(e, &s, out);
  return DBX_OK;
}
