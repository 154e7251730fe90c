// Kernels of windows that move over arrays (convolution, reductions), of Fourier transforms, and of
// the greatest elements.
#include "interp/kernel.h"
#include "prim/exact.h"

#include <math.h>
#include <string.h>

static const int64_t *ints(const dbx_kernel_site *s, dbx_sym key) {
  uint32_t n;
  return dbx_param_ints(dbx_kernel_param(s, key), &n);
}

// Where an element of a padded and dilated axis lies, or -1 where it is padding.
static int64_t source(int64_t at, int64_t low, int64_t dilation, int64_t n) {
  int64_t i = at - low;
  return i < 0 || i % dilation || i / dilation >= n ? -1 : i / dilation;
}

static int64_t low_padding(const dbx_param *p, uint32_t axis) { return p->item[axis]->item[0]->i; }
static int64_t high_padding(const dbx_param *p, uint32_t axis) { return p->item[axis]->item[1]->i; }

// ---- convolution ----

typedef struct conv {
  const dbx_array *x, *k;
  const int64_t *l, *r, *o; // which axis is batch, feature, space...
  const int64_t *stride, *x_dilation, *k_dilation, *xs, *ks;
  const dbx_param *padding;
  uint32_t n; // axes of space
  int64_t inputs, in_group, out_group, batch_group;
} conv;

static conv open_conv(const dbx_kernel_site *s) {
  const dbx_param *d = dbx_kernel_param(s, DBX_S_dimension_numbers);
  uint32_t n;
  conv c = {.x = s->in[0], .k = s->in[1], .n = s->in[0]->rank - 2};
  c.l = dbx_param_ints(d->item[0], &n);
  c.r = dbx_param_ints(d->item[1], &n);
  c.o = dbx_param_ints(d->item[2], &n);
  c.stride = ints(s, DBX_S_window_strides);
  c.x_dilation = ints(s, DBX_S_lhs_dilation);
  c.k_dilation = ints(s, DBX_S_rhs_dilation);
  c.padding = dbx_kernel_param(s, DBX_S_padding);
  c.xs = dbx_strides(c.x);
  c.ks = dbx_strides(c.k);
  c.inputs = c.k->dims[c.r[1]];
  int64_t outputs = c.k->dims[c.r[0]];
  int64_t groups = dbx_param_int(s->params, s->n_params, DBX_S_feature_group_count),
          batches = dbx_param_int(s->params, s->n_params, DBX_S_batch_group_count);
  c.in_group = outputs / (groups > 1 ? groups : 1);
  c.out_group = outputs / (batches > 1 ? batches : 1);
  c.batch_group = batches > 1 ? c.x->dims[c.l[0]] / batches : 0;
  return c;
}

static void add_product(dbx_dtype t, double *sum, dbx_scalar a, dbx_scalar b, int64_t *whole) {
  if (dbx_is_complex(t)) {
    sum[0] += a.c[0] * b.c[0] - a.c[1] * b.c[1];
    sum[1] += a.c[0] * b.c[1] + a.c[1] * b.c[0];
  } else if (dbx_is_float(t)) {
    sum[0] += a.c[0] * b.c[0];
  } else {
    *whole = (int64_t)((uint64_t)*whole + (uint64_t)a.i * (uint64_t)b.i);
  }
}

