// The work of the program dbxcompile: code for the Jaxprs that a session sends. Private to lower/.
#ifndef DBX_LOWER_SERVE_H
#define DBX_LOWER_SERVE_H

#include "lower/code/code.h"
#include "lower/code/machine.h"

// An order: this, then the bytes of the key (key.h).
typedef struct serve_order {
  uint64_t most_bytes; // of memory for the compiler, 0: no bound
  bool built;          // for a library: what the interpreter computes is refused (E801)
  char name[64];       // of the entry
} serve_order;

// Takes orders from the socket until its other end is closed; never returns.
_Noreturn void serve(int socket);
// What an answer that is no failure holds, behind its head.
void serve_take(const char *at, size_t n, lower_code *c, lower_times *times, dbx_buf *ret_object);

#endif
