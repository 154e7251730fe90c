// Shape and dtype rules of the factorizations of matrices: the last two axes are a matrix, those
// before them a stack. Source: Jaxprs of jax 0.4.23 (tests/numeric).
#include "prim/prim.h"

#include <string.h>

// The lengths of the matrices of operand 0.
typedef struct sides {
  const dbx_aval_info *x;
  dbx_dim rows, columns;
} sides;

static dbx_status open(const dbx_site *s, sides *ret) {
  const dbx_aval_info *x = dbx_operand(s, 0);
  if (x->rank < 2)
    return dbx_fail_as(DBX_E310, DBX_S_ValueError, (dbx_span){0},
                       "Argument to %s must have ndims >= 2, got shape %s", s->prim->name,
                       dbx_aval_text(dbx_atom_aval(s->in[0])));
  if (x->dtype != DBX_F32 && x->dtype != DBX_F64 && !dbx_is_complex(x->dtype))
    return dbx_fail_as(DBX_E401, DBX_S_TypeError, (dbx_span){0}, "%s does not accept dtype %s",
                       s->prim->name, dbx_dtype_name(x->dtype));
  *ret = (sides){x, x->dims[x->rank - 2], x->dims[x->rank - 1]};
  return DBX_OK;
}

static dbx_status open_square(const dbx_site *s, sides *ret) {
  DBX_TRY(open(s, ret));
  if (dbx_dim_equal(ret->rows, ret->columns)) return DBX_OK;
  return dbx_fail_as(DBX_E310, DBX_S_ValueError, (dbx_span){0},
                     "%s: the matrices have to be square, got %s", s->prim->name,
                     dbx_aval_text(dbx_atom_aval(s->in[0])));
}

// The lesser one of rows and columns, if that is known before the program runs.
static dbx_status least(const dbx_site *s, const sides *a, dbx_dim *ret) {
  *ret = a->rows;
  if (dbx_dim_equal(a->rows, a->columns)) return DBX_OK;
  if (!dbx_dim_is_int(a->rows) || !dbx_dim_is_int(a->columns))
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "%s of matrices that are not square needs sizes that are known when it is "
                    "traced, got %s",
                    s->prim->name, dbx_aval_text(dbx_atom_aval(s->in[0])));
  if (dbx_dim_value(a->columns) < dbx_dim_value(a->rows)) *ret = a->columns;
  return DBX_OK;
}

// The stack, then these axes.
static dbx_aval matrices(const sides *a, dbx_dtype t, dbx_dim rows, dbx_dim columns) {
  dbx_dim *dims = DBX_TMP(dbx_dim, a->x->rank);
  memcpy(dims, a->x->dims, a->x->rank * sizeof *dims);
  dims[a->x->rank - 2] = rows;
  dims[a->x->rank - 1] = columns;
  return dbx_aval_of(t, false, a->x->rank, dims);
}

static dbx_aval vectors(const sides *a, dbx_dtype t, dbx_dim n) {
  dbx_dim *dims = DBX_TMP(dbx_dim, a->x->rank);
  memcpy(dims, a->x->dims, a->x->rank * sizeof *dims);
  dims[a->x->rank - 2] = n;
  return dbx_aval_of(t, false, a->x->rank - 1, dims);
}

static bool flag(const dbx_site *s, dbx_sym key) {
  return dbx_param_int(s->params, s->n_params, key) != 0;
}

uint32_t dbx_linalg_results(const dbx_site *s) {
  switch ((dbx_prim)s->prim->id) {
  case DBX_PRIM_qr:
  case DBX_PRIM_top_k:
  case DBX_PRIM_eigh: return 2;
  case DBX_PRIM_lu: return 3;
  case DBX_PRIM_svd: return flag(s, DBX_S_compute_uv) ? 3 : 1;
  case DBX_PRIM_eig:
    return 1u + flag(s, DBX_S_compute_left_eigenvectors) +
           flag(s, DBX_S_compute_right_eigenvectors);
  default: return 1;
  }
}

dbx_status dbx_rule_cholesky(const dbx_site *s, dbx_aval *out) {
  sides a;
  DBX_TRY(open_square(s, &a));
  *out = matrices(&a, a.x->dtype, a.rows, a.columns);
  return DBX_OK;
}

