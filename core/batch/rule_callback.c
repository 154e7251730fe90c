// Calls of the host and circuits over a further axis: one call for each example, in their order
// (see rule.h).
#include "batch/rule.h"
#include "trace/lax.h"

#include <string.h>

static dbx_status traced_number(const batch_site *s) {
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "vmap over an axis of traced length: %s would be called for a number of examples "
                  "that is not known yet; map over a length that is a number",
                  s->e->prim->name);
}

// Example i.
static V example(dbx_mapped m, int64_t i) {
  if (!is_mapped(m) || bad(m.v)) return m.v;
  uint32_t n = jn_rank(m.v);
  int64_t *start = DBX_TMP(int64_t, n), *limit = DBX_TMP(int64_t, n), *step = DBX_TMP(int64_t, n);
  V *at = DBX_TMP(V, n);
  S size = jn_shape(m.v);
  for (uint32_t k = 0; k < n; k++) {
    start[k] = k == m.axis ? i : 0;
    limit[k] = k == m.axis ? i + 1 : dbx_dim_value(size.d[k]);
    step[k] = 1;
    at[k] = jn_int(start[k]);
  }
  size.d[m.axis] = dbx_dim_int(1);
  V row = jn_static(size) ? lax_slice(m.v, start, limit, step) : lax_dynamic_slice(m.v, at, size);
  return lax_squeeze(row, &m.axis, 1);
}

// The equation of one example. Types of what a circuit gives are those of its Jaxpr.
static dbx_status bind_example(const batch_site *s, const V *ops, V *out, uint32_t n_out) {
  if (s->e->prim->nested) return dbx_bind_typed(s->e, ops, s->out, out);
  return lax_bind_n(batch_prim(s), ops, s->e->n_in, s->e->params, s->e->n_params, NULL, out, n_out);
}

static dbx_status call_example(const batch_site *s, int64_t i, V *out) {
  V *ops = DBX_TMP(V, s->e->n_in + 1);
  for (uint32_t k = 0; k < s->e->n_in; k++) ops[k] = example(s->in[k], i);
  return bind_example(s, ops, out, s->e->n_out);
}

dbx_status dbx_batch_each(const batch_site *s, dbx_mapped *out) {
  (void)out;
  if (!dbx_dim_is_int(s->size)) return traced_number(s);
  for (int64_t i = 0; i < dbx_dim_value(s->size); i++) DBX_TRY(call_example(s, i, NULL));
  return DBX_OK;
}

// ---- with results ----

// One call for all: it is said to take them.
static dbx_status call_vectorized(const batch_site *s, dbx_mapped *out) {
  const dbx_param *types = dbx_eqn_param(s->e, DBX_S_result_avals);
  const dbx_param **item = DBX_TMP(const dbx_param *, types->n + 1);
  V *ops = DBX_TMP(V, s->e->n_in), *results = DBX_TMP(V, s->e->n_out + 1);
  if (!dbx_dim_is_int(s->size)) return traced_number(s);
  for (uint32_t i = 0; i < types->n; i++) {
    const dbx_aval_info *t = dbx_aval_at(types->item[i]->aval);
    S all = batch_shape_insert((S){t->rank, (dbx_dim *)(uintptr_t)t->dims}, 0, s->size);
    item[i] = dbx_p_aval(dbx_aval_of(t->dtype, t->weak, all.n, all.d));
  }
  for (uint32_t i = 0; i < s->e->n_in; i++)
    ops[i] = is_mapped(s->in[i]) ? batch_move(s->in[i].v, s->in[i].axis, 0) : s->in[i].v;
  dbx_kv with = {DBX_S_result_avals, dbx_p_tuple(item, types->n)};
  DBX_TRY(lax_bind_n(batch_prim(s), ops, s->e->n_in, batch_params(s, &with, 1), s->e->n_params,
                     NULL, results, s->e->n_out));
  for (uint32_t i = 0; i < s->e->n_out; i++) out[i] = (dbx_mapped){results[i], 0};
  return DBX_OK;
}

static dbx_status call_row(void *ctx, const dbx_val *rows, uint32_t n, dbx_leaves *ret) {
  const batch_site *s = ctx;
  V *ops = DBX_TMP(V, s->e->n_in + 1);
  (void)n;
  for (uint32_t i = 0, next = 0; i < s->e->n_in; i++)
    ops[i] = is_mapped(s->in[i]) ? rows[next++] : s->in[i].v;
  *ret =
      (dbx_leaves){.at = DBX_TMP(V, s->e->n_out + 1), .n = s->e->n_out, .tree = dbx_intern("list")};
  return bind_example(s, ops, ret->at, ret->n);
}

// A scan over the examples.
static dbx_status scan_examples(const batch_site *s, dbx_mapped *out) {
  V *rows = DBX_TMP(V, s->e->n_in + 1);
  uint32_t n = 0;
  dbx_leaves results;
  for (uint32_t i = 0; i < s->e->n_in; i++)
    if (is_mapped(s->in[i])) rows[n++] = batch_move(s->in[i].v, s->in[i].axis, 0);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(rows[i]));
  dbx_scan_spec spec = {.length = dbx_val_none(), .unroll = 1};
  spec.body = (dbx_callable){call_row, (void *)(uintptr_t)s, dbx_intern(s->e->prim->name)};
  DBX_TRY(dbx_bind_scan(&spec, rows, n, &results));
  for (uint32_t i = 0; i < s->e->n_out; i++) out[i] = (dbx_mapped){results.at[i], 0};
  return DBX_OK;
}

static V no_examples(dbx_aval one) {
  const dbx_aval_info *t = dbx_aval_at(one);
  S all = batch_shape_insert((S){t->rank, (dbx_dim *)(uintptr_t)t->dims}, 0, dbx_dim_int(0));
  return lax_full(all, jn_scalar(t->dtype, (dbx_scalar){0}), t->dtype);
}

// Outside of a trace: called at once.
static dbx_status call_examples(const batch_site *s, dbx_mapped *out) {
  uint32_t size = (uint32_t)dbx_dim_value(s->size), n = s->e->n_out;
  V *got = DBX_TMP(V, (size_t)size * n + 1), *rows = DBX_TMP(V, size + 1);
  for (uint32_t i = 0; i < size; i++) DBX_TRY(call_example(s, i, got + (size_t)i * n));
  for (uint32_t k = 0; k < n; k++) {
    for (uint32_t i = 0; i < size; i++) rows[i] = got[(size_t)i * n + k];
    DBX_TRY(batch_one(size ? jnp_stack(rows, size, 0) : no_examples(s->out[k]), 0, &out[k]));
  }
  return DBX_OK;
}

dbx_status dbx_batch_callback(const batch_site *s, dbx_mapped *out) {
  const dbx_param *vectorized = dbx_eqn_param(s->e, DBX_S_vectorized),
                  *ordered = dbx_eqn_param(s->e, DBX_S_ordered);
  if (ordered && ordered->i)
    return dbx_fail_as(DBX_E208, DBX_S_ValueError, (dbx_span){0},
                       "Cannot `vmap` ordered IO callback.");
  if (vectorized && vectorized->i) return call_vectorized(s, out);
  return dbx_trace_frame() ? scan_examples(s, out) : call_examples(s, out);
}
