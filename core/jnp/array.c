// Arrays from nested sequences of numbers, arrays and tracers; joining along an axis.
#include "jnp/table.h"

#include <inttypes.h>
#include <string.h>

static void collect_leaves(V v, V *leaf, uint32_t *n) { // leaf may be NULL: count only
  if (!dbx_is_seq(&v)) {
    if (leaf) leaf[*n] = v;
    (*n)++;
    return;
  }
  for (uint32_t i = 0; i < v.n; i++) collect_leaves(v.item[i], leaf, n);
}

static bool jax_value(V v) {
  return v.kind == DBX_V_TRACER || (v.kind == DBX_V_ARRAY && !v.array->host);
}

static dbx_status nested_dims(V v, int64_t *dims, uint32_t *rank) {
  *rank = 0;
  while (dbx_is_seq(&v)) {
    dims[(*rank)++] = v.n;
    if (!v.n) return DBX_OK;
    v = v.item[0];
  }
  for (uint32_t i = 0; v.kind == DBX_V_ARRAY && i < v.array->rank; i++)
    dims[(*rank)++] = v.array->dims[i];
  return DBX_OK;
}

static dbx_status fill_nested(V v, dbx_array *a, uint32_t axis, int64_t *at) {
  if (dbx_is_seq(&v)) {
    if (axis >= a->rank || v.n != a->dims[axis])
      return dbx_fail(
          DBX_E208, (dbx_span){0},
          "setting an array element with a sequence. The requested array has an inhomogeneous "
          "shape after %u dimensions.",
          axis);
    for (uint32_t i = 0; i < v.n; i++) DBX_TRY(fill_nested(v.item[i], a, axis + 1, at));
    return DBX_OK;
  }
  if (v.kind == DBX_V_ARRAY) {
    bool fits = v.array->rank == a->rank - axis;
    for (uint32_t i = 0; fits && i < v.array->rank; i++)
      fits = v.array->dims[i] == a->dims[axis + i];
    if (!fits) return dbx_fail(DBX_E208, (dbx_span){0}, "arrays of different shapes in one array");
    for (int64_t i = 0; i < v.array->size; i++)
      dbx_array_set(a, (*at)++,
                    dbx_scalar_convert(dbx_array_at(v.array, i), v.array->dtype, a->dtype));
    return DBX_OK;
  }
  if (axis != a->rank)
    return dbx_fail(
        DBX_E208, (dbx_span){0},
        "setting an array element with a sequence. The requested array has an inhomogeneous "
        "shape after %u dimensions.",
        axis);
  dbx_dtype from;
  dbx_scalar x;
  if (v.kind == DBX_V_BIGINT && dbx_is_inexact(a->dtype)) {
    x = dbx_scalar_f(v.big.nearest), from = DBX_F64;
  } else if (v.kind == DBX_V_BIGINT && a->dtype == DBX_U64 && v.n == 1) {
    x.u = v.big.u, from = DBX_U64;
  } else {
    DBX_TRY(dbx_val_scalar(&v, &from, &x));
  }
  dbx_array_set(a, (*at)++, dbx_scalar_convert(x, from, a->dtype));
  return DBX_OK;
}

// Numbers only: a concrete host array.
static V host_array(V v, dbx_dtype t) {
  int64_t at = 0;
  uint32_t rank, depth = 0;
  for (V w = v; dbx_is_seq(&w) && w.n; w = w.item[0]) depth++;
  int64_t *dims = DBX_TMP(int64_t, depth + 80);
  dbx_array *a;
  if (nested_dims(v, dims, &rank) != DBX_OK || dbx_array_new(t, rank, dims, &a) != DBX_OK)
    return FAILED;
  a->host = true;
  dbx_autorelease(a);
  if (fill_nested(v, a, 0, &at) != DBX_OK) return FAILED;
  return dbx_val_array(a);
}

static dbx_status check_leaves(const V *leaf, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!dbx_is_arraylike(&leaf[i]))
      return dbx_fail(DBX_E406, (dbx_span){0},
                      "Value of type '%s' is not a valid JAX array element",
                      dbx_val_type_name(&leaf[i]));
  return DBX_OK;
}

static V stack_elements(V object, dbx_dtype t) {
  V *part = DBX_TMP(V, object.n);
  bool in_turn = dbx_target_now()->elements_in_turn;
  int64_t first = 0;
  for (uint32_t i = 0; i < object.n; i++) {
    if (bad(part[i] = jnp_array(object.item[i], t, false))) return FAILED;
    if (!in_turn) continue;
    part[i] = lax_expand_dims(lax_asarray(part[i]), &first, 1);
    if (bad(part[i])) return FAILED;
    if (!jn_same_shape(jn_shape(part[i]), jn_shape(part[0])))
      return jn_fail_as(DBX_E304, DBX_S_ValueError, "All input arrays must have the same shape.");
  }
  return in_turn ? jnp_concatenate(part, object.n, 0, DBX_NO_DTYPE) : jnp_stack(part, object.n, 0);
}

