// Derivatives of loops: tangents are carried beside their values. Backwards: back_loop.c.
#include "grad/loop.h"

#include <string.h>

// ---- tangents ----

// Which inputs of the body have tangents, at last; and the body with them.
static dbx_status body_with_tangents(const jvp_site *s, const loop *l, bool *in, grad_jaxpr *ret) {
  bool *out = DBX_TMP(bool, l->e->n_out + 1), more = true;
  uint32_t at = body_carry(l);
  while (more) {
    more = false;
    DBX_TRY(
        grad_jvp_of(l->body, dbx_intern("body"), s->bind, in, in + at - l->n_implicit, out, ret));
    for (uint32_t i = 0; i < l->n_carries; i++) {
      more |= out[l->n_implicit + i] && !in[at + i];
      in[at + i] |= out[l->n_implicit + i];
    }
  }
  return DBX_OK;
}

// Tangents of constants go behind the constants.
static dbx_jaxpr *reordered(const loop *l, const grad_jaxpr *made, const bool *in) {
  dbx_jaxpr *j = made->j;
  uint32_t n_in = l->body->n_in, n = 0, consts = made->n_captures + l->n_consts, t = 0;
  dbx_var *v = DBX_TMP(dbx_var, j->n_in + 1);
  for (uint32_t i = 0; i < l->n_consts; i++) t += in[i];
  for (uint32_t i = 0; i < consts; i++) v[n++] = j->invars[i];
  for (uint32_t i = 0; i < t; i++) v[n++] = j->invars[made->n_captures + n_in + i];
  for (uint32_t i = consts; i < made->n_captures + n_in; i++) v[n++] = j->invars[i];
  for (uint32_t i = made->n_captures + n_in + t; i < j->n_in; i++) v[n++] = j->invars[i];
  memcpy(j->invars, v, n * sizeof *v);
  return j;
}

// The condition looks at values alone.
static dbx_jaxpr *cond_with_tangents(const loop *l, const grad_jaxpr *made, const bool *in) {
  const dbx_jaxpr *own = dbx_eqn_param(l->e, DBX_S_cond_jaxpr)->jaxpr;
  dbx_arena *a = &dbx_trace_current()->arena;
  dbx_jaxpr *j = DBX_NEW(a, dbx_jaxpr);
  uint32_t n = own->n_in;
  (void)made;
  *j = *own;
  j->invars = DBX_NEWN(a, dbx_var, own->n_in + l->n_carries + 1);
  memcpy(j->invars, own->invars, n * sizeof *j->invars);
  for (uint32_t i = 0; i < l->n_carries; i++)
    if (in[body_carry(l) + i]) {
      dbx_var like = own->invars[l->n_cond_consts + l->n_implicit + i];
      j->invars[n++] = dbx_var_new(dbx_var_aval(like), DBX_VAR_ARG, j->frame);
    }
  j->n_in = n;
  return j;
}

static const dbx_kv *with_params(const loop *l, const dbx_jaxpr *body, const dbx_jaxpr *cond,
                                 uint32_t n_consts) {
  dbx_kv *kv = DBX_TMP(dbx_kv, l->e->n_params + 1);
  for (uint32_t i = 0; i < l->e->n_params; i++) {
    kv[i] = l->e->params[i];
    if (kv[i].key == DBX_S_body_jaxpr) kv[i].val = dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)body);
    if (kv[i].key == DBX_S_cond_jaxpr) kv[i].val = dbx_p_jaxpr((dbx_jaxpr *)(uintptr_t)cond);
    if (kv[i].key == DBX_S_body_nconsts) kv[i].val = dbx_p_int(n_consts);
  }
  return kv;
}

dbx_status dbx_jvp_loop(const jvp_site *s) {
  loop l = loop_of(s->e);
  const dbx_eqn *e = s->e;
  bool *in = DBX_TMP(bool, l.body->n_in + 1);
  grad_jaxpr made;
  memset(in, 0, l.body->n_in + 1);
  for (uint32_t i = 0; i < l.n_consts; i++) in[i] = !is_zero(s->t[first_const(&l) + i]);
  for (uint32_t i = 0; i < l.n_carries; i++)
    in[body_carry(&l) + i] = !is_zero(s->t[first_carry(&l) + i]);
  DBX_TRY(body_with_tangents(s, &l, in, &made));
  V *ops = DBX_TMP(V, 2 * e->n_in + made.n_captures + 1), *out = DBX_TMP(V, 2 * e->n_out + 1);
  dbx_aval *types = DBX_TMP(dbx_aval, 2 * e->n_out + 1);
  uint32_t n = 0, n_out = e->n_out, moved = 0;
  for (uint32_t i = 0; i < first_const(&l); i++) ops[n++] = s->x[i];
  for (uint32_t i = 0; i < made.n_captures; i++) ops[n++] = made.captures[i];
  for (uint32_t i = first_const(&l); i < first_implicit(&l); i++) ops[n++] = s->x[i];
  for (uint32_t i = 0; i < l.n_consts; i++)
    if (in[i]) ops[n++] = s->t[first_const(&l) + i], moved++;
  for (uint32_t i = first_implicit(&l); i < e->n_in; i++) ops[n++] = s->x[i];
  for (uint32_t i = 0; i < e->n_out; i++) types[i] = s->type[i];
  for (uint32_t i = 0; i < l.n_carries; i++) {
    if (!in[body_carry(&l) + i]) continue;
    uint32_t at = first_carry(&l) + i;
    ops[n++] = grad_or_zeros(s->t[at], dbx_val_aval(&s->x[at]));
    types[n_out++] = s->type[l.n_implicit + i];
  }
  dbx_eqn loop_eqn = *e;
  dbx_jaxpr *body = reordered(&l, &made, in);
  loop_eqn.params = with_params(&l, body, l.n_bounds ? NULL : cond_with_tangents(&l, &made, in),
                                made.n_captures + l.n_consts + moved);
  loop_eqn.n_in = n, loop_eqn.n_out = n_out;
  DBX_TRY(dbx_bind_typed(&loop_eqn, ops, types, out));
  for (uint32_t i = 0; i < e->n_out; i++) s->y[i] = out[i];
  n_out = e->n_out;
  for (uint32_t i = 0; i < l.n_carries; i++)
    if (in[body_carry(&l) + i]) s->ty[l.n_implicit + i] = out[n_out++];
  return DBX_OK;
}
