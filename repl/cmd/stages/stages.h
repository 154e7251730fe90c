// The stages of a function, from its source to machine code: each is made of another one.
#ifndef DBX_CMD_STAGES_H
#define DBX_CMD_STAGES_H

#include "base/buf.h"
#include "base/status.h"

// A stage of the function as a text: "source", "trace", or what is made of the trace, joined by
// dots: "grad.opt.mlir". E208 for what is none, E201 for a function that was not traced.
dbx_status stages_put(dbx_buf *b, const char *function, const char *stage);
// "f trace opt": a unified diff of two of them. False: `rest` is not that.
bool stages_are_compared(const char *rest);
dbx_status stages_compare(const char *rest);

#endif
