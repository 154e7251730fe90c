// Live recordings: the steps of a real tracing, as a recorder noted them (docs/trace-format.md,
// Live). Each step is done again by core/trace, so that a trace is made as if it were traced here:
// with the same equations in the same places, and with everything that views ask for.
#ifndef DBX_REPLAY_REPLAY_H
#define DBX_REPLAY_REPLAY_H

#include "record/reader.h"

typedef struct dbx_replay_step {
  const json_t *o; // a reference is owned
  uint32_t line;   // of the recording
} dbx_replay_step;

// What the program called something at the place where it failed; the value is in scratch memory.
typedef struct dbx_replay_name {
  dbx_sym name;
  dbx_val value;
} dbx_replay_name;

// The steps of the trace that is read.
typedef struct dbx_replay {
  // Does what failed at that place once more, in the trace under way, which stays as it is: the
  // diagnostic is pending and DBX_FAIL comes back if it fails here, too; else *refused may say what
  // the release is known to refuse of it. NULL: nobody can.
  dbx_status (*repeat)(dbx_span at, const dbx_replay_name *names, uint32_t n, const char **refused);
  dbx_vec(dbx_replay_step) steps;
  uint32_t at;  // the next one
  bool live;    // `live` was read, `done` was not
  bool stopped; // `stop` was taken
  record_reader *reader;
} dbx_replay;

// Takes a line of a live trace; *taken: it was one. With the last of its lines the trace is made,
// and added to the recording. What ended it, there or here, is the recording's error. Fails with
// E608.
dbx_status dbx_replay_take(dbx_replay *p, record_reader *r, const char *kind, const json_t *line,
                           bool *taken);
void dbx_replay_free(dbx_replay *p); // gives back what lines it holds

#endif
