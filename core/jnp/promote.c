// Promotion of dtypes and shapes, and the reading of arguments (see ops.h).
#include "jnp/ops.h"

#include "prim/exact.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Most functions of jax.numpy are jitted: inside them an argument with dynamic dims has lost its
// weakness, so promotion does not see it (observed: conformance/elementwise/mul_div_dynamic).
dbx_type jn_type(V v) {
  const dbx_aval_info *t = jn_info(v);
  return (dbx_type){t->dtype, t->weak && !t->dynamic};
}

dbx_type jn_result_type(const V *v, uint32_t n) {
  dbx_type *t = DBX_TMP(dbx_type, n);
  for (uint32_t i = 0; i < n; i++) t[i] = jn_type(v[i]);
  return dbx_promote_n(t, n);
}

// Source: conformance/tables/unary.tsv.
dbx_dtype jn_to_inexact(dbx_dtype t) {
  if (dbx_is_inexact(t)) return t;
  return t == DBX_I64 || t == DBX_U64 ? DBX_F64 : DBX_F32;
}
dbx_dtype jn_to_numeric(dbx_dtype t) { return t == DBX_BOOL ? DBX_I32 : t; }

dbx_status jn_promote_dtypes(V *v, uint32_t n, jn_want want) {
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(v[i]));
  for (uint32_t i = 0; i < n; i++) // whatever the other operands are
    if (v[i].kind == DBX_V_BIGINT)
      return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to int64");
  if (n == 1 && want == JN_ANY) return v[0] = lax_asarray(v[0]), status_of(v[0]);
  dbx_type t = jn_result_type(v, n);
  if (want == JN_INEXACT) t.dtype = jn_to_inexact(t.dtype);
  if (want == JN_NUMERIC) t.dtype = jn_to_numeric(t.dtype);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(v[i] = lax_convert(v[i], t.dtype, t.weak)));
  return DBX_OK;
}

dbx_status jn_promote_seen(V *x, V *y) {
  DBX_TRY(status_of(*x));
  DBX_TRY(status_of(*y));
  dbx_type t =
      dbx_promote_n((dbx_type[]){{jn_dtype(*x), jn_weak(*x)}, {jn_dtype(*y), jn_weak(*y)}}, 2);
  DBX_TRY(status_of(*x = lax_convert_seen(*x, t.dtype, t.weak)));
  return status_of(*y = lax_convert_seen(*y, t.dtype, t.weak));
}

// ---- shapes ----

static bool tail_equal(S shorter, S longer) {
  S tail = {shorter.n, longer.d + (longer.n - shorter.n)};
  return jn_same_shape(tail, shorter);
}

// Only ranks differ: the longer shape; of equal ranks the second.
static bool by_rank(const S *s, uint32_t n, S *ret) {
  S r = s[0];
  for (uint32_t i = 1; i < n; i++) {
    S a = r.n > s[i].n ? s[i] : r, b = r.n > s[i].n ? r : s[i];
    if (!tail_equal(a, b)) return false;
    r = b;
  }
  *ret = r;
  return true;
}

static dbx_dim length_at(S s, uint32_t rank, uint32_t i) {
  return i < rank - s.n ? dbx_dim_int(1) : s.d[i - (rank - s.n)];
}

static void put_shape(dbx_buf *b, S s) {
  dbx_putc(b, '(');
  for (uint32_t i = 0; i < s.n; i++) {
    if (i) dbx_put(b, ", ");
    dbx_put_dim(b, s.d[i], NULL);
  }
  dbx_put(b, s.n == 1 ? ",)" : ")");
}

static dbx_status incompatible(const S *s, uint32_t n, dbx_dim x, dbx_dim y) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < n; i++) {
    if (i) dbx_put(&b, i + 1 == n ? " and " : ", ");
    put_shape(&b, s[i]);
  }
  bool traced = dbx_dim_is_var(x) || dbx_dim_is_var(y);
  dbx_status st = dbx_fail(DBX_E301, (dbx_span){0}, "Incompatible shapes for broadcasting: %s%s",
                           dbx_text(&b), traced ? ": two lengths are not known to be equal" : "");
  dbx_buf_free(&b);
  dbx_note_dims(x, y);
  return st;
}

