// Calls of the host's functions (see interp.h).
#include "interp/kernel.h"

#include <string.h>

static void drop(dbx_array **a, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) a[i] = dbx_array_unref(a[i]);
}

// The host may keep what it gets, and compiled code lends its buffers only.
static dbx_status own_operands(const dbx_kernel_site *s, dbx_array **in) {
  for (uint32_t i = 0; i < s->n_in; i++)
    if (dbx_array_copy(s->in[i], s->in[i]->rank, s->in[i]->dims, &in[i]) != DBX_OK)
      return drop(in, i), DBX_FAIL;
  for (uint32_t i = 0; i < s->n_in; i++) in[i]->weak = in[i]->host = false;
  return DBX_OK;
}

static dbx_status check_types(const dbx_kernel_site *s, dbx_array *const *out) {
  dbx_site types = {s->prim, NULL, s->params, 0, s->n_params};
  dbx_aval *want = DBX_TMP(dbx_aval, s->n_out + 1);
  DBX_TRY(dbx_rule_callback(&types, want));
  for (uint32_t i = 0; i < s->n_out; i++) {
    const dbx_aval_info *w = dbx_aval_at(want[i]);
    bool ok = w->dtype == out[i]->dtype && w->rank == out[i]->rank;
    for (uint32_t k = 0; ok && k < w->rank; k++) ok = dbx_dim_value(w->dims[k]) == out[i]->dims[k];
    if (!ok)
      return dbx_fail(DBX_E705, (dbx_span){0}, "result %u of a Python function has not the type %s",
                      i, dbx_aval_text(want[i]));
  }
  return DBX_OK;
}

// Results that nobody looks at.
static dbx_status any_results(const dbx_kernel_site *s, dbx_array **out) {
  dbx_site types = {s->prim, NULL, s->params, 0, s->n_params};
  dbx_aval *want = DBX_TMP(dbx_aval, s->n_out + 1);
  DBX_TRY(dbx_rule_callback(&types, want));
  for (uint32_t i = 0; i < s->n_out; i++) {
    const dbx_aval_info *w = dbx_aval_at(want[i]);
    int64_t *dims = DBX_TMP(int64_t, w->rank + 1);
    for (uint32_t k = 0; k < w->rank; k++) dims[k] = dbx_dim_value(w->dims[k]);
    if (dbx_result(w->dtype, w->rank, dims, &out[i]) != DBX_OK) return drop(out, i), DBX_FAIL;
    memset(out[i]->data, 0, (size_t)out[i]->size * dbx_dtype_bytes(w->dtype));
  }
  return DBX_OK;
}

dbx_status dbx_kernel_callback(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_param *fn = dbx_kernel_param(s, DBX_S_callback);
  const dbx_interp_host *host = &interp_now->host;
  dbx_array **in = DBX_TMP(dbx_array *, s->n_in + 1);
  if (interp_now->looks_only && !s->n_out) return DBX_OK;
  if (s->unused && s->prim->id == DBX_PRIM_pure_callback) return any_results(s, out);
  if (interp_now->looks_only || !host->call || !fn || fn->kind != DBX_P_HOST)
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "a Python function is called when the program runs, not here");
  DBX_TRY(own_operands(s, in));
  dbx_kernel_site own = *s;
  own.in = in;
  interp_now->host_calls++;
  dbx_status st = host->call(host->ctx, &own, fn->i, out);
  drop(in, s->n_in);
  if (st != DBX_OK) return st;
  if (check_types(s, out) == DBX_OK) return DBX_OK;
  return drop(out, s->n_out), DBX_FAIL;
}

dbx_status dbx_kernel_opaque(const dbx_kernel_site *s, dbx_array **out) {
  (void)out;
  return dbx_refuse_opaque(s->prim, (dbx_span){0});
}

// It is there to be transposed.
dbx_status dbx_kernel_custom_lin(const dbx_kernel_site *s, dbx_array **out) {
  (void)s, (void)out;
  return dbx_fail_as(DBX_E218, DBX_S_TypeError, (dbx_span){0},
                     "can't apply forward-mode autodiff (jvp) to a custom_vjp function.");
}
