// Kernels that make, move and cut arrays.
#include "interp/kernel.h"
#include "prim/exact.h"

#include <inttypes.h>
#include <string.h>

static char *at(const dbx_array *a, int64_t i) {
  return (char *)a->data + i * dbx_dtype_bytes(a->dtype);
}

// Copies every element of r from x at base + sum of idx[k] * stride[k].
static void fill_strided(dbx_array *r, const dbx_array *x, int64_t base, const int64_t *stride) {
  unsigned bytes = dbx_dtype_bytes(r->dtype);
  int64_t *idx = DBX_TMP(int64_t, r->rank);
  for (int64_t i = 0; dbx_go_on(i, r->size); i++, dbx_next_index(idx, r->dims, r->rank)) {
    int64_t from = base;
    for (uint32_t k = 0; k < r->rank; k++) from += idx[k] * stride[k];
    dbx_copy_element(at(r, i), at(x, from), bytes);
  }
}

dbx_status dbx_kernel_broadcast(const dbx_kernel_site *s, dbx_array **out) {
  uint32_t next = 1, rank, n;
  const int64_t *dims = dbx_kernel_shape(s, DBX_S_shape, &next, &rank);
  const int64_t *axes = dbx_param_ints(dbx_kernel_param(s, DBX_S_broadcast_dimensions), &n);
  dbx_array *x = s->in[0], *r;
  int64_t *stride = DBX_TMP(int64_t, rank);
  const int64_t *st = dbx_strides(x);
  for (uint32_t i = 0; i < n; i++) {
    if (x->dims[i] != 1 && x->dims[i] != dims[axes[i]])
      return dbx_fail(DBX_E706, (dbx_span){0},
                      "cannot broadcast an axis of length %" PRId64 " to length %" PRId64,
                      x->dims[i], dims[axes[i]]);
    stride[axes[i]] = x->dims[i] == 1 ? 0 : st[i];
  }
  DBX_TRY(dbx_result(x->dtype, rank, dims, &r));
  fill_strided(r, x, 0, stride);
  *out = r;
  return DBX_OK;
}

dbx_status dbx_kernel_iota(const dbx_kernel_site *s, dbx_array **out) {
  uint32_t next = 0, rank;
  const int64_t *dims = dbx_kernel_shape(s, DBX_S_shape, &next, &rank);
  int64_t axis = dbx_param_int(s->params, s->n_params, DBX_S_dimension);
  dbx_array *r;
  DBX_TRY(dbx_result(s->out_dtype[0], rank, dims, &r));
  int64_t *idx = DBX_TMP(int64_t, rank);
  for (int64_t i = 0; dbx_go_on(i, r->size); i++, dbx_next_index(idx, dims, rank))
    dbx_array_set(r, i, dbx_scalar_convert(dbx_scalar_int(idx[axis]), DBX_I64, r->dtype));
  *out = r;
  return DBX_OK;
}

static dbx_status reshaped(const dbx_array *x, uint32_t rank, const int64_t *dims,
                           dbx_array **out) {
  int64_t n;
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i] < 0)
      return dbx_fail(DBX_E701, (dbx_span){0}, "negative dimensions are not allowed");
  DBX_TRY(dbx_size_product(dims, rank, &n));
  if (n != x->size)
    return dbx_fail(DBX_E706, (dbx_span){0},
                    "cannot reshape an array of %" PRId64 " elements into one of %" PRId64, x->size,
                    n);
  return dbx_array_copy(x, rank, dims, out);
}