dbx_status dbx_rule_qr(const dbx_site *s, dbx_aval *out) {
  sides a;
  dbx_dim n;
  DBX_TRY(open(s, &a));
  DBX_TRY(least(s, &a, &n));
  if (flag(s, DBX_S_full_matrices)) n = a.rows;
  out[0] = matrices(&a, a.x->dtype, a.rows, n);
  out[1] = matrices(&a, a.x->dtype, n, a.columns);
  return DBX_OK;
}

dbx_status dbx_rule_lu(const dbx_site *s, dbx_aval *out) {
  sides a;
  dbx_dim n;
  DBX_TRY(open(s, &a));
  DBX_TRY(least(s, &a, &n));
  out[0] = matrices(&a, a.x->dtype, a.rows, a.columns);
  out[1] = vectors(&a, DBX_I32, n);
  out[2] = vectors(&a, DBX_I32, a.rows);
  return DBX_OK;
}

dbx_status dbx_rule_lu_pivots(const dbx_site *s, dbx_aval *out) {
  const dbx_aval_info *x = dbx_operand(s, 0);
  if (!x->rank || x->dtype != DBX_I32)
    return dbx_fail_as(DBX_E401, DBX_S_TypeError, (dbx_span){0}, "%s takes int32 pivots, got %s",
                       s->prim->name, dbx_aval_text(dbx_atom_aval(s->in[0])));
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  dims[x->rank - 1] = dbx_dim_int(dbx_param_int(s->params, s->n_params, DBX_S_permutation_size));
  *out = dbx_aval_of(DBX_I32, false, x->rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_triangular_solve(const dbx_site *s, dbx_aval *out) {
  sides a;
  DBX_TRY(open_square(s, &a));
  const dbx_aval_info *b = dbx_operand(s, 1);
  bool fits = b->rank == a.x->rank && b->dtype == a.x->dtype;
  for (uint32_t i = 0; fits && i + 2 < b->rank; i++) fits = dbx_dim_equal(a.x->dims[i], b->dims[i]);
  uint32_t axis = b->rank - (flag(s, DBX_S_left_side) ? 2 : 1);
  if (!fits || !dbx_dim_equal(b->dims[axis], a.rows))
    return dbx_fail_as(DBX_E310, DBX_S_TypeError, (dbx_span){0},
                       "triangular_solve requires both arguments to have the same number of "
                       "dimensions and equal batch dimensions, got %s and %s",
                       dbx_aval_text(dbx_atom_aval(s->in[0])),
                       dbx_aval_text(dbx_atom_aval(s->in[1])));
  *out = dbx_aval_of(b->dtype, false, b->rank, b->dims);
  return DBX_OK;
}

dbx_status dbx_rule_svd(const dbx_site *s, dbx_aval *out) {
  sides a;
  dbx_dim n;
  bool full = flag(s, DBX_S_full_matrices);
  DBX_TRY(open(s, &a));
  DBX_TRY(least(s, &a, &n));
  out[0] = vectors(&a, dbx_real_of(a.x->dtype), n);
  if (!flag(s, DBX_S_compute_uv)) return DBX_OK;
  out[1] = matrices(&a, a.x->dtype, a.rows, full ? a.rows : n);
  out[2] = matrices(&a, a.x->dtype, full ? a.columns : n, a.columns);
  return DBX_OK;
}

dbx_status dbx_rule_eigh(const dbx_site *s, dbx_aval *out) {
  sides a;
  DBX_TRY(open_square(s, &a));
  out[0] = matrices(&a, a.x->dtype, a.rows, a.columns);
  out[1] = vectors(&a, dbx_real_of(a.x->dtype), a.rows);
  return DBX_OK;
}

dbx_status dbx_rule_eig(const dbx_site *s, dbx_aval *out) {
  sides a;
  DBX_TRY(open_square(s, &a));
  dbx_dtype t = dbx_complex_of(a.x->dtype);
  out[0] = vectors(&a, t, a.rows);
  for (uint32_t k = dbx_linalg_results(s); k-- > 1;) out[k] = matrices(&a, t, a.rows, a.columns);
  return DBX_OK;
}
