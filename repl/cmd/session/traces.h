// The traces of a session in the order in which they were made.
#ifndef DBX_CMD_TRACES_H
#define DBX_CMD_TRACES_H

#include "lang/lang.h"
#include "trace/trace.h"

void traces_collect(void);                    // from now on
void traces_add(dbx_trace *t);                // one that the session owns already
dbx_trace *const *traces_all(uint32_t *n);    // n of them, borrowed; valid until the next one
dbx_trace *traces_last(const char *function); // NULL: of any function; NULL if there is none
void traces_put_binds(dbx_buf *b);            // the bind log of all of them
// Told of every trace when it is complete or has failed.
void traces_observe(void (*f)(dbx_trace *t));

// Checks a Jaxpr by the type checker, and that print and read give the same text again. E602 to
// E607, or E601 if the text does not read back.
dbx_status traces_verify(const dbx_jaxpr *j);

#endif
