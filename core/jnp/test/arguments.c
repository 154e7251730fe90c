// Arguments as they are given: axes, numbers, truth values, dtypes, shapes.
#include "jnp/ops.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

Test(arguments, an_axis_counts_from_either_end) {
  static const struct {
    int64_t axis;
    uint32_t rank;
    int64_t is; // -1: refused
  } rows[] = {{0, 1, 0},   {-1, 3, 2}, {2, 3, 2},          {3, 3, -1},
              {-4, 3, -1}, {0, 0, -1}, {INT64_MIN, 2, -1}, {INT64_MAX, 2, -1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int64_t axis = -1;
    dbx_status st = jn_axis(jn_int(rows[i].axis), rows[i].rank, &axis);
    if (rows[i].is < 0) cr_expect_str_eq(taken(), "E306 ValueError");
    cr_expect_eq(st, rows[i].is < 0 ? DBX_FAIL : DBX_OK);
    cr_expect_eq(axis, rows[i].is);
  }
  const int64_t *all;
  uint32_t n;
  cr_assert_eq(jn_axes(dbx_val_none(), 3, &all, &n), DBX_OK);
  cr_expect(n == 3 && all[0] == 0 && all[2] == 2, "None is every axis");
  cr_expect_eq(jn_axes(jn_tuple((V[]){jn_int(1), jn_int(-1)}, 2), 2, &all, &n), DBX_FAIL);
  cr_expect_str_eq(taken(), "E306 ValueError", "no axis is there twice");
}

Test(arguments, a_value_that_only_a_run_knows_is_no_number_of_python) {
  traced x;
  traced_begin(&x, "n:i64[], b:bool[]");
  V n = traced_get(&x, "n"), b = traced_get(&x, "b");
  int64_t i;
  bool is;
  cr_expect_eq(dbx_concrete_int(&n, &i), DBX_FAIL);
  cr_expect_str_eq(taken(), "E403 TracerIntegerConversionError");
  cr_expect_eq(dbx_concrete_bool(&b, &is), DBX_FAIL);
  cr_expect_str_eq(taken(), "E402 TracerBoolConversionError");
  cr_expect_not(jn_bool_arg(b), "a flag that is not known is not set");
  cr_expect_null(dbx_diag_pending());
  traced_end(&x);
}

Test(arguments, numbers_and_truth_values) {
  V two = dbx_val_array(dbx_autorelease(array_read("i8[2] 1 2"))),
    one = dbx_val_array(dbx_autorelease(array_read("i8[1,1] -3"))),
    none = dbx_val_array(dbx_autorelease(array_read("f64[0]"))),
    real = dbx_val_array(dbx_autorelease(array_read("f64[] 1.0"))),
    most = dbx_val_array(dbx_autorelease(array_read("u64[] 18446744073709551615")));
  int64_t i;
  bool is;
  cr_expect(dbx_concrete_int(&one, &i) == DBX_OK && i == -3);
  cr_expect(dbx_concrete_int(&two, &i) == DBX_FAIL && !strcmp(taken(), "E204 TypeError"));
  cr_expect(dbx_concrete_int(&real, &i) == DBX_FAIL && !strcmp(taken(), "E204 TypeError"));
  cr_expect(dbx_concrete_int(&most, &i) == DBX_FAIL && !strcmp(taken(), "E211 OverflowError"));
  cr_expect(dbx_concrete_bool(&one, &is) == DBX_OK && is);
  cr_expect(dbx_concrete_bool(&none, &is) == DBX_OK && !is);
  cr_expect(dbx_concrete_bool(&two, &is) == DBX_FAIL && !strcmp(taken(), "E208 ValueError"));
  uint32_t n;
  cr_expect(jn_count_arg(jn_int(7), "count", 7, &n) == DBX_OK && n == 7);
  cr_expect(jn_count_arg(jn_int(8), "count", 7, &n) == DBX_FAIL);
  cr_expect_str_eq(taken(), "E306 ValueError");
}

Test(arguments, a_dtype_is_a_name_or_a_type) {
  static const struct {
    const char *name;
    dbx_dtype t;
  } rows[] = {{"int", DBX_I64},    {"float", DBX_F64},  {"complex", DBX_C128},
              {"f4", DBX_F32},     {"i8", DBX_I64},     {"bfloat16", DBX_BF16},
              {"bool_", DBX_BOOL}, {"F4", DBX_NO_DTYPE}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    V v = {.kind = DBX_V_STR, .str = dbx_intern(rows[i].name)};
    dbx_dtype t = DBX_NO_DTYPE;
    dbx_status st = dbx_dtype_of(&v, &t);
    if (st != DBX_OK) cr_expect_str_eq(taken(), "E408 TypeError");
    cr_expect_eq(t, rows[i].t, "%s", rows[i].name);
  }
  dbx_dtype t;
  cr_expect(jn_dtype_arg(dbx_val_none(), &t) == DBX_OK && t == DBX_NO_DTYPE);
}

Test(arguments, a_shape_is_a_number_or_a_sequence_of_them) {
  static const expr_row rows[] = {
      {"jnp.zeros(jnp.array([2, 3])).shape", "(2, 3)"},
      {"jnp.zeros((True, 2)).shape", "(1, 2)"},
      {"jnp.zeros([]).shape", "()"},
      {"jnp.zeros((2, 1.5))", "E302 TypeError"},
      {"jnp.zeros(jnp.array([1.5]))", "E302 TypeError"},
      {"jnp.zeros((-1,))", "E302 ValueError"},
      {"jnp.zeros('ab')", "E302 TypeError"},
      {"jnp.zeros(jnp.array([18446744073709551615], 'uint64'))", "E708 OverflowError"},
      {"jnp.zeros((4611686018427387904, 4))", "E702 MemoryError"},
  };
  EXPR_ROWS(rows);
}
