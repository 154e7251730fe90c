// See jam.h. A loop over rows that are added to one of them
//
//   scf.for %r = 0 to %n { scf.for %i = 0 to %m { %sum[%i] = %sum[%i] + %x[%r * %m + %i] } }
//
// becomes
//
//   scf.for %g = 0 to %n / ROWS {
//     scf.for %i = 0 to %m {
//       %sum[%i] = ((%sum[%i] + %x[(%g * ROWS) * %m + %i]) + %x[(%g * ROWS + 1) * %m + %i]) + ...
//     }
//   }
//   scf.for %q = 0 to %n % ROWS { ... as before, of %r = %n / ROWS * ROWS + %q ... }
//
// Every element goes through the same operations in the same order, but the sums are read and
// written once for ROWS of them. So it is with trips over a piece of arrays (tile.h), where what a
// trip checks is checked before the elements of all ROWS: it may end the run and do nothing else.
// Few trips are made all together, and with the loops beside them, if they go over pieces.
#include "lower/loops/jam.h"

#include "lower/loops/brief.h"
#include "lower/loops/fuse.h"
#include "lower/loops/loops.h"

enum {
  ROWS = 4,
  MORE_ROWS = 8,    // of rows that threads share (tile.h): a share of one is short
  FEW = 16,         // rows that are taken together
  FEW_WORK = 64,    // if they do no more than that for an element
  MOST_WORK = 12,   // accesses and computations of an element: they are written ROWS times
  MOST_VALUES = 64, // in a body, and its operations
  DEEPEST = 8,
};

// ---- which loops ----

// The one loop in the body, with nothing in front of it but what may be done earlier; null: there
// is more.
static MlirOperation only_inner(MlirOperation outer) {
  MlirOperation op = mlirBlockGetFirstOperation(loop_body(outer));
  while (op_may_be_earlier(op)) op = mlirOperationGetNextInBlock(op);
  bool only = op_is(op, "scf.for") && op_is(mlirOperationGetNextInBlock(op), "scf.yield") &&
              !mlirOperationGetNumResults(op);
  return only ? op : (MlirOperation){0};
}

// Does v depend on which trip of the loop it is, whatever those inside do?
static bool depends(MlirValue v, MlirOperation loop, int depth) {
  MlirOperation m = op_maker(v);
  if (!m.ptr) return mlirValueEqual(v, loop_index(loop));
  if (!op_is_inside(m, loop)) return false;
  if (!op_is_of(m, "arith") || depth > DEEPEST) return true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(m); i++)
    if (depends(op_operand(m, i), loop, depth + 1)) return true;
  return false;
}

// Is the array touched at the place only that it is written at, in every trip the same, and read?
static bool is_sum(const loop_work *w, const loop_access *written, MlirOperation outer) {
  MlirOperation m = op_maker(written->mem);
  bool reads = false;
  if (!m.ptr || !op_is(m, "memref.alloc") || depends(written->at, outer, 0)) return false;
  for (const loop_access *a = w->access; a < w->access + w->n; a++) {
    if (!mlirValueEqual(a->mem, written->mem)) continue;
    if (!index_same(a->at, written->at, 0)) return false;
    reads |= !a->writes;
  }
  return reads;
}

// ret_few: their number, if all rows are taken together; else 0.
static bool can_jam(MlirOperation outer, MlirOperation inner, int *ret_few) {
  loop_work w;
  bool feeds = false;
  int64_t n = INT64_MAX;
  (void)index_number(index_plain(op_operand(outer, 1)), &n);
  if (mlirOperationGetNumResults(outer) || !index_is_number(op_operand(outer, 0), 0) ||
      !index_is_number(op_operand(outer, 2), 1) || n < 2)
    return false;
  if (!loop_find_work_of_part(inner, &w) || w.nested || w.branches || w.calls ||
      w.n + w.computations > MOST_WORK || depends(op_operand(inner, 0), outer, 0) ||
      depends(op_operand(inner, 1), outer, 0))
    return false;
  for (int i = 0; i < w.n; i++)
    if (w.access[i].writes && !is_sum(&w, &w.access[i], outer)) return false;
  bool few = n <= FEW && n * (w.n + w.computations) <= FEW_WORK;
  *ret_few = few ? (int)n : 0;
  return (few || n >= ROWS) && loop_keep_apart(&w, &w, &feeds) && feeds;
}