// The element at idx (axes of the result).
static dbx_scalar conv_element(const conv *c, const int64_t *idx, int64_t *tap) {
  int64_t batch = idx[c->o[0]], feature = idx[c->o[1]], whole = 0, first_input = 0;
  double sum[2] = {0, 0};
  if (c->batch_group) batch += feature / c->out_group * c->batch_group;
  else first_input = feature / c->in_group * c->inputs;
  int64_t *size = DBX_TMP(int64_t, c->n + 1);
  for (uint32_t i = 0; i < c->n; i++) size[i] = c->k->dims[c->r[2 + i]], tap[i] = 0;
  int64_t x0 = batch * c->xs[c->l[0]], k0 = feature * c->ks[c->r[0]];
  dbx_dtype t = c->x->dtype;
  do {
    int64_t x = x0, k = k0;
    bool inside = true;
    for (uint32_t i = 0; inside && i < c->n; i++) {
      int64_t at = idx[c->o[2 + i]] * c->stride[i] + tap[i] * c->k_dilation[i];
      at = source(at, low_padding(c->padding, i), c->x_dilation[i], c->x->dims[c->l[2 + i]]);
      inside = at >= 0;
      x += at * c->xs[c->l[2 + i]];
      k += tap[i] * c->ks[c->r[2 + i]];
    }
    for (int64_t f = 0; inside && f < c->inputs; f++)
      add_product(t, sum, dbx_array_at(c->x, x + (first_input + f) * c->xs[c->l[1]]),
                  dbx_array_at(c->k, k + f * c->ks[c->r[1]]), &whole);
  } while (dbx_next_index(tap, size, c->n));
  return dbx_is_inexact(t) ? (dbx_scalar){.c = {sum[0], sum[1]}} : dbx_scalar_int(whole);
}

dbx_status dbx_kernel_conv(const dbx_kernel_site *s, dbx_array **out) {
  conv c = open_conv(s);
  int64_t *dims = DBX_TMP(int64_t, c.n + 2), *idx = DBX_TMP(int64_t, c.n + 2),
          *tap = DBX_TMP(int64_t, c.n + 1);
  dims[c.o[0]] = c.batch_group ? c.batch_group : c.x->dims[c.l[0]];
  dims[c.o[1]] = c.k->dims[c.r[0]];
  for (uint32_t i = 0; i < c.n; i++) {
    dbx_window w = {c.k->dims[c.r[2 + i]],     c.stride[i],
                    c.x_dilation[i],           c.k_dilation[i],
                    low_padding(c.padding, i), high_padding(c.padding, i)};
    DBX_TRY(dbx_size_windows(c.x->dims[c.l[2 + i]], &w, &dims[c.o[2 + i]]));
  }
  DBX_TRY(dbx_result(s->out_dtype[0], c.n + 2, dims, out));
  bool any = c.inputs && c.k->size;
  for (int64_t i = 0; dbx_go_on(i, (*out)->size); i++, dbx_next_index(idx, dims, c.n + 2)) {
    dbx_scratch_mark m = dbx_scratch_here();
    dbx_scalar zero = {.i = 0};
    dbx_array_set(*out, i, any ? conv_element(&c, idx, tap) : zero);
    dbx_scratch_release(m);
  }
  return DBX_OK;
}

// ---- reductions over windows ----

static dbx_scalar folded(dbx_prim p, dbx_dtype t, dbx_scalar a, dbx_scalar b) {
  if (p == DBX_PRIM_reduce_window_sum) {
    if (dbx_is_inexact(t)) return (dbx_scalar){.c = {a.c[0] + b.c[0], a.c[1] + b.c[1]}};
    return (dbx_scalar){.u = a.u + b.u};
  }
  bool low = p == DBX_PRIM_reduce_window_min, less;
  if (dbx_is_inexact(t)) {
    if (isnan(a.c[0]) || isnan(b.c[0])) return isnan(a.c[0]) ? a : b;
    less = b.c[0] < a.c[0];
  } else {
    less = dbx_is_unsigned(t) ? b.u < a.u : b.i < a.i;
  }
  return less == low ? b : a;
}

// What a fold begins with: 0, or the least or greatest number of the dtype.
static dbx_scalar neutral(dbx_prim p, dbx_dtype t) {
  if (p == DBX_PRIM_reduce_window_sum) return (dbx_scalar){.c = {0, 0}};
  bool low = p == DBX_PRIM_reduce_window_min;
  unsigned bits = 8 * dbx_dtype_bytes(t);
  if (dbx_is_inexact(t)) return dbx_scalar_f(low ? INFINITY : -INFINITY);
  if (dbx_is_unsigned(t)) return (dbx_scalar){.u = low ? UINT64_MAX >> (64 - bits) : 0};
  int64_t top = (int64_t)(UINT64_MAX >> (65 - bits));
  return dbx_scalar_int(low ? top : -top - 1);
}

