// Trips of a loop: the operation, and how often it asks whether to stop (see loop.h).
#include "lower/emit/loop.h"

#include <string.h>

static MlirValue poll(emitter *e) {
  MlirType ptr = mlirTypeParseGet(e->ctx, op_str("!llvm.ptr"));
  MlirNamedAttribute name =
      op_attr(e->ctx, "global_name", mlirFlatSymbolRefAttrGet(e->ctx, op_str("dbx_stop")));
  MlirOperation at = ml_build(e, &(op_spec){"llvm.mlir.addressof", NULL, 0, &ptr, 1, &name, 1});
  MlirNamedAttribute again = op_attr(e->ctx, "volatile_", mlirUnitAttrGet(e->ctx));
  MlirValue p = mlirOperationGetResult(at, 0);
  MlirOperation op = ml_build(e, &(op_spec){"llvm.load", &p, 1, &e->i32, 1, &again, 1});
  return ml_cmpi(e, I_NE, mlirOperationGetResult(op, 0), ml_int(e, e->i32, 0));
}

void loop_guard_interrupt(emitter *e) {
  ml_guard(e, poll(e), LOWER_INTERRUPTED, (MlirValue){0}, (MlirValue){0}, (MlirValue){0});
}

// ---- short trips ----

enum {
  FEW = 16, // elements
  TRIPS_BETWEEN_POLLS = 1024,
  SHORT_LOOP = 1 << 20, // trips of at most so many equations: well below 100 ms
  SHORT_LOOP_EQUATIONS = 32,
};

static bool is_small(dbx_aval a) {
  const dbx_aval_info *v = dbx_aval_at(a);
  int64_t n = 1;
  for (uint32_t i = 0; i < v->rank && n <= FEW; i++)
    n = dbx_dim_is_int(v->dims[i]) ? n * dbx_dim_value(v->dims[i]) : FEW + 1;
  return n <= FEW;
}

static bool is_short_param(const dbx_param *p) {
  if (p->kind == DBX_P_JAXPR) return loop_is_short(p->jaxpr);
  for (uint32_t i = 0; (p->kind == DBX_P_TUPLE || p->kind == DBX_P_LIST) && i < p->n; i++)
    if (!is_short_param(p->item[i])) return false;
  return true;
}

// Takes an equation about as long as a few operations of the processor? It may read and write
// single elements of arrays of any length.
static bool is_short_equation(const dbx_eqn *q) {
  dbx_prim p = (dbx_prim)q->prim->id;
  bool reads = p == DBX_PRIM_gather || p == DBX_PRIM_dynamic_slice;
  bool writes = p == DBX_PRIM_scatter || p == DBX_PRIM_scatter_add || p == DBX_PRIM_scatter_mul ||
                p == DBX_PRIM_scatter_min || p == DBX_PRIM_scatter_max;
  if (q->prim->nested && !dbx_is_choice(q->prim) && !dbx_is_call(q->prim)) return false;
  for (uint32_t i = 0; i < q->n_params; i++)
    if (!is_short_param(q->params[i].val)) return false;
  for (uint32_t i = reads || writes ? 1 : 0; i < q->n_in; i++)
    if (!is_small(dbx_atom_aval(q->in[i]))) return false;
  for (uint32_t i = 0; i < q->n_out && !writes; i++)
    if (!is_small(dbx_var_aval(q->out[i]))) return false;
  return true;
}

bool loop_is_short(const dbx_jaxpr *j) {
  bool all = j->n_eqns <= 100;
  for (uint32_t i = 0; i < j->n_eqns && all; i++) all = is_short_equation(&j->eqns[i]);
  return all;
}

MlirBlock loop_block(emitter *e, const loop *l, bool index) {
  MlirType *types = DBX_TMP(MlirType, l->n_init + 2);
  MlirLocation *locs = DBX_TMP(MlirLocation, l->n_init + 2);
  types[0] = e->index;
  for (uint32_t i = 0; i <= l->n_init; i++) locs[i] = e->loc;
  for (uint32_t i = 0; i < l->n_init; i++) types[index + i] = mlirValueGetType(l->init[i]);
  return mlirBlockCreate(index + l->n_init, types, locs);
}

void loop_block_args(MlirBlock b, uint32_t from, uint32_t n, MlirValue *ret) {
  for (uint32_t i = 0; i < n; i++) ret[i] = mlirBlockGetArgument(b, from + i);
}

