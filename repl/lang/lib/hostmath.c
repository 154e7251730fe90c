// The module math: functions of Python numbers, with CPython's errors.
#include "base/budget.h"
#include "lang/jax/jax.h"
#include "lang/lib/builtins.h"
#include "lang/value/big.h"

#include <math.h>
#include <string.h>

static const char *own_name(const call_args *c) { return ((o_native *)c->fn.o)->name; }

static dbx_status check(const call_args *c, uint32_t n) {
  const char *name = own_name(c);
  DBX_TRY(args_no_keywords(c, name));
  if (c->n == n) return DBX_OK;
  if (n > 1)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s expected %u arguments, got %u", name, n, c->n);
  return dbx_fail(DBX_E202, (dbx_span){0}, "math.%s() takes exactly one argument (%u given)", name,
                  c->n);
}

static dbx_status domain_error(void) {
  return dbx_fail(DBX_E208, (dbx_span){0}, "math domain error");
}
static dbx_status range_error(void) {
  return dbx_fail(DBX_E211, (dbx_span){0}, "math range error");
}

// ---- functions of floats ----

typedef struct float_row {
  const char *name;
  double (*one)(double x);
  double (*two)(double x, double y);
  bool overflows; // an infinite result of finite arguments is a range error, not a domain error
} float_row;

static double degrees(double x) { return x * (180.0 / M_PI); }
static double radians(double x) { return x * (M_PI / 180.0); }

static const float_row float_rows[] = {{"acos", acos},
                                       {"acosh", acosh},
                                       {"asin", asin},
                                       {"asinh", asinh},
                                       {"atan", atan},
                                       {"atanh", atanh},
                                       {"cbrt", cbrt},
                                       {"cos", cos},
                                       {"cosh", cosh, NULL, true},
                                       {"degrees", degrees},
                                       {"erf", erf},
                                       {"erfc", erfc},
                                       {"exp", exp, NULL, true},
                                       {"exp2", exp2, NULL, true},
                                       {"expm1", expm1, NULL, true},
                                       {"fabs", fabs},
                                       {"gamma", lang_gamma, NULL, true},
                                       {"lgamma", lang_lgamma, NULL, true},
                                       {"log1p", log1p},
                                       {"radians", radians},
                                       {"sin", sin},
                                       {"sinh", sinh, NULL, true},
                                       {"sqrt", sqrt},
                                       {"tan", tan},
                                       {"tanh", tanh},
                                       {"atan2", NULL, atan2},
                                       {"copysign", NULL, copysign},
                                       {"fmod", NULL, fmod},
                                       {"pow", NULL, pow, true},
                                       {"remainder", NULL, remainder},
                                       {"nextafter", NULL, nextafter}};

static bool is_pole(const char *name,
                    double x) { // gamma of integers below 1: CPython calls it a domain error
  return (!strcmp(name, "gamma") || !strcmp(name, "lgamma")) && x <= 0 && x == floor(x) &&
         isfinite(x);
}

static dbx_status float_call(const call_args *c, pv *ret) {
  const float_row *row = ((o_native *)c->fn.o)->data;
  double x, y = 0;
  DBX_TRY(check(c, row->two ? 2 : 1));
  DBX_TRY(as_float(c->at[0], &x));
  if (row->two) DBX_TRY(as_float(c->at[1], &y));
  double r = row->two ? row->two(x, y) : row->one(x);
  bool finite = isfinite(x) && isfinite(y);
  if (row->one == degrees) return *ret = pv_float(r), DBX_OK;
  if (is_pole(row->name, x)) return domain_error();
  if (isnan(r) && !isnan(x) && !isnan(y)) return domain_error();
  if (isinf(r) && finite && row->one != NULL)
    return row->overflows ? range_error() : domain_error();
  if (isinf(r) && finite && row->overflows) return x == 0 ? domain_error() : range_error();
  return *ret = pv_float(r), DBX_OK;
}

