// A gate that the simulator applies or keeps, and an observable. Private to sim.
#ifndef DBX_SIM_OPERATION_H
#define DBX_SIM_OPERATION_H

#include "sim/sim.h"

enum { SIM_MOST_QUBITS = 40 };

typedef enum sim_operation_kind { SIM_MATRIX, SIM_PARITY, SIM_PHASE } sim_operation_kind;

typedef struct sim_operation {
  sim_operation_kind kind;
  uint32_t bit[SIM_MOST_QUBITS]; // targets, then controls
  bool value[SIM_MOST_QUBITS];   // of each control
  uint32_t n_targets, n_controls;
  dbx_complex *matrix; // owned; NULL unless it is kept
  dbx_complex phase;   // of even parity; of everything
  bool turns;          // it has a derivative along the tangents of its angles
  dbx_complex *moved;  // that of the matrix; owned; NULL unless it is kept
  dbx_complex phase_moved;
} sim_operation;

typedef struct sim_observable {
  dbx_sim_kind kind;
  uint64_t wires;      // a bit for each qubit that it acts on
  uint32_t *bit, n;    // of a matrix: its targets; of a product or sum: numbers of its n parts
  dbx_complex *matrix; // of NAMED too
  double *by;          // of a sum
} sim_observable;

// A copy that the caller frees; E702.
dbx_status sim_copy(const sim_vector *v, sim_vector *ret);
// The observable with a number, and what it makes of a vector.
dbx_status sim_find(const dbx_sim *s, uint64_t number, const sim_observable **ret);
dbx_status sim_act(const dbx_sim *s, const sim_observable *o, sim_vector *v);
// Where an index of the vector is in the basis of these qubits.
size_t sim_position(const dbx_sim *s, const uint64_t *qubits, uint32_t n, size_t index);
// The qubits are a basis; E906.
dbx_status sim_check_basis(const dbx_sim *s, const uint64_t *qubits, uint32_t n);

// ---- tangents (tangent.c) ----
// The tangent of the state goes through an operation; the state itself has still to. m and moved:
// of a matrix, and its derivative.
dbx_status sim_move(dbx_sim *s, const sim_operation *o, const dbx_complex *m,
                    const dbx_complex *moved);
// The derivative of a gate's matrix along the tangents that were given for it.
void sim_gate_moved(const dbx_sim *s, const dbx_gate *g, const double *angles, dbx_complex *moved);

// What it holds; it is empty then.
void sim_observable_free(sim_observable *o);
dbx_status sim_fail(const char *what); // E906

#endif
