// Numbers of a dtype: conversion, memory form, Python's text (see dtype.h).
#include "ir/dtype.h"

#include "ir/decimal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double as_double(dbx_scalar x, dbx_dtype t) {
  if (dbx_is_inexact(t)) return x.c[0];
  return dbx_is_unsigned(t) ? (double)x.u : (double)x.i;
}

static int64_t wrap_signed(int64_t i, unsigned bytes) {
  unsigned shift = 64 - 8 * bytes;
  return (int64_t)((uint64_t)i << shift) >> shift;
}

static uint64_t wrap_unsigned(uint64_t u, unsigned bytes) {
  return bytes == 8 ? u : u & ((1ull << 8 * bytes) - 1);
}

static int64_t saturate_signed(double f, unsigned bytes) {
  double limit = ldexp(1, (int)(8 * bytes - 1));
  if (isnan(f)) return 0;
  if (f >= limit) return (int64_t)(~0ull >> (65 - 8 * bytes));
  if (f < -limit) return -(int64_t)(~0ull >> (65 - 8 * bytes)) - 1;
  return (int64_t)f;
}

static uint64_t saturate_unsigned(double f, unsigned bytes) {
  if (isnan(f) || f <= 0) return 0;
  return f >= ldexp(1, (int)(8 * bytes)) ? wrap_unsigned(~0ull, bytes) : (uint64_t)f;
}

static double round_float(double f, dbx_dtype t) {
  switch (t) {
  case DBX_F16: return dbx_f16_to_f64(dbx_f64_to_f16(f));
  case DBX_BF16: return dbx_bf16_to_f64(dbx_f64_to_bf16(f));
  case DBX_F32:
  case DBX_C64: return (float)f;
  default: return f;
  }
}

bool dbx_scalar_is_zero(dbx_scalar x, dbx_dtype t) {
  if (dbx_is_complex(t)) return x.c[0] == 0 && x.c[1] == 0;
  return dbx_is_float(t) ? x.c[0] == 0 : x.i == 0;
}

dbx_scalar dbx_scalar_convert(dbx_scalar x, dbx_dtype from, dbx_dtype to) {
  unsigned bytes = dbx_dtype_bytes(to);
  if (to == DBX_BOOL) return dbx_scalar_int(!dbx_scalar_is_zero(x, from));
  if (dbx_is_complex(to))
    return (dbx_scalar){.c = {round_float(as_double(x, from), to),
                              dbx_is_complex(from) ? round_float(x.c[1], to) : 0}};
  if (dbx_is_float(to)) return dbx_scalar_f(round_float(as_double(x, from), to));
  if (dbx_is_inexact(from))
    return dbx_is_signed(to) ? dbx_scalar_int(saturate_signed(x.c[0], bytes))
                             : (dbx_scalar){.u = saturate_unsigned(x.c[0], bytes)};
  return dbx_is_signed(to) ? dbx_scalar_int(wrap_signed(x.i, bytes))
                           : (dbx_scalar){.u = wrap_unsigned(x.u, bytes)};
}

// ---- half precision ----

double dbx_f16_to_f64(uint16_t h) {
  int e = h >> 10 & 31, m = h & 1023;
  double v = e == 31  ? (m ? (double)NAN : (double)INFINITY)
             : e == 0 ? ldexp(m, -24)
                      : ldexp(m + 1024, e - 25);
  return h >> 15 ? -v : v;
}

uint16_t dbx_f64_to_f16(double x) {
  uint16_t sign = signbit(x) ? 0x8000 : 0;
  if (isnan(x)) return sign | 0x7E00;
  double a = fabs(x);
  if (a >= 65520) return sign | 0x7C00;
  if (a < ldexp(1, -14)) return sign | (uint16_t)nearbyint(ldexp(a, 24));
  int e;
  double m = frexp(a, &e); // a = m * 2^e, m in [1/2, 1)
  unsigned r = (unsigned)nearbyint(ldexp(m, 11));
  if (r == 2048) r = 1024, e++;
  return sign | (uint16_t)((e + 14) << 10 | (r & 1023));
}

double dbx_bf16_to_f64(uint16_t h) {
  uint32_t u = (uint32_t)h << 16;
  float f;
  memcpy(&f, &u, 4);
  return f;
}

