// Loops over elements that add up what they compute: strip by strip, so that the sum does not
// depend on how many threads made it. Private to lower/.
#ifndef DBX_LOWER_SUMS_H
#define DBX_LOWER_SUMS_H

#include "lower/mlir/ops.h"

enum { SUM_STRIP = 1 << 16 }; // trips

// The operation that combines what the loop carries, one float, with what a trip computes: a sum, a
// product, a largest or a smallest one, in any order. Null: the loop does something else, too.
MlirOperation sum_of(MlirOperation loop);
// What changes nothing in a sum of that kind, in front of an operation.
MlirValue sum_nothing(MlirOperation before, MlirOperation sum);
// a and b combined, at the end of a block, where they are: strips are combined in their order.
MlirValue sum_both(MlirBlock to, MlirOperation sum, MlirValue a, MlirValue b);
// The loop becomes one that leaves the sum of each strip, and one that adds these up in their
// order; gives the first, whose trips may run at the same time.
MlirOperation sum_share(MlirOperation loop, MlirOperation sum);

#endif
