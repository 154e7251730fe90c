// Examples of functions with what they give.
#ifndef DBX_CMD_EXAMPLES_H
#define DBX_CMD_EXAMPLES_H

#include "learn/example.h"

typedef struct examples_result {
  example_mode mode; // the first in which it runs; EXAMPLE_MODES: in none
  dbx_buf types;     // of its results, in words of the program: "f64[x.shape[0]]"
  dbx_buf jaxpr, printed;
  dbx_buf refused; // why it does not run in the mode before
} examples_result;

// Runs the example's program (learn/example.h) in a session and a process of their own: with
// dynamic lengths; if that is refused, with known ones; if that is, not compiled.
void examples_run(const example_program *e, examples_result *ret);
void examples_free(examples_result *r);
// What it gives as lines of a report, with the arguments; nothing if it does not run.
void examples_put(dbx_buf *b, const example_program *e);

#endif
