// What a line added to the program under construction, as text.
#ifndef DBX_CMD_CHANGES_H
#define DBX_CMD_CHANGES_H

#include "cmd/session/program.h"
#include "viz/report/report.h"

// Arguments, equations, reports of binds, and letters that moved, since the mark; stmt is what was
// run, NULL if the program was given as a Jaxpr.
void changes_show(const program_mark *since, const dbx_node *stmt, int detail);
void changes_forget(void); // the letters shown so far
// Says which letters are others than those that were shown last: "n: a -> b, d..f -> e..g".
void changes_announce(void);
void changes_put_binder(dbx_buf *b, dbx_var v);    // "c:f64[a,3]" in the program
void changes_put_type(dbx_buf *b, dbx_var v);      // "f64[a,3]"
void changes_show_trace(dbx_trace *t, int detail); // the binds of a traced function
dbx_report_style changes_style(int detail);        // of reports at the prompt

#endif
