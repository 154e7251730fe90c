// Windows and convolutions over a further axis (see rule.h): jax._src.lax.convolution and
// windowed_reductions of jax 0.4.23.
#include "batch/rule.h"

#include <string.h>

// ---- reduce_window ----

// The numbers of the axes with another one for the axis of the examples.
static const dbx_param *with_axis(const batch_site *s, dbx_sym key, int64_t at,
                                  const dbx_param *one) {
  const dbx_param *own = dbx_eqn_param(s->e, key);
  const dbx_param **item = DBX_TMP(const dbx_param *, own->n + 1);
  for (uint32_t i = 0, k = 0; i <= own->n; i++) item[i] = i == at ? one : own->item[k++];
  return dbx_p_tuple(item, own->n + 1);
}

dbx_status dbx_batch_reduce_window(const batch_site *s, dbx_mapped *out) {
  int64_t at = s->in[0].axis;
  const dbx_param *one = dbx_p_int(1), *none = dbx_p_ints((int64_t[]){0, 0}, 2);
  dbx_kv with[] = {{DBX_S_base_dilation, with_axis(s, DBX_S_base_dilation, at, one)},
                   {DBX_S_padding, with_axis(s, DBX_S_padding, at, none)},
                   {DBX_S_window_dilation, with_axis(s, DBX_S_window_dilation, at, one)},
                   {DBX_S_window_dimensions, with_axis(s, DBX_S_window_dimensions, at, one)},
                   {DBX_S_window_strides, with_axis(s, DBX_S_window_strides, at, one)}};
  V v = lax_bind(batch_prim(s), &s->in[0].v, 1, batch_params(s, with, 5), s->e->n_params);
  return batch_one(v, at, out);
}

// ---- convolution ----

// The axis `from` of x becomes the outer part of axis `to` of the others.
static V axis_into(V x, int64_t from, int64_t to) {
  if (bad(x)) return x;
  S own = jn_shape(x), s = {own.n - 1, DBX_TMP(dbx_dim, own.n)};
  int64_t count = dbx_dim_value(own.d[from]);
  x = batch_move(x, from, to);
  for (uint32_t i = 0, k = 0; i < own.n; i++)
    if (i != from) s.d[k++] = own.d[i];
  s.d[to] = dbx_dim_int(dbx_dim_value(s.d[to]) * count);
  return bad(x) ? x : lax_reshape(x, s);
}

// Axis `at` in two, of which the first has n entries.
static V axis_in_two(V x, int64_t at, int64_t n) {
  if (bad(x)) return x;
  S own = jn_shape(x), s = batch_shape_insert(own, at, dbx_dim_int(n));
  s.d[at + 1] = dbx_dim_int(n ? dbx_dim_value(own.d[at]) / n : 0);
  return lax_reshape(x, s);
}

// A window for each example with groups, or operands of both kinds: examples become groups.
static bool needs_both(const batch_site *s, int64_t groups, int64_t batches) {
  return is_mapped(s->in[0]) ? batches > 1 : groups > 1 || batches > 1;
}

dbx_status dbx_batch_conv(const batch_site *s, dbx_mapped *out) {
  const dbx_param *d = dbx_eqn_param(s->e, DBX_S_dimension_numbers);
  int64_t groups = dbx_eqn_int(s->e, DBX_S_feature_group_count),
          batches = dbx_eqn_int(s->e, DBX_S_batch_group_count);
  uint32_t n;
  const int64_t *x = dbx_param_ints(d->item[0], &n), *k = dbx_param_ints(d->item[1], &n),
                *result = dbx_param_ints(d->item[2], &n);
  V ops[] = {s->in[0].v, s->in[1].v};
  int64_t axis[] = {s->in[0].axis, s->in[1].axis};
  bool one = !is_mapped(s->in[0]) || !is_mapped(s->in[1]);
  if (one && needs_both(s, groups, batches))
    for (int i = 0; i < 2; i++) ops[i] = batch_front(s->in[i], s->size), axis[i] = 0, one = false;
  DBX_TRY(status_of(ops[0]));
  DBX_TRY(status_of(ops[1]));
  if (!jn_static(jn_shape_seen(ops[0])) || !jn_static(jn_shape_seen(ops[1])))
    return dbx_batch_none(s, out);
  int64_t size = dbx_dim_value(s->size), at = one && is_mapped(s->in[0]) ? result[0] : result[1];
  if (one && is_mapped(s->in[0])) {
    ops[0] = axis_into(ops[0], axis[0], x[0]);
  } else {
    ops[1] = axis_into(ops[1], axis[1], k[0]);
    if (!one) ops[0] = axis_into(ops[0], axis[0], batches > 1 ? x[0] : x[1]);
    if (!one && batches > 1) batches *= size;
    else if (!one) groups *= size;
  }
  if (bad(ops[0]) || bad(ops[1])) return DBX_FAIL;
  dbx_kv with[] = {{DBX_S_batch_group_count, dbx_p_int(batches)},
                   {DBX_S_feature_group_count, dbx_p_int(groups)}};
  V v = lax_bind(batch_prim(s), ops, 2, batch_params(s, with, 2), s->e->n_params);
  return batch_one(axis_in_two(v, at, size), at, out);
}
