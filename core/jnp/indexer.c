// From the entries of an index to the operands of gather and scatter (index.h).
#include "jnp/index.h"

#include <string.h>

typedef struct gather_part {
  V v;
  uint32_t at; // first axis that it takes in the indices
} gather_part;

static void push(int64_t *list, uint32_t *n, int64_t i) { list[(*n)++] = i; }

static dbx_dtype index_dtype(S s) {
  for (uint32_t i = 0; i < s.n; i++)
    if (!dbx_dim_is_int(s.d[i]) || dbx_dim_value(s.d[i]) >= (int64_t)1 << 31) return DBX_I64;
  return DBX_I32;
}

static V joined_indices(const gather_part *p, uint32_t n, S shape, dbx_dtype t) {
  int64_t zero = 0;
  if (!n) {
    dbx_array *a;
    if (dbx_array_new(t, 1, &zero, &a) != DBX_OK) return FAILED;
    a->host = true;
    return dbx_val_array(dbx_autorelease(a));
  }
  if (n == 1) {
    int64_t last = jn_rank(p[0].v);
    return lax_expand_dims(p[0].v, &last, 1);
  }
  S wide = {shape.n + 1, DBX_TMP(dbx_dim, shape.n + 1)};
  if (shape.n) memcpy(wide.d, shape.d, shape.n * sizeof *shape.d);
  wide.d[shape.n] = dbx_dim_int(1);
  V *part = DBX_TMP(V, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t r = jn_rank(p[i].v);
    int64_t *axes = DBX_TMP(int64_t, r);
    for (uint32_t k = 0; k < r; k++) axes[k] = p[i].at + k;
    if (bad(part[i] = lax_broadcast_in_dim(p[i].v, wide, axes, r))) return FAILED;
  }
  return lax_concatenate(part, n, shape.n);
}

// An indexer under construction. Axes of the result are counted twice: with new ones (y_axis) and
// without (collapsed_y).
typedef struct building {
  S x;
  indexer *g;
  dbx_dtype t; // of the indices
  gather_part *part;
  uint32_t n_parts, y_axis, collapsed_y;
  S shape; // of the indices, without the last axis
  V *adv;  // index arrays of one shape, with their axes and places in the index
  uint32_t *adv_axis, *adv_place, n_adv;
  S adv_shape;
  bool contiguous; // they stand side by side: their axes come where they stand, else first
} building;

static building begin_indexer(S x, const items *w, indexer *g) {
  uint32_t cap = w->n + x.n + 1;
  memset(g, 0, sizeof *g);
  g->new_axes = DBX_TMP(int64_t, cap), g->rev = DBX_TMP(int64_t, cap);
  g->offset = DBX_TMP(int64_t, cap), g->collapsed = DBX_TMP(int64_t, cap);
  g->map = DBX_TMP(int64_t, cap);
  g->gather = (S){0, DBX_TMP(dbx_dim, cap)};
  g->advanced = w->advanced;
  return (building){.x = x,
                    .g = g,
                    .t = index_dtype(x),
                    .part = DBX_TMP(gather_part, cap),
                    .adv = DBX_TMP(V, cap),
                    .adv_axis = DBX_TMP(uint32_t, cap),
                    .adv_place = DBX_TMP(uint32_t, cap),
                    .contiguous = true};
}

static dbx_status read_advanced(building *b, const items *w) {
  for (uint32_t i = 0; i < w->n; i++) {
    const item *it = &w->at[i];
    if (it->kind != ITEM_INT && it->kind != ITEM_ARRAY) continue;
    V e = jnp_array(it->v, DBX_NO_DTYPE, false);
    DBX_TRY(status_of(b->adv[b->n_adv] = jn_normalized(e, b->x.d[it->axis])));
    if (b->n_adv && i != b->adv_place[b->n_adv - 1] + 1) b->contiguous = false;
    b->adv_axis[b->n_adv] = it->axis;
    b->adv_place[b->n_adv++] = i;
  }
  S *each = DBX_TMP(S, b->n_adv);
  for (uint32_t i = 0; i < b->n_adv; i++) each[i] = jn_shape(b->adv[i]);
  DBX_TRY(jn_broadcast_shapes(each, b->n_adv, &b->adv_shape));
  for (uint32_t i = 0; i < b->n_adv; i++)
    DBX_TRY(status_of(b->adv[i] = jn_broadcast_to(b->adv[i], b->adv_shape)));
  return DBX_OK;
}

