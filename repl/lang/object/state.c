// See state.h.
#include "lang/object/state.h"

static void begin(void) { object_now->share_from = 1 << 16; }

static void end(void) {
  dbx_map_free(&object_now->others);
  dbx_vec_free(&object_now->grey);
  dbx_map_free(&object_now->exception_by_name);
  dbx_vec_free(&object_now->printing);
  dbx_buf_free(&object_now->callee);
}

struct object_state object_now[1];
const dbx_room object_room = {object_now, sizeof *object_now, begin, end};
