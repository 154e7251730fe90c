// Kernels of keys and of the bits that they give. A key is two words of 32 bits.
#include "interp/kernel.h"
#include "random/threefry.h"

#include <string.h>

static dbx_key key_at(const dbx_array *a, int64_t i) {
  dbx_key k;
  memcpy(&k, (const char *)a->data + i * (int64_t)sizeof k, sizeof k);
  return k;
}

static void key_put(dbx_array *a, int64_t i, dbx_key k) {
  memcpy((char *)a->data + i * (int64_t)sizeof k, &k, sizeof k);
}

dbx_status dbx_kernel_random_seed(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  DBX_TRY(dbx_result(DBX_KEY, x->rank, x->dims, out));
  bool wide = dbx_dtype_bytes(x->dtype) == 8;
  for (int64_t i = 0; dbx_go_on(i, x->size); i++) {
    uint64_t seed = dbx_array_at(x, i).u;
    key_put(*out, i, dbx_key_of_seed(wide ? seed : (uint32_t)seed));
  }
  return DBX_OK;
}

static dbx_status same_words(const dbx_array *x, dbx_dtype t, uint32_t rank, const int64_t *dims,
                             dbx_array **out) {
  DBX_TRY(dbx_result(t, rank, dims, out));
  dbx_copy((*out)->data, x->data, (size_t)x->size * dbx_dtype_bytes(x->dtype));
  return DBX_OK;
}

dbx_status dbx_kernel_random_wrap(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  return same_words(x, DBX_KEY, x->rank - 1, x->dims, out);
}

dbx_status dbx_kernel_random_unwrap(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  int64_t *dims = DBX_TMP(int64_t, x->rank + 1);
  if (x->rank) memcpy(dims, x->dims, x->rank * sizeof *dims);
  dims[x->rank] = 2;
  return same_words(x, DBX_U32, x->rank + 1, dims, out);
}

// Which element of a, whose axes may have length 1, goes with element i of all.
static int64_t spread_at(const dbx_array *a, const dbx_array *all, int64_t i) {
  int64_t at = 0, step = 1;
  for (uint32_t d = a->rank; d-- > 0; i /= all->dims[d]) {
    if (a->dims[d] != 1) at += i % all->dims[d] * step;
    step *= a->dims[d];
  }
  return at;
}

dbx_status dbx_kernel_random_fold_in(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *k = s->in[0], *data = s->in[1], *most = k->rank ? k : data;
  int64_t *dims = DBX_TMP(int64_t, most->rank + 1);
  for (uint32_t i = 0; i < most->rank; i++)
    dims[i] = data->rank && most->dims[i] == 1 ? data->dims[i] : most->dims[i];
  DBX_TRY(dbx_result(DBX_KEY, most->rank, dims, out));
  for (int64_t i = 0; dbx_go_on(i, (*out)->size); i++) {
    dbx_scalar d = dbx_array_at(data, spread_at(data, *out, i));
    key_put(*out, i, dbx_key_fold_in(key_at(k, spread_at(k, *out, i)), (uint32_t)d.u));
  }
  return DBX_OK;
}

// A result that has the axes of the keys, then those of the parameter `shape`; *each: how many
// elements a key gives.
static dbx_status result_of_keys(const dbx_kernel_site *s, dbx_dtype t, int64_t *each,
                                 dbx_array **out) {
  const dbx_array *k = s->in[0];
  uint32_t next = 1, n;
  const int64_t *shape = dbx_kernel_shape(s, DBX_S_shape, &next, &n);
  int64_t *dims = DBX_TMP(int64_t, k->rank + n);
  if (k->rank) memcpy(dims, k->dims, k->rank * sizeof *dims);
  if (n) memcpy(dims + k->rank, shape, n * sizeof *dims);
  DBX_TRY(dbx_result(t, k->rank + n, dims, out));
  *each = k->size ? (*out)->size / k->size : 0;
  return DBX_OK;
}

dbx_status dbx_kernel_random_split(const dbx_kernel_site *s, dbx_array **out) {
  int64_t each;
  DBX_TRY(result_of_keys(s, DBX_KEY, &each, out));
  for (int64_t i = 0; dbx_go_on(i, s->in[0]->size); i++)
    dbx_key_split(key_at(s->in[0], i), each, (dbx_key *)(*out)->data + i * each);
  return DBX_OK;
}

dbx_status dbx_kernel_random_bits(const dbx_kernel_site *s, dbx_array **out) {
  int64_t each;
  unsigned bytes = dbx_dtype_bytes(s->out_dtype[0]);
  DBX_TRY(result_of_keys(s, s->out_dtype[0], &each, out));
  for (int64_t i = 0; dbx_go_on(i, s->in[0]->size); i++)
    dbx_key_bits(key_at(s->in[0], i), 8 * bytes, each,
                 (char *)(*out)->data + i * each * (int64_t)bytes);
  return DBX_OK;
}
