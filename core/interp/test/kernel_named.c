// Collective operations after jax.vmap: their axes have numbers. Names are bound nowhere.
#include "prim/named_axis.h"
#include "rows.h"

#include <criterion/criterion.h>

#define OVER(kind, axes) kind "[axes=" axes " axis_index_groups=None] "

static const kernel_row rows[] = {
    {OVER("psum", "(0,)") "a", "i8[3] 1 2 4", "i8[] 7"},
    {OVER("psum", "(0,)") "a b", "i8[2] 1 2; f64[2] 3 4", "i8[] 3; f64[] 7.0"},
    {OVER("pmax", "(0,)") "a", "f64[2] 3 4", "f64[] 4.0"},
    {OVER("pmin", "()") "a", "f64[2] 3 4", "f64[2] 3.0 4.0"},
};

Test(kernel_named, rows) { KERNEL_ROWS(rows); }

Test(kernel_named, names_are_bound_nowhere) {
  dbx_kv kv[] = {{DBX_S_axis_name, dbx_p_text("i")}};
  dbx_dtype type = DBX_I32;
  dbx_array *out;
  dbx_kernel_site s = {dbx_primitive_of(DBX_PRIM_axis_index), NULL, 0, kv, 1, &type, 1};
  cr_expect_eq(dbx_kernel_run(&s, &out), DBX_FAIL);
  cr_expect_str_eq(taken(), "E201 NameError");
  dbx_axis_push(dbx_intern("i"), dbx_dim_int(2));
  cr_expect_eq(dbx_kernel_run(&s, &out), DBX_FAIL);
  cr_expect_str_eq(taken(), "E218 NotImplementedError");
  dbx_axis_pop();
}
