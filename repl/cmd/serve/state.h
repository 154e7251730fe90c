// What `dbidx serve` keeps: of the process, and of each session.
#ifndef DBX_CMD_SERVE_STATE_H
#define DBX_CMD_SERVE_STATE_H

#include "base/session.h"
#include "base/vec.h"
#include "cmd/cli.h"
#include "cmd/serve/intake.h"

#include "base/buf.h"
#include "base/diag.h"
#include "base/json.h"
#include "trace/trace.h"
#include <stdio.h>

typedef struct named_session {
  char *name;
  dbx_session *session;
} named_session;

// Standard output or standard error of programs and commands, which become notifications.
typedef struct stream {
  struct server *server;
  const char *name;
  char tail[4]; // the beginning of a character whose other bytes are not there yet
  size_t n_tail;
  FILE *file, *before;
} stream;

typedef struct server {
  cli options; // of all sessions
  wire wire;
  intake intake;
  stream out, err;
  dbx_vec(named_session) sessions;
  dbx_session *first;   // of the process; no request is carried out in it
  dbx_buf session_name; // of the request that is carried out, as JSON
  dbx_buf request_id;
  bool leaving;
} server;

struct serve_state {
  server *server;
  bool events; // are asked for
  bool ended;  // by :quit
  dbx_vec(char *) words;
  struct {
    size_t n; // of the word that is completed
    const char *at;
  } word;
  const dbx_trace *seen; // of the program under construction
  uint32_t seen_events;  // of it, told already
};

extern struct serve_state serve_now[1];
extern const dbx_room serve_room;

#endif
