// Derivatives of convolutions, of reductions over windows, of Fourier transforms, and of what takes
// parts along an axis: the formulas of jax 0.4.23 (jax._src.lax.convolution, windowed_reductions,
// fft).
#include "grad/rule.h"
#include "jnp/table.h"

#include <math.h>
#include <string.h>

static const int64_t *ints_of(const dbx_eqn *e, dbx_sym key) {
  uint32_t n;
  return dbx_param_ints(dbx_eqn_param(e, key), &n);
}

static dbx_status needs_lengths(const dbx_eqn *e) {
  return dbx_fail_as(DBX_E218, DBX_S_NotImplementedError, (dbx_span){0},
                     "the derivative of %s needs lengths that are known when it is traced",
                     e->prim->name);
}

static int64_t dilated(int64_t n, int64_t step) { return n ? 1 + (n - 1) * step : 0; }

// ---- one axis of a window ----

typedef struct axis {
  int64_t in, window, out, stride, low, high, base, apart;
} axis;

// What is padded so that a window over the cotangents gives those of the operand.
static void padding_back(const axis *a, int64_t *low, int64_t *high) {
  int64_t window = dilated(a->window, a->apart);
  *low = window - a->low - 1;
  *high = dilated(a->in, a->base) + window - 1 - dilated(a->out, a->stride) - *low;
}

// ---- reduce_window ----

static axis window_axis(const dbx_eqn *e, uint32_t i, S in, S out) {
  const dbx_param *p = dbx_eqn_param(e, DBX_S_padding)->item[i];
  return (axis){.in = dbx_dim_value(in.d[i]),
                .out = dbx_dim_value(out.d[i]),
                .window = ints_of(e, DBX_S_window_dimensions)[i],
                .stride = ints_of(e, DBX_S_window_strides)[i],
                .low = p->item[0]->i,
                .high = p->item[1]->i,
                .base = ints_of(e, DBX_S_base_dilation)[i],
                .apart = ints_of(e, DBX_S_window_dilation)[i]};
}

static const dbx_param *no_padding(uint32_t n) {
  const dbx_param **p = DBX_TMP(const dbx_param *, n + 1);
  for (uint32_t i = 0; i < n; i++) p[i] = dbx_p_ints((int64_t[]){0, 0}, 2);
  return dbx_p_tuple(p, n);
}

dbx_status dbx_transpose_window_sum(const transpose_site *s) {
  const dbx_eqn *e = s->e;
  S own = grad_shape(s->type[0]), all = jn_shape(s->ct[0]);
  if (!jn_static(own) || !jn_static(all)) return needs_lengths(e);
  jn_padding *config = DBX_TMP(jn_padding, own.n + 1);
  int64_t *ones = DBX_TMP(int64_t, own.n + 1);
  for (uint32_t i = 0; i < own.n; i++) {
    axis a = window_axis(e, i, own, all);
    padding_back(&a, &config[i][0], &config[i][1]);
    config[i][2] = a.stride - 1, ones[i] = 1;
  }
  V zero = jn_scalar(jn_dtype(s->ct[0]), (dbx_scalar){0});
  V ct = lax_pad(s->ct[0], zero, (const jn_padding *)config);
  dbx_kv kv[] = {{DBX_S_base_dilation, dbx_p_ints(ones, own.n)},
                 {DBX_S_padding, no_padding(own.n)},
                 {DBX_S_window_dilation, dbx_eqn_param(e, DBX_S_window_dilation)},
                 {DBX_S_window_dimensions, dbx_eqn_param(e, DBX_S_window_dimensions)},
                 {DBX_S_window_strides, dbx_eqn_param(e, DBX_S_base_dilation)}};
  return bad(ct) ? DBX_FAIL
                 : transpose_one(s, 0, lax_bind(DBX_PRIM_reduce_window_sum, &ct, 1, kv, 5));
}

