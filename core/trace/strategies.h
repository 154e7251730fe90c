// A loop under other strategies than its own: it is shown to an observer before it is bound. What
// the strategies are called.
#ifndef DBX_TRACE_STRATEGIES_H
#define DBX_TRACE_STRATEGIES_H

#include "trace/nested.h"

enum { DBX_STRATEGIES = DBX_SHARED + 1 };
extern const char *const dbx_strategy_words[DBX_STRATEGIES];   // of settings: "off", "on", ...
extern const char *const dbx_strategy_phrases[DBX_STRATEGIES]; // "allow_array_resizing=False", ...

// A loop that is about to be bound.
typedef struct dbx_loop_call {
  dbx_status (*bind)(const struct dbx_loop_call *c, dbx_resizing r, dbx_leaves *ret);
  const void *spec; // dbx_for_spec or dbx_while_spec
  const dbx_callable *body;
  dbx_resizing own; // what the program asks for
  const dbx_val *init;
  uint32_t n;
} dbx_loop_call;

// Shows the loop to the observer (trace_now->loop_observer) and binds it with its own strategy.
dbx_status dbx_bind_loop(const dbx_loop_call *c, dbx_leaves *ret);

#endif
