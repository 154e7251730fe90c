// Shape and dtype rules of windows that move over arrays, of Fourier transforms, and of the
// greatest elements. Source: Jaxprs of jax 0.4.23 (tests/numeric).
#include "prim/exact.h"
#include "prim/prim.h"

#include <string.h>

static dbx_status misfit(const dbx_site *s, const char *what) {
  return dbx_fail_as(DBX_E310, DBX_S_TypeError, (dbx_span){0}, "%s: %s, got %s", s->prim->name,
                     what, dbx_aval_text(dbx_atom_aval(s->in[0])));
}

// Numbers of a parameter, n of them that are at least `from`.
static dbx_status numbers(const dbx_site *s, dbx_sym key, uint32_t n, int64_t from,
                          const int64_t **ret) {
  const dbx_param *p = dbx_site_param(s, key);
  uint32_t have = 0;
  bool fits = p && (p->kind == DBX_P_TUPLE || p->kind == DBX_P_LIST);
  if (fits) *ret = dbx_param_ints(p, &have);
  fits = fits && have == n;
  for (uint32_t i = 0; fits && i < n; i++) fits = (*ret)[i] >= from;
  return fits ? DBX_OK
              : dbx_fail(DBX_E314, (dbx_span){0}, "%s: %s does not fit", s->prim->name,
                         dbx_sym_text(key));
}

static bool is_pair(const dbx_param *p) {
  return (p->kind == DBX_P_TUPLE || p->kind == DBX_P_LIST) && p->n == 2 &&
         p->item[0]->kind == DBX_P_INT && p->item[1]->kind == DBX_P_INT;
}

static dbx_status pairs(const dbx_site *s, uint32_t n, const dbx_param **ret) {
  const dbx_param *p = *ret = dbx_site_param(s, DBX_S_padding);
  bool fits = p && (p->kind == DBX_P_TUPLE || p->kind == DBX_P_LIST) && p->n == n;
  for (uint32_t i = 0; fits && i < n; i++) fits = is_pair(p->item[i]);
  return fits ? DBX_OK
              : dbx_fail(DBX_E314, (dbx_span){0}, "%s: padding does not fit", s->prim->name);
}

typedef struct window {
  int64_t size, stride, dilation, apart;
  const dbx_param *padding;
} window;

// A length with a window moved over it; one that is computed stays as it is where nothing happens.
static dbx_status moved(const dbx_site *s, dbx_dim n, const window *w, dbx_dim *ret) {
  int64_t low = w->padding->item[0]->i, high = w->padding->item[1]->i;
  if (w->size == 1 && w->stride == 1 && w->dilation == 1 && !low && !high) return *ret = n, DBX_OK;
  if (!dbx_dim_is_int(n))
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "%s over an axis needs a length that is known when it is traced, got %s",
                    s->prim->name, dbx_aval_text(dbx_atom_aval(s->in[0])));
  int64_t length;
  DBX_TRY(dbx_size_windows(dbx_dim_value(n),
                           &(dbx_window){w->size, w->stride, w->dilation, w->apart, low, high},
                           &length));
  return *ret = dbx_dim_int(length), DBX_OK;
}

// ---- convolution ----

typedef struct specs {
  const int64_t *x, *k, *out;
} specs;

static bool permutes(const dbx_param *p, uint32_t rank, const int64_t **ret) {
  uint32_t n;
  if (p->kind != DBX_P_TUPLE && p->kind != DBX_P_LIST) return false;
  *ret = dbx_param_ints(p, &n);
  bool *seen = DBX_TMP(bool, rank);
  for (uint32_t i = 0; n == rank && i < n; i++) {
    if ((*ret)[i] < 0 || (*ret)[i] >= rank || seen[(*ret)[i]]) return false;
    seen[(*ret)[i]] = true;
  }
  return n == rank;
}

