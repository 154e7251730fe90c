// Whole functions: abstracted axes, implicit arguments and results, and calls of named functions
// (pjit). Source: docs/semantics.md, Arguments of functions.
#ifndef DBX_TRACE_FUNCTION_H
#define DBX_TRACE_FUNCTION_H

#include "prim/prim.h"
#include "trace/nested.h"

// One argument leaf: its aval (dims ints, or variables for traced arguments), and which axes are
// abstracted: names[axis] is 0 or a name that is equal for equal dimensions. NULL: none.
typedef struct dbx_argument {
  dbx_aval aval;
  dbx_var tracer; // the traced value itself, 0 for a concrete argument
  const uint64_t *names;
} dbx_argument;

// Where the implicit arguments come from: the axis of an explicit argument, one each, in order.
typedef struct dbx_implicit {
  uint32_t argument, axis;
} dbx_implicit;

// Deduces the InputType. Traced dims without a name get one each. `implicit` has room for every
// axis of every argument; *n_implicit of them are filled. Fails with E315 if sizes bound to one
// name differ, E510 if a name is given for an axis that is not there.
dbx_status dbx_infer_input_type(dbx_arena *a, const dbx_argument *args, uint32_t n, dbx_sig *ret,
                                dbx_implicit *implicit, uint32_t *n_implicit);

// Traces f into the new current trace t (dbx_trace_begin): sets its jaxpr, in_type and out_type and
// gives the structure of the results. On failure t->failed is set. The trace is not ended.
dbx_status dbx_trace_function(dbx_trace *t, const dbx_sig *in_type, const dbx_callable *f,
                              dbx_sym *ret_tree);

// What the trace of an open function frame is now, with the given results (the program under
// construction). The first n_implicit inputs are implicit. It lives in the trace's memory; nothing
// else of the trace changes.
dbx_so_far dbx_function_so_far(const dbx_frame *f, const dbx_atom *outs, uint32_t n,
                               uint32_t n_implicit);

// The Jaxpr of a function to be called as pjit[name=...]: traced in the current trace, or in an
// earlier one if it captures nothing.
typedef struct dbx_call_target {
  dbx_jaxpr *jaxpr;
  dbx_sig out_type;      // InDBIdx count [*constants or leading inputs, *inputs]
  dbx_capture *captures; // values that become leading operands
  uint32_t n_captures;
  dbx_sym tree;
  uint32_t n_results;       // of which forwarded says something: the explicit ones
  const int32_t *forwarded; // dbx_forward_results, by who calls it; NULL: every result is returned
} dbx_call_target;
// `in` (may be NULL): the operands of the call, implicit ones first; an argument that is the length
// of another one refers to its operand, so that captured arrays of that length fit.
dbx_status dbx_trace_call(const dbx_sig *in_type, const dbx_atom *in, const dbx_callable *f,
                          dbx_call_target *ret);
// The same of a circuit: what its frame and bodies defer is kept by d, and everything captured,
// arrays too, becomes a leading operand, in the order in which the Jaxpr uses it.
dbx_status dbx_trace_circuit(const dbx_sig *in_type, const dbx_atom *in, const dbx_callable *f,
                             const struct dbx_deferral *d, dbx_call_target *ret);
// Takes those results from c that are explicit inputs, of in_type, handed on as they are, unless
// the length of another is among them. c->forwarded, in the trace's memory, then has for each
// explicit result the place among the explicit inputs, or -1. Source: target15/reduce_shape.
void dbx_forward_results(dbx_call_target *c, const dbx_sig *in_type);
// Emits the pjit equation; gives the explicit results.
dbx_status dbx_emit_call(dbx_sym name, const dbx_call_target *c, const dbx_atom *in, uint32_t n,
                         dbx_leaves *ret);
// The same with another primitive and its parameters.
dbx_status dbx_emit_call_of(dbx_prim p, const dbx_kv *kv, uint32_t n_kv, const dbx_call_target *c,
                            const dbx_atom *in, uint32_t n, dbx_leaves *ret);

#endif
