// What releases of Catalyst refuse of a program that dbidx traces, known by feature
// (debug/peers.def): where a fix holds.
#ifndef DBX_DEBUG_PEERS_H
#define DBX_DEBUG_PEERS_H

#include "lang/syntax/ast.h"
#include "trace/trace.h"

enum {
#define PEER(id, releases, what, instead) PEER_##id,
#include "debug/peers.def"
#undef PEER
  PEERS
};

// The features that were found, a bit each, and where each was first.
typedef struct peers_found {
  uint32_t bits;
  dbx_span at[PEERS];
} peers_found;

// Adds the features that a traced function has, and those that a text has.
void peers_see_trace(peers_found *found, const dbx_trace *t);
void peers_see_text(peers_found *found, const dbx_node *root);
// Those of the equations [first, end) of an open context, and of what they use.
void peers_see_frame(peers_found *found, const dbx_frame *f, uint32_t first, uint32_t end);
// What the release in use refuses of them, the first of several; NULL: nothing.
const char *peers_refused(const peers_found *found);
// Warns (W106) of all that the release in use refuses, each at its place, with what it has instead.
void peers_warn(const peers_found *found);
// "; not in Catalyst 0.7: an array that is captured through two levels"; nothing if the program
// holds in all releases. Of several features the first is named.
void peers_put(dbx_buf *b, const peers_found *found);

#endif
