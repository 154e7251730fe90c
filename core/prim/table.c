// The table of primitives made from prims.def (see prim.h).
#include "prim/prim.h"
#include "prim/state.h"

#include <string.h>

#define dbx_rule_nested NULL
static const dbx_primitive rows[] = {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  {name, 0, DBX_PRIM_##id, operands, params, dbx_rule_##rule, DBX_LIT_##lit, nested, doc},
#include "prim/prims.def"
};
const dbx_primitive *const dbx_primitive_table = rows;
const int dbx_primitive_count = DBX_PRIM_COUNT;

const dbx_primitive *dbx_primitive_find(dbx_sym name) {
  if (!prim_now->rows.n)
    for (int i = dbx_primitive_count; i-- > 0;) // of several with one name the first row
      dbx_map_put(&prim_now->rows, dbx_intern(dbx_primitive_table[i].name),
                  (uint64_t)(uintptr_t)&dbx_primitive_table[i]);
  uint64_t *p = dbx_map_find(&prim_now->rows, name);
  return p ? (const dbx_primitive *)(uintptr_t)*p : NULL;
}

const dbx_primitive *dbx_primitive_with(const dbx_primitive *p, dbx_sym key) {
  for (int i = 0; !dbx_lists_parameter(p, key) && i < dbx_primitive_count; i++) {
    const dbx_primitive *other = &dbx_primitive_table[i];
    if (other != p && !strcmp(other->name, p->name) && dbx_lists_parameter(other, key))
      return other;
  }
  return p;
}
