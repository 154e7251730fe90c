// Factorizations of matrices: types in, types or failures out.
#include "prim/prim.h"
#include "unit/rules.h"

#include <criterion/criterion.h>

#define SOLVE(left)                                                                                \
  "triangular_solve[conjugate_a=False left_side=" left " lower=True transpose_a=False "            \
  "unit_diagonal=False] x y"

static const rule_fact facts[] = {
    {"x:f64[2,n,n]", "cholesky x", "f64[2,n,n]"},
    {"x:f64[n]", "cholesky x", "E310"},
    {"x:f64[2,3]", "cholesky x", "E310"},
    {"x:i64[2,2]", "cholesky x", "E401"},
    {"x:f64[3,2] y:f64[3,4]",
     "triangular_solve[conjugate_a=False left_side=True lower=True "
     "transpose_a=False unit_diagonal=False] x y",
     "E310"},
    {"x:f64[n,n] y:f64[n,4]", SOLVE("True"), "f64[n,4]"},
    {"x:c128[n,n] y:c128[4,n]", SOLVE("False"), "c128[4,n]"},
    {"x:f64[n,n] y:f64[4,n]", SOLVE("True"), "E310"},
    {"x:i32[2]", "lu_pivots_to_permutation[permutation_size=3] x", "i32[3]"},
    {"x:i64[2]", "lu_pivots_to_permutation[permutation_size=3] x", "E401"},
    {"x:c64[2,3]", "svd[compute_uv=False full_matrices=True] x", "f32[2]"},
    {"x:f64[n,n]", "svd[compute_uv=False full_matrices=False] x", "f64[n]"},
    {"x:f64[n,3]", "svd[compute_uv=False full_matrices=False] x", "E218"},
    {"x:f32[n,n]", "eig[compute_left_eigenvectors=False compute_right_eigenvectors=False] x",
     "c64[n]"},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_linalg, facts) { rule_facts(facts, FACTS); }
