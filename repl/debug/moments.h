// The moments of a recording: which ones the debugger stops at, and how each is shown.
#ifndef DBX_DEBUG_MOMENTS_H
#define DBX_DEBUG_MOMENTS_H

#include "debug/scope.h"
#include "viz/report/report.h"

// Does stepping stop at moment i of the segment? Others show nothing of their own.
bool debug_is_stop(const debug_segment *s, uint32_t i);
// The next stop after the moment `from` (before it, if by is -1) whose depth is at most `depth`;
// UINT32_MAX: there is none.
uint32_t debug_next_stop(const debug_recording *r, uint32_t from, int by, uint32_t depth);
uint32_t debug_depth(const debug_recording *r, uint32_t moment); // contexts around it; 0: outermost
dbx_span debug_span(const debug_segment *s, uint32_t i);         // of the source
// Does a dimension appear here for the first time in its trace?
bool debug_is_new_dim(const debug_segment *s, uint32_t i);
// Does something go wrong here: two lengths are not known to be equal, an error, a step of a run
// that fails?
bool debug_is_mismatch(const debug_segment *s, uint32_t i);
// Is the tracer, or one that stands for the same, an operand, a result or a length here?
bool debug_uses(const debug_segment *s, uint32_t i, dbx_var v);

// What happened, in one line or several; then for a run's step the values.
void debug_put_moment(dbx_buf *b, const debug_recording *r, uint32_t moment,
                      const dbx_report_style *style);
// "f > loop > double", and the bind or run around.
void debug_put_context(dbx_buf *b, const debug_scope *s);
// What runs when j is entered: a function, a loop, a branch, or the condition of a loop.
const char *debug_run_name(const debug_segment *s, const dbx_jaxpr *j);
// The trips of the loop that step i of a run is in: a line for each, with the values of the inputs
// and the results of its body. False: it is in none, and nothing is written.
bool debug_put_trips(dbx_buf *b, const debug_segment *s, uint32_t i);
// A value in one line: "f64[3]  [1. 2. 3.]".
void debug_put_value(dbx_buf *b, const dbx_array *a);

#endif
