// Derivatives of primitives that move elements.
#include "grad/rule.h"

// What is linear in its first operand alone; the others are lengths or indices.
static V term_first(const jvp_site *s, uint32_t i, V g) {
  V *ops = DBX_TMP(V, s->e->n_in);
  for (uint32_t k = 0; k < s->e->n_in; k++) ops[k] = k == i ? g : s->x[k];
  return jvp_again(s, ops, s->e->n_in);
}
dbx_status dbx_jvp_first(const jvp_site *s) { return jvp_sum(s, term_first); }

// An axis of length 1 of the operand is one if it is the number 1: a traced length that happens to
// be 1 is no broadcast.
dbx_status dbx_transpose_broadcast(const transpose_site *s) {
  S own = grad_shape(s->type[0]);
  uint32_t n, n_unit = 0, n_axes = 0, rank = jn_rank(s->ct[0]);
  const int64_t *dims = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_broadcast_dimensions), &n);
  int64_t *unit = DBX_TMP(int64_t, n + 1), *axes = DBX_TMP(int64_t, rank + 1);
  bool *kept = DBX_TMP(bool, rank + 1);
  for (uint32_t k = 0; k < rank; k++) kept[k] = false;
  for (uint32_t i = 0; i < n; i++) {
    if (own.d[i] == dbx_dim_int(1)) unit[n_unit++] = i;
    else kept[dims[i]] = true;
  }
  for (uint32_t k = 0; k < rank; k++)
    if (!kept[k]) axes[n_axes++] = k;
  V sum = lax_reduce(DBX_PRIM_reduce_sum, s->ct[0], axes, n_axes);
  return transpose_one(s, 0, lax_expand_dims(sum, unit, n_unit));
}

dbx_status dbx_transpose_reshape(const transpose_site *s) {
  const dbx_param *order = dbx_eqn_param(s->e, DBX_S_dimensions);
  S own = grad_shape(s->type[0]);
  uint32_t n = 0;
  if (!order || order->kind == DBX_P_NONE) return transpose_one(s, 0, lax_reshape(s->ct[0], own));
  const int64_t *perm = dbx_param_ints(order, &n);
  S permuted = {n, DBX_TMP(dbx_dim, n + 1)};
  int64_t *back = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) permuted.d[i] = own.d[perm[i]], back[perm[i]] = i;
  return transpose_one(s, 0, lax_transpose(lax_reshape(s->ct[0], permuted), back));
}

dbx_status dbx_transpose_squeeze(const transpose_site *s) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_dimensions), &n);
  return transpose_one(s, 0, lax_expand_dims(s->ct[0], axes, n));
}

dbx_status dbx_transpose_transpose(const transpose_site *s) {
  uint32_t n;
  const int64_t *perm = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_permutation), &n);
  int64_t *back = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) back[perm[i]] = i;
  return transpose_one(s, 0, lax_transpose(s->ct[0], back));
}
