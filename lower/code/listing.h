// Listings of the stages of a compiled program, with the equation that each piece belongs to.
// Private to lower/.
#ifndef DBX_LOWER_LISTING_H
#define DBX_LOWER_LISTING_H

#include "lower/program.h"

typedef enum listing_kind { LISTING_MLIR, LISTING_LLVM, LISTING_ASM } listing_kind;

// `text` as printed by MLIR or LLVM: debug information goes, and where the equation changes a
// comment names it and its place in the source. Appended to ret.
void listing_put(dbx_buf *ret, listing_kind kind, const dbx_buf *text, const lower_program *p);

#endif
