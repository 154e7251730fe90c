// Binding a loop, and showing it before (see strategies.h).
#include "trace/strategies.h"

const char *const dbx_strategy_words[DBX_STRATEGIES] = {
    [DBX_PRESERVE] = "off", [DBX_RESIZE] = "on", [DBX_INFER] = "infer", [DBX_SHARED] = "shared"};
const char *const dbx_strategy_phrases[DBX_STRATEGIES] = {
    [DBX_PRESERVE] = "allow_array_resizing=False",
    [DBX_RESIZE] = "allow_array_resizing=True",
    [DBX_INFER] = "allow_array_resizing=\"infer\"",
    [DBX_SHARED] = "strategy shared"};

// Is it bound elsewhere than it stands: later in a circuit, by the rules of a derivative or a
// mapped function?
static bool is_bound_elsewhere(void) {
  const dbx_frame *f = dbx_trace_frame();
  if (f && f->deferral) return true;
  while (f && !f->taker) f = f->parent;
  return f;
}

static void show(const dbx_loop_call *c) {
  void (*observer)(const dbx_loop_call *c) = trace_now->loop_observer;
  if (!observer || is_bound_elsewhere()) return;
  trace_now->loop_observer = NULL; // what it binds is not shown to it
  observer(c);
  trace_now->loop_observer = observer;
}

dbx_status dbx_bind_loop(const dbx_loop_call *c, dbx_leaves *ret) {
  show(c);
  return c->bind(c, c->own, ret);
}
