// What rules ask of their equation: parameters and shapes, with lengths that may be mapped.
#include "batch/rule.h"
#include "unit/expr.h"

#include <criterion/criterion.h>
#include <string.h>

static const dbx_param *traced_length(void) {
  const dbx_param *item[] = {dbx_p_int(3), dbx_p_none()};
  return dbx_p_tuple(item, 2);
}

Test(batch_site, shape) {
  dbx_kv kv[] = {{DBX_S_dimension, dbx_p_int(0)}, {DBX_S_shape, traced_length()}};
  dbx_eqn e = {.prim = dbx_primitive_of(DBX_PRIM_iota), .params = kv, .n_params = 2, .n_in = 1};
  dbx_mapped in = {jn_int(4), DBX_UNMAPPED};
  batch_site s = {.e = &e, .in = &in, .size = dbx_dim_int(5)};
  S shape;
  cr_assert_eq(batch_shape(&s, DBX_S_shape, 0, &shape), DBX_OK);
  cr_assert_eq(shape.n, 2);
  cr_expect(shape.d[0] == dbx_dim_int(3) && shape.d[1] == dbx_dim_int(4));
  in.axis = 0;
  cr_expect_eq(batch_shape(&s, DBX_S_shape, 0, &shape), DBX_FAIL);
  cr_expect_eq(strncmp(taken(), "E302", 4), 0, "one length for all examples");
}

Test(batch_site, params) {
  dbx_kv kv[] = {{DBX_S_dimension, dbx_p_int(0)}, {DBX_S_shape, traced_length()}};
  dbx_eqn e = {.prim = dbx_primitive_of(DBX_PRIM_iota), .params = kv, .n_params = 2};
  batch_site s = {.e = &e};
  dbx_kv with = {DBX_S_dimension, dbx_p_int(1)};
  const dbx_kv *got = batch_params(&s, &with, 1);
  cr_expect_eq(got[0].val->i, 1);
  cr_expect_eq(got[1].val, kv[1].val, "the others stay");
}

Test(batch_site, none) {
  dbx_eqn e = {.prim = dbx_primitive_of(DBX_PRIM_iota)};
  batch_site s = {.e = &e};
  cr_expect_eq(dbx_batch_none(&s, NULL), DBX_FAIL);
  cr_expect_str_eq(taken(), "E218 NotImplementedError");
}