dbx_status jn_broadcast_shapes(const S *s, uint32_t n, S *ret) {
  if (n == 1 || by_rank(s, n, ret)) return n == 1 ? (*ret = s[0], DBX_OK) : DBX_OK;
  uint32_t rank = 0;
  for (uint32_t i = 0; i < n; i++)
    if (s[i].n > rank) rank = s[i].n;
  S r = {rank, DBX_TMP(dbx_dim, rank)};
  for (uint32_t k = 0; k < rank; k++) {
    r.d[k] = dbx_dim_int(1);
    for (uint32_t i = 0; i < n; i++) {
      dbx_dim d = length_at(s[i], rank, k);
      if (d == dbx_dim_int(1) || r.d[k] == dbx_dim_int(1)) {
        if (d != dbx_dim_int(1)) r.d[k] = d;
      } else if (!dbx_compare_dims(r.d[k], d)) {
        return incompatible(s, n, r.d[k], d);
      }
    }
  }
  *ret = r;
  return DBX_OK;
}

V jn_broadcast_to(V x, S shape) {
  x = lax_asarray(x);
  if (bad(x)) return x;
  S own = jn_shape_seen(x);
  if (jn_same_shape(own, shape)) return x;
  bool fits = own.n <= shape.n;
  uint32_t lead = fits ? shape.n - own.n : 0, n_squeeze = 0, n_kept = 0;
  int64_t *squeezed = DBX_TMP(int64_t, own.n), *kept = DBX_TMP(int64_t, own.n);
  for (uint32_t i = 0; fits && i < own.n; i++) {
    bool same = dbx_dim_equal(own.d[i], shape.d[lead + i]);
    fits = same || own.d[i] == dbx_dim_int(1);
    if (same) kept[n_kept++] = lead + i;
    else squeezed[n_squeeze++] = i;
  }
  if (!fits) {
    dbx_buf a = {0}, b = {0};
    put_shape(&a, own), put_shape(&b, shape);
    V v = jn_fail(DBX_E308, "Incompatible shapes for broadcasting: %s and requested shape %s",
                  dbx_text(&a), dbx_text(&b));
    dbx_buf_free(&a), dbx_buf_free(&b);
    for (uint32_t i = 0; i < own.n && own.n <= shape.n; i++) {
      dbx_dim d = shape.d[lead + i];
      if (!dbx_dim_equal(own.d[i], d) && own.d[i] != dbx_dim_int(1))
        return dbx_note_dims(own.d[i], d), v;
    }
    return v;
  }
  return lax_broadcast_in_dim(lax_squeeze(x, squeezed, n_squeeze), shape, kept, n_kept);
}

dbx_status jn_promote_shapes(const char *fn, V *v, uint32_t n) {
  (void)fn;
  S *s = DBX_TMP(S, n), r;
  if (n < 2) return status_of(v[0] = lax_asarray(v[0]));
  bool scalars = true;
  for (uint32_t i = 0; i < n; i++) {
    s[i] = jn_shape_seen(v[i]);
    scalars &= s[i].n == 0;
  }
  if (scalars) return DBX_OK;
  DBX_TRY(jn_broadcast_shapes(s, n, &r));
  for (uint32_t i = 0; i < n;
       i++) { // numbers are arguments of the jitted function: literals, not arrays
    v[i] = dbx_is_number(&v[i]) ? lax_broadcast_in_dim(v[i], r, NULL, 0) : jn_broadcast_to(v[i], r);
    DBX_TRY(status_of(v[i]));
  }
  return DBX_OK;
}

// jax's elementwise functions are jitted: their operands are captured together, in order, before
// any of them is converted or broadcast (conformance/cond/predicate_from_reduction), but after the
// shapes were found to fit (conformance/errors_control/mix_in_resizing_for).
static bool lengths_fit(const V *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < i; k++) {
      S x = jn_shape_seen(v[i]), y = jn_shape_seen(v[k]);
      for (uint32_t d = 1; d <= x.n && d <= y.n; d++) {
        dbx_dim a = x.d[x.n - d], b = y.d[y.n - d];
        if (a != dbx_dim_int(1) && b != dbx_dim_int(1) && !dbx_dim_equal(a, b)) return false;
      }
    }
  return true;
}

