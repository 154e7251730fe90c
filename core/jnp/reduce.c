// Reductions, cumulative functions, sorting (observed: conformance/reduce_shape).
#include "jnp/table.h"

#include <math.h>
#include <string.h>

typedef struct reduction {
  const char *name;
  dbx_prim prim, bool_prim, combine; // combine: with `initial`
  bool identity;                     // has one: may reduce nothing
  bool promote_integers, upcast_half, numeric, boolean;
} reduction;

static const reduction SUM = {
    "sum", DBX_PRIM_reduce_sum, DBX_PRIM_reduce_or, DBX_PRIM_add, true, true, true, true, false};
static const reduction PROD = {
    "prod", DBX_PRIM_reduce_prod, DBX_PRIM_reduce_and, DBX_PRIM_mul, true, true, true, true, false};
static const reduction MAXIMUM = {
    "max", DBX_PRIM_reduce_max, DBX_PRIM_reduce_max, DBX_PRIM_max, false, false, false, false,
    false};
static const reduction MINIMUM = {
    "min", DBX_PRIM_reduce_min, DBX_PRIM_reduce_min, DBX_PRIM_min, false, false, false, false,
    false};
static const reduction ALL = {
    "all", DBX_PRIM_reduce_and, DBX_PRIM_reduce_and, DBX_PRIM_and, true, false, false, false, true};
static const reduction ANY = {
    "any", DBX_PRIM_reduce_or, DBX_PRIM_reduce_or, DBX_PRIM_or, true, false, false, false, true};

static dbx_dtype widened(dbx_dtype t) {
  return t == DBX_BOOL || dbx_is_signed(t) ? DBX_I64 : dbx_is_unsigned(t) ? DBX_U64 : t;
}

static dbx_dtype upcast(dbx_dtype t) { return dbx_is_half(t) ? DBX_F32 : t; }

// The least or the greatest value of a type; complex numbers are compared by their real parts
// first.
static dbx_scalar extreme_of(dbx_dtype t, bool least) {
  if (dbx_is_inexact(t)) return dbx_scalar_f(least ? -INFINITY : INFINITY);
  if (t == DBX_BOOL) return dbx_scalar_int(!least);
  uint64_t all = ~0ull >> (64 - 8 * dbx_dtype_bytes(t)), half = all >> 1;
  if (dbx_is_unsigned(t)) return (dbx_scalar){.u = least ? 0 : all};
  return dbx_scalar_int(least ? -(int64_t)half - 1 : (int64_t)half);
}

dbx_scalar jn_identity(dbx_prim combine, dbx_dtype t) {
  switch (combine) {
  case DBX_PRIM_max: return extreme_of(t, true);
  case DBX_PRIM_min: return extreme_of(t, false);
  case DBX_PRIM_mul: return dbx_scalar_convert(dbx_scalar_int(1), DBX_I64, t);
  case DBX_PRIM_and: return dbx_is_signed(t) ? dbx_scalar_int(-1) : extreme_of(t, false);
  default: return dbx_scalar_convert(dbx_scalar_int(0), DBX_I64, t);
  }
}

// The last conversion of a jitted reduction of x. Inside, results of an x with dynamic dims are
// strong already (see jn_type), though the same operations give weak ones outside.
static V as_result(V out, V x, dbx_dtype t) {
  if (!bad(out) && !bad(x) && jn_info(x)->dynamic && jn_dtype(out) == t) return out;
  return lax_convert_strong(out, t);
}

