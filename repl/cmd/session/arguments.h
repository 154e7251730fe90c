// Arguments typed by a person, and the arrays that a Jaxpr takes.
#ifndef DBX_CMD_ARGUMENTS_H
#define DBX_CMD_ARGUMENTS_H

#include "lang/lang.h"
#include "trace/trace.h"

typedef dbx_vec(dbx_array *) dbx_arrays; // references are owned

// Imports jax, jnp and np where these names mean nothing, for expressions of arguments.
dbx_status arguments_import_names(void);
// Evaluates "3, jnp.ones([2])" (also `n=3, y=...` if names are given: the source name of every
// explicit input, of a Jaxpr that was read of every input, in order) and converts to the types of
// j's inputs. Implicit inputs are taken from the shapes; so are sizes that are left out at the
// front of a Jaxpr that was read. Fails with E707, or what the expressions fail with.
dbx_status arguments_read(const dbx_jaxpr *j, const dbx_sym *names, const char *text,
                          dbx_arrays *ret);
void arguments_free(dbx_arrays *a);
// Runs j by the session's engine (interpreter: by the reference interpreter) on the arguments.
dbx_status arguments_run(const dbx_engine *e, const dbx_jaxpr *j, const dbx_arrays *args, pv *ret);

#endif