static dbx_status capture(V *v) {
  bool array = v->kind == DBX_V_ARRAY && v->array->rank;
  if (!array && v->kind != DBX_V_TRACER) return DBX_OK;
  dbx_atom a;
  DBX_TRY(dbx_frame_atom(dbx_trace_frame(), v, &a));
  *v = dbx_val_tracer(a);
  return DBX_OK;
}

// Tracers of this frame whose types are one strong type that stays as it is: nothing is converted
// or broadcast, and every length is compared with itself.
static bool promoted_already(const V *v, uint32_t n, jn_want want) {
  const dbx_frame *f = dbx_trace_frame();
  for (uint32_t i = 0; i < n; i++)
    if (!f || v[i].kind != DBX_V_TRACER || dbx_var_at(v[i].tracer)->frame != f->id ||
        dbx_var_aval(v[i].tracer) != dbx_var_aval(v[0].tracer))
      return false;
  const dbx_aval_info *t = jn_info(v[0]);
  if (t->weak || (want == JN_INEXACT && !dbx_is_inexact(t->dtype)) ||
      (want == JN_NUMERIC && t->dtype == DBX_BOOL))
    return false;
  for (uint32_t i = 0; i < t->rank && n > 1; i++) (void)dbx_compare_dims(t->dims[i], t->dims[i]);
  return true;
}

dbx_status jn_promote(const char *fn, V *v, uint32_t n, jn_want want) {
  if (promoted_already(v, n, want)) return DBX_OK;
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(jn_check_arraylike(fn, v[i], (int)i)));
  if (jn_tracing() && lengths_fit(v, n))
    for (uint32_t i = 0; i < n; i++) DBX_TRY(capture(&v[i]));
  DBX_TRY(jn_promote_dtypes(v, n, want));
  return jn_promote_shapes(fn, v, n);
}

// ---- arguments ----

static const char *aval_text(const V *v) { return dbx_aval_text(dbx_val_aval(v)); }

dbx_status dbx_concrete_int(const dbx_val *v, int64_t *ret) {
  if (v->kind == DBX_V_INT || v->kind == DBX_V_BOOL) return *ret = v->i, DBX_OK;
  if (v->kind == DBX_V_TRACER)
    return dbx_fail(
        DBX_E403, (dbx_span){0},
        "The __index__() method was called on traced array with type %s: its value is known "
        "only when the compiled function runs",
        aval_text(v));
  bool array = v->kind == DBX_V_ARRAY && v->array->size == 1 && !dbx_is_inexact(v->array->dtype);
  int64_t i = array ? dbx_array_at(v->array, 0).i : 0;
  if (v->kind == DBX_V_BIGINT || (array && v->array->dtype == DBX_U64 && i < 0))
    return dbx_fail(DBX_E211, (dbx_span){0}, "Python int too large to convert to C long");
  if (array) return *ret = i, DBX_OK;
  return dbx_fail_as(DBX_E204, DBX_S_TypeError, (dbx_span){0},
                     "'%s' object cannot be interpreted as an integer", dbx_val_type_name(v));
}

dbx_status dbx_concrete_bool(const dbx_val *v, bool *ret) {
  if (v->kind == DBX_V_TRACER)
    return dbx_fail(
        DBX_E402, (dbx_span){0},
        "Attempted boolean conversion of traced array with type %s: its value is known only "
        "when the compiled function runs",
        aval_text(v));
  if (v->kind == DBX_V_ARRAY && v->array->size != 1 && v->array->size != 0)
    return dbx_fail_as(
        DBX_E208, DBX_S_ValueError, (dbx_span){0},
        "The truth value of an array with more than one element is ambiguous. Use a.any() "
        "or a.all()");
  if (v->kind == DBX_V_ARRAY)
    return *ret = v->array->size && !dbx_scalar_is_zero(dbx_array_at(v->array, 0), v->array->dtype),
           DBX_OK;
  *ret = v->kind == DBX_V_FLOAT     ? v->c[0] != 0
         : v->kind == DBX_V_COMPLEX ? v->c[0] != 0 || v->c[1] != 0
                                    : v->i != 0;
  return DBX_OK;
}

