// Files whose statements become lines of the session.
#ifndef DBX_CMD_LOAD_H
#define DBX_CMD_LOAD_H

#include "base/status.h"

// Runs the statements of a file, each line of them a line of the session; what it imports is
// searched beside it. What a line fails with is reported; fails if the file cannot be read (E208).
dbx_status load_file(const char *path);

#endif
