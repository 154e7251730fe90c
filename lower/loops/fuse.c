// See fuse.h. Two loops A and B have the same bounds; between them lie only operations that
// A can be moved behind. Fused, trip i of B runs before trip i + 1 of A: see loop_keep_apart for
// when that is the same program. A softmax of rows, for example, becomes one loop over rows, each
// of which stays in the cache.
#include "lower/loops/fuse.h"

#include "lower/loops/loops.h"

#include <string.h>

enum {
  MOST_ARRAYS = 12, // that a fused loop touches: more streams than that do not get faster
  // Of an innermost loop: the processor works at several trips at a time, if they are short.
  MOST_COMPUTATIONS = 64,
  MOST_UNKNOWN = 2, // arrays of an innermost loop of which LLVM cannot know that they are disjoint
};

// ---- may and should two loops be fused? ----

// Would fusing it with b cost a its vectors, where they matter: in functions?
static bool loses_vectors(const loop_work *a, const loop_work *b) {
  return !a->nested && a->calls && loop_is_streaming(a) && (b->nested || !loop_is_streaming(b));
}

static int add_array(MlirValue *seen, int n, MlirValue mem) {
  for (int i = 0; i < n; i++)
    if (mlirValueEqual(seen[i], mem)) return n;
  if (n < MOST_ARRAYS + 1) seen[n++] = mem;
  return n;
}

static bool few_arrays(const loop_work *a, const loop_work *b) {
  MlirValue seen[MOST_ARRAYS + 1];
  int n = 0, unknown = 0;
  for (int i = 0; i < a->n; i++) n = add_array(seen, n, a->access[i].mem);
  for (int i = 0; i < b->n; i++) n = add_array(seen, n, b->access[i].mem);
  for (int i = 0; i < n; i++) unknown += !mem_is_disjoint(seen[i]);
  return n <= MOST_ARRAYS && (a->nested || b->nested || unknown <= MOST_UNKNOWN);
}

static bool can_fuse(MlirOperation first, MlirOperation second) {
  loop_work a, b;
  bool feeds = false;
  for (int i = 0; i < 2; i++)
    if (!index_same(op_operand(first, i), op_operand(second, i), 0)) return false;
  if (!loop_find_work_of_part(first, &a) || !loop_find_work_of_part(second, &b) ||
      op_uses_result(second, first))
    return false;
  if (loses_vectors(&a, &b) || loses_vectors(&b, &a)) return false;
  if (!a.nested && !b.nested && a.computations + b.computations > MOST_COMPUTATIONS) return false;
  return loop_keep_apart(&a, &b, &feeds) && feeds && few_arrays(&a, &b);
}

// ---- fusing ----

static intptr_t carries(MlirOperation loop) { return mlirOperationGetNumResults(loop); }

// Moves the operations of a loop's body to the end of `to`; its carries are arguments of `to` from
// `first` on. What it yields is left in ret.
static void move_body(emit_links *links, MlirOperation loop, MlirBlock to, intptr_t first,
                      MlirValue *ret) {
  MlirBlock from = loop_body(loop);
  links_replace(links, loop_index(loop), mlirBlockGetArgument(to, 0));
  for (intptr_t i = 0; i < carries(loop); i++)
    links_replace(links, mlirBlockGetArgument(from, 1 + i), mlirBlockGetArgument(to, first + i));
  MlirOperation op = mlirBlockGetFirstOperation(from), next;
  for (; !op_is(op, "scf.yield"); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(to, op);
  }
  for (intptr_t i = 0; i < carries(loop); i++) ret[i] = op_operand(op, i);
}

// The fused loop's operands (from, to, by, first values) and the block for its body.
static MlirBlock empty_body(MlirOperation a, MlirOperation b, MlirValue *in) {
  intptr_t n = carries(a), all = n + carries(b);
  MlirLocation loc = mlirOperationGetLocation(a);
  MlirType *types = DBX_TMP(MlirType, all + 1);
  MlirLocation *locs = DBX_TMP(MlirLocation, all + 1);
  for (intptr_t i = 0; i < 3; i++) in[i] = op_operand(a, i);
  for (intptr_t i = 0; i < all; i++)
    in[3 + i] = i < n ? op_operand(a, 3 + i) : op_operand(b, 3 + i - n);
  types[0] = mlirValueGetType(in[0]);
  for (intptr_t i = 0; i < all; i++) types[1 + i] = mlirValueGetType(in[3 + i]);
  for (intptr_t i = 0; i <= all; i++) locs[i] = loc;
  return mlirBlockCreate(1 + all, types, locs);
}

static MlirOperation fuse(emit_links *links, MlirOperation a, MlirOperation b) {
  intptr_t n = carries(a), all = n + carries(b);
  MlirValue *in = DBX_TMP(MlirValue, 3 + all), *yield = DBX_TMP(MlirValue, all + 1);
  MlirType *types = DBX_TMP(MlirType, all + 1);
  MlirBlock body = empty_body(a, b, in);
  loop_move_frees(a, b);
  move_body(links, a, body, 1, yield);
  move_body(links, b, body, 1 + n, yield + n);
  op_append(body, mlirOperationGetLocation(a), &(op_spec){"scf.yield", yield, all});
  for (intptr_t i = 0; i < all; i++) types[i] = mlirValueGetType(in[3 + i]);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  MlirNamedAttribute piece =
      op_attr(mlirOperationGetContext(a), "piece", mlirUnitAttrGet(mlirOperationGetContext(a)));
  bool pieces = op_attribute(a, "piece").ptr && op_attribute(b, "piece").ptr;
  MlirOperation op =
      op_new(mlirOperationGetLocation(a),
             &(op_spec){"scf.for", in, 3 + all, types, all, &piece, pieces, &region, 1});
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(b), b, op);
  for (intptr_t i = 0; i < all; i++)
    links_replace(links, mlirOperationGetResult(i < n ? a : b, i < n ? i : i - n),
                  mlirOperationGetResult(op, i));
  mlirOperationDestroy(a);
  mlirOperationDestroy(b);
  return op;
}

void fuse_body(MlirBlock b, emit_links *links) {
  MlirOperation last = {0}, next;
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (op_is(op, "scf.for")) {
      dbx_scratch_mark m = dbx_scratch_here();
      last = last.ptr && can_fuse(last, op) ? fuse(links, last, op) : op;
      dbx_scratch_release(m);
    } else if (last.ptr && !loop_can_pass(last, op)) {
      last = (MlirOperation){0};
    }
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
      MlirRegion r = mlirOperationGetRegion(op, i);
      for (MlirBlock in = mlirRegionGetFirstBlock(r); in.ptr; in = mlirBlockGetNextInRegion(in))
        fuse_body(in, links);
    }
}

void fuse_loops(MlirModule module, emit_links *links) {
  fuse_body(mlirModuleGetBody(module), links);
}
