// Windows that move over arrays, Fourier transforms and the greatest elements, straight to their
// primitives; the Python of jax.lax and jax.numpy.fft reads the arguments.
#include "jnp/table.h"

static const dbx_param *ints(V v) { // a tuple of integers, as the Python made it
  const V *item;
  uint32_t n;
  if (jn_items(v, &item, &n) != DBX_OK) return NULL;
  int64_t *x = DBX_TMP(int64_t, n + 1);
  for (uint32_t i = 0; i < n; i++)
    if (jn_int_arg(item[i], "a number of a window", &x[i]) != DBX_OK) return NULL;
  return dbx_p_ints(x, n);
}

static const dbx_param *pairs(V v) {
  const V *item;
  uint32_t n;
  if (jn_items(v, &item, &n) != DBX_OK) return NULL;
  const dbx_param **p = DBX_TMP(const dbx_param *, n + 1);
  for (uint32_t i = 0; i < n; i++)
    if (!(p[i] = ints(item[i]))) return NULL;
  return dbx_p_tuple(p, n);
}

static bool all_there(const dbx_kv *kv, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!kv[i].val) return false;
  return true;
}

static const dbx_param *specs(V v) { // of both operands and the result
  static const char *const keys[] = {"lhs_spec", "rhs_spec", "out_spec"};
  const dbx_param *p[3];
  dbx_sym names[3];
  for (int i = 0; i < 3; i++) {
    names[i] = dbx_intern(keys[i]);
    if (!(p[i] = ints(v.item[i]))) return NULL;
  }
  return dbx_p_record("ConvDimensionNumbers", names, p, 3);
}

static const dbx_param *count(V v) {
  int64_t n;
  return jn_int_arg(v, "a group count", &n) == DBX_OK ? dbx_p_int(n) : NULL;
}

// lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, dimension_numbers,
// feature_group_count, batch_group_count
V window_fn_conv(const V *a) {
  V v[] = {jn_checked("conv_general_dilated", a[0]), jn_checked("conv_general_dilated", a[1])};
  if (bad(v[0]) || bad(v[1])) return FAILED;
  dbx_kv kv[] = {{DBX_S_batch_group_count, count(a[8])},
                 {DBX_S_dimension_numbers, specs(a[6])},
                 {DBX_S_feature_group_count, count(a[7])},
                 {DBX_S_lhs_dilation, ints(a[4])},
                 {DBX_S_padding, pairs(a[3])},
                 {DBX_S_precision, dbx_p_none()},
                 {DBX_S_preferred_element_type, dbx_p_none()},
                 {DBX_S_rhs_dilation, ints(a[5])},
                 {DBX_S_window_strides, ints(a[2])}};
  return all_there(kv, 9) ? lax_bind(DBX_PRIM_conv_general_dilated, v, 2, kv, 9) : FAILED;
}

// x, kind (sum, max, min), window_dimensions, window_strides, padding, base_dilation,
// window_dilation
V window_fn_reduce(const V *a) {
  V x = jn_checked("reduce_window", a[0]);
  if (bad(x)) return FAILED;
  const char *kind = dbx_sym_text(a[1].str);
  dbx_prim p = *kind == 's'     ? DBX_PRIM_reduce_window_sum
               : kind[1] == 'a' ? DBX_PRIM_reduce_window_max
                                : DBX_PRIM_reduce_window_min;
  dbx_kv kv[] = {{DBX_S_base_dilation, ints(a[5])},
                 {DBX_S_padding, pairs(a[4])},
                 {DBX_S_window_dilation, ints(a[6])},
                 {DBX_S_window_dimensions, ints(a[2])},
                 {DBX_S_window_strides, ints(a[3])}};
  return all_there(kv, 5) ? lax_bind(p, &x, 1, kv, 5) : FAILED;
}

V window_fn_fft(const V *a) { // x, kind, lengths
  V x = jn_checked("fft", a[0]);
  if (bad(x)) return FAILED;
  dbx_kv kv[] = {{DBX_S_fft_lengths, ints(a[2])},
                 {DBX_S_fft_type, dbx_p_text(dbx_sym_text(a[1].str))}};
  return all_there(kv, 2) ? lax_bind(DBX_PRIM_fft, &x, 1, kv, 2) : FAILED;
}

V window_fn_top_k(const V *a) { // operand, k
  V r[2], x = jn_checked("top_k", a[0]);
  int64_t k;
  if (bad(x) || jn_int_arg(a[1], "k of top_k", &k) != DBX_OK) return FAILED;
  dbx_kv kv[] = {{DBX_S_k, dbx_p_int(k)}};
  if (lax_bind_n(DBX_PRIM_top_k, &x, 1, kv, 1, NULL, r, 2) != DBX_OK) return FAILED;
  return jn_list(r, 2);
}
