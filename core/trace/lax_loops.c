// jax's own loops, lax.scan and lax.while_loop (see nested.h; docs/semantics.md, Control flow of
// jax). Lengths of carries are constants of the body.
#include "trace/lax.h"
#include "trace/rounds.h"

// ---- weak carries ----

static bool same_type(dbx_aval x, dbx_aval y) {
  const dbx_aval_info *a = dbx_aval_at(x), *b = dbx_aval_at(y);
  bool same = a->dtype == b->dtype && a->rank == b->rank;
  for (uint32_t i = 0; same && i < a->rank; i++) same = dbx_dim_equal(a->dims[i], b->dims[i]);
  return same;
}

static dbx_status strong(dbx_frame *f, dbx_dtype to, dbx_atom *a) {
  if (dbx_is_literal(*a)) {
    const dbx_literal *l = dbx_literal_at(*a);
    dbx_scalar x = dbx_scalar_convert(l->value, dbx_aval_at(l->aval)->dtype, to);
    return *a = dbx_literal_of(to, false, x), DBX_OK;
  }
  dbx_kv kv[] = {{DBX_S_new_dtype, dbx_p_dtype(to)}, {DBX_S_weak_type, dbx_p_bool(false)}};
  dbx_atom in = *a;
  return dbx_bind_plain(f, dbx_primitive_of(DBX_PRIM_convert_element_type), &in, 1, kv, 2, NULL, a,
                        1);
}

// Which weak carries the body gives another type, and the dtype that fits both (DBX_NO_DTYPE:
// none); false: there is none.
static bool find_weak(const dbx_bind *b, dbx_dtype *want) {
  const dbx_part *p = &b->parts[b->n_parts - 1];
  bool any = false;
  for (uint32_t i = 0; i < b->n_carries && i < p->collapsed_outputs.n; i++) {
    dbx_aval in = dbx_atom_aval(p->body_inputs.at[i]), out = dbx_out_aval(p, i);
    const dbx_aval_info *x = dbx_aval_at(in), *y = dbx_aval_at(out);
    bool promoted = x->weak && !same_type(in, out);
    dbx_type from = {x->dtype, true}, to = {y->dtype, y->weak};
    want[i] = promoted ? dbx_promote(from, to).dtype : DBX_NO_DTYPE;
    any |= promoted;
  }
  return any;
}

// Traces the parts; once more if a weakly typed carry, a Python number mostly, has to have the type
// that the body gives it. All parts take the carries from `in`.
static dbx_status trace_parts(dbx_bind *b, dbx_list *in, lax_tracer trace, void *ctx) {
  dbx_trace_mark before = dbx_trace_here(b->frame->trace);
  dbx_dtype *want = DBX_TMP(dbx_dtype, b->n_carries + 1);
  DBX_TRY(trace(b, in, ctx));
  if (!find_weak(b, want)) return DBX_OK;
  dbx_trace_back(b->frame->trace, &before);
  for (uint32_t i = 0; i < b->n_carries; i++)
    if (want[i] != DBX_NO_DTYPE) DBX_TRY(strong(b->frame, want[i], &in->at[i]));
  return trace(b, in, ctx);
}

// ---- while ----

static dbx_status trace_while(dbx_bind *b, const dbx_list *in, void *ctx) {
  const dbx_while_spec *s = ctx;
  for (uint32_t i = 0; i < 2; i++) {
    dbx_part *p = &b->parts[i];
    b->n_parts = i + 1;
    p->collapsed_inputs = dbx_list_copy(dbx_trace_arena(), in->at, in->n);
    dbx_deduce_input_type(b, p);
    DBX_TRY(dbx_abstract_eval(b, p, i ? &s->body : &s->cond));
    if (!i) DBX_TRY(dbx_check_predicate(b, p));
  }
  return DBX_OK;
}

static dbx_status emit_while(dbx_bind *b, const dbx_part *test, const dbx_part *body) {
  dbx_parse_output_type(b, b->operands.at + test->n_constants);
  dbx_kv kv[] = {{DBX_S_body_jaxpr, dbx_p_jaxpr(body->jaxpr)},
                 {DBX_S_body_nconsts, dbx_p_int(body->n_constants)},
                 {DBX_S_cond_jaxpr, dbx_p_jaxpr(test->jaxpr)},
                 {DBX_S_cond_nconsts, dbx_p_int(test->n_constants)}};
  return dbx_emit_jaxpr_line(b, kv, 4);
}

