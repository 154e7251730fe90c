// Reductions, argmin and argmax, cumulative operations, sort.
#include "hlo/emit.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// "stablehlo.add", as truths have it: a sum of truths is that some hold.
static const char *fold_op(const hlo_emitter *e, const dbx_eqn *q, dbx_dtype t) {
  dbx_prim op = dbx_prim_fold(q->prim);
  if (t != DBX_BOOL) return e->op;
  return op == DBX_PRIM_max || op == DBX_PRIM_or || op == DBX_PRIM_add ? "stablehlo.or"
         : op == DBX_PRIM_xor                                          ? "stablehlo.xor"
                                                                       : "stablehlo.and";
}

static bool orders_complex(const dbx_eqn *q, dbx_dtype t) {
  dbx_prim op = dbx_prim_fold(q->prim);
  return dbx_is_complex(t) && (op == DBX_PRIM_max || op == DBX_PRIM_min);
}

static const char *axes_text(hlo_emitter *e, const int64_t *axes, uint32_t n) {
  const char **s = DBX_NEWN(&e->arena, const char *, n + 1);
  for (uint32_t i = 0; i < n; i++) s[i] = hlo_printf(e, "%" PRId64, axes[i]);
  return hlo_list(e, n, s);
}

dbx_status hlo_emit_reduce(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t n;
  const int64_t *axes = dbx_param_ints(dbx_eqn_param(q, DBX_S_axes), &n);
  const hlo *x = in[0], *init = hlo_literal(e, x->t, hlo_identity(dbx_prim_fold(q->prim), x->t));
  if (orders_complex(q, x->t)) return hlo_refuse(e, "StableHLO orders no complex numbers");
  if (!n) return hlo_emit_alias(e, q, in, out);
  out->name = hlo_op(e,
                     "stablehlo.reduce(%s init: %s) applies %s across dimensions = [%s] : (%s, "
                     "%s) -> %s",
                     hlo_name(e, x), hlo_name(e, init), fold_op(e, q, x->t), axes_text(e, axes, n),
                     hlo_type(e, x), hlo_type(e, init), hlo_type(e, out));
  return DBX_OK;
}

// ---- argmin, argmax ----

static const char *compare(hlo_emitter *e, const char *how, const char *a, const char *b,
                           dbx_dtype t) {
  const char *type = hlo_type_of(e, t, 0, NULL), *kind = dbx_is_inexact(t) ? "FLOAT"
                                                         : dbx_is_unsigned(t) || t == DBX_BOOL
                                                             ? "UNSIGNED"
                                                             : "SIGNED";
  return hlo_op(e, "stablehlo.compare %s, %s, %s, %s : (%s, %s) -> tensor<i1>", how, a, b, kind,
                type, type);
}

static const char *truth(hlo_emitter *e, const char *op, const char *a, const char *b) {
  return hlo_op(e, "stablehlo.%s %s, %s : tensor<i1>", op, a, b);
}

// Is a better than b? NaN is the best of all.
static const char *better(hlo_emitter *e, const char *how, const char *a, const char *b,
                          dbx_dtype t) {
  const char *r = compare(e, how, a, b, t);
  if (!dbx_is_float(t)) return r;
  return truth(e, "and", truth(e, "or", r, compare(e, "NE", a, a, t)), compare(e, "EQ", b, b, t));
}

// Values and their places: of two the better one, of equal ones the first.
static void choose_better(hlo_emitter *e, const char *how, const char *const *arg, dbx_dtype t,
                          dbx_dtype index) {
  const char *first = better(e, how, arg[0], arg[2], t),
             *second = better(e, how, arg[2], arg[0], t);
  const char *before = compare(e, "LT", arg[1], arg[3], index),
             *tie = truth(e, "and", hlo_op(e, "stablehlo.not %s : tensor<i1>", second), before);
  const char *take = truth(e, "or", first, tie), *vt = hlo_type_of(e, t, 0, NULL),
             *it = hlo_type_of(e, index, 0, NULL);
  const char *v = hlo_op(e, "stablehlo.select %s, %s, %s : tensor<i1>, %s", take, arg[0], arg[2],
                         vt),
             *i = hlo_op(e, "stablehlo.select %s, %s, %s : tensor<i1>, %s", take, arg[1], arg[3],
                         it);
  hlo_line(e, "stablehlo.return %s, %s : %s, %s", v, i, vt, it);
}