dbx_status dbx_kernel_reshape(const dbx_kernel_site *s, dbx_array **out) {
  uint32_t next = 1, rank = 0, n;
  const dbx_array *x = s->in[0];
  if (s->prim->id == DBX_PRIM_reshape) {
    const int64_t *dims = dbx_kernel_shape(s, DBX_S_new_sizes, &next, &rank);
    return reshaped(x, rank, dims, out);
  }
  const int64_t *axes = dbx_param_ints(dbx_kernel_param(s, DBX_S_dimensions), &n);
  int64_t *dims = DBX_TMP(int64_t, x->rank);
  for (uint32_t i = 0; i < x->rank; i++) {
    bool drop = false;
    for (uint32_t k = 0; k < n; k++) drop |= axes[k] == i;
    if (!drop) dims[rank++] = x->dims[i];
  }
  return reshaped(x, rank, dims, out);
}

dbx_status dbx_kernel_transpose(const dbx_kernel_site *s, dbx_array **out) {
  uint32_t n;
  const int64_t *p = dbx_param_ints(dbx_kernel_param(s, DBX_S_permutation), &n);
  const dbx_array *x = s->in[0];
  const int64_t *st = dbx_strides(x);
  int64_t *dims = DBX_TMP(int64_t, n), *stride = DBX_TMP(int64_t, n);
  for (uint32_t i = 0; i < n; i++) {
    dims[i] = x->dims[p[i]];
    stride[i] = st[p[i]];
  }
  DBX_TRY(dbx_result(x->dtype, n, dims, out));
  fill_strided(*out, x, 0, stride);
  return DBX_OK;
}

dbx_status dbx_kernel_rev(const dbx_kernel_site *s, dbx_array **out) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_kernel_param(s, DBX_S_dimensions), &n);
  const dbx_array *x = s->in[0];
  const int64_t *st = dbx_strides(x);
  int64_t *stride = DBX_TMP(int64_t, x->rank), base = 0;
  if (x->rank) memcpy(stride, st, x->rank * sizeof *st);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t step = (uint64_t)st[axes[i]]; // wraps only where x is empty
    base = (int64_t)((uint64_t)base + ((uint64_t)x->dims[axes[i]] - 1) * step);
    stride[axes[i]] = (int64_t)-step;
  }
  DBX_TRY(dbx_result(x->dtype, x->rank, x->dims, out));
  fill_strided(*out, x, base, stride);
  return DBX_OK;
}

dbx_status dbx_kernel_concatenate(const dbx_kernel_site *s, dbx_array **out) {
  int64_t axis = dbx_param_int(s->params, s->n_params, DBX_S_dimension), total = 0, outer = 1,
          inner = 1;
  const dbx_array *x = s->in[0];
  int64_t *dims = DBX_TMP(int64_t, x->rank);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  for (uint32_t k = 0; k < s->n_in; k++) {
    DBX_TRY(dbx_size_of(DBX_PRIM_add, total, s->in[k]->dims[axis], &total));
    for (uint32_t i = 0; i < x->rank; i++)
      if (i != axis && s->in[k]->dims[i] != x->dims[i])
        return dbx_fail(DBX_E706, (dbx_span){0},
                        "arrays of lengths %" PRId64 " and %" PRId64
                        " on axis %u cannot be concatenated along another",
                        x->dims[i], s->in[k]->dims[i], i);
  }
  dims[axis] = total;
  DBX_TRY(dbx_result(x->dtype, x->rank, dims, out));
  if (!(*out)->size) return DBX_OK;
  for (int64_t i = 0; i < axis; i++) outer *= dims[i];
  for (uint32_t i = (uint32_t)axis + 1; i < x->rank; i++) inner *= dims[i];
  size_t row = (size_t)inner * dbx_dtype_bytes(x->dtype);
  char *to = (*out)->data;
  for (int64_t o = 0; dbx_go_on(o, outer); o++)
    for (uint32_t k = 0; k < s->n_in; k++) {
      size_t n = row * (size_t)s->in[k]->dims[axis];
      dbx_copy(to, (char *)s->in[k]->data + (size_t)o * n, n);
      to += n;
    }
  return DBX_OK;
}

