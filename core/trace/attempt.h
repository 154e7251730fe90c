// Tracing something only to look at it: everything that the trace, its open frames and the host did
// since is taken back. Binds that were made stay readable (they are in the trace's arena), but no
// event of theirs.
#ifndef DBX_TRACE_ATTEMPT_H
#define DBX_TRACE_ATTEMPT_H

#include "trace/nested.h"

// The current trace with its open frames as it stands, to come back to it: what the host did since
// stays. No frame that was open then has been closed when it is restored or freed.
typedef struct dbx_trace_saved dbx_trace_saved;
dbx_trace_saved *dbx_trace_save(void);         // there is a current trace
void dbx_trace_restore(dbx_trace_saved *s);    // and frees it
void dbx_trace_saved_free(dbx_trace_saved *s); // the trace goes on as it is

typedef struct dbx_attempt dbx_attempt;
dbx_attempt *dbx_attempt_begin(void);  // there is a current trace
void dbx_attempt_undo(dbx_attempt *a); // takes everything back, and frees it; the last one first
bool dbx_attempting(void);             // is one under way?

#endif
