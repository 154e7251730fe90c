// The module cmath: functions of complex numbers, with CPython's errors.
#include "lang/jax/jax.h"
#include "lang/lib/builtins.h"
#include "lang/lib/std/std.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef struct complex_row {
  const char *name;
  double complex (*of)(double complex z);
} complex_row;

static double complex of_parts(double re, double im) { return __builtin_complex(re, im); }

static const complex_row complex_rows[] = {
    {"acos", cacos},   {"acosh", cacosh}, {"asin", casin}, {"asinh", casinh}, {"atan", catan},
    {"atanh", catanh}, {"cos", ccos},     {"cosh", ccosh}, {"exp", cexp},     {"sin", csin},
    {"sinh", csinh},   {"sqrt", csqrt},   {"tan", ctan},   {"tanh", ctanh}};

static const char *own_name(const call_args *c) { return ((o_native *)c->fn.o)->name; }

static dbx_status domain_error(void) {
  return dbx_fail(DBX_E208, (dbx_span){0}, "math domain error");
}
static dbx_status range_error(void) {
  return dbx_fail(DBX_E211, (dbx_span){0}, "math range error");
}

static dbx_status as_complex(pv v, double complex *ret) {
  pv z = v;
  double x;
  if (is_obj(v, T_INSTANCE)) {
    DBX_TRY(instance_call(v, dbx_intern("__complex__"), NULL, 0, &z));
    if (z.tag == PV_UNBOUND) z = v;
  } else if (type_of(v)->number && !is_obj(v, T_COMPLEX)) {
    DBX_TRY(type_of(v)->number(v, PV_OBJ, &z));
  }
  if (is_obj(z, T_COMPLEX))
    return *ret = of_parts(((o_complex *)z.o)->re, ((o_complex *)z.o)->im), DBX_OK;
  DBX_TRY(as_float(z, &x));
  return *ret = of_parts(x, 0), DBX_OK;
}

static dbx_status one_complex(const call_args *c, double complex *ret) {
  DBX_TRY(args_no_keywords(c, own_name(c)));
  if (c->n != 1)
    return dbx_fail(DBX_E202, (dbx_span){0}, "cmath.%s() takes exactly one argument (%u given)",
                    own_name(c), c->n);
  return as_complex(c->at[0], ret);
}

static bool is_finite(double complex z) { return isfinite(creal(z)) && isfinite(cimag(z)); }
static bool has_nan(double complex z) { return isnan(creal(z)) || isnan(cimag(z)); }

static dbx_status give(double complex r, pv *ret) {
  return *ret = complex_new(creal(r), cimag(r)), DBX_OK;
}

static dbx_status complex_call(const call_args *c, pv *ret) {
  const complex_row *row = ((o_native *)c->fn.o)->data;
  double complex z;
  DBX_TRY(one_complex(c, &z));
  double complex r = row->of(z);
  bool atanh_pole = row->of == catanh && cimag(z) == 0 && fabs(creal(z)) == 1;
  bool atan_pole = row->of == catan && creal(z) == 0 && fabs(cimag(z)) == 1;
  if (atanh_pole || atan_pole) return domain_error();
  if (is_finite(z) && !is_finite(r)) return has_nan(r) ? domain_error() : range_error();
  if (!has_nan(z) && has_nan(r) && !isinf(creal(r)) && !isinf(cimag(r))) return domain_error();
  return give(r, ret);
}

static dbx_status cmath_log(const call_args *c, pv *ret) {
  double complex z, base;
  DBX_TRY(args_no_keywords(c, "log"));
  DBX_TRY(args_count(c, "log", 1, 2));
  DBX_TRY(as_complex(c->at[0], &z));
  if (z == 0) return domain_error();
  if (c->n == 1) return give(clog(z), ret);
  DBX_TRY(as_complex(c->at[1], &base));
  if (base == 0) return domain_error();
  pv x = complex_new(creal(clog(z)), cimag(clog(z)));
  uint32_t mark = lang_pins();
  lang_pin(x);
  pv y = complex_new(creal(clog(base)), cimag(clog(base)));
  lang_pin(y);
  dbx_status st = lang_binary(DBX_OP_Div, x, y, ret);
  lang_unpin(mark);
  return st;
}

static dbx_status cmath_log10(const call_args *c, pv *ret) {
  double complex z;
  DBX_TRY(one_complex(c, &z));
  if (z == 0) return domain_error();
  double complex r = clog(z);
  return give(of_parts(creal(r) / M_LN10, cimag(r) / M_LN10), ret);
}

