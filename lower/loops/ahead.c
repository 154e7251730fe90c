// See ahead.h. A loop whose trips wait for each other, but of which a function of libm does not,
//
//   scf.for %i ... iter_args(%c = ...) {
//     %x = memref.load %a[%i]
//     %y = call @cos(%x)
//     scf.yield (%c * %y)
//   }
//
// goes by strips. In each, the functions of all its trips come first, in a loop that LLVM makes
// vectors of, and then the trips:
//
//   scf.for %b ... step STRIP iter_args(%c = ...) {
//     scf.for %k = 0 to %n { %s[%k] = cos(%a[%b + %k]) }
//     scf.for %i = %b to %b + %n iter_args(...) {
//       %y = %s[%i - %b]
//       scf.yield (%c * %y)
//     }
//   }
//
// So does a loop that only multiplies a number again and again, as that may die out (subnormal.h).
//
// Checks of what is computed ahead go with it, if no others are in the trip: those would come later
// than they did. What may be read ahead is written by nobody in the loop: its trips write only
// buffers that it carries, and those are nobody else's (emit_loops.c).
#include "lower/loops/ahead.h"

#include "base/map.h"
#include "base/mem.h"
#include "lower/loops/loops.h"
#include "lower/loops/strips.h"
#include "lower/loops/subnormal.h"

#include <string.h>

enum {
  STRIP = 256,           // trips
  FEW_TRIPS = 16,        // for which it does not pay
  MOST_VALUES = 8,       // that a trip gets
  MOST_OPERATIONS = 400, // of a body that is looked at
  MOST_ROOMS = 16
};

typedef struct step {
  MlirOperation op;
  bool guard; // ends the run, or does nothing
  bool costs; // calls a function, or needs the result of such a call
  bool asked; // in the loop ahead, too
} step;

// The rooms for what a strip computes are those of the function, as no two loops need them at once.
typedef struct ahead {
  MlirOperation function, loop;
  MlirValue room[MOST_ROOMS];
  uint32_t n_rooms;
  step *steps; // of the body, those that no trip before is needed for, in order
  uint32_t n_steps;
  dbx_map of_value; // a value that a step gives -> number of the step + 1
  MlirValue out[MOST_VALUES];
  uint32_t n_out;
} ahead;

static uint64_t key_of(MlirValue v) { return (uint64_t)(uintptr_t)v.ptr; }

static step *step_of(const ahead *a, MlirValue v) {
  uint64_t *at = dbx_map_find(&a->of_value, key_of(v));
  return at ? &a->steps[*at - 1] : NULL;
}

// ---- what needs no trip before ----

static bool is_ready(const ahead *a, MlirValue v) {
  return mlirValueEqual(v, loop_index(a->loop)) || step_of(a, v) || value_is_outside(v, a->loop);
}

static bool all_ready(const ahead *a, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (!is_ready(a, op_operand(op, i))) return false;
  return true;
}

// An scf.if that calls dbx_trap, and nothing else.
static bool is_guard(MlirOperation op) {
  if (!op_is(op, "scf.if") || mlirOperationGetNumResults(op)) return false;
  MlirBlock yes = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)),
            no = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 1));
  MlirOperation first = mlirBlockGetFirstOperation(yes);
  return !no.ptr && first.ptr && op_calls(first, "dbx_trap") &&
         mlirOperationEqual(mlirOperationGetNextInBlock(first), mlirBlockGetTerminator(yes));
}

static bool guard_is_ready(const ahead *a, MlirOperation op) {
  MlirBlock yes = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  return all_ready(a, op) && all_ready(a, mlirBlockGetFirstOperation(yes));
}

// Of whether to stop, which may be seen at any time.
static bool asks_to_stop(MlirOperation guard) {
  MlirOperation test = op_maker(op_operand(guard, 0));
  MlirOperation word = test.ptr && mlirOperationGetNumOperands(test) ? op_maker(op_operand(test, 0))
                                                                     : (MlirOperation){0};
  return word.ptr && op_is(word, "llvm.load");
}

static bool is_carried(const ahead *a, MlirValue mem) {
  return !op_maker(mem).ptr && mlirBlockEqual(mlirBlockArgumentGetOwner(mem), loop_body(a->loop));
}

// Does it compute and read only, or write what the loop carries? Inside, too.
static bool is_harmless(const ahead *a, MlirOperation op, int *left) {
  if (--*left < 0) return false;
  if (op_is(op, "memref.store")) return is_carried(a, op_operand(op, 1));
  if (op_is(op, "func.call")) return op_calls_function(op);
  if (is_guard(op)) return asks_to_stop(op);
  bool nests = op_is(op, "scf.for") || op_is(op, "scf.if");
  if (!nests && mlirOperationGetNumRegions(op)) return false;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
    MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (MlirOperation in = b.ptr ? mlirBlockGetFirstOperation(b) : (MlirOperation){0}; in.ptr;
         in = mlirOperationGetNextInBlock(in))
      if (!is_harmless(a, in, left)) return false;
  }
  return nests || op_is_of(op, "arith") || op_is_of(op, "math") || op_is(op, "memref.load") ||
         op_is(op, "scf.yield") || op_is(op, "llvm.load") || op_is(op, "llvm.mlir.addressof");
}

