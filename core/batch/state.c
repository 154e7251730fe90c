// See state.h.
#include "batch/state.h"

static void end(void) { dbx_vec_free(&batch_now->known); }

struct batch_state batch_now[1];
const dbx_room batch_room = {batch_now, sizeof *batch_now, NULL, end};
