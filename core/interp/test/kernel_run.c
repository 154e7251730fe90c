// Running a kernel by its primitive: each has one, and an interrupt takes back what it made.
#include "base/poll.h"
#include "interp/interp.h"

#include <criterion/criterion.h>

static dbx_kernel_site add_of(dbx_array **in, const dbx_dtype *t) {
  return (dbx_kernel_site){dbx_primitive_of(DBX_PRIM_add), in, 2, NULL, 0, t, 1, false};
}

Test(kernel_run, a_result_is_new) {
  dbx_array *x = dbx_array_scalar(DBX_I64, dbx_scalar_int(2)), *in[] = {x, x}, *out;
  dbx_dtype t = DBX_I64;
  dbx_kernel_site s = add_of(in, &t);
  cr_assert_eq(dbx_kernel_run(&s, &out), DBX_OK);
  cr_assert_eq(dbx_array_at(out, 0).i, 4);
  cr_assert_eq(dbx_array_at(x, 0).i, 2);
  dbx_array_unref(out), dbx_array_unref(x);
}

Test(kernel_run, an_interrupt_leaves_nothing) {
  dbx_array *x = dbx_array_scalar(DBX_I64, dbx_scalar_int(2)), *in[] = {x, x}, *out;
  dbx_dtype t = DBX_I64;
  dbx_kernel_site s = add_of(in, &t);
  dbx_stop_ask(DBX_STOP_INTERRUPT);
  cr_assert_eq(dbx_kernel_run(&s, &out), DBX_FAIL);
  cr_assert_eq(dbx_diag_pending()->code, DBX_E704);
  cr_assert_null(out);
  cr_assert(!dbx_stopping());
  dbx_diag_forget();
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  dbx_array_unref(x);
}
