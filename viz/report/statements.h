// The statements that AutoGraph has read, in one place.
#ifndef DBX_VIZ_STATEMENTS_H
#define DBX_VIZ_STATEMENTS_H

#include "viz/names/style.h"

// A line for each statement of the program that became a part of the Jaxpr, or was left to Python:
// place, source, what it became, and why it did not; in the order of the source.
void dbx_put_statements(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style);

#endif
