// See bare.h. Operations that touch memory are replaced by those of the LLVM dialect; all others
// only get other types: results, arguments of blocks.
#include "lower/loops/bare.h"

#include "base/mem.h"
#include "lower/loops/loops.h"
#include "lower/mlir/ops.h"

#include <string.h>

typedef struct rewriter {
  MlirContext ctx;
  MlirType ptr, i64;
  MlirBlock top; // of the module
  dbx_vec(MlirOperation) ops;
  bool allocates, frees, grows;
} rewriter;

// ---- making operations in front of another ----

static MlirValue to_i64(const rewriter *r, MlirOperation before, MlirValue index) {
  return op_value_before(before, &(op_spec){"arith.index_cast", &index, 1, &r->i64, 1});
}

static MlirValue address(const rewriter *r, MlirOperation before, MlirType element, MlirValue mem,
                         MlirValue index) {
  int32_t dynamic = INT32_MIN;
  MlirValue in[2] = {mem, to_i64(r, before, index)};
  MlirNamedAttribute attrs[2] = {
      op_attr(r->ctx, "elem_type", mlirTypeAttrGet(element)),
      op_attr(r->ctx, "rawConstantIndices", mlirDenseI32ArrayGet(r->ctx, 1, &dynamic))};
  return op_value_before(before, &(op_spec){"llvm.getelementptr", in, 2, &r->ptr, 1, attrs, 2});
}

static MlirValue call(const rewriter *r, MlirOperation before, const char *name,
                      const MlirValue *in, intptr_t n, MlirType out) {
  MlirNamedAttribute callee = op_callee(r->ctx, name);
  return op_value_before(before, &(op_spec){"func.call", in, n, &out, out.ptr != NULL, &callee, 1});
}

// ---- operations ----

static MlirType element_of(MlirType t) { return mlirShapedTypeGetElementType(t); }

static int64_t bytes_of(MlirType t) {
  unsigned bits = mlirTypeIsAF64(t) ? 64 : mlirTypeIsAF32(t) ? 32 : mlirIntegerTypeGetWidth(t);
  return bits / 8;
}

static void replace(MlirOperation op, MlirValue by) {
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), by);
  mlirOperationDestroy(op);
}

// ---- numbers of two halves: integers that are put together, or only read, by their halves ----

static MlirType half_of(const rewriter *r, MlirType t) {
  if (!mlirTypeIsAInteger(t) || mlirIntegerTypeGetWidth(t) < 64) return (MlirType){0};
  return mlirIntegerTypeGet(r->ctx, mlirIntegerTypeGetWidth(t) / 2);
}

static MlirOperation made_by(MlirValue v, const char *name) {
  MlirOperation op = op_maker(v);
  return op.ptr && op_is(op, name) ? op : (MlirOperation){0};
}

static bool only_cut(MlirValue v, MlirType half) {
  for (MlirOpOperand u = mlirValueGetFirstUse(v); u.ptr; u = mlirOpOperandGetNextUse(u)) {
    MlirOperation op = mlirOpOperandGetOwner(u);
    if (!op_is(op, "arith.trunci") ||
        !mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, 0)), half))
      return false;
  }
  return true;
}

static bool reads_halves(MlirValue v, MlirType half) {
  bool some = false;
  for (MlirOpOperand u = mlirValueGetFirstUse(v); u.ptr; u = mlirOpOperandGetNextUse(u)) {
    MlirOperation op = mlirOpOperandGetOwner(u);
    bool high = op_is(op, "arith.shrui") && mlirValueEqual(op_operand(op, 0), v) &&
                index_is_number(op_operand(op, 1), mlirIntegerTypeGetWidth(half)) &&
                only_cut(mlirOperationGetResult(op, 0), half);
    bool low = op_is(op, "arith.trunci") &&
               mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, 0)), half);
    if (!high && !low) return false;
    some = true;
  }
  return some;
}

static MlirValue half_address(const rewriter *r, MlirOperation before, MlirType half, MlirValue mem,
                              MlirValue at, int64_t which) {
  MlirType index = mlirIndexTypeGet(r->ctx);
  MlirValue in[2] = {at, op_number_before(before, index, 2)};
  in[0] = op_value_before(before, &(op_spec){"arith.muli", in, 2, &index, 1});
  in[1] = op_number_before(before, index, which);
  if (which) in[0] = op_value_before(before, &(op_spec){"arith.addi", in, 2, &index, 1});
  return address(r, before, half, mem, in[0]);
}

static void give_halves(MlirValue v, const MlirValue *half) {
  for (MlirOpOperand u = mlirValueGetFirstUse(v); u.ptr; u = mlirOpOperandGetNextUse(u)) {
    MlirValue x = mlirOperationGetResult(mlirOpOperandGetOwner(u), 0);
    if (op_is(mlirOpOperandGetOwner(u), "arith.trunci")) {
      mlirValueReplaceAllUsesOfWith(x, half[0]);
      continue;
    }
    for (MlirOpOperand w = mlirValueGetFirstUse(x); w.ptr; w = mlirOpOperandGetNextUse(w))
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(mlirOpOperandGetOwner(w), 0), half[1]);
  }
}

