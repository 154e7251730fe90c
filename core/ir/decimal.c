// Shortest digits after R. Giulietti, "The Schubfach way to render doubles". The powers of ten that
// it multiplies with are computed when they are first needed.
#include "ir/decimal.h"

#include "ir/state.h"

#include <string.h>

typedef unsigned __int128 u128;
typedef struct parts { // m times 2 to the power of e
  uint64_t m;
  int e;
  bool narrow; // a power of two: the next lower double is nearer than the next higher one
} parts;

static parts split(double x) {
  uint64_t u;
  memcpy(&u, &x, sizeof u);
  uint64_t m = u & (((uint64_t)1 << 52) - 1);
  int e = (int)(u >> 52 & 0x7FF);
  return e ? (parts){m | (uint64_t)1 << 52, e - 1075, m == 0 && e > 1} : (parts){m, -1074, false};
}

// ---- powers of ten ----

static uint64_t small_power(int k) { // 10^k, k < 20
  static const uint64_t known[20] = {
      1u,
      10u,
      100u,
      1000u,
      10000u,
      100000u,
      1000000u,
      10000000u,
      100000000u,
      1000000000u,
      10000000000u,
      100000000000u,
      1000000000000u,
      10000000000000u,
      100000000000000u,
      1000000000000000u,
      10000000000000000u,
      100000000000000000u,
      1000000000000000000u,
      10000000000000000000u,
  };
  return known[k];
}

enum { LEAST_POWER = -IR_POWERS_BELOW, MOST_POWER = IR_POWERS_ABOVE, LIMBS = 20 };

static int top_bit(const uint64_t *limb) { // of a number that is not 0
  int i = LIMBS - 1;
  while (!limb[i]) i--;
  return i * 64 + 63 - __builtin_clzll(limb[i]);
}

static void multiply(uint64_t *limb, uint64_t by) {
  u128 carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    carry += (u128)limb[i] * by;
    limb[i] = (uint64_t)carry;
    carry >>= 64;
  }
}

static bool divide(uint64_t *limb, uint64_t by) { // whether there is a remainder
  u128 rest = 0;
  for (int i = LIMBS; i-- > 0;) {
    rest = rest << 64 | limb[i];
    limb[i] = (uint64_t)(rest / by);
    rest %= by;
  }
  return rest != 0;
}

// The top 128 bits, rounded up; inexact: there is something below the limbs.
static u128 leading(const uint64_t *limb, bool inexact) {
  u128 r = 0;
  int low = top_bit(limb) - 127;
  for (int i = 127; i >= 0; i--) {
    int at = low + i;
    r = r << 1 | (at >= 0 && (limb[at / 64] >> at % 64 & 1));
  }
  for (int at = 0; at < low; at++) inexact |= limb[at / 64] >> at % 64 & 1;
  return r + inexact;
}

static u128 power_of_ten(int k) { // 128 bits of it, rounded up
  u128 *ret = &ir_now->powers[k - LEAST_POWER];
  if (*ret) return *ret;
  uint64_t limb[LIMBS] = {0};
  bool inexact = false;
  limb[k < 0 ? LIMBS - 1 : 0] = k < 0 ? (uint64_t)1 << 63 : 1;
  for (int left = k < 0 ? -k : k, n; left; left -= n) {
    n = left < 19 ? left : 19;
    if (k > 0) multiply(limb, small_power(n));
    else inexact |= divide(limb, small_power(n));
  }
  return *ret = leading(limb, inexact);
}

// ---- the fewest digits ----

