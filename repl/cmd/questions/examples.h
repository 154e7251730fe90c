// Examples of functions with what they give.
#ifndef DBX_CMD_EXAMPLES_H
#define DBX_CMD_EXAMPLES_H

#include "base/buf.h"

#include <stdbool.h>

// Runs the expression's program (learn/example.h) in a session and a process of their own: the
// types of its results in words of the program, "f64[x.shape[0]]", its Jaxpr, and what it prints.
// False if it fails. Empty texts are not asked for: NULL.
bool examples_run(const char *expression, dbx_buf *types, dbx_buf *jaxpr, dbx_buf *printed);
// The same as lines of a report, with the arguments; nothing if it fails.
void examples_put(dbx_buf *b, const char *expression);

#endif
