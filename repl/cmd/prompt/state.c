// See state.h.
#include "cmd/prompt/state.h"

#include "base/mem.h"

struct prompt_state prompt_now[1];

static void begin(void) { prompt_now->hooks.line = edit_read; }

static void end(void) {
  free(prompt_now->input.at), free(prompt_now->again.text);
  paste_free(&prompt_now->pasted.texts);
}

const dbx_room prompt_room = {prompt_now, sizeof *prompt_now, begin, end};
