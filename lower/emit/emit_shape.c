// Primitives that make, move and cut arrays. Most give strided views or descriptions and emit
// nothing; concatenate, pad and dynamic_update_slice write.
#include "lower/emit/emit.h"

#include <string.h>

static const dbx_param *param(const dbx_eqn *q, dbx_sym key) { return dbx_eqn_param(q, key); }

// Row-major strides of a view, whether it is dense or not.
static const MlirValue *strides_of(emitter *e, const value *v) {
  return v->stride ? v->stride : dims_strides(e, v->rank, v->dims);
}

// A view of x's buffer with other dims, base and strides (in elements).
static value *view_of(emitter *e, const value *x, uint32_t rank, const dim *dims, MlirValue base,
                      MlirValue *stride) {
  value *v = val_view(e, x->t, x->buf, rank, dims);
  v->base = base;
  v->stride = stride;
  v->grown = x->grown;
  return v;
}

static bool listed(const int64_t *a, uint32_t n, int64_t x) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i] == x) return true;
  return false;
}

// ---- other axes, no element moved ----

enum { NO_AXIS = UINT32_MAX };

static value *with_axes(emitter *e, const value *x, uint32_t rank, const dim *dims,
                        const uint32_t *from);

static value *op_with_axes(emitter *e, const value *x, uint32_t rank, const dim *dims,
                           const uint32_t *from) {
  value **in = DBX_TMP(value *, x->n_in + 1), *v = NULL;
  MlirLocation around = e->loc;
  uint32_t n = 0;
  for (; n < x->n_in; n++)
    if (!(in[n] = with_axes(e, x->in[n], rank, dims, from))) break;
  e->loc = x->loc;
  if (n == x->n_in) v = val_op(e, x->eqn, x->t, in, n, rank, dims);
  e->loc = around;
  for (uint32_t i = 0; i < n; i++) val_drop(e, in[i]);
  return v;
}

// x with axes of length 1 put in or taken out: axis i of the result is axis from[i] of x or, for
// NO_AXIS, has length 1. Without `from`: with other axes of as many elements, in row-major order.
// No element moves, so a description stays one. A new reference; NULL if x has to be written for
// it.
static value *with_axes(emitter *e, const value *x, uint32_t rank, const dim *dims,
                        const uint32_t *from) {
  value *v;
  switch (x->kind) {
  case V_SCALAR: return val_ref((value *)x);
  case V_SPLAT: return val_splat(e, x, rank, dims);
  case V_OP: return op_with_axes(e, x, rank, dims, from);
  case V_JOIN: return NULL;
  case V_IOTA:
    if (!from) return NULL;
    v = val_like(e, V_IOTA, x->t, rank, dims);
    for (uint32_t i = 0; i < rank; i++)
      if (from[i] == x->axis) return v->axis = i, v;
    return NULL;
  case V_VIEW: break;
  }
  if (!x->stride) return view_of(e, x, rank, dims, x->base, NULL);
  if (!from) return NULL;
  MlirValue *stride = DBX_NEWN(&e->arena, MlirValue, rank + 1);
  for (uint32_t i = 0; i < rank; i++)
    stride[i] = from[i] == NO_AXIS ? ml_index(e, 0) : x->stride[from[i]];
  return view_of(e, x, rank, dims, x->base, stride);
}

value *shape_settled(emitter *e, const value *x, const dim *dims) {
  uint32_t *same = DBX_TMP(uint32_t, x->rank + 1);
  for (uint32_t i = 0; i < x->rank; i++) same[i] = i;
  return with_axes(e, x, x->rank, dims, same);
}

// A computed array that somebody else reads too is better written.
static bool is_description(const value *x) {
  return x->kind != V_JOIN && (x->kind != V_OP || x->refs == 1);
}

// ---- broadcast_in_dim, iota ----

