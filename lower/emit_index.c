// gather and scatter: loops over the result's (the updates') index whose windows start where the
// index operand says.
#include "lower/emit.h"

#include <string.h>

typedef struct window {
  dbx_gather_dims g;
  uint32_t rank;         // of the result or the updates
  uint32_t *batch_axis;  // axes that run over the indices
  uint32_t *window_axis; // axis of each operand axis, UINT32_MAX if collapsed
  const dim *size;       // window size per operand axis
  MlirValue *start;      // i64, of the current window
} window;

static bool listed(const int64_t *a, uint32_t n, int64_t x) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i] == x) return true;
  return false;
}

static void split_axes(emitter *e, window *w, uint32_t operand_rank) {
  uint32_t b = 0, o = 0;
  w->batch_axis = DBX_NEWN(&e->arena, uint32_t, w->rank + 1);
  w->window_axis = DBX_NEWN(&e->arena, uint32_t, operand_rank + 1);
  w->start = DBX_NEWN(&e->arena, MlirValue, operand_rank + 1);
  for (uint32_t i = 0; i < w->rank; i++)
    if (!listed(w->g.offset_dims, w->g.n_offset, i)) w->batch_axis[b++] = i;
  for (uint32_t i = 0; i < operand_rank; i++)
    w->window_axis[i] = listed(w->g.collapsed_dims, w->g.n_collapsed, i)
                            ? UINT32_MAX
                            : (uint32_t)w->g.offset_dims[o++];
}

// Windows that are longer than the operand have no place to be clamped to.
static void guard_windows(emitter *e, const window *w, const value *x) {
  for (uint32_t i = 0; i < x->rank; i++) {
    dim n = w->size[i], have = x->dims[i];
    if (dim_same(n, have) || (n.known && (n.n <= 1 || (have.known && n.n <= have.n)))) continue;
    MlirValue a = dim_i64(e, n), b = dim_i64(e, have);
    ml_guard(e, ml_cmpi(e, I_SGT, a, b), LOWER_SLICE_SIZE, a, b, (MlirValue){0});
  }
}

// Reads where the window for idx starts. ask: gives whether it fits inside x; clamp: moves it
// there.
static MlirValue find_start(emitter *e, window *w, const value *x, const value *indices,
                            const MlirValue *idx, bool ask, bool clamp) {
  MlirValue zero = ml_int(e, e->i64, 0), fits = {0}, *at = DBX_TMP(MlirValue, indices->rank + 1);
  for (uint32_t i = 0; i + 1 < indices->rank; i++) at[i] = idx[w->batch_axis[i]];
  for (uint32_t i = 0; i < x->rank; i++) w->start[i] = zero;
  for (uint32_t i = 0; i < w->g.n_index; i++) {
    int64_t axis = w->g.start_index_map[i];
    at[indices->rank - 1] = ml_index(e, i);
    MlirValue k = elem_convert(e, indices->t, DBX_I64, val_at(e, indices, at));
    MlirValue room =
        ml_binary(e, "arith.subi", dim_i64(e, x->dims[axis]), dim_i64(e, w->size[axis]));
    if (ask) {
      MlirValue in =
          ml_binary(e, "arith.andi", ml_cmpi(e, I_SGE, k, zero), ml_cmpi(e, I_SLE, k, room));
      fits = ml_none(fits) ? in : ml_binary(e, "arith.andi", fits, in);
    }
    w->start[axis] = k;
    if (!clamp) continue;
    room = ml_binary(e, "arith.maxsi", room, zero);
    w->start[axis] = ml_binary(e, "arith.maxsi", ml_binary(e, "arith.minsi", k, room), zero);
  }
  return ask && ml_none(fits) ? ml_int(e, e->i1, 1) : fits;
}

