// A tape owns what its operations hold.
#include "drawn.h"

#include <criterion/criterion.h>

Test(tape, lists_are_copied_and_arrays_kept) {
  traced x;
  traced_begin(&x, "a:f64[]");
  dbx_array *m = dbx_array_scalar(DBX_F64, dbx_scalar_f(2));
  dbx_val wire = dbx_val_int(3), param = dbx_val_array(m);
  dbx_tape *t = dbx_tape_new(x.frame);
  dbx_tape_op op = drawn_gate("RX", &wire, 1);
  op.params = (dbx_tape_values){&param, 1};
  dbx_tape_put(t, &op);
  wire = dbx_val_int(9);
  cr_expect_eq(t->ops.n, 1);
  cr_expect_eq(t->ops.at[0].wires.at[0].i, 3);
  cr_expect_eq(m->refs, 2);
  traced_end(&x);
  cr_expect_eq(m->refs, 1);
  dbx_array_unref(m);
}
