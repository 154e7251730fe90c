// The functions of jax.lax that programs call: operands as they are, without promotion, so that
// misfits are the primitive's own errors (E310, E409).
#include "jnp/table.h"

#include <inttypes.h>
#include <string.h>

#define L1(name, prim)                                                                             \
  V lax_fn_##name(const V *a) { return lax1(DBX_PRIM_##prim, a[0]); }
#define L2(name, prim)                                                                             \
  V lax_fn_##name(const V *a) { return lax2(DBX_PRIM_##prim, a[0], a[1]); }
L1(neg, neg)
L1(sign, sign)
L1(floor, floor)
L1(ceil, ceil)
L1(is_finite, is_finite)
L1(exp, exp)
L1(exp2, exp2)
L1(expm1, expm1)
L1(log, log)
L1(log1p, log1p)
L1(sin, sin)
L1(cos, cos)
L1(tan, tan)
L1(asin, asin)
L1(acos, acos)
L1(atan, atan)
L1(sinh, sinh)
L1(cosh, cosh)
L1(tanh, tanh)
L1(asinh, asinh)
L1(acosh, acosh)
L1(atanh, atanh)
L1(sqrt, sqrt)
L1(rsqrt, rsqrt)
L1(cbrt, cbrt)
L1(logistic, logistic)
L1(erf, erf)
L1(erfc, erfc)
L1(erf_inv, erf_inv)
L1(lgamma, lgamma)
L1(digamma, digamma)
L1(real, real)
L1(imag, imag)
L1(abs, abs)
L1(bitwise_not, not)
L1(population_count, population_count)
L1(clz, clz)
L2(add, add)
L2(sub, sub)
L2(mul, mul)
L2(div, div)
L2(rem, rem)
L2(pow, pow)
L2(max, max)
L2(min, min)
L2(atan2, atan2)
L2(nextafter, nextafter)
L2(complex, complex)
L2(bitwise_and, and)
L2(bitwise_or, or)
L2(bitwise_xor, xor)
L2(shift_left, shift_left)
L2(shift_right_logical, shift_right_logical)
L2(shift_right_arithmetic, shift_right_arithmetic)
L2(eq, eq)
L2(ne, ne)
L2(lt, lt)
L2(le, le)
L2(gt, gt)
L2(ge, ge)

V lax_fn_conj(const V *a) {
  dbx_kv kv[] = {{DBX_S_input_dtype, dbx_p_dtype(jn_dtype(a[0]))}};
  return lax_bind(DBX_PRIM_conj, a, 1, kv, 1);
}
V lax_fn_square(const V *a) { return lax_integer_pow(a[0], 2); }
V lax_fn_reciprocal(const V *a) { return lax_integer_pow(a[0], -1); }
V lax_fn_integer_pow(const V *a) {
  int64_t y;
  if (jn_int_arg(a[1], "exponent of integer_pow", &y) != DBX_OK) return FAILED;
  return lax_integer_pow(lax_asarray(a[0]), y);
}
V lax_fn_round(const V *a) {
  uint32_t how;
  if (jn_count_arg(a[1], "rounding method", 1, &how) != DBX_OK) return FAILED;
  return lax_round(a[0], (int)how);
}
V lax_fn_clamp(const V *a) { return lax_bind(DBX_PRIM_clamp, a, 3, NULL, 0); }
V lax_fn_select(const V *a) { return lax_select(a[0], a[1], a[2]); }
V lax_fn_select_n(const V *a) { // which, *cases
  V *v = DBX_TMP(V, a[1].n + 1);
  v[0] = a[0];
  if (a[1].n) memcpy(v + 1, a[1].item, a[1].n * sizeof *v);
  return lax_bind(DBX_PRIM_select_n, v, a[1].n + 1, NULL, 0);
}
V lax_fn_convert_element_type(const V *a) {
  dbx_dtype t;
  V x = jn_check_arraylike("convert_element_type", a[0], 0);
  return bad(x) || dbx_dtype_of(&a[1], &t) != DBX_OK ? FAILED : lax_convert_strong(x, t);
}
V lax_fn_bitcast_convert_type(const V *a) {
  dbx_dtype t;
  if (dbx_dtype_of(&a[1], &t) != DBX_OK) return FAILED;
  dbx_kv kv[] = {{DBX_S_new_dtype, dbx_p_dtype(t)}};
  return lax_bind(DBX_PRIM_bitcast_convert_type, a, 1, kv, 1);
}
V lax_fn_reduce_precision(const V *a) {
  int64_t e, m;
  if (jn_int_arg(a[1], "exponent_bits", &e) != DBX_OK ||
      jn_int_arg(a[2], "mantissa_bits", &m) != DBX_OK)
    return FAILED;
  dbx_kv kv[] = {{DBX_S_exponent_bits, dbx_p_int(e)}, {DBX_S_mantissa_bits, dbx_p_int(m)}};
  return lax_bind(DBX_PRIM_reduce_precision, a, 1, kv, 2);
}
V lax_fn_stop_gradient(const V *a) {
  V x = lax_asarray(a[0]);
  return bad(x) || !dbx_is_inexact(jn_dtype(x)) ? x : lax1(DBX_PRIM_stop_gradient, a[0]);
}

