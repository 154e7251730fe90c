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
  bool by_source;         // DBX_NAMING_SOURCE
  dbx_detail detail;      // of bind reports
  const dbx_jaxpr *jaxpr; // whose letters are used; NULL: the trace's own
  // Tracers of a trace without a Jaxpr are t1, t2, ..., also where the Jaxpr so far has letters.
  bool labels;
  // The name of a tracer in the source ("y", "y.shape[0]"), NULL if it has none; may be NULL.
  const char *(*source)(void *ctx, dbx_var v);
  void *source_ctx;
} dbx_report_style;

static inline unsigned dbx_naming_of(const dbx_report_style *s) {
  return DBX_NAMING_DRAFT | (s->by_source ? (unsigned)DBX_NAMING_SOURCE : 0);
}

#endif
