// See subnormal.h. What is multiplied again and again dies out, as derivatives through many trips
// do, and stays above 0 where a product is rounded up to what it was. Processors take far longer
// for products of numbers below the least normal one (some 150 cycles instead of 4).
//
// Of f64, such a number is k * 2^-1074 with an integer k below 2^52, and k is its bits. 2^52 + k is
// normal, with a last place of 1, so that for |f| <= 1 a fused 2^52 + k * |f| is rounded to an
// integer just as the product of the number and f is:
//
//   scf.for %i ... iter_args(%c = %begin) {
//     %f = memref.load %a[%i]
//     scf.yield (%c * %f)
//   }
//
// becomes
//
//   %dying = 0 < |%begin| < the least normal one, and all |%a[%i]| <= 1
//   scf.if %dying {
//     scf.for %i ... iter_args(%s = 2^52 + k, %sign = its bits) {
//       %f = memref.load %a[%i]
//       scf.yield fma(%s - 2^52, |%f|, 2^52), (%sign ^ the bits of %f)
//     }
//   } else { the loop }
#include "lower/loops/subnormal.h"

#include "lower/loops/loops.h"

#include <assert.h>

// MOST_OPERATIONS: of a trip. BEGIN: the operand of scf.for that its carry begins with.
enum { MOST_OPERATIONS = 64, BEGIN = 3 };
enum { LESS_UNSIGNED = 6, AT_MOST_UNSIGNED = 7 }; // arith::CmpIPredicate

// ---- what a trip does ----

static bool computes(MlirOperation op) {
  return op_is_of(op, "arith") || op_is_of(op, "math") || op_is(op, "memref.load") ||
         op_is(op, "llvm.load") || op_is(op, "llvm.mlir.addressof") ||
         (op_is(op, "func.call") && op_calls_function(op)) ||
         (op_is(op, "scf.if") && !mlirOperationGetNumResults(op));
}

static bool uses(MlirOperation op, MlirValue v) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (mlirValueEqual(op_operand(op, i), v)) return true;
  return false;
}

// A product of last, which is used nowhere else in it.
static bool is_link(MlirOperation op, MlirValue last) {
  return op_is(op, "arith.mulf") && !op_any_order(op) &&
         mlirValueEqual(op_operand(op, 0), last) != mlirValueEqual(op_operand(op, 1), last);
}

static MlirValue factor_of(MlirOperation link, MlirValue last) {
  return op_operand(link, mlirValueEqual(op_operand(link, 0), last));
}

static bool is_used_once(MlirValue v) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  return !mlirOpOperandIsNull(use) && mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

// Every link is used by the next one only, the last by the end.
static bool is_linked(MlirBlock trip) {
  MlirValue last = mlirBlockGetArgument(trip, 1);
  int left = MOST_OPERATIONS;
  for (MlirOperation op = mlirBlockGetFirstOperation(trip); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (!is_used_once(last) || !left--) return false;
    if (op_is(op, "scf.yield")) return op_maker(last).ptr && uses(op, last);
    if (is_link(op, last)) last = mlirOperationGetResult(op, 0);
    else if (!computes(op) || uses(op, last)) return false;
  }
  return false;
}

bool subnormal_is_chain(MlirOperation loop) {
  if (mlirOperationGetNumResults(loop) != 1 || !op_has_fma()) return false;
  MlirType t = mlirValueGetType(mlirOperationGetResult(loop, 0));
  return (mlirTypeIsAF64(t) || mlirTypeIsAF32(t)) && is_linked(loop_body(loop));
}

// ---- making ----

typedef struct maker {
  MlirOperation loop;
  MlirContext ctx;
  MlirLocation at;
  MlirType real, word;                                    // of the carry, and of its bits
  unsigned fraction;                                      // bits of it
  MlirBlock to;                                           // where operations are put
  MlirValue from[MOST_OPERATIONS], made[MOST_OPERATIONS]; // what a trip gives, and its copy
  uint32_t n;
} maker;

static maker maker_of(MlirOperation loop) {
  MlirContext ctx = mlirOperationGetContext(loop);
  MlirType t = mlirValueGetType(mlirOperationGetResult(loop, 0));
  bool f64 = mlirTypeIsAF64(t);
  return (maker){.loop = loop,
                 .ctx = ctx,
                 .at = mlirOperationGetLocation(loop),
                 .real = t,
                 .word = mlirIntegerTypeGet(ctx, f64 ? 64 : 32),
                 .fraction = f64 ? 52 : 23};
}

static MlirValue put(const maker *m, const op_spec *s) {
  return mlirOperationGetResult(op_append(m->to, m->at, s), 0);
}

