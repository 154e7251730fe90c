// Fixes: edits of the source (debug/edits/edits.h) that were applied and traced before they are
// offered. Each is tried in a process of its own, which is thrown away: it prints nothing, and
// nothing it does is seen here.
#ifndef DBX_DEBUG_FIXES_H
#define DBX_DEBUG_FIXES_H

#include "lang/lang.h"

// How a program whose text was edited is run again, in the process of the trial: from the state
// before the failing statement, up to its end.
typedef struct fix_host {
  // file is the text in which the edit lies, edited the text with the edit; `end` is where the
  // failing statement ends in it.
  dbx_status (*run)(void *ctx, uint32_t file, uint32_t edited, uint32_t end);
  // Runs what follows the failing statement, to the end of the program; may be NULL.
  dbx_status (*rest)(void *ctx, uint32_t edited, uint32_t end);
  void *ctx;
  // What the statement gave ("f64[a]"), where no trace of a function says it; may be NULL.
  void (*put_result)(void *ctx, dbx_buf *b);
  // How long one trial may take, and all of them; 0: some seconds.
  int64_t one_ms, all_ms;
  uint32_t most; // fixes that are offered, with the terms of their scores; 0: three, without
} fix_host;

// Adds at most three fixes to the diagnostic; for an error that nothing has caught. Where the
// program can be run to its end, also without compilation (as plain Python), the fixes with which
// it prints the same values come first; else their score says which (debug/offers/score.h).
void fixes_offer(dbx_diag *d, const fix_host *host);

// The types of the explicit results of a traced program, lengths in words of its source:
// "f64[x.shape[0]], i64[]".
void fixes_put_results(dbx_buf *b, const dbx_jaxpr *j);

// Adds at most two edits that a warning suggests, which are not tried: the program goes on.
void fixes_suggest(dbx_diag *d);

// The host of a program that is run from a file: all of it, from a fresh session.
extern const fix_host fixes_of_file;

#endif
