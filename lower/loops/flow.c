// See flow.h. A block is cut behind its last loop first, so that every operation moves once; the
// regions of an operation become blocks of the function before they are looked into.
#include "lower/loops/flow.h"

#include "base/mem.h"
#include "lower/mlir/ops.h"

#include <string.h>

typedef struct values {
  MlirValue *at;
  intptr_t n;
} values;

static values operands(dbx_arena *a, MlirOperation op, intptr_t from) {
  values v = {NULL, mlirOperationGetNumOperands(op) - from};
  v.at = DBX_NEWN(a, MlirValue, v.n + 1);
  for (intptr_t i = 0; i < v.n; i++) v.at[i] = mlirOperationGetOperand(op, from + i);
  return v;
}

// ---- branches, at the end of a block ----

static MlirOperation branch(MlirBlock from, MlirLocation at, MlirBlock to, values v) {
  return op_append(
      from, at,
      &(op_spec){.name = "cf.br", .in = v.at, .n_in = v.n, .successors = &to, .n_successors = 1});
}

// v: the arguments of yes; no has none.
static MlirOperation branch_if(MlirBlock from, MlirLocation at, MlirValue condition, MlirBlock yes,
                               values v, MlirBlock no) {
  MlirContext ctx = mlirLocationGetContext(at);
  MlirOperationState st = mlirOperationStateGet(op_str("cf.cond_br"), at);
  int32_t sizes[3] = {1, (int32_t)v.n, 0};
  MlirNamedAttribute segments =
      op_attr(ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(ctx, 3, sizes));
  mlirOperationStateAddOperands(&st, 1, &condition);
  mlirOperationStateAddOperands(&st, v.n, v.at);
  mlirOperationStateAddSuccessors(&st, 2, (MlirBlock[]){yes, no});
  mlirOperationStateAddAttributes(&st, 1, &segments);
  MlirOperation op = mlirOperationCreate(&st);
  mlirBlockAppendOwnedOperation(from, op);
  return op;
}

// Keeps LLVM from computing both ways and choosing then: it does so unless 99 of 100 go one.
static void mark_usual(MlirOperation branch) {
  MlirContext ctx = mlirOperationGetContext(branch);
  mlirOperationSetAttributeByName(branch, op_str("branch_weights"),
                                  mlirDenseI32ArrayGet(ctx, 2, (int32_t[2]){2000, 1}));
}

static MlirValue binary(MlirBlock to, MlirLocation at, const char *name, MlirValue x, MlirValue y,
                        MlirType type, const MlirNamedAttribute *attribute) {
  MlirValue in[2] = {x, y};
  return mlirOperationGetResult(
      op_append(to, at, &(op_spec){name, in, 2, &type, 1, attribute, attribute != NULL}), 0);
}

// ---- blocks ----

// A new block behind `block`, with what follows op in it.
static MlirBlock cut_behind(MlirBlock block, MlirOperation op) {
  MlirBlock rest = mlirBlockCreate(0, NULL, NULL);
  mlirRegionInsertOwnedBlockAfter(mlirBlockGetParentRegion(block), block, rest);
  for (MlirOperation o = mlirOperationGetNextInBlock(op), next; o.ptr; o = next) {
    next = mlirOperationGetNextInBlock(o);
    mlirOperationRemoveFromParent(o);
    mlirBlockAppendOwnedOperation(rest, o);
  }
  return rest;
}

// The only block of a region of op, moved in front of `rest`; null if the region is empty.
static MlirBlock take_block(MlirOperation op, intptr_t region, MlirBlock rest) {
  MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
  if (!b.ptr) return b;
  mlirBlockDetach(b);
  mlirRegionInsertOwnedBlockBefore(mlirBlockGetParentRegion(rest), rest, b);
  return b;
}

// Takes the last operation of a block away and gives its operands.
static values take_yield(dbx_arena *a, MlirBlock b) {
  MlirOperation yield = mlirBlockGetTerminator(b);
  values v = operands(a, yield, 0);
  mlirOperationDestroy(yield);
  return v;
}

static void replace_results(MlirOperation op, values by) {
  for (intptr_t i = 0; i < by.n; i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i), by.at[i]);
}

static values arguments(dbx_arena *a, MlirBlock b, intptr_t from) {
  values v = {NULL, mlirBlockGetNumArguments(b) - from};
  v.at = DBX_NEWN(a, MlirValue, v.n + 1);
  for (intptr_t i = 0; i < v.n; i++) v.at[i] = mlirBlockGetArgument(b, from + i);
  return v;
}

// ---- operations: the blocks that have to be looked into afterwards ----

typedef struct inner {
  MlirBlock block[2];
  int n;
} inner;

