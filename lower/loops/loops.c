// See loops.h.
#include "lower/loops/loops.h"

#include <string.h>

enum { MOST_TERMS = 6, DEEPEST_TERM = 8 };

MlirBlock loop_body(MlirOperation loop) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
}

MlirValue loop_index(MlirOperation loop) { return mlirBlockGetArgument(loop_body(loop), 0); }

// ---- index expressions ----

MlirValue index_plain(MlirValue v) {
  for (MlirOperation m = op_maker(v); m.ptr && op_is(m, "arith.index_cast"); m = op_maker(v))
    v = op_operand(m, 0);
  return v;
}

bool index_number(MlirValue v, int64_t *ret) {
  MlirOperation m = op_maker(v);
  if (!m.ptr || !op_is(m, "arith.constant")) return false;
  MlirAttribute a = op_attribute(m, "value");
  return mlirAttributeIsAInteger(a) && (*ret = mlirIntegerAttrGetValueInt(a), true);
}

bool index_is_number(MlirValue v, int64_t n) {
  int64_t own;
  return index_number(v, &own) && own == n;
}

bool index_same(MlirValue a, MlirValue b, int depth) {
  a = index_plain(a), b = index_plain(b);
  if (mlirValueEqual(a, b)) return true;
  if (!mlirTypeEqual(mlirValueGetType(a), mlirValueGetType(b))) return false;
  MlirOperation m = op_maker(a), n = op_maker(b);
  if (!m.ptr || !n.ptr || depth > DEEPEST_TERM || !op_is_of(m, "arith")) return false;
  intptr_t k = mlirOperationGetNumOperands(m);
  if (!mlirIdentifierEqual(mlirOperationGetName(m), mlirOperationGetName(n)) || k == 0 ||
      k != mlirOperationGetNumOperands(n) || op_is(m, "arith.cmpi") || op_is(m, "arith.cmpf"))
    return false;
  for (intptr_t i = 0; i < k; i++)
    if (!index_same(op_operand(m, i), op_operand(n, i), depth + 1)) return false;
  return true;
}

bool loop_varies(MlirValue v, MlirOperation loop, int depth) {
  MlirOperation m = op_maker(v);
  if (!m.ptr) return op_is_inside(mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v)), loop);
  if (!op_is_inside(m, loop)) return false;
  if (!op_is_of(m, "arith") || depth > DEEPEST_TERM) return true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(m); i++)
    if (loop_varies(op_operand(m, i), loop, depth + 1)) return true;
  return false;
}

// A place as i * row + fixed + rest, i the loop's index.
typedef struct place {
  MlirValue row; // none: 1
  MlirValue fixed[MOST_TERMS], rest[MOST_TERMS];
  int n_fixed, n_rest;
  bool has_index;
} place;

static bool add_term(place *p, MlirValue v, MlirOperation loop) {
  MlirOperation m = op_maker(v);
  MlirValue i = loop_index(loop);
  if (m.ptr && op_is(m, "arith.addi"))
    return add_term(p, op_operand(m, 0), loop) && add_term(p, op_operand(m, 1), loop);
  if (!loop_varies(v, loop, 0)) {
    if (p->n_fixed < MOST_TERMS) p->fixed[p->n_fixed] = v;
    return p->n_fixed++ < MOST_TERMS;
  }
  bool plain = mlirValueEqual(v, i), times = m.ptr && op_is(m, "arith.muli");
  for (int k = 0; times && k < 2 && !plain; k++) {
    if (!mlirValueEqual(index_plain(op_operand(m, k)), i) ||
        loop_varies(op_operand(m, 1 - k), loop, 0))
      continue;
    if (p->has_index) return false;
    p->row = op_operand(m, 1 - k);
    return p->has_index = true;
  }
  if (plain) return !p->has_index && (p->has_index = true);
  if (p->n_rest < MOST_TERMS) p->rest[p->n_rest] = v;
  return p->n_rest++ < MOST_TERMS;
}

