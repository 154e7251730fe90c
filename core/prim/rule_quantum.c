// Shape and dtype rules of what acts on a quantum device. Registers, qubits and observables have
// dtypes of their own. Source: Jaxprs of Catalyst 0.7.0 (tests/quantum).
#include "prim/prim.h"

static dbx_status wrong(const dbx_site *s, uint32_t i, const char *what) {
  dbx_aval a = dbx_atom_aval(s->in[i]);
  return dbx_fail_as(DBX_E401, DBX_S_TypeError, (dbx_span){0},
                     "operand %u of %s has to be %s, not %s", i, s->prim->name, what,
                     dbx_aval_text(a));
}

static dbx_status count(const dbx_site *s, int64_t least, int64_t most) {
  if (s->n_in >= least && s->n_in <= most) return DBX_OK;
  return dbx_fail(DBX_E314, (dbx_span){0}, "%s has %u operands", s->prim->name, s->n_in);
}

static dbx_status takes(const dbx_site *s, uint32_t i, dbx_dtype t, const char *what) {
  return dbx_operand(s, i)->dtype == t ? DBX_OK : wrong(s, i, what);
}
static dbx_status takes_register(const dbx_site *s, uint32_t i) {
  return takes(s, i, DBX_QREG, "a register");
}
static dbx_status takes_qubits(const dbx_site *s, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) DBX_TRY(takes(s, i, DBX_QBIT, "a qubit"));
  return DBX_OK;
}
static dbx_status takes_integer(const dbx_site *s, uint32_t i) {
  const dbx_aval_info *x = dbx_operand(s, i);
  return !x->rank && dbx_is_integer(x->dtype) ? DBX_OK : wrong(s, i, "one integer, the wire");
}
static dbx_status takes_real(const dbx_site *s, uint32_t i) {
  const dbx_aval_info *x = dbx_operand(s, i);
  bool real = dbx_is_numeric(x->dtype) && !dbx_is_complex(x->dtype);
  return !x->rank && real ? DBX_OK : wrong(s, i, "one real number, the angle");
}
static dbx_status takes_matrix(const dbx_site *s, uint32_t qubits) {
  const dbx_aval_info *x = dbx_operand(s, 0);
  bool any = s->prim->id == DBX_PRIM_qunitary; // hermitian is not converted
  bool fits = x->rank == 2 && qubits && qubits < 31 &&
              (any ? dbx_is_numeric(x->dtype) : x->dtype == DBX_C128);
  for (uint32_t i = 0; fits && i < 2; i++)
    fits = !dbx_dim_is_int(x->dims[i]) || x->dims[i] == dbx_dim_int((int64_t)1 << qubits);
  return fits ? DBX_OK : wrong(s, 0, "a square matrix of as many rows as the qubits have states");
}

dbx_status dbx_rule_quantum_none(const dbx_site *s, dbx_aval *out) {
  (void)out;
  bool device = s->prim->id == DBX_PRIM_qdevice;
  DBX_TRY(count(s, !device, !device));
  return device ? DBX_OK : takes_register(s, 0);
}

dbx_status dbx_rule_register(const dbx_site *s, dbx_aval *out) {
  bool insert = s->prim->id == DBX_PRIM_qinsert, alloc = s->prim->id == DBX_PRIM_qalloc;
  DBX_TRY(count(s, insert ? 3 : 1, insert ? 3 : 1));
  if (!alloc) DBX_TRY(takes_register(s, 0));
  if (insert || alloc) DBX_TRY(takes_integer(s, insert ? 1 : 0));
  if (insert) DBX_TRY(takes_qubits(s, 2, 3));
  *out = dbx_aval_scalar(DBX_QREG, false);
  return DBX_OK;
}

dbx_status dbx_rule_qubit(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(count(s, 2, 2));
  DBX_TRY(takes_register(s, 0));
  DBX_TRY(takes_integer(s, 1));
  *out = dbx_aval_scalar(DBX_QBIT, false);
  return DBX_OK;
}

// How many a gate has of each: angles, qubits, control qubits, which have a value each.
static bool gate_counts(const dbx_site *s, int64_t *params, int64_t *qubits, int64_t *controls) {
  bool matrix = s->prim->id == DBX_PRIM_qunitary, phase = s->prim->id == DBX_PRIM_gphase;
  const dbx_param *q = dbx_site_param(s, DBX_S_qubits_len), *c = dbx_site_param(s, DBX_S_ctrl_len),
                  *p = dbx_site_param(s, DBX_S_params_len);
  if ((!q && !phase) || !c || (!p && !matrix && !phase)) return false;
  *params = p ? p->i : 1, *qubits = q ? q->i : 0, *controls = c->i;
  return *params >= 0 && *qubits >= 0 && *controls >= 0 && *params < 64 && *qubits < 64 &&
         *controls < 64 && s->n_in == *params + *qubits + 2 * *controls;
}

