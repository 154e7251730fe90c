// The lax level: one function a primitive that needs parameters, with the short cuts that jax takes
// before it binds (observed in the printed Jaxprs).
#include "jnp/ops.h"

#include <string.h>

// ---- types ----

// Host ints are converted at once (they may not fit an int64); the rest by an equation.
static V convert_from(V x, dbx_type old, dbx_dtype t, bool weak) {
  bool unsigned_fits = x.kind == DBX_V_BIGINT && x.n == 1 && t == DBX_U64;
  if (x.kind == DBX_V_BIGINT && !dbx_is_inexact(t) && !unsigned_fits)
    return jn_fail(DBX_E211, "Python int too large to convert to %s", dbx_dtype_name(t));
  if (x.kind == DBX_V_INT || x.kind == DBX_V_BIGINT) {
    dbx_scalar s = unsigned_fits ? (dbx_scalar){.u = x.big.u}
                   : x.kind == DBX_V_INT
                       ? dbx_scalar_convert(dbx_scalar_int(x.i), DBX_I64, t)
                       : dbx_scalar_convert(dbx_scalar_f(x.big.nearest), DBX_F64, t);
    x = jn_scalar(t, s);
    old.weak = false;
  }
  bool array = x.kind == DBX_V_TRACER || (x.kind == DBX_V_ARRAY && !x.array->host);
  if (old.dtype == t && old.weak == weak && array) return x;
  dbx_kv kv[] = {{DBX_S_new_dtype, dbx_p_dtype(t)}, {DBX_S_weak_type, dbx_p_bool(weak)}};
  return lax_bind(DBX_PRIM_convert_element_type, &x, 1, kv, 2);
}

V lax_convert(V x, dbx_dtype t, bool weak) {
  return bad(x) ? x : convert_from(x, jn_type(x), t, weak);
}

V lax_convert_seen(V x, dbx_dtype t, bool weak) {
  return bad(x) ? x : convert_from(x, (dbx_type){jn_dtype(x), jn_weak(x)}, t, weak);
}

V lax_convert_strong(V x, dbx_dtype t) { return lax_convert(x, t, false); }

V lax_asarray(V x) {
  if (bad(x) || x.kind == DBX_V_TRACER || (x.kind == DBX_V_ARRAY && !x.array->host)) return x;
  if (!dbx_is_arraylike(&x))
    return jn_fail(DBX_E406, "%s is not a valid JAX array type", dbx_val_type_name(&x));
  dbx_dtype t;
  dbx_scalar s;
  dbx_array *a;
  if (x.kind == DBX_V_ARRAY) {
    if (dbx_array_copy(x.array, x.array->rank, x.array->dims, &a) != DBX_OK) return FAILED;
    a->weak = false;
    return dbx_val_array(dbx_autorelease(a));
  }
  if (dbx_val_scalar(&x, &t, &s) != DBX_OK) return FAILED;
  a = dbx_autorelease(dbx_array_scalar(t, s));
  a->weak = x.kind != DBX_V_BOOL;
  return dbx_val_array(a);
}

static bool weak_scalar(V x) {
  if (x.kind == DBX_V_TRACER || x.kind == DBX_V_ARRAY) return jn_weak(x) && jn_rank(x) == 0;
  return true;
}

V lax_literal(const dbx_literal *l) {
  const dbx_aval_info *t = dbx_aval_at(l->aval);
  if (t->dtype == DBX_BOOL) return dbx_val_bool(l->value.i != 0);
  if (t->weak && t->dtype == DBX_I64) return jn_int(l->value.i);
  if (t->weak && t->dtype == DBX_F64) return jn_float(l->value.c[0]);
  if (t->weak && t->dtype == DBX_C128)
    return (V){.kind = DBX_V_COMPLEX, .c = {l->value.c[0], l->value.c[1]}};
  V v = jn_scalar(t->dtype, l->value);
  v.array->weak = t->weak;
  return v;
}

V lax_const_like(V x, V number) {
  if (bad(x)) return x;
  dbx_dtype t = jn_dtype(x), from;
  dbx_scalar s;
  if (dbx_val_scalar(&number, &from, &s) != DBX_OK) return FAILED;
  s = dbx_scalar_convert(s, from, t);
  if (!weak_scalar(x)) return jn_scalar(t, s);
  switch (t) {
  case DBX_BOOL: return dbx_val_bool(s.i);
  case DBX_I64: return jn_int(s.i);
  case DBX_F64: return jn_float(s.c[0]);
  case DBX_C128: return (V){.kind = DBX_V_COMPLEX, .c = {s.c[0], s.c[1]}};
  default: return jn_scalar(t, s);
  }
}

