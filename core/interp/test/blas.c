// Products by the library: where it does one, the numbers are those of plain loops.
#include "interp/blas.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 130 };
static double x[MOST * MOST], y[MOST * MOST], r[MOST * MOST];
static float xf[MOST * MOST], yf[MOST * MOST], rf[MOST * MOST];

// Small integers: every order of summation gives the same.
static int element(int64_t i, int64_t k) { return (int)((i * 7 + k * 3) % 11) - 5; }

static void fill(const dbx_gemm *g) {
  for (int64_t i = 0; i < g->m; i++)
    for (int64_t k = 0; k < g->k; k++) {
      int64_t at = g->transposed_x ? k * g->m + i : i * g->k + k;
      x[at] = element(i, k), xf[at] = (float)x[at];
    }
  for (int64_t k = 0; k < g->k; k++)
    for (int64_t j = 0; j < g->n; j++) {
      int64_t at = g->transposed_y ? j * g->k + k : k * g->n + j;
      y[at] = element(k, j + 1), yf[at] = (float)y[at];
    }
}

static void check(const dbx_gemm *g) {
  for (int64_t i = 0; i < g->m; i++)
    for (int64_t j = 0; j < g->n; j++) {
      double sum = 0;
      for (int64_t k = 0; k < g->k; k++) sum += element(i, k) * element(k, j + 1);
      double have = g->f32 ? rf[i * g->n + j] : r[i * g->n + j];
      cr_assert_eq(have, sum, "(%d, %d): %g, not %g", (int)i, (int)j, have, sum);
    }
}

static void products_of_all_layouts(void) {
  static const int64_t sizes[][3] = {
      {64, 64, 64}, {33, 130, 40}, {130, 1, 129}, {1, 128, 130}, {70, 65, 3}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int form = 0; form < 8; form++) {
      dbx_gemm g = {x,           y,        r,        sizes[i][0], sizes[i][1],
                    sizes[i][2], form & 1, form & 2, form & 4,    NULL};
      if (g.f32) g.x = xf, g.y = yf, g.r = rf;
      fill(&g);
      if (dbx_blas_multiply(&g)) check(&g);
    }
}

Test(blas, all_layouts) { products_of_all_layouts(); }

// ---- tiles, which are made by anybody in any order ----

static int spread_over;

static void last_first(dbx_work_part part, int64_t *words, int64_t n) {
  spread_over = (int)n;
  for (int64_t i = n; i-- > 0;) part(words, i, i + 1);
}

static double *numbers(int64_t n, unsigned seed) {
  double *all = dbx_alloc((size_t)n * sizeof *all);
  for (int64_t i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    all[i] = (double)seed / 4e9 - 0.5;
  }
  return all;
}

// The same to the last bit, and near the sum of one element.
Test(blas, tiles_in_any_order) {
  static const int64_t sizes[][3] = {
      {512, 512, 512}, {300, 700, 500}, {3000, 7, 2000}, {2, 5000, 3000}, {520, 130, 900}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    int64_t m = sizes[i][0], n = sizes[i][1], k = sizes[i][2];
    double *a = numbers(m * k, 1), *b = numbers(k * n, 2), *one = numbers(m * n, 3),
           *many = numbers(m * n, 4);
    dbx_gemm g = {a, b, one, m, n, k, false, false, false, NULL};
    bool done = dbx_blas_multiply(&g);
    g.r = many, g.spread = last_first;
    spread_over = 0;
    cr_assert_eq(dbx_blas_multiply(&g), done);
    if (done) cr_expect_eq(memcmp(one, many, (size_t)(m * n) * sizeof *one), 0, "row %zu", i);
    double sum = 0;
    for (int64_t q = 0; q < k; q++) sum += a[(m - 1) * k + q] * b[q * n + n - 1];
    if (done) cr_expect_float_eq(many[m * n - 1], sum, 1e-9, "row %zu: %d tiles", i, spread_over);
    free(a), free(b), free(one), free(many);
  }
}

// What needs LAPACK has it beside any library of products.
Test(blas, routines_of_lapack) {
  cr_assert_eq(setenv("OPENBLAS_NUM_THREADS", "1", 1), 0);
  bool have = dbx_blas_symbol("zgeev_");
  products_of_all_layouts();
  cr_expect_eq(dbx_blas_symbol("zgeev_") != NULL, have);
  cr_expect_null(dbx_blas_symbol("no such routine"));
}

Test(blas, what_does_not_pay_is_left_to_loops) {
  static const int64_t sizes[][3] = {{0, 5, 5},
                                     {5, 0, 5},
                                     {5, 5, 0},
                                     {2, 2, 2},
                                     {31, 31, 31},
                                     {INT64_MAX, 1, 1},
                                     {1, 1, (int64_t)1 << 40}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    dbx_gemm g = {x, y, r, sizes[i][0], sizes[i][1], sizes[i][2], false, false, false, NULL};
    cr_expect_not(dbx_blas_multiply(&g), "row %zu", i);
  }
}
