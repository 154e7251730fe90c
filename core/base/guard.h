// A debug mode that shows accesses beyond the end of arrays, also by compiled code: with
// DBIDX_GUARD=1 in the environment elements end where a page ends, nothing may touch the next one,
// and what is given back is not there any more.
#ifndef DBX_BASE_GUARD_H
#define DBX_BASE_GUARD_H

#include <stdbool.h>
#include <stddef.h>

bool dbx_guards(void);                       // in this mode?
void *dbx_guard_new(size_t bytes);           // NULL: no memory
void dbx_guard_free(void *at, size_t bytes); // the same bytes

#endif
