// Equations that make, move and cut arrays.
#include "hlo/emit.h"

#include <inttypes.h>
#include <string.h>

static const char *ints(hlo_emitter *e, const int64_t *i, uint32_t n) {
  const char **s = DBX_NEWN(&e->arena, const char *, n + 1);
  for (uint32_t k = 0; k < n; k++) s[k] = hlo_printf(e, "%" PRId64, i[k]);
  return hlo_list(e, n, s);
}

// Sizes that the program computes are no negative numbers. What they are where the guard has failed
// makes no array that is too large before it is looked at.
static const hlo_dim *guard_sizes(hlo_emitter *e, uint32_t rank, const hlo_dim *dims) {
  hlo_dim *r = DBX_NEWN(&e->arena, hlo_dim, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    r[i] = dims[i];
    if (dims[i].known || dims[i].natural) continue;
    hlo_guard(e, DBX_E701, hlo_int_is(e, "GE", dims[i].name, hlo_int(e, 0)), dims[i].counted,
              "negative dimensions are not allowed");
    if (e->target == DBX_HLO_IREE || dims[i].counted)
      r[i].name = hlo_int_op(e, "maximum", dims[i].name, hlo_int(e, 0));
  }
  return r;
}

// ---- broadcasts ----

static bool all_same(const hlo *x, uint32_t rank, const hlo_dim *dims) {
  bool same = x->rank == rank;
  for (uint32_t i = 0; same && i < rank; i++) same = hlo_dim_same(x->dims[i], dims[i]);
  return same;
}

// Which axes of x are repeated, and which are not: IREE wants to know.
static const char *expansion(hlo_emitter *e, const hlo *x, const int64_t *axes,
                             const hlo_dim *dims) {
  int64_t *kept = DBX_NEWN(&e->arena, int64_t, x->rank + 1),
          *repeated = DBX_NEWN(&e->arena, int64_t, x->rank + 1);
  uint32_t n_kept = 0, n_repeated = 0;
  for (uint32_t i = 0; i < x->rank; i++) {
    bool one = x->dims[i].known && x->dims[i].n == 1,
         stays = dims[axes[i]].known && dims[axes[i]].n == 1;
    if (one && !stays) repeated[n_repeated++] = i;
    else kept[n_kept++] = i;
  }
  if (!x->rank) return "";
  return hlo_printf(e,
                    " {known_expanding_dimensions = array<i64%s%s>, "
                    "known_nonexpanding_dimensions = array<i64%s%s>}",
                    n_repeated ? ": " : "", ints(e, repeated, n_repeated), n_kept ? ": " : "",
                    ints(e, kept, n_kept));
}

static const char *splat(hlo_emitter *e, const hlo *x, const char *type) {
  dbx_buf b = {0};
  hlo_put_element(&b, x->t, x->x);
  const char *name = hlo_constant(e, "stablehlo.constant dense<%s> : %s", dbx_text(&b), type);
  dbx_buf_free(&b);
  return name;
}

// IREE refuses a broadcast of another one's result, of which it does not know what is repeated.
static const hlo *repeated(hlo_emitter *e, const hlo *x, const int64_t *axes, hlo *out) {
  const hlo *plain = hlo_signless(e, x);
  const char **at = DBX_NEWN(&e->arena, const char *, x->rank + 1);
  hlo_each n;
  hlo_each_begin(e, &n, out->t, out->rank, out->dims);
  for (uint32_t i = 0; i < x->rank; i++) {
    bool one = x->dims[i].known && x->dims[i].n == 1;
    at[i] = one ? hlo_constant(e, "arith.constant 0 : index") : n.at[axes[i]];
  }
  const char *v = hlo_op(e, "tensor.extract %s[%s] : %s", plain->name, hlo_list(e, x->rank, at),
                         hlo_type(e, plain));
  out->name = hlo_signed_again(e, hlo_each_end(e, &n, v), out->t, out->rank, out->dims);
  return out;
}

