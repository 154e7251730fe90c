// Collective operations over a further axis: over the axis of their name they become operations
// over an axis with a number; over others they stay (see rule.h). Source of their equations:
// jax/_src/lax/parallel.py of jax 0.4.23.
#include "batch/rule.h"

#include <inttypes.h>

// Is it the axis of these examples that the parameter names?
static bool is_own(const batch_site *s, const dbx_param *name) {
  return s->axis && dbx_axis_name(name) == s->axis;
}

// The same operation on another value, with other numbers of axes.
static dbx_status again(const batch_site *s, V x, int64_t axis, const dbx_kv *with, uint32_t n,
                        dbx_mapped *out) {
  return batch_one(lax_bind(batch_prim(s), &x, 1, batch_params(s, with, n), s->e->n_params), axis,
                   out);
}

static dbx_status number(const batch_site *s, dbx_dim d, int64_t *ret) {
  if (dbx_dim_is_int(d)) return *ret = dbx_dim_value(d), DBX_OK;
  return dbx_fail(
      DBX_E218, (dbx_span){0},
      "%s over an axis of traced length is not offered here; map over a length that is a "
      "number, or reduce with jax.lax.psum, pmax or pmin",
      s->e->prim->name);
}

// ---- psum, pmax, pmin ----

// The axes for operands along axis 0, or for those that are the same in all examples.
static const dbx_param *axes_of(const batch_site *s, bool mapped) {
  const dbx_param *axes = dbx_eqn_param(s->e, DBX_S_axes);
  const dbx_param **item = DBX_TMP(const dbx_param *, axes->n + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < axes->n; i++) {
    const dbx_param *a = axes->item[i];
    if (is_own(s, a) && !mapped) continue;
    if (is_own(s, a)) item[n++] = dbx_p_int(0);
    else item[n++] = a->kind == DBX_P_INT ? dbx_p_int(a->i + mapped) : a;
  }
  return dbx_p_tuple(item, n);
}

// x times a number of examples, which is the left or the right operand.
static V times(V x, dbx_dim d, bool left) {
  V n = jn_dim_value(d);
  if (bad(x) || bad(n)) return FAILED;
  n = n.kind == DBX_V_TRACER ? lax_convert_strong(n, jn_dtype(x)) : lax_const_like(x, n);
  return left ? MUL(n, x) : MUL(x, n);
}

// Sums of what is no tracer: those over an axis with a number are staged as such.
static V sum_of_value(V x, const dbx_param *axes) {
  int64_t *at = DBX_TMP(int64_t, axes->n + 1), known = 1;
  uint32_t n = 0;
  for (uint32_t i = 0; i < axes->n; i++)
    if (!dbx_axis_name(axes->item[i])) at[n++] = axes->item[i]->i;
  if (n) x = lax_reduce(DBX_PRIM_reduce_sum, x, at, n);
  for (uint32_t i = 0; i < axes->n; i++) {
    dbx_dim d = dbx_dim_int(1);
    dbx_sym name = dbx_axis_name(axes->item[i]);
    if (name && dbx_axis_find(name, &d) != DBX_OK) return FAILED;
    if (dbx_dim_is_int(d)) known *= dbx_dim_value(d);
    else x = times(x, d, true);
  }
  return times(x, dbx_dim_int(known), true);
}

static bool any_traced(const V *x, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (x[i].kind == DBX_V_TRACER) return true;
  return false;
}

// pmax and pmin of values are reductions, as in jax. Nothing outside is traced, so no name of an
// axis is left.
static dbx_status reduce_values(const batch_site *s, const V *x, uint32_t n, const dbx_param *axes,
                                V *ret) {
  int64_t *k = DBX_TMP(int64_t, axes->n + 1);
  dbx_prim p = batch_prim(s) == DBX_PRIM_pmax ? DBX_PRIM_reduce_max : DBX_PRIM_reduce_min;
  for (uint32_t i = 0; i < axes->n; i++) k[i] = axes->item[i]->i;
  for (uint32_t i = 0; i < n; i++) {
    ret[i] = lax_reduce(p, x[i], k, axes->n);
    DBX_TRY(status_of(ret[i]));
  }
  return DBX_OK;
}

static dbx_status bind(const batch_site *s, const V *x, uint32_t n, const dbx_param *axes, V *ret) {
  dbx_kv with = {DBX_S_axes, axes};
  if (batch_prim(s) != DBX_PRIM_psum && !jn_tracing()) return reduce_values(s, x, n, axes, ret);
  if (batch_prim(s) != DBX_PRIM_psum || any_traced(x, n))
    return lax_bind_n(batch_prim(s), x, n, batch_params(s, &with, 1), s->e->n_params, NULL, ret, n);
  for (uint32_t i = 0; i < n; i++) {
    ret[i] = sum_of_value(x[i], axes);
    DBX_TRY(status_of(ret[i]));
  }
  return DBX_OK;
}

