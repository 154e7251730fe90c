// Tracing something only to look at it: everything that the trace, its open frames and the host did
// since is taken back. Binds that were made stay readable (they are in the trace's arena), but no
// event of theirs.
#ifndef DBX_TRACE_ATTEMPT_H
#define DBX_TRACE_ATTEMPT_H

#include "trace/nested.h"

typedef struct dbx_attempt dbx_attempt;
dbx_attempt *dbx_attempt_begin(void); // there is a current trace
void dbx_attempt_undo(dbx_attempt *a);
bool dbx_attempting(void); // is one under way?

#endif
