// Going back and forward over the lines of a session.
#ifndef DBX_CMD_HISTORY_H
#define DBX_CMD_HISTORY_H

#include "base/status.h"
#include <stdint.h>

// Moves to the moment after n lines, without a word. Fails where a line cannot be run again.
dbx_status history_move_to(uint32_t n);

#endif
