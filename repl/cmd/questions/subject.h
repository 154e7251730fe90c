// What the commands that show something are about: a trace, or a loop or conditional in it.
#ifndef DBX_CMD_SUBJECT_H
#define DBX_CMD_SUBJECT_H

#include "lang/lang.h"
#include "trace/nested.h"
#include "viz/report/report.h"

typedef struct subject {
  const dbx_trace *trace;
  const dbx_bind *bind; // a nested one, NULL: the whole trace
  const dbx_jaxpr *jaxpr;
} subject;

// The function, loop or conditional of that name that was traced last; "": the program under
// construction, or else the function that was traced last. Only what is complete. Fails with E201,
// E208.
dbx_status subject_find(const char *name, subject *ret);
// The same with traces and binds that failed.
dbx_status subject_find_any(const char *name, subject *ret);

// The style of answers: labels instead of letters where the prompt shows labels.
dbx_report_style subject_style(void);
// Calls `ask` with what a question is about: "X in NAME" about NAME; otherwise, after a line that
// failed, about the trace that failed, with everything up to the error; otherwise about the program
// under construction or the function that was traced last. `ask` receives X.
dbx_status subject_ask(const char *rest,
                       dbx_status (*ask)(const dbx_trace *t, const char *x, void *ctx), void *ctx);

#endif
