// gather and scatter.
#include "hlo/emit.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct window {
  dbx_gather_dims g;
  const hlo *x, *indices;
  uint32_t rank;       // of the result or of the updates
  uint32_t *batch;     // axes that run over the indices
  uint32_t *axis;      // of each axis of x, UINT32_MAX if it is collapsed
  const hlo_dim *size; // of the window, for each axis of x
} window;

static bool listed(const int64_t *a, uint32_t n, int64_t x) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i] == x) return true;
  return false;
}

static void split_axes(hlo_emitter *e, window *w) {
  uint32_t b = 0, o = 0;
  w->batch = DBX_NEWN(&e->arena, uint32_t, w->rank + 1);
  w->axis = DBX_NEWN(&e->arena, uint32_t, w->x->rank + 1);
  for (uint32_t i = 0; i < w->rank; i++)
    if (!listed(w->g.offset_dims, w->g.n_offset, i)) w->batch[b++] = i;
  for (uint32_t i = 0; i < w->x->rank; i++)
    w->axis[i] = listed(w->g.collapsed_dims, w->g.n_collapsed, i) ? UINT32_MAX
                                                                  : (uint32_t)w->g.offset_dims[o++];
}

static void guard_windows(hlo_emitter *e, const window *w) {
  for (uint32_t i = 0; i < w->x->rank; i++) {
    hlo_dim n = w->size[i], have = w->x->dims[i];
    if (hlo_dim_same(n, have) || (n.known && (n.n <= 1 || (have.known && n.n <= have.n)))) continue;
    hlo_guard(e, DBX_E706, hlo_int_is(e, "LE", hlo_i64_of(e, n), hlo_i64_of(e, have)),
              n.counted && have.counted, "a slice is longer than its axis");
  }
}

static const char *list(hlo_emitter *e, const int64_t *i, uint32_t n) {
  const char **s = DBX_NEWN(&e->arena, const char *, n + 1);
  for (uint32_t k = 0; k < n; k++) s[k] = hlo_printf(e, "%" PRId64, i[k]);
  return hlo_list(e, n, s);
}

// "name = [1, 2], ", nothing of an empty list.
static const char *field(hlo_emitter *e, const char *name, const int64_t *i, uint32_t n) {
  return n ? hlo_printf(e, "%s = [%s], ", name, list(e, i, n)) : "";
}

// ---- where windows are: IREE ----

typedef struct window_place {
  const char **start; // i64, of each axis of x
  const char *inside; // i1: the window lies inside x; NULL: always
} window_place;

static const char *number64(hlo_emitter *e, hlo_dim d) {
  if (d.known) return hlo_constant(e, "arith.constant %" PRId64 " : i64", d.n);
  return hlo_shared(e, "tensor.extract %s[] : tensor<i64>", d.name);
}

// What an element's code needs of lengths, which is computed before it.
static const char **rooms(hlo_emitter *e, const window *w) {
  const char **room = DBX_NEWN(&e->arena, const char *, w->g.n_index + 1);
  for (uint32_t i = 0; i < w->g.n_index; i++) {
    int64_t axis = w->g.start_index_map[i];
    room[i] = number64(e, hlo_dim_op(e, "subtract", w->x->dims[axis], w->size[axis]));
  }
  return room;
}

