// `dbidx open x.dbidx --try`: edits of a recorded program that failed are tried with the
// interpreter that recorded it. Each is applied to a copy, which runs in a process of its own.
#ifndef DBX_CMD_TRIED_H
#define DBX_CMD_TRIED_H

#include "record/record.h"

// The line of a recording that says how the program was run; fails with E608.
dbx_status tried_take(struct record_reader *r, const struct json_t *line);
void tried_forget(void); // at the end of the session, and before another recording
// Adds the fixes that held to the diagnostic that ended the recorded program. Takes up to three
// minutes. Fails with E208 if the recording does not say what was run, or the program is another
// one by now.
dbx_status tried_offer(dbx_diag *d);

#endif
