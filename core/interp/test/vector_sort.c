// What the library sorts, where it is installed: in order, and nothing lost.
#include "interp/vector_sort.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10000 };
static uint64_t numbers[N];
static dbx_sort_pair pairs[N];

static uint64_t number(uint64_t i) { return i * UINT64_C(6364136223846793005) >> (i % 3 * 20); }

Test(vector_sort, numbers) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < N; i++) sum += numbers[i] = number(i);
  if (!dbx_vector_sort(numbers, DBX_U64, N)) return;
  for (int64_t i = 0; i < N; i++) sum -= numbers[i];
  cr_expect_eq(sum, 0);
  for (int64_t i = 1; i < N; i++) cr_assert_leq(numbers[i - 1], numbers[i]);
}

static int in_order_of_i16(const void *a, const void *b) {
  int16_t x, y;
  memcpy(&x, a, sizeof x), memcpy(&y, b, sizeof y);
  return (x > y) - (x < y);
}

// The largest and the smallest numbers are none of the library's own.
Test(vector_sort, extremes) {
  for (int64_t n = 64; n < 700; n += 7) {
    int16_t x[700], y[700];
    for (int64_t i = 0; i < n; i++)
      x[i] = y[i] = i % 5 == 2 ? INT16_MAX : i % 5 == 3 ? INT16_MIN : (int16_t)number((uint64_t)i);
    if (!dbx_vector_sort(x, DBX_I16, n)) return;
    qsort(y, (size_t)n, sizeof *y, in_order_of_i16);
    cr_assert_arr_eq(x, y, (size_t)n * sizeof *x);
    uint64_t u[700], most = 0;
    for (int64_t i = 0; i < n; i++) u[i] = i % 3 ? UINT64_MAX : 0;
    cr_assert(dbx_vector_sort(u, DBX_U64, n));
    for (int64_t i = 0; i < n; i++) {
      cr_assert(!u[i] || u[i] == UINT64_MAX);
      most += u[i] == UINT64_MAX;
    }
    cr_assert_eq(most, (uint64_t)(n - (n + 2) / 3));
  }
}

Test(vector_sort, pairs_by_image_then_by_place) {
  for (uint64_t i = 0; i < N; i++) pairs[i] = (dbx_sort_pair){N - i, number(i) % 1000};
  if (!dbx_vector_sort_pairs(pairs, N)) return;
  for (int64_t i = 1; i < N; i++) {
    dbx_sort_pair a = pairs[i - 1], b = pairs[i];
    cr_assert(a.image < b.image || (a.image == b.image && a.place < b.place));
  }
}

Test(vector_sort, what_it_does_not_take) {
  uint64_t few[3] = {3, 2, 1};
  cr_expect_not(dbx_vector_sort(few, DBX_U64, 3));
  cr_expect_eq(few[0], 3);
  cr_expect_not(dbx_vector_sort(numbers, DBX_F16, N));
  cr_expect_not(dbx_vector_sort(numbers, DBX_U64, INT64_MAX));
  cr_expect_not(dbx_vector_sort_pairs(pairs, INT64_MAX));
}
