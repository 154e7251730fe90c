// See rooms.h.
#include "cmd/subcommands/rooms.h"

#include "cmd/host/state.h"
#include "cmd/session/state.h"
#include "debug/state.h"

void cmd_rooms(void) {
  static const dbx_room *const rooms[] = {&host_room, &debug_room, &session_room};
  for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) dbx_session_add(rooms[i]);
}
