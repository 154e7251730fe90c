// numpy's functions on elements that are no universal functions: rounding, choosing, comparing.
#include "lang/np/np.h"

#include <math.h>
#include <string.h>

// The real or imaginary parts of complex numbers.
static nd part(const nd *x, bool imaginary) {
  nd r = nd_with(x, x->rank);
  for (uint32_t i = 0; i < x->rank; i++) r.dims[i] = x->dims[i], r.strides[i] = x->strides[i];
  r.t = dbx_real_of(x->t);
  if (imaginary && x->size) r.data += dbx_dtype_bytes(r.t);
  return r;
}

// ---- round: numpy multiplies, rounds to even and divides; jax divides by a power of its own ----

static dbx_status round_integers(const nd *x, int64_t decimals, nd *ret) {
  nd r;
  DBX_TRY(nd_copy(x, x->t, &r));
  if (decimals >= 0) return *ret = r, DBX_OK;
  double unit = pow(10, (double)-decimals);
  for (int64_t i = 0; dbx_go_on(i, r.size); i++) {
    dbx_scalar v = dbx_array_at(r.whole, i);
    double f = dbx_is_unsigned(x->t) ? (double)v.u : (double)v.i;
    dbx_array_set(r.whole, i, nd_convert(dbx_scalar_f(nearbyint(f / unit) * unit), DBX_F64, x->t));
  }
  return *ret = r, DBX_OK;
}

