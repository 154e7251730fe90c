// Reductions, argmin and argmax, cumulative operations, sort and dot_general.
#include "lower/emit/emit.h"

#include <math.h>
#include <string.h>

static bool listed(const int64_t *a, uint32_t n, int64_t x) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i] == x) return true;
  return false;
}

// ---- reductions ----

static MlirValue identity(emitter *e, dbx_prim op, dbx_dtype t) {
  unsigned bits = 8 * dbx_dtype_bytes(t);
  MlirType s = ml_scalar(e, t);
  bool low = op == DBX_PRIM_max, inexact = dbx_is_inexact(t);
  switch (op) {
  case DBX_PRIM_mul: return inexact ? ml_literal(e, t, dbx_scalar_f(1)) : ml_int(e, s, 1);
  case DBX_PRIM_and: return ml_int(e, s, -1);
  case DBX_PRIM_max:
  case DBX_PRIM_min:
    if (t == DBX_BOOL) return ml_int(e, s, low ? 0 : -1);
    if (inexact) return ml_literal(e, t, dbx_scalar_f(low ? -INFINITY : INFINITY));
    if (dbx_is_unsigned(t)) return ml_int(e, s, low ? 0 : -1);
    return ml_int(e, s, low ? INT64_MIN >> (64 - bits) : INT64_MAX >> (64 - bits));
  default: return inexact ? ml_literal(e, t, dbx_scalar_f(0)) : ml_int(e, s, 0);
  }
}

static MlirValue folded(emitter *e, dbx_prim op, dbx_dtype t, MlirValue a, MlirValue b,
                        const char *fastmath) {
  if (t != DBX_F64 && t != DBX_F32) return elem_fold(e, op, t, a, b);
  const char *name = op == DBX_PRIM_add   ? "arith.addf"
                     : op == DBX_PRIM_mul ? "arith.mulf"
                     : op == DBX_PRIM_max ? "arith.maximumf"
                                          : "arith.minimumf";
  MlirType type = mlirValueGetType(a);
  MlirNamedAttribute fast =
      op_attr(e->ctx, "fastmath", mlirAttributeParseGet(e->ctx, op_str(fastmath)));
  MlirOperation r = ml_build(e, &(op_spec){name, (MlirValue[]){a, b}, 2, &type, 1, &fast, 1});
  return mlirOperationGetResult(r, 0);
}

// a op b where the order of the operations does not matter: sums may be reassociated.
static MlirValue fold(emitter *e, dbx_prim op, dbx_dtype t, MlirValue a, MlirValue b) {
  e->p->any_order |= dbx_is_inexact(t);
  return folded(e, op, t, a, b, "#arith.fastmath<reassoc>");
}

// In the order that they are written in; of vectors of floats, too.
static MlirValue fold_in_order(emitter *e, dbx_prim op, dbx_dtype t, MlirValue a, MlirValue b) {
  return folded(e, op, t, a, b, "#arith.fastmath<none>");
}

typedef struct reduction {
  dbx_prim op;
  const value *x;
  uint32_t n_kept, n_gone, *kept, *gone; // axes
  MlirValue *idx;                        // of x
  bool in_order;                         // of the elements, one after the other
} reduction;

// One partial result waits for its own last operation: where the elements cost little, several run
// side by side.
static bool is_light(const value *x) { return x->weight <= 4; }

static MlirValue fold_element(emitter *e, const reduction *r, MlirValue acc) {
  MlirValue v = val_at(e, r->x, r->idx);
  return (r->in_order ? fold_in_order : fold)(e, r->op, r->x->t, acc, v);
}

// Folds the elements along the reduced axes from position `k` of them on.
static MlirValue fold_axes(emitter *e, reduction *r, uint32_t k, MlirValue acc) {
  if (k == r->n_gone) return fold_element(e, r, acc);
  if (dims_empty(r->x->rank, r->x->dims)) return acc;
  ml_loop l;
  ml_loop_begin(e, &l, dim_index(e, r->x->dims[r->gone[k]]), 1, &acc);
  r->idx[r->gone[k]] = l.at;
  MlirValue next = fold_axes(e, r, k + 1, l.acc[0]), out;
  l.interleaved = k + 1 == r->n_gone && is_light(r->x) && !r->in_order;
  l.few = r->in_order && !r->x->dims[r->gone[k]].known;
  ml_loop_end(e, &l, &next, &out);
  return out;
}