// ---- making ----

V lax_fn_full(const V *a) { // shape, fill_value, dtype
  S s;
  dbx_dtype t;
  return jn_shape_arg(a[0], &s) != DBX_OK || jn_dtype_arg(a[2], &t) != DBX_OK
             ? FAILED
             : lax_full(s, a[1], t);
}
V lax_fn_full_like(const V *a) { // x, fill_value, dtype, shape
  S s;
  dbx_dtype t;
  if (jn_dtype_arg(a[2], &t) != DBX_OK || (!is_none(a[3]) && jn_shape_arg(a[3], &s) != DBX_OK))
    return FAILED;
  return lax_full_like(a[0], a[1], t, is_none(a[3]) ? NULL : &s);
}
V lax_fn_iota(const V *a) {
  S s;
  dbx_dtype t;
  return dbx_dtype_of(&a[0], &t) != DBX_OK || jn_shape_arg(a[1], &s) != DBX_OK ? FAILED
                                                                               : lax_iota(t, s, 0);
}
V lax_fn_broadcasted_iota(const V *a) { // dtype, shape, dimension
  S s;
  dbx_dtype t;
  uint32_t d;
  if (dbx_dtype_of(&a[0], &t) != DBX_OK || jn_shape_arg(a[1], &s) != DBX_OK ||
      jn_count_arg(a[2], "dimension", UINT32_MAX, &d) != DBX_OK)
    return FAILED;
  return lax_iota(t, s, d);
}
V lax_fn_broadcast(const V *a) {
  S s;
  V x = lax_asarray(a[0]);
  if (dbx_is_number(&a[0])) x = a[0];
  return jn_shape_arg(a[1], &s) != DBX_OK ? FAILED : lax_broadcast(x, s);
}

static dbx_status ints(V v, const char *what, const int64_t **ret, uint32_t *n) {
  const V *item = &v;
  *n = 1;
  if (dbx_is_seq(&v) || (dbx_is_arraylike(&v) && jn_rank(v) == 1)) DBX_TRY(jn_items(v, &item, n));
  int64_t *i = DBX_TMP(int64_t, *n);
  for (uint32_t k = 0; k < *n; k++) DBX_TRY(jn_int_arg(item[k], what, &i[k]));
  *ret = i;
  return DBX_OK;
}

V lax_fn_broadcast_in_dim(const V *a) { // operand, shape, broadcast_dimensions
  S s;
  const int64_t *axes;
  uint32_t n;
  if (jn_shape_arg(a[1], &s) != DBX_OK || ints(a[2], "broadcast_dimensions", &axes, &n) != DBX_OK)
    return FAILED;
  return lax_broadcast_in_dim(a[0], s, axes, n);
}

// ---- moving and cutting ----

