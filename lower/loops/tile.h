// Loop tiling: trips over whole arrays become trips over pieces that stay in the cache, one piece
// after the other. Private to lower/.
#ifndef DBX_LOWER_TILE_H
#define DBX_LOWER_TILE_H

#include "lower/program.h"

#include <mlir-c/IR.h>

// Works on the emitted module, behind fusion; counts the loops that it adds.
void tile_loops(MlirModule module, lower_program *p);

#endif
