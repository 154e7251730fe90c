// The memory budget of the session: --memory and `:set memory` (see base/budget.h).
#ifndef DBX_CMD_MEMORY_H
#define DBX_CMD_MEMORY_H

#include "base/status.h"

// "500M", "1.5G", or "all" for three quarters of what the machine, or its control group, has.
dbx_status memory_set(const char *size); // E208
const char *memory_text(void);           // the budget, as it may be set again

#endif
