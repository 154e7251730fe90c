// From arguments to a Jaxpr, for every kind of program: InputType, tracers, evaluation, OutputType,
// Jaxpr. Nested programs (nested.c, branches.c), compiled functions and calls (function.c) and the
// program under construction are each a dbx_part that takes this way, or the end of it.
#ifndef DBX_TRACE_ABSTRACT_H
#define DBX_TRACE_ABSTRACT_H

#include "trace/nested.h"

// Which lengths in the types of the results become implicit results, each before the explicit ones.
typedef struct dbx_expansion {
  bool every_axis;   // each dynamic axis; otherwise each length once that is not known already
  bool inputs_known; // lengths that are inputs are (whole functions), not only constants
  dbx_var index;     // of a for_loop, which no length of a result is; 0: none
} dbx_expansion;

// The tracers of p->in_type, new arguments of p->frame: p->body_inputs.
dbx_status dbx_part_inputs(dbx_part *p);
// Evaluates fn on the explicit ones: p->collapsed_outputs, p->out_tree. `at` (NULL: as it is) is
// where results are captured, and where those that are no arrays are reported (E512).
dbx_status dbx_part_eval(dbx_part *p, const dbx_callable *fn, const dbx_span *at);
// The atom of result i, or E512; `of` is the function that has the result, 0: the program.
dbx_status dbx_part_result(dbx_frame *f, const dbx_val *v, uint32_t i, dbx_span span, dbx_sym of,
                           dbx_atom *ret);
// The Jaxpr with the explicit results: p->jaxpr, p->constants. keep_inputs as in dbx_to_jaxpr.
void dbx_part_simplify(dbx_part *p, bool keep_inputs);
// The OutputType: p->expanded_outputs, p->out_type. `implicit` (NULL: they are found): the implicit
// results.
void dbx_part_outputs(dbx_part *p, const dbx_expansion *x, const dbx_list *implicit);
// Gives p->jaxpr the implicit results.
void dbx_part_finish(dbx_part *p);
// The constants of p->jaxpr become leading inputs.
void dbx_part_lead_constants(dbx_part *p);
// What the constants are values of, outside: in the arena of the trace.
const dbx_val *dbx_part_captured(const dbx_part *p);

// Calls f for each equation of j in order, each at its own place, with scratch memory of its own.
dbx_status dbx_each_equation(const dbx_jaxpr *j, dbx_status (*f)(void *ctx, const dbx_eqn *e),
                             void *ctx);

#endif
