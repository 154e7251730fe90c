// Tangents of states and of what is measured: of cos(t/2)|0> + sin(t/2)|1>, by hand.
#include "sim/sim.h"

#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>

static const double T = 0.7;

// RY(t) on wire 0, whose angle moves by 2; then PauliX on wire 1, which does not.
static void begin(dbx_sim *s, bool adjoint) {
  uint64_t reg, target[] = {0}, other[] = {1};
  const double turn = adjoint ? -2 : 2, t = adjoint ? -T : T;
  cr_assert_eq(dbx_sim_open(s), DBX_OK);
  cr_assert_eq(dbx_sim_alloc(s, 2, &reg), DBX_OK);
  dbx_sim_place p = {.target = target, .n_targets = 1}, q = {.target = other, .n_targets = 1};
  cr_assert_eq(dbx_sim_turn(s, &turn, NULL, 1), DBX_OK);
  cr_assert_eq(dbx_sim_gate(s, dbx_gate_named("RY"), adjoint, &t, &p), DBX_OK);
  cr_assert_eq(dbx_sim_gate(s, dbx_gate_named("PauliX"), false, NULL, &q), DBX_OK);
}

static void expect_near(double x, double want) { cr_expect(fabs(x - want) < 1e-15, "%g", x); }

Test(tangent, measured) {
  for (int adjoint = 0; adjoint < 2; adjoint++) {
    static const uint64_t qubit[] = {0}, both[] = {0, 1};
    dbx_sim s = {0};
    uint64_t z;
    double x, p[2];
    dbx_complex v[4];
    begin(&s, adjoint);
    cr_assert_eq(dbx_sim_named(&s, "PauliZ", 0, &z), DBX_OK);
    cr_assert_eq(dbx_sim_expval_moved(&s, z, &x), DBX_OK);
    expect_near(x, -2 * sin(T));
    cr_assert_eq(dbx_sim_var_moved(&s, z, &x), DBX_OK);
    expect_near(x, 2 * sin(2 * T));
    cr_assert_eq(dbx_sim_probs_moved(&s, qubit, 1, p), DBX_OK);
    expect_near(p[0], -sin(T)), expect_near(p[1], sin(T));
    cr_assert_eq(dbx_sim_state_moved(&s, both, 2, v), DBX_OK);
    expect_near(creal(v[1]), -sin(T / 2)), expect_near(creal(v[3]), cos(T / 2));
    dbx_sim_free(&s);
  }
}

// Of a gate under a control the derivative is zero where the control does not let it act.
Test(tangent, controlled) {
  static const uint64_t qubits[] = {0, 1};
  static const double h = 1.5707963267948966, turn = 1;
  dbx_sim s = {0};
  uint64_t reg;
  double p[4];
  cr_assert_eq(dbx_sim_open(&s), DBX_OK);
  cr_assert_eq(dbx_sim_alloc(&s, 2, &reg), DBX_OK);
  dbx_sim_place one = {.target = qubits, .n_targets = 1}, two = {.target = qubits, .n_targets = 2};
  cr_assert_eq(dbx_sim_gate(&s, dbx_gate_named("RY"), false, &h, &one), DBX_OK);
  cr_assert_eq(dbx_sim_turn(&s, &turn, NULL, 1), DBX_OK);
  cr_assert_eq(dbx_sim_gate(&s, dbx_gate_named("CRX"), false, &T, &two), DBX_OK);
  cr_assert_eq(dbx_sim_probs_moved(&s, qubits, 2, p), DBX_OK);
  expect_near(p[0], 0), expect_near(p[1], 0);
  expect_near(p[2], -sin(T) / 4), expect_near(p[3], sin(T) / 4);
  dbx_sim_free(&s);
}

// A block under adjoint keeps derivatives too; phases and products of Z move the amplitudes.
Test(tangent, kept_phases_and_parities) {
  static const uint64_t qubits[] = {0, 1};
  static const double turn = 3;
  dbx_sim s = {0};
  uint64_t reg;
  dbx_complex v[4];
  cr_assert_eq(dbx_sim_open(&s), DBX_OK);
  cr_assert_eq(dbx_sim_alloc(&s, 2, &reg), DBX_OK);
  dbx_sim_place two = {.target = qubits, .n_targets = 2};
  dbx_sim_record(&s);
  cr_assert_eq(dbx_sim_turn(&s, &turn, NULL, 1), DBX_OK);
  cr_assert_eq(dbx_sim_gate(&s, dbx_gate_named("MultiRZ"), false, &T, &two), DBX_OK);
  cr_assert_eq(dbx_sim_turn(&s, &turn, NULL, 1), DBX_OK);
  cr_assert_eq(dbx_sim_phase(&s, T, false, &(dbx_sim_place){0}), DBX_OK);
  cr_assert_eq(dbx_sim_reverse(&s), DBX_OK);
  cr_assert_eq(dbx_sim_state_moved(&s, qubits, 2, v), DBX_OK);
  dbx_complex want = 4.5 * I * cexp(1.5 * I * T); // of e^(i t/2) e^(i t)
  expect_near(cabs(v[0] - want), 0);
  dbx_sim_free(&s);
}

static void expect_refused(void) {
  dbx_diag *d = dbx_diag_take();
  cr_assert_not_null(d);
  cr_expect_eq(d->code, DBX_E906);
  dbx_diag_free(d);
}

Test(tangent, refused) {
  dbx_sim s = {0};
  static const double turn[4] = {0};
  bool bit;
  begin(&s, false);
  cr_expect_eq(dbx_sim_turn(&s, turn, NULL, 4), DBX_FAIL);
  expect_refused();
  cr_expect_eq(dbx_sim_measure(&s, 0, -1, &bit), DBX_FAIL);
  expect_refused();
  dbx_sim_free(&s);
}

// A gate given by its matrix: that of RY, and its derivative.
Test(tangent, matrices) {
  static const uint64_t qubit[] = {0};
  for (int adjoint = 0; adjoint < 2; adjoint++) {
    double c = cos(T / 2), d = sin(T / 2), p[2];
    dbx_complex m[] = {c, -d, d, c}, moved[] = {-d / 2, -c / 2, c / 2, -d / 2};
    dbx_sim s = {0};
    uint64_t reg;
    cr_assert_eq(dbx_sim_open(&s), DBX_OK);
    cr_assert_eq(dbx_sim_alloc(&s, 1, &reg), DBX_OK);
    dbx_sim_place one = {.target = qubit, .n_targets = 1};
    cr_assert_eq(dbx_sim_turn(&s, NULL, moved, 2), DBX_OK);
    cr_assert_eq(dbx_sim_matrix(&s, m, adjoint, &one), DBX_OK);
    cr_assert_eq(dbx_sim_probs_moved(&s, qubit, 1, p), DBX_OK);
    expect_near(p[0], -sin(T) / 2), expect_near(p[1], sin(T) / 2);
    dbx_sim_free(&s);
  }
}