V lax_fn_reshape(const V *a) {
  S s;
  V x = a[0];
  if (jn_shape_arg(a[1], &s) != DBX_OK) return FAILED;
  if (is_none(a[2])) return lax_reshape(x, s);
  const int64_t *p;
  uint32_t n;
  if (jn_axes(a[2], jn_rank(x), &p, &n) != DBX_OK) return FAILED;
  if (n != jn_rank(x)) return jn_fail(DBX_E306, "dimensions must be a permutation of all axes");
  return lax_reshape(lax_transpose(lax_asarray(x), p), s);
}
V lax_fn_squeeze(const V *a) {
  const int64_t *axes;
  uint32_t n;
  V x = lax_asarray(a[0]);
  return bad(x) || jn_axes(a[1], jn_rank(x), &axes, &n) != DBX_OK ? FAILED
                                                                  : lax_squeeze(x, axes, n);
}
V lax_fn_expand_dims(const V *a) {
  const int64_t *axes;
  uint32_t n, more = dbx_is_seq(&a[1]) ? a[1].n : 1;
  V x = lax_asarray(a[0]);
  return bad(x) || jn_axes(a[1], jn_rank(x) + more, &axes, &n) != DBX_OK
             ? FAILED
             : lax_expand_dims(x, axes, n);
}
V lax_fn_transpose(const V *a) {
  const int64_t *p;
  uint32_t n;
  V x = lax_asarray(a[0]);
  if (bad(x) || ints(a[1], "permutation", &p, &n) != DBX_OK) return FAILED;
  if (n != jn_rank(x))
    return jn_fail_as(DBX_E314, DBX_S_TypeError,
                      "transpose permutation isn't a permutation of operand dimensions");
  return lax_transpose(x, p);
}
V lax_fn_rev(const V *a) {
  const int64_t *axes;
  uint32_t n;
  return ints(a[1], "dimensions", &axes, &n) != DBX_OK ? FAILED : lax_rev(a[0], axes, n);
}
V lax_fn_concatenate(const V *a) {
  const V *x;
  uint32_t n, d;
  if (jn_items(a[0], &x, &n) != DBX_OK || jn_count_arg(a[1], "dimension", UINT32_MAX, &d) != DBX_OK)
    return FAILED;
  if (!n)
    return jn_fail_as(DBX_E304, DBX_S_ValueError,
                      "concatenate requires a non-empty sequences of arrays");
  return lax_concatenate(x, n, d);
}
V lax_fn_pad(const V *a) { // operand, padding_value, padding_config
  const V *x;
  uint32_t n, m;
  if (jn_items(a[2], &x, &n) != DBX_OK) return FAILED;
  jn_padding *config = DBX_TMP(jn_padding, n);
  for (uint32_t i = 0; i < n; i++) {
    const int64_t *c;
    if (ints(x[i], "padding_config", &c, &m) != DBX_OK) return FAILED;
    if (m != 3) return jn_fail(DBX_E314, "padding_config entries are (low, high, interior)");
    memcpy(config[i], c, sizeof config[i]);
  }
  if (n != jn_rank(a[0])) return jn_fail(DBX_E314, "padding_config needs one entry an axis");
  return lax_pad(a[0], a[1], config);
}
V lax_fn_slice(const V *a) { // operand, start_indices, limit_indices, strides
  const int64_t *lo, *hi, *st = NULL;
  uint32_t n, m, k = 0;
  if (ints(a[1], "start_indices", &lo, &n) != DBX_OK ||
      ints(a[2], "limit_indices", &hi, &m) != DBX_OK ||
      (!is_none(a[3]) && ints(a[3], "strides", &st, &k) != DBX_OK))
    return FAILED;
  if (n != jn_rank(a[0]) || m != n || (st && k != n))
    return jn_fail(DBX_E314, "slice: indices of another rank than the operand");
  return lax_slice(a[0], lo, hi, st);
}
V lax_fn_slice_in_dim(const V *a) { // operand, start_index, limit_index, stride, axis
  V x = lax_asarray(a[0]);
  int64_t axis, by;
  if (bad(x) || jn_axis(a[4], jn_rank(x), &axis) != DBX_OK ||
      jn_int_arg(a[3], "stride", &by) != DBX_OK)
    return FAILED;
  V part[3] = {a[1], a[2], is_none(a[3]) || by == 1 ? dbx_val_none() : a[3]},
    whole[3] = {dbx_val_none(), dbx_val_none(), dbx_val_none()};
  S s = jn_shape(x);
  if (jn_static(s) && a[1].kind != DBX_V_TRACER && a[2].kind != DBX_V_TRACER) {
    int64_t *lo = DBX_TMP(int64_t, s.n), *hi = DBX_TMP(int64_t, s.n), *st = DBX_TMP(int64_t, s.n),
            len = dbx_dim_value(s.d[axis]);
    for (uint32_t i = 0; i < s.n; i++) hi[i] = dbx_dim_value(s.d[i]), st[i] = 1;
    if (!is_none(a[1]) && jn_int_arg(a[1], "start_index", &lo[axis]) != DBX_OK) return FAILED;
    if (!is_none(a[2]) && jn_int_arg(a[2], "limit_index", &hi[axis]) != DBX_OK) return FAILED;
    if (lo[axis] < 0) lo[axis] += len;
    if (hi[axis] < 0) hi[axis] += len;
    st[axis] = by;
    return lax_slice(x, lo, hi, st);
  }
  V *index = DBX_TMP(V, s.n);
  for (uint32_t i = 0; i < s.n; i++)
    index[i] = (V){.kind = DBX_V_SLICE, .item = i == axis ? part : whole, .n = 3};
  return jnp_getitem(x, dbx_val_tuple(index, s.n));
}
V lax_fn_index_in_dim(const V *a) { // operand, index, axis, keepdims
  V x = lax_asarray(a[0]);
  int64_t i, axis;
  if (bad(x) || jn_int_arg(a[1], "index", &i) != DBX_OK ||
      jn_axis(a[2], jn_rank(x), &axis) != DBX_OK)
    return FAILED;
  dbx_dim d = jn_shape(x).d[axis];
  if (dbx_dim_is_int(d)) {
    int64_t len = dbx_dim_value(d), w = i < 0 ? i + len : i;
    if (w < 0 || w >= len)
      return jn_fail(DBX_E309,
                     "index %" PRId64 " is out of bounds for axis %" PRId64 " with size %" PRId64,
                     i, axis, len);
    i = w;
  } else if (i < 0 || i == INT64_MAX) { // its place is known when the length is
    return lax_fn_dynamic_index_in_dim(a);
  }
  V in[] = {x, jn_int(i), jn_int(i + 1), jn_int(1), jn_int(axis)};
  V r = lax_fn_slice_in_dim(in);
  return jn_bool_arg(a[3]) ? r : lax_squeeze(r, &axis, 1);
}

