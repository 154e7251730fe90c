// What is asked for: a thread reads requests while another one is carried out, so that one that
// takes long can be interrupted.
#ifndef DBX_CMD_INTAKE_H
#define DBX_CMD_INTAKE_H

#include "cmd/serve/wire.h"

#include <jansson.h>

typedef struct asked {
  json_t *json;     // NULL: it is none
  char *why;        // then: what is wrong with it
  bool interrupted; // of an `interrupt`: there was something
  bool cancelled;   // it was interrupted before it began
  struct asked *next;
} asked;

typedef struct intake {
  wire *wire;
  pthread_t reader, worker;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  asked *first, **last;
  unsigned waiting;
  const json_t *running; // the request that is carried out, NULL: none
  bool ended;
} intake;

// Begins to read; the calling thread is the one that carries requests out, and gets SIGINT when
// what it does is interrupted. False: there is no thread.
bool intake_start(intake *i, wire *w);
// The next request, in order; NULL at the end of the input. It counts as carried out until
// intake_done, which frees it.
asked *intake_next(intake *i);
void intake_done(intake *i, asked *a);
// What is carried out from now on, and can be interrupted: an element of a batch; NULL: nothing.
void intake_runs(intake *i, const json_t *request);

#endif