uint16_t dbx_f64_to_bf16(double x) {
  float f = (float)x;
  uint32_t u;
  memcpy(&u, &f, 4);
  if (isnan(x)) return (uint16_t)(u >> 16 | 0x40);
  return (uint16_t)((u + 0x7FFF + (u >> 16 & 1)) >> 16);
}

dbx_scalar dbx_load(const void *at, dbx_dtype t) {
#define AS(T) (*(const T *)at)
  switch (t) {
  case DBX_BOOL: return dbx_scalar_int(AS(uint8_t) != 0);
  case DBX_I8: return dbx_scalar_int(AS(int8_t));
  case DBX_I16: return dbx_scalar_int(AS(int16_t));
  case DBX_I32: return dbx_scalar_int(AS(int32_t));
  case DBX_I64: return dbx_scalar_int(AS(int64_t));
  case DBX_U8: return (dbx_scalar){.u = AS(uint8_t)};
  case DBX_U16: return (dbx_scalar){.u = AS(uint16_t)};
  case DBX_U32: return (dbx_scalar){.u = AS(uint32_t)};
  case DBX_U64:
  case DBX_QREG:
  case DBX_QBIT:
  case DBX_OBS:
  case DBX_KEY: return (dbx_scalar){.u = AS(uint64_t)};
  case DBX_F16: return dbx_scalar_f(dbx_f16_to_f64(AS(uint16_t)));
  case DBX_BF16: return dbx_scalar_f(dbx_bf16_to_f64(AS(uint16_t)));
  case DBX_F32: return dbx_scalar_f(AS(float));
  case DBX_F64: return dbx_scalar_f(AS(double));
  case DBX_C64: return (dbx_scalar){.c = {(&AS(float))[0], (&AS(float))[1]}};
  case DBX_C128: return (dbx_scalar){.c = {(&AS(double))[0], (&AS(double))[1]}};
  case DBX_DTYPES: break;
  }
#undef AS
  return dbx_scalar_int(0);
}

void dbx_store(void *at, dbx_dtype t, dbx_scalar x) {
#define AS(T) (*(T *)at)
  switch (t) {
  case DBX_BOOL: AS(uint8_t) = x.i != 0; break;
  case DBX_I8: AS(int8_t) = (int8_t)x.i; break;
  case DBX_I16: AS(int16_t) = (int16_t)x.i; break;
  case DBX_I32: AS(int32_t) = (int32_t)x.i; break;
  case DBX_I64: AS(int64_t) = x.i; break;
  case DBX_U8: AS(uint8_t) = (uint8_t)x.u; break;
  case DBX_U16: AS(uint16_t) = (uint16_t)x.u; break;
  case DBX_U32: AS(uint32_t) = (uint32_t)x.u; break;
  case DBX_U64:
  case DBX_QREG:
  case DBX_QBIT:
  case DBX_OBS:
  case DBX_KEY: AS(uint64_t) = x.u; break;
  case DBX_F16: AS(uint16_t) = dbx_f64_to_f16(x.c[0]); break;
  case DBX_BF16: AS(uint16_t) = dbx_f64_to_bf16(x.c[0]); break;
  case DBX_F32: AS(float) = (float)x.c[0]; break;
  case DBX_F64: AS(double) = x.c[0]; break;
  case DBX_C64: (&AS(float))[0] = (float)x.c[0], (&AS(float))[1] = (float)x.c[1]; break;
  case DBX_C128: (&AS(double))[0] = x.c[0], (&AS(double))[1] = x.c[1]; break;
  case DBX_DTYPES: break;
  }
#undef AS
}

void dbx_copy_element(void *to, const void *from, unsigned bytes) {
  switch (bytes) {
  case 1: *(uint8_t *)to = *(const uint8_t *)from; break;
  case 2: *(uint16_t *)to = *(const uint16_t *)from; break;
  case 4: *(uint32_t *)to = *(const uint32_t *)from; break;
  case 8: *(uint64_t *)to = *(const uint64_t *)from; break;
  default: memcpy(to, from, bytes);
  }
}

// ---- text ----

static bool reads_back(const char *s, double x, dbx_dtype t) {
  return round_float(strtod(s, NULL), t) == x;
}

static int shortest_double(double x, char *out, size_t n) {
  dbx_decimal d = {{'0'}, 1, 1};
  if (x != 0) dbx_decimal_shortest(fabs(x), &d);
  snprintf(out, n, "%s%c%s%.*se%c%02d", signbit(x) ? "-" : "", *d.digit, d.n > 1 ? "." : "",
           d.n - 1, d.digit + 1, d.point < 1 ? '-' : '+', abs(d.point - 1));
  return d.n;
}