// The number of trips of the loop whose index is v; none if v is none, or its loop begins
// elsewhere.
static MlirValue trips_of(MlirValue v) {
  v = index_plain(v);
  if (op_maker(v).ptr) return (MlirValue){0};
  MlirOperation loop = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v));
  bool plain = loop.ptr && op_is(loop, "scf.for") && mlirValueEqual(v, loop_index(loop)) &&
               index_is_number(op_operand(loop, 0), 0) && index_is_number(op_operand(loop, 2), 1);
  return plain ? op_operand(loop, 1) : (MlirValue){0};
}

static bool is_product(MlirValue v, MlirValue a, MlirValue b) {
  MlirOperation m = op_maker(index_plain(v));
  if (!m.ptr || !op_is(m, "arith.muli")) return false;
  MlirValue x = op_operand(m, 0), y = op_operand(m, 1);
  return (index_same(x, a, 0) && index_same(y, b, 0)) ||
         (index_same(x, b, 0) && index_same(y, a, 0));
}

// 0 <= rest < row: an index of a row, or those of an array in it.
static bool in_row(const place *p) {
  if (ml_none(p->row)) return p->n_rest == 0;
  if (p->n_rest == 0) return true;
  MlirValue last = trips_of(p->rest[p->n_rest - 1]);
  if (ml_none(last)) return false;
  if (p->n_rest == 1) return index_same(last, p->row, 0);
  MlirOperation m = op_maker(p->rest[0]);
  if (p->n_rest > 2 || !m.ptr || !op_is(m, "arith.muli")) return false;
  for (int k = 0; k < 2; k++) {
    MlirValue n = trips_of(op_operand(m, k));
    if (!ml_none(n) && index_same(op_operand(m, 1 - k), last, 0))
      return is_product(p->row, n, last);
  }
  return false;
}

static bool find_place(MlirValue at, MlirOperation loop, place *ret) {
  *ret = (place){0};
  return add_term(ret, at, loop) && ret->has_index && in_row(ret);
}

static bool same_rows(const place *a, const place *b) {
  if (ml_none(a->row) != ml_none(b->row) || a->n_fixed != b->n_fixed) return false;
  if (!ml_none(a->row) && !index_same(a->row, b->row, 0)) return false;
  for (int i = 0; i < a->n_fixed; i++)
    if (!index_same(a->fixed[i], b->fixed[i], 0)) return false;
  return true;
}

// ---- what a loop does ----

static bool add_access(loop_work *w, MlirValue mem, MlirValue at, bool writes) {
  if (w->n < MOST_ACCESSES) w->access[w->n] = (loop_access){mem, at, writes};
  return w->n++ < MOST_ACCESSES;
}

bool op_calls_function(MlirOperation op) {
  MlirAttribute a = op_attribute(op, "callee");
  MlirStringRef s = mlirFlatSymbolRefAttrGetValue(a);
  return s.length < 4 || memcmp(s.data, "dbx_", 4);
}

static bool add_work(loop_work *w, MlirBlock b);

static bool add_operation(loop_work *w, MlirOperation op) {
  bool computes = op_is_of(op, "arith") || op_is_of(op, "math");
  if (computes || op_is(op, "scf.yield")) return w->computations += computes, true;
  if (op_is(op, "memref.load")) return add_access(w, op_operand(op, 0), op_operand(op, 1), false);
  if (op_is(op, "memref.store")) return add_access(w, op_operand(op, 1), op_operand(op, 2), true);
  if (op_is(op, "func.call")) return w->calls = true, op_calls_function(op);
  bool loop = op_is(op, "scf.for"), branch = op_is(op, "scf.if");
  if (!loop && !branch) return false;
  w->nested |= loop, w->branches |= branch;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    if (mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetResult(op, i)))) return false;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
    MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    if (b.ptr && !add_work(w, b)) return false;
  }
  return true;
}

static bool add_work(loop_work *w, MlirBlock b) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (!add_operation(w, op)) return false;
  return true;
}

