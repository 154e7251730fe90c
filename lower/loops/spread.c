// See spread.h. Trips may run at the same time if none touches what another one writes: that is
// found out, or said by whoever has made the loop (attribute "apart"). Loop k
//
//   scf.for %i = 0 to %n { ... %a ... }
//
// becomes (a part is called by any thread, with the words that dbx_main has left in the scratch)
//
//   scf.if (%n >= least) {
//     words[base] = %a; dbx_spread(k, base, %n)
//   } else {
//     dbx_body_k(0, %n, %a), or the loop itself where it is small, or in another loop
//   }
//
//   func dbx_part_k(words, begin, end) { dbx_body_k(begin, end, words[0]) }
//   func dbx_body_k(begin, end, %a) { scf.for %i = begin to end { ... %a ... } }
#include "lower/loops/spread.h"

#include "lower/loops/loops.h"
#include "lower/loops/sums.h"

#include "base/mem.h"

#include <stdio.h>
#include <string.h>

// So many elements are worth waking threads for: of functions, or of what mostly waits for memory.
enum { LEAST_CALLS = 1 << 15, LEAST = 1 << 18, MOST_WORDS = 48, MOST_CONSTANTS = 64 };
enum {
  SMALL = 60,   // operations: less to make and to run than a call
  AT_LEAST = 5, // arith::CmpIPredicate
};

typedef struct spreader {
  MlirContext ctx;
  MlirBlock top; // of the module
  lower_program *p;
  MlirValue scratch;
  MlirType i64, i32, index;
  MlirLocation loc;
  uint32_t base, loops;
} spreader;

// ---- making operations at the end of a block, or before another one ----

typedef struct spot {
  MlirBlock block;
  MlirOperation before; // null: at the end
} spot;

static MlirOperation put(const spreader *s, spot at, const op_spec *spec) {
  MlirOperation op = op_new(s->loc, spec);
  if (at.before.ptr) mlirBlockInsertOwnedOperationBefore(at.block, at.before, op);
  else mlirBlockAppendOwnedOperation(at.block, op);
  return op;
}

static MlirValue value_of(const spreader *s, spot at, const char *name, const MlirValue *in,
                          intptr_t n, MlirType out) {
  return mlirOperationGetResult(put(s, at, &(op_spec){name, in, n, &out, 1}), 0);
}

static MlirValue unary(const spreader *s, spot at, const char *name, MlirValue x, MlirType out) {
  return value_of(s, at, name, &x, 1, out);
}

static MlirValue number(const spreader *s, spot at, MlirType t, int64_t n) {
  MlirNamedAttribute a = op_attr(s->ctx, "value", mlirIntegerAttrGet(t, n));
  return mlirOperationGetResult(put(s, at, &(op_spec){"arith.constant", NULL, 0, &t, 1, &a, 1}), 0);
}

static void call(const spreader *s, spot at, const char *name, const MlirValue *in, intptr_t n) {
  MlirNamedAttribute callee = op_callee(s->ctx, name);
  put(s, at, &(op_spec){"func.call", in, n, NULL, 0, &callee, 1});
}

// A private function with the arguments of its block; a declaration without one.
static void function(const spreader *s, const char *name, MlirBlock body, intptr_t n,
                     const MlirType *types, MlirAttribute arg_attrs) {
  MlirType type = mlirFunctionTypeGet(s->ctx, n, types, 0, NULL);
  mlirBlockInsertOwnedOperation(s->top, 0, op_function(s->loc, name, type, body, arg_attrs));
}

// ---- words ----

static bool is_word(MlirType t) {
  if (mlirTypeIsAIndex(t) || mlirTypeIsAMemRef(t) || mlirTypeIsAF64(t) || mlirTypeIsAF32(t))
    return true;
  return mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) <= 64;
}

