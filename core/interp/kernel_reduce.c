// Kernels of reductions, cumulative operations, sort and dot_general. Sums run in index order.
#include "interp/blas.h"
#include "interp/kernel.h"
#include "interp/sort.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct accumulator {
  dbx_prim op; // the binary operation
  dbx_dtype t;
} accumulator;

// What an empty reduction gives: the identity of the operation.
static dbx_scalar identity(dbx_prim op, dbx_dtype t) {
  unsigned bits = 8 * dbx_dtype_bytes(t);
  bool low = op == DBX_PRIM_max;
  switch (op) {
  case DBX_PRIM_mul: return dbx_scalar_convert(dbx_scalar_int(1), DBX_I64, t);
  case DBX_PRIM_and: return t == DBX_BOOL ? dbx_scalar_int(1) : dbx_scalar_int(-1);
  case DBX_PRIM_max:
  case DBX_PRIM_min:
    if (t == DBX_BOOL) return dbx_scalar_int(!low);
    if (dbx_is_inexact(t)) return dbx_scalar_f(low ? -INFINITY : INFINITY);
    if (dbx_is_unsigned(t)) return (dbx_scalar){.u = low ? 0 : ~0ull >> (64 - bits)};
    return dbx_scalar_int(low ? INT64_MIN >> (64 - bits) : INT64_MAX >> (64 - bits));
  default: return (dbx_scalar){.c = {0, 0}};
  }
}

static double fold_float(dbx_prim op, double a, double b) {
  switch (op) {
  case DBX_PRIM_add: return a + b;
  case DBX_PRIM_mul: return a * b;
  case DBX_PRIM_max: return isnan(a) ? a : isnan(b) ? b : a > b ? a : b;
  default: return isnan(a) ? a : isnan(b) ? b : a < b ? a : b;
  }
}

// Ordered by real, then imaginary part; NaN wins.
static dbx_scalar fold_complex_order(bool max, dbx_scalar a, dbx_scalar b) {
  if (isnan(a.c[0]) || isnan(a.c[1])) return a;
  if (isnan(b.c[0]) || isnan(b.c[1])) return b;
  bool less = a.c[0] < b.c[0] || (a.c[0] == b.c[0] && a.c[1] < b.c[1]);
  return less == max ? b : a;
}

static dbx_scalar fold(const accumulator *f, dbx_scalar a, dbx_scalar b) {
  if (f->t == DBX_F32) return dbx_scalar_f((float)fold_float(f->op, a.c[0], b.c[0]));
  if (f->t == DBX_F64) return dbx_scalar_f(fold_float(f->op, a.c[0], b.c[0]));
  if (dbx_is_float(f->t))
    return dbx_scalar_convert(dbx_scalar_f((float)fold_float(f->op, a.c[0], b.c[0])), DBX_F64,
                              f->t);
  if (dbx_is_complex(f->t) && (f->op == DBX_PRIM_max || f->op == DBX_PRIM_min))
    return fold_complex_order(f->op == DBX_PRIM_max, a, b);
  if (dbx_is_complex(f->t)) {
    dbx_scalar r = {.c = {a.c[0] + b.c[0], a.c[1] + b.c[1]}};
    if (f->op == DBX_PRIM_mul)
      r = (dbx_scalar){.c = {a.c[0] * b.c[0] - a.c[1] * b.c[1], a.c[0] * b.c[1] + a.c[1] * b.c[0]}};
    return dbx_scalar_convert(r, DBX_C128, f->t);
  }
  bool is_signed = !dbx_is_unsigned(f->t), larger = is_signed ? a.i > b.i : a.u > b.u;
  uint64_t r;
  switch (f->op) {
  case DBX_PRIM_add: r = a.u + b.u; break;
  case DBX_PRIM_mul: r = a.u * b.u; break;
  case DBX_PRIM_max: r = larger ? a.u : b.u; break;
  case DBX_PRIM_min: r = larger ? b.u : a.u; break;
  case DBX_PRIM_and: r = a.u & b.u; break;
  case DBX_PRIM_or: r = a.u | b.u; break;
  default: r = a.u ^ b.u;
  }
  return f->t == DBX_BOOL
             ? dbx_scalar_int(r != 0)
             : dbx_scalar_convert((dbx_scalar){.u = r}, is_signed ? DBX_I64 : DBX_U64, f->t);
}