static dbx_status question(const call_args *c, pv *ret) {
  const char *name = own_name(c);
  double x;
  DBX_TRY(check(c, 1));
  DBX_TRY(as_float(c->at[0], &x));
  return *ret = pv_bool(name[2] == 'n'   ? isnan(x)
                        : name[2] == 'i' ? isinf(x)
                                         : isfinite(x)),
         DBX_OK;
}

// ---- logarithms: also of integers beyond the floats ----

static dbx_status big_log(pv v, double (*log_of)(double x), double *ret) {
  mpz_t z;
  long e;
  number_get_mpz(v, z);
  bool positive = mpz_sgn(z) > 0;
  double m = mpz_get_d_2exp(&e, z);
  mpz_clear(z);
  if (!positive) return domain_error();
  return *ret = log_of(m) + log_of(2) * (double)e, DBX_OK;
}

static dbx_status log_value(pv v, double (*log_of)(double x), double *ret) {
  double x;
  uint64_t u;
  if (number_is_big(v)) {
    (void)number_big_parts(v, &x, &u);
    return isinf(x) ? big_log(v, log_of, ret)
           : x <= 0 ? domain_error()
                    : (*ret = log_of(x), DBX_OK);
  }
  DBX_TRY(as_float(v, &x));
  if (x <= 0) return domain_error();
  return *ret = log_of(x), DBX_OK;
}

static dbx_status math_log(const call_args *c, pv *ret) {
  double x, base;
  DBX_TRY(args_no_keywords(c, "log"));
  DBX_TRY(args_count(c, "log", 1, 2));
  DBX_TRY(log_value(c->at[0], log, &x));
  if (c->n == 1) return *ret = pv_float(x), DBX_OK;
  DBX_TRY(log_value(c->at[1], log, &base));
  if (base == 0) return dbx_fail(DBX_E209, (dbx_span){0}, "float division by zero");
  return *ret = pv_float(x / base), DBX_OK;
}
static dbx_status log_in_base(const call_args *c, double (*log_of)(double x), pv *ret) {
  double x;
  DBX_TRY(check(c, 1));
  DBX_TRY(log_value(c->at[0], log_of, &x));
  return *ret = pv_float(x), DBX_OK;
}
static dbx_status math_log2(const call_args *c, pv *ret) { return log_in_base(c, log2, ret); }
static dbx_status math_log10(const call_args *c, pv *ret) { return log_in_base(c, log10, ret); }

// ---- to integers, and apart ----

