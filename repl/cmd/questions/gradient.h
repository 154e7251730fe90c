// Derivatives of the session's functions as Jaxprs.
#ifndef DBX_CMD_GRADIENT_H
#define DBX_CMD_GRADIENT_H

#include "lang/lang.h"

// The Jaxpr of jax.grad of a compiled function, or of its derivative (order 2), by the first
// argument that has derivatives, at the types of its last call or of its annotations. E208 if there
// is no such function; its trace is kept by the session.
dbx_status gradient_of(const char *function, int order, const dbx_jaxpr **ret);

#endif
