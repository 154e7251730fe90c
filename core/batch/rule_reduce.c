// Reductions, running reductions, sorting and products over a further axis (see rule.h).
#include "batch/rule.h"

static dbx_status with_param(const batch_site *s, dbx_sym key, const dbx_param *val, int64_t axis,
                             dbx_mapped *out) {
  dbx_kv with = {key, val};
  return batch_one(
      lax_bind(batch_prim(s), &s->in[0].v, 1, batch_params(s, &with, 1), s->e->n_params), axis,
      out);
}

dbx_status dbx_batch_reduce(const batch_site *s, dbx_mapped *out) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_axes), &n);
  int64_t *moved = DBX_TMP(int64_t, n + 1), axis = s->in[0].axis, to = axis;
  for (uint32_t i = 0; i < n; i++) {
    moved[i] = batch_axis(axes[i], axis);
    to -= moved[i] < axis;
  }
  return with_param(s, DBX_S_axes, dbx_p_ints(moved, n), to, out);
}

dbx_status dbx_batch_cumulative(const batch_site *s, dbx_mapped *out) {
  int64_t mapped = s->in[0].axis;
  int64_t axis = batch_axis(dbx_eqn_int(s->e, DBX_S_axis), mapped);
  return with_param(s, DBX_S_axis, dbx_p_int(axis), mapped, out);
}

dbx_status dbx_batch_sort(const batch_site *s, dbx_mapped *out) {
  uint32_t n = s->e->n_in;
  V *ops = DBX_TMP(V, n), *results = DBX_TMP(V, n);
  const dbx_mapped *like = s->in;
  while (!is_mapped(*like)) like++;
  for (uint32_t i = 0; i < n; i++) {
    ops[i] = batch_match(s->in[i], s->size, like->axis);
    DBX_TRY(status_of(ops[i]));
  }
  int64_t axis = batch_axis(dbx_eqn_int(s->e, DBX_S_dimension), like->axis);
  dbx_kv with = {DBX_S_dimension, dbx_p_int(axis)};
  DBX_TRY(lax_bind_n(DBX_PRIM_sort, ops, n, batch_params(s, &with, 1), s->e->n_params, NULL,
                     results, n));
  for (uint32_t i = 0; i < n; i++) out[i] = (dbx_mapped){results[i], like->axis};
  return DBX_OK;
}

// ---- products ----

typedef struct side {
  const int64_t *contract, *batch;
  uint32_t n_contract, n_batch, rank; // of one example
  int64_t mapped;                     // or DBX_UNMAPPED
} side;

static const int64_t *moved(const int64_t *axes, uint32_t n, int64_t mapped, bool lead) {
  int64_t *r = DBX_TMP(int64_t, n + 1);
  if (lead) r[0] = mapped;
  for (uint32_t i = 0; i < n; i++)
    r[i + lead] = mapped == DBX_UNMAPPED ? axes[i] : batch_axis(axes[i], mapped);
  return r;
}

static bool holds(const int64_t *at, uint32_t n, int64_t i) {
  for (uint32_t k = 0; k < n; k++)
    if (at[k] == i) return true;
  return false;
}

// How many of the axes that stay in the result lie left of the mapped one.
static int64_t kept_before(const side *x) {
  int64_t n = 0;
  for (int64_t i = 0; i < x->rank && i < x->mapped; i++)
    n += !holds(x->contract, x->n_contract, i) && !holds(x->batch, x->n_batch, i);
  return n;
}

dbx_status dbx_batch_dot_general(const batch_site *s, dbx_mapped *out) {
  dbx_dot_dims d;
  if (!dbx_parse_dot_dims(dbx_eqn_param(s->e, DBX_S_dimension_numbers), &d))
    return dbx_batch_none(s, out);
  bool left = is_mapped(s->in[0]), right = is_mapped(s->in[1]), both = left && right;
  side x = {d.lhs_contract, d.lhs_batch, d.n_contract, d.n_batch, jn_rank(s->in[0].v) - left,
            s->in[0].axis};
  side y = {d.rhs_contract, d.rhs_batch, d.n_contract, d.n_batch, jn_rank(s->in[1].v) - right,
            s->in[1].axis};
  int64_t to = both   ? 0
               : left ? x.n_batch + kept_before(&x)
                      : x.rank - x.n_contract + kept_before(&y);
  dbx_dot_dims all = {moved(x.contract, x.n_contract, x.mapped, false),
                      moved(y.contract, y.n_contract, y.mapped, false),
                      moved(x.batch, x.n_batch, x.mapped, both),
                      moved(y.batch, y.n_batch, y.mapped, both),
                      d.n_contract,
                      d.n_batch + both};
  dbx_kv with = {DBX_S_dimension_numbers, jn_dot_dims(&all)};
  V ops[] = {s->in[0].v, s->in[1].v};
  return batch_one(
      lax_bind(DBX_PRIM_dot_general, ops, 2, batch_params(s, &with, 1), s->e->n_params), to, out);
}