static double power_of_ten(int64_t n) {
  static const double exact[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
  if (n < 9) return exact[n];
  double r = 1e9;
  for (; n > 9 && isfinite(r); n--) r *= 10;
  return r;
}

static dbx_status rounded(const nd *x, int64_t decimals, nd *ret) {
  nd r, scaled;
  if (x->t == DBX_BOOL && decimals)
    return dbx_fail_as(DBX_E204, DBX_S_UFuncTypeError, (dbx_span){0},
                       "Cannot cast ufunc 'multiply' output from dtype('float64') to dtype('bool') "
                       "with casting rule 'same_kind'");
  if (x->t == DBX_BOOL) {
    nd half;
    DBX_TRY(nd_as(x, DBX_F16, &half));
    return nd_call("rint", &half, &half, ret);
  }
  if (dbx_is_integer(x->t)) return round_integers(x, decimals, ret);
  if (!decimals) return nd_call("rint", x, x, ret);
  nd unit = nd_number(DBX_F64, dbx_scalar_f(power_of_ten(decimals < 0 ? -decimals : decimals)));
  if (!x->rank) DBX_TRY(nd_as(&unit, dbx_real_of(x->t), &unit));
  DBX_TRY(nd_call(decimals > 0 ? "multiply" : "true_divide", x, &unit, &scaled));
  DBX_TRY(nd_call("rint", &scaled, &scaled, &r));
  return nd_call(decimals > 0 ? "true_divide" : "multiply", &r, &unit, ret);
}

static dbx_status round_parts(const nd *x, int64_t decimals, nd *ret) {
  nd r;
  DBX_TRY(nd_copy(x, x->t, &r));
  for (int k = 0; k < 2; k++) {
    nd from = part(x, k), to = part(&r, k), one;
    DBX_TRY(rounded(&from, decimals, &one));
    nd_fill(&to, &one);
  }
  return *ret = r, DBX_OK;
}

dbx_status np_fn_round(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  int64_t decimals;
  DBX_TRY(lang_index(a[1], &decimals));
  DBX_TRY(np_operand(a[0], &x));
  if (dbx_is_integer(x.t) && decimals >= 0 && is_none(a[2])) // the array itself
    return is_numpy(a[0]) && x.rank ? (*ret = a[0], DBX_OK) : (*ret = np_return(&x), DBX_OK);
  DBX_TRY(dbx_is_complex(x.t) ? round_parts(&x, decimals, &r) : rounded(&x, decimals, &r));
  return np_give(&r, a[2], ret);
}

dbx_status np_fn_fix(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  DBX_TRY(np_operand(a[0], &x));
  if (dbx_is_complex(x.t)) return nd_call("trunc", &x, &x, &r);
  DBX_TRY(nd_call("trunc", &x, &x, &r));
  if (!is_none(a[1]) || !r.rank) return np_give(&r, a[1], ret);
  return *ret = np_inside(&r, &r), DBX_OK;
}

// ---- parts of complex numbers ----

static dbx_status real_or_imag(pv v, bool imaginary, pv *ret) {
  pv array;
  nd x, r;
  bool scalar = is_obj(v, T_GENERIC) || is_number(v);
  if (is_number(v) && !is_obj(v, T_COMPLEX)) {
    *ret = !imaginary ? v : v.tag == PV_FLOAT ? pv_float(0) : pv_int(0);
    if (v.tag == PV_BOOL && !imaginary) *ret = pv_int(v.i);
    return DBX_OK;
  }
  if (is_obj(v, T_COMPLEX)) {
    const o_complex *c = (o_complex *)v.o;
    return *ret = pv_float(imaginary ? c->im : c->re), DBX_OK;
  }
  DBX_TRY(np_asarray(v, &array));
  x = np_nd(array);
  if (dbx_is_complex(x.t)) {
    r = part(&x, imaginary);
    if (scalar) return *ret = np_return(&r), DBX_OK;
    return *ret = np_derived(array, &r), DBX_OK;
  }
  if (!imaginary) return *ret = scalar ? v : array, DBX_OK;
  DBX_TRY((nd_is_fortran(&x) ? nd_new_fortran : nd_new)(x.t, x.rank, x.dims, &r));
  dbx_fill(r.data, 0, (size_t)r.size * dbx_dtype_bytes(r.t));
  DBX_TRY(dbx_poll());
  *ret = scalar ? np_return(&r) : np_array(&r);
  if (!scalar && ret->tag == PV_OBJ) NDARRAY(*ret)->readonly = true;
  return DBX_OK;
}
dbx_status np_fn_real(const np_row *row, const pv *a, pv *ret) {
  return real_or_imag(a[0], false, ret);
}
dbx_status np_fn_imag(const np_row *row, const pv *a, pv *ret) {
  return real_or_imag(a[0], true, ret);
}

dbx_status np_fn_conj(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  DBX_TRY(np_operand(a[0], &x));
  if (!dbx_is_complex(x.t)) return *ret = a[0], DBX_OK;
  DBX_TRY(nd_call("conjugate", &x, &x, &r));
  return *ret = np_return(&r), DBX_OK;
}

dbx_status np_fn_angle(const np_row *row, const pv *a, pv *ret) {
  nd z, im, re, r;
  bool degrees;
  DBX_TRY(np_flag(a[1], &degrees));
  DBX_TRY(np_operand(a[0], &z));
  if (dbx_is_complex(z.t)) {
    im = part(&z, true), re = part(&z, false);
  } else {
    re = z;
    nd zero = nd_number(DBX_I64, dbx_scalar_int(0));
    im = zero;
  }
  DBX_TRY(nd_call("arctan2", &im, &re, &r));
  nd by = nd_number(DBX_F64, dbx_scalar_f(180 / M_PI));
  if (degrees) DBX_TRY(nd_call("multiply", &r, &by, &r));
  return *ret = np_return(&r), DBX_OK;
}

dbx_status np_fn_sinc(const np_row *row, const pv *a, pv *ret) {
  nd x, y, s, r, pi = nd_number(DBX_F64, dbx_scalar_f(M_PI));
  nd tiny = nd_number(DBX_F64, dbx_scalar_f(1.0e-20)); // in the place of 0
  DBX_TRY(np_operand(a[0], &x));
  const nd *both[] = {&tiny, &x};
  dbx_dtype t = nd_result_type(both, 2);
  DBX_TRY(nd_copy(&x, t, &y));
  for (int64_t i = 0; dbx_go_on(i, y.size); i++)
    if (dbx_scalar_is_zero(dbx_array_at(y.whole, i), t))
      dbx_array_set(y.whole, i, dbx_load(tiny.data, DBX_F64));
  DBX_TRY(nd_call("multiply", &pi, &y, &y));
  DBX_TRY(nd_call("sin", &y, &y, &s));
  DBX_TRY(nd_call("true_divide", &s, &y, &r));
  const nd *one[] = {&x};
  DBX_TRY(nd_lay_out(&r, one, 1));
  return *ret = np_return(&r), DBX_OK;
}

// ---- choosing ----

dbx_status np_fn_where(const np_row *row, const pv *a, pv *ret) {
  nd c, x, y, r, yes, cs, xs, ys;
  uint32_t rank;
  int64_t *dims;
  if ((a[1].tag == PV_UNBOUND) != (a[2].tag == PV_UNBOUND))
    return dbx_fail(DBX_E208, (dbx_span){0}, "either both or neither of x and y should be given");
  if (a[1].tag == PV_UNBOUND) return np_fn_nonzero(row, a, ret);
  DBX_TRY(np_operand(a[0], &c));
  DBX_TRY(np_operand(a[1], &x));
  DBX_TRY(np_operand(a[2], &y));
  const nd *all[] = {&c, &x, &y}, *values[] = {&x, &y};
  dbx_dtype t = nd_result_type(values, 2);
  DBX_TRY(nd_broadcast(all, 3, &rank, &dims));
  DBX_TRY(nd_as(&c, DBX_BOOL, &yes));
  DBX_TRY(nd_spread(&yes, rank, dims, &cs));
  DBX_TRY(nd_spread(&x, rank, dims, &xs));
  DBX_TRY(nd_spread(&y, rank, dims, &ys));
  DBX_TRY(nd_new(t, rank, dims, &r));
  for (int64_t i = 0; dbx_go_on(i, r.size); i++) {
    const nd *from = nd_at(&cs, i).i ? &xs : &ys;
    dbx_array_set(r.whole, i, nd_convert(nd_at(from, i), from->t, t));
  }
  DBX_TRY(nd_lay_out(&r, all, 3));
  return *ret = np_array(&r), DBX_OK;
}

dbx_status np_fn_select(const np_row *row, const pv *a, pv *ret) {
  nd *c, *x, r, fallback;
  uint32_t n, m, rank;
  int64_t *dims;
  DBX_TRY(np_operands(a[0], &c, &n));
  DBX_TRY(np_operands(a[1], &x, &m));
  if (n != m)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "list of cases must be same length as list of conditions");
  if (!n)
    return dbx_fail(DBX_E208, (dbx_span){0}, "select with an empty condition list is not possible");
  DBX_TRY(np_operand(a[2], &fallback));
  const nd **all = DBX_TMP(const nd *, 2 * n + 1), **values = DBX_TMP(const nd *, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    if (c[i].t != DBX_BOOL)
      return dbx_fail(DBX_E204, (dbx_span){0},
                      "invalid entry %u in condlist: should be boolean ndarray", i);
    all[i] = &c[i], all[n + i] = values[i] = &x[i];
  }
  all[2UL * n] = values[n] = &fallback;
  dbx_dtype t = nd_result_type(values, n + 1);
  DBX_TRY(nd_broadcast(all, 2 * n, &rank, &dims));
  DBX_TRY(nd_new(t, rank, dims, &r));
  nd spread;
  DBX_TRY(nd_spread(&fallback, rank, dims, &spread));
  nd_fill(&r, &spread);
  for (uint32_t k = n; k-- > 0;) {
    nd cs, xs;
    if (!nd_can_cast(x[k].t, t, "same_kind")) // the values of scalars do not count here
      return dbx_fail(
          DBX_E204, (dbx_span){0},
          "Cannot cast array data from dtype('%s') to dtype('%s') according to the rule "
          "'same_kind'",
          dbx_dtype_name(x[k].t), dbx_dtype_name(t));
    DBX_TRY(nd_spread(&c[k], rank, dims, &cs));
    DBX_TRY(nd_spread(&x[k], rank, dims, &xs));
    for (int64_t i = 0; dbx_go_on(i, r.size); i++)
      if (nd_at(&cs, i).i) dbx_array_set(r.whole, i, nd_convert(nd_at(&xs, i), xs.t, t));
  }
  return *ret = np_array(&r), DBX_OK;
}

