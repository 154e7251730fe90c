// The beginning and the end of core/base's state.
#include "base/state.h"

#include "base/diag.h"
#include "base/mem.h"
#include "base/sym.h"

static void begin(void) { dbx_syms_begin_(); }

static void end(void) {
  dbx_diag_free(base_now->pending);
  dbx_sources_end_();
  dbx_syms_end_();
  dbx_arena_free(&base_now->scratch);
}

const dbx_room base_room = {base_now, sizeof *base_now, begin, end};
