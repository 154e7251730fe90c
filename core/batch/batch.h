// jax.vmap: a function of one example is evaluated over a further axis of its arguments. While it
// runs, an example is a tracer of a frame that only stands for the arrays outside: each equation
// that the frame gets is bound there at once, by the rule that the row of its primitive has in the
// column `batch`. Source of the rules and of the order of their equations: docs/semantics.md,
// Mapped axes; observed: tests/conformance2/vmap, tests/fuzz/vmap.
#ifndef DBX_BATCH_BATCH_H
#define DBX_BATCH_BATCH_H

#include "trace/trace.h"

enum { DBX_UNMAPPED = -1 };

// A value, and which axis of it runs over the examples; DBX_UNMAPPED: it is the same in all.
typedef struct dbx_mapped {
  dbx_val v;
  int64_t axis;
} dbx_mapped;

typedef struct dbx_batch dbx_batch;

// Begins a function over `size` examples, in the frame that is open, or outside of any trace. Their
// axis has the name `axis` (0: none) until its owner ends it.
dbx_batch *dbx_batch_begin(dbx_sym function, dbx_dim size, dbx_sym axis);
// What the function is given for an argument: the tracer of an example, or the value itself if it
// is not mapped. ValueError (E304) if the mapped axis has another length than the examples.
dbx_status dbx_batch_argument(dbx_batch *b, dbx_mapped a, dbx_val *ret);
// A result of the function, outside: its examples along the axis `to` (which may be negative, or
// DBX_NO_AXIS: E208 if the result differs between the examples).
enum { DBX_NO_AXIS = INT32_MIN };
dbx_status dbx_batch_result(dbx_batch *b, const dbx_val *v, int64_t to, dbx_val *ret);
void dbx_batch_end(dbx_batch *b); // values that were given out live on

#endif
