// What tracing made of a nested bind or of a whole function, as tables for people: collapsed and
// expanded lists, InputType and OutputType with what every entry stands for, constants, the Jaxpr,
// the equation.
#ifndef DBX_VIZ_REPORT_H
#define DBX_VIZ_REPORT_H

#include "viz/naming.h"

typedef enum dbx_detail {
  DBX_DETAIL_SILENT,
  DBX_DETAIL_LINE,
  DBX_DETAIL_TABLE,
  DBX_DETAIL_STEPS, // the table after every step of the algorithm
} dbx_detail;

typedef struct dbx_report_style {
  int width; // tables that do not fit are stacked; 0: 80
  bool color;
  dbx_detail detail;      // of bind reports
  const dbx_jaxpr *jaxpr; // whose letters are used; NULL: the trace's own
  // Tracers of a trace without a Jaxpr are t1, t2, ..., also where the Jaxpr so far has letters.
  bool labels;
  // The name of a tracer in the source ("y", "y.shape[0]"), NULL if it has none; may be NULL.
  const char *(*source)(void *ctx, dbx_var v);
  void *source_ctx;
} dbx_report_style;

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