static V reduce(const reduction *r, V x, V axis, dbx_dtype t, bool keepdims, V initial, V where) {
  const int64_t *axes;
  uint32_t n;
  x = jn_check_arraylike(r->name, x, 0);
  if (bad(x)) return x;
  if (is_none(initial) && !r->identity && !is_none(where))
    return jn_fail(DBX_E208,
                   "reduction operation %s does not have an identity, so to use a where mask one "
                   "has to specify 'initial'",
                   r->name);
  x = lax_asarray(x);
  if (r->numeric && jn_promote_dtypes(&x, 1, JN_NUMERIC) != DBX_OK) return FAILED;
  if (r->boolean) x = lax_convert_strong(x, DBX_BOOL);
  if (bad(x) || jn_axes(axis, jn_rank(x), &axes, &n) != DBX_OK) return FAILED;
  S s = jn_shape(x);
  for (uint32_t i = 0; is_none(initial) && !r->identity && i < n; i++)
    if (s.d[axes[i]] == dbx_dim_int(0))
      return jn_fail(DBX_E311, "zero-size array to reduction operation %s which has no identity",
                     r->name);
  dbx_dtype result = t != DBX_NO_DTYPE ? t
                     : r->promote_integers
                         ? (dbx_is_integer(jn_dtype(x)) ? widened(jn_dtype(x)) : jn_dtype(x))
                         : jn_dtype(x);
  dbx_dtype compute = r->upcast_half ? upcast(result) : result;
  x = lax_convert_strong(x, compute);
  if (bad(x)) return x;
  if (!is_none(where))
    x = jnp_where(where, x, jn_scalar(compute, jn_identity(r->combine, compute)));
  V out = lax_reduce(compute == DBX_BOOL ? r->bool_prim : r->prim, x, axes, n);
  if (!is_none(initial)) out = lax2(r->combine, lax_convert_strong(initial, compute), out);
  if (keepdims) out = lax_expand_dims(out, axes, n);
  return as_result(out, x, result);
}

V jnp_sum(V x, V axis, dbx_dtype t, bool keepdims) {
  return reduce(&SUM, x, axis, t, keepdims, dbx_val_none(), dbx_val_none());
}

// a, axis, dtype, out, keepdims, initial, where
static V typed(const reduction *r, const V *a) {
  dbx_dtype t;
  if (jn_dtype_arg(a[2], &t) != DBX_OK) return FAILED;
  if (!is_none(a[3]))
    return jn_fail(DBX_E218, "The 'out' argument to jnp.%s is not supported.", r->name);
  return reduce(r, a[0], a[1], t, jn_bool_arg(a[4]), a[5], a[6]);
}
V jnp_fn_sum(const V *a) { return typed(&SUM, a); }
V jnp_fn_prod(const V *a) { return typed(&PROD, a); }

// a, axis, out, keepdims, initial, where
static V untyped(const reduction *r, const V *a, bool initial) {
  if (!is_none(a[2]))
    return jn_fail(DBX_E218, "The 'out' argument to jnp.%s is not supported.", r->name);
  return reduce(r, a[0], a[1], DBX_NO_DTYPE, jn_bool_arg(a[3]), initial ? a[4] : dbx_val_none(),
                a[initial ? 5 : 4]);
}
V jnp_fn_max(const V *a) { return untyped(&MAXIMUM, a, true); }
V jnp_fn_min(const V *a) { return untyped(&MINIMUM, a, true); }
V jnp_fn_all(const V *a) { return untyped(&ALL, a, false); }
V jnp_fn_any(const V *a) { return untyped(&ANY, a, false); }

// ---- mean and friends ----

static V count_over(V x, V axis) { // how many elements are reduced, as data
  const int64_t *axes;
  uint32_t n;
  if (is_none(axis)) return jn_size(x);
  if (jn_axes(axis, jn_rank(x), &axes, &n) != DBX_OK) return FAILED;
  S s = jn_shape(x);
  dbx_dim *over = DBX_TMP(dbx_dim, n);
  for (uint32_t i = 0; i < n; i++) over[i] = s.d[axes[i]];
  return jn_product(over, n);
}

static V mean(V x, V axis, dbx_dtype t, bool keepdims, V where) {
  x = jn_check_arraylike("mean", x, 0);
  if (bad(x)) return x;
  dbx_dtype result = t == DBX_NO_DTYPE ? jn_to_inexact(jn_dtype(x)) : t, compute = upcast(result);
  V count;
  if (is_none(where)) count = count_over(x, axis);
  else
    count = reduce(&SUM, jn_broadcast_to(where, jn_shape(x)), axis, t, keepdims, dbx_val_none(),
                   dbx_val_none());
  if (dbx_target_now()->counts_first && !bad(count)) count = lax_convert_strong(count, compute);
  if (bad(count)) return count;
  V sum = reduce(&SUM, x, axis, compute, keepdims, dbx_val_none(), where);
  return as_result(jn_div_by_constant(sum, lax_convert_strong(count, compute)), x, result);
}
V jnp_mean(V x, V axis, bool keepdims) {
  return mean(x, axis, DBX_NO_DTYPE, keepdims, dbx_val_none());
}

