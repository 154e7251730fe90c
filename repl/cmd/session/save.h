// The program under construction as ordinary Python, in a file.
#ifndef DBX_CMD_SAVE_H
#define DBX_CMD_SAVE_H

#include "cmd/session/output.h"

dbx_status save_program(output *o);

#endif
