// Arrays that become the front part of a longer one, made there from the start. Private to lower/.
#ifndef DBX_LOWER_FRONT_H
#define DBX_LOWER_FRONT_H

#include "lower/mlir/ops.h"

// Of every block of the emitted module (scf, memref).
void front_buffers(MlirModule module);

#endif
