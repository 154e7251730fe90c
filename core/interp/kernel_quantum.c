// Kernels of what acts on a quantum device (sim/sim.h). Registers, qubits and observables are words
// that the simulator hands out.
#include "interp/kernel.h"
#include "sim/sim.h"

#include <string.h>

enum { MOST = 64 };

static uint64_t word(const dbx_array *a) { return dbx_array_at(a, 0).u; }
static double number(const dbx_array *a) {
  return dbx_scalar_convert(dbx_array_at(a, 0), a->dtype, DBX_F64).c[0];
}
static bool flag(const dbx_kernel_site *s, dbx_sym key) {
  return dbx_param_int(s->params, s->n_params, key) == 1;
}
static uint32_t count(const dbx_kernel_site *s, dbx_sym key) {
  return (uint32_t)dbx_param_int(s->params, s->n_params, key);
}
static dbx_array *word_of(dbx_dtype t, uint64_t w) {
  return dbx_array_scalar(t, (dbx_scalar){.u = w});
}

dbx_status dbx_kernel_qdevice(const dbx_kernel_site *s, dbx_array **out) {
  (void)s, (void)out;
  return dbx_sim_open(&interp_now->sim);
}

dbx_status dbx_kernel_qalloc(const dbx_kernel_site *s, dbx_array **out) {
  uint64_t r;
  DBX_TRY(dbx_sim_alloc(&interp_now->sim, dbx_operand_int(s, 0), &r));
  return *out = word_of(DBX_QREG, r), DBX_OK;
}

dbx_status dbx_kernel_qdealloc(const dbx_kernel_site *s, dbx_array **out) {
  (void)s, (void)out;
  return dbx_sim_close(&interp_now->sim), DBX_OK;
}

dbx_status dbx_kernel_qextract(const dbx_kernel_site *s, dbx_array **out) {
  uint64_t q;
  DBX_TRY(dbx_sim_extract(&interp_now->sim, dbx_operand_int(s, 1), &q));
  return *out = word_of(DBX_QBIT, q), DBX_OK;
}

// The qubit is where it was.
dbx_status dbx_kernel_qinsert(const dbx_kernel_site *s, dbx_array **out) {
  return *out = word_of(DBX_QREG, word(s->in[0])), DBX_OK;
}

// ---- gates ----

typedef struct gate_operands {
  uint64_t target[MOST], control[MOST];
  bool value[MOST];
  dbx_sim_place place;
} gate_operands;

// So many targets from `first` on, controls from `controls` on, then their values.
static void read_gate(const dbx_kernel_site *s, uint32_t first, uint32_t n, uint32_t controls,
                      gate_operands *g) {
  uint32_t c = count(s, DBX_S_ctrl_len);
  for (uint32_t i = 0; i < n; i++) g->target[i] = word(s->in[first + i]);
  for (uint32_t i = 0; i < c; i++) {
    g->control[i] = word(s->in[controls + i]);
    g->value[i] = dbx_array_at(s->in[controls + c + i], 0).i != 0;
  }
  g->place = (dbx_sim_place){g->target, g->control, g->value, n, c};
}

static dbx_status give_qubits(const gate_operands *g, dbx_array **out) {
  uint32_t n = g->place.n_targets;
  for (uint32_t i = 0; i < n; i++) out[i] = word_of(DBX_QBIT, g->target[i]);
  for (uint32_t i = 0; i < g->place.n_controls; i++) out[n + i] = word_of(DBX_QBIT, g->control[i]);
  return DBX_OK;
}

dbx_status dbx_kernel_qinst(const dbx_kernel_site *s, dbx_array **out) {
  gate_operands g;
  double angles[DBX_MOST_ANGLES] = {0};
  uint32_t n = count(s, DBX_S_qubits_len), p = count(s, DBX_S_params_len);
  const char *name = dbx_sym_text(dbx_kernel_param(s, DBX_S_op)->text);
  const dbx_gate *gate = dbx_gate_named(name);
  if (!gate || gate->angles != p)
    return dbx_fail(DBX_E906, (dbx_span){0}, "the simulator has no gate '%s' of %u angles", name,
                    p);
  for (uint32_t i = 0; i < p; i++) angles[i] = number(s->in[n + i]);
  read_gate(s, 0, n, n + p, &g);
  DBX_TRY(dbx_sim_gate(&interp_now->sim, gate, flag(s, DBX_S_adjoint), angles, &g.place));
  return give_qubits(&g, out);
}

