// The simulator of circuits: state vectors behind one interface. One device is at work at a time,
// and has one register. Everything is named by words that the equations of a Jaxpr hand on: a
// register, a qubit (which is its wire), an observable. Between sim_record and sim_reverse gates
// are kept, not applied; then they are applied backwards, each inverted. Fails with E906, and E702
// without memory.
#ifndef DBX_SIM_SIM_H
#define DBX_SIM_SIM_H

#include "base/diag.h"
#include "base/mem.h"
#include "base/vec.h"
#include "sim/apply.h"

// The operands of a gate. Qubits are those that dbx_sim_extract gave.
typedef struct dbx_sim_place {
  const uint64_t *target, *control;
  const bool *value; // of each control
  uint32_t n_targets, n_controls;
} dbx_sim_place;

typedef enum dbx_sim_kind {
  DBX_OBS_NAMED,
  DBX_OBS_MATRIX,
  DBX_OBS_PRODUCT,
  DBX_OBS_SUM
} dbx_sim_kind;

struct sim_operation; // a gate that is kept
struct sim_step;      // one that waits (sim/step.h)
struct sim_observable;

// What a device has. Its holder (core/interp) frees it.
typedef struct dbx_sim {
  bool open;         // there is a device
  sim_vector vector; // behind dbx_sim_settle; at NULL: it has no register
  uint64_t random;   // state of the generator that decides what a qubit is measured to be
  dbx_vec(struct sim_observable) observables;
  dbx_vec(struct sim_operation) kept;
  dbx_vec(uint32_t) marks;          // where each recording under way begins in `kept`
  dbx_vec(struct sim_step) waiting; // gates that the vector has still to go through
  dbx_work_spread spread;           // over threads; NULL: one
  uint64_t gates;                   // applied so far
  // Derivatives: the tangent of the state along those of the angles (at NULL: it is zero), and the
  // tangents that the next gate has.
  sim_vector moved;
  bool turning;
  double turn[DBX_MOST_ANGLES];
  dbx_complex *turn_matrix; // of a gate that is given by its matrix, with as many rows; owned
  uint32_t turn_rows;
} dbx_sim;

// Everything, at the end.
void dbx_sim_free(dbx_sim *s);

dbx_status dbx_sim_open(dbx_sim *s); // the device; E906 if there is one already
void dbx_sim_close(dbx_sim *s);      // with whatever it has; also of a run that failed
dbx_status dbx_sim_alloc(dbx_sim *s, int64_t wires, uint64_t *ret); // all qubits in the state 0
// The qubit of a wire; E906 if the device does not have it.
dbx_status dbx_sim_extract(dbx_sim *s, int64_t wire, uint64_t *ret);
// angles: of the gate's row. E906 if two of the qubits are one.
dbx_status dbx_sim_gate(dbx_sim *s, const dbx_gate *g, bool adjoint, const double *angles,
                        const dbx_sim_place *p);
dbx_status dbx_sim_matrix(dbx_sim *s, const dbx_complex *m, bool adjoint,
                          const dbx_sim_place *p); // row-major
// e^(-i angle), where the controls have their values: p has no targets.
dbx_status dbx_sim_phase(dbx_sim *s, double angle, bool adjoint, const dbx_sim_place *p);
// A random outcome where both are possible; with postselect (0 or 1; -1: none) that one, E906 if it
// is impossible.
dbx_status dbx_sim_measure(dbx_sim *s, uint64_t qubit, int postselect, bool *ret);
// The vector goes through the gates that wait. What is measured does this first.
dbx_status dbx_sim_settle(dbx_sim *s);
void dbx_sim_record(dbx_sim *s);
dbx_status dbx_sim_reverse(dbx_sim *s);

// ---- observables: numbers that live as long as the register ----
// Of one qubit, by name: PauliX, PauliY, PauliZ, Hadamard, Identity.
dbx_status dbx_sim_named(dbx_sim *s, const char *kind, uint64_t qubit, uint64_t *ret);
// By its matrix, row-major, which is copied.
dbx_status dbx_sim_hermitian(dbx_sim *s, const dbx_complex *m, const uint64_t *qubits, uint32_t n,
                             uint64_t *ret);
// Of the parts, with a coefficient each if it is a sum. E906: factors that share a qubit.
dbx_status dbx_sim_combine(dbx_sim *s, bool sum, const uint64_t *parts, const double *by,
                           uint32_t n, uint64_t *ret);
dbx_status dbx_sim_expval(dbx_sim *s, uint64_t observable, double *ret);
dbx_status dbx_sim_var(dbx_sim *s, uint64_t observable, double *ret);
// 2^n elements, the first qubit most significant.
dbx_status dbx_sim_probs(dbx_sim *s, const uint64_t *qubits, uint32_t n, double *ret);
dbx_status dbx_sim_state(dbx_sim *s, const uint64_t *qubits, uint32_t n,
                         dbx_complex *ret); // of all qubits

// ---- derivatives along tangents of angles: of the state, and of what is measured ----
// The tangents of the next gate: n numbers, or n rows of a matrix, row-major (NULL: numbers).
dbx_status dbx_sim_turn(dbx_sim *s, const double *turn, const dbx_complex *matrix, uint32_t n);
dbx_status dbx_sim_expval_moved(dbx_sim *s, uint64_t observable, double *ret);
dbx_status dbx_sim_var_moved(dbx_sim *s, uint64_t observable, double *ret);
dbx_status dbx_sim_probs_moved(dbx_sim *s, const uint64_t *qubits, uint32_t n, double *ret);
dbx_status dbx_sim_state_moved(dbx_sim *s, const uint64_t *qubits, uint32_t n, dbx_complex *ret);

#endif
