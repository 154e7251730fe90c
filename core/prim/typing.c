// The dtypes that primitives take and give, by the columns of prims.def.
#include "prim/state.h"

static const struct {
  const char *accepts;
  char result;
} typing[] = {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  {accepts, result},
#include "prim/prims.def"
};

static bool accepts(dbx_prim p, dbx_dtype t) {
  for (const char *k = typing[p].accepts; *k; k++)
    if (*k == 'F' ? t == DBX_F32 || t == DBX_F64
                  : *k == (char)(dbx_is_signed(t) ? 'i' : dbx_dtype_kind(t)))
      return true;
  return false;
}

bool dbx_prim_takes(dbx_prim p, dbx_dtype t) {
  uint32_t *known = prim_now->takes;
  if (!known[p]) {
    known[p] = 1u << 31;
    for (int k = 0; k < DBX_DTYPES; k++) known[p] |= (uint32_t)accepts(p, (dbx_dtype)k) << k;
  }
  return known[p] >> t & 1;
}
char dbx_prim_result_kind(dbx_prim p) { return typing[p].result; }

dbx_prim dbx_prim_fold(const dbx_primitive *p) {
  static const dbx_prim operation[DBX_PRIM_COUNT] = {
#define FOLD(id, operation) [DBX_PRIM_##id] = DBX_PRIM_##operation,
#include "prim/prims.def"
  };
  return operation[p->id];
}

bool dbx_prim_is_exact(const dbx_primitive *p) {
  static const bool exact[DBX_PRIM_COUNT] = {
#define EXACT(id) [DBX_PRIM_##id] = true,
#include "prim/prims.def"
  };
  return exact[p->id];
}

bool dbx_prim_is_total(const dbx_primitive *p) {
  static const bool total[DBX_PRIM_COUNT] = {
#define TOTAL(id) [DBX_PRIM_##id] = true,
#include "prim/prims.def"
  };
  return total[p->id];
}
