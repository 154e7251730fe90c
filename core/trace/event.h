// The log of a trace: its events, each a payload of the type that its row of events.def gives, with
// the frame, the bind and the place of the program in which it happened.
#ifndef DBX_TRACE_EVENT_H
#define DBX_TRACE_EVENT_H

#include "base/diag.h"
#include "base/span.h"
#include "ir/jaxpr.h"

// Steps of bindNested, numbered as in the document (docs/semantics.md, bindNested).
typedef enum dbx_step {
  DBX_STEP_FIND_CONTEXT = 10,  // 1
  DBX_STEP_DEDUCE_INPUT = 20,  // 2
  DBX_STEP_NEW_CONTEXT = 31,   // 3.1
  DBX_STEP_PARSE_INPUT = 32,   // 3.2
  DBX_STEP_EVAL = 33,          // 3.3
  DBX_STEP_CONSTANTS = 34,     // 3.4
  DBX_STEP_DEDUCE_OUTPUT = 35, // 3.5
  DBX_STEP_TO_JAXPR = 36,      // 3.6
  DBX_STEP_PARSE_OUTPUT = 40,  // 4
  DBX_STEP_EMIT = 50,          // 5
  DBX_STEP_COLLAPSE = 60,      // 6
} dbx_step;

typedef enum dbx_event_kind {
#define EVENT(KIND, name, nesting, text, fields) DBX_EV_##KIND,
#include "trace/events.def"
#undef EVENT
  DBX_EV_COUNT
} dbx_event_kind;

// The payloads: dbx_ev_equation and so on.
#define F(type, field, shown) type field;
#define BITS(type, field, bits, shown) type field : bits;
#define EVENT(KIND, name, nesting, text, fields)                                                   \
  typedef struct dbx_ev_##name {                                                                   \
    fields                                                                                         \
  } dbx_ev_##name;
#include "trace/events.def"
#undef EVENT
#undef BITS
#undef F

typedef union dbx_payload {
#define EVENT(KIND, name, nesting, text, fields) dbx_ev_##name name;
#include "trace/events.def"
#undef EVENT
} dbx_payload;
// A trace has several events for each equation.
_Static_assert(sizeof(dbx_payload) == 3 * sizeof(uint32_t), "a payload is three words");

typedef struct dbx_event {
  uint8_t kind;   // dbx_event_kind: the member of u
  bool below;     // below the line that `span` names, in a library
  uint32_t frame; // id of the frame in which it happened
  uint32_t bind;  // id + 1 of the innermost bind under way, 0 for none
  dbx_payload u;
  dbx_span span;
} dbx_event;

// Where the program is: dbx_here, or the line of the program that called what is there.
dbx_span dbx_trace_place(void);
// Adds an event to the log of the current trace, at that place; returns its index. There is a
// function for each kind: dbx_log_equation((dbx_ev_equation){...}), in short
// dbx_log(equation, .equation = 0, .first = v).
typedef struct dbx_logged {
  dbx_payload *u; // zero; to be filled at once
  uint32_t index;
} dbx_logged;
dbx_logged dbx_log_(dbx_event_kind kind);
#define EVENT(KIND, name, nesting, text, fields)                                                   \
  static inline uint32_t dbx_log_##name(dbx_ev_##name e) {                                         \
    dbx_logged l = dbx_log_(DBX_EV_##KIND);                                                        \
    l.u->name = e;                                                                                 \
    return l.index;                                                                                \
  }
#include "trace/events.def"
#undef EVENT
#define dbx_log(name, ...) dbx_log_##name((dbx_ev_##name){__VA_ARGS__})

const char *dbx_event_name(dbx_event_kind k); // "EQUATION", as JSON and tests have it
int dbx_event_nesting(const dbx_event *e);    // +1: it opens, -1: it closes, 0: neither

// What an event refers to. A log may be cut short, or its frame; NULL or 0 for what is gone, and
// for events of other kinds.
dbx_var dbx_event_variable(const dbx_event *e);              // that an ARGUMENT or a CONSTANT is
const dbx_eqn *dbx_event_eqn(const dbx_event *e);            // that an EQUATION added
bool dbx_event_is_frame(const dbx_event *e, uint32_t frame); // FRAME_OPEN or FRAME_CLOSE of it
bool dbx_event_is_step(const dbx_event *e, dbx_step step);

#endif