dbx_status dbx_kernel_reduce(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  uint32_t n, rank = 0;
  const int64_t *axes = dbx_param_ints(dbx_kernel_param(s, DBX_S_axes), &n);
  accumulator f = {dbx_prim_fold(s->prim), x->dtype};
  int64_t *dims = DBX_TMP(int64_t, x->rank), *stride = DBX_TMP(int64_t, x->rank),
          *idx = DBX_TMP(int64_t, x->rank);
  uint64_t m = 1; // may wrap where x is empty
  bool *gone = DBX_TMP(bool, x->rank);
  for (uint32_t i = 0; i < n; i++) gone[axes[i]] = true;
  for (uint32_t i = 0; i < x->rank; i++)
    if (!gone[i]) dims[rank++] = x->dims[i];
  for (uint32_t i = x->rank; i-- > 0;)
    if (!gone[i]) stride[i] = (int64_t)m, m *= (uint64_t)x->dims[i];
  dbx_array *r;
  DBX_TRY(dbx_result(x->dtype, rank, dims, &r));
  for (int64_t i = 0; dbx_go_on(i, r->size); i++) dbx_array_set(r, i, identity(f.op, f.t));
  for (int64_t i = 0; dbx_go_on(i, x->size); i++, dbx_next_index(idx, x->dims, x->rank)) {
    int64_t to = 0;
    for (uint32_t k = 0; k < x->rank; k++) to += idx[k] * stride[k];
    dbx_array_set(r, to, fold(&f, dbx_array_at(r, to), dbx_array_at(x, i)));
  }
  *out = r;
  return DBX_OK;
}

// Rows of an array along one axis: outer x length x inner. There are none if another axis is empty.
typedef struct rows {
  int64_t outer, length, inner;
} rows;

static rows rows_of(const dbx_array *x, int64_t axis) {
  uint64_t outer = 1, inner = 1;
  assert(axis >= 0 && axis < x->rank);
  for (uint32_t i = 0; i < x->rank; i++)
    if (i != axis && !x->dims[i]) return (rows){0, x->dims[axis], 0};
  for (uint32_t i = 0; i < x->rank; i++)
    if (i != axis) *(i < axis ? &outer : &inner) *= (uint64_t)x->dims[i];
  return (rows){(int64_t)outer, x->dims[axis], (int64_t)inner};
}

static bool is_nan(dbx_scalar x, dbx_dtype t) { return dbx_is_inexact(t) && isnan(x.c[0]); }

static bool less(dbx_scalar a, dbx_scalar b, dbx_dtype t) {
  if (dbx_is_inexact(t))
    return a.c[0] < b.c[0] || (a.c[0] == b.c[0] && dbx_is_complex(t) && a.c[1] < b.c[1]);
  return dbx_is_unsigned(t) ? a.u < b.u : a.i < b.i;
}

dbx_status dbx_kernel_argminmax(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  uint32_t n, rank = 0;
  int64_t axis = dbx_param_ints(dbx_kernel_param(s, DBX_S_axes), &n)[0];
  rows r = rows_of(x, axis);
  int64_t *dims = DBX_TMP(int64_t, x->rank);
  for (uint32_t i = 0; i < x->rank; i++)
    if (i != axis) dims[rank++] = x->dims[i];
  bool max = s->prim->id == DBX_PRIM_argmax;
  DBX_TRY(dbx_result(s->out_dtype[0], rank, dims, out));
  for (int64_t o = 0; dbx_go_on(o, r.outer); o++)
    for (int64_t i = 0; dbx_go_on(i, r.inner); i++) {
      int64_t best = 0;
      for (int64_t k = 1; dbx_go_on(k, r.length); k++) {
        dbx_scalar b = dbx_array_at(x, (o * r.length + best) * r.inner + i),
                   v = dbx_array_at(x, (o * r.length + k) * r.inner + i);
        bool better = max ? less(b, v, x->dtype) : less(v, b, x->dtype);
        if (!is_nan(b, x->dtype) && (better || is_nan(v, x->dtype))) best = k;
      }
      dbx_array_set(*out, o * r.inner + i,
                    dbx_scalar_convert(dbx_scalar_int(best), DBX_I64, (*out)->dtype));
    }
  return DBX_OK;
}

