// A loop cut into strips of some trips each. Private to lower/.
#ifndef DBX_LOWER_STRIPS_H
#define DBX_LOWER_STRIPS_H

#include "lower/mlir/ops.h"

typedef struct strips {
  MlirOperation loop;     // the trips of a strip
  MlirBlock body;         // of the loop over strips, which `loop` is in
  MlirValue begin, trips; // in the body: the first index of the strip, and how far it goes
} strips;

// The loop, an scf.for, moves into one over strips of `n` trips. What a strip does besides may be
// put in front of s->loop, or at the end of s->body before strips_end. False: it carries too much.
bool strips_begin(MlirOperation loop, int64_t n, strips *ret);
void strips_end(const strips *s);
void strips_end_sum(const strips *s, MlirOperation sum); // of a loop that is one (sums.h)

#endif
