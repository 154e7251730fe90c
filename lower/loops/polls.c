// See polls.h. A loop
//
//   scf.for %i = %low to %high { ... }
//
// becomes one over strips of it, which asks behind each strip that was long:
//
//   scf.for %b = %low to %high step STRIP {
//     %n = min(%high - %b, STRIP)
//     scf.for %i = %b to %b + %n { ... }
//     if (%n > LONG) if (*dbx_stop) dbx_leave()
//   }
//
// The innermost loop stays as LLVM makes vectors of it, and short ones cost a comparison.
#include "lower/loops/polls.h"

#include "lower/loops/few.h"
#include "lower/loops/loops.h"
#include "lower/loops/strips.h"
#include "lower/loops/sums.h"

// Trips: of innermost loops, which take 0.3 to 100 ns each, and of loops around others, of which
// the inner ones may be just short enough not to ask.
typedef struct rhythm {
  int64_t strip, longer_than;
} rhythm;
static const rhythm innermost = {SUM_STRIP, 256}, around = {64, 63};

static bool has_inner(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++)
    for (MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); b.ptr;
         b = mlirBlockGetNextInRegion(b))
      for (MlirOperation in = mlirBlockGetFirstOperation(b); in.ptr;
           in = mlirOperationGetNextInBlock(in))
        if (op_is(in, "scf.for") || op_is(in, "scf.while") || has_inner(in)) return true;
  return false;
}

static bool is_short(MlirOperation loop, const rhythm *r) {
  int64_t n;
  return index_number(index_plain(op_operand(loop, 1)), &n) && n <= r->longer_than &&
         index_is_number(op_operand(loop, 0), 0) && index_is_number(op_operand(loop, 2), 1);
}

// ---- asking ----

static MlirValue number(MlirBlock to, MlirLocation at, MlirType t, int64_t n) {
  MlirNamedAttribute a = op_attr(mlirLocationGetContext(at), "value", mlirIntegerAttrGet(t, n));
  return mlirOperationGetResult(
      op_append(to, at, &(op_spec){"arith.constant", NULL, 0, &t, 1, &a, 1}), 0);
}

enum { NOT_EQUAL = 1, GREATER = 4 }; // arith::CmpIPredicate

static MlirValue is_asked(MlirBlock to, MlirLocation at) {
  MlirContext ctx = mlirLocationGetContext(at);
  MlirType ptr = mlirTypeParseGet(ctx, op_str("!llvm.ptr")), i32 = mlirIntegerTypeGet(ctx, 32);
  MlirNamedAttribute name =
      op_attr(ctx, "global_name", mlirFlatSymbolRefAttrGet(ctx, op_str("dbx_stop")));
  MlirNamedAttribute again = op_attr(ctx, "volatile_", mlirUnitAttrGet(ctx));
  MlirValue word = mlirOperationGetResult(
      op_append(to, at, &(op_spec){"llvm.mlir.addressof", NULL, 0, &ptr, 1, &name, 1}), 0);
  MlirValue is = mlirOperationGetResult(
      op_append(to, at, &(op_spec){"llvm.load", &word, 1, &i32, 1, &again, 1}), 0);
  return op_compare(to, at, NOT_EQUAL, is, number(to, at, i32, 0));
}

static MlirBlock branch(MlirBlock to, MlirLocation at, MlirValue condition) {
  MlirRegion regions[2] = {mlirRegionCreate(), mlirRegionCreate()};
  MlirBlock yes = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(regions[0], yes);
  op_append(to, at, &(op_spec){"scf.if", &condition, 1, NULL, 0, NULL, 0, regions, 2});
  return yes;
}

static void put_poll(MlirBlock to, MlirLocation at, MlirValue n, const rhythm *r) {
  MlirNamedAttribute callee = op_callee(mlirLocationGetContext(at), "dbx_leave");
  MlirValue least = number(to, at, mlirValueGetType(n), r->longer_than);
  MlirBlock was_long = branch(to, at, op_compare(to, at, GREATER, n, least));
  MlirBlock leave = branch(was_long, at, is_asked(was_long, at));
  op_append(leave, at, &(op_spec){"func.call", NULL, 0, NULL, 0, &callee, 1});
  op_append(leave, at, &(op_spec){"scf.yield"});
  op_append(was_long, at, &(op_spec){"scf.yield"});
}

// The strips of a sum are sums of their own (sums.h).
static void cut(MlirOperation loop, const rhythm *r) {
  strips s;
  MlirOperation sum = r->strip == SUM_STRIP ? sum_of(loop) : (MlirOperation){0};
  if (!strips_begin(loop, r->strip, &s)) return;
  put_poll(s.body, mlirOperationGetLocation(loop), s.trips, r);
  if (sum.ptr) strips_end_sum(&s, sum);
  else strips_end(&s);
}

static bool cut_block(MlirBlock b, bool repeated);

// What is inside comes first. repeated: by a loop of the program.
static bool cut_operation(MlirOperation op, bool repeated) {
  bool some = false, polled = op_attribute(op, "polled").ptr != NULL;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++)
    for (MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); b.ptr;
         b = mlirBlockGetNextInRegion(b))
      some |= cut_block(b, repeated || polled || op_is(op, "scf.while"));
  if (!op_is(op, "scf.for") || polled || op_attribute(op, "piece").ptr) return some;
  const rhythm *r = has_inner(op) ? &around : &innermost;
  if (is_short(op, r)) return some;
  if (repeated && r == &innermost) few_trips(op);
  cut(op, r);
  return true;
}

static bool cut_block(MlirBlock b, bool repeated) {
  bool some = false;
  for (MlirOperation op = mlirBlockGetFirstOperation(b), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    some |= cut_operation(op, repeated);
  }
  return some;
}

void poll_loops(MlirModule module) {
  MlirBlock top = mlirModuleGetBody(module);
  MlirContext ctx = mlirModuleGetContext(module);
  if (!cut_block(top, false)) return;
  MlirType type = mlirFunctionTypeGet(ctx, 0, NULL, 0, NULL);
  mlirBlockInsertOwnedOperation(top, 0,
                                op_function(mlirLocationUnknownGet(ctx), "dbx_leave", type,
                                            (MlirBlock){0}, (MlirAttribute){0}));
}
