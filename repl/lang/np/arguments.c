// Arguments that functions of numpy share: axes, shapes, options, out (see np.h).
#include "lang/np/np.h"

#include <string.h>

dbx_status np_no_option(const np_row *row, pv given, const char *name) {
  if (given.tag == PV_UNBOUND || is_none(given) || (given.tag == PV_BOOL && given.i)) return DBX_OK;
  return dbx_fail(DBX_E218, (dbx_span){0},
                  "the argument '%s' of numpy.%s exists, but is not offered here", name, row->name);
}

dbx_status np_flag(pv v, bool *ret) { return lang_truth(v, ret); }

dbx_status np_one_axis(pv axis, uint32_t rank, uint32_t *ret) {
  int64_t i;
  DBX_TRY(lang_index(axis, &i));
  return nd_axis(i, rank, ret);
}

dbx_status np_axes(pv axis, uint32_t rank, bool *axes) {
  uint32_t i;
  memset(axes, is_none(axis), rank);
  if (is_none(axis)) return DBX_OK;
  if (!is_seq(axis)) {
    int64_t first;
    DBX_TRY(lang_index(axis, &first));
    if (!rank && (first == 0 || first == -1)) return DBX_OK; // of a number
    DBX_TRY(nd_axis(first, rank, &i));
    return axes[i] = true, DBX_OK;
  }
  for (uint32_t k = 0; k < SEQ(axis)->n; k++) {
    DBX_TRY(np_one_axis(SEQ(axis)->at[k], rank, &i));
    if (axes[i]) return dbx_fail(DBX_E306, (dbx_span){0}, "duplicate value in 'axis'");
    axes[i] = true;
  }
  return DBX_OK;
}

dbx_status np_shape_arg(pv shape, uint32_t *rank, int64_t **dims) {
  pv items = is_none(shape) ? tuple_new(NULL, 0) : shape; // None: no axes
  if (!is_seq(items) && (is_obj(shape, T_NDARRAY) ? NDARRAY(shape)->rank : is_obj(shape, T_RANGE)))
    DBX_TRY(lang_to_list(shape, &items));
  bool many = is_seq(items);
  *rank = many ? SEQ(items)->n : 1;
  *dims = DBX_TMP(int64_t, *rank + 1);
  for (uint32_t i = 0; i < *rank; i++) {
    pv length = many ? SEQ(items)->at[i] : items;
    bool truth =
        length.tag == PV_BOOL || (is_obj(length, T_GENERIC) && GENERIC(length)->t == DBX_BOOL);
    if (truth)
      return dbx_fail(DBX_E204, (dbx_span){0},
                      many ? "an integer is required"
                           : "expected a sequence of integers or a single integer, got a bool");
    if (lang_is_beyond_index(length))
      return dbx_fail(DBX_E208, (dbx_span){0}, "Maximum allowed dimension exceeded");
    DBX_TRY(lang_index(length, &(*dims)[i]));
  }
  return DBX_OK;
}

dbx_status np_out(pv *out, nd *view) {
  if (is_obj(*out, T_TUPLE) && SEQ(*out)->n == 1) *out = SEQ(*out)->at[0];
  if (is_obj(*out, T_NDARRAY) && NDARRAY(*out)->readonly)
    return dbx_fail(DBX_E208, (dbx_span){0}, "output array is read-only");
  if (is_obj(*out, T_NDARRAY)) return np_writable(*out, view);
  return dbx_fail(DBX_E204, (dbx_span){0}, "return arrays must be of ArrayType");
}

dbx_status np_standard(const np_row *row, pv given, const char *name, const char *standard) {
  if (!is_str(given) || !strcmp(STR(given)->s, standard)) return DBX_OK;
  return np_no_option(row, given, name);
}

dbx_status np_give(const nd *r, pv out, pv *ret) {
  nd to;
  if (is_none(out)) return *ret = np_return(r), DBX_OK;
  bool given = is_obj(out, T_NDARRAY);
  if (given) to = np_nd(out);
  if (!given || nd_same_shape(r, &to)) DBX_TRY(np_out(&out, &to));
  if (!nd_same_shape(r, &to))
    return dbx_fail(DBX_E208, (dbx_span){0}, "the output array has another shape than the result");
  if (!nd_can_cast(r->t, to.t, "same_kind"))
    return dbx_fail_as(DBX_E204, DBX_S_UFuncTypeError, (dbx_span){0},
                       "Cannot cast output from dtype('%s') to dtype('%s') with casting rule "
                       "'same_kind'",
                       dbx_dtype_name(r->t), dbx_dtype_name(to.t));
  return *ret = out, nd_write(&to, r);
}

// Each has an nd, and its axes and steps.
dbx_status np_operands_room(uint32_t n) {
  return lang_check_room((double)n * (sizeof(nd) + 4 * sizeof(int64_t)));
}

dbx_status np_operands(pv seq, nd **ret, uint32_t *n) {
  pv items;
  if (!is_seq(seq) && !is_array(seq))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "arrays to stack must be passed as a \"sequence\" type such as list or tuple.");
  DBX_TRY(lang_to_list(seq, &items));
  lang_pin(items);
  *n = SEQ(items)->n;
  DBX_TRY(np_operands_room(*n));
  *ret = DBX_TMP(nd, *n + 1);
  for (uint32_t i = 0; i < *n; i++) DBX_TRY(np_operand(SEQ(items)->at[i], &(*ret)[i]));
  return DBX_OK;
}
