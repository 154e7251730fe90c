// Arrays: as many elements as their lengths say, one owner for each reference.
#include "ir/array.h"

#include "base/poison.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(array, sizes) {
  static const struct {
    uint32_t rank;
    int64_t dims[3];
    dbx_dtype t;
    int64_t size; // -1: refused
  } facts[] = {
      {0, {0}, DBX_F64, 1},
      {1, {0}, DBX_F64, 0},
      {1, {5}, DBX_I8, 5},
      {3, {2, 3, 4}, DBX_C128, 24},
      {3, {INT64_MAX, 0, INT64_MAX}, DBX_F64, 0}, // of nothing, however long the others are
      {2, {INT64_C(1) << 40, INT64_C(1) << 40}, DBX_I8, -1}, // more than 64 bits
      {1, {INT64_C(1) << 60}, DBX_F64, -1},                  // of bytes
#if !DBX_SANITIZED                                           // whose allocator ends the process
      {1, {INT64_MAX}, DBX_BOOL, -1},                        // more than there is
#endif
      {1, {1 << 20}, DBX_F64, 1 << 20}, // in pages of their own
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_array *a = NULL;
    dbx_status st = dbx_array_new(facts[i].t, facts[i].rank, facts[i].dims, &a);
    const char *why = facts_failure(st);
    cr_assert(facts_match(why, facts[i].size < 0 ? "E702" : ""), "row %zu: %s", i, why);
    if (facts[i].size < 0) {
      cr_expect_null(a, "what fails leaves its output");
      continue;
    }
    cr_expect(a->size == facts[i].size && a->rank == facts[i].rank && a->refs == 1, "row %zu", i);
    memset(a->data, 1, (size_t)a->size * dbx_dtype_bytes(a->dtype));
    cr_expect_null(dbx_array_unref(a));
  }
}

static void count_free(void *data, void *ctx) {
  ++*(int *)ctx;
  free(data);
}

Test(array, the_last_reference_frees) {
  int freed = 0;
  int64_t n = 2;
  dbx_array *a = dbx_array_adopt(DBX_I32, 1, &n, calloc(2, 4), count_free, &freed);
  cr_expect_eq(dbx_array_ref(a), a);
  cr_expect_null(dbx_array_unref(a));
  cr_expect_eq(freed, 0);
  cr_expect_eq(dbx_array_at(a, 1).i, 0, "it is still there");
  cr_expect_null(dbx_array_unref(a));
  cr_expect_eq(freed, 1);
  cr_expect_null(dbx_array_unref(NULL));
}

Test(array, a_copy_shares_nothing) {
  int64_t six = 6, dims[] = {2, 3};
  dbx_array *a = NULL, *b = NULL;
  cr_assert_eq(dbx_array_new(DBX_I16, 1, &six, &a), DBX_OK);
  for (int64_t i = 0; i < 6; i++) dbx_array_set(a, i, dbx_scalar_int(i * 1000));
  a->weak = true;
  cr_assert_eq(dbx_array_copy(a, 2, dims, &b), DBX_OK);
  dbx_array_set(a, 5, dbx_scalar_int(-1));
  dbx_array_unref(a);
  cr_expect(b->rank == 2 && b->dims[1] == 3 && b->weak && b->dtype == DBX_I16);
  for (int64_t i = 0; i < 6; i++) cr_expect_eq(dbx_array_at(b, i).i, i * 1000);
  dbx_array_unref(b);
}

Test(array, a_result_does_not_change_the_operand) {
  dbx_array *a = dbx_array_scalar(DBX_I64, dbx_scalar_int(7)), *b = NULL, *c = NULL;
  cr_assert_eq(dbx_array_result(dbx_array_ref(a), true, &b), DBX_OK);
  cr_expect(a != b && b->weak && !a->weak && a->refs == 1);
  cr_expect_eq(dbx_array_at(b, 0).i, 7);
  b->host = true;
  cr_assert_eq(dbx_array_result(b, false, &c), DBX_OK);
  cr_expect(c == b && !c->weak && !c->host, "it had no other holder");
  dbx_array_unref(a), dbx_array_unref(c);
}

Test(array, scalars_of_every_dtype) {
  for (int t = 0; t < DBX_DTYPES; t++) {
    dbx_scalar one = dbx_scalar_convert(dbx_scalar_int(1), DBX_I64, (dbx_dtype)t);
    dbx_array *a = dbx_array_scalar((dbx_dtype)t, one);
    cr_expect(a->rank == 0 && a->size == 1);
    cr_expect(!dbx_scalar_is_zero(dbx_array_at(a, 0), a->dtype));
    dbx_array_unref(a);
  }
}
