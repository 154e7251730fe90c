// Reading an index: its entries with the axes that they take; masks become positions (index.h).
#include "jnp/index.h"

#include <string.h>

static dbx_status too_many(uint32_t n, uint32_t rank) {
  return dbx_fail(DBX_E309, (dbx_span){0},
                  "Too many indices for array: %u non-None/Ellipsis indices for dim %u.", n, rank);
}

static dbx_status bad_index_type(V v) {
  const char *type = dbx_is_arraylike(&v) ? dbx_dtype_name(jn_dtype(v)) : dbx_val_type_name(&v);
  dbx_sym cls = v.kind == DBX_V_BOOL ? dbx_target_now()->boolean_index : DBX_S_TypeError;
  return dbx_fail_as(DBX_E309, cls, (dbx_span){0},
                     "Indexer must have integer or boolean type, got an index of type %s", type);
}

static bool is_mask(V v) {
  return (v.kind == DBX_V_ARRAY || v.kind == DBX_V_TRACER) && jn_dtype(v) == DBX_BOOL && jn_rank(v);
}

static uint32_t axes_taken(V v) { // by one entry of the index
  if (is_none(v) || v.kind == DBX_V_ELLIPSIS) return 0;
  return is_mask(v) ? jn_rank(v) : 1;
}

// A concrete boolean mask becomes the positions of its True elements.
static dbx_status expand_mask(const dbx_array *m, S shape, uint32_t axis, items *w) {
  for (uint32_t i = 0; i < m->rank; i++)
    if (shape.d[axis + i] != dbx_dim_int(m->dims[i]))
      return dbx_fail(DBX_E309, (dbx_span){0},
                      "boolean index did not match shape of indexed array on axis %u", axis + i);
  int64_t n = 0, *idx = DBX_TMP(int64_t, m->rank);
  for (int64_t i = 0; i < m->size; i++) n += dbx_array_at(m, i).i;
  for (uint32_t k = 0; k < m->rank; k++) {
    dbx_array *a;
    DBX_TRY(dbx_array_new(DBX_I64, 1, &n, &a));
    a->host = true;
    w->at[w->n++] =
        (item){.kind = ITEM_ARRAY, .v = dbx_val_array(dbx_autorelease(a)), .axis = axis + k};
  }
  int64_t row = 0;
  for (int64_t i = 0; i < m->size; i++) {
    if (dbx_array_at(m, i).i) {
      for (uint32_t k = 0; k < m->rank; k++)
        dbx_array_set(w->at[w->n - m->rank + k].v.array, row, dbx_scalar_int(idx[k]));
      row++;
    }
    for (uint32_t k = m->rank; k-- > 0 && ++idx[k] == m->dims[k];) idx[k] = 0;
  }
  w->advanced = true;
  return DBX_OK;
}

// The positions of the True elements of a traced mask: its positions sorted by the mask (stable),
// as many of them as there are True elements. How many is known only when the function runs: a new
// length.
static V true_positions(V mask) {
  V flat = jnp_ravel(mask), last, in[2], sorted[2];
  if (bad(flat)) return flat;
  V count = jnp_sum(lax_convert_strong(flat, DBX_I64), dbx_val_none(), DBX_NO_DTYPE, false);
  in[0] = NOT(flat), in[1] = lax_iota(DBX_I64, jn_shape(flat), 0);
  S some;
  if (bad(count) || lax_sort(in, 2, 0, 1, sorted) != DBX_OK || jn_shape_arg(count, &some) != DBX_OK)
    return FAILED;
  last = jn_int(0);
  return lax_dynamic_slice(sorted[1], &last, some);
}

