// See strips.h.
#include "lower/loops/strips.h"

#include "lower/loops/loops.h"
#include "lower/loops/sums.h"

#include <assert.h>

enum { MOST_CARRIED = 32, FIRST_CARRY = 3 }; // operands of scf.for before the carries

static MlirValue binary(const strips *s, const char *name, MlirValue x, MlirValue y) {
  MlirType t = mlirValueGetType(x);
  MlirValue in[2] = {x, y};
  MlirLocation at = mlirOperationGetLocation(s->loop);
  return mlirOperationGetResult(op_append(s->body, at, &(op_spec){name, in, 2, &t, 1}), 0);
}

// The loop over strips, in front of the other, and with its results.
static void make_outer(strips *s, int64_t trips) {
  MlirLocation at = mlirOperationGetLocation(s->loop), places[MOST_CARRIED + 1];
  MlirType types[MOST_CARRIED + 1], index = mlirValueGetType(op_operand(s->loop, 0));
  MlirValue in[MOST_CARRIED + FIRST_CARRY];
  intptr_t n = mlirOperationGetNumResults(s->loop);
  assert(n >= 0 && n <= MOST_CARRIED);
  for (intptr_t i = 0; i < n + FIRST_CARRY; i++) in[i] = op_operand(s->loop, i);
  for (intptr_t i = 0; i <= n; i++) {
    types[i] = i ? mlirValueGetType(mlirOperationGetResult(s->loop, i - 1)) : index;
    places[i] = at;
  }
  MlirValue step = in[2], strip = op_number_before(s->loop, index, trips);
  in[2] = strip;
  if (!index_is_number(step, 1)) {
    MlirValue both[2] = {step, strip};
    in[2] = op_value_before(s->loop, &(op_spec){"arith.muli", both, 2, &index, 1});
  }
  s->body = mlirBlockCreate(n + 1, types, places);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, s->body);
  MlirNamedAttribute polled =
      op_attr(mlirLocationGetContext(at), "polled", mlirUnitAttrGet(mlirLocationGetContext(at)));
  op_spec over = {"scf.for",
                  in,
                  n + FIRST_CARRY,
                  types + 1,
                  n,
                  &polled,
                  op_attribute(s->loop, "polled").ptr != NULL,
                  &region,
                  1};
  MlirOperation outer = op_before(s->loop, &over);
  for (intptr_t i = 0; i < n; i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(s->loop, i),
                                  mlirOperationGetResult(outer, i));
}

bool strips_begin(MlirOperation loop, int64_t n, strips *ret) {
  intptr_t carried = mlirOperationGetNumResults(loop);
  if (carried > MOST_CARRIED) return false;
  strips s = {.loop = loop};
  make_outer(&s, n);
  MlirOperation outer = mlirBlockGetParentOperation(s.body);
  s.begin = mlirBlockGetArgument(s.body, 0);
  MlirValue left = binary(&s, "arith.subi", op_operand(outer, 1), s.begin);
  s.trips = binary(&s, "arith.minsi", left, op_operand(outer, 2));
  MlirValue end = binary(&s, "arith.addi", s.begin, s.trips);
  mlirOperationRemoveFromParent(loop);
  mlirBlockAppendOwnedOperation(s.body, loop);
  mlirOperationSetOperand(loop, 0, s.begin);
  mlirOperationSetOperand(loop, 1, end);
  for (intptr_t i = 0; i < carried; i++)
    mlirOperationSetOperand(loop, FIRST_CARRY + i, mlirBlockGetArgument(s.body, 1 + i));
  return *ret = s, true;
}

void strips_end(const strips *s) {
  MlirValue out[MOST_CARRIED];
  intptr_t n = mlirOperationGetNumResults(s->loop);
  for (intptr_t i = 0; i < n; i++) out[i] = mlirOperationGetResult(s->loop, i);
  op_append(s->body, mlirOperationGetLocation(s->loop), &(op_spec){"scf.yield", out, n});
}

void strips_end_sum(const strips *s, MlirOperation sum) {
  mlirOperationSetOperand(s->loop, FIRST_CARRY, sum_nothing(s->loop, sum));
  MlirValue out =
      sum_both(s->body, sum, mlirBlockGetArgument(s->body, 1), mlirOperationGetResult(s->loop, 0));
  op_append(s->body, mlirOperationGetLocation(s->loop), &(op_spec){"scf.yield", &out, 1});
}
