// Matrix products in double precision by vectors of eight, where the processor has them: for
// interp/blas.h.
#ifndef DBX_INTERP_PRODUCT_H
#define DBX_INTERP_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

// r = x y, or r += x y, of (m,k) and (k,n). An element of x is at i * x_row + k * x_column, one of
// which is 1; so is one of y, and r's columns are side by side.
typedef struct dbx_product {
  const double *x, *y;
  double *r;
  int64_t x_row, x_column, y_row, y_column, r_row;
  int64_t m, n, k;
  bool adds;
} dbx_product;

enum { DBX_PRODUCT_ROOM = (64 + 21 * 24 + 8) * 256, DBX_PRODUCT_ALIGNMENT = 64 };

// room: for DBX_PRODUCT_ROOM numbers, aligned. False: not done (no such processor, or so few rows
// or columns that others are better at it).
bool dbx_product_make(const dbx_product *p, double *room);

#endif
