// Lengths that are assumed to be equal, by a question of the user. They are remembered by the
// events that made them, so they mean the same lengths when the same text is traced once more.
#ifndef DBX_TRACE_ASSUME_H
#define DBX_TRACE_ASSUME_H

#include "ir/var.h"

// From now on the two tracers are equal as lengths wherever lengths are compared.
void dbx_assume_equal(dbx_var a, dbx_var b);
// A tracer is this number.
void dbx_assume_size(dbx_var a, int64_t size);
void dbx_assume_nothing(void); // forgets all of them

// Private to trace/assume.c and trace/trace.c.
// A tracer as the event that made it, in the trace of a function. Results of one equation are told
// apart by their distance from its first one.
struct dbx_origin {
  dbx_sym function;
  uint32_t birth, result;
};
struct dbx_assumption {
  struct dbx_origin a, b;
  dbx_dim size; // instead of b, if b.function is 0
};

#endif