// The places v along an axis of x, of which nothing remains in the windows.
static dbx_status index_axis(building *b, V v, uint32_t at, uint32_t axis) {
  V e = lax_convert_strong(v, b->t);
  DBX_TRY(status_of(e));
  b->part[b->n_parts++] = (gather_part){e, at};
  push(b->g->map, &b->g->n_map, axis);
  return DBX_OK;
}

static dbx_status put_advanced(building *b) {
  uint32_t start = b->shape.n;
  for (uint32_t k = 0; k < b->n_adv; k++) {
    DBX_TRY(index_axis(b, b->adv[k], start, b->adv_axis[k]));
    push(b->g->collapsed, &b->g->n_collapsed, b->adv_axis[k]);
  }
  for (uint32_t k = 0; k < b->adv_shape.n; k++) {
    b->shape.d[b->shape.n++] = b->adv_shape.d[k];
    b->g->slice.d[b->g->slice.n++] = b->adv_shape.d[k];
  }
  b->y_axis += b->adv_shape.n, b->collapsed_y += b->adv_shape.n;
  return DBX_OK;
}

static dbx_status put_int(building *b, const item *it) {
  dbx_dim len = b->x.d[it->axis];
  if (len == dbx_dim_int(0))
    return dbx_fail(DBX_E309, (dbx_span){0}, "index is out of bounds for axis %u with size 0",
                    it->axis);
  DBX_TRY(index_axis(b, jn_normalized(it->v, len), b->shape.n, it->axis));
  push(b->g->collapsed, &b->g->n_collapsed, it->axis);
  b->g->gather.d[b->g->gather.n++] = dbx_dim_int(1);
  return DBX_OK;
}

// A slice with a step: one index for each of its places.
static dbx_status put_steps(building *b, const cut *c, uint32_t axis) {
  S line = {1, DBX_TMP(dbx_dim, 1)};
  line.d[0] = c->size;
  V from = jnp_array(c->start, b->t, false), by = jnp_array(jn_int(c->step), b->t, false);
  V e = jnp_add(from, jnp_multiply(by, lax_iota(b->t, line, 0)));
  int64_t zero = 0;
  if (c->step < 0) {
    push(b->g->rev, &b->g->n_rev, b->collapsed_y);
    e = lax_rev(e, &zero, 1);
  }
  DBX_TRY(status_of(e));
  b->g->gather.d[b->g->gather.n++] = dbx_dim_int(1);
  b->part[b->n_parts++] = (gather_part){e, b->shape.n};
  push(b->g->map, &b->g->n_map, axis);
  b->shape.d[b->shape.n++] = c->size;
  push(b->g->collapsed, &b->g->n_collapsed, axis);
  return DBX_OK;
}

static dbx_status put_slice(building *b, const item *it) {
  cut c;
  DBX_TRY(jn_read_slice(it, b->x.d[it->axis], &c));
  b->g->slice.d[b->g->slice.n++] = c.size;
  if (c.step == 1) {
    if (!c.whole) DBX_TRY(index_axis(b, c.start, b->shape.n, it->axis));
    b->g->gather.d[b->g->gather.n++] = c.size;
    push(b->g->offset, &b->g->n_offset, b->collapsed_y);
  } else {
    DBX_TRY(put_steps(b, &c, it->axis));
  }
  b->collapsed_y++, b->y_axis++;
  return DBX_OK;
}

static dbx_status put_item(building *b, const item *it) {
  if (b->n_adv && (it->kind == ITEM_INT || it->kind == ITEM_ARRAY)) { // put_advanced has it
    b->g->gather.d[b->g->gather.n++] = dbx_dim_int(1);
    return DBX_OK;
  }
  if (it->kind == ITEM_NEWAXIS) {
    b->g->slice.d[b->g->slice.n++] = dbx_dim_int(1);
    push(b->g->new_axes, &b->g->n_new, b->y_axis++);
    return DBX_OK;
  }
  return it->kind == ITEM_INT ? put_int(b, it) : put_slice(b, it);
}

static void sort(int64_t *a, uint32_t n) {
  for (uint32_t i = 1; i < n; i++)
    for (uint32_t k = i; k && a[k] < a[k - 1]; k--) {
      int64_t swap = a[k];
      a[k] = a[k - 1], a[k - 1] = swap;
    }
}

