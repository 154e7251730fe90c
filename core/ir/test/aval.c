// Lengths are words that drop no bit; types are interned: equal handle, equal type.
#include "ir/aval.h"

#include <criterion/criterion.h>

Test(aval, words_hold_the_whole_range) {
  static const int64_t numbers[] = {0, 1, 2, INT32_MAX, UINT32_MAX, INT64_C(1) << 62, INT64_MAX};
  static const int64_t handles[] = {0, 1, INT32_MAX, UINT32_MAX - 1, UINT32_MAX};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    dbx_dim d = dbx_dim_int(numbers[i]);
    cr_expect(dbx_dim_is_int(d) && !dbx_dim_is_var(d) && dbx_dim_kind_of(d) == DBX_DIM_INT);
    cr_expect_eq(dbx_dim_value(d), numbers[i]);
  }
  for (int kind = DBX_DIM_VAR; kind <= DBX_DIM_OUTDB; kind++)
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++) {
      dbx_dim d = dbx_dim_make((dbx_dim_kind)kind, handles[i]);
      cr_expect(dbx_dim_kind_of(d) == (dbx_dim_kind)kind && dbx_dim_value(d) == handles[i]);
      cr_expect_eq(dbx_dim_is_var(d), kind == DBX_DIM_VAR);
      cr_expect_neq(d, dbx_dim_int(handles[i]), "no number");
    }
}

Test(aval, what_is_no_length_is_unknown) {
  static const int64_t none[] = {-1, INT64_MIN, (int64_t)UINT32_MAX + 1, INT64_MAX};
  for (int i = 0; i < 2; i++) {
    cr_expect_eq(dbx_dim_kind_of(dbx_dim_int(none[i])), DBX_DIM_UNKNOWN);
    cr_expect_eq(dbx_dim_kind_of(dbx_dim_make(DBX_DIM_INT, none[i])), DBX_DIM_UNKNOWN);
  }
  for (int i = 0; i < 4; i++)
    cr_expect_eq(dbx_dim_kind_of(dbx_dim_make(DBX_DIM_DB, none[i])), DBX_DIM_UNKNOWN);
}

Test(aval, equal_types_are_one) {
  dbx_dim dims[] = {dbx_dim_int(3), dbx_dim_var(7), dbx_dim_int(0)};
  dbx_aval a = dbx_aval_of(DBX_F64, false, 3, dims);
  cr_expect_neq(a, 0);
  cr_expect_eq(a, dbx_aval_of(DBX_F64, false, 3, (dbx_dim[]){dims[0], dims[1], dims[2]}));
  dbx_aval others[] = {
      dbx_aval_of(DBX_F32, false, 3, dims),
      dbx_aval_of(DBX_F64, true, 3, dims),
      dbx_aval_of(DBX_F64, false, 2, dims),
      dbx_aval_of(DBX_F64, false, 0, NULL),
      dbx_aval_of(DBX_F64, false, 3, (dbx_dim[]){dims[1], dims[0], dims[2]}),
      dbx_aval_of(DBX_F64, false, 3, (dbx_dim[]){dims[0], dbx_dim_int(7), dims[2]})};
  enum { N = sizeof others / sizeof *others };
  for (int i = 0; i < N; i++) {
    cr_expect_neq(a, others[i], "type %d", i);
    for (int k = 0; k < i; k++) cr_expect_neq(others[i], others[k]);
  }
}

Test(aval, many_types_stay_where_they_are) {
  enum { N = 20000 };
  static dbx_aval a[N];
  static const dbx_aval_info *at[N];
  for (int i = 0; i < N; i++) {
    dbx_dim d = dbx_dim_int(i);
    a[i] = dbx_aval_of(DBX_I64, false, 1, &d);
    at[i] = dbx_aval_at(a[i]);
  }
  for (int i = 0; i < N; i++) {
    dbx_dim d = dbx_dim_int(i);
    cr_assert_eq(dbx_aval_of(DBX_I64, false, 1, &d), a[i]);
    cr_assert(dbx_aval_at(a[i]) == at[i] && dbx_dim_value(at[i]->dims[0]) == i);
  }
}

Test(aval, more_axes_than_anybody_needs) {
  enum { RANK = 100 };
  dbx_dim dims[RANK];
  for (int i = 0; i < RANK; i++) dims[i] = dbx_dim_int(i);
  const dbx_aval_info *v = dbx_aval_at(dbx_aval_of(DBX_BOOL, false, RANK, dims));
  cr_assert_eq(v->rank, RANK);
  for (int i = 0; i < RANK; i++) cr_assert_eq(v->dims[i], dims[i]);
  cr_expect(!v->dynamic);
}

static dbx_dim longer(void *n, dbx_dim d) {
  ++*(int *)n;
  return dbx_dim_is_int(d) ? d : dbx_dim_int(9);
}

Test(aval, the_same_type_but) {
  dbx_dim dims[] = {dbx_dim_var(1), dbx_dim_int(2)}, two[] = {dbx_dim_int(9), dbx_dim_int(2)};
  dbx_aval a = dbx_aval_of(DBX_F64, true, 2, dims), b;
  int n = 0;
  cr_expect(dbx_aval_at(a)->dynamic);
  b = dbx_aval_with_dims(a, two);
  cr_expect_eq(b, dbx_aval_of(DBX_F64, true, 2, two));
  cr_expect(!dbx_aval_at(b)->dynamic);
  cr_expect_eq(dbx_aval_map(a, longer, &n), b);
  cr_expect_eq(n, 2);
  cr_expect_eq(dbx_aval_map(b, longer, &n), b);
  cr_expect_eq(n, 2, "a type without variables stays as it is");
  cr_expect_eq(dbx_aval_strong(a), dbx_aval_of(DBX_F64, false, 2, dims));
  cr_expect_eq(dbx_aval_with_type(a, DBX_F64, true), a);
  cr_expect_eq(dbx_aval_with_type(a, DBX_I8, false), dbx_aval_of(DBX_I8, false, 2, dims));
}

Test(aval, sizes_are_scalars) {
  dbx_dim one = dbx_dim_int(1);
  for (int i = 0; i < DBX_DTYPES; i++) {
    dbx_dtype t = (dbx_dtype)i;
    cr_expect_eq(dbx_aval_is_int_scalar(dbx_aval_scalar(t, true)), dbx_is_integer(t));
    cr_expect_eq(dbx_aval_is_size(dbx_aval_scalar(t, false)), dbx_is_integer(t) || t == DBX_BOOL);
    cr_expect(!dbx_aval_is_size(dbx_aval_of(t, false, 1, &one)));
  }
}
