// See turns.h.
//
//   scf.for %i = ... {                     // trips of the program
//     scf.for %r = %low to %high {         // rows
//       %sum = scf.for %k ... { ... %a[%r * %row + %k] ... }
//       %b[%r] = %sum
//     }
//   }
//
// has %low + %high - 1 - %r instead of %r where %i is odd: as a factor of %r and a number that is
// added, which LLVM moves out of the loop.
#include "lower/loops/turns.h"

#include "lower/loops/loops.h"

enum { NOT_EQUAL = 1 };    // arith::CmpIPredicate
enum { NEAR = 32768 / 8 }; // elements that stay in the nearest cache anyway

// ---- which loops ----

static bool has_fold(MlirBlock rows) {
  for (MlirOperation op = mlirBlockGetFirstOperation(rows); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (op_is(op, "scf.for") && mlirOperationGetNumResults(op)) return true;
  return false;
}

// The lengths are known, and few elements are read.
static bool is_near(MlirOperation rows) {
  int64_t n, k = 0;
  if (!index_number(index_plain(op_operand(rows, 1)), &n)) return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(rows)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (op_is(op, "scf.for") && !index_number(index_plain(op_operand(op, 1)), &k)) return false;
  return n <= NEAR && k <= NEAR && n * k <= NEAR;
}

// Every trip of `trips` reads the same there, other rows in each row of the loop.
static bool reads_again(const loop_work *w, MlirOperation trips) {
  for (int i = 0; i < w->n; i++)
    if (!w->access[i].writes && value_is_outside(w->access[i].mem, trips) &&
        loop_varies(w->access[i].at, w->loop, 0))
      return true;
  return false;
}

static bool writes_apart(const loop_work *w) {
  for (int i = 0; i < w->n; i++)
    if (w->access[i].writes && !mem_is_disjoint(w->access[i].mem)) return false;
  return true;
}

static bool may_turn(MlirOperation rows, MlirOperation trips) {
  loop_work w;
  bool feeds = false;
  return !mlirOperationGetNumResults(rows) && has_fold(loop_body(rows)) && !is_near(rows) &&
         loop_find_work_of_part(rows, &w) && !w.branches && !w.calls && writes_apart(&w) &&
         loop_keep_apart(&w, &w, &feeds) && reads_again(&w, trips);
}

// ---- doing it ----

static MlirValue select(MlirOperation next, MlirValue test, MlirValue yes, MlirValue no) {
  MlirType t = mlirValueGetType(yes);
  MlirValue in[3] = {test, yes, no};
  return op_value_before(next, &(op_spec){"arith.select", in, 3, &t, 1});
}

static MlirValue is_odd(MlirOperation next, MlirValue i) {
  MlirType t = mlirValueGetType(i);
  MlirValue bit = op_binary_before(next, "arith.andi", i, op_number_before(next, t, 1));
  return op_compare_before(next, NOT_EQUAL, bit, op_number_before(next, t, 0));
}

static void turn(MlirOperation rows, MlirOperation trips) {
  MlirValue r = loop_index(rows), odd = is_odd(rows, loop_index(trips));
  MlirType t = mlirValueGetType(r);
  MlirValue ends = op_binary_before(rows, "arith.addi", op_operand(rows, 0), op_operand(rows, 1)),
            last = op_binary_before(rows, "arith.subi", ends, op_number_before(rows, t, 1)),
            from = select(rows, odd, last, op_number_before(rows, t, 0)),
            by = select(rows, odd, op_number_before(rows, t, -1), op_number_before(rows, t, 1));
  MlirOperation first = mlirBlockGetFirstOperation(loop_body(rows));
  MlirValue moved = op_binary_before(first, "arith.muli", by, by),
            row = op_binary_before(first, "arith.addi", from, moved);
  mlirValueReplaceAllUsesOfWith(r, row);
  mlirOperationSetOperand(op_maker(moved), 1, r);
}

static void visit(MlirOperation op) {
  bool trips = op_is(op, "scf.for") && op_attribute(op, "polled").ptr;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++)
    for (MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); b.ptr;
         b = mlirBlockGetNextInRegion(b))
      for (MlirOperation in = mlirBlockGetFirstOperation(b); in.ptr;
           in = mlirOperationGetNextInBlock(in)) {
        visit(in);
        if (trips && op_is(in, "scf.for") && !op_attribute(in, "polled").ptr && may_turn(in, op))
          turn(in, op);
      }
}

void turn_sweeps(MlirModule module) {
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    visit(op);
}
