// The definitions of the document in one trace: tracers, contexts, constants, what toJaxpr did, the
// tracing API, and types that a person types.
#ifndef DBX_VIZ_DEFINITIONS_H
#define DBX_VIZ_DEFINITIONS_H

#include "viz/report/report.h"

// A tracer in the document's form, with a stable label: t1, t2, ... in the order in which the
// tracers of the trace were made. `of` as for dbx_find (viz/why/scene.h). Fails with what that
// fails with; E208 if no tracer is meant.
dbx_status dbx_put_tracer_form(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                               const char *of);
// Tracers beside Jaxpr variables, by context; `name` (may be ""): only what a name of the source
// means, or E201.
dbx_status dbx_put_tracers(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                           const char *name);
// The contexts, with the events of their finding and making.
void dbx_put_frames(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style);
// The nested programs of a bind before and after their constants became arguments.
void dbx_put_constants(dbx_buf *b, const dbx_trace *t, const dbx_bind *bind,
                       const dbx_report_style *style);
// Of every context: the recorded equations, and what toJaxpr made of each.
void dbx_put_simplified(dbx_buf *b, const dbx_trace *t, const dbx_bind *bind,
                        const dbx_report_style *style);
// The functions of the document, ours, the original's, and the last event of each; t may be NULL.
void dbx_put_api(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style);

// "TYPE [consts=TYPE] [inputs=TYPE]" (trace/types_text.h) in the span, read into tracers as
// parseInputType or parseOutputType would. Fails with E601, E607.
dbx_status dbx_put_interpreted(dbx_buf *b, dbx_span text, const dbx_report_style *style);

#endif