V jnp_fn_mean(const V *a) { // a, axis, dtype, out, keepdims, where
  dbx_dtype t;
  if (jn_dtype_arg(a[2], &t) != DBX_OK) return FAILED;
  return mean(a[0], a[1], t, jn_bool_arg(a[4]), a[5]);
}

typedef struct var_args {
  bool keepdims, all;
  dbx_dtype dtype;
  uint32_t bytes; // of all of it
  int64_t n_axes, axes[];
} var_args;

static V axis_of(const var_args *w) {
  if (w->all) return dbx_val_none();
  V *item = DBX_TMP(V, w->n_axes);
  for (int64_t i = 0; i < w->n_axes; i++) item[i] = jn_int(w->axes[i]);
  return dbx_val_tuple(item, (uint32_t)w->n_axes);
}

static V var_body(const V *a, uint32_t n, const void *statics) { // a, ddof, where
  const var_args *w = statics;
  V x = lax_asarray(a[0]), axis = axis_of(w), where = n > 2 ? a[2] : dbx_val_none();
  dbx_dtype result = w->dtype, compute;
  if (result == DBX_NO_DTYPE) {
    compute = jn_to_inexact(jn_dtype(x));
    result = dbx_real_of(compute);
  } else {
    compute = dbx_promote((dbx_type){jn_dtype(x), false}, (dbx_type){result, false}).dtype;
  }
  compute = upcast(compute);
  x = lax_convert_strong(x, compute);
  V m = mean(x, axis, compute, true, where), c = SUB(x, m);
  if (dbx_is_complex(compute)) {
    c = REAL(MUL(c, jnp_fn_conjugate(&c)));
    compute = dbx_real_of(compute);
  } else {
    c = jn_squared(c);
  }
  if (bad(c)) return c;
  V count = is_none(where) ? lax_convert_strong(count_over(x, axis), compute)
                           : reduce(&SUM, jn_broadcast_to(where, jn_shape(x)), axis, compute,
                                    w->keepdims, dbx_val_none(), dbx_val_none());
  count = SUB(count, lax_convert_strong(a[1], compute));
  V sum = reduce(&SUM, c, axis, compute, w->keepdims, dbx_val_none(), where);
  V r = as_result(DIV(sum, count), x, result);
  if (bad(r) || !dbx_target_now()->variances_checked) return r;
  return jnp_where(GT(count, lax_const_like(count, jn_int(0))), r, jn_float(NAN));
}

// In scratch memory. Of a, axis, dtype, out, ddof, keepdims.
static dbx_status read_var(const V *a, var_args **ret) {
  const int64_t *axes;
  uint32_t n;
  dbx_dtype dtype;
  bool all = is_none(a[1]);
  DBX_TRY(status_of(jn_check_arraylike("var", a[0], 0)));
  DBX_TRY(jn_dtype_arg(a[2], &dtype));
  if (bad(jn_check_arraylike("var", a[4], 4))) return DBX_FAIL;
  DBX_TRY(jn_axes(a[1], jn_rank(a[0]), &axes, &n));
  if (all) n = 0;
  uint32_t bytes = (uint32_t)(sizeof(var_args) + n * sizeof *axes);
  var_args *w = *ret = dbx_scratch(bytes);
  w->keepdims = jn_bool_arg(a[5]), w->all = all, w->dtype = dtype;
  w->bytes = bytes, w->n_axes = n;
  if (n) memcpy(w->axes, axes, n * sizeof *axes);
  return DBX_OK;
}

