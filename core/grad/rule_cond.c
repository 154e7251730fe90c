// Derivatives of conditionals: those of each branch.
#include "grad/loop.h"
#include "trace/lax.h"

#include <string.h>

dbx_status dbx_jvp_cond(const jvp_site *s) {
  const dbx_eqn *e = s->e;
  const dbx_param *branches = grad_branches(e);
  uint32_t first = grad_first_of_branches(e), n = e->n_in, n_out = e->n_out;
  bool *in = DBX_TMP(bool, e->n_in + 1), *all = DBX_TMP(bool, e->n_out + 1),
       *out = DBX_TMP(bool, e->n_out + 1);
  const dbx_param **made = DBX_TMP(const dbx_param *, branches->n);
  V *ops = DBX_TMP(V, 2 * e->n_in + 1), *results = DBX_TMP(V, 2 * e->n_out + 1);
  dbx_aval *types = DBX_TMP(dbx_aval, 2 * e->n_out + 1);
  memset(all, 0, e->n_out + 1);
  for (uint32_t i = 0; i < e->n_in; i++) {
    ops[i] = s->x[i];
    if (i >= first) in[i - first] = !is_zero(s->t[i]);
    if (i >= first && in[i - first]) ops[n++] = s->t[i];
  }
  for (uint32_t again = 0; again < 2; again++)
    for (uint32_t k = 0; k < branches->n; k++) {
      grad_jaxpr j;
      DBX_TRY(
          grad_jvp_of(branches->item[k]->jaxpr, dbx_intern("branch"), s->bind, in, all, out, &j));
      for (uint32_t i = 0; i < e->n_out; i++) all[i] |= out[i];
      if (j.n_captures)
        return dbx_fail(DBX_E218, (dbx_span){0},
                        "a branch with constants of its own is not differentiated");
      made[k] = dbx_p_jaxpr(j.j);
    }
  for (uint32_t i = 0; i < e->n_out; i++) types[i] = s->type[i];
  for (uint32_t i = 0; i < e->n_out; i++)
    if (all[i]) types[n_out++] = s->type[i];
  dbx_eqn both = *e;
  both.params = grad_with_branches(e, made, n - first, e->n_in - first);
  both.n_in = n, both.n_out = n_out;
  DBX_TRY(dbx_bind_typed(&both, ops, types, results));
  n_out = e->n_out;
  for (uint32_t i = 0; i < e->n_out; i++) {
    s->y[i] = results[i];
    if (all[i]) s->ty[i] = results[n_out++];
  }
  return DBX_OK;
}

// ---- backwards ----

typedef struct branch {
  const transpose_site *s;
  const dbx_jaxpr *j;
  const V *ops, *ct; // of the branch
} branch;

static dbx_status branch_back(void *ctx, const V *args, uint32_t n, dbx_leaves *ret) {
  const branch *b = ctx;
  V *made = DBX_TMP(V, b->j->n_in + 1);
  (void)args, (void)n;
  DBX_TRY(grad_pull(b->j, b->s->backward, b->ops, b->ct, made));
  *ret = (dbx_leaves){.at = DBX_TMP(dbx_val, b->j->n_in + 1)};
  for (uint32_t i = 0; i < b->j->n_in; i++)
    if (is_zero(b->ops[i])) ret->at[ret->n++] = made[i];
  return DBX_OK;
}

static dbx_status cond_back(void *ctx, const V *ops, V *out) {
  const transpose_site *s = ctx;
  const dbx_param *branches = grad_branches(s->e);
  uint32_t n = branches->n, first = grad_first_of_branches(s->e);
  branch *b = DBX_TMP(branch, n);
  dbx_callable *call = DBX_TMP(dbx_callable, n);
  dbx_leaves made;
  for (uint32_t k = 0; k < n; k++) {
    b[k] = (branch){s, branches->item[k]->jaxpr, ops + first, ops + s->e->n_in};
    call[k] = (dbx_callable){branch_back, &b[k], dbx_intern("branch")};
  }
  dbx_cond_spec spec = {ops, call, n};
  dbx_switch_spec choice = {ops[0], call, n, false};
  if (s->e->prim->id == DBX_PRIM_cond) DBX_TRY(dbx_bind_cond(&spec, &made));
  else DBX_TRY(dbx_bind_switch(&choice, NULL, 0, &made));
  for (uint32_t i = 0; i < made.n; i++) out[i] = made.at[i];
  return DBX_OK;
}

dbx_status dbx_transpose_cond(const transpose_site *s) {
  V *ops = DBX_TMP(V, s->e->n_in + s->e->n_out + 1), *out = DBX_TMP(V, s->e->n_in + 1);
  uint32_t n = 0, at = 0;
  for (uint32_t i = 0; i < s->e->n_in; i++) ops[i] = s->x[i], n += is_linear(s, i);
  for (uint32_t i = 0; i < s->e->n_out; i++) ops[s->e->n_in + i] = s->ct[i];
  DBX_TRY(grad_stage(s->e, cond_back, (void *)(uintptr_t)s, ops, s->e->n_in + s->e->n_out, out, n));
  for (uint32_t i = 0; i < s->e->n_in; i++)
    if (is_linear(s, i)) s->ret[i] = out[at++];
  return DBX_OK;
}
