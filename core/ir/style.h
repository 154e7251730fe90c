// How versions of jax print one and the same Jaxpr (private to ir): names of primitives and
// parameters, and parameters that only new versions have. Jaxprs are kept as the old style has
// them. Source: jax 0.4.23 with Catalyst 0.7.0, and jax 0.7.1 with Catalyst's names of that time.
#ifndef DBX_IR_STYLE_H
#define DBX_IR_STYLE_H

#include "ir/primitive.h"

// Reading. The old name of a primitive or of a parameter; the name itself if it has no other.
dbx_sym dbx_old_primitive(dbx_sym name);
dbx_sym dbx_old_key(dbx_sym key);
// Does a new version add this parameter, and does it say nothing?
bool dbx_is_new_parameter(const dbx_primitive *p, dbx_sym key, const dbx_param *val);
bool dbx_is_new_field(dbx_sym key, const dbx_param *val); // of a record

// Printing in the new style.
const char *dbx_new_primitive(const dbx_primitive *p);
const char *dbx_new_key(dbx_sym key);
const char *dbx_new_parameters(const dbx_primitive *p); // "sharding=None", NULL if there are none
const char *dbx_new_fields(dbx_sym record);             // ", operand_batching_dims=(), ..."

#endif
