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
// Rows that are added to one are read once and best in their order; for several threads they are
// cut into as many pieces as there are threads.
//
// Every element goes through the same operations in the same order. There is one piece at least,
// so that what the trips check is checked. Pieces may run at the same time (spread.h). A loop over
// the same elements in front of the trips, or behind them, does what it does in each piece, too, if
// one feeds the other: their arrays then pass through memory once for all.
#include "lower/loops/tile.h"

#include "lower/loops/loops.h"

enum {
  PIECE = 2048, // elements: those of a few arrays fit in the nearest caches
  SHARE = 512,  // elements: less of a row is not worth a thread
  LANES = 64,   // shares are whole lines, and vectors
  MOST_LOOPS = 4,
  MOST_ATTRIBUTES = 8,
  MOST_JOINED = 2, // loops in front of the trips and behind them
};

// ---- which loops ----

typedef struct trips {
  MlirOperation loop;              // over trips
  MlirOperation inner[MOST_LOOPS]; // over elements, of equal length
  loop_work work[MOST_LOOPS];
  int n;
  bool by_rows; // each trip reads other places
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

static bool find_trips(MlirOperation loop, trips *ret) {
  *ret = (trips){.loop = loop};
  if (!is_in_place(loop)) return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (op_is(op, "scf.for")) {
      if (ret->n == MOST_LOOPS) return false;
      ret->inner[ret->n++] = op;
    } else if (!op_may_be_earlier(op) && !op_is(op, "scf.yield")) {
      return false;
    }
  }
  return ret->n > 0;
}

// Does each trip write the same places again? ret_other: it reads others.
static bool goes_again(const loop_work *w, MlirOperation loop, bool *ret_other) {
  for (int i = 0; i < w->n; i++) {
    const loop_access *a = &w->access[i];
    if (mlirValueEqual(index_plain(a->at), loop_index(w->loop)) || !loop_varies(a->at, loop, 0))
      continue;
    if (a->writes) return false;
    *ret_other = true;
  }
  return true;
}

// Do the trips keep to themselves at every place? spreads: for several threads.
static bool can_tile(trips *t, bool spreads) {
  loop_work *w = t->work;
  bool feeds = false;
  if (!value_is_outside(index_plain(op_operand(t->inner[0], 1)), t->loop)) return false;
  for (int i = 0; i < t->n; i++) {
    if (mlirOperationGetNumResults(t->inner[i]) || !loop_find_work(t->inner[i], &w[i]))
      return false;
    if (w[i].nested || !goes_again(&w[i], t->loop, &t->by_rows) || (t->by_rows && !spreads) ||
        !index_same(op_operand(t->inner[0], 1), op_operand(t->inner[i], 1), 0))
      return false;
  }
  for (int i = 0; i < t->n; i++)
    for (int k = 0; k < t->n; k++)
      if (!loop_keep_apart(&w[i], &w[k], &feeds)) return false;
  return feeds;
}

// ---- tiling ----

static MlirValue as_index(MlirOperation before, MlirValue v, MlirType index) {
  if (mlirTypeIsAIndex(mlirValueGetType(v))) return v;
  return op_value_before(before, &(op_spec){"arith.index_cast", &v, 1, &index, 1});
}

// The loop over pieces, which may become longer.
typedef struct pieces {
  MlirOperation loop;
  MlirValue n, from, to; // elements of all, those of a piece
  loop_work work[MOST_LOOPS + MOST_JOINED];
  int n_work;
} pieces;

// What the trips carry are the arrays that they begin with: they need not carry them.
static void drop_carries(trips *t) {
  MlirNamedAttribute attrs[MOST_ATTRIBUTES];
  MlirOperation old = t->loop, yield = mlirBlockGetTerminator(loop_body(old));
  intptr_t n = 0;
  MlirValue in[3] = {op_operand(old, 0), op_operand(old, 1), op_operand(old, 2)};
  for (intptr_t i = mlirOperationGetNumResults(old); i-- > 0;) {
    MlirValue array = op_operand(old, 3 + i);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(old, i), array);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(loop_body(old), 1 + i), array);
  }
  op_append(loop_body(old), mlirOperationGetLocation(yield), &(op_spec){"scf.yield"});
  mlirOperationDestroy(yield);
  for (intptr_t i = mlirOperationGetNumResults(old); i > 0; i--)
    mlirBlockEraseArgument(loop_body(old), (unsigned)i);
  for (; n < mlirOperationGetNumAttributes(old) && n < MOST_ATTRIBUTES; n++)
    attrs[n] = mlirOperationGetAttribute(old, n);
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(old, 0));
  t->loop = op_before(old, &(op_spec){"scf.for", in, 3, NULL, 0, attrs, n, &region, 1});
  mlirOperationDestroy(old);
}

