// See few.h.
#include "lower/loops/few.h"

#include "lower/loops/loops.h"

// MOST_WORK: copies cost time to compile. What vectors leave over is done one by one: those of 4
// leave less than the longest that there are. LESS: arith::CmpIPredicate.
enum { FEW = 16, MOST_WORK = 40, MOST_CARRIED = 8, LESS = 2 };

// Quotients of integers have no vectors.
static bool has_division(MlirOperation loop) {
  static const char *const names[] = {"arith.divsi", "arith.divui", "arith.remsi", "arith.remui"};
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (op_is(op, names[i])) return true;
  return false;
}

static void put_only(MlirBlock b, MlirOperation only) {
  MlirValue out[MOST_CARRIED];
  intptr_t n = mlirOperationGetNumResults(only);
  for (intptr_t i = 0; i < n; i++) out[i] = mlirOperationGetResult(only, i);
  mlirBlockAppendOwnedOperation(b, only);
  op_append(b, mlirOperationGetLocation(only), &(op_spec){"scf.yield", out, n});
}

static MlirValue are_few(MlirOperation loop, MlirOperation before) {
  MlirValue n = op_operand(loop, 1);
  return op_compare_before(before, LESS, n, op_number_before(before, mlirValueGetType(n), FEW));
}

// What goes on: the loop, or the choice that it is part of (spread.h), so that few trips ask once.
static MlirOperation whole_of(MlirOperation loop) {
  MlirOperation around = mlirBlockGetParentOperation(mlirOperationGetBlock(loop));
  return op_is(around, "scf.if") && op_attribute(around, "many").ptr ? around : loop;
}

static void choose(MlirOperation loop, MlirOperation copy) {
  MlirType types[MOST_CARRIED];
  MlirBlock blocks[2];
  MlirRegion regions[2];
  MlirOperation whole = whole_of(loop);
  MlirValue few = are_few(loop, whole);
  intptr_t n = mlirOperationGetNumResults(loop);
  for (intptr_t i = 0; i < n; i++) types[i] = mlirValueGetType(mlirOperationGetResult(loop, i));
  for (int i = 0; i < 2; i++) {
    blocks[i] = mlirBlockCreate(0, NULL, NULL);
    regions[i] = mlirRegionCreate();
    mlirRegionAppendOwnedBlock(regions[i], blocks[i]);
  }
  MlirOperation next =
      op_before(whole, &(op_spec){"scf.if", &few, 1, types, n, NULL, 0, regions, 2});
  for (intptr_t i = 0; i < n; i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(loop, i), mlirOperationGetResult(next, i));
  mlirOperationRemoveFromParent(whole);
  put_only(blocks[0], copy);
  put_only(blocks[1], whole);
}

void few_trips(MlirOperation loop) {
  loop_work w;
  if (!loop_find_work(loop, &w) || w.nested || w.calls) return;
  if (w.n + w.computations > MOST_WORK || mlirOperationGetNumResults(loop) > MOST_CARRIED) return;
  MlirOperation copy = mlirOperationClone(loop);
  if (loop_is_streaming(&w) && !has_division(loop) && !mlirOperationGetNumResults(loop))
    mlirOperationSetAttributeByName(
        copy, op_str("loop_annotation"),
        mlirAttributeParseGet(mlirOperationGetContext(loop),
                              op_str("#llvm.loop_annotation<vectorize = <width = 4 : i32>>")));
  choose(loop, copy);
}