// Of each window the element with this number in it, of an operand that is padded.
static V elements_at(V x, const axis *axes, const int64_t *number) {
  uint32_t n = jn_rank(x);
  int64_t *start = DBX_TMP(int64_t, n + 1), *limit = DBX_TMP(int64_t, n + 1),
          *stride = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    start[i] = number[i] * axes[i].apart, stride[i] = axes[i].stride;
    limit[i] = start[i] + (axes[i].out ? (axes[i].out - 1) * stride[i] + 1 : 0);
  }
  return lax_slice(x, start, limit, stride);
}

static V padded(V x, V with, const axis *axes) {
  uint32_t n = bad(x) ? 0 : jn_rank(x);
  jn_padding *config = DBX_TMP(jn_padding, n + 1);
  for (uint32_t i = 0; i < n; i++)
    config[i][0] = axes[i].low, config[i][1] = axes[i].high, config[i][2] = axes[i].base - 1;
  return bad(x) ? x : lax_pad(x, with, (const jn_padding *)config);
}

enum { MOST_PLACES = 4096 }; // of a window, which are looked at one by one

// The tangent of the element that a window has chosen: the first of those that are equal.
dbx_status dbx_jvp_window_choice(const jvp_site *s) {
  const dbx_eqn *e = s->e;
  bool most = e->prim->id == DBX_PRIM_reduce_window_max;
  DBX_TRY(jvp_primal(s));
  S own = jn_shape(s->x[0]), all = jn_shape(s->y[0]);
  if (!jn_static(own) || !jn_static(all)) return needs_lengths(e);
  axis *axes = DBX_TMP(axis, own.n + 1);
  int64_t *number = DBX_TMP(int64_t, own.n + 1), places = 1;
  for (uint32_t i = 0; i < own.n; i++) {
    axes[i] = window_axis(e, i, own, all);
    number[i] = 0, places = places > MOST_PLACES ? places : places * axes[i].window;
  }
  if (places > MOST_PLACES)
    return dbx_fail_as(DBX_E218, DBX_S_NotImplementedError, (dbx_span){0},
                       "the derivative of %s is not taken of windows with more than %d places",
                       e->prim->name, MOST_PLACES);
  V x = padded(s->x[0], lax_const_like(s->x[0], jn_float(most ? -INFINITY : INFINITY)), axes);
  V t = padded(s->t[0], jn_scalar(jn_dtype(s->t[0]), (dbx_scalar){0}), axes);
  DBX_TRY(status_of(x));
  V best = elements_at(x, axes, number), moved = elements_at(t, axes, number);
  for (int64_t k = 1; k < places; k++) {
    for (uint32_t i = own.n; i-- > 0 && ++number[i] == axes[i].window;) number[i] = 0;
    V next = elements_at(x, axes, number), better = most ? GT(next, best) : LT(next, best);
    moved = lax_select(better, elements_at(t, axes, number), moved);
    best = lax_select(better, next, best);
    DBX_TRY(status_of(moved));
  }
  return s->ty[0] = moved, status_of(moved);
}

// ---- convolution ----

typedef struct convolution {
  const dbx_eqn *e;
  const int64_t *x, *k, *out; // dimension numbers: batch or output features, features, the others
  uint32_t n;                 // of the others
  int64_t groups, batches;
} convolution;

static convolution convolution_of(const dbx_eqn *e, uint32_t rank) {
  const dbx_param *d = dbx_eqn_param(e, DBX_S_dimension_numbers);
  uint32_t n;
  return (convolution){.e = e,
                       .x = dbx_param_ints(d->item[0], &n),
                       .k = dbx_param_ints(d->item[1], &n),
                       .out = dbx_param_ints(d->item[2], &n),
                       .n = rank - 2,
                       .groups = dbx_eqn_int(e, DBX_S_feature_group_count),
                       .batches = dbx_eqn_int(e, DBX_S_batch_group_count)};
}

static axis convolved_axis(const convolution *c, uint32_t i, S x, S k, S out) {
  const dbx_param *p = dbx_eqn_param(c->e, DBX_S_padding)->item[i];
  return (axis){.in = dbx_dim_value(x.d[c->x[2 + i]]),
                .window = dbx_dim_value(k.d[c->k[2 + i]]),
                .out = dbx_dim_value(out.d[c->out[2 + i]]),
                .stride = ints_of(c->e, DBX_S_window_strides)[i],
                .low = p->item[0]->i,
                .high = p->item[1]->i,
                .base = ints_of(c->e, DBX_S_lhs_dilation)[i],
                .apart = ints_of(c->e, DBX_S_rhs_dilation)[i]};
}

