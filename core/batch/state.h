// What core/batch keeps in a session.
#ifndef DBX_BATCH_STATE_H
#define DBX_BATCH_STATE_H

#include "base/mem.h"
#include "base/session.h"
#include "batch/rule.h"

// A Jaxpr of a call over examples, and what it was made of.
typedef struct batch_known {
  const dbx_jaxpr *of;
  dbx_dim size;
  dbx_sym axis;   // the name of the axis
  uint64_t bound; // what names were bound (dbx_axes_bound)
  const int64_t *in;
  dbx_jaxpr *j;
  int64_t *out;
} batch_known;

struct batch_state {
  uint64_t trace; // the id of the trace that they belong to
  dbx_vec(batch_known) known;
};

extern struct batch_state batch_now[1];
extern const dbx_room batch_room;

#endif
