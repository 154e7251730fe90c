// float.hex and float.fromhex: floats as hexadecimal digits, without loss.
#include "lang/lib/builtins.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

dbx_status float_hex(const call_args *c, pv *ret) {
  double x = native_self(c).f;
  int e;
  dbx_buf b = {0};
  DBX_TRY(method_args(c, 0, 0));
  double m = frexp(fabs(x), &e) * 2;
  e--;
  if (x != 0 && e < -1022) m = ldexp(m, e + 1022), e = -1022;
  dbx_put(&b, signbit(x) && !isnan(x) ? "-" : "");
  if (!isfinite(x)) dbx_put(&b, isnan(x) ? "nan" : "inf");
  else if (x == 0) dbx_put(&b, "0x0.0p+0");
  else
    dbx_printf(&b, "0x%d.%013llxp%+d", (int)m,
               (unsigned long long)((m - (int)m) * 4503599627370496.0), e);
  return *ret = str_take(&b), DBX_OK;
}

static bool is_one_of(const char *s, size_t n, const char *a, const char *b) {
  return (strlen(a) == n && !strncasecmp(s, a, n)) || (strlen(b) == n && !strncasecmp(s, b, n));
}

// The digits of a hexadecimal number with a point: how many there are; 0: it is none.
static size_t hex_digits(const char *s, size_t n) {
  size_t i = 0, digits = 0;
  for (bool point = false; i < n && (isxdigit((unsigned char)s[i]) || (s[i] == '.' && !point)); i++)
    if (s[i] == '.') point = true;
    else digits++;
  return digits ? i : 0;
}

static bool is_exponent(const char *s, size_t n) {
  size_t i = 1;
  if (n < 2 || (*s | 32) != 'p') return !n;
  if (s[i] == '+' || s[i] == '-') i++;
  if (i == n) return false;
  while (i < n && isdigit((unsigned char)s[i])) i++;
  return i == n;
}

// Without the sign. E208, E211.
static dbx_status parse_hex(const char *s, size_t n, double *ret) {
  if (is_one_of(s, n, "inf", "infinity")) return *ret = INFINITY, DBX_OK;
  if (is_one_of(s, n, "nan", "nan")) return *ret = NAN, DBX_OK;
  if (n > 1 && s[0] == '0' && (s[1] | 32) == 'x') s += 2, n -= 2;
  size_t digits = hex_digits(s, n);
  if (!digits || !is_exponent(s + digits, n - digits))
    return dbx_fail(DBX_E208, (dbx_span){0}, "invalid hexadecimal floating-point string");
  dbx_buf b = {0};
  dbx_put(&b, "0x"), dbx_putn(&b, s, n);
  *ret = strtod(dbx_text(&b), NULL);
  dbx_buf_free(&b);
  if (isfinite(*ret)) return DBX_OK;
  return dbx_fail(DBX_E211, (dbx_span){0}, "hexadecimal value too large to represent as a float");
}

dbx_status float_fromhex(const call_args *c, pv *ret) {
  double x;
  DBX_TRY(args_no_keywords(c, "fromhex"));
  DBX_TRY(args_count(c, "fromhex", 1, 1));
  if (!is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "bad argument type for built-in operation");
  const char *s = STR(c->at[0])->s, *end = s + STR(c->at[0])->n;
  while (s < end && isspace((unsigned char)*s)) s++;
  while (s < end && isspace((unsigned char)end[-1])) end--;
  bool sign = s < end && (*s == '-' || *s == '+'), negative = sign && *s == '-';
  s += sign;
  DBX_TRY(parse_hex(s, (size_t)(end - s), &x));
  return *ret = pv_float(negative ? -x : x), DBX_OK;
}
