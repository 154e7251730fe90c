// What failed in a recorded program, done once more by the language: so that it is said as of
// programs that are traced here.
#ifndef DBX_CMD_REPEATED_H
#define DBX_CMD_REPEATED_H

#include "replay/replay.h"

// The expression at a place of a recorded text, or the statement around it, with these names in the
// trace under way. Functions that the text defines before the place are defined again. The trace
// and the session stay as they are. Fails with what the program would fail with here, which refers
// to no tracer that was not there before. If it does not fail: what the release in use is known to
// refuse of it.
dbx_status repeated_here(dbx_span at, const dbx_replay_name *names, uint32_t n,
                         const char **refused);

#endif
