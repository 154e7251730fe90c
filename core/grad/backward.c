// Transposition: cotangents go through linear equations from the last one to the first, by the
// column `transpose` of their rows (see rule.h).
#include "base/poll.h"
#include "grad/rule.h"

static const transpose_rule rules[] = {
#define P(id, name, operands, params, rule, accepts, result, lit, nested, kernel, lower, batch,    \
          jvp, transpose, doc)                                                                     \
  dbx_transpose_##transpose,
#include "prim/prims.def"
};

typedef struct given {
  dbx_atom to;
  V v;
} given;

// The cotangent of a part of an array of traced length, by equation k, which reads it.
typedef struct part {
  uint32_t k;
  dbx_atom to; // 0: it was given
  V ct;
} part;

typedef struct cotangents {
  dbx_map at; // variable -> index into values + 1
  dbx_vec(V) values;
  dbx_vec(given) later; // of the equations with one mark, in their order
  dbx_vec(part) parts;  // that wait for what they are added to
} cotangents;

// Where it is summed; NULL: nothing was given yet.
static V *sum_of(const cotangents *c, dbx_atom a) {
  uint64_t *at =
      !a || dbx_is_literal(a) ? NULL : dbx_map_find(&c->at, dbx_tracer_of(a & DBX_HANDLE));
  return at ? &c->values.at[*at - 1] : NULL;
}

static V take(cotangents *c, dbx_atom a) {
  V *sum = sum_of(c, a), v = sum ? *sum : dbx_val_none();
  if (sum) *sum = dbx_val_none();
  return v;
}

// added: the sum is in v.
static dbx_status give(cotangents *c, dbx_atom a, V v, bool added) {
  if (is_zero(v) || !a || dbx_is_literal(a)) return DBX_OK;
  DBX_TRY(status_of(v));
  V *sum = sum_of(c, a);
  if (sum) return *sum = added ? v : grad_add(*sum, v), status_of(*sum);
  dbx_push(&c->values, v);
  dbx_map_put(&c->at, dbx_tracer_of(a & DBX_HANDLE), c->values.n);
  return DBX_OK;
}

// Is it bound by one of the equations with the mark of equation k, which stand side by side?
static bool bound_with(const grad_tape *t, uint32_t k, dbx_atom a) {
  uint32_t mark = t->joint[k];
  for (uint32_t i = k; i-- > 0 && t->joint[i] == mark;)
    for (uint32_t x = 0; x < t->eqns[i].n_out; x++)
      if (dbx_tracer_of(t->eqns[i].out[x] & DBX_HANDLE) == dbx_tracer_of(a & DBX_HANDLE))
        return true;
  return false;
}

// Is what the operand a of equation k is given added at once?
static bool is_given_now(const grad_tape *t, uint32_t k, dbx_atom a) {
  return !t->joint || !t->joint[k] || bound_with(t, k, a);
}

static dbx_status give_later(cotangents *c) {
  while (c->later.n) {
    given g = c->later.at[--c->later.n];
    DBX_TRY(give(c, g.to, g.v, false));
  }
  return DBX_OK;
}

static dbx_status transpose_by_rule(const grad_tape *t, uint32_t k, const grad_env *env,
                                    cotangents *c, const V *ct) {
  const dbx_eqn *e = &t->eqns[k];
  V *x = DBX_TMP(V, e->n_in + 1), *ret = DBX_TMP(V, e->n_in + 1), *sum = DBX_TMP(V, e->n_in + 1);
  dbx_aval *types = DBX_TMP(dbx_aval, e->n_in + 1);
  bool *added = DBX_TMP(bool, e->n_in + 1);
  for (uint32_t i = 0; i < e->n_in; i++) {
    x[i] = grad_get(env, e->in[i]);
    types[i] = grad_type(env, dbx_atom_aval(e->in[i]), NULL);
    ret[i] = sum[i] = dbx_val_none(), added[i] = false;
    bool now = is_zero(x[i]) && is_given_now(t, k, e->in[i]) && sum_of(c, e->in[i]);
    if (now) sum[i] = *sum_of(c, e->in[i]);
  }
  transpose_site s = {e, x, types, ct, grad_types(env, e), ret, grad_backward, sum, added};
  DBX_TRY(rules[e->prim->id](&s));
  for (uint32_t i = 0; i < e->n_in; i++) {
    if (!is_zero(x[i])) continue;
    if (is_given_now(t, k, e->in[i])) DBX_TRY(give(c, e->in[i], ret[i], added[i]));
    else dbx_push(&c->later, ((given){e->in[i], ret[i]}));
  }
  return DBX_OK;
}

