// Building MLIR operations through the C API: types, constants, arithmetic, loops, calls, guards.
#include "lower/emit/emit.h"

#include <string.h>

MlirOperation ml_build(emitter *e, const op_spec *s) { return op_append(e->block, e->loc, s); }

static MlirValue one(emitter *e, const op_spec *s) {
  return mlirOperationGetResult(ml_build(e, s), 0);
}

MlirValue ml_unary(emitter *e, const char *name, MlirType t, MlirValue x) {
  return one(e, &(op_spec){name, &x, 1, &t, 1});
}

MlirValue ml_binary(emitter *e, const char *name, MlirValue x, MlirValue y) {
  MlirType t = mlirValueGetType(x);
  return one(e, &(op_spec){name, (MlirValue[]){x, y}, 2, &t, 1});
}

MlirValue ml_select(emitter *e, MlirValue c, MlirValue x, MlirValue y) {
  MlirType t = mlirValueGetType(x);
  return one(e, &(op_spec){"arith.select", (MlirValue[]){c, x, y}, 3, &t, 1});
}

static MlirValue compare(emitter *e, const char *name, int predicate, MlirValue x, MlirValue y) {
  MlirNamedAttribute p = op_attr(e->ctx, "predicate", mlirIntegerAttrGet(e->i64, predicate));
  return one(e, &(op_spec){name, (MlirValue[]){x, y}, 2, &e->i1, 1, &p, 1});
}

MlirValue ml_cmpi(emitter *e, int predicate, MlirValue x, MlirValue y) {
  return compare(e, "arith.cmpi", predicate, x, y);
}

MlirValue ml_cmpf(emitter *e, int predicate, MlirValue x, MlirValue y) {
  return compare(e, "arith.cmpf", predicate, x, y);
}

// ---- constants: at the beginning of the function, one of each ----

static MlirValue constant(emitter *e, MlirType t, uint64_t bits, MlirAttribute a) {
  uint64_t key = dbx_mix(dbx_mix((uint64_t)(uintptr_t)t.ptr, bits), 0x51) | 1;
  // Types are where the process has put them: that hashes meet may not show in what is emitted.
  for (uint64_t *known; (known = dbx_map_find(&e->constants, key)); key += 2) {
    MlirValue v = e->pool.at[*known];
    MlirOperation op = mlirOpResultGetOwner(v);
    if (mlirTypeEqual(mlirValueGetType(v), t) && mlirAttributeEqual(op_attribute(op, "value"), a))
      return v;
  }
  MlirNamedAttribute attr = op_attr(e->ctx, "value", a);
  MlirOperation op = op_new(e->loc, &(op_spec){"arith.constant", NULL, 0, &t, 1, &attr, 1});
  mlirBlockInsertOwnedOperation(e->entry, 0, op);
  MlirValue v = mlirOperationGetResult(op, 0);
  dbx_push(&e->pool, v);
  dbx_map_put(&e->constants, key, e->pool.n - 1);
  return v;
}

MlirValue ml_int(emitter *e, MlirType t, int64_t i) {
  return constant(e, t, (uint64_t)i, mlirIntegerAttrGet(t, i));
}

MlirValue ml_index(emitter *e, int64_t i) { return ml_int(e, e->index, i); }

MlirValue ml_float(emitter *e, MlirType t, double x) {
  uint64_t bits;
  memcpy(&bits, &x, 8);
  return constant(e, t, bits, mlirFloatAttrDoubleGet(e->ctx, t, x));
}

bool ml_known_float(MlirValue x, double *ret) {
  MlirOperation op = op_maker(x);
  MlirAttribute a = op.ptr ? op_attribute(op, "value") : (MlirAttribute){0};
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAFloat(a)) return false;
  *ret = mlirFloatAttrGetValueDouble(a);
  return true;
}

MlirValue ml_literal(emitter *e, dbx_dtype t, dbx_scalar x) {
  if (t == DBX_F64) return ml_float(e, e->f64, x.c[0]);
  if (t == DBX_F32) return ml_float(e, e->f32, x.c[0]);
  if (t == DBX_BOOL) return ml_int(e, e->i1, x.i != 0);
  if (dbx_is_complex(t)) return complex_literal(e, t, x);
  uint64_t bits = 0;
  dbx_store(&bits, t, x);
  unsigned shift = 64 - 8 * dbx_dtype_bytes(t);
  return ml_int(e, ml_scalar(e, t), (int64_t)(bits << shift) >> shift);
}

// ---- integers and indices ----

MlirValue ml_to_i64(emitter *e, MlirValue i) {
  MlirType t = mlirValueGetType(i);
  if (mlirTypeEqual(t, e->i64)) return i;
  return ml_unary(e, mlirTypeIsAIndex(t) ? "arith.index_cast" : "arith.extsi", e->i64, i);
}

