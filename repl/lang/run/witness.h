// What the names in a failing expression were worth, and where each got its value: for the errors
// of Python, and for arrays that are no tracers (witness.c). Nothing here runs code of the program.
#ifndef DBX_LANG_WITNESS_H
#define DBX_LANG_WITNESS_H

#include "lang/run/lang.h"

// Is the pending diagnostic an error of Python (E202 to E211), which no handler that is open can
// catch, at a place from `from` to `to`?
bool witness_wanted(dbx_span from, dbx_span to);
// "int = 0", "list of 3 elements", "f64[3]", of any value.
void witness_put(dbx_buf *b, pv v);
// The value v of n as an operand of the pending diagnostic; constants are in sight.
void witness_operand(const dbx_node *n, pv v, const char *role);
// The same, if the pending diagnostic is such an error and has no operands yet: what was taken
// apart, also beside the place of the error.
void witness_value(const dbx_node *n, pv v, const char *role);
// A function of the library raised an exception, whose place is the call: its arguments are
// operands.
void witness_library(const dbx_node *call, const call_args *c);
// The statement, comprehension or lambda n has failed in env: adds the names of its innermost
// expression that has failed, with their values now and where these come from, unless it is done.
void witness_names(o_env *env, const dbx_node *n);
// A call has failed in the function called: parameters that were noted were given like this.
void witness_call(const dbx_node *call, const call_args *c);
// x[index] has failed: how many elements there are, or which keys.
void witness_index(const dbx_node *n, pv x, pv index);

#endif
