// See sums.h. A loop
//
//   %r = scf.for %i = 0 to %n iter_args(%a = %init) { ... yield %a + %x }
//
// becomes, shared,
//
//   %parts = alloc(%strips)
//   scf.for %k = 0 to %strips {
//     %s = scf.for %i = %k * STRIP to min(..., %n) iter_args(%a = nothing) { ... yield %a + %x }
//     %parts[%k] = %s
//   } {apart}
//   %r = scf.for %k = 0 to %strips iter_args(%a = %init) { yield %a + %parts[%k] }
//
// Alone, its strips (polls.h) are summed from nothing, too, so that both round alike.
#include "lower/loops/sums.h"

#include "lower/loops/loops.h"

#include <math.h>

static const struct {
  const char *name;
  double nothing;
} kinds[] = {{"arith.addf", -0.0},
             {"arith.mulf", 1},
             {"arith.maximumf", -INFINITY},
             {"arith.minimumf", INFINITY}};
enum { KINDS = sizeof kinds / sizeof *kinds, FIRST_CARRY = 3 };

static int kind_of(MlirOperation op) {
  for (int i = 0; i < KINDS; i++)
    if (op_is(op, kinds[i].name)) return i;
  return -1;
}

// Used once only, by an operation that stands in the loop's own block; null: otherwise.
static MlirOperation only_user(MlirValue v, MlirOperation loop) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  if (mlirOpOperandIsNull(use) || !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    return (MlirOperation){0};
  MlirOperation user = mlirOpOperandGetOwner(use);
  bool own = mlirBlockEqual(mlirOperationGetBlock(user), loop_body(loop));
  return own ? user : (MlirOperation){0};
}

MlirOperation sum_of(MlirOperation loop) {
  MlirOperation none = {0};
  if (mlirOperationGetNumResults(loop) != 1) return none;
  MlirOperation op = only_user(mlirBlockGetArgument(loop_body(loop), 1), loop);
  if (!op.ptr || kind_of(op) < 0 || !op_any_order(op)) return none;
  MlirOperation end = only_user(mlirOperationGetResult(op, 0), loop);
  return end.ptr && op_is(end, "scf.yield") ? op : none;
}

MlirValue sum_nothing(MlirOperation before, MlirOperation sum) {
  MlirContext ctx = mlirOperationGetContext(sum);
  MlirType t = mlirValueGetType(mlirOperationGetResult(sum, 0));
  MlirNamedAttribute a =
      op_attr(ctx, "value", mlirFloatAttrDoubleGet(ctx, t, kinds[kind_of(sum)].nothing));
  return op_value_before(before, &(op_spec){"arith.constant", NULL, 0, &t, 1, &a, 1});
}

MlirValue sum_both(MlirBlock to, MlirOperation sum, MlirValue a, MlirValue b) {
  MlirOperation both = mlirOperationClone(sum);
  MlirAttribute kept =
      mlirAttributeParseGet(mlirOperationGetContext(sum), op_str("#arith.fastmath<none>"));
  mlirOperationSetAttributeByName(both, op_str("fastmath"), kept);
  mlirOperationSetOperand(both, 0, a);
  mlirOperationSetOperand(both, 1, b);
  mlirBlockAppendOwnedOperation(to, both);
  return mlirOperationGetResult(both, 0);
}

// An empty loop over the strips, in front of the other one; carried: its value at first, or null.
static MlirOperation over_strips(MlirOperation loop, MlirValue strips, MlirValue carried,
                                 const MlirNamedAttribute *attr) {
  MlirValue in[4] = {op_operand(loop, 0), strips, op_operand(loop, 2), carried};
  MlirLocation at = mlirOperationGetLocation(loop), places[2] = {at, at};
  bool carries = !ml_none(carried);
  MlirType types[2] = {mlirValueGetType(strips)};
  if (carries) types[1] = mlirValueGetType(carried);
  MlirBlock body = mlirBlockCreate(1 + carries, types, places);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  return op_before(loop, &(op_spec){"scf.for", in, 3 + carries, types + 1, carries, attr,
                                    attr != NULL, &region, 1});
}

static MlirValue make_parts(MlirOperation before, MlirType t, MlirValue n) {
  MlirContext ctx = mlirOperationGetContext(before);
  int64_t any = mlirShapedTypeGetDynamicSize();
  MlirType array = mlirMemRefTypeContiguousGet(t, 1, &any, mlirAttributeGetNull());
  MlirNamedAttribute sizes =
      op_attr(ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(ctx, 2, (int32_t[2]){1, 0}));
  return op_value_before(before, &(op_spec){"memref.alloc", &n, 1, &array, 1, &sizes, 1});
}

MlirOperation sum_share(MlirOperation loop, MlirOperation sum) {
  MlirContext ctx = mlirOperationGetContext(loop);
  MlirLocation at = mlirOperationGetLocation(loop);
  MlirValue n = op_operand(loop, 1), init = op_operand(loop, FIRST_CARRY);
  MlirType index = mlirValueGetType(n), t = mlirValueGetType(init);
  MlirValue strip = op_number_before(loop, index, SUM_STRIP),
            strips = op_binary_before(loop, "arith.ceildivui", n, strip),
            parts = make_parts(loop, t, strips);
  MlirNamedAttribute apart =
      op_attr(ctx, "apart", mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), SUM_STRIP));
  MlirOperation each = over_strips(loop, strips, (MlirValue){0}, &apart),
                all = over_strips(loop, strips, init, NULL);
  op_before(loop, &(op_spec){"memref.dealloc", &parts, 1});
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(loop, 0), mlirOperationGetResult(all, 0));
  MlirValue k = loop_index(all), in[2] = {parts, k};
  MlirValue part = mlirOperationGetResult(
      op_append(loop_body(all), at, &(op_spec){"memref.load", in, 2, &t, 1}), 0);
  part = sum_both(loop_body(all), sum, mlirBlockGetArgument(loop_body(all), 1), part);
  op_append(loop_body(all), at, &(op_spec){"scf.yield", &part, 1});
  mlirOperationRemoveFromParent(loop);
  mlirBlockAppendOwnedOperation(loop_body(each), loop);
  MlirValue from = op_binary_before(loop, "arith.muli", loop_index(each), strip),
            to = op_binary_before(loop, "arith.minsi",
                                  op_binary_before(loop, "arith.addi", from, strip), n);
  mlirOperationSetOperand(loop, 0, from);
  mlirOperationSetOperand(loop, 1, to);
  mlirOperationSetOperand(loop, FIRST_CARRY, sum_nothing(loop, sum));
  MlirValue out[3] = {mlirOperationGetResult(loop, 0), parts, loop_index(each)};
  op_append(loop_body(each), at, &(op_spec){"memref.store", out, 3});
  op_append(loop_body(each), at, &(op_spec){"scf.yield"});
  return each;
}
