// Tapes and the second pass (see circuit.h).
#include "lang/quantum/circuit.h"

#include "lang/jax/state.h"
#include "lang/object/operation.h"

dbx_status quantum_tape(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  (void)c;
  DBX_TRY(quantum_circuit_now(&k));
  dbx_push(&k->tapes, dbx_tape_new(dbx_trace_frame()));
  return *ret = pv_int(k->tapes.n - 1), DBX_OK;
}

enum {
  TAPE,
  KIND,
  NAME,
  ADJOINT,
  PARAMS,
  WIRES,
  CONTROLS,
  VALUES,
  BIT,
  REGION,
  TAPES,
  PLACE,
  NUMBER
};

static dbx_status put_values(pv list, dbx_tape_values *ret) {
  return quantum_values(list, &ret->at, &ret->n);
}

static dbx_status put_region(const struct quantum_circuit *k, const call_args *c, dbx_tape_op *op) {
  const o_seq *tapes = SEQ(c->at[TAPES]);
  if (is_none(c->at[REGION])) return DBX_OK;
  op->region = k->regions.at[c->at[REGION].i];
  op->tape = DBX_TMP(dbx_tape *, tapes->n + 1);
  for (uint32_t i = 0; i < tapes->n; i++) op->tape[i] = k->tapes.at[tapes->at[i].i];
  return DBX_OK;
}

static dbx_status put(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  dbx_val bit;
  dbx_tape_op op = {.kind = (dbx_tape_kind)c->at[KIND].i, .adjoint = c->at[ADJOINT].i != 0};
  DBX_TRY(quantum_circuit_now(&k));
  op.name = dbx_intern(quantum_text(c->at[NAME])); // of a measurement: the outcome selected
  const char *name = dbx_sym_text(op.name);
  op.postselect = op.kind == DBX_TAPE_MEASURE && *name ? *name - '0' : -1;
  DBX_TRY(put_values(c->at[PARAMS], &op.params));
  DBX_TRY(put_values(c->at[WIRES], &op.wires));
  DBX_TRY(put_values(c->at[CONTROLS], &op.controls));
  const o_seq *values = SEQ(c->at[VALUES]);
  op.control_values = DBX_TMP(bool, values->n + 1);
  for (uint32_t i = 0; i < values->n; i++) op.control_values[i] = values->at[i].i != 0;
  if (!is_none(c->at[BIT])) {
    DBX_TRY(lang_to_owned_val(c->at[BIT], &bit));
    op.bit = bit.tracer;
  }
  DBX_TRY(put_region(k, c, &op));
  op.number = (uint32_t)c->at[NUMBER].i;
  op.span = is_none(c->at[PLACE]) ? dbx_here : quantum_span(c->at[PLACE]);
  dbx_tape_put(k->tapes.at[c->at[TAPE].i], &op);
  return *ret = pv_none(), DBX_OK;
}

dbx_status quantum_put(const call_args *c, pv *ret) {
  return lang_at_place(c, "put", 13, put, ret);
}

dbx_status quantum_events(const call_args *c, pv *ret) {
  (void)c;
  return *ret = pv_int(dbx_trace_current() ? dbx_trace_current()->events.n : 0), DBX_OK;
}

// What the library's own Python has bound since then stands where the program's operation does.
dbx_status quantum_placed(const call_args *c, pv *ret) {
  dbx_trace *t = dbx_trace_current();
  DBX_TRY(args_count(c, "placed", 2, 2));
  *ret = pv_none();
  if (!t || is_none(c->at[1])) return DBX_OK;
  dbx_span at = quantum_span(c->at[1]);
  for (uint32_t i = (uint32_t)c->at[0].i; i < t->events.n; i++) {
    dbx_event *e = &t->events.at[i];
    if (!e->below) continue;
    dbx_eqn *eqn = (dbx_eqn *)(uintptr_t)dbx_event_eqn(e);
    if (eqn) eqn->span = at;
    e->span = at;
  }
  return DBX_OK;
}

enum { WIRE_COUNT = 1, PROGRAM, CHANGED, CHANGES };

static dbx_status open(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  DBX_TRY(quantum_circuit_now(&k));
  dbx_circuit *m = k->remembered;
  dbx_tape *tape = k->tapes.at[c->at[TAPE].i];
  m->wires = k->device.wires = c->at[WIRE_COUNT].i;
  m->tape = tape;
  m->program = k->tapes.at[c->at[PROGRAM].i];
  if (!is_none(c->at[CHANGED])) m->changed = k->tapes.at[c->at[CHANGED].i];
  m->changes = dbx_sym_text(dbx_intern(quantum_text(c->at[CHANGES])));
  dbx_here = m->span;
  dbx_circuit_pass(m, 2);
  dbx_qubits_free(&k->qubits); // of the tape before
  DBX_TRY(dbx_circuit_open(&k->qubits, tape, &k->device));
  return *ret = pv_none(), DBX_OK;
}