dbx_status np_fn_clip(const np_row *row, const pv *a, pv *ret) {
  nd x[3], given[3], r, rows;
  const nd *all[3], *like[3];
  uint32_t n = 0, rank;
  int64_t *dims;
  if (is_none(a[1]) && is_none(a[2]))
    return dbx_fail(DBX_E208, (dbx_span){0}, "One of max or min must be given");
  for (int k = 0; k < 3; k++) {
    if (k && is_none(a[k])) continue;
    DBX_TRY(np_operand(a[k], &x[n]));
    all[n] = &x[n], n++;
  }
  dbx_dtype t = nd_result_type(all, n);
  DBX_TRY(nd_broadcast(all, n, &rank, &dims));
  for (uint32_t k = 0; k < n; k++) {
    nd same;
    DBX_TRY(nd_as(&x[k], t, &same));
    given[k] = x[k], like[k] = &given[k];
    x[k] = same;
  }
  if (n == 3) {
    DBX_TRY(nd_clip(all, rank, dims, &r));
  } else {
    DBX_TRY(nd_call(is_none(a[2]) ? "maximum" : "minimum", &x[0], &x[1], &r));
  }
  DBX_TRY(nd_copy(&r, r.t, &rows));
  DBX_TRY(nd_lay_out(&rows, like, n));
  return np_give(&rows, a[3], ret);
}

static double number_or(pv v, double standard) {
  double f = standard;
  if (!is_none(v) && number_as_double(v, &f) != DBX_OK) dbx_diag_forget();
  return f;
}