static bool is_step(const ahead *a, MlirOperation op) {
  if (is_guard(op)) return guard_is_ready(a, op);
  bool computes = op_is_of(op, "arith") || op_is_of(op, "math"),
       reads = op_is(op, "memref.load") && value_is_outside(op_operand(op, 0), a->loop),
       calls = op_is(op, "func.call") && op_calls_function(op);
  return (computes || reads || calls) && mlirOperationGetNumResults(op) == 1 && all_ready(a, op);
}

static void add_step(ahead *a, MlirOperation op) {
  step *s = &a->steps[a->n_steps++];
  *s = (step){.op = op, .guard = is_guard(op), .costs = op_is(op, "func.call")};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    const step *from = step_of(a, op_operand(op, i));
    s->costs |= from && from->costs;
  }
  if (!s->guard) dbx_map_put(&a->of_value, key_of(mlirOperationGetResult(op, 0)), a->n_steps);
}

static bool find_steps(ahead *a) {
  int left = MOST_OPERATIONS;
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(a->loop)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (is_step(a, op) && left-- > 0) add_step(a, op);
    else if (!is_harmless(a, op, &left)) return false;
  }
  return true;
}

// ---- what the trips get ----

static bool is_used_later(const ahead *a, MlirValue v) {
  for (MlirOpOperand use = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation by = mlirOpOperandGetOwner(use);
    if (!mlirOperationGetNumResults(by) || !step_of(a, mlirOperationGetResult(by, 0))) return true;
  }
  return false;
}

static void ask(const ahead *a, step *s);

static void ask_operands(const ahead *a, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    step *from = step_of(a, op_operand(op, i));
    if (from) ask(a, from);
  }
}

static void ask(const ahead *a, step *s) {
  if (s->asked) return;
  s->asked = true;
  ask_operands(a, s->op);
  if (s->guard)
    ask_operands(
        a, mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(s->op, 0))));
}

// Values that are worth it, and all checks.
static bool find_results(ahead *a) {
  a->n_out = 0;
  for (uint32_t i = 0; i < a->n_steps; i++) {
    step *s = &a->steps[i];
    if (s->guard) ask(a, s);
    if (s->guard || !s->costs) continue;
    MlirValue v = mlirOperationGetResult(s->op, 0);
    MlirType t = mlirValueGetType(v);
    if (!is_used_later(a, v)) continue;
    if (a->n_out == MOST_VALUES || !(mlirTypeIsAF64(t) || mlirTypeIsAF32(t))) return false;
    a->out[a->n_out++] = v;
    ask(a, s);
  }
  return a->n_out > 0;
}

// ---- rooms ----

static MlirValue make_room(ahead *a, MlirType element) {
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(a->function, 0));
  MlirContext ctx = mlirOperationGetContext(a->function);
  int64_t size = STRIP;
  int32_t segments[2] = {0};
  MlirType t = mlirMemRefTypeContiguousGet(element, 1, &size, mlirAttributeGetNull());
  MlirNamedAttribute n =
      op_attr(ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(ctx, 2, segments));
  MlirOperation op = op_before(mlirBlockGetFirstOperation(entry),
                               &(op_spec){"memref.alloca", NULL, 0, &t, 1, &n, 1});
  return mlirOperationGetResult(op, 0);
}

// The next room for such elements that the loop has not taken yet. *at: where to look from.
static MlirValue room_for(ahead *a, MlirType element, uint32_t *at) {
  for (; *at < a->n_rooms; (*at)++) {
    MlirValue room = a->room[*at];
    if (mlirTypeEqual(mlirShapedTypeGetElementType(mlirValueGetType(room)), element))
      return (*at)++, room;
  }
  if (a->n_rooms == MOST_ROOMS) return (MlirValue){0};
  (*at)++;
  return a->room[a->n_rooms++] = make_room(a, element);
}

static bool find_rooms(ahead *a, MlirValue *ret) {
  uint32_t at[2] = {0};
  for (uint32_t i = 0; i < a->n_out; i++) {
    MlirType t = mlirValueGetType(a->out[i]);
    ret[i] = room_for(a, t, &at[mlirTypeIsAF32(t)]);
    if (ml_none(ret[i])) return false;
  }
  return true;
}

// ---- doing it ----

static MlirValue renamed(const ahead *a, const MlirValue *made, MlirValue index, MlirValue v) {
  if (mlirValueEqual(v, loop_index(a->loop))) return index;
  const step *s = step_of(a, v);
  return s ? made[s - a->steps] : v;
}

static void rename_operands(const ahead *a, const MlirValue *made, MlirValue index,
                            MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    mlirOperationSetOperand(op, i, renamed(a, made, index, op_operand(op, i)));
}