static void find_places(hlo_emitter *e, const window *w, const hlo_each *n, const char *const *room,
                        bool clamp, window_place *p) {
  const hlo *k = w->indices;
  const char **at = DBX_NEWN(&e->arena, const char *, k->rank + 1),
             *zero = hlo_constant(e, "arith.constant 0 : i64");
  *p = (window_place){.start = DBX_NEWN(&e->arena, const char *, w->x->rank + 1)};
  for (uint32_t i = 0; i < w->x->rank; i++) p->start[i] = zero;
  for (uint32_t i = 0; i + 1 < k->rank; i++) at[i] = n->at[w->batch[i]];
  for (uint32_t i = 0; i < w->g.n_index; i++) {
    at[k->rank - 1] = hlo_constant(e, "arith.constant %u : index", i);
    const char *s = hlo_op(e, "tensor.extract %s[%s] : %s", hlo_name(e, k),
                           hlo_list(e, k->rank, at), hlo_type(e, k));
    const char *low = hlo_op(e, "arith.cmpi sge, %s, %s : i64", s, zero),
               *high = hlo_op(e, "arith.cmpi sle, %s, %s : i64", s, room[i]);
    const char *in = hlo_op(e, "arith.andi %s, %s : i1", low, high);
    p->inside = p->inside ? hlo_op(e, "arith.andi %s, %s : i1", p->inside, in) : in;
    if (clamp) {
      const char *last = hlo_op(e, "arith.maxsi %s, %s : i64", room[i], zero);
      s = hlo_op(e, "arith.minsi %s, %s : i64", s, last);
      s = hlo_op(e, "arith.maxsi %s, %s : i64", s, zero);
    }
    p->start[w->g.start_index_map[i]] = s;
  }
}

// The place on each axis of x, as i64.
static const char **element_places(hlo_emitter *e, const window *w, const hlo_each *n,
                                   const window_place *p) {
  const char **at = DBX_NEWN(&e->arena, const char *, w->x->rank + 1);
  for (uint32_t i = 0; i < w->x->rank; i++) {
    at[i] = p->start[i];
    if (w->axis[i] != UINT32_MAX)
      at[i] = hlo_op(e, "arith.addi %s, %s : i64", at[i], n->at64[w->axis[i]]);
  }
  return at;
}

// ---- gather ----

static dbx_scalar fill_of(const dbx_eqn *q, dbx_dtype t) {
  const dbx_param *p = dbx_eqn_param(q, DBX_S_fill_value);
  if (p && p->kind == DBX_P_SCALAR) return dbx_scalar_convert(p->scalar, p->dtype, t);
  if (p && p->kind == DBX_P_INT) return dbx_scalar_convert(dbx_scalar_int(p->i), DBX_I64, t);
  if (dbx_is_inexact(t)) return dbx_scalar_f(NAN);
  return t == DBX_BOOL ? dbx_scalar_int(1)
                       : hlo_identity(dbx_is_signed(t) ? DBX_PRIM_max : DBX_PRIM_min, t);
}

static void gather_each(hlo_emitter *e, const window *w, const hlo *fill, hlo *out) {
  const hlo *x = hlo_signless(e, w->x), *other = fill ? hlo_signless(e, fill) : NULL;
  const char **room = rooms(e, w), *v;
  const char *instead =
      other ? hlo_op(e, "tensor.extract %s[] : %s", other->name, hlo_type(e, other)) : NULL;
  hlo_each n;
  window_place p;
  hlo_each_begin(e, &n, out->t, out->rank, out->dims);
  find_places(e, w, &n, room, true, &p);
  const char **at = element_places(e, w, &n, &p);
  for (uint32_t i = 0; i < x->rank; i++)
    at[i] = hlo_op(e, "arith.index_cast %s : i64 to index", at[i]);
  v = hlo_op(e, "tensor.extract %s[%s] : %s", x->name, hlo_list(e, x->rank, at), hlo_type(e, x));
  if (instead && p.inside)
    v = hlo_op(e, "arith.select %s, %s, %s : %s", p.inside, v, instead, hlo_element(n.t));
  out->name = hlo_signed_again(e, hlo_each_end(e, &n, v), out->t, out->rank, out->dims);
}