// ---- making arrays ----

const dbx_param *jn_shape_param(S s, V *ops, uint32_t *n) {
  const dbx_param **item = DBX_TMP(const dbx_param *, s.n);
  for (uint32_t i = 0; i < s.n; i++) {
    bool is_int = dbx_dim_is_int(s.d[i]);
    item[i] = is_int ? dbx_p_int(dbx_dim_value(s.d[i])) : dbx_p_none();
    if (!is_int) ops[(*n)++] = jn_dim_value(s.d[i]);
  }
  return dbx_p_tuple(item, s.n);
}

V lax_broadcast_in_dim(V x, S shape, const int64_t *axes, uint32_t n) {
  if (bad(x)) return x;
  bool array = x.kind == DBX_V_TRACER || x.kind == DBX_V_ARRAY;
  if (array && !n && jn_rank(x) == shape.n) return x;
  V *ops = DBX_TMP(V, shape.n + 1);
  uint32_t count = 1;
  ops[0] = x;
  const dbx_param *p = jn_shape_param(shape, ops, &count);
  dbx_kv kv[] = {{DBX_S_broadcast_dimensions, dbx_p_ints(axes, n)}, {DBX_S_shape, p}};
  return lax_bind(DBX_PRIM_broadcast_in_dim, ops, count, kv, 2);
}

V lax_broadcast(V x, S lead) {
  if (bad(x)) return x;
  S own = jn_shape(x), all = {lead.n + own.n, DBX_TMP(dbx_dim, lead.n + own.n)};
  int64_t *axes = DBX_TMP(int64_t, own.n);
  if (lead.n) memcpy(all.d, lead.d, lead.n * sizeof *lead.d);
  for (uint32_t i = 0; i < own.n; i++) {
    all.d[lead.n + i] = own.d[i];
    axes[i] = lead.n + i;
  }
  return lax_broadcast_in_dim(x, all, axes, own.n);
}

V lax_full(S shape, V fill, dbx_dtype t) {
  if (bad(fill)) return fill;
  if (!dbx_is_arraylike(&fill) || jn_rank(fill))
    return jn_fail_as(DBX_E302, DBX_S_TypeError, "full must be called with scalar fill_value");
  dbx_type own = jn_type(fill);
  fill = lax_convert(fill, t == DBX_NO_DTYPE ? own.dtype : t, t == DBX_NO_DTYPE && own.weak);
  return lax_broadcast(fill, shape);
}

V lax_full_like(V x, V fill, dbx_dtype t, const S *shape) {
  if (bad(x)) return x;
  S s = shape ? *shape : jn_shape(x);
  fill = lax_convert(fill, t == DBX_NO_DTYPE ? jn_dtype(x) : t, t == DBX_NO_DTYPE && jn_weak(x));
  return lax_full(s, fill, DBX_NO_DTYPE);
}

V lax_iota(dbx_dtype t, S shape, uint32_t axis) {
  V *ops = DBX_TMP(V, shape.n);
  uint32_t n = 0;
  const dbx_param *p = jn_shape_param(shape, ops, &n);
  dbx_kv kv[] = {
      {DBX_S_dimension, dbx_p_int(axis)}, {DBX_S_dtype, dbx_p_dtype(t)}, {DBX_S_shape, p}};
  return lax_bind(DBX_PRIM_iota, ops, n, kv, 3);
}

// ---- moving and cutting ----

V lax_squeeze(V x, const int64_t *axes, uint32_t n) {
  if (bad(x) || !n) return x;
  dbx_kv kv[] = {{DBX_S_dimensions, dbx_p_ints(axes, n)}};
  return lax_bind(DBX_PRIM_squeeze, &x, 1, kv, 1);
}

static bool listed(const int64_t *a, uint32_t n, int64_t i) {
  for (uint32_t k = 0; k < n; k++)
    if (a[k] == i) return true;
  return false;
}

V lax_expand_dims(V x, const int64_t *axes, uint32_t n) {
  if (bad(x)) return x;
  S own = jn_shape(x), s = {own.n + n, DBX_TMP(dbx_dim, own.n + n)};
  int64_t *kept = DBX_TMP(int64_t, own.n);
  uint32_t k = 0;
  for (uint32_t i = 0; i < s.n; i++) {
    s.d[i] = listed(axes, n, i) ? dbx_dim_int(1) : own.d[k];
    if (!listed(axes, n, i)) kept[k++] = i;
  }
  return lax_broadcast_in_dim(x, s, kept, own.n);
}