// The same of one axis of n elements, written out.
static MlirValue fold_written_out(emitter *e, reduction *r, int64_t n, MlirValue acc) {
  for (int64_t k = 0; k < n; k++) {
    r->idx[r->gone[0]] = ml_index(e, k);
    acc = fold_element(e, r, acc);
  }
  return acc;
}

static MlirValue fold_flat(emitter *e, const reduction *r, MlirValue acc) {
  ml_loop l;
  ml_loop_begin(e, &l, dims_size(e, r->x->rank, r->x->dims), 1, &acc);
  MlirValue next = fold(e, r->op, r->x->t, l.acc[0], val_at_flat(e, r->x, l.at)), out;
  l.interleaved = is_light(r->x);
  ml_loop_end(e, &l, &next, &out);
  return out;
}

static void split_axes(reduction *r, const int64_t *axes, uint32_t n) {
  r->kept = DBX_TMP(uint32_t, r->x->rank + 1);
  r->gone = DBX_TMP(uint32_t, r->x->rank + 1);
  r->idx = DBX_TMP(MlirValue, r->x->rank + 1);
  for (uint32_t i = 0; i < r->x->rank; i++)
    if (listed(axes, n, i)) r->gone[r->n_gone++] = i;
    else r->kept[r->n_kept++] = i;
}

// The last axis is kept: the result is swept once for every reduced index, along rows.
static void sweep_rows(emitter *e, reduction *r, buffer *to, const dim *dims, MlirValue init) {
  value *zero = val_scalar(e, r->x->t, init), *all = val_splat(e, zero, r->n_kept, dims);
  const MlirValue *st = dims_strides(e, r->n_kept, dims);
  nest outer, inner;
  dim *gone = DBX_TMP(dim, r->n_gone + 1);
  val_write(e, all, to->mem, (MlirValue){0}, NULL);
  if (dims_empty(r->x->rank, r->x->dims)) return;
  for (uint32_t i = 0; i < r->n_gone; i++) gone[i] = r->x->dims[r->gone[i]];
  nest_begin(e, &outer, r->n_gone, gone);
  for (uint32_t i = 0; i < r->n_gone; i++) r->idx[r->gone[i]] = outer.idx[i];
  nest_begin(e, &inner, r->n_kept, dims);
  for (uint32_t i = 0; i < r->n_kept; i++) r->idx[r->kept[i]] = inner.idx[i];
  MlirValue at = dims_offset(e, r->n_kept, (MlirValue){0}, inner.idx, st);
  MlirValue v = fold(e, r->op, r->x->t, ml_load(e, r->x->t, to->mem, at), val_at(e, r->x, r->idx));
  ml_store(e, r->x->t, to->mem, at, v);
  nest_end(e, &inner);
  nest_end(e, &outer);
}

// written_out: so many elements of each row; 0: its loops.
static void fold_rows(emitter *e, reduction *r, buffer *to, const dim *dims, MlirValue init,
                      int64_t written_out) {
  const MlirValue *st = dims_strides(e, r->n_kept, dims);
  nest outer;
  nest_begin(e, &outer, r->n_kept, dims);
  for (uint32_t i = 0; i < r->n_kept; i++) r->idx[r->kept[i]] = outer.idx[i];
  MlirValue v = written_out ? fold_written_out(e, r, written_out, init) : fold_axes(e, r, 0, init);
  ml_store(e, r->x->t, to->mem, dims_offset(e, r->n_kept, (MlirValue){0}, outer.idx, st), v);
  nest_end(e, &outer);
}

// ---- rows of few elements ----

// Rows of so many elements at most are folded in their order, as the interpreter does it: vectors
// hold elements of many rows. Eight that have to be computed are a vector of their own.
static int64_t longest_short(const value *x) { return ML_TILE - !rows_have_eight(x); }

static bool has_short_rows(const reduction *r) {
  const value *x = r->x;
  return r->n_gone == 1 && r->gone[0] == x->rank - 1 && is_light(x) &&
         (x->t == DBX_F64 || x->t == DBX_F32);
}

