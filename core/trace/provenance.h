// Where a tracer, a length or the length of an axis comes from, as plain data: links from the thing
// asked for back to where it was born, through lifting, implicit arguments and results, carries and
// calls. Words for it are in viz/; nothing here prints. All of it is read from a trace's records:
// it works while the trace goes on, when it is complete, and when it failed.
#ifndef DBX_TRACE_PROVENANCE_H
#define DBX_TRACE_PROVENANCE_H

#include "trace/nested.h"

typedef enum dbx_link_kind {
  DBX_LINK_LITERAL,       // a number
  DBX_LINK_ARGUMENT,      // explicit argument `position` of a whole function
  DBX_LINK_ARGUMENT_SIZE, // implicit argument of a whole function: length of `axis` of argument
                          // `of`
  DBX_LINK_LIFTED,        // constant of a nested program or call, stands for the next link
  DBX_LINK_ARRAY,         // constant that is a concrete array
  DBX_LINK_INDEX,         // the index of a for_loop
  DBX_LINK_CARRY,         // carry `position` inside a loop
  DBX_LINK_CARRY_SIZE,    // implicit argument of a loop's body: length of `axis` of carry `of`
  DBX_LINK_RESULT,        // explicit result `position` of a loop or conditional
  DBX_LINK_RESULT_SIZE,   // implicit result: length of `axis` of result `of`
  DBX_LINK_CALL_ARGUMENT, // input `position` of a called function; `sized`: an implicit one
  DBX_LINK_CALL_RESULT,   // result `position` of a call
  DBX_LINK_EQUATION,      // computed by a plain equation
  DBX_LINK_AXIS,          // the length of `axis` of the array `atom`
  DBX_LINK_LOST,          // made in a round of tracing that was undone
} dbx_link_kind;

// What a link is to the one above it with less depth (or the same: it goes on from there).
typedef enum dbx_link_role {
  DBX_ROLE_SAME,    // another name of the same value
  DBX_ROLE_START,   // its value before the loop
  DBX_ROLE_TRIP,    // its value after a trip
  DBX_ROLE_BRANCH,  // its value if branch `part` is taken
  DBX_ROLE_OPERAND, // what it is computed from
  DBX_ROLE_LENGTH,  // the length of the axis
} dbx_link_role;

typedef struct dbx_link {
  dbx_link_kind kind;
  dbx_link_kind array; // AXIS: what the array is
  dbx_link_role role;
  uint32_t depth;
  bool seen;              // its links are shown further up
  bool cut;               // the chain goes on, but is too long
  dbx_atom atom;          // the tracer or literal
  const dbx_frame *frame; // that it lives in; NULL for literals
  const dbx_bind *bind;   // whose argument, constant or result it is, or whose axis; may be NULL
  uint32_t part;          // of the bind
  const dbx_eqn *eqn;     // that gives it; of a call: the call. May be NULL
  uint32_t position, of, axis;
  dbx_var sized;  // implicit entries: the array that it is the length of, on `axis`; else 0
  dbx_atom from;  // AXIS: the array that it has the length from, 0: none
  dbx_dim index;  // AXIS: DBIdx, InDBIdx or OutDBIdx in the signature, or the length itself
  uint32_t event; // that made it, 0 if unknown
  dbx_span span;
} dbx_link;

typedef struct dbx_links {
  dbx_link *at;
  uint32_t n;
} dbx_links;

// From the tracer or literal a back to its birth. Scalars are followed through the operands of the
// equations that compute them; arrays end at the equation that makes them.
dbx_links dbx_provenance(dbx_arena *arena, dbx_atom a);
// From one axis of the array v, through the arrays that it has its length from, to the birth of the
// length.
dbx_links dbx_axis_provenance(dbx_arena *arena, dbx_var v, uint32_t axis);
// The same where a view made Jaxprs of frames that are not complete (dbx_frame_jaxpr).
dbx_links dbx_provenance_in(dbx_arena *arena, dbx_atom a, const dbx_map *so_far);
dbx_links dbx_axis_provenance_in(dbx_arena *arena, dbx_var v, uint32_t axis, const dbx_map *so_far);
// What v is, without what it comes from.
dbx_link dbx_link_of(dbx_var v);

// The bind one of whose nested programs is traced in frame f, NULL if there is none; *part which.
const dbx_bind *dbx_bind_of_frame(const dbx_frame *f, uint32_t *part);
// The equation of v's frame that gives v, NULL if there is none; *position among its results.
const dbx_eqn *dbx_eqn_of_var(dbx_var v, uint32_t *position);
const dbx_bind *dbx_bind_of_eqn(const dbx_frame *f, const dbx_eqn *e); // NULL: none

#endif
