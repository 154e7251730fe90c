// See fuse.h. Two loops A and B run from 0 to the same bound; between them lie only operations that
// A can be moved behind. Fused, trip i of B runs before trip i + 1 of A. That is the same program
// if every array that both touch and one writes is touched by trip i at its own elements only: at
// i * row + k, with the same row in A and in B and 0 <= k < row. A softmax of rows, for example,
// becomes one loop over rows, each of which stays in the cache.
#include "lower/fuse.h"

#include "lower/emit.h"

#include <string.h>

enum {
  MOST_ARRAYS = 12,   // that a fused loop touches: more streams than that do not get faster
  MOST_ACCESSES = 64, // in each of two loops
  MOST_UNKNOWN = 2, // arrays of an innermost loop of which LLVM cannot know that they are disjoint
  MOST_TERMS = 6,
  DEEPEST_TERM = 8,
};

static bool is(MlirOperation op, const char *name) {
  MlirStringRef s = mlirIdentifierStr(mlirOperationGetName(op));
  return s.length == strlen(name) && !memcmp(s.data, name, s.length);
}

static bool is_of(MlirOperation op, const char *dialect) {
  MlirStringRef s = mlirIdentifierStr(mlirOperationGetName(op));
  size_t n = strlen(dialect);
  return s.length > n && s.data[n] == '.' && !memcmp(s.data, dialect, n);
}

static MlirOperation none(void) { return (MlirOperation){0}; }

// The operation that gives v; none for an argument of a block.
static MlirOperation maker(MlirValue v) {
  return mlirValueIsAOpResult(v) ? mlirOpResultGetOwner(v) : none();
}

static MlirValue operand(MlirOperation op, intptr_t i) { return mlirOperationGetOperand(op, i); }

static MlirBlock body_of(MlirOperation loop) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
}

static MlirValue index_of(MlirOperation loop) { return mlirBlockGetArgument(body_of(loop), 0); }

// ---- index expressions ----

static MlirValue without_casts(MlirValue v) {
  for (MlirOperation m = maker(v); m.ptr && is(m, "arith.index_cast"); m = maker(v))
    v = operand(m, 0);
  return v;
}

static bool is_number(MlirValue v, int64_t n) {
  MlirOperation m = maker(v);
  if (!m.ptr || !is(m, "arith.constant")) return false;
  MlirAttribute a = mlirOperationGetAttributeByName(m, mlirStringRefCreateFromCString("value"));
  return mlirAttributeIsAInteger(a) && mlirIntegerAttrGetValueInt(a) == n;
}

// Do both always have the same value? Casts of indices do not change values.
static bool same(MlirValue a, MlirValue b, int depth) {
  a = without_casts(a), b = without_casts(b);
  if (mlirValueEqual(a, b)) return true;
  if (!mlirTypeEqual(mlirValueGetType(a), mlirValueGetType(b))) return false;
  MlirOperation m = maker(a), n = maker(b);
  if (!m.ptr || !n.ptr || depth > DEEPEST_TERM || !is_of(m, "arith")) return false;
  intptr_t k = mlirOperationGetNumOperands(m);
  if (!mlirIdentifierEqual(mlirOperationGetName(m), mlirOperationGetName(n)) || k == 0 ||
      k != mlirOperationGetNumOperands(n) || is(m, "arith.cmpi") || is(m, "arith.cmpf"))
    return false;
  for (intptr_t i = 0; i < k; i++)
    if (!same(operand(m, i), operand(n, i), depth + 1)) return false;
  return true;
}

static bool is_inside(MlirOperation op, MlirOperation loop) {
  for (; op.ptr; op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, loop)) return true;
  return false;
}

// Does v differ between trips of the loop?
static bool varies(MlirValue v, MlirOperation loop, int depth) {
  MlirOperation m = maker(v);
  if (!m.ptr) return is_inside(mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v)), loop);
  if (!is_inside(m, loop)) return false;
  if (!is_of(m, "arith") || depth > DEEPEST_TERM) return true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(m); i++)
    if (varies(operand(m, i), loop, depth + 1)) return true;
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
  MlirOperation m = maker(v);
  MlirValue i = index_of(loop);
  if (m.ptr && is(m, "arith.addi"))
    return add_term(p, operand(m, 0), loop) && add_term(p, operand(m, 1), loop);
  if (!varies(v, loop, 0)) {
    if (p->n_fixed < MOST_TERMS) p->fixed[p->n_fixed] = v;
    return p->n_fixed++ < MOST_TERMS;
  }
  bool plain = mlirValueEqual(v, i), times = m.ptr && is(m, "arith.muli");
  for (int k = 0; times && k < 2 && !plain; k++) {
    if (!mlirValueEqual(without_casts(operand(m, k)), i) || varies(operand(m, 1 - k), loop, 0))
      continue;
    if (p->has_index) return false;
    p->row = operand(m, 1 - k);
    return p->has_index = true;
  }
  if (plain) return !p->has_index && (p->has_index = true);
  if (p->n_rest < MOST_TERMS) p->rest[p->n_rest] = v;
  return p->n_rest++ < MOST_TERMS;
}

