// Rows that are added to one row, and trips over the same elements, several at a time. Private to
// lower/.
#ifndef DBX_LOWER_JAM_H
#define DBX_LOWER_JAM_H

#include "lower/program.h"

#include <mlir-c/IR.h>

// Works on the emitted module, behind tiling; counts the loops that it adds.
void jam_loops(MlirModule module, lower_program *p);

#endif
