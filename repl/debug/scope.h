// What the names of the program mean at a moment: the calls under way, what each of their names is
// bound to, and in a run the values.
#ifndef DBX_DEBUG_SCOPE_H
#define DBX_DEBUG_SCOPE_H

#include "debug/recording.h"
#include "lang/lang.h"

typedef struct debug_name {
  dbx_sym name;
  dbx_var var; // in the frame in which the name was bound
} debug_name;

// A call of a function of the program, or what is around all calls.
typedef struct debug_call {
  dbx_sym function;
  dbx_span at;             // the call; of the innermost entries: what is executed
  uint32_t frame;          // context in which it was made
  uint32_t bind;           // id + 1 of the bind that made it, 0 for none
  uint32_t names, n_names; // into debug_scope.names, a name once
} debug_call;

typedef struct debug_scope {
  const debug_segment *segment;
  uint32_t index; // of the moment in its segment
  uint32_t event; // of the trace: the moment itself, or the event that made a run's equation
  dbx_vec(debug_call) calls; // outermost first; never empty
  dbx_vec(debug_name) names;
} debug_scope;

// Fills ret, which debug_scope_free empties; it refers to the segment.
void debug_scope_at(const debug_segment *s, uint32_t index, debug_scope *ret);
void debug_scope_free(debug_scope *s);

// In a run: the newest value of a tracer at the moment; NULL if it has none. Borrowed.
dbx_array *debug_value(const debug_scope *s, dbx_var v);

// Evaluates an expression with the names as seen from call `level` on top of those of the session;
// what it changes is taken back. In a trace names are tracers, in a run arrays. The value is
// pinned.
dbx_status debug_evaluate(const debug_scope *s, uint32_t level, const char *text, pv *ret);

// The tracer that a text means: an expression that gives one, or a letter of the Jaxpr (of the
// moment's context first). Fails with E201.
dbx_status debug_find_tracer(const debug_scope *s, uint32_t level, const char *text, dbx_var *ret);

#endif