static MlirValue to_word(const spreader *s, spot at, MlirValue v) {
  MlirType t = mlirValueGetType(v);
  if (mlirTypeIsAMemRef(t)) {
    v = unary(s, at, "memref.extract_aligned_pointer_as_index", v, s->index);
    t = s->index;
  }
  if (mlirTypeIsAIndex(t)) return unary(s, at, "arith.index_cast", v, s->i64);
  if (mlirTypeIsAF64(t)) return unary(s, at, "arith.bitcast", v, s->i64);
  if (mlirTypeIsAF32(t)) v = unary(s, at, "arith.bitcast", v, s->i32), t = s->i32;
  return mlirTypeEqual(t, s->i64) ? v : unary(s, at, "arith.extui", v, s->i64);
}

static MlirValue of_word(const spreader *s, spot at, MlirValue w, MlirType t) {
  if (mlirTypeIsAMemRef(t)) return unary(s, at, "builtin.unrealized_conversion_cast", w, t);
  if (mlirTypeIsAIndex(t)) return unary(s, at, "arith.index_cast", w, t);
  if (mlirTypeIsAF64(t)) return unary(s, at, "arith.bitcast", w, t);
  if (mlirTypeIsAF32(t))
    return unary(s, at, "arith.bitcast", unary(s, at, "arith.trunci", w, s->i32), t);
  return mlirTypeEqual(t, s->i64) ? w : unary(s, at, "arith.trunci", w, t);
}

// ---- what a loop takes from outside ----

// Values that are handed over, and constants and casts of indices, which are written again.
typedef struct outside {
  MlirOperation loop;
  MlirValue value[MOST_WORDS], constant[MOST_CONSTANTS];
  intptr_t n, n_constants;
  bool too_many;
} outside;

static intptr_t position(const MlirValue *all, intptr_t n, MlirValue v) {
  for (intptr_t i = 0; i < n; i++)
    if (mlirValueEqual(all[i], v)) return i;
  return -1;
}

static void add_outside(outside *o, MlirValue v) {
  MlirOperation m = op_maker(v);
  bool cast = m.ptr && op_is(m, "arith.index_cast");
  bool constant = cast || (m.ptr && op_is(m, "arith.constant"));
  if (cast) add_outside(o, op_operand(m, 0)); // so that equal lengths stay one value
  MlirValue *all = constant ? o->constant : o->value;
  intptr_t *n = constant ? &o->n_constants : &o->n;
  if (position(all, *n, v) >= 0) return;
  o->too_many |= *n == (constant ? MOST_CONSTANTS : MOST_WORDS) ||
                 (!constant && !is_word(mlirValueGetType(v)));
  if (!o->too_many) all[(*n)++] = v;
}

static MlirWalkResult collect(MlirOperation op, void *ctx) {
  outside *o = ctx;
  if (mlirOperationEqual(op, o->loop)) return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (value_is_outside(op_operand(op, i), o->loop)) add_outside(o, op_operand(op, i));
  return o->too_many ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

// What the operations inside take instead.
typedef struct renaming {
  const outside *from;
  MlirValue value[MOST_WORDS], constant[MOST_CONSTANTS];
} renaming;

static MlirWalkResult rename_operands(MlirOperation op, void *ctx) {
  const renaming *r = ctx;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue v = op_operand(op, i);
    intptr_t k = position(r->from->value, r->from->n, v),
             c = position(r->from->constant, r->from->n_constants, v);
    if (k >= 0) mlirOperationSetOperand(op, i, r->value[k]);
    if (c >= 0) mlirOperationSetOperand(op, i, r->constant[c]);
  }
  return MlirWalkResultAdvance;
}

// ---- the functions ----

static MlirAttribute disjoint_arguments(const spreader *s, const outside *o) {
  MlirAttribute all[MOST_WORDS + 2];
  MlirNamedAttribute no = op_attr(s->ctx, "llvm.noalias", mlirUnitAttrGet(s->ctx));
  for (intptr_t i = 0; i < o->n + 2; i++) {
    bool disjoint = i > 1 && mlirTypeIsAMemRef(mlirValueGetType(o->value[i - 2])) &&
                    mem_is_disjoint(o->value[i - 2]);
    all[i] = mlirDictionaryAttrGet(s->ctx, disjoint, &no);
  }
  return mlirArrayAttrGet(s->ctx, o->n + 2, all);
}

