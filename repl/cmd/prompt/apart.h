// Commands that only show something, on programs so large that it takes long: what draws and writes
// them cannot be left in the middle. They run in a process of their own, which Ctrl-C ends.
#ifndef DBX_CMD_APART_H
#define DBX_CMD_APART_H

#include "cmd/commands.h"

// Does the command only show, and is what was traced large?
bool apart_is_wanted(const command *c);
// Runs it there, with `rest` behind its name. What the command fails with is printed there, and
// is no failure here. Fails with E208 if a signal ended the process, E217 after Ctrl-C.
dbx_status apart_run(const command *c, const char *rest);

#endif
