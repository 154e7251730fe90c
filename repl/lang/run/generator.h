// Generators: of expressions (generator.c) and of functions (steps.c), private to lang/run but for
// their methods.
#ifndef DBX_LANG_GENERATOR_H
#define DBX_LANG_GENERATOR_H

#include "lang/run/lang.h"

// What a call of a generator function gives; nothing has run yet.
pv generator_new(o_function *f, o_env *env);
// One of a function, which is not running and has not ended, goes on: with the value that is sent,
// or with the pending exception. *ret stays as it is if it ends: iter_result has what it returns.
dbx_status steps_resume(o_iter *g, pv sent, bool thrown, pv *ret);
// It waits in a block whose end has something to do, and is closed when it is dropped.
enum { GENERATOR_WAITS = 2 }; // o_iter.end, of a generator; 1: it has begun
void generator_waits(o_iter *g);
// The body of a generator has failed: a StopIteration becomes the cause of a RuntimeError.
dbx_status steps_failed(void);

#endif