static void add_body(const spreader *s, const char *name, const outside *o) {
  MlirType types[MOST_WORDS + 2];
  MlirLocation locs[MOST_WORDS + 2];
  for (intptr_t i = 0; i < o->n + 2; i++) {
    types[i] = i < 2 ? s->index : mlirValueGetType(o->value[i - 2]);
    locs[i] = s->loc;
  }
  MlirBlock block = mlirBlockCreate(o->n + 2, types, locs);
  spot end = {block, {0}};
  renaming r = {.from = o};
  for (intptr_t i = 0; i < o->n; i++) r.value[i] = mlirBlockGetArgument(block, 2 + i);
  for (intptr_t i = 0; i < o->n_constants; i++) {
    MlirOperation again = mlirOperationClone(op_maker(o->constant[i]));
    (void)rename_operands(again, &r);
    mlirBlockAppendOwnedOperation(block, again);
    r.constant[i] = mlirOperationGetResult(again, 0);
  }
  MlirOperation loop = mlirOperationClone(o->loop);
  MlirValue one = number(s, end, s->index, 1);
  mlirOperationWalk(loop, rename_operands, &r, MlirWalkPreOrder);
  mlirOperationSetOperand(loop, 0, mlirBlockGetArgument(block, 0));
  mlirOperationSetOperand(loop, 1, mlirBlockGetArgument(block, 1));
  mlirOperationSetOperand(loop, 2, one);
  mlirBlockAppendOwnedOperation(block, loop);
  put(s, end, &(op_spec){"func.return"});
  function(s, name, block, o->n + 2, types, disjoint_arguments(s, o));
}

static void add_part(const spreader *s, const char *name, const char *body, const outside *o) {
  MlirType types[3] = {mlirValueGetType(s->scratch), s->i64, s->i64};
  MlirLocation locs[3] = {s->loc, s->loc, s->loc};
  MlirBlock block = mlirBlockCreate(3, types, locs);
  spot end = {block, {0}};
  MlirValue in[MOST_WORDS + 2], words = mlirBlockGetArgument(block, 0);
  for (intptr_t i = 0; i < 2; i++)
    in[i] = unary(s, end, "arith.index_cast", mlirBlockGetArgument(block, 1 + i), s->index);
  for (intptr_t i = 0; i < o->n; i++) {
    MlirValue at[2] = {words, number(s, end, s->index, i)};
    MlirValue w = value_of(s, end, "memref.load", at, 2, s->i64);
    in[2 + i] = of_word(s, end, w, mlirValueGetType(o->value[i]));
  }
  call(s, end, body, in, o->n + 2);
  put(s, end, &(op_spec){"func.return"});
  function(s, name, block, 3, types, (MlirAttribute){0});
}

// ---- how much a loop does ----

// The first loop inside `in` whose bound is known outside the outermost.
typedef struct inner {
  MlirOperation outermost, in, found;
  MlirValue bound;
} inner;

// Of rows that are taken several at a time (jam.h), that of all of them.
static MlirValue bound_of(MlirOperation loop) {
  MlirValue bound = index_plain(op_operand(loop, 1));
  MlirOperation m = op_maker(bound);
  return m.ptr && op_is(m, "arith.divsi") ? index_plain(op_operand(m, 0)) : bound;
}

static MlirWalkResult find_inner(MlirOperation op, void *ctx) {
  inner *f = ctx;
  if (!op_is(op, "scf.for") || mlirOperationEqual(op, f->in)) return MlirWalkResultAdvance;
  MlirValue bound = bound_of(op);
  if (!value_is_outside(bound, f->outermost)) return MlirWalkResultAdvance;
  f->found = op, f->bound = bound;
  return MlirWalkResultInterrupt;
}

static int64_t at_most(MlirValue v) {
  int64_t n;
  return index_number(index_plain(v), &n) ? n : INT64_MAX;
}

