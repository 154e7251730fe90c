// The order of elements: of every dtype, stable, beside a slow sort.
#include "interp/sort.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 5000 };

static double pattern(int64_t i) {
  static const double special[] = {0, -0.0, 1.5, -1.5, INFINITY, -INFINITY, 3, 3};
  uint64_t u = (uint64_t)i * 2654435761u % 4093;
  return u % 5 ? (double)u - 2000 : special[u % 8];
}

// Are the n elements that the places name in the order of doubles, equal ones as they lay?
static void check_places(const int64_t *p, const double *x, int64_t n) {
  for (int64_t i = 1; i < n; i++) {
    double a = x[p[i - 1]], b = x[p[i]];
    cr_assert(a < b || (a == b && p[i - 1] < p[i]) || (isnan(b) && (!isnan(a) || p[i - 1] < p[i])),
              "%lld: %g %g", (long long)i, a, b);
  }
}

Test(sort, places) {
  static const int64_t sizes[] = {1, 2, 63, 64, 300, MOST};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int64_t n = sizes[k];
    double *x = dbx_alloc((size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++) x[i] = i % 17 == 3 ? NAN : pattern(i);
    dbx_sorter s;
    dbx_sorter_new(&s, n);
    check_places(dbx_sort_places(&s, &(dbx_sort_row){(const char *)x, DBX_F64, 1}, 1), x, n);
    dbx_sorter_free(&s);
    free(x);
  }
}

Test(sort, elements_of_all_dtypes) {
  static const dbx_dtype types[] = {DBX_BOOL, DBX_I8,  DBX_I16, DBX_I32,  DBX_I64, DBX_U8, DBX_U16,
                                    DBX_U32,  DBX_U64, DBX_F16, DBX_BF16, DBX_F32, DBX_F64};
  enum { N = 200 };
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    dbx_dtype t = types[k];
    uint64_t x[2 * N] = {0}, y[2 * N] = {0};
    dbx_sorter s;
    for (int64_t i = 0; i < N; i++) {
      dbx_scalar v = dbx_scalar_convert(dbx_scalar_f(pattern(i) + 0.0), DBX_F64, t);
      dbx_store((char *)x + 2 * i * dbx_dtype_bytes(t), t, v);
    }
    dbx_sorter_new(&s, N);
    cr_assert(dbx_sort_elements(&s, &(dbx_sort_row){(const char *)x, t, 2}, (char *)y));
    dbx_sorter_free(&s);
    for (int64_t i = 1; i < N; i++) {
      dbx_scalar a = dbx_load((char *)y + 2 * (i - 1) * dbx_dtype_bytes(t), t),
                 b = dbx_load((char *)y + 2 * i * dbx_dtype_bytes(t), t);
      bool fine = dbx_is_float(t) ? a.c[0] <= b.c[0] : dbx_is_unsigned(t) ? a.u <= b.u : a.i <= b.i;
      cr_assert(fine, "%s %lld", dbx_dtype_name(t), (long long)i);
    }
  }
}

Test(sort, what_needs_places) {
  double nan[] = {2, NAN, 1}, zero[] = {1, -0.0, 0}, y[3];
  dbx_sorter s;
  dbx_sorter_new(&s, 3);
  cr_expect_not(dbx_sort_elements(&s, &(dbx_sort_row){(const char *)nan, DBX_F64, 1}, (char *)y));
  cr_expect_not(dbx_sort_elements(&s, &(dbx_sort_row){(const char *)zero, DBX_F64, 1}, (char *)y));
  cr_expect_eq(dbx_sort_places(&s, &(dbx_sort_row){(const char *)zero, DBX_F64, 1}, 1)[0], 1);
  dbx_sorter_free(&s);
}

Test(sort, several_keys_and_complex_numbers) {
  int8_t first[] = {1, 1, 0, 1}, second[] = {5, 4, 9, 4};
  double complexes[] = {1, 2, 1, -2, 0, 7, NAN, 0};
  dbx_sort_row keys[] = {{(const char *)first, DBX_I8, 1}, {(const char *)second, DBX_I8, 1}};
  dbx_sorter s;
  dbx_sorter_new(&s, 4);
  static const int64_t by_both[] = {2, 1, 3, 0}, by_parts[] = {2, 1, 0, 3};
  cr_expect_arr_eq(dbx_sort_places(&s, keys, 2), by_both, sizeof by_both);
  keys[0] = (dbx_sort_row){(const char *)complexes, DBX_C128, 1};
  cr_expect_arr_eq(dbx_sort_places(&s, keys, 1), by_parts, sizeof by_parts);
  dbx_sorter_free(&s);
}
