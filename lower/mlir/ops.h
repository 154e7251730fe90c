// MLIR operations: making them and asking about them, for the emitter and for what rewrites its
// module afterwards. Private to lower/.
#ifndef DBX_LOWER_OPS_H
#define DBX_LOWER_OPS_H

#include <mlir-c/BuiltinAttributes.h>
#include <mlir-c/BuiltinTypes.h>
#include <mlir-c/IR.h>
#include <stdbool.h>
#include <stdint.h>

// ---- making ----
typedef struct op_spec {
  const char *name;
  const MlirValue *in;
  intptr_t n_in;
  const MlirType *out;
  intptr_t n_out;
  const MlirNamedAttribute *attrs;
  intptr_t n_attrs;
  MlirRegion *regions; // taken over
  intptr_t n_regions;
  const MlirBlock *successors;
  intptr_t n_successors;
} op_spec;
MlirOperation op_new(MlirLocation loc, const op_spec *s);                  // in no block yet
MlirOperation op_append(MlirBlock to, MlirLocation loc, const op_spec *s); // at its end
MlirOperation op_before(MlirOperation next, const op_spec *s);             // at its place
MlirValue op_value_before(MlirOperation next, const op_spec *s); // its result, if it has one
// x op y, of the type of x.
MlirValue op_binary_before(MlirOperation next, const char *name, MlirValue x, MlirValue y);
// Whether x and y, of an integer type or index, are so: arith::CmpIPredicate.
MlirValue op_compare_before(MlirOperation next, int64_t how, MlirValue x, MlirValue y);
MlirValue op_compare(MlirBlock to, MlirLocation loc, int64_t how, MlirValue x, MlirValue y);
MlirValue op_number_before(MlirOperation next, MlirType t,
                           int64_t n); // a constant of an integer type or index
// func.func, private; the arguments are those of its block, without one it is a declaration.
// arg_attrs: may be null.
MlirOperation op_function(MlirLocation loc, const char *name, MlirType type, MlirBlock body,
                          MlirAttribute arg_attrs);
void op_keep_order(MlirOperation op); // if it may be done in any order: in that which it stands in
MlirStringRef op_str(const char *s);  // borrows it
MlirNamedAttribute op_attr(MlirContext ctx, const char *name, MlirAttribute a);
MlirNamedAttribute op_callee(MlirContext ctx, const char *function);

// ---- asking ----
// No value: what {0} is.
static inline bool ml_none(MlirValue v) { return !v.ptr; }
// By full names: "scf.for", of the dialect "scf". op is not null.
bool op_is(MlirOperation op, const char *name);
bool op_is_of(MlirOperation op, const char *dialect);
// A func.call of that function.
bool op_calls(MlirOperation op, const char *function);
// i counts from 0 and has to exist.
MlirValue op_operand(MlirOperation op, intptr_t i);
MlirAttribute op_attribute(MlirOperation op, const char *name); // null: it has none
// Of an operation of floats: it may be done in any order with others of its kind (reassoc).
bool op_any_order(MlirOperation op);
bool op_has_fma(void);               // is math.fma an instruction here?
MlirOperation op_maker(MlirValue v); // that gives v; null for an argument of a block
// At any depth, and of itself.
bool op_is_inside(MlirOperation op, MlirOperation outer);
bool value_is_outside(MlirValue v, MlirOperation op); // neither given nor an argument inside

#endif
