// Shape rules of the primitives that make, move and cut arrays.
// Dynamic sizes are trailing operands in order, None in the shape parameter (observed:
// conformance/creation). Lengths that only arithmetic could tell are DBX_DIM_UNKNOWN.
#include "prim/exact.h"

#include <inttypes.h>
#include <string.h>

static dbx_status misfit(const dbx_site *s, const char *what) {
  return dbx_fail(DBX_E314, (dbx_span){0}, "%s: %s", s->prim->name, what);
}

dbx_status dbx_merge_shape(const dbx_site *s, const dbx_param *shape, uint32_t *next,
                           dbx_dim *dims) {
  for (uint32_t i = 0; i < shape->n; i++) {
    const dbx_param *p = shape->item[i];
    if (p->kind == DBX_P_INT && p->i >= 0) {
      dims[i] = dbx_dim_int(p->i);
      continue;
    }
    if (p->kind != DBX_P_NONE || *next >= s->n_in) return misfit(s, "malformed shape parameter");
    dbx_atom a = s->in[(*next)++];
    if (!dbx_aval_is_int_scalar(dbx_atom_aval(a)))
      return misfit(s, "a size is not an integer scalar");
    dims[i] = dbx_dim_of_atom(a);
    if (dbx_dim_kind_of(dims[i]) == DBX_DIM_UNKNOWN)
      return misfit(s, "a size is negative or does not fit int64");
  }
  return DBX_OK;
}

static dbx_status shape_param(const dbx_site *s, dbx_sym key, const dbx_param **ret) {
  const dbx_param *p = dbx_site_param(s, key);
  if (!p || p->kind != DBX_P_TUPLE) return misfit(s, "a shape parameter is missing");
  *ret = p;
  return DBX_OK;
}

static dbx_status ints_param(const dbx_site *s, dbx_sym key, const int64_t **i, uint32_t *n) {
  const dbx_param *p = dbx_site_param(s, key);
  if (!p || (p->kind != DBX_P_TUPLE && p->kind != DBX_P_LIST))
    return misfit(s, "an axes parameter is missing");
  *i = dbx_param_ints(p, n);
  return DBX_OK;
}

dbx_status dbx_rule_broadcast(const dbx_site *s, dbx_aval *out) {
  const dbx_param *shape;
  const int64_t *axes;
  uint32_t n_axes, next = 1;
  DBX_TRY(shape_param(s, DBX_S_shape, &shape));
  DBX_TRY(ints_param(s, DBX_S_broadcast_dimensions, &axes, &n_axes));
  if (!s->n_in) return misfit(s, "the operand is missing");
  const dbx_aval_info *x = dbx_operand(s, 0);
  dbx_dim *dims = DBX_TMP(dbx_dim, shape->n);
  DBX_TRY(dbx_merge_shape(s, shape, &next, dims));
  if (next != s->n_in) return misfit(s, "more sizes than dynamic dimensions");
  if (n_axes != x->rank)
    return misfit(s, "broadcast_dimensions must have length equal to operand ndim");
  for (uint32_t i = 0; i < n_axes; i++) {
    if (axes[i] < 0 || axes[i] >= shape->n || (i && axes[i] <= axes[i - 1]))
      return misfit(s, "broadcast_dimensions must be strictly increasing axes of the result");
    if (!dbx_dim_equal(x->dims[i], dims[axes[i]]) && x->dims[i] != dbx_dim_int(1))
      return dbx_fail(
          DBX_E310, (dbx_span){0},
          "broadcast_in_dim operand dimension sizes must either be 1, or be equal to "
          "their corresponding dimensions in the target broadcast shape; axis %u differs",
          i);
  }
  *out = dbx_aval_of(x->dtype, x->weak, shape->n, dims);
  return DBX_OK;
}

dbx_status dbx_rule_iota(const dbx_site *s, dbx_aval *out) {
  const dbx_param *shape, *dtype = dbx_site_param(s, DBX_S_dtype);
  uint32_t next = 0;
  DBX_TRY(shape_param(s, DBX_S_shape, &shape));
  if (!dtype || dtype->kind != DBX_P_DTYPE) return misfit(s, "the dtype is missing");
  dbx_dim *dims = DBX_TMP(dbx_dim, shape->n);
  DBX_TRY(dbx_merge_shape(s, shape, &next, dims));
  int64_t d = dbx_param_int(s->params, s->n_params, DBX_S_dimension);
  if (next != s->n_in || d < 0 || d >= shape->n) return misfit(s, "dimension out of range");
  if (dtype->dtype == DBX_BOOL)
    return dbx_fail(DBX_E401, (dbx_span){0}, "iota does not accept dtype bool");
  *out = dbx_aval_of(dtype->dtype, false, shape->n, dims);
  return DBX_OK;
}

