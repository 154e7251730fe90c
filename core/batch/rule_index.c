// Slices, gathers and scatters over a further axis (see rule.h).
#include "batch/rule.h"

#include "jnp/index.h"

// ---- static slices ----

static const int64_t *with_axis(const int64_t *at, uint32_t n, int64_t axis, int64_t value) {
  int64_t *r = DBX_TMP(int64_t, n + 1);
  r[axis] = value;
  for (uint32_t i = 0; i < n; i++) r[batch_axis(i, axis)] = at[i];
  return r;
}

// A static slice cannot say a length that is traced.
static V dynamic_of_slice(const batch_site *s, const int64_t *start, const int64_t *limit) {
  uint32_t n = jn_rank(s->in[0].v);
  V *at = DBX_TMP(V, n);
  S size = {n, DBX_TMP(dbx_dim, n)};
  for (uint32_t i = 0; i < n; i++) {
    at[i] = jn_int(start[i]);
    size.d[i] = i == s->in[0].axis ? s->size : dbx_dim_int(limit[i] - start[i]);
  }
  return lax_dynamic_slice(s->in[0].v, at, size);
}

static bool steps(const int64_t *stride, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (stride[i] != 1) return true;
  return false;
}

dbx_status dbx_batch_slice(const batch_site *s, dbx_mapped *out) {
  uint32_t n, n_stride;
  const int64_t *start = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_start_indices), &n),
                *limit = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_limit_indices), &n),
                *stride = dbx_param_ints(dbx_eqn_param(s->e, DBX_S_strides), &n_stride);
  int64_t axis = s->in[0].axis;
  bool is_static = dbx_dim_is_int(s->size);
  start = with_axis(start, n, axis, 0);
  limit = with_axis(limit, n, axis, is_static ? dbx_dim_value(s->size) : 0);
  if (is_static)
    return batch_one(
        lax_slice(s->in[0].v, start, limit, n_stride ? with_axis(stride, n, axis, 1) : NULL), axis,
        out);
  if (!steps(stride, n_stride)) return batch_one(dynamic_of_slice(s, start, limit), axis, out);
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "a slice with a step is not mapped over an axis of traced length; index with an "
                  "array of positions, x[jnp.arange(...)]");
}

dbx_status dbx_batch_split(const batch_site *s, dbx_mapped *out) {
  dbx_mapped x = s->in[0];
  int64_t axis = batch_axis((uint32_t)dbx_eqn_int(s->e, DBX_S_axis), x.axis);
  uint32_t n = s->e->n_out;
  V *part = DBX_TMP(V, n + 1);
  DBX_TRY(lax_split(x.v, axis, dbx_eqn_param(s->e, DBX_S_sizes), part, n));
  for (uint32_t i = 0; i < n; i++) out[i] = (dbx_mapped){part[i], x.axis};
  return DBX_OK;
}

// ---- gather ----

static const dbx_param *numbers(bool scatter, const int64_t *offset, uint32_t n_offset,
                                const int64_t *collapsed, uint32_t n_collapsed, const int64_t *map,
                                uint32_t n_map) {
  indexer g = {.offset = (int64_t *)(uintptr_t)offset,
               .collapsed = (int64_t *)(uintptr_t)collapsed,
               .map = (int64_t *)(uintptr_t)map,
               .n_offset = n_offset,
               .n_collapsed = n_collapsed,
               .n_map = n_map};
  return jn_dimension_numbers(&g, scatter);
}

// Everything that gather is, but its operands.
typedef struct picking {
  dbx_gather_dims d;
  S sizes;
  const dbx_param *mode, *fill;
  bool sorted, unique;
} picking;

static V bind_gather(V x, V indices, const picking *p, const dbx_param *dims, S sizes) {
  V *ops = DBX_TMP(V, sizes.n + 2);
  uint32_t n = 2;
  ops[0] = x, ops[1] = indices;
  const dbx_param *shape = jn_shape_param(sizes, ops, &n);
  dbx_kv kv[] = {{DBX_S_dimension_numbers, dims},
                 {DBX_S_fill_value, p->fill},
                 {DBX_S_indices_are_sorted, dbx_p_bool(p->sorted)},
                 {DBX_S_mode, p->mode},
                 {DBX_S_slice_sizes, shape},
                 {DBX_S_unique_indices, dbx_p_bool(p->unique)}};
  return lax_bind(DBX_PRIM_gather, ops, n, kv, 6);
}