// Does it give its operand a part, so that it may wait for what else that is given?
static bool waits(const grad_tape *t, uint32_t k, const cotangents *c) {
  const dbx_eqn *e = &t->eqns[k];
  dbx_prim p = (dbx_prim)e->prim->id;
  bool reads = p == DBX_PRIM_slice || p == DBX_PRIM_dynamic_slice || p == DBX_PRIM_gather;
  if (!reads || !dbx_aval_at(dbx_atom_aval(e->in[0]))->dynamic) return false;
  const V *sum = sum_of(c, e->in[0]);
  return is_given_now(t, k, e->in[0]) && (!sum || is_zero(*sum));
}

// Parts of a are added to what it was given, which nothing is added to any more.
static dbx_status give_parts(const grad_tape *t, const grad_env *env, cotangents *c, dbx_atom a) {
  dbx_span here = dbx_here;
  for (uint32_t i = 0; a && !dbx_is_literal(a) && i < c->parts.n; i++) {
    part p = c->parts.at[i];
    if (!p.to || dbx_tracer_of(p.to & DBX_HANDLE) != dbx_tracer_of(a & DBX_HANDLE)) continue;
    c->parts.at[i].to = 0;
    if (t->eqns[p.k].span.file) dbx_here = t->eqns[p.k].span;
    DBX_TRY(transpose_by_rule(t, p.k, env, c, &p.ct));
  }
  return dbx_here = here, DBX_OK;
}

static dbx_status transpose_eqn(const grad_tape *t, uint32_t k, const grad_env *env,
                                cotangents *c) {
  const dbx_eqn *e = &t->eqns[k];
  V *ct = DBX_TMP(V, e->n_out + 1);
  bool any = false;
  for (uint32_t i = 0; i < e->n_out; i++) {
    DBX_TRY(give_parts(t, env, c, e->out[i]));
    ct[i] = take(c, e->out[i]);
    any |= !is_zero(ct[i]);
  }
  if (!any) return DBX_OK;
  if (!waits(t, k, c)) return transpose_by_rule(t, k, env, c, ct);
  dbx_push(&c->parts, ((part){k, e->in[0], ct[0]}));
  return DBX_OK;
}

static dbx_status backward(const grad_tape *t, const grad_env *env, cotangents *c, const V *ct_out,
                           V *ct_in) {
  dbx_span here = dbx_here;
  for (uint32_t i = 0; i < t->n_out; i++) DBX_TRY(give(c, t->out[i], ct_out[i], false));
  for (uint32_t i = t->n_eqns; i-- > 0;) {
    if (t->eqns[i].span.file) dbx_here = t->eqns[i].span;
    DBX_TRY(dbx_poll());
    DBX_TRY(transpose_eqn(t, i, env, c));
    if (t->joint && (!i || t->joint[i] != t->joint[i - 1])) DBX_TRY(give_later(c));
  }
  dbx_here = here;
  for (uint32_t i = 0; i < t->n_in; i++) {
    DBX_TRY(give_parts(t, env, c, t->in[i]));
    ct_in[i] = take(c, t->in[i]);
  }
  return DBX_OK;
}

dbx_status grad_backward(const grad_tape *t, const grad_env *env, const V *ct_out, V *ct_in) {
  cotangents c = {0};
  dbx_span here = dbx_here;
  dbx_status st = backward(t, env, &c, ct_out, ct_in);
  dbx_here = here;
  dbx_vec_free(&c.values);
  dbx_vec_free(&c.later);
  dbx_vec_free(&c.parts);
  dbx_map_free(&c.at);
  return st;
}

V grad_unbroadcast(const transpose_site *s, uint32_t i, V v) {
  if (bad(v)) return v;
  S own = grad_shape(s->type[i]), all = jn_shape(v);
  int64_t *axes = DBX_TMP(int64_t, all.n + 1);
  uint32_t n = 0;
  for (uint32_t k = 0; k < all.n; k++)
    if (!own.n || (own.d[k] == dbx_dim_int(1) && all.d[k] != dbx_dim_int(1))) axes[n++] = k;
  if (!n) return v;
  V sum = lax_reduce(DBX_PRIM_reduce_sum, v, axes, n);
  return own.n ? lax_reshape(sum, own) : sum;
}

dbx_status dbx_transpose_none(const transpose_site *s) {
  return dbx_fail_as(DBX_E218, DBX_S_NotImplementedError, (dbx_span){0},
                     "Transpose rule (for reverse-mode differentiation) for '%s' not implemented",
                     s->e->prim->name);
}
