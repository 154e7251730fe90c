// Buffers as bare pointers: a rewriting of the emitted function. Private to lower/.
#ifndef DBX_LOWER_BARE_H
#define DBX_LOWER_BARE_H

#include <mlir-c/IR.h>

// Replaces every memref of the module by the address of its elements: the emitter keeps lengths as
// scalars and uses neither offsets nor strides, so that a descriptor of five words, carried through
// every loop, would only be in LLVM's way.
void bare_pointers(MlirModule module);

#endif
