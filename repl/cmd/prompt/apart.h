// Commands that only show something, on programs so large that it takes long: what draws and writes
// them cannot be left in the middle. They run in a process of their own, which Ctrl-C ends.
#ifndef DBX_CMD_APART_H
#define DBX_CMD_APART_H

#include "cmd/commands.h"

bool apart_is_wanted(const command *c);
dbx_status apart_run(const command *c, const char *rest);

#endif
