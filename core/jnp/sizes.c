// Sizes as data: sums and products of lengths, which are numbers of Python or tracers, and the
// primitive whose result has lengths that are computed so.
#include "jnp/ops.h"

#include "prim/exact.h"

V jn_size_of(dbx_prim p, V a, V b) {
  int64_t n;
  if (a.kind == DBX_V_INT && b.kind == DBX_V_INT)
    return dbx_size_of(p, a.i, b.i, &n) == DBX_OK ? jn_int(n) : FAILED;
  return p == DBX_PRIM_add   ? jnp_add(a, b)
         : p == DBX_PRIM_sub ? jnp_subtract(a, b)
                             : jnp_multiply(a, b);
}

// Multiplied as Python does it: ints stay ints, a traced length makes equations.
V jn_product(const dbx_dim *d, uint32_t n) {
  V size = jn_int(1);
  if (jn_static((S){n, (dbx_dim *)d}))
    for (uint32_t i = 0; i < n; i++)
      if (!d[i]) return jn_int(0); // however long the others are
  for (uint32_t i = 0; i < n; i++) size = jn_size_of(DBX_PRIM_mul, size, jn_dim_value(d[i]));
  return size;
}

V jn_size(V v) {
  S s = jn_shape(v);
  return jn_product(s.d, s.n);
}

// The length of a padded axis, as data; computed before the pad when it is traced.
static dbx_status padded_length(dbx_dim d, const int64_t c[3], dbx_dim *ret) {
  V n = jn_dim_value(d);
  if (c[2]) { // interior padding goes between elements: none for fewer than two
    V gaps = jnp_maximum(jnp_subtract(n, jn_int(1)), jn_int(0));
    n = jnp_add(n, jnp_multiply(gaps, jn_int(c[2])));
  }
  V both = jn_size_of(DBX_PRIM_add, jn_int(c[0]), jn_int(c[1]));
  if (bad(both) || both.i) n = jn_size_of(DBX_PRIM_add, n, both);
  DBX_TRY(status_of(n));
  *ret = dbx_dim_var(n.tracer);
  return DBX_OK;
}

V lax_pad(V x, V value, const jn_padding *config) {
  if (bad(x) || bad(value)) return bad(x) ? x : value;
  S s = jn_shape(x);
  const dbx_param **item = DBX_TMP(const dbx_param *, s.n);
  dbx_dim *unknown = DBX_TMP(dbx_dim, s.n);
  uint32_t n = 0;
  for (uint32_t i = 0; i < s.n; i++) {
    item[i] = dbx_p_ints(config[i], 3);
    bool changed = config[i][0] || config[i][1] || config[i][2];
    if (changed && !dbx_dim_is_int(s.d[i]) &&
        padded_length(s.d[i], config[i], &unknown[n++]) != DBX_OK)
      return FAILED;
  }
  dbx_kv kv[] = {{DBX_S_padding_config, dbx_p_tuple(item, s.n)}};
  V out;
  return lax_bind_n(DBX_PRIM_pad, (V[]){x, value}, 2, kv, 1, unknown, &out, 1) == DBX_OK ? out
                                                                                         : FAILED;
}

V jnp_ravel(V x) {
  if (bad(x) || (jn_rank(x) == 1 && jn_info(x)->dynamic))
    return x; // its length stays the same variable
  V n = jn_size(x);
  S s;
  return jn_shape_arg(n, &s) == DBX_OK ? lax_reshape(x, s) : FAILED;
}
