// Reductions, in numpy's order of additions: pairwise along the axis that lies closest in memory,
// if that is one of those that are reduced, and one after the other along the rest.
#include "numpy/nd.h"

#include <math.h>

// ---- pairwise sums (numpy/core/src/umath/loops_utils.h.src) ----

enum { BLOCK = 128 };

#define PAIRWISE(name, T, LOAD)                                                                    \
  static T name(const char *p, int64_t n, int64_t step) {                                          \
    if (n < 8) {                                                                                   \
      T r = 0;                                                                                     \
      for (int64_t i = 0; i < n; i++) r = (T)(r + LOAD(p + i * step));                             \
      return r;                                                                                    \
    }                                                                                              \
    if (n > ND_STRIP && dbx_stopping()) return 0;                                                  \
    if (n > BLOCK) {                                                                               \
      int64_t half = n / 2 - n / 2 % 8;                                                            \
      return (T)(name(p, half, step) + name(p + half * step, n - half, step));                     \
    }                                                                                              \
    T r[8];                                                                                        \
    int64_t i = 8;                                                                                 \
    for (int k = 0; k < 8; k++) r[k] = LOAD(p + k * step);                                         \
    for (; i < n - n % 8; i += 8)                                                                  \
      for (int k = 0; k < 8; k++) r[k] = (T)(r[k] + LOAD(p + (i + k) * step));                     \
    T all =                                                                                        \
        (T)((T)((T)(r[0] + r[1]) + (T)(r[2] + r[3])) + (T)((T)(r[4] + r[5]) + (T)(r[6] + r[7])));  \
    for (; i < n; i++) all = (T)(all + LOAD(p + i * step));                                        \
    return all;                                                                                    \
  }
#define LOAD_F64(p) (*(const double *)(p))
#define LOAD_F32(p) (*(const float *)(p))
#define LOAD_F16(p) ((float)dbx_f16_to_f64(*(const uint16_t *)(p)))
PAIRWISE(sum_f64, double, LOAD_F64)
PAIRWISE(sum_f32, float, LOAD_F32)
PAIRWISE(sum_f16, float, LOAD_F16)

static void sum_complex(const char *p, int64_t n, int64_t step, dbx_dtype t, double r[2]) {
  if (n < 4) {
    r[0] = r[1] = -0.0;
    for (int64_t i = 0; i < n; i++) {
      dbx_scalar x = dbx_load(p + i * step, t);
      r[0] += x.c[0], r[1] += x.c[1];
    }
    return;
  }
  if (n > ND_STRIP && dbx_stopping()) n = 4; // of a sum that nobody will see
  if (2 * n > BLOCK) {
    int64_t half = (n - n % 8) / 2;
    double a[2], b[2];
    sum_complex(p, half, step, t, a);
    sum_complex(p + half * step, n - half, step, t, b);
    r[0] = a[0] + b[0], r[1] = a[1] + b[1];
    return;
  }
  dbx_scalar s[4];
  int64_t i = 4;
  for (int k = 0; k < 4; k++) s[k] = dbx_load(p + k * step, t);
  for (; i < n - n % 4; i += 4)
    for (int k = 0; k < 4; k++) {
      dbx_scalar x = dbx_load(p + (i + k) * step, t);
      s[k].c[0] += x.c[0], s[k].c[1] += x.c[1];
    }
  for (int c = 0; c < 2; c++) r[c] = (s[0].c[c] + s[1].c[c]) + (s[2].c[c] + s[3].c[c]);
  for (; i < n; i++) {
    dbx_scalar x = dbx_load(p + i * step, t);
    r[0] += x.c[0], r[1] += x.c[1];
  }
}

// ---- one run of elements folded into a number ----

static dbx_scalar rounded(dbx_scalar x, dbx_dtype t) {
  _Alignas(16) char memory[16];
  dbx_store(memory, t, x);
  return dbx_load(memory, t);
}

static const char *const ufunc_of[] = {"add",     "multiply",    "maximum",
                                       "minimum", "logical_and", "logical_or"};