static dbx_status start_indices(V x, V arg, V *start) {
  const V *item;
  uint32_t n;
  DBX_TRY(jn_items(arg, &item, &n));
  if (n != jn_rank(x))
    return dbx_fail_as(DBX_E314, DBX_S_ValueError, (dbx_span){0},
                       "Length of slice indices must match number of operand dimensions (%u vs %u)",
                       n, jn_rank(x));
  S s = jn_shape(x);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(start[i] = lax_start_index(item[i], s.d[i])));
  return DBX_OK;
}
V lax_fn_dynamic_slice(const V *a) { // operand, start_indices, slice_sizes
  S size;
  V x = lax_asarray(a[0]), *start;
  if (bad(x)) return x;
  start = DBX_TMP(V, jn_rank(x));
  if (start_indices(x, a[1], start) != DBX_OK || jn_shape_arg(a[2], &size) != DBX_OK) return FAILED;
  return lax_dynamic_slice(x, start, size);
}
V lax_fn_dynamic_update_slice(const V *a) { // operand, update, start_indices
  V x = lax_asarray(a[0]), *start;
  if (bad(x)) return x;
  start = DBX_TMP(V, jn_rank(x));
  if (start_indices(x, a[2], start) != DBX_OK) return FAILED;
  return lax_dynamic_update_slice(x, a[1], start);
}
V lax_fn_dynamic_slice_in_dim(const V *a) { // operand, start_index, slice_size, axis
  V x = lax_asarray(a[0]);
  int64_t axis;
  S one;
  if (bad(x) || jn_axis(a[3], jn_rank(x), &axis) != DBX_OK || jn_shape_arg(a[2], &one) != DBX_OK)
    return FAILED;
  S s = jn_shape(x), size = jn_shape_copy(s);
  V *start = DBX_TMP(V, s.n);
  for (uint32_t i = 0; i < s.n; i++) {
    start[i] = lax_start_index(i == axis ? a[1] : lax_const_like(a[1], jn_int(0)), s.d[i]);
    if (bad(start[i])) return FAILED;
  }
  size.d[axis] = one.d[0];
  return lax_dynamic_slice(x, start, size);
}
V lax_fn_dynamic_index_in_dim(const V *a) { // operand, index, axis, keepdims
  V in[] = {a[0], a[1], jn_int(1), a[2]}, r = lax_fn_dynamic_slice_in_dim(in);
  int64_t axis;
  if (bad(r) || jn_bool_arg(a[3])) return r;
  return jn_axis(a[2], jn_rank(r), &axis) == DBX_OK ? lax_squeeze(r, &axis, 1) : FAILED;
}

