// See rooms.h.
#include "rooms.h"

#include "trace/state.h"

void core_rooms(void) {
  static const dbx_room *const rooms[] = {&trace_room};
  for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) dbx_session_add(rooms[i]);
}