// Operand i, along axis 0 if it is mapped.
static V operand(const batch_site *s, uint32_t i, bool own) {
  V x = s->in[i].v;
  if (is_mapped(s->in[i])) return batch_move(x, s->in[i].axis, 0);
  return own && batch_prim(s) == DBX_PRIM_psum ? times(x, s->size, true) : x;
}

// The operands that are mapped (or those that are not), in one equation.
static dbx_status reduce_some(const batch_site *s, bool mapped, bool own, dbx_mapped *out) {
  V *x = DBX_TMP(V, s->e->n_in + 1), *ret = DBX_TMP(V, s->e->n_in + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    if (is_mapped(s->in[i]) != mapped) continue;
    x[n++] = operand(s, i, own);
    DBX_TRY(status_of(x[n - 1]));
  }
  if (!n) return DBX_OK;
  DBX_TRY(bind(s, x, n, axes_of(s, mapped), ret));
  n = 0;
  for (uint32_t i = 0; i < s->e->n_in; i++)
    if (is_mapped(s->in[i]) == mapped)
      out[i] = (dbx_mapped){ret[n++], mapped && !own ? 0 : DBX_UNMAPPED};
  return DBX_OK;
}

// Only names of other axes: the examples stay where they are.
static dbx_status elsewhere(const batch_site *s, dbx_mapped *out) {
  V *x = DBX_TMP(V, s->e->n_in + 1), *ret = DBX_TMP(V, s->e->n_in + 1);
  for (uint32_t i = 0; i < s->e->n_in; i++) x[i] = s->in[i].v;
  DBX_TRY(bind(s, x, s->e->n_in, dbx_eqn_param(s->e, DBX_S_axes), ret));
  for (uint32_t i = 0; i < s->e->n_in; i++) out[i] = (dbx_mapped){ret[i], s->in[i].axis};
  return DBX_OK;
}

dbx_status dbx_batch_collective(const batch_site *s, dbx_mapped *out) {
  const dbx_param *axes = dbx_eqn_param(s->e, DBX_S_axes);
  bool own = false, numbers = false;
  for (uint32_t i = 0; i < axes->n; i++) {
    own |= is_own(s, axes->item[i]);
    numbers |= !dbx_axis_name(axes->item[i]);
  }
  if (!own && !numbers) return elsewhere(s, out);
  DBX_TRY(reduce_some(s, false, own, out));
  return reduce_some(s, true, own, out);
}

// ---- one axis more or less ----

// Axes `axis` and the one behind it as one.
static V fold_axis(const batch_site *s, V x, int64_t axis) {
  if (bad(x)) return x;
  S own = jn_shape(x), shape = {own.n - 1, DBX_TMP(dbx_dim, own.n)};
  int64_t a, b;
  if (number(s, own.d[axis], &a) != DBX_OK || number(s, own.d[axis + 1], &b) != DBX_OK)
    return FAILED;
  for (uint32_t i = 0; i < shape.n; i++) shape.d[i] = own.d[i + (i > axis)];
  shape.d[axis] = dbx_dim_int(a * b);
  return lax_reshape(x, shape);
}

// Axis `axis` as two, of which the first one has the length `parts`.
static V split_axis(const batch_site *s, V x, int64_t axis, int64_t parts) {
  if (bad(x)) return x;
  S own = jn_shape(x);
  int64_t n;
  if (number(s, own.d[axis], &n) != DBX_OK) return FAILED;
  own.d[axis] = dbx_dim_int(parts ? n / parts : 0);
  return lax_reshape(x, batch_shape_insert(own, axis, dbx_dim_int(parts)));
}

// The number of axis `key` beside the examples.
static int64_t beside(const batch_site *s, dbx_sym key) {
  return batch_axis(dbx_eqn_int(s->e, key), s->in[0].axis);
}

dbx_status dbx_batch_all_gather(const batch_site *s, dbx_mapped *out) {
  int64_t to = dbx_eqn_int(s->e, DBX_S_all_gather_dimension), axis = s->in[0].axis;
  bool tiled = dbx_eqn_int(s->e, DBX_S_tiled) > 0;
  if (!is_own(s, dbx_eqn_param(s->e, DBX_S_axis_name))) {
    dbx_kv with = {DBX_S_all_gather_dimension, dbx_p_int(to + (axis <= to))};
    return again(s, s->in[0].v, axis + (axis > to && !tiled), &with, 1, out);
  }
  V y = batch_match(s->in[0], s->size, to);
  return batch_one(tiled ? fold_axis(s, y, to) : y, DBX_UNMAPPED, out);
}