static dbx_status bind_while(dbx_bind *b, const dbx_while_spec *s, const dbx_val *init, uint32_t n,
                             dbx_leaves *ret) {
  dbx_part *test = &b->parts[0], *body = &b->parts[1];
  dbx_list in;
  test->name = "cond", body->name = "body";
  b->n_parts = 1;
  DBX_TRY(dbx_raise_inputs(b, test, 0, init, n));
  in = dbx_list_copy(dbx_trace_arena(), test->collapsed_inputs.at, n);
  DBX_TRY(trace_parts(b, &in, trace_while, (void *)(uintptr_t)s));
  dbx_open_slots(b, body);
  DBX_TRY(dbx_check_carries(b));
  DBX_TRY(dbx_while_operands(b, test, body));
  b->n_rounds = 1;
  b->eqn_out_type = dbx_loop_result_type(b, false);
  DBX_TRY(emit_while(b, test, body));
  dbx_collapse(b, ret);
  return DBX_OK;
}

dbx_status dbx_bind_lax_while(const dbx_while_spec *s, const dbx_val *init, uint32_t n,
                              dbx_leaves *ret) {
  dbx_bind *b = dbx_open_bind(DBX_PRIM_while, s->body.name, 2);
  return dbx_close_bind(b, bind_while(b, s, init, n, ret));
}

// ---- scan: the number of trips ----

static dbx_dim leading(const dbx_part *p, uint32_t i) {
  return dbx_aval_at(dbx_atom_aval(p->collapsed_inputs.at[i]))->dims[0];
}

static dbx_status refuse_length(const dbx_bind *b, const char *what, dbx_dim x, dbx_dim y) {
  dbx_fail_(DBX_E301, b->span, "%s", what);
  dbx_note_dims(x, y);
  return DBX_FAIL;
}

static dbx_status given_length(dbx_bind *b, const dbx_val *v, dbx_dim *ret) {
  dbx_atom a;
  if (!dbx_is_arraylike(v) || !dbx_aval_is_int_scalar(dbx_val_aval(v)))
    return dbx_fail(DBX_E513, b->span, "the length of the scan is not an integer scalar but %s",
                    dbx_val_type_name(v));
  DBX_TRY(dbx_frame_atom(b->frame, v, &a));
  return *ret = dbx_dim_of_atom(a), DBX_OK;
}

static dbx_status length_of(dbx_bind *b, const dbx_scan_spec *s, dbx_dim *ret) {
  const dbx_part *p = &b->parts[0];
  uint32_t first = b->n_carries, n = p->collapsed_inputs.n;
  bool given = s->length.kind != DBX_V_NONE;
  for (uint32_t i = first; i < n; i++)
    if (!dbx_aval_at(dbx_atom_aval(p->collapsed_inputs.at[i]))->rank)
      return dbx_fail(DBX_E208, b->span, "scan got value with no leading axis to scan over: %s",
                      dbx_aval_text(dbx_atom_aval(p->collapsed_inputs.at[i])));
  if (!given && first == n)
    return dbx_fail(DBX_E208, b->span,
                    "scan got no values to scan over and `length` not provided.");
  if (given) DBX_TRY(given_length(b, &s->length, ret));
  else *ret = leading(p, first);
  for (uint32_t i = first; i < n; i++)
    if (!dbx_compare_dims(*ret, leading(p, i)))
      return refuse_length(b,
                           given ? "scan got `length` argument which disagrees with leading axis "
                                   "sizes"
                                 : "scan got values with different leading axis sizes",
                           *ret, leading(p, i));
  return DBX_OK;
}

// ---- scan: types ----

static dbx_aval row_type(dbx_aval a) {
  const dbx_aval_info *v = dbx_aval_at(a);
  return dbx_aval_of(v->dtype, v->weak, v->rank - 1, v->dims + 1);
}

// The body takes carries and rows.
static void scan_types(dbx_bind *b, dbx_part *p) {
  dbx_deduce_input_type(b, p);
  for (uint32_t i = b->n_carries; i < p->in_type.n; i++)
    p->in_type.aval[i] = row_type(p->in_type.aval[i]);
}

static dbx_status trace_scan(dbx_bind *b, const dbx_list *in, void *ctx) {
  const dbx_scan_spec *s = ctx;
  dbx_part *p = &b->parts[0];
  p->collapsed_inputs = dbx_list_copy(dbx_trace_arena(), in->at, in->n);
  scan_types(b, p);
  return dbx_abstract_eval(b, p, &s->body);
}

// The type of what the rows `i` make together: lengths of a row are those of a constant.
static dbx_status stacked_type(const dbx_bind *b, uint32_t i, dbx_dim length, dbx_aval *ret) {
  const dbx_part *p = &b->parts[0];
  const dbx_aval_info *v = dbx_aval_at(dbx_out_aval(p, i));
  dbx_dim *dims = DBX_TMP(dbx_dim, v->rank + 1);
  dims[0] = length;
  for (uint32_t k = 0; k < v->rank; k++) {
    dims[k + 1] = v->dims[k];
    if (dbx_dim_is_int(v->dims[k])) continue;
    uint32_t c = 0;
    while (c < p->n_constants && !dbx_dim_equal(dbx_dim_var(p->constants[c].inner), v->dims[k]))
      c++;
    if (c == p->n_constants) {
      dbx_fail_(DBX_E515, b->span,
                "result %u of the scanned function has a length on axis %u that is computed in it, "
                "and rows of an array have one length",
                i - b->n_carries, k);
      dbx_note_dim(v->dims[k]);
      dbx_note_atom(p->collapsed_outputs.at[i], "result %u of the scanned function",
                    i - b->n_carries);
      return DBX_FAIL;
    }
    dims[k + 1] = dbx_dim_make(DBX_DIM_INDB, c);
  }
  return *ret = dbx_aval_of(v->dtype, v->weak, v->rank + 1, dims), DBX_OK;
}

