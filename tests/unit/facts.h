// Helpers of tests that are tables of facts: Jaxprs from text, failures as text.
#ifndef DBX_TESTS_FACTS_H
#define DBX_TESTS_FACTS_H

#include "base/diag.h"
#include "ir/jaxpr.h"

// "E601 expected ..." of the diagnostic that is pending, which is freed; "" if the status is
// DBX_OK. Valid until the next call.
const char *facts_failure(dbx_status st);
// Does such a text begin with what the table says?
bool facts_match(const char *got, const char *want);
// Reads; where in the text the diagnostic is, if one is left. Everything lives to the end.
dbx_status facts_read(const char *text, dbx_jaxpr **ret);
dbx_jaxpr *facts_jaxpr(const char *text); // which has to be one
dbx_arena *facts_arena(void);
// The variable that the text called so, in j itself.
dbx_var facts_var(const dbx_jaxpr *j, const char *name);

#endif
