// Structures in words, where two differ, and where a leaf stands.
#include "ir/structure.h"

#include <criterion/criterion.h>

// The words were written by hand from what Python has.
static const struct {
  const char *tree, *words;
} words[] = {
    {"PyTreeDef(*)", "one value"},
    {"PyTreeDef(None)", "None"},
    {"PyTreeDef((*,))", "a tuple of one value"},
    {"PyTreeDef((*, *))", "a tuple of 2 values"},
    {"PyTreeDef([*, *, *])", "a list of 3 values"},
    {"PyTreeDef(())", "an empty tuple"},
    {"PyTreeDef([])", "an empty list"},
    {"PyTreeDef({})", "an empty dictionary"},
    {"PyTreeDef({'a': *})", "a dictionary with the key 'a'"},
    {"PyTreeDef({'a': *, 'b': (*, *), 'c': *})", "a dictionary with the keys 'a', 'b' and 'c'"},
    {"PyTreeDef({(1, 2): *, 'x: y, z': *})", "a dictionary with the keys (1, 2) and 'x: y, z'"},
    {"PyTreeDef(((*, *), *))", "a tuple of a tuple of 2 values and one value"},
    {"PyTreeDef((*, None))", "a tuple of one value and None"},
    {"PyTreeDef([((*, *), *), *])", "a list of a tuple of 2 and one value"},
    {"PyTreeDef((None, None, None, None, None, None, None))", "a tuple of 7"},
    {"PyTreeDef(CustomNode(namedtuple[P], [*, [*, *]]))", "a value of class P"},
    {"PyTreeDef(CustomNode(Box[('it', 3)], [*]))", "a value of class Box"},
    {"something else", "one value"},
};

Test(structure, in_words) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    dbx_buf b = {0};
    dbx_put_structure(&b, words[i].tree);
    cr_expect_str_eq(dbx_text(&b), words[i].words);
    dbx_buf_free(&b);
  }
}

static const struct {
  const char *x, *y, *said; // "": equal
} pairs[] = {
    {"PyTreeDef((*, *))", "PyTreeDef((*, *))", ""},
    {"PyTreeDef(*)", "PyTreeDef(None)", ": one value | None"},
    {"PyTreeDef((*, *))", "PyTreeDef([*, *])", ": a tuple of 2 values | a list of 2 values"},
    {"PyTreeDef((*, (*, *)))", "PyTreeDef((*, (*, *, *)))",
     "[1]: a tuple of 2 values | a tuple of 3 values"},
    {"PyTreeDef(({'a': *, 'b': [*]},))", "PyTreeDef(({'a': *, 'b': *},))",
     "[0]['b']: a list of one value | one value"},
    {"PyTreeDef({'a': *})", "PyTreeDef({'b': *})",
     ": a dictionary with the key 'a' | a dictionary with the key 'b'"},
    {"PyTreeDef(CustomNode(A[1], [*, *]))", "PyTreeDef(CustomNode(A[1], [*, None]))",
     "[1]: one value | None"},
    {"PyTreeDef(CustomNode(A[1], [*]))", "PyTreeDef(CustomNode(B[1], [*]))",
     ": a value of class A | a value of class B"},
    {"PyTreeDef((*, *", "PyTreeDef((*,", ": a tuple of 2 values | a tuple of one value"},
};

Test(structure, where_two_differ) {
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    dbx_buf path = {0}, x = {0}, y = {0}, all = {0};
    if (dbx_structures_differ(pairs[i].x, pairs[i].y, &path, &x, &y))
      dbx_printf(&all, "%s: %s | %s", dbx_text(&path), dbx_text(&x), dbx_text(&y));
    cr_expect_str_eq(dbx_text(&all), pairs[i].said);
    dbx_buf_free(&path), dbx_buf_free(&x), dbx_buf_free(&y), dbx_buf_free(&all);
  }
}

static const struct {
  const char *tree;
  uint32_t leaf;
  const char *path; // NULL: there is no such leaf
} leaves[] = {
    {"PyTreeDef(*)", 0, ""},
    {"PyTreeDef(*)", 1, NULL},
    {"PyTreeDef(None)", 0, NULL},
    {"PyTreeDef((*, *))", 1, "[1]"},
    {"PyTreeDef(({'pos': *, 'vel': *}, *))", 1, "[0]['vel']"},
    {"PyTreeDef(({'pos': *, 'vel': *}, *))", 2, "[1]"},
    {"PyTreeDef((None, [(), *, (*, *)]))", 2, "[1][2][1]"},
    {"PyTreeDef(({'*': *, 'b': *},))", 1, "[0]['b']"},
    {"PyTreeDef((CustomNode(A['*'], [*, *]), *))", 2, "[1]"},
};

Test(structure, where_a_leaf_stands) {
  for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
    dbx_buf b = {0};
    bool found = dbx_put_leaf_path(&b, leaves[i].tree, leaves[i].leaf);
    cr_expect_eq(found, leaves[i].path != NULL);
    if (found) cr_expect_str_eq(dbx_text(&b), leaves[i].path);
    dbx_buf_free(&b);
  }
}
