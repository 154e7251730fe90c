// Types of collective operations over named axes. Source: jax/_src/lax/parallel.py of jax 0.4.23,
// its abstract evaluation rules; observed in tests/jaxapi.
#include "prim/named_axis.h"

#include <inttypes.h>

static dbx_status malformed(const dbx_site *s) {
  return dbx_fail(DBX_E314, (dbx_span){0}, "%s: malformed parameters", s->prim->name);
}

// ---- reductions ----

// The type of x without the axes that have a number; the names are bound.
static dbx_status without(const dbx_site *s, dbx_aval type, const dbx_param *axes, dbx_aval *ret) {
  const dbx_aval_info *x = dbx_aval_at(type);
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank + 1), size;
  bool *gone = DBX_TMP(bool, x->rank + 1);
  uint32_t rank = 0;
  for (uint32_t i = 0; i < axes->n; i++) {
    const dbx_param *a = axes->item[i];
    dbx_sym name = dbx_axis_name(a);
    if (name) DBX_TRY(dbx_axis_find(name, &size));
    if (name) continue;
    if (a->kind != DBX_P_INT || a->i < 0 || a->i >= x->rank || gone[a->i])
      return dbx_fail(DBX_E306, (dbx_span){0}, "%s: an axis is out of range or named twice",
                      s->prim->name);
    gone[a->i] = true;
  }
  for (uint32_t i = 0; i < x->rank; i++)
    if (!gone[i]) dims[rank++] = x->dims[i];
  return *ret = dbx_aval_of(x->dtype, false, rank, dims), DBX_OK;
}

dbx_status dbx_rule_collective(const dbx_site *s, dbx_aval *out) {
  const dbx_param *axes = dbx_site_param(s, DBX_S_axes),
                  *groups = dbx_site_param(s, DBX_S_axis_index_groups);
  if (!axes || axes->kind != DBX_P_TUPLE || (groups && groups->kind != DBX_P_NONE))
    return malformed(s);
  for (uint32_t i = 0; i < s->n_in; i++) {
    dbx_dtype t = dbx_operand(s, i)->dtype;
    if (!dbx_prim_takes((dbx_prim)s->prim->id, t))
      return dbx_fail(DBX_E401, (dbx_span){0}, "%s does not accept dtype %s", s->prim->name,
                      dbx_dtype_name(t));
    DBX_TRY(without(s, dbx_atom_aval(s->in[i]), axes, &out[i]));
  }
  return DBX_OK;
}

// ---- along one name ----

// Operand 0, the size of the axis, and the axes of the operand that parameters say.
typedef struct along {
  const dbx_aval_info *x;
  dbx_dim size, *dims; // room for one more
  bool tiled;
} along;

static dbx_status named(const dbx_site *s, along *a) {
  dbx_sym name = dbx_axis_name(dbx_site_param(s, DBX_S_axis_name));
  if (!name) return malformed(s);
  DBX_TRY(dbx_axis_find(name, &a->size));
  a->tiled = dbx_param_int(s->params, s->n_params, DBX_S_tiled) > 0;
  if (!s->n_in) return DBX_OK;
  a->x = dbx_operand(s, 0);
  a->dims = DBX_TMP(dbx_dim, a->x->rank + 1);
  for (uint32_t i = 0; i < a->x->rank; i++) a->dims[i] = a->x->dims[i];
  return DBX_OK;
}

static dbx_status axis_in(const dbx_site *s, dbx_sym key, uint32_t rank, uint32_t *ret) {
  int64_t axis = dbx_param_int(s->params, s->n_params, key);
  if (axis < 0 || axis >= rank)
    return dbx_fail(DBX_E306, (dbx_span){0}, "%s: axis out of range", s->prim->name);
  return *ret = (uint32_t)axis, DBX_OK;
}

static dbx_status traced_size(const dbx_site *s) {
  return dbx_fail(
      DBX_E218, (dbx_span){0},
      "%s over an axis of traced length is not offered here; map over a length that is a "
      "number, or reduce with jax.lax.psum, pmax or pmin",
      s->prim->name);
}

