// Calls and conditionals over a further axis (see rule.h).
#include "batch/rule.h"

static dbx_sym name_of(const batch_site *s) {
  return s->e->prim->sym ? s->e->prim->sym : dbx_intern(s->e->prim->name);
}

// ---- calls ----

dbx_status dbx_batch_pjit(const batch_site *s, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  batch_jaxpr b;
  const dbx_param *name = dbx_eqn_param(e, DBX_S_name);
  DBX_TRY(batch_of_jaxpr(s, dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr, name ? name->text : name_of(s),
                         batch_axes(s->in, e->n_in), NULL, &b));
  V *ops = DBX_TMP(V, b.n_captures + e->n_in + 1);
  for (uint32_t i = 0; i < b.n_captures; i++) ops[i] = b.captures[i];
  for (uint32_t i = 0; i < e->n_in; i++) ops[b.n_captures + i] = s->in[i].v;
  for (uint32_t i = 0; i < e->n_out; i++) out[i].axis = b.out[i];
  dbx_kv with = {DBX_S_jaxpr, dbx_p_jaxpr(b.j)};
  return batch_bind(s, e->prim, ops, b.n_captures + e->n_in, batch_params(s, &with, 1), e->n_params,
                    out);
}

// ---- conditionals ----

// Branches and the operands that all of them have, after the predicates or the index.
typedef struct branching {
  const dbx_param *list;
  uint32_t first; // operand of the branches
  dbx_sym key;
} branching;

static V select_by(V which, const V *cases, uint32_t n) {
  if (bad(which)) return which;
  for (uint32_t i = 0; i < n; i++)
    if (bad(cases[i])) return cases[i];
  uint32_t rank = jn_rank(which);
  int64_t *axes = DBX_TMP(int64_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++) axes[i] = i;
  V *ops = DBX_TMP(V, n + 1);
  ops[0] = which;
  if (jn_rank(cases[0]) != rank)
    ops[0] = lax_broadcast_in_dim(which, jn_shape_seen(cases[0]), axes, rank);
  for (uint32_t i = 0; i < n; i++) ops[i + 1] = cases[i];
  return lax_bind(DBX_PRIM_select_n, ops, n + 1, NULL, 0);
}

// Of branch k with everything mapped along axis 0, on those operands.
static dbx_status branch_results(const batch_site *s, const branching *b, uint32_t k, const V *ops,
                                 V *out) {
  const dbx_jaxpr *j = b->list->item[k]->jaxpr;
  int64_t *in = DBX_TMP(int64_t, j->n_in + 1), *to = DBX_TMP(int64_t, j->n_out + 1);
  batch_jaxpr made;
  DBX_TRY(batch_of_jaxpr(s, j, name_of(s), in, to, &made)); // all 0
  V *all = DBX_TMP(V, made.n_captures + j->n_in + 1);
  for (uint32_t i = 0; i < made.n_captures; i++) all[i] = made.captures[i];
  for (uint32_t i = 0; i < j->n_in; i++) all[made.n_captures + i] = ops[i];
  return batch_call(s, made.j, all, made.n_captures + j->n_in, out);
}

static dbx_status no_lengths(const batch_site *s) {
  for (uint32_t i = 0; i < s->e->n_out; i++)
    for (uint32_t k = 0; k < dbx_aval_at(s->out[i])->rank; k++)
      if (dbx_dim_kind_of(dbx_aval_at(s->out[i])->dims[k]) == DBX_DIM_OUTDB)
        return dbx_fail(DBX_E302, (dbx_span){0},
                        "vmap: the branches of a conditional give arrays of different lengths, and "
                        "its predicate differs between the examples");
  return DBX_OK;
}

static dbx_status front_all(const batch_site *s, V *v) {
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    v[i] = batch_front(s->in[i], s->size);
    DBX_TRY(status_of(v[i]));
  }
  return DBX_OK;
}

static V not_differentiated(V x) {
  return dbx_is_inexact(jn_dtype(x)) ? lax1(DBX_PRIM_stop_gradient, x) : x;
}

// The mapped index chooses among the results of all branches. Of examples that a branch is not for
// it gets what no derivative goes through.
static dbx_status choose_by_index(const batch_site *s, const branching *b, dbx_mapped *out) {
  uint32_t n = b->list->n, n_ops = s->e->n_in - 1, n_out = s->e->n_out;
  V *v = DBX_TMP(V, s->e->n_in), *ops = DBX_TMP(V, n_ops + 1), *got = DBX_TMP(V, n * n_out + 1);
  DBX_TRY(front_all(s, v));
  for (uint32_t k = 0; k < n; k++) {
    V here = EQ(v[0], jn_scalar(jn_dtype(v[0]), dbx_scalar_int(k)));
    for (uint32_t i = 0; i < n_ops; i++) {
      ops[i] = select_by(here, (V[]){not_differentiated(v[i + 1]), v[i + 1]}, 2);
      DBX_TRY(status_of(ops[i]));
    }
    DBX_TRY(branch_results(s, b, k, ops, got + (size_t)k * n_out));
  }
  V *cases = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n_out; i++) {
    for (uint32_t k = 0; k < n; k++) cases[k] = got[k * n_out + i];
    DBX_TRY(batch_one(select_by(v[0], cases, n), 0, &out[i]));
  }
  return DBX_OK;
}

