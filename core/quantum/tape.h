// The tape of a circuit: what its first pass leaves beside classical equations, after it was
// transformed. Each region (the circuit, a body, a branch, an adjoint block) has one. Classical
// results that operations need are cached in it as tracers. It lives as long as its trace.
#ifndef DBX_QUANTUM_TAPE_H
#define DBX_QUANTUM_TAPE_H

#include "trace/nested.h"

typedef enum dbx_tape_kind {
  DBX_TAPE_GATE,    // a gate with a name (sim/gates.def)
  DBX_TAPE_UNITARY, // by its matrix, the one parameter
  DBX_TAPE_PHASE,   // of the whole state: the one parameter is its angle
  DBX_TAPE_MEASURE, // of one qubit
  DBX_TAPE_REGION,  // a loop, a conditional or an adjoint block
} dbx_tape_kind;

typedef struct dbx_tape_values {
  dbx_val *at; // numbers, arrays, tracers
  uint32_t n;
} dbx_tape_values;

typedef struct dbx_tape_op {
  dbx_tape_kind kind;
  dbx_sym name;
  bool adjoint;
  dbx_tape_values params, wires, controls;
  bool *control_values;   // one for each control
  int postselect;         // of a measurement: 0, 1, -1: none
  dbx_var bit;            // its result, made in the first pass
  dbx_bind *region;       // whose equation is bound in the second pass
  struct dbx_tape **tape; // one for each of its parts
  dbx_span span;
} dbx_tape_op;

typedef struct dbx_tape {
  dbx_frame *frame; // that its equations go to
  dbx_vec(dbx_tape_op) ops;
} dbx_tape;

// A new tape of a frame; its trace frees it.
dbx_tape *dbx_tape_new(dbx_frame *f);
// Appends a copy: lists are copied, arrays get a reference each.
void dbx_tape_put(dbx_tape *t, const dbx_tape_op *op);

#endif
