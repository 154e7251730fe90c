// Parameters are interned: equal value, equal pointer, whatever they were made from.
#include "ir/param.h"

#include <criterion/criterion.h>
#include <math.h>

Test(param, equal_values_are_one_and_others_are_not) {
  int jaxprs[2];
  for (int round = 0; round < 2; round++) {
    static const dbx_param *first[64];
    const dbx_param *one = dbx_p_int(1), *none = dbx_p_none();
    const dbx_param *nested[] = {dbx_p_tuple(&one, 1), none};
    dbx_sym keys[] = {dbx_intern("a"), dbx_intern("b")}, other[] = {keys[1], keys[0]};
    const dbx_param *all[] = {
        none,
        dbx_p_bool(false),
        dbx_p_bool(true),
        dbx_p_int(0),
        one,
        dbx_p_int(-1),
        dbx_p_int(INT64_MIN),
        dbx_p_int(INT64_MAX),
        dbx_p_scalar(DBX_F64, dbx_scalar_f(0)),
        dbx_p_scalar(DBX_F64, dbx_scalar_f(-0.0)),
        dbx_p_scalar(DBX_F32, dbx_scalar_f(0)),
        dbx_p_scalar(DBX_F64, dbx_scalar_f(NAN)),
        dbx_p_dtype(DBX_BOOL),
        dbx_p_dtype(DBX_F64),
        dbx_p_text(""),
        dbx_p_text("CLIP"),
        dbx_p_tuple(NULL, 0),
        dbx_p_list(NULL, 0),
        dbx_p_tuple(&one, 1),
        dbx_p_list(&one, 1),
        dbx_p_tuple(nested, 2),
        dbx_p_ints((int64_t[]){1, 2}, 2),
        dbx_p_ints((int64_t[]){2, 1}, 2),
        dbx_p_record("R", keys, nested, 2),
        dbx_p_record("R", other, nested, 2),
        dbx_p_record("S", keys, nested, 2),
        dbx_p_record("R", NULL, NULL, 0),
        dbx_p_jaxpr((struct dbx_jaxpr *)&jaxprs[0]), // by identity
        dbx_p_jaxpr((struct dbx_jaxpr *)&jaxprs[1]),
        dbx_p_aval(dbx_aval_scalar(DBX_F64, false)),
        dbx_p_aval(dbx_aval_scalar(DBX_F64, true)),
        dbx_p_host("f", 1),
        dbx_p_host("f", 2),
        dbx_p_host("g", 1),
    };
    enum { N = sizeof all / sizeof *all };
    for (int i = 0; i < N; i++) {
      if (round) cr_expect_eq(all[i], first[i], "value %d is another one now", i);
      for (int k = 0; k < i; k++) cr_expect_neq(all[i], all[k], "%d and %d", i, k);
      first[i] = all[i];
    }
  }
  cr_expect_eq(dbx_p_text("CLIP"), dbx_p_sym(dbx_intern("CLIP")));
}

Test(param, items_are_copies_of_the_callers) {
  const dbx_param *items[] = {dbx_p_int(1), dbx_p_int(2)};
  const dbx_param *t = dbx_p_tuple(items, 2);
  items[0] = items[1] = NULL;
  cr_expect(t->n == 2 && t->item[0]->i == 1 && t->item[1]->i == 2);
  cr_expect_eq(t, dbx_p_ints((int64_t[]){1, 2}, 2));
}

Test(param, looked_up_by_key) {
  dbx_sym a = dbx_intern("a"), b = dbx_intern("b"), c = dbx_intern("c");
  const dbx_param *one = dbx_p_int(1), *two = dbx_p_int(2);
  dbx_kv kvs[] = {{a, one}, {b, two}};
  cr_expect_eq(dbx_param_find(kvs, 2, b), two);
  cr_expect_null(dbx_param_find(kvs, 1, b));
  cr_expect_null(dbx_param_find(NULL, 0, a));
  const dbx_param *r = dbx_p_record("R", (dbx_sym[]){b, a}, (const dbx_param *[]){one, two}, 2);
  cr_expect_eq(dbx_param_field(r, a), two);
  cr_expect_null(dbx_param_field(r, c));
  cr_expect_null(dbx_param_field(dbx_p_int(1), a), "only records have fields");
}
