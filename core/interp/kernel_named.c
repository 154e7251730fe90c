// Kernels of collective operations: after jax.vmap their axes have numbers. A name that is left is
// bound nowhere.
#include "interp/kernel.h"
#include "prim/named_axis.h"

dbx_status dbx_kernel_unbound(const dbx_kernel_site *s, dbx_array **out) {
  dbx_dim size;
  (void)out;
  DBX_TRY(dbx_axis_find(dbx_axis_name(dbx_kernel_param(s, DBX_S_axis_name)), &size));
  return dbx_fail(DBX_E218, (dbx_span){0}, "%s of values outside of jax.vmap is not offered here",
                  s->prim->name);
}

dbx_status dbx_kernel_collective(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_param *axes = dbx_kernel_param(s, DBX_S_axes);
  dbx_dim size;
  for (uint32_t i = 0; i < axes->n; i++)
    if (dbx_axis_name(axes->item[i])) DBX_TRY(dbx_axis_find(dbx_axis_name(axes->item[i]), &size));
  for (uint32_t i = 0; i < s->n_in; i++) {
    dbx_kernel_site one = *s;
    one.in = s->in + i, one.n_in = one.n_out = 1, one.out_dtype = s->out_dtype + i;
    if (dbx_kernel_reduce(&one, &out[i]) == DBX_OK) continue;
    while (i--) out[i] = dbx_array_unref(out[i]);
    return DBX_FAIL;
  }
  return DBX_OK;
}
