// Functions under @qjit and jax.jit.
#ifndef DBX_LANG_QJIT_H
#define DBX_LANG_QJIT_H

#include "lang/value/object.h"

struct o_qjit;
void qjit_start(void);        // once, before any call
void qjit_forget_calls(void); // what calls inside of the last trace may share
void qjit_each_jaxpr(const struct o_qjit *q, void (*f)(const dbx_jaxpr *j)); // it may run or show
// Traces the function once more with the arguments of its last call, or its declared types. What it
// prints and what it changes in the host's objects is taken back. E208 if it was never called.
dbx_status qjit_trace_again(struct o_qjit *q);

#endif