// A loop that is among the pieces does only one of them at a time: too few elements to ask
// meanwhile whether to stop.
static void add_work(pieces *p, MlirOperation loop) {
  MlirContext ctx = mlirOperationGetContext(loop);
  loop_find_work(loop, &p->work[p->n_work++]);
  mlirOperationSetOperand(loop, 0, p->from);
  mlirOperationSetOperand(loop, 1, p->to);
  mlirOperationSetAttributeByName(loop, op_str("piece"), mlirUnitAttrGet(ctx));
}

// Of the n elements of a row, for each thread.
static MlirValue share_of(MlirOperation before, MlirValue n) {
  MlirContext ctx = mlirOperationGetContext(before);
  MlirType i64 = mlirIntegerTypeGet(ctx, 64), index = mlirValueGetType(n);
  MlirNamedAttribute callee = op_callee(ctx, "dbx_threads");
  MlirValue lanes = op_number_before(before, index, LANES);
  MlirValue threads = as_index(
      before, op_value_before(before, &(op_spec){"func.call", NULL, 0, &i64, 1, &callee, 1}),
      index);
  MlirValue lines = op_binary_before(
      before, "arith.ceildivui", op_binary_before(before, "arith.ceildivui", n, threads), lanes);
  return op_binary_before(before, "arith.maxsi",
                          op_binary_before(before, "arith.muli", lines, lanes),
                          op_number_before(before, index, SHARE));
}

static pieces tile(trips *t) {
  drop_carries(t);
  MlirLocation loc = mlirOperationGetLocation(t->loop);
  MlirContext ctx = mlirOperationGetContext(t->loop);
  MlirType index = mlirIndexTypeGet(ctx);
  MlirValue n = as_index(t->loop, index_plain(op_operand(t->inner[0], 1)), index);
  MlirValue one = op_number_before(t->loop, index, 1),
            width = t->by_rows ? share_of(t->loop, n) : op_number_before(t->loop, index, PIECE);
  MlirValue count = op_binary_before(t->loop, "arith.ceildivui",
                                     op_binary_before(t->loop, "arith.maxsi", n, one), width);
  MlirValue in[3] = {op_number_before(t->loop, index, 0), count, one};
  MlirNamedAttribute apart = op_attr(
      ctx, "apart", mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), t->by_rows ? SHARE : PIECE));
  MlirBlock body = mlirBlockCreate(1, &index, &loc);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  pieces p = {.loop = op_before(t->loop, &(op_spec){"scf.for", in, 3, .attrs = &apart, .n_attrs = 1,
                                                    .regions = &region, .n_regions = 1}),
              .n = n};
  mlirOperationRemoveFromParent(t->loop);
  mlirBlockAppendOwnedOperation(body, t->loop);
  op_append(body, loc, &(op_spec){"scf.yield"});
  p.from = op_binary_before(t->loop, "arith.muli", mlirBlockGetArgument(body, 0), width);
  p.to = op_binary_before(t->loop, "arith.minsi",
                          op_binary_before(t->loop, "arith.addi", p.from, width), n);
  for (int i = 0; i < t->n; i++) add_work(&p, t->inner[i]);
  if (t->by_rows) mlirOperationSetAttributeByName(t->loop, op_str("shared"), mlirUnitAttrGet(ctx));
  return p;
}

// ---- loops in front of the trips and behind them ----

static bool same_or_disjoint(const loop_work *a, const loop_work *b) {
  for (int i = 0; i < a->n; i++)
    for (int k = 0; k < b->n; k++) {
      MlirValue x = a->access[i].mem, y = b->access[k].mem;
      if (!mlirValueEqual(x, y) && !(mem_is_disjoint(x) && mem_is_disjoint(y))) return false;
    }
  return true;
}