// Of rows of n elements, which the last axis of r->x is known to have.
static void fold_short(emitter *e, reduction *r, buffer *to, const dim *dims, MlirValue init,
                       int64_t n) {
  enum { INTERLEAVED = 4 }; // more elements of a row are not brought into vectors by LLVM
  r->in_order = true;
  if (n == ML_TILE) rows_of_eight(e, r->x, r->op, fold_in_order, init, to->mem);
  else fold_rows(e, r, to, dims, init, n <= INTERLEAVED ? n : 0);
  r->in_order = false;
}

// Of rows of any length: short ones in turn, if it can be told.
static void fold_any(emitter *e, reduction *r, buffer *to, const dim *dims, MlirValue init) {
  ml_if f;
  bool told = r->op == DBX_PRIM_add || r->op == DBX_PRIM_mul;
  MlirValue n = dim_index(e, r->x->dims[r->gone[0]]), longest = ml_index(e, longest_short(r->x));
  if (told) {
    ml_if_begin(e, &f, ml_cmpi(e, I_ULE, n, longest));
    r->in_order = true;
    fold_rows(e, r, to, dims, init, 0);
    r->in_order = false;
    ml_if_else(e, &f, NULL, 0);
  }
  fold_rows(e, r, to, dims, init, 0);
  if (told) ml_if_end(e, &f, NULL, 0, NULL);
}

// With code for some lengths, from the k-th on.
static void fold_by_length(emitter *e, reduction *r, buffer *to, const dim *dims, MlirValue init,
                           uint32_t k) {
  static const int64_t lengths[] = {2, 3, 4, ML_TILE};
  const value *any = r->x;
  uint32_t last = any->rank - 1;
  if (k == sizeof lengths / sizeof *lengths || lengths[k] > longest_short(any)) {
    fold_any(e, r, to, dims, init);
    return;
  }
  ml_if f;
  dim *known = DBX_NEWN(&e->arena, dim, any->rank);
  memcpy(known, any->dims, any->rank * sizeof *known);
  ml_if_begin(e, &f, ml_cmpi(e, I_EQ, dim_index(e, known[last]), ml_index(e, lengths[k])));
  known[last] = dim_known(lengths[k]);
  value *x = shape_settled(e, any, known);
  if (x) r->x = x;
  fold_short(e, r, to, dims, init, lengths[k]);
  r->x = any;
  val_drop(e, x);
  ml_if_else(e, &f, NULL, 0);
  fold_by_length(e, r, to, dims, init, k + 1);
  ml_if_end(e, &f, NULL, 0, NULL);
}

// Each row along the last axis, which is the only one that is reduced. There is code for lengths if
// runs take long enough for it.
static void fold_each_row(emitter *e, reduction *r, buffer *to, const dim *dims, MlirValue init) {
  dim n = r->x->dims[r->x->rank - 1];
  if (!n.known && e->p->form.spreads) fold_by_length(e, r, to, dims, init, 0);
  else if (!n.known) fold_any(e, r, to, dims, init);
  else if (n.n <= longest_short(r->x)) fold_short(e, r, to, dims, init, n.n);
  else fold_rows(e, r, to, dims, init, 0);
}

// Into a new buffer, along the axes that are kept: *dims. There are some.
static buffer *fold_into(emitter *e, reduction *r, dim **dims) {
  dbx_dtype t = r->x->t;
  MlirValue init = identity(e, r->op, t);
  *dims = DBX_NEWN(&e->arena, dim, r->n_kept + 1);
  for (uint32_t i = 0; i < r->n_kept; i++) (*dims)[i] = r->x->dims[r->kept[i]];
  buffer *to = val_alloc(e, t, r->n_kept, *dims);
  bool rows = r->n_gone && r->gone[r->n_gone - 1] == r->x->rank - 1;
  if (has_short_rows(r)) fold_each_row(e, r, to, *dims, init);
  else if (rows || !r->n_gone) fold_rows(e, r, to, *dims, init, 0);
  else sweep_rows(e, r, to, *dims, init);
  return to;
}

// Are such numbers compared here? Complex ones have an order of their own in reductions.
static bool folds(const dbx_primitive *p, dbx_dtype t) {
  dbx_prim op = dbx_prim_fold(p);
  return dtype_native(t) && !(dbx_is_complex(t) && (op == DBX_PRIM_max || op == DBX_PRIM_min));
}