dbx_status jn_int_arg(V v, const char *what, int64_t *ret) {
  DBX_TRY(status_of(v));
  dbx_status st = dbx_concrete_int(&v, ret);
  if (st != DBX_OK && dbx_diag_pending()) dbx_diag_note("it is needed for the %s", what);
  return st;
}

dbx_status jn_count_arg(V v, const char *what, uint32_t most, uint32_t *ret) {
  int64_t i;
  DBX_TRY(jn_int_arg(v, what, &i));
  if (i >= 0 && i <= most) return *ret = (uint32_t)i, DBX_OK;
  return dbx_fail(DBX_E306, (dbx_span){0}, "the %s cannot be %" PRId64, what, i);
}

bool jn_bool_arg(V v) {
  bool b = false;
  if (v.kind == DBX_V_TRACER || dbx_concrete_bool(&v, &b) != DBX_OK) dbx_diag_free(dbx_diag_take());
  return b;
}

dbx_status jn_axis(V axis, uint32_t rank, int64_t *ret) {
  int64_t i;
  DBX_TRY(jn_int_arg(axis, "axis", &i));
  if (i < -(int64_t)rank || i >= rank)
    return dbx_fail(DBX_E306, (dbx_span){0},
                    "axis %" PRId64 " is out of bounds for array of dimension %u", i, rank);
  *ret = i < 0 ? i + rank : i;
  return DBX_OK;
}

dbx_status jn_axes(V axis, uint32_t rank, const int64_t **ret, uint32_t *n) {
  const V *item = &axis;
  *n = 1;
  if (is_none(axis)) {
    int64_t *all = DBX_TMP(int64_t, rank);
    for (uint32_t i = 0; i < rank; i++) all[i] = i;
    return *ret = all, *n = rank, DBX_OK;
  }
  if (dbx_is_seq(&axis)) item = axis.item, *n = axis.n;
  int64_t *a = DBX_TMP(int64_t, *n);
  for (uint32_t i = 0; i < *n; i++) {
    DBX_TRY(jn_axis(item[i], rank, &a[i]));
    for (uint32_t k = 0; k < i; k++)
      if (a[k] == a[i]) return dbx_fail(DBX_E306, (dbx_span){0}, "duplicate value in 'axis'");
  }
  *ret = a;
  return DBX_OK;
}

dbx_status dbx_dtype_of(const dbx_val *v, dbx_dtype *ret) {
  if (v->kind == DBX_V_DTYPE) return *ret = v->dtype, DBX_OK;
  if (v->kind == DBX_V_STR) {
    static const struct {
      const char *name;
      dbx_dtype t;
    } more[] = {{"int", DBX_I64}, {"float", DBX_F64}, {"complex", DBX_C128}, {"bool_", DBX_BOOL},
                {"f8", DBX_F64},  {"f4", DBX_F32},    {"i8", DBX_I64},       {"i4", DBX_I32}};
    const char *s = dbx_sym_text(v->str);
    if (dbx_dtype_by_name(s, ret)) return DBX_OK;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
      if (!strcmp(s, more[i].name)) return *ret = more[i].t, DBX_OK;
    return dbx_fail(DBX_E408, (dbx_span){0}, "data type '%s' not understood", s);
  }
  if (v->kind == DBX_V_ARRAY && v->array->host) return *ret = v->array->dtype, DBX_OK;
  return dbx_fail(DBX_E408, (dbx_span){0}, "Cannot interpret a value of type '%s' as a data type",
                  dbx_val_type_name(v));
}

dbx_status jn_dtype_arg(V v, dbx_dtype *ret) {
  if (is_none(v)) return *ret = DBX_NO_DTYPE, DBX_OK;
  return dbx_dtype_of(&v, ret);
}

