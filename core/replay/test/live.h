// Live recordings for tests.
#ifndef DBX_REPLAY_TEST_LIVE_H
#define DBX_REPLAY_TEST_LIVE_H

#include "replay/replay.h"

// What the steps of one trace give, in which ' stands for a quote: the Jaxpr of the trace, or the
// code and the message of what failed. Valid until the next call.
const char *live_text(const char *steps);
// The same with somebody who does what failed once more.
const char *live_text_of(const char *steps,
                         dbx_status (*repeat)(dbx_span at, const dbx_replay_name *names, uint32_t n,
                                              const char **refused));

typedef struct live_row {
  const char *steps, *text; // the beginning of it
} live_row;
void live_rows(const live_row *rows, size_t n);
#define LIVE_ROWS(t) live_rows(t, sizeof(t) / sizeof *(t))

// n:i64[] x:f64[n] as v1 and v2; the end with x.
#define LIVE_BEGIN                                                                                 \
  "{'k':'live','function':'f','in_type':[['int64[]',false],['float64[DBIdx(0)]',true]]}\n"         \
  "{'k':'arg','ids':[1]}\n{'k':'arg','ids':[2]}\n"
#define LIVE_END "{'k':'give','outs':['v2']}\n{'k':'done'}\n"

#endif