static dbx_status to_whole(const call_args *c, const char *special, double (*round_to)(double x),
                           pv *ret) {
  double x;
  DBX_TRY(check(c, 1));
  pv v = c->at[0];
  if (is_int(v)) return *ret = pv_int(v.i), DBX_OK;
  if (number_is_big(v)) return *ret = v, DBX_OK;
  DBX_TRY(instance_call(v, dbx_intern(special), NULL, 0, ret));
  if (ret->tag != PV_UNBOUND) return DBX_OK;
  if (round_to == trunc && v.tag != PV_FLOAT && !is_array(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "type %s doesn't define __trunc__ method",
                    lang_type_name(v));
  DBX_TRY(as_float(v, &x));
  return number_from_double(round_to(x), ret);
}
static dbx_status math_floor(const call_args *c, pv *ret) {
  return to_whole(c, "__floor__", floor, ret);
}
static dbx_status math_ceil(const call_args *c, pv *ret) {
  return to_whole(c, "__ceil__", ceil, ret);
}
static dbx_status math_trunc(const call_args *c, pv *ret) {
  return to_whole(c, "__trunc__", trunc, ret);
}

static dbx_status math_modf(const call_args *c, pv *ret) {
  double x, whole;
  DBX_TRY(check(c, 1));
  DBX_TRY(as_float(c->at[0], &x));
  double part = modf(x, &whole);
  pv pair[] = {pv_float(part), pv_float(whole)};
  return *ret = tuple_new(pair, 2), DBX_OK;
}

static dbx_status math_frexp(const call_args *c, pv *ret) {
  double x;
  int e = 0;
  DBX_TRY(check(c, 1));
  DBX_TRY(as_float(c->at[0], &x));
  double m = isfinite(x) ? frexp(x, &e) : x;
  pv pair[] = {pv_float(m), pv_int(e)};
  return *ret = tuple_new(pair, 2), DBX_OK;
}

static dbx_status math_ldexp(const call_args *c, pv *ret) {
  double x;
  int64_t e;
  DBX_TRY(check(c, 2));
  DBX_TRY(as_float(c->at[0], &x));
  DBX_TRY(lang_index(c->at[1], &e));
  double r = ldexp(x, e > 5000 ? 5000 : e < -5000 ? -5000 : (int)e);
  if (isinf(r) && isfinite(x)) return range_error();
  return *ret = pv_float(r), DBX_OK;
}

static dbx_status math_ulp(const call_args *c, pv *ret) {
  double x;
  DBX_TRY(check(c, 1));
  DBX_TRY(as_float(c->at[0], &x));
  x = fabs(x);
  double up = nextafter(x, INFINITY);
  return *ret = pv_float(!isfinite(x) ? x : isinf(up) ? x - nextafter(x, 0) : up - x), DBX_OK;
}

// ---- integers ----

typedef struct big_fold {
  mpz_t r, a, b; // r: initialised by the computation
  void (*fold)(mpz_ptr r, mpz_srcptr a, mpz_srcptr b);
} big_fold;

static void fold_two(void *ctx) {
  big_fold *w = ctx;
  mpz_init(w->r);
  w->fold(w->r, w->a, w->b);
}

static dbx_status fold_integers(const call_args *c,
                                void (*fold)(mpz_ptr r, mpz_srcptr a, mpz_srcptr b),
                                unsigned long start, pv *ret) {
  big_fold w = {.fold = fold};
  dbx_status st = args_no_keywords(c, own_name(c));
  mpz_init_set_ui(w.a, start);
  for (uint32_t i = 0; i < c->n && st == DBX_OK; i++) {
    pv v;
    if ((st = as_integer(c->at[i], &v)) != DBX_OK) break;
    number_get_mpz(v, w.b);
    st = big_run(fold_two, &w, big_limbs(w.a) + big_limbs(w.b));
    mpz_clear(w.b);
    if (st != DBX_OK) break;
    mpz_swap(w.a, w.r);
    mpz_clear(w.r);
  }
  if (st != DBX_OK) return mpz_clear(w.a), st;
  return *ret = bigint_take(w.a), DBX_OK;
}
static dbx_status math_gcd(const call_args *c, pv *ret) {
  return fold_integers(c, mpz_gcd, 0, ret);
}
static dbx_status math_lcm(const call_args *c, pv *ret) {
  return fold_integers(c, mpz_lcm, 1, ret);
}

static dbx_status count_argument(pv v, const char *what, int64_t *ret) {
  pv n;
  if (v.tag == PV_FLOAT)
    return dbx_fail(DBX_E204, (dbx_span){0}, "'float' object cannot be interpreted as an integer");
  DBX_TRY(as_integer(v, &n));
  bool negative = number_is_negative(n);
  if (negative) return dbx_fail(DBX_E208, (dbx_span){0}, "%s", what);
  *ret = is_int(n) ? n.i : INT64_MAX;
  return DBX_OK;
}

static dbx_status too_large(void) {
  dbx_fail_(DBX_E216, (dbx_span){0},
            "the memory budget of the session is too small for this integer");
  return dbx_budget_short();
}

typedef struct big_count {
  mpz_ptr r; // initialised by the computation
  unsigned long n, k;
} big_count;

static void factorial(void *ctx) {
  const big_count *w = ctx;
  mpz_init(w->r);
  mpz_fac_ui(w->r, w->n);
}

static dbx_status math_factorial(const call_args *c, pv *ret) {
  int64_t n;
  mpz_t z;
  DBX_TRY(check(c, 1));
  DBX_TRY(count_argument(c->at[0], "factorial() not defined for negative values", &n));
  if (n == INT64_MAX)
    return dbx_fail(DBX_E211, (dbx_span){0},
                    "factorial() argument should not exceed 9223372036854775807");
  if (n > 10000000) return too_large();
  DBX_TRY(lang_check_room(lgamma((double)n + 1) / M_LN2 / 8 * 4));
  DBX_TRY(big_run(factorial, &(big_count){z, (unsigned long)n, 0}, (double)n / 8));
  return *ret = bigint_take(z), DBX_OK;
}

static void square_root(void *ctx) {
  mpz_ptr *both = ctx;
  mpz_init(both[0]);
  mpz_sqrt(both[0], both[1]);
}

static dbx_status math_isqrt(const call_args *c, pv *ret) {
  pv v;
  mpz_t r, z;
  DBX_TRY(check(c, 1));
  DBX_TRY(as_integer(c->at[0], &v));
  number_get_mpz(v, z);
  if (mpz_sgn(z) < 0)
    return mpz_clear(z), dbx_fail(DBX_E208, (dbx_span){0}, "isqrt() argument must be nonnegative");
  mpz_ptr both[2] = {r, z};
  dbx_status st = big_run(square_root, both, big_limbs(z));
  mpz_clear(z);
  return st == DBX_OK ? *ret = bigint_take(r), st : st;
}

static void combinations(void *ctx) {
  const big_count *w = ctx;
  mpz_init(w->r);
  mpz_bin_uiui(w->r, w->n, w->k);
}

static void permutations(void *ctx) {
  const big_count *w = ctx;
  mpz_init_set_ui(w->r, 1);
  for (unsigned long i = 0; i < w->k; i++) mpz_mul_ui(w->r, w->r, w->n - i);
}

static dbx_status choose(const call_args *c, bool ordered, pv *ret) {
  int64_t n, k;
  mpz_t z;
  DBX_TRY(args_no_keywords(c, own_name(c)));
  DBX_TRY(args_count(c, own_name(c), ordered ? 1 : 2, 2));
  DBX_TRY(count_argument(c->at[0], "n must be a non-negative integer", &n));
  k = n;
  if (c->n == 2 && !is_none(c->at[1]))
    DBX_TRY(count_argument(c->at[1], "k must be a non-negative integer", &k));
  if (k > n) return *ret = pv_int(0), DBX_OK;
  if (!ordered && k > n - k) k = n - k;
  if (k > 1000000 && (double)k * log2((double)n + 1) > 1e9) return too_large();
  DBX_TRY(lang_check_room((double)k * log2((double)n + 1) / 8 * 4));
  DBX_TRY(big_run(ordered ? permutations : combinations,
                  &(big_count){z, (unsigned long)n, (unsigned long)k}, (double)k));
  return *ret = bigint_take(z), DBX_OK;
}
static dbx_status math_comb(const call_args *c, pv *ret) { return choose(c, false, ret); }
static dbx_status math_perm(const call_args *c, pv *ret) { return choose(c, true, ret); }

// ---- of many numbers ----

static dbx_status math_prod(const call_args *c, pv *ret) {
  pv items, start = args_keyword(c, "start");
  DBX_TRY(args_only_keywords(c, "prod", "start"));
  DBX_TRY(args_count(c, "prod", 1, 1));
  DBX_TRY(lang_items(c->at[0], &items));
  uint32_t mark = lang_pins();
  lang_pin(items);
  lang_pin(start.tag == PV_UNBOUND ? pv_int(1) : start);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(items)->n; i++) {
    st = lang_binary(DBX_OP_Mult, lang_pinned(mark + 1), SEQ(items)->at[i], &start);
    if (st == DBX_OK) lang_set_pinned(mark + 1, start);
  }
  start = lang_pinned(mark + 1);
  lang_unpin(mark);
  if (st == DBX_OK) *ret = start;
  return st;
}

