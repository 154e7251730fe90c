// See links.h. Variable 0 stands for none.
#include "lower/mlir/links.h"

static uint64_t *find(const emit_links *links, MlirValue v) {
  return links ? dbx_map_find(&links->variable_of, (uint64_t)(uintptr_t)v.ptr) : NULL;
}

void links_forget(emit_links *links, MlirValue gone) {
  uint64_t *variable = find(links, gone);
  if (variable) *variable = 0;
}

static MlirWalkResult forget_made(MlirOperation op, void *links) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    links_forget(links, mlirOperationGetResult(op, i));
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
    MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    for (; b.ptr; b = mlirBlockGetNextInRegion(b))
      for (intptr_t k = 0; k < mlirBlockGetNumArguments(b); k++)
        links_forget(links, mlirBlockGetArgument(b, k));
  }
  return MlirWalkResultAdvance;
}

void links_forget_inside(emit_links *links, MlirOperation gone) {
  if (links) mlirOperationWalk(gone, forget_made, links, MlirWalkPreOrder);
}

void links_copy(emit_links *links, MlirValue old, MlirValue new) {
  const uint64_t *of_old = find(links, old), *of_new = find(links, new);
  if (of_old && *of_old && !(of_new && *of_new))
    dbx_map_put(&links->variable_of, (uint64_t)(uintptr_t)new.ptr, *of_old);
}

void links_replace(emit_links *links, MlirValue old, MlirValue new) {
  links_copy(links, old, new);
  links_forget(links, old);
  mlirValueReplaceAllUsesOfWith(old, new);
}
