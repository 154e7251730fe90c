// Derivatives of reductions and products.
#include "grad/rule.h"

static const int64_t *axes_of(const dbx_eqn *e, uint32_t *n) {
  return dbx_param_ints(dbx_eqn_param(e, DBX_S_axes), n);
}

static bool among(const int64_t *axes, uint32_t n, int64_t axis) {
  bool any = false;
  for (uint32_t i = 0; i < n; i++) any |= axes[i] == axis;
  return any;
}

// Each place that has the maximum has an equal part.
static V term_chosen(const jvp_site *s, uint32_t i, V g) {
  uint32_t n;
  const int64_t *axes = axes_of(s->e, &n);
  V x = s->x[i];
  S shape = jn_shape(x);
  for (uint32_t k = 0; k < n; k++) shape.d[axes[k]] = dbx_dim_int(1);
  V there = EQ(x, lax_reshape(s->y[0], shape));
  V where = lax_convert(there, jn_dtype(g), false);
  V count = lax_reduce(DBX_PRIM_reduce_sum, where, axes, n);
  return DIV(lax_reduce(DBX_PRIM_reduce_sum, MUL(g, where), axes, n), count);
}
dbx_status dbx_jvp_chosen(const jvp_site *s) { return jvp_sum(s, term_chosen); }

dbx_status dbx_transpose_reduce_sum(const transpose_site *s) {
  S own = grad_shape(s->type[0]);
  uint32_t n, kept = 0;
  const int64_t *axes = axes_of(s->e, &n);
  int64_t *dims = DBX_TMP(int64_t, own.n + 1);
  for (uint32_t k = 0; k < own.n; k++)
    if (!among(axes, n, k)) dims[kept++] = k;
  return transpose_one(s, 0, lax_broadcast_in_dim(s->ct[0], own, dims, kept));
}

// ---- products ----

// Where the axes of one operand of a product are.
typedef struct side {
  const int64_t *contract, *batch;
  int64_t *kept;
  uint32_t n_kept;
} side;

static side side_of(const dbx_dot_dims *d, bool right, uint32_t rank) {
  side x = {right ? d->rhs_contract : d->lhs_contract, right ? d->rhs_batch : d->lhs_batch,
            DBX_TMP(int64_t, rank + 1), 0};
  for (uint32_t k = 0; k < rank; k++)
    if (!among(x.contract, d->n_contract, k) && !among(x.batch, d->n_batch, k))
      x.kept[x.n_kept++] = k;
  return x;
}

// Where each axis of x is among its batch axes, its kept ones, and the contracted ones in the order
// in which y has them.
static int64_t *order_of(const dbx_dot_dims *d, const side *x, const side *y) {
  uint32_t n = d->n_batch + x->n_kept + d->n_contract, at = 0;
  int64_t *order = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < d->n_batch; i++) order[x->batch[i]] = at++;
  for (uint32_t i = 0; i < x->n_kept; i++) order[x->kept[i]] = at++;
  for (uint32_t i = 0; i < d->n_contract; i++) {
    uint32_t place = at;
    for (uint32_t k = 0; k < d->n_contract; k++) place += y->contract[k] < y->contract[i];
    order[x->contract[i]] = place;
  }
  return order;
}

dbx_status dbx_transpose_dot_general(const transpose_site *s) {
  dbx_dot_dims d, back = {0};
  bool right = is_linear(s, 1);
  V other = s->x[!right];
  dbx_aval own = s->type[right];
  if (!dbx_parse_dot_dims(dbx_eqn_param(s->e, DBX_S_dimension_numbers), &d)) return DBX_FAIL;
  side x = side_of(&d, right, dbx_aval_at(own)->rank), y = side_of(&d, !right, jn_rank(other));
  int64_t *of_y = DBX_TMP(int64_t, y.n_kept + 1), *batch = DBX_TMP(int64_t, d.n_batch + 1);
  for (uint32_t i = 0; i < d.n_batch; i++) batch[i] = i;
  for (uint32_t i = 0; i < y.n_kept; i++) of_y[i] = d.n_batch + (right ? 0 : x.n_kept) + i;
  back = (dbx_dot_dims){of_y, y.kept, batch, y.batch, y.n_kept, d.n_batch};
  const dbx_param *preferred = dbx_eqn_param(s->e, DBX_S_preferred_element_type);
  bool says = preferred && preferred->kind == DBX_P_DTYPE;
  V v = lax_dot_general(s->ct[0], other, &back, says ? preferred->dtype : DBX_NO_DTYPE);
  v = lax_transpose(v, order_of(&d, &x, &y));
  if (bad(v)) return DBX_FAIL;
  if (jn_dtype(v) != dbx_aval_at(own)->dtype)
    v = lax_convert(v, dbx_aval_at(own)->dtype, dbx_aval_at(own)->weak);
  return transpose_one(s, right, v);
}