MlirValue ml_to_index(emitter *e, MlirValue i) {
  if (mlirTypeIsAIndex(mlirValueGetType(i))) return i;
  return ml_unary(e, "arith.index_cast", e->index, ml_to_i64(e, i));
}

MlirValue ml_add(emitter *e, MlirValue x, MlirValue y) {
  return ml_none(x) ? y : ml_none(y) ? x : ml_binary(e, "arith.addi", x, y);
}

MlirValue ml_mul(emitter *e, MlirValue x, MlirValue y) { return ml_binary(e, "arith.muli", x, y); }

// ---- memory ----

MlirType ml_storage(emitter *e, dbx_dtype t) {
  switch (t) {
  case DBX_F64: return e->f64;
  case DBX_F32: return e->f32;
  default: break;
  }
  switch (dbx_dtype_bytes(t)) {
  case 1: return e->i8;
  case 2: return e->i16;
  case 4: return e->i32;
  case 8: return e->i64;
  default: return e->i128;
  }
}

MlirType ml_scalar(emitter *e, dbx_dtype t) { return t == DBX_BOOL ? e->i1 : ml_storage(e, t); }

static MlirType memref_of(MlirType element) {
  int64_t any = mlirShapedTypeGetDynamicSize();
  return mlirMemRefTypeContiguousGet(element, 1, &any, mlirAttributeGetNull());
}

MlirType ml_memref(emitter *e, dbx_dtype t) { return memref_of(ml_storage(e, t)); }

static MlirValue load(emitter *e, MlirType t, MlirValue mem, MlirValue at) {
  return one(e, &(op_spec){"memref.load", (MlirValue[]){mem, at}, 2, &t, 1});
}

static void store(emitter *e, MlirValue mem, MlirValue at, MlirValue x) {
  ml_build(e, &(op_spec){"memref.store", (MlirValue[]){x, mem, at}, 3});
}

MlirValue ml_load(emitter *e, dbx_dtype t, MlirValue mem, MlirValue at) {
  MlirValue v = load(e, ml_storage(e, t), mem, at);
  return t == DBX_BOOL ? ml_unary(e, "arith.trunci", e->i1, v) : v;
}

void ml_store(emitter *e, dbx_dtype t, MlirValue mem, MlirValue at, MlirValue x) {
  store(e, mem, at, t == DBX_BOOL ? ml_unary(e, "arith.extui", e->i8, x) : x);
}

static void need_scratch(emitter *e, uint32_t i) {
  if (i >= e->p->n_scratch) e->p->n_scratch = i + 1;
}

void ml_scratch_set(emitter *e, uint32_t i, MlirValue v) {
  need_scratch(e, i);
  store(e, e->scratch, ml_index(e, i), v);
}

MlirValue ml_scratch_get(emitter *e, uint32_t i) {
  need_scratch(e, i);
  return load(e, e->i64, e->scratch, ml_index(e, i));
}

MlirValue ml_pointer(emitter *e, MlirValue mem) {
  return ml_to_i64(e, ml_unary(e, "memref.extract_aligned_pointer_as_index", e->index, mem));
}

// ---- calls ----

static void declare(emitter *e, const char *name, MlirType type) {
  dbx_sym sym = dbx_intern(name);
  if (dbx_map_find(&e->declared, sym)) return;
  dbx_map_put(&e->declared, sym, 1);
  MlirOperation op = op_function(e->loc, name, type, (MlirBlock){0}, mlirAttributeGetNull());
  mlirBlockInsertOwnedOperation(mlirModuleGetBody(e->module), 0, op);
}

MlirOperation ml_call_many(emitter *e, const char *name, const MlirType *out, uint32_t n_out,
                           const MlirValue *in, uint32_t n) {
  MlirType types[5];
  for (uint32_t i = 0; i < n; i++) types[i] = mlirValueGetType(in[i]);
  declare(e, name, mlirFunctionTypeGet(e->ctx, n, types, n_out, out));
  MlirNamedAttribute callee = op_callee(e->ctx, name);
  return ml_build(e, &(op_spec){"func.call", in, n, out, n_out, &callee, 1});
}

MlirValue ml_call(emitter *e, const char *name, MlirType result, const MlirValue *in, uint32_t n) {
  MlirOperation op = ml_call_many(e, name, &result, result.ptr != NULL, in, n);
  return result.ptr ? mlirOperationGetResult(op, 0) : (MlirValue){0};
}

// ---- structured control flow ----

static void yield(emitter *e, const MlirValue *v, uint32_t n) {
  ml_build(e, &(op_spec){"scf.yield", v, n});
}

static MlirRegion region_of(MlirBlock b) {
  MlirRegion r = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(r, b);
  return r;
}

