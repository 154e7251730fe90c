// The event log of a trace, as text for people and as JSON lines for other programs.
#ifndef DBX_VIZ_EVENTS_H
#define DBX_VIZ_EVENTS_H

#include "viz/names/naming.h"

// A line for each event: number, bind, what happened, place. `color` marks failures.
void dbx_put_events(dbx_buf *b, const dbx_trace *t, bool color);
// What happened in event `index`, without number and place: "e:f64[d] = broadcast_in_dim[...] 1.0
// d".
void dbx_put_event(dbx_buf *b, const dbx_trace *t, const dbx_naming *n, uint32_t index);

// One JSON object a line: function, event (its number), kind (as in trace/events.def), frame (its
// number in the trace, null outside of frames), bind (null outside of binds), span, text (the line
// above), and the fields of the kind
// (see there).
void dbx_put_events_json(dbx_buf *b, const dbx_trace *t);

#endif