// The exact sum, rounded once: every double is an integer times 2^-1074.
static dbx_status math_fsum(const call_args *c, pv *ret) {
  pv items;
  double x, special = 0, infinite = 0;
  DBX_TRY(check(c, 1));
  DBX_TRY(lang_items(c->at[0], &items));
  uint32_t mark = lang_pins();
  lang_pin(items);
  mpz_t total, z;
  mpz_init(total);
  dbx_status st = DBX_OK;
  for (uint32_t i = 0; st == DBX_OK && i < SEQ(items)->n; i++) {
    int e;
    if ((st = as_float(SEQ(items)->at[i], &x)) != DBX_OK) break;
    if (!isfinite(x)) {
      special += x;
      if (isinf(x)) infinite += x;
      continue;
    }
    double m = ldexp(frexp(x, &e), 53);
    mpz_init_set_d(z, m);
    e += 1074 - 53;
    if (e >= 0) mpz_mul_2exp(z, z, (mp_bitcnt_t)e);
    else mpz_fdiv_q_2exp(z, z, (mp_bitcnt_t)-e); // subnormal: the bits shifted out are zeros
    mpz_add(total, total, z);
    mpz_clear(z);
  }
  lang_unpin(mark);
  pv sum = bigint_take(total), unit;
  if (st != DBX_OK) return st;
  if (special != 0 || isnan(special))
    return isnan(infinite) ? dbx_fail(DBX_E208, (dbx_span){0}, "-inf + inf in fsum")
                           : (*ret = pv_float(special), DBX_OK);
  mpz_init_set_ui(z, 1);
  mpz_mul_2exp(z, z, 1074);
  unit = bigint_take(z);
  return number_binary(DBX_OP_Div, sum, unit, ret);
}