// The stride along a broadcast axis: 0 if the operand has length 1 there.
static MlirValue spread_stride(emitter *e, dim from, dim to, MlirValue stride) {
  if (dim_same(from, to) && !(from.known && from.n == 1)) return stride;
  if (from.known && from.n == 1) return ml_index(e, 0);
  MlirValue n = dim_i64(e, from), one = ml_cmpi(e, I_EQ, n, ml_int(e, e->i64, 1));
  if (!dim_same(from, to)) {
    MlirValue want = dim_i64(e, to), other = ml_cmpi(e, I_NE, n, want);
    MlirValue many = ml_cmpi(e, I_NE, n, ml_int(e, e->i64, 1));
    ml_guard(e, ml_binary(e, "arith.andi", other, many), LOWER_BROADCAST, n, want, (MlirValue){0});
  }
  return ml_select(e, one, ml_index(e, 0), stride);
}

// All axes that broadcast_in_dim adds have length 1, and it spreads none. from: the axes of x.
static bool adds_unit_axes(const value *x, const int64_t *axes, uint32_t rank, const dim *dims,
                           uint32_t *from) {
  for (uint32_t i = 0; i < rank; i++) from[i] = NO_AXIS;
  for (uint32_t i = 0; i < x->rank; i++) {
    if ((i && axes[i] <= axes[i - 1]) || !dim_same(x->dims[i], dims[axes[i]])) return false;
    from[axes[i]] = i;
  }
  for (uint32_t i = 0; i < rank; i++)
    if (from[i] == NO_AXIS && !(dims[i].known && dims[i].n == 1)) return false;
  return true;
}

// The view of x that repeats it along axes of length 1. A new reference.
static value *spread_view(emitter *e, value *x, uint32_t rank, const dim *dims) {
  val_stored(e, x);
  const MlirValue *st = strides_of(e, x);
  MlirValue *stride = DBX_NEWN(&e->arena, MlirValue, rank + 1);
  for (uint32_t i = 0; i < rank; i++) stride[i] = spread_stride(e, x->dims[i], dims[i], st[i]);
  return view_of(e, x, rank, dims, x->base, stride);
}

value *shape_spread(emitter *e, value *x, const dim *dims) {
  return x->kind == V_SPLAT ? val_splat(e, x, x->rank, dims) : spread_view(e, x, x->rank, dims);
}

dbx_status dbx_emit_broadcast(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t next = 1, rank, n;
  dim *dims = dims_param(e, param(q, DBX_S_shape), in, &next, &rank);
  const int64_t *axes = dbx_param_ints(param(q, DBX_S_broadcast_dimensions), &n);
  value *x = in[0];
  if (x->kind == V_SCALAR) {
    val_check_size(e, x->t, rank, dims);
    *out = val_splat(e, x, rank, dims);
    return DBX_OK;
  }
  bool same = n == rank && dims_same(rank, x->dims, dims);
  for (uint32_t i = 0; i < n; i++) same &= axes[i] == i;
  if (same) return *out = x, in[0] = NULL, DBX_OK;
  uint32_t *from = DBX_TMP(uint32_t, rank + 1);
  if (is_description(x) && adds_unit_axes(x, axes, rank, dims, from) &&
      (*out = with_axes(e, x, rank, dims, from)))
    return DBX_OK;
  val_stored(e, x);
  const MlirValue *st = strides_of(e, x);
  MlirValue *stride = DBX_NEWN(&e->arena, MlirValue, rank + 1);
  for (uint32_t i = 0; i < rank; i++) stride[i] = ml_index(e, 0);
  for (uint32_t i = 0; i < n; i++)
    stride[axes[i]] = spread_stride(e, x->dims[i], dims[axes[i]], st[i]);
  val_check_size(e, x->t, rank, dims);
  *out = view_of(e, x, rank, dims, x->base, stride);
  return DBX_OK;
}

dbx_status dbx_emit_iota(emitter *e, const dbx_eqn *q, value **in, value **out) {
  dbx_dtype t = dbx_aval_at(dbx_var_aval(q->out[0]))->dtype;
  uint32_t next = 0, rank;
  if (!dtype_native(t)) return dbx_emit_kernel(e, q, in, out);
  dim *dims = dims_param(e, param(q, DBX_S_shape), in, &next, &rank);
  val_check_size(e, t, rank, dims);
  *out = val_like(e, V_IOTA, t, rank, dims);
  (*out)->axis = (uint32_t)dbx_eqn_int(q, DBX_S_dimension);
  return DBX_OK;
}