static dbx_status elements(const dbx_dim *dims, uint32_t n, int64_t *ret) {
  int64_t *ints = DBX_TMP(int64_t, n);
  for (uint32_t i = 0; i < n; i++) ints[i] = dbx_dim_value(dims[i]);
  return dbx_size_product(ints, n, ret);
}

dbx_status dbx_rule_reshape(const dbx_site *s, dbx_aval *out) {
  const dbx_param *shape;
  uint32_t next = 1;
  DBX_TRY(shape_param(s, DBX_S_new_sizes, &shape));
  if (!s->n_in) return misfit(s, "the operand is missing");
  const dbx_aval_info *x = dbx_operand(s, 0);
  dbx_dim *dims = DBX_TMP(dbx_dim, shape->n);
  DBX_TRY(dbx_merge_shape(s, shape, &next, dims));
  bool dynamic = x->dynamic;
  int64_t from = 1, to = 1;
  for (uint32_t i = 0; i < shape->n; i++) dynamic |= !dbx_dim_is_int(dims[i]);
  if (!dynamic) DBX_TRY(elements(x->dims, x->rank, &from));
  if (!dynamic) DBX_TRY(elements(dims, shape->n, &to));
  if (from != to)
    return dbx_fail(DBX_E305, (dbx_span){0},
                    "cannot reshape array of shape %s (size %" PRId64 ") into %" PRId64 " elements",
                    dbx_aval_text(dbx_atom_aval(s->in[0])), from, to);
  *out = dbx_aval_of(x->dtype, x->weak, shape->n, dims);
  return DBX_OK;
}