bool loop_find_work_of_part(MlirOperation loop, loop_work *ret) {
  *ret = (loop_work){.loop = loop};
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); i++)
    if (mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetResult(loop, i)))) return false;
  return index_is_number(op_operand(loop, 2), 1) && add_work(ret, loop_body(loop));
}

bool loop_find_work(MlirOperation loop, loop_work *ret) {
  return index_is_number(op_operand(loop, 0), 0) && loop_find_work_of_part(loop, ret);
}

// ---- two loops, or the trips of one ----

bool loop_is_streaming(const loop_work *w) {
  if (w->branches) return false;
  for (int i = 0; i < w->n; i++) {
    place p = {0};
    if (!add_term(&p, w->access[i].at, w->loop) || p.n_rest || !ml_none(p.row)) return false;
  }
  return true;
}

bool mem_is_disjoint(MlirValue mem) {
  MlirOperation m = op_maker(mem);
  if (m.ptr) return op_is(m, "memref.alloc");
  return op_is(mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(mem)), "func.func");
}

bool loop_keep_apart(const loop_work *a, const loop_work *b, bool *ret_feeds) {
  place p, q;
  for (int i = 0; i < a->n; i++)
    for (int k = 0; k < b->n; k++) {
      const loop_access *x = &a->access[i], *y = &b->access[k];
      if (!mlirValueEqual(x->mem, y->mem) || !(x->writes || y->writes)) continue;
      *ret_feeds |= x->writes;
      if (!find_place(x->at, a->loop, &p) || !find_place(y->at, b->loop, &q) || !same_rows(&p, &q))
        return false;
    }
  return true;
}

// ---- moving ----

// The operations that ask whether to stop, and checks: they may end the run and do nothing else.
static bool only_ends_the_run(MlirOperation branch) {
  if (mlirOperationGetNumResults(branch)) return false;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(branch); i++) {
    MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, i));
    for (MlirOperation op = b.ptr ? mlirBlockGetFirstOperation(b) : (MlirOperation){0}; op.ptr;
         op = mlirOperationGetNextInBlock(op)) {
      if (!op_calls(op, "dbx_trap") && !op_is(op, "scf.yield")) return false;
    }
  }
  return true;
}

bool op_may_be_earlier(MlirOperation op) {
  return op_is_of(op, "arith") || op_is_of(op, "math") || op_is(op, "llvm.mlir.addressof") ||
         op_is(op, "llvm.load") || (op_is(op, "scf.if") && only_ends_the_run(op));
}

static bool block_uses(MlirBlock b, MlirOperation of) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (op_uses_result(op, of)) return true;
  return false;
}

bool op_uses_result(MlirOperation user, MlirOperation of) {
  if (!mlirOperationGetNumResults(of)) return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(user); i++)
    if (mlirOperationEqual(op_maker(op_operand(user, i)), of)) return true;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(user); i++) {
    MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(user, i));
    if (b.ptr && block_uses(b, of)) return true;
  }
  return false;
}

bool loop_can_pass(MlirOperation loop, MlirOperation op) {
  loop_work w;
  if (op_uses_result(op, loop) || mlirOperationGetNumRegions(op)) return false;
  if (op_is_of(op, "arith") || op_is_of(op, "math") || op_is(op, "memref.alloc") ||
      op_is(op, "memref.dealloc"))
    return true;
  if (op_is(op, "func.call")) return op_calls_function(op);
  bool loads = op_is(op, "memref.load"), stores = op_is(op, "memref.store");
  if ((!loads && !stores) || !loop_find_work(loop, &w)) return false;
  MlirValue mem = op_operand(op, stores);
  for (int i = 0; i < w.n; i++)
    if (mlirValueEqual(w.access[i].mem, mem) && (stores || w.access[i].writes)) return false;
  return true;
}

void loop_move_frees(MlirOperation a, MlirOperation b) {
  MlirBlock block = mlirOperationGetBlock(b);
  for (MlirOperation op = mlirOperationGetNextInBlock(a), next; !mlirOperationEqual(op, b);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!op_is(op, "memref.dealloc")) continue;
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationAfter(block, b, op);
  }
}