static dbx_status read_specs(const dbx_site *s, uint32_t rank, specs *ret) {
  const dbx_param *d = dbx_site_param(s, DBX_S_dimension_numbers);
  bool fits = d && d->kind == DBX_P_RECORD && d->n == 3 && permutes(d->item[0], rank, &ret->x) &&
              permutes(d->item[1], rank, &ret->k) && permutes(d->item[2], rank, &ret->out);
  return fits
             ? DBX_OK
             : dbx_fail(DBX_E314, (dbx_span){0}, "%s: dimension_numbers do not fit", s->prim->name);
}

static dbx_status check_features(const dbx_site *s, const specs *d, int64_t groups,
                                 int64_t batches) {
  const dbx_aval_info *x = dbx_operand(s, 0), *k = dbx_operand(s, 1);
  dbx_dim in = x->dims[d->x[1]], each = k->dims[d->k[1]], out = k->dims[d->k[0]],
          batch = x->dims[d->x[0]];
  bool whole = dbx_dim_is_int(in) && dbx_dim_is_int(each) && dbx_dim_is_int(out);
  if (groups < 1 || batches < 1 || (groups > 1 && batches > 1))
    return dbx_fail(DBX_E314, (dbx_span){0}, "%s: the group counts do not fit", s->prim->name);
  if (groups == 1 && batches == 1)
    return dbx_dim_equal(in, each) ? DBX_OK : misfit(s, "the features of both sides differ");
  if (!whole || dbx_dim_value(out) % (groups * batches) ||
      dbx_dim_value(in) != groups * dbx_dim_value(each) ||
      (batches > 1 && (!dbx_dim_is_int(batch) || dbx_dim_value(batch) % batches)))
    return misfit(s, "the features do not fall into groups");
  return DBX_OK;
}

