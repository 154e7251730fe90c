// Jaxpr text as a second source language, beside programs.
#ifndef DBX_CMD_JAXPR_H
#define DBX_CMD_JAXPR_H

#include "lang/lang.h"

// Is it Jaxpr text: by the name of its file (.jaxpr), or because it begins as one does?
bool jaxpr_is_path(const char *path);
bool jaxpr_is_source(uint32_t file); // or StableHLO, which is read as one
// As a trace, which can be asked and drawn.
struct dbx_trace;
dbx_status jaxpr_trace(uint32_t file, struct dbx_trace **ret);

// Reads and type-checks. Fails with E601 to E607 and a span in the text.
dbx_status jaxpr_check_source(uint32_t file);
// Also runs it by the session's engine on "3, jnp.ones(2)" and prints each result on a line of its
// own; NULL: no arguments.
dbx_status jaxpr_run_source(uint32_t file, const char *args);
dbx_status jaxpr_run(const dbx_jaxpr *j, const char *args);

#endif
