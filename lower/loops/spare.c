// See spare.h. A loop
//
//   %a = memref.alloc(%n)
//   scf.for ... iter_args(%x = %a) {
//     %y = memref.alloc(%n)
//     ... reads %x, writes %y
//     memref.dealloc %x
//     dbx_sweep(...)
//     scf.yield %y
//   }
//
// becomes one that carries both buffers and changes them over; a trip asks the pool for nothing,
// and what it has not allocated need not be swept. So does one whose trips are done in strips, by a
// loop around it that carries the same. Of a fresh buffer LLVM knows that nobody else has it: so
// loops that it makes vectors of keep theirs.
#include "lower/loops/spare.h"

#include "lower/loops/loops.h"

enum { MOST_CARRIED = 32, FIRST_CARRY = 3 }; // operands of scf.for before the carries

typedef struct turn {
  MlirOperation loop, strip, made,
      freed;     // the loop, in strips the one around it; its alloc of the yielded buffer, and
                 // dealloc of the carried one
  MlirValue old; // the carried buffer in the body
  intptr_t carry;
} turn;

// ---- may it be done? ----

static MlirOperation find_dealloc(MlirBlock body, MlirValue mem) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (op_is(op, "memref.dealloc") && mlirValueEqual(op_operand(op, 0), mem)) return op;
  return (MlirOperation){0};
}

static bool uses(MlirOperation op, MlirValue mem) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (mlirValueEqual(op_operand(op, i), mem)) return true;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
    MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (MlirOperation in = b.ptr ? mlirBlockGetFirstOperation(b) : (MlirOperation){0}; in.ptr;
         in = mlirOperationGetNextInBlock(in))
      if (uses(in, mem)) return true;
  }
  return false;
}

// The loops of the body that touch the buffer are none that LLVM makes vectors of.
static bool goes_by_elements(MlirBlock body, MlirValue mem) {
  bool some = false;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    loop_work w;
    if (!mlirOperationGetNumRegions(op) || !uses(op, mem)) continue;
    if (!op_is(op, "scf.for") || !loop_find_work(op, &w) || w.nested) return false;
    if (loop_is_streaming(&w)) return false;
    some = true;
  }
  return some;
}

static bool is_alloc_of(MlirOperation op, MlirValue size) {
  return op.ptr && op_is(op, "memref.alloc") && index_same(op_operand(op, 0), size, 0);
}

// The loop that does strips of this one's trips: it carries the same, and nothing else is done with
// it. Null: there is none.
static MlirOperation find_strip(MlirOperation loop) {
  MlirBlock body = loop_body(loop);
  MlirOperation yield = mlirBlockGetTerminator(body);
  intptr_t n = mlirOperationGetNumResults(loop);
  MlirOperation in = n ? op_maker(op_operand(yield, 0)) : (MlirOperation){0};
  if (!in.ptr || !op_is(in, "scf.for") || mlirOperationGetNumResults(in) != n ||
      !mlirBlockEqual(mlirOperationGetBlock(in), body))
    return (MlirOperation){0};
  for (intptr_t i = 0; i < n; i++) {
    MlirValue given = mlirBlockGetArgument(body, 1 + i), made = mlirOperationGetResult(in, i);
    MlirOpOperand use = mlirValueGetFirstUse(given);
    if (!mlirValueEqual(op_operand(in, FIRST_CARRY + i), given) ||
        !mlirValueEqual(op_operand(yield, i), made) || mlirOpOperandIsNull(use) ||
        !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
      return (MlirOperation){0};
  }
  return in;
}

static bool find_turn(MlirOperation loop, MlirOperation strip, intptr_t carry, turn *ret) {
  MlirBlock body = loop_body(strip.ptr ? strip : loop);
  MlirOperation first = op_maker(op_operand(loop, FIRST_CARRY + carry)),
                made = op_maker(op_operand(mlirBlockGetTerminator(body), carry));
  if (!made.ptr || !op_is(made, "memref.alloc") || !first.ptr) return false;
  MlirValue size = op_operand(made, 0), old = mlirBlockGetArgument(body, 1 + carry);
  MlirOperation freed = find_dealloc(body, old);
  *ret = (turn){loop, strip, made, freed, old, carry};
  return freed.ptr && is_alloc_of(first, size) && !loop_varies(size, loop, 0) &&
         mlirBlockEqual(mlirOperationGetBlock(made), body) &&
         mlirBlockEqual(mlirOperationGetBlock(first), mlirOperationGetBlock(loop)) &&
         goes_by_elements(body, mlirOperationGetResult(made, 0));
}

// ---- doing it ----

// The same loop with one more carry, which is the last argument of its body.
static MlirOperation with_carry(MlirOperation loop, MlirValue more) {
  MlirNamedAttribute attrs[8];
  MlirValue in[FIRST_CARRY + MOST_CARRIED + 1];
  MlirType types[MOST_CARRIED + 1];
  intptr_t n = mlirOperationGetNumResults(loop), n_attrs = mlirOperationGetNumAttributes(loop);
  for (intptr_t i = 0; i < FIRST_CARRY + n; i++) in[i] = op_operand(loop, i);
  for (intptr_t i = 0; i < n; i++) types[i] = mlirValueGetType(mlirOperationGetResult(loop, i));
  for (intptr_t i = 0; i < n_attrs; i++) attrs[i] = mlirOperationGetAttribute(loop, i);
  in[FIRST_CARRY + n] = more;
  types[n] = mlirValueGetType(more);
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(loop, 0));
  MlirOperation new = op_before(loop, &(op_spec){"scf.for", in, FIRST_CARRY + n + 1, types, n + 1,
                                                 attrs, n_attrs, &region, 1});
  (void)mlirBlockAddArgument(loop_body(new), types[n], mlirOperationGetLocation(new));
  return new;
}