dbx_status dbx_kernel_qunitary(const dbx_kernel_site *s, dbx_array **out) {
  gate_operands g;
  dbx_array *m;
  uint32_t n = count(s, DBX_S_qubits_len);
  read_gate(s, 1, n, 1 + n, &g);
  DBX_TRY(dbx_convert_array(s->in[0], DBX_C128, &m));
  dbx_status st = dbx_sim_matrix(&interp_now->sim, m->data, flag(s, DBX_S_adjoint), &g.place);
  dbx_array_unref(m);
  return st == DBX_OK ? give_qubits(&g, out) : st;
}

dbx_status dbx_kernel_gphase(const dbx_kernel_site *s, dbx_array **out) {
  gate_operands g;
  read_gate(s, 1, 0, 1, &g);
  DBX_TRY(dbx_sim_phase(&interp_now->sim, number(s->in[0]), flag(s, DBX_S_adjoint), &g.place));
  return give_qubits(&g, out);
}

// Tangents of angles, or the one of a matrix.
dbx_status dbx_kernel_qturn(const dbx_kernel_site *s, dbx_array **out) {
  bool qubit = s->in[0]->dtype == DBX_QBIT;
  uint32_t n = s->n_in - qubit;
  double turn[DBX_MOST_ANGLES] = {0};
  dbx_array *m;
  if (n && s->in[qubit]->rank == 2) {
    DBX_TRY(dbx_convert_array(s->in[qubit], DBX_C128, &m));
    dbx_status st = dbx_sim_turn(&interp_now->sim, NULL, m->data, (uint32_t)m->dims[0]);
    dbx_array_unref(m);
    DBX_TRY(st);
  } else {
    for (uint32_t i = 0; i < n && i < DBX_MOST_ANGLES; i++) turn[i] = number(s->in[qubit + i]);
    DBX_TRY(dbx_sim_turn(&interp_now->sim, turn, NULL, n));
  }
  if (qubit) *out = word_of(DBX_QBIT, word(s->in[0]));
  return DBX_OK;
}

dbx_status dbx_kernel_qmeasure(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_param *p = dbx_kernel_param(s, DBX_S_postselect);
  bool bit;
  int wanted = p && (p->kind == DBX_P_INT || p->kind == DBX_P_BOOL) ? (int)p->i : -1;
  DBX_TRY(dbx_sim_measure(&interp_now->sim, word(s->in[0]), wanted, &bit));
  out[0] = dbx_array_scalar(DBX_BOOL, dbx_scalar_int(bit));
  out[1] = word_of(DBX_QBIT, word(s->in[0]));
  return DBX_OK;
}

dbx_status dbx_kernel_qrecord(const dbx_kernel_site *s, dbx_array **out) {
  dbx_sim_record(&interp_now->sim);
  return *out = word_of(DBX_QREG, word(s->in[0])), DBX_OK;
}

dbx_status dbx_kernel_qreverse(const dbx_kernel_site *s, dbx_array **out) {
  DBX_TRY(dbx_sim_reverse(&interp_now->sim));
  return *out = word_of(DBX_QREG, word(s->in[0])), DBX_OK;
}

// ---- observables and measurements ----

static dbx_status words(const dbx_kernel_site *s, uint32_t first, uint64_t **ret) {
  *ret = DBX_TMP(uint64_t, s->n_in + 1);
  for (uint32_t i = first; i < s->n_in; i++) (*ret)[i - first] = word(s->in[i]);
  return DBX_OK;
}

dbx_status dbx_kernel_namedobs(const dbx_kernel_site *s, dbx_array **out) {
  uint64_t o;
  const char *kind = dbx_sym_text(dbx_kernel_param(s, DBX_S_kind)->text);
  DBX_TRY(dbx_sim_named(&interp_now->sim, kind, word(s->in[0]), &o));
  return *out = word_of(DBX_OBS, o), DBX_OK;
}

dbx_status dbx_kernel_hermitian(const dbx_kernel_site *s, dbx_array **out) {
  uint64_t o, *qubits;
  DBX_TRY(words(s, 1, &qubits));
  DBX_TRY(dbx_sim_hermitian(&interp_now->sim, s->in[0]->data, qubits, s->n_in - 1, &o));
  return *out = word_of(DBX_OBS, o), DBX_OK;
}