dbx_status dbx_kernel_cumulative(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  rows r = rows_of(x, dbx_param_int(s->params, s->n_params, DBX_S_axis));
  bool reverse = dbx_param_int(s->params, s->n_params, DBX_S_reverse);
  accumulator f = {dbx_prim_fold(s->prim), x->dtype};
  DBX_TRY(dbx_result(x->dtype, x->rank, x->dims, out));
  if (!x->size) return DBX_OK;
  for (int64_t o = 0; dbx_go_on(o, r.outer); o++)
    for (int64_t i = 0; dbx_go_on(i, r.inner); i++) {
      dbx_scalar acc = {.c = {0, 0}};
      for (int64_t k = 0; dbx_go_on(k, r.length); k++) {
        int64_t at = (o * r.length + (reverse ? r.length - 1 - k : k)) * r.inner + i;
        acc = k ? fold(&f, acc, dbx_array_at(x, at)) : dbx_array_at(x, at);
        dbx_array_set(*out, at, acc);
      }
    }
  return DBX_OK;
}

// ---- sort ----

dbx_status dbx_kernel_sort(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  rows r = rows_of(x, dbx_param_int(s->params, s->n_params, DBX_S_dimension));
  uint32_t keys = (uint32_t)dbx_param_int(s->params, s->n_params, DBX_S_num_keys);
  if (keys < 1 || keys > s->n_in) keys = 1;
  for (uint32_t k = 0; k < s->n_in; k++)
    if (dbx_result(s->in[k]->dtype, x->rank, x->dims, &out[k]) != DBX_OK) {
      while (k--) out[k] = dbx_array_unref(out[k]);
      return DBX_FAIL;
    }
  dbx_sort_operand *operands = DBX_TMP(dbx_sort_operand, s->n_in);
  for (uint32_t k = 0; k < s->n_in; k++)
    operands[k] = (dbx_sort_operand){s->in[k]->data, out[k]->data, s->in[k]->dtype};
  void *room = dbx_alloc(dbx_sort_room(r.length));
  dbx_sort(&(dbx_sorting){operands, s->n_in, keys, r.outer, r.length, r.inner, room, 0, NULL});
  free(room);
  return DBX_OK;
}

// ---- dot_general ----

typedef struct contraction {
  dbx_dot_dims d;
  const dbx_array *x, *y;
  dbx_dtype t;
} contraction;

static bool listed(const int64_t *a, uint32_t n, int64_t i) {
  for (uint32_t k = 0; k < n; k++)
    if (a[k] == i) return true;
  return false;
}

static int64_t offset(const int64_t *idx, const int64_t *axes, const int64_t *st, uint32_t n) {
  int64_t o = 0;
  for (uint32_t i = 0; i < n; i++) o += idx[i] * st[axes[i]];
  return o;
}

static dbx_scalar multiply_add(dbx_dtype t, dbx_scalar acc, dbx_scalar a, dbx_scalar b) {
  accumulator mul = {DBX_PRIM_mul, t}, add = {DBX_PRIM_add, t};
  if (t == DBX_BOOL) return dbx_scalar_int(acc.i || (a.i && b.i));
  return fold(&add, acc, fold(&mul, a, b));
}

