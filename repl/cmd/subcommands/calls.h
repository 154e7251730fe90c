// The calls of compiled functions: a JSON line each, with the Jaxpr, the arguments as expressions
// that give them again (captured constants first), and the printed results.
#ifndef DBX_CMD_CALLS_H
#define DBX_CMD_CALLS_H

#include "lang/lang.h"
#include "record/record.h"
#include "trace/trace.h"

void calls_collect(void); // from now on
// Those of the given traces; a trace whose function was not called has one line without arguments.
void calls_put(dbx_buf *b, dbx_trace *const *t, uint32_t n);
void calls_record(dbx_record_writer *w); // adds those that were recorded, a line each
// Takes such a line of a recording (dbx_record_taker).
dbx_status calls_take(void *ctx, struct record_reader *r, const char *kind,
                      const struct json_t *line);
void calls_stop(void);

#endif