const hlo *hlo_broadcast(hlo_emitter *e, const hlo *x, const int64_t *axes, uint32_t rank,
                         const hlo_dim *dims) {
  if (all_same(x, rank, dims)) return x;
  hlo *out = hlo_new(e, NULL, x->t, rank, dims);
  const char *from = hlo_type(e, x), *to = hlo_type(e, out);
  bool fixed = hlo_static(rank, dims) && hlo_static(x->rank, x->dims);
  bool whole = e->target != DBX_HLO_IREE || !dbx_is_complex(x->t);
  if (fixed && !x->name && whole) return out->name = splat(e, x, to), out;
  const char *name = hlo_name(e, x), *list = ints(e, axes, x->rank);
  if (!fixed && x->rank && e->target == DBX_HLO_IREE) return repeated(e, x, axes, out);
  if (fixed)
    out->name =
        hlo_op(e, "stablehlo.broadcast_in_dim %s, dims = [%s] : (%s) -> %s", name, list, from, to);
  else
    out->name =
        hlo_op(e,
               "stablehlo.dynamic_broadcast_in_dim %s, %s, dims = [%s]%s : (%s, "
               "tensor<%uxi64>) -> %s",
               name, hlo_shape(e, rank, dims), list, expansion(e, x, axes, dims), from, rank, to);
  return out;
}

const hlo *hlo_spread(hlo_emitter *e, const hlo *x, uint32_t rank, const hlo_dim *dims) {
  int64_t *axes = DBX_NEWN(&e->arena, int64_t, x->rank + 1);
  hlo_dim *own = DBX_NEWN(&e->arena, hlo_dim, rank + 1);
  bool repeats = false;
  if (!x->rank) return hlo_broadcast(e, x, axes, rank, dims);
  for (uint32_t i = 0; i < x->rank; i++) {
    axes[i] = i;
    bool one = x->dims[i].known && x->dims[i].n == 1;
    own[i] = dims[i];
    repeats |= one && !hlo_dim_same(x->dims[i], dims[i]);
  }
  if (repeats) return hlo_broadcast(e, x, axes, rank, dims);
  return hlo_with_dims(e, x, own);
}

dbx_status hlo_emit_broadcast(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(q, DBX_S_broadcast_dimensions), &n);
  const hlo *x = in[0];
  const hlo_dim *dims = guard_sizes(e, out->rank, out->dims);
  hlo_dim *own = DBX_NEWN(&e->arena, hlo_dim, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    own[i] = x->dims[i];
    if (own[i].known && own[i].n == 1) continue;
    hlo_guard_equal(e, own[i], out->dims[axes[i]], DBX_E706,
                    "an axis cannot be broadcast to another length");
    own[i] = dims[axes[i]];
  }
  x = hlo_fit(e, x, own);
  if (n == out->rank && x->rank && n) {
    bool ordered = true, repeats = false;
    for (uint32_t i = 0; i < n; i++) {
      ordered &= axes[i] == i;
      repeats |= x->dims[i].known && x->dims[i].n == 1;
    }
    if (ordered && !repeats) return out->name = hlo_name(e, hlo_with_dims(e, x, out->dims)), DBX_OK;
  }
  out->name = hlo_name(e, hlo_broadcast(e, x, axes, out->rank, dims));
  return DBX_OK;
}

dbx_status hlo_emit_iota(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  (void)in;
  int axis = (int)dbx_eqn_int(q, DBX_S_dimension);
  const hlo_dim *dims = guard_sizes(e, out->rank, out->dims);
  if (hlo_static(out->rank, out->dims))
    out->name = hlo_op(e, "%s dim = %d : %s", e->op, axis, hlo_type(e, out));
  else
    out->name = hlo_op(e, "stablehlo.dynamic_iota %s, dim = %d : (tensor<%uxi64>) -> %s",
                       hlo_shape(e, out->rank, dims), axis, out->rank, hlo_type(e, out));
  return DBX_OK;
}

// ---- reshape, transpose, rev ----

static const char *static_reshape(hlo_emitter *e, const hlo *x, const char *to) {
  return hlo_op(e, "stablehlo.reshape %s : (%s) -> %s", hlo_name(e, x), hlo_type(e, x), to);
}