// ---- reductions ----

// Is it the number of dtype t that changes nothing? Only such a one makes a reduction alone.
static bool is_neutral(V init, dbx_prim op, dbx_dtype t) {
  dbx_dtype own;
  dbx_scalar x, y = jn_identity(op, t);
  if (!dbx_is_number(&init) || init.kind == DBX_V_BIGINT) return false;
  if (dbx_val_scalar(&init, &own, &x) != DBX_OK) return false;
  x = dbx_scalar_convert(x, own, t);
  return dbx_is_inexact(t) ? x.c[0] == y.c[0] && x.c[1] == y.c[1] : x.u == y.u;
}

// lax.reduce with one of the lax functions as its computation.
V lax_fn_reduce(const V *a) { // operand, init_value, computation, dimensions
  static const struct {
    const char *fn;
    dbx_prim reduce, op;
  } known[] = {{"add", DBX_PRIM_reduce_sum, DBX_PRIM_add},
               {"mul", DBX_PRIM_reduce_prod, DBX_PRIM_mul},
               {"max", DBX_PRIM_reduce_max, DBX_PRIM_max},
               {"min", DBX_PRIM_reduce_min, DBX_PRIM_min},
               {"bitwise_and", DBX_PRIM_reduce_and, DBX_PRIM_and},
               {"bitwise_or", DBX_PRIM_reduce_or, DBX_PRIM_or}};
  const int64_t *axes;
  uint32_t n;
  V x = lax_asarray(a[0]);
  const char *fn = a[2].kind == DBX_V_CALL ? dbx_sym_text(a[2].call->name) : "";
  if (bad(x) || ints(a[3], "dimensions", &axes, &n) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < n; i++)
    if (axes[i] < 0 || axes[i] >= jn_rank(x))
      return jn_fail(DBX_E306, "reduce: a dimension is out of range");
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(fn, known[i].fn)) continue;
    V r = lax_reduce(known[i].reduce, x, axes, n);
    if (!n || is_neutral(a[1], known[i].op, jn_dtype(x))) return r; // XLA, too, without axes
    V start = lax_convert_strong(a[1], jn_dtype(x));
    return lax2(known[i].op, r, jn_broadcast_to(start, jn_shape(r)));
  }
  return jn_fail(DBX_E218,
                 "lax.reduce takes lax.add, mul, max, min, bitwise_and or bitwise_or as its "
                 "computation, got '%s'",
                 fn);
}

