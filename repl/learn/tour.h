// The tour: ten steps that the learner types, from a first tracer to InDBIdx, OutDBIdx and the two
// strategies. A step is done when what tracing made of the line is what the step asks for, however
// the line was written.
#ifndef DBX_LEARN_TOUR_H
#define DBX_LEARN_TOUR_H

#include "base/diag.h"
#include "trace/nested.h"

// What the last line led to.
typedef struct tour_moment {
  const dbx_trace *trace;             // of the program under construction; NULL: there is none
  const dbx_jaxpr *jaxpr;             // of the program, if it is complete
  uint32_t n_implicit;                // its implicit arguments
  uint32_t n_binds, n_eqns, n_inputs; // how many there were before the line
  int error;                          // dbx_code of the diagnostic that the line gave, -1 for none
  const char *answer;                 // given to `:tour`, NULL: a line was typed
} tour_moment;

uint32_t tour_steps(void); // how many there are
// The text of step i, counted from 0.
void tour_put_step(dbx_buf *b, uint32_t i, int width, bool color);
// The n-th hint of it (the last one is a line that does it).
void tour_put_hint(dbx_buf *b, uint32_t i, uint32_t n);
// Is step i done? If so `told` receives what the learner should have noticed; if not, what is
// missing, or nothing if the line had nothing to do with it.
bool tour_done(uint32_t i, const tour_moment *m, dbx_buf *told);
// What is said behind the last step.
void tour_put_end(dbx_buf *b, int width, bool color);

#endif