dbx_status dbx_kernel_pad(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  const dbx_param *config = dbx_kernel_param(s, DBX_S_padding_config);
  unsigned bytes = dbx_dtype_bytes(x->dtype);
  int64_t *dims = DBX_TMP(int64_t, x->rank), *low = DBX_TMP(int64_t, x->rank),
          *step = DBX_TMP(int64_t, x->rank), *idx = DBX_TMP(int64_t, x->rank);
  for (uint32_t i = 0; i < x->rank; i++) {
    uint32_t n;
    const int64_t *c = dbx_param_ints(config->item[i], &n);
    int64_t d = x->dims[i];
    low[i] = c[0];
    step[i] = c[2];
    DBX_TRY(dbx_size_padded(d, c, &dims[i]));
  }
  DBX_TRY(dbx_result(x->dtype, x->rank, dims, out));
  for (int64_t i = 0; dbx_go_on(i, (*out)->size); i++)
    dbx_copy_element(at(*out, i), s->in[1]->data, bytes);
  const int64_t *st = dbx_strides(*out);
  for (int64_t i = 0; dbx_go_on(i, x->size); i++, dbx_next_index(idx, x->dims, x->rank)) {
    int64_t to = 0;
    bool inside = true;
    for (uint32_t k = 0; k < x->rank; k++) {
      int64_t p, gap;
      bool far = __builtin_mul_overflow(idx[k], step[k], &gap) ||
                 __builtin_add_overflow(gap, idx[k], &gap) ||
                 __builtin_add_overflow(low[k], gap, &p);
      inside &= !far && p >= 0 && p < dims[k];
      if (inside) to += p * st[k];
    }
    if (inside) dbx_copy_element(at(*out, to), at(x, i), bytes);
  }
  return DBX_OK;
}

dbx_status dbx_kernel_slice(const dbx_kernel_site *s, dbx_array **out) {
  uint32_t n, k;
  const int64_t *start = dbx_param_ints(dbx_kernel_param(s, DBX_S_start_indices), &n),
                *limit = dbx_param_ints(dbx_kernel_param(s, DBX_S_limit_indices), &n),
                *strides = dbx_param_ints(dbx_kernel_param(s, DBX_S_strides), &k);
  const dbx_array *x = s->in[0];
  const int64_t *st = dbx_strides(x);
  int64_t *dims = DBX_TMP(int64_t, n), *stride = DBX_TMP(int64_t, n), base = 0;
  for (uint32_t i = 0; i < n; i++) {
    int64_t step = k ? strides[i] : 1;
    if (limit[i] > x->dims[i])
      return dbx_fail(DBX_E706, (dbx_span){0},
                      "a slice up to %" PRId64 " of an axis of length %" PRId64, limit[i],
                      x->dims[i]);
    dims[i] = limit[i] > start[i] ? (limit[i] - start[i] - 1) / step + 1 : 0;
    stride[i] = (int64_t)((uint64_t)st[i] * (uint64_t)step); // wraps only if it is not used
    base = (int64_t)((uint64_t)base + (uint64_t)start[i] * (uint64_t)st[i]);
  }
  DBX_TRY(dbx_result(x->dtype, n, dims, out));
  fill_strided(*out, x, base, stride);
  return DBX_OK;
}

dbx_status dbx_kernel_split(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  int64_t axis = dbx_param_int(s->params, s->n_params, DBX_S_axis), at = 0;
  uint32_t n;
  const int64_t *size = dbx_param_ints(dbx_kernel_param(s, DBX_S_sizes), &n),
                *stride = dbx_strides(x);
  int64_t *dims = DBX_TMP(int64_t, x->rank);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  for (uint32_t i = 0; i < n; i++, at += dims[axis]) {
    dims[axis] = size[i];
    DBX_TRY(dbx_result(x->dtype, x->rank, dims, &out[i]));
    fill_strided(out[i], x, at * stride[axis], stride);
  }
  return DBX_OK;
}

static int64_t clamped(int64_t i, int64_t high) {
  return i > high ? (high < 0 ? 0 : high) : i < 0 ? 0 : i;
}

