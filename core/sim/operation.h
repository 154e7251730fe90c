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
} sim_operation;

typedef struct sim_observable {
  dbx_sim_kind kind;
  uint64_t wires;      // a bit for each qubit that it acts on
  uint32_t *bit, n;    // of a matrix: its targets; of a product or sum: numbers of its n parts
  dbx_complex *matrix; // of NAMED too
  double *by;          // of a sum
} sim_observable;

// What it holds; it is empty then.
void sim_observable_free(sim_observable *o);
dbx_status sim_fail(const char *what); // E906

#endif
