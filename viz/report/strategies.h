// One loop under every strategy, side by side: accepted or refused and why, what is carried, types,
// the equation with the first line that differs marked, and what a trip costs.
#ifndef DBX_VIZ_STRATEGIES_H
#define DBX_VIZ_STRATEGIES_H

#include "base/json.h"
#include "trace/strategies.h"
#include "viz/report/report.h"

// For a loop observer: binds the loop with each strategy and takes it back.
void dbx_put_strategies(dbx_buf *b, const dbx_loop_call *c, const dbx_report_style *style);

// The same as one JSON object: loop, own, strategies [{strategy, asked, accepted,
// verdict, lists, cost, equation, as: an earlier one with the same equation or null, differs: the
// first line of the equation that is another than in the first accepted one, or null}].
void dbx_put_strategies_json(dbx_json *j, const dbx_loop_call *c, const dbx_report_style *style);

#endif
