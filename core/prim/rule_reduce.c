// Shape rules of reductions, cumulative operations, sort and dot_general.
#include "prim/prim.h"

#include <string.h>

static dbx_status accepts(const dbx_site *s) {
  dbx_dtype t = dbx_operand(s, 0)->dtype;
  if (dbx_prim_takes((dbx_prim)s->prim->id, t)) return DBX_OK;
  return dbx_fail(DBX_E401, (dbx_span){0}, "%s does not accept dtype %s", s->prim->name,
                  dbx_dtype_name(t));
}

// The operand's dims without the axes of the parameter "axes".
static dbx_status without_axes(const dbx_site *s, dbx_dim *dims, uint32_t *rank) {
  const dbx_aval_info *x = dbx_operand(s, 0);
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_site_param(s, DBX_S_axes), &n);
  bool *gone = DBX_TMP(bool, x->rank);
  for (uint32_t i = 0; i < n; i++) {
    if (axes[i] < 0 || axes[i] >= x->rank || gone[axes[i]])
      return dbx_fail(DBX_E306, (dbx_span){0}, "%s: an axis is out of range or named twice",
                      s->prim->name);
    gone[axes[i]] = true;
  }
  *rank = 0;
  for (uint32_t i = 0; i < x->rank; i++)
    if (!gone[i]) dims[(*rank)++] = x->dims[i];
  return DBX_OK;
}

dbx_status dbx_rule_reduce(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(accepts(s));
  const dbx_aval_info *x = dbx_operand(s, 0);
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  uint32_t rank;
  DBX_TRY(without_axes(s, dims, &rank));
  *out = dbx_aval_of(x->dtype, x->weak, rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_argminmax(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(accepts(s));
  const dbx_aval_info *x = dbx_operand(s, 0);
  const dbx_param *t = dbx_site_param(s, DBX_S_index_dtype), *axes = dbx_site_param(s, DBX_S_axes);
  if (!t || t->kind != DBX_P_DTYPE || !dbx_is_integer(t->dtype) || !axes || axes->n != 1)
    return dbx_fail(DBX_E314, (dbx_span){0}, "%s needs one axis and an integer index_dtype",
                    s->prim->name);
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  uint32_t rank;
  DBX_TRY(without_axes(s, dims, &rank));
  *out = dbx_aval_of(t->dtype, false, rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_cumulative(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(accepts(s));
  int64_t axis = dbx_param_int(s->params, s->n_params, DBX_S_axis);
  if (axis < 0 || axis >= dbx_operand(s, 0)->rank)
    return dbx_fail(DBX_E306, (dbx_span){0}, "%s: axis out of range", s->prim->name);
  *out = dbx_atom_aval(s->in[0]);
  return DBX_OK;
}

dbx_status dbx_rule_sort(const dbx_site *s, dbx_aval *out) {
  int64_t axis = dbx_param_int(s->params, s->n_params, DBX_S_dimension);
  for (uint32_t k = 0; k < s->n_in; k++) {
    const dbx_aval_info *v = dbx_operand(s, k), *x = dbx_operand(s, 0);
    bool same = v->rank == x->rank && axis >= 0 && axis < v->rank;
    for (uint32_t i = 0; same && i < v->rank; i++) same = dbx_dim_equal(v->dims[i], x->dims[i]);
    if (!same)
      return dbx_fail(DBX_E310, (dbx_span){0}, "sort: operands must have one shape and the axis");
    out[k] = dbx_atom_aval(s->in[k]);
  }
  return DBX_OK;
}

static dbx_status pairs(const dbx_aval_info *x, const dbx_aval_info *y, const int64_t *a,
                        const int64_t *b, uint32_t n, const char *what) {
  for (uint32_t i = 0; i < n; i++) {
    if (a[i] < 0 || a[i] >= x->rank || b[i] < 0 || b[i] >= y->rank)
      return dbx_fail(DBX_E314, (dbx_span){0}, "dot_general: an axis is out of range");
    if (!dbx_dim_equal(x->dims[a[i]], y->dims[b[i]]))
      return dbx_fail(
          DBX_E303, (dbx_span){0},
          "dot_general requires %s to have the same shape: axis %d of the first operand "
          "and axis %d of the second differ",
          what, (int)a[i], (int)b[i]);
  }
  return DBX_OK;
}

static bool taken(int64_t i, const int64_t *a, uint32_t n, const int64_t *b, uint32_t m) {
  for (uint32_t k = 0; k < n; k++)
    if (a[k] == i) return true;
  for (uint32_t k = 0; k < m; k++)
    if (b[k] == i) return true;
  return false;
}

dbx_status dbx_rule_dot_general(const dbx_site *s, dbx_aval *out) {
  dbx_dot_dims d;
  if (s->n_in != 2 || !dbx_parse_dot_dims(dbx_site_param(s, DBX_S_dimension_numbers), &d))
    return dbx_fail(DBX_E314, (dbx_span){0}, "dot_general: malformed dimension_numbers");
  const dbx_aval_info *x = dbx_operand(s, 0), *y = dbx_operand(s, 1);
  DBX_TRY(pairs(x, y, d.lhs_batch, d.rhs_batch, d.n_batch, "lhs and rhs batch dimensions"));
  DBX_TRY(pairs(x, y, d.lhs_contract, d.rhs_contract, d.n_contract, "contracting dimensions"));
  const dbx_param *t = dbx_site_param(s, DBX_S_preferred_element_type);
  bool typed = t && t->kind == DBX_P_DTYPE;
  if (x->dtype != y->dtype && !typed)
    return dbx_fail(DBX_E409, (dbx_span){0},
                    "lax.dot_general requires arguments to have the same dtypes, got %s and %s",
                    dbx_dtype_name(x->dtype), dbx_dtype_name(y->dtype));
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank + y->rank);
  uint32_t rank = 0;
  for (uint32_t i = 0; i < d.n_batch; i++) dims[rank++] = x->dims[d.lhs_batch[i]];
  for (uint32_t i = 0; i < x->rank; i++)
    if (!taken(i, d.lhs_batch, d.n_batch, d.lhs_contract, d.n_contract)) dims[rank++] = x->dims[i];
  for (uint32_t i = 0; i < y->rank; i++)
    if (!taken(i, d.rhs_batch, d.n_batch, d.rhs_contract, d.n_contract)) dims[rank++] = y->dims[i];
  *out = dbx_aval_of(typed ? t->dtype : x->dtype, x->weak && y->weak, rank, dims);
  return DBX_OK;
}
