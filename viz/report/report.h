// What tracing made of a nested bind or of a whole function, as tables for people: collapsed and
// expanded lists, InputType and OutputType with what every entry stands for, constants, the Jaxpr,
// the equation.
#ifndef DBX_VIZ_REPORT_H
#define DBX_VIZ_REPORT_H

#include "viz/names/style.h"

// The report after a nested bind, also after one that failed.
void dbx_put_bind_report(dbx_buf *b, const dbx_trace *t, const dbx_bind *bind,
                         const dbx_report_style *style);
// One step of the algorithm, the event `event` of t, with what goes in and comes out. style->jaxpr
// is not used: letters are those of `names`.
void dbx_put_step(dbx_buf *b, const dbx_trace *t, const dbx_naming *names, uint32_t event,
                  const dbx_report_style *style);
// How the lengths of a loop's results were found: the nodes of the soundness rule with start, step
// and class, and the reason of every InDBIdx and OutDBIdx (`:slots`).
void dbx_put_slots(dbx_buf *b, const dbx_trace *t, const dbx_bind *bind,
                   const dbx_report_style *style);
// in_type and out_type of a whole function (`:types`).
void dbx_put_types(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style);
// Its arguments and results, collapsed and expanded (`:args`).
void dbx_put_args(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style);

#endif
