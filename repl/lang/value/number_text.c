// Numbers from text, as int() and float() read it: digits of any script, underscores between them.
#include "lang/syntax/quote.h"
#include "lang/value/big.h"
#include "lang/value/number.h"

#include <locale.h>
#include <string.h>
#include <utf8proc.h>

static int digit_of(char c) {
  return c >= '0' && c <= '9'                 ? c - '0'
         : (c | 32) >= 'a' && (c | 32) <= 'z' ? (c | 32) - 'a' + 10
                                              : 99;
}

static bool is_blank(char c) { return c && strchr(" \t\n\r\f\v", c); }

static const char *skip_blanks(const char *s, const char *end) {
  while (s < end && is_blank(*s)) s++;
  return s;
}

// The value of a decimal digit of any script: these stand in Unicode in rows from 0 to 9.
int number_decimal_of(int32_t c) {
  if (utf8proc_category(c) != UTF8PROC_CATEGORY_ND) return -1;
  if (c >= 0x1D7CE && c <= 0x1D7FF) return (c - 0x1D7CE) % 10; // five rows without a gap
  int value = 0;
  while (value < 9 && utf8proc_category(c - value - 1) == UTF8PROC_CATEGORY_ND) value++;
  return value;
}

void number_put_ascii(dbx_buf *b, const char *s, size_t n) {
  static const utf8proc_int32_t blanks[] = {0x1C,   0x1D,   0x1E,   0x1F,   0x85,   0xA0,
                                            0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
  for (size_t i = 0; i < n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k =
        utf8proc_iterate((const utf8proc_uint8_t *)s + i, (utf8proc_ssize_t)(n - i), &c);
    bool blank = c >= 0x2000 && c <= 0x200A;
    for (size_t j = 0; j < sizeof blanks / sizeof *blanks; j++) blank |= c == blanks[j];
    int digit = c < 128 ? -1 : number_decimal_of(c);
    dbx_putc(b, blank ? ' ' : digit >= 0 ? (char)('0' + digit) : c < 128 ? (char)c : '?');
    i += k > 0 ? (size_t)k : 1;
  }
}

// The digits of text[0..n) without underscores, as int() reads them; false if they are malformed.
static bool clean_digits(const char *s, const char *end, int *base, dbx_buf *b) {
  s = skip_blanks(s, end);
  while (end > s && is_blank(end[-1])) end--;
  if (s < end && (*s == '+' || *s == '-')) {
    if (*s == '-') dbx_putc(b, '-');
    s++;
  }
  bool underscore_ok = false;
  if (end - s > 2 && s[0] == '0') {
    int p = (s[1] | 32) == 'x' ? 16 : (s[1] | 32) == 'o' ? 8 : (s[1] | 32) == 'b' ? 2 : 0;
    if (p && (*base == 0 || *base == p)) *base = p, s += 2, underscore_ok = true;
  }
  if (*base == 0) {
    *base = 10;
    const char *t = s; // a decimal literal does not begin with 0
    while (t < end && (*t == '0' || *t == '_')) t++;
    if (t < end && *s == '0') return false;
  }
  if (s == end) return false;
  for (; s < end; s++) {
    if (*s == '_') {
      if (!underscore_ok || s + 1 == end) return false;
      underscore_ok = false;
      continue;
    }
    if (digit_of(*s) >= *base) return false;
    dbx_putc(b, *s);
    underscore_ok = true;
  }
  return true;
}

dbx_status number_parse_int(const char *s, size_t n, int base, pv *ret) {
  dbx_buf b = {0}, ascii = {0};
  int used = base;
  mpz_t z;
  number_put_ascii(&ascii, s, n);
  bool ok = clean_digits(dbx_text(&ascii), dbx_text(&ascii) + ascii.n, &used, &b);
  dbx_buf_free(&ascii);
  if (!ok) {
    dbx_clear(&b);
    dbx_put_str_repr(&b, s, n);
    dbx_fail_(DBX_E208, (dbx_span){0}, "invalid literal for int() with base %d: %s", base,
              dbx_text(&b));
    dbx_buf_free(&b);
    return DBX_FAIL;
  }
  mpz_init_set_str(z, dbx_text(&b), used);
  dbx_buf_free(&b);
  *ret = bigint_take(z);
  return DBX_OK;
}

static double c_strtod(const char *s, char **end) {
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0); // glibc has it ready
  double x = strtod_l(s, end, c);
  return freelocale(c), x;
}

// Whether C reads the text as Python does: it knows hexadecimal and payloads of nan besides.
static bool read_float(const char *s, const char *end, double *ret) {
  dbx_buf b = {0};
  char *stop = NULL;
  bool ok = true;
  s = skip_blanks(s, end);
  while (end > s && is_blank(end[-1])) end--;
  for (const char *p = s; p < end; p++) {
    bool digits = p > s && p + 1 < end && digit_of(p[-1]) < 10 && digit_of(p[1]) < 10;
    if (*p == '_') ok &= digits;
    else dbx_putc(&b, *p);
    if ((*p | 32) == 'x' || *p == '(' || !*p) ok = false;
  }
  ok = ok && b.n;
  if (ok) *ret = c_strtod(dbx_text(&b), &stop);
  ok = ok && !*stop;
  dbx_buf_free(&b);
  return ok;
}

dbx_status number_parse_float(const char *s, size_t n, double *ret) {
  dbx_buf b = {0};
  number_put_ascii(&b, s, n);
  bool ok = read_float(dbx_text(&b), dbx_text(&b) + b.n, ret);
  dbx_clear(&b);
  if (!ok) {
    dbx_put_str_repr(&b, s, n);
    dbx_fail_(DBX_E208, (dbx_span){0}, "could not convert string to float: %s", dbx_text(&b));
  }
  dbx_buf_free(&b);
  return ok ? DBX_OK : DBX_FAIL;
}
