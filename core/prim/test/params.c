// Readers of parameters.
#include "prim/prim.h"

#include <criterion/criterion.h>

static const dbx_param *ints(int n, int64_t a, int64_t b) {
  return dbx_p_ints((int64_t[]){a, b}, (uint32_t)n);
}

Test(params, integers_of_a_tuple) {
  uint32_t n;
  const int64_t *i = dbx_param_ints(ints(2, 4, 7), &n);
  cr_expect(n == 2 && i[0] == 4 && i[1] == 7);
  const dbx_param *items[] = {dbx_p_none(), dbx_p_int(3)};
  i = dbx_param_ints(dbx_p_tuple(items, 2), &n);
  cr_expect(n == 2 && i[0] == -1 && i[1] == 3, "None is -1");
  (void)dbx_param_ints(NULL, &n);
  cr_expect_eq(n, 0);
  (void)dbx_param_ints(dbx_p_int(3), &n);
  cr_expect_eq(n, 0, "no tuple");
  dbx_kv kv[] = {{dbx_intern("axis"), dbx_p_int(5)}};
  cr_expect_eq(dbx_param_int(kv, 1, dbx_intern("axis")), 5);
  cr_expect_eq(dbx_param_int(kv, 1, dbx_intern("other")), 0);
}

static const dbx_param *pair(const dbx_param *a, const dbx_param *b) {
  return dbx_p_tuple((const dbx_param *[]){a, b}, 2);
}

Test(params, dimension_numbers_of_a_product) {
  dbx_dot_dims d;
  cr_expect(dbx_parse_dot_dims(
      pair(pair(ints(1, 1, 0), ints(1, 2, 0)), pair(ints(0, 0, 0), ints(0, 0, 0))), &d));
  cr_expect(d.n_contract == 1 && d.n_batch == 0);
  cr_expect(d.lhs_contract[0] == 1 && d.rhs_contract[0] == 2);
  const dbx_param *none = pair(ints(0, 0, 0), ints(0, 0, 0));
  const dbx_param *malformed[] = {NULL, dbx_p_int(1), ints(2, 1, 1),
                                  pair(pair(ints(2, 1, 0), ints(1, 2, 0)), none),
                                  pair(pair(pair(none, none), ints(0, 0, 0)), none)};
  for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
    cr_expect(!dbx_parse_dot_dims(malformed[i], &d), "row %zu", i);
}

Test(params, modes_of_an_index) {
  cr_expect_eq(dbx_parse_mode(dbx_p_text("GatherScatterMode.FILL_OR_DROP")), DBX_MODE_FILL);
  cr_expect_eq(dbx_parse_mode(dbx_p_text("1")), DBX_MODE_FILL);
  cr_expect_eq(dbx_parse_mode(dbx_p_text("GatherScatterMode.PROMISE_IN_BOUNDS")), DBX_MODE_PROMISE);
  cr_expect_eq(dbx_parse_mode(dbx_p_text("GatherScatterMode.CLIP")), DBX_MODE_CLIP);
  cr_expect_eq(dbx_parse_mode(NULL), DBX_MODE_CLIP);
}