static V std_body(const V *a, uint32_t n, const void *statics) {
  return lax1(DBX_PRIM_sqrt,
              jn_call("_var", var_body, a, n, statics, ((const var_args *)statics)->bytes));
}
static V spread(const char *name, jn_fn body, const V *a) {
  var_args *w;
  V in[] = {a[0], a[4], a[6]};
  return read_var(a, &w) == DBX_OK ? jn_call(name, body, in, is_none(a[6]) ? 2 : 3, w, w->bytes)
                                   : FAILED;
}
V jnp_fn_var(const V *a) { return spread("_var", var_body, a); }
V jnp_fn_std(const V *a) { return spread("_std", std_body, a); }

static V count_nonzero_body(const V *a, uint32_t n, const void *statics) {
  const var_args *w = statics;
  (void)n;
  return jnp_sum(NE(a[0], lax_const_like(a[0], jn_int(0))), axis_of(w), DBX_I64, w->keepdims);
}
V jnp_fn_count_nonzero(const V *a) { // a, axis, keepdims
  var_args *w;
  V all[] = {a[0], a[1], dbx_val_none(), dbx_val_none(), jn_int(0), a[2]};
  if (read_var(all, &w) != DBX_OK) return FAILED;
  return jn_call("count_nonzero", count_nonzero_body, a, 1, w, w->bytes);
}

V jnp_fn_average(const V *a) { // a, axis, weights, returned, keepdims
  V x = jn_check_arraylike("average", a[0], 0), v[2] = {x, a[2]};
  bool keepdims = jn_bool_arg(a[4]);
  if (bad(x)) return x;
  if (is_none(a[2])) {
    if (jn_promote_dtypes(v, 1, JN_INEXACT) != DBX_OK) return FAILED;
    V avg = mean(v[0], a[1], DBX_NO_DTYPE, keepdims, dbx_val_none());
    if (bad(avg)) return avg;
    S s = jn_shape(avg);
    V weights = is_none(a[1]) ? lax_full(jn_scalar_shape(), jn_size(v[0]), jn_dtype(avg))
                              : lax_full_like(avg, count_over(v[0], a[1]), DBX_NO_DTYPE, &s);
    return jn_bool_arg(a[3]) ? jn_tuple((V[]){avg, weights}, 2) : avg;
  }
  if (bad(jn_check_arraylike("average", a[2], 2)) || jn_promote_dtypes(v, 2, JN_INEXACT) != DBX_OK)
    return FAILED;
  if (!jn_same_shape(jn_shape(v[0]), jn_shape(v[1]))) {
    int64_t axis, last;
    if (jn_rank(v[1]) != 1)
      return jn_fail(DBX_E208, "1D weights expected when shapes of a and weights differ.");
    if (is_none(a[1]))
      return jn_fail(DBX_E208, "Axis must be specified when shapes of a and weights differ.");
    if (jn_axis(a[1], jn_rank(v[0]), &axis) != DBX_OK) return FAILED;
    S s = {jn_rank(v[0]), DBX_TMP(dbx_dim, jn_rank(v[0]))};
    for (uint32_t i = 0; i < s.n; i++) s.d[i] = dbx_dim_int(1);
    last = s.n - 1;
    s.d[last] = jn_shape(v[1]).d[0];
    v[1] = jnp_moveaxis(jn_broadcast_to(v[1], s), &last, &axis, 1);
  }
  V total = jnp_sum(v[1], a[1], DBX_NO_DTYPE, keepdims);
  V sum = jnp_sum(jnp_multiply(v[0], v[1]), a[1], DBX_NO_DTYPE, keepdims);
  V avg = jnp_true_divide(sum, total);
  if (!jn_bool_arg(a[3]) || bad(avg)) return avg;
  return jn_tuple((V[]){avg, jn_broadcast_to(total, jn_shape(avg))}, 2);
}

// ---- positions ----