static MlirValue number(const maker *m, int64_t n) {
  MlirNamedAttribute a = op_attr(m->ctx, "value", mlirIntegerAttrGet(m->word, n));
  return put(m, &(op_spec){"arith.constant", NULL, 0, &m->word, 1, &a, 1});
}

static MlirValue binary(const maker *m, const char *name, MlirValue x, MlirValue y) {
  MlirType t = mlirValueGetType(x);
  MlirValue in[2] = {x, y};
  return put(m, &(op_spec){name, in, 2, &t, 1});
}

static MlirValue compare(const maker *m, int64_t how, MlirValue x, MlirValue y) {
  return op_compare(m->to, m->at, how, x, y);
}

static MlirValue bits_of(const maker *m, MlirValue real) {
  return put(m, &(op_spec){"arith.bitcast", &real, 1, &m->word, 1});
}

static MlirValue real_of(const maker *m, MlirValue bits) {
  return put(m, &(op_spec){"arith.bitcast", &bits, 1, &m->real, 1});
}

// ---- bits ----

static unsigned word_bits(const maker *m) { return m->fraction == 52 ? 64 : 32; }
static int64_t largest(const maker *m) { return m->fraction == 52 ? INT64_MAX : INT32_MAX; }
// Of a power of 2, 2^e: an exponent has what the sign and the fraction leave.
static int64_t power_bits(const maker *m, unsigned e) {
  int64_t middle = (INT64_C(1) << (word_bits(m) - m->fraction - 2)) - 1;
  return (middle + e) << m->fraction;
}

static MlirValue without_sign(const maker *m, MlirValue bits) {
  return binary(m, "arith.andi", bits, number(m, largest(m)));
}

// 2^52: where integers have a last place of 1.
static int64_t base_bits(const maker *m) { return power_bits(m, m->fraction); }
static MlirValue base(const maker *m) { return real_of(m, number(m, base_bits(m))); }

// ---- copies of a trip ----

static void stands_for(maker *m, MlirValue from, MlirValue made) {
  assert(m->n < MOST_OPERATIONS);
  m->from[m->n] = from, m->made[m->n++] = made;
}

static MlirValue copy_of(const maker *m, MlirValue v) {
  for (uint32_t i = 0; i < m->n; i++)
    if (mlirValueEqual(m->from[i], v)) return m->made[i];
  return v;
}

static void rename_operands(const maker *m, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    mlirOperationSetOperand(op, i, copy_of(m, op_operand(op, i)));
}

static void copy_operation(maker *m, MlirOperation op) {
  MlirOperation own = mlirOperationClone(op);
  assert(!mlirOperationGetNumRegions(op));
  rename_operands(m, own);
  mlirBlockAppendOwnedOperation(m->to, own);
  if (mlirOperationGetNumResults(op))
    stands_for(m, mlirOperationGetResult(op, 0), mlirOperationGetResult(own, 0));
}

// carried: what the copy carries; each link changes it by what its factor's copy is.
static void copy_trip(maker *m, MlirValue *carried,
                      void (*link)(const maker *m, MlirValue factor, MlirValue *carried)) {
  MlirBlock trip = loop_body(m->loop);
  MlirValue last = mlirBlockGetArgument(trip, 1);
  m->n = 0;
  stands_for(m, loop_index(m->loop), mlirBlockGetArgument(m->to, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(trip); !op_is(op, "scf.yield");
       op = mlirOperationGetNextInBlock(op)) {
    if (!uses(op, last)) {
      copy_operation(m, op);
      continue;
    }
    link(m, copy_of(m, factor_of(op, last)), carried);
    last = mlirOperationGetResult(op, 0);
  }
}

// A loop over the same trips, at the end of m->to; carried: n values before and, then, behind it.
static void copy_loop(maker *m, intptr_t n, MlirValue *carried,
                      void (*link)(const maker *m, MlirValue factor, MlirValue *carried)) {
  enum { MOST = 2 };
  MlirBlock outside = m->to;
  MlirType types[MOST + 1] = {mlirValueGetType(loop_index(m->loop))};
  MlirLocation places[MOST + 1] = {m->at, m->at, m->at};
  MlirValue in[MOST + BEGIN];
  assert(n <= MOST);
  for (int i = 0; i < BEGIN; i++) in[i] = op_operand(m->loop, i);
  for (intptr_t i = 0; i < n; i++)
    in[BEGIN + i] = carried[i], types[i + 1] = mlirValueGetType(carried[i]);
  m->to = mlirBlockCreate(n + 1, types, places);
  for (intptr_t i = 0; i < n; i++) carried[i] = mlirBlockGetArgument(m->to, i + 1);
  copy_trip(m, carried, link);
  op_append(m->to, m->at, &(op_spec){"scf.yield", carried, n});
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, m->to);
  MlirNamedAttribute polled = op_attr(m->ctx, "polled", mlirUnitAttrGet(m->ctx));
  m->to = outside;
  MlirOperation made = op_append(
      m->to, m->at, &(op_spec){"scf.for", in, n + BEGIN, types + 1, n, &polled, 1, &region, 1});
  for (intptr_t i = 0; i < n; i++) carried[i] = mlirOperationGetResult(made, i);
}

