// Kernels that change dtypes or bits, and those that choose among operands (see kernel.h).
#include "interp/kernel.h"

#include <math.h>
#include <string.h>

dbx_status dbx_kernel_copy(const dbx_kernel_site *s, dbx_array **out) {
  *out = dbx_array_ref(s->in[0]);
  return DBX_OK;
}

// As jax has it, a complex number that becomes a real one is its real part, that of a truth too.
dbx_status dbx_kernel_convert(const dbx_kernel_site *s, dbx_array **out) {
  dbx_dtype t = s->in[0]->dtype;
  if (!dbx_is_complex(t) || s->out_dtype[0] != DBX_BOOL)
    return dbx_convert_array(s->in[0], s->out_dtype[0], out);
  dbx_array *re;
  DBX_TRY(dbx_convert_array(s->in[0], dbx_real_of(t), &re));
  dbx_status st = dbx_convert_array(re, DBX_BOOL, out);
  dbx_array_unref(re);
  return st;
}

dbx_status dbx_kernel_bitcast(const dbx_kernel_site *s, dbx_array **out) {
  dbx_array *x = s->in[0];
  DBX_TRY(dbx_array_new(s->out_dtype[0], x->rank, x->dims, out));
  dbx_copy((*out)->data, x->data, (size_t)x->size * dbx_dtype_bytes(x->dtype));
  return DBX_OK;
}

static double reduced(double x, int exponent_bits, int mantissa_bits) {
  if (!isfinite(x) || x == 0) return x;
  int e;
  double m = frexp(x, &e); // x = m * 2^e, 1/2 <= |m| < 1
  double r = ldexp(nearbyint(ldexp(m, mantissa_bits + 1)), e - mantissa_bits - 1);
  int bias = (1 << (exponent_bits - 1)) - 1;
  if (fabs(r) >= ldexp(1, bias + 1)) return copysign(INFINITY, x);
  return fabs(r) < ldexp(1, 1 - bias) ? copysign(0, x) : r;
}

dbx_status dbx_kernel_reduce_precision(const dbx_kernel_site *s, dbx_array **out) {
  dbx_array *x = s->in[0];
  int e = (int)dbx_param_int(s->params, s->n_params, DBX_S_exponent_bits);
  int m = (int)dbx_param_int(s->params, s->n_params, DBX_S_mantissa_bits);
  DBX_TRY(dbx_array_new(x->dtype, x->rank, x->dims, out));
  for (int64_t i = 0; dbx_go_on(i, x->size); i++)
    dbx_array_set(*out, i, dbx_scalar_f(reduced(dbx_array_at(x, i).c[0], e, m)));
  return DBX_OK;
}

// ---- select_n ----

dbx_status dbx_kernel_select(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *which = s->in[0], *first = s->in[1];
  unsigned bytes = dbx_dtype_bytes(first->dtype);
  DBX_TRY(dbx_result(first->dtype, first->rank, first->dims, out));
  for (int64_t i = 0; dbx_go_on(i, first->size); i++) {
    int64_t k = dbx_array_at(which, which->rank ? i : 0).i;
    if (k < 0) k = 0;
    if (k > (int64_t)s->n_in - 2) k = s->n_in - 2;
    dbx_copy_element((char *)(*out)->data + i * bytes, (char *)s->in[1 + k]->data + i * bytes,
                     bytes);
  }
  return DBX_OK;
}
