// Shape and dtype rules of the elementwise primitives.
// Source: jax's broadcasting_shape_rule as observed: dims of one axis are one variable, equal ints,
// or the static size 1; operands of rank 0 combine with any shape.
#include "prim/prim.h"

#include <string.h>

static dbx_status rank_mismatch(const dbx_site *s, uint32_t a, uint32_t b) {
  return dbx_fail(DBX_E310, (dbx_span){0},
                  "%s: arrays must have same number of dimensions, got ranks %u and %u",
                  s->prim->name, a, b);
}

static dbx_status join_dims(const dbx_site *s, dbx_dim *dims, uint32_t *rank, uint32_t first) {
  *rank = 0;
  for (uint32_t k = first; k < s->n_in; k++) {
    const dbx_aval_info *v = dbx_operand(s, k);
    if (!v->rank) continue;
    if (!*rank) {
      *rank = v->rank;
      memcpy(dims, v->dims, v->rank * sizeof *dims);
      continue;
    }
    if (v->rank != *rank) return rank_mismatch(s, *rank, v->rank);
    for (uint32_t i = 0; i < v->rank; i++) {
      if (dbx_dim_equal(dims[i], v->dims[i]) || v->dims[i] == dbx_dim_int(1)) continue;
      if (dims[i] != dbx_dim_int(1))
        return dbx_fail(DBX_E310, (dbx_span){0},
                        "%s got incompatible shapes for broadcasting: axis %u differs",
                        s->prim->name, i);
      dims[i] = v->dims[i];
    }
  }
  return DBX_OK;
}

static uint32_t max_rank(const dbx_site *s) {
  uint32_t r = 0;
  for (uint32_t k = 0; k < s->n_in; k++)
    if (dbx_operand(s, k)->rank > r) r = dbx_operand(s, k)->rank;
  return r;
}

static dbx_status accepts(const dbx_site *s, uint32_t k) {
  dbx_dtype t = dbx_operand(s, k)->dtype;
  if (dbx_prim_takes((dbx_prim)s->prim->id, t)) return DBX_OK;
  return dbx_fail(DBX_E401, (dbx_span){0}, "%s does not accept dtype %s at position %u",
                  s->prim->name, dbx_dtype_name(t), k);
}

static dbx_status same_dtype(const dbx_site *s, uint32_t first) {
  for (uint32_t k = first + 1; k < s->n_in; k++)
    if (dbx_operand(s, k)->dtype != dbx_operand(s, first)->dtype)
      return dbx_fail(DBX_E409, (dbx_span){0},
                      "lax.%s requires arguments to have the same dtypes, got %s and %s",
                      s->prim->name, dbx_dtype_name(dbx_operand(s, first)->dtype),
                      dbx_dtype_name(dbx_operand(s, k)->dtype));
  return DBX_OK;
}

static dbx_dtype result_dtype(const dbx_site *s) {
  dbx_dtype t = dbx_operand(s, 0)->dtype;
  switch (dbx_prim_result_kind((dbx_prim)s->prim->id)) {
  case 'b': return DBX_BOOL;
  case 'r': return dbx_real_of(t);
  case 'c': return dbx_complex_of(t);
  default: return t;
  }
}

static bool all_weak(const dbx_site *s, uint32_t first) {
  for (uint32_t k = first; k < s->n_in; k++)
    if (!dbx_operand(s, k)->weak) return false;
  return true;
}

static bool one_type(const dbx_site *s) {
  for (uint32_t k = 1; k < s->n_in; k++)
    if (dbx_atom_aval(s->in[k]) != dbx_atom_aval(s->in[0])) return false;
  return true;
}

static dbx_status elementwise(const dbx_site *s, dbx_aval *out) {
  if (one_type(s))
    return *out = dbx_aval_with_type(dbx_atom_aval(s->in[0]), result_dtype(s), all_weak(s, 0)),
           DBX_OK;
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_dim *dims = DBX_TMP(dbx_dim, max_rank(s));
  uint32_t rank;
  dbx_status st = join_dims(s, dims, &rank, 0);
  if (st == DBX_OK) *out = dbx_aval_of(result_dtype(s), all_weak(s, 0), rank, dims);
  dbx_scratch_release(m);
  return st;
}

dbx_status dbx_rule_nary(const dbx_site *s, dbx_aval *out) {
  for (uint32_t k = 0; k < s->n_in; k++) DBX_TRY(accepts(s, k));
  DBX_TRY(same_dtype(s, 0));
  return elementwise(s, out);
}

// pow also takes an integer exponent beside a float or complex base.
dbx_status dbx_rule_pow(const dbx_site *s, dbx_aval *out) {
  DBX_TRY(accepts(s, 0));
  if (!dbx_is_integer(dbx_operand(s, 1)->dtype)) {
    DBX_TRY(accepts(s, 1));
    DBX_TRY(same_dtype(s, 0));
  }
  return elementwise(s, out);
}

dbx_status dbx_rule_copy(const dbx_site *s, dbx_aval *out) {
  *out = dbx_atom_aval(s->in[0]);
  return DBX_OK;
}

