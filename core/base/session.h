// The state of a session, by rooms.
//
// Everything that changes while a program is traced and run belongs to a session. Each room (a
// folder of code) keeps its state in one struct of its own, which the others do not see:
//
//   state.h   struct trace_state { ... };
//             extern struct trace_state trace_now[1]; // of the session at work
//             extern const dbx_room trace_room;
//   trace.c   struct trace_state trace_now[1];
//             const dbx_room trace_room = {trace_now, sizeof *trace_now, begin, end};
//
// A process may have several sessions; one of them is at work, on one thread at a time. Its states
// lie where the code finds them without a pointer, and are put away when another one gets to work;
// so an address within a state holds for as long as its session is at work. What stays
// process-wide is listed, with the reason of each, in tests/check_house.
#ifndef DBX_BASE_SESSION_H
#define DBX_BASE_SESSION_H

#include <stddef.h>

typedef struct dbx_room {
  void *now;           // the state of the session at work; zeros where it has no such room
  size_t bytes;        // of the state, which begins as zeros
  void (*begin)(void); // fills it, when it is the one at work; NULL: zeros will do
  void (*end)(void);   // gives back what it owns, when it is the one at work; NULL: nothing
} dbx_room;

typedef struct dbx_session dbx_session;

dbx_session *dbx_session_new(void);           // without rooms; it is the one at work
void dbx_session_add(const dbx_room *room);   // to the session at work; again: nothing happens
dbx_session *dbx_session_like(void);          // with the rooms of the one at work; begun, at work
dbx_session *dbx_session_use(dbx_session *s); // becomes the one at work; the one before, or NULL
void dbx_session_free(dbx_session *s);        // its rooms end, the last first; none is at work then
#endif
