// What a session at a terminal starts with: the settings that are kept, then the statements and
// commands of init.py in the folder of the configuration. What is wrong there is reported, by file
// and line, and left out.
#ifndef DBX_CMD_START_H
#define DBX_CMD_START_H

#include "cmd/cli.h"

// Nothing with --no-init. False: a command leaves the prompt.
bool start_run(const cli *o);

#endif
