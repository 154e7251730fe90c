// bindNested (docs/semantics.md): for_loop, while_loop and cond, with the record that each
// bind leaves. One function a line of the algorithm, named as in the paper.
#ifndef DBX_TRACE_NESTED_H
#define DBX_TRACE_NESTED_H

#include "trace/trace.h"

// How the dims of loop carries are treated. A slot is a dynamic axis of a carry: a strategy says
// which slots are constants of the body, and which ones share an argument of it.
typedef enum dbx_resizing {
  DBX_PRESERVE, // P: all are constants (allow_array_resizing=False)
  DBX_RESIZE,   // R: every one is an argument of its own (allow_array_resizing=True)
  DBX_INFER,    // those that change are arguments, found in rounds (allow_array_resizing="infer")
  DBX_SHARED,   // one argument for each dim, as before Catalyst's pull request 830
} dbx_resizing;
#define DBX_FIXED UINT32_MAX // the group of a slot that is a constant of the body

typedef struct dbx_slot {
  uint32_t carry, axis;
  dbx_dim start; // its length before the loop
  uint32_t group;
} dbx_slot;

// The strategy infer made an argument of a slot, or gave it another one, because of its length
// after the body.
typedef struct dbx_widening {
  uint32_t round, carry, axis; // rounds count from 1
  const char *length;          // after the body, in the names of the source
} dbx_widening;

// A number that a loop carries, as the soundness rule sees it (docs/semantics.md, Lengths of a
// loop's results).
typedef enum dbx_carried_kind {
  DBX_CARRIED_SLOT,   // a dynamic axis of a carry
  DBX_CARRIED_SCALAR, // a carried integer
  DBX_CARRIED_OUTER,  // a length of the caller's frame
} dbx_carried_kind;
typedef struct dbx_carried {
  dbx_carried_kind kind;
  uint32_t carry, axis;
  dbx_atom start, step;   // of the caller's frame; of the body's. OUTER: the length itself, 0
  uint32_t cls, step_cls; // equal after any number of trips; equal after one more trip
  dbx_dim result;         // SLOT: InDBIdx or OutDBIdx
  uint32_t equal_to;      // SLOT: the node that gives the result, UINT32_MAX: its own length
} dbx_carried;

typedef struct dbx_list {
  dbx_atom *at;
  uint32_t n;
} dbx_list;

// One nested program of a bind. Lists of the caller's frame and of the nested one.
typedef struct dbx_part {
  const char *name; // "body", "cond", "if", "else_if", "otherwise"
  dbx_frame *frame;
  dbx_list collapsed_inputs, expanded_inputs; // caller's
  dbx_sig in_type;
  dbx_list body_inputs;  // expanded, nested frame's
  uint32_t n_constants1; // captures made while the input type was parsed
  dbx_capture *captures; // all, in order
  uint32_t n_captures;
  dbx_capture *constants; // those that remain = K
  uint32_t n_constants;
  dbx_list collapsed_outputs, expanded_outputs; // nested frame's
  dbx_sig out_type;
  uint32_t n_implicit_in, n_implicit_out;
  dbx_sym out_tree;
  dbx_jaxpr *jaxpr;         // constants first among its inputs
  const dbx_callable *of;   // until the bind is closed: what is evaluated
  struct dbx_part *retrace; // cond: the second evaluation, whose Jaxpr is the equation's
  dbx_map *retraced;        // variable of the first evaluation -> atom of the second
} dbx_part;

typedef struct dbx_bind {
  uint32_t id;    // position in the trace's list
  int64_t parent; // id of the enclosing bind, -1
  uint32_t parent_part, depth;
  const struct dbx_primitive *prim;
  dbx_sym name; // of the traced function
  dbx_span span;
  dbx_frame *frame; // the caller's
  dbx_sym failed;   // exception class if it did not complete
  dbx_resizing resizing;
  uint32_t first_carry, n_carries; // of a loop, among the collapsed inputs of its body
  dbx_slot *slots;                 // of a loop, in order
  uint32_t n_slots, n_groups;
  dbx_carried *nodes; // what the result types were decided by
  uint32_t n_nodes;
  bool runs_once;    // a for_loop that is known to have a trip
  uint32_t n_rounds; // that were traced
  dbx_widening *widenings;
  uint32_t n_widenings;
  bool unshare_inputs, force_arg0_outdbidx; // ExpansionStrategy
  bool unwritten; // cond: the last branch stands for none, and returns None
  bool reverse;   // for_loop, scan: from the end; switch: the equation has the last part first
  dbx_part *parts;
  uint32_t n_parts;
  dbx_list bounds, preds, operands;
  uint32_t n_implicit;
  dbx_sig eqn_out_type;
  dbx_list results; // expanded
  uint32_t event;   // of the equation
  uint32_t first_event, last_event;
  dbx_status (*finish)(struct dbx_bind *b); // of a deferred bind, else NULL
  dbx_sym args_tree;                        // of adjoint: the structure of its arguments
} dbx_bind;

