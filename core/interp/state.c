// The state of the room (see interp.h).
#include "interp/interp.h"

static void end(void) { dbx_sim_free(&interp_now->sim); }

struct interp_state interp_now[1];
const dbx_room interp_room = {interp_now, sizeof *interp_now, NULL, end};