static dbx_status dtype_param(const dbx_site *s, dbx_sym key, dbx_dtype *ret) {
  const dbx_param *p = dbx_site_param(s, key);
  if (!p || p->kind != DBX_P_DTYPE)
    return dbx_fail(DBX_E314, (dbx_span){0}, "%s needs the parameter %s", s->prim->name,
                    dbx_sym_text(key));
  *ret = p->dtype;
  return DBX_OK;
}

// Keys are no numbers, and no number is a key.
static dbx_status check_no_key(const dbx_site *s, dbx_dtype t) {
  dbx_dtype from = dbx_operand(s, 0)->dtype;
  if (t == from || (t != DBX_KEY && from != DBX_KEY)) return DBX_OK;
  return dbx_fail(DBX_E401, (dbx_span){0}, "%s does not accept dtype %s, nor make it: asked for %s",
                  s->prim->name, dbx_dtype_name(from), dbx_dtype_name(t));
}

dbx_status dbx_rule_convert(const dbx_site *s, dbx_aval *out) {
  dbx_dtype t;
  DBX_TRY(dtype_param(s, DBX_S_new_dtype, &t));
  DBX_TRY(check_no_key(s, t));
  const dbx_param *weak = dbx_site_param(s, DBX_S_weak_type);
  *out = dbx_aval_with_type(dbx_atom_aval(s->in[0]), t, weak && weak->i);
  return DBX_OK;
}

dbx_status dbx_rule_bitcast(const dbx_site *s, dbx_aval *out) {
  dbx_dtype t;
  DBX_TRY(dtype_param(s, DBX_S_new_dtype, &t));
  DBX_TRY(check_no_key(s, t));
  dbx_dtype from = dbx_operand(s, 0)->dtype;
  if (dbx_dtype_bytes(t) != dbx_dtype_bytes(from) || (t == DBX_BOOL) != (from == DBX_BOOL))
    return dbx_fail(DBX_E401, (dbx_span){0}, "cannot bitcast %s to %s: their widths differ",
                    dbx_dtype_name(from), dbx_dtype_name(t));
  *out = dbx_aval_with_type(dbx_atom_aval(s->in[0]), t, false);
  return DBX_OK;
}

dbx_status dbx_rule_select(const dbx_site *s, dbx_aval *out) {
  if (s->n_in < 2)
    return dbx_fail(DBX_E314, (dbx_span){0}, "select_n needs a selector and at least one case");
  const dbx_aval_info *which = dbx_operand(s, 0), *first = dbx_operand(s, 1);
  if (which->dtype != DBX_BOOL && which->dtype != DBX_I32)
    return dbx_fail(DBX_E401, (dbx_span){0},
                    "select `which` must be boolean or int32 type, got %s.",
                    dbx_dtype_name(which->dtype));
  if (which->dtype == DBX_BOOL && s->n_in > 3)
    return dbx_fail(DBX_E314, (dbx_span){0}, "select with a boolean has at most two cases");
  DBX_TRY(same_dtype(s, 1));
  for (uint32_t k = 2; k < s->n_in; k++) {
    const dbx_aval_info *v = dbx_operand(s, k);
    bool same = v->rank == first->rank;
    for (uint32_t i = 0; same && i < v->rank; i++) same = dbx_dim_equal(v->dims[i], first->dims[i]);
    if (!same)
      return dbx_fail(
          DBX_E310, (dbx_span){0}, "select cases must have the same shapes, got [%s, %s].",
          dbx_aval_text(dbx_atom_aval(s->in[1])), dbx_aval_text(dbx_atom_aval(s->in[k])));
  }
  bool fits = which->rank == 0 || which->rank == first->rank;
  for (uint32_t i = 0; fits && i < which->rank; i++)
    fits = dbx_dim_equal(which->dims[i], first->dims[i]);
  if (!fits)
    return dbx_fail(DBX_E310, (dbx_span){0},
                    "select `which` must be scalar or have the same shape as cases, got %s and %s",
                    dbx_aval_text(dbx_atom_aval(s->in[0])), dbx_aval_text(dbx_atom_aval(s->in[1])));
  *out = dbx_aval_with_type(dbx_atom_aval(s->in[1]), first->dtype, all_weak(s, 1));
  return DBX_OK;
}

dbx_status dbx_rule_clamp(const dbx_site *s, dbx_aval *out) {
  for (uint32_t k = 0; k < 3; k++) DBX_TRY(accepts(s, k));
  DBX_TRY(same_dtype(s, 0));
  const dbx_aval_info *x = dbx_operand(s, 1);
  for (uint32_t k = 0; k < 3; k += 2) {
    const dbx_aval_info *v = dbx_operand(s, k);
    bool fits = v->rank == 0 || v->rank == x->rank;
    for (uint32_t i = 0; fits && i < v->rank; i++) fits = dbx_dim_equal(v->dims[i], x->dims[i]);
    if (!fits)
      return dbx_fail(
          DBX_E310, (dbx_span){0},
          "clamp requires its bounds to be scalars or of the operand's shape, got %s and %s",
          dbx_aval_text(dbx_atom_aval(s->in[k])), dbx_aval_text(dbx_atom_aval(s->in[1])));
  }
  *out = dbx_aval_with_type(dbx_atom_aval(s->in[1]), x->dtype, all_weak(s, 0));
  return DBX_OK;
}
