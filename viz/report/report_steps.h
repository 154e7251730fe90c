// Parts of bind reports that show Jaxprs, equations and steps. Private to viz.
#ifndef DBX_VIZ_REPORT_STEPS_H
#define DBX_VIZ_REPORT_STEPS_H

#include "viz/names/lists.h"

// "d:i64[] e:f64[d] = for_loop[...] a 0 10 1 0 c", with the binders that are printed.
void dbx_put_short_eqn(dbx_buf *b, const dbx_view *v, const dbx_bind *bind, const dbx_eqn *e);
// A nested Jaxpr, an equation a line.
void dbx_put_body(dbx_buf *b, const dbx_view *v, const dbx_jaxpr *j);
// Every step of the algorithm that the bind went through, with its inputs and outputs.
void dbx_put_steps(dbx_buf *b, const dbx_view *v, const dbx_trace *t, const dbx_bind *bind);

#endif
