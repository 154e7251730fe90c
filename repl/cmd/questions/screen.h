// The full screen of the debugger: `:debug --tui`, and the word `screen`.
#ifndef DBX_CMD_SCREEN_H
#define DBX_CMD_SCREEN_H

#include "base/status.h"

// Fails with E208, which has the way out, where there is no terminal that can move the cursor.
dbx_status screen_allowed(void);
// Shows what is debugged until it is left; fails as screen_allowed. The debugger may be closed
// afterwards.
dbx_status screen_open(void);

#endif