// A loop or conditional to trace. Init values and results are leaves; the front end flattens.
typedef struct dbx_for_spec {
  dbx_val lower, upper, step;
  dbx_resizing resizing;
  dbx_callable body; // (index, *carries)
} dbx_for_spec;
typedef struct dbx_while_spec {
  dbx_resizing resizing;
  dbx_callable cond, body;
} dbx_while_spec;
typedef struct dbx_cond_spec {
  const dbx_val *preds;         // n_branches - 1
  const dbx_callable *branches; // the last one is "otherwise"
  uint32_t n_branches;
  bool unwritten; // the program has no "otherwise": the last branch returns None
} dbx_cond_spec;

// The type of a collapsed output as the part's Jaxpr has it.
static inline dbx_aval dbx_out_aval(const dbx_part *p, uint32_t i) {
  return dbx_jaxpr_aval(p->jaxpr, p->collapsed_outputs.at[i]);
}

// Each binds in the innermost frame of the current trace, and gives the collapsed results.
dbx_status dbx_bind_for(const dbx_for_spec *s, const dbx_val *init, uint32_t n, dbx_leaves *ret);
dbx_status dbx_bind_while(const dbx_while_spec *s, const dbx_val *init, uint32_t n,
                          dbx_leaves *ret);
dbx_status dbx_bind_cond(const dbx_cond_spec *s, dbx_leaves *ret);

// ---- pieces shared with whole functions and calls (trace/signature.c, trace/slots.c) ----

// n entries in the arena: zeros, or copies.
dbx_sig dbx_sig_new(dbx_arena *a, uint32_t n);
dbx_list dbx_list_new(dbx_arena *a, uint32_t n);
dbx_list dbx_list_copy(dbx_arena *a, const dbx_atom *at, uint32_t n);
// The tracers that an InputType stands for: new arguments of f, into ret[0..s->n). A DBIdx is the
// tracer of that position; a length that is a variable is lifted into f.
dbx_status dbx_tracers_of_input(dbx_frame *f, const dbx_sig *s, dbx_atom *ret);
// The tracers that an OutputType stands for, left to right: new variables of f. InDBIdx(k) is
// operand_at[k], OutDBIdx(k) the tracer of position k, which has to lie to the left.
void dbx_tracers_of_output(const dbx_frame *f, const dbx_sig *s, const dbx_atom *operand_at,
                           dbx_atom *ret);
// Tracers to types: a dim that is an entry of `at` becomes its position; one that `captures` (NULL:
// none) has as a constant becomes what that stands for.
typedef struct dbx_positions {
  const dbx_atom *at;
  uint32_t n;
  dbx_dim_kind kind;
  const dbx_frame *captures;
} dbx_positions;
dbx_dim dbx_position_of(void *positions, dbx_dim d);
// The types of at[0..n), the first n_implicit of which are implicit.
dbx_sig dbx_types_by(dbx_arena *a, const dbx_atom *at, uint32_t n, uint32_t n_implicit,
                     dbx_positions *p);
// Result types of a body: dims found in ins (K, then expanded inputs) become InDBIdx, those found
// in outs OutDBIdx (the last occurrence); `index` (0: none) is never an InDBIdx.
dbx_sig dbx_infer_output_type(dbx_arena *a, const dbx_atom *ins, uint32_t n_ins,
                              const dbx_atom *outs, uint32_t n_outs, uint32_t n_implicit,
                              dbx_var index);
// Result types of the equation by the soundness rule (section 7).
dbx_sig dbx_loop_result_type(dbx_bind *b, bool runs_once);
dbx_status dbx_check_carries(const dbx_bind *b);
// The same without lengths that the strategy infer may still change.
dbx_status dbx_check_carry_kinds(const dbx_bind *b);
// Evaluates j's equations in frame f: inputs[i] is what its i-th constant or input stands for
// (an atom of f or of an enclosing frame, or an array). map receives variable -> atom. A result
// that is a captured array stays the variable of j: dbx_lift_result resolves it.
dbx_status dbx_eval_in_frame(dbx_frame *f, const dbx_jaxpr *j, const dbx_capture *inputs,
                             uint32_t n, dbx_atom *outs, dbx_map *map);
dbx_status dbx_lift_result(dbx_frame *f, const dbx_capture *inputs, uint32_t n, dbx_atom a,
                           dbx_atom *ret);
// The sum of lengths along a concatenated axis, emitting the additions that jax emits.
dbx_status dbx_emit_concat_dim(dbx_frame *f, const dbx_atom *in, uint32_t n, uint32_t axis,
                               dbx_dim *ret);

#endif
