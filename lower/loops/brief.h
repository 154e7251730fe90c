// Buffers of which a trip needs one element only, its own: the element becomes a value of the trip.
// Private to lower/.
#ifndef DBX_LOWER_BRIEF_H
#define DBX_LOWER_BRIEF_H

#include "lower/mlir/links.h"

#include <mlir-c/IR.h>

// Works on the emitted module, behind fusion. LLVM would see the same, but not through the words
// that hand buffers over to threads. links: kept right; may be NULL.
void brief_buffers(MlirModule module, emit_links *links);
// Of an innermost loop: what a trip writes to its own element of a buffer is written once, and not
// read again.
void brief_elements(MlirOperation loop, emit_links *links);

#endif