// Which windows lie inside: of the result's shape.
static const char *inside_mask(hlo_emitter *e, const window *w, const hlo *out) {
  const hlo *k = w->indices;
  const char **room = DBX_NEWN(&e->arena, const char *, w->g.n_index + 1);
  int64_t last = (int64_t)k->rank - 1, *batch = DBX_NEWN(&e->arena, int64_t, w->rank + 1);
  for (uint32_t i = 0; i < w->g.n_index; i++) {
    int64_t axis = w->g.start_index_map[i];
    room[i] = hlo_i64_of(e, hlo_dim_op(e, "subtract", w->x->dims[axis], w->size[axis]));
  }
  hlo_dim n = hlo_number(w->g.n_index);
  hlo *limits = hlo_new(e, hlo_vector(e, w->g.n_index, room), DBX_I64, 1, &n);
  const hlo *most = hlo_broadcast(e, limits, &last, k->rank, k->dims),
            *zero = hlo_spread(e, hlo_literal(e, DBX_I64, dbx_scalar_int(0)), k->rank, k->dims);
  const char *t = hlo_type(e, k), *truth = hlo_type_of(e, DBX_BOOL, k->rank, k->dims);
  const char *low = hlo_op(e, "stablehlo.compare GE, %s, %s, SIGNED : (%s, %s) -> %s",
                           hlo_name(e, k), hlo_name(e, zero), t, t, truth),
             *high = hlo_op(e, "stablehlo.compare LE, %s, %s, SIGNED : (%s, %s) -> %s",
                            hlo_name(e, k), hlo_name(e, most), t, t, truth),
             *both = hlo_op(e, "stablehlo.and %s, %s : %s", low, high, truth);
  hlo *mask = hlo_new(e, NULL, DBX_BOOL, k->rank - 1, k->dims);
  mask->name = hlo_op(e,
                      "stablehlo.reduce(%s init: %s) applies stablehlo.and across dimensions = "
                      "[%u] : (%s, tensor<i1>) -> %s",
                      both, hlo_constant(e, "stablehlo.constant dense<true> : tensor<i1>"),
                      k->rank - 1, truth, hlo_type(e, mask));
  for (uint32_t i = 0; i + 1 < k->rank; i++) batch[i] = w->batch[i];
  return hlo_name(e, hlo_broadcast(e, mask, batch, out->rank, out->dims));
}

static void gather_op(hlo_emitter *e, const window *w, const hlo *fill, hlo *out) {
  const hlo *x = w->x, *k = w->indices;
  int64_t *size = DBX_NEWN(&e->arena, int64_t, x->rank + 1);
  bool fixed = hlo_static(x->rank, w->size);
  for (uint32_t i = 0; i < x->rank; i++) size[i] = w->size[i].n;
  const char *numbers =
      hlo_printf(e, "#stablehlo.gather<%s%s%sindex_vector_dim = %u>",
                 field(e, "offset_dims", w->g.offset_dims, w->g.n_offset),
                 field(e, "collapsed_slice_dims", w->g.collapsed_dims, w->g.n_collapsed),
                 field(e, "start_index_map", w->g.start_index_map, w->g.n_index), k->rank - 1);
  if (fixed)
    out->name = hlo_op(e,
                       "\"stablehlo.gather\"(%s, %s) <{dimension_numbers = %s, slice_sizes = "
                       "array<i64%s%s>, indices_are_sorted = false}> : (%s, %s) -> %s",
                       hlo_name(e, x), hlo_name(e, k), numbers, x->rank ? ": " : "",
                       list(e, size, x->rank), hlo_type(e, x), hlo_type(e, k), hlo_type(e, out));
  else
    out->name = hlo_op(e,
                       "\"stablehlo.dynamic_gather\"(%s, %s, %s) <{dimension_numbers = %s, "
                       "indices_are_sorted = false}> : (%s, %s, tensor<%uxi64>) -> %s",
                       hlo_name(e, x), hlo_name(e, k), hlo_shape(e, x->rank, w->size), numbers,
                       hlo_type(e, x), hlo_type(e, k), x->rank, hlo_type(e, out));
  if (!fill || !w->g.n_index) return;
  const char *mask = inside_mask(e, w, out), *t = hlo_type_of(e, DBX_BOOL, out->rank, out->dims);
  const hlo *other = hlo_spread(e, fill, out->rank, out->dims);
  out->name = hlo_op(e, "stablehlo.select %s, %s, %s : %s, %s", mask, out->name, hlo_name(e, other),
                     t, hlo_type(e, out));
}