// Of an array that has one element, whatever its type says.
static const hlo *only_element(hlo_emitter *e, const hlo *x) {
  hlo_dim *ones = DBX_NEWN(&e->arena, hlo_dim, x->rank + 1);
  for (uint32_t i = 0; i < x->rank; i++) ones[i] = hlo_number(1);
  x = hlo_with_dims(e, x, ones);
  return hlo_new(e, static_reshape(e, x, hlo_type_of(e, x->t, 0, NULL)), x->t, 0, NULL);
}

const hlo *hlo_reshape(hlo_emitter *e, const hlo *x, uint32_t rank, const hlo_dim *dims) {
  if (all_same(x, rank, dims)) return x;
  hlo *out = hlo_new(e, NULL, x->t, rank, dims);
  const char *to = hlo_type(e, out);
  if (hlo_static(rank, dims) && hlo_static(x->rank, x->dims))
    return out->name = static_reshape(e, x, to), out;
  if (!rank) return only_element(e, x);
  const char *shape = hlo_shape(e, rank, dims);
  if (e->target == DBX_HLO_XLA) {
    out->name = hlo_op(e, "stablehlo.dynamic_reshape %s, %s : (%s, tensor<%uxi64>) -> %s",
                       hlo_name(e, x), shape, hlo_type(e, x), rank, to);
    return out;
  }
  const hlo *plain = hlo_signless(e, x);
  const char *name = hlo_op(e, "tensor.reshape %s(%s) : (%s, tensor<%uxi64>) -> %s", plain->name,
                            shape, hlo_type(e, plain), rank, hlo_type_of(e, plain->t, rank, dims));
  return out->name = hlo_signed_again(e, name, x->t, rank, dims), out;
}

static hlo_dim elements(hlo_emitter *e, uint32_t rank, const hlo_dim *dims) {
  hlo_dim n = hlo_number(1);
  for (uint32_t i = 0; i < rank; i++) n = hlo_dim_op(e, "multiply", n, dims[i]);
  return n;
}

// Lengths without those of 1, in order, are the same.
static bool same_but_ones(const hlo *x, const hlo *out) {
  uint32_t i = 0, k = 0;
  for (;; i++, k++) {
    while (i < x->rank && x->dims[i].known && x->dims[i].n == 1) i++;
    while (k < out->rank && out->dims[k].known && out->dims[k].n == 1) k++;
    if (i == x->rank || k == out->rank) return i == x->rank && k == out->rank;
    if (!hlo_dim_same(x->dims[i], out->dims[k])) return false;
  }
}

dbx_status hlo_emit_reshape(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const hlo *x = in[0];
  const hlo_dim *dims = out->dims;
  (void)q;
  if (!same_but_ones(x, out)) {
    dims = guard_sizes(e, out->rank, out->dims);
    hlo_dim have = elements(e, x->rank, x->dims), want = elements(e, out->rank, out->dims);
    hlo_guard_equal(e, have, want, DBX_E706,
                    "an array cannot be reshaped into one of another size");
    if (e->sizes->fit && !hlo_dim_same(have, want)) {
      want = elements(e, out->rank, dims);
      x = hlo_fit(e, hlo_reshape(e, x, 1, &have), &want);
    } else {
      dims = out->dims;
    }
  }
  return out->name = hlo_name(e, hlo_reshape(e, x, out->rank, dims)), DBX_OK;
}

dbx_status hlo_emit_transpose(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t n;
  const int64_t *p = dbx_param_ints(dbx_eqn_param(q, DBX_S_permutation), &n);
  out->name = hlo_op(e, "%s %s, dims = [%s] : (%s) -> %s", e->op, hlo_name(e, in[0]), ints(e, p, n),
                     hlo_type(e, in[0]), hlo_type(e, out));
  return DBX_OK;
}

const hlo *hlo_reverse(hlo_emitter *e, const hlo *x, const int64_t *axes, uint32_t n) {
  if (!n) return x;
  const char *name = hlo_op(e, "stablehlo.reverse %s, dims = [%s] : %s", hlo_name(e, x),
                            ints(e, axes, n), hlo_type(e, x));
  return hlo_new(e, name, x->t, x->rank, x->dims);
}