dbx_status dbx_emit_reduce(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(q, DBX_S_axes), &n);
  reduction r = {.op = dbx_prim_fold(q->prim), .x = in[0]};
  dbx_dtype t = in[0]->t;
  if (!folds(q->prim, t)) return dbx_emit_kernel(e, q, in, out);
  split_axes(&r, axes, n);
  if (!r.n_kept) {
    MlirValue init = identity(e, r.op, t);
    MlirValue v = in[0]->rank == 0     ? fold(e, r.op, t, init, in[0]->scalar)
                  : val_is_flat(in[0]) ? fold_flat(e, &r, init)
                                       : fold_axes(e, &r, 0, init);
    *out = val_scalar(e, t, v);
    return DBX_OK;
  }
  dim *dims;
  buffer *to = fold_into(e, &r, &dims);
  *out = val_view(e, t, to, r.n_kept, dims);
  return DBX_OK;
}

// Over axes that all have a number: one reduction for each operand.
dbx_status dbx_emit_collective(emitter *e, const dbx_eqn *q, value **in, value **out) {
  const dbx_param *axes = dbx_eqn_param(q, DBX_S_axes);
  bool plain = true;
  for (uint32_t i = 0; i < q->n_in; i++) plain &= folds(q->prim, in[i]->t);
  for (uint32_t i = 0; i < axes->n; i++) plain &= axes->item[i]->kind == DBX_P_INT;
  if (!plain) return dbx_emit_kernel(e, q, in, out);
  for (uint32_t i = 0; i < q->n_in; i++) DBX_TRY(dbx_emit_reduce(e, q, in + i, out + i));
  return DBX_OK;
}

// ---- argmin, argmax ----

// The elements as they are compared: half precision widened.
static dbx_dtype compared(dbx_dtype t) { return dbx_is_half(t) ? DBX_F32 : t; }

// Is element v better than the best one b so far? NaN is the best of all, the first one wins.
static MlirValue better(emitter *e, bool max, dbx_dtype t, MlirValue v, MlirValue b) {
  MlirValue r = elem_binary(e, max ? DBX_PRIM_gt : DBX_PRIM_lt, t, v, b);
  if (!dbx_is_float(t)) return r;
  MlirValue nan = ml_cmpf(e, F_UNO, v, v), number = ml_cmpf(e, F_ORD, b, b);
  return ml_binary(e, "arith.andi", number, ml_binary(e, "arith.ori", r, nan));
}

static MlirValue best_along(emitter *e, bool max, const value *x, uint32_t axis, MlirValue *idx) {
  ml_loop l;
  dbx_dtype t = compared(x->t);
  MlirValue n = dim_index(e, x->dims[axis]), zero = ml_index(e, 0),
            none = ml_cmpi(e, I_EQ, n, zero), first;
  ml_if f; // an axis of length 0 has no first element
  ml_if_begin(e, &f, none);
  first = ml_literal(e, t, (dbx_scalar){.c = {0, 0}});
  ml_if_else(e, &f, &first, 1);
  idx[axis] = zero;
  first = elem_convert(e, x->t, t, val_at(e, x, idx));
  ml_if_end(e, &f, &first, 1, &first);
  MlirValue acc[2] = {zero, first};
  ml_loop_begin(e, &l, n, 2, acc);
  idx[axis] = l.at;
  MlirValue v = elem_convert(e, x->t, t, val_at(e, x, idx)), take = better(e, max, t, v, l.acc[1]);
  acc[0] = ml_select(e, take, l.at, l.acc[0]);
  acc[1] = ml_select(e, take, v, l.acc[1]);
  ml_loop_end(e, &l, acc, acc);
  return acc[0];
}