// ---- reshape, squeeze ----

static void guard_reshape(emitter *e, const value *x, uint32_t rank, const dim *dims) {
  MlirValue n = ml_int(e, e->i64, 1), none = {0}, zero = ml_int(e, e->i64, 0),
            negative = ml_int(e, e->i1, 0);
  bool signs = false;
  for (uint32_t i = 0; i < rank; i++) {
    MlirValue d = dim_i64(e, dims[i]);
    n = ml_mul(e, n, d);
    bool from_x = false;
    for (uint32_t k = 0; k < x->rank; k++) from_x |= dim_same(x->dims[k], dims[i]);
    if (from_x || (dims[i].known && dims[i].n >= 0)) continue;
    negative = ml_binary(e, "arith.ori", negative, ml_cmpi(e, I_SLT, d, zero));
    signs = true;
  }
  if (signs) ml_guard(e, negative, LOWER_NEGATIVE_RESHAPE, none, none, none);
  MlirValue size = ml_to_i64(e, dims_size(e, x->rank, x->dims));
  ml_guard(e, ml_cmpi(e, I_NE, n, size), LOWER_RESHAPE, size, n, none);
}

// Dims without those of length 1 are pairwise the same. from: the axes of a in b.
static bool same_but_ones(uint32_t n, const dim *a, uint32_t m, const dim *b, uint32_t *from) {
  uint32_t i = 0, k = 0;
  for (;;) {
    while (i < n && a[i].known && a[i].n == 1) i++;
    while (k < m && b[k].known && b[k].n == 1) from[k++] = NO_AXIS;
    if (i == n || k == m) return i == n && k == m;
    from[k] = i;
    if (!dim_same(a[i++], b[k++])) return false;
  }
}

static value *reshaped(emitter *e, value *x, uint32_t rank, const dim *dims) {
  int64_t n, m;
  uint32_t *from = DBX_TMP(uint32_t, rank + 1);
  bool known = dims_known(x->rank, x->dims, &n) && dims_known(rank, dims, &m) && n == m;
  bool units = same_but_ones(x->rank, x->dims, rank, dims, from);
  if (!known && !units) guard_reshape(e, x, rank, dims);
  if (x->kind == V_SCALAR || x->kind == V_SPLAT) return val_splat(e, x, rank, dims);
  if (rank == 0) {
    MlirValue *zeros = DBX_TMP(MlirValue, x->rank + 1);
    for (uint32_t i = 0; i < x->rank; i++) zeros[i] = ml_index(e, 0);
    return val_scalar(e, x->t, val_at(e, x, zeros));
  }
  value *v = is_description(x) ? with_axes(e, x, rank, dims, units ? from : NULL) : NULL;
  if (v) return v;
  if (x->kind != V_VIEW || x->stride) val_dense(e, x);
  return view_of(e, x, rank, dims, x->base, NULL);
}

dbx_status dbx_emit_reshape(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t next = 1, rank = 0, n;
  value *x = in[0];
  dim *dims;
  if (q->prim->id == DBX_PRIM_reshape) {
    dims = dims_param(e, param(q, DBX_S_new_sizes), in, &next, &rank);
  } else {
    const int64_t *axes = dbx_param_ints(param(q, DBX_S_dimensions), &n);
    dims = DBX_NEWN(&e->arena, dim, x->rank + 1);
    for (uint32_t i = 0; i < x->rank; i++)
      if (!listed(axes, n, i)) dims[rank++] = x->dims[i];
  }
  *out = reshaped(e, x, rank, dims);
  return DBX_OK;
}

// ---- views: transpose, rev, slice, dynamic_slice ----

