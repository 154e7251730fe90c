// The program under construction as ordinary Python, in a file.
#ifndef DBX_CMD_SAVE_H
#define DBX_CMD_SAVE_H

#include "cmd/session/output.h"

// Writes it. Fails with E208: there is no program, a line of it has no such form, or the file is
// not to be written.
dbx_status save_program(output *o);

#endif
