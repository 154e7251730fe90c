// Numbers of every dtype: what conversions make of them, how they lie in memory, how they print.
#include "ir/dtype.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const char *text_of(dbx_scalar x, dbx_dtype t) {
  static dbx_buf b;
  dbx_clear(&b);
  dbx_put_scalar(&b, x, t);
  return dbx_text(&b);
}

#define I(n) {.i = (n)}
#define U(n) {.u = (n)}
#define F(x) {.c = {(x), 0}}
#define C(x, y)                                                                                    \
  {                                                                                                \
    .c = {(x), (y) }                                                                               \
  }

static const struct {
  dbx_dtype from;
  dbx_scalar x;
  dbx_dtype to;
  const char *text;
} conversions[] = {
    // integers wrap
    {DBX_I64, I(300), DBX_U8, "44"},
    {DBX_I64, I(-1), DBX_U8, "255"},
    {DBX_I64, I(-1), DBX_U64, "18446744073709551615"},
    {DBX_I64, I(128), DBX_I8, "-128"},
    {DBX_I64, I(INT64_MIN), DBX_I32, "0"},
    {DBX_U64, U(UINT64_MAX), DBX_I64, "-1"},
    {DBX_U8, U(255), DBX_I8, "-1"},
    {DBX_U64, U(1ull << 63), DBX_I64, "-9223372036854775808"},
    // floats are cut off and end at the bounds; NaN is 0
    {DBX_F64, F(2.9), DBX_I64, "2"},
    {DBX_F64, F(-2.9), DBX_I64, "-2"},
    {DBX_F64, F(-2.9), DBX_U64, "0"},
    {DBX_F64, F(1e30), DBX_I64, "9223372036854775807"},
    {DBX_F64, F(0x1p63), DBX_I64, "9223372036854775807"},
    {DBX_F64, F(-0x1p63), DBX_I64, "-9223372036854775808"},
    {DBX_F64, F(-1e30), DBX_I8, "-128"},
    {DBX_F64, F(1e30), DBX_U64, "18446744073709551615"},
    {DBX_F64, F(256), DBX_U8, "255"},
    {DBX_F64, F(NAN), DBX_I32, "0"},
    {DBX_F64, F(INFINITY), DBX_I16, "32767"},
    // what is not 0 is True
    {DBX_F64, F(NAN), DBX_BOOL, "True"},
    {DBX_F64, F(-0.0), DBX_BOOL, "False"},
    {DBX_F64, F(5e-324), DBX_BOOL, "True"},
    {DBX_C128, C(0, 1), DBX_BOOL, "True"},
    {DBX_U64, U(1ull << 63), DBX_BOOL, "True"},
    // rounding to fewer bits
    {DBX_I64, I(INT64_MAX), DBX_F64, "9.223372036854776e+18"},
    {DBX_U64, U(UINT64_MAX), DBX_F64, "1.8446744073709552e+19"},
    {DBX_I64, I(16777217), DBX_F32, "16777216.0"},
    {DBX_F64, F(1e300), DBX_F32, "inf"},
    {DBX_F64, F(65520), DBX_F16, "inf"},
    {DBX_F64, F(2049), DBX_F16, "2048.0"},
    {DBX_F64, F(2051), DBX_F16, "2052.0"},
    {DBX_F64, F(257), DBX_BF16, "256"},
    {DBX_BOOL, I(1), DBX_F64, "1.0"},
    // complex: the imaginary part is dropped or 0
    {DBX_C128, C(1.5, 2), DBX_F64, "1.5"},
    {DBX_C128, C(1.5, 2), DBX_I64, "1"},
    {DBX_F64, F(1.5), DBX_C128, "(1.5+0j)"},
    {DBX_C128, C(0.1, 0), DBX_C64, "(0.10000000149011612+0j)"},
};

Test(scalar, conversions) {
  for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++) {
    dbx_scalar x = dbx_scalar_convert(conversions[i].x, conversions[i].from, conversions[i].to);
    cr_expect_str_eq(text_of(x, conversions[i].to), conversions[i].text, "row %zu: %s", i,
                     text_of(x, conversions[i].to));
  }
}

static const struct {
  dbx_dtype t;
  dbx_scalar x;
  const char *text, *brief; // brief: numpy's, NULL: the same
} texts[] = {
    {DBX_BOOL, I(1), "True", NULL},
    {DBX_I8, I(-128), "-128", NULL},
    {DBX_U64, U(UINT64_MAX), "18446744073709551615", NULL},
    {DBX_F64, F(1), "1.0", NULL},
    {DBX_F64, F(-0.0), "-0.0", NULL},
    {DBX_F64, F(1e16), "1e+16", NULL},
    {DBX_F64, F(9999999999999998), "9999999999999998.0", NULL},
    {DBX_F64, F(1e-4), "0.0001", NULL},
    {DBX_F64, F(1e-5), "1e-05", NULL},
    {DBX_F64, F(1.5e300), "1.5e+300", NULL},
    {DBX_F64, F(NAN), "nan", NULL},
    {DBX_F64, F(-INFINITY), "-inf", NULL},
    {DBX_F32, F((float)0.1), "0.10000000149011612", "0.1"},
    {DBX_F32, F(1e6), "1000000.0", "1e+06"},
    {DBX_F32, F(123456), "123456.0", NULL},
    {DBX_F16, F(2048), "2048.0", "2.048e+03"},
    {DBX_C128, C(1, -2), "(1-2j)", NULL},
    {DBX_C128, C(0, 2), "2j", NULL},
    {DBX_C128, C(-0.0, 2), "(-0+2j)", NULL},
    {DBX_C128, C(NAN, NAN), "(nan+nanj)", NULL},
    {DBX_C128, C(1, -0.0), "(1-0j)", NULL},
};

