// Elementwise primitives: trees of descriptions whose scalar code is in elements.c, halves.c and
// complex.c. What has none goes through the interpreter's kernels (kernel_call.c).
#include "lower/emit/emit.h"

// Operands of equal dims or rank 0: `rank` and `dims` are the result's.
static bool fits(uint32_t n, value *const *in, uint32_t *rank, const dim **dims) {
  const value *first = NULL;
  for (uint32_t i = 0; i < n; i++) {
    if (!in[i]->rank) continue;
    if (!first) first = in[i];
    if (in[i]->rank != first->rank || !dims_same(first->rank, in[i]->dims, first->dims))
      return false;
  }
  *rank = first ? first->rank : 0;
  *dims = first ? first->dims : NULL;
  return true;
}

// Lengths that are equal by their polynomials only (dims=symbolic) are two values here: operands
// are checked against the first array and take its dims. Static axes of length 1 stay: the kernel
// spreads them.
static void join_lengths(emitter *e, uint32_t n, value **in) {
  const value *first = NULL;
  for (uint32_t i = 0; i < n; i++) {
    if (!in[i]->rank) continue;
    if (!first) first = in[i];
    bool joins = in[i]->rank == first->rank;
    for (uint32_t k = 0; joins && k < first->rank; k++)
      joins = dim_same(in[i]->dims[k], first->dims[k]) ||
              (!in[i]->dims[k].known && !first->dims[k].known);
    if (!joins || dims_same(first->rank, in[i]->dims, first->dims)) continue;
    for (uint32_t k = 0; k < first->rank; k++) {
      if (dim_same(in[i]->dims[k], first->dims[k])) continue;
      MlirValue have = dim_i64(e, in[i]->dims[k]), want = dim_i64(e, first->dims[k]);
      ml_guard(e, ml_cmpi(e, I_NE, have, want), LOWER_TYPE, have, ml_int(e, e->i64, k), want);
    }
    in[i] = val_with_dims(e, in[i], first->dims);
  }
}

static bool is_one(dim d) { return d.known && d.n == 1; }

// Operands whose static axes of length 1 go with longer ones: views that repeat them.
static void spread_ones(emitter *e, uint32_t n, value **in) {
  uint32_t rank = 0;
  dim *dims = NULL;
  for (uint32_t i = 0; i < n; i++) {
    if (!in[i]->rank) continue;
    if (rank && in[i]->rank != rank) return;
    bool first = !rank;
    if (first) dims = DBX_NEWN(&e->arena, dim, (rank = in[i]->rank));
    for (uint32_t k = 0; k < rank; k++)
      if (first || is_one(dims[k])) dims[k] = in[i]->dims[k];
  }
  for (uint32_t i = 0; i < n; i++) {
    bool ones = false, fit = in[i]->rank;
    for (uint32_t k = 0; fit && k < rank; k++) {
      bool same = dim_same(in[i]->dims[k], dims[k]);
      ones |= !same && is_one(in[i]->dims[k]);
      fit = same || is_one(in[i]->dims[k]);
    }
    if (!fit || !ones) continue;
    value *wide = shape_spread(e, in[i], dims);
    val_drop(e, in[i]);
    in[i] = wide;
  }
}

static bool one_scalar(const value *v) { return v->kind == V_SCALAR || v->kind == V_SPLAT; }

// The result of scalars where their bounds decide it.
static bool decided(emitter *e, const dbx_eqn *q, value **in, value **out) {
  bool yes;
  dbx_prim p = (dbx_prim)q->prim->id;
  if (p == DBX_PRIM_select_n && !in[0]->rank && in[0]->known && in[0]->t == DBX_BOOL) {
    *out = val_ref(in[1 + (in[0]->n != 0)]);
    return true;
  }
  if (q->n_in != 2 || in[0]->rank || in[1]->rank || !range_decides(p, in[0], in[1], &yes))
    return false;
  *out = val_known(e, DBX_BOOL, yes);
  return true;
}

