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
    {"x:f64[2,3]", "qr[full_matrices=False] x", "f64[2,2] f64[2,3]"},
    {"x:f64[3,2]", "qr[full_matrices=True] x", "f64[3,3] f64[3,2]"},
    {"x:bool[3,2]", "qr[full_matrices=True] x", "E401"},
    {"x:f64[4,3,2]", "lu x", "f64[4,3,2] i32[4,2] i32[4,3]"},
    {"x:f64[3]", "lu x", "E310"},
    {"x:c128[n,n]", "eigh[lower=True sort_eigenvalues=True subset_by_index=None] x",
     "c128[n,n] f64[n]"},
    {"x:c128[2,3]", "eigh[lower=True sort_eigenvalues=True subset_by_index=None] x", "E310"},
    {"x:f64[2,3]", "eig[compute_left_eigenvectors=False compute_right_eigenvectors=True] x",
     "E310"},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_linalg, facts) { rule_facts(facts, FACTS); }

Test(rule_linalg, every_rule_has_its_facts) {
  rule_facts_cover(facts, FACTS, dbx_rule_cholesky, true);
  rule_facts_cover(facts, FACTS, dbx_rule_qr, true);
  rule_facts_cover(facts, FACTS, dbx_rule_lu, true);
  rule_facts_cover(facts, FACTS, dbx_rule_lu_pivots, true);
  rule_facts_cover(facts, FACTS, dbx_rule_triangular_solve, true);
  rule_facts_cover(facts, FACTS, dbx_rule_svd, true);
  rule_facts_cover(facts, FACTS, dbx_rule_eigh, true);
  rule_facts_cover(facts, FACTS, dbx_rule_eig, true);
}