dbx_status hlo_emit_gather(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  window w = {.x = in[0], .indices = hlo_convert(e, in[1], DBX_I64), .rank = out->rank};
  const dbx_param *sizes = dbx_eqn_param(q, DBX_S_slice_sizes);
  uint32_t next = 2;
  if (!dbx_parse_gather_dims(dbx_eqn_param(q, DBX_S_dimension_numbers), &w.g))
    return hlo_refuse(e, "the dimension numbers have no StableHLO");
  hlo_dim *size = DBX_NEWN(&e->arena, hlo_dim, w.x->rank + 1);
  for (uint32_t i = 0; i < w.x->rank; i++)
    size[i] = sizes->item[i]->kind == DBX_P_INT ? hlo_number(sizes->item[i]->i)
                                                : hlo_dim_of(e, in[next++]);
  w.size = size;
  split_axes(e, &w);
  guard_windows(e, &w);
  w.x = hlo_fit(e, w.x, hlo_around(e, w.x, w.size));
  bool fills = dbx_parse_mode(dbx_eqn_param(q, DBX_S_mode)) == DBX_MODE_FILL;
  const hlo *fill = fills ? hlo_literal(e, out->t, fill_of(q, out->t)) : NULL;
  (e->target == DBX_HLO_IREE ? gather_each : gather_op)(e, &w, fill, out);
  return DBX_OK;
}

// ---- scatter ----

// For each element of the updates the place of its element of x, row by row, as [N, 1]; of those
// that have none the place behind the last.
static const hlo *flat_places(hlo_emitter *e, const window *w, const hlo *u, bool clamp,
                              hlo_dim behind, hlo_dim n) {
  const char **room = rooms(e, w), **length = DBX_NEWN(&e->arena, const char *, w->x->rank + 1);
  const char *none = number64(e, behind), *at = NULL;
  hlo_each each;
  window_place p;
  for (uint32_t i = 0; i < w->x->rank; i++) length[i] = number64(e, w->x->dims[i]);
  hlo_each_begin(e, &each, DBX_I64, u->rank, u->dims);
  find_places(e, w, &each, room, clamp, &p);
  const char **place = element_places(e, w, &each, &p);
  for (uint32_t i = 0; i < w->x->rank; i++) {
    if (at) at = hlo_op(e, "arith.muli %s, %s : i64", at, length[i]);
    at = at ? hlo_op(e, "arith.addi %s, %s : i64", at, place[i]) : place[i];
  }
  if (p.inside && !clamp) at = hlo_op(e, "arith.select %s, %s, %s : i64", p.inside, at, none);
  const hlo *all = hlo_new(e, hlo_each_end(e, &each, at), DBX_I64, u->rank, u->dims);
  hlo_dim to[] = {n, hlo_number(1)};
  return hlo_reshape(e, all, 2, to);
}

static const hlo *flat(hlo_emitter *e, const hlo *x, hlo_dim n) { return hlo_reshape(e, x, 1, &n); }

static hlo_dim elements(hlo_emitter *e, const hlo *x) {
  hlo_dim n = hlo_number(1);
  for (uint32_t i = 0; i < x->rank; i++) n = hlo_dim_op(e, "multiply", n, x->dims[i]);
  return n;
}

