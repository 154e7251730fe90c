// See split_sort.h. What the parts are is guessed from a sample. As many pieces of the numbers as
// there are parts are counted, each by a thread, then moved to where their parts are.
#include "interp/split_sort.h"

#include "base/poll.h"
#include "interp/vector_sort.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST = 16, SAMPLE = 1024 };

typedef struct split split;
typedef bool (*split_step)(split *s, int64_t piece);

// Of a dtype: is the sample fit for it; of a piece: is it; and moves it.
typedef struct steps {
  split_step sample, count, move;
} steps;

struct split {
  const void *x;
  void *to;
  dbx_dtype t;
  int64_t n, parts;
  const steps *by;
  void *splitters;         // part k + 1 begins with what is not below the k-th
  int64_t at[MOST][MOST];  // of a piece and a part: how many; then where they go
  int64_t begin[MOST + 1]; // of the parts
  bool fit[MOST];          // of the pieces
};

static int64_t piece_at(const split *s, int64_t k) {
  return s->n / s->parts * k + (k < s->n % s->parts ? k : s->n % s->parts);
}

#if defined __x86_64__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__ &&                   \
    !defined __SANITIZE_THREAD__
#define VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define VECTORS
#endif
// A comparison that vectors have, unlike isfinite.
#define ANY(x) ((void)(x), true)
#define FINITE_F32(x) (fabsf(x) <= FLT_MAX)
#define FINITE_F64(x) (fabs(x) <= DBL_MAX)
#define SPLIT_NUMBERS(name, type, is_fit)                                                          \
  static bool name##_sample(split *s, int64_t unused) {                                            \
    const type *x = s->x;                                                                          \
    type one[SAMPLE], *to = s->splitters;                                                          \
    bool fit = true;                                                                               \
    for (int64_t i = 0; i < SAMPLE; i++) one[i] = x[s->n / SAMPLE * i], fit &= is_fit(one[i]);     \
    (void)unused;                                                                                  \
    if (!fit || !dbx_vector_sort(one, s->t, SAMPLE)) return false;                                 \
    for (int64_t k = 1; k < s->parts; k++) to[k - 1] = one[SAMPLE / s->parts * k];                 \
    return true;                                                                                   \
  }                                                                                                \
  /* How many are not below the splitter; *ret_fit: are all fit? */                                \
  VECTORS static int64_t name##_above(const type *x, int64_t n, type splitter, bool *ret_fit) {    \
    int64_t found = 0, fit = 0;                                                                    \
    for (int64_t i = 0; i < n; i++)                                                                \
      found += x[i] >= splitter ? 1 : 0, fit += is_fit(x[i]) ? 1 : 0;                              \
    *ret_fit = fit == n;                                                                           \
    return found;                                                                                  \
  }                                                                                                \
  static bool name##_count(split *s, int64_t piece) {                                              \
    const type *x = (const type *)s->x + piece_at(s, piece);                                       \
    const type *splitters = s->splitters;                                                          \
    int64_t n = piece_at(s, piece + 1) - piece_at(s, piece), left = n;                             \
    bool fit = true;                                                                               \
    for (int64_t k = 0; k < s->parts && fit; k++) {                                                \
      int64_t above = k + 1 < s->parts ? name##_above(x, n, splitters[k], &fit) : 0;               \
      s->at[piece][k] = left - above, left = above;                                                \
    }                                                                                              \
    return fit;                                                                                    \
  }                                                                                                \
  /* Each number goes to both ends, of which one goes on. */                                       \
  static const type *name##_both(const type *x, type **low, type **high, const type *low_end,      \
                                 const type *high_end, type splitter) {                            \
    type *a = *low, *b = *high;                                                                    \
    while (a < low_end && b < high_end) {                                                          \
      type one = *x++;                                                                             \
      bool above = one >= splitter;                                                                \
      *a = *b = one, a += !above, b += above;                                                      \
    }                                                                                              \
    *low = a, *high = b;                                                                           \
    return x;                                                                                      \
  }                                                                                                \
  static bool name##_move(split *s, int64_t piece) {                                               \
    const type *x = (const type *)s->x + piece_at(s, piece),                                       \
               *end = (const type *)s->x + piece_at(s, piece + 1);                                 \
    const type *splitters = s->splitters;                                                          \
    type *at[MOST];                                                                                \
    for (int64_t k = 0; k < s->parts; k++) at[k] = (type *)s->to + s->at[piece][k];                \
    if (s->parts == 2) {                                                                           \
      const type *ends[2];                                                                         \
      for (int k = 0; k < 2; k++)                                                                  \
        ends[k] = (type *)s->to + (piece + 1 < 2 ? s->at[piece + 1][k] : s->begin[k + 1]);         \
      x = name##_both(x, &at[0], &at[1], ends[0], ends[1], splitters[0]);                          \
    }                                                                                              \
    for (; x < end; x++) {                                                                         \
      int64_t part = 0;                                                                            \
      for (int64_t k = 0; k + 1 < s->parts; k++) part += *x >= splitters[k];                       \
      *at[part]++ = *x;                                                                            \
    }                                                                                              \
    return true;                                                                                   \
  }
