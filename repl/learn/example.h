// Examples of functions: a function's row has an expression of the arguments in example.def, which
// a function returns, or gates of a circuit.
#ifndef DBX_LEARN_EXAMPLE_H
#define DBX_LEARN_EXAMPLE_H

#include "jnp/jnp.h"

typedef struct example_argument {
  const char *name, *type; // of an array of dynamic shape: "f64[m,n]"
  const char *axes;        // its part of abstracted_axes
  const char *value;       // an expression
} example_argument;

typedef struct example_program {
  const char
      *text; // an expression, or statements with a `return`; of a circuit gates; "; " between
  bool circuit;
} example_program;
// With dynamic lengths, with lengths that are known, not compiled.
typedef enum example_mode {
  EXAMPLE_DYNAMIC,
  EXAMPLE_KNOWN,
  EXAMPLE_PLAIN,
  EXAMPLE_MODES
} example_mode;

// The arguments that an expression names, in the order of example.def. NULL: the first; NULL behind
// the last.
const example_argument *example_next(const char *expression, const example_argument *before);
// The example of a function, under the name that this row has; nothing if there is none.
void example_put(dbx_buf *b, const dbx_function *f);
bool example_has_lines(const example_program *e); // statements, not one expression
// The lines of the function `example`, which returns the expression or what the circuit measures.
void example_put_lines(dbx_buf *b, const example_program *e, const char *before);
// The program that prints what the function gives.
void example_put_program(dbx_buf *b, const example_program *e, example_mode mode);

#endif