// What is left, the load of the whole too, is in nobody's use.
static void load_halves(const rewriter *r, MlirOperation op, MlirType half) {
  MlirValue x[2];
  for (int64_t i = 0; i < 2; i++) {
    MlirValue at = half_address(r, op, half, mlirOperationGetOperand(op, 0),
                                mlirOperationGetOperand(op, 1), i);
    x[i] = op_value_before(op, &(op_spec){"llvm.load", &at, 1, &half, 1});
  }
  give_halves(mlirOperationGetResult(op, 0), x);
}

// The half that was widened to that operand of the union of both; none: it is no such union.
static MlirValue half_in(MlirValue whole, MlirType half, bool high) {
  MlirOperation all = made_by(whole, "arith.ori"), one = all;
  if (all.ptr && high) {
    one = made_by(op_operand(all, 1), "arith.shli");
    if (one.ptr && !index_is_number(op_operand(one, 1), mlirIntegerTypeGetWidth(half)))
      one.ptr = NULL;
  }
  one = one.ptr ? made_by(op_operand(one, 0), "arith.extui") : one;
  bool fits = one.ptr && mlirTypeEqual(mlirValueGetType(op_operand(one, 0)), half);
  return fits ? op_operand(one, 0) : (MlirValue){0};
}

static bool store_halves(const rewriter *r, MlirOperation op) {
  MlirType half = half_of(r, mlirValueGetType(op_operand(op, 0)));
  if (mlirTypeIsNull(half)) return false;
  MlirValue x[2] = {half_in(op_operand(op, 0), half, false),
                    half_in(op_operand(op, 0), half, true)};
  if (ml_none(x[0]) || ml_none(x[1])) return false;
  for (int64_t i = 0; i < 2; i++) {
    MlirValue in[2] = {x[i], half_address(r, op, half, op_operand(op, 1), op_operand(op, 2), i)};
    op_value_before(op, &(op_spec){"llvm.store", in, 2});
  }
  mlirOperationDestroy(op);
  return true;
}

// ---- loads and stores ----

static void rewrite_load(const rewriter *r, MlirOperation op) {
  MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0)), half = half_of(r, t);
  if (!mlirTypeIsNull(half) && reads_halves(mlirOperationGetResult(op, 0), half))
    load_halves(r, op, half);
  MlirValue at = address(r, op, t, mlirOperationGetOperand(op, 0), mlirOperationGetOperand(op, 1));
  replace(op, op_value_before(op, &(op_spec){"llvm.load", &at, 1, &t, 1}));
}

static void rewrite_store(const rewriter *r, MlirOperation op) {
  if (store_halves(r, op)) return;
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue in[2] = {x, address(r, op, mlirValueGetType(x), mlirOperationGetOperand(op, 1),
                                mlirOperationGetOperand(op, 2))};
  op_value_before(op, &(op_spec){"llvm.store", in, 2});
  mlirOperationDestroy(op);
}

// The bytes of n elements of the result of op.
static MlirValue bytes_for(const rewriter *r, MlirOperation op, MlirValue n) {
  MlirType element = element_of(mlirValueGetType(mlirOperationGetResult(op, 0)));
  MlirValue in[2] = {to_i64(r, op, n), op_number_before(op, r->i64, bytes_of(element))};
  return op_value_before(op, &(op_spec){"arith.muli", in, 2, &r->i64, 1});
}

static void rewrite_alloc(rewriter *r, MlirOperation op) {
  MlirValue bytes = bytes_for(r, op, mlirOperationGetOperand(op, 0));
  r->allocates = true;
  replace(op, call(r, op, "malloc", &bytes, 1, r->ptr));
}

// Room of a length that its type says.
static void rewrite_alloca(const rewriter *r, MlirOperation op) {
  MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue n = op_number_before(op, r->i64, mlirShapedTypeGetDimSize(t, 0));
  MlirNamedAttribute a = op_attr(r->ctx, "elem_type", mlirTypeAttrGet(element_of(t)));
  replace(op, op_value_before(op, &(op_spec){"llvm.alloca", &n, 1, &r->ptr, 1, &a, 1}));
}

static void rewrite_realloc(rewriter *r, MlirOperation op) {
  MlirValue in[2] = {mlirOperationGetOperand(op, 0),
                     bytes_for(r, op, mlirOperationGetOperand(op, 1))};
  r->grows = true;
  replace(op, call(r, op, "dbx_grow", in, 2, r->ptr));
}