dbx_status dbx_kernel_reduce_window(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  const int64_t *window = ints(s, DBX_S_window_dimensions), *stride = ints(s, DBX_S_window_strides),
                *dilation = ints(s, DBX_S_base_dilation), *apart = ints(s, DBX_S_window_dilation),
                *st = dbx_strides(x);
  const dbx_param *padding = dbx_kernel_param(s, DBX_S_padding);
  dbx_prim p = (dbx_prim)s->prim->id;
  int64_t *dims = DBX_TMP(int64_t, x->rank + 1), *idx = DBX_TMP(int64_t, x->rank + 1),
          *tap = DBX_TMP(int64_t, x->rank + 1);
  for (uint32_t i = 0; i < x->rank; i++) {
    dbx_window w = {window[i],
                    stride[i],
                    dilation[i],
                    apart[i],
                    low_padding(padding, i),
                    high_padding(padding, i)};
    DBX_TRY(dbx_size_windows(x->dims[i], &w, &dims[i]));
  }
  DBX_TRY(dbx_result(x->dtype, x->rank, dims, out));
  for (int64_t i = 0; dbx_go_on(i, (*out)->size); i++, dbx_next_index(idx, dims, x->rank)) {
    dbx_scalar r = neutral(p, x->dtype);
    do {
      int64_t from = 0, at = 0;
      for (uint32_t k = 0; at >= 0 && k < x->rank; k++) {
        at = source(idx[k] * stride[k] + tap[k] * apart[k], low_padding(padding, k), dilation[k],
                    x->dims[k]);
        from += at * st[k];
      }
      if (at >= 0) r = folded(p, x->dtype, r, dbx_array_at(x, from));
    } while (dbx_next_index(tap, window, x->rank));
    dbx_array_set(*out, i, r);
  }
  return DBX_OK;
}

// ---- Fourier transforms ----

typedef struct complex_number {
  double re, im;
} complex_number;

// The k-th of the n roots of one, rounded from more digits. Angles are those of the first octant:
// roots k and n - k are conjugate to the bit, as the transforms of real numbers then are.
static complex_number root(int64_t k, int64_t n) {
  static const long double pi = 3.14159265358979323846264338327950288L;
  bool back = k > n - k;
  int64_t at = 4 * (back ? n - k : k); // of 4 n
  bool left = at > n;
  if (left) at = 2 * n - at;
  bool steep = 2 * at > n;
  if (steep) at = n - at;
  long double w = pi * (long double)at / (long double)(2 * n);
  double c = (double)cosl(w), s = (double)sinl(w);
  complex_number r = steep ? (complex_number){s, c} : (complex_number){c, s};
  return (complex_number){left ? -r.re : r.re, back ? -r.im : r.im};
}

// What the transforms of one length share: the roots of that length, conjugate in a transform that
// is no inverse, and room for as many numbers twice.
typedef struct circle {
  int64_t n;
  complex_number *root, *part, *sum;
} circle;

