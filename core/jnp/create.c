// Making arrays: ones, zeros, full, arange, linspace, eye, array, ...
#include "base/poll.h"
#include "jnp/table.h"
#include "prim/exact.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static V shaped(const char *fn, V shape, V fill, V dtype, dbx_dtype standard) {
  S s;
  dbx_dtype t;
  if (dbx_is_number(&dtype) || dtype.kind == DBX_V_TRACER)
    return jn_fail(
        DBX_E408,
        "Cannot interpret a number as a data type. Did you mean jax.numpy.%s((..., ...))?", fn);
  if (jn_shape_arg(shape, &s) != DBX_OK || jn_dtype_arg(dtype, &t) != DBX_OK) return FAILED;
  return lax_full(s, fill, t == DBX_NO_DTYPE ? standard : t);
}
V jnp_fn_ones(const V *a) { return shaped("ones", a[0], jn_int(1), a[1], DBX_F64); }
V jnp_fn_zeros(const V *a) { return shaped("zeros", a[0], jn_int(0), a[1], DBX_F64); }
V jnp_fn_empty(const V *a) { return shaped("empty", a[0], jn_int(0), a[1], DBX_F64); }

V jnp_fn_full(const V *a) { // shape, fill_value, dtype
  S s;
  dbx_dtype t;
  V fill = jn_check_arraylike("full", a[1], 1);
  if (bad(fill) || jn_shape_arg(a[0], &s) != DBX_OK || jn_dtype_arg(a[2], &t) != DBX_OK)
    return FAILED;
  if (jn_rank(fill) == 0) return lax_full(s, fill, t);
  return jn_broadcast_to(jnp_array(fill, t, false), s);
}

static V like(const char *fn, V x, V fill, V dtype, V shape) {
  S s;
  dbx_dtype t;
  x = jn_check_arraylike(fn, x, 0);
  if (bad(x) || jn_dtype_arg(dtype, &t) != DBX_OK) return FAILED;
  if (!is_none(shape) && jn_shape_arg(shape, &s) != DBX_OK) return FAILED;
  if (dbx_is_arraylike(&fill) && jn_rank(fill) > 0) {
    if (is_none(shape)) s = jn_shape(x);
    return jn_broadcast_to(jnp_array(fill, t == DBX_NO_DTYPE ? jn_dtype(x) : t, false), s);
  }
  return lax_full_like(x, fill, t, is_none(shape) ? NULL : &s);
}
V jnp_fn_ones_like(const V *a) { return like("ones_like", a[0], jn_int(1), a[1], a[2]); }
V jnp_fn_zeros_like(const V *a) { return like("zeros_like", a[0], jn_int(0), a[1], a[2]); }
V jnp_fn_empty_like(const V *a) { return like("zeros_like", a[0], jn_int(0), a[1], a[2]); }
V jnp_fn_full_like(const V *a) { return like("full_like", a[0], a[1], a[2], a[3]); }

// ---- array: nested sequences of numbers, arrays and tracers ----

// ---- ranges ----

static bool traced(V v) { return v.kind == DBX_V_TRACER; }

static V one_axis(dbx_dtype t, V length) { // an iota of a computed length
  S s;
  return jn_shape_arg(length, &s) == DBX_OK ? lax_iota(t, s, 0) : FAILED;
}

static double number(V v) {
  dbx_dtype t;
  dbx_scalar x;
  if (v.kind == DBX_V_ARRAY)
    return dbx_scalar_convert(dbx_array_at(v.array, 0), v.array->dtype, DBX_F64).c[0];
  if (dbx_val_scalar(&v, &t, &x) != DBX_OK) return dbx_diag_forget(), 0;
  return dbx_scalar_convert(x, t, DBX_F64).c[0];
}

static bool is_int(V v) {
  return v.kind == DBX_V_ARRAY
             ? !dbx_is_inexact(v.array->dtype)
             : v.kind == DBX_V_INT || v.kind == DBX_V_BOOL || (v.kind == DBX_V_BIGINT && v.n);
}

typedef __int128 huge_int;

static huge_int exactly(V v) {
  if (v.kind == DBX_V_BIGINT) return v.big.u;
  if (v.kind != DBX_V_ARRAY) return v.i;
  dbx_scalar x = dbx_array_at(v.array, 0);
  return dbx_is_unsigned(v.array->dtype) ? (huge_int)x.u : x.i;
}