dbx_status hlo_emit_rev(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(q, DBX_S_dimensions), &n);
  return out->name = hlo_name(e, hlo_reverse(e, in[0], axes, n)), DBX_OK;
}

// ---- concatenate, pad ----

dbx_status hlo_emit_concatenate(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t axis = (uint32_t)dbx_eqn_int(q, DBX_S_dimension);
  const char **names = DBX_NEWN(&e->arena, const char *, q->n_in + 1),
             **types = DBX_NEWN(&e->arena, const char *, q->n_in + 1);
  hlo_dim sum = hlo_number(0), *dims = DBX_NEWN(&e->arena, hlo_dim, out->rank + 1);
  memcpy(dims, out->dims, out->rank * sizeof *dims);
  for (uint32_t k = 0; k < q->n_in; k++) {
    for (uint32_t i = 0; i < out->rank; i++)
      if (i != axis)
        hlo_guard_equal(e, in[k]->dims[i], out->dims[i], DBX_E706,
                        "arrays of different lengths cannot be concatenated along another axis");
    dims[axis] = in[k]->dims[axis];
    sum = hlo_dim_op(e, "add", sum, dims[axis]);
    const hlo *x = hlo_fit(e, in[k], dims);
    names[k] = hlo_name(e, x), types[k] = hlo_type(e, x);
  }
  dims[axis] = sum;
  hlo *r = hlo_new(e, NULL, out->t, out->rank, dims);
  r->name = hlo_op(e, "%s %s, dim = %u : (%s) -> %s", e->op, hlo_list(e, q->n_in, names), axis,
                   hlo_list(e, q->n_in, types), hlo_type(e, r));
  if (sum.known != out->dims[axis].known) // the type may say less, or more
    return out->name = hlo_name(e, hlo_with_dims(e, r, out->dims)), DBX_OK;
  return out->name = r->name, DBX_OK;
}

typedef struct padding {
  int64_t low, high, between;
} padding;

// Element `at` of an axis of the result is one of x: where, and whether it is (i1).
static const char *padded_place(hlo_emitter *e, const padding *p, const char *size, const char *at,
                                const char **inside) {
  const char *zero = hlo_constant(e, "arith.constant 0 : i64"),
             *low = hlo_constant(e, "arith.constant %" PRId64 " : i64", p->low),
             *step = hlo_constant(e, "arith.constant %" PRId64 " : i64", p->between + 1);
  const char *i = hlo_op(e, "arith.subi %s, %s : i64", at, low),
             *k = hlo_op(e, "arith.divsi %s, %s : i64", i, step),
             *rest = hlo_op(e, "arith.remsi %s, %s : i64", i, step);
  const char *tests[] = {hlo_op(e, "arith.cmpi sge, %s, %s : i64", i, zero),
                         hlo_op(e, "arith.cmpi eq, %s, %s : i64", rest, zero),
                         hlo_op(e, "arith.cmpi slt, %s, %s : i64", k, size)};
  for (int t = 0; t < 3; t++)
    *inside = *inside ? hlo_op(e, "arith.andi %s, %s : i1", *inside, tests[t]) : tests[t];
  const char *last =
      hlo_op(e, "arith.subi %s, %s : i64", size, hlo_constant(e, "arith.constant 1 : i64"));
  k = hlo_op(e, "arith.minsi %s, %s : i64", k, last);
  k = hlo_op(e, "arith.maxsi %s, %s : i64", k, zero);
  return hlo_op(e, "arith.index_cast %s : i64 to index", k);
}

