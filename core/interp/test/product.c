// Products by vectors of eight: all layouts, sizes that fill no tile, and sums of pieces.
#include "interp/product.h"

#include <criterion/criterion.h>

enum { MOST = 600 };
static _Alignas(DBX_PRODUCT_ALIGNMENT) double room[DBX_PRODUCT_ROOM];
static double x[MOST * 70], y[MOST * 600], r[70 * 600];

// Small integers: every order of summation gives the same.
static int element(int64_t i, int64_t k) { return (int)((i * 7 + k * 3) % 11) - 5; }

static void fill(const dbx_product *p) {
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t k = 0; k < p->k; k++) x[i * p->x_row + k * p->x_column] = element(i, k);
  for (int64_t k = 0; k < p->k; k++)
    for (int64_t j = 0; j < p->n; j++) y[k * p->y_row + j * p->y_column] = element(k, j + 1);
  for (int64_t i = 0; i < p->m * p->r_row; i++) r[i] = 1000;
}

static void check(const dbx_product *p) {
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->r_row; j++) {
      double sum = j < p->n && !p->adds ? 0 : 1000;
      for (int64_t k = 0; k < p->k && j < p->n; k++) sum += element(i, k) * element(k, j + 1);
      double have = r[i * p->r_row + j];
      cr_assert_eq(have, sum, "(%d, %d): %g, not %g", (int)i, (int)j, have, sum);
    }
}

static const int64_t sizes[][3] = {{8, 24, 8},    {64, 512, 256}, {65, 25, 9},   {70, 40, 300},
                                   {9, 505, 17},  {31, 599, 70},  {13, 47, 600}, {8, 64, 257},
                                   {16, 528, 33}, {66, 33, 255}};

Test(product, all_layouts_and_sizes) {
  int done = 0;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int form = 0; form < 8; form++) {
      int64_t m = sizes[i][0], n = sizes[i][1], k = sizes[i][2];
      bool tx = form & 1, ty = form & 2;
      dbx_product p = {x, y, r, tx ? 1 : k, tx ? m : 1, ty ? 1 : n, ty ? k : 1, n < 600 ? n + 1 : n,
                       m, n, k, form & 4};
      fill(&p);
      if (!dbx_product_make(&p, room)) continue; // another processor
      check(&p);
      done++;
    }
  cr_assert(done == 0 || done == 80, "%d", done);
}

Test(product, few_columns_are_left_to_others) {
  dbx_product p = {x, y, r, 8, 1, 23, 1, 23, 8, 23, 8, false};
  cr_expect_not(dbx_product_make(&p, room));
  p.m = 7, p.n = 24;
  cr_expect_not(dbx_product_make(&p, room));
}