// Indices that count the examples in their first entry, as arrays of one row of indices more.
static V counted(V indices) {
  S s = jn_shape(indices);
  s.d[s.n - 1] = dbx_dim_int(1);
  V pair[] = {lax_iota(jn_dtype(indices), s, 0), indices};
  return lax_concatenate(pair, 2, s.n - 1);
}

// The type of indices that can count the examples.
static V wide_enough(V indices, dbx_dim size) {
  dbx_dtype t = jn_dtype(indices);
  unsigned bits = 8 * dbx_dtype_bytes(t);
  int64_t most = bits >= 64 ? INT64_MAX : (INT64_C(1) << (bits - dbx_is_signed(t))) - 1;
  bool fits = !dbx_dim_is_int(size) || dbx_dim_value(size) <= most;
  return fits ? indices
              : lax_convert_strong(indices, dbx_dim_value(size) > INT32_MAX ? DBX_I64 : DBX_I32);
}

static V gather_both(const batch_site *s, const picking *p, dbx_mapped x, dbx_mapped i) {
  const dbx_gather_dims *d = &p->d;
  V array = batch_move(x.v, x.axis, 0), indices = batch_move(i.v, i.axis, 0);
  if (bad(array) || bad(indices)) return FAILED;
  indices = counted(wide_enough(indices, s->size));
  const dbx_param *dims =
      numbers(false, batch_shifted(d->offset_dims, d->n_offset, DBX_UNMAPPED), d->n_offset,
              batch_shifted(d->collapsed_dims, d->n_collapsed, 0), d->n_collapsed + 1,
              batch_shifted(d->start_index_map, d->n_index, 0), d->n_index + 1);
  return bind_gather(array, indices, p, dims, batch_shape_insert(p->sizes, 0, dbx_dim_int(1)));
}

static V gather_rows(const batch_site *s, const picking *p, dbx_mapped x, V indices) {
  const dbx_gather_dims *d = &p->d;
  const dbx_param *dims =
      numbers(false, batch_shifted(d->offset_dims, d->n_offset, 0), d->n_offset + 1,
              batch_shifted(d->collapsed_dims, d->n_collapsed, DBX_UNMAPPED), d->n_collapsed,
              batch_shifted(d->start_index_map, d->n_index, DBX_UNMAPPED), d->n_index);
  return bind_gather(batch_move(x.v, x.axis, 0), indices, p, dims,
                     batch_shape_insert(p->sizes, 0, s->size));
}

static V gather_at(const picking *p, V x, dbx_mapped i) {
  const dbx_gather_dims *d = &p->d;
  picking own = *p;
  own.sorted = own.unique = false; // indices of all examples are neither
  const dbx_param *dims =
      numbers(false, batch_shifted(d->offset_dims, d->n_offset, DBX_UNMAPPED), d->n_offset,
              d->collapsed_dims, d->n_collapsed, d->start_index_map, d->n_index);
  return bind_gather(x, batch_move(i.v, i.axis, 0), &own, dims, p->sizes);
}

static dbx_status gather(const batch_site *s, const picking *p, dbx_mapped x, dbx_mapped i,
                         dbx_mapped *out) {
  DBX_TRY(status_of(i.v));
  V r = !is_mapped(i)   ? gather_rows(s, p, x, i.v)
        : !is_mapped(x) ? gather_at(p, x.v, i)
                        : gather_both(s, p, x, i);
  return batch_one(r, 0, out);
}

dbx_status dbx_batch_gather(const batch_site *s, dbx_mapped *out) {
  picking p = {.mode = dbx_eqn_param(s->e, DBX_S_mode),
               .fill = dbx_eqn_param(s->e, DBX_S_fill_value),
               .sorted = dbx_eqn_int(s->e, DBX_S_indices_are_sorted),
               .unique = dbx_eqn_int(s->e, DBX_S_unique_indices)};
  if (!dbx_parse_gather_dims(dbx_eqn_param(s->e, DBX_S_dimension_numbers), &p.d))
    return dbx_batch_none(s, out);
  DBX_TRY(batch_shape(s, DBX_S_slice_sizes, 2, &p.sizes));
  return gather(s, &p, s->in[0], s->in[1], out);
}

// ---- dynamic slices are gathers, updates are scatters ----