// About how many elements the loop computes, as an i64: its trips by those of the first loops
// inside, and by what a trip is said to do. ret_most: not more than so many.
static MlirValue count_elements(const spreader *s, MlirOperation loop, int64_t *ret_most) {
  spot at = {mlirOperationGetBlock(loop), loop};
  MlirAttribute said = op_attribute(loop, "apart");
  inner f = {.outermost = loop, .found = loop, .bound = index_plain(op_operand(loop, 1))};
  *ret_most = said.ptr ? mlirIntegerAttrGetValueInt(said) : 1;
  MlirValue in[2] = {number(s, at, s->i64, *ret_most)};
  while (f.found.ptr) {
    in[1] = to_word(s, at, f.bound);
    in[0] = value_of(s, at, "arith.muli", in, 2, s->i64);
    if (__builtin_mul_overflow(*ret_most, at_most(f.bound), ret_most)) *ret_most = INT64_MAX;
    f.in = f.found;
    f.found = (MlirOperation){0};
    mlirOperationWalk(f.in, find_inner, &f, MlirWalkPreOrder);
  }
  return in[0];
}

// ---- loops ----

static void hand_over(spreader *s, spot at, MlirOperation loop, const outside *o) {
  for (intptr_t i = 0; i < o->n; i++) {
    MlirValue in[3] = {to_word(s, at, o->value[i]), s->scratch,
                       number(s, at, s->index, s->base + i)};
    put(s, at, &(op_spec){"memref.store", in, 3});
  }
  MlirValue in[3] = {number(s, at, s->i64, s->loops), number(s, at, s->i64, s->base),
                     to_word(s, at, op_operand(loop, 1))};
  call(s, at, "dbx_spread", in, 3);
}

// By this thread alone.
static void do_all(const spreader *s, spot at, MlirOperation loop, const outside *o,
                   const char *body) {
  MlirValue in[MOST_WORDS + 2] = {number(s, at, s->index, 0), op_operand(loop, 1)};
  for (intptr_t i = 0; i < o->n; i++) in[2 + i] = o->value[i];
  call(s, at, body, in, o->n + 2);
  mlirOperationDestroy(loop);
}

