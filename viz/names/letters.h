// The names that the variables of an unfinished trace have in its Jaxpr so far.
#ifndef DBX_VIZ_LETTERS_H
#define DBX_VIZ_LETTERS_H

#include "base/diag.h"
#include "trace/trace.h"

// The context in which a trace failed or stands, NULL if it has none.
const dbx_frame *dbx_innermost(const dbx_trace *t);
// The Jaxpr so far of the frame and those around it, each as if it were the body of an equation of
// the next: for its letters only. jaxprs (NULL: nobody asks) receives each by the id of its frame.
dbx_jaxpr *dbx_jaxpr_so_far(const dbx_frame *f, dbx_arena *arena, dbx_map *jaxprs);

// Names the operands and births of a diagnostic by the Jaxpr as it was when the error was raised
// (dbx_naming_inside): the outer frames with their equations so far, the failing one innermost. To
// be called while the frames still have their equations; does nothing for what has a name already.
// now: the trace under construction, NULL if there is none.
void dbx_diag_letters(dbx_diag *d, const dbx_so_far *now);

#endif