static const dbx_param *turned(const int64_t *spec, uint32_t n, bool turn) {
  int64_t *own = DBX_TMP(int64_t, n);
  memcpy(own, spec, n * sizeof *own);
  if (turn) own[0] = spec[1], own[1] = spec[0];
  return dbx_p_ints(own, n);
}

static const dbx_param *specs_of(const dbx_param *x, const dbx_param *k, const dbx_param *out) {
  dbx_sym names[] = {dbx_intern("lhs_spec"), dbx_intern("rhs_spec"), dbx_intern("out_spec")};
  return dbx_p_record("ConvDimensionNumbers", names, (const dbx_param *[]){x, k, out}, 3);
}

typedef struct back {
  const dbx_param *specs, *strides, *padding, *lhs_dilation, *rhs_dilation;
  int64_t groups, batches;
} back;

// Strides and dilations are the parameters of the equation that have these names.
static back back_of(const convolution *c, const dbx_param *specs, const dbx_param *const *pads,
                    dbx_sym strides, dbx_sym lhs, dbx_sym rhs) {
  const dbx_eqn *e = c->e;
  return (back){.specs = specs,
                .strides = dbx_eqn_param(e, strides),
                .padding = dbx_p_tuple(pads, c->n),
                .lhs_dilation = dbx_eqn_param(e, lhs),
                .rhs_dilation = dbx_eqn_param(e, rhs),
                .groups = 1,
                .batches = 1};
}

static V convolved(const convolution *c, V x, V k, const back *b) {
  V ops[] = {x, k};
  dbx_kv kv[] = {{DBX_S_batch_group_count, dbx_p_int(b->batches)},
                 {DBX_S_dimension_numbers, b->specs},
                 {DBX_S_feature_group_count, dbx_p_int(b->groups)},
                 {DBX_S_lhs_dilation, b->lhs_dilation},
                 {DBX_S_padding, b->padding},
                 {DBX_S_precision, dbx_eqn_param(c->e, DBX_S_precision)},
                 {DBX_S_preferred_element_type, dbx_eqn_param(c->e, DBX_S_preferred_element_type)},
                 {DBX_S_rhs_dilation, b->rhs_dilation},
                 {DBX_S_window_strides, b->strides}};
  for (uint32_t i = 0; i < 9; i++)
    if (!kv[i].val) kv[i].val = dbx_p_none();
  return bad(x) || bad(k) ? FAILED : lax_bind(DBX_PRIM_conv_general_dilated, ops, 2, kv, 9);
}

// Axis `from` in two, of which the first has n entries.
static V axis_in_two(V x, int64_t from, int64_t n) {
  if (bad(x)) return x;
  S own = jn_shape(x), s = {own.n + 1, DBX_TMP(dbx_dim, own.n + 1)};
  for (uint32_t i = 0, at = 0; i < own.n; i++) {
    if (i != from) {
      s.d[at++] = own.d[i];
      continue;
    }
    s.d[at++] = dbx_dim_int(n);
    s.d[at++] = dbx_dim_int(dbx_dim_value(own.d[i]) / n);
  }
  return lax_reshape(x, s);
}

// Axis `from` becomes the outer part of axis `to` of the others.
static V axis_into(V x, int64_t from, int64_t to) {
  if (bad(x)) return x;
  S own = jn_shape(x), s = {own.n - 1, DBX_TMP(dbx_dim, own.n)};
  int64_t *perm = DBX_TMP(int64_t, own.n);
  uint32_t at = 0;
  for (uint32_t i = 0, k = 0; i < own.n; i++) {
    if (i == from) continue;
    if (k == to) perm[at++] = from;
    perm[at++] = i;
    s.d[k] = own.d[i];
    if (k++ == to) s.d[to] = dbx_dim_int(dbx_dim_value(own.d[i]) * dbx_dim_value(own.d[from]));
  }
  return lax_reshape(lax_transpose(x, perm), s);
}