static MlirValue last_argument(MlirOperation loop) {
  MlirBlock body = loop_body(loop);
  return mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
}

static MlirValue last_result(MlirOperation loop) {
  return mlirOperationGetResult(loop, mlirOperationGetNumResults(loop) - 1);
}

static void yield_too(MlirOperation loop, MlirValue more) {
  MlirBlock body = loop_body(loop);
  MlirOperation yield = mlirBlockGetTerminator(body);
  MlirValue out[MOST_CARRIED + 1];
  intptr_t n = mlirOperationGetNumOperands(yield);
  for (intptr_t i = 0; i < n; i++) out[i] = op_operand(yield, i);
  out[n] = more;
  op_append(body, mlirOperationGetLocation(yield), &(op_spec){"scf.yield", out, n + 1});
  mlirOperationDestroy(yield);
}

static void replace(MlirOperation old, MlirOperation new, emit_links *links) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(old); i++) {
    MlirValue from = mlirOperationGetResult(old, i), to = mlirOperationGetResult(new, i);
    links_replace(links, from, to);
  }
  mlirOperationDestroy(old);
}

// The loop that takes the place of this one, carrying `spare`; its body is the same.
static MlirOperation carry_too(MlirOperation loop, MlirValue spare, emit_links *links) {
  MlirOperation new = with_carry(loop, spare);
  replace(loop, new, links);
  return new;
}

static MlirOperation take_turns(const turn *t, emit_links *links) {
  MlirOperation first = op_maker(op_operand(t->loop, FIRST_CARRY + t->carry)),
                second = mlirOperationClone(first);
  MlirBlock around = mlirOperationGetBlock(t->loop);
  mlirBlockInsertOwnedOperationAfter(around, first, second);
  MlirOperation loop = carry_too(t->loop, mlirOperationGetResult(second, 0), links), inner = loop;
  if (t->strip.ptr) {
    inner = carry_too(t->strip, last_argument(loop), links);
    yield_too(loop, last_result(inner));
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(t->made, 0), last_argument(inner));
  yield_too(inner, t->old);
  mlirOperationDestroy(t->made);
  mlirOperationDestroy(t->freed);
  MlirValue last = last_result(loop);
  mlirBlockInsertOwnedOperationAfter(
      around, loop, op_new(mlirOperationGetLocation(loop), &(op_spec){"memref.dealloc", &last, 1}));
  return loop;
}

// ---- sweeps ----

enum { MOST_OPERATIONS = 2000 }; // that are looked at in a body

// Is there an allocation that is not freed where it is made? `yield` gives away what it has. Of
// what is too long to be looked at nothing is known. *left: operations that may be.
static bool leaves(MlirBlock b, MlirOperation yield, int *left) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (--*left < 0 || op_is(op, "memref.realloc")) return true;
    if (op_is(op, "memref.alloc")) {
      MlirValue mem = mlirOperationGetResult(op, 0);
      if (!find_dealloc(b, mem).ptr && !(yield.ptr && uses(yield, mem))) return true;
    }
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++)
      for (MlirBlock in = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); in.ptr;
           in = mlirBlockGetNextInRegion(in))
        if (leaves(in, (MlirOperation){0}, left)) return true;
  }
  return false;
}

// Every carried buffer is freed or handed on.
static bool frees_carried(MlirBlock body, MlirOperation yield) {
  for (intptr_t i = 1; i < mlirBlockGetNumArguments(body); i++) {
    MlirValue mem = mlirBlockGetArgument(body, i);
    if (mlirTypeIsAMemRef(mlirValueGetType(mem)) && !find_dealloc(body, mem).ptr &&
        !uses(yield, mem))
      return false;
  }
  return true;
}

static MlirOperation find_sweep(MlirBlock body) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (op_calls(op, "dbx_sweep")) return op;
  return (MlirOperation){0};
}

// What a trip has allocated is freed or handed on: nothing is left for the sweep at its end.
static void drop_sweep(MlirBlock body) {
  MlirOperation yield = mlirBlockGetTerminator(body), sweep = find_sweep(body);
  int left = MOST_OPERATIONS;
  if (!sweep.ptr || leaves(body, yield, &left) || !frees_carried(body, yield)) return;
  MlirValue mark = op_operand(sweep, 0);
  mlirOperationDestroy(sweep);
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(mark))) mlirOperationDestroy(op_maker(mark));
}

// ---- all loops ----

static void visit_block(MlirBlock b, emit_links *links);

static void visit_loop(MlirOperation loop, emit_links *links) {
  turn t;
  for (intptr_t c = 0; c < mlirOperationGetNumResults(loop); c++)
    if (mlirOperationGetNumResults(loop) < MOST_CARRIED && find_turn(loop, find_strip(loop), c, &t))
      loop = take_turns(&t, links);
  MlirOperation strip = find_strip(loop);
  if (strip.ptr) drop_sweep(loop_body(strip));
  drop_sweep(loop_body(loop));
}

static void visit_block(MlirBlock b, emit_links *links) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++)
      for (MlirBlock in = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); in.ptr;
           in = mlirBlockGetNextInRegion(in))
        visit_block(in, links);
    if (op_is(op, "scf.for")) visit_loop(op, links);
  }
}

void spare_buffers(MlirModule module, emit_links *links) {
  visit_block(mlirModuleGetBody(module), links);
}