// A loop operation: what it takes first, then the carries.
MlirOperation loop_op(emitter *e, const char *name, const MlirValue *first, uint32_t n_first,
                      const MlirValue *init, uint32_t n, MlirBlock *blocks, uint32_t n_blocks) {
  MlirRegion r[2];
  MlirValue *in = DBX_TMP(MlirValue, n_first + n + 1);
  MlirType *types = DBX_TMP(MlirType, n + 1);
  if (n_first) memcpy(in, first, n_first * sizeof *in);
  for (uint32_t i = 0; i < n; i++) {
    in[n_first + i] = init[i];
    types[i] = mlirValueGetType(init[i]);
  }
  for (uint32_t i = 0; i < n_blocks; i++) {
    r[i] = mlirRegionCreate();
    mlirRegionAppendOwnedBlock(r[i], blocks[i]);
  }
  // all of these ask whether to stop, or need not (see lower/loops/polls.h)
  MlirNamedAttribute polled = op_attr(e->ctx, "polled", mlirUnitAttrGet(e->ctx));
  return ml_build(e, &(op_spec){name, in, n_first + n, types, n, &polled, 1, r, n_blocks});
}

void loop_results_of(MlirOperation op, uint32_t n, MlirValue *ret) {
  for (uint32_t i = 0; i < n; i++) ret[i] = mlirOperationGetResult(op, i);
}

void loop_build(emitter *e, loop *l, const MlirValue *bounds, MlirBlock body) {
  l->result = DBX_TMP(MlirValue, l->n_init + 1);
  loop_results_of(loop_op(e, "scf.for", bounds, 3, l->init, l->n_init, &body, 1), l->n_init,
                  l->result);
}

static bool touches_elements(const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_in; k++)
      if (!is_small(dbx_atom_aval(j->eqns[i].in[k]))) return true;
  return false;
}

// The loop as one over pieces of it, which ask whether to stop. ret_trips: the loop over the trips
// of a piece.
static void build_pieces(emitter *e, loop *l, const MlirValue *bounds, MlirBlock body,
                         MlirOperation *ret_trips) {
  uint32_t n = l->n_init;
  MlirBlock outer = e->block, piece = loop_block(e, l, true);
  MlirValue step = ml_index(e, TRIPS_BETWEEN_POLLS), *carry = DBX_TMP(MlirValue, n + 1);
  e->block = piece;
  loop_guard_interrupt(e);
  MlirValue at = mlirBlockGetArgument(piece, 0), end = ml_add(e, at, step);
  MlirValue trips[3] = {at, ml_binary(e, "arith.minsi", end, bounds[1]), bounds[2]};
  loop_block_args(piece, 1, n, carry);
  *ret_trips = loop_op(e, "scf.for", trips, 3, carry, n, &body, 1);
  loop_results_of(*ret_trips, n, carry);
  ml_build(e, &(op_spec){"scf.yield", carry, n});
  e->block = outer;
  loop_build(e, l, (MlirValue[]){bounds[0], bounds[1], step}, piece);
}

// The same trips as those of a piece, as the whole loop.
static void build_whole(emitter *e, loop *l, const MlirValue *bounds, MlirOperation trips) {
  MlirOperation op = mlirOperationClone(trips);
  for (intptr_t i = 0; i < 3; i++) mlirOperationSetOperand(op, i, bounds[i]);
  for (uint32_t i = 0; i < l->n_init; i++) mlirOperationSetOperand(op, 3 + i, l->init[i]);
  mlirBlockAppendOwnedOperation(e->block, op);
  loop_results_of(op, l->n_init, l->result);
}

// A loop of short trips runs several times faster if they do not ask whether to stop: pieces of it
// do. If elements are read or written and the trips are not too many, nobody does: LLVM sees more
// in a loop that begins at 0, for instance that a trip reads what the one before it has written.
void loop_build_short(emitter *e, loop *l, const MlirValue *bounds, MlirBlock body) {
  MlirOperation trips;
  ml_if f;
  if (!touches_elements(l->body) || l->body->n_eqns > SHORT_LOOP_EQUATIONS) {
    build_pieces(e, l, bounds, body, &trips);
    return;
  }
  e->p->element_loops = true;
  ml_if_begin(e, &f, ml_cmpi(e, I_UGT, bounds[1], ml_index(e, SHORT_LOOP)));
  build_pieces(e, l, bounds, body, &trips);
  ml_if_else(e, &f, l->result, l->n_init);
  build_whole(e, l, bounds, trips);
  ml_if_end(e, &f, l->result, l->n_init, l->result);
}

bool loop_few_trips(dim from, dim to, dim by) {
  return from.known && to.known && by.known && by.n > 0 && to.n > from.n &&
         (uint64_t)to.n - (uint64_t)from.n <= TRIPS_BETWEEN_POLLS;
}
