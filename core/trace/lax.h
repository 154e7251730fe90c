// jax's own control flow: lax.scan, lax.while_loop, lax.cond and lax.switch, as primitives beside
// Catalyst's (trace/nested.h). What they carry keeps its lengths.
#ifndef DBX_TRACE_LAX_H
#define DBX_TRACE_LAX_H

#include "trace/steps.h"

typedef struct dbx_scan_spec {
  dbx_callable body; // (*carries, *rows) to (*carries, *rows of the results)
  uint32_t n_carries;
  dbx_val length; // NONE: that of the first axes
  bool reverse;
  int64_t unroll;    // 0: all trips
  uint32_t n_linear; // the first so many inputs are cotangents: the equation calls them linear
} dbx_scan_spec;

typedef struct dbx_switch_spec {
  dbx_val index;                // an integer scalar within the number of branches
  const dbx_callable *branches; // in the order in which they are traced
  uint32_t n_branches;
  bool swapped; // the equation has them in the opposite order: lax.cond, where 0 is False
} dbx_switch_spec;

// Traces the parts of a loop with the given inputs (carries first).
typedef dbx_status (*lax_tracer)(dbx_bind *b, const dbx_list *in, void *ctx);

// Each binds in the innermost frame of the current trace. in: the carries, then the arrays whose
// rows the trips get; the results: the carries, then the arrays of rows. E301 for lengths that are
// not known to be equal, E208 if there is none, E513, E501 to E505, E515.
dbx_status dbx_bind_scan(const dbx_scan_spec *s, const dbx_val *in, uint32_t n, dbx_leaves *ret);
// The strategy in s does not count.
dbx_status dbx_bind_lax_while(const dbx_while_spec *s, const dbx_val *init, uint32_t n,
                              dbx_leaves *ret);
// in: what the branches are called with. E506 and E515 for results that differ.
dbx_status dbx_bind_switch(const dbx_switch_spec *s, const dbx_val *in, uint32_t n,
                           dbx_leaves *ret);

#endif
