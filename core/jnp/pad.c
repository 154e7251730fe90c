// pad: by constants, by places that are taken, by blocks of traced widths.
#include "jnp/table.h"

#include <inttypes.h>
#include <string.h>

static V pad_constant_body(const V *a, uint32_t n_args, const void *statics) {
  const int64_t *width = statics;
  (void)n_args;
  V x = lax_asarray(a[0]), values = lax_asarray(a[1]);
  uint32_t n = jn_rank(x);
  if (bad(x) || bad(values)) return FAILED;
  S s = {2, DBX_TMP(dbx_dim, 2)};
  s.d[0] = dbx_dim_int(n), s.d[1] = dbx_dim_int(2);
  values = lax_convert(jn_broadcast_to(values, s), jn_dtype(x), jn_weak(x));
  jn_padding *config = DBX_TMP(jn_padding, n);
  for (uint32_t i = 0; i < n && !bad(x); i++)
    for (uint32_t side = 0; side < 2 && !bad(x); side++) {
      V at[] = {jn_int(i), jn_int(side)};
      V value = jnp_getitem(values, dbx_val_tuple(at, 2));
      memset(config, 0, n * sizeof *config);
      config[i][side] = width[2UL * i + side];
      x = lax_pad(x, value, config);
    }
  return x;
}

// The widths before and after each axis: width[2 * axis + side], ints or traced scalars.
static dbx_status pad_widths(V arg, uint32_t rank, V *width, bool *traced) {
  *traced = false;
  for (uint32_t i = 0; i < 2 * rank; i++) {
    V v = arg;
    int64_t w;
    if (dbx_is_seq(&v) && v.n && dbx_is_seq(&v.item[0])) {
      if (v.n != 1 && v.n != rank)
        return dbx_fail(DBX_E208, (dbx_span){0}, "pad_width has %u entries for rank %u", v.n, rank);
      v = v.item[v.n == 1 ? 0 : i / 2];
    }
    if (dbx_is_seq(&v)) {
      if (v.n != 1 && v.n != 2)
        return dbx_fail(DBX_E208, (dbx_span){0}, "jnp.pad: pad_width entries are (before, after)");
      v = v.item[v.n == 1 ? 0 : i % 2];
    }
    width[i] = v;
    if (v.kind == DBX_V_TRACER && dbx_aval_is_int_scalar(dbx_var_aval(v.tracer))) {
      *traced = true;
      continue;
    }
    DBX_TRY(jn_int_arg(v, "pad_width", &w));
    if (w < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "index can't contain negative values");
    width[i] = jn_int(w);
  }
  return DBX_OK;
}

static V sum_of(V x, V y) { return jn_size_of(DBX_PRIM_add, x, y); }

static bool no_width(const V *w) {
  return w[0].kind == DBX_V_INT && w[1].kind == DBX_V_INT && !w[0].i && !w[1].i;
}

// edge, reflect, symmetric, wrap: which element of the axis is at position k - lo
static V pad_by_index(V x, const V *width, const char *mode) {
  for (uint32_t i = 0; i < jn_rank(x) && !bad(x); i++) {
    V len = jn_dim_value(jn_shape(x).d[i]), lo = width[2UL * i], hi = width[2UL * i + 1];
    if (no_width(&width[2UL * i])) continue;
    S one;
    V total = sum_of(sum_of(len, lo), hi);
    if (bad(total) || jn_shape_arg(total, &one) != DBX_OK) return FAILED;
    V k = jnp_subtract(lax_iota(DBX_I64, one, 0), lo), last = jnp_subtract(len, jn_int(1));
    if (!strcmp(mode, "edge")) {
      k = jnp_minimum(jnp_maximum(k, jn_int(0)), last);
    } else if (!strcmp(mode, "wrap")) {
      k = jnp_remainder(k, jnp_maximum(len, jn_int(1)));
    } else { // mirrored at the edges; reflect does not repeat them
      bool reflect = !strcmp(mode, "reflect");
      V period = reflect ? jnp_maximum(jnp_multiply(jn_int(2), last), jn_int(1))
                         : jnp_multiply(jn_int(2), len);
      V m = jnp_remainder(k, jnp_maximum(period, jn_int(1)));
      V mirror =
          reflect ? jnp_subtract(period, m) : jnp_subtract(jnp_subtract(period, jn_int(1)), m);
      k = jnp_where(jnp_less(m, len), m, mirror);
    }
    x = jn_take(x, k, i, "clip");
  }
  return x;
}

// Traced widths: joined with blocks of the constant.
static V pad_by_blocks(V x, const V *width, V value) {
  if (jn_rank(value))
    return jn_fail(DBX_E218, "jnp.pad with traced widths takes one number as constant_values");
  for (uint32_t i = 0; i < jn_rank(x) && !bad(x); i++) {
    V part[3] = {FAILED, x, FAILED};
    if (no_width(&width[2UL * i])) continue;
    for (uint32_t side = 0; side < 2; side++) {
      S s = jn_shape(x), one;
      if (jn_shape_arg(width[2UL * i + side], &one) != DBX_OK) return FAILED;
      s.d[i] = one.d[0];
      if (bad(part[2UL * side] = lax_full(s, value, jn_dtype(x)))) return FAILED;
    }
    x = lax_concatenate(part, 3, i);
  }
  return x;
}

V jnp_fn_pad(const V *a) { // array, pad_width, mode, constant_values
  V x = jn_checked("pad", a[0]);
  if (bad(x)) return x;
  V *width = DBX_TMP(V, 2 * jn_rank(x));
  bool traced;
  if (pad_widths(a[1], jn_rank(x), width, &traced) != DBX_OK) return FAILED;
  const char *mode = a[2].kind == DBX_V_STR ? dbx_sym_text(a[2].str) : "constant";
  V in[] = {x, dbx_is_seq(&a[3]) ? jnp_array(a[3], DBX_NO_DTYPE, false) : a[3]};
  if (!strcmp(mode, "constant") && traced) return pad_by_blocks(x, width, in[1]);
  if (!strcmp(mode, "constant")) {
    uint32_t n = 2 * jn_rank(x);
    int64_t *w = DBX_TMP(int64_t, n);
    for (uint32_t i = 0; i < n; i++) w[i] = width[i].i;
    return jn_call("_pad", pad_constant_body, in, 2, w, n * sizeof *w);
  }
  static const char *const known[] = {"edge", "reflect", "symmetric", "wrap"};
  for (int i = 0; i < 4; i++)
    if (!strcmp(mode, known[i])) return pad_by_index(x, width, mode);
  return jn_fail(DBX_E218, "Unimplemented padding mode '%s' for jnp.pad.", mode);
}
