// Habits from other prompts: what they type, and what does it here (elsewhere.def).
#ifndef DBX_CMD_ELSEWHERE_H
#define DBX_CMD_ELSEWHERE_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

// Is the beginning of a line, which is no Python, a word of another prompt? Then fails with E208,
// the message says what does it here; DBX_OK: it is none.
dbx_status elsewhere_line(const char *line);
// The same of the name of a command that there is not, n bytes without the colon.
dbx_status elsewhere_command(const char *name, size_t n);

#endif
