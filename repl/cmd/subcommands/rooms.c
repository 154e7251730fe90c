// See rooms.h.
#include "cmd/subcommands/rooms.h"

#include "cmd/host/state.h"
#include "cmd/prompt/state.h"
#include "cmd/questions/state.h"
#include "cmd/serve/state.h"
#include "cmd/session/state.h"
#include "cmd/subcommands/calls.h"
#include "cmd/subcommands/state.h"
#include "debug/state.h"

const dbx_room subcommands_room = {subcommands_now, sizeof *subcommands_now, NULL, calls_stop};

void cmd_rooms(void) {
  static const dbx_room *const rooms[] = {&host_room,       &debug_room,  &session_room,
                                          &questions_room,  &prompt_room, &serve_room,
                                          &subcommands_room};
  for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) dbx_session_add(rooms[i]);
}