dbx_status dbx_batch_reduce_scatter(const batch_site *s, dbx_mapped *out) {
  int64_t at = dbx_eqn_int(s->e, DBX_S_scatter_dimension), axis = s->in[0].axis, size;
  bool tiled = dbx_eqn_int(s->e, DBX_S_tiled) > 0;
  if (!is_own(s, dbx_eqn_param(s->e, DBX_S_axis_name))) {
    dbx_kv with = {DBX_S_scatter_dimension, dbx_p_int(at + (axis <= at))};
    return again(s, s->in[0].v, axis - (axis > at && !tiled), &with, 1, out);
  }
  DBX_TRY(number(s, s->size, &size));
  V x = s->in[0].v, y = is_mapped(s->in[0]) ? lax_reduce(DBX_PRIM_reduce_sum, x, &axis, 1)
                                            : times(x, s->size, false);
  return batch_one(tiled ? split_axis(s, y, at, size) : y, at, out);
}

dbx_status dbx_batch_all_to_all(const batch_site *s, dbx_mapped *out) {
  int64_t split = dbx_eqn_int(s->e, DBX_S_split_axis),
          concat = dbx_eqn_int(s->e, DBX_S_concat_axis), axis = s->in[0].axis, size;
  if (!is_own(s, dbx_eqn_param(s->e, DBX_S_axis_name))) {
    dbx_kv with[] = {{DBX_S_split_axis, dbx_p_int(beside(s, DBX_S_split_axis))},
                     {DBX_S_concat_axis, dbx_p_int(beside(s, DBX_S_concat_axis))}};
    return again(s, s->in[0].v, axis, with, 2, out);
  }
  DBX_TRY(number(s, s->size, &size));
  V x = is_mapped(s->in[0]) ? s->in[0].v : batch_spread(s->in[0].v, s->size, 0);
  if (!is_mapped(s->in[0])) axis = 0;
  if (split != concat) {
    x = fold_axis(s, batch_move(x, axis, concat), concat);
    return batch_one(split_axis(s, x, split, size), split, out);
  }
  int64_t at = batch_axis(split, axis), was = axis;
  x = split_axis(s, x, at, size);
  axis += at <= axis;
  x = bad(x) ? x : jnp_moveaxis(x, (int64_t[]){axis, at}, (int64_t[]){at, axis}, 2);
  return batch_one(fold_axis(s, x, at), was, out);
}

// ---- places ----

dbx_status dbx_batch_axis_index(const batch_site *s, dbx_mapped *out) {
  S shape = {1, DBX_TMP(dbx_dim, 1)};
  shape.d[0] = s->size;
  return batch_one(lax_iota(DBX_I32, shape, 0), 0, out);
}

// From which example each one gets its value; those that nobody sends to get that of example 0, as
// in jax.
static dbx_status sources(const batch_site *s, V *ret) {
  const dbx_param *perm = dbx_eqn_param(s->e, DBX_S_perm);
  int64_t size;
  DBX_TRY(number(s, s->size, &size));
  if (perm->n != size)
    return dbx_fail(DBX_E205, (dbx_span){0}, "Permutation doesn't match the axis size!");
  dbx_array *a;
  DBX_TRY(dbx_array_new(DBX_I64, 1, &size, &a));
  *ret = dbx_val_array(dbx_autorelease(a));
  for (int64_t i = 0; i < size; i++) dbx_array_set(a, i, dbx_scalar_int(0));
  for (uint32_t i = 0; i < perm->n; i++) {
    const dbx_param *pair = perm->item[i];
    int64_t to = pair->n == 2 ? pair->item[1]->i : size, from = to == size ? 0 : pair->item[0]->i;
    if (to < 0) to += size;
    if (to < 0 || to >= size)
      return dbx_fail(DBX_E206, (dbx_span){0},
                      "index %" PRId64 " is out of bounds for axis 0 with size %" PRId64, to, size);
    dbx_array_set(a, to, dbx_scalar_int(from));
  }
  return DBX_OK;
}

dbx_status dbx_batch_ppermute(const batch_site *s, dbx_mapped *out) {
  V from;
  if (!is_own(s, dbx_eqn_param(s->e, DBX_S_axis_name)))
    return again(s, s->in[0].v, s->in[0].axis, NULL, 0, out);
  DBX_TRY(sources(s, &from));
  if (!is_mapped(s->in[0])) return *out = s->in[0], DBX_OK;
  return batch_one(jn_take(s->in[0].v, from, s->in[0].axis, NULL), s->in[0].axis, out);
}