dbx_status dbx_emit_transpose(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t n;
  const int64_t *p = dbx_param_ints(param(q, DBX_S_permutation), &n);
  value *x = in[0];
  dim *dims = DBX_NEWN(&e->arena, dim, n + 1);
  for (uint32_t i = 0; i < n; i++) dims[i] = x->dims[p[i]];
  if (x->kind == V_SCALAR || x->kind == V_SPLAT) return *out = val_splat(e, x, n, dims), DBX_OK;
  val_stored(e, x);
  const MlirValue *st = strides_of(e, x);
  MlirValue *stride = DBX_NEWN(&e->arena, MlirValue, n + 1);
  for (uint32_t i = 0; i < n; i++) stride[i] = st[p[i]];
  *out = view_of(e, x, n, dims, x->base, x->turned && p[0] == 1 ? NULL : stride);
  return DBX_OK;
}

dbx_status dbx_emit_rev(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(param(q, DBX_S_dimensions), &n);
  value *x = in[0];
  if (x->kind == V_SCALAR || x->kind == V_SPLAT || !n) return *out = x, in[0] = NULL, DBX_OK;
  val_stored(e, x);
  const MlirValue *st = strides_of(e, x);
  MlirValue *stride = DBX_NEWN(&e->arena, MlirValue, x->rank + 1), base = x->base,
            one = ml_index(e, 1);
  memcpy(stride, st, x->rank * sizeof *st);
  for (uint32_t i = 0; i < n; i++) {
    MlirValue last = ml_binary(e, "arith.subi", dim_index(e, x->dims[axes[i]]), one);
    base = ml_add(e, base, ml_mul(e, last, st[axes[i]]));
    stride[axes[i]] = ml_binary(e, "arith.subi", ml_index(e, 0), st[axes[i]]);
  }
  *out = view_of(e, x, x->rank, x->dims, base, stride);
  return DBX_OK;
}

// The part of x from start in steps of `step` (NULL: ones) with the lengths `dims`.
static dbx_status cut_out(emitter *e, value *x, uint32_t n, const dim *dims, const int64_t *start,
                          const int64_t *step, value **out) {
  MlirValue *stride = DBX_NEWN(&e->arena, MlirValue, n + 1);
  if (x->kind == V_SCALAR || x->kind == V_SPLAT) return *out = val_splat(e, x, n, dims), DBX_OK;
  if (x->kind == V_JOIN && n == 1 && dims[0].known && dims[0].n == 1)
    return *out = val_ref(x->in[start[0]]), DBX_OK;
  val_stored(e, x);
  const MlirValue *st = strides_of(e, x);
  MlirValue base = x->base;
  for (uint32_t i = 0; i < n; i++) {
    bool one = !step || step[i] == 1;
    stride[i] = one ? st[i] : ml_mul(e, st[i], ml_index(e, step[i]));
    if (start[i]) base = ml_add(e, base, ml_mul(e, ml_index(e, start[i]), st[i]));
  }
  *out = view_of(e, x, n, dims, base, stride);
  return DBX_OK;
}

dbx_status dbx_emit_slice(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t n, k;
  const int64_t *start = dbx_param_ints(param(q, DBX_S_start_indices), &n),
                *limit = dbx_param_ints(param(q, DBX_S_limit_indices), &n),
                *steps = dbx_param_ints(param(q, DBX_S_strides), &k);
  value *x = in[0];
  dim *dims = DBX_NEWN(&e->arena, dim, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    int64_t step = k ? steps[i] : 1;
    dims[i] = dim_known((limit[i] - start[i] + step - 1) / step);
    if (x->dims[i].known && limit[i] <= x->dims[i].n) continue;
    MlirValue size = dim_i64(e, x->dims[i]), end = ml_int(e, e->i64, limit[i]);
    ml_guard(e, ml_cmpi(e, I_SGT, end, size), LOWER_SLICE, end, size, (MlirValue){0});
  }
  return cut_out(e, x, n, dims, start, k ? steps : NULL, out);
}