enum { MOST_ROWS = 1 << 24 };

// The elements of a sequence; the rows of an array.
dbx_status jn_items(V v, const V **item, uint32_t *n) {
  if (dbx_is_seq(&v)) return *item = v.item, *n = v.n, DBX_OK;
  if (!dbx_is_arraylike(&v) || jn_rank(v) == 0)
    return dbx_fail(DBX_E410, (dbx_span){0}, "'%s' object is not iterable", dbx_val_type_name(&v));
  dbx_dim d = jn_info(v)->dims[0];
  if (!dbx_dim_is_int(d))
    return dbx_fail(DBX_E403, (dbx_span){0}, "iteration over an axis whose length is traced");
  if (dbx_dim_value(d) > MOST_ROWS)
    return dbx_fail(DBX_E702, (dbx_span){0}, "an array of %" PRId64 " rows taken apart",
                    dbx_dim_value(d));
  *n = (uint32_t)dbx_dim_value(d);
  V *rows = DBX_TMP(V, *n);
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(dbx_row(&v, i, &rows[i]));
  *item = rows;
  return DBX_OK;
}

static dbx_status bad_shape(V v) {
  return dbx_fail(DBX_E302, (dbx_span){0}, "Shapes must be 1D sequences of integer scalars, got %s",
                  dbx_val_type_name(&v));
}

static dbx_status negative(const char *text) {
  return dbx_fail_as(DBX_E302, DBX_S_ValueError, (dbx_span){0},
                     "negative dimensions are not allowed, got %s", text);
}

// A length is a number of 63 bits, as an int of Python or in an array.
static dbx_status fixed_length(V v, dbx_dim *ret) {
  int64_t i = v.kind == DBX_V_ARRAY ? dbx_array_at(v.array, 0).i : v.i;
  bool wide = v.kind == DBX_V_ARRAY ? v.array->dtype == DBX_U64 && i < 0 : v.kind == DBX_V_BIGINT;
  char text[32];
  if (!wide && i >= 0) return *ret = dbx_dim_int(i), DBX_OK;
  if (!wide) snprintf(text, sizeof text, "%" PRId64, i);
  else if (v.kind == DBX_V_ARRAY) snprintf(text, sizeof text, "%" PRIu64, (uint64_t)i);
  else if (v.n) snprintf(text, sizeof text, "%" PRIu64, v.big.u);
  else snprintf(text, sizeof text, "%.6g", v.big.nearest);
  if (!wide || *text == '-') return negative(text);
  return dbx_fail(DBX_E708, (dbx_span){0}, "the size %s does not fit int64", text);
}

static dbx_status one_length(V v, V whole, dbx_dim *ret) {
  if (v.kind == DBX_V_TRACER) {
    if (!dbx_aval_is_int_scalar(dbx_var_aval(v.tracer))) return bad_shape(whole);
    return *ret = dbx_dim_var(v.tracer), DBX_OK;
  }
  bool integer = v.kind == DBX_V_INT || v.kind == DBX_V_BOOL || v.kind == DBX_V_BIGINT ||
                 (v.kind == DBX_V_ARRAY && !v.array->rank && !dbx_is_inexact(v.array->dtype));
  return integer ? fixed_length(v, ret) : bad_shape(whole);
}

dbx_status jn_shape_arg(V v, S *ret) {
  DBX_TRY(status_of(v));
  bool scalar = dbx_is_number(&v) || (dbx_is_arraylike(&v) && jn_rank(v) == 0);
  const V *item = &v;
  uint32_t n = 1;
  if (!scalar) {
    if (!dbx_is_seq(&v) && (!dbx_is_arraylike(&v) || jn_rank(v) != 1)) return bad_shape(v);
    DBX_TRY(jn_items(v, &item, &n));
  }
  S s = {n, DBX_TMP(dbx_dim, n)};
  for (uint32_t i = 0; i < n; i++) DBX_TRY(one_length(item[i], v, &s.d[i]));
  *ret = s;
  return DBX_OK;
}
