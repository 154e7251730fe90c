// Elements become integers in the order of the elements, which are sorted byte by byte from the
// lowest on: a pass counts, then moves each to its place. Complex numbers are merged by comparing.
#include "interp/sort.h"

#include "base/mem.h"
#include "base/poll.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 8, BUCKETS = 256, FEW = 64 };
static const uint64_t sign = UINT64_C(1) << 63;

void dbx_sorter_new(dbx_sorter *s, int64_t n) {
  size_t bytes = (size_t)n * sizeof(uint64_t);
  *s = (dbx_sorter){.n = n};
  for (int i = 0; i < 2; i++) s->image[i] = dbx_alloc(bytes), s->place[i] = dbx_alloc(bytes);
}

void dbx_sorter_free(dbx_sorter *s) {
  for (int i = 0; i < 2; i++) free(s->image[i]), free(s->place[i]);
}

// ---- images ----

static uint64_t of_float(double x) {
  uint64_t u;
  if (isnan(x)) return UINT64_MAX;
  if (x == 0) x = 0; // -0 too
  memcpy(&u, &x, sizeof u);
  return u & sign ? ~u : u | sign;
}

static double to_float(uint64_t u) {
  double x;
  u = u & sign ? u & ~sign : ~u;
  memcpy(&x, &u, sizeof x);
  return x;
}

static uint64_t image_of(const char *at, dbx_dtype t) {
  if (t == DBX_F64) {
    double x;
    memcpy(&x, at, sizeof x);
    return of_float(x);
  }
  dbx_scalar x = dbx_load(at, t);
  if (dbx_is_float(t)) return of_float(x.c[0]);
  return dbx_is_unsigned(t) ? x.u : (uint64_t)x.i ^ sign;
}

static void put(char *at, dbx_dtype t, uint64_t image) {
  if (t == DBX_F64) {
    double x = to_float(image);
    memcpy(at, &x, sizeof x);
    return;
  }
  dbx_scalar x = dbx_is_float(t)      ? dbx_scalar_f(to_float(image))
                 : dbx_is_unsigned(t) ? (dbx_scalar){.u = image}
                                      : dbx_scalar_int((int64_t)(image ^ sign));
  dbx_store(at, t, x);
}

// ---- sorting integers, with their places or without ----

static void insert(uint64_t *x, int64_t *p, int64_t n) {
  for (int64_t i = 1; i < n; i++) {
    uint64_t one = x[i];
    int64_t place = p ? p[i] : 0, k = i;
    for (; k > 0 && x[k - 1] > one; k--) {
      x[k] = x[k - 1];
      if (p) p[k] = p[k - 1];
    }
    x[k] = one;
    if (p) p[k] = place;
  }
}

static void count(const uint64_t *x, int64_t n, int64_t counts[BYTES][BUCKETS]) {
  for (int64_t i = 0; i < n; i++)
    for (int b = 0; b < BYTES; b++) counts[b][x[i] >> (8 * b) & (BUCKETS - 1)]++;
}

// Are all elements in one bucket? Else *counts becomes where each bucket begins.
static bool begins(int64_t *counts, int64_t n) {
  int64_t at = 0;
  for (int k = 0; k < BUCKETS; k++) {
    int64_t here = counts[k];
    if (here == n) return true;
    counts[k] = at;
    at += here;
  }
  return false;
}

// By s->image[0], in which the elements lie afterwards; places move along.
static void sort_images(dbx_sorter *s, bool places) {
  int64_t counts[BYTES][BUCKETS] = {0};
  if (s->n < FEW) return insert(s->image[0], places ? s->place[0] : NULL, s->n);
  count(s->image[0], s->n, counts);
  for (int b = 0; b < BYTES && !dbx_stopping(); b++) {
    const uint64_t *x = s->image[0];
    uint64_t *y = s->image[1];
    if (begins(counts[b], s->n)) continue;
    for (int64_t i = 0; i < s->n; i++) {
      int64_t to = counts[b][x[i] >> (8 * b) & (BUCKETS - 1)]++;
      y[to] = x[i];
      if (places) s->place[1][to] = s->place[0][i];
    }
    s->image[1] = s->image[0], s->image[0] = y;
    int64_t *p = s->place[0];
    if (places) s->place[0] = s->place[1], s->place[1] = p;
  }
}

// ---- complex numbers ----

static bool is_before(const dbx_sort_row *key, int64_t a, int64_t b) {
  size_t bytes = dbx_dtype_bytes(key->t);
  dbx_scalar x = dbx_load(key->at + (size_t)(a * key->stride) * bytes, key->t),
             y = dbx_load(key->at + (size_t)(b * key->stride) * bytes, key->t);
  if (isnan(x.c[0]) != isnan(y.c[0])) return isnan(y.c[0]);
  return x.c[0] < y.c[0] || (x.c[0] == y.c[0] && x.c[1] < y.c[1]);
}

static void merge(dbx_sorter *s, const dbx_sort_row *key) {
  int64_t n = s->n;
  for (int64_t width = 1; width < n && !dbx_stopping(); width *= 2) {
    int64_t *p = s->place[0], *to = s->place[1];
    for (int64_t lo = 0; lo < n && !dbx_stopping(); lo += 2 * width) {
      int64_t mid = lo + width < n ? lo + width : n, hi = mid + width < n ? mid + width : n;
      for (int64_t i = lo, j = mid, k = lo; k < hi; k++)
        to[k] = i < mid && (j >= hi || !is_before(key, p[j], p[i])) ? p[i++] : p[j++];
    }
    s->place[0] = to, s->place[1] = p;
  }
}

// ---- rows ----

const int64_t *dbx_sort_places(dbx_sorter *s, const dbx_sort_row *keys, uint32_t n_keys) {
  for (int64_t i = 0; i < s->n; i++) s->place[0][i] = i;
  for (uint32_t k = n_keys; k-- > 0 && !dbx_stopping();) {
    size_t bytes = dbx_dtype_bytes(keys[k].t);
    if (dbx_is_complex(keys[k].t)) {
      merge(s, &keys[k]);
      continue;
    }
    for (int64_t i = 0; dbx_go_on(i, s->n); i++)
      s->image[0][i] =
          image_of(keys[k].at + (size_t)(s->place[0][i] * keys[k].stride) * bytes, keys[k].t);
    sort_images(s, true);
  }
  return s->place[0];
}

bool dbx_sort_elements(dbx_sorter *s, const dbx_sort_row *key, char *to) {
  size_t step = (size_t)key->stride * dbx_dtype_bytes(key->t);
  if (dbx_is_complex(key->t)) return false;
  for (int64_t i = 0; dbx_go_on(i, s->n); i++) {
    uint64_t u = image_of(key->at + (size_t)i * step, key->t);
    if (dbx_is_float(key->t)) {
      if (u == UINT64_MAX) return false;
      if (u == sign && signbit(dbx_load(key->at + (size_t)i * step, key->t).c[0])) return false;
    }
    s->image[0][i] = u;
  }
  sort_images(s, false);
  for (int64_t i = 0; dbx_go_on(i, s->n); i++) put(to + (size_t)i * step, key->t, s->image[0][i]);
  return true;
}