static V lax_axes(dbx_prim p, const V *a) {
  const int64_t *axes;
  uint32_t n;
  V x = lax_asarray(a[0]);
  return bad(x) || jn_axes(a[1], jn_rank(x), &axes, &n) != DBX_OK ? FAILED
                                                                  : lax_reduce(p, x, axes, n);
}
V lax_fn_reduce_sum(const V *a) { return lax_axes(DBX_PRIM_reduce_sum, a); }
V lax_fn_reduce_max(const V *a) { return lax_axes(DBX_PRIM_reduce_max, a); }
V lax_fn_reduce_min(const V *a) { return lax_axes(DBX_PRIM_reduce_min, a); }
V lax_fn_reduce_prod(const V *a) { return lax_axes(DBX_PRIM_reduce_prod, a); }

static V lax_arg(dbx_prim p, const V *a) { // operand, axis, index_dtype
  int64_t axis;
  dbx_dtype t;
  V x = lax_asarray(a[0]);
  if (bad(x) || jn_axis(a[1], jn_rank(x), &axis) != DBX_OK || dbx_dtype_of(&a[2], &t) != DBX_OK)
    return FAILED;
  return lax_argminmax(p, x, axis, t);
}
V lax_fn_argmax(const V *a) { return lax_arg(DBX_PRIM_argmax, a); }
V lax_fn_argmin(const V *a) { return lax_arg(DBX_PRIM_argmin, a); }

static V lax_cum(dbx_prim p, const V *a) { // operand, axis, reverse
  int64_t axis;
  V x = lax_asarray(a[0]);
  return bad(x) || jn_axis(a[1], jn_rank(x), &axis) != DBX_OK
             ? FAILED
             : lax_cumulative(p, x, axis, jn_bool_arg(a[2]));
}
V lax_fn_cumsum(const V *a) { return lax_cum(DBX_PRIM_cumsum, a); }
V lax_fn_cumprod(const V *a) { return lax_cum(DBX_PRIM_cumprod, a); }
V lax_fn_cummax(const V *a) { return lax_cum(DBX_PRIM_cummax, a); }
V lax_fn_cummin(const V *a) { return lax_cum(DBX_PRIM_cummin, a); }

V lax_fn_sort(const V *a) { // operand, dimension, is_stable, num_keys
  int64_t d;
  uint32_t keys;
  const V *x = &a[0];
  uint32_t n = 1;
  if (dbx_is_seq(&a[0])) x = a[0].item, n = a[0].n;
  if (!n || jn_axis(a[1], jn_rank(x[0]), &d) != DBX_OK ||
      jn_count_arg(a[3], "num_keys", n, &keys) != DBX_OK)
    return FAILED;
  V *out = DBX_TMP(V, n);
  if (lax_sort(x, n, d, keys, out) != DBX_OK) return FAILED;
  return dbx_is_seq(&a[0]) ? jn_tuple(out, n) : out[0];
}

// ---- products ----

V lax_fn_dot(const V *a) {
  V x = lax_asarray(a[0]), y = lax_asarray(a[1]);
  if (bad(x) || bad(y)) return FAILED;
  uint32_t m = jn_rank(x), n = jn_rank(y);
  if (m < 1 || m > 2 || n < 1 || n > 2)
    return jn_fail(DBX_E303, "Incompatible shapes for dot: got %s and %s.",
                   dbx_aval_text(dbx_val_aval(&x)), dbx_aval_text(dbx_val_aval(&y)));
  int64_t l = m - 1, r = 0;
  if (!dbx_compare_dims(jn_shape(x).d[l], jn_shape(y).d[0]))
    return jn_fail(DBX_E303, "Incompatible shapes for dot: got %s and %s.",
                   dbx_aval_text(dbx_val_aval(&x)), dbx_aval_text(dbx_val_aval(&y)));
  dbx_dot_dims d = {.lhs_contract = &l, .rhs_contract = &r, .n_contract = 1};
  return lax_dot_general(x, y, &d, DBX_NO_DTYPE);
}
V lax_fn_dot_general(const V *a) { // lhs, rhs, dimension_numbers, precision, preferred_element_type
  dbx_dot_dims d;
  dbx_dtype t;
  const V *half[2], *list;
  uint32_t n, m;
  if (jn_dtype_arg(a[4], &t) != DBX_OK || jn_items(a[2], &list, &n) != DBX_OK) return FAILED;
  if (n != 2) return jn_fail(DBX_E314, "dot_general: malformed dimension_numbers");
  for (int i = 0; i < 2; i++) {
    if (jn_items(list[i], &half[i], &m) != DBX_OK) return FAILED;
    if (m != 2) return jn_fail(DBX_E314, "dot_general: malformed dimension_numbers");
  }
  if (ints(half[0][0], "dimension_numbers", &d.lhs_contract, &d.n_contract) != DBX_OK ||
      ints(half[0][1], "dimension_numbers", &d.rhs_contract, &m) != DBX_OK ||
      ints(half[1][0], "dimension_numbers", &d.lhs_batch, &d.n_batch) != DBX_OK ||
      ints(half[1][1], "dimension_numbers", &d.rhs_batch, &n) != DBX_OK)
    return FAILED;
  if (m != d.n_contract || n != d.n_batch)
    return jn_fail(DBX_E314, "dot_general: malformed dimension_numbers");
  return lax_dot_general(lax_asarray(a[0]), lax_asarray(a[1]), &d, t);
}