// One element after the other: IREE pads by no negative numbers.
static void pad_each(hlo_emitter *e, const padding *p, const hlo *x, const hlo *value, hlo *out) {
  const hlo *plain = hlo_signless(e, x), *fill = hlo_signless(e, value);
  const char **size = DBX_NEWN(&e->arena, const char *, x->rank + 1),
             **at = DBX_NEWN(&e->arena, const char *, x->rank + 1), *inside = NULL;
  hlo_each n;
  for (uint32_t i = 0; i < x->rank; i++)
    size[i] = hlo_shared(e, "tensor.extract %s[] : tensor<i64>", hlo_i64_of(e, x->dims[i]));
  const char *other = hlo_op(e, "tensor.extract %s[] : %s", fill->name, hlo_type(e, fill));
  hlo_each_begin(e, &n, out->t, out->rank, out->dims);
  for (uint32_t i = 0; i < x->rank; i++)
    at[i] = padded_place(e, &p[i], size[i], n.at64[i], &inside);
  const char *v = hlo_op(e, "tensor.extract %s[%s] : %s", plain->name, hlo_list(e, x->rank, at),
                         hlo_type(e, plain));
  if (inside) v = hlo_op(e, "arith.select %s, %s, %s : %s", inside, v, other, hlo_element(n.t));
  out->name = hlo_signed_again(e, hlo_each_end(e, &n, v), out->t, out->rank, out->dims);
}

dbx_status hlo_emit_pad(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const dbx_param *config = dbx_eqn_param(q, DBX_S_padding_config);
  uint32_t rank = in[0]->rank;
  padding *p = DBX_NEWN(&e->arena, padding, rank + 1);
  int64_t *parts[3];
  bool negative = false;
  for (int k = 0; k < 3; k++) parts[k] = DBX_NEWN(&e->arena, int64_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    for (int k = 0; k < 3; k++) {
      if (config->item[i]->item[k]->kind != DBX_P_INT)
        return hlo_refuse(e, "amounts that are no numbers");
      parts[k][i] = config->item[i]->item[k]->i;
      negative |= parts[k][i] < 0;
    }
    p[i] = (padding){parts[0][i], parts[1][i], parts[2][i]};
  }
  if (e->target == DBX_HLO_IREE && (negative || !rank)) {
    pad_each(e, p, in[0], in[1], out);
    return DBX_OK;
  }
  out->name = hlo_op(e, "%s %s, %s, low = [%s], high = [%s], interior = [%s] : (%s, %s) -> %s",
                     e->op, hlo_name(e, in[0]), hlo_name(e, in[1]), ints(e, parts[0], rank),
                     ints(e, parts[1], rank), ints(e, parts[2], rank), hlo_type(e, in[0]),
                     hlo_type(e, in[1]), hlo_type(e, out));
  return DBX_OK;
}

// ---- slices ----

static void guard_window(hlo_emitter *e, hlo_dim window, hlo_dim size) {
  if (hlo_dim_same(window, size) || (window.known && size.known && window.n <= size.n)) return;
  const char *ok = hlo_int_is(e, "LE", hlo_i64_of(e, window), hlo_i64_of(e, size));
  hlo_guard(e, DBX_E706, ok, window.counted && size.counted, "a slice is longer than its axis");
}

static const char *sliced(hlo_emitter *e, const hlo *x, const int64_t *start, const int64_t *limit,
                          const int64_t *step, const hlo *out) {
  const char **parts = DBX_NEWN(&e->arena, const char *, x->rank + 1);
  for (uint32_t i = 0; i < x->rank; i++) {
    parts[i] = hlo_printf(e, "%" PRId64 ":%" PRId64, start[i], limit[i]);
    if (step && step[i] != 1) parts[i] = hlo_printf(e, "%s:%" PRId64, parts[i], step[i]);
  }
  return hlo_op(e, "stablehlo.slice %s [%s] : (%s) -> %s", hlo_name(e, x),
                hlo_list(e, x->rank, parts), hlo_type(e, x), hlo_type(e, out));
}

dbx_status hlo_emit_slice(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t n, k;
  const int64_t *start = dbx_param_ints(dbx_eqn_param(q, DBX_S_start_indices), &n),
                *limit = dbx_param_ints(dbx_eqn_param(q, DBX_S_limit_indices), &n),
                *step = dbx_param_ints(dbx_eqn_param(q, DBX_S_strides), &k);
  hlo_dim *end = DBX_NEWN(&e->arena, hlo_dim, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    end[i] = hlo_number(limit[i]);
    guard_window(e, end[i], in[0]->dims[i]);
  }
  const hlo *x = hlo_fit(e, in[0], hlo_around(e, in[0], end));
  return out->name = sliced(e, x, start, limit, k ? step : NULL, out), DBX_OK;
}

