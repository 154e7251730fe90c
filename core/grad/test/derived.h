// Derivatives as rows: the arguments of a function, an expression, and what comes of its gradient.
#ifndef DBX_GRAD_TEST_DERIVED_H
#define DBX_GRAD_TEST_DERIVED_H

#include "unit/traced.h"

typedef struct derived_row {
  // Types, "n:i64[] implicit, x:f64[n,3]": it is traced. Or the values of x and y, each an
  // expression, with ";" between them: it is computed.
  const char *args;
  const char *expr;
  // Of the sum of the expression by x: primitives and the type, "sin cos mul -> f64[?,3]"; or its
  // elements; or the diagnostic.
  const char *value;
} derived_row;
void derived_rows(const derived_row *rows, size_t n);
#define DERIVED_ROWS(t) derived_rows(t, sizeof(t) / sizeof *(t))
// The derivative along ones: value and tangent.
void moved_rows(const derived_row *rows, size_t n);
#define MOVED_ROWS(t) moved_rows(t, sizeof(t) / sizeof *(t))

// A Jaxpr of one float, from text, differentiated by it: the primitives of value and derivative,
// and the type of this.
void derived_jaxpr(const char *text, const char *expected);

#endif