dbx_status hlo_emit_argminmax(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  uint32_t n;
  int64_t axis = dbx_param_ints(dbx_eqn_param(q, DBX_S_axes), &n)[0];
  const hlo *x = in[0];
  bool max = q->prim->id == DBX_PRIM_argmax;
  if (dbx_is_complex(x->t)) return hlo_refuse(e, "StableHLO orders no complex numbers");
  if (!dbx_is_integer(out->t)) return hlo_refuse(e, "a place that is no integer");
  hlo *places = hlo_new(e, NULL, out->t, x->rank, x->dims);
  if (hlo_static(x->rank, x->dims))
    places->name = hlo_op(e, "stablehlo.iota dim = %d : %s", (int)axis, hlo_type(e, places));
  else
    places->name = hlo_op(e, "stablehlo.dynamic_iota %s, dim = %d : (tensor<%uxi64>) -> %s",
                          hlo_shape(e, x->rank, x->dims), (int)axis, x->rank, hlo_type(e, places));
  const hlo *worst = hlo_literal(e, x->t, hlo_identity(max ? DBX_PRIM_max : DBX_PRIM_min, x->t)),
            *zero = hlo_literal(e, out->t, hlo_identity(DBX_PRIM_min, out->t));
  const char *name = hlo_fresh(e), *vt = hlo_type(e, worst), *it = hlo_type(e, zero);
  const char *arg[] = {hlo_fresh(e), hlo_fresh(e), hlo_fresh(e), hlo_fresh(e)};
  hlo *best = hlo_new(e, NULL, x->t, out->rank, out->dims);
  hlo_region region;
  const char *from = hlo_name(e, x), *init = hlo_name(e, worst), *first = hlo_name(e, zero);
  hlo_line(e, "%s:2 = \"stablehlo.reduce\"(%s, %s, %s, %s) <{dimensions = array<i64: %d>}> ({",
           name, from, places->name, init, first, (int)axis);
  hlo_line(e, "^bb0(%s: %s, %s: %s, %s: %s, %s: %s):", arg[0], vt, arg[1], it, arg[2], vt, arg[3],
           it);
  hlo_open(e, &region);
  choose_better(e, max ? "GT" : "LT", arg, x->t, out->t);
  hlo_shut(e, &region);
  hlo_close(e, "}) : (%s, %s, %s, %s) -> (%s, %s)", hlo_type(e, x), hlo_type(e, places), vt, it,
            hlo_type(e, best), hlo_type(e, out));
  return out->name = hlo_printf(e, "%s#1", name), DBX_OK;
}

// ---- cumulative operations ----

