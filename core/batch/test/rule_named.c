// Collective operations over the axis of the examples, and over others.
#include "batch/batch.h"
#include "mapped.h"
#include "prim/named_axis.h"

#include <criterion/criterion.h>

typedef struct row {
  dbx_prim prim;
  const char *x;    // two examples along axis 0
  const dbx_kv *kv; // of the row
  uint32_t n_kv;
  const char *value; // of all examples, or the diagnostic
} row;

static const dbx_param *sym(const char *s) { return dbx_p_text(s); }

// Over two axes, of which the outer one is i.
static void over_both(const row *r, dbx_buf *b) {
  dbx_val x, e, f, y, z, out;
  cr_assert_eq(expr_eval(r->x, NULL, 0, &x), DBX_OK, "%s: %s", r->x, taken());
  dbx_batch *outer = dbx_batch_begin(dbx_intern("f"), dbx_dim_int(2), dbx_intern("i"));
  cr_assert_eq(dbx_batch_argument(outer, (dbx_mapped){x, 0}, &e), DBX_OK);
  dbx_batch *inner = dbx_batch_begin(dbx_intern("g"), dbx_dim_int(2), dbx_intern("j"));
  cr_assert_eq(dbx_batch_argument(inner, (dbx_mapped){e, 0}, &f), DBX_OK);
  uint32_t n = r->prim != DBX_PRIM_axis_index;
  if (dbx_host_call(r->prim, &f, n, r->kv, r->n_kv, &y, 1) == DBX_OK &&
      dbx_batch_result(inner, &y, 0, &z) == DBX_OK &&
      dbx_batch_result(outer, &z, 0, &out) == DBX_OK)
    put_val(b, &out);
  else dbx_put(b, taken());
  dbx_batch_end(inner), dbx_batch_end(outer);
}

static void check(const row *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    dbx_buf b = {0};
    over_both(&rows[i], &b);
    cr_expect_str_eq(dbx_text(&b), rows[i].value, "row %zu: %s, not %s", i, dbx_text(&b),
                     rows[i].value);
    dbx_buf_free(&b);
  }
}

Test(batch_rule_named, reductions) {
  const dbx_param *i = dbx_axis_item(dbx_intern("i")), *j = dbx_axis_item(dbx_intern("j"));
  dbx_kv none = {DBX_S_axis_index_groups, dbx_p_none()};
  dbx_kv of_i[] = {{DBX_S_axes, dbx_p_tuple(&i, 1)}, none},
         of_j[] = {{DBX_S_axes, dbx_p_tuple(&j, 1)}, none},
         of_both[] = {{DBX_S_axes, dbx_p_tuple((const dbx_param *[]){i, j}, 2)}, none},
         with_number[] = {{DBX_S_axes, dbx_p_tuple((const dbx_param *[]){j, dbx_p_int(0)}, 2)},
                          none};
  const row rows[] = {
      {DBX_PRIM_psum, "jnp.array([[1, 2], [3, 4]])", of_i, 2, "i64[2,2] 4 6 4 6"},
      {DBX_PRIM_psum, "jnp.array([[1, 2], [3, 4]])", of_j, 2, "i64[2,2] 3 3 7 7"},
      {DBX_PRIM_pmax, "jnp.array([[1, 2], [3, 4]])", of_both, 2, "i64[2,2] 4 4 4 4"},
      {DBX_PRIM_pmin, "jnp.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])", with_number, 2,
       "i64[2,2] 1 1 5 5"},
  };
  check(rows, sizeof rows / sizeof *rows);
}

Test(batch_rule_named, places) {
  const dbx_param *there[] = {dbx_p_int(0), dbx_p_int(1)}, *back[] = {dbx_p_int(1), dbx_p_int(0)};
  const dbx_param *swap[] = {dbx_p_tuple(there, 2), dbx_p_tuple(back, 2)};
  dbx_kv i = {DBX_S_axis_name, sym("i")}, j = {DBX_S_axis_name, sym("j")};
  dbx_kv of_i[] = {i, {DBX_S_perm, dbx_p_tuple(swap, 2)}},
         of_j[] = {j, {DBX_S_perm, dbx_p_tuple(swap, 2)}},
         few[] = {j, {DBX_S_perm, dbx_p_tuple(swap, 1)}};
  const row rows[] = {
      {DBX_PRIM_ppermute, "jnp.array([[1, 2], [3, 4]])", of_i, 2, "i64[2,2] 3 4 1 2"},
      {DBX_PRIM_ppermute, "jnp.array([[1, 2], [3, 4]])", of_j, 2, "i64[2,2] 2 1 4 3"},
      {DBX_PRIM_ppermute, "jnp.array([[1, 2], [3, 4]])", few, 2, "E205 AssertionError"},
      {DBX_PRIM_axis_index, "jnp.array([[1, 2], [3, 4]])", &i, 1, "i32[2,2] 0 0 1 1"},
      {DBX_PRIM_axis_index, "jnp.array([[1, 2], [3, 4]])", &j, 1, "i32[2,2] 0 1 0 1"},
  };
  check(rows, sizeof rows / sizeof *rows);
}

Test(batch_rule_named, axes_more_and_less) {
  dbx_kv none = {DBX_S_axis_index_groups, dbx_p_none()}, size = {DBX_S_axis_size, dbx_p_int(2)};
  dbx_kv i = {DBX_S_axis_name, sym("i")}, j = {DBX_S_axis_name, sym("j")},
         plain = {DBX_S_tiled, dbx_p_bool(false)};
  dbx_kv gather_i[] = {{DBX_S_all_gather_dimension, dbx_p_int(0)}, none, i, size, plain},
         gather_j[] = {{DBX_S_all_gather_dimension, dbx_p_int(0)}, none, j, size, plain},
         scatter_i[] = {none, i, size, {DBX_S_scatter_dimension, dbx_p_int(0)}, plain},
         scatter_j[] = {none, j, size, {DBX_S_scatter_dimension, dbx_p_int(0)}, plain},
         to_all_i[] = {none,
                       i,
                       {DBX_S_concat_axis, dbx_p_int(0)},
                       {DBX_S_split_axis, dbx_p_int(0)}},
         to_all_j[] = {
             none, j, {DBX_S_concat_axis, dbx_p_int(0)}, {DBX_S_split_axis, dbx_p_int(0)}};
#define CUBE "jnp.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])"
  const row rows[] = {
      {DBX_PRIM_all_gather, "jnp.array([[1, 2], [3, 4]])", gather_i, 5,
       "i64[2,2,2] 1 3 2 4 1 3 2 4"},
      {DBX_PRIM_all_gather, "jnp.array([[1, 2], [3, 4]])", gather_j, 5,
       "i64[2,2,2] 1 2 1 2 3 4 3 4"},
      {DBX_PRIM_reduce_scatter, CUBE, scatter_i, 5, "i64[2,2] 6 10 8 12"},
      {DBX_PRIM_reduce_scatter, CUBE, scatter_j, 5, "i64[2,2] 4 6 12 14"},
      {DBX_PRIM_all_to_all, CUBE, to_all_i, 4, "i64[2,2,2] 1 5 3 7 2 6 4 8"},
      {DBX_PRIM_all_to_all, CUBE, to_all_j, 4, "i64[2,2,2] 1 3 2 4 5 7 6 8"},
  };
  check(rows, sizeof rows / sizeof *rows);
}
