// Examples of functions: a function's row has an expression of the arguments in example.def, which
// a compiled function returns.
#ifndef DBX_LEARN_EXAMPLE_H
#define DBX_LEARN_EXAMPLE_H

#include "jnp/jnp.h"

typedef struct example_argument {
  const char *name, *type; // of an array of dynamic shape: "f64[m,n]"
  const char *axes;        // its part of abstracted_axes
  const char *value;       // an expression
} example_argument;

// The arguments that an expression names, in the order of example.def. NULL: the first; NULL behind
// the last.
const example_argument *example_next(const char *expression, const example_argument *before);
// The example of a function, under the name that this row has; nothing if there is none.
void example_put(dbx_buf *b, const dbx_function *f);
// The program whose function `example` returns the expression, and which prints what that gives.
void example_put_program(dbx_buf *b, const char *expression);

#endif