V jnp_array(V object, dbx_dtype t, bool copy) {
  if (bad(object)) return object;
  uint32_t n = 0;
  collect_leaves(object, NULL, &n);
  V *leaf = DBX_TMP(V, n), out = object;
  n = 0;
  collect_leaves(object, leaf, &n);
  if (check_leaves(leaf, n) != DBX_OK) return FAILED;
  bool weak = t == DBX_NO_DTYPE && !dbx_is_seq(&object) && jn_weak(object) &&
              (object.kind == DBX_V_TRACER || jn_dtype(object) != DBX_BOOL),
       traced = false;
  if (t == DBX_NO_DTYPE) t = n ? jn_result_type(leaf, n).dtype : DBX_F64;
  for (uint32_t i = 0; i < n; i++) traced |= jax_value(leaf[i]);
  if (!traced) {
    out = host_array(object, t);
    if (!bad(out) && weak) out.array->weak = true;
  } else if (!dbx_is_seq(&object)) {
    if (copy) out = lax1(DBX_PRIM_copy, object);
  } else {
    out = stack_elements(object, t);
  }
  return lax_convert_seen(out, t, weak);
}

enum { MOST_AXES = 32 }; // of ndmin, as in numpy

V jnp_fn_array(const V *a) { // object, dtype, copy, order, ndmin
  dbx_dtype t;
  int64_t ndmin, *axes;
  if (jn_dtype_arg(a[1], &t) != DBX_OK || jn_int_arg(a[4], "ndmin argument", &ndmin) != DBX_OK)
    return FAILED;
  V r = jnp_array(a[0], t, jn_bool_arg(a[2]));
  if (bad(r) || ndmin <= (int64_t)jn_rank(r)) return r;
  if (ndmin > MOST_AXES)
    return jn_fail(DBX_E208, "ndmin bigger than allowable number of dimensions NPY_MAXDIMS (=%d)",
                   MOST_AXES);
  uint32_t n = (uint32_t)ndmin - jn_rank(r);
  axes = DBX_TMP(int64_t, n);
  for (uint32_t i = 0; i < n; i++) axes[i] = i;
  return lax_expand_dims(r, axes, n);
}
V jnp_fn_asarray(const V *a) {
  dbx_dtype t;
  return jn_dtype_arg(a[1], &t) == DBX_OK ? jnp_array(a[0], t, false) : FAILED;
}
V jnp_fn_copy(const V *a) {
  return jnp_array(jn_check_arraylike("copy", a[0], 0), DBX_NO_DTYPE, true);
}
V jnp_fn_astype(const V *a) {
  dbx_dtype t;
  V x = jn_check_arraylike("astype", a[0], 0);
  if (bad(x) || jn_dtype_arg(a[1], &t) != DBX_OK) return FAILED;
  if (t == DBX_BOOL && dbx_is_complex(jn_dtype(x)) && dbx_target_now()->truths_compared)
    return NE(lax_asarray(x), jn_constant_like(x, 0));
  return lax_convert_strong(x, t == DBX_NO_DTYPE ? DBX_F64 : t);
}

V jnp_concatenate(const V *arrays, uint32_t n, int64_t axis, dbx_dtype t) {
  if (!n) return jn_fail_as(DBX_E304, DBX_S_ValueError, "Need at least one array to concatenate.");
  V *x = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n; i++) {
    if (bad(x[i] = jn_check_arraylike("concatenate", arrays[i], (int)i))) return FAILED;
    if (jn_rank(x[i]) == 0)
      return jn_fail_as(DBX_E304, DBX_S_ValueError,
                        "Zero-dimensional arrays cannot be concatenated.");
  }
  V first = jn_int(axis);
  if (jn_axis(first, jn_rank(x[0]), &axis) != DBX_OK) return FAILED;
  dbx_type all = {t, false};
  if (t == DBX_NO_DTYPE) { // concatenate is not jitted: it sees weak arrays
    dbx_type *seen = DBX_TMP(dbx_type, n);
    for (uint32_t i = 0; i < n; i++) seen[i] = (dbx_type){jn_dtype(x[i]), jn_weak(x[i])};
    all = dbx_promote_n(seen, n);
  }
  for (uint32_t i = 0; i < n; i++)
    if (bad(x[i] = lax_convert_seen(lax_asarray(x[i]), all.dtype, all.weak))) return FAILED;
  // 16 at a time, as jax does to keep its operand lists short
  while (n > 1) {
    uint32_t m = 0;
    for (uint32_t i = 0; i < n; i += 16) {
      uint32_t k = n - i < 16 ? n - i : 16;
      V r = k == 1 ? x[i] : lax_concatenate(x + i, k, (uint32_t)axis);
      if (bad(r)) return r;
      x[m++] = r;
    }
    n = m;
  }
  return x[0];
}

V jnp_stack(const V *x, uint32_t n, int64_t axis) {
  if (!n) return jn_fail(DBX_E208, "Need at least one array to stack.");
  V *part = DBX_TMP(V, n);
  V first = jn_int(axis);
  for (uint32_t i = 0; i < n; i++)
    if (bad(jn_check_arraylike("stack", x[i], (int)i))) return FAILED;
  if (jn_axis(first, jn_rank(x[0]) + 1, &axis) != DBX_OK) return FAILED;
  for (uint32_t i = 0; i < n; i++) {
    if (!jn_same_shape(jn_shape(x[i]), jn_shape(x[0])))
      return jn_fail_as(DBX_E304, DBX_S_ValueError, "All input arrays must have the same shape.");
    V v = x[i].kind == DBX_V_ARRAY ? lax_asarray(x[i]) : x[i]; // numbers stay literals
    if (bad(part[i] = lax_expand_dims(v, &axis, 1))) return FAILED;
  }
  return jnp_concatenate(part, n, axis, DBX_NO_DTYPE);
}
