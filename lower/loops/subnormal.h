// Products that die out over the trips of a loop. Private to lower/.
#ifndef DBX_LOWER_SUBNORMAL_H
#define DBX_LOWER_SUBNORMAL_H

#include <mlir-c/IR.h>
#include <stdbool.h>

// Does the loop, an scf.for over trips, carry one float, which each trip only multiplies by what
// needs no trip before? False also where the processor lacks a fused multiplication and addition.
bool subnormal_is_chain(MlirOperation loop);
// Of such a loop over a few hundred trips: if it begins below the least normal number, and all its
// factors are at most 1, its products are made of normal numbers, with the same bits. The loop
// becomes a part of an scf.if.
void subnormal_choose(MlirOperation loop);

#endif