// The number of trips of the loop whose index is v; none if v is none, or its loop begins
// elsewhere.
static MlirValue trips_of(MlirValue v) {
  v = without_casts(v);
  if (maker(v).ptr) return (MlirValue){0};
  MlirOperation loop = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v));
  bool plain = loop.ptr && is(loop, "scf.for") && mlirValueEqual(v, index_of(loop)) &&
               is_number(operand(loop, 0), 0) && is_number(operand(loop, 2), 1);
  return plain ? operand(loop, 1) : (MlirValue){0};
}

static bool is_product(MlirValue v, MlirValue a, MlirValue b) {
  MlirOperation m = maker(without_casts(v));
  if (!m.ptr || !is(m, "arith.muli")) return false;
  MlirValue x = operand(m, 0), y = operand(m, 1);
  return (same(x, a, 0) && same(y, b, 0)) || (same(x, b, 0) && same(y, a, 0));
}

// 0 <= rest < row: an index of a row, or those of an array in it.
static bool in_row(const place *p) {
  if (ml_none(p->row)) return p->n_rest == 0;
  if (p->n_rest == 0) return true;
  MlirValue last = trips_of(p->rest[p->n_rest - 1]);
  if (ml_none(last)) return false;
  if (p->n_rest == 1) return same(last, p->row, 0);
  MlirOperation m = maker(p->rest[0]);
  if (p->n_rest > 2 || !m.ptr || !is(m, "arith.muli")) return false;
  for (int k = 0; k < 2; k++) {
    MlirValue n = trips_of(operand(m, k));
    if (!ml_none(n) && same(operand(m, 1 - k), last, 0)) return is_product(p->row, n, last);
  }
  return false;
}

static bool find_place(MlirValue at, MlirOperation loop, place *ret) {
  *ret = (place){0};
  return add_term(ret, at, loop) && ret->has_index && in_row(ret);
}

static bool same_rows(const place *a, const place *b) {
  if (ml_none(a->row) != ml_none(b->row) || a->n_fixed != b->n_fixed) return false;
  if (!ml_none(a->row) && !same(a->row, b->row, 0)) return false;
  for (int i = 0; i < a->n_fixed; i++)
    if (!same(a->fixed[i], b->fixed[i], 0)) return false;
  return true;
}

// ---- what a loop does ----

typedef struct access {
  MlirValue mem, at;
  bool writes;
} access;

typedef struct work {
  MlirOperation loop;
  access access[MOST_ACCESSES];
  int n;
  bool nested, branches, calls;
} work;

static bool add_access(work *w, MlirValue mem, MlirValue at, bool writes) {
  if (w->n < MOST_ACCESSES) w->access[w->n] = (access){mem, at, writes};
  return w->n++ < MOST_ACCESSES;
}

// Calls of libm; the runtime's do other things.
static bool calls_function(MlirOperation op) {
  MlirAttribute a = mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("callee"));
  MlirStringRef s = mlirFlatSymbolRefAttrGetValue(a);
  return s.length < 4 || memcmp(s.data, "dbx_", 4);
}

static bool add_work(work *w, MlirBlock b);

static bool add_operation(work *w, MlirOperation op) {
  if (is_of(op, "arith") || is_of(op, "math") || is(op, "scf.yield")) return true;
  if (is(op, "memref.load")) return add_access(w, operand(op, 0), operand(op, 1), false);
  if (is(op, "memref.store")) return add_access(w, operand(op, 1), operand(op, 2), true);
  if (is(op, "func.call")) return w->calls = true, calls_function(op);
  bool loop = is(op, "scf.for"), branch = is(op, "scf.if");
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

static bool add_work(work *w, MlirBlock b) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (!add_operation(w, op)) return false;
  return true;
}

// False if the loop does something else than computing, reading and writing.
static bool find_work(MlirOperation loop, work *ret) {
  *ret = (work){.loop = loop};
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); i++)
    if (mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetResult(loop, i)))) return false;
  return is_number(operand(loop, 0), 0) && is_number(operand(loop, 2), 1) &&
         add_work(ret, body_of(loop));
}

// ---- may and should two loops be fused? ----

static bool uses_result(MlirOperation user, MlirOperation of);

static bool block_uses(MlirBlock b, MlirOperation of) {
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (uses_result(op, of)) return true;
  return false;
}