// ---- are all factors at most 1? ----

static void add_factor(const maker *m, MlirValue factor, MlirValue *carried) {
  *carried = binary(m, "arith.maxui", *carried, without_sign(m, bits_of(m, factor)));
}

// Bits of floats without a sign are in the order of the floats; those of no number come last.
static MlirValue are_small(maker *m) {
  MlirValue most = number(m, 0);
  copy_loop(m, 1, &most, add_factor);
  return compare(m, AT_MOST_UNSIGNED, most, number(m, power_bits(m, 0)));
}

// ---- products ----

static void add_product(const maker *m, MlirValue factor, MlirValue *carried) {
  MlirValue bits = bits_of(m, factor);
  MlirValue in[3] = {binary(m, "arith.subf", carried[0], base(m)),
                     real_of(m, without_sign(m, bits)), base(m)};
  carried[0] = put(m, &(op_spec){"math.fma", in, 3, &m->real, 1});
  carried[1] = binary(m, "arith.xori", carried[1], bits);
}

static MlirValue products(maker *m) {
  MlirValue bits = bits_of(m, op_operand(m->loop, BEGIN));
  MlirValue up = binary(m, "arith.addi", without_sign(m, bits), number(m, base_bits(m)));
  MlirValue carried[2] = {real_of(m, up), bits};
  copy_loop(m, 2, carried, add_product);
  MlirValue k = binary(m, "arith.subi", bits_of(m, carried[0]), number(m, base_bits(m)));
  MlirValue sign = binary(m, "arith.andi", carried[1], number(m, -largest(m) - 1));
  return real_of(m, binary(m, "arith.ori", k, sign));
}

// ---- the choice ----

typedef struct choice {
  MlirBlock block[2]; // where it holds, and where not
  MlirRegion region[2];
} choice;

static choice choice_new(void) {
  choice c;
  for (int i = 0; i < 2; i++) {
    c.block[i] = mlirBlockCreate(0, NULL, NULL);
    c.region[i] = mlirRegionCreate();
    mlirRegionAppendOwnedBlock(c.region[i], c.block[i]);
  }
  return c;
}

static void give(maker *m, MlirBlock block, MlirValue v) {
  op_append(block, m->at, &(op_spec){"scf.yield", &v, 1});
}

static MlirValue decide(maker *m, MlirValue test, choice *c, MlirType t) {
  return put(m, &(op_spec){"scf.if", &test, 1, &t, 1, NULL, 0, c->region, 2});
}

// Above 0 and below the least normal number: 0 < bits < 2^52.
static MlirValue is_subnormal(const maker *m, MlirValue v) {
  MlirValue less = binary(m, "arith.subi", without_sign(m, bits_of(m, v)), number(m, 1));
  return compare(m, LESS_UNSIGNED, less, number(m, (INT64_C(1) << m->fraction) - 1));
}

// One that asks for the factors only where the first question was answered by yes.
static MlirValue is_dying(maker *m) {
  MlirType i1 = mlirIntegerTypeGet(m->ctx, 1);
  MlirValue no = is_subnormal(m, op_operand(m->loop, BEGIN));
  choice c = choice_new();
  MlirBlock outside = m->to;
  m->to = c.block[0];
  give(m, c.block[0], are_small(m));
  m->to = outside;
  give(m, c.block[1], no);
  return decide(m, no, &c, i1);
}

static void replace_uses(MlirOperation loop, MlirValue by) {
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(loop, 0), by);
}

void subnormal_choose(MlirOperation loop) {
  maker m = maker_of(loop);
  m.to = mlirBlockCreate(0, NULL, NULL); // as operations are put at an end; they move
  MlirValue dying = is_dying(&m);
  choice c = choice_new();
  MlirBlock front = m.to;
  m.to = c.block[0];
  give(&m, c.block[0], products(&m));
  m.to = front;
  MlirValue chosen = decide(&m, dying, &c, m.real);
  replace_uses(loop, chosen);
  for (MlirOperation op = mlirBlockGetFirstOperation(front), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(loop), loop, op);
  }
  mlirBlockDestroy(front);
  mlirOperationRemoveFromParent(loop);
  mlirBlockAppendOwnedOperation(c.block[1], loop);
  give(&m, c.block[1], mlirOperationGetResult(loop, 0));
}