static double made_finite(double x, double nan, double high, double low) {
  return isnan(x) ? nan : isinf(x) ? (x > 0 ? high : low) : x;
}

dbx_status np_fn_nan_to_num(const np_row *row, const pv *a, pv *ret) {
  nd x, r;
  bool copy;
  DBX_TRY(np_flag(a[1], &copy));
  if (!copy) return np_no_option(row, str_of("False"), "copy");
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(nd_copy(&x, x.t, &r));
  double most = dbx_real_of(x.t) == DBX_F16   ? 65504
                : dbx_real_of(x.t) == DBX_F32 ? 3.4028234663852886e38
                                              : 1.7976931348623157e308;
  double nan = number_or(a[2], 0), high = number_or(a[3], most), low = number_or(a[4], -most);
  const nd *one[] = {&x};
  for (int64_t i = 0; dbx_is_inexact(x.t) && dbx_go_on(i, r.size); i++) {
    dbx_scalar v = dbx_array_at(r.whole, i);
    v.c[0] = made_finite(v.c[0], nan, high, low);
    if (dbx_is_complex(x.t)) v.c[1] = made_finite(v.c[1], nan, high, low);
    dbx_array_set(r.whole, i, v);
  }
  DBX_TRY(nd_lay_out_copy(&r, one[0]));
  return *ret = np_return(&r), DBX_OK;
}

static dbx_status infinite(const pv *a, bool negative, pv *ret) {
  nd x, r;
  DBX_TRY(np_operand(a[0], &x));
  if (dbx_is_complex(x.t))
    return dbx_fail(
        DBX_E204, (dbx_span){0},
        "This operation is not supported for complex128 values because it would be ambiguous.");
  DBX_TRY(nd_new(DBX_BOOL, x.rank, x.dims, &r));
  for (int64_t i = 0; dbx_go_on(i, r.size); i++) {
    dbx_scalar v = nd_at(&x, i);
    bool yes = dbx_is_inexact(x.t) && isinf(v.c[0]) && (v.c[0] < 0) == negative;
    dbx_array_set(r.whole, i, dbx_scalar_int(yes));
  }
  const nd *one[] = {&x};
  DBX_TRY(nd_lay_out(&r, one, 1));
  return np_give(&r, a[1], ret);
}
dbx_status np_fn_isposinf(const np_row *row, const pv *a, pv *ret) {
  return infinite(a, false, ret);
}
dbx_status np_fn_isneginf(const np_row *row, const pv *a, pv *ret) {
  return infinite(a, true, ret);
}

// ---- comparing ----

static bool is_close(const double *x, const double *y, bool complex, double rtol, double atol,
                     bool nan) {
  bool xn = isnan(x[0]) || (complex && isnan(x[1])), yn = isnan(y[0]) || (complex && isnan(y[1]));
  if (xn || yn) return nan && xn && yn;
  if (isinf(x[0]) || isinf(y[0]) || (complex && (isinf(x[1]) || isinf(y[1]))))
    return x[0] == y[0] && (!complex || x[1] == y[1]);
  double far = complex ? hypot(x[0] - y[0], x[1] - y[1]) : fabs(x[0] - y[0]);
  return far <= atol + rtol * (complex ? hypot(y[0], y[1]) : fabs(y[0]));
}

static dbx_status close(const pv *a, nd *ret) {
  nd x, y, xs, ys, r;
  uint32_t rank;
  int64_t *dims;
  double rtol, atol;
  bool nan;
  DBX_TRY(number_as_double(a[2], &rtol));
  DBX_TRY(number_as_double(a[3], &atol));
  DBX_TRY(np_flag(a[4], &nan));
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_operand(a[1], &y));
  const nd *both[] = {&x, &y};
  bool complex = dbx_is_complex(x.t) || dbx_is_complex(y.t);
  DBX_TRY(nd_broadcast(both, 2, &rank, &dims));
  DBX_TRY(nd_spread(&x, rank, dims, &xs));
  DBX_TRY(nd_spread(&y, rank, dims, &ys));
  DBX_TRY(nd_new(DBX_BOOL, rank, dims, &r));
  for (int64_t i = 0; dbx_go_on(i, r.size); i++) {
    dbx_scalar u = nd_convert(nd_at(&xs, i), x.t, DBX_C128),
               v = nd_convert(nd_at(&ys, i), y.t, DBX_C128);
    dbx_array_set(r.whole, i, dbx_scalar_int(is_close(u.c, v.c, complex, rtol, atol, nan)));
  }
  return *ret = r, DBX_OK;
}

