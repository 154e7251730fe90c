// Equations on values with tangents, by the column `jvp` of their rows (see rule.h).
#include "grad/rule.h"

static const jvp_rule rules[] = {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  dbx_jvp_##jvp,
#include "prim/prims.def"
};

// What is measured of a circuit moves with its state, which is no operand.
static bool is_measured(const dbx_eqn *e) {
  return e->n_in == 1 && e->n_out == 1 && has_tangent(dbx_var_aval(e->out[0])) &&
         dbx_aval_at(dbx_atom_aval(e->in[0]))->dtype == DBX_OBS;
}

dbx_status grad_jvp_eqn(const dbx_eqn *e, const grad_env *env, grad_value *out) {
  V *x = DBX_TMP(V, e->n_in + 1), *t = DBX_TMP(V, e->n_in + 1);
  V *y = DBX_TMP(V, e->n_out + 1), *ty = DBX_TMP(V, e->n_out + 1);
  bool any = is_measured(e);
  for (uint32_t i = 0; i < e->n_in; i++) {
    grad_value literal;
    const grad_value *v = grad_find(env, e->in[i], &literal);
    x[i] = v ? v->x : FAILED;
    t[i] = v ? v->t : dbx_val_none();
    DBX_TRY(status_of(x[i]));
    any |= !is_zero(t[i]);
  }
  for (uint32_t i = 0; i < e->n_out; i++) ty[i] = dbx_val_none();
  jvp_site s = {e, x, t, grad_types(env, e), y, ty, grad_jvp_eqn};
  DBX_TRY(any ? rules[e->prim->id](&s) : jvp_primal(&s));
  for (uint32_t i = 0; i < e->n_out; i++) {
    DBX_TRY(status_of(ty[i]));
    out[i] = (grad_value){y[i], ty[i]};
  }
  return DBX_OK;
}
