// Taking apart: the elements of a sequence, the rows of an array (see ops.h).
#include "jnp/table.h"

#include <string.h>

dbx_status dbx_row(const dbx_val *x, int64_t i, dbx_val *ret) {
  V index = jn_int(i);
  if (!jn_static(jn_shape(*x))) return dbx_getitem(x, &index, ret);
  V r = lax_row(*x, i);
  DBX_TRY(status_of(r));
  *ret = r;
  return DBX_OK;
}

dbx_status jn_items(V v, const V **item, uint32_t *n) {
  if (dbx_is_seq(&v)) return *item = v.item, *n = v.n, DBX_OK;
  DBX_TRY(jn_row_count(v, n));
  V *rows = DBX_TMP(V, *n);
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(dbx_row(&v, i, &rows[i]));
  *item = rows;
  return DBX_OK;
}

V jnp_fn_select(const V *a) {
  const V *conds, *choices;
  uint32_t n, m;
  if (jn_items(a[0], &conds, &n) != DBX_OK || jn_items(a[1], &choices, &m) != DBX_OK) return FAILED;
  if (n != m)
    return jn_fail(DBX_E208, "condlist must have length equal to choicelist (%u vs %u)", n, m);
  if (!n) return jn_fail(DBX_E208, "condlist must be non-empty");
  V *v = DBX_TMP(V, n + 1);
  v[0] = a[2];
  memcpy(v + 1, choices, n * sizeof *choices);
  if (jn_promote_dtypes(v, n + 1, JN_ANY) != DBX_OK) return FAILED;
  V r = v[0];
  for (uint32_t i = n; i-- > 0;) r = jnp_where(conds[i], v[i + 1], r);
  return r;
}
