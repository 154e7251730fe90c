// What gather and scatter get of an index of an array of shape (4, 5, 6).
#include "jnp/index.h"
#include "unit/traced.h"

#include <criterion/criterion.h>
#include <string.h>

static void put_ints(dbx_buf *b, const char *name, const int64_t *i, uint32_t n) {
  dbx_printf(b, "%s", name);
  for (uint32_t k = 0; k < n; k++) dbx_printf(b, "%s%d", k ? "," : "", (int)i[k]);
}

static void put_shape(dbx_buf *b, const char *name, S s) {
  dbx_put(b, name);
  for (uint32_t k = 0; k < s.n; k++) {
    if (k) dbx_put(b, ",");
    dbx_put_dim(b, s.d[k], NULL);
  }
}

// The result's shape, the slices, which axes of the slices stay, which are taken, by what.
static const struct {
  const char *index, *is;
} rows[] = {
    {"0", "shape 5,6 slices 1,5,6 offset 0,1 collapsed 0 map 0"},
    {"(0, 1, 2)", "shape  slices 1,1,1 offset  collapsed 0,1,2 map 0,1,2"},
    {"jnp.array([0, 1])", "shape 2,5,6 slices 1,5,6 offset 1,2 collapsed 0 map 0"},
    {"(jnp.array([0, 1]), jnp.array([[2], [3]]))",
     "shape 2,2,6 slices 1,1,6 offset 2 collapsed 0,1 map 0,1"},
    // index arrays that are apart (a number is one here): their axes come first
    {"(jnp.array([0, 1]), None, 2)", "shape 2,1,6 slices 1,1,6 offset 1 collapsed 0,1 map 0,1"},
    {"None", "shape 1,4,5,6 slices 4,5,6 offset 0,1,2 collapsed  map "},
};

Test(indexer, operands_of_gather) {
  S shape = jn_shape_of_ints((int64_t[]){4, 5, 6}, 3);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    V index;
    items w = {0};
    indexer g;
    dbx_buf b = {0};
    cr_assert_eq(expr_eval(rows[i].index, NULL, 0, &index), DBX_OK);
    cr_assert_eq(jn_read_index(index, shape, &w), DBX_OK, "%s", taken());
    cr_assert_eq(jn_make_indexer(shape, &w, &g), DBX_OK, "%s", taken());
    put_shape(&b, "shape ", g.slice), put_shape(&b, " slices ", g.gather);
    put_ints(&b, " offset ", g.offset, g.n_offset);
    put_ints(&b, " collapsed ", g.collapsed, g.n_collapsed);
    put_ints(&b, " map ", g.map, g.n_map);
    cr_expect_str_eq(dbx_text(&b), rows[i].is, "%s: %s", rows[i].index, dbx_text(&b));
    dbx_buf_free(&b);
  }
}

Test(indexer, index_arrays_have_to_fit_each_other) {
  V index;
  items w = {0};
  indexer g;
  S shape = jn_shape_of_ints((int64_t[]){4, 5, 6}, 3);
  cr_assert_eq(expr_eval("(jnp.array([0, 1]), jnp.array([0, 1, 2]))", NULL, 0, &index), DBX_OK);
  cr_assert_eq(jn_read_index(index, shape, &w), DBX_OK);
  cr_expect_eq(jn_make_indexer(shape, &w, &g), DBX_FAIL);
  cr_expect_str_eq(taken(), "E301 ValueError");
}

Test(indexer, names_of_modes) {
  static const struct {
    const char *given, *gather, *scatter; // given NULL: None
  } modes[] = {{NULL, "GatherScatterMode.PROMISE_IN_BOUNDS", "GatherScatterMode.FILL_OR_DROP"},
               {"clip", "GatherScatterMode.CLIP", "GatherScatterMode.CLIP"},
               {"fill", "GatherScatterMode.FILL_OR_DROP", "GatherScatterMode.FILL_OR_DROP"},
               {"drop", "GatherScatterMode.FILL_OR_DROP", "GatherScatterMode.FILL_OR_DROP"},
               {"promise_in_bounds", "GatherScatterMode.PROMISE_IN_BOUNDS",
                "GatherScatterMode.PROMISE_IN_BOUNDS"}};
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    for (int scatter = 0; scatter < 2; scatter++) {
      V v = modes[i].given ? (V){.kind = DBX_V_STR, .str = dbx_intern(modes[i].given)}
                           : dbx_val_none();
      const char *have = jn_mode_text(v, scatter),
                 *want = scatter ? modes[i].scatter : modes[i].gather;
      cr_expect_str_eq(have, want, "%s", have);
    }
}