// Is the square root of sum above the middle between a and b?
static bool is_above(const mpq_t sum, double a, double b) {
  mpq_t middle, other;
  mpq_inits(middle, other, NULL);
  mpq_set_d(middle, a);
  mpq_set_d(other, b);
  mpq_add(middle, middle, other);
  mpq_div_2exp(middle, middle, 1);
  mpq_mul(middle, middle, middle);
  bool above = mpq_cmp(sum, middle) > 0;
  mpq_clears(middle, other, NULL);
  return above;
}

// The double nearest to the root of the sum of squares: near is it or next to it.
static double nearest_root(const double *x, uint32_t n, int e, double near) {
  mpq_t sum, square;
  mpq_inits(sum, square, NULL);
  for (uint32_t i = 0; i < n; i++) {
    mpq_set_d(square, ldexp(x[i], -e));
    mpq_mul(square, square, square);
    mpq_add(sum, sum, square);
  }
  double up = nextafter(near, INFINITY), down = nextafter(near, 0);
  double root = is_above(sum, near, up) ? up : is_above(sum, down, near) ? near : down;
  mpq_clears(sum, square, NULL);
  return root;
}

static double norm(const double *x, uint32_t n) { // scaled, so that squares do not overflow
  double max = 0;
  bool nan = false;
  for (uint32_t i = 0; i < n; i++) {
    nan |= isnan(x[i]);
    if (fabs(x[i]) > max) max = fabs(x[i]);
  }
  if (isinf(max) || nan || max == 0) return isinf(max) ? INFINITY : nan ? NAN : 0;
  int e;
  (void)frexp(max, &e);
  long double sum = 0;
  for (uint32_t i = 0; i < n; i++)
    sum += (long double)ldexp(x[i], -e) * (long double)ldexp(x[i], -e);
  return ldexp(nearest_root(x, n, e, (double)sqrtl(sum)), e);
}

static dbx_status floats_of(const pv *at, uint32_t n, double *x) {
  for (uint32_t i = 0; i < n; i++) DBX_TRY(as_float(at[i], &x[i]));
  return DBX_OK;
}

static dbx_status math_hypot(const call_args *c, pv *ret) {
  DBX_TRY(args_no_keywords(c, "hypot"));
  dbx_scratch_mark m = dbx_scratch_here();
  double *x = DBX_TMP(double, c->n + 1);
  dbx_status st = floats_of(c->at, c->n, x);
  if (st == DBX_OK) *ret = pv_float(norm(x, c->n));
  dbx_scratch_release(m);
  return st;
}