dbx_status np_fn_isclose(const np_row *row, const pv *a, pv *ret) {
  nd r;
  nd x[2];
  for (int k = 0; k < 2; k++) DBX_TRY(np_operand(a[k], &x[k]));
  const nd *both[] = {&x[0], &x[1]};
  DBX_TRY(close(a, &r));
  DBX_TRY(nd_lay_out(&r, both, 2));
  bool finite = true; // numpy gives a view if not all are
  for (int j = 0; j < 2; j++)
    for (int64_t i = 0; dbx_is_inexact(x[j].t) && dbx_go_on(i, x[j].size); i++) {
      dbx_scalar v = nd_convert(nd_at(&x[j], i), x[j].t, DBX_C128);
      finite = finite && isfinite(v.c[0]) && isfinite(v.c[1]);
    }
  if (!finite && r.rank) return *ret = np_inside(&r, &r), DBX_OK;
  return *ret = np_return(&r), DBX_OK;
}

static bool all_true(const nd *r) {
  for (int64_t i = 0; dbx_go_on(i, r->size); i++)
    if (!nd_at(r, i).i) return false;
  return true;
}

dbx_status np_fn_allclose(const np_row *row, const pv *a, pv *ret) {
  nd r;
  DBX_TRY(close(a, &r));
  return *ret = pv_bool(all_true(&r)), DBX_OK;
}

dbx_status np_fn_array_equal(const np_row *row, const pv *a, pv *ret) {
  nd x, y, r;
  bool nan;
  DBX_TRY(np_flag(a[2], &nan));
  DBX_TRY(np_operand(a[0], &x));
  DBX_TRY(np_operand(a[1], &y));
  if (!nd_same_shape(&x, &y)) return *ret = pv_bool(false), DBX_OK;
  DBX_TRY(nd_call("equal", &x, &y, &r));
  bool same = true;
  for (int64_t i = 0; same && dbx_go_on(i, r.size); i++) {
    dbx_scalar u = nd_at(&x, i), v = nd_at(&y, i);
    bool both = nan && dbx_is_inexact(x.t) && dbx_is_inexact(y.t) && isnan(u.c[0]) && isnan(v.c[0]);
    same = nd_at(&r, i).i || both;
  }
  return *ret = pv_bool(same), DBX_OK;
}

dbx_status np_fn_divmod(const np_row *row, const pv *a, pv *ret) {
  if (!is_none(a[2])) return np_no_option(row, str_of("out"), "out");
  if (!np_is_operand(a[0]) || !np_is_operand(a[1]))
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "the operands of numpy.divmod have to be numbers or arrays");
  return np_divmod(a[0], a[1], ret);
}

// ---- types ----

static dbx_status type_operand(pv v, nd *ret) {
  dbx_dtype t;
  if (np_is_operand(v) && !is_seq(v)) return np_operand(v, ret);
  DBX_TRY(np_dtype(v, &t));
  return nd_new(t, 1, (int64_t[]){0}, ret);
}

dbx_status np_fn_result_type(const np_row *row, const pv *a, pv *ret) {
  const o_seq *s = SEQ(a[0]);
  if (!s->n) return dbx_fail(DBX_E208, (dbx_span){0}, "at least one array or dtype is required");
  DBX_TRY(np_operands_room(s->n));
  nd *x = DBX_TMP(nd, s->n);
  const nd **all = DBX_TMP(const nd *, s->n);
  for (uint32_t i = 0; i < s->n; i++) {
    DBX_TRY(type_operand(s->at[i], &x[i]));
    all[i] = &x[i];
  }
  return *ret = dtype_new(nd_result_type(all, s->n), false, true), DBX_OK;
}

dbx_status np_fn_promote_types(const np_row *row, const pv *a, pv *ret) {
  dbx_dtype x, y;
  DBX_TRY(np_dtype(a[0], &x));
  DBX_TRY(np_dtype(a[1], &y));
  return *ret = dtype_new(nd_promote(x, y), false, true), DBX_OK;
}

dbx_status np_fn_can_cast(const np_row *row, const pv *a, pv *ret) {
  nd x;
  dbx_dtype to;
  DBX_TRY(type_operand(a[0], &x));
  DBX_TRY(np_dtype(a[1], &to));
  const char *rule = is_str(a[2]) ? STR(a[2])->s : "safe";
  const nd *one[] = {&x, &x};
  nd array;
  DBX_TRY(nd_new(to, 1, (int64_t[]){0}, &array));
  one[1] = &array;
  bool yes = x.rank ? nd_can_cast(x.t, to, rule)
                    : nd_operands_fit(one, 2, to) || nd_can_cast(x.t, to, rule);
  return *ret = pv_bool(yes), DBX_OK;
}
