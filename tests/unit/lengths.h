// Scalars computed from the lengths n, m and k, written as formulas: "n*(m+1)", "max(n, 2)^3",
// "div(n, m)". A function is a primitive of one or two operands.
#ifndef DBX_TESTS_LENGTHS_H
#define DBX_TESTS_LENGTHS_H

#include "ir/jaxpr.h"

enum { LENGTHS_MOST = 8 };

// As the outputs of one Jaxpr, whose inputs are n, m and k: formulas apart by semicolons. Their
// number.
uint32_t lengths_of(const char *formulas, dbx_jaxpr **j, dbx_atom *ret);

#endif
