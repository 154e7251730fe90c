// Loops of the program around loops over few elements. Private to lower/.
#ifndef DBX_LOWER_FEW_H
#define DBX_LOWER_FEW_H

#include <mlir-c/IR.h>

// A short loop over elements that a loop of the program repeats gets a copy for few trips, which
// asks nothing and has short vectors; what goes on is the other one:
//
//   scf.if (%high < FEW) { scf.for %i = 0 to %high { ... } } else { LOOP }
//
// Its results are those of the scf.if. Longer bodies, and those that do more than to compute, read
// and write, stay alone.
void few_trips(MlirOperation loop);

#endif