// Cotangents of the operand, by a convolution of those of the result with the reversed window.
static V of_operand(const transpose_site *s, const convolution *c, S own) {
  V k = s->x[1], ct = s->ct[0];
  S size = jn_shape(k), all = jn_shape(ct);
  int64_t groups = c->groups > 1 ? c->groups : c->batches;
  const dbx_param **pads = DBX_TMP(const dbx_param *, c->n + 1);
  for (uint32_t i = 0; i < c->n; i++) {
    axis a = convolved_axis(c, i, own, size, all);
    int64_t pad[2];
    padding_back(&a, &pad[0], &pad[1]);
    pads[i] = dbx_p_ints(pad, 2);
  }
  if (groups > 1) k = axis_into(axis_in_two(k, c->k[0], groups), c->k[0], c->k[1]);
  const dbx_param *specs = specs_of(turned(c->out, c->n + 2, false), turned(c->k, c->n + 2, true),
                                    turned(c->x, c->n + 2, false));
  back b = back_of(c, specs, pads, DBX_S_lhs_dilation, DBX_S_window_strides, DBX_S_rhs_dilation);
  b.groups = groups;
  V v = convolved(c, ct, bad(k) ? k : lax_rev(k, c->k + 2, c->n), &b);
  if (c->batches > 1) v = axis_into(axis_in_two(v, c->x[1], c->batches), c->x[1], c->x[0]);
  return v;
}

// Cotangents of the window.
static V of_window(const transpose_site *s, const convolution *c, S own) {
  S in = jn_shape(s->x[0]), all = jn_shape(s->ct[0]);
  const dbx_param **pads = DBX_TMP(const dbx_param *, c->n + 1);
  for (uint32_t i = 0; i < all.n; i++)
    if (all.d[i] == dbx_dim_int(0)) return grad_zeros(s->type[1]);
  for (uint32_t i = 0; i < c->n; i++) {
    axis a = convolved_axis(c, i, in, own, all);
    int64_t high =
        dilated(a.out, a.stride) - dilated(a.in, a.base) + dilated(a.window, a.apart) - a.low - 1;
    pads[i] = dbx_p_ints((int64_t[]){a.low, high}, 2);
  }
  const dbx_param *specs = specs_of(turned(c->x, c->n + 2, true), turned(c->out, c->n + 2, true),
                                    turned(c->k, c->n + 2, true));
  back b = back_of(c, specs, pads, DBX_S_rhs_dilation, DBX_S_lhs_dilation, DBX_S_window_strides);
  b.groups = c->batches > 1 ? c->batches : 1, b.batches = c->batches > 1 ? 1 : c->groups;
  return convolved(c, s->x[0], s->ct[0], &b);
}

dbx_status dbx_transpose_conv(const transpose_site *s) {
  bool window = is_linear(s, 1);
  S own = grad_shape(s->type[window]), other = jn_shape(s->x[!window]), all = jn_shape(s->ct[0]);
  convolution c = convolution_of(s->e, own.n);
  if (!jn_static(own) || !jn_static(other) || !jn_static(all)) return needs_lengths(s->e);
  return transpose_one(s, window, window ? of_window(s, &c, own) : of_operand(s, &c, own));
}

// ---- Fourier transforms ----

// `kind` in the place of the last word of the type's name.
static V transformed(const dbx_eqn *e, V x, const char *kind) {
  const char *type = dbx_sym_text(dbx_eqn_param(e, DBX_S_fft_type)->text);
  size_t n = (size_t)(strrchr(type, '.') + 1 - type);
  dbx_buf b = {0};
  dbx_putn(&b, type, n);
  dbx_put(&b, kind);
  dbx_kv kv[] = {{DBX_S_fft_lengths, dbx_eqn_param(e, DBX_S_fft_lengths)},
                 {DBX_S_fft_type, dbx_p_text(dbx_text(&b))}};
  dbx_buf_free(&b);
  return bad(x) ? x : lax_bind(DBX_PRIM_fft, &x, 1, kv, 2);
}

