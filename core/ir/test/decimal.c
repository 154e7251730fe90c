// Doubles in decimal beside the C library, whose digits are exact: random ones of all magnitudes,
// and those at the ends of ranges.
#include "ir/decimal.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252u;
static uint64_t any(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static double any_double(void) { // positive and finite
  double x = 0;
  while (!isfinite(x) || x <= 0) {
    uint64_t u = any() >> 1;
    memcpy(&x, &u, sizeof x);
  }
  return x;
}

static double read_back(const dbx_decimal *d) {
  char text[DBX_MOST_DIGITS + 16];
  snprintf(text, sizeof text, "0.%.*se%d", d->n, d->digit, d->point);
  return strtod(text, NULL);
}

static void shortest(double x) {
  dbx_decimal d;
  char shorter[40];
  dbx_decimal_shortest(x, &d);
  cr_assert_eq(read_back(&d), x, "%.17g", x);
  cr_assert(d.n >= 1 && d.n <= 17 && d.digit[0] != '0' && d.digit[d.n - 1] != '0', "%.17g", x);
  if (d.n == 1) return;
  // the two decimals around x with one digit less are other numbers
  snprintf(shorter, sizeof shorter, "%.*e", d.n - 2, x);
  cr_assert_neq(strtod(shorter, NULL), x, "%.17g: %s is shorter", x, shorter);
}

Test(decimal, the_shortest_reads_back_and_nothing_shorter_does) {
  static const double ends[] = {5e-324,
                                1e-323,
                                2.2250738585072009e-308,
                                2.2250738585072014e-308,
                                1.7976931348623157e308,
                                1,
                                10,
                                0.1,
                                1e22,
                                1e23,
                                9007199254740991,
                                9007199254740992,
                                9007199254740994,
                                123456789012345680};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) shortest(ends[i]);
  for (int e = -1074; e < 1024; e++) shortest(ldexp(1, e)); // neighbours at unequal distances
  for (int i = 0; i < 100000; i++) shortest(any_double());
  for (int i = 0; i < 20000; i++) shortest((double)(any() >> (any() % 64)) + 1);
}

Test(decimal, known_digits) {
  static const struct {
    double x;
    const char *digits;
    int point;
  } facts[] = {{1, "1", 1},
               {0.3, "3", 0},
               {0.1 + 0.2, "30000000000000004", 0},
               {5e-324, "5", -323},
               {9007199254740992, "9007199254740992", 16},
               {1e23, "1", 24},
               {2e-44, "2", -43},
               {1234.5, "12345", 4}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_decimal d;
    dbx_decimal_shortest(facts[i].x, &d);
    cr_expect(d.n == (int)strlen(facts[i].digits) &&
                  !memcmp(d.digit, facts[i].digits, (size_t)d.n) && d.point == facts[i].point,
              "%.17g: %.*s, %d", facts[i].x, d.n, d.digit, d.point);
  }
}

// What is small enough for this way has the digits of printf, which rounds ties to even as well.
Test(decimal, places_and_digits_are_those_of_printf) {
  int fixed = 0, rounded = 0;
  for (int i = 0; i < 100000; i++) {
    double x = i % 3 ? (double)(any() % 2000000) / 64
                     : ldexp((double)(any() >> 11), (int)(any() % 120) - 80);
    int places = (int)(any() % 12);
    char want[400];
    dbx_decimal d;
    if (dbx_decimal_fixed(x, places, &d)) {
      dbx_buf b = {0};
      dbx_put_decimal(&b, &d, places);
      snprintf(want, sizeof want, "%.*f", places, x);
      cr_assert_str_eq(dbx_text(&b), want);
      dbx_buf_free(&b), fixed++;
    }
    if (x > 0 && dbx_decimal_rounded(x, places + 1, &d)) {
      snprintf(want, sizeof want, "%.*e", places, x);
      cr_assert_eq(read_back(&d), strtod(want, NULL), "%s", want);
      cr_assert_eq(d.point - 1, strtol(strchr(want, 'e') + 1, NULL, 10), "%s", want);
      rounded++;
    }
  }
  cr_expect(fixed > 60000 && rounded > 60000, "%d and %d were in reach", fixed, rounded);
}

Test(decimal, what_is_out_of_reach) {
  dbx_decimal d;
  cr_expect(!dbx_decimal_fixed(1e300, 2, &d) && !dbx_decimal_fixed(1, 20, &d) &&
            !dbx_decimal_fixed(1, -1, &d));
  cr_expect(!dbx_decimal_rounded(1, 0, &d) && !dbx_decimal_rounded(1, 18, &d) &&
            !dbx_decimal_rounded(0, 3, &d));
  cr_assert(dbx_decimal_fixed(0, 2, &d));
  cr_expect_eq(d.n, 0, "0 has no digits");
}

Test(decimal, integers) {
  static const struct {
    int64_t i;
    const char *text;
  } facts[] = {{0, "0"},
               {-1, "-1"},
               {9, "9"},
               {10, "10"},
               {INT64_MAX, "9223372036854775807"},
               {INT64_MIN, "-9223372036854775808"}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    dbx_put_int(&b, facts[i].i);
    cr_expect_str_eq(dbx_text(&b), facts[i].text);
    dbx_buf_free(&b);
  }
  char at[20];
  cr_expect_eq(dbx_put_digits(at, 0), 0);
  cr_expect(dbx_put_digits(at, UINT64_MAX) == 20 && !memcmp(at, "18446744073709551615", 20));
}