V lax_reshape(V x, S shape) {
  if (bad(x)) return x;
  S own = jn_shape(x);
  bool array = x.kind == DBX_V_TRACER || x.kind == DBX_V_ARRAY;
  if (array && own.n && jn_same_shape(own, shape)) return x;
  V *ops = DBX_TMP(V, shape.n + 1);
  uint32_t count = 1;
  ops[0] = x;
  const dbx_param *p = jn_shape_param(shape, ops, &count);
  dbx_kv kv[] = {{DBX_S_dimensions, dbx_p_none()}, {DBX_S_new_sizes, p}};
  return lax_bind(DBX_PRIM_reshape, ops, count, kv, 2);
}

V lax_transpose(V x, const int64_t *perm) {
  if (bad(x)) return x;
  uint32_t n = jn_rank(x);
  bool identity = true;
  for (uint32_t i = 0; i < n; i++) identity &= perm[i] == i;
  if (identity && (x.kind == DBX_V_TRACER || x.kind == DBX_V_ARRAY)) return x;
  dbx_kv kv[] = {{DBX_S_permutation, dbx_p_ints(perm, n)}};
  return lax_bind(DBX_PRIM_transpose, &x, 1, kv, 1);
}

V jnp_moveaxis(V x, const int64_t *from, const int64_t *to, uint32_t n) {
  if (bad(x)) return x;
  uint32_t rank = jn_rank(x), next = 0;
  int64_t *p = DBX_TMP(int64_t, rank);
  bool *moved = DBX_TMP(bool, rank), *filled = DBX_TMP(bool, rank);
  for (uint32_t i = 0; i < n; i++) {
    moved[from[i]] = filled[to[i]] = true;
    p[to[i]] = from[i];
  }
  for (uint32_t i = 0; i < rank; i++) {
    if (moved[i]) continue;
    while (filled[next]) next++;
    p[next++] = i;
  }
  return lax_transpose(x, p);
}

V lax_rev(V x, const int64_t *axes, uint32_t n) {
  if (bad(x)) return x;
  dbx_kv kv[] = {{DBX_S_dimensions, dbx_p_ints(axes, n)}};
  return lax_bind(DBX_PRIM_rev, &x, 1, kv, 1);
}

V(lax_select)(V pred, V on_true, V on_false) {
  return lax_bind(DBX_PRIM_select_n, (V[]){pred, on_false, on_true}, 3, NULL, 0);
}

V lax_concatenate(const V *x, uint32_t n, uint32_t axis) {
  for (uint32_t i = 0; i < n; i++)
    if (bad(x[i])) return x[i];
  if (n == 1 && (x->kind == DBX_V_TRACER || x->kind == DBX_V_ARRAY)) return x[0];
  dbx_kv kv[] = {{DBX_S_dimension, dbx_p_int(axis)}};
  dbx_frame *f = dbx_trace_frame();
  if (!f) return lax_bind(DBX_PRIM_concatenate, x, n, kv, 1);
  dbx_atom *atoms = DBX_TMP(dbx_atom, n);
  for (uint32_t i = 0; i < n; i++)
    if (dbx_frame_atom(f, &x[i], &atoms[i]) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < n; i++)
    if (dbx_aval_at(dbx_atom_aval(atoms[i]))->rank <= axis)
      return lax_bind(DBX_PRIM_concatenate, x, n, kv, 1); // the rule says what is wrong
  dbx_dim sum;
  V out;
  if (dbx_emit_concat_dim(f, atoms, n, axis, &sum) != DBX_OK ||
      lax_bind_n(DBX_PRIM_concatenate, x, n, kv, 1, &sum, &out, 1) != DBX_OK)
    return FAILED;
  return out;
}

dbx_status lax_split(V x, int64_t axis, const dbx_param *sizes, V *out, uint32_t n) {
  dbx_kv kv[] = {{DBX_S_axis, dbx_p_int(axis)}, {DBX_S_sizes, sizes}};
  return lax_bind_n(DBX_PRIM_split, &x, 1, kv, 2, NULL, out, n);
}

V lax_slice(V x, const int64_t *start, const int64_t *limit, const int64_t *stride) {
  if (bad(x)) return x;
  uint32_t n = jn_rank(x);
  dbx_kv kv[] = {{DBX_S_limit_indices, dbx_p_ints(limit, n)},
                 {DBX_S_start_indices, dbx_p_ints(start, n)},
                 {DBX_S_strides, stride ? dbx_p_ints(stride, n) : dbx_p_none()}};
  return lax_bind(DBX_PRIM_slice, &x, 1, kv, 3);
}

