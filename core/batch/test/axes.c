// Where the axis of examples goes.
#include "batch/rule.h"
#include "unit/traced.h"

#include <criterion/criterion.h>

static const char *type_of(V v) { return dbx_aval_text(dbx_val_aval(&v)); }

Test(batch_axes, moving) {
  traced x;
  traced_begin(&x, "a:f64[2,3,4], s:f64[]");
  V a = traced_get(&x, "a"), s = traced_get(&x, "s");
  cr_expect_str_eq(type_of(batch_move(a, 2, 0)), "f64[4,2,3]");
  cr_expect_eq(batch_move(a, 1, 1).tracer, a.tracer, "nothing moves");
  cr_expect_str_eq(type_of(batch_spread(a, dbx_dim_int(5), 1)), "f64[2,5,3,4]");
  cr_expect_str_eq(type_of(batch_spread(s, dbx_dim_int(5), 0)), "f64[5]");
  cr_expect_str_eq(type_of(batch_front((dbx_mapped){a, 1}, dbx_dim_int(3))), "f64[3,2,4]");
  cr_expect_str_eq(type_of(batch_front((dbx_mapped){a, DBX_UNMAPPED}, dbx_dim_int(7))),
                   "f64[7,2,3,4]");
  cr_expect_str_eq(type_of(batch_match((dbx_mapped){a, 0}, dbx_dim_int(2), 2)), "f64[3,4,2]");
  traced_end(&x);
}

Test(batch_axes, numbers) {
  const int64_t *all = batch_shifted((int64_t[]){0, 2}, 2, 0);
  cr_expect(all[0] == 0 && all[1] == 1 && all[2] == 3);
  all = batch_shifted((int64_t[]){0, 2}, 2, DBX_UNMAPPED);
  cr_expect(all[0] == 1 && all[1] == 3);
  cr_expect(batch_axis(1, 2) == 1 && batch_axis(2, 2) == 3 && batch_axis(0, 0) == 1);
}