// n starts as one array of indices, mapped if one of them is.
static dbx_mapped joined_starts(const batch_site *s, const dbx_mapped *start, uint32_t n) {
  V *column = DBX_TMP(V, n + 1);
  bool any = false;
  int64_t zero = 0;
  S pair = {2, (dbx_dim[]){s->size, dbx_dim_int(1)}}, one = {1, (dbx_dim[]){dbx_dim_int(1)}};
  for (uint32_t i = 0; i < n; i++) any |= is_mapped(start[i]);
  for (uint32_t i = 0; i < n; i++)
    column[i] = any ? lax_broadcast_in_dim(start[i].v, pair, &zero, is_mapped(start[i]))
                    : lax_broadcast(start[i].v, one);
  return (dbx_mapped){lax_concatenate(column, n, any), any ? 0 : DBX_UNMAPPED};
}

static const int64_t *all_axes(uint32_t n) {
  int64_t *r = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) r[i] = i;
  return r;
}

static uint32_t example_rank(dbx_mapped m) { return jn_rank(m.v) - is_mapped(m); }

dbx_status dbx_batch_dynamic_slice(const batch_site *s, dbx_mapped *out) {
  uint32_t rank = example_rank(s->in[0]);
  const int64_t *axes = all_axes(rank);
  picking p = {.mode = dbx_p_text("GatherScatterMode.PROMISE_IN_BOUNDS"),
               .fill = dbx_p_none(),
               .sorted = true,
               .unique = true,
               .d = {axes, NULL, axes, rank, 0, rank}};
  DBX_TRY(batch_shape(s, DBX_S_slice_sizes, 1 + rank, &p.sizes));
  return gather(s, &p, s->in[0], joined_starts(s, s->in + 1, rank), out);
}

static dbx_status scatter(const batch_site *s, const dbx_gather_dims *d, const dbx_mapped *in,
                          const dbx_kv *params, uint32_t n_params, dbx_prim p, dbx_mapped *out) {
  bool mapped = is_mapped(in[1]);
  V x = batch_front(in[0], s->size), updates = batch_front(in[2], s->size), indices = in[1].v;
  DBX_TRY(status_of(x));
  DBX_TRY(status_of(updates));
  if (mapped) indices = counted(batch_move(indices, in[1].axis, 0));
  int64_t lead = mapped ? 0 : DBX_UNMAPPED, window = mapped ? DBX_UNMAPPED : 0;
  const dbx_param *dims =
      numbers(true, batch_shifted(d->offset_dims, d->n_offset, window), d->n_offset + !mapped,
              batch_shifted(d->collapsed_dims, d->n_collapsed, lead), d->n_collapsed + mapped,
              batch_shifted(d->start_index_map, d->n_index, lead), d->n_index + mapped);
  dbx_kv *kv = DBX_TMP(dbx_kv, n_params);
  for (uint32_t i = 0; i < n_params; i++) {
    kv[i] = params[i];
    if (kv[i].key == DBX_S_dimension_numbers) kv[i].val = dims;
  }
  return batch_one(lax_bind(p, (V[]){x, indices, updates}, 3, kv, n_params), 0, out);
}

dbx_status dbx_batch_scatter(const batch_site *s, dbx_mapped *out) {
  dbx_gather_dims d;
  if (!dbx_parse_scatter_dims(dbx_eqn_param(s->e, DBX_S_dimension_numbers), &d))
    return dbx_batch_none(s, out);
  return scatter(s, &d, s->in, s->e->params, s->e->n_params, batch_prim(s), out);
}

dbx_status dbx_batch_dynamic_update_slice(const batch_site *s, dbx_mapped *out) {
  uint32_t rank = example_rank(s->in[0]);
  const int64_t *axes = all_axes(rank);
  dbx_gather_dims d = {axes, NULL, axes, rank, 0, rank};
  dbx_mapped in[] = {s->in[0], joined_starts(s, s->in + 2, rank), s->in[1]};
  DBX_TRY(status_of(in[1].v));
  dbx_kv kv[] = {{DBX_S_dimension_numbers, dbx_p_none()},
                 {DBX_S_indices_are_sorted, dbx_p_bool(true)},
                 {DBX_S_mode, dbx_p_text("GatherScatterMode.CLIP")},
                 {DBX_S_unique_indices, dbx_p_bool(true)},
                 {DBX_S_update_consts, dbx_p_tuple(NULL, 0)},
                 {DBX_S_update_jaxpr, dbx_p_none()}};
  return scatter(s, &d, in, kv, 6, DBX_PRIM_scatter, out);
}
