// Fixes: edits of the source (debug/edits.h) that were applied and traced before they are offered.
// Each is tried in a process of its own, which is thrown away: it prints nothing, and nothing it
// does is seen here.
#ifndef DBX_DEBUG_FIXES_H
#define DBX_DEBUG_FIXES_H

#include "lang/lang.h"

// How a program whose text was edited is run again, in the process of the trial: from the state
// before the failing statement, up to its end.
typedef struct fix_host {
  // file is the text in which the edit lies, edited the text with the edit; `end` is where the
  // failing statement ends in it.
  dbx_status (*run)(void *ctx, uint32_t file, uint32_t edited, uint32_t end);
  void *ctx;
  // What the statement gave ("f64[a]"), where no trace of a function says it; may be NULL.
  void (*put_result)(void *ctx, dbx_buf *b);
} fix_host;

// Adds at most three fixes to the diagnostic; for an error that nothing has caught.
void fixes_offer(dbx_diag *d, const fix_host *host);

// The host of a program that is run from a file: all of it, from a fresh session.
extern const fix_host fixes_of_file;

#endif