void ml_loop_begin(emitter *e, ml_loop *l, MlirValue n, uint32_t n_acc, const MlirValue *init) {
  MlirType types[3] = {e->index};
  MlirLocation locs[3] = {e->loc, e->loc, e->loc};
  *l = (ml_loop){.outer = e->block, .n = n, .n_acc = n_acc};
  for (uint32_t i = 0; i < n_acc; i++) {
    l->init[i] = init[i];
    types[i + 1] = mlirValueGetType(init[i]);
  }
  e->block = l->body = mlirBlockCreate(1 + n_acc, types, locs);
  l->at = mlirBlockGetArgument(l->body, 0);
  for (uint32_t i = 0; i < n_acc; i++) l->acc[i] = mlirBlockGetArgument(l->body, i + 1);
}

void ml_loop_end(emitter *e, ml_loop *l, const MlirValue *values, MlirValue *out) {
  yield(e, values, l->n_acc);
  e->block = l->outer;
  MlirValue in[5] = {ml_index(e, 0), l->n, ml_index(e, 1)};
  MlirType types[2];
  for (uint32_t i = 0; i < l->n_acc; i++) {
    in[3 + i] = l->init[i];
    types[i] = mlirValueGetType(l->init[i]);
  }
  MlirRegion r = region_of(l->body);
  e->p->loops++;
  MlirNamedAttribute a[2];
  intptr_t n_a = 0;
  const char *wish =
      l->interleaved ? "#llvm.loop_annotation<interleave = <count = 4 : i32>>"
      : l->few ? "#llvm.loop_annotation<vectorize = <disable = true>, unroll = <disable = true>>"
               : NULL;
  if (wish)
    a[n_a++] = op_attr(e->ctx, "loop_annotation", mlirAttributeParseGet(e->ctx, op_str(wish)));
  if (l->apart) a[n_a++] = op_attr(e->ctx, "apart", mlirIntegerAttrGet(e->i64, l->apart));
  MlirOperation op =
      ml_build(e, &(op_spec){"scf.for", in, 3 + l->n_acc, types, l->n_acc, a, n_a, &r, 1});
  for (uint32_t i = 0; i < l->n_acc; i++) out[i] = mlirOperationGetResult(op, i);
}

void ml_if_begin(emitter *e, ml_if *f, MlirValue cond) {
  *f = (ml_if){.outer = e->block, .cond = cond, .then = mlirBlockCreate(0, NULL, NULL)};
  e->block = f->then;
}

void ml_if_else(emitter *e, ml_if *f, const MlirValue *values, uint32_t n) {
  yield(e, values, n);
  e->block = f->other = mlirBlockCreate(0, NULL, NULL);
}

void ml_if_end(emitter *e, ml_if *f, const MlirValue *values, uint32_t n, MlirValue *out) {
  yield(e, values, n);
  e->block = f->outer;
  MlirType *types = DBX_TMP(MlirType, n + 1);
  for (uint32_t i = 0; i < n; i++) types[i] = mlirValueGetType(values[i]);
  MlirRegion r[2] = {region_of(f->then), mlirRegionCreate()};
  if (f->other.ptr) mlirRegionAppendOwnedBlock(r[1], f->other);
  MlirNamedAttribute usual = op_attr(e->ctx, "usual", mlirUnitAttrGet(e->ctx));
  MlirOperation op =
      ml_build(e, &(op_spec){"scf.if", &f->cond, 1, types, n, &usual, f->usual, r, 2});
  for (uint32_t i = 0; i < n; i++) out[i] = mlirOperationGetResult(op, i);
}

void ml_guard(emitter *e, MlirValue bad, lower_message m, MlirValue a, MlirValue b, MlirValue c) {
  lower_program *p = e->p;
  uint32_t site = p->sites.n;
  if (site && p->sites.at[site - 1].eqn == e->eqn && p->sites.at[site - 1].message == m) site--;
  else dbx_push(&p->sites, ((lower_site){e->eqn, m}));
  MlirValue zero = ml_int(e, e->i64, 0);
  MlirValue in[4] = {ml_int(e, e->i64, site), ml_none(a) ? zero : ml_to_i64(e, a),
                     ml_none(b) ? zero : ml_to_i64(e, b), ml_none(c) ? zero : ml_to_i64(e, c)};
  ml_if f;
  ml_if_begin(e, &f, bad);
  ml_call(e, "dbx_trap", (MlirType){0}, in, 4);
  ml_if_end(e, &f, NULL, 0, NULL);
}

// ---- vectors ----

static MlirValue value_of(emitter *e, const op_spec *s) {
  return mlirOperationGetResult(ml_build(e, s), 0);
}

