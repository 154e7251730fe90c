// Loop fusion: neighbouring array loops over the same indices, of which the later one reads what
// the earlier one writes, become one. Private to lower/.
#ifndef DBX_LOWER_FUSE_H
#define DBX_LOWER_FUSE_H

#include "lower/mlir/links.h"

#include <mlir-c/IR.h>

// Works on the emitted module (scf, memref). links: kept up to date, or NULL.
void fuse_loops(MlirModule module, emit_links *links);
void fuse_body(MlirBlock b, emit_links *links); // and what is inside of its operations

#endif
