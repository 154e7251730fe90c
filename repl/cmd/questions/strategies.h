// Collects how the loops of what is traced do under each strategy.
#ifndef DBX_CMD_STRATEGIES_H
#define DBX_CMD_STRATEGIES_H

#include "base/buf.h"
#include "trace/strategies.h"
#include <stdbool.h>

void strategies_collect(const char *loop);       // from now on; NULL: every loop
void strategies_observe(const dbx_loop_call *c); // what is done with such a loop
// Stops, and puts what was collected, in the order in which the loops were met first. False: none.
bool strategies_put(dbx_buf *b);

#endif
