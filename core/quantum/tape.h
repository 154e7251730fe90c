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
  uint32_t number;        // of the program's operation that it is, or was made of; 0: of none
  dbx_span span;
  uint32_t first, last; // events that the second pass logged for it: [first, last)
} dbx_tape_op;

typedef struct dbx_tape {
  dbx_frame *frame; // that its equations go to
  dbx_vec(dbx_tape_op) ops;
} dbx_tape;

// A measurement of the circuit's result, with its events as those of an operation.
typedef struct dbx_tape_result {
  const char *text; // "expval(PauliZ(0))"
  dbx_span span;
  uint32_t first, last;
} dbx_tape_result;

// What is remembered of a circuit as long as its trace lives, for views.
typedef struct dbx_circuit {
  uint32_t number; // in its trace, from 0
  dbx_sym name;    // of its function
  dbx_span span;   // of the call
  int64_t wires;
  dbx_frame *frame;           // NULL: its first pass has not begun
  uint32_t pass;              // under way, 0: none
  uint32_t first[3], last[3]; // events that open and close pass 1 and pass 2; 0: it did not
  dbx_tape *program;          // as the first pass left it; NULL: it did not come to its end
  dbx_tape *changed;          // by transformations; NULL: there were none
  dbx_tape *tape;             // expanded: what the second pass goes through
  const char *changes;        // the names of the transformations, ", " between them
  dbx_vec(dbx_tape_result) results;
} dbx_circuit;

// A new tape of a frame; its trace frees it.
dbx_tape *dbx_tape_new(dbx_frame *f);
// Appends a copy: lists are copied, arrays get a reference each.
void dbx_tape_put(dbx_tape *t, const dbx_tape_op *op);

// A new circuit of the current trace, which frees it.
dbx_circuit *dbx_circuit_new(dbx_sym name);
// Ends the pass under way and begins this one (0: none), in the log too.
void dbx_circuit_pass(dbx_circuit *c, uint32_t pass);
// Adds a measurement; what is logged until the next one, or the end, belongs to
// it.
void dbx_circuit_result(dbx_circuit *c, const char *text, dbx_span span);
// The circuits that the log of a trace still has: the one after `after` (NULL: the first); NULL:
// there is none.
const dbx_circuit *dbx_circuit_next(const dbx_trace *t, const dbx_circuit *after);
// Where an event belongs.
typedef enum dbx_pass {
  DBX_PASS_NONE, // outside of circuits
  DBX_PASS_ONE,
  DBX_PASS_TWO,
  DBX_PASS_BETWEEN, // the tape is transformed
} dbx_pass;
dbx_pass dbx_event_pass(const dbx_trace *t, uint32_t event);
// Appends what of the tape the second pass logged the event for: "RX", "expval(Z(0))". false: it
// logged it for nothing of the tape, or it is no event of a second pass.
bool dbx_put_event_operation(dbx_buf *b, const dbx_trace *t, uint32_t event);
const char *dbx_pass_words(dbx_pass p); // "pass 1"
// "RX", "Adjoint(S)", "for_loop lp": the operation without its wires.
void dbx_put_tape_name(dbx_buf *b, const dbx_tape_op *op);

#endif