static dbx_status scan_result_type(dbx_bind *b, dbx_dim length) {
  const dbx_part *p = &b->parts[0];
  bool runs_once = dbx_dim_is_int(length) && dbx_dim_value(length) > 0;
  uint32_t n = p->collapsed_outputs.n;
  dbx_aval *rows = DBX_TMP(dbx_aval, n + 1);
  if (!dbx_dim_is_int(length)) length = dbx_dim_make(DBX_DIM_INDB, b->operands.n - 1);
  for (uint32_t i = b->n_carries; i < n; i++) DBX_TRY(stacked_type(b, i, length, &rows[i]));
  b->eqn_out_type = dbx_loop_result_type(b, runs_once);
  for (uint32_t i = b->n_carries; i < n; i++) b->eqn_out_type.aval[i] = rows[i];
  return DBX_OK;
}

// ---- scan ----

static dbx_status scan_operands(dbx_bind *b, const dbx_part *p, dbx_dim length) {
  dbx_atoms ops = {0};
  dbx_status st = dbx_push_constants(b, p, &ops);
  for (uint32_t i = 0; i < p->collapsed_inputs.n; i++) dbx_push(&ops, p->collapsed_inputs.at[i]);
  if (!dbx_dim_is_int(length)) dbx_push(&ops, dbx_atom_of_dim(length));
  dbx_set_operands(b, &ops);
  return st;
}

static const dbx_param *linear_inputs(const dbx_part *p, uint32_t n) {
  const dbx_param **marks = DBX_TMP(const dbx_param *, p->jaxpr->n_in + 1);
  for (uint32_t i = 0; i < p->jaxpr->n_in; i++)
    marks[i] = dbx_p_bool(i >= p->n_constants && i - p->n_constants < n);
  return dbx_p_tuple(marks, p->jaxpr->n_in);
}

static dbx_status emit_scan(dbx_bind *b, const dbx_scan_spec *s, dbx_dim length) {
  const dbx_part *p = &b->parts[0];
  bool known = dbx_dim_is_int(length);
  int64_t unroll = s->unroll ? s->unroll : known ? dbx_dim_value(length) : 1;
  dbx_parse_output_type(b, b->operands.at);
  dbx_kv kv[] = {{DBX_S_jaxpr, dbx_p_jaxpr(p->jaxpr)},
                 {DBX_S_length, known ? dbx_p_int(dbx_dim_value(length)) : dbx_p_none()},
                 {DBX_S_linear, linear_inputs(p, s->n_linear)},
                 {DBX_S_num_carry, dbx_p_int(b->n_carries)},
                 {DBX_S_num_consts, dbx_p_int(p->n_constants)},
                 {DBX_S_reverse, dbx_p_bool(s->reverse)},
                 {DBX_S_unroll, dbx_p_int(unroll)}};
  return dbx_emit_jaxpr_line(b, kv, sizeof kv / sizeof *kv);
}

static dbx_status bind_scan(dbx_bind *b, const dbx_scan_spec *s, const dbx_val *in, uint32_t n,
                            dbx_leaves *ret) {
  dbx_part *p = &b->parts[0];
  dbx_list all;
  dbx_dim length;
  p->name = "body";
  b->n_parts = 1;
  b->reverse = s->reverse;
  DBX_TRY(dbx_raise_inputs(b, p, 0, in, n));
  b->n_carries = s->n_carries;
  DBX_TRY(length_of(b, s, &length));
  all = dbx_list_copy(dbx_trace_arena(), p->collapsed_inputs.at, n);
  DBX_TRY(trace_parts(b, &all, trace_scan, (void *)(uintptr_t)s));
  dbx_open_slots(b, p);
  DBX_TRY(dbx_check_carries(b));
  DBX_TRY(scan_operands(b, p, length));
  b->n_rounds = 1;
  DBX_TRY(scan_result_type(b, length));
  DBX_TRY(emit_scan(b, s, length));
  dbx_collapse(b, ret);
  return DBX_OK;
}

dbx_status dbx_bind_scan(const dbx_scan_spec *s, const dbx_val *in, uint32_t n, dbx_leaves *ret) {
  dbx_bind *b = dbx_open_bind(DBX_PRIM_scan, s->body.name, 1);
  return dbx_close_bind(b, bind_scan(b, s, in, n, ret));
}
