// The parts of MLIR that the back end uses, and no others: registering everything, as the C API
// does in one call, would link and relocate every dialect there is. Private to lower/.
#ifndef DBX_LOWER_PARTS_H
#define DBX_LOWER_PARTS_H

#include <mlir-c/IR.h>

// A context with the dialects of the emitter loaded, their lowering to the LLVM dialect, and the
// translation of that to LLVM IR. The caller destroys it.
MlirContext parts_context(void);
// Lets the locations of a function of the LLVM dialect reach LLVM IR, as line tables.
void parts_keep_locations(MlirOperation function);

#endif