dbx_status quantum_open(const call_args *c, pv *ret) {
  return lang_at_place(c, "open", 5, open, ret);
}

dbx_status quantum_note(const call_args *c, pv *ret) {
  const struct quantum_circuit *k = jax_now->circuit;
  dbx_span here = dbx_here;
  *ret = pv_none();
  DBX_TRY(args_count(c, "note", 3, 3));
  if (!k || !k->remembered || k->remembered->pass != 1) return DBX_OK;
  dbx_here = quantum_span(c->at[2]);
  dbx_log(tape, .operation = dbx_intern(quantum_text(c->at[0])), .taken = c->at[1].i != 0);
  dbx_here = here;
  return DBX_OK;
}

dbx_status quantum_asked(const call_args *c, pv *ret) {
  (void)c;
  return *ret = str_of(jax_now->tape_changes ? dbx_sym_text(jax_now->tape_changes) : ""), DBX_OK;
}

dbx_status quantum_passed(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  (void)c;
  DBX_TRY(quantum_circuit_now(&k));
  dbx_circuit_pass(k->remembered, 0);
  return *ret = pv_none(), DBX_OK;
}

dbx_status quantum_result(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  DBX_TRY(args_count(c, "result", 2, 2));
  DBX_TRY(quantum_circuit_now(&k));
  k->result = quantum_span(c->at[1]);
  dbx_circuit_result(k->remembered, quantum_text(c->at[0]), k->result);
  return *ret = pv_none(), DBX_OK;
}

static dbx_status end(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  (void)c;
  DBX_TRY(quantum_circuit_now(&k));
  dbx_here = k->remembered->span;
  DBX_TRY(dbx_circuit_end(&k->qubits));
  return *ret = pv_none(), DBX_OK;
}

dbx_status quantum_end(const call_args *c, pv *ret) { return lang_at_place(c, "end", 0, end, ret); }

// ---- observables and measurements ----

// Its equations stand where the program asks for the measurement.
static dbx_status result_now(struct quantum_circuit **ret) {
  DBX_TRY(quantum_circuit_now(ret));
  if ((*ret)->result.file) dbx_here = (*ret)->result;
  return DBX_OK;
}

static dbx_status single(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  dbx_val matrix, *wires, out;
  uint32_t n;
  bool named = is_str(c->at[0]);
  DBX_TRY(result_now(&k));
  if (!named) DBX_TRY(lang_to_owned_val(c->at[0], &matrix));
  DBX_TRY(quantum_values(c->at[1], &wires, &n));
  if (named) DBX_TRY(dbx_observe_named(&k->qubits, quantum_text(c->at[0]), wires, &out));
  else DBX_TRY(dbx_observe_hermitian(&k->qubits, &matrix, wires, n, &out));
  return lang_from_val(&out, ret);
}

dbx_status quantum_single(const call_args *c, pv *ret) {
  return lang_at_place(c, "single", 2, single, ret);
}

static dbx_status terms(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  dbx_val by, *parts, out;
  uint32_t n;
  bool sum = !is_none(c->at[0]);
  DBX_TRY(result_now(&k));
  if (sum) DBX_TRY(lang_to_owned_val(c->at[0], &by));
  DBX_TRY(quantum_values(c->at[1], &parts, &n));
  DBX_TRY(dbx_observe_terms(&k->qubits, sum ? &by : NULL, parts, n, &out));
  return lang_from_val(&out, ret);
}

dbx_status quantum_terms(const call_args *c, pv *ret) {
  return lang_at_place(c, "terms", 2, terms, ret);
}

static dbx_status observe(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  dbx_val of, out;
  bool mean = !strcmp(quantum_text(c->at[0]), "expval");
  DBX_TRY(result_now(&k));
  DBX_TRY(lang_to_owned_val(c->at[1], &of));
  DBX_TRY(dbx_measure_observable(&k->qubits, mean ? DBX_PRIM_expval : DBX_PRIM_var, &of, &out));
  return lang_from_val(&out, ret);
}

dbx_status quantum_observe(const call_args *c, pv *ret) {
  return lang_at_place(c, "observe", 2, observe, ret);
}

static dbx_status basis(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  dbx_val *wires, out;
  uint32_t n;
  bool state = !strcmp(quantum_text(c->at[0]), "state");
  DBX_TRY(result_now(&k));
  DBX_TRY(quantum_values(c->at[1], &wires, &n));
  DBX_TRY(dbx_measure_basis(&k->qubits, state ? DBX_PRIM_state : DBX_PRIM_probs, wires, n, &out));
  return lang_from_val(&out, ret);
}

dbx_status quantum_basis(const call_args *c, pv *ret) {
  return lang_at_place(c, "basis", 2, basis, ret);
}
