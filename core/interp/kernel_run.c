// The table of kernels (see interp.h).
#include "interp/kernel.h"

#define dbx_kernel_for_loop NULL
#define dbx_kernel_while_loop NULL
#define dbx_kernel_cond NULL
#define dbx_kernel_pjit NULL
#define dbx_kernel_custom_jvp_call NULL
#define dbx_kernel_custom_vjp_call NULL
#define dbx_kernel_remat2 NULL
#define dbx_kernel_scan NULL
#define dbx_kernel_func NULL
#define dbx_kernel_adjoint NULL
static const dbx_kernel kernels[] = {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  dbx_kernel_##kernel,
#include "prim/prims.def"
};

// A kernel ends early, with whatever it has, if the computation has to end.
dbx_status dbx_kernel_run(const dbx_kernel_site *s, dbx_array **out) {
  DBX_TRY(kernels[s->prim->id](s, out));
  if (!dbx_stopping()) return DBX_OK;
  for (uint32_t k = 0; k < s->n_out; k++) out[k] = dbx_array_unref(out[k]);
  return dbx_poll_run();
}
