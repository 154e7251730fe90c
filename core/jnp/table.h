// The functions of the API by table: functions.def makes their declarations and the table.
// Private to jnp.
#ifndef DBX_JNP_TABLE_H
#define DBX_JNP_TABLE_H

#include "jnp/ops.h"

#define F(module, name, fn, signature, example) V fn(const V *a);
#define ALIAS(module, name, fn, signature)
#include "jnp/functions.def"
#undef F
#undef ALIAS

// Pieces that lax functions and indexing share.
V lax_start_index(V i, dbx_dim len); // negative: counted from the end
V lax_gather(V x, V indices, const dbx_param *dims, S sizes, bool sorted, bool unique, V mode,
             V fill);
// apply: the Jaxpr of an update function, NULL: that of the primitive.
V lax_scatter(dbx_prim p, V x, V indices, V updates, const dbx_param *dims, bool sorted,
              bool unique, V mode, const dbx_param *apply);
// The Jaxpr of f on n scalars of dtype t, as a parameter.
dbx_status jn_call_jaxpr(const char *name, jn_fn f, dbx_dtype t, uint32_t n, const void *statics,
                         size_t n_statics, const dbx_param **ret);

#endif