dbx_status dbx_emit_argminmax(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t n, rank = 0;
  int64_t axis = dbx_param_ints(dbx_eqn_param(q, DBX_S_axes), &n)[0];
  value *x = in[0];
  dbx_dtype t = dbx_aval_at(dbx_var_aval(q->out[0]))->dtype;
  if (!dtype_native(x->t) || dbx_is_complex(x->t) || !dbx_is_integer(t))
    return dbx_emit_kernel(e, q, in, out);
  bool max = q->prim->id == DBX_PRIM_argmax;
  dim *dims = DBX_NEWN(&e->arena, dim, x->rank + 1);
  for (uint32_t i = 0; i < x->rank; i++)
    if (i != axis) dims[rank++] = x->dims[i];
  val_stored(e, x);
  MlirValue *idx = DBX_TMP(MlirValue, x->rank + 1);
  if (!rank) {
    MlirValue best = ml_to_i64(e, best_along(e, max, x, (uint32_t)axis, idx));
    *out = val_scalar(e, t, elem_convert(e, DBX_I64, t, best));
    return DBX_OK;
  }
  buffer *to = val_alloc(e, t, rank, dims);
  const MlirValue *st = dims_strides(e, rank, dims);
  nest outer;
  nest_begin(e, &outer, rank, dims);
  for (uint32_t i = 0, k = 0; i < x->rank; i++)
    if (i != axis) idx[i] = outer.idx[k++];
  MlirValue best =
      elem_convert(e, DBX_I64, t, ml_to_i64(e, best_along(e, max, x, (uint32_t)axis, idx)));
  ml_store(e, t, to->mem, dims_offset(e, rank, (MlirValue){0}, outer.idx, st), best);
  nest_end(e, &outer);
  *out = val_view(e, t, to, rank, dims);
  return DBX_OK;
}

// ---- cumulative operations ----

dbx_status dbx_emit_cumulative(emitter *e, const dbx_eqn *q, value **in, value **out) {
  value *x = in[0];
  uint32_t axis = (uint32_t)dbx_eqn_int(q, DBX_S_axis);
  bool reverse = dbx_eqn_int(q, DBX_S_reverse);
  if (!folds(q->prim, x->t) || x->rank == 0) return dbx_emit_kernel(e, q, in, out);
  val_stored(e, x);
  buffer *to = val_alloc(e, x->t, x->rank, x->dims);
  if (dims_empty(x->rank, x->dims)) return *out = val_view(e, x->t, to, x->rank, x->dims), DBX_OK;
  const MlirValue *st = dims_strides(e, x->rank, x->dims);
  MlirValue n = dim_index(e, x->dims[axis]), last = ml_binary(e, "arith.subi", n, ml_index(e, 1));
  dim *dims = DBX_TMP(dim, x->rank + 1);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  dims[axis] = dim_known(1);
  nest outer;
  nest_begin(e, &outer, x->rank, dims);
  ml_loop l;
  MlirValue init = identity(e, dbx_prim_fold(q->prim), x->t);
  ml_loop_begin(e, &l, n, 1, &init);
  outer.idx[axis] = reverse ? ml_binary(e, "arith.subi", last, l.at) : l.at;
  MlirValue v = val_at(e, x, outer.idx), first = ml_cmpi(e, I_EQ, l.at, ml_index(e, 0));
  v = ml_select(e, first, v, elem_fold(e, dbx_prim_fold(q->prim), x->t, l.acc[0], v));
  ml_store(e, x->t, to->mem, dims_offset(e, x->rank, (MlirValue){0}, outer.idx, st), v);
  ml_loop_end(e, &l, &v, &v);
  nest_end(e, &outer);
  *out = val_view(e, x->t, to, x->rank, x->dims);
  return DBX_OK;
}

// ---- sort: a call for all operands ----

dbx_status dbx_emit_sort(emitter *e, const dbx_eqn *q, value **in, value **out) {
  const value *x = in[0];
  uint32_t axis = (uint32_t)dbx_eqn_int(q, DBX_S_dimension), at = 0;
  for (uint32_t k = 0; k < q->n_in; k++) {
    val_dense(e, in[k]); // before the scratch words are written
    out[k] = val_view(e, in[k]->t, val_alloc(e, in[k]->t, x->rank, x->dims), x->rank, x->dims);
  }
  MlirValue words[] = {ml_to_i64(e, dims_size(e, axis, x->dims)), dim_i64(e, x->dims[axis]),
                       ml_to_i64(e, dims_size(e, x->rank - axis - 1, x->dims + axis + 1)),
                       ml_int(e, e->i64, dbx_eqn_int(q, DBX_S_num_keys))};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) ml_scratch_set(e, at++, words[i]);
  for (uint32_t k = 0; k < q->n_in; k++) {
    ml_scratch_set(e, at++, ml_pointer(e, in[k]->buf->mem));
    ml_scratch_set(e, at++, ml_pointer(e, out[k]->buf->mem));
    ml_scratch_set(e, at++, ml_int(e, e->i64, in[k]->t));
  }
  MlirValue n = ml_int(e, e->i64, q->n_in);
  ml_call(e, "dbx_sort", (MlirType){0}, &n, 1);
  return DBX_OK;
}

