// See state.h.
#include "cmd/session/state.h"

struct session_state *session_now;

static void end(void) {
  line_stop();
  dbx_vec_free(&session_now->letters), dbx_vec_free(&session_now->traces);
}

const dbx_room session_room = {&session_now, sizeof *session_now, NULL, end};
