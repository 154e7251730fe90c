// `dbidx serve`: the prompt for other programs, as JSON-RPC 2.0 over standard input and output
// (docs/serve.md).
#ifndef DBX_CMD_SERVE_H
#define DBX_CMD_SERVE_H

#include "cmd/serve/state.h"

// A method of methods.def. The parameters are of the kinds that its row says. Writes one value, the
// result; or fails with a diagnostic, and what it wrote does not count.
typedef dbx_status (*serve_method)(server *s, const json_t *params, dbx_json *ret);

typedef struct method {
  const char *name;
  serve_method run;
  const char *params, *help;
} method;
extern const method methods[];
extern const uint32_t methods_count;

#define M(name, fn, takes, help) dbx_status fn(server *s, const json_t *params, dbx_json *ret);
#include "cmd/serve/methods.def"
#undef M

// ---- sessions (sessions.c) ----

enum { SESSIONS_MOST = 64 };
// The session of that name becomes the one at work, and is made if there is none. False: there are
// too many.
bool sessions_use(server *s, const char *name);
void sessions_close(server *s, const char *name); // nothing, if there is none; none is at work then
void sessions_close_all(server *s);

// A notification of this kind about the request that is carried out, behind what was printed
// before: beside session and request it has `members`, n bytes: "key": value, ...
void serve_notify(server *s, const char *kind, const char *members, size_t n);
// Events of the session's program that were not told yet.
void serve_tell_events(void);

#endif
