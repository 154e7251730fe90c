// What the rules of tangents ask (see rule.h).
#include "grad/rule.h"

dbx_status jvp_primal(const jvp_site *s) { return dbx_bind_typed(s->e, s->x, s->type, s->y); }

V jvp_again(const jvp_site *s, const V *ops, uint32_t n) {
  dbx_eqn e = *s->e;
  V out;
  e.n_in = n;
  for (uint32_t i = 0; i < n; i++)
    if (bad(ops[i])) return FAILED;
  return dbx_bind_typed(&e, ops, s->type, &out) == DBX_OK ? out : FAILED;
}

dbx_status jvp_sum(const jvp_site *s, jvp_term f) {
  V sum = dbx_val_none(), *terms = DBX_TMP(V, s->e->n_in + 1);
  DBX_TRY(jvp_primal(s));
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    terms[i] = is_zero(s->t[i]) ? dbx_val_none() : f(s, i, s->t[i]);
    DBX_TRY(status_of(terms[i]));
  }
  for (uint32_t i = 0; i < s->e->n_in; i++) sum = grad_add(sum, terms[i]);
  return s->ty[0] = sum, status_of(sum);
}

// ---- rules of many primitives ----

// Results do not depend smoothly on anything.
dbx_status dbx_jvp_zero(const jvp_site *s) { return jvp_primal(s); }

// It is linear: the primitive on the tangents, zeros where there is none.
dbx_status dbx_jvp_linear(const jvp_site *s) {
  V *ops = DBX_TMP(V, s->e->n_in + 1);
  DBX_TRY(jvp_primal(s));
  for (uint32_t i = 0; i < s->e->n_in; i++)
    ops[i] = has_tangent(dbx_val_aval(&s->x[i])) ? grad_or_zeros(s->t[i], dbx_val_aval(&s->x[i]))
                                                 : s->x[i];
  return s->ty[0] = jvp_again(s, ops, s->e->n_in), status_of(s->ty[0]);
}

// It is linear in each of two operands.
static V bilinear(const jvp_site *s, uint32_t i, V g) {
  V ops[2] = {s->x[0], s->x[1]};
  ops[i] = g;
  return jvp_again(s, ops, 2);
}
dbx_status dbx_jvp_bilinear(const jvp_site *s) { return jvp_sum(s, bilinear); }

dbx_status dbx_jvp_none(const jvp_site *s) {
  return dbx_fail_as(DBX_E218, DBX_S_NotImplementedError, (dbx_span){0},
                     "Differentiation rule for '%s' not implemented", s->e->prim->name);
}