static dbx_status math_dist(const call_args *c, pv *ret) {
  pv p, q;
  DBX_TRY(check(c, 2));
  DBX_TRY(lang_to_list(c->at[0], &p));
  uint32_t mark = lang_pins();
  lang_pin(p);
  dbx_status st = lang_to_list(c->at[1], &q);
  lang_unpin(mark);
  DBX_TRY(st);
  uint32_t n = SEQ(p)->n;
  if (n != SEQ(q)->n)
    return dbx_fail(DBX_E208, (dbx_span){0}, "both points must have the same number of dimensions");
  dbx_scratch_mark m = dbx_scratch_here();
  double *x = DBX_TMP(double, n + 1), *y = DBX_TMP(double, n + 1);
  st = floats_of(SEQ(p)->at, n, x);
  if (st == DBX_OK) st = floats_of(SEQ(q)->at, n, y);
  for (uint32_t i = 0; i < n; i++) x[i] -= y[i];
  if (st == DBX_OK) *ret = pv_float(norm(x, n));
  dbx_scratch_release(m);
  return st;
}

static dbx_status math_isclose(const call_args *c, pv *ret) {
  double a, b, rel = 1e-9, tol = 0;
  pv r = args_keyword(c, "rel_tol"), t = args_keyword(c, "abs_tol");
  DBX_TRY(args_only_keywords(c, "isclose", "rel_tol abs_tol"));
  DBX_TRY(args_count(c, "isclose", 2, 2));
  DBX_TRY(as_float(c->at[0], &a));
  DBX_TRY(as_float(c->at[1], &b));
  if (r.tag != PV_UNBOUND) DBX_TRY(as_float(r, &rel));
  if (t.tag != PV_UNBOUND) DBX_TRY(as_float(t, &tol));
  if (rel < 0 || tol < 0)
    return dbx_fail(DBX_E208, (dbx_span){0}, "tolerances must be non-negative");
  double d = fabs(b - a);
  bool near =
      a == b || (!isinf(a) && !isinf(b) && (d <= fabs(rel * b) || d <= fabs(rel * a) || d <= tol));
  return *ret = pv_bool(near), DBX_OK;
}

// ---- the module ----

static const struct {
  const char *name;
  double value;
} constants[] = {{"pi", M_PI}, {"e", M_E}, {"tau", 2 * M_PI}, {"inf", INFINITY}, {"nan", NAN}};

static const native_row rows[] = {
    {"ceil", math_ceil},           {"comb", math_comb},    {"dist", math_dist},
    {"factorial", math_factorial}, {"floor", math_floor},  {"frexp", math_frexp},
    {"fsum", math_fsum},           {"gcd", math_gcd},      {"hypot", math_hypot},
    {"isclose", math_isclose},     {"isfinite", question}, {"isinf", question},
    {"isnan", question},           {"isqrt", math_isqrt},  {"lcm", math_lcm},
    {"ldexp", math_ldexp},         {"log", math_log},      {"log10", math_log10},
    {"log2", math_log2},           {"modf", math_modf},    {"perm", math_perm},
    {"prod", math_prod},           {"trunc", math_trunc},  {"ulp", math_ulp}};

static dbx_status get(const lang_module *m, const char *name, pv *ret) {
  (void)m;
  *ret = PV(PV_UNBOUND);
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (!strcmp(name, constants[i].name)) *ret = pv_float(constants[i].value);
  for (size_t i = 0; i < sizeof float_rows / sizeof *float_rows; i++)
    if (!strcmp(name, float_rows[i].name))
      *ret = native_once(&float_rows[i], float_rows[i].name, float_call, &float_rows[i]);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(name, rows[i].name)) *ret = native_once(&rows[i], rows[i].name, rows[i].fn, NULL);
  return DBX_OK;
}

static const char names[] =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh degrees dist erf erfc "
    "exp exp2 expm1 fabs factorial floor fmod frexp fsum gamma gcd hypot isclose isfinite isinf "
    "isnan isqrt lcm ldexp lgamma log log1p log10 log2 modf pow radians remainder sin sinh sqrt "
    "tan tanh trunc prod perm comb nextafter ulp pi e tau inf nan";
const lang_module lang_module_math = {"math", get, .also = names, .all = names};
