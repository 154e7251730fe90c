// The table of dtypes and the promotion lattice (see dtype.h).
#include "ir/dtype.h"

#include "base/nearest.h"

#include <string.h>

static const struct {
  const char *name, *printed;
  char kind;
  uint8_t bytes;
} info[] = {
#define T(id, np, sh, kind, bytes) {#np, sh, kind, bytes},
#include "ir/dtypes.def"
#undef T
};

const char *dbx_dtype_name(dbx_dtype t) { return info[t].name; }
const char *dbx_dtype_short(dbx_dtype t) { return info[t].printed; }
char dbx_dtype_kind(dbx_dtype t) { return info[t].kind; }
unsigned dbx_dtype_bytes(dbx_dtype t) { return info[t].bytes; }

bool dbx_dtype_by_name(const char *s, dbx_dtype *ret) {
  for (int t = 0; t < DBX_DTYPES; t++)
    if (dbx_is_numeric((dbx_dtype)t) && !strcmp(s, info[t].name)) return *ret = (dbx_dtype)t, true;
  return false;
}

bool dbx_dtype_by_short(const char *s, size_t n, dbx_dtype *ret) {
  for (int t = 0; t < DBX_DTYPES; t++)
    if (!dbx_is_quantum((dbx_dtype)t) && strlen(info[t].printed) == n &&
        !memcmp(s, info[t].printed, n))
      return *ret = (dbx_dtype)t, true;
  return false;
}

dbx_status dbx_dtype_advise(const char *name) {
  dbx_nearest near = dbx_nearest_to(name);
  for (int t = 0; t < DBX_DTYPES; t++)
    if (dbx_is_numeric((dbx_dtype)t)) dbx_nearest_try(&near, info[t].name);
  return dbx_nearest_advise(&near, "");
}

dbx_dtype dbx_real_of(dbx_dtype t) { return t == DBX_C64 ? DBX_F32 : t == DBX_C128 ? DBX_F64 : t; }
dbx_dtype dbx_complex_of(dbx_dtype t) { return t == DBX_F32 || t == DBX_C64 ? DBX_C64 : DBX_C128; }

// ---- the lattice: nodes are the dtypes and the weak types i*, f*, c* ----

enum { WEAK_I = DBX_DTYPES, WEAK_F, WEAK_C, NODES };

// What lies directly above each node, as bits.
static const uint32_t above[NODES] = {
    [DBX_BOOL] = 1u << WEAK_I,
    [WEAK_I] = 1u << DBX_U8 | 1u << DBX_I8,
    [DBX_U8] = 1u << DBX_I16 | 1u << DBX_U16,
    [DBX_U16] = 1u << DBX_I32 | 1u << DBX_U32,
    [DBX_U32] = 1u << DBX_I64 | 1u << DBX_U64,
    [DBX_U64] = 1u << WEAK_F,
    [DBX_I8] = 1u << DBX_I16,
    [DBX_I16] = 1u << DBX_I32,
    [DBX_I32] = 1u << DBX_I64,
    [DBX_I64] = 1u << WEAK_F,
    [WEAK_F] = 1u << DBX_BF16 | 1u << DBX_F16 | 1u << WEAK_C,
    [DBX_BF16] = 1u << DBX_F32,
    [DBX_F16] = 1u << DBX_F32,
    [DBX_F32] = 1u << DBX_F64 | 1u << DBX_C64,
    [DBX_F64] = 1u << DBX_C128,
    [WEAK_C] = 1u << DBX_C64,
    [DBX_C64] = 1u << DBX_C128,
};

static uint32_t up_set(int node) {
  uint32_t set = 1u << node, old;
  do {
    old = set;
    for (int i = 0; i < NODES; i++)
      if (set >> i & 1) set |= above[i];
  } while (set != old);
  return set;
}

static int join(int a, int b) {
  uint32_t both = up_set(a) & up_set(b);
  for (int i = 0; i < NODES; i++)
    if ((both >> i & 1) && (up_set(i) & both) == both) return i;
  return DBX_C128;
}

static int node_of(dbx_type t) {
  if (!t.weak || t.dtype == DBX_BOOL) return t.dtype;
  return dbx_is_complex(t.dtype) ? WEAK_C : dbx_is_float(t.dtype) ? WEAK_F : WEAK_I;
}

dbx_type dbx_promote_n(const dbx_type *t, uint32_t n) {
  if (n == 1) return t[0];
  bool all_weak = true, same = true;
  for (uint32_t i = 0; i < n; i++) {
    all_weak &= t[i].weak;
    same &= t[i].dtype == t[0].dtype;
  }
  if (same) return (dbx_type){t[0].dtype, all_weak && t[0].dtype != DBX_BOOL};
  // All weak: the bound of the strong counterparts, made weak (a weak int16 stays one).
  int node = all_weak ? (int)t[0].dtype : node_of(t[0]);
  for (uint32_t i = 1; i < n; i++) node = join(node, all_weak ? (int)t[i].dtype : node_of(t[i]));
  static const dbx_dtype canonical[] = {DBX_I64, DBX_F64, DBX_C128};
  bool weak_node = node >= WEAK_I;
  dbx_dtype d = weak_node ? canonical[node - WEAK_I] : (dbx_dtype)node;
  return (dbx_type){d, (all_weak || weak_node) && d != DBX_BOOL};
}

dbx_type dbx_promote(dbx_type a, dbx_type b) { return dbx_promote_n((dbx_type[]){a, b}, 2); }
