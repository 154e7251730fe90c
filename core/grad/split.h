// Partial evaluation of equations that call Jaxprs. Private to core/grad.
#ifndef DBX_GRAD_SPLIT_H
#define DBX_GRAD_SPLIT_H

#include "grad/rule.h"

// Is a part of it computed where some operands are unknown? Otherwise it is kept as it is.
bool grad_splits(const dbx_primitive *p);
// in: values of the operands; NONE: unknown. Binds what is known outside of g, and keeps the rest.
dbx_status grad_split_eqn(grad_frame *g, const dbx_eqn *e, const V *in);

#endif
