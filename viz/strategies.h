// One loop under every strategy, side by side: accepted or refused and why, what is carried, types,
// the equation with the first line that differs marked, and what a trip costs.
#ifndef DBX_VIZ_STRATEGIES_H
#define DBX_VIZ_STRATEGIES_H

#include "trace/nested.h"
#include "viz/report.h"

// For a loop observer (trace/attempt.h): binds the loop with each strategy and takes it back.
// `own`: the strategy that the program asks for.
void dbx_put_strategies(dbx_buf *b, const dbx_callable *body, dbx_resizing own,
                        dbx_status (*bind)(void *loop, dbx_resizing r, dbx_leaves *ret), void *loop,
                        const dbx_report_style *style);

#endif
