// Something that is tried in a process of its own, which is thrown away: nothing it does is seen
// here but what it writes.
#ifndef DBX_DEBUG_TRIAL_H
#define DBX_DEBUG_TRIAL_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

int64_t trial_now_ms(void); // of a clock that only goes forward
// Calls child there, which ends the process (_exit) after writing to `out`; ret receives that.
// False if it ends with another status than 0, or has not ended at the time `until`, or after
// Ctrl-C.
bool trial_run(void (*child)(void *ctx, int out), void *ctx, int64_t until, dbx_buf *ret);
// There: writes the answer to `out` and ends the process; with status 1 if it cannot be written.
_Noreturn void trial_answer(int out, const dbx_buf *answer);
// There: prints nowhere and reads nothing.
void trial_be_quiet(void);

#endif