// A window of the axis's length over the axis, padded in front of it.
static void static_window(hlo_emitter *e, const dbx_eqn *q, const hlo *x, hlo *out) {
  uint32_t axis = (uint32_t)dbx_eqn_int(q, DBX_S_axis);
  bool reverse = dbx_eqn_int(q, DBX_S_reverse);
  int64_t *window = DBX_NEWN(&e->arena, int64_t, x->rank + 1), n = x->dims[axis].n;
  const hlo *init = hlo_literal(e, x->t, hlo_identity(dbx_prim_fold(q->prim), x->t));
  const char *name = hlo_fresh(e), *a = hlo_fresh(e), *b = hlo_fresh(e), *t = hlo_type(e, init),
             *from = hlo_name(e, x), *first = hlo_name(e, init);
  dbx_buf pad = {0};
  hlo_region region;
  for (uint32_t i = 0; i < x->rank; i++) {
    window[i] = i == axis && n ? n : 1;
    int64_t more = i == axis && n ? n - 1 : 0;
    dbx_printf(&pad, "%s[%" PRId64 ", %" PRId64 "]", i ? ", " : "", reverse ? 0 : more,
               reverse ? more : 0);
  }
  hlo_line(e,
           "%s = \"stablehlo.reduce_window\"(%s, %s) <{window_dimensions = array<i64: %s>, padding "
           "= dense<[%s]> : tensor<%ux2xi64>}> ({",
           name, from, first, axes_text(e, window, x->rank), dbx_text(&pad), x->rank);
  hlo_line(e, "^bb0(%s: %s, %s: %s):", a, t, b, t);
  hlo_open(e, &region);
  hlo_line(e, "stablehlo.return %s : %s", hlo_op(e, "%s %s, %s : %s", fold_op(e, q, x->t), a, b, t),
           t);
  hlo_shut(e, &region);
  hlo_close(e, "}) : (%s, %s) -> %s", hlo_type(e, x), t, hlo_type(e, out));
  dbx_buf_free(&pad);
  out->name = name;
}

// The private function of two elements.
static const char *folding(hlo_emitter *e, const dbx_eqn *q, dbx_dtype t) {
  const char *type = hlo_type_of(e, t, 0, NULL),
             *name = hlo_printf(e, "%s_%s", q->prim->name, dbx_dtype_short(t));
  if (e->functions.n && strstr(dbx_text(&e->functions), hlo_printf(e, "@%s(", name))) return name;
  dbx_printf(&e->functions,
             "  func.func private @%s(%%a: %s, %%b: %s) -> %s {\n    %%r = %s %%a, %%b : %s\n"
             "    return %%r : %s\n  }\n",
             name, type, type, type, fold_op(e, q, t), type, type);
  return name;
}

// The same with an axis whose length is no number: what jax itself writes for XLA.
static void dynamic_window(hlo_emitter *e, const dbx_eqn *q, const hlo *x, hlo *out) {
  uint32_t axis = (uint32_t)dbx_eqn_int(q, DBX_S_axis), n = x->rank;
  bool reverse = dbx_eqn_int(q, DBX_S_reverse);
  hlo_dim *window = DBX_NEWN(&e->arena, hlo_dim, n + 1), *pad = DBX_NEWN(&e->arena, hlo_dim, 2 * n),
          pads[] = {hlo_number(n), hlo_number(2)};
  const hlo *init = hlo_literal(e, x->t, hlo_identity(dbx_prim_fold(q->prim), x->t));
  for (uint32_t i = 0; i < n; i++) window[i] = hlo_number(1);
  window[axis] = hlo_around(e, x, window)[axis];
  for (uint32_t i = 0; i < n; i++) { pad[2 * (size_t)i] = pad[2 * (size_t)i + 1] = hlo_number(0); }
  pad[2 * (size_t)axis + reverse] = hlo_dim_op(e, "subtract", window[axis], hlo_number(1));
  hlo_dim all = hlo_number((int64_t)2 * n);
  const hlo *row = hlo_new(e, hlo_shape(e, 2 * n, pad), DBX_I64, 1, &all),
            *padding = hlo_reshape(e, row, 2, pads);
  const char *v = hlo_printf(e, "tensor<%uxi64>", n),
             *ones = hlo_constant(e, "stablehlo.constant dense<1> : %s", v),
             *f = folding(e, q, x->t);
  out->name = hlo_op(e,
                     "stablehlo.custom_call @stablehlo.dynamic_reduce_window(%s, %s, %s, %s, %s, "
                     "%s, %s) {api_version = 2 : i32, called_computations = [@%s]} : (%s, %s, %s, "
                     "%s, %s, %s, tensor<%ux2xi64>) -> %s",
                     hlo_name(e, x), hlo_name(e, init), hlo_shape(e, n, window), ones, ones, ones,
                     hlo_name(e, padding), f, hlo_type(e, x), hlo_type(e, init), v, v, v, v, n,
                     hlo_type(e, out));
}

