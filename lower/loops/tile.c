// See tile.h. A loop over trips, each of which goes over the elements of the same arrays,
//
//   scf.for %t = ... { scf.for %i = 0 to %n { ... } }
//
// becomes one over pieces of the elements, if what a trip does to an element depends on that place
// of the arrays only:
//
//   scf.for %p = 0 to max(%n, 1) / PIECE, rounded up {
//     %b = %p * PIECE
//     scf.for %t = ... { scf.for %i = %b to min(%b + PIECE, %n) { ... } }
//   } {apart}
//
// Every element goes through the same operations in the same order. There is one piece at least,
// so that what the trips check is checked. Pieces may run at the same time (spread.h).
#include "lower/loops/tile.h"

#include "lower/loops/loops.h"

enum {
  PIECE = 2048, // elements: those of a few arrays fit in the nearest caches
  MOST_LOOPS = 4,
};

// ---- which loops ----

typedef struct trips {
  MlirOperation loop;              // over trips
  MlirOperation inner[MOST_LOOPS]; // over elements, of equal length
  int n;
} trips;

// An array that is carried stays the same one.
static bool is_in_place(MlirOperation loop) {
  MlirBlock body = loop_body(loop);
  MlirOperation yield = mlirBlockGetTerminator(body);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); i++) {
    MlirValue carry = mlirBlockGetArgument(body, 1 + i);
    if (!mlirTypeIsAMemRef(mlirValueGetType(carry)) || !mlirValueEqual(carry, op_operand(yield, i)))
      return false;
  }
  return true;
}

// The operations that ask whether to stop, and checks: they may end the run and do nothing else.
static bool only_ends_the_run(MlirOperation branch) {
  if (mlirOperationGetNumResults(branch)) return false;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(branch); i++) {
    MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, i));
    for (MlirOperation op = b.ptr ? mlirBlockGetFirstOperation(b) : (MlirOperation){0}; op.ptr;
         op = mlirOperationGetNextInBlock(op)) {
      if (!op_calls(op, "dbx_trap") && !op_is(op, "scf.yield")) return false;
    }
  }
  return true;
}

static bool may_be_repeated(MlirOperation op) {
  return op_is_of(op, "arith") || op_is_of(op, "math") || op_is(op, "llvm.mlir.addressof") ||
         op_is(op, "llvm.load") || (op_is(op, "scf.if") && only_ends_the_run(op));
}

static bool find_trips(MlirOperation loop, trips *ret) {
  *ret = (trips){.loop = loop};
  if (!is_in_place(loop)) return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (op_is(op, "scf.for")) {
      if (ret->n == MOST_LOOPS) return false;
      ret->inner[ret->n++] = op;
    } else if (!may_be_repeated(op) && !op_is(op, "scf.yield")) {
      return false;
    }
  }
  return ret->n > 0;
}

// Does each trip go over the same places again? Others, as the rows of a matrix of which columns
// are added, are read once and best in their order.
static bool goes_again(const loop_work *w, MlirOperation loop) {
  for (int i = 0; i < w->n; i++)
    if (!mlirValueEqual(index_plain(w->access[i].at), loop_index(w->loop)) &&
        loop_varies(w->access[i].at, loop, 0))
      return false;
  return true;
}

// Do the trips keep to themselves at every place?
static bool can_tile(const trips *t) {
  loop_work w[MOST_LOOPS];
  bool feeds = false;
  if (!value_is_outside(index_plain(op_operand(t->inner[0], 1)), t->loop)) return false;
  for (int i = 0; i < t->n; i++) {
    if (mlirOperationGetNumResults(t->inner[i]) || !loop_find_work(t->inner[i], &w[i]))
      return false;
    if (w[i].nested || !goes_again(&w[i], t->loop) ||
        !index_same(op_operand(t->inner[0], 1), op_operand(t->inner[i], 1), 0))
      return false;
  }
  for (int i = 0; i < t->n; i++)
    for (int k = 0; k < t->n; k++)
      if (!loop_keep_apart(&w[i], &w[k], &feeds)) return false;
  return feeds;
}

// ---- tiling ----

static MlirValue binary(MlirOperation before, const char *name, MlirValue x, MlirValue y) {
  MlirType t = mlirValueGetType(x);
  MlirValue in[2] = {x, y};
  return op_value_before(before, &(op_spec){name, in, 2, &t, 1});
}

static MlirValue as_index(MlirOperation before, MlirValue v, MlirType index) {
  if (mlirTypeIsAIndex(mlirValueGetType(v))) return v;
  return op_value_before(before, &(op_spec){"arith.index_cast", &v, 1, &index, 1});
}

static void tile(const trips *t) {
  MlirLocation loc = mlirOperationGetLocation(t->loop);
  MlirContext ctx = mlirOperationGetContext(t->loop);
  MlirType index = mlirIndexTypeGet(ctx);
  MlirValue n = as_index(t->loop, index_plain(op_operand(t->inner[0], 1)), index);
  MlirValue one = op_number_before(t->loop, index, 1),
            width = op_number_before(t->loop, index, PIECE);
  MlirValue pieces =
      binary(t->loop, "arith.ceildivui", binary(t->loop, "arith.maxsi", n, one), width);
  MlirValue in[3] = {op_number_before(t->loop, index, 0), pieces, one};
  MlirNamedAttribute apart =
      op_attr(ctx, "apart", mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), PIECE));
  MlirBlock body = mlirBlockCreate(1, &index, &loc);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  op_before(t->loop, &(op_spec){"scf.for", in, 3, NULL, 0, &apart, 1, &region, 1});
  for (intptr_t i = 0; i < mlirOperationGetNumResults(t->loop); i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(t->loop, i), op_operand(t->loop, 3 + i));
  mlirOperationRemoveFromParent(t->loop);
  mlirBlockAppendOwnedOperation(body, t->loop);
  op_append(body, loc, &(op_spec){"scf.yield"});
  MlirValue from = binary(t->loop, "arith.muli", mlirBlockGetArgument(body, 0), width);
  MlirValue to = binary(t->loop, "arith.minsi", binary(t->loop, "arith.addi", from, width), n);
  for (int i = 0; i < t->n; i++) {
    mlirOperationSetOperand(t->inner[i], 0, from);
    mlirOperationSetOperand(t->inner[i], 1, to);
  }
}

static void tile_block(MlirBlock b, lower_program *p) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b), next; op.ptr; op = next) {
    trips t;
    next = mlirOperationGetNextInBlock(op);
    if (op_is(op, "scf.for") && find_trips(op, &t) && can_tile(&t)) {
      tile(&t);
      p->loops++;
      continue;
    }
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
      MlirBlock in = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
      for (; in.ptr; in = mlirBlockGetNextInRegion(in)) tile_block(in, p);
    }
  }
}

void tile_loops(MlirModule module, lower_program *p) { tile_block(mlirModuleGetBody(module), p); }
