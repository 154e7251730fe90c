// What the trips of a loop compute without those before them, some trips at once. Private to
// lower/.
#ifndef DBX_LOWER_AHEAD_H
#define DBX_LOWER_AHEAD_H

#include <mlir-c/IR.h>

// Works on the emitted module, on loops over trips of the program ("polled").
void compute_ahead(MlirModule module);

#endif