static V too_long(double n) { return jn_fail(DBX_E708, "the size %.6g does not fit int64", n); }

// The elements of a range of integers are computed in 64 bits: the last one lies between the
// bounds.
static V integer_range(huge_int start, huge_int stop, huge_int step, dbx_dtype t) {
  huge_int span = step > 0 ? stop - start : start - stop, by = step > 0 ? step : -step,
           len = span > 0 ? (span - 1) / by + 1 : 0;
  if (len > INT64_MAX) return too_long((double)len);
  int64_t n = (int64_t)len;
  dbx_array *a;
  if (dbx_array_new(t, 1, &n, &a) != DBX_OK) return FAILED;
  a->host = true;
  dbx_autorelease(a);
  for (int64_t i = 0; i < n; i++) {
    dbx_scalar x = {.u = (uint64_t)start + (uint64_t)i * (uint64_t)step};
    dbx_array_set(a, i, dbx_scalar_convert(x, start < 0 || stop < 0 ? DBX_I64 : DBX_U64, t));
  }
  return lax_convert_strong(dbx_val_array(a), t);
}

// numpy.arange: as many elements as fit, computed as start + i * step in the dtype.
static V concrete_range(V start, V stop, V step, dbx_dtype t) {
  if (is_int(start) && is_int(stop) && (is_none(step) || is_int(step))) {
    huge_int by = is_none(step) ? 1 : exactly(step);
    if (by) return integer_range(exactly(start), exactly(stop), by, t);
  }
  double lo = number(start), hi = number(stop), by = is_none(step) ? 1 : number(step);
  if (by == 0) return jn_fail_as(DBX_E209, DBX_S_ZeroDivisionError, "division by zero");
  double len = ceil((hi - lo) / by);
  if (isnan(len)) return jn_fail(DBX_E208, "arange: cannot compute length");
  if (len >= 0x1p63) return too_long(len);
  int64_t n = len > 0 ? (int64_t)len : 0;
  dbx_array *a;
  if (dbx_array_new(t, 1, &n, &a) != DBX_OK) return FAILED;
  a->host = true;
  dbx_autorelease(a);
  double second = lo + by, delta = second - lo; // as numpy fills: from the first two elements
  for (int64_t i = 0; i < n; i++) {
    dbx_scalar x = dbx_is_inexact(t) ? dbx_scalar_f(lo + (double)i * delta)
                                     : dbx_scalar_int((int64_t)lo + i * (int64_t)delta);
    dbx_array_set(a, i, dbx_scalar_convert(x, dbx_is_inexact(t) ? DBX_F64 : DBX_I64, t));
  }
  return lax_convert_strong(dbx_val_array(a), t);
}

// Traced bounds: start + step * iota(n), n = max(0, ceil((stop - start) / step)).
static V traced_range(V start, V stop, V step, dbx_dtype t) {
  if (is_none(step)) step = jn_int(1);
  V span = jnp_subtract(stop, start), n;
  if (!dbx_is_inexact(jn_dtype(span)) && !dbx_is_inexact(jn_dtype(step))) {
    bool unit = step.kind == DBX_V_INT && step.i == 1;
    n = unit
            ? span
            : jnp_floor_divide(
                  jnp_add(span, jnp_subtract(step, SIGN(lax_convert_strong(step, DBX_I64)))), step);
  } else {
    V q = jnp_true_divide(span, step);
    n = lax_convert_strong(lax1(DBX_PRIM_ceil, q), DBX_I64);
  }
  n = jnp_maximum(n, jn_int(0));
  if (bad(n)) return FAILED;
  V i = one_axis(t, n), scaled = jnp_multiply(i, lax_convert_strong(step, t));
  return jnp_add(scaled, lax_convert_strong(start, t));
}

// The number of integers from 0 below x.
static V up_to(double x) {
  x = ceil(x);
  if (isnan(x)) return jn_fail(DBX_E208, "arange: cannot compute length");
  return x >= 0x1p63 ? too_long(x) : jn_int(x > 0 ? (int64_t)x : 0);
}