static MlirWalkResult count(MlirOperation op, void *ctx) {
  (void)op;
  return ++*(int *)ctx > SMALL ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool is_small(MlirOperation loop) {
  int n = 0;
  mlirOperationWalk(loop, count, &n, MlirWalkPreOrder);
  return n <= SMALL;
}

// ---- which loops ----

// May its trips run at the same time? ret_calls: they call functions.
static bool is_apart(MlirOperation loop, bool *ret_calls) {
  loop_work w;
  bool feeds = false, plain = loop_find_work(loop, &w);
  *ret_calls = plain && w.calls;
  if (mlirOperationGetNumResults(loop)) return false;
  return op_attribute(loop, "apart").ptr || (plain && loop_keep_apart(&w, &w, &feeds) && feeds);
}

// A loop that adds up what its trips compute, and else keeps them apart.
static MlirOperation shared_sum(MlirOperation loop) {
  loop_work w;
  bool feeds = false;
  MlirOperation sum = sum_of(loop);
  bool apart = sum.ptr && loop_find_work(loop, &w) && !w.nested && loop_keep_apart(&w, &w, &feeds);
  return apart ? sum : (MlirOperation){0};
}

static void spread(spreader *s, MlirOperation loop, bool repeated) {
  outside o = {.loop = loop};
  bool calls;
  int64_t most;
  char body[32], part[32];
  if (!is_apart(loop, &calls)) return;
  mlirOperationWalk(loop, collect, &o, MlirWalkPreOrder);
  if (o.too_many) return;
  s->loc = mlirOperationGetLocation(loop);
  // calls between functions with debug information need a place
  if (mlirLocationEqual(s->loc, mlirLocationUnknownGet(s->ctx)))
    s->loc = mlirLocationFileLineColGet(s->ctx, op_str("-"), 0, 0);
  MlirValue elements = count_elements(s, loop, &most);
  if (most < (calls ? LEAST_CALLS : LEAST)) return;
  snprintf(body, sizeof body, "dbx_body_%u", s->loops);
  snprintf(part, sizeof part, "dbx_part_%u", s->loops);
  add_body(s, body, &o);
  add_part(s, part, body, &o);
  spot at = {mlirOperationGetBlock(loop), loop};
  MlirValue in[2] = {elements, number(s, at, s->i64, calls ? LEAST_CALLS : LEAST)};
  MlirNamedAttribute how = op_attr(s->ctx, "predicate", mlirIntegerAttrGet(s->i64, AT_LEAST));
  MlirType i1 = mlirIntegerTypeGet(s->ctx, 1);
  MlirValue many =
      mlirOperationGetResult(put(s, at, &(op_spec){"arith.cmpi", in, 2, &i1, 1, &how, 1}), 0);
  MlirRegion regions[2] = {mlirRegionCreate(), mlirRegionCreate()};
  spot branch[2] = {{mlirBlockCreate(0, NULL, NULL), {0}}, {mlirBlockCreate(0, NULL, NULL), {0}}};
  for (int i = 0; i < 2; i++) mlirRegionAppendOwnedBlock(regions[i], branch[i].block);
  MlirNamedAttribute mark = op_attr(s->ctx, "many", mlirUnitAttrGet(s->ctx));
  put(s, at, &(op_spec){"scf.if", &many, 1, NULL, 0, &mark, 1, regions, 2});
  hand_over(s, branch[0], loop, &o);
  mlirOperationRemoveFromParent(loop);
  if (repeated || is_small(loop)) mlirBlockAppendOwnedOperation(branch[1].block, loop);
  else do_all(s, branch[1], loop, &o, body);
  for (int i = 0; i < 2; i++) put(s, branch[i], &(op_spec){"scf.yield"});
  s->loops++;
  if (s->base + o.n > s->p->n_scratch) s->p->n_scratch = s->base + (uint32_t)o.n;
}

// Loops inside a loop over elements stay: each of its trips would wake the threads. That of an axis
// of length 1 has but one.
static bool is_element_loop(MlirOperation op) {
  loop_work w;
  if (!op_is(op, "scf.for") || index_is_number(op_operand(op, 1), 1)) return false;
  return op_attribute(op, "apart").ptr || loop_find_work(op, &w);
}

// repeated: by a loop of the program.
static void spread_block(spreader *s, MlirBlock b, bool repeated) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (is_element_loop(op)) {
      MlirOperation sum = repeated ? (MlirOperation){0} : shared_sum(op);
      spread(s, sum.ptr ? sum_share(op, sum) : op, repeated);
      continue;
    }
    bool loop =
        (op_is(op, "scf.for") && !index_is_number(op_operand(op, 1), 1)) || op_is(op, "scf.while");
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
      MlirBlock in = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
      for (; in.ptr; in = mlirBlockGetNextInRegion(in)) spread_block(s, in, repeated || loop);
    }
  }
}

void spread_loops(MlirModule module, lower_program *p) {
  spreader s = {.ctx = mlirModuleGetContext(module), .top = mlirModuleGetBody(module), .p = p};
  s.i64 = mlirIntegerTypeGet(s.ctx, 64), s.i32 = mlirIntegerTypeGet(s.ctx, 32);
  s.index = mlirIndexTypeGet(s.ctx);
  s.base = p->n_scratch;
  MlirOperation op = mlirBlockGetFirstOperation(s.top), main = {0};
  for (; op.ptr; op = mlirOperationGetNextInBlock(op))
    if (op_is(op, "func.func") && mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)).ptr)
      main = op;
  if (!main.ptr) return;
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(main, 0));
  s.scratch = mlirBlockGetArgument(entry, 1);
  s.loc = mlirOperationGetLocation(main);
  spread_block(&s, entry, false);
  MlirType types[3] = {s.i64, s.i64, s.i64};
  if (s.loops) function(&s, "dbx_spread", (MlirBlock){0}, 3, types, (MlirAttribute){0});
}
