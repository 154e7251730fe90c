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

// A loop that failed because of its lengths: the other ways to treat them are tried, and those that
// trace are added to the pending diagnostic as fixes, with the types of the results. Returns
// DBX_FAIL.
dbx_status dbx_offer_strategies(dbx_status (*bind)(void *loop, dbx_resizing r, dbx_leaves *ret),
                                void *loop, dbx_resizing own);

// Told of every loop right before it is bound, if there is one: bind(loop, r, ret) binds it with
// another strategy. The observer has to undo what it binds.
typedef struct dbx_loop_observer {
  void (*see)(void *ctx, const dbx_callable *body, dbx_resizing own,
              dbx_status (*bind)(void *loop, dbx_resizing r, dbx_leaves *ret), void *loop);
  void *ctx;
} dbx_loop_observer;
extern dbx_loop_observer dbx_loop_seen; // see: NULL, nobody looks

#endif