// ---- jax.nn ----

V nn_fn_sigmoid(const V *a) { return lax1(DBX_PRIM_logistic, lax_asarray(a[0])); }
V nn_fn_relu(const V *a) { return jnp_maximum(a[0], jn_int(0)); }
V nn_fn_softplus(const V *a) {
  V in[] = {a[0], jn_int(0)};
  return jnp_fn_logaddexp(in);
}
V nn_fn_silu(const V *a) {
  V s = lax1(DBX_PRIM_logistic, lax_asarray(a[0]));
  return jnp_multiply(a[0], s);
}
V nn_fn_gelu(const V *a) { // x, approximate
  V x = a[0];
  if (jn_promote_dtypes(&x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  if (!jn_bool_arg(a[1])) {
    V e = lax1(DBX_PRIM_erf, jnp_true_divide(x, jn_float(1.4142135623730951)));
    return jnp_true_divide(jnp_multiply(x, jnp_add(e, jn_int(1))), jn_int(2));
  }
  V cube = jnp_multiply(jn_float(0.044715), lax_integer_pow(x, 3));
  V t = lax1(DBX_PRIM_tanh, jnp_multiply(jn_float(0.7978845608028654), jnp_add(x, cube)));
  return jnp_multiply(x, jnp_multiply(jn_float(0.5), jnp_add(jn_float(1), t)));
}
static V exp_shifted(V x, V axis, V *shifted) { // exp(x - max), for softmax and its logarithm
  V in[] = {
      x, axis, dbx_val_none(), dbx_val_bool(true), jn_float(-__builtin_inf()), dbx_val_none()};
  *shifted = jnp_subtract(x, jnp_fn_max(in));
  return lax1(DBX_PRIM_exp, *shifted);
}
V nn_fn_softmax(const V *a) { // x, axis
  V x = a[0], shifted;
  if (jn_promote("softmax", &x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  V e = exp_shifted(x, a[1], &shifted);
  return jnp_true_divide(e, jnp_sum(e, a[1], DBX_NO_DTYPE, true));
}
V nn_fn_log_softmax(const V *a) {
  V x = a[0], shifted;
  if (jn_promote("log_softmax", &x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  V e = exp_shifted(x, a[1], &shifted);
  return jnp_subtract(shifted, lax1(DBX_PRIM_log, jnp_sum(e, a[1], DBX_NO_DTYPE, true)));
}
V nn_fn_one_hot(const V *a) { // x, num_classes, dtype
  dbx_dtype t;
  S one;
  V x = lax_asarray(a[0]);
  if (bad(x) || jn_shape_arg(a[1], &one) != DBX_OK || jn_dtype_arg(a[2], &t) != DBX_OK)
    return FAILED;
  int64_t last = jn_rank(x);
  V wide = lax_expand_dims(x, &last, 1), classes = lax_iota(jn_dtype(x), one, 0);
  return lax_convert_strong(jnp_equal(wide, classes), t == DBX_NO_DTYPE ? DBX_F64 : t);
}
