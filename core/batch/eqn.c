// Equations by the rules of their rows, in the column `batch`: above all rules (see rule.h).
#include "batch/rule.h"

// Nothing is mapped: the equation itself.
static dbx_status unmapped(const batch_site *s, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  V *ops = DBX_TMP(V, e->n_in + 1), *results = DBX_TMP(V, e->n_out + 1);
  for (uint32_t i = 0; i < e->n_in; i++) ops[i] = s->in[i].v;
  for (uint32_t i = 0; i < e->n_out; i++) out[i].axis = DBX_UNMAPPED;
  DBX_TRY(dbx_bind_typed(e, ops, s->out, results));
  for (uint32_t i = 0; i < e->n_out; i++) out[i].v = results[i];
  return DBX_OK;
}

static const batch_rule rules[] = {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  dbx_batch_##batch,
#include "prim/prims.def"
};

dbx_status batch_eqn(const dbx_eqn *e, const batch_env *env, dbx_dim size, dbx_mapped *out) {
  dbx_mapped *in = DBX_TMP(dbx_mapped, e->n_in + 1);
  dbx_aval *types = DBX_TMP(dbx_aval, e->n_out + 1);
  bool any = false;
  for (uint32_t i = 0; i < e->n_in; i++) {
    in[i] = batch_get(env, e->in[i]);
    DBX_TRY(status_of(in[i].v));
    any |= is_mapped(in[i]);
  }
  DBX_TRY(batch_types(e, env, types));
  batch_site s = {e, in, types, size, env->axis, batch_eqn};
  any = any || (env->axis && dbx_names_axis(e, env->axis));
  return any ? rules[e->prim->id](&s, out) : unmapped(&s, out);
}
