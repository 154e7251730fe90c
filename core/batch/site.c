// What the rules of equations ask, and what they bind with types that are known (see rule.h).
#include "batch/rule.h"

#include "interp/interp.h"

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

// The type of a result with its axis of examples; results to its left are known.
static dbx_aval with_examples(const batch_site *s, uint32_t i, int64_t axis, const dbx_var *left) {
  const dbx_aval_info *t = dbx_aval_at(s->out[i]);
  S own = {t->rank, DBX_TMP(dbx_dim, t->rank + 1)};
  for (uint32_t k = 0; k < t->rank; k++) {
    bool result = dbx_dim_kind_of(t->dims[k]) == DBX_DIM_OUTDB;
    own.d[k] = result && left ? dbx_dim_var(left[dbx_dim_value(t->dims[k])]) : t->dims[k];
  }
  if (axis != DBX_UNMAPPED) own = batch_shape_insert(own, axis, s->size);
  return dbx_aval_of(t->dtype, t->weak, own.n, own.d);
}

// A length of the type belongs to the frame.
static dbx_status lift_lengths(dbx_frame *f, dbx_aval *a) {
  const dbx_aval_info *t = dbx_aval_at(*a);
  if (!t->dynamic) return DBX_OK;
  dbx_dim *dims = DBX_TMP(dbx_dim, t->rank);
  for (uint32_t i = 0; i < t->rank; i++) {
    dims[i] = t->dims[i];
    if (!dbx_dim_is_var(dims[i])) continue;
    dbx_var v;
    DBX_TRY(dbx_lift(f, (dbx_var)dbx_dim_value(dims[i]), &v));
    dims[i] = dbx_dim_var(v);
  }
  return *a = dbx_aval_with_dims(*a, dims), DBX_OK;
}

static dbx_status stage(dbx_frame *f, const batch_site *s, const dbx_primitive *p, const V *ops,
                        uint32_t n, const dbx_kv *kv, uint32_t n_kv, dbx_mapped *out) {
  dbx_atom *in = DBX_TMP(dbx_atom, n + 1);
  dbx_var *results = DBX_TMP(dbx_var, s->e->n_out + 1);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(dbx_frame_atom(f, &ops[i], &in[i]));
  for (uint32_t i = 0; i < s->e->n_out; i++) {
    dbx_aval a = with_examples(s, i, out[i].axis, results);
    DBX_TRY(lift_lengths(f, &a));
    results[i] = dbx_var_new(a, DBX_VAR_RESULT, f->id);
  }
  DBX_TRY(dbx_emit(f, p, in, n, results, s->e->n_out, kv, n_kv));
  for (uint32_t i = 0; i < s->e->n_out; i++) out[i].v = dbx_frame_result(f, results[i]);
  return DBX_OK;
}

static dbx_status with_weakness(dbx_array *a, bool weak, V *ret) {
  dbx_array *own = a;
  if (a->weak != weak && a->refs > 1) {
    DBX_TRY(dbx_array_copy(a, a->rank, a->dims, &own));
    dbx_autorelease(own);
  }
  own->weak = weak;
  return *ret = dbx_val_array(own), DBX_OK;
}

// A Jaxpr of one equation, interpreted.
static dbx_status compute(const batch_site *s, const dbx_primitive *p, const V *ops, uint32_t n,
                          const dbx_kv *kv, uint32_t n_kv, dbx_mapped *out) {
  uint32_t n_out = s->e->n_out;
  dbx_var *in = DBX_TMP(dbx_var, n + 1), *results = DBX_TMP(dbx_var, n_out + 1);
  dbx_array **args = DBX_TMP(dbx_array *, n + 1), **made = DBX_TMP(dbx_array *, n_out + 1);
  for (uint32_t i = 0; i < n; i++) {
    V v = lax_asarray(ops[i]);
    DBX_TRY(status_of(v));
    args[i] = v.array;
    in[i] = dbx_var_new(dbx_val_aval(&v), DBX_VAR_ARG, 0);
  }
  for (uint32_t i = 0; i < n_out; i++)
    results[i] = dbx_var_new(with_examples(s, i, out[i].axis, results), DBX_VAR_RESULT, 0);
  dbx_eqn e = {p, in, results, kv, n, n_out, n_kv, s->e->event, s->e->span};
  dbx_jaxpr j = {.invars = in, .outs = results, .eqns = &e, .n_in = n, .n_out = n_out, .n_eqns = 1};
  DBX_TRY(dbx_interpret(&j, args, made));
  for (uint32_t i = 0; i < n_out; i++) dbx_autorelease(made[i]);
  for (uint32_t i = 0; i < n_out; i++)
    DBX_TRY(with_weakness(made[i], dbx_aval_at(s->out[i])->weak, &out[i].v));
  return DBX_OK;
}

dbx_status batch_bind(const batch_site *s, const dbx_primitive *p, const V *ops, uint32_t n,
                      const dbx_kv *kv, uint32_t n_kv, dbx_mapped *out) {
  dbx_frame *f = dbx_trace_frame();
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(ops[i]));
  return f ? stage(f, s, p, ops, n, kv, n_kv, out) : compute(s, p, ops, n, kv, n_kv, out);
}

dbx_status dbx_batch_none(const batch_site *s, dbx_mapped *out) {
  (void)out;
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "Batching rule for '%s' not implemented: vmap cannot map what it calls",
                  s->e->prim->name);
}
