// What the kernels share (see kernel.h).
#include "interp/kernel.h"

#include <inttypes.h>
#include <string.h>

dbx_status dbx_result(dbx_dtype t, uint32_t rank, const int64_t *dims, dbx_array **ret) {
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i] < 0)
      return dbx_fail(DBX_E701, (dbx_span){0},
                      "negative dimensions are not allowed: the size is %" PRId64, dims[i]);
  return dbx_array_new(t, rank, dims, ret);
}

int64_t dbx_operand_int(const dbx_kernel_site *s, uint32_t i) {
  const dbx_array *a = s->in[i];
  return dbx_scalar_convert(dbx_array_at(a, 0), a->dtype, DBX_I64).i;
}

const dbx_param *dbx_kernel_param(const dbx_kernel_site *s, dbx_sym key) {
  return dbx_param_find(s->params, s->n_params, key);
}

const int64_t *dbx_kernel_shape(const dbx_kernel_site *s, dbx_sym key, uint32_t *next,
                                uint32_t *rank) {
  const dbx_param *p = dbx_kernel_param(s, key);
  int64_t *dims = DBX_TMP(int64_t, p->n);
  for (uint32_t i = 0; i < p->n; i++)
    dims[i] = p->item[i]->kind == DBX_P_INT ? p->item[i]->i : dbx_operand_int(s, (*next)++);
  *rank = p->n;
  return dims;
}

const int64_t *dbx_strides(const dbx_array *a) {
  int64_t *st = DBX_TMP(int64_t, a->rank);
  uint64_t n = 1; // may wrap where the array is empty
  for (uint32_t i = a->rank; i-- > 0;) {
    st[i] = (int64_t)n;
    n *= (uint64_t)a->dims[i];
  }
  return st;
}

bool dbx_next_index(int64_t *idx, const int64_t *dims, uint32_t rank) {
  for (uint32_t i = rank; i-- > 0;) {
    if (++idx[i] < dims[i]) return true;
    idx[i] = 0;
  }
  return false;
}

dbx_status dbx_spread(dbx_array *x, uint32_t rank, const int64_t *dims, dbx_array **ret) {
  bool same = x->rank == rank;
  for (uint32_t i = 0; same && i < rank; i++) same = x->dims[i] == dims[i];
  if (same) return *ret = dbx_array_ref(x), DBX_OK;
  if (x->rank && x->rank != rank)
    return dbx_fail(DBX_E706, (dbx_span){0}, "cannot broadcast rank %u to rank %u", x->rank, rank);
  for (uint32_t i = 0; i < x->rank; i++)
    if (x->dims[i] != 1 && x->dims[i] != dims[i])
      return dbx_fail(DBX_E706, (dbx_span){0},
                      "cannot broadcast an axis of length %" PRId64 " to length %" PRId64,
                      x->dims[i], dims[i]);
  dbx_array *r;
  DBX_TRY(dbx_result(x->dtype, rank, dims, &r));
  unsigned bytes = dbx_dtype_bytes(x->dtype);
  const int64_t *st = dbx_strides(x);
  int64_t *idx = DBX_TMP(int64_t, rank);
  for (int64_t i = 0; dbx_go_on(i, r->size); i++, dbx_next_index(idx, dims, rank)) {
    int64_t from = 0;
    for (uint32_t k = 0; k < x->rank; k++) from += x->dims[k] == 1 ? 0 : idx[k] * st[k];
    dbx_copy_element((char *)r->data + i * bytes, (char *)x->data + from * bytes, bytes);
  }
  r->weak = x->weak;
  *ret = r;
  return DBX_OK;
}

dbx_status dbx_convert_array(const dbx_array *x, dbx_dtype to, dbx_array **ret) {
  dbx_array *r;
  DBX_TRY(dbx_array_new(to, x->rank, x->dims, &r));
  if (to == x->dtype) {
    dbx_copy(r->data, x->data, (size_t)x->size * dbx_dtype_bytes(to));
  } else if (x->dtype == DBX_I64 && to == DBX_F64) {
    for (int64_t i = 0; dbx_go_on(i, x->size); i++)
      ((double *)r->data)[i] = (double)((int64_t *)x->data)[i];
  } else {
    unsigned from_bytes = dbx_dtype_bytes(x->dtype), to_bytes = dbx_dtype_bytes(to);
    for (int64_t i = 0; dbx_go_on(i, x->size); i++) {
      dbx_scalar v = dbx_load((char *)x->data + i * from_bytes, x->dtype);
      dbx_store((char *)r->data + i * to_bytes, to, dbx_scalar_convert(v, x->dtype, to));
    }
  }
  *ret = r;
  return DBX_OK;
}
