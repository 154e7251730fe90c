// gather and scatter: loops over the result's (the updates') index whose windows start where the
// index operand says.
#include "lower/emit/emit.h"

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

// The component of the indices for an axis, if it is one scalar for all windows.
static const value *common_start(const value *indices, uint32_t i) {
  if (indices->kind == V_JOIN) return indices->in[i]->kind == V_SPLAT ? indices->in[i] : NULL;
  return indices->kind == V_SPLAT ? indices : NULL;
}

// Do bounds prove that the windows lie inside x along the i-th indexed axis?
static bool is_inside(const window *w, const value *x, const value *indices, uint32_t i) {
  const value *start = common_start(indices, i);
  int64_t axis = w->g.start_index_map[i];
  return start && range_inside(start, w->size[axis], x->dims[axis]);
}

static bool is_of(const value *v, dbx_prim p, uint32_t n) {
  return v->kind == V_OP && v->eqn->prim->id == (int)p && v->n_in == n;
}

static bool is_number(const value *v, int64_t n) {
  return (v->kind == V_SPLAT || v->kind == V_SCALAR) && v->known && v->n == n;
}

// The same elements of the same buffer.
static bool same_view(const value *a, const value *b) {
  return a->kind == V_VIEW && b->kind == V_VIEW && a->t == b->t && a->buf == b->buf &&
         mlirValueEqual(a->base, b->base) && a->stride == b->stride && a->rank == b->rank &&
         dims_same(a->rank, a->dims, b->dims);
}

// Indices of an axis of n, those below zero counted from its end, select_n(x < 0, x, x + n): x.
// NULL: others.
static const value *counted_from_end(const value *v, dim n) {
  if (v->t != DBX_I64 || !is_of(v, DBX_PRIM_select_n, 3)) return NULL;
  const value *below = v->in[0], *x = v->in[1], *behind = v->in[2];
  if (!is_of(below, DBX_PRIM_lt, 2) || !is_of(behind, DBX_PRIM_add, 2)) return NULL;
  const value *by = behind->in[1];
  bool whole = by->kind == V_SPLAT || by->kind == V_SCALAR;
  return whole && dim_same(dim_of(by), n) && is_number(below->in[1], 0) &&
                 same_view(below->in[0], x) && same_view(behind->in[0], x)
             ? x
             : NULL;
}

// Of a window of one element: its index x as it stands, which nearly always is one, and only else
// counted from the end. from: as counted_from_end.
static MlirValue counted_start(emitter *e, const value *from, const value *x, dim n,
                               const MlirValue *at) {
  ml_if f;
  MlirLocation around = e->loc;
  e->loc = from->loc;
  MlirValue k = val_at(e, x, at), length = dim_i64(e, n), r;
  ml_if_begin(e, &f, ml_cmpi(e, I_ULT, k, length));
  f.usual = true;
  ml_if_else(e, &f, &k, 1);
  r = ml_binary(e, "arith.addi", k, length);
  ml_if_end(e, &f, &r, 1, &r);
  e->loc = around;
  return r;
}

static bool is_one(dim d) { return d.known && d.n == 1; }

// i1: the window from k on fits inside the axis. Of one element, it does where k is an index: one
// comparison.
static MlirValue fits_axis(emitter *e, dim size, dim have, MlirValue k, MlirValue room) {
  if (is_one(size)) return ml_cmpi(e, I_ULT, k, dim_i64(e, have));
  MlirValue zero = ml_int(e, e->i64, 0);
  return ml_binary(e, "arith.andi", ml_cmpi(e, I_SGE, k, zero), ml_cmpi(e, I_SLE, k, room));
}

