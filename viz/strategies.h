// One loop under every strategy, side by side: accepted or refused and why, what is carried, types,
// the equation with the first line that differs marked, and what a trip costs.
#ifndef DBX_VIZ_STRATEGIES_H
#define DBX_VIZ_STRATEGIES_H

#include "trace/strategies.h"
#include "viz/report.h"

// For a loop observer: binds the loop with each strategy and takes it back.
void dbx_put_strategies(dbx_buf *b, const dbx_loop_call *c, const dbx_report_style *style);

#endif
