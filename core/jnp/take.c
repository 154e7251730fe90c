// jnp.take.
#include "jnp/index.h"

#include <string.h>

typedef struct take_args {
  int64_t axis;
  bool flat, unique, sorted;
  dbx_sym mode;
} take_args;

static V take_body(const V *a, uint32_t n_args, const void *statics) {
  const take_args *w = statics;
  (void)n_args;
  V x = lax_asarray(a[0]), idx = jnp_array(a[1], DBX_NO_DTYPE, false);
  V mode = {.kind = DBX_V_STR, .str = w->mode};
  if (w->flat) x = jnp_ravel(x);
  if (bad(x) || bad(idx)) return FAILED;
  S s = jn_shape(x), is = jn_shape(idx);
  const char *m = dbx_sym_text(w->mode);
  V len = jn_dim_value(s.d[w->axis]);
  if (!strcmp(m, "fill")) {
    V negative = jnp_less(idx, jn_int(0));
    idx = jnp_where(negative, jnp_add(idx, len), idx);
  } else if (!strcmp(m, "wrap")) {
    idx = jnp_remainder(idx, len.kind == DBX_V_INT ? lax_const_like(idx, len) : len);
    mode.str = dbx_intern("promise_in_bounds");
  }
  int64_t *offset = DBX_TMP(int64_t, s.n);
  indexer g = {.offset = offset,
               .collapsed = DBX_TMP(int64_t, 1),
               .map = DBX_TMP(int64_t, 1),
               .n_collapsed = 1,
               .n_map = 1};
  g.collapsed[0] = g.map[0] = w->axis;
  for (uint32_t i = 0; i < s.n; i++)
    if (i != w->axis) offset[g.n_offset++] = i < w->axis ? i : i + is.n - 1;
  S sizes = jn_shape_copy(s);
  sizes.d[w->axis] = dbx_dim_int(1);
  int64_t last = is.n;
  idx = lax_expand_dims(idx, &last, 1);
  return lax_gather(x, idx, jn_dimension_numbers(&g, false), sizes, w->sorted, w->unique, mode,
                    a[2]);
}

V jnp_fn_take(
    const V *a) { // a, indices, axis, out, mode, unique_indices, indices_are_sorted, fill_value
  take_args w;
  memset(&w, 0, sizeof w);
  V x = jn_check_arraylike("take", a[0], 0), idx = a[1];
  if (dbx_is_seq(&idx)) idx = jnp_array(idx, DBX_NO_DTYPE, false);
  idx = jn_check_arraylike("take", idx, 1);
  if (bad(x) || bad(idx)) return FAILED;
  if (dbx_is_inexact(jn_dtype(idx)))
    return jn_fail_as(DBX_E309, DBX_S_TypeError, "take indices must be integers");
  w.flat = is_none(a[2]);
  if (!w.flat && jn_axis(a[2], jn_rank(x), &w.axis) != DBX_OK) return FAILED;
  w.mode = a[4].kind == DBX_V_STR ? a[4].str : dbx_intern("fill");
  w.unique = jn_bool_arg(a[5]), w.sorted = jn_bool_arg(a[6]);
  V in[] = {x, idx, a[7]};
  return jn_call("_take", take_body, in, 3, &w, sizeof w);
}

V jn_take(V x, V index, int64_t axis, const char *mode) {
  V how = mode ? (V){.kind = DBX_V_STR, .str = dbx_intern(mode)} : dbx_val_none();
  V in[] = {x,
            index,
            jn_int(axis),
            dbx_val_none(),
            how,
            dbx_val_bool(false),
            dbx_val_bool(false),
            dbx_val_none()};
  return jnp_fn_take(in);
}
