// Sweeps over the rows of a matrix, again and again. Private to lower/.
#ifndef DBX_LOWER_TURNS_H
#define DBX_LOWER_TURNS_H

#include <mlir-c/IR.h>

// Works on the emitted module. A loop over rows, each of which is folded to a number or some, that
// a loop of the program repeats goes down the rows in every other trip: where the matrix is larger
// than a cache, the rows that were read last are still there. No result changes.
void turn_sweeps(MlirModule module);

#endif
