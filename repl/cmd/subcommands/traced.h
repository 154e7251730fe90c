// FILE:FUNC of a command line: a program that runs so that a function of it is traced, or a Jaxpr.
#ifndef DBX_CMD_TRACED_H
#define DBX_CMD_TRACED_H

#include "trace/trace.h"

// Cuts ":FUNC" off; NULL: there is none.
const char *traced_function(char *path);
// Runs the program, or reads the Jaxpr or recording. function: that is wanted, NULL: the last. args
// (NULL: none) call it then. traces_collect was called.
dbx_status traced_load(uint32_t file, const char *function, const char *args);
// The pending diagnostic, with what would help; may be NULL.
dbx_diag *traced_failure(uint32_t file);
// The last trace that has a Jaxpr, of the function if one is named. Fails with E208.
dbx_status traced_find(const char *function, const char *args, dbx_trace **ret);

#endif