// ---- copies ----

// Values of the body, and what a copy has in their place.
typedef struct copy {
  MlirValue old[MOST_VALUES], new[MOST_VALUES];
  int n;
} copy;

static MlirValue *find(copy *c, MlirValue v) {
  for (int i = 0; i < c->n; i++)
    if (mlirValueEqual(c->old[i], v)) return &c->new[i];
  return NULL;
}

static MlirValue copied(copy *c, MlirValue v) {
  MlirValue *is = find(c, v);
  return is ? *is : v;
}

static void let(copy *c, MlirValue old, MlirValue new) {
  MlirValue *is = find(c, old);
  if (is) *is = new;
  else c->old[c->n] = old, c->new[c->n++] = new;
}

static MlirWalkResult rename_operands(MlirOperation op, void *ctx) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    mlirOperationSetOperand(op, i, copied(ctx, op_operand(op, i)));
  return MlirWalkResultAdvance;
}

static void put_copy(copy *c, MlirOperation before, MlirOperation op) {
  MlirOperation again = mlirOperationClone(op);
  mlirOperationWalk(again, rename_operands, c, MlirWalkPreOrder);
  op_keep_order(again); // sums are taken in that of the rows
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before, again);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    let(c, mlirOperationGetResult(op, i), mlirOperationGetResult(again, i));
}

// The sums of a row are those of the row before it and one more; the last row's are written.
static void put_row(copy *c, copy *sums, MlirOperation before, MlirOperation inner, bool last) {
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(inner)); !op_is(op, "scf.yield");
       op = mlirOperationGetNextInBlock(op)) {
    bool reads = op_is(op, "memref.load"), writes = op_is(op, "memref.store");
    MlirValue *sum = reads ? find(sums, op_operand(op, 0)) : NULL;
    if (sum) {
      let(c, mlirOperationGetResult(op, 0), *sum);
      continue;
    }
    if (writes) let(sums, op_operand(op, 1), copied(c, op_operand(op, 0)));
    if (!writes || last) put_copy(c, before, op);
  }
}

// ---- jamming ----

// An empty loop in front of `next`, with the attributes of another one.
static MlirOperation loop_before(MlirOperation next, const MlirValue *bounds, MlirOperation like) {
  MlirType t = mlirValueGetType(bounds[0]);
  MlirLocation at = mlirOperationGetLocation(like);
  MlirBlock body = mlirBlockCreate(1, &t, &at);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  op_append(body, at, &(op_spec){"scf.yield"});
  MlirOperation loop =
      op_before(next, &(op_spec){"scf.for", bounds, 3, .regions = &region, .n_regions = 1});
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(like); i++) {
    MlirNamedAttribute a = mlirOperationGetAttribute(like, i);
    mlirOperationSetAttributeByName(loop, mlirIdentifierStr(a.name), a.attribute);
  }
  return loop;
}

// The loop is left with the rows from `done` on.
static void leave_rest(MlirOperation outer, MlirValue done) {
  MlirOperation first = mlirBlockGetFirstOperation(loop_body(outer));
  MlirValue row = op_binary_before(first, "arith.addi", loop_index(outer), done);
  MlirOperation sum = op_maker(row);
  mlirValueReplaceAllUsesExcept(loop_index(outer), row, 1, &sum);
  mlirOperationSetOperand(outer, 1,
                          op_binary_before(outer, "arith.subi", op_operand(outer, 1), done));
  mlirOperationSetAttributeByName(outer, op_str("piece"),
                                  mlirUnitAttrGet(mlirOperationGetContext(outer)));
}

// Does it ask whether to stop, or go on with the answer, which has no copy? Once for all rows is
// enough.
static bool asks(copy *c, MlirOperation op, MlirOperation outer) {
  if (op_is(op, "llvm.mlir.addressof") || op_is(op, "llvm.load")) return true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue v = op_operand(op, i);
    if (!value_is_outside(v, outer) && !find(c, v)) return true;
  }
  return false;
}