V jnp_fn_arange(const V *a) { // start, stop, step, dtype
  dbx_dtype t;
  V start = a[0], stop = a[1], step = a[2];
  for (int i = 0; i < 3; i++) {
    if (i && is_none(a[i])) continue;
    if (bad(jn_check_arraylike("arange", a[i], i))) return FAILED;
    if (jn_rank(a[i])) return jn_fail(DBX_E208, "jax.numpy.arange: arguments must be scalars");
  }
  if (jn_dtype_arg(a[3], &t) != DBX_OK) return FAILED;
  V given[3] = {start};
  uint32_t n = 1;
  if (!is_none(stop)) given[n++] = stop;
  if (!is_none(step)) given[n++] = step;
  if (t == DBX_NO_DTYPE) t = jn_result_type(given, n).dtype;
  for (uint32_t i = 0; i < n; i++)
    if (given[i].kind == DBX_V_BIGINT && dbx_is_integer(t) && (t != DBX_U64 || !given[i].n))
      return jn_fail(DBX_E211, "Python int too large to convert to %s", dbx_dtype_name(t));
  if (is_none(stop) && is_none(step)) {
    if (dbx_is_inexact(jn_dtype(start)))
      start = traced(start) ? lax_convert_strong(lax1(DBX_PRIM_ceil, start), DBX_I64)
                            : up_to(number(start));
    if (start.kind == DBX_V_INT && start.i < 0) start.i = 0;
    return one_axis(t, start);
  }
  if (is_none(stop)) stop = start, start = jn_int(0);
  if (traced(start) || traced(stop) || traced(step)) return traced_range(start, stop, step, t);
  if (is_none(step) && number(start) == 0) {
    return one_axis(t, is_int(stop) && exactly(stop) > 0 ? stop : up_to(number(stop)));
  }
  return concrete_range(start, stop, step, t);
}

typedef struct linspace_args {
  int64_t num, axis;
  bool endpoint, retstep;
  dbx_dtype dtype;
} linspace_args;

static V linspace_body(const V *a, uint32_t n_args, const void *statics) {
  const linspace_args *w = statics;
  (void)n_args;
  dbx_dtype t = w->dtype, ct;
  if (t == DBX_NO_DTYPE) t = jn_to_inexact(jn_result_type(a, 2).dtype);
  ct = jn_to_inexact(t);
  V start = jnp_array(a[0], ct, false), stop = jnp_array(a[1], ct, false);
  if (bad(start) || bad(stop)) return FAILED;
  S both[] = {jn_shape(start), jn_shape(stop)}, bounds;
  if (jn_broadcast_shapes(both, 2, &bounds) != DBX_OK) return FAILED;
  V lo = jn_broadcast_to(start, bounds), hi = jn_broadcast_to(stop, bounds);
  int64_t axis, div = w->endpoint ? w->num - 1 : w->num;
  if (jn_axis(jn_int(w->axis), bounds.n + 1, &axis) != DBX_OK) return FAILED;
  S wide = {bounds.n + 1, DBX_TMP(dbx_dim, bounds.n + 1)},
    iota = {wide.n, DBX_TMP(dbx_dim, wide.n)};
  for (uint32_t i = 0; i < wide.n; i++) {
    wide.d[i] = i == axis ? dbx_dim_int(1) : bounds.d[i < axis ? i : i - 1];
    iota.d[i] = dbx_dim_int(i == axis && div > 0 ? div : 1);
  }
  V out, delta;
  if (w->num > 1) {
    delta = jnp_true_divide(lax_convert_strong(jnp_subtract(stop, start), ct), jn_int(div));
    S line = jn_shape_of_ints(&div, 1);
    V step = jnp_true_divide(lax_reshape(lax_iota(dbx_real_of(ct), line, 0), iota), jn_int(div));
    step = lax_convert_strong(step, ct);
    V from = lax_reshape(lo, wide), left = jnp_multiply(from, jnp_subtract(jn_int(1), step));
    V to = lax_reshape(hi, wide);
    out = jnp_add(left, jnp_multiply(to, step));
    if (w->endpoint)
      out = lax_concatenate((V[]){out, lax_expand_dims(hi, &axis, 1)}, 2, (uint32_t)axis);
  } else if (w->num == 1) {
    delta = w->endpoint ? jn_float(NAN) : jnp_subtract(stop, start);
    out = lax_reshape(lo, wide);
  } else {
    int64_t zero = 0;
    delta = jn_float(NAN);
    wide.d[axis] = dbx_dim_int(0);
    out = lax_reshape(lax_full(jn_shape_of_ints(&zero, 1), jn_int(0), t), wide);
  }
  if (dbx_is_integer(t) && !bad(out) && !dbx_is_integer(jn_dtype(out))) out = FLOOR(out);
  out = lax_convert_strong(out, t);
  return w->retstep ? jn_tuple((V[]){out, jnp_array(delta, ct, false)}, 2) : out;
}

