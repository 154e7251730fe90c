// Where the debugger stops when it goes on: breakpoints and watched dimensions.
#ifndef DBX_DEBUG_BREAKPOINTS_H
#define DBX_DEBUG_BREAKPOINTS_H

#include "debug/scope.h"

// WHERE [if COND]: a line ("12"), a function or loop ("loop"), a primitive ("add"), "new dim",
// "mismatch"; COND is an expression of the moment. Fails with E208.
dbx_status debug_break(const char *text);
// A tracer: every moment that uses it, or what stands for it.
void debug_watch(dbx_var v, const char *name);
dbx_status debug_delete(const char *number); // "": all of them
void debug_put_breakpoints(dbx_buf *b);
uint32_t debug_breakpoint_count(void);
void debug_forget_breakpoints(void);

// The number of the first breakpoint that the moment hits, 0 for none.
uint32_t debug_hits(const debug_recording *r, uint32_t moment);

#endif