static dbx_scalar fold_two(nd_fold f, dbx_scalar a, dbx_scalar b, dbx_dtype t) {
  bool is_signed = !dbx_is_unsigned(t);
  if (t == DBX_BOOL) {
    bool both = f == ND_PROD || f == ND_MIN || f == ND_ALL;
    return dbx_scalar_int(both ? a.i && b.i : a.i || b.i);
  }
  if (f <= ND_PROD && dbx_is_integer(t)) {
    dbx_scalar r = {.u = f == ND_SUM ? a.u + b.u : a.u * b.u};
    return rounded(r, t);
  }
  if (f == ND_SUM) return rounded((dbx_scalar){.c = {a.c[0] + b.c[0], a.c[1] + b.c[1]}}, t);
  if (f == ND_PROD && dbx_is_float(t)) return rounded(dbx_scalar_f(a.c[0] * b.c[0]), t);
  if (f == ND_PROD)
    return rounded(
        (dbx_scalar){.c = {a.c[0] * b.c[0] - a.c[1] * b.c[1], a.c[0] * b.c[1] + a.c[1] * b.c[0]}},
        t);
  if (dbx_is_integer(t)) {
    bool keep = is_signed ? (f == ND_MAX ? a.i >= b.i : a.i <= b.i)
                          : (f == ND_MAX ? a.u >= b.u : a.u <= b.u);
    return keep ? a : b;
  }
  if (isnan(a.c[0]) || (dbx_is_complex(t) && isnan(a.c[1]))) return a;
  if (isnan(b.c[0]) || (dbx_is_complex(t) && isnan(b.c[1]))) return b;
  int order = a.c[0] < b.c[0]     ? -1
              : a.c[0] > b.c[0]   ? 1
              : dbx_is_complex(t) ? (a.c[1] > b.c[1]) - (a.c[1] < b.c[1])
                                  : 0;
  return (f == ND_MAX ? order >= 0 : order <= 0) ? a : b;
}

static dbx_scalar add_pairwise(dbx_scalar acc, const char *p, int64_t n, int64_t step,
                               dbx_dtype t) {
  double r[2];
  switch (t) {
  case DBX_F64: return dbx_scalar_f(acc.c[0] + sum_f64(p, n, step));
  case DBX_F32: return dbx_scalar_f((float)acc.c[0] + sum_f32(p, n, step));
  case DBX_F16: return rounded(dbx_scalar_f((float)acc.c[0] + sum_f16(p, n, step)), t);
  default:
    sum_complex(p, n, step, t, r);
    return rounded((dbx_scalar){.c = {acc.c[0] + r[0], acc.c[1] + r[1]}}, t);
  }
}

// ---- the axes of a reduction, in the order of memory ----

typedef struct plan {
  nd_fold f;
  dbx_dtype t;
  uint32_t n; // reduced axes of more than one element, the farthest first
  int64_t *dims, *strides;
  bool near; // the last one is closest in memory of all axes
  bool pairwise;
} plan;

static int64_t magnitude(int64_t s) { return s < 0 ? nd_times(s, -1) : s; }

static void insert(plan *p, int64_t dim, int64_t stride) {
  uint32_t k = p->n++;
  for (; k > 0 && magnitude(p->strides[k - 1]) < magnitude(stride); k--)
    p->dims[k] = p->dims[k - 1], p->strides[k] = p->strides[k - 1];
  p->dims[k] = dim, p->strides[k] = stride;
}

static plan plan_of(nd_fold f, const nd *a, const bool *axes) {
  plan p = {.f = f,
            .t = a->t,
            .dims = DBX_TMP(int64_t, a->rank + 1),
            .strides = DBX_TMP(int64_t, a->rank + 1)};
  int64_t nearest = INT64_MAX;
  for (uint32_t i = 0; i < a->rank; i++) {
    int64_t s = magnitude(a->strides[i]);
    if (!axes[i] && a->dims[i] > 1 && s < nearest) nearest = s;
    if (!axes[i] || a->dims[i] == 1) continue;
    insert(&p, a->dims[i], a->strides[i]);
  }
  while (p.n > 1 && p.strides[p.n - 2] == nd_times(p.strides[p.n - 1], p.dims[p.n - 1])) {
    p.n--;
    p.dims[p.n - 1] = nd_times(p.dims[p.n - 1], p.dims[p.n]);
    p.strides[p.n - 1] = p.strides[p.n];
  }
  p.near = !p.n || magnitude(p.strides[p.n - 1]) < nearest;
  p.pairwise = p.near && f == ND_SUM && dbx_is_inexact(a->t) && a->t != DBX_BF16;
  return p;
}

static dbx_scalar fold_run(const plan *p, dbx_scalar acc, const char *at, bool *first) {
  int64_t n = p->n ? p->dims[p->n - 1] : 1, step = p->n ? p->strides[p->n - 1] : 0;
  if (p->pairwise) return *first = false, add_pairwise(acc, at, n, step, p->t);
  bool wide = p->near && p->t == DBX_F16 && p->f == ND_PROD; // halves are multiplied as floats
  for (int64_t i = 0; dbx_go_on(i, n); i++) {
    dbx_scalar x = dbx_load(at + i * step, p->t);
    acc = *first ? x : fold_two(p->f, acc, x, wide ? DBX_F32 : p->t);
    *first = false;
  }
  return wide ? rounded(acc, p->t) : acc;
}

