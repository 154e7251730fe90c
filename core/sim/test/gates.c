// Matrices of gates: unitary for any angles, and what some of them are by hand.
#include "sim/gates.h"

#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>

static const double angles[] = {0.3, -1.7, 2.9};

Test(gates, matrices_are_unitary) {
  for (int g = 0; g < DBX_GATES; g++) {
    const dbx_gate *row = dbx_gate_at((dbx_gate_id)g);
    dbx_complex m[16];
    if (row->base == DBX_GATE_MultiRZ) continue;
    uint32_t n = 1u << dbx_gate_matrix(row->base, angles, m);
    uint32_t wires = row->wires ? row->wires : 1; // of any number: the matrix on one
    cr_expect_eq(n, 1u << (wires - row->controls), "%s", row->name);
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < n; k++) {
        dbx_complex sum = 0;
        for (uint32_t j = 0; j < n; j++) sum += m[i * n + j] * conj(m[k * n + j]);
        cr_expect(cabs(sum - (i == k)) < 1e-15, "%s", row->name);
      }
  }
}

Test(gates, own_inverses) {
  for (int g = 0; g < DBX_GATES; g++) {
    const dbx_gate *row = dbx_gate_at((dbx_gate_id)g);
    dbx_complex m[16];
    if (row->base == DBX_GATE_MultiRZ) continue;
    uint32_t n = 1u << dbx_gate_matrix(row->base, angles, m);
    double off = 0;
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < n; k++) off += cabs(m[i * n + k] - conj(m[k * n + i]));
    cr_expect_eq(off < 1e-15, row->own_inverse, "%s", row->name);
  }
}

Test(gates, rot_is_three_rotations) {
  dbx_complex rot[16], z1[16], y[16], z2[16];
  dbx_gate_matrix(DBX_GATE_Rot, angles, rot);
  dbx_gate_matrix(DBX_GATE_RZ, &angles[0], z1);
  dbx_gate_matrix(DBX_GATE_RY, &angles[1], y);
  dbx_gate_matrix(DBX_GATE_RZ, &angles[2], z2);
  for (size_t i = 0; i < 2; i++)
    for (size_t k = 0; k < 2; k++)
      cr_expect(cabs(rot[2 * i + k] - z2[3 * i] * y[2 * i + k] * z1[3 * k]) < 1e-15);
}

Test(gates, names_and_controls) {
  cr_expect_null(dbx_gate_named("pauliX"));
  cr_expect_str_eq(dbx_gate_named("Toffoli")->name, "Toffoli");
  cr_expect_str_eq(dbx_gate_controlled(DBX_GATE_PauliX, 1)->name, "CNOT");
  cr_expect_str_eq(dbx_gate_controlled(DBX_GATE_PauliX, 2)->name, "Toffoli");
  cr_expect_str_eq(dbx_gate_controlled(DBX_GATE_PhaseShift, 1)->name, "ControlledPhaseShift");
  cr_expect_null(dbx_gate_controlled(DBX_GATE_PauliZ, 2));
  cr_expect_null(dbx_gate_controlled(DBX_GATE_Hadamard, 1));
}