dbx_status dbx_emit_split(emitter *e, const dbx_eqn *q, value **in, value **out) {
  value *x = in[0];
  uint32_t n, rank = x->rank;
  int64_t axis = dbx_eqn_int(q, DBX_S_axis), *start = DBX_TMP(int64_t, rank + 1);
  const int64_t *size = dbx_param_ints(param(q, DBX_S_sizes), &n);
  for (uint32_t i = 0; i < n; i++) {
    dim *dims = DBX_NEWN(&e->arena, dim, rank + 1);
    memcpy(dims, x->dims, rank * sizeof *dims);
    dims[axis] = dim_known(size[i]);
    DBX_TRY(cut_out(e, x, rank, dims, start, NULL, &out[i]));
    start[axis] += size[i];
  }
  return DBX_OK;
}

// A start index between 0 and size - length (0 if that is negative).
static MlirValue clamped_start(emitter *e, const value *start, dim size, dim length) {
  if (start->known && start->n <= 0) return ml_index(e, 0);
  if (range_inside(start, length, size)) return ml_to_index(e, dim_i64(e, dim_of(start)));
  MlirValue zero = ml_int(e, e->i64, 0), i = dim_i64(e, dim_of(start));
  MlirValue room = ml_binary(e, "arith.subi", dim_i64(e, size), dim_i64(e, length));
  room = ml_binary(e, "arith.maxsi", room, zero);
  i = ml_binary(e, "arith.maxsi", ml_binary(e, "arith.minsi", i, room), zero);
  return ml_to_index(e, i);
}

dbx_status dbx_emit_dynamic_slice(emitter *e, const dbx_eqn *q, value **in, value **out) {
  value *x = in[0];
  uint32_t next = 1 + x->rank, rank;
  dim *dims = dims_param(e, param(q, DBX_S_slice_sizes), in, &next, &rank);
  for (uint32_t i = 0; i < rank; i++) {
    if (dim_same(dims[i], x->dims[i]) ||
        (dims[i].known && x->dims[i].known && dims[i].n <= x->dims[i].n) ||
        range_inside(in[1 + i], dims[i], x->dims[i]))
      continue;
    MlirValue n = dim_i64(e, dims[i]), size = dim_i64(e, x->dims[i]);
    ml_guard(e, ml_cmpi(e, I_SGT, n, size), LOWER_SLICE_SIZE, n, size, (MlirValue){0});
  }
  val_check_size(e, x->t, rank, dims);
  if (x->kind == V_SCALAR || x->kind == V_SPLAT) return *out = val_splat(e, x, rank, dims), DBX_OK;
  val_stored(e, x);
  MlirValue *stride = DBX_NEWN(&e->arena, MlirValue, rank + 1), base = x->base;
  const MlirValue *st = strides_of(e, x);
  bool joined = !x->stride, all = true; // rows side by side, as they are in x; all of them
  for (uint32_t i = 0; i < rank; i++) {
    stride[i] = st[i];
    if (dim_same(dims[i], x->dims[i])) continue;
    MlirValue at = clamped_start(e, in[1 + i], x->dims[i], dims[i]);
    if (!mlirValueEqual(at, ml_index(e, 0))) base = ml_add(e, base, ml_mul(e, at, st[i]));
    joined &= !i, all = false;
  }
  *out = view_of(e, x, rank, dims, base, joined ? NULL : stride);
  if (!all) (*out)->grown = UINT32_MAX;
  return DBX_OK;
}

// ---- writers ----

static dim sum_of(emitter *e, dim a, dim b) {
  if (a.known && b.known) return dim_known(a.n + b.n);
  if (a.known && a.n == 0) return b;
  return (dim){.root = ml_binary(e, "arith.addi", dim_i64(e, a), dim_i64(e, b))};
}

