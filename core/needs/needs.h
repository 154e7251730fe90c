// What must be known to know some results of a Jaxpr: a slice from the results back, through loops,
// branches and calls. The length of an axis is a scalar variable, so a shape needs values of
// scalars only. Values are followed, not what they are: x - x needs x.
#ifndef DBX_NEEDS_NEEDS_H
#define DBX_NEEDS_NEEDS_H

#include "ir/jaxpr.h"

// A nested Jaxpr of an equation, and which of its results are needed.
typedef void (*dbx_needs_visit)(void *ctx, const dbx_jaxpr *j, const bool *outs);

// Which operands' values (in[0..n_in), set) the values of the results out[0..n_out) need. visit is
// called for each nested Jaxpr that they come from, NULL: it is not asked for.
void dbx_needs_operands(const dbx_eqn *e, const bool *out, bool *in, dbx_needs_visit visit,
                        void *ctx);
// Adds the variables of j itself whose values the results outs[0..n_out) need.
void dbx_needs_values(const dbx_jaxpr *j, const bool *outs, dbx_set *values);
// The same for values that are in the set already, such as the lengths of a result.
void dbx_needs_close(const dbx_jaxpr *j, dbx_set *values);
// Adds the variable, or those that are lengths of its type.
void dbx_needs_add(dbx_set *values, dbx_atom a);
void dbx_needs_add_lengths(dbx_set *values, dbx_atom a);
bool dbx_needs_has(const dbx_set *values, dbx_atom a);
// Is one of the equation's results in the set? out[0..n_out): which.
bool dbx_needs_results(const dbx_eqn *e, const dbx_set *values, bool *out);
// Does a change of any variable in the set always change what the slice is of? False: the inputs
// are needed at most, because an equation may give the same for others.
bool dbx_needs_exactly(const dbx_jaxpr *j, const dbx_set *values);

#endif
