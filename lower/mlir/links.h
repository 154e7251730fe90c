// From MLIR back to the Jaxpr. Private to lower/.
#ifndef DBX_LOWER_LINKS_H
#define DBX_LOWER_LINKS_H

#include "base/mem.h"

// Which values of a module are scalar variables of the Jaxpr, each value by the first one; for the
// stage "mlir-linked".
typedef struct emit_links {
  dbx_map variable_of; // the value's pointer -> variable
} emit_links;

#endif