static void guard_concat(emitter *e, value *const *in, uint32_t n, uint32_t axis) {
  for (uint32_t k = 1; k < n; k++)
    for (uint32_t i = 0; i < in[0]->rank; i++) {
      if (i == axis || dim_same(in[k]->dims[i], in[0]->dims[i])) continue;
      MlirValue bad = ml_cmpi(e, I_NE, dim_i64(e, in[k]->dims[i]), dim_i64(e, in[0]->dims[i]));
      ml_guard(e, bad, LOWER_CONCAT, dim_i64(e, in[0]->dims[i]), dim_i64(e, in[k]->dims[i]),
               ml_int(e, e->i64, i));
    }
}

// A few pieces of length 1 (an index vector) stay a description.
static bool is_join(const dbx_eqn *q, value *const *in, uint32_t axis) {
  if (q->n_in > 8 || in[0]->rank != 1) return false;
  for (uint32_t i = 0; i < q->n_in; i++)
    if (!in[i]->dims[axis].known || in[i]->dims[axis].n != 1 || in[i]->kind != V_SPLAT)
      return false;
  return true;
}

// May the first operand's buffer become the result's? Other views of it stay what they are: its
// elements do not change, and behind them there are none.
static bool grows(const emitter *e, const value *x, uint32_t axis) {
  return !axis && val_is_whole(x) && x->refs == 1 && x->buf->ours &&
         mlirBlockEqual(x->buf->home, e->block);
}

// Where operand k of a concatenation lies in the result.
typedef struct joined {
  value *const *in;
  MlirValue *base;
  uint32_t n, axis, rank;
  MlirValue mem;
  const MlirValue *stride;
} joined;

static void write_row_of(emitter *e, const joined *j, uint32_t k, const MlirValue *outer) {
  MlirValue *idx = DBX_TMP(MlirValue, j->rank + 1);
  nest n;
  nest_begin(e, &n, j->rank - j->axis, j->in[k]->dims + j->axis);
  memcpy(idx, outer, j->axis * sizeof *idx);
  memcpy(idx + j->axis, n.idx, (j->rank - j->axis) * sizeof *idx);
  MlirValue x = val_at(e, j->in[k], idx);
  ml_store(e, j->in[k]->t, j->mem, dims_offset(e, j->rank, j->base[k], idx, j->stride), x);
  n.apart = true;
  nest_end(e, &n);
}

// Row by row, so that the result is written in its order and what several operands read is read
// from memory once. Transposed ones, which are written in tiles, come first.
static void write_by_rows(emitter *e, const joined *j) {
  bool *tiled = DBX_TMP(bool, j->n + 1), some = false;
  nest outer;
  for (uint32_t k = 0; k < j->n; k++) {
    tiled[k] = dims_empty(j->rank, j->in[k]->dims) ||
               val_write_tiled(e, j->in[k], j->mem, j->base[k], j->stride);
    some |= !tiled[k];
  }
  if (!some) return; // rows may be as many as there are integers
  nest_begin(e, &outer, j->axis, j->in[0]->dims);
  for (uint32_t k = 0; k < j->n; k++)
    if (!tiled[k]) write_row_of(e, j, k, outer.idx);
  outer.apart = true;
  nest_end(e, &outer);
}

dbx_status dbx_emit_concatenate(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t axis = (uint32_t)dbx_eqn_int(q, DBX_S_dimension), rank = in[0]->rank;
  dim *dims = DBX_NEWN(&e->arena, dim, rank + 1);
  memcpy(dims, in[0]->dims, rank * sizeof *dims);
  guard_concat(e, in, q->n_in, axis);
  for (uint32_t i = 1; i < q->n_in; i++) dims[axis] = sum_of(e, dims[axis], in[i]->dims[axis]);
  if (is_join(q, in, axis)) {
    *out = val_op(e, q, in[0]->t, in, q->n_in, rank, dims);
    (*out)->kind = V_JOIN;
    (*out)->axis = axis;
    return DBX_OK;
  }
  bool grown = grows(e, in[0], axis);
  if (grown) val_grow(e, in[0], rank, dims);
  buffer *b = grown ? in[0]->buf : val_alloc(e, in[0]->t, rank, dims);
  joined j = {in,     DBX_TMP(MlirValue, q->n_in + 1), q->n_in, axis, rank,
              b->mem, dims_strides(e, rank, dims)};
  MlirValue base = {0};
  for (uint32_t i = 0; i < q->n_in; i++) {
    j.base[i] = base;
    if (!axis && (i || !grown)) val_write(e, in[i], b->mem, base, rank == 1 ? NULL : j.stride);
    base = ml_add(e, base, ml_mul(e, dim_index(e, in[i]->dims[axis]), j.stride[axis]));
  }
  if (axis) write_by_rows(e, &j);
  *out = val_view(e, in[0]->t, b, rank, dims);
  return DBX_OK;
}