static complex_number plus(complex_number a, complex_number b) {
  return (complex_number){a.re + b.re, a.im + b.im};
}
static complex_number minus(complex_number a, complex_number b) {
  return (complex_number){a.re - b.re, a.im - b.im};
}
static complex_number times(complex_number a, complex_number b) {
  return (complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// One 2 where their number is odd, then fours, then the odd ones: the order of FFTPACK, and so of
// numpy and of XLA.
static int64_t next_factor(int64_t n) {
  int twos = 0;
  while ((n >> twos) % 2 == 0) twos++;
  if (twos) return twos % 2 ? 2 : 4;
  for (int64_t f = 3; f * f <= n; f += 2)
    if (n % f == 0) return f;
  return n;
}

// The transform of the f numbers of c->part: 2, 4 or odd.
static void small_transform(const circle *c, int64_t f) {
  const complex_number *t = c->part;
  complex_number *r = c->sum;
  if (f == 2) {
    r[0] = plus(t[0], t[1]), r[1] = minus(t[0], t[1]);
  } else if (f == 4) {
    complex_number even = plus(t[0], t[2]), odd = plus(t[1], t[3]), rest = minus(t[0], t[2]),
                   turn = minus(t[1], t[3]);
    double up = c->root[c->n / 4].im;
    turn = (complex_number){-up * turn.im, up * turn.re};
    r[0] = plus(even, odd), r[2] = minus(even, odd);
    r[1] = plus(rest, turn), r[3] = minus(rest, turn);
  } else { // numbers i and f - i together: their roots are conjugate
    r[0] = t[0];
    for (int64_t i = 1; i <= f / 2; i++) r[0] = plus(r[0], plus(t[i], t[f - i]));
    for (int64_t k = 1; k <= f / 2; k++) {
      complex_number level = t[0], turn = {0, 0};
      for (int64_t i = 1; i <= f / 2; i++) {
        complex_number w = c->root[i * k % f * (c->n / f)], both = plus(t[i], t[f - i]),
                       apart = minus(t[i], t[f - i]);
        level.re += w.re * both.re, level.im += w.re * both.im;
        turn.re -= w.im * apart.im, turn.im += w.im * apart.re;
      }
      r[k] = plus(level, turn), r[f - k] = minus(level, turn);
    }
  }
}

// The transform of x[0..n) to r[0], r[step], ... by the factors of n: first what is n / f apart,
// then each of the f rests. x is lost; work has room for n numbers.
static void transform(const circle *c, complex_number *x, int64_t n, complex_number *r,
                      int64_t step, complex_number *work) {
  if (n == 1) {
    *r = *x;
    return;
  }
  int64_t f = next_factor(n), m = n / f;
  for (int64_t k = 0; dbx_go_on(k, m); k++) {
    for (int64_t i = 0; i < f; i++) c->part[i] = x[k + i * m];
    small_transform(c, f);
    for (int64_t i = 0; i < f; i++)
      work[i * m + k] = i && k ? times(c->sum[i], c->root[i * k * (c->n / n)]) : c->sum[i];
  }
  for (int64_t i = 0; i < f; i++) transform(c, work + i * m, m, r + i * step, step * f, x + i * m);
}

typedef struct fft {
  bool real_in, real_out, inverse;
} fft;

static fft read_fft(const dbx_kernel_site *s) {
  const char *name = dbx_sym_text(dbx_kernel_param(s, DBX_S_fft_type)->text);
  return (fft){strstr(name, ".RFFT") != NULL, strstr(name, ".IRFFT") != NULL,
               strstr(name, ".I") != NULL};
}

// One line of a stack: n numbers after the transform; `given` of them are there, of a real result
// the others are their conjugates.
static void line(const fft *w, const circle *c, complex_number *x, int64_t given, complex_number *r,
                 complex_number *work) {
  int64_t n = c->n;
  double part = 1 / (double)n;
  if (w->real_out)
    for (int64_t i = given; i < n; i++) x[i] = (complex_number){x[n - i].re, -x[n - i].im};
  transform(c, x, n, r, 1, work);
  for (int64_t i = 0; w->inverse && i < n; i++) r[i].re *= part, r[i].im *= part;
}

// Along one axis of numbers that lie row by row: `from` of them there become `to`.
static void along(const fft *w, const complex_number *x, complex_number *r, int64_t lines,
                  int64_t inner, int64_t from, int64_t n, int64_t to) {
  complex_number *buffer = dbx_alloc(6 * (size_t)(n + from) * sizeof *buffer),
                 *result = buffer + n + from, *work = result + n + from, *more = work + n + from;
  circle c = {n, more, more + n, more + 2 * n};
  for (int64_t i = 0; dbx_go_on(i, n); i++) c.root[i] = root(w->inverse || !i ? i : n - i, n);
  for (int64_t i = 0; dbx_go_on(i, lines); i++)
    for (int64_t k = 0; k < inner; k++) {
      for (int64_t j = 0; j < from; j++) buffer[j] = x[(i * from + j) * inner + k];
      line(w, &c, buffer, from, result, work);
      for (int64_t j = 0; j < to; j++) r[(i * to + j) * inner + k] = result[j];
    }
  free(buffer);
}

dbx_status dbx_kernel_fft(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  fft w = read_fft(s);
  uint32_t n_axes;
  const int64_t *lengths = dbx_param_ints(dbx_kernel_param(s, DBX_S_fft_lengths), &n_axes);
  int64_t *dims = DBX_TMP(int64_t, x->rank), size = x->size;
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  uint32_t first = x->rank - n_axes;
  if (w.real_in) dims[x->rank - 1] = lengths[n_axes - 1] / 2 + 1;
  if (w.real_out) dims[x->rank - 1] = lengths[n_axes - 1];
  DBX_TRY(dbx_result(s->out_dtype[0], x->rank, dims, out));
  if (!(*out)->size) return DBX_OK;
  int64_t room = size > (*out)->size ? size : (*out)->size;
  complex_number *a = dbx_alloc((size_t)room * sizeof *a), *b = dbx_alloc((size_t)room * sizeof *b);
  for (int64_t i = 0; i < size; i++) {
    dbx_scalar v = dbx_array_at(x, i);
    a[i] = (complex_number){v.c[0], dbx_is_complex(x->dtype) ? v.c[1] : 0};
  }
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  for (uint32_t turn = 0; turn < n_axes; turn++) { // a real result's last axis comes last
    uint32_t axis = w.real_out ? first + turn : x->rank - 1 - turn;
    int64_t lines = 1, inner = 1, n = lengths[axis - first], to = (*out)->dims[axis];
    for (uint32_t i = 0; i < axis; i++) lines *= dims[i];
    for (uint32_t i = axis + 1; i < x->rank; i++) inner *= dims[i];
    fft one = {false, w.real_out && axis == x->rank - 1, w.inverse};
    along(&one, a, b, lines, inner, dims[axis], n, to);
    complex_number *swap = a;
    a = b, b = swap, dims[axis] = to;
  }
  for (int64_t i = 0; i < (*out)->size; i++)
    dbx_array_set(*out, i, (dbx_scalar){.c = {a[i].re, a[i].im}});
  free(a), free(b);
  return DBX_OK;
}

// ---- the greatest elements ----

// Is element i of a line before element k? NaN is the greatest; of equal ones the first comes
// first.
static bool before(const dbx_array *x, int64_t i, int64_t k) {
  dbx_scalar a = dbx_array_at(x, i), b = dbx_array_at(x, k);
  if (dbx_is_inexact(x->dtype)) {
    if (isnan(a.c[0]) || isnan(b.c[0])) return isnan(a.c[0]) && (!isnan(b.c[0]) || i < k);
    return a.c[0] > b.c[0] || (a.c[0] == b.c[0] && i < k);
  }
  bool more = dbx_is_unsigned(x->dtype) ? a.u > b.u : a.i > b.i;
  return more || (a.i == b.i && i < k);
}

dbx_status dbx_kernel_top_k(const dbx_kernel_site *s, dbx_array **out) {
  const dbx_array *x = s->in[0];
  int64_t n = x->dims[x->rank - 1], k = dbx_param_int(s->params, s->n_params, DBX_S_k);
  int64_t *dims = DBX_TMP(int64_t, x->rank), *best = DBX_TMP(int64_t, k + 1);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  dims[x->rank - 1] = k;
  DBX_TRY(dbx_result(x->dtype, x->rank, dims, &out[0]));
  DBX_TRY(dbx_result(DBX_I32, x->rank, dims, &out[1]));
  for (int64_t line_at = 0; k && dbx_go_on(line_at, x->size / n); line_at++) {
    int64_t have = 0, base = line_at * n;
    for (int64_t i = base; dbx_go_on(i, base + n); i++) {
      if (have == k && !before(x, i, best[k - 1])) continue;
      int64_t at = have < k ? have++ : k - 1;
      for (; at && before(x, i, best[at - 1]); at--) best[at] = best[at - 1];
      best[at] = i;
    }
    for (int64_t i = 0; i < have; i++) {
      dbx_array_set(out[0], line_at * k + i, dbx_array_at(x, best[i]));
      dbx_array_set(out[1], line_at * k + i, dbx_scalar_int(best[i] - base));
    }
  }
  return DBX_OK;
}
