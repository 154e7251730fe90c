// Draft mode: after an error execution goes on with the next statement, so that several errors are
// found at once. What the failing statement would have bound counts as unknown: statements that
// mention it are left out, without an error of their own, and what they bind is unknown too.
#ifndef DBX_LANG_DRAFT_H
#define DBX_LANG_DRAFT_H

#include "lang/run/lang.h"

// From here on errors are collected; none is unknown yet.
void draft_begin(void);
// Ends it. All errors that were found, and the pending one if st is DBX_FAIL, become the pending
// diagnostic, chained in the order in which they were found; DBX_FAIL if there is any.
dbx_status draft_end(dbx_status st);

// Does the statement depend on something unknown? Then it has been left out: its outcome.
bool draft_leaves_out(o_env *env, const dbx_node *stmt, flow *ret);
// The statement failed, and the diagnostic is pending: its outcome.
flow draft_failed(o_env *env, const dbx_node *stmt);
void draft_bound(const o_env *env, dbx_sym name); // the name has a value again
void draft_left(const o_env *env);                // the call with these names is over
// Errors between the two are the program's own affair (a try statement).
void draft_pause(void);
void draft_resume(void);

#endif