dbx_status dbx_kernel_tensorobs(const dbx_kernel_site *s, dbx_array **out) {
  uint64_t o, *parts;
  DBX_TRY(words(s, 0, &parts));
  DBX_TRY(dbx_sim_combine(&interp_now->sim, false, parts, NULL, s->n_in, &o));
  return *out = word_of(DBX_OBS, o), DBX_OK;
}

dbx_status dbx_kernel_hamiltonian(const dbx_kernel_site *s, dbx_array **out) {
  uint64_t o, *parts;
  dbx_array *by;
  DBX_TRY(words(s, 1, &parts));
  DBX_TRY(dbx_convert_array(s->in[0], DBX_F64, &by));
  dbx_status st = dbx_sim_combine(&interp_now->sim, true, parts, by->data, s->n_in - 1, &o);
  dbx_array_unref(by);
  return st == DBX_OK ? (*out = word_of(DBX_OBS, o), DBX_OK) : st;
}

dbx_status dbx_kernel_compbasis(const dbx_kernel_site *s, dbx_array **out) {
  DBX_TRY(dbx_result(DBX_OBS, 1, (int64_t[]){s->n_in}, out));
  for (uint32_t i = 0; i < s->n_in; i++) dbx_array_set(*out, i, dbx_array_at(s->in[i], 0));
  return DBX_OK;
}

static dbx_status expectation(const dbx_kernel_site *s,
                              dbx_status (*of)(dbx_sim *s, uint64_t observable, double *ret),
                              dbx_array **out) {
  double x = 0;
  DBX_TRY(of(&interp_now->sim, word(s->in[0]), &x));
  return *out = dbx_array_scalar(DBX_F64, dbx_scalar_f(x)), DBX_OK;
}

dbx_status dbx_kernel_expval(const dbx_kernel_site *s, dbx_array **out) {
  return expectation(s, dbx_sim_expval, out);
}

dbx_status dbx_kernel_var(const dbx_kernel_site *s, dbx_array **out) {
  return expectation(s, dbx_sim_var, out);
}

dbx_status dbx_kernel_expval_jvp(const dbx_kernel_site *s, dbx_array **out) {
  return expectation(s, dbx_sim_expval_moved, out);
}

dbx_status dbx_kernel_var_jvp(const dbx_kernel_site *s, dbx_array **out) {
  return expectation(s, dbx_sim_var_moved, out);
}

// A result of 2^n elements for a basis of n qubits.
static dbx_status open_basis(const dbx_kernel_site *s, dbx_dtype t, dbx_array **out) {
  return dbx_result(t, 1, (int64_t[]){(int64_t)1 << s->in[0]->size}, out);
}

typedef dbx_status (*real_reader)(dbx_sim *s, const uint64_t *qubits, uint32_t n, double *ret);
typedef dbx_status (*complex_reader)(dbx_sim *s, const uint64_t *qubits, uint32_t n,
                                     dbx_complex *ret);

static dbx_status real_numbers(const dbx_kernel_site *s, real_reader read, dbx_array **out) {
  DBX_TRY(open_basis(s, DBX_F64, out));
  dbx_status st = read(&interp_now->sim, s->in[0]->data, (uint32_t)s->in[0]->size, (*out)->data);
  if (st != DBX_OK) *out = dbx_array_unref(*out);
  return st;
}

static dbx_status complex_numbers(const dbx_kernel_site *s, complex_reader read, dbx_array **out) {
  DBX_TRY(open_basis(s, DBX_C128, out));
  dbx_status st = read(&interp_now->sim, s->in[0]->data, (uint32_t)s->in[0]->size, (*out)->data);
  if (st != DBX_OK) *out = dbx_array_unref(*out);
  return st;
}

dbx_status dbx_kernel_probs(const dbx_kernel_site *s, dbx_array **out) {
  return real_numbers(s, dbx_sim_probs, out);
}
dbx_status dbx_kernel_probs_jvp(const dbx_kernel_site *s, dbx_array **out) {
  return real_numbers(s, dbx_sim_probs_moved, out);
}
dbx_status dbx_kernel_state(const dbx_kernel_site *s, dbx_array **out) {
  return complex_numbers(s, dbx_sim_state, out);
}
dbx_status dbx_kernel_state_jvp(const dbx_kernel_site *s, dbx_array **out) {
  return complex_numbers(s, dbx_sim_state_moved, out);
}
