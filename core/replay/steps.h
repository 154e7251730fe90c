// The steps of a live recording (private to replay/).
#ifndef DBX_REPLAY_STEPS_H
#define DBX_REPLAY_STEPS_H

#include "replay/replay.h"

// The next step, which has to be of that kind; NULL kind: any. NULL: it is not, and E608 is
// pending.
const json_t *replay_next(dbx_replay *p, const char *kind);
bool replay_is(const dbx_replay *p, const char *kind); // is the next one?

// A value: a tracer, a Python number, or {"array": n}.
dbx_status replay_value(dbx_replay *p, const json_t *v, dbx_val *ret);
// The list of that name; empty where there is none. In scratch memory.
dbx_status replay_values(dbx_replay *p, const json_t *o, const char *key, dbx_val **ret,
                         uint32_t *n);
// The step's "ids" has n numbers, which are new; they stand for these from now on.
dbx_status replay_define(dbx_replay *p, const json_t *o, const dbx_atom *at, uint32_t n);

// Comparisons and names that come next, wherever they stand.
dbx_status replay_asides(dbx_replay *p);
// Steps of a frame up to `give`, whose values are the results.
dbx_status replay_frame(dbx_replay *p, dbx_leaves *ret);
// The exception that ended the tracing, as a diagnostic: that of the call which failed, if it fails
// here in the same way, else what was recorded. Fails (failing.c).
dbx_status replay_stop(dbx_replay *p, const json_t *o);
// The loop or conditional whose step `open` has this index is refused here, and that is pending:
// what is to be said of it instead, if the recording knows more.
void replay_refused(dbx_replay *p, uint32_t open);
// A loop or conditional: from `open` to `close` (bind.c).
dbx_status replay_bind(dbx_replay *p, const json_t *open);

#endif
