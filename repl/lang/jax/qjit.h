// Functions under @qjit and jax.jit.
#ifndef DBX_LANG_QJIT_H
#define DBX_LANG_QJIT_H

#include "lang/value/object.h"

struct o_qjit;
struct dbx_trace;
struct dbx_jaxpr;
void qjit_start(void); // once, before any call
// What calls inside of the last trace may share, and the functions that equations call.
void qjit_forget_calls(void);
void callback_start(void); // callback.c: once, before any run
// Traces the function once more with the arguments of its last call, or its declared types. What it
// prints and what it changes in the host's objects is taken back. E208 if it was never called.
dbx_status qjit_trace_again(struct o_qjit *q);

// The same apart from its compilations, which stay as they are. The trace is the caller's, and no
// longer among those of the session; NULL: there is none.
dbx_status qjit_trace_apart(struct o_qjit *q, struct dbx_trace **ret);
// Runs two Jaxprs with the types of the function by the interpreter, on the arguments of its last
// call: the largest distance between elements of their results. known: false if it was not called.
dbx_status qjit_distance(struct o_qjit *q, const struct dbx_jaxpr *a, const struct dbx_jaxpr *b,
                         bool *known, double *ret);

pv qjit_function(pv q); // of a function under catalyst.qjit; UNBOUND: it is under jax.jit

#endif
