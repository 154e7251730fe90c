// Numbers that are sorted in parts are those that are sorted by one thread, to the bit.
#include "interp/sort.h"
#include "interp/vector_sort.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = DBX_SPLIT_FROM + 37, FEW = 1 << 10 };

// The parts from the last on, as if the others were late.
static void backwards(dbx_work_part part, int64_t *words, int64_t n) {
  while (n--) part(words, n, n + 1);
}

typedef enum how { MIXED, EQUAL, TWO, ORDERED, INFINITE, NAN_TOO, HOW } how;

static double number(how h, int64_t i) {
  uint64_t u = (uint64_t)i * 2654435761u % 65521;
  if (h == EQUAL) return 7;
  if (h == TWO) return (double)(u % 2);
  if (h == ORDERED) return (double)i;
  if (h == INFINITE && u % 5 == 0) return u % 2 ? INFINITY : -INFINITY;
  if (h == NAN_TOO && u % 7 == 0) return NAN;
  return u % 11 ? (double)u - 30000 : copysign(0, (double)(u % 2) - 0.5);
}

static void check(dbx_dtype t, how h, unsigned threads, int64_t outer, int64_t length) {
  size_t bytes = (size_t)(outer * length) * dbx_dtype_bytes(t);
  char *x = dbx_alloc(bytes), *alone = dbx_alloc(bytes), *parts = dbx_alloc(bytes);
  void *room = dbx_alloc(dbx_sort_room(length));
  for (int64_t i = 0; i < outer * length; i++)
    dbx_store(x + i * dbx_dtype_bytes(t), t,
              dbx_scalar_convert(dbx_scalar_f(number(h, i)), DBX_F64, t));
  dbx_sort_operand one = {x, alone, t}, other = {x, parts, t};
  dbx_sort(&(dbx_sorting){&one, 1, 1, outer, length, 1, room, 0, NULL});
  dbx_sort(&(dbx_sorting){&other, 1, 1, outer, length, 1, room, threads, backwards});
  cr_expect(!memcmp(alone, parts, bytes), "%s, %d, %u threads, %lld rows", dbx_dtype_name(t), h,
            threads, (long long)outer);
  free(room), free(parts), free(alone), free(x);
}

static const dbx_dtype types[] = {DBX_I16, DBX_I32, DBX_I64, DBX_U16, DBX_U32,
                                  DBX_U64, DBX_F32, DBX_F64, DBX_F16, DBX_BOOL};

Test(split_sort, gives_what_one_thread_gives) {
  static const unsigned threads[] = {1, 2, 3, 16, 40};
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    for (how h = 0; h < HOW; h++)
      for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        check(types[k], h, threads[i], 1, N);
}

Test(split_sort, rows) {
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    for (how h = 0; h < HOW; h++)
      check(types[k], h, 2, N / FEW + 1, FEW), check(types[k], h, 4, 2, N);
}

Test(split_sort, says_what_it_cannot) {
  double *x = dbx_alloc(N * sizeof *x), *to = dbx_alloc(N * sizeof *to);
  for (int64_t i = 0; i < N; i++) x[i] = number(MIXED, i);
  cr_expect(!dbx_split_sort(x, to, DBX_F64, N, 1, backwards), "one thread");
  cr_expect(!dbx_split_sort(x, to, DBX_F64, DBX_SPLIT_FROM - 1, 2, backwards), "few");
  cr_expect_eq(dbx_split_sort(x, to, DBX_F64, N, 2, backwards), dbx_vector_sorts(DBX_F64, N));
  x[N - 1] = INFINITY;
  cr_expect(!dbx_split_sort(x, to, DBX_F64, N, 2, backwards), "an infinity");
  x[0] = NAN;
  cr_expect(!dbx_split_sort(x, to, DBX_F64, N, 2, backwards),
            "a number that is none, in the sample");
  cr_expect(!dbx_split_sort(x, to, DBX_BF16, N, 2, backwards), "a dtype that vectors do not sort");
  free(x), free(to);
}
