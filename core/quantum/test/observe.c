// Observables and measurements as equations.
#include "drawn.h"

#include <criterion/criterion.h>

Test(observe, each_asks_for_its_qubits) {
  static const dbx_circuit_device device = {"<circuit>", "Sim", "<lib>", "{}", 2};
  traced x;
  dbx_qubits q;
  dbx_val z, terms, mean, p, wires[] = {dbx_val_int(1), dbx_val_int(0)};
  traced_begin(&x, "c:f64[1]");
  dbx_val by = traced_get(&x, "c");
  cr_assert_eq(dbx_circuit_open(&q, dbx_tape_new(x.frame), &device), DBX_OK);
  cr_assert_eq(dbx_observe_named(&q, "PauliZ", wires, &z), DBX_OK);
  cr_assert_eq(dbx_observe_terms(&q, &by, &z, 1, &terms), DBX_OK);
  cr_assert_eq(dbx_measure_observable(&q, DBX_PRIM_expval, &terms, &mean), DBX_OK);
  cr_assert_eq(dbx_measure_basis(&q, DBX_PRIM_probs, wires, 2, &p), DBX_OK);
  cr_assert_eq(dbx_circuit_end(&q), DBX_OK);
  cr_expect_str_eq(drawn(x.frame),
                   "qdevice; qalloc 2>r1; qextract r1 1>q2; namedobs q2>v3; hamiltonian v4 v3>v5; "
                   "expval v5>v6; qextract r1 1>q7; qextract r1 0>q8; compbasis q7 q8>v9; "
                   "probs v9>v10; qdealloc r1");
  dbx_qubits_free(&q), traced_end(&x);
}
