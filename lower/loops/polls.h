// Ctrl-C in loops over elements: every so many trips of any loop ask whether to stop (base/poll.h).
// Private to lower/.
#ifndef DBX_LOWER_POLLS_H
#define DBX_LOWER_POLLS_H

#include <mlir-c/IR.h>

// Loops over trips of the program ask by themselves where they have to (emit_loops.c) and have the
// attribute "polled"; those over a piece (tile.h), "piece", need not; works on all others.
void poll_loops(MlirModule module);

#endif
