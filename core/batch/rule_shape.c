// Primitives that change shapes over a further axis (see rule.h).
#include "batch/rule.h"

dbx_status dbx_batch_sized(const batch_site *s, dbx_mapped *out) {
  S shape;
  (void)out;
  DBX_TRY(batch_shape(s, DBX_S_shape, 0, &shape)); // the mapped length is refused
  return dbx_batch_none(s, out);
}

dbx_status dbx_batch_broadcast(const batch_site *s, dbx_mapped *out) {
  S shape;
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_broadcast_dimensions), &n);
  DBX_TRY(batch_shape(s, DBX_S_shape, 1, &shape));
  V x = batch_move(s->in[0].v, s->in[0].axis, 0);
  return batch_one(lax_broadcast_in_dim(x, batch_shape_insert(shape, 0, s->size),
                                        batch_shifted(axes, n, 0), n + 1),
                   0, out);
}

dbx_status dbx_batch_reshape(const batch_site *s, dbx_mapped *out) {
  S shape;
  DBX_TRY(batch_shape(s, DBX_S_new_sizes, 1, &shape));
  if (dbx_eqn_param(s->e, DBX_S_dimensions)->kind != DBX_P_NONE) return dbx_batch_none(s, out);
  V x = batch_move(s->in[0].v, s->in[0].axis, 0);
  return batch_one(lax_reshape(x, batch_shape_insert(shape, 0, s->size)), 0, out);
}

dbx_status dbx_batch_squeeze(const batch_site *s, dbx_mapped *out) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_dimensions), &n);
  V x = batch_move(s->in[0].v, s->in[0].axis, 0);
  return batch_one(lax_squeeze(x, batch_shifted(axes, n, DBX_UNMAPPED), n), 0, out);
}

dbx_status dbx_batch_transpose(const batch_site *s, dbx_mapped *out) {
  uint32_t n;
  const int64_t *order = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_permutation), &n);
  int64_t *all = DBX_TMP(int64_t, n + 1);
  all[0] = s->in[0].axis;
  for (uint32_t i = 0; i < n; i++) all[i + 1] = batch_axis(order[i], s->in[0].axis);
  return batch_one(lax_transpose(s->in[0].v, all), 0, out);
}

dbx_status dbx_batch_rev(const batch_site *s, dbx_mapped *out) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_dimensions), &n);
  int64_t *all = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) all[i] = batch_axis(axes[i], s->in[0].axis);
  return batch_one(lax_rev(s->in[0].v, all, n), s->in[0].axis, out);
}

dbx_status dbx_batch_concatenate(const batch_site *s, dbx_mapped *out) {
  V *ops = DBX_TMP(V, s->e->n_in);
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    ops[i] = batch_front(s->in[i], s->size);
    DBX_TRY(status_of(ops[i]));
  }
  uint32_t axis = (uint32_t)dbx_eqn_int(s->e, DBX_S_dimension) + 1;
  return batch_one(lax_concatenate(ops, s->e->n_in, axis), 0, out);
}

// ---- pad ----

static void read_padding(const dbx_param *p, int64_t mapped, jn_padding *config) {
  for (uint32_t i = 0; i < p->n; i++)
    for (uint32_t k = 0; k < 3; k++) config[batch_axis(i, mapped)][k] = p->item[i]->item[k]->i;
}

// The value differs between the examples: where it goes is asked of an array of bools.
static V pad_each(const batch_site *s, V x, int64_t axis, const jn_padding *config) {
  V zero = jn_scalar(jn_dtype(x), (dbx_scalar){0}), no = jn_scalar(DBX_BOOL, (dbx_scalar){0});
  V padded = lax_pad(x, zero, config);
  V inside = lax_pad(lax_full_like(x, dbx_val_bool(true), DBX_BOOL, NULL), no, config);
  if (bad(padded) || bad(inside)) return FAILED;
  V value = lax_broadcast_in_dim(s->in[1].v, jn_shape_seen(padded), &axis, 1);
  return lax_select(inside, padded, value);
}

dbx_status dbx_batch_pad(const batch_site *s, dbx_mapped *out) {
  const dbx_param *p = dbx_eqn_param(s->e, DBX_S_padding_config);
  bool mapped = is_mapped(s->in[0]);
  int64_t axis = mapped ? s->in[0].axis : 0;
  V x = mapped ? s->in[0].v : batch_spread(s->in[0].v, s->size, 0);
  DBX_TRY(status_of(x));
  jn_padding *config = DBX_TMP(jn_padding, p->n + 1);
  read_padding(p, axis, config);
  V r = is_mapped(s->in[1]) ? pad_each(s, x, axis, config) : lax_pad(x, s->in[1].v, config);
  return batch_one(r, axis, out);
}

dbx_status dbx_batch_stack(const batch_site *s, dbx_mapped *out) {
  const dbx_eqn *e = s->e;
  V *ops = DBX_TMP(V, e->n_in), *results = DBX_TMP(V, e->n_out);
  for (uint32_t i = 0; i < e->n_in; i++) {
    ops[i] = batch_front(s->in[i], s->size);
    DBX_TRY(status_of(ops[i]));
  }
  DBX_TRY(lax_bind_n(batch_prim(s), ops, e->n_in, e->params, e->n_params, NULL, results, e->n_out));
  for (uint32_t i = 0; i < e->n_out; i++) out[i] = (dbx_mapped){results[i], 0};
  return DBX_OK;
}

dbx_status dbx_batch_random_wrap(const batch_site *s, dbx_mapped *out) {
  V x = batch_move(s->in[0].v, s->in[0].axis, 0);
  return batch_one(lax_bind(batch_prim(s), &x, 1, s->e->params, s->e->n_params), 0, out);
}
