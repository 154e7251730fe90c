// Loops and conditionals for tests: carries and bodies are expressions (unit/expr.h) that see the
// names of the function under trace.
#ifndef DBX_TRACE_TEST_CONTROL_H
#define DBX_TRACE_TEST_CONTROL_H

#include "trace/lax.h"
#include "unit/traced.h"

// What was bound, or tried. Bodies live as long as it does.
typedef struct control {
  dbx_status status;
  dbx_bind *bind;     // the outermost one
  dbx_val results[8]; // collapsed
  uint32_t n;
  expr_body body[4];
} control;

// for_loop over range(lower, upper, step), given as "0, n, 1". The body takes the index first.
void control_for(control *c, const traced *x, dbx_resizing r, const char *bounds, const char *init,
                 const char *body);
void control_while(control *c, const traced *x, dbx_resizing r, const char *init, const char *test,
                   const char *body);
// Predicates "p, q" and one body more than there are of them, without parameters.
void control_cond(control *c, const traced *x, const char *preds, const char *const *branches,
                  uint32_t n);

// jax's own loops and conditional. scan: the body takes the carries, then a row of each of xs;
// length
// "" is none.
void control_scan(control *c, const traced *x, const char *carries, const char *xs,
                  const char *length, const char *body);
void control_lax_while(control *c, const traced *x, const char *init, const char *test,
                       const char *body);
void control_switch(control *c, const traced *x, const char *index, const char *in,
                    const char *const *branches, uint32_t n, bool swapped);

// "i64[] implicit, f64[DBIdx(0)]"; valid until the next call.
const char *type_text(const dbx_sig *s);
// Of the results, with the lengths as the names in x, or "?": "f64[n], i64[]".
const char *results_text(const control *c, const traced *x);

#endif