Test(scalar, texts) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    dbx_buf b = {0};
    dbx_put_short_scalar(&b, texts[i].x, texts[i].t);
    cr_expect_str_eq(text_of(texts[i].x, texts[i].t), texts[i].text, "row %zu: %s", i,
                     text_of(texts[i].x, texts[i].t));
    if (texts[i].brief)
      cr_expect_str_eq(dbx_text(&b), texts[i].brief, "row %zu: %s", i, dbx_text(&b));
    else if (dbx_dtype_bytes(texts[i].t) >= 8 || texts[i].t == DBX_F32)
      cr_expect_str_eq(dbx_text(&b), texts[i].text, "row %zu: %s", i, dbx_text(&b));
    dbx_buf_free(&b);
  }
}

Test(scalar, the_fewest_digits_of_a_float_type) {
  static const struct {
    double x;
    dbx_dtype t;
    const char *text;
    int digits;
  } facts[] = {{(float)0.1, DBX_F32, "1e-01", 1},
               {(float)0.1, DBX_F64, "1.0000000149011612e-01", 17},
               {3.3895313892515355e+38, DBX_BF16, "3.39e+38", 3},
               {65504, DBX_F16, "6.55e+04", 3},
               {-2.5, DBX_F64, "-2.5e+00", 2},
               {0, DBX_F64, "0e+00", 1}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    char out[40];
    cr_expect_eq(dbx_shortest(facts[i].x, facts[i].t, out, sizeof out), facts[i].digits, "row %zu",
                 i);
    cr_expect_str_eq(out, facts[i].text, "row %zu: %s", i, out);
  }
}

Test(scalar, all_numbers_of_16_bits_are_kept) {
  for (uint32_t h = 0; h < 1 << 16; h++) {
    double f = dbx_f16_to_f64((uint16_t)h), b = dbx_bf16_to_f64((uint16_t)h);
    if (!isnan(f)) cr_assert_eq(dbx_f64_to_f16(f), h, "%04x", h);
    else cr_assert(isnan(dbx_f16_to_f64(dbx_f64_to_f16(f))));
    if (!isnan(b)) cr_assert_eq(dbx_f64_to_bf16(b), h, "%04x", h);
    else cr_assert(isnan(dbx_bf16_to_f64(dbx_f64_to_bf16(b))));
  }
}

Test(scalar, halves_between_two_numbers_go_to_the_even_one) {
  for (uint16_t h = 0; h < 0x7BFF; h++) { // all positive neighbours in float16
    double middle = (dbx_f16_to_f64(h) + dbx_f16_to_f64(h + 1)) / 2;
    cr_assert_eq(dbx_f64_to_f16(middle), h + (h & 1), "%04x", h);
    cr_assert_eq(dbx_f64_to_f16(nextafter(middle, 0)), h, "%04x", h);
    cr_assert_eq(dbx_f64_to_f16(nextafter(middle, 1e9)), h + 1, "%04x", h);
    cr_assert_eq(dbx_f64_to_f16(-middle), 0x8000 | (h + (h & 1)), "%04x", h);
  }
}

Test(scalar, memory_has_as_many_bytes_as_the_dtype) {
  for (int i = 0; i < DBX_DTYPES; i++) {
    dbx_dtype t = (dbx_dtype)i;
    unsigned n = dbx_dtype_bytes(t);
    _Alignas(16) unsigned char at[32];
    dbx_scalar one = dbx_scalar_convert(dbx_scalar_int(1), DBX_I64, t);
    memset(at, 0xEE, sizeof at);
    dbx_store(at, t, one);
    for (unsigned k = n; k < sizeof at; k++) cr_assert_eq(at[k], 0xEE, "%s", dbx_dtype_name(t));
    dbx_scalar back = dbx_load(at, t);
    cr_expect_str_eq(text_of(back, t), text_of(one, t), "%s", dbx_dtype_name(t));
    memset(at, 0, n);
    cr_expect(dbx_scalar_is_zero(dbx_load(at, t), t) && !dbx_scalar_is_zero(back, t));
  }
}

Test(scalar, elements_of_each_width) {
  for (unsigned n = 1; n <= 16; n *= 2) {
    char from[16] = "abcdefghijklmno", to[17] = "................";
    dbx_copy_element(to, from, n);
    cr_expect(!memcmp(to, from, n) && to[n] == (n < 16 ? '.' : 0), "%u bytes", n);
  }
}
