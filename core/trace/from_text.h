// Jaxpr text as a source of traces, beside programs (see from_text.c).
#ifndef DBX_TRACE_FROM_TEXT_H
#define DBX_TRACE_FROM_TEXT_H

#include "trace/nested.h"

// Reads and checks the text; the caller frees the trace. The text does not say which inputs and
// results are implicit: all count as explicit. Fails with E601 to E607 and a span in `file`.
dbx_status dbx_trace_read(uint32_t file, dbx_sym name, dbx_trace **ret);

// The same of a Jaxpr that is there, which becomes that of the trace under way: frames, events and
// binds, with the places of its equations. Its memory has to outlive the trace. Fails as
// dbx_check_jaxpr does; then nothing was entered.
dbx_status dbx_trace_enter(dbx_trace *t, dbx_jaxpr *j);

#endif