// A product of two matrices of floats, as compiled programs make it; false: by the loop.
static bool multiplied(const contraction *c, dbx_array *r) {
  if (c->x->rank != 2 || c->y->rank != 2 || c->d.n_batch || c->d.n_contract != 1) return false;
  if (c->x->dtype != c->t || c->y->dtype != c->t || (c->t != DBX_F64 && c->t != DBX_F32))
    return false;
  int64_t kx = c->d.lhs_contract[0], ky = c->d.rhs_contract[0];
  return dbx_blas_multiply(&(dbx_gemm){.x = c->x->data,
                                       .y = c->y->data,
                                       .r = r->data,
                                       .m = r->dims[0],
                                       .n = r->dims[1],
                                       .k = c->x->dims[kx],
                                       .transposed_x = kx == 0,
                                       .transposed_y = ky == 1,
                                       .f32 = c->t == DBX_F32});
}

dbx_status dbx_kernel_dot_general(const dbx_kernel_site *s, dbx_array **out) {
  contraction c = {.x = s->in[0], .y = s->in[1], .t = s->out_dtype[0]};
  dbx_parse_dot_dims(dbx_kernel_param(s, DBX_S_dimension_numbers), &c.d);
  uint32_t rank = 0, nx = 0, ny = 0, nb = c.d.n_batch, nc = c.d.n_contract;
  int64_t *dims = DBX_TMP(int64_t, c.x->rank + c.y->rank), *fx = DBX_TMP(int64_t, c.x->rank),
          *fy = DBX_TMP(int64_t, c.y->rank), *cdims = DBX_TMP(int64_t, nc);
  for (uint32_t i = 0; i < nb; i++) dims[rank++] = c.x->dims[c.d.lhs_batch[i]];
  for (uint32_t i = 0; i < c.x->rank; i++)
    if (!listed(c.d.lhs_batch, nb, i) && !listed(c.d.lhs_contract, nc, i))
      dims[rank++] = c.x->dims[i], fx[nx++] = i;
  for (uint32_t i = 0; i < c.y->rank; i++)
    if (!listed(c.d.rhs_batch, nb, i) && !listed(c.d.rhs_contract, nc, i))
      dims[rank++] = c.y->dims[i], fy[ny++] = i;
  uint64_t terms = 1; // may wrap where there are none
  for (uint32_t i = 0; i < nc; i++) {
    cdims[i] = c.x->dims[c.d.lhs_contract[i]];
    terms *= (uint64_t)cdims[i];
    if (cdims[i] != c.y->dims[c.d.rhs_contract[i]])
      return dbx_fail(DBX_E706, (dbx_span){0},
                      "contracted axes have lengths %" PRId64 " and %" PRId64, cdims[i],
                      c.y->dims[c.d.rhs_contract[i]]);
  }
  DBX_TRY(dbx_result(c.t, rank, dims, out));
  if (multiplied(&c, *out)) return DBX_OK;
  const int64_t *sx = dbx_strides(c.x), *sy = dbx_strides(c.y);
  int64_t *idx = DBX_TMP(int64_t, rank), *k = DBX_TMP(int64_t, nc);
  for (int64_t i = 0; dbx_go_on(i, (*out)->size); i++, dbx_next_index(idx, dims, rank)) {
    int64_t bx = offset(idx, c.d.lhs_batch, sx, nb) + offset(idx + nb, fx, sx, nx),
            by = offset(idx, c.d.rhs_batch, sy, nb) + offset(idx + nb + nx, fy, sy, ny);
    dbx_scalar acc = {.c = {0, 0}};
    for (int64_t n = 0; dbx_go_on(n, (int64_t)terms); n++, dbx_next_index(k, cdims, nc)) {
      int64_t ax = bx + offset(k, c.d.lhs_contract, sx, nc),
              ay = by + offset(k, c.d.rhs_contract, sy, nc);
      acc = multiply_add(c.t, acc, dbx_scalar_convert(dbx_array_at(c.x, ax), c.x->dtype, c.t),
                         dbx_scalar_convert(dbx_array_at(c.y, ay), c.y->dtype, c.t));
    }
    dbx_array_set(*out, i, acc);
  }
  return DBX_OK;
}