// The same of predicates that are asked one after the other.
static dbx_status choose_by_predicates(const batch_site *s, const branching *b, dbx_mapped *out) {
  uint32_t n = b->list->n, n_out = s->e->n_out;
  V *v = DBX_TMP(V, s->e->n_in + 1), *got = DBX_TMP(V, n * n_out + 1);
  DBX_TRY(front_all(s, v));
  for (uint32_t k = 0; k < n; k++)
    DBX_TRY(branch_results(s, b, k, v + b->first, got + (size_t)k * n_out));
  for (uint32_t i = 0; i < n_out; i++) {
    V r = got[(n - 1) * n_out + i];
    for (uint32_t k = n - 1; k-- > 0;) r = select_by(v[k], (V[]){r, got[k * n_out + i]}, 2);
    DBX_TRY(batch_one(r, 0, &out[i]));
  }
  return DBX_OK;
}

// What decides is one for all examples: the conditional stays.
static dbx_status keep_conditional(const batch_site *s, const branching *b, dbx_mapped *out) {
  uint32_t n = b->list->n, n_ops = s->e->n_in - b->first, n_out = s->e->n_out, n_captures = 0;
  int64_t *in = DBX_TMP(int64_t, n_ops + 1), *to = DBX_TMP(int64_t, n_out + 1);
  V *ops = DBX_TMP(V, s->e->n_in + 1);
  batch_jaxpr *made = DBX_TMP(batch_jaxpr, n);
  for (uint32_t i = 0; i < n_ops; i++) in[i] = is_mapped(s->in[b->first + i]) ? 0 : DBX_UNMAPPED;
  for (int round = 0; round < 2; round++) {
    for (uint32_t i = 0; i < n_out; i++) {
      bool any = false;
      for (uint32_t k = 0; round && k < n; k++) any |= made[k].out[i] != DBX_UNMAPPED;
      to[i] = any ? 0 : BATCH_FRONT_IF_MAPPED;
    }
    for (uint32_t k = 0; k < n; k++)
      DBX_TRY(batch_of_jaxpr(s, b->list->item[k]->jaxpr, name_of(s), in, to, &made[k]));
  }
  for (uint32_t k = 0; k < n; k++) n_captures += made[k].n_captures;
  if (n_captures)
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "vmap over an axis of traced length: the branches of %s need the length; "
                    "compute both, and choose with jnp.where",
                    s->e->prim->name);
  const dbx_param **branch = DBX_TMP(const dbx_param *, n);
  for (uint32_t k = 0; k < n; k++) branch[k] = dbx_p_jaxpr(made[k].j);
  for (uint32_t i = 0; i < s->e->n_in; i++)
    ops[i] = is_mapped(s->in[i]) ? batch_move(s->in[i].v, s->in[i].axis, 0) : s->in[i].v;
  for (uint32_t i = 0; i < n_out; i++) out[i].axis = made[0].out[i];
  dbx_kv with = {b->key,
                 b->list->kind == DBX_P_TUPLE ? dbx_p_tuple(branch, n) : dbx_p_list(branch, n)};
  return batch_bind(s, s->e->prim, ops, s->e->n_in, batch_params(s, &with, 1), s->e->n_params, out);
}

dbx_status dbx_batch_switch(const batch_site *s, dbx_mapped *out) {
  branching b = {dbx_eqn_param(s->e, DBX_S_branches), 1, DBX_S_branches};
  if (!is_mapped(s->in[0])) return keep_conditional(s, &b, out);
  return choose_by_index(s, &b, out);
}

dbx_status dbx_batch_cond(const batch_site *s, dbx_mapped *out) {
  branching b = {dbx_eqn_param(s->e, DBX_S_branch_jaxprs), 0, DBX_S_branch_jaxprs};
  bool mapped = false;
  b.first = b.list->n - 1;
  for (uint32_t i = 0; i < b.first; i++) mapped |= is_mapped(s->in[i]);
  if (!mapped) return keep_conditional(s, &b, out);
  DBX_TRY(no_lengths(s));
  return choose_by_predicates(s, &b, out);
}