// ---- dot_general ----

// Rows times columns: batch axes, then the rest of x, then the rest of y.
typedef struct contraction {
  dbx_dot_dims d;
  value *x, *y;
  dbx_dtype t;
  uint32_t nb, nc, nx, ny;
  uint32_t *fx, *fy;  // free axes
  MlirValue *ix, *iy; // indices of x and y
} contraction;

static void free_axes(const value *v, const int64_t *batch, uint32_t nb, const int64_t *contract,
                      uint32_t nc, uint32_t *axes, uint32_t *n) {
  for (uint32_t i = 0; i < v->rank; i++)
    if (!listed(batch, nb, i) && !listed(contract, nc, i)) axes[(*n)++] = i;
}

static MlirValue product(emitter *e, const contraction *c) {
  MlirValue a = elem_convert(e, c->x->t, c->t, val_at(e, c->x, c->ix));
  MlirValue b = elem_convert(e, c->y->t, c->t, val_at(e, c->y, c->iy));
  return elem_fold(e, c->t == DBX_BOOL ? DBX_PRIM_and : DBX_PRIM_mul, c->t, a, b);
}

static MlirValue accumulate(emitter *e, const contraction *c, MlirValue acc) {
  dbx_prim op = c->t == DBX_BOOL ? DBX_PRIM_or : DBX_PRIM_add;
  return fold(e, op, c->t, acc, product(e, c));
}

static MlirValue contract(emitter *e, contraction *c, uint32_t k, MlirValue acc) {
  if (k == c->nc) return accumulate(e, c, acc);
  if (dims_empty(c->x->rank, c->x->dims) || dims_empty(c->y->rank, c->y->dims)) return acc;
  ml_loop l;
  ml_loop_begin(e, &l, dim_index(e, c->x->dims[c->d.lhs_contract[k]]), 1, &acc);
  c->ix[c->d.lhs_contract[k]] = c->iy[c->d.rhs_contract[k]] = l.at;
  MlirValue next = contract(e, c, k + 1, l.acc[0]), out;
  l.interleaved = k + 1 == c->nc && is_light(c->x) && is_light(c->y);
  ml_loop_end(e, &l, &next, &out);
  return out;
}

static void outer_indices(contraction *c, const MlirValue *idx) {
  for (uint32_t i = 0; i < c->nb; i++) c->ix[c->d.lhs_batch[i]] = c->iy[c->d.rhs_batch[i]] = idx[i];
  for (uint32_t i = 0; i < c->nx; i++) c->ix[c->fx[i]] = idx[c->nb + i];
}

// The result swept row by row for every contracted index, so that y's last axis is read in order.
static void sweep(emitter *e, contraction *c, buffer *to, uint32_t rank, const dim *dims) {
  const MlirValue *st = dims_strides(e, rank, dims);
  uint32_t no = c->nb + c->nx;
  nest outer, mid, inner;
  dim *cd = DBX_TMP(dim, c->nc + 1);
  value *zero =
      val_splat(e, val_scalar(e, c->t, ml_literal(e, c->t, (dbx_scalar){.c = {0, 0}})), rank, dims);
  val_write(e, zero, to->mem, (MlirValue){0}, NULL);
  if (dims_empty(c->x->rank, c->x->dims) || dims_empty(c->y->rank, c->y->dims)) return;
  for (uint32_t i = 0; i < c->nc; i++) cd[i] = c->x->dims[c->d.lhs_contract[i]];
  nest_begin(e, &outer, no, dims);
  outer_indices(c, outer.idx);
  nest_begin(e, &mid, c->nc, cd);
  for (uint32_t i = 0; i < c->nc; i++)
    c->ix[c->d.lhs_contract[i]] = c->iy[c->d.rhs_contract[i]] = mid.idx[i];
  nest_begin(e, &inner, c->ny, dims + no);
  for (uint32_t i = 0; i < c->ny; i++) c->iy[c->fy[i]] = inner.idx[i];
  MlirValue at = dims_offset(e, no, (MlirValue){0}, outer.idx, st);
  at = dims_offset(e, c->ny, at, inner.idx, st + no);
  ml_store(e, c->t, to->mem, at, accumulate(e, c, ml_load(e, c->t, to->mem, at)));
  nest_end(e, &inner);
  nest_end(e, &mid);
  nest_end(e, &outer);
}