dbx_status dbx_rule_gate(const dbx_site *s, dbx_aval *out) {
  int64_t p, q, c;
  bool matrix = s->prim->id == DBX_PRIM_qunitary;
  if (!gate_counts(s, &p, &q, &c))
    return dbx_fail(DBX_E314, (dbx_span){0}, "%s has other operands than its parameters say",
                    s->prim->name);
  uint32_t qubits = (uint32_t)q, params = (uint32_t)p, controls = (uint32_t)c;
  uint32_t first = matrix ? 1 : 0, angles = first + qubits, at = matrix ? angles : angles + params;
  DBX_TRY(takes_qubits(s, first, first + qubits));
  if (matrix) DBX_TRY(takes_matrix(s, qubits));
  for (uint32_t i = angles; i < at; i++) DBX_TRY(takes_real(s, i));
  DBX_TRY(takes_qubits(s, at, at + controls));
  for (uint32_t i = at + controls; i < s->n_in; i++)
    DBX_TRY(takes(s, i, DBX_BOOL, "True or False"));
  for (uint32_t i = 0; i < qubits + controls; i++) out[i] = dbx_aval_scalar(DBX_QBIT, false);
  return DBX_OK;
}

static bool turns_qubit(const dbx_site *s) {
  return s->n_in && dbx_operand(s, 0)->dtype == DBX_QBIT;
}

dbx_status dbx_rule_turn(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(count(s, turns_qubit(s) ? 2 : 1, 4));
  for (uint32_t i = turns_qubit(s); i < s->n_in; i++)
    if (!dbx_is_numeric(dbx_operand(s, i)->dtype)) return wrong(s, i, "the tangent of an angle");
  if (turns_qubit(s)) *out = dbx_aval_scalar(DBX_QBIT, false);
  return DBX_OK;
}

dbx_status dbx_rule_qmeasure(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(count(s, 1, 1));
  DBX_TRY(takes_qubits(s, 0, 1));
  out[0] = dbx_aval_scalar(DBX_BOOL, false);
  out[1] = dbx_aval_scalar(DBX_QBIT, false);
  return DBX_OK;
}

dbx_status dbx_rule_observable(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(count(s, 1, s->prim->id == DBX_PRIM_namedobs ? 1 : UINT32_MAX));
  bool parts = s->prim->id == DBX_PRIM_tensorobs || s->prim->id == DBX_PRIM_hamiltonian;
  uint32_t first = s->prim->id == DBX_PRIM_hermitian || s->prim->id == DBX_PRIM_hamiltonian;
  if (s->prim->id == DBX_PRIM_hermitian) DBX_TRY(takes_matrix(s, s->n_in - 1));
  for (uint32_t i = first; parts && i < s->n_in; i++)
    DBX_TRY(takes(s, i, DBX_OBS, "an observable"));
  if (!parts) DBX_TRY(takes_qubits(s, first, s->n_in));
  if (s->prim->id == DBX_PRIM_hamiltonian) {
    const dbx_aval_info *c = dbx_operand(s, 0);
    if (c->rank != 1 || (c->dtype != DBX_F64 && !dbx_is_integer(c->dtype)) ||
        c->dims[0] != dbx_dim_int(s->n_in - 1))
      return wrong(s, 0, "a float64 or integer coefficient for each term");
  }
  *out = dbx_aval_scalar(DBX_OBS, false);
  return DBX_OK;
}

dbx_status dbx_rule_compbasis(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(takes_qubits(s, 0, s->n_in));
  *out = dbx_aval_of(DBX_OBS, false, 1, (dbx_dim[]){dbx_dim_int(s->n_in)});
  return DBX_OK;
}

dbx_status dbx_rule_expectation(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(count(s, 1, 1));
  DBX_TRY(takes(s, 0, DBX_OBS, "an observable"));
  if (dbx_operand(s, 0)->rank) return wrong(s, 0, "an observable");
  *out = dbx_aval_scalar(DBX_F64, false);
  return DBX_OK;
}

dbx_status dbx_rule_amplitudes(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(count(s, 1, 1));
  const dbx_aval_info *x = dbx_operand(s, 0);
  if (x->dtype != DBX_OBS || !x->rank) return wrong(s, 0, "the basis of some qubits");
  const dbx_param *shape = dbx_site_param(s, DBX_S_shape);
  int64_t qubits = dbx_dim_value(x->dims[0]);
  if (!shape || shape->n != 1 || shape->item[0]->kind != DBX_P_INT || qubits > 62 ||
      shape->item[0]->i != (int64_t)1 << qubits)
    return dbx_fail(DBX_E314, (dbx_span){0}, "%s of %d qubits has another shape", s->prim->name,
                    (int)qubits);
  dbx_dim d = dbx_dim_int(shape->item[0]->i);
  bool state = s->prim->id == DBX_PRIM_state || s->prim->id == DBX_PRIM_state_jvp;
  *out = dbx_aval_of(state ? DBX_C128 : DBX_F64, false, 1, &d);
  return DBX_OK;
}

uint32_t dbx_circuit_results(const dbx_site *s) {
  int64_t p, q, c;
  if (s->prim->rule == dbx_rule_quantum_none) return 0;
  if (s->prim->rule == dbx_rule_qmeasure) return 2;
  if (s->prim->rule == dbx_rule_turn) return turns_qubit(s);
  if (s->prim->rule != dbx_rule_gate) return 1;
  return gate_counts(s, &p, &q, &c) ? (uint32_t)(q + c) : 0;
}
