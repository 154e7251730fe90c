// Linked to every unit test: a session is at work before the first of them.
#include "base/session.h"
#include "rooms.h"

__attribute__((constructor)) static void start(void) {
  dbx_session_new();
  core_rooms();
}