// Does the loop do with an element of a piece what no other piece waits for?
static bool can_join(const pieces *p, MlirOperation loop, bool behind) {
  loop_work w;
  bool feeds = false, itself = false;
  if (p->n_work == MOST_LOOPS + MOST_JOINED || mlirOperationGetNumResults(loop)) return false;
  if (!index_same(op_operand(loop, 1), p->n, 0) || !loop_find_work(loop, &w) || w.nested)
    return false;
  if (!loop_keep_apart(&w, &w, &itself)) return false;
  for (int i = 0; i < p->n_work; i++) {
    const loop_work *first = behind ? &p->work[i] : &w, *second = behind ? &w : &p->work[i];
    if (!same_or_disjoint(first, second) || !loop_keep_apart(first, second, &feeds)) return false;
  }
  return feeds;
}

static void join(pieces *p, MlirOperation loop, bool behind) {
  MlirBlock body = loop_body(p->loop);
  MlirOperation first = mlirBlockGetFirstOperation(body);
  if (behind) {
    loop_move_frees(p->loop, loop);
    mlirOperationMoveBefore(p->loop, loop);
    mlirOperationMoveBefore(loop, mlirBlockGetTerminator(body));
  } else {
    while (!op_is(first, "scf.for")) first = mlirOperationGetNextInBlock(first);
    loop_move_frees(loop, p->loop);
    mlirOperationMoveBefore(loop, first);
  }
  add_work(p, loop);
}

// ---- all loops ----

// ret_shares: there are rows that are cut for the threads.
static void tile_block(MlirBlock b, lower_program *p, bool *ret_shares);

static void tile_inside(MlirOperation op, lower_program *p, bool *ret_shares) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
    MlirBlock in = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (; in.ptr; in = mlirBlockGetNextInRegion(in)) tile_block(in, p, ret_shares);
  }
}

static void tile_block(MlirBlock b, lower_program *p, bool *ret_shares) {
  MlirOperation last = {0}; // a loop that may be moved to where we are
  pieces now = {0};         // it, if it is one over pieces
  for (MlirOperation op = mlirBlockGetFirstOperation(b), next; op.ptr; op = next) {
    trips t;
    next = mlirOperationGetNextInBlock(op);
    if (!op_is(op, "scf.for")) {
      if (last.ptr && !loop_can_pass(last, op)) last = now.loop = (MlirOperation){0};
      tile_inside(op, p, ret_shares);
    } else if (find_trips(op, &t) && can_tile(&t, p->form.spreads)) {
      MlirOperation before = now.loop.ptr ? (MlirOperation){0} : last;
      now = tile(&t);
      p->loops++;
      *ret_shares |= t.by_rows;
      if (before.ptr && can_join(&now, before, false)) join(&now, before, false);
      last = now.loop;
    } else if (now.loop.ptr && can_join(&now, op, true)) {
      join(&now, op, true);
    } else {
      now.loop = (MlirOperation){0};
      tile_inside(op, p, ret_shares);
      last = op;
    }
  }
}

static bool is_declared(MlirModule module, const char *name) {
  MlirSymbolTable all = mlirSymbolTableCreate(mlirModuleGetOperation(module));
  bool is = mlirSymbolTableLookup(all, op_str(name)).ptr != NULL;
  mlirSymbolTableDestroy(all);
  return is;
}

void tile_loops(MlirModule module, lower_program *p) {
  bool shares = false;
  MlirBlock top = mlirModuleGetBody(module);
  tile_block(top, p, &shares);
  if (!shares || is_declared(module, "dbx_threads")) return;
  MlirContext ctx = mlirModuleGetContext(module);
  MlirType i64 = mlirIntegerTypeGet(ctx, 64), type = mlirFunctionTypeGet(ctx, 0, NULL, 1, &i64);
  MlirOperation f = op_function(mlirLocationUnknownGet(ctx), "dbx_threads", type, (MlirBlock){0},
                                (MlirAttribute){0});
  mlirBlockInsertOwnedOperation(top, 0, f);
}