static dbx_scalar fold_axes(const plan *p, uint32_t k, dbx_scalar acc, const char *at,
                            bool *first) {
  if (k + 1 >= p->n) return fold_run(p, acc, at, first);
  for (int64_t i = 0; dbx_go_on(i, p->dims[k]); i++)
    acc = fold_axes(p, k + 1, acc, at + i * p->strides[k], first);
  return acc;
}

static dbx_scalar identity(nd_fold f, dbx_dtype t) {
  bool one = f == ND_PROD || f == ND_ALL;
  return nd_convert(dbx_scalar_int(one), DBX_I64, t);
}

static bool is_empty(const nd *a, const bool *axes) {
  for (uint32_t i = 0; i < a->rank; i++)
    if (axes[i] && !a->dims[i]) return true;
  return false;
}

dbx_status nd_reduce(nd_fold f, const nd *a, const bool *axes, bool keepdims, dbx_dtype t,
                     const dbx_scalar *initial, nd *ret) {
  nd x, kept, r;
  DBX_TRY(nd_as(a, t, &x));
  if (a->t != t) DBX_TRY(nd_lay_out_copy(&x, a));
  kept = nd_with(&x, x.rank), kept.rank = 0;
  int64_t *dims = DBX_TMP(int64_t, x.rank + 1);
  uint32_t rank = 0;
  for (uint32_t i = 0; i < x.rank; i++) {
    if (!axes[i]) kept.dims[kept.rank] = x.dims[i], kept.strides[kept.rank++] = x.strides[i];
    if (!axes[i] || keepdims) dims[rank++] = axes[i] ? 1 : x.dims[i];
  }
  bool empty = is_empty(&x, axes), extreme = f == ND_MAX || f == ND_MIN;
  DBX_TRY(nd_new(t, rank, dims, &r));
  if (empty && extreme && !initial)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "zero-size array to reduction operation %s which has no identity", ufunc_of[f]);
  plan p = plan_of(f, &x, axes);
  const nd *one[] = {&kept};
  nd_walk w;
  int64_t at = 0;
  if (!nd_walk_begin(&w, kept.rank, kept.dims, one, 1)) return *ret = r, DBX_OK;
  do {
    for (int64_t i = 0; dbx_go_on(i, w.inner); i++) {
      bool first = extreme && !initial;
      dbx_scalar acc = initial ? *initial : identity(f, t);
      if (!empty) acc = fold_axes(&p, 0, acc, w.at[0] + i * w.step[0], &first);
      dbx_array_set(r.whole, at++, acc);
    }
  } while (nd_walk_next(&w));
  *ret = r;
  DBX_TRY(dbx_poll());
  const nd *like[] = {keepdims ? &x : &kept};
  return nd_lay_out(ret, like, 1);
}

// ---- running folds and places of extremes along one axis ----

typedef void (*line)(const char *from, int64_t step, int64_t n, dbx_dtype t, char *to,
                     int64_t to_step, int what);

// Calls f for every line of a along the axis, with the line of `to` that belongs to it.
static void each_line(const nd *a, const nd *to, uint32_t axis, int what, line f) {
  nd x = nd_drop_axis(a, axis), y = nd_drop_axis(to, axis);
  const nd *both[] = {&x, &y};
  nd_walk w;
  if (!a->size) return;
  if (!nd_walk_begin(&w, x.rank, x.dims, both, 2)) return;
  do {
    for (int64_t i = 0; dbx_go_on(i, w.inner); i++)
      f(w.at[0] + i * w.step[0], a->strides[axis], a->dims[axis], a->t, w.at[1] + i * w.step[1],
        to->strides[axis], what);
  } while (nd_walk_next(&w));
}

static void running(const char *from, int64_t step, int64_t n, dbx_dtype t, char *to,
                    int64_t to_step, int what) {
  dbx_scalar acc = {0};
  for (int64_t i = 0; dbx_go_on(i, n); i++) {
    dbx_scalar x = dbx_load(from + i * step, t);
    acc = i ? fold_two((nd_fold)what, acc, x, t) : x;
    dbx_store(to + i * to_step, t, acc);
  }
}

