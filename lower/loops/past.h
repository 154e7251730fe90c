// Large arrays are written past the caches: what would be overwritten is not read before. Private
// to lower/.
#ifndef DBX_LOWER_PAST_H
#define DBX_LOWER_PAST_H

#include "lower/program.h"

#include <mlir-c/IR.h>

// Works on the emitted module, in front of spreading; counts the loops that it adds. They take time
// to compile: for programs whose runs take longer.
void past_loops(MlirModule module, lower_program *p);

#endif
