// See ops.h.
#include "lower/mlir/ops.h"

#include <string.h>

MlirStringRef op_str(const char *s) { return mlirStringRefCreateFromCString(s); }

MlirNamedAttribute op_attr(MlirContext ctx, const char *name, MlirAttribute a) {
  return mlirNamedAttributeGet(mlirIdentifierGet(ctx, op_str(name)), a);
}

MlirNamedAttribute op_callee(MlirContext ctx, const char *function) {
  return op_attr(ctx, "callee", mlirFlatSymbolRefAttrGet(ctx, op_str(function)));
}

// ---- making ----

MlirOperation op_new(MlirLocation loc, const op_spec *s) {
  MlirOperationState st = mlirOperationStateGet(op_str(s->name), loc);
  mlirOperationStateAddOperands(&st, s->n_in, s->in);
  mlirOperationStateAddResults(&st, s->n_out, s->out);
  mlirOperationStateAddAttributes(&st, s->n_attrs, s->attrs);
  mlirOperationStateAddOwnedRegions(&st, s->n_regions, s->regions);
  mlirOperationStateAddSuccessors(&st, s->n_successors, s->successors);
  return mlirOperationCreate(&st);
}

MlirOperation op_append(MlirBlock to, MlirLocation loc, const op_spec *s) {
  MlirOperation op = op_new(loc, s);
  mlirBlockAppendOwnedOperation(to, op);
  return op;
}

MlirOperation op_before(MlirOperation next, const op_spec *s) {
  MlirOperation op = op_new(mlirOperationGetLocation(next), s);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, op);
  return op;
}

MlirValue op_value_before(MlirOperation next, const op_spec *s) {
  MlirOperation op = op_before(next, s);
  return s->n_out ? mlirOperationGetResult(op, 0) : (MlirValue){0};
}

MlirValue op_binary_before(MlirOperation next, const char *name, MlirValue x, MlirValue y) {
  MlirType t = mlirValueGetType(x);
  MlirValue in[2] = {x, y};
  return op_value_before(next, &(op_spec){name, in, 2, &t, 1});
}

// The operands, the type and the attribute of an arith.cmpi.
typedef struct comparison {
  MlirValue in[2];
  MlirType i1;
  MlirNamedAttribute how;
} comparison;

static comparison compared(MlirContext ctx, int64_t how, MlirValue x, MlirValue y) {
  MlirAttribute predicate = mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), how);
  return (comparison){{x, y}, mlirIntegerTypeGet(ctx, 1), op_attr(ctx, "predicate", predicate)};
}

MlirValue op_compare_before(MlirOperation next, int64_t how, MlirValue x, MlirValue y) {
  comparison c = compared(mlirOperationGetContext(next), how, x, y);
  return op_value_before(next, &(op_spec){"arith.cmpi", c.in, 2, &c.i1, 1, &c.how, 1});
}

MlirValue op_compare(MlirBlock to, MlirLocation loc, int64_t how, MlirValue x, MlirValue y) {
  comparison c = compared(mlirLocationGetContext(loc), how, x, y);
  op_spec spec = {"arith.cmpi", c.in, 2, &c.i1, 1, &c.how, 1};
  return mlirOperationGetResult(op_append(to, loc, &spec), 0);
}

MlirValue op_number_before(MlirOperation next, MlirType t, int64_t n) {
  MlirContext ctx = mlirOperationGetContext(next);
  MlirNamedAttribute a = op_attr(ctx, "value", mlirIntegerAttrGet(t, n));
  return op_value_before(next, &(op_spec){"arith.constant", NULL, 0, &t, 1, &a, 1});
}

MlirOperation op_function(MlirLocation loc, const char *name, MlirType type, MlirBlock body,
                          MlirAttribute arg_attrs) {
  MlirContext ctx = mlirLocationGetContext(loc);
  MlirNamedAttribute attrs[4] = {
      op_attr(ctx, "sym_name", mlirStringAttrGet(ctx, op_str(name))),
      op_attr(ctx, "function_type", mlirTypeAttrGet(type)),
      op_attr(ctx, "sym_visibility", mlirStringAttrGet(ctx, op_str("private")))};
  if (arg_attrs.ptr) attrs[3] = op_attr(ctx, "arg_attrs", arg_attrs);
  MlirRegion region = mlirRegionCreate();
  if (body.ptr) mlirRegionAppendOwnedBlock(region, body);
  return op_new(loc, &(op_spec){.name = "func.func",
                                .attrs = attrs,
                                .n_attrs = arg_attrs.ptr ? 4 : 3,
                                .regions = &region,
                                .n_regions = 1});
}

// ---- asking ----

bool op_is(MlirOperation op, const char *name) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)), op_str(name));
}

bool op_is_of(MlirOperation op, const char *dialect) {
  MlirStringRef s = mlirIdentifierStr(mlirOperationGetName(op));
  size_t n = strlen(dialect);
  return s.length > n && s.data[n] == '.' && !memcmp(s.data, dialect, n);
}

bool op_calls(MlirOperation op, const char *function) {
  MlirAttribute callee = op_is(op, "func.call") ? op_attribute(op, "callee") : (MlirAttribute){0};
  return callee.ptr && mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(callee), op_str(function));
}

MlirValue op_operand(MlirOperation op, intptr_t i) { return mlirOperationGetOperand(op, i); }

MlirAttribute op_attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, op_str(name));
}

MlirOperation op_maker(MlirValue v) {
  return mlirValueIsAOpResult(v) ? mlirOpResultGetOwner(v) : (MlirOperation){0};
}

bool op_is_inside(MlirOperation op, MlirOperation outer) {
  for (; op.ptr; op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, outer)) return true;
  return false;
}

bool value_is_outside(MlirValue v, MlirOperation op) {
  MlirOperation m = op_maker(v);
  if (!m.ptr) m = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v));
  return !op_is_inside(m, op);
}

static MlirAttribute fastmath(MlirOperation op, const char *which) {
  return mlirAttributeParseGet(mlirOperationGetContext(op), op_str(which));
}

bool op_any_order(MlirOperation op) {
  MlirAttribute is = op_attribute(op, "fastmath");
  return is.ptr && mlirAttributeEqual(is, fastmath(op, "#arith.fastmath<reassoc>"));
}

bool op_has_fma(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("fma");
#elif defined(__FP_FAST_FMA)
  return true;
#else
  return false;
#endif
}

void op_keep_order(MlirOperation op) {
  if (op_any_order(op))
    mlirOperationSetAttributeByName(op, op_str("fastmath"), fastmath(op, "#arith.fastmath<none>"));
}
