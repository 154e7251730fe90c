// The equation func and the second pass (see circuit.h).
#include "quantum/circuit.h"

#include "jnp/jnp.h"
#include "prim/prim.h"
#include "quantum/deferred.h"
#include "quantum/qubits.h"
#include "trace/function.h"

// ---- func ----

typedef struct passes {
  const dbx_callable *f;
  dbx_circuit *circuit;
} passes;

// What f fails in is closed, too.
static dbx_status run_passes(void *ctx, const dbx_val *args, uint32_t n, dbx_leaves *ret) {
  const passes *p = ctx;
  dbx_circuit_pass(p->circuit, 1);
  dbx_status st = p->f->call(p->f->ctx, args, n, ret);
  dbx_circuit_pass(p->circuit, 0);
  return st;
}

dbx_status dbx_circuit_call(const dbx_callable *f, const dbx_val *args, uint32_t n,
                            const dbx_circuit_device *d, const dbx_deferral *deferral,
                            dbx_circuit **c, dbx_leaves *ret) {
  dbx_call_operands ops;
  dbx_call_target t;
  DBX_TRY(dbx_operands_of_call(args, n, NULL, &ops));
  passes p = {f, *c = dbx_circuit_new(f->name)};
  dbx_callable both = {run_passes, &p, f->name};
  DBX_TRY(dbx_trace_circuit(&ops.in_type, ops.atoms, &both, deferral, &t));
  dbx_kv kv[] = {{DBX_S_call_jaxpr, dbx_p_jaxpr(t.jaxpr)}, {DBX_S_fn, dbx_p_text(d->title)}};
  return dbx_emit_call_of(DBX_PRIM_func, kv, 2, &t, ops.atoms, ops.n, ret);
}

// ---- operations ----

static void push_atoms(dbx_atom *in, uint32_t *n, const dbx_atom *at, uint32_t more) {
  for (uint32_t i = 0; i < more; i++) in[(*n)++] = at[i];
}

static dbx_status raise(const dbx_qubits *q, const dbx_tape_values *v, dbx_atom *in, uint32_t *n) {
  for (uint32_t i = 0; i < v->n; i++) DBX_TRY(dbx_frame_atom(q->frame, &v->at[i], &in[(*n)++]));
  return DBX_OK;
}

static uint32_t gate_params(const dbx_tape_op *op, dbx_kv *kv) {
  uint32_t n = 0;
  kv[n++] = (dbx_kv){DBX_S_adjoint, dbx_p_bool(op->adjoint)};
  kv[n++] = (dbx_kv){DBX_S_ctrl_len, dbx_p_int(op->controls.n)};
  if (op->kind == DBX_TAPE_GATE) {
    kv[n++] = (dbx_kv){DBX_S_op, dbx_p_sym(op->name)};
    kv[n++] = (dbx_kv){DBX_S_params_len, dbx_p_int(op->params.n)};
  }
  if (op->kind != DBX_TAPE_PHASE) kv[n++] = (dbx_kv){DBX_S_qubits_len, dbx_p_int(op->wires.n)};
  return n;
}

// Targets are asked for before controls, and wires before angles.
static dbx_status put_gate(dbx_qubits *q, const dbx_tape_op *op) {
  uint32_t n_wires = op->wires.n, n_controls = op->controls.n, n = 0;
  dbx_atom *qubit = DBX_TMP(dbx_atom, n_wires + 1), *control = DBX_TMP(dbx_atom, n_controls + 1),
           *in = DBX_TMP(dbx_atom, n_wires + 2 * n_controls + op->params.n + 1);
  dbx_var *out = DBX_TMP(dbx_var, n_wires + n_controls + 1);
  dbx_kv kv[5];
  static const dbx_prim of[] = {[DBX_TAPE_GATE] = DBX_PRIM_qinst,
                                [DBX_TAPE_UNITARY] = DBX_PRIM_qunitary,
                                [DBX_TAPE_PHASE] = DBX_PRIM_gphase};
  bool matrix = op->kind == DBX_TAPE_UNITARY;
  bool phase = op->kind == DBX_TAPE_PHASE;
  if (!phase) DBX_TRY(qubits_request(q, op->wires.at, n_wires, false, qubit));
  if (n_controls || phase) DBX_TRY(qubits_request(q, op->controls.at, n_controls, false, control));
  if (matrix) DBX_TRY(raise(q, &op->params, in, &n));
  push_atoms(in, &n, qubit, n_wires);
  if (!matrix) DBX_TRY(raise(q, &op->params, in, &n));
  push_atoms(in, &n, control, n_controls);
  for (uint32_t i = 0; i < n_controls; i++)
    in[n++] = dbx_literal_of(DBX_BOOL, false, dbx_scalar_int(op->control_values[i]));
  DBX_TRY(qubits_bind(q, of[op->kind], in, n, kv, gate_params(op, kv), out, n_wires + n_controls));
  DBX_TRY(qubits_insert(q, op->wires.at, n_wires, out));
  return qubits_insert(q, op->controls.at, n_controls, out + n_wires);
}

