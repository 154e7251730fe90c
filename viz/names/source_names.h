// The names that the program has for its tracers, from the NAME events of the log.
#ifndef DBX_VIZ_SOURCE_NAMES_H
#define DBX_VIZ_SOURCE_NAMES_H

#include "trace/trace.h"

// "t[1]": is the name of a NAME event that of an element of a sequence?
bool dbx_is_element_name(dbx_sym name);
// Renames the variables in `names` that the program of t has a name for. `printed` says which atom
// of the printed Jaxpr a tracer is, 0 for none.
void dbx_name_by_source(dbx_names *names, const dbx_trace *t,
                        dbx_atom (*printed)(const void *ctx, dbx_atom a), const void *ctx);

#endif
