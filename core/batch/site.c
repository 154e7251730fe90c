// What the rules of equations ask, and what they bind with types that are known (see rule.h).
#include "batch/rule.h"

// ---- types of results ----

typedef struct typing {
  const dbx_eqn *e;
  const batch_env *env;
  bool mapped; // a length differs between the examples
} typing;

static dbx_dim length_of(void *ctx, dbx_dim d) {
  typing *t = ctx;
  if (!dbx_dim_is_var(d)) return d;
  dbx_var v = dbx_tracer_of((dbx_var)dbx_dim_value(d));
  for (uint32_t i = 0; i < t->e->n_out; i++)
    if (dbx_tracer_of(t->e->out[i] & DBX_HANDLE) == v) return dbx_dim_make(DBX_DIM_OUTDB, i);
  dbx_mapped m = batch_get(t->env, v);
  t->mapped |= is_mapped(m);
  if (m.v.kind == DBX_V_TRACER) return dbx_dim_var(m.v.tracer);
  if (m.v.kind == DBX_V_INT) return dbx_dim_int(m.v.i);
  return m.v.kind == DBX_V_ARRAY ? dbx_dim_int(dbx_array_at(m.v.array, 0).i) : d;
}

static dbx_status mapped_length(const dbx_primitive *p) {
  return dbx_fail(DBX_E302, (dbx_span){0},
                  "vmap: %s gets a length that differs between the examples; an array has one "
                  "length for all of them: use the largest one, and a mask",
                  p->name);
}

dbx_status batch_types(const dbx_eqn *e, const batch_env *env, dbx_aval *ret) {
  typing t = {.e = e, .env = env};
  for (uint32_t i = 0; i < e->n_out; i++)
    ret[i] = dbx_aval_map(dbx_var_aval(e->out[i]), length_of, &t);
  return t.mapped ? mapped_length(e->prim) : DBX_OK;
}

dbx_status batch_shape(const batch_site *s, dbx_sym key, uint32_t first, S *ret) {
  const dbx_param *p = dbx_eqn_param(s->e, key);
  *ret = (S){p->n, DBX_TMP(dbx_dim, p->n + 1)};
  for (uint32_t i = 0; i < p->n; i++) {
    if (p->item[i]->kind != DBX_P_NONE) {
      ret->d[i] = dbx_dim_int(p->item[i]->i);
      continue;
    }
    dbx_mapped m = s->in[first++];
    if (is_mapped(m)) return mapped_length(s->e->prim);
    ret->d[i] = m.v.kind == DBX_V_TRACER  ? dbx_dim_var(m.v.tracer)
                : m.v.kind == DBX_V_ARRAY ? dbx_dim_int(dbx_array_at(m.v.array, 0).i)
                                          : dbx_dim_int(m.v.i);
  }
  return DBX_OK;
}

const dbx_kv *batch_params(const batch_site *s, const dbx_kv *with, uint32_t n) {
  dbx_kv *kv = DBX_TMP(dbx_kv, s->e->n_params + 1);
  for (uint32_t i = 0; i < s->e->n_params; i++) {
    kv[i] = s->e->params[i];
    for (uint32_t k = 0; k < n; k++)
      if (with[k].key == kv[i].key) kv[i] = with[k];
  }
  return kv;
}

// ---- binding with types that are known ----

// The type of a result with its axis of examples.
static dbx_aval with_examples(const batch_site *s, uint32_t i, int64_t axis) {
  const dbx_aval_info *t = dbx_aval_at(s->out[i]);
  if (axis == DBX_UNMAPPED) return s->out[i];
  S all = batch_shape_insert((S){t->rank, (dbx_dim *)(uintptr_t)t->dims}, axis, s->size);
  return dbx_aval_of(t->dtype, t->weak, all.n, all.d);
}

dbx_status batch_bind(const batch_site *s, const dbx_primitive *p, const V *ops, uint32_t n,
                      const dbx_kv *kv, uint32_t n_kv, dbx_mapped *out) {
  uint32_t n_out = s->e->n_out;
  dbx_aval *types = DBX_TMP(dbx_aval, n_out + 1);
  V *results = DBX_TMP(V, n_out + 1);
  dbx_eqn e = *s->e;
  e.prim = p, e.n_in = n, e.params = kv, e.n_params = n_kv;
  for (uint32_t i = 0; i < n_out; i++) types[i] = with_examples(s, i, out[i].axis);
  DBX_TRY(dbx_bind_typed(&e, ops, types, results));
  for (uint32_t i = 0; i < n_out; i++) out[i].v = results[i];
  return DBX_OK;
}

dbx_status dbx_batch_none(const batch_site *s, dbx_mapped *out) {
  (void)out;
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "Batching rule for '%s' not implemented: vmap cannot map what it calls",
                  s->e->prim->name);
}