// What stands in front of the inner loop, of a row.
static void begin_row(copy *c, MlirOperation outer, MlirOperation inner, MlirOperation before,
                      MlirValue row, bool ask) {
  let(c, loop_index(outer), row);
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(outer));
       !mlirOperationEqual(op, inner); op = mlirOperationGetNextInBlock(op))
    if (ask || !asks(c, op, outer)) put_copy(c, before, op);
}

static void link_copies(emit_links *links, const copy *c) {
  for (int i = 0; i < c->n; i++) links_copy(links, c->old[i], c->new[i]);
}

// Rows `first`, ... are taken together. ask: whether to stop.
static void put_rows(emit_links *links, MlirOperation outer, MlirOperation inner,
                     MlirOperation before, MlirValue first, int n, bool ask) {
  copy c[FEW], sums = {.n = 0};
  MlirType index = mlirValueGetType(first);
  MlirValue bounds[3];
  for (int k = 0; k < n; k++) {
    MlirValue row =
        op_binary_before(before, "arith.addi", first, op_number_before(before, index, k));
    c[k].n = 0;
    begin_row(&c[k], outer, inner, before, row, ask && k == 0);
  }
  for (int i = 0; i < 3; i++) bounds[i] = copied(&c[0], op_operand(inner, i));
  MlirOperation both = loop_before(before, bounds, inner),
                end = mlirBlockGetTerminator(loop_body(both));
  for (int k = 0; k < n; k++) {
    let(&c[k], loop_index(inner), loop_index(both));
    put_row(&c[k], &sums, end, inner, k == n - 1);
    link_copies(links, &c[k]);
  }
}

static void jam(emit_links *links, MlirOperation outer, MlirOperation inner) {
  int n = op_attribute(outer, "shared").ptr ? MORE_ROWS : ROWS;
  MlirValue zero = op_operand(outer, 0), one = op_operand(outer, 2), bounds[3] = {zero, zero, one};
  MlirValue rows = op_number_before(outer, mlirValueGetType(zero), n);
  MlirValue groups = bounds[1] = op_binary_before(outer, "arith.divsi", op_operand(outer, 1), rows);
  MlirOperation group = loop_before(outer, bounds, outer),
                end = mlirBlockGetTerminator(loop_body(group));
  MlirValue first = op_binary_before(end, "arith.muli", loop_index(group), rows);
  put_rows(links, outer, inner, end, first, n, true);
  leave_rest(outer, op_binary_before(outer, "arith.muli", groups, rows));
}

static int operations_of(MlirOperation loop) {
  int n = 1;
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    n++;
  return n;
}

// The loops of a piece are one, and write an element once.
static void join_pieces(MlirBlock b, emit_links *links) {
  fuse_body(b, links);
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (op_is(op, "scf.for")) brief_elements(op, links);
}

typedef struct jammer {
  lower_program *p;
  emit_links *links;
} jammer;

static void jam_block(MlirBlock b, const jammer *j);

static void jam_inside(MlirOperation op, const jammer *j) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
    MlirBlock in = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (; in.ptr; in = mlirBlockGetNextInRegion(in)) jam_block(in, j);
  }
}

static void jam_block(MlirBlock b, const jammer *j) {
  bool pieces = false;
  for (MlirOperation op = mlirBlockGetFirstOperation(b), next; op.ptr; op = next) {
    int few = 0;
    next = mlirOperationGetNextInBlock(op);
    MlirOperation inner = op_is(op, "scf.for") ? only_inner(op) : (MlirOperation){0};
    if (!inner.ptr || operations_of(op) + operations_of(inner) >= MOST_VALUES ||
        !can_jam(op, inner, &few)) {
      jam_inside(op, j);
    } else if (few) {
      bool piece = op_attribute(inner, "piece").ptr != NULL;
      pieces |= piece;
      put_rows(j->links, op, inner, op, op_operand(op, 0), few, !piece);
      links_forget_inside(j->links, op);
      mlirOperationDestroy(op);
    } else {
      jam(j->links, op, inner);
      j->p->loops += 2;
    }
  }
  if (pieces) join_pieces(b, j->links);
}

void jam_loops(MlirModule module, lower_program *p, emit_links *links) {
  jam_block(mlirModuleGetBody(module), &(jammer){p, links});
}