V lax_row(V x, int64_t i) {
  if (bad(x)) return x;
  uint32_t n = jn_rank(x);
  int64_t *lo = DBX_TMP(int64_t, n), *hi = DBX_TMP(int64_t, n), *one = DBX_TMP(int64_t, n),
          zero = 0;
  for (uint32_t k = 0; k < n; k++) hi[k] = dbx_dim_value(jn_info(x)->dims[k]), one[k] = 1;
  lo[0] = i, hi[0] = i + 1;
  return lax_squeeze(lax_slice(x, lo, hi, one), &zero, 1);
}

V lax_dynamic_slice(V x, const V *start, S size) {
  if (bad(x)) return x;
  uint32_t r = jn_rank(x), n = 1 + r;
  V *ops = DBX_TMP(V, 1 + r + size.n);
  ops[0] = x;
  memcpy(ops + 1, start, r * sizeof *start);
  dbx_kv kv[] = {{DBX_S_slice_sizes, jn_shape_param(size, ops, &n)}};
  return lax_bind(DBX_PRIM_dynamic_slice, ops, n, kv, 1);
}

V lax_dynamic_update_slice(V x, V update, const V *start) {
  if (bad(x)) return x;
  uint32_t r = jn_rank(x);
  V *ops = DBX_TMP(V, 2 + r);
  ops[0] = x, ops[1] = update;
  memcpy(ops + 2, start, r * sizeof *start);
  return lax_bind(DBX_PRIM_dynamic_update_slice, ops, 2 + r, NULL, 0);
}

// ---- reductions and the rest ----

V lax_reduce(dbx_prim p, V x, const int64_t *axes, uint32_t n) {
  dbx_kv kv[] = {{DBX_S_axes, dbx_p_ints(axes, n)}};
  return lax_bind(p, &x, 1, kv, 1);
}

V lax_argminmax(dbx_prim p, V x, int64_t axis, dbx_dtype index) {
  dbx_kv kv[] = {{DBX_S_axes, dbx_p_ints(&axis, 1)}, {DBX_S_index_dtype, dbx_p_dtype(index)}};
  return lax_bind(p, &x, 1, kv, 2);
}

V lax_cumulative(dbx_prim p, V x, int64_t axis, bool reverse) {
  dbx_kv kv[] = {{DBX_S_axis, dbx_p_int(axis)}, {DBX_S_reverse, dbx_p_bool(reverse)}};
  return lax_bind(p, &x, 1, kv, 2);
}

static const dbx_param *int_list(const int64_t *i, uint32_t n) {
  const dbx_param **item = DBX_TMP(const dbx_param *, n);
  for (uint32_t k = 0; k < n; k++) item[k] = dbx_p_int(i[k]);
  return dbx_p_list(item, n);
}

static const dbx_param *pair(const dbx_param *a, const dbx_param *b) {
  return dbx_p_tuple((const dbx_param *[]){a, b}, 2);
}

const dbx_param *jn_dot_dims(const dbx_dot_dims *d) {
  const dbx_param *contract = pair(int_list(d->lhs_contract, d->n_contract),
                                   int_list(d->rhs_contract, d->n_contract)),
                  *batch =
                      pair(int_list(d->lhs_batch, d->n_batch), int_list(d->rhs_batch, d->n_batch));
  return pair(contract, batch);
}

V lax_dot_general(V x, V y, const dbx_dot_dims *d, dbx_dtype preferred) {
  dbx_kv kv[] = {{DBX_S_dimension_numbers, jn_dot_dims(d)},
                 {DBX_S_preferred_element_type, dbx_p_dtype(preferred)}};
  return lax_bind(DBX_PRIM_dot_general, (V[]){x, y}, 2, kv, preferred == DBX_NO_DTYPE ? 1 : 2);
}

// Powers 0 and 1 emit no power.
V lax_integer_pow(V x, int64_t y) {
  if (bad(x)) return x;
  dbx_kv kv[] = {{DBX_S_y, dbx_p_int(y)}};
  return lax_bind(DBX_PRIM_integer_pow, &x, 1, kv, 1);
}

V lax_round(V x, int method) {
  dbx_kv kv[] = {{DBX_S_rounding_method, dbx_p_int(method)}};
  return lax_bind(DBX_PRIM_round, &x, 1, kv, 1);
}

dbx_status lax_sort(const V *x, uint32_t n, int64_t axis, uint32_t keys, V *out) {
  dbx_kv kv[] = {{DBX_S_dimension, dbx_p_int(axis)},
                 {DBX_S_is_stable, dbx_p_bool(true)},
                 {DBX_S_num_keys, dbx_p_int(keys)}};
  return lax_bind_n(DBX_PRIM_sort, x, n, kv, 3, NULL, out, n);
}
