// The order of elements: of every dtype, stable, beside the order that their places say.
#include "interp/sort.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 5000, FAR = 2 };

static double pattern(int64_t i) {
  static const double special[] = {0, -0.0, 1.5, -1.5, INFINITY, -INFINITY, 3, 3};
  uint64_t u = (uint64_t)i * 2654435761u % 4093;
  return u % 5 ? (double)u - 2000 : special[u % 8];
}

static void sort(dbx_sort_operand *operands, uint32_t n, uint32_t keys, int64_t length,
                 int64_t inner) {
  void *room = dbx_alloc(dbx_sort_room(length));
  dbx_sort(&(dbx_sorting){operands, n, keys, 1, length, inner, room, 0, NULL});
  free(room);
}

// The places of the elements of x in their order, along FAR rows that lie side by side.
static void places_of(const void *x, dbx_dtype t, int64_t n, int64_t inner, int64_t *places) {
  int64_t all = n * inner, *at = dbx_alloc((size_t)all * sizeof *at);
  char *sorted = dbx_alloc((size_t)all * dbx_dtype_bytes(t));
  for (int64_t i = 0; i < all; i++) at[i] = i / inner;
  dbx_sort_operand operands[] = {{x, sorted, t}, {(const char *)at, (char *)places, DBX_I64}};
  sort(operands, 2, 1, n, inner);
  free(at), free(sorted);
}

Test(sort, places) {
  static const int64_t sizes[] = {1, 2, 63, 64, 300, MOST};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int64_t n = sizes[k], *p = dbx_alloc((size_t)n * sizeof *p);
    double *x = dbx_alloc((size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++) x[i] = i % 17 == 3 ? NAN : pattern(i);
    places_of(x, DBX_F64, n, 1, p);
    for (int64_t i = 1; i < n; i++) {
      double a = x[p[i - 1]], b = x[p[i]];
      cr_assert(a < b || (a == b && p[i - 1] < p[i]) ||
                    (isnan(b) && (!isnan(a) || p[i - 1] < p[i])),
                "%lld: %g %g", (long long)i, a, b);
    }
    free(p), free(x);
  }
}

// Numbers that are sorted alone are those that their places name, to the bit.
static void check_alone(dbx_dtype t, bool nan, int64_t n, int64_t inner) {
  unsigned bytes = dbx_dtype_bytes(t);
  int64_t all = n * inner, *p = dbx_alloc((size_t)all * sizeof *p);
  char *x = dbx_alloc((size_t)all * bytes), *y = dbx_alloc((size_t)all * bytes);
  for (int64_t i = 0; i < all; i++) {
    double one = nan && i % 17 == 3 ? copysign(NAN, (double)(i % 2) - 0.5) : pattern(i);
    dbx_store(x + i * bytes, t, dbx_scalar_convert(dbx_scalar_f(one), DBX_F64, t));
  }
  sort(&(dbx_sort_operand){x, y, t}, 1, 1, n, inner);
  places_of(x, t, n, inner, p);
  for (int64_t i = 0; i < all; i++) {
    int64_t from = p[i] * inner + i % inner;
    cr_assert(!memcmp(y + i * bytes, x + from * bytes, bytes), "%s[%lld, %lld]: %lld",
              dbx_dtype_name(t), (long long)n, (long long)inner, (long long)i);
  }
  free(p), free(x), free(y);
}

Test(sort, elements_of_all_dtypes) {
  static const dbx_dtype types[] = {DBX_BOOL, DBX_I8,  DBX_I16, DBX_I32,  DBX_I64, DBX_U8, DBX_U16,
                                    DBX_U32,  DBX_U64, DBX_F16, DBX_BF16, DBX_F32, DBX_F64};
  static const int64_t sizes[] = {1, 63, 64, 65, 300, MOST};
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
      for (int how = 0; how < 4; how++)
        check_alone(types[k], how % 2 && dbx_is_float(types[k]), sizes[i], how / 2 ? FAR : 1);
}

Test(sort, several_keys_and_complex_numbers) {
  int8_t first[] = {1, 1, 0, 1}, second[] = {5, 4, 9, 4}, to[2][4];
  double complexes[] = {1, 2, 1, -2, 0, 7, NAN, 0};
  int64_t at[] = {0, 1, 2, 3}, places[4];
  static const int64_t by_both[] = {2, 1, 3, 0}, by_parts[] = {2, 1, 0, 3};
  dbx_sort_operand operands[] = {{(const char *)first, (char *)to[0], DBX_I8},
                                 {(const char *)second, (char *)to[1], DBX_I8},
                                 {(const char *)at, (char *)places, DBX_I64}};
  sort(operands, 3, 2, 4, 1);
  cr_expect_arr_eq(places, by_both, sizeof by_both);
  places_of(complexes, DBX_C128, 4, 1, places);
  cr_expect_arr_eq(places, by_parts, sizeof by_parts);
}

Test(sort, nothing) {
  dbx_sort(&(dbx_sorting){.length = 0, .outer = 3, .inner = 2});
  dbx_sort(&(dbx_sorting){.length = 3, .outer = 0, .inner = 2});
}
