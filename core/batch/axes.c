// Where the examples are: moving their axis, repeating what is the same in all (see rule.h).
#include "batch/rule.h"

V batch_move(V x, int64_t from, int64_t to) {
  return from == to ? x : jnp_moveaxis(x, &from, &to, 1);
}

S batch_shape_insert(S s, int64_t axis, dbx_dim d) {
  S r = {s.n + 1, DBX_TMP(dbx_dim, s.n + 1)};
  for (uint32_t i = 0, k = 0; i < r.n; i++) r.d[i] = i == axis ? d : s.d[k++];
  return r;
}

V batch_spread(V x, dbx_dim size, int64_t axis) {
  if (bad(x)) return x;
  uint32_t n = jn_rank(x);
  int64_t *kept = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) kept[i] = batch_axis(i, axis);
  return lax_broadcast_in_dim(x, batch_shape_insert(jn_shape_seen(x), axis, size), kept, n);
}

V batch_front(dbx_mapped m, dbx_dim size) {
  return is_mapped(m) ? batch_move(m.v, m.axis, 0) : batch_spread(m.v, size, 0);
}

V batch_match(dbx_mapped m, dbx_dim size, int64_t to) {
  return is_mapped(m) ? batch_move(m.v, m.axis, to) : batch_spread(m.v, size, to);
}

const int64_t *batch_shifted(const int64_t *i, uint32_t n, int64_t lead) {
  int64_t *r = DBX_TMP(int64_t, n + 1);
  uint32_t k = 0;
  if (lead != DBX_UNMAPPED) r[k++] = lead;
  for (uint32_t j = 0; j < n; j++) r[k++] = i[j] + 1;
  return r;
}

int64_t *batch_axes(const dbx_mapped *m, uint32_t n) {
  int64_t *r = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) r[i] = m[i].axis;
  return r;
}
