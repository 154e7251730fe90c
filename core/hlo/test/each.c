// Loops over elements, and what two elements make.
#include "cases.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(hlo_each, a_loop) {
  hlo_emitter e;
  hlo_each n;
  hlo_start(&e, DBX_HLO_IREE);
  hlo_dim dims[] = {hlo_number(2), {.name = "%n"}};
  hlo_each_begin(&e, &n, DBX_U8, 2, dims);
  hlo_each_end(&e, &n, "%v");
  const char *text = dbx_text(&e.body);
  cr_assert(strstr(text, "tensor.empty("));
  cr_assert(strstr(text, "affine_map<(d0, d1) -> (d0, d1)>"));
  cr_assert(strstr(text, "iterator_types = [\"parallel\", \"parallel\"]"));
  cr_assert(strstr(text, "linalg.yield %v : i8\n"));
  cr_assert(strstr(text, "} -> tensor<2x?xi8>"));
  hlo_stop(&e);
}

Test(hlo_each, operations_of_two_elements) {
  cr_assert_str_eq(hlo_arith(DBX_PRIM_add, DBX_F64), "arith.addf");
  cr_assert_str_eq(hlo_arith(DBX_PRIM_add, DBX_BOOL), "arith.ori");
  cr_assert_str_eq(hlo_arith(DBX_PRIM_mul, DBX_C64), "complex.mul");
  cr_assert_str_eq(hlo_arith(DBX_PRIM_max, DBX_U8), "arith.maxui");
  cr_assert_str_eq(hlo_arith(DBX_PRIM_min, DBX_I8), "arith.minsi");
  cr_assert_null(hlo_arith(DBX_PRIM_max, DBX_C64));
  cr_assert_null(hlo_arith(DBX_PRIM_sin, DBX_F64));
}

Test(hlo_each, identities) {
  cr_assert_eq(hlo_identity(DBX_PRIM_add, DBX_I64).i, 0);
  cr_assert_eq(hlo_identity(DBX_PRIM_mul, DBX_F64).c[0], 1);
  cr_assert_eq(hlo_identity(DBX_PRIM_max, DBX_F64).c[0], -INFINITY);
  cr_assert_eq(hlo_identity(DBX_PRIM_max, DBX_I8).i, -128);
  cr_assert_eq(hlo_identity(DBX_PRIM_min, DBX_U8).u, 255);
  cr_assert_eq(hlo_identity(DBX_PRIM_min, DBX_BOOL).i, 1);
  cr_assert_eq(hlo_identity(DBX_PRIM_and, DBX_U16).u, 65535);
  cr_assert_eq(hlo_identity(DBX_PRIM_and, DBX_I16).i, -1);
}
