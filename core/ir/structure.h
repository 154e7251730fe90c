// How values are nested, in words of Python: from the text of jax's PyTreeDef, such as
// "PyTreeDef((*, {'a': *}))", which is what the tracer keeps of a function's results. A text that
// is none counts as one value. Words are those of diagnostics.
#ifndef DBX_IR_STRUCTURE_H
#define DBX_IR_STRUCTURE_H

#include "base/buf.h"
#include <stdbool.h>

// "one value", "None", "a tuple of 2 values", "a tuple of one value and a list of 2 values", "a
// dictionary with the keys 'a' and 'b'".
void dbx_put_structure(dbx_buf *b, const char *tree);
// Whether two structures differ: where they begin to, "[1]['a']", and what each has there.
bool dbx_structures_differ(const char *x, const char *y, dbx_buf *path, dbx_buf *in_x,
                           dbx_buf *in_y);
// "[1]['a']": where the leaf stands, counted from 0. false, and nothing is put: there are not so
// many.
bool dbx_put_leaf_path(dbx_buf *b, const char *tree, uint32_t leaf);

#endif