static dbx_status scanned(hlo_emitter *e, const dbx_eqn *q, const hlo *given, hlo *out) {
  dbx_prim op = dbx_prim_fold(q->prim);
  int64_t axis = dbx_eqn_int(q, DBX_S_axis);
  bool reverse = dbx_eqn_int(q, DBX_S_reverse);
  const char *arith = hlo_arith(op, given->t);
  const hlo *x = hlo_signless(e, reverse ? hlo_reverse(e, given, &axis, 1) : given);
  hlo_dim *rest = DBX_NEWN(&e->arena, hlo_dim, x->rank + 1);
  for (uint32_t i = 0, k = 0; i < x->rank; i++)
    if (i != axis) rest[k++] = x->dims[i];
  const hlo *start =
      hlo_spread(e, hlo_literal(e, given->t, hlo_identity(op, given->t)), x->rank - 1, rest);
  start = hlo_signless(e, start);
  const char *to = hlo_empty(e, x->t, x->rank, x->dims), *name = hlo_fresh(e), *a = hlo_fresh(e),
             *b = hlo_fresh(e), *t = hlo_element(x->t), *st = hlo_type(e, start),
             *xt = hlo_type(e, x);
  hlo_line(e,
           "%s:2 = iree_linalg_ext.scan dimension(%d) inclusive(true) ins(%s : %s) outs(%s, %s : "
           "%s, %s) {",
           name, (int)axis, x->name, xt, to, start->name, xt, st);
  hlo_line(e, "^bb0(%s: %s, %s: %s):", a, t, b, t);
  e->indent += 2;
  hlo_line(e, "iree_linalg_ext.yield %s : %s", hlo_op(e, "%s %s, %s : %s", arith, a, b, t), t);
  e->indent -= 2;
  hlo_close(e, "} -> %s, %s", xt, st);
  name = hlo_signed_again(e, hlo_printf(e, "%s#0", name), given->t, x->rank, x->dims);
  const hlo *all = hlo_new(e, name, given->t, x->rank, x->dims);
  return out->name = hlo_name(e, reverse ? hlo_reverse(e, all, &axis, 1) : all), DBX_OK;
}

dbx_status hlo_emit_cumulative(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  const hlo *x = in[0];
  if (!x->rank) return hlo_refuse(e, "an operand without axes");
  if (orders_complex(q, x->t)) return hlo_refuse(e, "StableHLO orders no complex numbers");
  if (e->target == DBX_HLO_IREE) return scanned(e, q, x, out);
  bool fixed = hlo_static(x->rank, x->dims);
  return (fixed ? static_window : dynamic_window)(e, q, x, out), DBX_OK;
}

// ---- sort ----

// A float that orders as jax orders it: -0 as 0, every NaN as the last one.
static const char *key_of(hlo_emitter *e, const char *x, dbx_dtype t) {
  if (!dbx_is_float(t)) return x;
  const char *type = hlo_type_of(e, t, 0, NULL),
             *zero = hlo_name(e, hlo_literal(e, t, dbx_scalar_f(0))),
             *nan = hlo_name(e, hlo_literal(e, t, dbx_scalar_f(NAN)));
  const char *is_zero = compare(e, "EQ", x, zero, t), *is_nan = compare(e, "NE", x, x, t);
  x = hlo_op(e, "stablehlo.select %s, %s, %s : tensor<i1>, %s", is_zero, zero, x, type);
  return hlo_op(e, "stablehlo.select %s, %s, %s : tensor<i1>, %s", is_nan, nan, x, type);
}

static const char *before(hlo_emitter *e, const char *a, const char *b, dbx_dtype t) {
  const char *type = hlo_type_of(e, t, 0, NULL);
  if (!dbx_is_float(t)) return compare(e, "LT", a, b, t);
  return hlo_op(e, "stablehlo.compare LT, %s, %s, TOTALORDER : (%s, %s) -> tensor<i1>", a, b, type,
                type);
}