// The place in x of the window's element that idx names.
static MlirValue place_of(emitter *e, const window *w, const value *x, const MlirValue *idx) {
  const MlirValue *st = dims_strides(e, x->rank, x->dims);
  MlirValue *at = DBX_TMP(MlirValue, x->rank + 1);
  for (uint32_t i = 0; i < x->rank; i++) {
    at[i] = ml_to_index(e, w->start[i]);
    if (w->window_axis[i] != UINT32_MAX) at[i] = ml_add(e, at[i], idx[w->window_axis[i]]);
  }
  return dims_offset(e, x->rank, (MlirValue){0}, at, st);
}

static MlirValue is_empty(emitter *e, const value *x) {
  int64_t n;
  if (dims_known(x->rank, x->dims, &n)) return n ? (MlirValue){0} : ml_int(e, e->i1, 1);
  return ml_cmpi(e, I_EQ, dims_size(e, x->rank, x->dims), ml_index(e, 0));
}

static dbx_scalar fill_of(const dbx_eqn *q, dbx_dtype t) {
  const dbx_param *p = dbx_eqn_param(q, DBX_S_fill_value);
  if (p && p->kind == DBX_P_SCALAR) return dbx_scalar_convert(p->scalar, p->dtype, t);
  if (p && p->kind == DBX_P_INT) return dbx_scalar_convert(dbx_scalar_int(p->i), DBX_I64, t);
  if (dbx_is_inexact(t)) return dbx_scalar_f(__builtin_nan(""));
  if (dbx_is_signed(t)) return dbx_scalar_int(INT64_MIN >> (64 - 8 * dbx_dtype_bytes(t)));
  return t == DBX_BOOL ? dbx_scalar_int(1) : (dbx_scalar){.u = UINT64_MAX};
}

static MlirValue gathered(emitter *e, const dbx_eqn *q, window *w, const value *x,
                          const value *indices, const MlirValue *idx, MlirValue empty) {
  bool fill = dbx_parse_mode(dbx_eqn_param(q, DBX_S_mode)) == DBX_MODE_FILL;
  MlirValue fits = find_start(e, w, x, indices, idx, fill, true), at = place_of(e, w, x, idx), r;
  if (ml_none(empty)) {
    r = ml_load(e, x->t, x->buf->mem, at);
  } else {
    ml_if f;
    MlirValue zero = ml_literal(e, x->t, (dbx_scalar){.c = {0, 0}});
    ml_if_begin(e, &f, empty);
    ml_if_else(e, &f, &zero, 1);
    r = ml_load(e, x->t, x->buf->mem, at);
    ml_if_end(e, &f, &r, 1, &r);
  }
  if (!fill) return r;
  MlirValue other = ml_literal(e, x->t, fill_of(q, x->t));
  if (!ml_none(empty)) fits = ml_binary(e, "arith.ori", fits, empty);
  return ml_select(e, fits, r, other);
}

dbx_status dbx_emit_gather(emitter *e, const dbx_eqn *q, value **in, value **out) {
  value *x = in[0], *indices = in[1];
  window w;
  uint32_t next = 2, n, b = 0;
  if (!dtype_native(indices->t)) return dbx_emit_kernel(e, q, in, out);
  dbx_parse_gather_dims(dbx_eqn_param(q, DBX_S_dimension_numbers), &w.g);
  w.size = dims_param(e, dbx_eqn_param(q, DBX_S_slice_sizes), in, &next, &n);
  w.rank = indices->rank - 1 + w.g.n_offset;
  split_axes(e, &w, x->rank);
  dim *dims = DBX_NEWN(&e->arena, dim, w.rank + 1);
  for (uint32_t i = 0; i + 1 < indices->rank; i++) dims[w.batch_axis[b++]] = indices->dims[i];
  for (uint32_t i = 0; i < x->rank; i++)
    if (w.window_axis[i] != UINT32_MAX) dims[w.window_axis[i]] = w.size[i];
  guard_windows(e, &w, x);
  if (!x->rank) return *out = val_splat(e, x, w.rank, dims), DBX_OK;
  val_dense(e, x);
  MlirValue empty = is_empty(e, x);
  if (!w.rank) {
    *out = val_scalar(e, x->t, gathered(e, q, &w, x, indices, NULL, empty));
    return DBX_OK;
  }
  nest loops;
  buffer *to = val_alloc(e, x->t, w.rank, dims);
  const MlirValue *st = dims_strides(e, w.rank, dims);
  nest_begin(e, &loops, w.rank, dims);
  MlirValue v = gathered(e, q, &w, x, indices, loops.idx, empty);
  ml_store(e, x->t, to->mem, dims_offset(e, w.rank, (MlirValue){0}, loops.idx, st), v);
  nest_end(e, &loops);
  *out = val_view(e, x->t, to, w.rank, dims);
  return DBX_OK;
}

