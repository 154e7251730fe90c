// See rooms.h.
#include "cmd/subcommands/rooms.h"

#include "debug/state.h"

void cmd_rooms(void) {
  static const dbx_room *const rooms[] = {&debug_room};
  for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) dbx_session_add(rooms[i]);
}