static V argminmax(const char *fn, dbx_prim p, V x, V axis, bool keepdims) {
  int64_t k = 0;
  x = jn_check_arraylike(fn, x, 0);
  if (bad(x)) return x;
  x = lax_asarray(x);
  uint32_t rank = jn_rank(x);
  if (is_none(axis)) x = jnp_ravel(x);
  else if (jn_axis(axis, rank, &k) != DBX_OK) return FAILED;
  if (bad(x)) return x;
  if (jn_shape(x).d[k] == dbx_dim_int(0))
    return jn_fail(DBX_E311, "attempt to get %s of an empty sequence", fn);
  V r = lax_argminmax(p, x, k, DBX_I64);
  if (!keepdims || bad(r)) return r;
  const int64_t *axes;
  uint32_t n;
  return jn_axes(axis, rank, &axes, &n) == DBX_OK ? lax_expand_dims(r, axes, n) : FAILED;
}
V jnp_fn_argmax(const V *a) {
  return argminmax("argmax", DBX_PRIM_argmax, a[0], a[1], jn_bool_arg(a[3]));
}
V jnp_fn_argmin(const V *a) {
  return argminmax("argmin", DBX_PRIM_argmin, a[0], a[1], jn_bool_arg(a[3]));
}

// ---- cumulative ----

typedef struct cumulative_args {
  dbx_prim prim;
  int64_t axis;
  bool flat;
  dbx_dtype dtype;
} cumulative_args;

static V cumulative_body(const V *a, uint32_t n, const void *statics) {
  const cumulative_args *w = statics;
  (void)n;
  V x = lax_asarray(a[0]);
  if (w->flat) x = jnp_ravel(x);
  dbx_dtype t = w->dtype == DBX_NO_DTYPE && jn_dtype(x) == DBX_BOOL ? DBX_I64 : w->dtype;
  if (t != DBX_NO_DTYPE) x = lax_convert_strong(x, t);
  return lax_cumulative(w->prim, x, w->axis, false);
}
static V cumulative(const char *fn, dbx_prim p, const V *a) { // a, axis, dtype, out
  cumulative_args w;
  memset(&w, 0, sizeof w);
  w.prim = p;
  V x = jn_check_arraylike(fn, a[0], 0);
  if (bad(x) || jn_dtype_arg(a[2], &w.dtype) != DBX_OK) return FAILED;
  w.flat = is_none(a[1]) || jn_rank(x) == 0;
  if (!w.flat && jn_axis(a[1], jn_rank(x), &w.axis) != DBX_OK) return FAILED;
  const char *name = dbx_target_now()->cumulatives_named ? fn : "_cumulative_reduction";
  return jn_call(name, cumulative_body, &x, 1, &w, sizeof w);
}
V jnp_fn_cumsum(const V *a) { return cumulative("cumsum", DBX_PRIM_cumsum, a); }
V jnp_fn_cumprod(const V *a) { return cumulative("cumprod", DBX_PRIM_cumprod, a); }

// ---- sorting ----

typedef struct sort_args {
  int64_t axis;
  bool flat, positions;
} sort_args;

static V sort_body(const V *a, uint32_t n, const void *statics) {
  const sort_args *w = statics;
  (void)n;
  V x = lax_asarray(a[0]), out[2];
  if (w->flat) x = jnp_ravel(x);
  if (bad(x)) return x;
  if (!w->positions) return lax_sort(&x, 1, w->axis, 1, out) == DBX_OK ? out[0] : FAILED;
  V in[] = {x, lax_iota(DBX_I64, jn_shape(x), (uint32_t)w->axis)};
  return bad(in[1]) || lax_sort(in, 2, w->axis, 1, out) != DBX_OK ? FAILED : out[1];
}
static V sorted(const char *fn, const V *a, bool positions) {
  sort_args w;
  memset(&w, 0, sizeof w);
  w.positions = positions;
  V x = jn_check_arraylike(fn, a[0], 0);
  if (bad(x)) return x;
  w.flat = is_none(a[1]);
  if (!w.flat && jn_axis(a[1], jn_rank(x), &w.axis) != DBX_OK) return FAILED;
  return jn_call(fn, sort_body, &x, 1, &w, sizeof w);
}
V jnp_fn_sort(const V *a) { return sorted("sort", a, false); }
V jnp_fn_argsort(const V *a) { return sorted("argsort", a, true); }

// ---- median ----

typedef struct quantile_args {
  int64_t axis;
  bool flat, keepdims;
} quantile_args;