static dbx_status elementwise(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t rank, plain = 0;
  const dim *dims;
  join_lengths(e, q->n_in, in);
  if (elem_native(q)) spread_ones(e, q->n_in, in);
  if (!elem_native(q) || !fits(q->n_in, in, &rank, &dims)) return dbx_emit_kernel(e, q, in, out);
  if (decided(e, q, in, out)) return DBX_OK;
  dbx_dtype t = dbx_aval_at(dbx_var_aval(q->out[0]))->dtype;
  for (uint32_t i = 0; i < q->n_in; i++) plain += one_scalar(in[i]);
  *out = val_op(e, q, t, in, q->n_in, rank, dims);
  if (plain < q->n_in) return DBX_OK;
  value *scalar = val_scalar(e, t, val_at_flat(e, *out, (MlirValue){0}));
  val_drop(e, *out);
  if (q->n_in == 2) scalar->range = range_apply((dbx_prim)q->prim->id, in[0], in[1]);
  if (q->prim->id == DBX_PRIM_convert_element_type) {
    scalar->range = range_convert(in[0], t);
    if (t == DBX_I32 && scalar->range.below) elem_keeps(e, scalar->scalar);
  }
  *out = val_splat(e, scalar, rank, dims);
  return DBX_OK;
}

// E703 if some element of y is zero and there is something to divide.
static void guard_divisor(emitter *e, value *y, uint32_t rank, const dim *dims) {
  MlirValue bad;
  if (one_scalar(y)) {
    if (y->known && y->n != 0) return;
    bad = ml_cmpi(e, I_EQ, y->scalar, ml_int(e, ml_scalar(e, y->t), 0));
    if (rank) {
      MlirValue some = ml_cmpi(e, I_NE, dims_size(e, rank, dims), ml_index(e, 0));
      bad = ml_binary(e, "arith.andi", bad, some);
    }
  } else {
    ml_loop l;
    MlirValue no = ml_int(e, e->i1, 0);
    val_dense(e, y);
    ml_loop_begin(e, &l, dims_size(e, y->rank, y->dims), 1, &no);
    MlirValue zero = ml_cmpi(e, I_EQ, val_at_flat(e, y, l.at), ml_int(e, ml_scalar(e, y->t), 0));
    bad = ml_binary(e, "arith.ori", l.acc[0], zero);
    ml_loop_end(e, &l, &bad, &bad);
  }
  ml_guard(e, bad, LOWER_DIVISION, (MlirValue){0}, (MlirValue){0}, (MlirValue){0});
}

dbx_status dbx_emit_binary(emitter *e, const dbx_eqn *q, value **in, value **out) {
  uint32_t rank;
  const dim *dims;
  bool divides = q->prim->id == DBX_PRIM_div ||
                 (q->prim->id == DBX_PRIM_rem && !dbx_is_unsigned(in[1]->t)); // x rem 0 is x there
  join_lengths(e, q->n_in, in);
  if (elem_native(q)) spread_ones(e, q->n_in, in);
  if (divides && dbx_is_integer(in[1]->t) && elem_native(q) && fits(2, in, &rank, &dims))
    guard_divisor(e, in[1], rank, dims);
  return elementwise(e, q, in, out);
}

dbx_status dbx_emit_convert(emitter *e, const dbx_eqn *q, value **in, value **out) {
  dbx_dtype t = dbx_aval_at(dbx_var_aval(q->out[0]))->dtype;
  if (t != in[0]->t) {
    bool known = in[0]->known && dbx_is_integer(t) && dbx_is_integer(in[0]->t) && !in[0]->rank;
    int64_t n = known ? dbx_scalar_convert(dbx_scalar_int(in[0]->n), in[0]->t, t).i : 0;
    if (!known) return elementwise(e, q, in, out);
    *out = val_known(e, t, n);
    return DBX_OK;
  }
  *out = in[0]; // another weakness is the same value
  in[0] = NULL;
  return DBX_OK;
}

dbx_status dbx_emit_copy(emitter *e, const dbx_eqn *q, value **in, value **out) {
  *out = in[0];
  in[0] = NULL;
  return DBX_OK;
}

#define ELEMENTWISE(name)                                                                          \
  dbx_status dbx_emit_##name(emitter *e, const dbx_eqn *q, value **in, value **out) {              \
    return elementwise(e, q, in, out);                                                             \
  }
ELEMENTWISE(unary)
ELEMENTWISE(integer_pow)
ELEMENTWISE(bitcast)
ELEMENTWISE(reduce_precision)
ELEMENTWISE(select)
ELEMENTWISE(clamp)
