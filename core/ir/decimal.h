// Doubles in decimal: the fewest digits that read back, and digits up to a given place. Exact, by
// arithmetic of 128 bits.
#ifndef DBX_IR_DECIMAL_H
#define DBX_IR_DECIMAL_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DBX_MOST_DIGITS = 40 };
typedef struct dbx_decimal { // 0.d1d2d3... times 10 to the power of `point`
  char digit[DBX_MOST_DIGITS];
  int n, point;
} dbx_decimal;

// Of a positive finite x, without zeros at the end. Among the shortest the nearest.
void dbx_decimal_shortest(double x, dbx_decimal *ret);
// A finite x >= 0 rounded to so many places behind the point, ties to even digits: all digits from
// the first one that is not 0 on. False: the numbers are too large for this way.
bool dbx_decimal_fixed(double x, int places, dbx_decimal *ret);
// A finite x > 0 rounded to so many digits.
bool dbx_decimal_rounded(double x, int digits, dbx_decimal *ret);
// Without an exponent, with so many places behind the point, at least as many as d has.
void dbx_put_decimal(dbx_buf *b, const dbx_decimal *d, int places);
void dbx_put_int(dbx_buf *b, int64_t i);
// The decimal digits of u, without zeros in front; 0: none.
size_t dbx_put_digits(char *at, uint64_t u);

#endif
