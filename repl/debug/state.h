// What the debugger keeps in a session.
#ifndef DBX_DEBUG_STATE_H
#define DBX_DEBUG_STATE_H

#include "base/session.h"
#include "debug/debugger.h"
#include "debug/scope.h"
#include "lang/object/snapshot.h"

typedef enum kind { AT_LINE, AT_NAME, AT_NEW_DIM, AT_MISMATCH, AT_USE } kind;
typedef struct breakpoint {
  uint32_t number;
  kind kind;
  char *where, *condition; // condition: NULL for none
  uint32_t line;
  dbx_var var;
} breakpoint;

typedef struct debug_own { // a name that was given in the debugger
  dbx_sym name;
  pv value;
} debug_own;

typedef struct debug_call_kept { // the newest call of a compiled function
  const dbx_jaxpr *jaxpr;
  dbx_array **args; // a reference of each is owned
  uint32_t n;
} debug_call_kept;

struct debug_state {
  dbx_vec(breakpoint) points;
  uint32_t points_given; // number of the newest one
  struct {
    bool open, leaving;
    debug_recording recording;
    debugger_style style;
    void (*on_close)(void);
    uint32_t at;
    debug_scope scope; // of `at`
    uint32_t level;    // call that is looked at
    dbx_span shown;    // source that was shown last
    dbx_vec(debug_own) own;
    char last[64]; // movement, which an empty line repeats
  } view;
  struct {
    debug_recording *to;
    dbx_trace *(*find)(const dbx_jaxpr *j);
    debug_run *run; // under way
    dbx_u32s open;  // its ENTER steps that have not ended
    uint32_t unrecorded;
  } recorder;
  struct {
    dbx_engine engine; // that runs them
    dbx_vec(debug_call_kept) calls;
    dbx_trace *of; // what is run again
  } trips;
  lang_snapshot before; // of the expression that is evaluated
  bool rooted;          // `before` is known to the heap
};

extern struct debug_state debug_now[1];
extern const dbx_room debug_room;

#endif