// The row at `position` along the axis.
static V pick(V x, V position, const quantile_args *w) {
  uint32_t n = jn_rank(x), n_offset = 0;
  int64_t *offset = DBX_TMP(int64_t, n), zero = 0;
  S size = jn_shape_copy(jn_shape(x));
  size.d[w->axis] = dbx_dim_int(1);
  for (uint32_t i = 0; i + !w->keepdims < n; i++) offset[n_offset++] = i;
  dbx_sym keys[] = {DBX_S_offset_dims, DBX_S_collapsed_slice_dims, DBX_S_start_index_map};
  const dbx_param *lists[] = {dbx_p_ints(offset, n_offset), dbx_p_ints(&w->axis, !w->keepdims),
                              dbx_p_ints(&w->axis, 1)};
  return lax_gather(x, lax_expand_dims(position, &zero, 1),
                    dbx_p_record("GatherDimensionNumbers", keys, lists, 3), size, false, false,
                    dbx_val_none(), dbx_val_none());
}

// jax's _quantile with the method "midpoint".
static V quantile_body(const V *a, uint32_t n_args, const void *statics) {
  quantile_args w = *(const quantile_args *)statics;
  (void)n_args;
  V x = a[0], q = a[1], s;
  if (jn_promote_dtypes(&x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  if (dbx_is_complex(jn_dtype(x)))
    return jn_fail(DBX_E208,
                   "quantile does not support complex input, as the operation is poorly defined.");
  if (w.flat) x = jnp_ravel(x), w.axis = 0;
  if (bad(x)) return x;
  if (jn_shape(x).d[w.axis] == dbx_dim_int(0))
    return jn_fail(DBX_E311, "median of an axis of length 0");
  V nan = jnp_isnan(x);
  nan = reduce(&ANY, nan, jn_int(w.axis), DBX_NO_DTYPE, true, dbx_val_none(), dbx_val_none());
  x = jnp_where(nan, jn_float(NAN), x);
  if (bad(x) || lax_sort(&x, 1, w.axis, 1, &s) != DBX_OK) return FAILED;
  V len = jn_dim_value(jn_shape(s).d[w.axis]);
  len = len.kind == DBX_V_INT ? jn_scalar(DBX_F64, dbx_scalar_f((double)len.i))
                              : lax_convert_strong(len, DBX_F64);
  q = MUL(q, jnp_subtract(len, jn_int(1)));
  V low = FLOOR(q), high = lax1(DBX_PRIM_ceil, q), weight = SUB(q, low);
  SUB(lax_const_like(weight, jn_int(1)),
      weight); // the other weight: jax computes it for all methods
  V last = jnp_subtract(len, jn_int(1));
  low = lax_bind(DBX_PRIM_clamp, (V[]){lax_const_like(low, jn_int(0)), low, last}, 3, NULL, 0);
  last = jnp_subtract(len, jn_int(1));
  high = lax_bind(DBX_PRIM_clamp, (V[]){lax_const_like(high, jn_int(0)), high, last}, 3, NULL, 0);
  low = lax_convert_strong(low, DBX_I64), high = lax_convert_strong(high, DBX_I64);
  if (bad(low) || bad(high)) return FAILED;
  V below = pick(s, low, &w), above = pick(s, high, &w), sum = ADD(below, above);
  return lax_convert_strong(MUL(sum, lax_const_like(sum, jn_float(0.5))), jn_dtype(x));
}

static V median_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  V in[] = {a[0], jn_float(0.5)};
  return jn_call("quantile", quantile_body, in, 2, statics, sizeof(quantile_args));
}

// The median over several axes: they become the last one.
static V median_over(V x, const int64_t *axes, uint32_t n, bool keepdims) {
  uint32_t rank = jn_rank(x), kept = rank - n;
  int64_t *perm = DBX_TMP(int64_t, rank);
  S s = jn_shape(x), flat = {kept + 1, DBX_TMP(dbx_dim, kept + 1)}, len;
  for (uint32_t i = 0, to = 0; i < rank; i++) {
    bool reduced = false;
    for (uint32_t k = 0; k < n; k++) reduced |= axes[k] == i;
    if (!reduced) perm[to] = i, flat.d[to++] = s.d[i];
  }
  dbx_dim *over = DBX_TMP(dbx_dim, n);
  for (uint32_t k = 0; k < n; k++) over[k] = s.d[perm[kept + k] = axes[k]];
  V size = jn_product(over, n);
  if (bad(size) || jn_shape_arg(size, &len) != DBX_OK) return FAILED;
  flat.d[kept] = len.d[0];
  quantile_args w;
  memset(&w, 0, sizeof w);
  w.axis = kept;
  x = lax_reshape(lax_transpose(x, perm), flat);
  V r = bad(x) ? x : jn_call("median", median_body, &x, 1, &w, sizeof w);
  return keepdims ? lax_expand_dims(r, axes, n) : r;
}

V jnp_fn_median(const V *a) { // a, axis, out, overwrite_input, keepdims
  quantile_args w;
  memset(&w, 0, sizeof w);
  V x = jn_check_arraylike("median", a[0], 0);
  if (bad(x)) return x;
  if (dbx_is_seq(&a[1])) {
    const int64_t *over;
    uint32_t count;
    if (jn_axes(a[1], jn_rank(x), &over, &count) != DBX_OK) return FAILED;
    return median_over(x, over, count, jn_bool_arg(a[4]));
  }
  w.flat = is_none(a[1]);
  w.keepdims = !w.flat && jn_bool_arg(a[4]);
  if (!w.flat && jn_axis(a[1], jn_rank(x), &w.axis) != DBX_OK) return FAILED;
  V r = jn_call("median", median_body, &x, 1, &w, sizeof w);
  const int64_t *axes;
  uint32_t n;
  if (bad(r) || !w.flat || !jn_bool_arg(a[4])) return r;
  return jn_axes(a[1], jn_rank(x), &axes, &n) == DBX_OK ? lax_expand_dims(r, axes, n) : FAILED;
}

V jnp_fn_array_equal(const V *a) { // a1, a2
  V x = jnp_array(a[0], DBX_NO_DTYPE, false), y = jnp_array(a[1], DBX_NO_DTYPE, false);
  if (bad(x) || bad(y)) return FAILED;
  S sx = jn_shape(x), sy = jn_shape(y);
  bool same = sx.n == sy.n;
  for (uint32_t i = 0; same && i < sx.n; i++)
    same = dbx_dim_equal(sx.d[i], sy.d[i]) || !dbx_dim_is_int(sx.d[i]) || !dbx_dim_is_int(sy.d[i]);
  if (!same) return dbx_val_bool(false);
  return reduce(&ALL, jnp_equal(x, y), dbx_val_none(), DBX_NO_DTYPE, false, dbx_val_none(),
                dbx_val_none());
}

static V allclose_body(const V *a, uint32_t n, const void *statics) {
  (void)n;
  V in[] = {a[0], a[1], a[2], a[3], dbx_val_bool(*(const bool *)statics)};
  return reduce(&ALL, jnp_fn_isclose(in), dbx_val_none(), DBX_NO_DTYPE, false, dbx_val_none(),
                dbx_val_none());
}
V jnp_fn_allclose(const V *a) { // a, b, rtol, atol, equal_nan
  bool equal_nan = jn_bool_arg(a[4]);
  return jn_call("allclose", allclose_body, a, 4, &equal_nan, sizeof equal_nan);
}

V jnp_fn_logsumexp(const V *a) { // a, axis, keepdims
  V x = a[0];
  if (jn_promote("logsumexp", &x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  V top = reduce(&MAXIMUM, x, a[1], DBX_NO_DTYPE, true, jn_float(-INFINITY), dbx_val_none());
  V finite = lax1(DBX_PRIM_is_finite, top);
  top = lax_select(finite, top, lax_full_like(top, jn_int(0), DBX_NO_DTYPE, NULL));
  V e = lax1(DBX_PRIM_exp, jnp_subtract(x, top)), sum = jnp_sum(e, a[1], DBX_NO_DTYPE, true);
  V r = jnp_add(lax1(DBX_PRIM_log, sum), top);
  const int64_t *axes;
  uint32_t n;
  if (bad(r) || jn_bool_arg(a[2])) return r;
  return jn_axes(a[1], jn_rank(x), &axes, &n) == DBX_OK ? lax_squeeze(r, axes, n) : FAILED;
}
