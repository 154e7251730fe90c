// Facts of primitives as rows: an equation over operands a, b, ..., their values, the results.
#ifndef DBX_INTERP_TEST_ROWS_H
#define DBX_INTERP_TEST_ROWS_H

#include "interp/interp.h"
#include "unit/expr.h"

typedef struct kernel_row {
  const char *equation;           // "add a b"
  const char *operands, *results; // "i8[2] 1 2; i8[2] 3 4"; a result may be "i8[2] E703 ..."
} kernel_row;
void kernel_rows(const kernel_row *rows, size_t n);
#define KERNEL_ROWS(t) kernel_rows(t, sizeof(t) / sizeof *(t))

// Evaluates a Jaxpr read from text; the results as text, or the diagnostic.
const char *interpret_text(const char *jaxpr, const char *operands);

#endif
