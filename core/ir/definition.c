// The definitions of scalar variables (see definition.h).
#include "ir/definition.h"

static bool is_count(dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  return t->rank == 0 && (dbx_is_integer(t->dtype) || t->dtype == DBX_BOOL);
}

void dbx_define(dbx_arena *arena, const dbx_eqn *e) {
  bool scalars = e->n_out == 1 && is_count(dbx_var_aval(e->out[0]));
  for (uint32_t i = 0; scalars && i < e->n_in; i++) scalars = is_count(dbx_atom_aval(e->in[i]));
  if (!scalars || !e->n_in) return;
  const dbx_eqn *own = dbx_arena_copy(arena, e, sizeof *e);
  dbx_map_put(&ir_now->definitions, e->out[0] & DBX_HANDLE, (uint64_t)(uintptr_t)own);
}

void dbx_undefine(const dbx_eqn *e) {
  if (e->n_out == 1 && dbx_definition_of(e->out[0]))
    dbx_map_put(&ir_now->definitions, e->out[0] & DBX_HANDLE, 0);
}

const dbx_eqn *dbx_definition_of(dbx_var v) {
  uint64_t *e = dbx_map_find(&ir_now->definitions, v & DBX_HANDLE);
  return e ? (const dbx_eqn *)(uintptr_t)*e : NULL;
}