// One index for each element of a row of numbers, which has a further one for those that are
// outside: IREE writes there.
static dbx_status scatter_flat(hlo_emitter *e, const window *w, const hlo *u, dbx_prim op,
                               bool clamp, hlo *out) {
  const hlo *x = hlo_signless(e, w->x), *updates = hlo_signless(e, u);
  const char *arith = op == DBX_PRIM_COUNT ? NULL : hlo_arith(op, out->t), *r;
  if (op != DBX_PRIM_COUNT && !arith) return hlo_refuse(e, "StableHLO orders no complex numbers");
  hlo_dim n = elements(e, x), m = elements(e, u), one = hlo_number(1),
          more = hlo_dim_op(e, "add", n, one);
  const hlo *places = flat_places(e, w, u, clamp, n, m),
            *spare = hlo_spread(e, hlo_literal(e, x->t, (dbx_scalar){.c = {0, 0}}), 1, &one);
  const hlo *row = flat(e, x, n), *values = flat(e, updates, m);
  row = hlo_new(e, hlo_apart(e, row), row->t, 1, row->dims); // or others' copies are written, too
  hlo *to = hlo_new(e, NULL, x->t, 1, &more);
  to->name = hlo_op(e, "stablehlo.concatenate %s, %s, dim = 0 : (%s, %s) -> %s", hlo_name(e, row),
                    hlo_name(e, spare), hlo_type(e, row), hlo_type(e, spare), hlo_type(e, to));
  const char *name = hlo_fresh(e), *a = hlo_fresh(e), *b = hlo_fresh(e), *t = hlo_element(x->t);
  hlo_line(e,
           "%s = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%s, %s : "
           "%s, %s) outs(%s : %s) {",
           name, hlo_name(e, values), hlo_name(e, places), hlo_type(e, values), hlo_type(e, places),
           to->name, hlo_type(e, to));
  hlo_line(e, "^bb0(%s: %s, %s: %s):", a, t, b, t);
  e->indent += 2;
  r = arith ? hlo_op(e, "%s %s, %s : %s", arith, b, a, t) : a;
  hlo_line(e, "iree_linalg_ext.yield %s : %s", r, t);
  e->indent -= 2;
  hlo_close(e, "} -> %s", hlo_type(e, to));
  to->name = name;
  const char *zero = hlo_int(e, 0);
  const hlo *all = hlo_reshape(e, hlo_part(e, to, &zero, &n), x->rank, x->dims);
  out->name = hlo_signed_again(e, hlo_name(e, all), out->t, out->rank, out->dims);
  return DBX_OK;
}

static const char *combination(hlo_emitter *e, const dbx_eqn *q, dbx_prim op, const char *old,
                               const char *update, dbx_dtype t) {
  const char *type = hlo_type_of(e, t, 0, NULL), *name = e->op;
  if (op == DBX_PRIM_COUNT) return update;
  if (t == DBX_BOOL)
    name = op == DBX_PRIM_add || op == DBX_PRIM_max ? "stablehlo.or" : "stablehlo.and";
  return hlo_op(e, "%s %s, %s : %s", name, old, update, type);
}

// What lies outside is dropped by StableHLO; clamped starts are computed.
static const hlo *clamped_indices(hlo_emitter *e, const window *w) {
  const hlo *k = w->indices;
  const char **room = DBX_NEWN(&e->arena, const char *, w->g.n_index + 1);
  int64_t last = (int64_t)k->rank - 1;
  if (!w->g.n_index) return k;
  for (uint32_t i = 0; i < w->g.n_index; i++) {
    int64_t axis = w->g.start_index_map[i];
    room[i] = hlo_i64_of(e, hlo_dim_op(e, "subtract", w->x->dims[axis], w->size[axis]));
  }
  hlo_dim n = hlo_number(w->g.n_index);
  hlo *limits = hlo_new(e, hlo_vector(e, w->g.n_index, room), DBX_I64, 1, &n);
  const hlo *most = hlo_broadcast(e, limits, &last, k->rank, k->dims);
  const char *t = hlo_type(e, k);
  const char *name = hlo_op(e, "stablehlo.clamp %s, %s, %s : (tensor<i64>, %s, %s) -> %s",
                            hlo_int(e, 0), hlo_name(e, k), hlo_name(e, most), t, t, t);
  return hlo_new(e, name, DBX_I64, k->rank, k->dims);
}

