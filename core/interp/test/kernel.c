// What kernels share: results, strides, indices, spreading and converting arrays.
#include "interp/kernel.h"
#include "rows.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *array_text(const dbx_array *a) {
  static dbx_buf b;
  dbx_clear(&b);
  put_array(&b, a);
  return dbx_text(&b);
}

Test(kernel, a_result_has_no_negative_length) {
  dbx_array *a;
  cr_assert_eq(dbx_result(DBX_F64, 2, (int64_t[]){0, 3}, &a), DBX_OK);
  cr_expect(a->size == 0 && a->refs == 1);
  dbx_array_unref(a);
  cr_expect_eq(dbx_result(DBX_F64, 2, (int64_t[]){2, -1}, &a), DBX_FAIL);
  cr_expect_str_eq(taken(), "E701 ValueError");
  cr_expect_eq(dbx_result(DBX_F64, 2, (int64_t[]){INT64_MAX, 2}, &a), DBX_FAIL);
  cr_expect_str_eq(taken(), "E702 MemoryError");
}

Test(kernel, indices_are_counted_row_by_row) {
  dbx_array *a = array_read("i8[2,1,3] 1 2 3 4 5 6");
  const int64_t *st = dbx_strides(a);
  cr_expect(st[0] == 3 && st[1] == 3 && st[2] == 1);
  int64_t at[3] = {0}, n = 0;
  do {
    cr_expect_eq(at[0] * st[0] + at[1] * st[1] + at[2] * st[2], n);
    n++;
  } while (dbx_next_index(at, a->dims, 3));
  cr_expect_eq(n, 6);
  cr_expect(!at[0] && !at[1] && !at[2], "and begin anew");
  cr_expect_not(dbx_next_index(at, a->dims, 0), "of no axes there is one");
  dbx_array_unref(a);
}

static const struct {
  const char *from;
  uint32_t rank;
  int64_t dims[3];
  const char *to; // NULL: refused
} spread[] = {
    {"i8[1,2] 1 2", 2, {2, 2}, "i8[2,2] 1 2 1 2"},
    {"i8[2,1] 1 2", 2, {2, 3}, "i8[2,3] 1 1 1 2 2 2"},
    {"i8[] 7", 2, {1, 2}, "i8[1,2] 7 7"},
    {"i8[1] 7", 1, {0}, "i8[0]"},
    {"i8[2] 1 2", 1, {2}, "i8[2] 1 2"},
    {"i8[2] 1 2", 1, {3}, NULL},
    {"i8[2] 1 2", 2, {2, 2}, NULL}, // axes are not lined up here
};

Test(kernel, spreading_repeats_axes_of_length_1) {
  for (size_t i = 0; i < sizeof spread / sizeof *spread; i++) {
    dbx_array *x = array_read(spread[i].from), *r = NULL;
    dbx_status st = dbx_spread(x, spread[i].rank, spread[i].dims, &r);
    cr_expect_eq(st, spread[i].to ? DBX_OK : DBX_FAIL, "row %zu", i);
    if (st != DBX_OK) cr_expect_str_eq(taken(), "E706 ValueError");
    else cr_expect_str_eq(array_text(r), spread[i].to);
    if (r == x) cr_expect_eq(x->refs, 2, "what fits is shared");
    dbx_array_unref(r), dbx_array_unref(x);
  }
}

static const struct {
  const char *from;
  dbx_dtype to;
  const char *is;
} conversions[] = {
    {"f64[3] nan inf -1.5", DBX_I8, "i8[3] 0 127 -1"},
    {"i64[2] 256 -1", DBX_U8, "u8[2] 0 255"},
    {"i64[1] 9007199254740993", DBX_F64, "f64[1] 9007199254740992.0"},
    {"c128[1] (0+1j)", DBX_BOOL, "bool[1] True"},
    {"bool[2] True False", DBX_C64, "c64[2] (1+0j) 0j"},
    {"f64[0]", DBX_I32, "i32[0]"},
    {"u64[1] 18446744073709551615", DBX_I64, "i64[1] -1"},
};

Test(kernel, converting) {
  for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++) {
    dbx_array *x = array_read(conversions[i].from), *r;
    cr_assert_eq(dbx_convert_array(x, conversions[i].to, &r), DBX_OK);
    cr_expect_str_eq(array_text(r), conversions[i].is, "%s: %s", conversions[i].from,
                     array_text(r));
    cr_expect(r != x && r->refs == 1);
    dbx_array_unref(r), dbx_array_unref(x);
  }
}

// A kernel may write over an operand that dies: never over one that somebody else has.
Test(kernel, an_operand_in_use_is_not_overwritten) {
  dbx_array *x = array_read("f64[2] 1 2"), *y = array_read("f64[2] 5 5"), *in[] = {x, y}, *out;
  dbx_dtype t = DBX_F64;
  dbx_kernel_site s = {dbx_primitive_of(DBX_PRIM_add), in, 2, NULL, 0, &t, 1, false};
  cr_assert_eq(dbx_kernel_run(&s, &out), DBX_OK);
  cr_expect_str_eq(array_text(x), "f64[2] 1.0 2.0");
  cr_expect_str_eq(array_text(out), "f64[2] 6.0 7.0");
  dbx_array_unref(out);
  s.owns_first = true;
  cr_assert_eq(dbx_kernel_run(&s, &out), DBX_OK);
  cr_expect_str_eq(array_text(out), "f64[2] 6.0 7.0");
  cr_expect_eq(x->refs, out == x ? 2 : 1, "the result has a reference of its own");
  dbx_array_unref(out), dbx_array_unref(x), dbx_array_unref(y);
}