dbx_status dbx_rule_all_gather(const dbx_site *s, dbx_aval *out) {
  along a;
  uint32_t k;
  DBX_TRY(named(s, &a));
  uint32_t rank = a.x->rank + !a.tiled;
  DBX_TRY(axis_in(s, DBX_S_all_gather_dimension, rank, &k));
  if (!dbx_dim_is_int(a.size) || (a.tiled && !dbx_dim_is_int(a.dims[k]))) return traced_size(s);
  if (a.tiled) a.dims[k] = dbx_dim_int(dbx_dim_value(a.dims[k]) * dbx_dim_value(a.size));
  for (uint32_t i = rank; !a.tiled && i-- > k;) a.dims[i] = i > k ? a.x->dims[i - 1] : a.size;
  return *out = dbx_aval_of(a.x->dtype, a.x->weak, rank, a.dims), DBX_OK;
}

dbx_status dbx_rule_reduce_scatter(const dbx_site *s, dbx_aval *out) {
  along a;
  uint32_t k;
  DBX_TRY(named(s, &a));
  DBX_TRY(axis_in(s, DBX_S_scatter_dimension, a.x->rank, &k));
  if (!dbx_dim_is_int(a.size) || !dbx_dim_is_int(a.dims[k])) return traced_size(s);
  int64_t n = dbx_dim_value(a.dims[k]), size = dbx_dim_value(a.size);
  if (a.tiled && (!size || n % size))
    return dbx_fail_as(DBX_E310, DBX_S_ValueError, (dbx_span){0},
                       "tiled reduce_scatter operand scatter dimension size %" PRId64
                       " must be divisible by shard_count %" PRId64,
                       n, size);
  if (!a.tiled && n != size)
    return dbx_fail_as(DBX_E310, DBX_S_ValueError, (dbx_span){0},
                       "reduce_scatter operand scatter dimension size %" PRId64
                       " must match shard count %" PRId64,
                       n, size);
  if (a.tiled) a.dims[k] = dbx_dim_int(n / size);
  for (uint32_t i = k; !a.tiled && i + 1 < a.x->rank; i++) a.dims[i] = a.x->dims[i + 1];
  return *out = dbx_aval_of(a.x->dtype, a.x->weak, a.x->rank - !a.tiled, a.dims), DBX_OK;
}

dbx_status dbx_rule_all_to_all(const dbx_site *s, dbx_aval *out) {
  along a;
  uint32_t split, concat;
  DBX_TRY(named(s, &a));
  DBX_TRY(axis_in(s, DBX_S_split_axis, a.x->rank, &split));
  DBX_TRY(axis_in(s, DBX_S_concat_axis, a.x->rank, &concat));
  if (!dbx_dim_is_int(a.size) || !dbx_dim_is_int(a.dims[split]) || !dbx_dim_is_int(a.dims[concat]))
    return traced_size(s);
  int64_t size = dbx_dim_value(a.size), n = dbx_dim_value(a.dims[split]);
  if (!size || n % size)
    return dbx_fail_as(DBX_E310, DBX_S_ValueError, (dbx_span){0},
                       "The size of all_to_all split_axis (%" PRId64
                       ") has to be divisible by the size of the named axis (%" PRId64 ")",
                       n, size);
  a.dims[split] = dbx_dim_int(n / size);
  a.dims[concat] = dbx_dim_int(dbx_dim_value(a.dims[concat]) * size);
  return *out = dbx_aval_of(a.x->dtype, false, a.x->rank, a.dims), DBX_OK;
}

dbx_status dbx_rule_ppermute(const dbx_site *s, dbx_aval *out) {
  along a;
  DBX_TRY(named(s, &a));
  return *out = dbx_atom_aval(s->in[0]), DBX_OK;
}

dbx_status dbx_rule_axis_index(const dbx_site *s, dbx_aval *out) {
  along a;
  DBX_TRY(named(s, &a));
  return *out = dbx_aval_scalar(DBX_I32, false), DBX_OK;
}
