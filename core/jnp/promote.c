// Promotion of dtypes and shapes, and the reading of arguments (see ops.h).
#include "jnp/ops.h"
#include "jnp/table.h"

#include "prim/exact.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
  for (uint32_t i = 0; i < n; i++)
    if (dbx_is_arraylike(&v[i]) && jn_dtype(v[i]) == DBX_KEY)
      return dbx_fail(DBX_E401, (dbx_span){0},
                      "keys of random numbers are no numbers: jax.random.key_data has their words");
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
  dbx_status st = dbx_fail(DBX_E301, (dbx_span){0}, "Incompatible shapes for broadcasting: %s%s",
                           dbx_text(&b), dbx_dims_verdict(x, y));
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
  const dbx_target *target = dbx_target_now();
  if (target->literals_spread && dbx_is_number(&x) && shape.n)
    return lax_broadcast_in_dim(x, shape, NULL, 0);
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
    if (same || (fits && target->unit_axes_stay)) kept[n_kept++] = lead + i;
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

// Without dynamic shapes: scalars and axes of length 1 are left to the primitives, axes are added
// in front where ranks differ.
static dbx_status promote_ranks(V *v, const S *s, uint32_t n) {
  S r;
  bool differ = false;
  uint32_t rank = 0;
  for (uint32_t i = 0; i < n; i++)
    if (s[i].n > rank) rank = s[i].n;
  for (uint32_t i = 0; i < n; i++) differ |= s[i].n && s[i].n != rank;
  if (!differ) return DBX_OK;
  DBX_TRY(jn_broadcast_shapes(s, n, &r));
  for (uint32_t i = 0; i < n; i++) {
    if (s[i].n == rank) continue;
    S lead = {rank - s[i].n, DBX_TMP(dbx_dim, rank)};
    for (uint32_t k = 0; k < lead.n; k++) lead.d[k] = dbx_dim_int(1);
    DBX_TRY(status_of(v[i] = lax_broadcast(v[i], lead)));
  }
  return DBX_OK;
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
  if (dbx_trace_plain()) return promote_ranks(v, s, n);
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
  DBX_TRY(dbx_frame_capture(dbx_trace_frame(), v, &a));
  *v = dbx_val_tracer(a);
  return DBX_OK;
}

// Tracers of this frame whose types are one strong type that stays as it is: nothing is converted
// or broadcast, and every length is compared with itself.
static bool promoted_already(const V *v, uint32_t n, jn_want want) {
  const dbx_frame *f = dbx_trace_frame();
  for (uint32_t i = 0; i < n; i++)
    if (!f || f->taker || v[i].kind != DBX_V_TRACER || dbx_var_at(v[i].tracer)->frame != f->id ||
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

// ---- for the functions that are written in Python ----

static V promoted(V args, jn_want want) {
  V *v = DBX_TMP(V, args.n + 1);
  for (uint32_t i = 0; i < args.n; i++) v[i] = args.item[i];
  if (jn_promote_dtypes(v, args.n, want) != DBX_OK) return FAILED;
  return jn_list(v, args.n);
}
V jnp_fn_promote(const V *a) { return promoted(a[0], JN_ANY); }
V jnp_fn_promote_inexact(const V *a) { return promoted(a[0], JN_INEXACT); }
