// Sizes as data: exact numbers of Python, or equations where only a run knows them.
#include "jnp/ops.h"
#include "unit/traced.h"

#include <criterion/criterion.h>

static const char *val_text(V v) {
  static dbx_buf b;
  dbx_clear(&b);
  put_val(&b, &v);
  return dbx_text(&b);
}

Test(sizes, sizes_are_exact) {
  int64_t dims[] = {3, 0, 7};
  cr_expect(jn_static(jn_shape_of_ints(dims, 3)));
  cr_expect_eq(jn_scalar_shape().n, 0);
  cr_expect_str_eq(val_text(jn_product(jn_shape_of_ints(dims, 3).d, 3)), "0");
  cr_expect_str_eq(val_text(jn_product(NULL, 0)), "1");
  cr_expect_str_eq(val_text(jn_size_of(DBX_PRIM_sub, jn_int(3), jn_int(5))), "-2");
  cr_expect(bad(jn_size_of(DBX_PRIM_mul, jn_int(INT64_MAX), jn_int(2))));
  cr_expect_str_eq(taken(), "E708 OverflowError");
  traced x;
  traced_begin(&x, "n:i64[] implicit, a:f64[n,2]");
  cr_expect_eq(jn_size(traced_get(&x, "a")).kind, DBX_V_TRACER);
  cr_expect_gt(x.frame->eqns.n, 0, "a size that only a run knows is computed by it");
  V n = traced_get(&x, "n");
  cr_expect_eq(jn_dim_value(dbx_dim_var(n.tracer)).tracer, n.tracer);
  traced_end(&x);
}

// Of an axis of a length that only a run knows: computed unless the padding changes nothing.
Test(sizes, lengths_of_what_is_padded) {
  static const struct {
    jn_padding config;
    bool computed;
  } rows[] = {{{0, 0, 0}, false}, {{1, 2, 0}, true}, {{-1, 0, 0}, true}, {{0, 0, 1}, true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    traced x;
    traced_begin(&x, "n:i64[] implicit, a:f64[n]");
    V a = traced_get(&x, "a"), r = lax_pad(a, jn_float(0), &rows[i].config);
    cr_expect_eq(x.frame->eqns.n > 1, rows[i].computed, "padding %zu", i);
    cr_expect_eq(jn_same_shape(jn_shape(r), jn_shape(a)), !rows[i].computed, "padding %zu", i);
    traced_end(&x);
  }
}
