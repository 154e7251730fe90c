// Rows that are added to one row, and trips over the same elements, several at a time. Private to
// lower/.
#ifndef DBX_LOWER_JAM_H
#define DBX_LOWER_JAM_H

#include "lower/mlir/links.h"
#include "lower/program.h"

#include <mlir-c/IR.h>

// Works on the emitted module, behind tiling; counts the loops that it adds. links: kept right; may
// be NULL.
void jam_loops(MlirModule module, lower_program *p, emit_links *links);

#endif
