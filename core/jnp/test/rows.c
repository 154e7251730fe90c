// Taking apart: rows of arrays, elements of sequences.
#include "jnp/ops.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

static V value_of(const char *text) {
  V v;
  cr_assert_eq(expr_eval(text, NULL, 0, &v), DBX_OK, "%s: %s", text, taken());
  return v;
}

static const struct {
  const char *of, *items; // or the diagnostic
} rows[] = {
    {"jnp.array([[1, 2], [3, 4]])", "(i64[2] 1 2, i64[2] 3 4)"},
    {"jnp.zeros((0, 3))", "()"},
    {"jnp.zeros((2, 0))", "(f64[0], f64[0])"},
    {"[1, 2.5]", "(1, 2.5)"},
    {"()", "()"},
    {"jnp.array(3)", "E410 TypeError"},
    {"1", "E410 TypeError"},
    {"None", "E410 TypeError"},
};

Test(rows, items) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const V *item;
    uint32_t n;
    dbx_buf b = {0};
    if (jn_items(value_of(rows[i].of), &item, &n) == DBX_OK) {
      V all = dbx_val_tuple(item, n);
      put_val(&b, &all);
    } else {
      dbx_put(&b, taken());
    }
    cr_expect_str_eq(dbx_text(&b), rows[i].items, "%s: %s", rows[i].of, dbx_text(&b));
    dbx_buf_free(&b);
  }
}

Test(rows, of_a_length_that_only_a_run_knows) {
  traced x;
  const V *item;
  uint32_t n;
  V row;
  traced_begin(&x, "n:i64[] implicit, a:f64[n,3], b:f64[2,n]");
  V a = traced_get(&x, "a"), b = traced_get(&x, "b");
  cr_expect_eq(jn_items(a, &item, &n), DBX_FAIL);
  cr_expect_str_eq(taken(), "E403 TracerIntegerConversionError");
  cr_expect(jn_items(b, &item, &n) == DBX_OK && n == 2, "only the first axis counts");
  cr_expect(dbx_row(&a, 0, &row) == DBX_OK && jn_rank(row) == 1, "a single row can be taken");
  traced_end(&x);
}

static const expr_row chosen[] = {
    {"jnp.select([jnp.array([True, False]), jnp.array([True, True])], [jnp.array([1, 2]), "
     "jnp.array([3, 4])])",
     "i64[2] 1 4"},
    {"jnp.select([jnp.array([False])], [jnp.array([1])], 7)", "i64[1] 7"},
    {"jnp.select([], [])", "E208 ValueError"},
    {"jnp.select([jnp.array([True])], [])", "E208 ValueError"},
};
Test(rows, choices) { EXPR_ROWS(chosen); }