static dbx_status expand_traced_mask(V mask, S shape, uint32_t axis, items *w) {
  S own = jn_shape(mask);
  for (uint32_t i = 0; i < own.n; i++)
    if (!dbx_compare_dims(shape.d[axis + i], own.d[i]))
      return dbx_fail(DBX_E309, (dbx_span){0},
                      "boolean index did not match shape of indexed array on axis %u", axis + i);
  V at = true_positions(mask);
  for (uint32_t i = own.n; i-- > 0;) {
    V len = lax_convert_strong(jn_dim_value(own.d[i]), DBX_I64),
      here = i ? jnp_remainder(at, len) : at;
    DBX_TRY(status_of(here));
    w->at[w->n + i] = (item){.kind = ITEM_ARRAY, .v = here, .axis = axis + i};
    if (i) at = jnp_floor_divide(at, len);
  }
  w->n += own.n;
  w->advanced = true;
  return DBX_OK;
}

static dbx_status read_entry(V v, S shape, uint32_t axis, items *w) {
  item *it = &w->at[w->n];
  *it = (item){.v = v, .axis = axis};
  if (v.kind == DBX_V_SLICE) {
    it->kind = ITEM_SLICE;
    memcpy(it->part, v.item, sizeof it->part);
    return w->n++, DBX_OK;
  }
  if (dbx_is_seq(&v)) {
    v = jnp_array(v, DBX_NO_DTYPE, false);
    DBX_TRY(status_of(v));
    if (jn_rank(v) == 1 && jn_shape(v).d[0] == dbx_dim_int(0)) v = lax_convert_strong(v, DBX_I64);
    it->v = v;
  }
  if (!dbx_is_arraylike(&v) || dbx_is_inexact(jn_dtype(v)) || v.kind == DBX_V_BOOL)
    return bad_index_type(v);
  if (jn_dtype(v) == DBX_BOOL) {
    if (jn_rank(v) == 0)
      return dbx_fail_as(DBX_E309, DBX_S_TypeError, (dbx_span){0},
                         "JAX arrays do not support boolean scalar indices");
    return v.kind == DBX_V_TRACER ? expand_traced_mask(v, shape, axis, w)
                                  : expand_mask(v.array, shape, axis, w);
  }
  it->kind = jn_rank(v) ? ITEM_ARRAY : ITEM_INT;
  w->advanced |= it->kind == ITEM_ARRAY;
  w->n++;
  return DBX_OK;
}

static void whole_axis(items *w, uint32_t axis) {
  w->at[w->n++] = (item){.kind = ITEM_SLICE, .axis = axis};
}

dbx_status jn_read_index(V index, S shape, items *w) {
  const V *entry = &index;
  uint32_t n = 1, taken = 0, ellipses = 0, axis = 0;
  if (index.kind == DBX_V_TUPLE) entry = index.item, n = index.n;
  if (index.kind == DBX_V_LIST)
    return dbx_fail_as(
        DBX_E309, DBX_S_TypeError, (dbx_span){0},
        "Using a non-tuple sequence for multidimensional indexing is not allowed; use "
        "`arr[array(seq)]` instead of `arr[seq]`.");
  for (uint32_t i = 0; i < n; i++) {
    DBX_TRY(status_of(entry[i]));
    taken += axes_taken(entry[i]);
    ellipses += entry[i].kind == DBX_V_ELLIPSIS;
  }
  if (taken > shape.n) return too_many(taken, shape.n);
  if (ellipses > 1)
    return dbx_fail(DBX_E309, (dbx_span){0}, "an index can only have a single ellipsis ('...')");
  w->at = DBX_TMP(item, n + 2 * shape.n + 2);
  for (uint32_t i = 0; i < n; i++) {
    V v = entry[i];
    if (is_none(v)) {
      w->at[w->n++] = (item){.kind = ITEM_NEWAXIS};
    } else if (v.kind == DBX_V_ELLIPSIS) {
      w->ellipsis = true;
      for (uint32_t k = taken; k < shape.n; k++) whole_axis(w, axis++);
    } else {
      DBX_TRY(read_entry(v, shape, axis, w));
      axis += axes_taken(v);
    }
  }
  while (axis < shape.n) whole_axis(w, axis++);
  return DBX_OK;
}