static MlirValue address(emitter *e, dbx_dtype t, MlirValue mem, MlirValue at) {
  int32_t dynamic = INT32_MIN;
  MlirType ptr = mlirTypeParseGet(e->ctx, op_str("!llvm.ptr"));
  MlirNamedAttribute attrs[2] = {
      op_attr(e->ctx, "elem_type", mlirTypeAttrGet(ml_storage(e, t))),
      op_attr(e->ctx, "rawConstantIndices", mlirDenseI32ArrayGet(e->ctx, 1, &dynamic))};
  MlirValue in[2] = {ml_unary(e, "builtin.unrealized_conversion_cast", ptr, mem), ml_to_i64(e, at)};
  return value_of(e, &(op_spec){"llvm.getelementptr", in, 2, &ptr, 1, attrs, 2});
}

static MlirNamedAttribute aligned(emitter *e, int64_t bytes) {
  return op_attr(e->ctx, "alignment", mlirIntegerAttrGet(e->i64, bytes));
}

MlirValue ml_load_vector(emitter *e, dbx_dtype t, int64_t n, MlirValue mem, MlirValue at) {
  MlirType type = mlirVectorTypeGet(1, &n, ml_storage(e, t));
  MlirValue from = address(e, t, mem, at);
  MlirNamedAttribute a = aligned(e, dbx_dtype_bytes(t));
  return value_of(e, &(op_spec){"llvm.load", &from, 1, &type, 1, &a, 1});
}

void ml_prefetch(emitter *e, dbx_dtype t, MlirValue mem, MlirValue at) {
  enum { NEAREST = 3 }; // cache
  MlirType i32 = e->i32;
  MlirNamedAttribute attrs[3] = {op_attr(e->ctx, "rw", mlirIntegerAttrGet(i32, 0)),
                                 op_attr(e->ctx, "hint", mlirIntegerAttrGet(i32, NEAREST)),
                                 op_attr(e->ctx, "cache", mlirIntegerAttrGet(i32, 1))};
  MlirValue from = address(e, t, mem, at);
  ml_build(e, &(op_spec){"llvm.intr.prefetch", &from, 1, NULL, 0, attrs, 3});
}

void ml_store_vector(emitter *e, dbx_dtype t, MlirValue x, MlirValue mem, MlirValue at, bool past) {
  MlirValue in[2] = {x, address(e, t, mem, at)};
  MlirNamedAttribute attrs[2] = {aligned(e, past ? ML_LINE : dbx_dtype_bytes(t)),
                                 op_attr(e->ctx, "nontemporal", mlirUnitAttrGet(e->ctx))};
  ml_build(e, &(op_spec){"llvm.store", in, 2, NULL, 0, attrs, past ? 2 : 1});
}

static MlirValue shuffle(emitter *e, MlirValue x, MlirValue y, int64_t n, const int32_t *from) {
  MlirType type = mlirValueGetType(x);
  MlirNamedAttribute mask = op_attr(e->ctx, "mask", mlirDenseI32ArrayGet(e->ctx, n, from));
  return value_of(e, &(op_spec){"llvm.shufflevector", (MlirValue[]){x, y}, 2, &type, 1, &mask, 1});
}

// Of x and y, which are `step` rows apart: the elements whose number has that bit change places.
static MlirValue exchange(emitter *e, MlirValue x, MlirValue y, int step, bool upper) {
  int32_t from[ML_TILE];
  for (int l = 0; l < ML_TILE; l++)
    from[l] = (l & step) ? ML_TILE + l - (upper ? 0 : step) : l + (upper ? step : 0);
  return shuffle(e, x, y, ML_TILE, from);
}

void ml_transpose(emitter *e, MlirValue *x) {
  for (int step = 1; step < ML_TILE; step *= 2)
    for (int i = 0; i < ML_TILE; i++) {
      if (i & step) continue;
      MlirValue a = x[i], b = x[i + step];
      x[i] = exchange(e, a, b, step, false);
      x[i + step] = exchange(e, a, b, step, true);
    }
}

MlirValue ml_splat(emitter *e, MlirValue constant, int64_t n) {
  MlirType type = mlirVectorTypeGet(1, &n, mlirValueGetType(constant));
  MlirAttribute one = op_attribute(op_maker(constant), "value");
  MlirNamedAttribute all = op_attr(e->ctx, "value", mlirDenseElementsAttrSplatGet(type, one));
  return value_of(e, &(op_spec){"arith.constant", NULL, 0, &type, 1, &all, 1});
}

void ml_fence(emitter *e, MlirValue cond) {
  enum { SEQUENTIAL = 7 }; // mlir::LLVM::AtomicOrdering
  ml_if f;
  MlirNamedAttribute how = op_attr(e->ctx, "ordering", mlirIntegerAttrGet(e->i64, SEQUENTIAL));
  ml_if_begin(e, &f, cond);
  ml_build(e, &(op_spec){"llvm.fence", .attrs = &how, .n_attrs = 1});
  ml_if_end(e, &f, NULL, 0, NULL);
}