// By the first key that differs. The last key is the place before, so that equal elements stay.
static void compare_keys(hlo_emitter *e, const hlo *const *x, const uint32_t *keys, uint32_t n,
                         const char *const *arg) {
  const char *r = NULL;
  for (uint32_t i = n; i-- > 0;) {
    dbx_dtype t = x[keys[i]]->t;
    const char *a = key_of(e, arg[2 * (size_t)keys[i]], t),
               *b = key_of(e, arg[2 * (size_t)keys[i] + 1], t);
    const char *less = before(e, a, b, t);
    if (!r) {
      r = less;
      continue;
    }
    const char *more = before(e, b, a, t),
               *not_more = hlo_op(e, "stablehlo.not %s : tensor<i1>", more);
    r = truth(e, "or", less, truth(e, "and", not_more, r));
  }
  hlo_line(e, "stablehlo.return %s : tensor<i1>", r);
}

static const hlo *places_along(hlo_emitter *e, const hlo *x, int axis) {
  hlo *v = hlo_new(e, NULL, DBX_I64, x->rank, x->dims);
  if (hlo_static(x->rank, x->dims))
    v->name = hlo_op(e, "stablehlo.iota dim = %d : %s", axis, hlo_type(e, v));
  else
    v->name = hlo_op(e, "stablehlo.dynamic_iota %s, dim = %d : (tensor<%uxi64>) -> %s",
                     hlo_shape(e, x->rank, x->dims), axis, x->rank, hlo_type(e, v));
  return v;
}

dbx_status hlo_emit_sort(hlo_emitter *e, const dbx_eqn *q, const hlo *const *in, hlo *out) {
  int axis = (int)dbx_eqn_int(q, DBX_S_dimension);
  uint32_t n = q->n_in, n_keys = (uint32_t)dbx_eqn_int(q, DBX_S_num_keys);
  bool places = e->target == DBX_HLO_IREE && n > 1; // it is not stable there
  const hlo **x = DBX_NEWN(&e->arena, const hlo *, n + 1);
  uint32_t *keys = DBX_NEWN(&e->arena, uint32_t, n_keys + 1);
  for (uint32_t i = 0; i < n; i++) x[i] = in[i];
  for (uint32_t i = 0; i < n_keys; i++) keys[i] = i;
  for (uint32_t i = 0; i < n_keys; i++)
    if (dbx_is_complex(in[i]->t)) return hlo_refuse(e, "StableHLO orders no complex numbers");
  if (places) keys[n_keys] = n, x[n] = places_along(e, in[0], axis);
  uint32_t all = n + places;
  const char **names = DBX_NEWN(&e->arena, const char *, all),
             **types = DBX_NEWN(&e->arena, const char *, all),
             **arg = DBX_NEWN(&e->arena, const char *, 2 * all), *name = hlo_fresh(e);
  dbx_buf args = {0};
  hlo_region region;
  for (uint32_t i = 0; i < all; i++) {
    names[i] = all > 1 ? hlo_copied(e, x[i]) : hlo_name(e, x[i]), types[i] = hlo_type(e, x[i]);
    for (uint32_t k = 0; k < 2; k++) {
      arg[2 * i + k] = hlo_fresh(e);
      dbx_printf(&args, "%s%s: %s", args.n ? ", " : "", arg[2 * i + k],
                 hlo_type_of(e, x[i]->t, 0, NULL));
    }
  }
  hlo_line(e, "%s:%u = \"stablehlo.sort\"(%s) <{dimension = %d : i64, is_stable = true}> ({", name,
           all, hlo_list(e, all, names), axis);
  hlo_line(e, "^bb0(%s):", dbx_text(&args));
  hlo_open(e, &region);
  compare_keys(e, x, keys, n_keys + places, arg);
  hlo_shut(e, &region);
  hlo_close(e, "}) : (%s) -> (%s)", hlo_list(e, all, types), hlo_list(e, all, types));
  dbx_buf_free(&args);
  for (uint32_t i = 0; i < n; i++) out[i].name = hlo_printf(e, "%s#%u", name, i);
  return DBX_OK;
}
