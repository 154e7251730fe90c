// See brief.h. A buffer that only one loop touches, each trip at its own place and writing first:
//
//   %a = memref.alloc(%n)
//   scf.for %i ... { memref.store %x, %a[%i] ... %y = memref.load %a[%i] ... }
//   memref.dealloc %a
//
// is gone, and %y is %x.
#include "lower/loops/brief.h"

#include "lower/loops/loops.h"

static bool is_at(MlirOperation op, const char *name, intptr_t mem, MlirValue buffer) {
  return op_is(op, name) && mlirValueEqual(op_operand(op, mem), buffer);
}

// The loop in whose body, not deeper, the buffer is read and written at the loop's index; null:
// it is used elsewhere, or otherwise.
static MlirOperation only_loop(MlirValue buffer) {
  MlirOperation loop = {0};
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    bool loads = is_at(op, "memref.load", 0, buffer), stores = is_at(op, "memref.store", 1, buffer);
    if (op_is(op, "memref.dealloc")) continue;
    MlirOperation around = mlirBlockGetParentOperation(mlirOperationGetBlock(op));
    if ((!loads && !stores) || !op_is(around, "scf.for") ||
        (loop.ptr && !mlirOperationEqual(loop, around)) ||
        !mlirValueEqual(op_operand(op, 1 + stores), loop_index(around)))
      return (MlirOperation){0};
    loop = around;
  }
  return loop;
}

static bool writes_first(MlirOperation loop, MlirValue buffer) {
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (is_at(op, "memref.load", 0, buffer)) return false;
    if (is_at(op, "memref.store", 1, buffer)) return true;
  }
  return false;
}

static void make_value(emit_links *links, MlirOperation loop, MlirValue buffer) {
  MlirValue x = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop)), next; op.ptr; op = next) {
    bool loads = is_at(op, "memref.load", 0, buffer), stores = is_at(op, "memref.store", 1, buffer);
    next = mlirOperationGetNextInBlock(op);
    if (stores) x = op_operand(op, 0);
    if (loads) links_replace(links, mlirOperationGetResult(op, 0), x);
    if (loads || stores) mlirOperationDestroy(op);
  }
}

static void remove_buffer(MlirOperation alloc, MlirValue buffer) {
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer), next; !mlirOpOperandIsNull(use);
       use = next) {
    next = mlirOpOperandGetNextUse(use);
    mlirOperationDestroy(mlirOpOperandGetOwner(use)); // a dealloc
  }
  mlirOperationDestroy(alloc);
}

// Is it gone? Then *next is what follows it and is left.
static bool remove_brief(emit_links *links, MlirOperation alloc, MlirOperation *next) {
  if (!op_is(alloc, "memref.alloc")) return false;
  MlirValue buffer = mlirOperationGetResult(alloc, 0);
  MlirOperation loop = only_loop(buffer);
  if (!loop.ptr || !writes_first(loop, buffer)) return false;
  links_forget(links, buffer);
  make_value(links, loop, buffer);
  *next = mlirOperationGetNextInBlock(alloc);
  if (op_is(*next, "memref.dealloc") && mlirValueEqual(op_operand(*next, 0), buffer))
    *next = mlirOperationGetNextInBlock(*next);
  remove_buffer(alloc, buffer);
  return true;
}

static void brief_block(emit_links *links, MlirBlock b) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b), next; op.ptr; op = next) {
    if (remove_brief(links, op, &next)) continue;
    next = mlirOperationGetNextInBlock(op);
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
      MlirBlock in = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
      for (; in.ptr; in = mlirBlockGetNextInRegion(in)) brief_block(links, in);
    }
  }
}

// Does the loop use the buffer only in its body, not deeper, and at its index?
static bool keeps_own_element(MlirOperation loop, MlirValue buffer) {
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    bool loads = is_at(op, "memref.load", 0, buffer), stores = is_at(op, "memref.store", 1, buffer);
    if (!op_is_inside(op, loop)) continue;
    if ((!loads && !stores) || !mlirBlockEqual(mlirOperationGetBlock(op), loop_body(loop)) ||
        !mlirValueEqual(op_operand(op, 1 + stores), loop_index(loop)))
      return false;
  }
  return true;
}

// From its first store on: the last one is left.
static void write_once(MlirOperation first, MlirValue buffer, emit_links *links) {
  MlirOperation last = first;
  for (MlirOperation op = mlirOperationGetNextInBlock(first), next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (is_at(op, "memref.store", 1, buffer)) {
      mlirOperationDestroy(last);
      last = op;
    } else if (is_at(op, "memref.load", 0, buffer)) {
      links_replace(links, mlirOperationGetResult(op, 0), op_operand(last, 0));
      mlirOperationDestroy(op);
    }
  }
}

void brief_elements(MlirOperation loop, emit_links *links) {
  loop_work w;
  if (!loop_find_work_of_part(loop, &w) || w.nested) return;
  for (int i = 0; i < w.n; i++)
    if (!mem_is_disjoint(w.access[i].mem)) return;
  for (int i = 0; i < w.n; i++) {
    MlirValue buffer = w.access[i].mem;
    MlirOperation op = mlirBlockGetFirstOperation(loop_body(loop));
    while (op.ptr && !is_at(op, "memref.store", 1, buffer)) op = mlirOperationGetNextInBlock(op);
    if (op.ptr && keeps_own_element(loop, buffer)) write_once(op, buffer, links);
  }
}

void brief_buffers(MlirModule module, emit_links *links) {
  brief_block(links, mlirModuleGetBody(module));
}
