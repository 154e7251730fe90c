// Rewriting as tables: a Jaxpr's inputs and equations before, what they are after.
#ifndef DBX_REWRITE_TEST_CASES_H
#define DBX_REWRITE_TEST_CASES_H

#include "rewrite/rewrite.h"

typedef struct rewrite_case {
  const char *inputs, *before; // "x:f64[a]", "b:f64[a] = copy x in (b,)"
  const char *rule;            // that has to fire, or, with a reason, to be refused
  const char *why;             // NULL: it fires
  const char *after;           // equations and results, letters from the inputs on; NULL: as before
} rewrite_case;

// Only `rule` and what is named in `with` (blank separated) are on.
void rewrite_cases(const rewrite_case *c, size_t n, const char *with);
#define REWRITE_CASES(t, with) rewrite_cases(t, sizeof(t) / sizeof *(t), with)
// The Jaxpr rewritten, on one line of single blanks; everything lives to the end.
const char *rewritten_text(dbx_rewrite *r, const char *jaxpr);

#endif