dbx_status dbx_rule_squeeze(const dbx_site *s, dbx_aval *out) {
  const int64_t *axes;
  uint32_t n, rank = 0;
  DBX_TRY(ints_param(s, DBX_S_dimensions, &axes, &n));
  const dbx_aval_info *x = dbx_operand(s, 0);
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  for (uint32_t i = 0; i < x->rank; i++) {
    bool drop = false;
    for (uint32_t k = 0; k < n; k++) drop |= axes[k] == i;
    if (!drop) dims[rank++] = x->dims[i];
    else if (dbx_dim_is_int(x->dims[i]) && x->dims[i] != dbx_dim_int(1))
      return dbx_fail(
          DBX_E307, (dbx_span){0},
          "cannot select an axis to squeeze out which has size not equal to one: axis %u "
          "has length %" PRId64,
          i, dbx_dim_value(x->dims[i]));
  }
  if (x->rank - rank != n) return misfit(s, "dimensions out of range or repeated");
  *out = dbx_aval_of(x->dtype, x->weak, rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_transpose(const dbx_site *s, dbx_aval *out) {
  const int64_t *p;
  uint32_t n;
  DBX_TRY(ints_param(s, DBX_S_permutation, &p, &n));
  const dbx_aval_info *x = dbx_operand(s, 0);
  dbx_dim *dims = DBX_TMP(dbx_dim, n);
  bool *seen = DBX_TMP(bool, n);
  if (n != x->rank) return misfit(s, "the permutation has another length than the operand's rank");
  for (uint32_t i = 0; i < n; i++) {
    if (p[i] < 0 || p[i] >= n || seen[p[i]]) return misfit(s, "not a permutation");
    seen[p[i]] = true;
    dims[i] = x->dims[p[i]];
  }
  *out = dbx_aval_of(x->dtype, x->weak, n, dims);
  return DBX_OK;
}

dbx_status dbx_rule_rev(const dbx_site *s, dbx_aval *out) {
  const int64_t *axes;
  uint32_t n;
  DBX_TRY(ints_param(s, DBX_S_dimensions, &axes, &n));
  for (uint32_t i = 0; i < n; i++) {
    bool twice = false;
    for (uint32_t k = 0; k < i; k++) twice |= axes[k] == axes[i];
    if (axes[i] < 0 || axes[i] >= dbx_operand(s, 0)->rank || twice)
      return misfit(s, "dimensions out of range or named twice");
  }
  *out = dbx_atom_aval(s->in[0]);
  return DBX_OK;
}

static dbx_status concat_dtype(const dbx_site *s, uint32_t k) {
  if (dbx_operand(s, k)->dtype == dbx_operand(s, 0)->dtype) return DBX_OK;
  return dbx_fail(DBX_E409, (dbx_span){0},
                  "lax.concatenate requires arguments to have the same dtypes, got %s and %s",
                  dbx_dtype_name(dbx_operand(s, 0)->dtype),
                  dbx_dtype_name(dbx_operand(s, k)->dtype));
}

dbx_status dbx_rule_concatenate(const dbx_site *s, dbx_aval *out) {
  if (!s->n_in) return misfit(s, "no operands");
  const dbx_aval_info *x = dbx_operand(s, 0);
  int64_t axis = dbx_param_int(s->params, s->n_params, DBX_S_dimension), sum = 0;
  if (axis < 0 || axis >= x->rank) return misfit(s, "dimension out of range");
  bool weak = true, dynamic = false;
  for (uint32_t k = 0; k < s->n_in; k++) {
    const dbx_aval_info *v = dbx_operand(s, k);
    DBX_TRY(concat_dtype(s, k));
    if (v->rank != x->rank)
      return dbx_fail(
          DBX_E304, (dbx_span){0},
          "Cannot concatenate arrays with different numbers of dimensions: got %s and %s.",
          dbx_aval_text(dbx_atom_aval(s->in[0])), dbx_aval_text(dbx_atom_aval(s->in[k])));
    for (uint32_t i = 0; i < v->rank; i++)
      if (i != axis && !dbx_dim_equal(v->dims[i], x->dims[i]))
        return dbx_fail(
            DBX_E304, (dbx_span){0},
            "Cannot concatenate arrays with shapes that differ in dimensions other than "
            "the one being concatenated: axis %u differs",
            i);
    weak &= v->weak;
    dynamic |= !dbx_dim_is_int(v->dims[axis]);
    if (!dynamic) DBX_TRY(dbx_size_of(DBX_PRIM_add, sum, dbx_dim_value(v->dims[axis]), &sum));
  }
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  // One operand: its own length. Else the sum, which equations before this one compute.
  if (s->n_in > 1) dims[axis] = dynamic ? dbx_dim_make(DBX_DIM_UNKNOWN, 0) : dbx_dim_int(sum);
  *out = dbx_aval_of(x->dtype, weak, x->rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_pad(const dbx_site *s, dbx_aval *out) {
  const dbx_param *config = dbx_site_param(s, DBX_S_padding_config);
  const dbx_aval_info *x = dbx_operand(s, 0), *value = dbx_operand(s, 1);
  if (!config || config->n != x->rank) return misfit(s, "padding_config needs one entry an axis");
  if (value->rank || value->dtype != x->dtype)
    return dbx_fail(DBX_E409, (dbx_span){0}, "pad: the padding value must be a scalar of dtype %s",
                    dbx_dtype_name(x->dtype));
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  for (uint32_t i = 0; i < x->rank; i++) {
    uint32_t n;
    const int64_t *c = dbx_param_ints(config->item[i], &n);
    if (n != 3 || c[2] < 0) return misfit(s, "malformed padding_config");
    dims[i] = x->dims[i];
    if (!c[0] && !c[1] && !c[2]) continue;
    if (!dbx_dim_is_int(x->dims[i])) {
      dims[i] = dbx_dim_make(DBX_DIM_UNKNOWN, 0);
      continue;
    }
    int64_t m;
    DBX_TRY(dbx_size_padded(dbx_dim_value(x->dims[i]), c, &m));
    if (m < 0) return misfit(s, "negative padding longer than the axis");
    dims[i] = dbx_dim_int(m);
  }
  *out = dbx_aval_of(x->dtype, x->weak && value->weak, x->rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_slice(const dbx_site *s, dbx_aval *out) {
  const int64_t *start, *limit, *stride;
  uint32_t n, m, k;
  DBX_TRY(ints_param(s, DBX_S_start_indices, &start, &n));
  DBX_TRY(ints_param(s, DBX_S_limit_indices, &limit, &m));
  stride = dbx_param_ints(dbx_site_param(s, DBX_S_strides), &k);
  const dbx_aval_info *x = dbx_operand(s, 0);
  if (n != x->rank || m != n || (k && k != n)) return misfit(s, "indices of another rank");
  dbx_dim *dims = DBX_TMP(dbx_dim, n);
  for (uint32_t i = 0; i < n; i++) {
    int64_t step = k ? stride[i] : 1;
    bool long_enough = !dbx_dim_is_int(x->dims[i]) || limit[i] <= dbx_dim_value(x->dims[i]);
    if (step <= 0 || start[i] < 0 || limit[i] < start[i] || !long_enough)
      return dbx_fail(
          DBX_E314, (dbx_span){0},
          "slice limit_indices must be less than or equal to operand shape, and at least "
          "start_indices: axis %u of %s",
          i, dbx_aval_text(dbx_atom_aval(s->in[0])));
    dims[i] = dbx_dim_int(limit[i] > start[i] ? (limit[i] - start[i] - 1) / step + 1 : 0);
  }
  *out = dbx_aval_of(x->dtype, x->weak, n, dims);
  return DBX_OK;
}

dbx_status dbx_rule_split(const dbx_site *s, dbx_aval *out) {
  const dbx_aval_info *x = dbx_operand(s, 0);
  int64_t axis = dbx_param_int(s->params, s->n_params, DBX_S_axis), rest;
  const int64_t *size;
  uint32_t n;
  DBX_TRY(ints_param(s, DBX_S_sizes, &size, &n));
  if (axis < 0 || axis >= x->rank) return misfit(s, "axis out of range");
  if (!dbx_dim_is_int(x->dims[axis])) return misfit(s, "the length along axis has to be a number");
  rest = dbx_dim_value(x->dims[axis]);
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  for (uint32_t i = 0; i < n; i++) {
    if (size[i] < 0 || size[i] > rest) return misfit(s, "sizes that are not those of parts");
    rest -= size[i];
    dims[axis] = dbx_dim_int(size[i]);
    out[i] = dbx_aval_of(x->dtype, x->weak, x->rank, dims);
  }
  return rest ? misfit(s, "sizes that do not make up the whole") : DBX_OK;
}

static dbx_status index_operands(const dbx_site *s, uint32_t first, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!dbx_aval_is_int_scalar(dbx_atom_aval(s->in[first + i])))
      return misfit(s, "start indices must be integer scalars");
  return DBX_OK;
}

dbx_status dbx_rule_dynamic_slice(const dbx_site *s, dbx_aval *out) {
  const dbx_param *shape;
  DBX_TRY(shape_param(s, DBX_S_slice_sizes, &shape));
  const dbx_aval_info *x = dbx_operand(s, 0);
  uint32_t next = 1 + x->rank;
  if (shape->n != x->rank || s->n_in < next) return misfit(s, "one start and one size an axis");
  DBX_TRY(index_operands(s, 1, x->rank));
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  DBX_TRY(dbx_merge_shape(s, shape, &next, dims));
  if (next != s->n_in) return misfit(s, "more sizes than dynamic dimensions");
  for (uint32_t i = 0; i < x->rank; i++)
    if (dbx_dim_is_int(dims[i]) && dbx_dim_is_int(x->dims[i]) &&
        dbx_dim_value(dims[i]) > dbx_dim_value(x->dims[i]))
      return misfit(s, "slice_sizes must be less than or equal to the operand shape");
  *out = dbx_aval_of(x->dtype, x->weak, x->rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_dynamic_update_slice(const dbx_site *s, dbx_aval *out) {
  const dbx_aval_info *x = dbx_operand(s, 0), *u = dbx_operand(s, 1);
  if (u->rank != x->rank || s->n_in != 2 + x->rank) return misfit(s, "ranks differ");
  if (u->dtype != x->dtype)
    return dbx_fail(
        DBX_E409, (dbx_span){0},
        "lax.dynamic_update_slice requires arguments to have the same dtypes, got %s and %s",
        dbx_dtype_name(x->dtype), dbx_dtype_name(u->dtype));
  DBX_TRY(index_operands(s, 2, x->rank));
  for (uint32_t i = 0; i < x->rank; i++)
    if (dbx_dim_is_int(u->dims[i]) && dbx_dim_is_int(x->dims[i]) &&
        dbx_dim_value(u->dims[i]) > dbx_dim_value(x->dims[i]))
      return misfit(s, "update shape must be smaller than operand shape");
  bool weak = true;
  for (uint32_t k = 0; k < s->n_in; k++) weak &= dbx_operand(s, k)->weak;
  *out = dbx_aval_with_type(dbx_atom_aval(s->in[0]), x->dtype, weak);
  return DBX_OK;
}

static bool contains(const int64_t *a, uint32_t n, int64_t x) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i] == x) return true;
  return false;
}

// Each one of so many axes, and none twice.
static bool are_axes(const int64_t *axes, uint32_t n, uint32_t rank) {
  for (uint32_t i = 0; i < n; i++)
    if (axes[i] < 0 || axes[i] >= rank || contains(axes, i, axes[i])) return false;
  return true;
}

dbx_status dbx_rule_gather(const dbx_site *s, dbx_aval *out) {
  dbx_gather_dims g;
  const dbx_param *sizes;
  DBX_TRY(shape_param(s, DBX_S_slice_sizes, &sizes));
  if (s->n_in < 2 || !dbx_parse_gather_dims(dbx_site_param(s, DBX_S_dimension_numbers), &g))
    return misfit(s, "malformed dimension_numbers");
  const dbx_aval_info *x = dbx_operand(s, 0), *idx = dbx_operand(s, 1);
  uint32_t next = 2, batch = idx->rank ? idx->rank - 1 : 0, rank = batch + g.n_offset;
  if (!idx->rank || !dbx_is_integer(idx->dtype) || sizes->n != x->rank ||
      g.n_offset + g.n_collapsed != x->rank || idx->dims[batch] != dbx_dim_int(g.n_index))
    return misfit(s, "indices, slice_sizes and dimension_numbers do not fit the operand");
  if (!are_axes(g.collapsed_dims, g.n_collapsed, x->rank))
    return misfit(s, "collapsed_slice_dims are no axes of the operand");
  dbx_dim *size = DBX_TMP(dbx_dim, x->rank), *dims = DBX_TMP(dbx_dim, rank);
  DBX_TRY(dbx_merge_shape(s, sizes, &next, size));
  if (next != s->n_in) return misfit(s, "more sizes than dynamic dimensions");
  for (uint32_t i = 0; i < x->rank; i++) {
    if (contains(g.collapsed_dims, g.n_collapsed, i) && size[i] != dbx_dim_int(1))
      return misfit(s, "collapsed slice dims must have size 1");
    if (dbx_dim_is_int(size[i]) && dbx_dim_is_int(x->dims[i]) &&
        dbx_dim_value(size[i]) > dbx_dim_value(x->dims[i]))
      return misfit(s, "a slice size is larger than its axis");
  }
  for (uint32_t i = 0; i < g.n_index; i++)
    if (g.start_index_map[i] < 0 || g.start_index_map[i] >= x->rank)
      return misfit(s, "start_index_map out of range");
  uint32_t from_batch = 0, from_slice = 0;
  for (uint32_t i = 0; i < rank; i++) {
    if (!contains(g.offset_dims, g.n_offset, i)) {
      if (from_batch >= batch) return misfit(s, "offset_dims out of range");
      dims[i] = idx->dims[from_batch++];
      continue;
    }
    while (from_slice < x->rank && contains(g.collapsed_dims, g.n_collapsed, from_slice))
      from_slice++;
    if (from_slice >= x->rank) return misfit(s, "offset_dims out of range");
    dims[i] = size[from_slice++];
  }
  *out = dbx_aval_of(x->dtype, x->weak, rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_scatter(const dbx_site *s, dbx_aval *out) {
  dbx_gather_dims g;
  if (s->n_in != 3 || !dbx_parse_scatter_dims(dbx_site_param(s, DBX_S_dimension_numbers), &g))
    return misfit(s, "malformed dimension_numbers");
  const dbx_aval_info *x = dbx_operand(s, 0), *idx = dbx_operand(s, 1), *u = dbx_operand(s, 2);
  if (u->dtype != x->dtype)
    return dbx_fail(DBX_E409, (dbx_span){0},
                    "lax.scatter requires arguments to have the same dtypes, got %s and %s",
                    dbx_dtype_name(x->dtype), dbx_dtype_name(u->dtype));
  if (!idx->rank || !dbx_is_integer(idx->dtype) || g.n_offset + g.n_collapsed != x->rank ||
      u->rank != idx->rank - 1 + g.n_offset || idx->dims[idx->rank - 1] != dbx_dim_int(g.n_index))
    return misfit(s, "indices, updates and dimension_numbers do not fit the operand");
  if (!are_axes(g.collapsed_dims, g.n_collapsed, x->rank))
    return misfit(s, "inserted_window_dims are no axes of the operand");
  for (uint32_t i = 0; i < g.n_index; i++)
    if (g.start_index_map[i] < 0 || g.start_index_map[i] >= x->rank)
      return misfit(s, "scatter_dims_to_operand_dims out of range");
  if (!are_axes(g.offset_dims, g.n_offset, u->rank))
    return misfit(s, "update_window_dims out of range");
  *out = dbx_atom_aval(s->in[0]);
  return DBX_OK;
}
