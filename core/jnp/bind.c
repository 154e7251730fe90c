// Binding primitives to values: into the innermost frame while tracing, else straight to the
// interpreter's kernels (see ops.h).
#include "interp/interp.h"
#include "jnp/ops.h"
#include "jnp/state.h"
#include "prim/exact.h"

#include <string.h>

bool jn_tracing(void) { return dbx_trace_frame() != NULL; }
bool jn_derived(void) { return dbx_trace_frame() && dbx_trace_frame()->taker; }
bool jn_is_concrete(V v) { return v.kind != DBX_V_TRACER; }

V jn_scalar(dbx_dtype t, dbx_scalar x) {
  dbx_array *a = dbx_autorelease(dbx_array_scalar(t, x));
  a->host = true;
  return dbx_val_array(a);
}

V jn_tuple(const V *item, uint32_t n) {
  V *copy = DBX_TMP(V, n);
  if (n) memcpy(copy, item, n * sizeof *item);
  return dbx_val_tuple(copy, n);
}

V jn_list(const V *item, uint32_t n) {
  V v = jn_tuple(item, n);
  v.kind = DBX_V_LIST;
  return v;
}

// Most functions of jax.numpy are jitted: inside them an argument with dynamic dims has lost its
// weakness, so promotion does not see it (observed: conformance/elementwise/mul_div_dynamic).
dbx_type jn_type(V v) {
  const dbx_aval_info *t = jn_info(v);
  return (dbx_type){t->dtype, t->weak && !t->dynamic};
}

// ---- eager: every operand an array ----

static dbx_status to_array(const V *v, dbx_array **ret) {
  if (v->kind == DBX_V_ARRAY) return *ret = v->array, DBX_OK;
  if (v->kind == DBX_V_TRACER) return dbx_fail_escaped(v->tracer);
  dbx_dtype t;
  dbx_scalar x;
  DBX_TRY(dbx_val_scalar(v, &t, &x));
  *ret = dbx_autorelease(dbx_array_scalar(t, x));
  (*ret)->weak = v->kind != DBX_V_BOOL;
  return DBX_OK;
}

// Elementwise operations look at types alone: a literal of each number that is computed would stay.
static bool reads_sizes(const dbx_primitive *p) {
  return p->rule != dbx_rule_nary && p->rule != dbx_rule_pow && p->rule != dbx_rule_convert &&
         p->rule != dbx_rule_select && p->rule != dbx_rule_clamp && p->rule != dbx_rule_copy;
}

// The rule needs atoms: variables that stand for the operands' types.
static dbx_status result_types(dbx_prim p, dbx_array *const *in, uint32_t n, const dbx_kv *kv,
                               uint32_t n_kv, dbx_aval *out) {
  dbx_atom *atoms = DBX_TMP(dbx_atom, n);
  dbx_map *types = &jnp_now->variable_of;
  bool sizes = reads_sizes(dbx_primitive_of(p));
  for (uint32_t i = 0; i < n; i++) {
    dbx_aval a = dbx_array_aval(in[i]);
    uint64_t *v = dbx_map_find(types, a);
    if (sizes && in[i]->rank == 0 && dbx_is_integer(in[i]->dtype)) { // sizes are read off literals
      atoms[i] = dbx_literal_of(in[i]->dtype, in[i]->weak, dbx_array_at(in[i], 0));
      continue;
    }
    if (!v) dbx_map_put(types, a, dbx_var_new(a, DBX_VAR_ARG, 0));
    atoms[i] = (dbx_atom)*dbx_map_find(types, a);
  }
  dbx_site s = {dbx_primitive_of(p), atoms, kv, n, n_kv};
  return dbx_primitive_of(p)->rule(&s, out);
}

static dbx_status compute(dbx_prim p, const V *in, uint32_t n, const dbx_kv *kv, uint32_t n_kv,
                          V *out, uint32_t n_out) {
  dbx_array **arrays = DBX_TMP(dbx_array *, n), **results = DBX_TMP(dbx_array *, n_out);
  dbx_aval *types = DBX_TMP(dbx_aval, n_out);
  dbx_dtype *dtypes = DBX_TMP(dbx_dtype, n_out);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(to_array(&in[i], &arrays[i]));
  DBX_TRY(result_types(p, arrays, n, kv, n_kv, types));
  for (uint32_t i = 0; i < n_out; i++) dtypes[i] = dbx_aval_at(types[i])->dtype;
  dbx_kernel_site s = {dbx_primitive_of(p), arrays, n, kv, n_kv, dtypes, n_out, false};
  DBX_TRY(dbx_kernel_run(&s, results));
  for (uint32_t i = 0; i < n_out; i++) {
    DBX_TRY(dbx_array_result(results[i], dbx_aval_at(types[i])->weak, &results[i]));
    out[i] = dbx_val_array(dbx_autorelease(results[i]));
  }
  return DBX_OK;
}

// ---- traced ----