dbx_status jn_make_indexer(S x, const items *w, indexer *g) {
  building b = begin_indexer(x, w, g);
  if (w->advanced) DBX_TRY(read_advanced(&b, w));
  uint32_t cap = w->n + x.n + 1 + b.adv_shape.n;
  g->slice = (S){0, DBX_TMP(dbx_dim, cap)};
  b.shape = (S){0, DBX_TMP(dbx_dim, cap)};
  for (uint32_t i = 0; i < w->n; i++) {
    if (b.n_adv && i == (b.contiguous ? b.adv_place[0] : 0)) DBX_TRY(put_advanced(&b));
    DBX_TRY(put_item(&b, &w->at[i]));
  }
  sort(g->collapsed, g->n_collapsed);
  g->indices = joined_indices(b.part, b.n_parts, b.shape, b.t);
  return status_of(g->indices);
}

const dbx_param *jn_dimension_numbers(const indexer *g, bool scatter) {
  dbx_sym gather_keys[] = {DBX_S_offset_dims, DBX_S_collapsed_slice_dims, DBX_S_start_index_map};
  dbx_sym scatter_keys[] = {DBX_S_update_window_dims, DBX_S_inserted_window_dims,
                            DBX_S_scatter_dims_to_operand_dims};
  const dbx_param *lists[] = {dbx_p_ints(g->offset, g->n_offset),
                              dbx_p_ints(g->collapsed, g->n_collapsed),
                              dbx_p_ints(g->map, g->n_map)};
  return dbx_p_record(scatter ? "ScatterDimensionNumbers" : "GatherDimensionNumbers",
                      scatter ? scatter_keys : gather_keys, lists, 3);
}

const char *jn_mode_text(V mode, bool scatter) {
  const char *s = mode.kind == DBX_V_STR ? dbx_sym_text(mode.str) : "";
  if (!strcmp(s, "fill") || !strcmp(s, "drop")) return "GatherScatterMode.FILL_OR_DROP";
  if (!strcmp(s, "clip")) return "GatherScatterMode.CLIP";
  if (!strcmp(s, "promise_in_bounds")) return "GatherScatterMode.PROMISE_IN_BOUNDS";
  return scatter ? "GatherScatterMode.FILL_OR_DROP" : "GatherScatterMode.PROMISE_IN_BOUNDS";
}

static const dbx_param *fill_param(dbx_dtype t, V fill, bool used) {
  dbx_dtype from;
  dbx_scalar x;
  if (!used) return dbx_p_none();
  if (fill.kind == DBX_V_ARRAY) return dbx_p_scalar(fill.array->dtype, dbx_array_at(fill.array, 0));
  if (!is_none(fill) && dbx_val_scalar(&fill, &from, &x) == DBX_OK) return dbx_p_scalar(from, x);
  if (dbx_is_inexact(t)) return dbx_p_scalar(DBX_F64, dbx_scalar_f(__builtin_nan("")));
  if (t == DBX_BOOL) return dbx_p_bool(true);
  unsigned bits = 8 * dbx_dtype_bytes(t);
  if (dbx_is_signed(t)) return dbx_p_int(INT64_MIN >> (64 - bits));
  return dbx_p_scalar(DBX_U64, (dbx_scalar){.u = ~0ull >> (64 - bits)});
}

V lax_gather(V x, V indices, const dbx_param *dims, S sizes, bool sorted, bool unique, V mode,
             V fill) {
  if (bad(x) || bad(indices)) return FAILED;
  const char *m = jn_mode_text(mode, false);
  const dbx_param **size = DBX_TMP(const dbx_param *, sizes.n);
  V *ops = DBX_TMP(V, sizes.n + 2);
  uint32_t n = 2;
  ops[0] = x, ops[1] = indices;
  for (uint32_t i = 0; i < sizes.n; i++) {
    bool is_int = dbx_dim_is_int(sizes.d[i]);
    size[i] = is_int ? dbx_p_int(dbx_dim_value(sizes.d[i])) : dbx_p_none();
    if (!is_int) ops[n++] = jn_dim_value(sizes.d[i]);
  }
  dbx_kv kv[] = {{DBX_S_dimension_numbers, dims},
                 {DBX_S_fill_value, fill_param(jn_dtype(x), fill, strstr(m, "FILL") != NULL)},
                 {DBX_S_indices_are_sorted, dbx_p_bool(sorted)},
                 {DBX_S_mode, dbx_p_text(m)},
                 {DBX_S_slice_sizes, dbx_p_tuple(size, sizes.n)},
                 {DBX_S_unique_indices, dbx_p_bool(unique)}};
  return lax_bind(DBX_PRIM_gather, ops, n, kv, 6);
}