SPLIT_NUMBERS(of_i16, int16_t, ANY)
SPLIT_NUMBERS(of_i32, int32_t, ANY)
SPLIT_NUMBERS(of_i64, int64_t, ANY)
SPLIT_NUMBERS(of_u16, uint16_t, ANY)
SPLIT_NUMBERS(of_u32, uint32_t, ANY)
SPLIT_NUMBERS(of_u64, uint64_t, ANY)
SPLIT_NUMBERS(of_f32, float, FINITE_F32)
SPLIT_NUMBERS(of_f64, double, FINITE_F64)

static const steps steps_of[DBX_DTYPES] = {
#define ROW(t, name) [t] = {name##_sample, name##_count, name##_move}
    ROW(DBX_I16, of_i16), ROW(DBX_I32, of_i32), ROW(DBX_I64, of_i64), ROW(DBX_U16, of_u16),
    ROW(DBX_U32, of_u32), ROW(DBX_U64, of_u64), ROW(DBX_F32, of_f32), ROW(DBX_F64, of_f64),
#undef ROW
};

static split *of_words(int64_t *words) { return (split *)(uintptr_t)*words; }

static void count_pieces(int64_t *words, int64_t begin, int64_t end) {
  split *s = of_words(words);
  for (int64_t k = begin; k < end; k++) s->fit[k] = s->by->count(s, k);
}

static void move_pieces(int64_t *words, int64_t begin, int64_t end) {
  split *s = of_words(words);
  for (int64_t k = begin; k < end; k++) s->by->move(s, k);
}

static void sort_parts(int64_t *words, int64_t begin, int64_t end) {
  split *s = of_words(words);
  for (int64_t k = begin; k < end && !dbx_stopping(); k++)
    dbx_vector_sort((char *)s->to + (size_t)s->begin[k] * dbx_dtype_bytes(s->t), s->t,
                    s->begin[k + 1] - s->begin[k]);
}

// Counts become places. False: a part is so small that it is no part, or a piece is not fit.
static bool place(split *s) {
  int64_t at = 0;
  bool fit = true;
  for (int64_t k = 0; k < s->parts; k++) {
    s->begin[k] = at;
    for (int64_t piece = 0; piece < s->parts; piece++) {
      int64_t count = s->at[piece][k];
      s->at[piece][k] = at, at += count;
    }
    fit &= s->fit[k] && dbx_vector_sorts(s->t, at - s->begin[k]);
  }
  s->begin[s->parts] = at;
  return fit;
}

bool dbx_split_sort(const void *x, void *to, dbx_dtype t, int64_t n, unsigned threads,
                    dbx_work_spread spread) {
  uint64_t splitters[MOST];
  split s = {.splitters = splitters,
             .x = x,
             .to = to,
             .t = t,
             .n = n,
             .parts = threads < MOST ? threads : MOST};
  int64_t words[] = {(int64_t)(uintptr_t)&s};
  s.by = &steps_of[t];
  if (threads < 2 || n < DBX_SPLIT_FROM || !dbx_vector_sorts(t, n) || !s.by->sample(&s, 0))
    return false;
  spread(count_pieces, words, s.parts);
  if (dbx_stopping() || !place(&s)) return false;
  spread(move_pieces, words, s.parts);
  if (!dbx_stopping()) spread(sort_parts, words, s.parts);
  return true;
}
