// Shape and dtype rules of the primitives of random numbers. Keys have a dtype of their own.
// Source: Jaxprs of jax 0.4.23 (tests/conformance2/random).
#include "prim/prim.h"

#include <string.h>

static dbx_status wrong(const dbx_site *s, const char *what) {
  return dbx_fail_as(DBX_E401, DBX_S_TypeError, (dbx_span){0}, "%s %s, got %s", s->prim->name, what,
                     dbx_aval_text(dbx_atom_aval(s->in[0])));
}

static dbx_status check_keys(const dbx_site *s) {
  return dbx_operand(s, 0)->dtype == DBX_KEY ? DBX_OK : wrong(s, "takes keys");
}

dbx_status dbx_rule_random_seed(const dbx_site *s, dbx_aval *out) {
  if (!dbx_is_integer(dbx_operand(s, 0)->dtype)) return wrong(s, "takes an integer as the seed");
  *out = dbx_aval_with_type(dbx_atom_aval(s->in[0]), DBX_KEY, false);
  return DBX_OK;
}

bool dbx_is_key_data(dbx_aval a) {
  const dbx_aval_info *x = dbx_aval_at(a);
  return x->dtype == DBX_U32 && x->rank && x->dims[x->rank - 1] == dbx_dim_int(2);
}

dbx_status dbx_rule_random_wrap(const dbx_site *s, dbx_aval *out) {
  const dbx_aval_info *x = dbx_operand(s, 0);
  if (!dbx_is_key_data(dbx_atom_aval(s->in[0])))
    return wrong(s, "takes keys, or the words of keys: uint32 with a last axis of length 2");
  *out = dbx_aval_of(DBX_KEY, false, x->rank - 1, x->dims);
  return DBX_OK;
}

dbx_status dbx_rule_random_unwrap(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(check_keys(s));
  const dbx_aval_info *x = dbx_operand(s, 0);
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank + 1);
  if (x->rank) memcpy(dims, x->dims, x->rank * sizeof *dims);
  dims[x->rank] = dbx_dim_int(2);
  *out = dbx_aval_of(DBX_U32, false, x->rank + 1, dims);
  return DBX_OK;
}

dbx_status dbx_rule_random_fold_in(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(check_keys(s));
  const dbx_aval_info *k = dbx_operand(s, 0), *data = dbx_operand(s, 1);
  const dbx_aval_info *most = k->rank ? k : data;
  dbx_dim *dims = DBX_TMP(dbx_dim, most->rank + 1);
  bool fits = !data->rank || !k->rank || data->rank == k->rank;
  for (uint32_t i = 0; fits && i < most->rank; i++) {
    dims[i] = most->dims[i];
    if (!data->rank || !k->rank || dbx_dim_equal(k->dims[i], data->dims[i])) continue;
    if (dims[i] == dbx_dim_int(1)) dims[i] = data->dims[i];
    else fits = data->dims[i] == dbx_dim_int(1);
  }
  if (!fits || !dbx_is_integer(data->dtype))
    return dbx_fail_as(DBX_E401, DBX_S_TypeError, (dbx_span){0},
                       "%s takes an integer for each key, got %s", s->prim->name,
                       dbx_aval_text(dbx_atom_aval(s->in[1])));
  *out = dbx_aval_of(DBX_KEY, false, most->rank, dims);
  return DBX_OK;
}

// The axes of the keys, then those of `shape`.
static dbx_status drawn(const dbx_site *s, dbx_dtype t, dbx_aval *out) {
  const dbx_param *shape = dbx_site_param(s, DBX_S_shape);
  const dbx_aval_info *k = dbx_operand(s, 0);
  if (!shape || shape->kind != DBX_P_TUPLE) return wrong(s, "has no shape");
  dbx_dim *dims = DBX_TMP(dbx_dim, k->rank + shape->n);
  uint32_t next = 1;
  if (k->rank) memcpy(dims, k->dims, k->rank * sizeof *dims);
  DBX_TRY(dbx_merge_shape(s, shape, &next, dims + k->rank));
  if (next != s->n_in) return wrong(s, "has more sizes than dynamic dimensions");
  *out = dbx_aval_of(t, false, k->rank + shape->n, dims);
  return DBX_OK;
}

dbx_status dbx_rule_random_split(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(check_keys(s));
  return drawn(s, DBX_KEY, out);
}

dbx_status dbx_rule_random_bits(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(check_keys(s));
  switch (dbx_param_int(s->params, s->n_params, DBX_S_bit_width)) {
  case 8: return drawn(s, DBX_U8, out);
  case 16: return drawn(s, DBX_U16, out);
  case 32: return drawn(s, DBX_U32, out);
  case 64: return drawn(s, DBX_U64, out);
  default: return wrong(s, "gives 8, 16, 32 or 64 bits");
  }
}
