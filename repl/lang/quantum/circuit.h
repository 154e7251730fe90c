// The circuit that is traced. Private to lang/quantum.
#ifndef DBX_LANG_QUANTUM_CIRCUIT_H
#define DBX_LANG_QUANTUM_CIRCUIT_H

#include "lang/jax/jax.h"
#include "lang/quantum/quantum.h"
#include "quantum/bits.h"
#include "quantum/circuit.h"
#include "quantum/deferred.h"
#include "sim/gates.h"

struct quantum_circuit {
  struct quantum_circuit *outer; // whose circuit called this one
  pv hooks;                      // (enter, leave, defer), pinned
  dbx_deferral deferral;
  dbx_circuit_device device;
  dbx_vec(dbx_bind *) regions; // by number
  dbx_vec(dbx_tape *) tapes;
  dbx_bits bits;     // of the first pass
  dbx_qubits qubits; // of the second pass
  dbx_circuit *remembered;
  dbx_span result; // the measurement whose equations are bound
};

// The circuit that is traced; E902 if there is none.
dbx_status quantum_circuit_now(struct quantum_circuit **ret);
// A list or tuple of numbers, arrays and tracers; in scratch memory.
dbx_status quantum_values(pv list, dbx_val **ret, uint32_t *n);
const char *quantum_text(pv s);
dbx_span quantum_span(pv place); // of a tuple that place() gave
dbx_span
quantum_program(const call_args *c); // the program's own call of what is written in Python below it

// circuit(f, args, keywords, title, hooks): what f returns, by an equation func.
dbx_status quantum_circuit(const call_args *c, pv *ret);
// adjoint(f, args, keywords, tree): a block; what f returns is dropped.
dbx_status quantum_adjoint(const call_args *c, pv *ret);
// here(): is the frame that is open one of a circuit? None: no circuit is traced.
dbx_status quantum_here(const call_args *c, pv *ret);
// bit(): a tracer for what a qubit will be measured to be.
dbx_status quantum_bit(const call_args *c, pv *ret);
// gates(): (name, wires, angles, controls, base) of each row of sim/gates.def.
dbx_status quantum_gates(const call_args *c, pv *ret);
// fail(code, class, text[, place]): raises the diagnostic. tracing(): is a function traced?
dbx_status quantum_fail(const call_args *c, pv *ret);
// warn(text, place): W105.
dbx_status quantum_warn(const call_args *c, pv *ret);
// place(): where the program is, a tuple for put.
dbx_status quantum_place(const call_args *c, pv *ret);
dbx_status quantum_tracing(const call_args *c, pv *ret);
// compiling(): is one traced that Catalyst compiles, and not jax?
dbx_status quantum_compiling(const call_args *c, pv *ret);
// enter(region, part), leave(region, part): more classical equations of a body.
dbx_status quantum_enter(const call_args *c, pv *ret);
dbx_status quantum_leave(const call_args *c, pv *ret);

// tape(): the number of a new tape of the frame that is open. put(tape, kind, name, adjoint,
// params, wires, controls, control values, bit, region, tapes, number of the program's operation).
dbx_status quantum_tape(const call_args *c, pv *ret);
// note(name, taken, place): in the first pass the program puts an operation on the tape, or takes
// it off. passed(): the first pass is over. result(text, place): a measurement is bound next.
dbx_status quantum_note(const call_args *c, pv *ret);
// asked(): the transformation of the tape that is asked for (jax_now->tape_changes), "": none.
dbx_status quantum_asked(const call_args *c, pv *ret);
dbx_status quantum_passed(const call_args *c, pv *ret);
dbx_status quantum_result(const call_args *c, pv *ret);
dbx_status quantum_put(const call_args *c, pv *ret);
dbx_status quantum_events(const call_args *c, pv *ret); // how many the trace has
// placed(N, PLACE): events since the N-th that stand in the library, and their equations, stand
// there.
dbx_status quantum_placed(const call_args *c, pv *ret);
// open(tape, wires, the program's tape, the changed one or None, names of what changed it): the
// second pass
dbx_status quantum_open(const call_args *c, pv *ret);
dbx_status quantum_end(const call_args *c, pv *ret);

// single(kind or matrix, wires), terms(coefficients or None, terms),
// observe("expval" or "var", observable), basis("probs" or "state", wires)
dbx_status quantum_single(const call_args *c, pv *ret);
dbx_status quantum_terms(const call_args *c, pv *ret);
dbx_status quantum_observe(const call_args *c, pv *ret);
dbx_status quantum_basis(const call_args *c, pv *ret);

#endif