dbx_status dbx_kernel_dynamic_slice(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  uint32_t next = 1 + x->rank, rank;
  const int64_t *dims = dbx_kernel_shape(s, DBX_S_slice_sizes, &next, &rank), *st = dbx_strides(x);
  int64_t base = 0;
  for (uint32_t i = 0; i < rank; i++) {
    if (dims[i] > x->dims[i])
      return dbx_fail(DBX_E706, (dbx_span){0},
                      "a slice of size %" PRId64 " of an axis of length %" PRId64, dims[i],
                      x->dims[i]);
    base += clamped(dbx_operand_int(s, 1 + i), x->dims[i] - dims[i]) * st[i];
  }
  DBX_TRY(dbx_result(x->dtype, rank, dims, out));
  fill_strided(*out, x, base, st);
  return DBX_OK;
}

// x itself if it may be overwritten, else a copy.
static dbx_status writable(const dbx_kernel_site *s, dbx_array **ret) {
  if (s->owns_first) return *ret = dbx_array_ref(s->in[0]), DBX_OK;
  return dbx_array_copy(s->in[0], s->in[0]->rank, s->in[0]->dims, ret);
}

dbx_status dbx_kernel_dynamic_update_slice(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0], *u = s->in[1];
  const int64_t *st = dbx_strides(x);
  unsigned bytes = dbx_dtype_bytes(x->dtype);
  int64_t base = 0, *idx = DBX_TMP(int64_t, x->rank);
  for (uint32_t i = 0; i < x->rank; i++) {
    if (u->dims[i] > x->dims[i])
      return dbx_fail(DBX_E706, (dbx_span){0},
                      "an update of length %" PRId64 " for length %" PRId64 " on axis %u",
                      u->dims[i], x->dims[i], i);
    base += clamped(dbx_operand_int(s, 2 + i), x->dims[i] - u->dims[i]) * st[i];
  }
  DBX_TRY(writable(s, out));
  for (int64_t i = 0; dbx_go_on(i, u->size); i++, dbx_next_index(idx, u->dims, u->rank)) {
    int64_t to = base;
    for (uint32_t k = 0; k < x->rank; k++) to += idx[k] * st[k];
    dbx_copy_element(at(*out, to), at(u, i), bytes);
  }
  return DBX_OK;
}

// ---- gather and scatter ----

static bool listed(const int64_t *a, uint32_t n, int64_t x) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i] == x) return true;
  return false;
}

// Splits the axes of a gather's result (or a scatter's updates) into batch and window axes.
typedef struct window {
  dbx_gather_dims g;
  uint32_t rank;               // of the result
  const uint32_t *batch_axis;  // result axes that run over the indices
  const uint32_t *window_axis; // result axis of each operand axis, UINT32_MAX if collapsed
  const int64_t *size;         // window size per operand axis
} window;

static void split_axes(window *w, uint32_t operand_rank) {
  uint32_t *batch = DBX_TMP(uint32_t, w->rank), *axis = DBX_TMP(uint32_t, operand_rank), b = 0,
           o = 0;
  for (uint32_t i = 0; i < w->rank; i++)
    if (!listed(w->g.offset_dims, w->g.n_offset, i)) batch[b++] = i;
  for (uint32_t i = 0; i < operand_rank; i++)
    axis[i] = listed(w->g.collapsed_dims, w->g.n_collapsed, i) ? UINT32_MAX
                                                               : (uint32_t)w->g.offset_dims[o++];
  w->batch_axis = batch;
  w->window_axis = axis;
}

static int64_t index_at(const dbx_array *indices, int64_t i) {
  return dbx_scalar_convert(dbx_array_at(indices, i), indices->dtype, DBX_I64).i;
}