// Its bit was made in the first pass.
static dbx_status put_measure(dbx_qubits *q, const dbx_tape_op *op) {
  dbx_atom qubit;
  DBX_TRY(qubits_request(q, op->wires.at, 1, false, &qubit));
  dbx_var out[] = {op->bit,
                   dbx_var_new(dbx_aval_scalar(DBX_QBIT, false), DBX_VAR_RESULT, q->frame->id)};
  dbx_kv kv[] = {{DBX_S_postselect, op->postselect < 0 ? dbx_p_none() : dbx_p_int(op->postselect)}};
  DBX_TRY(dbx_emit(q->frame, dbx_primitive_of(DBX_PRIM_qmeasure), &qubit, 1, out, 2, kv, 1));
  return qubits_insert(q, op->wires.at, 1, &out[1]);
}

static dbx_status put_all(dbx_qubits *q, dbx_tape *t);

static dbx_status fill_part(dbx_bind *b, uint32_t part, dbx_tape *t, dbx_atom outer) {
  dbx_var reg;
  dbx_deferred_reopen(b, part, outer, &reg);
  dbx_qubits q = {.frame = b->parts[part].frame, .reg = reg};
  dbx_status st = put_all(&q, t);
  if (st == DBX_OK) {
    circuit_sort(q.frame);
    st = qubits_flush(&q);
  }
  bool condition = b->prim->id == DBX_PRIM_while_loop && part == 0;
  dbx_deferred_close(b, part, condition ? 0 : q.reg);
  dbx_qubits_free(&q);
  return st;
}

static dbx_status put_region(dbx_qubits *q, const dbx_tape_op *op) {
  dbx_var reg;
  DBX_TRY(qubits_flush(q));
  for (uint32_t i = 0; i < op->region->n_parts; i++)
    DBX_TRY(fill_part(op->region, i, op->tape[i], q->reg));
  DBX_TRY(dbx_deferred_bind(op->region, &reg));
  return q->reg = reg, DBX_OK;
}

static dbx_status put(dbx_qubits *q, const dbx_tape_op *op) {
  switch (op->kind) {
  case DBX_TAPE_GATE:
  case DBX_TAPE_UNITARY:
  case DBX_TAPE_PHASE: return put_gate(q, op);
  case DBX_TAPE_MEASURE: return put_measure(q, op);
  case DBX_TAPE_REGION: return put_region(q, op);
  }
  return DBX_OK;
}

static uint32_t log_operation(const dbx_tape_op *op) {
  dbx_buf name = {0};
  dbx_put_tape_name(&name, op);
  uint32_t event = dbx_log(operation, .operation = dbx_intern(dbx_text(&name)));
  dbx_buf_free(&name);
  return event;
}

static dbx_status put_all(dbx_qubits *q, dbx_tape *t) {
  dbx_span here = dbx_here;
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < t->ops.n; i++) {
    dbx_scratch_mark m = dbx_scratch_here();
    dbx_tape_op *op = &t->ops.at[i];
    if (op->span.file) dbx_here = op->span;
    op->first = log_operation(op);
    st = put(q, op);
    op->last = q->frame->trace->events.n;
    dbx_scratch_release(m);
  }
  if (st == DBX_OK) dbx_here = here;
  return st;
}

// ---- the circuit ----

dbx_status dbx_circuit_open(dbx_qubits *q, dbx_tape *t, const dbx_circuit_device *d) {
  dbx_var reg;
  *q = (dbx_qubits){.frame = dbx_trace_frame()};
  dbx_kv kv[] = {{DBX_S_rtd_kwargs, dbx_p_text(d->kwargs)},
                 {DBX_S_rtd_lib, dbx_p_text(d->lib)},
                 {DBX_S_rtd_name, dbx_p_text(d->name)}};
  DBX_TRY(qubits_bind(q, DBX_PRIM_qdevice, NULL, 0, kv, 3, NULL, 0));
  dbx_atom wires = dbx_literal_int(d->wires);
  DBX_TRY(qubits_bind(q, DBX_PRIM_qalloc, &wires, 1, NULL, 0, &reg, 1));
  q->reg = reg;
  DBX_TRY(put_all(q, t));
  circuit_sort(q->frame);
  return DBX_OK;
}

dbx_status dbx_circuit_end(dbx_qubits *q) {
  DBX_TRY(qubits_flush(q));
  return qubits_bind(q, DBX_PRIM_qdealloc, &q->reg, 1, NULL, 0, NULL, 0);
}

void dbx_qubits_free(dbx_qubits *q) { dbx_vec_free(&q->cache); }
