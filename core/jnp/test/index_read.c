// The entries of an index with the axes that they take, for arrays of shape (4, 5, 6).
#include "jnp/index.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

// An entry each: i an integer, s a slice, n a new axis, a an array, with its axis.
static const char *items_text(const items *w) {
  static char text[64];
  uint32_t n = 0;
  for (uint32_t i = 0; i < w->n; i++) {
    text[n++] = "isna"[w->at[i].kind];
    if (w->at[i].kind != ITEM_NEWAXIS) text[n++] = (char)('0' + w->at[i].axis);
  }
  text[n] = 0;
  return text;
}

#define MASK "jnp.array([True, False, False, True])"

static const struct {
  const char *index, *items; // or the diagnostic
  bool advanced;
} rows[] = {
    {"()", "s0s1s2", false}, // what is not named is whole
    {"1", "i0s1s2", false},
    {"(1, None, 2)", "i0ni1s2", false},
    {"(None, None)", "nns0s1s2", false},
    {"jnp.array(1)", "i0s1s2", false},
    {"jnp.array([1, 2])", "a0s1s2", true},
    {"([1, 2], 0)", "a0i1s2", true},
    {"([],)", "a0s1s2", true},
    {MASK, "a0s1s2", true},
    {"(0, 1, 2, 3)", "E309 IndexError", false},
    {"jnp.ones((4, 5), 'bool')", "a0a1s2", true}, // a mask takes as many axes as it has
    {"jnp.ones((4, 5, 6, 1), 'bool')", "E309 IndexError", false},
    {"jnp.ones(5, 'bool')", "E309 IndexError", false},
    {"1.0", "E309 TypeError", false},
    {"True", "E309 TypeError", false},
    {"jnp.array(True)", "E309 TypeError", false},
    {"jnp.array([1.0])", "E309 TypeError", false},
    {"'a'", "E309 TypeError", false},
    {"[1, 2]", "E309 TypeError", false}, // a list is no index, in a tuple it is one
};

Test(index_read, entries) {
  S shape = jn_shape_of_ints((int64_t[]){4, 5, 6}, 3);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    V index;
    items w = {0};
    cr_assert_eq(expr_eval(rows[i].index, NULL, 0, &index), DBX_OK);
    dbx_status st = jn_read_index(index, shape, &w);
    const char *have = st == DBX_OK ? items_text(&w) : taken();
    cr_expect_str_eq(have, rows[i].items, "%s: %s", rows[i].index, have);
    if (st == DBX_OK) cr_expect_eq(w.advanced, rows[i].advanced, "%s", rows[i].index);
  }
}

Test(index_read, an_ellipsis_is_the_axes_that_are_left) {
  S shape = jn_shape_of_ints((int64_t[]){4, 5, 6}, 3);
  V dots = {.kind = DBX_V_ELLIPSIS}, one = jn_int(1);
  const struct {
    V index[3];
    uint32_t n;
    const char *items;
  } dotted[] = {{{dots}, 1, "s0s1s2"},
                {{one, dots}, 2, "i0s1s2"},
                {{dots, one}, 2, "s0s1i2"},
                {{one, dots, one}, 3, "i0s1i2"},
                {{dots, one, dots}, 3, "E309 IndexError"}};
  for (size_t i = 0; i < sizeof dotted / sizeof *dotted; i++) {
    items w = {0};
    dbx_status st = jn_read_index(jn_tuple(dotted[i].index, dotted[i].n), shape, &w);
    cr_expect_str_eq(st == DBX_OK ? items_text(&w) : taken(), dotted[i].items, "row %zu", i);
  }
}

Test(index_read, a_mask_is_the_places_where_it_holds) {
  S shape = jn_shape_of_ints((int64_t[]){4}, 1);
  V mask;
  items w = {0};
  dbx_buf b = {0};
  cr_assert_eq(expr_eval(MASK, NULL, 0, &mask), DBX_OK);
  cr_assert_eq(jn_read_index(mask, shape, &w), DBX_OK);
  put_val(&b, &w.at[0].v);
  cr_expect_str_eq(dbx_text(&b), "i64[2] 0 3");
  dbx_buf_free(&b);
  traced x;
  traced_begin(&x, "m:bool[4]");
  w = (items){0};
  cr_assert_eq(jn_read_index(traced_get(&x, "m"), shape, &w), DBX_OK);
  cr_expect_not(jn_static(jn_shape(w.at[0].v)), "how many only a run knows");
  traced_end(&x);
}
