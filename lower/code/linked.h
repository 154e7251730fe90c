// The stage "mlir-linked" (lower.h): MLIR as emitted, with the place of every line in the source
// and the variable that every value is. Private to lower/.
#ifndef DBX_LOWER_LINKED_H
#define DBX_LOWER_LINKED_H

#include "base/buf.h"
#include "lower/mlir/links.h"

#include <mlir-c/IR.h>

void linked_put(dbx_buf *ret, MlirModule m, const emit_links *links); // appended

#endif