// Start of the window for the result index idx; false if it does not fit inside x.
static bool window_start(const window *w, const dbx_array *x, const dbx_array *indices,
                         const int64_t *idx, int64_t *start) {
  int64_t row = 0;
  bool fits = true;
  for (uint32_t i = 0; i + 1 < indices->rank; i++)
    row = row * indices->dims[i] + idx[w->batch_axis[i]];
  for (uint32_t i = 0; i < x->rank; i++) start[i] = 0;
  for (uint32_t i = 0; i < w->g.n_index; i++) {
    int64_t axis = w->g.start_index_map[i];
    start[axis] = index_at(indices, row * w->g.n_index + i);
    fits &= start[axis] >= 0 && start[axis] <= x->dims[axis] - w->size[axis];
  }
  return fits;
}

static dbx_scalar fill_of(const dbx_kernel_site *s, dbx_dtype t) {
  const dbx_param *p = dbx_kernel_param(s, DBX_S_fill_value);
  if (p && p->kind == DBX_P_SCALAR) return dbx_scalar_convert(p->scalar, p->dtype, t);
  if (p && p->kind == DBX_P_INT) return dbx_scalar_convert(dbx_scalar_int(p->i), DBX_I64, t);
  if (dbx_is_inexact(t)) return dbx_scalar_f(__builtin_nan(""));
  if (dbx_is_signed(t)) return dbx_scalar_int(INT64_MIN >> (64 - 8 * dbx_dtype_bytes(t)));
  return t == DBX_BOOL ? dbx_scalar_int(1) : (dbx_scalar){.u = UINT64_MAX};
}

dbx_status dbx_kernel_gather(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0], *indices = s->in[1];
  window w;
  uint32_t next = 2, n, b = 0;
  dbx_parse_gather_dims(dbx_kernel_param(s, DBX_S_dimension_numbers), &w.g);
  w.size = dbx_kernel_shape(s, DBX_S_slice_sizes, &next, &n);
  w.rank = indices->rank - 1 + w.g.n_offset;
  split_axes(&w, x->rank);
  int64_t *dims = DBX_TMP(int64_t, w.rank), *idx = DBX_TMP(int64_t, w.rank),
          *start = DBX_TMP(int64_t, x->rank);
  for (uint32_t i = 0; i + 1 < indices->rank; i++) dims[w.batch_axis[b++]] = indices->dims[i];
  for (uint32_t i = 0; i < x->rank; i++)
    if (w.window_axis[i] != UINT32_MAX) dims[w.window_axis[i]] = w.size[i];
  DBX_TRY(dbx_result(x->dtype, w.rank, dims, out));
  dbx_index_mode mode = dbx_parse_mode(dbx_kernel_param(s, DBX_S_mode));
  dbx_scalar fill = fill_of(s, x->dtype);
  const int64_t *st = dbx_strides(x);
  unsigned bytes = dbx_dtype_bytes(x->dtype);
  for (int64_t i = 0; dbx_go_on(i, (*out)->size); i++, dbx_next_index(idx, dims, w.rank)) {
    int64_t from = 0;
    bool fits = window_start(&w, x, indices, idx, start);
    if ((!fits && mode == DBX_MODE_FILL) || !x->size) {
      dbx_array_set(*out, i, x->size ? fill : dbx_scalar_int(0));
      continue;
    }
    for (uint32_t k = 0; k < x->rank; k++) {
      int64_t in = w.window_axis[k] == UINT32_MAX ? 0 : idx[w.window_axis[k]];
      from += (clamped(start[k], x->dims[k] - w.size[k]) + in) * st[k];
    }
    dbx_copy_element(at(*out, i), at(x, from), bytes);
  }
  return DBX_OK;
}

static dbx_prim combiner(const dbx_primitive *p) {
  switch (p->id) {
  case DBX_PRIM_scatter_add: return DBX_PRIM_add;
  case DBX_PRIM_scatter_mul: return DBX_PRIM_mul;
  case DBX_PRIM_scatter_min: return DBX_PRIM_min;
  case DBX_PRIM_scatter_max: return DBX_PRIM_max;
  default: return DBX_PRIM_COUNT;
  }
}