// A traced number of samples: start + step * iota, the last one replaced by stop.
static V traced_linspace(V start, V stop, V num, bool endpoint, dbx_dtype t) {
  V ends[] = {start, stop};
  if (t == DBX_NO_DTYPE) t = jn_to_inexact(jn_result_type(ends, 2).dtype);
  dbx_dtype ct = jn_to_inexact(t);
  start = lax_convert_strong(start, ct), stop = lax_convert_strong(stop, ct);
  if (bad(start) || bad(stop)) return FAILED;
  if (jn_rank(start) || jn_rank(stop))
    return jn_fail(DBX_E218, "linspace between arrays needs a static number of samples");
  V div = endpoint ? jnp_maximum(jnp_subtract(num, jn_int(1)), jn_int(1)) : num;
  V i = one_axis(ct, num), frac = jnp_true_divide(i, div);
  V left = jnp_multiply(start, jnp_subtract(jn_int(1), frac));
  return lax_convert_strong(jnp_add(left, jnp_multiply(stop, frac)), t);
}

V jnp_fn_linspace(const V *a) { // start, stop, num, endpoint, retstep, dtype, axis
  linspace_args w;
  memset(&w, 0, sizeof w); // also its padding: it is a key
  w.endpoint = jn_bool_arg(a[3]), w.retstep = jn_bool_arg(a[4]);
  for (int i = 0; i < 2; i++)
    if (bad(jn_check_arraylike("linspace", a[i], i))) return FAILED;
  if (jn_dtype_arg(a[5], &w.dtype) != DBX_OK) return FAILED;
  if (traced(a[2]) && !w.retstep) return traced_linspace(a[0], a[1], a[2], w.endpoint, w.dtype);
  if (jn_int_arg(a[2], "'num' argument of jnp.linspace", &w.num) != DBX_OK ||
      jn_int_arg(a[6], "'axis' argument of jnp.linspace", &w.axis) != DBX_OK)
    return FAILED;
  if (w.num < 0)
    return jn_fail(DBX_E208, "Number of samples, %" PRId64 ", must be non-negative.", w.num);
  return jn_call("_linspace", linspace_body, a, 2, &w, sizeof w);
}

// ---- eye and triangles ----

// Diagonals far outside need an index type of their own, and no larger numbers than it has.
static V diagonal_mask(S shape, int64_t k, dbx_prim compare, dbx_dtype t, dbx_dtype it) {
  const int64_t far = (int64_t)1 << 62, near = 1 << 30;
  if (k < -near || k > near) it = DBX_I64;
  k = k < -far ? -far : k > far ? far : k;
  V row = lax_iota(it, shape, 0), offset = jn_scalar(it, dbx_scalar_int(k));
  V shifted = ADD(row, offset);
  V column = lax_iota(it, shape, 1);
  return lax_convert_strong(lax2(compare, shifted, column), t);
}

// The same for eye of known lengths where its offset is an array.
static V added_diagonal(S shape, int64_t k, dbx_dtype t) {
  V row = lax_iota(DBX_I64, shape, 0), column = lax_iota(DBX_I64, shape, 1);
  V offset = lax_full(shape, jn_int(k), DBX_I64);
  return lax_convert_strong(EQ(ADD(row, offset), column), t);
}

V jnp_eye(V n, V m, int64_t k, dbx_dtype t) {
  S s;
  V both[] = {n, is_none(m) ? n : m};
  if (jn_shape_arg(jn_tuple(both, 2), &s) != DBX_OK) return FAILED;
  if (jn_static(s) && dbx_target_now()->diagonals_added) return added_diagonal(s, k, t);
  return diagonal_mask(s, k, DBX_PRIM_eq, t, jn_static(s) ? DBX_I32 : DBX_I64);
}
V jnp_fn_eye(const V *a) { // N, M, k, dtype
  int64_t k;
  dbx_dtype t;
  if (jn_int_arg(a[2], "'k' argument of jnp.eye", &k) != DBX_OK || jn_dtype_arg(a[3], &t) != DBX_OK)
    return FAILED;
  return jnp_eye(a[0], a[1], k, t == DBX_NO_DTYPE ? DBX_F64 : t);
}
V jnp_fn_identity(const V *a) {
  dbx_dtype t;
  if (jn_dtype_arg(a[1], &t) != DBX_OK) return FAILED;
  return jnp_eye(a[0], dbx_val_none(), 0, t == DBX_NO_DTYPE ? DBX_F64 : t);
}

