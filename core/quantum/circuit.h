// Circuits: the equation func, and the second pass, which puts the operations of tapes into the
// frames that the first pass left open (docs/semantics.md, Circuits). Source: observed with
// Catalyst 0.7.0 (tests/quantum).
#ifndef DBX_QUANTUM_CIRCUIT_H
#define DBX_QUANTUM_CIRCUIT_H

#include "prim/prim.h"
#include "quantum/tape.h"

// What a circuit is run by, as the equations print it.
typedef struct dbx_circuit_device {
  const char *title; // of the function: "<QNode: ...>"
  const char *name, *lib, *kwargs;
  int64_t wires;
} dbx_circuit_device;

// Calls f as a circuit in the current trace: func. f gets tracers of args, and opens, fills and
// ends the circuit with the functions below before it returns. Errors are its own.
// *c is what is remembered of it, for f; pass 1 is open when f begins.
dbx_status dbx_circuit_call(const dbx_callable *f, const dbx_val *args, uint32_t n,
                            const dbx_circuit_device *d, const dbx_deferral *deferral,
                            dbx_circuit **c, dbx_leaves *ret);

// ---- the second pass: everything acts on the innermost frame of the current trace ----

typedef struct dbx_wire { // a qubit that is taken out
  uint64_t key;           // of its wire
  dbx_atom wire, qubit;   // qubit 0: an operation has it
} dbx_wire;

// Where the second pass is in a frame: its register, and the qubits that are taken out of it.
typedef struct dbx_qubits {
  dbx_frame *frame;
  dbx_atom reg;
  dbx_vec(dbx_wire) cache;
} dbx_qubits;

// qdevice and qalloc, all operations of the tape and of the tapes of its regions, and the order of
// the equations. q is for the functions below; the last of them frees it, also after a failure.
dbx_status dbx_circuit_open(dbx_qubits *q, dbx_tape *t, const dbx_circuit_device *d);
dbx_status dbx_circuit_end(dbx_qubits *q); // puts everything back: qdealloc
void dbx_qubits_free(dbx_qubits *q);

// Observables and measurements, each a tracer. Qubits that they ask for are not remembered.
dbx_status dbx_observe_named(dbx_qubits *q, const char *kind, const dbx_val *wire, dbx_val *ret);
dbx_status dbx_observe_hermitian(dbx_qubits *q, const dbx_val *matrix, const dbx_val *wires,
                                 uint32_t n, dbx_val *ret);
// tensorobs without coefficients (NULL), else hamiltonian.
dbx_status dbx_observe_terms(dbx_qubits *q, const dbx_val *coefficients, const dbx_val *terms,
                             uint32_t n, dbx_val *ret);
// expval or var of an observable.
dbx_status dbx_measure_observable(dbx_qubits *q, dbx_prim p, const dbx_val *observable,
                                  dbx_val *ret);
// probs or state of wires.
dbx_status dbx_measure_basis(dbx_qubits *q, dbx_prim p, const dbx_val *wires, uint32_t n,
                             dbx_val *ret);

#endif