static MlirOperation copy(const ahead *a, const step *s, const MlirValue *made, MlirValue index,
                          MlirBlock to) {
  MlirOperation op = mlirOperationClone(s->op);
  rename_operands(a, made, index, op);
  if (s->guard)
    rename_operands(
        a, made, index,
        mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))));
  mlirBlockAppendOwnedOperation(to, op);
  return op;
}

// The loop in front of the trips of a strip.
static void put_loop(const ahead *a, const strips *s, const MlirValue *room) {
  MlirLocation at = mlirOperationGetLocation(a->loop);
  MlirContext ctx = mlirOperationGetContext(a->loop);
  MlirType index = mlirValueGetType(s->begin);
  MlirBlock body = mlirBlockCreate(1, &index, &at);
  MlirValue k = mlirBlockGetArgument(body, 0), sum[2] = {s->begin, k};
  MlirValue *made = DBX_TMP(MlirValue, a->n_steps + 1);
  MlirValue i =
      mlirOperationGetResult(op_append(body, at, &(op_spec){"arith.addi", sum, 2, &index, 1}), 0);
  for (uint32_t n = 0; n < a->n_steps; n++) {
    if (!a->steps[n].asked) continue;
    MlirOperation op = copy(a, &a->steps[n], made, i, body);
    if (!a->steps[n].guard) made[n] = mlirOperationGetResult(op, 0);
  }
  for (uint32_t n = 0; n < a->n_out; n++) {
    MlirValue in[3] = {made[step_of(a, a->out[n]) - a->steps], room[n], k};
    op_append(body, at, &(op_spec){"memref.store", in, 3});
  }
  op_append(body, at, &(op_spec){"scf.yield"});
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  MlirNamedAttribute polled = op_attr(ctx, "polled", mlirUnitAttrGet(ctx));
  MlirValue in[3] = {op_number_before(a->loop, index, 0), s->trips,
                     op_number_before(a->loop, index, 1)};
  op_before(a->loop, &(op_spec){"scf.for", in, 3, NULL, 0, &polled, 1, &region, 1});
}

// The trips read what has been computed.
static void read_results(const ahead *a, const strips *s, const MlirValue *room) {
  MlirOperation first = mlirBlockGetFirstOperation(loop_body(a->loop));
  MlirType index = mlirValueGetType(s->begin);
  MlirValue in[2] = {loop_index(a->loop), s->begin};
  MlirValue k = op_value_before(first, &(op_spec){"arith.subi", in, 2, &index, 1});
  for (uint32_t i = 0; i < a->n_out; i++) {
    MlirType t = mlirValueGetType(a->out[i]);
    MlirValue at[2] = {room[i], k};
    mlirValueReplaceAllUsesOfWith(a->out[i],
                                  op_value_before(first, &(op_spec){"memref.load", at, 2, &t, 1}));
  }
}

static void drop_steps(const ahead *a) {
  for (uint32_t i = a->n_steps; i-- > 0;) {
    const step *s = &a->steps[i];
    if (s->guard || mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(s->op, 0))))
      mlirOperationDestroy(s->op);
  }
}

static bool is_long(MlirOperation loop) {
  int64_t n;
  return !index_number(index_plain(op_operand(loop, 1)), &n) || n > FEW_TRIPS;
}

static bool carries_scalars(MlirOperation loop) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); i++)
    if (!mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetResult(loop, i)))) return true;
  return false;
}

static bool cut_loop(ahead *a) {
  strips s;
  MlirValue room[MOST_VALUES];
  if (!find_steps(a)) return false;
  bool dies_out = subnormal_is_chain(a->loop);
  if (!find_results(a) && (a->n_out || !dies_out)) return false;
  if (!find_rooms(a, room) || !strips_begin(a->loop, STRIP, &s)) return false;
  put_loop(a, &s, room);
  read_results(a, &s, room);
  drop_steps(a);
  strips_end(&s);
  if (dies_out) subnormal_choose(a->loop);
  return true;
}

static bool visit_loop(ahead *a, MlirOperation loop) {
  if (!op_attribute(loop, "polled").ptr || !index_is_number(op_operand(loop, 2), 1) ||
      !is_long(loop) || !carries_scalars(loop))
    return false;
  dbx_scratch_mark m = dbx_scratch_here();
  a->loop = loop;
  a->steps = DBX_TMP(step, MOST_OPERATIONS + 1);
  a->n_steps = 0;
  bool done = cut_loop(a);
  dbx_map_clear(&a->of_value);
  dbx_scratch_release(m);
  return done;
}

// Is there a loop inside that was cut? Then those around it are not: they share the rooms.
static bool visit(ahead *a, MlirOperation op) {
  bool some = false;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++)
    for (MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); b.ptr;
         b = mlirBlockGetNextInRegion(b))
      for (MlirOperation in = mlirBlockGetFirstOperation(b), next; in.ptr; in = next) {
        next = mlirOperationGetNextInBlock(in);
        some |= visit(a, in);
      }
  return some || (op_is(op, "scf.for") && visit_loop(a, op));
}

void compute_ahead(MlirModule module) {
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    ahead a = {.function = op};
    if (op_is(op, "func.func")) visit(&a, op);
    dbx_map_free(&a.of_value);
  }
}