// for: block -> head (i, carries) -> body -> head; head -> rest
static inner lower_for(dbx_arena *a, MlirBlock block, MlirOperation op, MlirBlock rest) {
  MlirLocation at = mlirOperationGetLocation(op);
  MlirContext ctx = mlirOperationGetContext(op);
  MlirValue low = mlirOperationGetOperand(op, 0), high = mlirOperationGetOperand(op, 1),
            step = mlirOperationGetOperand(op, 2);
  values start = operands(a, op, 2);
  start.at[0] = low;
  MlirType index = mlirValueGetType(low);
  MlirBlock body = take_block(op, 0, rest);
  intptr_t n = mlirBlockGetNumArguments(body);
  MlirBlock head = mlirBlockCreate(0, NULL, NULL);
  mlirRegionInsertOwnedBlockBefore(mlirBlockGetParentRegion(rest), body, head);
  for (intptr_t i = 0; i < n; i++) {
    MlirValue inside = mlirBlockGetArgument(body, i);
    mlirValueReplaceAllUsesOfWith(inside, mlirBlockAddArgument(head, mlirValueGetType(inside), at));
  }
  while (n-- > 0) mlirBlockEraseArgument(body, (unsigned)n);
  values carried = arguments(a, head, 1), yielded = take_yield(a, body),
         next = arguments(a, head, 0);
  next.at[0] = binary(body, at, "arith.addi", mlirBlockGetArgument(head, 0), step, index, NULL);
  if (yielded.n) memcpy(next.at + 1, yielded.at, (size_t)yielded.n * sizeof *yielded.at);
  MlirOperation back = branch(body, at, head, next);
  MlirAttribute wishes = op_attribute(op, "loop_annotation");
  if (wishes.ptr) mlirOperationSetAttributeByName(back, op_str("loop_annotation"), wishes);
  branch(block, at, head, start);
  MlirNamedAttribute less =
      op_attr(ctx, "predicate", mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), 2));
  MlirValue more = binary(head, at, "arith.cmpi", mlirBlockGetArgument(head, 0), high,
                          mlirIntegerTypeGet(ctx, 1), &less);
  branch_if(head, at, more, body, (values){NULL, 0}, rest);
  replace_results(op, carried);
  return (inner){{body}, 1};
}

// if: block -> yes, no -> rest (results); "usual": nearly always yes (emit.h)
static inner lower_if(dbx_arena *a, MlirBlock block, MlirOperation op, MlirBlock rest) {
  MlirLocation at = mlirOperationGetLocation(op);
  MlirValue condition = mlirOperationGetOperand(op, 0);
  MlirBlock branches[2] = {take_block(op, 0, rest), take_block(op, 1, rest)};
  inner in = {.n = 0};
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    mlirBlockAddArgument(rest, mlirValueGetType(mlirOperationGetResult(op, i)), at);
  for (int k = 0; k < 2; k++)
    if (branches[k].ptr) {
      branch(branches[k], at, rest, take_yield(a, branches[k]));
      in.block[in.n++] = branches[k];
    }
  MlirOperation way = branch_if(block, at, condition, branches[0], (values){NULL, 0},
                                branches[1].ptr ? branches[1] : rest);
  if (op_attribute(op, "usual").ptr) mark_usual(way);
  replace_results(op, arguments(a, rest, 0));
  return in;
}

// while: block -> test (carries) -> body (results of the test) -> test; test -> rest
static inner lower_while(dbx_arena *a, MlirBlock block, MlirOperation op, MlirBlock rest) {
  MlirLocation at = mlirOperationGetLocation(op);
  MlirBlock test = take_block(op, 0, rest), body = take_block(op, 1, rest);
  branch(block, at, test, operands(a, op, 0));
  values passed = take_yield(a, test);
  values kept = {passed.at + 1, passed.n - 1};
  branch_if(test, at, passed.at[0], body, kept, rest);
  branch(body, at, test, take_yield(a, body));
  replace_results(op, kept);
  return (inner){{test, body}, 2};
}

static const struct {
  const char *name;
  inner (*lower)(dbx_arena *a, MlirBlock block, MlirOperation op, MlirBlock rest);
} rules[] = {{"scf.for", lower_for}, {"scf.if", lower_if}, {"scf.while", lower_while}};
enum { RULES = sizeof rules / sizeof *rules };

typedef dbx_vec(MlirBlock) blocks;

static void flatten_operation(dbx_arena *a, MlirBlock block, MlirOperation op, blocks *todo) {
  size_t k = 0;
  while (k < RULES && !op_is(op, rules[k].name)) k++;
  if (k == RULES) return;
  inner in = rules[k].lower(a, block, op, cut_behind(block, op));
  for (int i = 0; i < in.n; i++) dbx_push(todo, in.block[i]);
  mlirOperationDestroy(op);
}

void flow_to_branches(MlirModule module) {
  dbx_arena arena = {0}; // the warming thread comes here too: no scratch memory
  blocks todo = {0};
  dbx_vec(MlirOperation) nested = {0};
  for (MlirOperation f = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); f.ptr;
       f = mlirOperationGetNextInBlock(f)) {
    MlirBlock entry = {0};
    if (op_is(f, "func.func")) entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(f, 0));
    if (entry.ptr) dbx_push(&todo, entry);
  }
  while (todo.n) {
    MlirBlock block = todo.at[--todo.n];
    nested.n = 0;
    for (MlirOperation o = mlirBlockGetFirstOperation(block); o.ptr;
         o = mlirOperationGetNextInBlock(o))
      if (mlirOperationGetNumRegions(o)) dbx_push(&nested, o);
    while (nested.n) flatten_operation(&arena, block, nested.at[--nested.n], &todo);
  }
  dbx_vec_free(&todo);
  dbx_vec_free(&nested);
  dbx_arena_free(&arena);
}
