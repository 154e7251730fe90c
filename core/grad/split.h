// Partial evaluation of equations that call Jaxprs. Private to core/grad.
#ifndef DBX_GRAD_SPLIT_H
#define DBX_GRAD_SPLIT_H

#include "grad/rule.h"

// Is a part of it computed where some operands are unknown? Otherwise it is kept as it is.
bool grad_splits(const dbx_primitive *p);
// in: values of the operands; NONE: unknown. Binds what is known outside of g, and keeps the rest.
dbx_status grad_split_eqn(grad_frame *g, const dbx_eqn *e, const V *in);

typedef struct splitting {
  grad_frame *g;
  const dbx_eqn *e;
  const V *in;
  bool *unknown; // operands
} splitting;

// Binds `known`, whose results are those of the equation that are not marked, with their types.
dbx_status grad_put_known(const splitting *s, const dbx_eqn *known, const V *ops,
                          const bool *unknown_out);
// The equation is kept with all its operands; what is known of its results is not its.
dbx_status grad_keep_whole(const splitting *s, const bool *unknown_out);
dbx_status grad_split_scan(const splitting *s); // one of scan (split_scan.c)

#endif
