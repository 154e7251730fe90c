// What Catalyst's capture mode makes of a for_loop (private to lang).
#ifndef DBX_LANG_CAPTURE_H
#define DBX_LANG_CAPTURE_H

#include "lang/run/lang.h"

// Warns (W104) of a for_loop that was called with args in a trace and ended with st: capture mode
// catches what fails while the body is traced and runs the loop as Python, if its bounds are
// numbers, and leaves out a loop without a trip. What is pending stays so. Observed with Catalyst
// 0.15.0 (docs/errors/W104.md).
void capture_warn(const o_loop *l, pv args, dbx_status st, dbx_span span);

#endif
