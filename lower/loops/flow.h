// Loops and conditionals as branches: a rewriting of the emitted function. Private to lower/.
#ifndef DBX_LOWER_FLOW_H
#define DBX_LOWER_FLOW_H

#include <mlir-c/IR.h>

// Replaces scf.for, scf.if and scf.while by blocks and branches (cf). MLIR's own pass gives the
// same blocks, but moves all that follows a loop once for every loop before it, and remembers it:
// 10,000 loops in a row took it 2.4 s and gigabytes.
void flow_to_branches(MlirModule module);

#endif
