// Axes with a name (jax.vmap's axis_name), which collective operations go over. A name is bound
// while the function of its vmap runs; of several axes with one name the innermost counts.
#ifndef DBX_PRIM_NAMED_AXIS_H
#define DBX_PRIM_NAMED_AXIS_H

#include "prim/prim.h"

// Binds a name to `size` examples, which may be a variable of the frame that is open.
void dbx_axis_push(dbx_sym name, dbx_dim size);
void dbx_axis_pop(void); // the innermost
// The size of a named axis; NameError (E201) if no axis that is bound has the name.
dbx_status dbx_axis_find(dbx_sym name, dbx_dim *size);
// A number for what is bound: equal where the same axes are; 0 where there is none.
uint64_t dbx_axes_bound(void);

// The name that a parameter says: of `axis_name` the text itself, of an item of `axes` Python's
// repr of it. 0 for what is no name: the number of an axis.
dbx_sym dbx_axis_name(const dbx_param *p);
// An item of `axes` for a name.
const dbx_param *dbx_axis_item(dbx_sym name);
// Does the equation, or one of a Jaxpr in its parameters, name the axis?
bool dbx_names_axis(const dbx_eqn *e, dbx_sym name);

#endif
