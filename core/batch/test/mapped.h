// Functions of one example as rows: arguments, their axes, an expression of one example, and what
// comes of it.
#ifndef DBX_BATCH_TEST_MAPPED_H
#define DBX_BATCH_TEST_MAPPED_H

#include "unit/traced.h"

typedef struct mapped_row {
  // Types, "n:i64[] implicit, x:f64[n,3]": it is traced. Or the values of x and y, each an
  // expression, with ";" between them: it is computed.
  const char *args;
  const char *axes; // of the explicit arguments: "0 -"
  const char *expr;
  // Primitives and the result's type, "mul add -> f64[?,3]"; or its elements; or the diagnostic.
  const char *value;
} mapped_row;
void mapped_rows(const mapped_row *rows, size_t n);
#define MAPPED_ROWS(t) mapped_rows(t, sizeof(t) / sizeof *(t))

#endif
