// Routines of the library: what they say of matrices without a result, and of empty ones.
#include "interp/lapack.h"

#include <criterion/criterion.h>
#include <math.h>

Test(lapack, cholesky) {
  double a[] = {4, 2, 2, 5}, b[] = {1, 2, 2, 1};
  cr_assert_eq(dbx_lapack_need("cholesky"), DBX_OK);
  cr_expect(dbx_lapack_cholesky((dbx_matrix){false, 2, 2, a}));
  cr_expect(a[0] == 2 && a[1] == 1 && a[3] == 2);
  cr_expect_not(dbx_lapack_cholesky((dbx_matrix){false, 2, 2, b}));
  cr_expect(dbx_lapack_cholesky((dbx_matrix){false, 0, 0, a}));
}

Test(lapack, eigenvalues_in_pairs) {
  double a[] = {0, 1, -1, 0}, w[4], v[8]; // a quarter turn
  dbx_matrix none = {true};
  cr_assert_eq(dbx_lapack_need("eig"), DBX_OK);
  cr_expect(dbx_lapack_eig((dbx_matrix){false, 2, 2, a}, w, none, (dbx_matrix){true, 2, 2, v}));
  cr_expect(fabs(w[1] - 1) < 1e-12 && fabs(w[3] + 1) < 1e-12);
  for (size_t i = 0; i < 2; i++)
    cr_expect(v[2 * i] == v[4 + 2 * i] && v[2 * i + 1] == -v[5 + 2 * i], "row %zu", i);
}
