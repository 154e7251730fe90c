// The score of a fix that holds: a sum of terms, each a row of score.def with its weight.
#ifndef DBX_DEBUG_SCORE_H
#define DBX_DEBUG_SCORE_H

#include "debug/edits/edits.h"

enum {
#define T(name, weight, what) SCORE_##name,
#include "debug/offers/score.def"
#undef T
  SCORES
};

typedef enum score_kept { SCORE_SAME, SCORE_SAME_NUMBERS, SCORE_OTHER } score_kept;

typedef struct scored { // what is known of a fix
  const edit *e;
  uint32_t order; // how many were tried before it
  uint32_t agree; // how many others print the same
  score_kept kept;
  bool nan;
  int terms[SCORES]; // filled in
} scored;

// Fills in the terms and gives their weighted sum.
int score_fix(const dbx_diag *d, scored *x);
void score_put(dbx_buf *b, const scored *x); // "order=2 rule=1": those that are not 0

#endif