dbx_status dbx_rule_conv(const dbx_site *s, dbx_aval *out) {
  const dbx_aval_info *x = dbx_operand(s, 0), *k = dbx_operand(s, 1);
  if (x->rank < 2 || k->rank != x->rank || k->dtype != x->dtype)
    return misfit(s, "the operands need one dtype and one rank, which is at least 2");
  uint32_t n = x->rank - 2;
  specs d;
  const int64_t *stride, *dilation, *apart;
  const dbx_param *padding;
  int64_t groups = dbx_param_int(s->params, s->n_params, DBX_S_feature_group_count),
          batches = dbx_param_int(s->params, s->n_params, DBX_S_batch_group_count);
  DBX_TRY(read_specs(s, x->rank, &d));
  DBX_TRY(numbers(s, DBX_S_window_strides, n, 1, &stride));
  DBX_TRY(numbers(s, DBX_S_lhs_dilation, n, 1, &dilation));
  DBX_TRY(numbers(s, DBX_S_rhs_dilation, n, 1, &apart));
  DBX_TRY(pairs(s, n, &padding));
  DBX_TRY(check_features(s, &d, groups, batches));
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  dims[d.out[0]] = x->dims[d.x[0]];
  if (batches > 1) dims[d.out[0]] = dbx_dim_int(dbx_dim_value(x->dims[d.x[0]]) / batches);
  dims[d.out[1]] = k->dims[d.k[0]];
  for (uint32_t i = 0; i < n; i++) {
    dbx_dim size = k->dims[d.k[2 + i]];
    if (!dbx_dim_is_int(size)) return misfit(s, "the window needs known lengths");
    window w = {dbx_dim_value(size), stride[i], dilation[i], apart[i], padding->item[i]};
    DBX_TRY(moved(s, x->dims[d.x[2 + i]], &w, &dims[d.out[2 + i]]));
  }
  *out = dbx_aval_of(x->dtype, false, x->rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_reduce_window(const dbx_site *s, dbx_aval *out) {
  const dbx_aval_info *x = dbx_operand(s, 0);
  const int64_t *size, *stride, *dilation, *apart;
  const dbx_param *padding;
  if (!dbx_prim_takes((dbx_prim)s->prim->id, x->dtype)) return misfit(s, "not for this dtype");
  DBX_TRY(numbers(s, DBX_S_window_dimensions, x->rank, 1, &size));
  DBX_TRY(numbers(s, DBX_S_window_strides, x->rank, 1, &stride));
  DBX_TRY(numbers(s, DBX_S_base_dilation, x->rank, 1, &dilation));
  DBX_TRY(numbers(s, DBX_S_window_dilation, x->rank, 1, &apart));
  DBX_TRY(pairs(s, x->rank, &padding));
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  for (uint32_t i = 0; i < x->rank; i++) {
    window w = {size[i], stride[i], dilation[i], apart[i], padding->item[i]};
    DBX_TRY(moved(s, x->dims[i], &w, &dims[i]));
  }
  *out = dbx_aval_of(x->dtype, x->weak, x->rank, dims);
  return DBX_OK;
}

// ---- Fourier transforms ----

dbx_status dbx_rule_fft(const dbx_site *s, dbx_aval *out) {
  const dbx_aval_info *x = dbx_operand(s, 0);
  const dbx_param *type = dbx_site_param(s, DBX_S_fft_type),
                  *lengths = dbx_site_param(s, DBX_S_fft_lengths);
  uint32_t n = 0;
  if (!type || type->kind != DBX_P_TEXT || !lengths || lengths->kind != DBX_P_TUPLE)
    return dbx_fail(DBX_E314, (dbx_span){0}, "fft needs fft_type and fft_lengths");
  const int64_t *length = dbx_param_ints(lengths, &n);
  const char *name = dbx_sym_text(type->text);
  bool real = strstr(name, ".RFFT") != NULL, back = strstr(name, ".IRFFT") != NULL;
  if (!n || n > 3 || n > x->rank) return misfit(s, "1 to 3 axes are transformed");
  if (real ? x->dtype != DBX_F32 && x->dtype != DBX_F64 : !dbx_is_complex(x->dtype))
    return misfit(s, real ? "the operand has to be real" : "the operand has to be complex");
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  for (uint32_t i = 0; i < n; i++) {
    dbx_dim have = x->dims[x->rank - n + i];
    bool half = back && i + 1 == n;
    if (length[i] < 1 || !dbx_dim_equal(have, dbx_dim_int(half ? length[i] / 2 + 1 : length[i])))
      return misfit(s, "fft_lengths are not those of the axes");
  }
  if (real) dims[x->rank - 1] = dbx_dim_int(length[n - 1] / 2 + 1);
  if (back) dims[x->rank - 1] = dbx_dim_int(length[n - 1]);
  dbx_dtype t = real ? dbx_complex_of(x->dtype) : back ? dbx_real_of(x->dtype) : x->dtype;
  *out = dbx_aval_of(t, false, x->rank, dims);
  return DBX_OK;
}

dbx_status dbx_rule_top_k(const dbx_site *s, dbx_aval *out) {
  const dbx_aval_info *x = dbx_operand(s, 0);
  int64_t k = dbx_param_int(s->params, s->n_params, DBX_S_k);
  if (!x->rank || !dbx_prim_takes(DBX_PRIM_top_k, x->dtype))
    return misfit(s, "an axis of numbers is needed");
  dbx_dim last = x->dims[x->rank - 1];
  if (k < 0 || (dbx_dim_is_int(last) && k > dbx_dim_value(last)))
    return dbx_fail_as(DBX_E310, DBX_S_ValueError, (dbx_span){0},
                       "k argument to top_k must be no larger than minor dimension; got %s",
                       dbx_aval_text(dbx_atom_aval(s->in[0])));
  if (!dbx_dim_is_int(last))
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "top_k along an axis needs a length that is known when it is traced, got %s",
                    dbx_aval_text(dbx_atom_aval(s->in[0])));
  dbx_dim *dims = DBX_TMP(dbx_dim, x->rank);
  memcpy(dims, x->dims, x->rank * sizeof *dims);
  dims[x->rank - 1] = dbx_dim_int(k);
  out[0] = dbx_aval_of(x->dtype, x->weak, x->rank, dims);
  out[1] = dbx_aval_of(DBX_I32, false, x->rank, dims);
  return DBX_OK;
}
