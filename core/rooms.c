// See rooms.h.
#include "rooms.h"

#include "batch/state.h"
#include "interp/interp.h"
#include "ir/state.h"
#include "jnp/state.h"
#include "prim/state.h"
#include "rewrite/rewrite.h"
#include "trace/state.h"

void core_rooms(void) {
  static const dbx_room *const rooms[] = {&base_room,   &ir_room,  &prim_room,  &trace_room,
                                          &interp_room, &jnp_room, &batch_room, &rewrite_room};
  for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) dbx_session_add(rooms[i]);
}