dbx_status hlo_emit_split(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t n, rank = in[0]->rank;
  int64_t axis = dbx_eqn_int(q, DBX_S_axis), at = 0;
  const int64_t *size = dbx_param_ints(dbx_eqn_param(q, DBX_S_sizes), &n);
  const char **start = DBX_NEWN(&e->arena, const char *, rank + 1);
  for (uint32_t i = 0; i < rank; i++) start[i] = hlo_int(e, 0);
  for (uint32_t i = 0; i < n; i++) {
    start[axis] = hlo_int(e, at);
    out[i].name = hlo_name(e, hlo_part(e, in[0], start, out[i].dims));
    at += size[i];
  }
  return DBX_OK;
}

const char *hlo_clamped(hlo_emitter *e, const char *at, hlo_dim size, hlo_dim window) {
  if (hlo_dim_same(size, window)) return hlo_int(e, 0);
  hlo_dim room = hlo_dim_op(e, "subtract", size, window);
  const char *zero = hlo_int(e, 0), *last = hlo_int_op(e, "maximum", hlo_i64_of(e, room), zero);
  return hlo_int_op(e, "minimum", hlo_int_op(e, "maximum", at, zero), last);
}

const hlo *hlo_part(hlo_emitter *e, const hlo *x, const char *const *start, const hlo_dim *dims) {
  hlo *out = hlo_new(e, NULL, x->t, x->rank, dims);
  uint32_t n = x->rank;
  if (hlo_static(n, dims)) {
    const char **one = DBX_NEWN(&e->arena, const char *, n + 1);
    int64_t *size = DBX_NEWN(&e->arena, int64_t, n + 1);
    for (uint32_t i = 0; i < n; i++) one[i] = "tensor<i64>", size[i] = dims[i].n;
    out->name = hlo_op(e, "stablehlo.dynamic_slice %s, %s, sizes = [%s] : (%s, %s) -> %s",
                       hlo_name(e, x), hlo_list(e, n, start), ints(e, size, n), hlo_type(e, x),
                       hlo_list(e, n, one), hlo_type(e, out));
    return out;
  }
  int64_t *ones = DBX_NEWN(&e->arena, int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) ones[i] = 1;
  const char *v = hlo_printf(e, "tensor<%uxi64>", n), *from = hlo_vector(e, n, start),
             *size = hlo_shape(e, n, dims),
             *limit = hlo_shared(e, "stablehlo.add %s, %s : %s", from, size, v),
             *by = hlo_constant(e, "stablehlo.constant dense<1> : %s", v);
  out->name = hlo_op(e, "stablehlo.real_dynamic_slice %s, %s, %s, %s : (%s, %s, %s, %s) -> %s",
                     hlo_name(e, x), from, limit, by, hlo_type(e, x), v, v, v, hlo_type(e, out));
  return out;
}

dbx_status hlo_emit_dynamic_slice(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in,
                                  hlo *out) {
  const hlo *x = in[0];
  (void)q;
  const char **start = DBX_NEWN(&e->arena, const char *, x->rank + 1);
  if (!x->rank) return hlo_emit_alias(e, q, in, out);
  const hlo_dim *dims = guard_sizes(e, out->rank, out->dims);
  for (uint32_t i = 0; i < x->rank; i++) {
    guard_window(e, out->dims[i], x->dims[i]);
    start[i] = hlo_clamped(e, hlo_as_i64(e, in[1 + i]), x->dims[i], out->dims[i]);
  }
  x = hlo_fit(e, x, hlo_around(e, x, dims));
  return out->name = hlo_name(e, hlo_part(e, x, start, dims)), DBX_OK;
}

static const char *scalar64(hlo_emitter *e, hlo_dim d) {
  return hlo_shared(e, "tensor.extract %s[] : tensor<i64>", hlo_i64_of(e, d));
}

