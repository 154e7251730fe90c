// Working in a fork, which has everything that this process has, addresses included; what it makes
// comes back as a message. For the listings: MLIR and LLVM cannot be interrupted, and end their
// process when they are out of memory. (Code is made by a compiler that stays, see compiler.h.)
// Private to lower/.
#ifndef DBX_LOWER_CHILD_H
#define DBX_LOWER_CHILD_H

#include "base/buf.h"
#include "base/diag.h"

// Calls f in a fork; what f puts comes back at the end of ret, or its diagnostic. Ctrl-C kills the
// fork (E704); one that dies is E702 or E803. Nothing else that f does is seen here. No other
// thread may run in this process but ones that wait.
dbx_status child_run(dbx_status (*f)(void *ctx, dbx_buf *ret), void *ctx, dbx_buf *ret);

// For a process that is there to compile: no dumps, nothing on standard error but the reports of
// sanitizers; an error that LLVM calls fatal is sent to the socket `to` as an answer.
void child_prepare(int to);

#endif