static void dots(emitter *e, contraction *c, buffer *to, uint32_t rank, const dim *dims) {
  const MlirValue *st = dims_strides(e, rank, dims);
  nest outer;
  nest_begin(e, &outer, rank, dims);
  outer_indices(c, outer.idx);
  for (uint32_t i = 0; i < c->ny; i++) c->iy[c->fy[i]] = outer.idx[c->nb + c->nx + i];
  MlirValue v = contract(e, c, 0, ml_literal(e, c->t, (dbx_scalar){.c = {0, 0}}));
  ml_store(e, c->t, to->mem, dims_offset(e, rank, (MlirValue){0}, outer.idx, st), v);
  nest_end(e, &outer);
}

// Matrix times matrix goes to BLAS at run time if that is there and the matrices are large; the
// loops are for all others.
static bool is_matrix_product(const contraction *c) {
  bool same = c->x->t == c->t && c->y->t == c->t && (c->t == DBX_F64 || c->t == DBX_F32);
  return same && !c->nb && c->nc == 1 && c->nx == 1 && c->ny == 1;
}

static void multiply(emitter *e, contraction *c, buffer *to, const dim *dims) {
  int64_t kx = c->d.lhs_contract[0], ky = c->d.rhs_contract[0];
  MlirValue words[6] = {ml_pointer(e, c->x->buf->mem), ml_pointer(e, c->y->buf->mem),
                        ml_pointer(e, to->mem),        dim_i64(e, dims[0]),
                        dim_i64(e, dims[1]),           dim_i64(e, c->x->dims[kx])};
  for (uint32_t i = 0; i < 6; i++) ml_scratch_set(e, i, words[i]);
  int64_t how = (kx == 0 ? GEMM_TRANSPOSED_X : 0) | (ky == 1 ? GEMM_TRANSPOSED_Y : 0) |
                (c->t == DBX_F32 ? GEMM_F32 : 0);
  MlirValue flags = ml_int(e, e->i64, how), done = ml_call(e, "dbx_gemm", e->i64, &flags, 1);
  ml_if f;
  ml_if_begin(e, &f, ml_cmpi(e, I_EQ, done, ml_int(e, e->i64, 0)));
  sweep(e, c, to, 2, dims);
  ml_if_end(e, &f, NULL, 0, NULL);
}

static bool is_ones(emitter *e, const value *v) {
  return v->kind == V_SPLAT && v->scalar.ptr == ml_literal(e, v->t, (dbx_scalar){.c = {1, 0}}).ptr;
}

// A matrix of ones times y: the sums along y's contracted axis, in every row; and the other way
// round. It is what the derivative of the sum of a product begins with. NULL: it is none.
static value *sums_of_product(emitter *e, const contraction *c, const dim *dims) {
  bool left = is_ones(e, c->x);
  if (!left && !is_ones(e, c->y)) return NULL;
  reduction r = {.op = DBX_PRIM_add, .x = left ? c->y : c->x};
  dim *kept, all[2] = {dims[0], dims[1]};
  split_axes(&r, left ? c->d.rhs_contract : c->d.lhs_contract, 1);
  buffer *to = fold_into(e, &r, &kept);
  all[!left] = dim_known(1);
  value *one = val_view(e, c->t, to, 2, all), *ret = shape_spread(e, one, dims);
  val_drop(e, one);
  return ret;
}

// Is the product only read by a transposition? Then it is better made the other way round.
static bool is_turned_next(const emitter *e, const contraction *c) {
  const dbx_eqn *next = e->reader;
  uint32_t n;
  return next && next->prim->id == DBX_PRIM_transpose && is_matrix_product(c) &&
         dbx_param_ints(dbx_eqn_param(next, DBX_S_permutation), &n)[0] == 1;
}

