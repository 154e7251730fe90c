// Equations of a frame in a line each, without types: "f = qextract d 0". For the tests of the
// room.
#ifndef DBX_QUANTUM_TEST_DRAWN_H
#define DBX_QUANTUM_TEST_DRAWN_H

#include "quantum/circuit.h"
#include "unit/traced.h"

// What a frame has, as primitives with their operands and results: "qextract r0 0>v1; ...", where
// registers are r, qubits q, others v, each with its number in order of appearance. Valid until the
// next call.
const char *drawn(const dbx_frame *f);
dbx_tape_op drawn_gate(const char *name, dbx_val *wires, uint32_t n);

#endif