// One element after the other: IREE has no dynamic_update_slice of lengths that are no numbers, and
// what it inserts into an array others see, too.
static const char *inserted(hlo_emitter *e, const hlo *x, const hlo *u, const char *const *start) {
  const hlo *to = hlo_signless(e, x), *from = hlo_signless(e, u);
  uint32_t n = x->rank;
  const char **first = DBX_NEWN(&e->arena, const char *, n), *inside = NULL,
             **last = DBX_NEWN(&e->arena, const char *, n),
             **at = DBX_NEWN(&e->arena, const char *, n),
             *zero = hlo_constant(e, "arith.constant 0 : i64");
  hlo_each each;
  for (uint32_t i = 0; i < n; i++) {
    hlo_dim end = hlo_dim_op(e, "subtract", u->dims[i], hlo_number(1));
    first[i] = hlo_shared(e, "tensor.extract %s[] : tensor<i64>", start[i]);
    last[i] = scalar64(e, end);
  }
  hlo_each_begin(e, &each, x->t, n, x->dims);
  for (uint32_t i = 0; i < n; i++) {
    const char *k = hlo_op(e, "arith.subi %s, %s : i64", each.at64[i], first[i]),
               *low = hlo_op(e, "arith.cmpi sge, %s, %s : i64", k, zero),
               *high = hlo_op(e, "arith.cmpi sle, %s, %s : i64", k, last[i]),
               *in = hlo_op(e, "arith.andi %s, %s : i1", low, high);
    inside = inside ? hlo_op(e, "arith.andi %s, %s : i1", inside, in) : in;
    k = hlo_op(e, "arith.minsi %s, %s : i64", k, last[i]);
    k = hlo_op(e, "arith.maxsi %s, %s : i64", k, zero);
    at[i] = hlo_op(e, "arith.index_cast %s : i64 to index", k);
  }
  const char *old = hlo_op(e, "tensor.extract %s[%s] : %s", to->name, hlo_list(e, n, each.at),
                           hlo_type(e, to)),
             *new = hlo_op(e, "tensor.extract %s[%s] : %s", from->name, hlo_list(e, n, at),
                           hlo_type(e, from)),
             *v = hlo_op(e, "arith.select %s, %s, %s : %s", inside, new, old, hlo_element(each.t));
  return hlo_signed_again(e, hlo_each_end(e, &each, v), x->t, n, x->dims);
}

const char *hlo_update(hlo_emitter *e, const hlo *x, const hlo *u, const char *const *start) {
  uint32_t n = x->rank;
  bool fixed = hlo_static(n, x->dims) && hlo_static(n, u->dims);
  if (e->target == DBX_HLO_IREE && !fixed) return inserted(e, x, u, start);
  const char **types = DBX_NEWN(&e->arena, const char *, n + 1);
  for (uint32_t i = 0; i < n; i++) types[i] = "tensor<i64>";
  return hlo_op(e, "stablehlo.dynamic_update_slice %s, %s, %s : (%s, %s, %s) -> %s", hlo_name(e, x),
                hlo_name(e, u), hlo_list(e, n, start), hlo_type(e, x), hlo_type(e, u),
                hlo_list(e, n, types), hlo_type(e, x));
}

dbx_status hlo_emit_dynamic_update_slice(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in,
                                         hlo *out) {
  const hlo *x = in[0], *u = in[1];
  uint32_t n = x->rank;
  const char **start = DBX_NEWN(&e->arena, const char *, n + 1);
  if (!n) return hlo_emit_alias(e, q, in + 1, out);
  for (uint32_t i = 0; i < n; i++) {
    guard_window(e, u->dims[i], x->dims[i]);
    start[i] = hlo_clamped(e, hlo_as_i64(e, in[2 + i]), x->dims[i], u->dims[i]);
  }
  const hlo *all = hlo_fit(e, x, hlo_around(e, x, u->dims));
  all = hlo_new(e, hlo_update(e, all, u, start), all->t, n, all->dims);
  return out->name = hlo_name(e, hlo_fit(e, all, x->dims)), DBX_OK;
}
