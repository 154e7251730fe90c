// Binding a loop, and showing it before (see strategies.h).
#include "trace/strategies.h"

const char *const dbx_strategy_words[DBX_STRATEGIES] = {
    [DBX_PRESERVE] = "off", [DBX_RESIZE] = "on", [DBX_INFER] = "infer", [DBX_SHARED] = "shared"};
const char *const dbx_strategy_phrases[DBX_STRATEGIES] = {
    [DBX_PRESERVE] = "allow_array_resizing=False",
    [DBX_RESIZE] = "allow_array_resizing=True",
    [DBX_INFER] = "allow_array_resizing=\"infer\"",
    [DBX_SHARED] = "strategy shared"};

static void show(const dbx_loop_call *c) {
  void (*observer)(const dbx_loop_call *c) = trace_now->loop_observer;
  bool circuit = dbx_trace_frame() && dbx_trace_frame()->deferral; // there it is bound later
  if (!observer || circuit) return;
  trace_now->loop_observer = NULL; // what it binds is not shown to it
  observer(c);
  trace_now->loop_observer = observer;
}

dbx_status dbx_bind_loop(const dbx_loop_call *c, dbx_leaves *ret) {
  show(c);
  return c->bind(c, c->own, ret);
}
