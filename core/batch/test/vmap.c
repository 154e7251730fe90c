// Arguments and results of a mapped function.
#include "batch/batch.h"
#include "mapped.h"

#include <criterion/criterion.h>

static dbx_val value(const char *text) {
  dbx_val v;
  cr_assert_eq(expr_eval(text, NULL, 0, &v), DBX_OK, "%s: %s", text, taken());
  return v;
}

Test(batch_vmap, what_is_the_same_in_all_examples_is_a_value) {
  dbx_batch *b = dbx_batch_begin(dbx_intern("f"), dbx_dim_int(2), 0);
  dbx_val x = value("jnp.array([[1, 2], [3, 4]])"), y = value("jnp.array([1, 2])"), ex, ey, r;
  cr_assert_eq(dbx_batch_argument(b, (dbx_mapped){x, 0}, &ex), DBX_OK);
  cr_assert_eq(dbx_batch_argument(b, (dbx_mapped){y, DBX_UNMAPPED}, &ey), DBX_OK);
  cr_expect(ex.kind == DBX_V_TRACER && ey.kind == DBX_V_ARRAY);
  expr_name names[] = {{"x", ex}, {"y", ey}};
  cr_assert_eq(expr_eval("jnp.sum(y)", names, 2, &r), DBX_OK);
  cr_expect_eq(r.kind, DBX_V_ARRAY, "Python may decide by it");
  cr_assert_eq(expr_eval("x * jnp.sum(y)", names, 2, &r), DBX_OK);
  cr_expect_eq(r.kind, DBX_V_TRACER);
  dbx_batch_end(b);
}

Test(batch_vmap, axes_of_results) {
  dbx_batch *b = dbx_batch_begin(dbx_intern("f"), dbx_dim_int(2), 0);
  dbx_val x = value("jnp.array([[1, 2], [3, 4]])"), e, r;
  dbx_buf text = {0};
  cr_assert_eq(dbx_batch_argument(b, (dbx_mapped){x, 0}, &e), DBX_OK);
  cr_assert_eq(dbx_batch_result(b, &e, -1, &r), DBX_OK);
  put_val(&text, &r);
  cr_expect_str_eq(dbx_text(&text), "i64[2,2] 1 3 2 4");
  cr_expect_eq(dbx_batch_result(b, &e, 2, &r), DBX_FAIL);
  cr_expect_str_eq(taken(), "E208 ValueError");
  cr_expect_eq(dbx_batch_result(b, &e, DBX_NO_AXIS, &r), DBX_FAIL);
  cr_expect_str_eq(taken(), "E208 ValueError");
  cr_expect_eq(dbx_batch_argument(b, (dbx_mapped){value("jnp.zeros(3)"), 0}, &r), DBX_FAIL);
  cr_expect_str_eq(taken(), "E304 ValueError");
  dbx_batch_end(b);
  dbx_buf_free(&text);
}

#define N "n:i64[] implicit, m:i64[] implicit, x:f64[n,3], y:f64[m,3]"

static const mapped_row lengths[] = {
    {N, "1 -", "x + y[:, 0]", "E301 ValueError"},
    {N, "0 0", "x + y", "E304 ValueError"},
    {"n:i64[] implicit, x:f64[n,3]", "0", "jnp.zeros(2)",
     "convert_element_type broadcast_in_dim broadcast_in_dim -> f64[?,2]"},
};
Test(batch_vmap, lengths) { MAPPED_ROWS(lengths); }
