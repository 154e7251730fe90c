// Primitives that dbidx does not know: a recording may have equations of them (see prim.h).
#include "prim/prim.h"
#include "prim/state.h"

const dbx_primitive *dbx_primitive_opaque(dbx_sym name) {
  struct prim_state *w = prim_now;
  uint64_t *known = dbx_map_find(&w->opaque, name);
  if (known) return (const dbx_primitive *)(uintptr_t)*known;
  dbx_primitive *p = DBX_NEW(&w->arena, dbx_primitive);
  *p = *dbx_primitive_of(DBX_PRIM_opaque);
  p->name = dbx_sym_text(name), p->sym = name;
  dbx_map_put(&w->opaque, name, (uint64_t)(uintptr_t)p);
  return p;
}

dbx_status dbx_refuse_opaque(const dbx_primitive *p, dbx_span at) {
  return dbx_fail(DBX_E801, at,
                  "%s is a primitive that dbidx does not know: its equation was recorded, and "
                  "cannot be run here",
                  p->name);
}

dbx_status dbx_rule_opaque(const dbx_site *s, dbx_aval *out) {
  (void)out;
  return dbx_refuse_opaque(s->prim, (dbx_span){0});
}

static void look(void *ctx, dbx_jaxpr *j) {
  const dbx_eqn **found = ctx;
  for (uint32_t i = 0; i < j->n_eqns && !*found; i++) {
    if (dbx_is_opaque(j->eqns[i].prim)) *found = &j->eqns[i];
    else dbx_eqn_each_jaxpr(&j->eqns[i], look, ctx);
  }
}

dbx_status dbx_refuse_opaque_in(const dbx_jaxpr *j) {
  const dbx_eqn *found = NULL;
  for (uint32_t i = 0; i < j->n_eqns && !found; i++) {
    if (dbx_is_opaque(j->eqns[i].prim)) found = &j->eqns[i];
    else dbx_eqn_each_jaxpr(&j->eqns[i], look, (void *)&found);
  }
  return found ? dbx_refuse_opaque(found->prim, found->span) : DBX_OK;
}
