// What the tables know of a primitive (core/prim/prims.def), for people.
#ifndef DBX_LEARN_PRIMITIVE_H
#define DBX_LEARN_PRIMITIVE_H

#include "base/buf.h"

// Operands, parameters, shape rule, dtypes, how it is run. Fails with E208, with the names that
// come near.
dbx_status primitive_explain(dbx_buf *b, const char *name, int width);
// The names of all of them in columns.
void primitive_put_names(dbx_buf *b, int width);

#endif
