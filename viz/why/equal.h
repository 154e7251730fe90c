// Why two lengths are, or are not, known to be equal. Private to viz.
#ifndef DBX_VIZ_EQUAL_H
#define DBX_VIZ_EQUAL_H

#include "viz/why/scene.h"

// Both chains, then the reasons. The things are lengths: tracers or literals, or axes.
void dbx_put_equal(dbx_buf *b, const dbx_scene *s, const dbx_thing *x, const dbx_thing *y);
void dbx_put_equal_json(dbx_buf *b, const dbx_scene *s, const dbx_thing *x, const dbx_thing *y);
// A comparison of the log as two things.
void dbx_compared(const dbx_event *e, dbx_thing *x, dbx_thing *y);

#endif