// y times x, as a matrix of which the columns lie one behind the other.
static value *turned_product(emitter *e, const contraction *c, const dim *dims) {
  contraction t = *c;
  dim turned[2] = {dims[1], dims[0]};
  MlirValue *stride = DBX_NEWN(&e->arena, MlirValue, 2);
  t.x = c->y, t.y = c->x, t.fx = c->fy, t.fy = c->fx, t.ix = c->iy, t.iy = c->ix;
  t.d.lhs_contract = c->d.rhs_contract, t.d.rhs_contract = c->d.lhs_contract;
  val_check_size(e, c->t, 2, dims);
  val_shape_exists(e, 2, turned); // as one of dims does
  buffer *to = val_alloc(e, c->t, 2, turned);
  multiply(e, &t, to, turned);
  value *v = val_view(e, c->t, to, 2, dims);
  stride[0] = ml_index(e, 1), stride[1] = dim_index(e, dims[0]);
  v->stride = stride;
  v->turned = true;
  return v;
}

static void guard_contracted(emitter *e, const contraction *c) {
  for (uint32_t i = 0; i < c->nc; i++) {
    dim a = c->x->dims[c->d.lhs_contract[i]], b = c->y->dims[c->d.rhs_contract[i]];
    if (!dim_same(a, b))
      ml_guard(e, ml_cmpi(e, I_NE, dim_i64(e, a), dim_i64(e, b)), LOWER_CONTRACT, dim_i64(e, a),
               dim_i64(e, b), (MlirValue){0});
  }
}

dbx_status dbx_emit_dot_general(emitter *e, const dbx_eqn *q, value **in, value **out) {
  contraction c = {.x = in[0], .y = in[1], .t = dbx_aval_at(dbx_var_aval(q->out[0]))->dtype};
  if (!dtype_native(c.t) || !dtype_native(c.x->t) || !dtype_native(c.y->t))
    return dbx_emit_kernel(e, q, in, out);
  dbx_parse_dot_dims(dbx_eqn_param(q, DBX_S_dimension_numbers), &c.d);
  c.nb = c.d.n_batch, c.nc = c.d.n_contract;
  c.fx = DBX_TMP(uint32_t, c.x->rank + 1), c.fy = DBX_TMP(uint32_t, c.y->rank + 1);
  c.ix = DBX_TMP(MlirValue, c.x->rank + 1), c.iy = DBX_TMP(MlirValue, c.y->rank + 1);
  free_axes(c.x, c.d.lhs_batch, c.nb, c.d.lhs_contract, c.nc, c.fx, &c.nx);
  free_axes(c.y, c.d.rhs_batch, c.nb, c.d.rhs_contract, c.nc, c.fy, &c.ny);
  guard_contracted(e, &c);
  if (is_matrix_product(&c)) {
    dim product[2] = {c.x->dims[c.fx[0]], c.y->dims[c.fy[0]]};
    if ((*out = sums_of_product(e, &c, product))) return DBX_OK;
  }
  if (c.x->rank) (is_matrix_product(&c) ? val_dense : val_stored)(e, c.x);
  if (c.y->rank) (is_matrix_product(&c) ? val_dense : val_stored)(e, c.y);
  uint32_t rank = c.nb + c.nx + c.ny, at = 0;
  dim *dims = DBX_NEWN(&e->arena, dim, rank + 1);
  for (uint32_t i = 0; i < c.nb; i++) dims[at++] = c.x->dims[c.d.lhs_batch[i]];
  for (uint32_t i = 0; i < c.nx; i++) dims[at++] = c.x->dims[c.fx[i]];
  for (uint32_t i = 0; i < c.ny; i++) dims[at++] = c.y->dims[c.fy[i]];
  if (!rank) {
    *out = val_scalar(e, c.t, contract(e, &c, 0, ml_literal(e, c.t, (dbx_scalar){.c = {0, 0}})));
    return DBX_OK;
  }
  if (is_turned_next(e, &c)) return *out = turned_product(e, &c, dims), DBX_OK;
  buffer *to = val_alloc(e, c.t, rank, dims);
  if (is_matrix_product(&c)) multiply(e, &c, to, dims);
  else (c.ny && c.nc ? sweep : dots)(e, &c, to, rank, dims);
  *out = val_view(e, c.t, to, rank, dims);
  return DBX_OK;
}