static dbx_status cmath_phase(const call_args *c, pv *ret) {
  double complex z;
  DBX_TRY(one_complex(c, &z));
  return *ret = pv_float(carg(z)), DBX_OK;
}

static dbx_status cmath_polar(const call_args *c, pv *ret) {
  double complex z;
  DBX_TRY(one_complex(c, &z));
  double r = cabs(z);
  if (isinf(r) && is_finite(z)) return range_error();
  pv pair[] = {pv_float(r), pv_float(carg(z))};
  return *ret = tuple_new(pair, 2), DBX_OK;
}

static dbx_status cmath_rect(const call_args *c, pv *ret) {
  double r, phi;
  DBX_TRY(args_no_keywords(c, "rect"));
  DBX_TRY(args_count(c, "rect", 2, 2));
  DBX_TRY(as_float(c->at[0], &r));
  DBX_TRY(as_float(c->at[1], &phi));
  if (isinf(phi) && r != 0 && !isnan(r)) return domain_error();
  if (phi == 0) return give(of_parts(r, r * phi), ret);
  if (r == 0) return give(of_parts(0, 0), ret);
  return give(of_parts(r * cos(phi), r * sin(phi)), ret);
}

static dbx_status question(const call_args *c, pv *ret) {
  const char *name = own_name(c);
  double complex z;
  DBX_TRY(one_complex(c, &z));
  bool infinite = isinf(creal(z)) || isinf(cimag(z));
  return *ret = pv_bool(name[2] == 'n'   ? has_nan(z)
                        : name[2] == 'i' ? infinite
                                         : is_finite(z)),
         DBX_OK;
}

static dbx_status cmath_isclose(const call_args *c, pv *ret) {
  double complex a, b;
  double rel = 1e-9, tol = 0;
  pv r = args_keyword(c, "rel_tol"), t = args_keyword(c, "abs_tol");
  DBX_TRY(args_only_keywords(c, "isclose", "rel_tol abs_tol"));
  DBX_TRY(args_count(c, "isclose", 2, 2));
  DBX_TRY(as_complex(c->at[0], &a));
  DBX_TRY(as_complex(c->at[1], &b));
  if (r.tag != PV_UNBOUND) DBX_TRY(as_float(r, &rel));
  if (t.tag != PV_UNBOUND) DBX_TRY(as_float(t, &tol));
  if (rel < 0 || tol < 0)
    return dbx_fail(DBX_E208, (dbx_span){0}, "tolerances must be non-negative");
  double d = cabs(a - b);
  bool infinite = isinf(creal(a)) || isinf(cimag(a)) || isinf(creal(b)) || isinf(cimag(b));
  bool near = a == b || (!infinite && (d <= rel * cabs(b) || d <= rel * cabs(a) || d <= tol));
  return *ret = pv_bool(near), DBX_OK;
}

static const native_row rows[] = {{"isclose", cmath_isclose}, {"isfinite", question},
                                  {"isinf", question},        {"isnan", question},
                                  {"log", cmath_log},         {"log10", cmath_log10},
                                  {"phase", cmath_phase},     {"polar", cmath_polar},
                                  {"rect", cmath_rect},       {NULL, NULL}};

static dbx_status get(const lang_module *m, const char *name, pv *ret) {
  static const struct {
    const char *name;
    double re, im;
    bool real;
  } constants[] = {{"pi", M_PI, 0, true},      {"e", M_E, 0, true},   {"tau", 2 * M_PI, 0, true},
                   {"inf", INFINITY, 0, true}, {"nan", NAN, 0, true}, {"infj", 0, INFINITY, false},
                   {"nanj", 0, NAN, false}};
  (void)m;
  *ret = native_of_rows(rows, name);
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (!strcmp(name, constants[i].name))
      *ret = constants[i].real ? pv_float(constants[i].re)
                               : complex_new(constants[i].re, constants[i].im);
  for (size_t i = 0; i < sizeof complex_rows / sizeof *complex_rows; i++)
    if (!strcmp(name, complex_rows[i].name))
      *ret = native_once(&complex_rows[i], complex_rows[i].name, complex_call, &complex_rows[i]);
  return DBX_OK;
}

static const char names[] =
    "acos acosh asin asinh atan atanh cos cosh exp isclose isfinite isinf isnan log log10 phase "
    "polar rect sin sinh sqrt tan tanh pi e tau inf infj nan nanj";
const lang_module lang_module_cmath = {"cmath", get, .also = names, .all = names};