// Below a power of two numbers lie closer than above: there the nearest of the decimals with so
// many digits may not read back where the one on the other side does.
int dbx_shortest(double x, dbx_dtype t, char *out, size_t n) {
  int ignored;
  if (t == DBX_F64 && isfinite(x)) return shortest_double(x, out, n);
  bool power = fabs(frexp(x, &ignored)) == 0.5;
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(out, n, "%.*e", digits - 1, x);
    if (reads_back(out, x, t)) return digits;
    if (!power) continue;
    long double near = strtold(out, NULL);
    long double step = powl(10, strtol(strchr(out, 'e') + 1, NULL, 10) - digits + 1);
    snprintf(out, n, "%.*Le", digits - 1, near < x ? near + step : near - step);
    if (reads_back(out, x, t)) return digits;
  }
  return 17;
}

// How numpy prints a number: the fewest digits that read back as it in type t, and an exponent from
// which on it prints one.
typedef struct digits {
  dbx_dtype t;
  int large;
} digits;
static const digits of_double = {DBX_F64, 16};

// The digits of a finite x != 0 in type t.
static void shortest_digits(double x, dbx_dtype t, dbx_decimal *ret) {
  char e[40];
  if (t == DBX_F64) return dbx_decimal_shortest(fabs(x), ret);
  (void)dbx_shortest(fabs(x), t, e, sizeof e);
  char *mark = strchr(e, 'e');
  ret->point = (int)strtol(mark + 1, NULL, 10) + 1;
  ret->n = 0;
  for (const char *p = e; p < mark; p++)
    if (*p != '.') ret->digit[ret->n++] = *p;
}

static void put_digits(dbx_buf *b, double x, bool point, digits d) {
  dbx_decimal s = {{'0'}, 1, 1};
  if (isnan(x)) return dbx_put(b, "nan");
  if (isinf(x)) return dbx_put(b, x < 0 ? "-inf" : "inf");
  if (x != 0) shortest_digits(x, d.t, &s);
  if (signbit(x)) dbx_putc(b, '-');
  if (x != 0 && (fabs(x) < 1e-4 || s.point > d.large)) {
    dbx_putc(b, *s.digit);
    if (s.n > 1) dbx_putc(b, '.'), dbx_putn(b, s.digit + 1, (size_t)s.n - 1);
    dbx_printf(b, "e%c%02d", s.point < 1 ? '-' : '+', abs(s.point - 1));
    return;
  }
  dbx_put_decimal(b, &s, s.n > s.point ? s.n - s.point : 0);
  if (s.n <= s.point && point) dbx_put(b, ".0");
}

void dbx_put_double(dbx_buf *b, double x) { put_digits(b, x, true, of_double); }

static void put_scalar(dbx_buf *b, dbx_scalar x, dbx_dtype t, digits d) {
  switch (dbx_dtype_kind(t)) {
  case 'b': dbx_put(b, x.i ? "True" : "False"); break;
  case 'i': dbx_printf(b, "%" PRId64, x.i); break;
  case 'u': dbx_printf(b, "%" PRIu64, x.u); break;
  case 'f':
    if (t == DBX_BF16) // ml_dtypes prints it as a C++ stream does
      dbx_printf(b, "%g", x.c[0]);
    else put_digits(b, x.c[0], true, d);
    break;
  default:
    if (x.c[0] == 0 && !signbit(x.c[0])) {
      put_digits(b, x.c[1], false, d);
      dbx_putc(b, 'j');
      break;
    }
    dbx_putc(b, '(');
    put_digits(b, x.c[0], false, d);
    if (!signbit(x.c[1]) || isnan(x.c[1])) dbx_putc(b, '+');
    put_digits(b, x.c[1], false, d);
    dbx_put(b, "j)");
  }
}

void dbx_put_scalar(dbx_buf *b, dbx_scalar x, dbx_dtype t) { put_scalar(b, x, t, of_double); }

void dbx_put_short_scalar(dbx_buf *b, dbx_scalar x, dbx_dtype t) {
  digits d = t == DBX_F16                   ? (digits){DBX_F16, 3}
             : t == DBX_F32 || t == DBX_C64 ? (digits){DBX_F32, 6}
                                            : of_double;
  put_scalar(b, x, t, d);
}
