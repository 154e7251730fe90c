// The process that compiles: the program dbxcompile beside dbxlower.so, which stays and is warm
// when the next Jaxpr comes. MLIR and LLVM cannot be interrupted, and end their process when they
// are out of memory or broken; that is its process then. Ctrl-C ends it too, and the next Jaxpr
// starts another one. A fork for each Jaxpr would not need the Jaxpr as bytes, but takes 4 ms for a
// small one and 26 more for each 500 MB of the session (docs/benchmarks.md). Private to lower/.
#ifndef DBX_LOWER_COMPILER_H
#define DBX_LOWER_COMPILER_H

#include "base/buf.h"
#include "base/status.h"

typedef struct compiler compiler;

// `module`: path of dbxlower.so. Nothing runs yet.
compiler *compiler_new(const char *module);
void compiler_free(compiler *c); // ends the process; takes NULL
// Starts the process unless it runs. No failure: an order finds that out.
void compiler_start(compiler *c);
// The answer (answer.h) to an order, with its head. Fails with E803 if there is no process, and as
// answer_missing says.
dbx_status compiler_ask(compiler *c, const dbx_buf *order, dbx_buf *ret);

#endif