// at[].apply: the element becomes what the Jaxpr makes of it and the update.
static dbx_status apply(const dbx_jaxpr *j, dbx_array *x, int64_t to, const dbx_array *u,
                        int64_t from) {
  dbx_array *pair[2] = {dbx_array_scalar(x->dtype, dbx_array_at(x, to)),
                        dbx_array_scalar(x->dtype, dbx_array_at(u, from))},
            *r = NULL;
  dbx_status st = dbx_interpret(j, pair, &r);
  if (st == DBX_OK) dbx_array_set(x, to, dbx_array_at(r, 0));
  dbx_array_unref(pair[0]), dbx_array_unref(pair[1]), dbx_array_unref(r);
  return st;
}

static dbx_status combine(dbx_prim op, dbx_array *x, int64_t to, const dbx_array *u, int64_t from) {
  if (op == DBX_PRIM_COUNT)
    return dbx_copy_element(at(x, to), at(u, from), dbx_dtype_bytes(x->dtype)), DBX_OK;
  dbx_array *pair[2] = {dbx_array_scalar(x->dtype, dbx_array_at(x, to)),
                        dbx_array_scalar(x->dtype, dbx_array_at(u, from))},
            *r = NULL;
  if (x->dtype == DBX_BOOL && op == DBX_PRIM_add) op = DBX_PRIM_or;
  if (x->dtype == DBX_BOOL && op == DBX_PRIM_mul) op = DBX_PRIM_and;
  dbx_kernel_site s = {dbx_primitive_of(op), pair, 2, NULL, 0, &x->dtype, 1, false};
  dbx_status st = dbx_kernel_binary(&s, &r);
  if (st == DBX_OK) dbx_array_set(x, to, dbx_array_at(r, 0));
  dbx_array_unref(pair[0]), dbx_array_unref(pair[1]), dbx_array_unref(r);
  return st;
}

dbx_status dbx_kernel_scatter(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *indices = s->in[1], *u = s->in[2];
  window w;
  dbx_array *x;
  dbx_parse_scatter_dims(dbx_kernel_param(s, DBX_S_dimension_numbers), &w.g);
  DBX_TRY(writable(s, &x));
  w.rank = u->rank;
  split_axes(&w, x->rank);
  int64_t *size = DBX_TMP(int64_t, x->rank), *idx = DBX_TMP(int64_t, u->rank),
          *start = DBX_TMP(int64_t, x->rank);
  for (uint32_t i = 0; i < x->rank; i++)
    size[i] = w.window_axis[i] == UINT32_MAX ? 1 : u->dims[w.window_axis[i]];
  w.size = size;
  const int64_t *st = dbx_strides(x);
  bool clip = dbx_parse_mode(dbx_kernel_param(s, DBX_S_mode)) == DBX_MODE_CLIP;
  dbx_prim op = combiner(s->prim);
  const dbx_param *f = op == DBX_PRIM_COUNT ? dbx_kernel_param(s, DBX_S_update_jaxpr) : NULL;
  if (f && f->kind != DBX_P_JAXPR) f = NULL;
  for (int64_t i = 0; dbx_go_on(i, u->size); i++, dbx_next_index(idx, u->dims, u->rank)) {
    int64_t to = 0;
    if (!window_start(&w, x, indices, idx, start) && !clip) continue; // dropped
    if (!x->size) continue;
    for (uint32_t k = 0; k < x->rank; k++) {
      int64_t in = w.window_axis[k] == UINT32_MAX ? 0 : idx[w.window_axis[k]];
      to += (clamped(start[k], x->dims[k] - size[k]) + in) * st[k];
    }
    dbx_status done = f ? apply(f->jaxpr, x, to, u, i) : combine(op, x, to, u, i);
    if (done != DBX_OK) return dbx_array_unref(x), DBX_FAIL;
  }
  *out = x;
  return DBX_OK;
}
