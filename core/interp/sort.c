// Elements become integers in the order of the elements, which are sorted by vectors, or byte by
// byte from the lowest on: a pass counts, then moves each to its place. Complex numbers are merged
// by comparing.
#include "interp/sort.h"

#include "base/poll.h"
#include "interp/vector_sort.h"

#include <math.h>
#include <string.h>

enum { BYTES = 8, BUCKETS = 256, FEW = 64 };
static const uint64_t sign = UINT64_C(1) << 63;

// One row of an operand: elements of dtype t, `stride` elements from each other.
typedef struct row {
  const char *at;
  dbx_dtype t;
  int64_t stride;
} row;

// Rows of n elements, one after the other. Images: of each element, an integer in its place in the
// order. Pairs of both, where they are sorted by vectors, lie in the room of image[1] and place[1].
typedef struct sorter {
  int64_t n;
  uint64_t *image[2];
  int64_t *place[2];
  dbx_sort_pair *pairs;
} sorter;

enum { WORDS = 4 };

size_t dbx_sort_room(int64_t length) { return (size_t)length * WORDS * sizeof(uint64_t); }

static sorter sorter_in(void *room, int64_t n) {
  uint64_t *at = room;
  return (sorter){n,
                  {at, at + 2 * n},
                  {(int64_t *)at + n, (int64_t *)at + 3 * n},
                  (dbx_sort_pair *)(at + 2 * n)};
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

// Places move along in pairs: where each lies now, as equal ones stay as they lie. The images are
// not needed any more.
static bool sort_pairs(sorter *s) {
  if (!dbx_vector_sorts_pairs(s->n)) return false;
  for (int64_t i = 0; i < s->n; i++) s->pairs[i] = (dbx_sort_pair){(uint64_t)i, s->image[0][i]};
  dbx_vector_sort_pairs(s->pairs, s->n);
  int64_t *old = s->place[0], *new = (int64_t *)s->image[0];
  for (int64_t i = 0; i < s->n; i++) new[i] = old[s->pairs[i].place];
  s->place[0] = new, s->image[0] = (uint64_t *)old;
  return true;
}

static void sort_bytes(sorter *s, bool places) {
  int64_t counts[BYTES][BUCKETS] = {0};
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

// By s->image[0]: places move along, or else it is in order afterwards.
static void sort_images(sorter *s, bool places) {
  if (s->n < FEW) insert(s->image[0], places ? s->place[0] : NULL, s->n);
  else if (places ? !sort_pairs(s) : !dbx_vector_sort(s->image[0], DBX_U64, s->n))
    sort_bytes(s, places);
}

// ---- numbers that need no images ----

static bool splits(const void *x, void *to, dbx_dtype t, int64_t n, const dbx_sorting *all) {
  return all && all->spread && dbx_split_sort(x, to, t, n, all->threads, all->spread);
}

// Sorts floats of a type, those with infinities among them as integers of their size (vqsort of
// Highway 1.0.3 loses infinities): NaN go to the end, and zeros get their signs back, both in the
// order in which they lay.
#define SORT_FLOATS(name, type, integer, t, as)                                                    \
  /* Copies: are all of them finite? */                                                            \
  static bool name##_finite(const type *x, type *to, int64_t n) {                                  \
    int64_t found = 0;                                                                             \
    for (int64_t i = 0; i < n; i++) found += isfinite(to[i] = x[i]) != 0;                          \
    return found == n;                                                                             \
  }                                                                                                \
  static int64_t name##_nan(const type *x, int64_t n) {                                            \
    int64_t found = 0;                                                                             \
    for (int64_t i = 0; i < n; i++) found += isnan(x[i]);                                          \
    return found;                                                                                  \
  }                                                                                                \
  static void name##_apart(const type *x, type *to, int64_t n, int64_t nan) {                      \
    int64_t number = 0, end = n - nan;                                                             \
    for (int64_t i = 0; i < n; i++) to[isnan(x[i]) ? end++ : number++] = x[i];                     \
  }                                                                                                \
  /* To integers in the order of the floats, and back. */                                          \
  static void name##_turn(const type *x, type *to, int64_t n) {                                    \
    for (int64_t i = 0; i < n; i++) {                                                              \
      integer k;                                                                                   \
      memcpy(&k, &x[i], sizeof k);                                                                 \
      k ^= k < 0 ? (integer)(~UINT64_C(0) >> (65 - 8 * sizeof k)) : 0;                             \
      memcpy(&to[i], &k, sizeof k);                                                                \
    }                                                                                              \
  }                                                                                                \
  static void name##_zeros(const type *x, type *to, int64_t numbers) {                             \
    int64_t zero = 0;                                                                              \
    for (int64_t end = numbers; zero < end;) {                                                     \
      int64_t middle = zero + (end - zero) / 2;                                                    \
      if (to[middle] < 0) zero = middle + 1;                                                       \
      else end = middle;                                                                           \
    }                                                                                              \
    for (int64_t i = 0; zero < numbers && to[zero] == 0; i++)                                      \
      if (x[i] == 0) to[zero++] = x[i];                                                            \
  }                                                                                                \
  static void name##_few(type *to, int64_t n) {                                                    \
    for (int64_t i = 1, k; i < n; i++) {                                                           \
      type one = to[i];                                                                            \
      for (k = i; k > 0 && to[k - 1] > one; k--) to[k] = to[k - 1];                                \
      to[k] = one;                                                                                 \
    }                                                                                              \
  }                                                                                                \
  static int64_t name##_as_integers(const type *x, type *to, int64_t n) {                          \
    int64_t nan = name##_nan(x, n), numbers = n - nan;                                             \
    if (nan) name##_apart(x, to, n, nan);                                                          \
    if (numbers < FEW) return name##_few(to, numbers), numbers;                                    \
    name##_turn(nan ? to : x, to, numbers);                                                        \
    (void)dbx_vector_sort(to, as, numbers);                                                        \
    name##_turn(to, to, numbers);                                                                  \
    return numbers;                                                                                \
  }                                                                                                \
  static void name(const type *x, type *to, int64_t n, const dbx_sorting *all) {                   \
    bool sorted =                                                                                  \
        splits(x, to, t, n, all) ||                                                                \
        (dbx_vector_sorts(t, n) && name##_finite(x, to, n) && dbx_vector_sort(to, t, n));          \
    int64_t numbers = sorted ? n : name##_as_integers(x, to, n);                                   \
    name##_zeros(x, to, numbers);                                                                  \
  }
SORT_FLOATS(sort_f64, double, int64_t, DBX_F64, DBX_I64)
SORT_FLOATS(sort_f32, float, int32_t, DBX_F32, DBX_I32)

// The dtype that numbers of dtype t are sorted as, at the latest.
static dbx_dtype sorted_as(dbx_dtype t) {
  return t == DBX_F64 ? DBX_I64 : t == DBX_F32 ? DBX_I32 : t;
}

// A row whose elements lie side by side, of numbers that can be sorted by vectors. all: whose
// threads are free for it, or NULL.
static void sort_row(const row *key, char *to, int64_t n, const dbx_sorting *all) {
  if (key->t == DBX_F64) {
    sort_f64((const void *)key->at, (void *)to, n, all);
  } else if (key->t == DBX_F32) {
    sort_f32((const void *)key->at, (void *)to, n, all);
  } else if (!splits(key->at, to, key->t, n, all)) {
    memcpy(to, key->at, (size_t)n * dbx_dtype_bytes(key->t));
    (void)dbx_vector_sort(to, key->t, n);
  }
}

// ---- complex numbers ----

static bool is_before(const row *key, int64_t a, int64_t b) {
  size_t bytes = dbx_dtype_bytes(key->t);
  dbx_scalar x = dbx_load(key->at + (size_t)(a * key->stride) * bytes, key->t),
             y = dbx_load(key->at + (size_t)(b * key->stride) * bytes, key->t);
  if (isnan(x.c[0]) != isnan(y.c[0])) return isnan(y.c[0]);
  return x.c[0] < y.c[0] || (x.c[0] == y.c[0] && x.c[1] < y.c[1]);
}

static void merge(sorter *s, const row *key) {
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

static row row_of(const dbx_sorting *s, uint32_t k, int64_t first) {
  const dbx_sort_operand *x = &s->operands[k];
  return (row){x->from + (size_t)first * dbx_dtype_bytes(x->t), x->t, s->inner};
}

// The places of the elements in their order.
static const int64_t *places(sorter *w, const dbx_sorting *s, int64_t first) {
  for (int64_t i = 0; i < w->n; i++) w->place[0][i] = i;
  for (uint32_t k = s->keys; k-- > 0 && !dbx_stopping();) {
    row key = row_of(s, k, first);
    size_t step = (size_t)key.stride * dbx_dtype_bytes(key.t);
    if (dbx_is_complex(key.t)) {
      merge(w, &key);
      continue;
    }
    for (int64_t i = 0; dbx_go_on(i, w->n); i++)
      w->image[0][i] = image_of(key.at + (size_t)w->place[0][i] * step, key.t);
    sort_images(w, true);
  }
  return w->place[0];
}

// The sorted elements of one row, into elements as far from each other. False: places are needed to
// tell elements apart (NaN, -0, complex numbers); what is written is undefined.
static bool elements(sorter *s, const row *key, char *to) {
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

// Of all operands, those elements to one place that lie at one place.
static void move(const dbx_sorting *s, const int64_t *from, int64_t first) {
  for (uint32_t k = 0; k < s->n; k++) {
    unsigned bytes = dbx_dtype_bytes(s->operands[k].t);
    const char *x = s->operands[k].from + (size_t)first * bytes;
    char *to = s->operands[k].to + (size_t)first * bytes;
    for (int64_t i = 0; dbx_go_on(i, s->length); i++)
      dbx_copy_element(to + (size_t)(i * s->inner) * bytes,
                       x + (size_t)(from[i] * s->inner) * bytes, bytes);
  }
}

// ---- rows of numbers that lie side by side ----

static bool is_by_vectors(const dbx_sorting *s) {
  return s->n == 1 && s->inner == 1 && dbx_vector_sorts(sorted_as(s->operands->t), s->length);
}

static void sort_rows(const dbx_sorting *s, int64_t begin, int64_t end, const dbx_sorting *all) {
  int64_t bytes = s->length * (int64_t)dbx_dtype_bytes(s->operands->t);
  for (int64_t o = begin; dbx_go_on(o, end); o++) {
    row key = row_of(s, 0, o * s->length);
    sort_row(&key, s->operands->to + o * bytes, s->length, all);
  }
}

static void sort_some_rows(int64_t *words, int64_t begin, int64_t end) {
  sort_rows((const dbx_sorting *)(uintptr_t)*words, begin, end, NULL);
}

static void sort_by_vectors(const dbx_sorting *s) {
  if (s->spread && s->outer >= s->threads && s->outer * s->length >= DBX_SPLIT_FROM)
    s->spread(sort_some_rows, (int64_t[]){(int64_t)(uintptr_t)s}, s->outer);
  else sort_rows(s, 0, s->outer, s);
}

void dbx_sort(const dbx_sorting *s) {
  if (!s->length) return;
  if (is_by_vectors(s)) {
    sort_by_vectors(s);
    return;
  }
  sorter w = sorter_in(s->room, s->length);
  for (int64_t o = 0; dbx_go_on(o, s->outer * s->inner); o++) {
    int64_t first = o / s->inner * s->length * s->inner + o % s->inner;
    row key = row_of(s, 0, first);
    char *to = s->operands->to + (size_t)first * dbx_dtype_bytes(key.t);
    if (s->n > 1 || !elements(&w, &key, to)) move(s, places(&w, s, first), first);
  }
}