// Reads where the window for idx starts. ask: gives whether it fits inside x (none: it always
// does); clamp: moves it there.
static MlirValue find_start(emitter *e, window *w, const value *x, const value *indices,
                            const MlirValue *idx, bool ask, bool clamp) {
  MlirValue zero = ml_int(e, e->i64, 0), fits = {0}, *at = DBX_TMP(MlirValue, indices->rank + 1);
  for (uint32_t i = 0; i + 1 < indices->rank; i++) at[i] = idx[w->batch_axis[i]];
  for (uint32_t i = 0; i < x->rank; i++) w->start[i] = zero;
  for (uint32_t i = 0; i < w->g.n_index; i++) {
    int64_t axis = w->g.start_index_map[i];
    at[indices->rank - 1] = ml_index(e, i);
    const value *counted =
        ask && !clamp && is_one(w->size[axis]) ? counted_from_end(indices, x->dims[axis]) : NULL;
    MlirValue k = counted ? counted_start(e, indices, counted, x->dims[axis], at)
                          : elem_convert(e, indices->t, DBX_I64, val_at(e, indices, at));
    w->start[axis] = k;
    if (is_inside(w, x, indices, i)) continue;
    MlirValue room =
        ml_binary(e, "arith.subi", dim_i64(e, x->dims[axis]), dim_i64(e, w->size[axis]));
    if (ask) {
      MlirValue in = fits_axis(e, w->size[axis], x->dims[axis], k, room);
      fits = ml_none(fits) ? in : ml_binary(e, "arith.andi", fits, in);
    }
    if (!clamp) continue;
    room = ml_binary(e, "arith.maxsi", room, zero);
    w->start[axis] = ml_binary(e, "arith.maxsi", ml_binary(e, "arith.minsi", k, room), zero);
  }
  return fits;
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

// i1: x has no element, so that no index may be read. None: it has one wherever a window is
// looked for, because a window of at least one element is known to lie inside it (asked: or else
// is not used), or because the loops run over an axis of the same length. dims: of those loops.
static MlirValue is_empty(emitter *e, const window *w, const value *x, const value *indices,
                          const dim *dims, bool asked) {
  int64_t n;
  bool *some = DBX_TMP(bool, x->rank + 1), all = true;
  if (dims_known(x->rank, x->dims, &n)) return n ? (MlirValue){0} : ml_int(e, e->i1, 1);
  for (uint32_t i = 0; i < x->rank; i++) {
    some[i] = x->dims[i].known ? x->dims[i].n > 0 : dim_same(w->size[i], x->dims[i]);
    for (uint32_t k = 0; k < w->rank; k++) some[i] |= dim_same(dims[k], x->dims[i]);
  }
  for (uint32_t i = 0; i < w->g.n_index; i++) {
    uint32_t axis = (uint32_t)w->g.start_index_map[i];
    bool fills = w->size[axis].known && w->size[axis].n > 0;
    some[axis] |= fills && (asked || is_inside(w, x, indices, i));
  }
  for (uint32_t i = 0; i < x->rank; i++) all &= some[i];
  return all ? (MlirValue){0} : ml_cmpi(e, I_EQ, dims_size(e, x->rank, x->dims), ml_index(e, 0));
}

// Indices that are computed, not stored, are computed once for each window.
static void settle_indices(emitter *e, const window *w, const value *x, value *indices) {
  bool single = true;
  for (uint32_t i = 0; i < x->rank; i++) single &= w->size[i].known && w->size[i].n <= 1;
  if (indices->kind == V_OP && !single) val_dense(e, indices);
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
                          const value *indices, const MlirValue *idx) {
  bool fill = dbx_parse_mode(dbx_eqn_param(q, DBX_S_mode)) == DBX_MODE_FILL;
  MlirValue fits = find_start(e, w, x, indices, idx, fill, true),
            r = ml_load(e, x->t, x->buf->mem, place_of(e, w, x, idx));
  return !ml_none(fits) ? ml_select(e, fits, r, ml_literal(e, x->t, fill_of(q, x->t))) : r;
}

// What is read from an array without elements.
static MlirValue zero_of(emitter *e, const value *x) {
  return ml_literal(e, x->t, (dbx_scalar){.c = {0, 0}});
}

// Writes the windows to `to`.
static void gather_all(emitter *e, const dbx_eqn *q, window *w, const value *x,
                       const value *indices, MlirValue empty, buffer *to, const dim *dims) {
  nest loops;
  ml_if f;
  if (!ml_none(empty)) {
    value *none = val_splat(e, val_scalar(e, x->t, zero_of(e, x)), w->rank, dims);
    ml_if_begin(e, &f, empty);
    val_write(e, none, to->mem, (MlirValue){0}, NULL);
    ml_if_else(e, &f, NULL, 0);
  }
  const MlirValue *st = dims_strides(e, w->rank, dims);
  nest_begin(e, &loops, w->rank, dims);
  MlirValue v = gathered(e, q, w, x, indices, loops.idx);
  ml_store(e, x->t, to->mem, dims_offset(e, w->rank, (MlirValue){0}, loops.idx, st), v);
  nest_end(e, &loops);
  if (!ml_none(empty)) ml_if_end(e, &f, NULL, 0, NULL);
}

static MlirValue gather_one(emitter *e, const dbx_eqn *q, window *w, const value *x,
                            const value *indices, MlirValue empty) {
  if (ml_none(empty)) return gathered(e, q, w, x, indices, NULL);
  ml_if f;
  MlirValue r = zero_of(e, x);
  ml_if_begin(e, &f, empty);
  ml_if_else(e, &f, &r, 1);
  r = gathered(e, q, w, x, indices, NULL);
  ml_if_end(e, &f, &r, 1, &r);
  return r;
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
  settle_indices(e, &w, x, indices);
  MlirValue empty = is_empty(e, &w, x, indices, dims, false);
  if (!w.rank) {
    *out = val_scalar(e, x->t, gather_one(e, q, &w, x, indices, empty));
    return DBX_OK;
  }
  buffer *to = val_alloc(e, x->t, w.rank, dims);
  gather_all(e, q, &w, x, indices, empty, to, dims);
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

static MlirValue combined(emitter *e, dbx_prim op, dbx_dtype t, MlirValue old, MlirValue u) {
  return op == DBX_PRIM_COUNT ? u : elem_binary(e, op, t, old, u);
}

static void update(emitter *e, dbx_prim op, const value *x, MlirValue at, MlirValue u) {
  MlirValue old = op == DBX_PRIM_COUNT ? u : ml_load(e, x->t, x->buf->mem, at);
  ml_store(e, x->t, x->buf->mem, at, combined(e, op, x->t, old, u));
}

static MlirValue update_at(emitter *e, const value *u, const MlirValue *idx) {
  return u->kind == V_SCALAR ? u->scalar : val_at(e, u, idx);
}

// The updates `u` of x, the windows of which `indices` name.
typedef struct scattering {
  window w;
  dbx_prim op;
  value *x, *indices, *u;
  bool clip;
  MlirValue empty; // has x no element? None: it has one
} scattering;

static void scatter_all(emitter *e, scattering *s) {
  nest loops;
  ml_if f;
  nest_begin(e, &loops, s->u->rank, s->u->dims);
  MlirValue ok = find_start(e, &s->w, s->x, s->indices, loops.idx, !s->clip, s->clip);
  if (!ml_none(s->empty)) {
    MlirValue some = ml_cmpi(e, I_EQ, s->empty, ml_int(e, e->i1, 0));
    ok = ml_none(ok) ? some : ml_binary(e, "arith.andi", ok, some);
  }
  MlirValue v = update_at(e, s->u, loops.idx);
  if (!ml_none(ok)) ml_if_begin(e, &f, ok);
  update(e, s->op, s->x, place_of(e, &s->w, s->x, loops.idx), v);
  if (!ml_none(ok)) ml_if_end(e, &f, NULL, 0, NULL);
  nest_end(e, &loops);
}

// ---- several threads: each makes those updates whose element lies in its part of x ----

// Of so many updates at a time, a thread first lists those that are its own, without a jump for
// each: which they are is as random as the indices.
enum { BLOCK = 256, MOST_PARTS = 16, PARTS_FROM = 1 << 12, UPDATES_FROM = 1 << 17 };

// Single elements of one axis, found by one index.
static bool has_parts(const emitter *e, const scattering *s) {
  return e->p->form.spreads && s->x->rank == 1 && s->u->rank == 1 && is_one(s->w.size[0]) &&
         s->w.g.n_index == 1 && s->w.window_axis[0] == UINT32_MAX;
}

// Elements of x from `begin` on, n of them; the lists begin at `at` of `mem`.
typedef struct part {
  MlirValue begin, n, mem, places, updates;
} part;

static MlirValue list_own(emitter *e, scattering *s, const part *p, MlirValue first, MlirValue n) {
  ml_loop l;
  MlirValue found = ml_index(e, 0);
  ml_loop_begin(e, &l, n, 1, &found);
  MlirValue k = ml_add(e, first, l.at);
  (void)find_start(e, &s->w, s->x, s->indices, &k, !s->clip, s->clip);
  MlirValue at = place_of(e, &s->w, s->x, &k),
            own = ml_cmpi(e, I_ULT, ml_binary(e, "arith.subi", at, p->begin), p->n),
            next = ml_add(e, l.acc[0], ml_select(e, own, ml_index(e, 1), ml_index(e, 0)));
  ml_store(e, DBX_I64, p->mem, ml_add(e, p->places, l.acc[0]), ml_to_i64(e, at));
  ml_store(e, DBX_I64, p->mem, ml_add(e, p->updates, l.acc[0]), ml_to_i64(e, k));
  ml_loop_end(e, &l, &next, &found);
  return found;
}

static void make_own(emitter *e, scattering *s, const part *p, MlirValue n) {
  ml_loop l;
  ml_loop_begin(e, &l, n, 0, NULL);
  MlirValue at = ml_load(e, DBX_I64, p->mem, ml_add(e, p->places, l.at)),
            k = ml_to_index(e, ml_load(e, DBX_I64, p->mem, ml_add(e, p->updates, l.at)));
  update(e, s->op, s->x, ml_to_index(e, at), update_at(e, s->u, &k));
  ml_loop_end(e, &l, NULL, NULL);
}

static void scatter_parts(emitter *e, scattering *s, MlirValue lists) {
  ml_loop each, l;
  MlirValue threads = ml_to_index(e, ml_call(e, "dbx_threads", e->i64, NULL, 0)),
            parts = ml_binary(e, "arith.minsi", threads, ml_index(e, MOST_PARTS)),
            n = dim_index(e, s->x->dims[0]), width = ml_binary(e, "arith.ceildivui", n, parts),
            all = dim_index(e, s->u->dims[0]), block = ml_index(e, BLOCK),
            blocks = ml_binary(e, "arith.ceildivui", all, block);
  ml_loop_begin(e, &each, parts, 0, NULL);
  part p = {.begin = ml_mul(e, each.at, width), .mem = lists};
  p.n = ml_binary(e, "arith.minsi", width, ml_binary(e, "arith.subi", n, p.begin));
  p.places = ml_mul(e, each.at, ml_index(e, 2L * BLOCK)), p.updates = ml_add(e, p.places, block);
  ml_loop_begin(e, &l, blocks, 0, NULL);
  MlirValue first = ml_mul(e, l.at, block), left = ml_binary(e, "arith.subi", all, first);
  make_own(e, s, &p, list_own(e, s, &p, first, ml_binary(e, "arith.minsi", block, left)));
  ml_loop_end(e, &l, NULL, NULL);
  each.apart = BLOCK;
  ml_loop_end(e, &each, NULL, NULL);
}

static void scatter_by_threads(emitter *e, scattering *s) {
  ml_if f;
  dim room = dim_known(2L * BLOCK * MOST_PARTS);
  MlirValue many = ml_cmpi(e, I_UGE, dim_index(e, s->u->dims[0]), ml_index(e, UPDATES_FROM)),
            large = ml_cmpi(e, I_UGE, dim_index(e, s->x->dims[0]), ml_index(e, PARTS_FROM));
  ml_if_begin(e, &f, ml_binary(e, "arith.andi", many, large));
  value *lists = val_view(e, DBX_I64, val_alloc(e, DBX_I64, 1, &room), 1, &room);
  scatter_parts(e, s, lists->buf->mem);
  val_drop(e, lists);
  ml_if_else(e, &f, NULL, 0);
  scatter_all(e, s);
  ml_if_end(e, &f, NULL, 0, NULL);
}

dbx_status dbx_emit_scatter(emitter *e, const dbx_eqn *q, value **in, value **out) {
  scattering s = {{.rank = in[2]->rank}, combiner(q, in[0]->t), in[0], in[1], in[2]};
  const dbx_param *jaxpr = dbx_eqn_param(q, DBX_S_update_jaxpr);
  bool applies = s.op == DBX_PRIM_COUNT && jaxpr && jaxpr->kind == DBX_P_JAXPR; // at[].apply
  if (applies || !s.x->rank || !dtype_native(s.indices->t) ||
      (s.op != DBX_PRIM_COUNT && !dtype_native(s.x->t)))
    return dbx_emit_kernel(e, q, in, out);
  s.clip = dbx_parse_mode(dbx_eqn_param(q, DBX_S_mode)) == DBX_MODE_CLIP;
  dbx_parse_scatter_dims(dbx_eqn_param(q, DBX_S_dimension_numbers), &s.w.g);
  split_axes(e, &s.w, s.x->rank);
  dim *size = DBX_NEWN(&e->arena, dim, s.x->rank + 1);
  for (uint32_t i = 0; i < s.x->rank; i++)
    size[i] = s.w.window_axis[i] == UINT32_MAX ? dim_known(1) : s.u->dims[s.w.window_axis[i]];
  s.w.size = size;
  if (s.clip) guard_windows(e, &s.w, s.x);
  settle_indices(e, &s.w, s.x, s.indices);
  s.x = val_writable(e, &in[0]);
  s.empty = is_empty(e, &s.w, s.x, s.indices, s.u->dims, !s.clip);
  if (has_parts(e, &s)) scatter_by_threads(e, &s);
  else scatter_all(e, &s);
  *out = s.x;
  return DBX_OK;
}