static void rewrite_dealloc(rewriter *r, MlirOperation op) {
  MlirValue mem = mlirOperationGetOperand(op, 0);
  call(r, op, "free", &mem, 1, (MlirType){0});
  r->frees = true;
  mlirOperationDestroy(op);
}

static void rewrite_address(const rewriter *r, MlirOperation op) {
  MlirValue mem = mlirOperationGetOperand(op, 0),
            i = op_value_before(op, &(op_spec){"llvm.ptrtoint", &mem, 1, &r->i64, 1});
  MlirType index = mlirIndexTypeGet(r->ctx);
  replace(op, op_value_before(op, &(op_spec){"arith.index_cast", &i, 1, &index, 1}));
}

// A word of the scratch, or the pointer of an array.
static void rewrite_word(const rewriter *r, MlirOperation op) {
  MlirValue word = mlirOperationGetOperand(op, 0);
  if (!mlirTypeIsAInteger(mlirValueGetType(word))) {
    replace(op, word);
    return;
  }
  replace(op, op_value_before(op, &(op_spec){"llvm.inttoptr", &word, 1, &r->ptr, 1}));
}

static void rewrite(rewriter *r, MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (op_is(op, "builtin.unrealized_conversion_cast")) {
    rewrite_word(r, op);
    return;
  }
  if (name.length < 8 || memcmp(name.data, "memref.", 7)) return;
  switch (name.data[7]) {
  case 'l': rewrite_load(r, op); break;
  case 's': rewrite_store(r, op); break;
  case 'a':
    if (op_is(op, "memref.alloca")) rewrite_alloca(r, op);
    else rewrite_alloc(r, op);
    break;
  case 'd': rewrite_dealloc(r, op); break;
  case 'r': rewrite_realloc(r, op); break;
  default: rewrite_address(r, op); break;
  }
}

// ---- types ----

static void retype(const rewriter *r, MlirValue v) {
  if (mlirTypeIsAMemRef(mlirValueGetType(v))) mlirValueSetType(v, r->ptr);
}

static void retype_blocks(const rewriter *r, MlirOperation op) {
  for (intptr_t k = 0; k < mlirOperationGetNumRegions(op); k++)
    for (MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, k)); b.ptr;
         b = mlirBlockGetNextInRegion(b))
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
        retype(r, mlirBlockGetArgument(b, i));
}

static void retype_function(const rewriter *r, MlirOperation op) {
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (!entry.ptr) return; // a declaration: of scalars only
  intptr_t n = mlirBlockGetNumArguments(entry);
  MlirType *t = dbx_alloc(((size_t)n + 1) * sizeof *t);
  for (intptr_t i = 0; i < n; i++) t[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  mlirOperationSetAttributeByName(op, op_str("function_type"),
                                  mlirTypeAttrGet(mlirFunctionTypeGet(r->ctx, n, t, 0, NULL)));
  free(t);
}

static void declare(const rewriter *r, const char *name, const MlirType *in, intptr_t n,
                    MlirType out) {
  MlirType type = mlirFunctionTypeGet(r->ctx, n, in, out.ptr != NULL, &out);
  MlirLocation nowhere = mlirLocationUnknownGet(r->ctx);
  mlirBlockInsertOwnedOperation(
      r->top, 0, op_function(nowhere, name, type, (MlirBlock){0}, mlirAttributeGetNull()));
}

static MlirWalkResult collect(MlirOperation op, void *ctx) {
  rewriter *r = ctx;
  dbx_push(&r->ops, op);
  return MlirWalkResultAdvance;
}

void bare_pointers(MlirModule module) {
  rewriter r = {.ctx = mlirModuleGetContext(module), .top = mlirModuleGetBody(module)};
  r.ptr = mlirTypeParseGet(r.ctx, op_str("!llvm.ptr"));
  r.i64 = mlirIntegerTypeGet(r.ctx, 64);
  mlirOperationWalk(mlirModuleGetOperation(module), collect, &r, MlirWalkPreOrder);
  for (uint32_t i = 0; i < r.ops.n; i++) rewrite(&r, r.ops.at[i]);
  r.ops.n = 0; // the rest
  mlirOperationWalk(mlirModuleGetOperation(module), collect, &r, MlirWalkPreOrder);
  for (uint32_t i = 0; i < r.ops.n; i++) {
    MlirOperation op = r.ops.at[i];
    retype_blocks(&r, op);
    for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
      retype(&r, mlirOperationGetResult(op, k));
    if (op_is(op, "func.func")) retype_function(&r, op);
  }
  if (r.allocates) declare(&r, "malloc", &r.i64, 1, r.ptr);
  if (r.frees) declare(&r, "free", &r.ptr, 1, (MlirType){0});
  if (r.grows) declare(&r, "dbx_grow", (MlirType[]){r.ptr, r.i64}, 2, r.ptr);
  dbx_vec_free(&r.ops);
}
