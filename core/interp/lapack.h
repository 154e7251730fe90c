// Factorizations of matrices by LAPACK, which OpenBLAS has. Everything is computed in double
// precision. Routines of LAPACK give phases and orders that programs see, so there is no other way.
#ifndef DBX_INTERP_LAPACK_H
#define DBX_INTERP_LAPACK_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

// Column-major; an element of a complex one is two numbers. Nobody owns the elements here.
typedef struct dbx_matrix {
  bool complex;
  int rows, columns;
  double *at;
} dbx_matrix;

// How a triangular matrix stands in a product, as lax.linalg.triangular_solve names it.
typedef struct dbx_triangle {
  bool left, lower, transposed, conjugated, unit;
} dbx_triangle;

// Is the library there? E218 for `what` if it is not.
dbx_status dbx_lapack_need(const char *what);

// Each works in place and says whether it has a result: false if a matrix is not positive definite,
// or if an iteration did not converge. The library has to be there.
bool dbx_lapack_cholesky(dbx_matrix a); // the lower triangle; the upper one stays as it is
// R above the diagonal and reflections below; tau: one number (two if complex) a reflection.
bool dbx_lapack_qr(dbx_matrix a, double *tau);
// The first columns of the product of n reflections, of which a holds the first n columns.
bool dbx_lapack_reflect(dbx_matrix a, int n, const double *tau);
void dbx_lapack_lu(dbx_matrix a, int *pivots);                     // pivots count from 1
void dbx_lapack_solve(dbx_matrix a, dbx_matrix b, dbx_triangle t); // into b
// s: the least of rows and columns of a; u and vt are square, or have that many columns, rows;
// at NULL: neither is wanted. a is overwritten.
bool dbx_lapack_svd(dbx_matrix a, double *s, dbx_matrix u, dbx_matrix vt);
// Of a symmetric or Hermitian matrix, from one of its triangles: vectors into a, values ascending.
bool dbx_lapack_eigh(dbx_matrix a, bool lower, double *w);
// Of any matrix, which is overwritten; w, and left and right if they have elements, are complex.
bool dbx_lapack_eig(dbx_matrix a, double *w, dbx_matrix left, dbx_matrix right);

#endif
