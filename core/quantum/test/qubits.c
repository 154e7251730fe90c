// Qubits are taken out late and put back late: section 3 of the observed rules.
#include "quantum/qubits.h"
#include "base/poll.h"
#include "drawn.h"

#include <criterion/criterion.h>

static dbx_qubits begin(traced *x) {
  dbx_var reg;
  traced_begin(x, "k:i64[], a:f64[]");
  dbx_qubits q = {.frame = x->frame};
  dbx_atom two = dbx_literal_int(2);
  cr_assert_eq(qubits_bind(&q, DBX_PRIM_qalloc, &two, 1, NULL, 0, &reg, 1), DBX_OK);
  q.reg = reg;
  return q;
}

static void use(dbx_qubits *q, dbx_val *wires, uint32_t n, bool keep) {
  dbx_atom got[4];
  cr_assert_eq(qubits_request(q, wires, n, keep, got), DBX_OK);
  if (!keep) cr_assert_eq(qubits_insert(q, wires, n, got), DBX_OK);
}

Test(qubits, static_wires_stay_out) {
  traced x;
  dbx_qubits q = begin(&x);
  dbx_val zero = dbx_val_int(0), one = dbx_val_int(1);
  use(&q, &zero, 1, false), use(&q, &one, 1, false), use(&q, &zero, 1, false);
  cr_expect_str_eq(drawn(x.frame), "qalloc 2>r1; qextract r1 0>q2; qextract r1 1>q3");
  cr_assert_eq(qubits_flush(&q), DBX_OK);
  cr_expect_str_eq(drawn(x.frame), "qalloc 2>r1; qextract r1 0>q2; qextract r1 1>q3; "
                                   "qinsert r1 0 q2>r4; qinsert r4 1 q3>r5");
  dbx_qubits_free(&q), traced_end(&x);
}

Test(qubits, a_traced_wire_puts_static_ones_back) {
  traced x;
  dbx_qubits q = begin(&x);
  dbx_val zero = dbx_val_int(0), both[] = {traced_get(&x, "k"), zero};
  use(&q, &zero, 1, false), use(&q, both, 1, false), use(&q, both, 2, false);
  cr_expect_str_eq(drawn(x.frame), "qalloc 2>r1; qextract r1 0>q2; qinsert r1 0 q2>r3; "
                                   "qextract r3 v4>q5; qextract r3 0>q6");
  dbx_qubits_free(&q), traced_end(&x);
}

Test(qubits, observables_remember_nothing) {
  traced x;
  dbx_qubits q = begin(&x);
  dbx_val zero = dbx_val_int(0);
  use(&q, &zero, 1, true), use(&q, &zero, 1, true);
  cr_expect_str_eq(drawn(x.frame), "qalloc 2>r1; qextract r1 0>q2; qextract r1 0>q3");
  dbx_val wrong = traced_get(&x, "a");
  dbx_atom got;
  cr_expect_eq(qubits_request(&q, &wrong, 1, true, &got), DBX_FAIL);
  cr_expect_eq(dbx_diag_pending()->code, DBX_E903);
  dbx_diag_forget();
  dbx_qubits_free(&q), traced_end(&x);
}
