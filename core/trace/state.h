// What core/trace keeps in a session.
#ifndef DBX_TRACE_STATE_H
#define DBX_TRACE_STATE_H

#include "base/mem.h"
#include "base/session.h"

struct trace_state {
  struct dbx_trace *current;          // NULL: eager
  dbx_vec(struct dbx_frame *) frames; // by id; NULL once their trace is freed
  uint64_t last_id;                   // of a trace
};

extern struct trace_state *trace_now;
extern const dbx_room trace_room;

#endif
