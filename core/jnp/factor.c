// jax.lax.linalg: factorizations of matrices, straight to their primitives.
#include "jnp/table.h"

#include <string.h>

static dbx_kv bool_kv(dbx_sym key, bool on) { return (dbx_kv){key, dbx_p_bool(on)}; }

// A primitive on one array, with several results: a tuple of them, or the only one.
static V factor(dbx_prim p, V x, const dbx_kv *kv, uint32_t n_kv, uint32_t n) {
  V r[3];
  x = jn_checked(dbx_primitive_of(p)->name, x);
  if (bad(x) || lax_bind_n(p, &x, 1, kv, n_kv, NULL, r, n) != DBX_OK) return FAILED;
  return n == 1 ? r[0] : jn_tuple(r, n);
}

V linalg_fn_cholesky(const V *a) { return factor(DBX_PRIM_cholesky, a[0], NULL, 0, 1); }

V linalg_fn_qr(const V *a) { // x, full_matrices
  dbx_kv kv[] = {bool_kv(DBX_S_full_matrices, jn_bool_arg(a[1]))};
  return factor(DBX_PRIM_qr, a[0], kv, 1, 2);
}

V linalg_fn_lu(const V *a) { return factor(DBX_PRIM_lu, a[0], NULL, 0, 3); }

V linalg_fn_lu_pivots_to_permutation(const V *a) { // pivots, permutation_size
  uint32_t n;
  if (jn_count_arg(a[1], "permutation_size", INT32_MAX, &n) != DBX_OK) return FAILED;
  dbx_kv kv[] = {{DBX_S_permutation_size, dbx_p_int(n)}};
  return factor(DBX_PRIM_lu_pivots_to_permutation, a[0], kv, 1, 1);
}

V linalg_fn_svd(const V *a) { // x, full_matrices, compute_uv
  bool vectors = jn_bool_arg(a[2]);
  dbx_kv kv[] = {bool_kv(DBX_S_compute_uv, vectors),
                 bool_kv(DBX_S_full_matrices, jn_bool_arg(a[1]))};
  return factor(DBX_PRIM_svd, a[0], kv, 2, vectors ? 3 : 1);
}

V linalg_fn_eigh(const V *a) { // x, lower, sort_eigenvalues
  dbx_kv kv[] = {bool_kv(DBX_S_lower, jn_bool_arg(a[1])),
                 bool_kv(DBX_S_sort_eigenvalues, jn_bool_arg(a[2])),
                 {DBX_S_subset_by_index, dbx_p_none()}};
  return factor(DBX_PRIM_eigh, a[0], kv, 3, 2);
}

V linalg_fn_eig(const V *a) { // x, compute_left_eigenvectors, compute_right_eigenvectors
  bool left = jn_bool_arg(a[1]), right = jn_bool_arg(a[2]);
  dbx_kv kv[] = {bool_kv(DBX_S_compute_left_eigenvectors, left),
                 bool_kv(DBX_S_compute_right_eigenvectors, right)};
  V x = jn_checked("eig", a[0]), r[3];
  uint32_t n = 1u + left + right;
  if (bad(x) || lax_bind_n(DBX_PRIM_eig, &x, 1, kv, 2, NULL, r, n) != DBX_OK) return FAILED;
  return jn_list(r, n); // as jax has it, unlike those above
}

// a, b, left_side, lower, transpose_a, conjugate_a, unit_diagonal
V linalg_fn_triangular_solve(const V *a) {
  V v[] = {jn_checked("triangular_solve", a[0]), jn_checked("triangular_solve", a[1])};
  dbx_kv kv[] = {
      bool_kv(DBX_S_conjugate_a, jn_bool_arg(a[5])), bool_kv(DBX_S_left_side, jn_bool_arg(a[2])),
      bool_kv(DBX_S_lower, jn_bool_arg(a[3])), bool_kv(DBX_S_transpose_a, jn_bool_arg(a[4])),
      bool_kv(DBX_S_unit_diagonal, jn_bool_arg(a[6]))};
  if (bad(v[0]) || bad(v[1])) return FAILED;
  int64_t last = jn_rank(v[1]), axis = jn_bool_arg(a[2]) ? last : last - 1;
  bool vector = jn_rank(v[1]) + 1 == jn_rank(v[0]);
  if (vector) v[1] = lax_expand_dims(v[1], &axis, 1);
  V r = lax_bind(DBX_PRIM_triangular_solve, v, 2, kv, 5);
  return vector && !bad(r) ? lax_squeeze(r, &axis, 1) : r;
}
