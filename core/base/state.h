// What core/base keeps in a session.
#ifndef DBX_BASE_STATE_H
#define DBX_BASE_STATE_H

#include "base/arena.h"
#include "base/map.h"
#include "base/session.h"
#include "base/span.h"
#include "base/vec.h"

struct dbx_diag;

struct base_state {
  dbx_arena scratch;                     // temporaries (base/mem.h)
  dbx_span here;                         // dbx_here
  struct dbx_diag *pending;              // the diagnostic of the failure that is under way
  void (*warn_sink)(struct dbx_diag *d); // warnings go there; NULL: nowhere
  dbx_vec(struct dbx_source) sources;    // by file
  struct {
    dbx_arena text;
    dbx_vec(const char *) at;
    dbx_u32s len;
    dbx_map by_bytes; // of the short ones, their bytes as a number
    dbx_map by_hash;  // hash -> first symbol with it; collisions are chained through next
    dbx_u32s next;
  } syms;
};

extern struct base_state base_now[1];
extern const dbx_room base_room;

#endif
