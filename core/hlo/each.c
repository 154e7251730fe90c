// Loops over the elements of new arrays, in dialects that IREE reads beside StableHLO: linalg,
// tensor, arith.
#include "hlo/emit.h"

#include <inttypes.h>
#include <math.h>

const char *hlo_empty(hlo_emitter *e, dbx_dtype t, uint32_t rank, const hlo_dim *dims) {
  const char **dynamic = DBX_NEWN(&e->arena, const char *, rank + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < rank; i++)
    if (!dims[i].known) dynamic[n++] = hlo_index(e, dims[i]);
  return hlo_op(e, "tensor.empty(%s) : %s", hlo_list(e, n, dynamic), hlo_type_of(e, t, rank, dims));
}

// "affine_map<(d0, d1) -> (d0, d1)>"
static const char *identity_map(hlo_emitter *e, uint32_t rank) {
  const char **d = DBX_NEWN(&e->arena, const char *, rank + 1);
  for (uint32_t i = 0; i < rank; i++) d[i] = hlo_printf(e, "d%u", i);
  const char *all = hlo_list(e, rank, d);
  return hlo_printf(e, "affine_map<(%s) -> (%s)>", all, all);
}

void hlo_each_begin(hlo_emitter *e, hlo_each *n, dbx_dtype t, uint32_t rank, const hlo_dim *dims) {
  *n = (hlo_each){.rank = rank, .dims = dims, .t = hlo_signless_type(t)};
  const char *empty = hlo_empty(e, n->t, rank, dims), *type = hlo_type_of(e, n->t, rank, dims);
  const char **kinds = DBX_NEWN(&e->arena, const char *, rank + 1);
  for (uint32_t i = 0; i < rank; i++) kinds[i] = "\"parallel\"";
  n->name = hlo_fresh(e);
  hlo_line(e, "%s = linalg.generic {indexing_maps = [%s], iterator_types = [%s]} outs(%s : %s) {",
           n->name, identity_map(e, rank), hlo_list(e, rank, kinds), empty, type);
  hlo_line(e, "^bb0(%s: %s):", hlo_fresh(e), hlo_element(n->t));
  n->at = DBX_NEWN(&e->arena, const char *, rank + 1);
  n->at64 = DBX_NEWN(&e->arena, const char *, rank + 1);
  e->indent += 2;
  for (uint32_t i = 0; i < rank; i++) {
    n->at[i] = hlo_op(e, "linalg.index %u : index", i);
    n->at64[i] = hlo_op(e, "arith.index_cast %s : index to i64", n->at[i]);
  }
}

const char *hlo_each_end(hlo_emitter *e, hlo_each *n, const char *element) {
  hlo_line(e, "linalg.yield %s : %s", element, hlo_element(n->t));
  e->indent -= 2;
  hlo_close(e, "} -> %s", hlo_type_of(e, n->t, n->rank, n->dims));
  return n->name;
}

// ---- two elements ----

static const char *extreme(bool max, dbx_dtype t) {
  if (t == DBX_BOOL) return max ? "arith.ori" : "arith.andi";
  if (dbx_is_float(t)) return max ? "arith.maximumf" : "arith.minimumf";
  if (dbx_is_unsigned(t)) return max ? "arith.maxui" : "arith.minui";
  return max ? "arith.maxsi" : "arith.minsi";
}

const char *hlo_arith(dbx_prim op, dbx_dtype t) {
  bool complex = dbx_is_complex(t), real = dbx_is_float(t);
  switch (op) {
  case DBX_PRIM_add:
    return complex         ? "complex.add"
           : real          ? "arith.addf"
           : t == DBX_BOOL ? "arith.ori"
                           : "arith.addi";
  case DBX_PRIM_mul:
    return complex         ? "complex.mul"
           : real          ? "arith.mulf"
           : t == DBX_BOOL ? "arith.andi"
                           : "arith.muli";
  case DBX_PRIM_max: return complex ? NULL : extreme(true, t);
  case DBX_PRIM_min: return complex ? NULL : extreme(false, t);
  case DBX_PRIM_and: return "arith.andi";
  case DBX_PRIM_or: return "arith.ori";
  case DBX_PRIM_xor: return "arith.xori";
  default: return NULL;
  }
}

// The smallest or the largest number of a type.
static dbx_scalar end_of(bool least, dbx_dtype t) {
  unsigned bits = 8 * dbx_dtype_bytes(t);
  if (t == DBX_BOOL) return dbx_scalar_int(!least);
  if (dbx_is_inexact(t)) return dbx_scalar_f(least ? -INFINITY : INFINITY);
  if (dbx_is_unsigned(t)) return (dbx_scalar){.u = least ? 0 : UINT64_MAX >> (64 - bits)};
  return dbx_scalar_int(least ? INT64_MIN >> (64 - bits) : INT64_MAX >> (64 - bits));
}

dbx_scalar hlo_identity(dbx_prim op, dbx_dtype t) {
  switch (op) {
  case DBX_PRIM_max: return end_of(true, t);
  case DBX_PRIM_min: return end_of(false, t);
  case DBX_PRIM_mul: return dbx_is_inexact(t) ? dbx_scalar_f(1) : dbx_scalar_int(1);
  case DBX_PRIM_and:
    return t == DBX_BOOL        ? dbx_scalar_int(1)
           : dbx_is_unsigned(t) ? end_of(false, t)
                                : dbx_scalar_int(-1);
  default: return (dbx_scalar){.c = {0, 0}};
  }
}
