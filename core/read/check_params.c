// The parameters of an equation that was read: does the primitive have them, are all there, and is
// each of its kind? What they may be beyond that, the primitive's rule says.
#include "read/check_params.h"

#include "base/diag.h"
#include <string.h>

typedef enum shape_of_value {
  ANY,
  INT,
  COUNT,
  BOOL,
  DTYPE,
  INTS,
  SIZES,
  PARTS,
  JAXPR,
  JAXPRS
} kind;

static const struct {
  const char *key;
  kind kind;
  const char *words;
} kinds[] = {
    {"all_gather_dimension", COUNT, "an axis"},
    {"apply_reverse_transform", BOOL, "True or False"},
    {"axes", INTS, "a tuple of integers"},
    {"axis", COUNT, "an axis"},
    {"base_dilation", INTS, "a tuple of integers"},
    {"batch_group_count", COUNT, "a number of groups"},
    {"bit_width", COUNT, "a number of bits"},
    {"body_jaxpr", JAXPR, "a Jaxpr"},
    {"body_nconsts", COUNT, "a number of operands"},
    {"branch_jaxprs", JAXPRS, "a list of Jaxprs"},
    {"branches", JAXPRS, "a tuple of Jaxprs"},
    {"broadcast_dimensions", INTS, "a tuple of integers"},
    {"compute_left_eigenvectors", BOOL, "True or False"},
    {"compute_right_eigenvectors", BOOL, "True or False"},
    {"compute_uv", BOOL, "True or False"},
    {"concat_axis", COUNT, "an axis"},
    {"cond_jaxpr", JAXPR, "a Jaxpr"},
    {"cond_nconsts", COUNT, "a number of operands"},
    {"conjugate_a", BOOL, "True or False"},
    {"dimension", COUNT, "an axis"},
    {"dtype", DTYPE, "a dtype"},
    {"exponent_bits", COUNT, "a number of bits"},
    {"feature_group_count", COUNT, "a number of groups"},
    {"fft_lengths", INTS, "a tuple of integers"},
    {"full_matrices", BOOL, "True or False"},
    {"index_dtype", DTYPE, "a dtype"},
    {"indices_are_sorted", BOOL, "True or False"},
    {"is_stable", BOOL, "True or False"},
    {"jaxpr", JAXPR, "a Jaxpr"},
    {"k", COUNT, "a number of elements"},
    {"left_side", BOOL, "True or False"},
    {"lhs_dilation", INTS, "a tuple of integers"},
    {"limit_indices", SIZES, "a tuple of integers"},
    {"lower", BOOL, "True or False"},
    {"mantissa_bits", COUNT, "a number of bits"},
    {"new_dtype", DTYPE, "a dtype"},
    {"new_sizes", SIZES, "a tuple of integers and None"},
    {"nimplicit", COUNT, "a number of operands"},
    {"nimplicit_outputs", COUNT, "a number of results"},
    {"num_keys", COUNT, "a number of operands"},
    {"permutation", INTS, "a tuple of integers"},
    {"permutation_size", COUNT, "a number of rows"},
    {"preserve_dimensions", BOOL, "True or False"},
    {"reverse", BOOL, "True or False"},
    {"rhs_dilation", INTS, "a tuple of integers"},
    {"scatter_dimension", COUNT, "an axis"},
    {"shape", SIZES, "a tuple of integers and None"},
    {"sizes", PARTS, "a tuple of integers"},
    {"slice_sizes", SIZES, "a tuple of integers and None"},
    {"sort_eigenvalues", BOOL, "True or False"},
    {"split_axis", COUNT, "an axis"},
    {"start_indices", INTS, "a tuple of integers"},
    {"tiled", BOOL, "True or False"},
    {"transpose_a", BOOL, "True or False"},
    {"unique_indices", BOOL, "True or False"},
    {"unit_diagonal", BOOL, "True or False"},
    {"weak_type", BOOL, "True or False"},
    {"window_dilation", INTS, "a tuple of integers"},
    {"window_dimensions", INTS, "a tuple of integers"},
    {"window_strides", INTS, "a tuple of integers"},
    {"y", INT, "an integer"},
};

// Parameters that versions of jax leave out if they are None, or that came later.
static const char *const optional[] = {
    "linear",       "precision",  "preferred_element_type", "fill_value", "update_consts",
    "update_jaxpr", "postselect",
};

// Parameters of later versions that change no result.
static const char *const later[] = {"accuracy", "out_sharding", "sharding"};

static bool all(const dbx_param *p, dbx_param_kind a, dbx_param_kind b) {
  if (p->kind != DBX_P_TUPLE && p->kind != DBX_P_LIST) return false;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->item[i]->kind != a && p->item[i]->kind != b) return false;
  return true;
}

static bool all_integers(const dbx_param *p) { // integers of numpy are scalars of a dtype
  for (uint32_t i = 0; i < p->n; i++)
    if (p->item[i]->kind == DBX_P_SCALAR && p->item[i]->dtype != DBX_I64) return false;
  return true;
}

static bool is_of(const dbx_param *p, kind k) {
  switch (k) {
  case ANY: return true;
  case INT: return p->kind == DBX_P_INT;
  case COUNT: return p->kind == DBX_P_INT && p->i >= 0 && p->i <= INT32_MAX;
  case BOOL: return p->kind == DBX_P_BOOL;
  case DTYPE: return p->kind == DBX_P_DTYPE;
  case INTS: return all(p, DBX_P_INT, DBX_P_INT);
  case SIZES: return all(p, DBX_P_INT, DBX_P_NONE);
  case PARTS: return all(p, DBX_P_INT, DBX_P_SCALAR) && all_integers(p);
  case JAXPR: return p->kind == DBX_P_JAXPR;
  case JAXPRS: return p->n && all(p, DBX_P_JAXPR, DBX_P_JAXPR);
  }
  return false;
}

static bool listed(const char *const *names, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

// Is it in the row of the primitive? How a call is compiled is no matter of ours.
static bool known(const dbx_eqn *e, const char *key) {
  size_t n = strlen(key);
  for (const char *at = e->prim->params; (at = strstr(at, key)); at += n)
    if ((at == e->prim->params || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
  return dbx_eqn_param(e, DBX_S_jaxpr) || listed(later, sizeof later / sizeof *later, key);
}

static dbx_status check_kind(const dbx_eqn *e, const dbx_kv *kv) {
  const char *key = dbx_sym_text(kv->key);
  if (!known(e, key) && !listed(optional, sizeof optional / sizeof *optional, key))
    return dbx_fail(DBX_E605, e->span, "%s has no parameter '%s'", e->prim->name, key);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i].key, key) && !is_of(kv->val, kinds[i].kind))
      return dbx_fail(DBX_E605, e->span, "the parameter '%s' of %s has to be %s", key,
                      e->prim->name, kinds[i].words);
  return DBX_OK;
}

static dbx_status check_present(const dbx_eqn *e) {
  for (const char *s = e->prim->params; *s;) {
    size_t n = strcspn(s, " ");
    dbx_sym key = dbx_intern_n(s, n);
    if (!dbx_eqn_param(e, key) &&
        !listed(optional, sizeof optional / sizeof *optional, dbx_sym_text(key)))
      return dbx_fail(DBX_E605, e->span, "%s needs the parameter '%s'", e->prim->name,
                      dbx_sym_text(key));
    s += n + (s[n] == ' ');
  }
  return DBX_OK;
}

dbx_status dbx_check_params(const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_params; i++) DBX_TRY(check_kind(e, &e->params[i]));
  return check_present(e);
}
