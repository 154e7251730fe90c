// How reports look: what they show of a bind, how wide they are, and what they call a tracer.
#ifndef DBX_VIZ_STYLE_H
#define DBX_VIZ_STYLE_H

#include "viz/names/naming.h"

typedef enum dbx_detail {
  DBX_DETAIL_SILENT,
  DBX_DETAIL_LINE,
  DBX_DETAIL_TABLE,
  DBX_DETAIL_STEPS, // the table after every step of the algorithm
} dbx_detail;

typedef struct dbx_report_style {
  int width; // tables that do not fit are stacked; 0: 80
  bool color;
  bool by_source;           // DBX_NAMING_SOURCE
  dbx_detail detail;        // of bind reports
  const dbx_so_far *so_far; // the trace under construction as it is now; NULL: there is none
  // Tracers of a trace without a Jaxpr are t1, t2, ..., also where the Jaxpr so far has letters.
  bool labels;
  // The name of a tracer in the source ("y", "y.shape[0]"), NULL if it has none; may be NULL.
  const char *(*source)(void *ctx, dbx_var v);
  void *source_ctx;
} dbx_report_style;

// The Jaxpr whose letters are used for t.
static inline const dbx_jaxpr *dbx_style_jaxpr(const dbx_report_style *s, const dbx_trace *t) {
  return dbx_trace_jaxpr(t, s->so_far);
}

// The flags for dbx_naming_new.
static inline unsigned dbx_naming_of(const dbx_report_style *s) {
  return DBX_NAMING_DRAFT | (s->by_source ? (unsigned)DBX_NAMING_SOURCE : 0);
}

#endif