static void scatter_op(hlo_emitter *e, const dbx_eqn *q, const window *w, const hlo *u, dbx_prim op,
                       bool clamp, hlo *out) {
  const hlo *x = w->x, *k = clamp ? clamped_indices(e, w) : w->indices;
  const char *name = hlo_fresh(e), *old = hlo_fresh(e), *update = hlo_fresh(e),
             *t = hlo_type_of(e, x->t, 0, NULL);
  hlo_region region;
  hlo_line(e,
           "%s = \"stablehlo.scatter\"(%s, %s, %s) <{scatter_dimension_numbers = "
           "#stablehlo.scatter<%s%s%sindex_vector_dim = %u>, indices_are_sorted = false, "
           "unique_indices = false}> ({",
           name, hlo_name(e, x), hlo_name(e, k), hlo_name(e, u),
           field(e, "update_window_dims", w->g.offset_dims, w->g.n_offset),
           field(e, "inserted_window_dims", w->g.collapsed_dims, w->g.n_collapsed),
           field(e, "scatter_dims_to_operand_dims", w->g.start_index_map, w->g.n_index),
           k->rank - 1);
  hlo_line(e, "^bb0(%s: %s, %s: %s):", old, t, update, t);
  hlo_open(e, &region);
  const char *r = combination(e, q, op, old, update, x->t);
  hlo_line(e, "stablehlo.return %s : %s", r, t);
  hlo_shut(e, &region);
  hlo_close(e, "}) : (%s, %s, %s) -> %s", hlo_type(e, x), hlo_type(e, k), hlo_type(e, u),
            hlo_type(e, out));
  out->name = name;
}

static dbx_prim combiner(const dbx_eqn *q) {
  switch (q->prim->id) {
  case DBX_PRIM_scatter_add: return DBX_PRIM_add;
  case DBX_PRIM_scatter_mul: return DBX_PRIM_mul;
  case DBX_PRIM_scatter_min: return DBX_PRIM_min;
  case DBX_PRIM_scatter_max: return DBX_PRIM_max;
  default: return DBX_PRIM_COUNT;
  }
}

dbx_status hlo_emit_scatter(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const hlo *u = in[2];
  const dbx_param *body = dbx_eqn_param(q, DBX_S_update_jaxpr);
  dbx_prim op = combiner(q);
  window w = {.x = in[0], .indices = hlo_convert(e, in[1], DBX_I64), .rank = u->rank};
  if (op == DBX_PRIM_COUNT && body && body->kind == DBX_P_JAXPR)
    return hlo_refuse(e, "the update is a function of the program");
  if (!dbx_parse_scatter_dims(dbx_eqn_param(q, DBX_S_dimension_numbers), &w.g))
    return hlo_refuse(e, "the dimension numbers have no StableHLO");
  split_axes(e, &w);
  hlo_dim *size = DBX_NEWN(&e->arena, hlo_dim, w.x->rank + 1);
  for (uint32_t i = 0; i < w.x->rank; i++)
    size[i] = w.axis[i] == UINT32_MAX ? hlo_number(1) : u->dims[w.axis[i]];
  w.size = size;
  bool clamp = dbx_parse_mode(dbx_eqn_param(q, DBX_S_mode)) == DBX_MODE_CLIP;
  if (clamp) guard_windows(e, &w);
  bool flattens = e->target == DBX_HLO_IREE && w.x->rank;
  if (flattens) return scatter_flat(e, &w, u, op, clamp, out);
  w.x = hlo_fit(e, w.x, hlo_around(e, w.x, w.size));
  hlo all = *hlo_new(e, NULL, out->t, w.x->rank, w.x->dims);
  scatter_op(e, q, &w, u, op, clamp, &all);
  return out->name = hlo_name(e, hlo_fit(e, &all, in[0]->dims)), DBX_OK;
}