// g * c / 2^128; the last bit also says whether something was cut off.
static uint64_t scale(u128 g, uint64_t c) {
  u128 low = (u128)(uint64_t)g * c, high = (u128)(uint64_t)(g >> 64) * c + (uint64_t)(low >> 64);
  return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

typedef struct interval {
  uint64_t lower, upper, at; // in quarters of the last digit
} interval;

// The bounds between which doubles are read as x, in units of 10^*k.
static interval bounds(parts p, int *k) {
  int floor_log2;
  *k = (p.e * 1262611 - (p.narrow ? 524031 : 0)) >> 22;
  floor_log2 = (-*k * 1741647) >> 19;
  int h = p.e + floor_log2 + 1;
  u128 g = power_of_ten(-*k);
  bool odd = p.m & 1;
  return (interval){scale(g, (4 * p.m - 2 + p.narrow) << h) + odd,
                    scale(g, (4 * p.m + 2) << h) - odd, scale(g, 4 * p.m << h)};
}

static uint64_t shortest_in(interval v, int *k) {
  uint64_t s = v.at / 4, tens = s / 10;
  if (s >= 10) {
    bool down = v.lower <= 40 * tens, up = 40 * tens + 40 <= v.upper;
    if (down != up) return ++*k, tens + up;
  }
  bool down = v.lower <= 4 * s, up = 4 * s + 4 <= v.upper;
  if (down != up) return s + up;
  uint64_t middle = 4 * s + 2;
  return s + (v.at > middle || (v.at == middle && (s & 1)));
}

size_t dbx_put_digits(char *at, uint64_t u) {
  char text[20], *p = text + sizeof text;
  for (; u; u /= 10) *--p = (char)('0' + u % 10);
  size_t n = (size_t)(text + sizeof text - p);
  memcpy(at, p, n);
  return n;
}

void dbx_decimal_shortest(double x, dbx_decimal *ret) {
  parts p = split(x);
  int k = 0;
  uint64_t u;
  bool whole = p.e <= 0 && p.e > -53 && !(p.m & (((uint64_t)1 << -p.e) - 1));
  if (whole) u = p.m >> -p.e;
  else u = shortest_in(bounds(p, &k), &k);
  ret->n = (int)dbx_put_digits(ret->digit, u);
  ret->point = ret->n + k;
  while (ret->n > 1 && ret->digit[ret->n - 1] == '0') ret->n--;
}

// ---- a given number of digits ----

// n / d, ties to even.
static u128 rounded_ratio(u128 n, u128 d) {
  u128 q = n / d, r = n % d;
  return q + (r > d - r || (r == d - r && (q & 1)));
}

static u128 rounded_shift(u128 n, int bits) {
  if (!bits) return n;
  if (bits > 127) return 0; // n is less than half of it: see scaled
  u128 q = n >> bits, r = n & (((u128)1 << bits) - 1), half = (u128)1 << (bits - 1);
  return q + (r > half || (r == half && (q & 1)));
}

// x * 10^places as a rounded integer; false: beyond 64 bits, or beyond what 128 bits compute.
static bool scaled(double x, int places, uint64_t *ret) {
  parts p = split(x);
  u128 r;
  if (places > 19 || places < -19) return false;
  if (places >= 0) { // m * 10^places has at most 53 + 64 bits
    u128 n = (u128)p.m * small_power(places);
    if (p.e > 0 && (p.e > 10 || n >> (127 - p.e))) return false;
    r = p.e > 0 ? n << p.e : rounded_shift(n, -p.e);
  } else {
    uint64_t d = small_power(-places);
    if (p.e > 70 || p.e < -60) return false;
    r = p.e >= 0 ? rounded_ratio((u128)p.m << p.e, d) : rounded_ratio(p.m, (u128)d << -p.e);
  }
  *ret = (uint64_t)r;
  return r >> 64 == 0;
}

bool dbx_decimal_fixed(double x, int places, dbx_decimal *ret) {
  uint64_t u;
  if (places < 0 || !scaled(x, places, &u)) return false;
  ret->n = (int)dbx_put_digits(ret->digit, u);
  ret->point = ret->n - places;
  return true;
}

bool dbx_decimal_rounded(double x, int digits, dbx_decimal *ret) {
  uint64_t u;
  if (digits < 1 || digits > 17 || x <= 0) return false;
  parts p = split(x);
  int bits = p.e + 63 - __builtin_clzll(p.m), point = ((bits * 1262611) >> 22) + 1;
  uint64_t end = small_power(digits);
  if (!scaled(x, digits - point, &u)) return false;
  if (u > end && (point++, !scaled(x, digits - point, &u))) return false;
  if (u == end) u /= 10, point++; // 9.99 with two digits
  ret->n = (int)dbx_put_digits(ret->digit, u);
  ret->point = point;
  return true;
}

// ---- text ----

static void put_zeros(dbx_buf *b, int n) {
  for (; n > 0; n--) dbx_putc(b, '0');
}

void dbx_put_decimal(dbx_buf *b, const dbx_decimal *d, int places) {
  int whole = d->point < 0 ? 0 : d->point < d->n ? d->point : d->n, after = d->n - d->point;
  if (!whole) dbx_putc(b, '0');
  dbx_putn(b, d->digit, (size_t)whole);
  put_zeros(b, d->n ? d->point - whole : 0);
  if (places) dbx_putc(b, '.');
  put_zeros(b, d->point < 0 ? (-d->point < places ? -d->point : places) : 0);
  dbx_putn(b, d->digit + whole, (size_t)(d->n - whole));
  put_zeros(b, places - (after > 0 ? after : 0));
}

void dbx_put_int(dbx_buf *b, int64_t i) {
  char text[24] = "-0";
  size_t n = dbx_put_digits(text + 1, i < 0 ? -(uint64_t)i : (uint64_t)i);
  if (!n) n = 1;
  dbx_putn(b, text + (i >= 0), n + (i < 0));
}
