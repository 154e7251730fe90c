// Which edits are candidates for an error, and which of those that hold is offered first (score.h).
// Whether one holds is found by trying it (debug/fixes.h).
#ifndef DBX_DEBUG_OFFERS_H
#define DBX_DEBUG_OFFERS_H

#include "debug/edits/edits.h"

// Appends the candidates, the most promising first.
void offers_for(const dbx_diag *d, edits *ret);

#endif
