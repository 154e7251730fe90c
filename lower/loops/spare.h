// Buffers that a loop makes anew in each trip, as two that take turns. Private to lower/.
#ifndef DBX_LOWER_SPARE_H
#define DBX_LOWER_SPARE_H

#include "lower/mlir/links.h"
#include "lower/mlir/ops.h"

void spare_buffers(MlirModule module, emit_links *links); // links may be NULL

#endif