// Of a real operand, as the whole transform, of which a half is taken.
static V of_real(const dbx_eqn *e, V ct, int64_t last) {
  uint32_t n = jn_rank(ct);
  jn_padding *config = DBX_TMP(jn_padding, n);
  for (uint32_t i = 0; i < n; i++) config[i][0] = config[i][1] = config[i][2] = 0;
  config[n - 1][1] = last - (last / 2 + 1);
  V zero = jn_scalar(jn_dtype(ct), (dbx_scalar){0});
  V whole = transformed(e, lax_pad(ct, zero, (const jn_padding *)config), "FFT");
  return bad(whole) ? whole : REAL(whole);
}

// Of half a transform: an element that stands for two has twice its part.
static V of_half(const dbx_eqn *e, V ct, const int64_t *size, uint32_t n) {
  V x = transformed(e, ct, "RFFT"), part[3];
  if (bad(x)) return x;
  int64_t last = size[n - 1], odd = last % 2, count[] = {1, last / 2 - 1 + odd, 1 - odd},
          scalar_axes = (int64_t)jn_rank(x) - 1;
  double scale = 1;
  for (uint32_t i = 0; i < n; i++) scale /= (double)size[i];
  for (int i = 0; i < 3; i++) {
    if (last == 1) count[i] = i == 0;
    part[i] =
        lax_full(jn_shape_of_ints(&count[i], 1), jn_float(i == 1 ? 2 * scale : scale), jn_dtype(x));
    if (bad(part[i])) return FAILED;
  }
  V mask = lax_broadcast_in_dim(lax_concatenate(part, 3, 0), jn_shape(x), &scalar_axes, 1);
  V v = MUL(mask, x);
  return bad(v) ? v : jnp_fn_conjugate(&v);
}

dbx_status dbx_transpose_fft(const transpose_site *s) {
  const dbx_param *lengths = dbx_eqn_param(s->e, DBX_S_fft_lengths);
  uint32_t n;
  const int64_t *size = dbx_param_ints(lengths, &n);
  const char *kind = strrchr(dbx_sym_text(dbx_eqn_param(s->e, DBX_S_fft_type)->text), '.') + 1;
  V v;
  if (!strcmp(kind, "RFFT")) v = of_real(s->e, s->ct[0], size[n - 1]);
  else if (!strcmp(kind, "IRFFT")) v = of_half(s->e, s->ct[0], size, n);
  else v = transformed(s->e, s->ct[0], kind);
  return transpose_one(s, 0, v);
}

// ---- parts along an axis ----

// The tangents of the elements that were taken.
dbx_status dbx_jvp_top_k(const jvp_site *s) {
  DBX_TRY(jvp_primal(s));
  uint32_t n = jn_rank(s->y[1]);
  V *index = DBX_TMP(V, n);
  for (uint32_t i = 0; i + 1 < n; i++) {
    index[i] = lax_iota(DBX_I32, jn_shape(s->y[1]), i);
    DBX_TRY(status_of(index[i]));
  }
  index[n - 1] = s->y[1];
  s->ty[0] = jnp_getitem(s->t[0], n == 1 ? index[0] : jn_tuple(index, n));
  return status_of(s->ty[0]);
}

dbx_status dbx_jvp_split(const jvp_site *s) {
  DBX_TRY(jvp_primal(s));
  return dbx_bind_typed(s->e, s->t, s->type, s->ty);
}

dbx_status dbx_transpose_split(const transpose_site *s) {
  V *ct = DBX_TMP(V, s->e->n_out + 1);
  for (uint32_t i = 0; i < s->e->n_out; i++) {
    ct[i] = grad_or_zeros(s->ct[i], s->out[i]);
    DBX_TRY(status_of(ct[i]));
  }
  return transpose_one(s, 0,
                       lax_concatenate(ct, s->e->n_out, (uint32_t)dbx_eqn_int(s->e, DBX_S_axis)));
}
