// Qubits are taken out of the register late and put back late. Private to quantum.
#ifndef DBX_QUANTUM_QUBITS_H
#define DBX_QUANTUM_QUBITS_H

#include "quantum/circuit.h"

// The qubits of the wires, in order. keep: they stay in the cache (observables); else they are
// handed out, and qubits_insert puts what became of them back. Fails with E903 for what is no wire.
dbx_status qubits_request(dbx_qubits *q, const dbx_val *wires, uint32_t n, bool keep,
                          dbx_atom *ret);
dbx_status qubits_insert(dbx_qubits *q, const dbx_val *wires, uint32_t n, const dbx_var *qubits);
dbx_status qubits_flush(dbx_qubits *q); // all back into the register
// An equation in the frame; *out has room for its results.
dbx_status qubits_bind(const dbx_qubits *q, dbx_prim p, const dbx_atom *in, uint32_t n,
                       const dbx_kv *kv, uint32_t n_kv, dbx_var *out, uint32_t n_out);

// The equations of a frame whose operations have all been bound (docs/semantics.md, Circuits).
void circuit_sort(dbx_frame *f);

#endif
