// Rows that are added to one row, several at a time. Private to lower/.
#ifndef DBX_LOWER_JAM_H
#define DBX_LOWER_JAM_H

#include "lower/program.h"

#include <mlir-c/IR.h>

// Works on the emitted module, behind what looks at loops from 0 on; counts the loops that it adds.
void jam_loops(MlirModule module, lower_program *p);

#endif
