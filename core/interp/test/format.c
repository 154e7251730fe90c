// Arrays as text: what numpy 1.26 prints.
#include "interp/interp.h"
#include "unit/expr.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *array, *str, *repr;
} rows[] = {
    {"f64[] 1", "1.0", "array(1.)"},
    {"f64[3] 1 2.5 -0.0", "[ 1.   2.5 -0. ]", "array([ 1. ,  2.5, -0. ])"},
    {"f64[2,2] 1 2 3 40", "[[ 1.  2.]\n [ 3. 40.]]", "array([[ 1.,  2.],\n       [ 3., 40.]])"},
    {"f64[0]", "[]", "array([], dtype=float64)"},
    {"f64[2,0]", "[]", "array([], shape=(2, 0), dtype=float64)"},
    {"f64[3] nan inf -inf", "[ nan  inf -inf]", "array([ nan,  inf, -inf])"},
    {"f64[2] 1e-5 1", "[1.e-05 1.e+00]", "array([1.e-05, 1.e+00])"},
    {"f64[2] 1e300 1", "[1.e+300 1.e+000]", "array([1.e+300, 1.e+000])"},
    {"f64[2] 1e16 1", "[1.e+16 1.e+00]", "array([1.e+16, 1.e+00])"},
    {"f64[1] 0.1", "[0.1]", "array([0.1])"},
    {"f32[2] 0.1 3", "[0.1 3. ]", "array([0.1, 3. ], dtype=float32)"},
    {"f16[1] 0.1", "[0.1]", "array([0.1], dtype=float16)"},
    {"i8[3] -128 127 0", "[-128  127    0]", "array([-128,  127,    0], dtype=int8)"},
    {"i64[2] 9223372036854775807 -1", "[9223372036854775807                  -1]",
     "array([9223372036854775807,                  -1])"},
    {"u64[1] 18446744073709551615", "[18446744073709551615]",
     "array([18446744073709551615], dtype=uint64)"},
    {"bool[2] True False", "[ True False]", "array([ True, False])"},
    {"c128[2] (1+2j) (0-1j)", "[1.+2.j 0.-1.j]", "array([1.+2.j, 0.-1.j])"},
    {"c64[1] (0.1+0j)", "[0.1+0.j]", "array([0.1+0.j], dtype=complex64)"},
    {"i64[1,1,1] 5", "[[[5]]]", "array([[[5]]])"},
    {"f64[2] 1.23456789012 2", "[1.23456789 2.        ]", "array([1.23456789, 2.        ])"},
    {"f64[2] 100000000 0.5", "[1.e+08 5.e-01]", "array([1.e+08, 5.e-01])"},
    {"i8[] 7", "7", "array(7, dtype=int8)"},
    {"bool[] True", "True", "array(True)"},
    {"f64[5] 0.0001 0.001 0.01 0.1 1", "[1.e-04 1.e-03 1.e-02 1.e-01 1.e+00]",
     "array([1.e-04, 1.e-03, 1.e-02, 1.e-01, 1.e+00])"},
};

Test(format, str_and_repr) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_array *a = array_read(rows[i].array);
    dbx_buf b = {0};
    if (a->rank) dbx_put_array_str(&b, a, &dbx_print_defaults);
    else dbx_put_numpy_scalar(&b, a);
    cr_expect_str_eq(dbx_text(&b), rows[i].str, "%s: %s", rows[i].array, dbx_text(&b));
    dbx_clear(&b);
    dbx_put_array_repr(&b, a, "array(", &dbx_print_defaults);
    cr_expect_str_eq(dbx_text(&b), rows[i].repr, "%s: %s", rows[i].array, dbx_text(&b));
    dbx_buf_free(&b), dbx_array_unref(a);
  }
}

// jax names the dtype always, and says what is weak.
Test(format, repr_of_jax) {
  dbx_array *a = array_read("f32[2] 1 2");
  dbx_buf b = {0};
  dbx_put_array_repr(&b, a, "Array(", &dbx_print_defaults);
  cr_expect_str_eq(dbx_text(&b), "Array([1., 2.], dtype=float32)");
  a->weak = true;
  dbx_clear(&b);
  dbx_put_array_repr(&b, a, "Array(", &dbx_print_defaults);
  cr_expect_str_eq(dbx_text(&b), "Array([1., 2.], dtype=float32, weak_type=True)");
  dbx_buf_free(&b), dbx_array_unref(a);
}

static dbx_array *counted(uint32_t rank, const int64_t *dims, int64_t by) {
  dbx_array *a;
  cr_assert_eq(dbx_array_new(DBX_I64, rank, dims, &a), DBX_OK);
  for (int64_t i = 0; i < a->size; i++) dbx_array_set(a, i, dbx_scalar_int(i * by));
  return a;
}

Test(format, long_arrays_are_broken_into_lines_and_longer_ones_cut) {
  static const struct {
    uint32_t rank;
    int64_t dims[2], by;
    const char *str;
  } texts[] = {
      {1, {1000}, 0, NULL}, // all of it
      {1, {1001}, 1, "[   0    1    2 ...  998  999 1000]"},
      {1,
       {30},
       1000,
       "[    0  1000  2000  3000  4000  5000  6000  7000  8000  9000 10000 11000\n"
       " 12000 13000 14000 15000 16000 17000 18000 19000 20000 21000 22000 23000\n"
       " 24000 25000 26000 27000 28000 29000]"},
      {2,
       {2, 1000},
       1,
       "[[   0    1    2 ...  997  998  999]\n [1000 1001 1002 ... 1997 1998 1999]]"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    dbx_array *a = counted(texts[i].rank, texts[i].dims, texts[i].by);
    dbx_buf b = {0};
    dbx_put_array_str(&b, a, &dbx_print_defaults);
    if (texts[i].str) cr_expect_str_eq(dbx_text(&b), texts[i].str, "%s", dbx_text(&b));
    else cr_expect_null(strstr(dbx_text(&b), "..."));
    dbx_buf_free(&b), dbx_array_unref(a);
  }
}

Test(format, there_is_no_text_of_more_axes_than_numpy_has) {
  int64_t dims[DBX_MOST_TEXT_AXES + 1];
  for (int i = 0; i <= DBX_MOST_TEXT_AXES; i++) dims[i] = 1;
  dbx_array *most = counted(DBX_MOST_TEXT_AXES, dims, 1),
            *more = counted(DBX_MOST_TEXT_AXES + 1, dims, 1);
  cr_expect_eq(dbx_check_text_axes(most), DBX_OK);
  cr_expect_eq(dbx_check_text_axes(more), DBX_FAIL);
  cr_expect_neq(strstr(taken(), "ValueError"), NULL);
  dbx_array_unref(most), dbx_array_unref(more);
}

Test(format, words_of_the_simulator) {
  static const struct {
    dbx_dtype t;
    uint64_t word;
    const char *str;
  } texts[] = {
      {DBX_QREG, 1, "the register"}, {DBX_QBIT, 3, "wire 3"}, {DBX_OBS, 0, "observable 0"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    dbx_array *a;
    dbx_buf b = {0};
    cr_assert_eq(dbx_array_new(texts[i].t, 0, NULL, &a), DBX_OK);
    memcpy(a->data, &texts[i].word, sizeof texts[i].word);
    dbx_put_array_str(&b, a, &dbx_print_defaults);
    cr_expect_str_eq(dbx_text(&b), texts[i].str);
    dbx_buf_free(&b), dbx_array_unref(a);
  }
}
