// Derivatives of calls.
#include "grad/rule.h"

static dbx_sym name_of(const dbx_eqn *e) {
  const dbx_param *name = dbx_eqn_param(e, DBX_S_name);
  return name ? name->text : dbx_intern(e->prim->name);
}
static const dbx_jaxpr *jaxpr_of(const dbx_eqn *e) { return dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr; }

dbx_status dbx_jvp_pjit(const jvp_site *s) {
  const dbx_eqn *e = s->e;
  const dbx_jaxpr *j = jaxpr_of(e);
  bool *in = DBX_TMP(bool, e->n_in + 1), *out = DBX_TMP(bool, e->n_out + 1);
  V *ops = DBX_TMP(V, 2 * e->n_in + 1), *results = DBX_TMP(V, 2 * e->n_out + 1);
  uint32_t n = e->n_in, at = e->n_out;
  grad_jaxpr made;
  for (uint32_t i = 0; i < e->n_in; i++) {
    in[i] = !is_zero(s->t[i]);
    ops[i] = s->x[i];
    if (in[i]) ops[n++] = s->t[i];
  }
  DBX_TRY(grad_jvp_of(j, name_of(e), s->bind, in, NULL, out, &made));
  DBX_TRY(grad_call(e, &made, ops, results));
  for (uint32_t i = 0; i < e->n_out; i++) {
    s->y[i] = results[i];
    if (out[i]) s->ty[i] = results[at++];
  }
  return DBX_OK;
}

// How a Jaxpr is transposed: grad_transpose_of, grad_pull_of.
typedef dbx_status (*transposition)(const dbx_jaxpr *j, dbx_sym name, grad_backward_pass backward,
                                    const bool *linear, const V *ct, bool *out, grad_jaxpr *ret);

static dbx_status transpose_call(const transpose_site *s, transposition f) {
  const dbx_eqn *e = s->e;
  bool *linear = DBX_TMP(bool, e->n_in + 1), *out = DBX_TMP(bool, e->n_in + 1);
  V *ops = DBX_TMP(V, e->n_in + e->n_out + 1), *results = DBX_TMP(V, e->n_in + 1);
  uint32_t n = 0, at = 0;
  grad_jaxpr made;
  for (uint32_t i = 0; i < e->n_in; i++) {
    linear[i] = is_linear(s, i);
    if (!linear[i]) ops[n++] = s->x[i];
  }
  for (uint32_t i = 0; i < e->n_out; i++)
    if (!is_zero(s->ct[i])) ops[n++] = s->ct[i];
  DBX_TRY(f(jaxpr_of(e), name_of(e), s->backward, linear, s->ct, out, &made));
  DBX_TRY(grad_call(e, &made, ops, results));
  for (uint32_t i = 0; i < e->n_in; i++)
    if (out[i]) s->ret[i] = results[at++];
  return DBX_OK;
}

dbx_status dbx_transpose_pjit(const transpose_site *s) {
  return transpose_call(s, grad_transpose_of);
}

// What it does not keep is computed again.
dbx_status dbx_transpose_remat(const transpose_site *s) { return transpose_call(s, grad_pull_of); }
