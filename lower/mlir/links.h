// From MLIR back to the Jaxpr. Private to lower/.
#ifndef DBX_LOWER_LINKS_H
#define DBX_LOWER_LINKS_H

#include "base/mem.h"

#include <mlir-c/IR.h>

// Which values of a module are scalar variables of the Jaxpr, each value by the first one; for the
// stage "mlir-linked".
typedef struct emit_links {
  dbx_map variable_of; // the value's pointer -> variable
} emit_links;

// For what rewrites a module; links may be NULL. A value that is gone must be forgotten: another
// one may come to lie at its place.
void links_forget(emit_links *links, MlirValue gone);
void links_forget_inside(emit_links *links, MlirOperation gone); // also what its regions make
// The new value is, too, what the old one is: unless it is another variable already.
void links_copy(emit_links *links, MlirValue old, MlirValue new);
// All uses of the old value, which is forgotten, are of the new one.
void links_replace(emit_links *links, MlirValue old, MlirValue new);

#endif
