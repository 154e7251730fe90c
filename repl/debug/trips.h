// What the loops of a compiled function had and gave at each trip of its last call, for pages.
#ifndef DBX_DEBUG_TRIPS_H
#define DBX_DEBUG_TRIPS_H

#include "viz/page/page.h"

// From now on the arguments of the newest call of each compiled function are kept.
void debug_trips_collect(void);
void debug_trips_end(void);

// That call once more, by the interpreter and without calls of the host: its first steps. Owned by
// the caller; empty if there was no call, or a circuit is run, whose measurements differ each time.
dbx_page_trips debug_trips_of(dbx_trace *t, const dbx_jaxpr *j);
void debug_trips_free(dbx_page_trips *trips);

#endif
