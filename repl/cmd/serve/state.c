// See state.h.
#include "cmd/serve/state.h"

#include "base/mem.h"

struct serve_state serve_now[1];

static void end(void) {
  for (uint32_t i = 0; i < serve_now->words.n; i++) free(serve_now->words.at[i]);
  dbx_vec_free(&serve_now->words);
}

const dbx_room serve_room = {serve_now, sizeof *serve_now, NULL, end};
