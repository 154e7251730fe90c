// Loops over many elements for several threads: such a loop becomes a function of a part of its
// trips, which the runtime calls. Private to lower/.
#ifndef DBX_LOWER_SPREAD_H
#define DBX_LOWER_SPREAD_H

#include "lower/program.h"

#include <mlir-c/IR.h>

// Works on the emitted module. What a part needs is handed over in scratch words, whose number
// grows.
void spread_loops(MlirModule module, lower_program *p);

#endif