static bool uses_result(MlirOperation user, MlirOperation of) {
  if (!mlirOperationGetNumResults(of)) return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(user); i++)
    if (mlirOperationEqual(maker(operand(user, i)), of)) return true;
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(user); i++) {
    MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(user, i));
    if (b.ptr && block_uses(b, of)) return true;
  }
  return false;
}

// Innermost loops are fused only where LLVM makes vectors of the result as of the two: elements
// side by side, or the same one in every trip.
static bool is_streaming(const work *w) {
  if (w->branches) return false;
  for (int i = 0; i < w->n; i++) {
    place p = {0};
    if (!add_term(&p, w->access[i].at, w->loop) || p.n_rest || !ml_none(p.row)) return false;
  }
  return true;
}

// Would fusing it with b cost a its vectors, where they matter: in functions?
static bool loses_vectors(const work *a, const work *b) {
  return !a->nested && a->calls && is_streaming(a) && (b->nested || !is_streaming(b));
}

static int add_array(MlirValue *seen, int n, MlirValue mem) {
  for (int i = 0; i < n; i++)
    if (mlirValueEqual(seen[i], mem)) return n;
  if (n < MOST_ARRAYS + 1) seen[n++] = mem;
  return n;
}

// Fresh arrays and arguments are disjoint from all others, and LLVM knows.
static bool is_disjoint(MlirValue mem) {
  MlirOperation m = maker(mem);
  if (m.ptr) return is(m, "memref.alloc");
  return is(mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(mem)), "func.func");
}

static bool few_arrays(const work *a, const work *b) {
  MlirValue seen[MOST_ARRAYS + 1];
  int n = 0, unknown = 0;
  for (int i = 0; i < a->n; i++) n = add_array(seen, n, a->access[i].mem);
  for (int i = 0; i < b->n; i++) n = add_array(seen, n, b->access[i].mem);
  for (int i = 0; i < n; i++) unknown += !is_disjoint(seen[i]);
  return n <= MOST_ARRAYS && (a->nested || b->nested || unknown <= MOST_UNKNOWN);
}

// Trip i of B may run before trip i + 1 of A. ret_feeds: B touches what A writes.
static bool keep_apart(const work *a, const work *b, bool *ret_feeds) {
  place p, q;
  for (int i = 0; i < a->n; i++)
    for (int k = 0; k < b->n; k++) {
      const access *x = &a->access[i], *y = &b->access[k];
      if (!mlirValueEqual(x->mem, y->mem) || !(x->writes || y->writes)) continue;
      *ret_feeds |= x->writes;
      if (!find_place(x->at, a->loop, &p) || !find_place(y->at, b->loop, &q) || !same_rows(&p, &q))
        return false;
    }
  return true;
}

static bool can_fuse(MlirOperation first, MlirOperation second) {
  work a, b;
  bool feeds = false;
  if (!same(operand(first, 1), operand(second, 1), 0)) return false;
  if (!find_work(first, &a) || !find_work(second, &b) || uses_result(second, first)) return false;
  if (loses_vectors(&a, &b) || loses_vectors(&b, &a)) return false;
  return keep_apart(&a, &b, &feeds) && feeds && few_arrays(&a, &b);
}

// May the loop be moved behind op?
static bool can_pass(MlirOperation loop, MlirOperation op) {
  work w;
  if (uses_result(op, loop) || mlirOperationGetNumRegions(op)) return false;
  if (is_of(op, "arith") || is_of(op, "math") || is(op, "memref.alloc") || is(op, "memref.dealloc"))
    return true;
  if (is(op, "func.call")) return calls_function(op);
  bool loads = is(op, "memref.load"), stores = is(op, "memref.store");
  if ((!loads && !stores) || !find_work(loop, &w)) return false;
  MlirValue mem = operand(op, stores);
  for (int i = 0; i < w.n; i++)
    if (mlirValueEqual(w.access[i].mem, mem) && (stores || w.access[i].writes)) return false;
  return true;
}

// ---- fusing ----

typedef struct fuser {
  emit_links *links;
} fuser;

static void replace(const fuser *f, MlirValue old, MlirValue new) {
  if (f->links) {
    uint64_t *variable = dbx_map_find(&f->links->variable_of, (uint64_t)(uintptr_t)old.ptr);
    uint64_t v = variable ? *variable : 0;
    if (variable) *variable = 0;
    if (v) dbx_map_put(&f->links->variable_of, (uint64_t)(uintptr_t)new.ptr, v);
  }
  mlirValueReplaceAllUsesOfWith(old, new);
}

static intptr_t carries(MlirOperation loop) { return mlirOperationGetNumResults(loop); }

