// What subcommands keep where those that call them back hand nothing on.
#ifndef DBX_CMD_SUBCOMMANDS_STATE_H
#define DBX_CMD_SUBCOMMANDS_STATE_H

#include "base/session.h"
#include "lang/lang.h"

// A call of a compiled function.
typedef struct record {
  const dbx_jaxpr *jaxpr;
  char *args, *results; // JSON
} record;

// The lengths of the last call of one: its implicit arguments.
typedef struct call_lengths {
  const dbx_jaxpr *jaxpr;
  int64_t *of;
} call_lengths;

struct findings_state {                 // of findings.c
  const struct findings_format *format; // NULL: nothing is checked
  int *told;                            // findings of all files; shared with their processes
  int before;                           // of them, those of the files before
  int pieces;                           // receives those of a document
};

struct subcommands_state {
  struct findings_state findings;
  const char *checked;       // the file
  bool found;                // something is wrong with it
  dbx_vec(dbx_span) refused; // of it, by the release that --target names: what is said already
  struct {
    const dbx_jaxpr *jaxpr;
    dbx_array **in;
    uint32_t n_in;
    double sum;
    uint64_t read, written; // bytes of its arguments, of its results
  } last;                   // the last call of a compiled function, of bench
  dbx_vec(record) calls;
  dbx_vec(call_lengths) lengths; // of build
  const char *feed_at;           // the rest of the text of a worksheet's session
  uint32_t programs;             // of worksheets
};

extern struct subcommands_state subcommands_now[1];
extern const dbx_room subcommands_room;

#endif
