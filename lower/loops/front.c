// See front.h.
//
//   %a = memref.alloc(%n)
//   ... writes and reads %a
//   %b = memref.alloc(%m)               more than %n, at most twice as much
//   scf.for %i = 0 to %n { ... reads %a[%i], and others; writes %b[%i] }
//   ...
//   memref.dealloc %a
//
// becomes the same with %b in place of %a: an operand that is computed and joined with others, say
// the weights of a step of gradient descent that become one vector, takes its place there, and the
// loop goes over fewer lines of the cache. Both lengths are numbers.
#include "lower/loops/front.h"

#include "lower/loops/loops.h"

typedef struct front {
  MlirOperation part, whole, loop, freed; // the allocs; the loop, and the dealloc of the part
} front;

static bool number_of(MlirOperation alloc, int64_t *ret) {
  return index_number(index_plain(op_operand(alloc, 0)), ret);
}

// The operation of the block that the use belongs to; null: it is in another one.
static MlirOperation user_in(MlirBlock b, MlirOpOperand use) {
  MlirOperation op = mlirOpOperandGetOwner(use);
  while (op.ptr && !mlirBlockEqual(mlirOperationGetBlock(op), b))
    op = mlirOperationGetParentOperation(op);
  return op;
}

// The first operation that uses what the alloc gives.
static MlirOperation first_user(MlirOperation alloc) {
  MlirBlock b = mlirOperationGetBlock(alloc);
  MlirOperation first = {0};
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(alloc, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
    MlirOperation op = user_in(b, u);
    if (!first.ptr || mlirOperationIsBeforeInBlock(op, first)) first = op;
  }
  return first;
}

// Nothing that uses it gives an array that may be the same one.
static bool gives_array(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    if (mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetResult(op, i)))) return true;
  return false;
}

// The loop is the last that uses the part; behind it, and only there, it is freed.
static bool ends_with(front *f) {
  MlirBlock b = mlirOperationGetBlock(f->loop);
  f->freed = (MlirOperation){0};
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(f->part, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
    MlirOperation op = user_in(b, u);
    bool frees = op_is(op, "memref.dealloc");
    if (mlirOperationEqual(op, f->loop)) continue;
    if (frees == mlirOperationIsBeforeInBlock(op, f->loop) || gives_array(op)) return false;
    if (frees) f->freed = op;
  }
  return f->freed.ptr;
}

// Each trip reads the part, and writes the whole, at its own place only.
static bool keeps_places(const loop_work *w, MlirValue part, MlirValue whole) {
  bool writes = false;
  for (int i = 0; i < w->n; i++) {
    const loop_access *a = &w->access[i];
    bool of_part = mlirValueEqual(a->mem, part), of_whole = mlirValueEqual(a->mem, whole);
    if (!of_part && !of_whole) continue;
    if (of_whole != a->writes || !mlirValueEqual(index_plain(a->at), loop_index(w->loop)))
      return false;
    writes |= of_whole;
  }
  return writes;
}

static bool is_part(front *f, const loop_work *w, MlirValue mem) {
  int64_t n, m;
  f->part = op_maker(mem);
  return f->part.ptr && op_is(f->part, "memref.alloc") &&
         mlirBlockEqual(mlirOperationGetBlock(f->part), mlirOperationGetBlock(f->loop)) &&
         mlirOperationIsBeforeInBlock(f->part, f->whole) &&
         mlirTypeEqual(mlirValueGetType(mem),
                       mlirValueGetType(mlirOperationGetResult(f->whole, 0))) &&
         number_of(f->part, &n) && number_of(f->whole, &m) && n < m && m - n <= n &&
         index_is_number(op_operand(f->loop, 1), n) &&
         keeps_places(w, mem, mlirOperationGetResult(f->whole, 0)) && ends_with(f);
}

static bool find_front(MlirOperation whole, front *f) {
  loop_work w;
  *f = (front){.whole = whole, .loop = first_user(whole)};
  if (!f->loop.ptr || !op_is(f->loop, "scf.for") || !loop_find_work(f->loop, &w)) return false;
  for (int i = 0; i < w.n; i++)
    if (!w.access[i].writes && is_part(f, &w, w.access[i].mem)) return true;
  return false;
}

static void take_place(const front *f) {
  mlirOperationMoveBefore(f->whole, f->part);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(f->part, 0),
                                mlirOperationGetResult(f->whole, 0));
  mlirOperationDestroy(f->freed);
  mlirOperationDestroy(f->part);
}

static void visit_block(MlirBlock b) {
  front f;
  for (MlirOperation op = mlirBlockGetFirstOperation(b), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++)
      for (MlirBlock in = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); in.ptr;
           in = mlirBlockGetNextInRegion(in))
        visit_block(in);
    if (op_is(op, "memref.alloc") && find_front(op, &f)) take_place(&f);
  }
}

void front_buffers(MlirModule module) { visit_block(mlirModuleGetBody(module)); }
