// integer_pow: the same chain of multiplications as jax's lowering.
#include "interp/kernel.h"

static dbx_status power(dbx_array *x, uint64_t n, dbx_array **ret) {
  dbx_array *acc = NULL, *sq = dbx_array_ref(x);
  dbx_status st = DBX_OK;
  while (n > 0 && st == DBX_OK) {
    dbx_array *pair[2] = {acc, sq}, *r;
    dbx_kernel_site mul = {dbx_primitive_of(DBX_PRIM_mul), pair, 2, NULL, 0, &x->dtype, 1, false};
    if (n & 1 && !acc) {
      acc = dbx_array_ref(sq);
    } else if (n & 1 && (st = dbx_kernel_binary(&mul, &r)) == DBX_OK) {
      dbx_array_unref(acc);
      acc = r;
    }
    n >>= 1;
    pair[0] = sq;
    if (n && st == DBX_OK && (st = dbx_kernel_binary(&mul, &r)) == DBX_OK) {
      dbx_array_unref(sq);
      sq = r;
    }
  }
  dbx_array_unref(sq);
  if (st != DBX_OK) return dbx_array_unref(acc), st;
  *ret = acc;
  return DBX_OK;
}

dbx_status dbx_kernel_integer_pow(const dbx_kernel_site *s, dbx_array **out) {
  int64_t y = dbx_param_int(s->params, s->n_params, DBX_S_y);
  dbx_array *x = s->in[0], *p,
            *one = dbx_array_scalar(x->dtype,
                                    dbx_scalar_convert(dbx_scalar_int(1), DBX_I64, x->dtype));
  dbx_status st;
  if (y == 0) {
    st = dbx_spread(one, x->rank, x->dims, out);
    dbx_array_unref(one);
    return st;
  }
  if ((st = power(x, y < 0 ? 0 - (uint64_t)y : (uint64_t)y, &p)) == DBX_OK && y < 0) {
    dbx_array *pair[2] = {one, p};
    dbx_kernel_site div = {dbx_primitive_of(DBX_PRIM_div), pair, 2, NULL, 0, &x->dtype, 1, false};
    st = dbx_kernel_binary(&div, out);
    dbx_array_unref(p);
  } else if (st == DBX_OK) {
    *out = p;
  }
  dbx_array_unref(one);
  return st;
}
