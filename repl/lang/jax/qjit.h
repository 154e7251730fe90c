// Functions under @qjit and jax.jit.
#ifndef DBX_LANG_QJIT_H
#define DBX_LANG_QJIT_H

#include "lang/value/object.h"

struct o_qjit;
void qjit_start(void); // once, before any call
// What calls inside of the last trace may share, and the functions that equations call.
void qjit_forget_calls(void);
void callback_start(void); // callback.c: once, before any run
// Traces the function once more with the arguments of its last call, or its declared types. What it
// prints and what it changes in the host's objects is taken back. E208 if it was never called.
dbx_status qjit_trace_again(struct o_qjit *q);

pv qjit_function(pv q); // of a function under catalyst.qjit; UNBOUND: it is under jax.jit

#endif
