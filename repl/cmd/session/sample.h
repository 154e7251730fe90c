// A sample: arguments of the program under construction for which every line also shows the values
// of what it computes, by the interpreter.
#ifndef DBX_CMD_SAMPLE_H
#define DBX_CMD_SAMPLE_H

#include "base/buf.h"
#include "ir/jaxpr.h"

// Runs the program as it is on the sample, if there is one: to be followed by sample_put and
// sample_end. A run that fails says why in one line.
void sample_begin(dbx_buf *b);
void sample_put(dbx_buf *b, const dbx_eqn *e); // the values of its results, a line each
void sample_end(void);
void sample_stop(void); // the end of the session

#endif