dbx_status dbx_emit_pad(emitter *e, const dbx_eqn *q, value **in, value **out) {
  const dbx_param *config = param(q, DBX_S_padding_config);
  value *x = in[0];
  dim *dims = DBX_NEWN(&e->arena, dim, x->rank + 1);
  MlirValue *stride = DBX_NEWN(&e->arena, MlirValue, x->rank + 1), base = {0};
  for (uint32_t i = 0; i < x->rank; i++) {
    const dbx_param *c = config->item[i];
    for (uint32_t k = 0; k < 3; k++) // negative padding cuts: elements may fall outside
      if (c->item[k]->kind != DBX_P_INT || c->item[k]->i < 0) return dbx_emit_kernel(e, q, in, out);
    if (c->item[2]->i && !x->dims[i].known) return dbx_emit_kernel(e, q, in, out);
    int64_t n = x->dims[i].known ? x->dims[i].n : 0;
    int64_t more = c->item[0]->i + c->item[1]->i + (n > 1 ? (n - 1) * c->item[2]->i : 0);
    dims[i] = more ? sum_of(e, x->dims[i], dim_known(more)) : x->dims[i];
  }
  buffer *b = val_alloc(e, x->t, x->rank, dims);
  value *r = val_view(e, x->t, b, x->rank, dims), *fill = val_splat(e, in[1], x->rank, dims);
  const MlirValue *st = dims_strides(e, x->rank, dims);
  for (uint32_t i = 0; i < x->rank; i++) {
    int64_t low = config->item[i]->item[0]->i, step = config->item[i]->item[2]->i + 1;
    stride[i] = step == 1 ? st[i] : ml_mul(e, st[i], ml_index(e, step));
    if (low) base = ml_add(e, base, ml_mul(e, ml_index(e, low), st[i]));
  }
  val_write(e, fill, b->mem, (MlirValue){0}, NULL);
  val_write(e, x, b->mem, base, stride);
  val_drop(e, fill);
  *out = r;
  return DBX_OK;
}

dbx_status dbx_emit_dynamic_update_slice(emitter *e, const dbx_eqn *q, value **in, value **out) {
  value *x = in[0], *u = in[1];
  MlirValue base = {0};
  for (uint32_t i = 0; i < x->rank; i++) {
    if (dim_same(u->dims[i], x->dims[i]) ||
        (u->dims[i].known && x->dims[i].known && u->dims[i].n <= x->dims[i].n) ||
        range_inside(in[2 + i], u->dims[i], x->dims[i]))
      continue;
    MlirValue bad = ml_cmpi(e, I_SGT, dim_i64(e, u->dims[i]), dim_i64(e, x->dims[i]));
    ml_guard(e, bad, LOWER_UPDATE, dim_i64(e, u->dims[i]), dim_i64(e, x->dims[i]),
             ml_int(e, e->i64, i));
  }
  const MlirValue *st = dims_strides(e, x->rank, x->dims);
  for (uint32_t i = 0; i < x->rank; i++)
    base = ml_add(e, base, ml_mul(e, clamped_start(e, in[2 + i], x->dims[i], u->dims[i]), st[i]));
  if (!x->rank) return *out = u, in[1] = NULL, DBX_OK;
  if (u->kind == V_OP || u->kind == V_VIEW) val_dense(e, u); // may read x
  *out = val_writable(e, &in[0]);
  val_write(e, u, (*out)->buf->mem, base, st);
  return DBX_OK;
}