// ---- scatter ----

// DBX_PRIM_COUNT: the update replaces the element.
static dbx_prim combiner(const dbx_eqn *q, dbx_dtype t) {
  switch ((dbx_prim)q->prim->id) {
  case DBX_PRIM_scatter_add: return t == DBX_BOOL ? DBX_PRIM_or : DBX_PRIM_add;
  case DBX_PRIM_scatter_mul: return t == DBX_BOOL ? DBX_PRIM_and : DBX_PRIM_mul;
  case DBX_PRIM_scatter_min: return DBX_PRIM_min;
  case DBX_PRIM_scatter_max: return DBX_PRIM_max;
  default: return DBX_PRIM_COUNT;
  }
}

static void update(emitter *e, dbx_prim op, const value *x, MlirValue at, MlirValue u) {
  MlirValue v =
      op == DBX_PRIM_COUNT ? u : elem_binary(e, op, x->t, ml_load(e, x->t, x->buf->mem, at), u);
  ml_store(e, x->t, x->buf->mem, at, v);
}

dbx_status dbx_emit_scatter(emitter *e, const dbx_eqn *q, value **in, value **out) {
  value *x = in[0], *indices = in[1], *u = in[2];
  dbx_prim op = combiner(q, x->t);
  window w = {.rank = u->rank};
  const dbx_param *jaxpr = dbx_eqn_param(q, DBX_S_update_jaxpr);
  bool applies = op == DBX_PRIM_COUNT && jaxpr && jaxpr->kind == DBX_P_JAXPR; // at[].apply
  if (applies || !x->rank || !dtype_native(indices->t) ||
      (op != DBX_PRIM_COUNT && !dtype_native(x->t)))
    return dbx_emit_kernel(e, q, in, out);
  bool clip = dbx_parse_mode(dbx_eqn_param(q, DBX_S_mode)) == DBX_MODE_CLIP;
  dbx_parse_scatter_dims(dbx_eqn_param(q, DBX_S_dimension_numbers), &w.g);
  split_axes(e, &w, x->rank);
  dim *size = DBX_NEWN(&e->arena, dim, x->rank + 1);
  for (uint32_t i = 0; i < x->rank; i++)
    size[i] = w.window_axis[i] == UINT32_MAX ? dim_known(1) : u->dims[w.window_axis[i]];
  w.size = size;
  if (clip) guard_windows(e, &w, x);
  x = val_writable(e, &in[0]);
  MlirValue empty = is_empty(e, x);
  nest loops;
  nest_begin(e, &loops, u->rank, u->dims);
  MlirValue ok = find_start(e, &w, x, indices, loops.idx, !clip, clip);
  if (clip) ok = ml_int(e, e->i1, 1);
  if (!ml_none(empty))
    ok = ml_binary(e, "arith.andi", ok, ml_cmpi(e, I_EQ, empty, ml_int(e, e->i1, 0)));
  MlirValue v = u->kind == V_SCALAR ? u->scalar : val_at(e, u, loops.idx);
  ml_if f;
  ml_if_begin(e, &f, ok);
  update(e, op, x, place_of(e, &w, x, loops.idx), v);
  ml_if_end(e, &f, NULL, 0, NULL);
  nest_end(e, &loops);
  *out = x;
  return DBX_OK;
}