// A rule says which axis does not fit; here the first two lengths that are not known to be equal.
static void note_lengths(dbx_prim p, const V *in, uint32_t n, const dbx_kv *kv, uint32_t n_kv) {
  int64_t joined = p == DBX_PRIM_concatenate ? dbx_param_int(kv, n_kv, DBX_S_dimension) : -1;
  dbx_code code = dbx_diag_pending() ? dbx_diag_pending()->code : DBX_CODE_COUNT;
  if (code != DBX_E304 && code != DBX_E310) return;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < i; k++) {
      S x = jn_shape(in[k]), y = jn_shape(in[i]);
      for (uint32_t d = 0; d < x.n && x.n == y.n; d++)
        if (d != joined && !dbx_dim_equal(x.d[d], y.d[d]) && x.d[d] != dbx_dim_int(1) &&
            y.d[d] != dbx_dim_int(1))
          return dbx_note_dims(x.d[d], y.d[d]);
    }
}

static dbx_status stage(dbx_frame *f, dbx_prim p, const V *in, uint32_t n, const dbx_kv *kv,
                        uint32_t n_kv, const dbx_dim *unknown, V *out, uint32_t n_out) {
  dbx_atom small[8] = {0}, *atoms = n <= 8 ? small : DBX_TMP(dbx_atom, n);
  dbx_var one, *vars = n_out == 1 ? &one : DBX_TMP(dbx_var, n_out);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(dbx_frame_atom(f, &in[i], &atoms[i]));
  DBX_TRY(dbx_bind_plain(f, dbx_primitive_of(p), atoms, n, kv, n_kv, unknown, vars, n_out));
  for (uint32_t i = 0; i < n_out; i++) out[i] = dbx_frame_result(f, vars[i]);
  return DBX_OK;
}

dbx_status lax_bind_n(dbx_prim p, const V *in, uint32_t n, const dbx_kv *kv, uint32_t n_kv,
                      const dbx_dim *unknown, V *out, uint32_t n_out) {
  for (uint32_t i = 0; i < n; i++) {
    if (bad(in[i])) return DBX_FAIL;
    if (!dbx_is_arraylike(&in[i]))
      return dbx_fail(DBX_E406, (dbx_span){0},
                      "lax.%s requires ndarray or scalar arguments, got %s at position %u.",
                      dbx_primitive_of(p)->name, dbx_val_type_name(&in[i]), i);
  }
  dbx_frame *f = dbx_trace_frame();
  if (!f) return compute(p, in, n, kv, n_kv, out, n_out);
  dbx_status st = stage(f, p, in, n, kv, n_kv, unknown, out, n_out);
  if (st != DBX_OK) note_lengths(p, in, n, kv, n_kv);
  return st;
}

V lax_bind(dbx_prim p, const V *in, uint32_t n, const dbx_kv *kv, uint32_t n_kv) {
  V out;
  return lax_bind_n(p, in, n, kv, n_kv, NULL, &out, 1) == DBX_OK ? out : FAILED;
}

dbx_status dbx_host_call(dbx_prim p, const dbx_val *args, uint32_t n, const dbx_kv *params,
                         uint32_t n_params, dbx_val *out, uint32_t n_out) {
  return lax_bind_n(p, args, n, params, n_params, NULL, out, n_out);
}

V lax1(dbx_prim p, V x) { return lax_bind(p, &x, 1, NULL, 0); }
V lax2(dbx_prim p, V x, V y) { return lax_bind(p, (V[]){x, y}, 2, NULL, 0); }

// ---- shapes of values ----

S jn_shape(V v) {
  const dbx_aval_info *t = jn_info(v);
  S s = {t->rank, DBX_TMP(dbx_dim, t->rank)};
  if (s.n) memcpy(s.d, t->dims, s.n * sizeof *s.d);
  return s;
}

S jn_shape_copy(S s) {
  S c = {s.n, DBX_TMP(dbx_dim, s.n)};
  if (s.n) memcpy(c.d, s.d, s.n * sizeof *s.d);
  return c;
}

S jn_shape_of_ints(const int64_t *d, uint32_t n) {
  S s = {n, DBX_TMP(dbx_dim, n)};
  for (uint32_t i = 0; i < n; i++) s.d[i] = dbx_dim_int(d[i]);
  return s;
}

S jn_scalar_shape(void) { return (S){0, NULL}; }

bool jn_static(S s) {
  for (uint32_t i = 0; i < s.n; i++)
    if (!dbx_dim_is_int(s.d[i])) return false;
  return true;
}

bool jn_same_shape(S a, S b) {
  if (a.n != b.n) return false;
  for (uint32_t i = 0; i < a.n; i++)
    if (!dbx_compare_dims(a.d[i], b.d[i])) return false;
  return true;
}

V jn_dim_value(dbx_dim d) {
  return dbx_dim_is_int(d) ? jn_int(dbx_dim_value(d)) : dbx_val_tracer((dbx_var)dbx_dim_value(d));
}

V jn_check_arraylike(const char *fn, V v, int position) {
  if (bad(v) || dbx_is_arraylike(&v)) return v;
  return jn_fail(DBX_E406, "%s requires ndarray or scalar arguments, got %s at position %d.", fn,
                 dbx_val_type_name(&v), position);
}
