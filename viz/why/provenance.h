// Answers to "why": where a tracer, a length, an equation or what a line traced comes from, and
// why two lengths are, or are not, known to be equal. Who uses a variable.
#ifndef DBX_VIZ_PROVENANCE_H
#define DBX_VIZ_PROVENANCE_H

#include "viz/report/report.h"

// `of`: as for dbx_find (viz/why/scene.h), or "a == f". Fails with what dbx_find fails with; E208
// for a line in which nothing was traced.
dbx_status dbx_put_why(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                       const char *of);
// The same as JSON lines: links {of, depth, role, kind, variable, type, name, text, event, span};
// of "a == f" a last line {equal, text, reasons}.
dbx_status dbx_put_why_json(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                            const char *of);
// Every equation, type, capture, nested Jaxpr and result that uses the variable, or a constant that
// stands for it.
dbx_status dbx_put_users(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                         const char *of);
dbx_status dbx_put_users_json(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                              const char *of);

#endif