// Moves the operations of a loop's body to the end of `to`; its carries are arguments of `to` from
// `first` on. What it yields is left in ret.
static void move_body(const fuser *f, MlirOperation loop, MlirBlock to, intptr_t first,
                      MlirValue *ret) {
  MlirBlock from = body_of(loop);
  replace(f, index_of(loop), mlirBlockGetArgument(to, 0));
  for (intptr_t i = 0; i < carries(loop); i++)
    replace(f, mlirBlockGetArgument(from, 1 + i), mlirBlockGetArgument(to, first + i));
  MlirOperation op = mlirBlockGetFirstOperation(from), next;
  for (; !is(op, "scf.yield"); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(to, op);
  }
  for (intptr_t i = 0; i < carries(loop); i++) ret[i] = operand(op, i);
}

// The fused loop's operands (from, to, by, first values) and the block for its body.
static MlirBlock empty_body(MlirOperation a, MlirOperation b, MlirValue *in) {
  intptr_t n = carries(a), all = n + carries(b);
  MlirLocation loc = mlirOperationGetLocation(a);
  MlirType *types = DBX_TMP(MlirType, all + 1);
  MlirLocation *locs = DBX_TMP(MlirLocation, all + 1);
  for (intptr_t i = 0; i < 3; i++) in[i] = operand(a, i);
  for (intptr_t i = 0; i < all; i++) in[3 + i] = i < n ? operand(a, 3 + i) : operand(b, 3 + i - n);
  types[0] = mlirValueGetType(in[0]);
  for (intptr_t i = 0; i < all; i++) types[1 + i] = mlirValueGetType(in[3 + i]);
  for (intptr_t i = 0; i <= all; i++) locs[i] = loc;
  return mlirBlockCreate(1 + all, types, locs);
}

static MlirOperation make(const char *name, MlirLocation loc, const MlirValue *in, intptr_t n_in,
                          const MlirType *out, intptr_t n_out, MlirRegion *region) {
  MlirOperationState st = mlirOperationStateGet(mlirStringRefCreateFromCString(name), loc);
  mlirOperationStateAddOperands(&st, n_in, in);
  mlirOperationStateAddResults(&st, n_out, out);
  if (region) mlirOperationStateAddOwnedRegions(&st, 1, region);
  return mlirOperationCreate(&st);
}

// Arrays that are given back between the two loops are given back after them.
static void move_frees(MlirOperation a, MlirOperation b) {
  MlirBlock block = mlirOperationGetBlock(b);
  for (MlirOperation op = mlirOperationGetNextInBlock(a), next; !mlirOperationEqual(op, b);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!is(op, "memref.dealloc")) continue;
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationAfter(block, b, op);
  }
}

static MlirOperation fuse(const fuser *f, MlirOperation a, MlirOperation b) {
  intptr_t n = carries(a), all = n + carries(b);
  MlirValue *in = DBX_TMP(MlirValue, 3 + all), *yield = DBX_TMP(MlirValue, all + 1);
  MlirType *types = DBX_TMP(MlirType, all + 1);
  MlirBlock body = empty_body(a, b, in), block = mlirOperationGetBlock(b);
  move_frees(a, b);
  move_body(f, a, body, 1, yield);
  move_body(f, b, body, 1 + n, yield + n);
  mlirBlockAppendOwnedOperation(
      body, make("scf.yield", mlirOperationGetLocation(a), yield, all, NULL, 0, NULL));
  for (intptr_t i = 0; i < all; i++) types[i] = mlirValueGetType(in[3 + i]);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  MlirOperation op = make("scf.for", mlirOperationGetLocation(a), in, 3 + all, types, all, &region);
  mlirBlockInsertOwnedOperationBefore(block, b, op);
  for (intptr_t i = 0; i < all; i++)
    replace(f, mlirOperationGetResult(i < n ? a : b, i < n ? i : i - n),
            mlirOperationGetResult(op, i));
  mlirOperationDestroy(a);
  mlirOperationDestroy(b);
  return op;
}

static void fuse_block(const fuser *f, MlirBlock b) {
  MlirOperation last = none(), next;
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (is(op, "scf.for")) {
      dbx_scratch_mark m = dbx_scratch_here();
      last = last.ptr && can_fuse(last, op) ? fuse(f, last, op) : op;
      dbx_scratch_release(m);
    } else if (last.ptr && !can_pass(last, op)) {
      last = none();
    }
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(b); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++) {
      MlirRegion r = mlirOperationGetRegion(op, i);
      for (MlirBlock in = mlirRegionGetFirstBlock(r); in.ptr; in = mlirBlockGetNextInRegion(in))
        fuse_block(f, in);
    }
}

void fuse_loops(MlirModule module, struct emit_links *links) {
  fuser f = {links};
  fuse_block(&f, mlirModuleGetBody(module));
}