V jnp_fn_tri(const V *a) { // N, M, k, dtype
  int64_t k;
  dbx_dtype t;
  S s;
  V both[] = {a[0], is_none(a[1]) ? a[0] : a[1]};
  if (jn_int_arg(a[2], "'k' argument of jnp.tri", &k) != DBX_OK ||
      jn_dtype_arg(a[3], &t) != DBX_OK || jn_shape_arg(jn_tuple(both, 2), &s) != DBX_OK)
    return FAILED;
  return diagonal_mask(s, k, DBX_PRIM_ge, t == DBX_NO_DTYPE ? DBX_F32 : t, DBX_I32);
}

typedef struct triangle {
  int64_t k;
  bool upper;
} triangle;

static V triangle_body(const V *a, uint32_t n, const void *statics) {
  const triangle *w = statics;
  (void)n;
  V x = lax_asarray(a[0]);
  S s = jn_shape(x);
  if (s.n < 2)
    return jn_fail(DBX_E208, "Argument to jax.numpy.%s must be at least 2D",
                   w->upper ? "triu" : "tril");
  S last = {2, s.d + s.n - 2}, lead = {s.n - 2, s.d};
  V mask = diagonal_mask(last, w->upper && w->k > INT64_MIN ? w->k - 1 : w->k, DBX_PRIM_ge,
                         DBX_BOOL, DBX_I32);
  const int64_t both[] = {s.n - 2, s.n - 1};
  bool as_is = !lead.n && dbx_target_now()->scalar_conditions;
  if (!as_is)
    mask = jn_static(s) ? lax_broadcast(mask, lead) : lax_broadcast_in_dim(mask, s, both, 2);
  V zeros = lax_full_like(x, jn_int(0), DBX_NO_DTYPE, NULL);
  return w->upper ? lax_select(mask, zeros, x) : lax_select(mask, x, zeros);
}
static V triangular(const char *fn, const V *a, bool upper) {
  triangle w;
  memset(&w, 0, sizeof w);
  w.upper = upper;
  V x = jn_check_arraylike(fn, a[0], 0);
  if (bad(x) || jn_int_arg(a[1], "'k' argument", &w.k) != DBX_OK) return FAILED;
  return jn_call(fn, triangle_body, &x, 1, &w, sizeof w);
}
V jnp_fn_tril(const V *a) { return triangular("tril", a, false); }
V jnp_fn_triu(const V *a) { return triangular("triu", a, true); }

V jnp_fn_meshgrid(const V *a) { // *xi, copy, sparse, indexing
  bool sparse = jn_bool_arg(a[2]),
       xy = a[3].kind == DBX_V_STR && !strcmp(dbx_sym_text(a[3].str), "xy");
  uint32_t n = a[0].n;
  V *x = DBX_TMP(V, n), *out = DBX_TMP(V, n);
  S s = {n, DBX_TMP(dbx_dim, n)};
  for (uint32_t i = 0; i < n; i++) {
    x[i] = jnp_array(jn_check_arraylike("meshgrid", a[0].item[i], (int)i), DBX_NO_DTYPE, false);
    if (bad(x[i])) return FAILED;
    if (jn_rank(x[i]) != 1) return jn_fail(DBX_E208, "Arguments to jax.numpy.meshgrid must be 1D");
  }
  if (xy && n >= 2) {
    V t = x[0];
    x[0] = x[1], x[1] = t;
  }
  for (uint32_t i = 0; i < n; i++) s.d[i] = sparse ? dbx_dim_int(1) : jn_shape(x[i]).d[0];
  for (uint32_t i = 0; i < n; i++) {
    S own = jn_shape_copy(s);
    own.d[i] = jn_shape(x[i]).d[0];
    int64_t axis = i;
    if (bad(out[i] = lax_broadcast_in_dim(x[i], own, &axis, 1))) return FAILED;
  }
  if (xy && n >= 2) {
    V t = out[0];
    out[0] = out[1], out[1] = t;
  }
  return jn_list(out, n);
}
