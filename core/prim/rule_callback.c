// Primitives that call a function of the host (see prim.h).
#include "prim/prim.h"

// The types of the results, a tuple; NULL: there are none.
static const dbx_param *types(const dbx_site *s) {
  const dbx_param *p = dbx_site_param(s, DBX_S_results_aval);
  return p ? p : dbx_site_param(s, DBX_S_result_avals);
}

bool dbx_calls_host(const dbx_primitive *p) { return p->rule == dbx_rule_callback; }

static uint32_t items_of(const dbx_param *p) { return p ? p->n : 0; }

static uint32_t custom_results(const dbx_site *s) {
  const dbx_param *n = dbx_site_param(s, DBX_S_num_out);
  return n && n->kind == DBX_P_INT && n->i >= 0 && n->i <= s->n_in ? (uint32_t)n->i : 0;
}

uint32_t dbx_primitive_results(const dbx_site *s) {
  if (s->prim->rule == dbx_rule_sort || s->prim->rule == dbx_rule_collective) return s->n_in;
  if (s->prim->rule == dbx_rule_custom_lin) return custom_results(s);
  if (s->prim->rule == dbx_rule_split) return items_of(dbx_site_param(s, DBX_S_sizes));
  if (dbx_is_circuit(s->prim)) return dbx_circuit_results(s);
  if (!dbx_calls_host(s->prim)) return dbx_linalg_results(s);
  return items_of(types(s));
}

dbx_status dbx_rule_callback(const dbx_site *s, dbx_aval *out) {
  const dbx_param *p = types(s), *fn = dbx_site_param(s, DBX_S_callback);
  if (!fn || fn->kind != DBX_P_HOST)
    return dbx_fail(DBX_E314, (dbx_span){0}, "%s needs a function of the host", s->prim->name);
  for (uint32_t i = 0; p && i < p->n; i++) {
    if (p->item[i]->kind != DBX_P_AVAL || dbx_aval_at(p->item[i]->aval)->dynamic)
      return dbx_fail(DBX_E314, (dbx_span){0},
                      "%s: result %u needs a type with lengths that are numbers", s->prim->name, i);
    out[i] = p->item[i]->aval;
  }
  return DBX_OK;
}

dbx_status dbx_rule_custom_lin(const dbx_site *s, dbx_aval *out) {
  uint32_t n = custom_results(s);
  for (uint32_t i = 0; i < n; i++) out[i] = dbx_atom_aval(s->in[i]);
  if (n) return DBX_OK;
  return dbx_fail(DBX_E314, (dbx_span){0}, "%s needs num_out, at most as many as its operands",
                  s->prim->name);
}
