// Names, types, constants, lines that are written once.
#include "cases.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(hlo_text, types) {
  hlo_emitter e;
  hlo_start(&e, DBX_HLO_XLA);
  hlo_dim dims[] = {hlo_number(3), {.name = "%1"}};
  cr_assert_str_eq(hlo_type_of(&e, DBX_F64, 2, dims), "tensor<3x?xf64>");
  cr_assert_str_eq(hlo_type_of(&e, DBX_BOOL, 0, NULL), "tensor<i1>");
  cr_assert_str_eq(hlo_type_of(&e, DBX_U8, 1, dims), "tensor<3xui8>");
  cr_assert_str_eq(hlo_type_of(&e, DBX_C128, 1, dims + 1), "tensor<?xcomplex<f64>>");
  cr_assert_str_eq(hlo_element(DBX_BF16), "bf16");
  hlo_stop(&e);
}

Test(hlo_text, elements) {
  static const struct {
    dbx_dtype t;
    double x;
    const char *text;
  } rows[] = {
      {DBX_F64, 1, "1.0"},
      {DBX_F64, -0.125, "-0.125"},
      {DBX_F64, 0.1, "0x3FB999999999999A"},
      {DBX_F64, NAN, "0x7FF8000000000000"},
      {DBX_F64, -INFINITY, "0xFFF0000000000000"},
      {DBX_F64, -0.0, "0x8000000000000000"},
      {DBX_F32, INFINITY, "0x7F800000"},
      {DBX_F16, INFINITY, "0x7C00"},
      {DBX_BF16, INFINITY, "0x7F80"},
      {DBX_C128, 2, "(2.0, 0.0)"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_buf b = {0};
    hlo_put_element(&b, rows[i].t, dbx_scalar_f(rows[i].x));
    cr_assert_str_eq(dbx_text(&b), rows[i].text);
    dbx_buf_free(&b);
  }
  dbx_buf b = {0};
  hlo_put_element(&b, DBX_BOOL, dbx_scalar_int(1));
  hlo_put_element(&b, DBX_I64, dbx_scalar_int(-4));
  hlo_put_element(&b, DBX_U64, (dbx_scalar){.u = UINT64_MAX});
  cr_assert_str_eq(dbx_text(&b), "true-418446744073709551615");
  dbx_buf_free(&b);
}

Test(hlo_text, arrays) {
  hlo_emitter e;
  hlo_start(&e, DBX_HLO_XLA);
  dbx_array *a, *none;
  cr_assert_eq(dbx_array_new(DBX_I64, 2, (int64_t[]){2, 1}, &a), DBX_OK);
  cr_assert_eq(dbx_array_new(DBX_F64, 1, (int64_t[]){0}, &none), DBX_OK);
  dbx_array_set(a, 0, dbx_scalar_int(1)), dbx_array_set(a, 1, dbx_scalar_int(-2));
  hlo_put_array(&e, a), hlo_put_array(&e, none);
  cr_assert(strstr(dbx_text(&e.head), "stablehlo.constant dense<[[1], [-2]]> : tensor<2x1xi64>\n"));
  cr_assert(strstr(dbx_text(&e.head), "stablehlo.constant dense<> : tensor<0xf64>\n"));
  dbx_array_unref(a), dbx_array_unref(none);
  hlo_stop(&e);
}

Test(hlo_text, a_region_sees_what_is_around_it) {
  hlo_emitter e;
  hlo_region inner;
  hlo_start(&e, DBX_HLO_XLA);
  const char *outside = hlo_shared(&e, "test.op");
  cr_assert_str_eq(hlo_shared(&e, "test.op"), outside);
  cr_assert_str_neq(hlo_op(&e, "test.op"), outside);
  hlo_open(&e, &inner);
  cr_assert_str_eq(hlo_shared(&e, "test.op"), outside);
  const char *inside = hlo_shared(&e, "test.other");
  hlo_shut(&e, &inner);
  cr_assert_str_neq(hlo_shared(&e, "test.other"), inside);
  cr_assert_str_eq(hlo_constant(&e, "test.constant"), hlo_constant(&e, "test.constant"));
  hlo_stop(&e);
}