dbx_status nd_accumulate(nd_fold f, const nd *a, uint32_t axis, dbx_dtype t, nd *ret) {
  nd x, r;
  DBX_TRY(nd_as(a, t, &x));
  DBX_TRY(nd_new(t, x.rank, x.dims, &r));
  each_line(&x, &r, axis, f, running);
  const nd *one[] = {a};
  *ret = r;
  DBX_TRY(dbx_poll());
  return nd_lay_out(ret, one, 1);
}

static void extreme_place(const char *from, int64_t step, int64_t n, dbx_dtype t, char *to,
                          int64_t to_step, int what) {
  int64_t best = 0;
  (void)to_step;
  dbx_scalar most = dbx_load(from, t);
  for (int64_t i = 1; dbx_go_on(i, n); i++) {
    dbx_scalar x = dbx_load(from + i * step, t);
    bool stop = dbx_is_inexact(t) && (isnan(most.c[0]) || (dbx_is_complex(t) && isnan(most.c[1])));
    if (stop) break;
    bool odd = dbx_is_inexact(t) && (isnan(x.c[0]) || (dbx_is_complex(t) && isnan(x.c[1])));
    int order = nd_order(x, most, t);
    if (odd || (what ? order > 0 : order < 0)) best = i, most = x;
  }
  *(int64_t *)to = best;
}

dbx_status nd_arg_extreme(bool max, const nd *a, uint32_t axis, nd *ret) {
  nd r;
  int64_t *dims = DBX_TMP(int64_t, a->rank);
  memcpy(dims, a->dims, a->rank * sizeof *dims);
  if (!a->dims[axis])
    return dbx_fail(DBX_E208, (dbx_span){0}, "attempt to get arg%s of an empty sequence",
                    max ? "max" : "min");
  dims[axis] = 1;
  DBX_TRY(nd_new(DBX_I64, a->rank, dims, &r));
  each_line(a, &r, axis, max, extreme_place);
  nd flat = nd_drop_axis(&r, axis);
  return nd_copy(&flat, DBX_I64, ret);
}

// ---- order ----

int nd_order(dbx_scalar a, dbx_scalar b, dbx_dtype t) {
  if (dbx_is_unsigned(t)) return (a.u > b.u) - (a.u < b.u);
  if (!dbx_is_inexact(t)) return (a.i > b.i) - (a.i < b.i);
  bool an = isnan(a.c[0]), bn = isnan(b.c[0]);
  if (an || bn) return an - bn;
  if (a.c[0] != b.c[0] || !dbx_is_complex(t)) return (a.c[0] > b.c[0]) - (a.c[0] < b.c[0]);
  an = isnan(a.c[1]), bn = isnan(b.c[1]);
  if (an || bn) return an - bn;
  return (a.c[1] > b.c[1]) - (a.c[1] < b.c[1]);
}

typedef struct ranked {
  dbx_scalar x;
  int64_t i;
} ranked;

static void merge_sort(ranked *v, ranked *room, int64_t n, dbx_dtype t) {
  if (n < 2 || dbx_stopping()) return;
  int64_t half = n / 2, i = 0, j = half, k = 0;
  merge_sort(v, room, half, t);
  merge_sort(v + half, room, n - half, t);
  dbx_copy(room, v, (size_t)n * sizeof *v);
  while (dbx_go_on(k, n)) {
    bool left = j >= n || (i < half && nd_order(room[i].x, room[j].x, t) <= 0);
    v[k++] = room[left ? i++ : j++];
  }
}

static void sorted(const char *from, int64_t step, int64_t n, dbx_dtype t, char *to,
                   int64_t to_step, int what) {
  ranked *v = dbx_alloc((size_t)n * sizeof *v), *room = dbx_alloc((size_t)n * sizeof *v);
  for (int64_t i = 0; dbx_go_on(i, n); i++) v[i] = (ranked){dbx_load(from + i * step, t), i};
  merge_sort(v, room, n, t);
  for (int64_t i = 0; dbx_go_on(i, n); i++) {
    if (what) *(int64_t *)(to + i * to_step) = v[i].i;
    else dbx_store(to + i * to_step, t, v[i].x);
  }
  free(v), free(room);
}

dbx_status nd_sort(const nd *a, uint32_t axis) {
  each_line(a, a, axis, 0, sorted);
  return dbx_poll();
}

dbx_status nd_argsort(const nd *a, uint32_t axis, nd *ret) {
  nd r;
  DBX_TRY(nd_new(DBX_I64, a->rank, a->dims, &r));
  each_line(a, &r, axis, 1, sorted);
  return *ret = r, dbx_poll();
}
